//! Quadratic interpolation as the special function unit does it.

use super::coefficients::Coefficients;

/// Coefficients of a segment in binary64, where all sums and products of them are exact. The last number is
/// not used: rows of 32 bytes are loaded in two steps.
pub(super) type Row = [f64; 4];

/// Converts a table of integers in units of `2^-unit`.
pub(super) const fn rows<const N: usize>(table: &[Coefficients; N], unit: u32) -> [Row; N] {
    let mut rows = [[0.0; 4]; N];
    let mut n = 0;
    while n < N {
        let scale = 1.0 / (1u64 << unit) as f64;
        let [constant, slope, curvature] = table[n];
        rows[n] = [constant as f64 * scale, slope as f64 * scale, curvature as f64 * scale, 0.0];
        n += 1;
    }
    rows
}

/// Bits of an offset that has the lower part of the square's operand.
const LOW: u32 = 9;

/// Returns half the square of a 17-bit number, divided by 2^18, as a multiplier has it that sums the columns
/// of 2^18 and above.
///
/// The products of the upper eight bits among themselves are complete. Those of the upper with the lower nine
/// bits occur twice, so that halving makes them whole; each loses the bits below its column.
#[inline(always)]
pub fn half_square(x: u32) -> u32 {
    let (high, low) = (x >> LOW, x & ((1 << LOW) - 1));
    let mut sum = (high * high) >> 1;
    for bit in 1..8 {
        sum += (low >> (LOW - bit)) & 0u32.wrapping_sub(high >> bit & 1);
    }
    sum
}

/// Returns the polynomial of a segment at an offset; `square` is [`half_square`] of the offset in 17 bits.
#[inline(always)]
pub(super) fn polynomial(row: &Row, offset: u32, square: u32) -> f64 {
    row[0] + row[1] * f64::from(offset as i32) + row[2] * f64::from(square as i32)
}

/// Cuts a normal number of binary32's range off to binary32. Zero gives a number below all others.
#[inline(always)]
pub(super) fn truncated(x: f64) -> u32 {
    const BIAS: u32 = (1023 - 127) << 23;
    ((x.to_bits() >> 29) as u32).wrapping_sub(BIAS)
}
