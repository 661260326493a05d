//! Functions of binary32. Each `ftz` argument stands for `.ftz`: subnormal operands and results become zeros
//! of their sign.

use super::coefficients::{EX2, LG2, RCP, RSQRT, SIN, SQRT, TANH};
use super::interpolate::{Row, half_square, polynomial, rows, truncated};

static RCP_ROWS: [Row; 128] = rows(&RCP, 39);
static RSQRT_ROWS: [Row; 128] = rows(&RSQRT, 40);
static SQRT_ROWS: [Row; 128] = rows(&SQRT, 40);
static SIN_ROWS: [Row; 64] = rows(&SIN, 37);
static EX2_ROWS: [Row; 64] = rows(&EX2, 38);
// The floor is taken in the hardware's unit of 2^-36.
static LG2_ROWS: [Row; 64] = rows(&LG2, 2);
/// As many as an index of six bits reaches.
static TANH_ROWS: [Row; 64] = padded(rows(&TANH, 43));

/// Extends a table by rows that are not used.
const fn padded(rows: [Row; 51]) -> [Row; 64] {
    let mut table = [[0.0; 4]; 64];
    let mut n = 0;
    while n < rows.len() {
        table[n] = rows[n];
        n += 1;
    }
    table
}

const SIGN: u32 = 1 << 31;
const FRACTION: u32 = (1 << 23) - 1;
const INFINITY: u32 = 0xff << 23;
const ONE: u32 = 127 << 23;
/// Smallest normal number.
const SMALLEST: u32 = 1 << 23;
/// The NaN that instructions return.
const NAN: u32 = SIGN - 1;

/// Factor for subnormal operands, and its root.
const UP: f32 = 16_777_216.0;
const ROOT_UP: f32 = 4096.0;

/// Bits of an offset within one of 64 segments.
const OFFSET: u32 = 17;

#[inline(always)]
pub(super) fn float(x: u32) -> f32 {
    f32::from_bits(x)
}

/// Returns `a` if the condition holds, else `b`, without a branch.
#[inline(always)]
fn select(condition: bool, a: u32, b: u32) -> u32 {
    if condition { a } else { b }
}

/// Returns the product of two numbers, NaNs as the hardware has them.
#[inline(always)]
pub(super) fn product(a: f32, b: f32) -> u32 {
    let product = a * b;
    select(product.is_nan(), NAN, product.to_bits())
}

/// Replaces a subnormal number by a zero of its sign.
#[inline(always)]
pub(super) fn flushed(x: u32) -> u32 {
    select(is_small(x), x & SIGN, x)
}

/// Returns whether a number is subnormal or zero.
#[inline(always)]
fn is_small(x: u32) -> bool {
    x & INFINITY == 0
}

#[inline(always)]
fn is_nan(x: u32) -> bool {
    x & !SIGN > INFINITY
}

/// The `rcp` operation of the unit, which flushes.
#[inline(always)]
pub(super) fn unit_rcp(x: u32) -> u32 {
    let (sign, magnitude) = (x & SIGN, x & !SIGN);
    let (exponent, fraction) = (magnitude >> 23, magnitude & FRACTION);
    let offset = fraction & 0xffff;
    let size = polynomial(&RCP_ROWS[(fraction >> 16) as usize], offset, half_square(offset << 1));
    let result = truncated(size).wrapping_sub(exponent << 23).wrapping_add(ONE);
    // The subtraction wraps below zero for results below all normal ones.
    let result = select(result as i32 >= SMALLEST as i32, result, 0);
    let result = select(exponent == 0, INFINITY, result);
    let result = select(magnitude == INFINITY, 0, result) | sign;
    select(is_nan(x), NAN, result)
}

/// `rcp.approx{.ftz}.f32`
#[inline(always)]
pub fn rcp(x: u32, ftz: bool) -> u32 {
    if ftz {
        return unit_rcp(x);
    }
    // Operands and results that the unit would flush are scaled.
    let large = x & !SIGN > 253 << 23 && x & !SIGN < INFINITY;
    let small = is_small(x) && x & !SIGN != 0;
    let scale = float(select(large, 125 << 23, select(small, 151 << 23, ONE)));
    let plain = unit_rcp(product(float(x), scale));
    product(float(plain), scale)
}

/// Exponent and fraction of `x` as `4^a * b` with b in [1, 4): `a`, the segment of 128, and the offset.
#[inline(always)]
fn quarters(x: u32) -> (u32, usize, u32) {
    // An odd biased exponent is that of numbers in [1, 2).
    let shifted = x.wrapping_sub(ONE);
    let segment = (shifted >> OFFSET) & 0x7f;
    (((shifted as i32) >> 24) as u32, segment as usize, x & ((1 << OFFSET) - 1))
}

/// The `rsqrt` operation of the unit, which flushes.
#[inline(always)]
fn unit_rsqrt(x: u32) -> u32 {
    let (power, segment, offset) = quarters(x);
    let size = polynomial(&RSQRT_ROWS[segment], offset, half_square(offset));
    let size = select(segment == 0 && offset == 0, ONE, truncated(size));
    let result = size.wrapping_sub(power << 23);
    let result = select(x == INFINITY, 0, result);
    let result = select(is_nan(x) || x & SIGN != 0, NAN, result);
    select(is_small(x), INFINITY | x & SIGN, result)
}

/// Computes a root without flushing: subnormal operands are scaled by [`UP`], and their results by `back`.
#[inline(always)]
fn scaled(x: u32, unit: impl Fn(u32) -> u32, back: f32) -> u32 {
    let (before, after) = if is_small(x) { (UP, back) } else { (1.0, 1.0) };
    product(float(unit(product(float(x), before))), after)
}

/// `rsqrt.approx{.ftz}.f32`
#[inline(always)]
pub fn rsqrt(x: u32, ftz: bool) -> u32 {
    if ftz { unit_rsqrt(x) } else { scaled(x, unit_rsqrt, ROOT_UP) }
}

/// The `sqrt` operation of the unit, which flushes.
#[inline(always)]
fn unit_sqrt(x: u32) -> u32 {
    let (power, segment, offset) = quarters(x);
    let size = polynomial(&SQRT_ROWS[segment], offset, half_square(offset));
    let result = truncated(size).wrapping_add(power << 23);
    let result = select(x == INFINITY, INFINITY, result);
    let result = select(is_nan(x) || x & SIGN != 0, NAN, result);
    select(is_small(x), x & SIGN, result)
}

/// `sqrt.approx{.ftz}.f32`
#[inline(always)]
pub fn sqrt(x: u32, ftz: bool) -> u32 {
    if ftz { unit_sqrt(x) } else { scaled(x, unit_sqrt, 1.0 / ROOT_UP) }
}

/// Returns the size of an angle in turns, rounded towards zero to 25 fraction bits.
///
/// A separate instruction multiplies by `1 / 2π` and rounds towards zero (observed on an H200).
#[inline(always)]
fn turns(x: u32) -> u32 {
    let exact = f64::from(float(flushed(x & !SIGN))) * f64::from(std::f32::consts::FRAC_1_PI * 0.5);
    // The product of two 24-bit numbers is exact, and cutting it off is rounding towards zero.
    let turns = select(exact < f64::from(f32::MIN_POSITIVE), 0, truncated(exact));
    let (exponent, significand) = (turns >> 23, turns & FRACTION | SMALLEST);
    let left = exponent.wrapping_sub(125);
    let wide = select(left < 32, significand.wrapping_shl(left), 0);
    let right = 125u32.wrapping_sub(exponent);
    let small = select(right < 24, significand.wrapping_shr(right), 0);
    select(exponent >= 125, wide, small) & 0x1ff_ffff
}

/// Sine of an angle in turns of 25 bits, after `quadrants` further quarters.
#[inline(always)]
fn circular(x: u32, quadrants: u32, sign: u32) -> u32 {
    let angle = turns(x);
    let quadrant = (angle >> 23) + quadrants;
    // Where the sine falls, the bits are inverted: one step less than the exact complement.
    let rest = (angle ^ 0u32.wrapping_sub(quadrant & 1)) & FRACTION;
    let offset = rest & ((1 << OFFSET) - 1);
    let size = polynomial(&SIN_ROWS[(rest >> OFFSET) as usize], offset, half_square(offset));
    let result = select(size == 0.0, 0, truncated(size)) | (sign ^ quadrant << 30 & SIGN);
    select(x & INFINITY == INFINITY, NAN, result)
}

/// `sin.approx{.ftz}.f32`; both forms flush.
#[inline(always)]
pub fn sin(x: u32) -> u32 {
    circular(x, 0, x & SIGN)
}

/// `cos.approx{.ftz}.f32`; both forms flush.
#[inline(always)]
pub fn cos(x: u32) -> u32 {
    circular(x, 1, 0)
}

/// The `lg2` operation of the unit, which flushes.
#[inline(always)]
fn unit_lg2(x: u32) -> u32 {
    const UNIT: f64 = (1u64 << 36) as f64;
    const INVERSE: f64 = 1.0 / UNIT;
    let fraction = x & FRACTION;
    let offset = fraction & ((1 << OFFSET) - 1);
    let part = polynomial(&LG2_ROWS[(fraction >> OFFSET) as usize], offset, half_square(offset)).floor();
    let whole = f64::from((x >> 23) as i32 - 127) * UNIT;
    let sum = if x == ONE { 0.0 } else { whole + part };
    // A negative sum is negated by inverting its bits.
    let size = if sum < 0.0 { -sum - 1.0 } else { sum };
    let sign = select(sum < 0.0, SIGN, 0);
    let result = select(size == 0.0, 0, truncated(size * INVERSE)) | sign;
    let result = select(x == INFINITY, INFINITY, result);
    let result = select(is_nan(x) || x & SIGN != 0, NAN, result);
    select(is_small(x), INFINITY | SIGN, result)
}

/// `lg2.approx{.ftz}.f32`
#[inline(always)]
pub fn lg2(x: u32, ftz: bool) -> u32 {
    if ftz {
        return unit_lg2(x);
    }
    let small = is_small(x);
    let plain = unit_lg2(product(float(x), if small { UP } else { 1.0 }));
    let result = float(plain) - if small { 24.0 } else { 0.0 };
    select(result.is_nan(), NAN, result.to_bits())
}

/// The `ex2` operation of the unit, which flushes.
#[inline(always)]
fn unit_ex2(x: u32) -> u32 {
    let magnitude = x & !SIGN;
    let (exponent, significand) = (magnitude >> 23, magnitude & FRACTION | SMALLEST);
    // Fixed point with 23 fraction bits, cut off; sizes from 128 count as infinite.
    let shift = exponent.wrapping_sub(127);
    let large = select(shift < 7, significand.wrapping_shl(shift), 0);
    let right = 127u32.wrapping_sub(exponent);
    let small = select(right < 24, significand.wrapping_shr(right), 0);
    let fixed = select(exponent >= 127, large, small);
    let negative = 0u32.wrapping_sub(x >> 31);
    // Fractions of negative numbers are inverted, one step less than the exact complement.
    let inverted = select(fixed & FRACTION == 0, 0, negative & FRACTION);
    let whole = ((fixed >> 23) ^ negative).wrapping_add(select(inverted == 0, x >> 31, 0));
    let rest = fixed & FRACTION ^ inverted;
    let offset = rest & ((1 << OFFSET) - 1);
    let size = polynomial(&EX2_ROWS[(rest >> OFFSET) as usize], offset, half_square(offset));
    let result = truncated(size).wrapping_add(whole << 23);
    let result = select(result as i32 >= SMALLEST as i32, result, 0);
    let result = select(magnitude >= 134 << 23, select(x >> 31 == 0, INFINITY, 0), result);
    select(is_nan(x), NAN, result)
}

/// `ex2.approx{.ftz}.f32`
#[inline(always)]
pub fn ex2(x: u32, ftz: bool) -> u32 {
    if ftz {
        return unit_ex2(x);
    }
    // Below -126 the square of half the power.
    let low = float(x) < -126.0;
    let plain = float(unit_ex2(product(float(x), if low { 0.5 } else { 1.0 })));
    product(plain, if low { plain } else { 1.0 })
}

/// Segments of each binade from 2^-8 on, as powers of two, and those before them.
const TANH_BINADES: [(u32, u32); 11] =
    [(0, 0), (0, 1), (0, 2), (1, 3), (1, 5), (2, 7), (2, 11), (2, 15), (3, 19), (4, 27), (3, 43)];

/// `tanh.approx.f32`; subnormal numbers are kept.
#[inline(always)]
pub fn tanh(x: u32) -> u32 {
    const FIRST: u32 = 127 - 8;
    let magnitude = x & !SIGN;
    let (exponent, fraction) = (magnitude >> 23, magnitude & FRACTION);
    let (bits, before) = TANH_BINADES[exponent.wrapping_sub(FIRST).min(10) as usize];
    let segment = before + (fraction >> (23 - bits));
    let offset = fraction >> (23 - bits - OFFSET) & ((1 << OFFSET) - 1);
    let size = polynomial(&TANH_ROWS[(segment & 63) as usize], offset, half_square(offset));
    // Below 1 the coefficients are those of the next power of two above the argument.
    let power = 126u32.saturating_sub(exponent) << 23;
    let result = truncated(size) - power;
    let result = select(exponent < FIRST, magnitude, result);
    let result = select(exponent >= 130, ONE, result) | x & SIGN;
    select(is_nan(x), NAN, result)
}
