//! Quadratic interpolation as the special function unit does it.

use super::lanes::Lanes;
use super::table::Table;
use std::num::Wrapping;

/// Bits of an offset that has the lower part of the square's operand.
const LOW: u32 = 9;

/// Returns half the square of a 17-bit number, divided by 2^18, as a multiplier has it that sums the columns
/// of 2^18 and above.
pub fn half_square(x: u32) -> u32 {
    half_squares(Wrapping(x)).0
}

/// Returns [`half_square`] of each lane.
///
/// The products of the upper eight bits among themselves are complete. Those of the upper with the lower nine
/// bits occur twice, so that halving makes them whole; each loses the bits below its column.
#[inline(always)]
pub(super) fn half_squares<L: Lanes>(x: L) -> L {
    let (high, low) = (x.right(LOW), x & L::all((1 << LOW) - 1));
    let complete = high.small_product(high).right(1);
    let mut sum = complete;
    for bit in 1..8 {
        sum = sum + low.right(LOW - bit).kept(x.has(1 << (LOW + bit)));
    }
    sum
}

/// Returns the polynomial of a segment at an offset of 17 bits, in the table's unit.
#[inline(always)]
pub(super) fn interpolated<L: Lanes, const N: usize>(table: &Table<N>, segment: L, offset: L) -> L::Double {
    L::polynomial(table, segment, offset, half_squares(offset))
}

/// Cuts a number in units of `2^-unit`, of binary32's normal range, off to binary32. Zero gives any number.
#[inline(always)]
pub(super) fn truncated<L: Lanes>(x: L::Double, unit: u32) -> L {
    const BIAS: u32 = 1023 - 127;
    L::upper_bits(x) - L::all((BIAS + unit) << 23)
}
