//! Numbers that are computed together, one a lane.
//!
//! The functions of this unit are written once, for any [`Lanes`]: the interpreter uses a single number,
//! [`Wrapping<u32>`](Wrapping), and compiled code vectors of the processor. No operation depends on another
//! lane, and none branches.

use super::interpolate::half_squares_by_columns;
use super::table::{Steps, Table};
use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

/// Result of a function for a special operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// The result that was computed.
    Result,
    /// The operand; a subnormal one as zero of its sign.
    Operand,
    /// Positive zero.
    Zero,
    /// Positive infinity.
    Infinity,
    /// Negative infinity.
    NegativeInfinity,
    /// Infinity of the operand's sign.
    SignedInfinity,
    /// The hardware's NaN.
    Nan,
}

/// Results of a function that flushes for the classes of operands; NaNs give the hardware's.
#[derive(Clone, Copy, Debug)]
pub struct Special {
    /// Zeros and subnormal numbers.
    pub zero: Given,
    /// 1.
    pub one: Given,
    /// Negative infinity.
    pub negative_infinity: Given,
    /// Positive infinity.
    pub infinity: Given,
    /// Other negative numbers.
    pub negative: Given,
}

impl Special {
    /// Only NaNs are special.
    pub const NAN: Special = Special {
        zero: Given::Result,
        one: Given::Result,
        negative_infinity: Given::Result,
        infinity: Given::Result,
        negative: Given::Result,
    };

    /// Returns results with those of special operands replaced.
    #[inline(always)]
    pub fn replaced<L: Lanes>(self, result: L, x: L) -> L {
        const SIGN: u32 = 1 << 31;
        const INFINITY: u32 = 0xff << 23;
        const ONE: u32 = 127 << 23;
        const NAN: u32 = SIGN - 1;
        let mut out = result;
        // A class is only looked for if it is special. Closures would be calls within vector code.
        macro_rules! replace {
            ($given:expr, $is:expr) => {
                if $given != Given::Result {
                    let sign = x & L::all(SIGN);
                    let given = match $given {
                        Given::Result => out,
                        Given::Operand => x.or_else(x.has(INFINITY), sign),
                        Given::Zero => L::all(0),
                        Given::Infinity => L::all(INFINITY),
                        Given::NegativeInfinity => L::all(SIGN | INFINITY),
                        Given::SignedInfinity => sign | L::all(INFINITY),
                        Given::Nan => L::all(NAN),
                    };
                    out = given.or_else($is, out);
                }
            };
        }
        replace!(self.negative, x.has(SIGN));
        replace!(self.one, x.equals(L::all(ONE)));
        replace!(self.zero, (x & L::all(NAN)).less(L::all(1 << 23)));
        replace!(self.infinity, x.equals(L::all(INFINITY)));
        replace!(self.negative_infinity, x.equals(L::all(SIGN | INFINITY)));
        L::all(NAN).or_else(x.is_nan(), out)
    }
}

/// Encoded binary32 numbers and 32-bit integers. Integer arithmetic wraps.
pub trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// One condition a lane.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask>;
    /// Binary64 numbers.
    type Double: Doubles<Mask = Self::Mask>;

    /// Returns a number in all lanes.
    fn all(x: u32) -> Self;
    /// Shifts left by `n < 32`.
    fn left(self, n: u32) -> Self;
    /// Shifts right by `n < 32`, zeros follow.
    fn right(self, n: u32) -> Self;
    /// Shifts right by `n < 32`, copies of the sign follow.
    fn signed_right(self, n: u32) -> Self;
    /// Shifts left by each lane's number; all bits are lost from 32 on.
    fn left_by(self, n: Self) -> Self;
    /// Shifts right by each lane's number; all bits are lost from 32 on.
    fn right_by(self, n: Self) -> Self;
    /// Returns the sum of the products of both halves, signed integers of 16 bits.
    fn pair_product(self, other: Self) -> Self;
    /// Returns the lower word of the product.
    fn low_product(self, other: Self) -> Self;
    /// Returns the number plus [`pair_product`](Self::pair_product) of two others.
    #[inline(always)]
    fn plus_pair_product(self, a: Self, b: Self) -> Self {
        self + a.pair_product(b)
    }
    /// Adds another number to the numbers that have one of some bits.
    #[inline(always)]
    fn plus_where(self, bits: u32, other: Self) -> Self {
        self + other.kept(self.has(bits))
    }
    /// Replaces results below the smallest normal number by zero, and those of NaNs `x` by the hardware's.
    /// The results of NaNs are negative, and no others.
    #[inline(always)]
    fn normal_or_nan(self, x: Self) -> Self {
        let normal = self.kept(Self::all((1 << 23) - 1).less(self));
        normal.special(x, Special::NAN)
    }
    /// Replaces results of an operand `x` of binary32 that is special, and NaNs by the hardware's.
    #[inline(always)]
    fn special(self, x: Self, cases: Special) -> Self {
        cases.replaced(self, x)
    }
    /// Returns [`half_square`](super::half_square) of integers of 17 bits.
    #[inline(always)]
    fn half_square(self) -> Self {
        half_squares_by_columns(self)
    }
    /// Returns [`half_square`](Self::half_square) with 1 in its upper half.
    #[inline(always)]
    fn half_square_and_one(self) -> Self {
        self.half_square() | Self::all(1 << 16)
    }
    /// Compares for equality.
    fn equals(self, other: Self) -> Self::Mask;
    /// Compares signed integers.
    fn less(self, other: Self) -> Self::Mask;
    /// Tests whether one of some bits is set.
    fn has(self, bits: u32) -> Self::Mask;
    /// Returns the numbers of a mask's lanes, zero elsewhere.
    fn kept(self, mask: Self::Mask) -> Self;
    /// Returns the numbers of a mask's lanes, those of `other` elsewhere.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
    /// Multiplies binary32 numbers; a NaN may have any payload.
    fn times(self, other: Self) -> Self;
    /// Returns the smaller of two binary32 numbers; `other` if one is a NaN.
    fn smaller(self, other: Self) -> Self;
    /// Returns the larger of two binary32 numbers; `other` if one is a NaN.
    fn larger(self, other: Self) -> Self;
    /// Converts binary32 to integers, towards zero. NaNs give the least, those beyond 32 bits any number.
    fn toward_zero(self) -> Self;
    /// Subtracts binary32 numbers; a NaN may have any payload.
    fn minus(self, other: Self) -> Self;
    /// Compares binary32 numbers; a NaN is not less.
    fn float_less(self, other: Self) -> Self::Mask;
    /// Tests for NaNs of binary32.
    fn is_nan(self) -> Self::Mask;
    /// Converts signed integers.
    fn integer_to_double(self) -> Self::Double;
    /// Converts binary32 numbers.
    fn single_to_double(self) -> Self::Double;
    /// Returns bits 29 to 60 of doubles: the exponent's lower 9 bits and 23 bits of the fraction.
    fn upper_bits(x: Self::Double) -> Self;
    /// Returns base, slope and rest of segments; bits of their numbers beyond the table's size do not count.
    fn steps<const N: usize>(table: &'static Steps<N>, segment: Self) -> [Self; 3];
    /// Returns the polynomials of segments at offsets of up to 17 bits, in the table's unit; `square` is
    /// [`half_square`](super::half_square) of the offset in 17 bits. All products and sums are exact.
    fn polynomial<const N: usize>(
        table: &Table<N>,
        segment: Self,
        offset: Self,
        square: Self,
    ) -> Self::Double;
}

/// Binary64 numbers that belong to [`Lanes`].
pub trait Doubles: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// One condition a lane.
    type Mask;

    /// Returns a number in all lanes.
    fn all(x: f64) -> Self;
    /// Rounds towards negative infinity.
    fn floor(self) -> Self;
    /// Compares; a NaN is not less.
    fn less(self, other: Self) -> Self::Mask;
    /// Removes the sign.
    fn size(self) -> Self;
    /// Returns the numbers of a mask's lanes, those of `other` elsewhere.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
}

impl Lanes for Wrapping<u32> {
    type Mask = bool;
    type Double = f64;

    #[inline(always)]
    fn all(x: u32) -> Self {
        Wrapping(x)
    }

    #[inline(always)]
    fn left(self, n: u32) -> Self {
        Wrapping(self.0 << n)
    }

    #[inline(always)]
    fn right(self, n: u32) -> Self {
        Wrapping(self.0 >> n)
    }

    #[inline(always)]
    fn signed_right(self, n: u32) -> Self {
        Wrapping((self.0 as i32 >> n) as u32)
    }

    #[inline(always)]
    fn left_by(self, n: Self) -> Self {
        Wrapping(self.0.checked_shl(n.0).unwrap_or(0))
    }

    #[inline(always)]
    fn right_by(self, n: Self) -> Self {
        Wrapping(self.0.checked_shr(n.0).unwrap_or(0))
    }

    #[inline(always)]
    fn pair_product(self, other: Self) -> Self {
        let half = |x: u32, up: u32| i32::from((x >> up) as i16);
        let [low, high] = [0, 16].map(|up| half(self.0, up).wrapping_mul(half(other.0, up)));
        Wrapping(low.wrapping_add(high) as u32)
    }

    #[inline(always)]
    fn low_product(self, other: Self) -> Self {
        self * other
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self == other
    }

    #[inline(always)]
    fn less(self, other: Self) -> bool {
        (self.0 as i32) < other.0 as i32
    }

    #[inline(always)]
    fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }

    #[inline(always)]
    fn kept(self, mask: bool) -> Self {
        self.or_else(mask, Wrapping(0))
    }

    #[inline(always)]
    fn or_else(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Wrapping((f32::from_bits(self.0) * f32::from_bits(other.0)).to_bits())
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.or_else(self.float_less(other), other)
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.or_else(other.float_less(self), other)
    }

    #[inline(always)]
    fn toward_zero(self) -> Self {
        let x = f32::from_bits(self.0);
        Wrapping(if x.is_nan() { 1 << 31 } else { x as i32 as u32 })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Wrapping((f32::from_bits(self.0) - f32::from_bits(other.0)).to_bits())
    }

    #[inline(always)]
    fn float_less(self, other: Self) -> bool {
        f32::from_bits(self.0) < f32::from_bits(other.0)
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        f32::from_bits(self.0).is_nan()
    }

    #[inline(always)]
    fn integer_to_double(self) -> f64 {
        f64::from(self.0 as i32)
    }

    #[inline(always)]
    fn single_to_double(self) -> f64 {
        f64::from(f32::from_bits(self.0))
    }

    #[inline(always)]
    fn upper_bits(x: f64) -> Self {
        Wrapping((x.to_bits() >> 29) as u32)
    }

    #[inline(always)]
    fn steps<const N: usize>(table: &'static Steps<N>, segment: Self) -> [Self; 3] {
        let [base, slope, rest, _] = table.rows[segment.0 as usize % N].0;
        [base, slope, rest].map(Wrapping)
    }

    #[inline(always)]
    fn polynomial<const N: usize>(table: &Table<N>, segment: Self, offset: Self, square: Self) -> f64 {
        let row = &table.rows[segment.0 as usize];
        row.constant
            + f64::from(row.slope) * offset.integer_to_double()
            + f64::from(row.curvature) * square.integer_to_double()
    }
}

impl Doubles for f64 {
    type Mask = bool;

    #[inline(always)]
    fn all(x: f64) -> f64 {
        x
    }

    #[inline(always)]
    fn floor(self) -> f64 {
        self.floor()
    }

    #[inline(always)]
    fn less(self, other: f64) -> bool {
        self < other
    }

    #[inline(always)]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn or_else(self, mask: bool, other: f64) -> f64 {
        if mask { self } else { other }
    }
}
