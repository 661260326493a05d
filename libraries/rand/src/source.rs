//! Numbers of a distribution, drawn from a sequence of words.

use std::f32::consts::TAU;
use std::f64::consts::TAU as WIDE_TAU;

/// A sequence of random words.
pub(crate) trait Source {
    /// The next word.
    fn word(&mut self) -> u32;

    /// A number above 0 and up to 1.
    fn uniform(&mut self) -> f32 {
        const STEP: f32 = 1.0 / (1u64 << 32) as f32;
        self.word() as f32 * STEP + STEP / 2.0
    }

    /// The same with 53 bits, of two words.
    fn wide_uniform(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        let (low, high) = (u64::from(self.word()), u64::from(self.word()));
        (low ^ high << 21) as f64 * STEP + STEP / 2.0
    }
}

/// Two normal numbers, by Box and Muller's transform.
pub(crate) fn normal_pair(source: &mut dyn Source) -> [f32; 2] {
    let length = (-2.0 * source.uniform().ln()).sqrt();
    let (sine, cosine) = (TAU * source.uniform()).sin_cos();
    [length * sine, length * cosine]
}

/// The same in double precision.
pub(crate) fn wide_normal_pair(source: &mut dyn Source) -> [f64; 2] {
    let length = (-2.0 * source.wide_uniform().ln()).sqrt();
    let (sine, cosine) = (WIDE_TAU * source.wide_uniform()).sin_cos();
    [length * sine, length * cosine]
}

/// Greatest mean whose exponential the product of factors holds.
const PART: f64 = 64.0;

/// A Poisson number. The sum of two has the sum of their means, so that a mean is taken in parts; large ones
/// are nearly normal.
pub(crate) fn poisson(source: &mut dyn Source, mean: f64) -> u32 {
    if mean > 4000.0 {
        return (mean.sqrt() * wide_normal_pair(source)[0] + mean + 0.5) as u32;
    }
    let parts = (mean / PART).ceil().max(1.0);
    (0..parts as u32).map(|_| poisson_part(source, mean / parts)).sum()
}

/// Counts factors until their product is small (D. Knuth).
fn poisson_part(source: &mut dyn Source, mean: f64) -> u32 {
    let (mut count, mut product) = (0, mean.exp() * f64::from(source.uniform()));
    while product > 1.0 {
        product *= f64::from(source.uniform());
        count += 1;
    }
    count
}
