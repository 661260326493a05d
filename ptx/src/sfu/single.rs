//! Functions of binary32. Each `ftz` argument stands for `.ftz`: subnormal operands and results become zeros
//! of their sign.

use super::coefficients::{EX2, LG2, RCP, RSQRT, SIN, SQRT, TANH};
use super::interpolate::{interpolated, long_step, truncated, two_steps};
use super::lanes::{Doubles, Given, Lanes, Special};
use super::table::{Long, STEP_BITS, Steps, Table};

/// Results are in (1/2, 1] and have the exponent of 1/2; the argument, exponent included, is subtracted.
static RCP_STEPS: Steps<128> = Steps::new(&RCP, 16, -1, 252 << 23);
/// Results are in (1/2, 1] and [1, 2).
static RSQRT_STEPS: Long<128> = Long::new(&RSQRT, 8);
static SQRT_STEPS: Long<128> = Long::new(&SQRT, 9);
static SIN_TABLE: Table<64> = Table::new(&SIN, 37);
/// Results are in [1, 2); the argument in fixed point is added.
static EX2_STEPS: Steps<64> = Steps::new(&EX2, 17, 1, 126 << 23);
/// Results are in [0, 1); the argument is added, 1 having the exponent 0.
static LG2_STEPS: Steps<64> = Steps::new(&LG2, 17, 1, 0u32.wrapping_sub(ONE));
static TANH_TABLE: Table<64> = Table::new(&TANH, 43);

pub(super) const SIGN: u32 = 1 << 31;
const FRACTION: u32 = (1 << 23) - 1;
pub(super) const INFINITY: u32 = 0xff << 23;
const ONE: u32 = 127 << 23;
/// 2^126, the largest number whose reciprocal is normal.
pub(super) const LARGE: u32 = 253 << 23;
/// Smallest normal number.
pub(super) const SMALLEST: u32 = 1 << 23;
/// The NaN that instructions return.
const NAN: u32 = SIGN - 1;

/// Factors for subnormal operands, 2^24, and its root.
pub(super) const UP: u32 = (127 + 24) << 23;
const ROOT_UP: u32 = (127 + 12) << 23;
/// The root's inverse.
const ROOT_DOWN: u32 = (127 - 12) << 23;
const HALF: u32 = 126 << 23;

/// Bits of an offset within one of 64 segments.
const OFFSET: u32 = 17;

/// Returns `a` in a mask's lanes, else `b`.
#[inline(always)]
pub(super) fn select<L: Lanes>(mask: L::Mask, a: u32, b: u32) -> L {
    L::all(a).or_else(mask, L::all(b))
}

/// Replaces NaNs by the hardware's.
#[inline(always)]
fn canonical<L: Lanes>(x: L) -> L {
    L::all(NAN).or_else(x.is_nan(), x)
}

/// Returns the product of two numbers, NaNs as the hardware has them.
#[inline(always)]
pub(super) fn product<L: Lanes>(a: L, b: L) -> L {
    canonical(a.times(b))
}

/// Removes the sign.
#[inline(always)]
pub(super) fn magnitude<L: Lanes>(x: L) -> L {
    x & L::all(NAN)
}

#[inline(always)]
fn sign<L: Lanes>(x: L) -> L {
    x & L::all(SIGN)
}

/// Replaces a subnormal number by a zero of its sign.
#[inline(always)]
pub(super) fn flushed<L: Lanes>(x: L) -> L {
    x.or_else(x.has(INFINITY), sign(x))
}

/// Returns whether a number is subnormal or zero.
#[inline(always)]
pub(super) fn is_small<L: Lanes>(x: L) -> L::Mask {
    magnitude(x).less(L::all(SMALLEST))
}

/// The `rcp` operation of the unit, which flushes.
#[inline(always)]
pub(super) fn unit_rcp<L: Lanes>(x: L) -> L {
    let magnitude = magnitude(x);
    let offset = magnitude & L::all(0xffff);
    let square = offset.left(1).half_square_and_one();
    let (base, sum) = two_steps(&RCP_STEPS, magnitude.right(16), offset, square);
    let result = (base - magnitude) + sum.signed_right(STEP_BITS);
    // Reciprocals of larger numbers are below all normal ones.
    let result = result.kept(magnitude.less(L::all(LARGE + 1))) | sign(x);
    result.special(x, Special { zero: Given::SignedInfinity, ..Special::NAN })
}

/// `rcp.approx{.ftz}.f32`
#[inline(always)]
pub fn rcp<L: Lanes>(x: L, ftz: bool) -> L {
    if ftz {
        return unit_rcp(x);
    }
    // Operands and results that the unit would flush are scaled.
    let size = magnitude(x);
    let large = L::all(253 << 23).less(size) & size.less(L::all(INFINITY));
    let small = is_small(x);
    let scale = L::all(125 << 23).or_else(large, select(small, UP, ONE));
    product(unit_rcp(x.times(scale)), scale)
}

/// Splits `x` as `4^a * b` with b in [1, 4): `a`, the segment of 128, and the offset.
#[inline(always)]
fn quarters<L: Lanes>(x: L) -> (L, L, L) {
    // An odd biased exponent is that of numbers in [1, 2).
    let shifted = x - L::all(ONE);
    let segment = shifted.right(OFFSET) & L::all(0x7f);
    (shifted.signed_right(24), segment, x & L::all((1 << OFFSET) - 1))
}

/// The `rsqrt` operation of the unit, which flushes.
#[inline(always)]
fn unit_rsqrt<L: Lanes>(x: L) -> L {
    let (power, segment, offset) = quarters(x);
    let size = long_step(&RSQRT_STEPS, segment, offset) + L::all(125 << 23);
    let is_power = (segment | offset).equals(L::all(0));
    let result = L::all(ONE).or_else(is_power, size) - power.left(23);
    result.special(
        x,
        Special {
            zero: Given::SignedInfinity,
            one: Given::Result,
            negative_infinity: Given::Nan,
            infinity: Given::Zero,
            negative: Given::Nan,
        },
    )
}

/// Computes a root without flushing: subnormal operands are scaled by [`UP`], and their results by `back`.
#[inline(always)]
fn scaled<L: Lanes>(x: L, unit: impl Fn(L) -> L, back: u32) -> L {
    let small = is_small(x);
    product(unit(x.times(select(small, UP, ONE))), select(small, back, ONE))
}

/// `rsqrt.approx{.ftz}.f32`
#[inline(always)]
pub fn rsqrt<L: Lanes>(x: L, ftz: bool) -> L {
    if ftz { unit_rsqrt(x) } else { scaled(x, unit_rsqrt, ROOT_UP) }
}

/// The `sqrt` operation of the unit, which flushes.
#[inline(always)]
fn unit_sqrt<L: Lanes>(x: L) -> L {
    let (power, segment, offset) = quarters(x);
    let size = long_step(&SQRT_STEPS, segment, offset) + L::all(126 << 23);
    let result = size + power.left(23);
    result.special(
        x,
        Special {
            zero: Given::Operand,
            one: Given::Result,
            negative_infinity: Given::Nan,
            infinity: Given::Infinity,
            negative: Given::Nan,
        },
    )
}

/// `sqrt.approx{.ftz}.f32`
#[inline(always)]
pub fn sqrt<L: Lanes>(x: L, ftz: bool) -> L {
    if ftz { unit_sqrt(x) } else { scaled(x, unit_sqrt, ROOT_DOWN) }
}

/// Returns a binary32 number's size in fixed point, cut off to 23 fraction bits after a shift left by
/// `more`; bits beyond the 32nd are lost.
#[inline(always)]
fn fixed<L: Lanes>(magnitude: L, more: u32) -> L {
    let (exponent, significand) = (magnitude.right(23), magnitude & L::all(FRACTION) | L::all(SMALLEST));
    let one = L::all(127 - more);
    // A negative distance is a large number, which shifts all bits out.
    significand.left_by(exponent - one) | significand.right_by(one - exponent)
}

/// Returns the size of an angle in turns, rounded towards zero to 25 fraction bits.
///
/// A separate instruction multiplies by `1 / 2π` and rounds towards zero (observed on an H200).
#[inline(always)]
fn turns<L: Lanes>(x: L) -> L {
    let circle = L::Double::all(f64::from(std::f32::consts::FRAC_1_PI * 0.5));
    let exact = magnitude(flushed(x)).single_to_double() * circle;
    // The product of two 24-bit numbers is exact, and cutting it off is rounding towards zero.
    let small = exact.less(L::Double::all(f64::from(f32::MIN_POSITIVE)));
    let turns = L::all(0).or_else(small, truncated(exact, 0));
    fixed(turns, 2) & L::all(0x1ff_ffff)
}

/// Sine of an angle in turns of 25 bits, after `quadrants` further quarters.
#[inline(always)]
fn circular<L: Lanes>(x: L, quadrants: u32, sign: L) -> L {
    let angle = turns(x);
    let quadrant = angle.right(23) + L::all(quadrants);
    // Where the sine falls, the bits are inverted: one step less than the exact complement.
    let falls = L::all(0) - (quadrant & L::all(1));
    let rest = (angle ^ falls) & L::all(FRACTION);
    let offset = rest & L::all((1 << OFFSET) - 1);
    let size = interpolated(&SIN_TABLE, rest.right(OFFSET), offset);
    let size = L::all(0).or_else(size.less(L::Double::all(1.0)), truncated(size, SIN_TABLE.unit));
    let result = size | (sign ^ (quadrant.left(30) & L::all(SIGN)));
    L::all(NAN).or_else(L::all(INFINITY - 1).less(magnitude(x)), result)
}

/// `sin.approx{.ftz}.f32`; both forms flush.
#[inline(always)]
pub fn sin<L: Lanes>(x: L) -> L {
    circular(x, 0, sign(x))
}

/// `cos.approx{.ftz}.f32`; both forms flush.
#[inline(always)]
pub fn cos<L: Lanes>(x: L) -> L {
    circular(x, 1, L::all(0))
}

/// The `lg2` operation of the unit, which flushes.
#[inline(always)]
fn unit_lg2<L: Lanes>(x: L) -> L {
    // The sum is taken in units of 2^-36.
    const UNIT: u32 = 36;
    const CUT: u32 = 2;
    let offset = x & L::all((1 << OFFSET) - 1);
    let (base, low) = two_steps(&LG2_STEPS, x.right(OFFSET), offset, offset.half_square_and_one());
    let (high, low) = (base + x, low.signed_right(CUT));
    // A negative sum is negated by inverting its bits.
    let negative = x.less(L::all(ONE));
    let (high, low) =
        ((L::all(0) - high).or_else(negative, high), (L::all(u32::MAX) - low).or_else(negative, low));
    let step = L::Double::all(f64::from(1 << (STEP_BITS - CUT)));
    let size = high.integer_to_double() * step + low.integer_to_double();
    let result = truncated::<L>(size, UNIT) | L::all(SIGN).kept(negative);
    result.special(
        x,
        Special {
            zero: Given::NegativeInfinity,
            one: Given::Zero,
            negative_infinity: Given::Nan,
            infinity: Given::Infinity,
            negative: Given::Nan,
        },
    )
}

/// `lg2.approx{.ftz}.f32`
#[inline(always)]
pub fn lg2<L: Lanes>(x: L, ftz: bool) -> L {
    /// Encoding of 24.
    const POWER: u32 = (127 + 4) << 23 | 1 << 22;
    if ftz {
        return unit_lg2(x);
    }
    let small = is_small(x);
    let plain = unit_lg2(x.times(select(small, UP, ONE)));
    canonical(plain.minus(L::all(POWER).kept(small)))
}

/// The `ex2` operation of the unit, which flushes.
#[inline(always)]
fn unit_ex2<L: Lanes>(x: L) -> L {
    /// Encodings of 128, -127 and 2^23.
    const MOST: u32 = 134 << 23;
    const LEAST: u32 = SIGN | 133 << 23 | 0x7e << 16;
    const FIXED: u32 = 150 << 23;
    // 128 gives infinity, -127 and above less than the smallest normal number. A NaN gives -1.
    let near = L::all(LEAST).larger(L::all(MOST).smaller(x));
    let fixed = near.times(L::all(FIXED)).toward_zero();
    // Fractions of negative numbers are inverted: one step less than the exact complement.
    let less = x.signed_right(31);
    let inverted = fixed + less;
    let offset = inverted & L::all((1 << OFFSET) - 1);
    let (base, sum) = two_steps(&EX2_STEPS, inverted.right(OFFSET), offset, offset.half_square_and_one());
    // A whole number is not inverted. Its inverse gives one step less, which is added here: so the segment
    // does not wait for this comparison.
    let result = (base + fixed.plus_where(FRACTION, less)) + sum.signed_right(STEP_BITS);
    result.normal_or_nan(x)
}

/// `ex2.approx{.ftz}.f32`
#[inline(always)]
pub fn ex2<L: Lanes>(x: L, ftz: bool) -> L {
    /// Encoding of -126.
    const LEAST: u32 = SIGN | (127 + 6) << 23 | 0x7c << 16;
    if ftz {
        return unit_ex2(x);
    }
    // Below -126 the square of half the power.
    let low = x.float_less(L::all(LEAST));
    let plain = unit_ex2(x.times(select(low, HALF, ONE)));
    product(plain, plain.or_else(low, L::all(ONE)))
}

/// `tanh.approx.f32`; subnormal numbers are kept.
#[inline(always)]
pub fn tanh<L: Lanes>(x: L) -> L {
    // Binades from 2^-8 to 2^2 have 1, 1, 1, 2, 2, 4, 4, 4, 8, 16 and 8 segments.
    const FIRST: u32 = 127 - 8;
    const LAST: u32 = 127 + 2;
    let magnitude = magnitude(x);
    let (exponent, fraction) = (magnitude.right(23), magnitude & L::all(FRACTION));
    let from = |binade: u32| L::all(FIRST + binade - 1).less(exponent);
    let one = |binade| L::all(1).kept(from(binade));
    let bits = one(3) + one(5) + one(8) + one(9) - one(10);
    let step = |binade, by: u32| L::all(by).kept(from(binade));
    // Segments of the binades before.
    let before = step(1, 1) + step(2, 1) + step(3, 1) + step(4, 2) + step(5, 2);
    let before = before + step(6, 4) + step(7, 4) + step(8, 4) + step(9, 8) + step(10, 16);
    let segment = before + fraction.right_by(L::all(23) - bits);
    let offset = fraction.right_by(L::all(23 - OFFSET) - bits) & L::all((1 << OFFSET) - 1);
    let size = interpolated(&TANH_TABLE, segment & L::all(63), offset);
    // Below 1 the coefficients are those of the next power of two above the argument.
    let power = (L::all(126) - exponent).kept(exponent.less(L::all(126))).left(23);
    let result = truncated::<L>(size, TANH_TABLE.unit) - power;
    let result = magnitude.or_else(exponent.less(L::all(FIRST)), result);
    let result = L::all(ONE).or_else(L::all(LAST).less(exponent), result) | sign(x);
    L::all(NAN).or_else(x.is_nan(), result)
}
