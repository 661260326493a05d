//! What is measured: recorded kernels at sizes that take milliseconds, and the same work as plain Rust loops.

/// A buffer in device memory.
pub(crate) struct Buffer {
    pub(crate) name: &'static str,
    pub(crate) words: Vec<f32>,
}

/// An argument of the kernel.
pub(crate) enum Argument {
    Buffer(&'static str),
    Int(i32),
    Float(f32),
}

/// A kernel with all that one launch takes, and the loop it is held against.
pub(crate) struct Work {
    pub(crate) file: &'static str,
    pub(crate) kernel: &'static str,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared: u32,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) arguments: Vec<Argument>,
    /// What the counter counts: elements, multiply-adds or pixels.
    pub(crate) items: u64,
    /// Computes the output, which is the last buffer, from the buffers.
    pub(crate) native: fn(&mut [Buffer], size: u32),
    pub(crate) size: u32,
}

fn ramp(name: &'static str, len: u32) -> Buffer {
    Buffer { name, words: (0..len).map(|n| (n % 97) as f32 * 0.25 - 8.0).collect() }
}

fn zeros(name: &'static str, len: u32) -> Buffer {
    Buffer { name, words: vec![0.0; len as usize] }
}

/// `c[i] = a[i] + b[i]`.
pub(crate) fn vecadd(size: u32) -> Work {
    let n = size * 4096;
    Work {
        file: "vadd_types/kernel.ptx",
        kernel: "add_f32",
        grid: [n / 256, 1, 1],
        block: [256, 1, 1],
        shared: 0,
        buffers: vec![ramp("a", n), ramp("b", n), zeros("c", n)],
        arguments: vec![
            Argument::Buffer("a"),
            Argument::Buffer("b"),
            Argument::Buffer("c"),
            Argument::Int(n as i32),
        ],
        items: u64::from(n),
        native: |buffers, _| {
            let [a, b, c] = buffers else { unreachable!("three buffers") };
            for ((c, a), b) in c.words.iter_mut().zip(&a.words).zip(&b.words) {
                *c = a + b;
            }
        },
        size,
    }
}

/// `z[i] = a * x[i] + y[i]`, fused where `i` is odd, by a loop over the grid.
pub(crate) fn saxpy(size: u32) -> Work {
    let n = size * 4096;
    Work {
        file: "saxpy_gridstride/kernel.ptx",
        kernel: "saxpy",
        grid: [16, 1, 1],
        block: [256, 1, 1],
        shared: 0,
        buffers: vec![ramp("x", n), ramp("y", n), zeros("z", n)],
        arguments: vec![
            Argument::Buffer("x"),
            Argument::Buffer("y"),
            Argument::Buffer("z"),
            Argument::Float(1.5),
            Argument::Int(n as i32),
        ],
        items: u64::from(n),
        native: |buffers, _| {
            let [x, y, z] = buffers else { unreachable!("three buffers") };
            for (i, ((z, x), y)) in z.words.iter_mut().zip(&x.words).zip(&y.words).enumerate() {
                *z = if i & 1 == 1 { x.mul_add(1.5, *y) } else { 1.5 * x + y };
            }
        },
        size,
    }
}

/// Square matrices by tiles of 16 in shared memory; the loop goes row by row.
pub(crate) fn sgemm(size: u32) -> Work {
    let n = size * 32;
    Work {
        file: "sgemm_tiled/kernel.ptx",
        kernel: "sgemm",
        grid: [n / 16, n / 16, 1],
        block: [16, 16, 1],
        shared: 0,
        buffers: vec![ramp("a", n * n), ramp("b", n * n), zeros("c", n * n)],
        arguments: vec![
            Argument::Buffer("a"),
            Argument::Buffer("b"),
            Argument::Buffer("c"),
            Argument::Int(n as i32),
            Argument::Int(n as i32),
            Argument::Int(n as i32),
            Argument::Float(1.0),
            Argument::Float(0.0),
        ],
        items: u64::from(n).pow(3),
        native: |buffers, size| {
            let [a, b, c] = buffers else { unreachable!("three buffers") };
            let n = size as usize * 32;
            for (row, a) in c.words.chunks_exact_mut(n).zip(a.words.chunks_exact(n)) {
                row.fill(0.0);
                for (a, b) in a.iter().zip(b.words.chunks_exact(n)) {
                    for (c, b) in row.iter_mut().zip(b) {
                        *c += a * b;
                    }
                }
            }
        },
        size,
    }
}

/// Sums of 512 elements by a tree in shared memory.
pub(crate) fn reduce(size: u32) -> Work {
    let n = size * 4096;
    Work {
        file: "reduce_tree/kernel.ptx",
        kernel: "fsum",
        grid: [n / 512, 1, 1],
        block: [256, 1, 1],
        shared: 1024,
        buffers: vec![ramp("x", n), zeros("sums", n / 512)],
        arguments: vec![Argument::Buffer("x"), Argument::Buffer("sums")],
        items: u64::from(n),
        native: |buffers, _| {
            let [x, sums] = buffers else { unreachable!("two buffers") };
            for (sum, x) in sums.words.iter_mut().zip(x.words.chunks_exact(512)) {
                *sum = x.iter().sum();
            }
        },
        size,
    }
}

/// Turns until a point escapes, at most 200: neighbours leave the loop at different turns. Two pixels a word.
pub(crate) fn mandelbrot(size: u32) -> Work {
    let (width, height) = (size * 16, size * 16);
    Work {
        file: "mandelbrot/kernel.ptx",
        kernel: "mandel",
        grid: [width / 16, height / 8, 1],
        block: [16, 8, 1],
        shared: 0,
        buffers: vec![zeros("turns", width * height / 2)],
        arguments: vec![
            Argument::Buffer("turns"),
            Argument::Int(width as i32),
            Argument::Int(height as i32),
            Argument::Int(200),
        ],
        items: u64::from(width * height),
        native: |buffers, size| {
            let [turns] = buffers else { unreachable!("one buffer") };
            let (width, height) = (size * 16, size * 16);
            let pixel = |i: u32| {
                let re = -2.0 + 3.0 * (i % width) as f32 / width as f32;
                let im = -1.2 + 2.4 * (i / width) as f32 / height as f32;
                let (mut a, mut b, mut turns) = (0.0_f32, 0.0_f32, 0);
                while turns < 200 && a * a + b * b <= 4.0 {
                    (a, b) = (a * a - b * b + re, 2.0 * a * b + im);
                    turns += 1;
                }
                turns
            };
            for (i, word) in (0..).zip(&mut turns.words) {
                *word = f32::from_bits(pixel(2 * i) | pixel(2 * i + 1) << 16);
            }
        },
        size,
    }
}
