//! Numbers of a distribution, drawn from a sequence of words.

use std::f32::consts::TAU;
use std::f64::consts::TAU as WIDE_TAU;

/// A sequence of random words.
pub(crate) trait Source {
    /// The next word.
    fn word(&mut self) -> u32;

    /// A number of 64 bits, of sequences that have them.
    fn long_word(&mut self) -> u64 {
        self.word().into()
    }

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

    /// Probability of numbers below a normal one.
    fn wide_probability(&mut self) -> f64 {
        self.wide_uniform()
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

/// The number below which a normal one is with probability `p`, between 0 and 1 (M. J. Wichura's algorithm
/// AS 241, good to 16 digits).
pub(crate) fn normal_quantile(p: f64) -> f64 {
    const NEAR: [[f64; 8]; 2] = [
        [
            3.387_132_872_796_366_5,
            133.141_667_891_784_38,
            1_971.590_950_306_551_3,
            13_731.693_765_509_46,
            45_921.953_931_549_87,
            67_265.770_927_008_7,
            33_430.575_583_588_13,
            2_509.080_928_730_122_7,
        ],
        [
            1.0,
            42.313_330_701_600_91,
            687.187_007_492_057_9,
            5_394.196_021_424_751,
            21_213.794_301_586_597,
            39_307.895_800_092_71,
            28_729.085_735_721_943,
            5_226.495_278_852_854,
        ],
    ];
    const FAR: [[f64; 8]; 2] = [
        [
            1.423_437_110_749_683_5,
            4.630_337_846_156_546,
            5.769_497_221_460_691,
            3.647_848_324_763_204_5,
            1.270_458_252_452_368_4,
            0.241_780_725_177_450_6,
            0.022_723_844_989_269_184,
            0.000_774_545_014_278_341_4,
        ],
        [
            1.0,
            2.053_191_626_637_759,
            1.676_384_830_183_803_8,
            0.689_767_334_985_1,
            0.148_103_976_427_480_08,
            0.015_198_666_563_616_457,
            0.000_547_593_808_499_534_5,
            1.050_750_071_644_416_9e-9,
        ],
    ];
    const FARTHEST: [[f64; 8]; 2] = [
        [
            6.657_904_643_501_103,
            5.463_784_911_164_114,
            1.784_826_539_917_291_3,
            0.296_560_571_828_504_87,
            0.026_532_189_526_576_124,
            0.001_242_660_947_388_078_4,
            2.711_555_568_743_487_6e-5,
            2.010_334_399_292_288_1e-7,
        ],
        [
            1.0,
            0.599_832_206_555_888,
            0.136_929_880_922_735_8,
            0.014_875_361_290_850_615,
            0.000_786_869_131_145_613_3,
            1.846_318_317_510_054_8e-5,
            1.421_511_758_316_446e-7,
            2.044_263_103_389_939_7e-15,
        ],
    ];
    let ratio = |of: [[f64; 8]; 2], x: f64| {
        let [above, below] = of.map(|terms| terms.iter().rev().fold(0.0, |sum, term| sum * x + term));
        above / below
    };
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(NEAR, 0.180_625 - q * q);
    }
    let r = (-p.min(1.0 - p).ln()).sqrt();
    let size = if r <= 5.0 { ratio(FAR, r - 1.6) } else { ratio(FARTHEST, r - 5.0) };
    size.copysign(q)
}

/// Greatest mean whose exponential the product of factors holds.
const PART: f64 = 64.0;

/// A Poisson number. The sum of two has the sum of their means, so that a mean is taken in parts; large ones
/// are nearly normal.
pub(crate) fn poisson(source: &mut dyn Source, mean: f64) -> u32 {
    if mean > LARGE {
        return (mean.sqrt() * wide_normal_pair(source)[0] + mean + 0.5) as u32;
    }
    let parts = (mean / PART).ceil().max(1.0);
    (0..parts as u32).map(|_| poisson_part(source, mean / parts)).sum()
}

/// Least mean of Poisson numbers that are nearly normal.
const LARGE: f64 = 4000.0;

/// Probabilities that a Poisson number of a mean is at most `first`, one more and so on.
pub(crate) struct PoissonQuantiles {
    mean: f64,
    first: u32,
    sums: Vec<f64>,
}

impl PoissonQuantiles {
    pub(crate) fn new(mean: f64) -> PoissonQuantiles {
        if mean > LARGE {
            return PoissonQuantiles { mean, first: 0, sums: Vec::new() };
        }
        // Farther from the mean are less than one in 2^64.
        let reach = 10.0 * mean.sqrt();
        let (first, last) = ((mean - reach).max(0.0) as u32, (mean + reach) as u32 + 60);
        let factorial: f64 = (1..=first).map(|n| f64::from(n).ln()).sum();
        let mut term = (f64::from(first) * mean.ln() - mean - factorial).exp();
        let mut sum = 0.0;
        let sums = (first..last).map(|number| {
            sum += term;
            term *= mean / f64::from(number + 1);
            sum
        });
        PoissonQuantiles { mean, first, sums: sums.collect() }
    }

    /// The least number that is not exceeded with probability `p`.
    pub(crate) fn number(&self, p: f64) -> u32 {
        match self.sums.len() {
            0 => (self.mean.sqrt() * normal_quantile(p) + self.mean + 0.5).max(0.0) as u32,
            _ => self.first + self.sums.partition_point(|&sum| sum < p) as u32,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::normal_quantile;

    #[test]
    fn quantiles_are_good_to_fifteen_digits() {
        let known = [
            (0.6, 0.253_347_103_135_799_7),
            (0.975, 1.959_963_984_540_054),
            (0.9999, 3.719_016_485_455_709),
            (1e-10, -6.361_340_902_404_056),
            (1e-300, -37.047_1),
        ];
        for (p, wanted) in known {
            let limit = if p == 1e-300 { 1e-4 } else { 1e-14 };
            assert!(
                (normal_quantile(p) - wanted).abs() < limit * f64::abs(wanted),
                "{p}: {}",
                normal_quantile(p)
            );
        }
    }
}
