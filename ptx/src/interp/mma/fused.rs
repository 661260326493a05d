//! Summation in tensor cores: exact products, aligned to the largest exponent and truncated.
//!
//! The rules were found by comparison with an H200 (`testdata/gpu/mma`). All products of an instruction and
//! its addend are aligned to the largest exponent of the nonzero terms. The exponent of a product is the sum
//! of its factors' exponents; a subnormal has the smallest exponent of its format. 25 fraction bits of each
//! term are kept, the rest is truncated. The sum is exact, then truncated to binary32 or rounded to binary16.
//! Zero is never negative, and all NaNs are the same.

use crate::ir::Scalar;

/// Fraction bits of terms in this module.
const KEPT: u32 = 25;

/// Fraction bits kept of each term, relative to the largest exponent, and of the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    /// 25 of a term, and all bits of the format of the sum.
    Usual,
    /// 13 of both: 8-bit floats multiplied by a warpgroup.
    Group8,
}
/// Smallest exponent that terms are aligned to.
const LEAST: i32 = -133;
/// Fraction bits of a factor.
const FACTOR: u32 = 10;

/// Exponents of special values, far enough apart that sums with other exponents remain distinguishable.
const ZERO: i32 = -(1 << 20);
const INFINITE: i32 = 1 << 24;
const NAN: i32 = 1 << 26;

/// A factor: `significand × 2^(exponent - FACTOR)`; or an addend: `significand × 2^(exponent - KEPT)`.
///
/// Zero, infinity (with its sign in the significand) and NaN have special exponents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    significand: i32,
    exponent: i32,
}

/// Returns the exponent bits and the stored fraction bits of a format.
const fn layout(s: Scalar) -> (u32, u32) {
    match s {
        Scalar::F16 => (5, 10),
        Scalar::Bf16 => (8, 7),
        Scalar::E4m3 => (4, 3),
        Scalar::E5m2 => (5, 2),
        // `Tf32` is `F32` without the fraction bits after the tenth.
        _ => (8, 23),
    }
}

impl Number {
    pub(super) const ZERO: Number = Number { significand: 0, exponent: ZERO };

    /// Decodes a number with `behind_point` fraction bits. `widened`: 8-bit floats are converted to binary16
    /// first.
    fn decode(s: Scalar, bits: u64, behind_point: u32, widened: bool) -> Number {
        let (exponent_bits, stored) = layout(s);
        let negative = bits >> (exponent_bits + stored) & 1 != 0;
        let signed = |magnitude: i32| if negative { -magnitude } else { magnitude };
        let top = (1 << exponent_bits) - 1;
        let bias = top as i32 / 2;
        let field = bits >> stored & top;
        let mut fraction = bits & ((1 << stored) - 1);
        if s == Scalar::Tf32 {
            fraction &= !0x1fff;
        }
        if s == Scalar::E4m3 {
            if field == top && fraction == 7 {
                return Number { significand: 0, exponent: NAN };
            }
            if widened && field == 0 && fraction != 0 {
                // Converted to binary16 first, in which it is a normal number.
                let up = fraction.leading_zeros() - (63 - stored);
                let significand = signed((fraction << (FACTOR - stored + up)) as i32);
                return Number { significand, exponent: 1 - bias - up as i32 };
            }
        } else if field == top {
            let (significand, exponent) = if fraction == 0 { (signed(1), INFINITE) } else { (0, NAN) };
            return Number { significand, exponent };
        }
        let hidden = if field == 0 { 0 } else { 1 << stored };
        match fraction | hidden {
            0 => Self::ZERO,
            exact => Number {
                significand: signed((exact << KEPT >> (KEPT + stored - behind_point)) as i32),
                exponent: field.max(1) as i32 - bias,
            },
        }
    }

    /// Decodes an element of A or B.
    pub(super) fn factor(s: Scalar, bits: u64) -> Number {
        Self::decode(s, bits, FACTOR, true)
    }

    /// Decodes an element of A or B of a warpgroup, which has circuits for 8-bit floats.
    pub(super) fn group_factor(s: Scalar, bits: u64) -> Number {
        Self::decode(s, bits, FACTOR, false)
    }

    /// Negates the number, if requested.
    pub(super) fn negated(self, negate: bool) -> Number {
        Number { significand: if negate { -self.significand } else { self.significand }, ..self }
    }

    /// Decodes an element of C.
    pub(super) fn addend(s: Scalar, bits: u64) -> Number {
        Self::decode(s, bits, KEPT, true)
    }
}

/// Result of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sum {
    /// `value × 2^(exponent - KEPT)`.
    Finite { value: i64, exponent: i32 },
    /// Infinity; `true` if negative.
    Infinite(bool),
    /// Not a number.
    Nan,
}

/// Returns the sum of products and an addend.
pub(super) fn sum(
    products: impl Iterator<Item = (Number, Number)> + Clone,
    addend: Number,
    kept: Kept,
) -> Sum {
    let exponent = |(x, y): (Number, Number)| x.exponent + y.exponent;
    let largest = products.clone().map(exponent).fold(addend.exponent, i32::max);
    if largest >= INFINITE / 2 {
        return special(products, addend);
    }
    let largest = largest.max(LEAST);
    let least = match kept {
        Kept::Usual => 0,
        Kept::Group8 => KEPT - 13,
    };
    // Shift that truncates towards zero.
    let cut = |value: i32, exponent: i32| {
        let shift = ((largest - exponent) as u32 + least).min(31);
        ((value + (value >> 31 & ((1u32 << shift) - 1) as i32)) >> shift) << least
    };
    // Products of significands have fewer than 23 bits, so a term has at most 28.
    let product = |(x, y): (Number, Number)| {
        cut((x.significand * y.significand) << (KEPT - 2 * FACTOR), exponent((x, y)))
    };
    let value = products.map(|pair| i64::from(product(pair))).sum::<i64>();
    Sum::Finite { value: value + i64::from(cut(addend.significand, addend.exponent)), exponent: largest }
}

/// Returns the sum if a term is infinite or NaN.
fn special(products: impl Iterator<Item = (Number, Number)>, addend: Number) -> Sum {
    let one = Number { significand: 1, exponent: 0 };
    let mut sum = None;
    for (x, y) in products.chain(std::iter::once((addend, one))) {
        if x.exponent == NAN || y.exponent == NAN {
            return Sum::Nan;
        }
        if x.exponent == INFINITE || y.exponent == INFINITE {
            let negative = (x.significand < 0) != (y.significand < 0);
            let zero = x.significand == 0 || y.significand == 0;
            if zero || sum.is_some_and(|other| other != negative) {
                return Sum::Nan;
            }
            sum = Some(negative);
        }
    }
    sum.map_or(Sum::Nan, Sum::Infinite)
}

impl Sum {
    /// Encodes the sum in `F32` (truncated) or `F16` (to nearest, ties to even).
    pub(super) fn encode(self, s: Scalar, kept: Kept) -> u64 {
        let (exponent_bits, stored) = layout(s);
        let top = (1 << exponent_bits) - 1;
        let bias = top as i32 / 2;
        let sign = |negative: bool| u64::from(negative) << (exponent_bits + stored);
        let (value, exponent) = match self {
            Sum::Nan => return sign(true) - 1,
            Sum::Infinite(negative) => return sign(negative) | top << stored,
            Sum::Finite { value: 0, .. } => return 0,
            Sum::Finite { value, exponent } => (value, exponent),
        };
        let magnitude = value.unsigned_abs();
        let unit = exponent - KEPT as i32;
        // Exponent of the first bit, and of the last bit in the format.
        let first = 63 - magnitude.leading_zeros() as i32 + unit;
        let last = first.max(1 - bias) - stored as i32;
        let whole = match u32::try_from(last - unit) {
            Ok(drop) => {
                let cut = magnitude.checked_shr(drop).unwrap_or(0);
                let rest = if drop < 64 { magnitude & ((1 << drop) - 1) } else { 0 };
                let half = if (1..64).contains(&drop) { 1 << (drop - 1) } else { u64::MAX };
                let up = s == Scalar::F16 && (rest > half || (rest == half && cut & 1 != 0));
                cut + u64::from(up)
            }
            Err(_) => magnitude << (unit - last),
        };
        // A carry out of the fraction increments the exponent; the hidden bit of a normal number adds one to
        // it.
        let field = (first.max(1 - bias) - 1 + bias) as u64;
        let bits = (field << stored) + whole;
        let bits = match (kept, s) {
            (Kept::Group8, Scalar::F32) => bits & !0x3ff,
            _ => bits,
        };
        match bits {
            0 => 0,
            _ => sign(value < 0) | bits.min(top << stored),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subnormal_of_8_bits_counts_as_the_binary16_it_becomes() {
        // The smallest subnormal of `E4m3` is 2^-9.
        let small = Number::factor(Scalar::E4m3, 1);
        let same = Number::factor(Scalar::F16, 0x1800);
        assert_eq!((small.significand, small.exponent), (same.significand, same.exponent));
    }

    #[test]
    fn terms_25_bits_below_the_largest_are_truncated() {
        let tiny = Number::factor(Scalar::F16, 0x0400);
        let sum = |c: f32| {
            let products = [(tiny, tiny), (tiny, tiny)];
            let c = Number::addend(Scalar::F32, c.to_bits().into());
            f32::from_bits(sum(products.into_iter(), c, Kept::Usual).encode(Scalar::F32, Kept::Usual) as u32)
        };
        // Two products of 2^-28: next to 2^-2 neither is kept, although their sum would be.
        assert_eq!(sum(0.0), 2f32.powi(-27));
        assert_eq!(sum(-(2f32.powi(-4))), -(2f32.powi(-4)) + 2f32.powi(-27));
        assert_eq!(sum(-(2f32.powi(-2))), -(2f32.powi(-2)));
    }
}
