//! Logarithms and exponentials rounded to binary32. They are computed in binary64 by a few operations, which
//! all engines execute in this order and without fusing.
//!
//! The relative error before that rounding is below 2^-38: about one argument in ten thousand is rounded to
//! the neighbour of the correct result.

use std::f64::consts::{LN_2, LOG2_10, LOG2_E, LOG10_2};

/// Bits of the square root of one half; the logarithm reduces its argument to within a factor of it.
pub const SQRT_HALF: i64 = 0x3fe6_a09e_667f_3bcd;
/// Bias that makes exponents positive.
pub const BIAS: i64 = 1024;
/// Number with a unit of 1 in the last place: adding it rounds to an integer, which is in its low bits.
pub const ROUND_MAGIC: f64 = 6_755_399_441_055_744.0;
/// Exponents beyond this limit give infinity or zero in binary32.
pub const MAX_EXPONENT: f64 = 200.0;

/// Coefficients of the logarithm to base 2 in odd powers of `(m - 1) / (m + 1)`.
pub const LOG: [f64; 7] = {
    let mut all = [0.0; 7];
    let mut n = 0;
    while n < 7 {
        all[n] = 2.0 * LOG2_E / (2 * n + 1) as f64;
        n += 1;
    }
    all
};

/// Coefficients of the polynomial for powers of two.
pub const EXP: [f64; 11] = {
    let mut all = [1.0; 11];
    let mut n = 1;
    while n < 11 {
        all[n] = all[n - 1] * LN_2 / n as f64;
        n += 1;
    }
    all
};

/// Algorithm of a function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Single {
    /// Logarithm to base 2, multiplied by this.
    Log(f64),
    /// Power of two; the argument is multiplied by this.
    Exp(f64),
}

impl Single {
    pub(super) fn new(math: super::Math) -> Option<Single> {
        use super::Math;
        Some(match math {
            Math::Log2 => Single::Log(1.0),
            Math::Log => Single::Log(LN_2),
            Math::Log10 => Single::Log(LOG10_2),
            Math::Exp2 => Single::Exp(1.0),
            Math::Exp => Single::Exp(LOG2_E),
            Math::Exp10 => Single::Exp(LOG2_10),
            _ => return None,
        })
    }

    /// Returns the value, not yet rounded to binary32.
    pub fn eval(self, x: f64) -> f64 {
        match self {
            Single::Log(by) => log2(x) * by,
            Single::Exp(by) => exp2(x * by),
        }
    }
}

fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    let (last, before) = coefficients.split_last().expect("there are some");
    before.iter().rev().fold(*last, |sum, c| sum * x + c)
}

/// Returns the logarithm to base 2 of a binary32 number.
pub(crate) fn log2(x: f64) -> f64 {
    let bits = x.to_bits() as i64;
    let exponent = (bits.wrapping_sub(SQRT_HALF).wrapping_add(BIAS << 52) as u64 >> 52) as i64;
    let m = f64::from_bits(bits.wrapping_sub(exponent.wrapping_sub(BIAS) << 52) as u64);
    let f = m - 1.0;
    let s = f / (m + 1.0);
    let sum = polynomial(&LOG, s * s) * s;
    let whole =
        f64::from_bits(ROUND_MAGIC.to_bits().wrapping_add(exponent as u64)) - (ROUND_MAGIC + BIAS as f64);
    match x {
        x if x > 0.0 && x < f64::INFINITY => whole + sum,
        x if x > 0.0 => x,
        0.0 => f64::NEG_INFINITY,
        _ => f64::NAN,
    }
}

/// Returns two to the power of `x`, exact enough for binary32.
pub(crate) fn exp2(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let x = x.clamp(-MAX_EXPONENT, MAX_EXPONENT);
    let shifted = x + ROUND_MAGIC;
    let part = polynomial(&EXP, x - (shifted - ROUND_MAGIC));
    f64::from_bits(part.to_bits().wrapping_add(shifted.to_bits() << 52))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns binary32 numbers of all exponents.
    fn numbers() -> impl Iterator<Item = f64> {
        (0..1 << 16).map(|n: u32| f64::from(f32::from_bits(n << 15 | n.wrapping_mul(2_654_435) & 0x7fff)))
    }

    #[test]
    fn errors_stay_below_what_binary32_shows() {
        for x in numbers().filter(|x| x.is_finite() && *x > 0.0) {
            let exact = libm::log2(x);
            assert!((log2(x) - exact).abs() <= exact.abs() * 2f64.powi(-38), "log2({x})");
        }
        for x in numbers().chain(numbers().map(|x| -x)).filter(|x| x.abs() <= MAX_EXPONENT) {
            let exact = libm::exp2(x);
            assert!((exp2(x) - exact).abs() <= exact * 2f64.powi(-38), "exp2({x})");
        }
    }

    #[test]
    fn ends_are_exact() {
        assert_eq!(
            [0.0, -0.0, 1.0, f64::INFINITY].map(log2),
            [-f64::INFINITY, -f64::INFINITY, 0.0, f64::INFINITY]
        );
        assert!([-1.0, f64::NAN, f64::NEG_INFINITY].map(log2).iter().all(|x| x.is_nan()));
        assert_eq!([0.0, 10.0, -3.0].map(exp2), [1.0, 1024.0, 0.125]);
        assert_eq!(
            [-300.0, 300.0, f64::INFINITY].map(|x| exp2(x) as f32),
            [0.0, f32::INFINITY, f32::INFINITY]
        );
        assert!(exp2(f64::NAN).is_nan());
    }
}
