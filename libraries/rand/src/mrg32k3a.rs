//! MRG32k3a (P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
//! generators", 1999), as CUDA seeds and divides it.

use crate::source::Source;

/// Two linear recurrences of order three, whose difference is the number.
#[derive(Clone, Debug)]
pub(crate) struct Mrg32k3a {
    first: [u64; 3],
    second: [u64; 3],
}

const MODULUS_1: u64 = 4_294_967_087;
const MODULUS_2: u64 = 4_294_944_443;

/// Subsequences are 2^76 numbers apart.
const SUBSEQUENCE: u32 = 76;

/// A matrix, by rows.
type Matrix = [[u64; 3]; 3];

const STEP_1: Matrix = [[0, 1, 0], [0, 0, 1], [MODULUS_1 - 810_728, 1_403_580, 0]];
const STEP_2: Matrix = [[0, 1, 0], [0, 0, 1], [MODULUS_2 - 1_370_589, 0, 527_612]];

fn apply(matrix: &Matrix, v: [u64; 3], modulus: u64) -> [u64; 3] {
    matrix.map(|row| (0..3).fold(0, |sum, n| (sum + row[n] * v[n] % modulus) % modulus))
}

fn square(matrix: &Matrix, modulus: u64) -> Matrix {
    let columns = [0, 1, 2].map(|n| apply(matrix, matrix.map(|row| row[n]), modulus));
    [0, 1, 2].map(|n| columns.map(|column| column[n]))
}

/// The matrix to the power 2^exponent.
fn power(matrix: &Matrix, modulus: u64, exponent: u32) -> Matrix {
    (0..exponent).fold(*matrix, |m, _| square(&m, modulus))
}

impl Mrg32k3a {
    fn new(seed: u64) -> Mrg32k3a {
        if seed == 0 {
            return Mrg32k3a { first: [12345; 3], second: [12345; 3] };
        }
        let (low, high) = (u64::from(seed as u32 ^ 0x5555_5555), seed >> 32 ^ 0xaaaa_aaaa);
        let first = [low, high, low].map(|factor| 12345 * factor % MODULUS_1);
        let second = [high, low, high].map(|factor| 12345 * factor % MODULUS_2);
        Mrg32k3a { first, second }
    }

    fn jump(&mut self, (first, second): &(Matrix, Matrix)) {
        self.first = apply(first, self.first, MODULUS_1);
        self.second = apply(second, self.second, MODULUS_2);
    }

    /// Beginnings of the first subsequences, each moved by a number of steps.
    pub(crate) fn subsequences(seed: u64, count: usize, steps: u64) -> Vec<Mrg32k3a> {
        let by = |exponent| (power(&STEP_1, MODULUS_1, exponent), power(&STEP_2, MODULUS_2, exponent));
        let mut one = Mrg32k3a::new(seed);
        (0..64).filter(|bit| steps >> bit & 1 == 1).for_each(|bit| one.jump(&by(bit)));
        let next = by(SUBSEQUENCE);
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(one.clone());
            one.jump(&next);
        }
        all
    }

    /// The next number, between 1 and the first modulus.
    fn next(&mut self) -> u64 {
        self.jump(&(STEP_1, STEP_2));
        let (p, q) = (self.first[2], self.second[2]);
        if p > q { p - q } else { p + MODULUS_1 - q }
    }
}

impl Source for Mrg32k3a {
    /// Stretched to 32 bits.
    fn word(&mut self) -> u32 {
        (self.next() as f64 * 1.000000048662) as u32
    }

    fn uniform(&mut self) -> f32 {
        self.wide_uniform() as f32
    }

    fn wide_uniform(&mut self) -> f64 {
        self.next() as f64 * (1.0 / MODULUS_1 as f64)
    }
}
