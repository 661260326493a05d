//! The sum of a tensor core: products exact, brought to the exponent of the largest term, cut there.
//!
//! What an H200 does, found by comparing (`testdata/gpu/mma`): all products of an instruction and its addend are
//! aligned to the largest exponent among those that are not zero, where the exponent of a product is the sum of
//! its factors' and that of a subnormal the smallest of its format. Of each, 25 bits behind the point of that
//! exponent are kept, the rest is cut. Their sum is exact, and cut to binary32 or rounded to binary16; zero is never
//! negative, and NaN always the same.

use crate::ir::Scalar;

/// Bits behind the point that are kept of each term.
const KEPT: u32 = 25;
/// No exponent below this one is aligned to.
const LEAST: i32 = -133;
/// Bits behind the point of a factor.
const FACTOR: u32 = 10;

/// A factor or an addend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    /// `significand × 2^(exponent - FACTOR)`, of an addend `2^(exponent - KEPT)`.
    Finite { significand: i32, exponent: i32 },
    /// Infinity, negative or not.
    Infinite(bool),
    /// Not a number.
    Nan,
}

/// Exponent bits and stored fraction bits of a format.
const fn layout(s: Scalar) -> (u32, u32) {
    match s {
        Scalar::F16 => (5, 10),
        Scalar::Bf16 => (8, 7),
        Scalar::E4m3 => (4, 3),
        Scalar::E5m2 => (5, 2),
        // `Tf32` has the bits of `F32`, of which those behind the tenth of the fraction are not looked at.
        _ => (8, 23),
    }
}

impl Number {
    pub(super) const ZERO: Number = Number::Finite { significand: 0, exponent: 0 };

    /// A factor; or an addend, whose significand has more bits.
    fn with_bits(s: Scalar, bits: u64, behind_point: u32) -> Number {
        let (exponent_bits, stored) = layout(s);
        let negative = bits >> (exponent_bits + stored) & 1 != 0;
        let top = (1 << exponent_bits) - 1;
        let bias = top as i32 / 2;
        let field = bits >> stored & top;
        let mut fraction = bits & ((1 << stored) - 1);
        if s == Scalar::Tf32 {
            fraction &= !0x1fff;
        }
        if s == Scalar::E4m3 {
            if field == top && fraction == 7 {
                return Number::Nan;
            }
        } else if field == top {
            return if fraction == 0 { Number::Infinite(negative) } else { Number::Nan };
        }
        let hidden = if field == 0 { 0 } else { 1 << stored };
        if s == Scalar::E4m3 && field == 0 && fraction != 0 {
            // It becomes a binary16 first, of which it is a normal number.
            let up = fraction.leading_zeros() - (63 - stored);
            let significand = (fraction << (FACTOR - stored + up)) as i32;
            let exponent = 1 - bias - up as i32;
            return Number::Finite {
                significand: if negative { -significand } else { significand },
                exponent,
            };
        }
        let exact = (fraction | hidden) << KEPT >> (KEPT + stored - behind_point);
        let significand = if negative { -(exact as i32) } else { exact as i32 };
        Number::Finite { significand, exponent: field.max(1) as i32 - bias }
    }

    /// An element of A or B.
    pub(super) fn factor(s: Scalar, bits: u64) -> Number {
        Self::with_bits(s, bits, FACTOR)
    }

    /// An element of C.
    pub(super) fn addend(s: Scalar, bits: u64) -> Number {
        Self::with_bits(s, bits, KEPT)
    }
}

/// What a sum came to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sum {
    /// `value × 2^(exponent - KEPT)`.
    Finite { value: i64, exponent: i32 },
    /// Infinity, negative or not.
    Infinite(bool),
    /// Not a number.
    Nan,
}

/// The sum of products and an addend.
pub(super) fn sum(products: impl Iterator<Item = (Number, Number)> + Clone, addend: Number) -> Sum {
    use Number::{Finite, Infinite, Nan};
    let product = |(x, y): (Number, Number)| match (x, y) {
        (Finite { significand: a, exponent: i }, Finite { significand: b, exponent: j }) => {
            let value = i64::from(a) * i64::from(b);
            Sum::Finite { value: value << (KEPT - 2 * FACTOR), exponent: i + j }
        }
        (Nan, _) | (_, Nan) => Sum::Nan,
        (Infinite(a), Infinite(b)) => Sum::Infinite(a != b),
        (Infinite(_), Finite { significand: 0, .. }) | (Finite { significand: 0, .. }, Infinite(_)) => {
            Sum::Nan
        }
        (Infinite(a), Finite { significand, .. }) | (Finite { significand, .. }, Infinite(a)) => {
            Sum::Infinite(a != (significand < 0))
        }
    };
    let addend = match addend {
        Finite { significand, exponent } => Sum::Finite { value: significand.into(), exponent },
        Infinite(negative) => Sum::Infinite(negative),
        Nan => Sum::Nan,
    };
    let terms = products.map(product).chain(std::iter::once(addend));
    let mut largest = LEAST;
    let mut infinite = None;
    for term in terms.clone() {
        match term {
            Sum::Finite { value: 0, .. } => {}
            Sum::Finite { exponent, .. } => largest = largest.max(exponent),
            Sum::Infinite(negative) if infinite.is_none_or(|other| other == negative) => {
                infinite = Some(negative);
            }
            _ => return Sum::Nan,
        }
    }
    if let Some(negative) = infinite {
        return Sum::Infinite(negative);
    }
    let value = terms
        .map(|term| match term {
            Sum::Finite { value, exponent } if value != 0 => {
                // A shift that cuts towards zero; values have less than 40 bits.
                let shift = (largest - exponent).min(62);
                (value + (value >> 63 & ((1 << shift) - 1))) >> shift
            }
            _ => 0,
        })
        .sum();
    Sum::Finite { value, exponent: largest }
}

impl Sum {
    /// The bits of the sum in `F32` (cut) or `F16` (to nearest, ties to even).
    pub(super) fn encode(self, s: Scalar) -> u64 {
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
        // The exponent of the first bit, and that of the last one that the format has.
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
        // A carry out of the fraction raises the exponent; the hidden bit of a normal number adds one to it.
        let field = (first.max(1 - bias) - 1 + bias) as u64;
        let bits = (field << stored) + whole;
        match bits {
            0 => 0,
            _ => sign(value < 0) | bits.min(top << stored),
        }
    }
}
