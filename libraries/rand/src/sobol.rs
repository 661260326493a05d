//! Sobol's sequences, with the direction numbers that S. Joe and F. Y. Kuo published (the crate `sobol` has
//! their table), in the order of Gray codes.

use crate::source::Source;
use crate::status::Status;
use sobol::ParamDimension as _;
use sobol::params::{JoeKuoD6, JoeKuoD6Dim};
use std::sync::OnceLock;
use work::{Pointer, put};

/// Greatest number of dimensions.
pub(crate) const DIMENSIONS: u32 = 20_000;

/// Dimensions of the shorter table, which is read faster.
const FEW: u32 = 1000;

/// Parameters of a dimension from 1; the first has none.
fn parameters(dimension: u32) -> Option<&'static JoeKuoD6Dim> {
    static OF_FEW: OnceLock<JoeKuoD6> = OnceLock::new();
    static OF_ALL: OnceLock<JoeKuoD6> = OnceLock::new();
    let table = match dimension <= FEW {
        true => OF_FEW.get_or_init(JoeKuoD6::standard),
        false => OF_ALL.get_or_init(JoeKuoD6::extended),
    };
    table.dim_params.get((dimension as usize).checked_sub(2)?)
}

/// Direction numbers of a dimension from 1, in `bits` bits at the top of a word.
fn directions<const BITS: usize>(dimension: u32) -> [u64; BITS] {
    let mut made = [0u64; BITS];
    let Some(of) = parameters(dimension) else {
        return std::array::from_fn(|bit| 1 << (BITS - 1 - bit));
    };
    let degree = of.s();
    for bit in 0..BITS {
        made[bit] = match bit.checked_sub(degree) {
            None => u64::from(of.m(bit)) << (BITS - 1 - bit),
            Some(before) => {
                let own = made[before] ^ made[before] >> degree;
                let terms = (1..degree).filter(|&k| of.coefficient(degree - k - 1) == 1);
                terms.fold(own, |sum, k| sum ^ made[bit - k])
            }
        };
    }
    made
}

/// Points of a sequence in some dimensions. A call gives those of one dimension after the other.
pub(crate) struct Sobol {
    is_wide: bool,
    dimensions: u32,
    /// Number of the next point.
    next: u64,
    /// Points of the present call, and place in it.
    points: u64,
    place: u64,
    current: Dimension,
}

/// Directions of a dimension, and its point.
#[derive(Default)]
struct Dimension {
    directions: Vec<u64>,
    value: u64,
}

impl Dimension {
    /// Begins at a point.
    fn new(number: u32, is_wide: bool, point: u64) -> Dimension {
        let directions = match is_wide {
            true => directions::<64>(number).to_vec(),
            false => directions::<32>(number).to_vec(),
        };
        let gray = point ^ point >> 1;
        let bits = directions.iter().enumerate().filter(|&(bit, _)| gray >> bit & 1 == 1);
        let value = bits.fold(0, |sum, (_, direction)| sum ^ direction);
        Dimension { directions, value }
    }

    /// Moves on from a point.
    fn step(&mut self, point: u64) {
        // After all points the sequence begins again.
        let bit = point.trailing_ones() as usize;
        self.value ^= self.directions.get(bit).copied().unwrap_or(self.value);
    }
}

impl Sobol {
    pub(crate) fn new(is_wide: bool, dimensions: u32, offset: u64) -> Sobol {
        Sobol { is_wide, dimensions, next: offset, points: 0, place: 0, current: Dimension::default() }
    }

    /// Begins a call with so many values, a multiple of the dimensions.
    pub(crate) fn begin(&mut self, values: usize) {
        (self.points, self.place) = (values as u64 / u64::from(self.dimensions), 0);
    }

    /// Ends a call: the next one gives the points that follow.
    pub(crate) fn end(&mut self) {
        self.next = self.next.wrapping_add(self.points);
    }

    /// Fills values, each of one point.
    pub(crate) fn fill<T>(&mut self, values: &mut [T], draw: &dyn Fn(&mut dyn Source, &mut [T])) {
        for value in values.chunks_mut(1) {
            let (dimension, point) = (self.place / self.points, self.place % self.points);
            if point == 0 {
                self.current = Dimension::new(dimension as u32 + 1, self.is_wide, self.next);
            }
            let number = self.current.value;
            match self.is_wide {
                true => draw(&mut Wide(number), value),
                false => draw(&mut Narrow(number as u32), value),
            }
            self.current.step(self.next.wrapping_add(point));
            self.place += 1;
        }
    }
}

/// Coordinate of 32 bits.
struct Narrow(u32);

impl Source for Narrow {
    fn word(&mut self) -> u32 {
        self.0
    }

    /// All bits that there are, as in CUDA's kernels.
    fn wide_uniform(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 32) as f64;
        f64::from(self.0) * STEP + STEP
    }

    fn wide_probability(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 32) as f64;
        f64::from(self.0) * STEP + STEP / 2.0
    }
}

/// Coordinate of 64 bits.
struct Wide(u64);

impl Source for Wide {
    fn word(&mut self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn long_word(&mut self) -> u64 {
        self.0
    }

    fn wide_uniform(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.0 >> 11) as f64 * STEP + STEP / 2.0
    }
}

/// Writes the address of all direction numbers of 32 bits, dimension by dimension.
pub(crate) fn vectors32(to: Pointer, set: u32) -> Result<(), Status> {
    const JOE_KUO: u32 = 101;
    static ALL: OnceLock<Vec<[u32; 32]>> = OnceLock::new();
    check_set(set, JOE_KUO)?;
    let narrow = |dimension| directions::<32>(dimension).map(|direction| direction as u32);
    put(to, ALL.get_or_init(|| (1..=DIMENSIONS).map(narrow).collect()).as_ptr())
}

/// The same with 64 bits.
pub(crate) fn vectors64(to: Pointer, set: u32) -> Result<(), Status> {
    const JOE_KUO: u32 = 103;
    static ALL: OnceLock<Vec<[u64; 64]>> = OnceLock::new();
    check_set(set, JOE_KUO)?;
    put(to, ALL.get_or_init(|| (1..=DIMENSIONS).map(directions::<64>).collect()).as_ptr())
}

/// Accepts a set of direction numbers; the scrambled set after it is NVIDIA's own.
fn check_set(set: u32, wanted: u32) -> Result<(), Status> {
    match set {
        set if set == wanted => Ok(()),
        set if set == wanted + 1 => {
            eprintln!("hip: hiprandGetDirectionVectors: scrambled direction numbers are not published");
            Err(Status::NotImplemented)
        }
        _ => Err(Status::OutOfRange),
    }
}
