//! Workloads: kernels at sizes that take milliseconds, and the same work as plain Rust loops.

pub(crate) mod compute;
pub(crate) mod stream;

/// Contents of a buffer.
pub(crate) enum Data {
    Float(Vec<f32>),
    Int(Vec<u32>),
}

/// A buffer in device memory.
pub(crate) struct Buffer {
    pub(crate) name: &'static str,
    pub(crate) data: Data,
}

impl Buffer {
    /// Returns quarters in −8 ..= 16: their products and sums are exact here, in any order and fused or not.
    fn quarters(name: &'static str, len: u32) -> Self {
        Buffer { name, data: Data::Float((0..len).map(|n| (n % 97) as f32 * 0.25 - 8.0).collect()) }
    }

    /// Returns pairs of binary16 numbers in −4 ..= 4.
    fn halves(name: &'static str, len: u32) -> Self {
        Buffer { name, data: Data::Int((0..len / 2).map(|n| half(2 * n) | half(2 * n + 1) << 16).collect()) }
    }

    pub(crate) fn floats(name: &'static str, len: u32) -> Self {
        Buffer { name, data: Data::Float(vec![0.0; len as usize]) }
    }

    pub(crate) fn ints(name: &'static str, len: u32) -> Self {
        Buffer { name, data: Data::Int(vec![0; len as usize]) }
    }

    pub(crate) fn float(&mut self) -> &mut [f32] {
        match &mut self.data {
            Data::Float(words) => words,
            Data::Int(_) => panic!("`{}` holds integers", self.name),
        }
    }

    pub(crate) fn int(&mut self) -> &mut [u32] {
        match &mut self.data {
            Data::Int(words) => words,
            Data::Float(_) => panic!("`{}` holds floats", self.name),
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        match &self.data {
            Data::Float(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
            Data::Int(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }
}

/// Returns the bits of the `n`th binary16 number of a buffer.
const fn half(n: u32) -> u32 {
    const BITS: [u32; 9] = [0xc400, 0xc200, 0xc000, 0xbc00, 0, 0x3c00, 0x4000, 0x4200, 0x4400];
    // Rows of a power of two elements must differ.
    BITS[((n ^ n >> 7) % 9) as usize]
}

/// Converts the numbers of a buffer of [`half`] pairs to binary32.
fn single(pairs: &[u32]) -> Vec<f32> {
    let value = |bits: u32| {
        let magnitude =
            f32::from_bits(((bits & 0x7fff) << 13) + if bits & 0x7fff == 0 { 0 } else { 112 << 23 });
        if bits & 0x8000 == 0 { magnitude } else { -magnitude }
    };
    pairs.iter().flat_map(|&pair| [value(pair & 0xffff), value(pair >> 16)]).collect()
}

/// An argument of the kernel.
pub(crate) enum Argument {
    Buffer(&'static str),
    Int(u32),
    Float(f32),
}

/// Amount of work of a launch.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    /// Minimum bytes read and written.
    Bytes(u64),
    /// Floating-point operations; a multiply-add is two.
    Flops(u64),
}

/// The kernel's work as a loop of the host over buffers, at a size.
pub(crate) type Native = fn(&mut [Buffer], u32);

/// Allowed difference between the native loop's result and the kernel's.
#[derive(Clone, Copy)]
pub(crate) enum Tolerance {
    Equal,
    /// For each float, relative to the largest.
    OfLargest(f32),
}

/// A kernel with the operands of one launch, and its reference loop. The output is the last buffer.
pub(crate) struct Work {
    /// The kernel, and its file in `testdata/bench`.
    pub(crate) kernel: &'static str,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) count: Count,
    /// The measured loop.
    pub(crate) native: Native,
    /// The reference loop: `native`, unless that rounds differently from the kernel.
    pub(crate) answer: Native,
    pub(crate) tolerance: Tolerance,
    pub(crate) size: u32,
}

impl Work {
    /// Panics unless `got` is the native loop's result on the current buffers.
    pub(crate) fn check(&mut self, got: &[u8]) {
        (self.answer)(&mut self.buffers, self.size);
        let output = self.buffers.last().expect("an output");
        let expected = output.bytes();
        assert_eq!(expected.len(), got.len(), "{}: output size", self.kernel);
        let pairs = || expected.as_chunks::<4>().0.iter().zip(got.as_chunks::<4>().0);
        let wrong = match self.tolerance {
            Tolerance::Equal => pairs().position(|(expected, got)| expected != got),
            Tolerance::OfLargest(part) => {
                let float = |word: &[u8; 4]| f32::from_le_bytes(*word);
                let largest = pairs().map(|(expected, _)| float(expected).abs()).fold(0.0, f32::max);
                // Written so that a NaN fails.
                let close = |(expected, got)| (float(expected) - float(got)).abs() <= part * largest;
                pairs().position(|pair| !close(pair))
            }
        };
        if let Some(n) = wrong {
            let (expected, got) = pairs().nth(n).expect("a word");
            panic!("{}: word {n} of `{}` is {got:02x?}, not {expected:02x?}", self.kernel, output.name);
        }
    }
}
