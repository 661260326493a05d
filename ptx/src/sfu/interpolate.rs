//! Quadratic interpolation as the special function unit does it.

use super::lanes::Lanes;
use super::table::{Long, Steps, Table};
use std::num::Wrapping;

/// Bits of an offset that has the lower part of the square's operand.
const LOW: u32 = 9;

/// Returns half the square of a 17-bit number, divided by 2^18, as a multiplier has it that sums the columns
/// of 2^18 and above.
pub fn half_square(x: u32) -> u32 {
    half_squares_by_columns(Wrapping(x)).0
}

/// Returns [`half_square`] of each lane, column by column.
///
/// The products of the upper eight bits among themselves are complete. Those of the upper with the lower nine
/// bits occur twice, so that halving makes them whole; each loses the bits below its column.
#[inline(always)]
pub(super) fn half_squares_by_columns<L: Lanes>(x: L) -> L {
    let (high, low) = (x.right(LOW), x & L::all((1 << LOW) - 1));
    let complete = high.pair_product(high).right(1);
    let mut sum = complete;
    for bit in 1..8 {
        sum = sum + low.right(LOW - bit).kept(x.has(1 << (LOW + bit)));
    }
    sum
}

/// Returns the polynomial of a segment at an offset of 17 bits, in the table's unit.
#[inline(always)]
pub(super) fn interpolated<L: Lanes, const N: usize>(table: &Table<N>, segment: L, offset: L) -> L::Double {
    L::polynomial(table, segment, offset, offset.half_square())
}

/// Returns the polynomial of a segment at an offset as two integers: the first counts `2^STEP_BITS`, and
/// lacks what [`Steps`] leaves to the caller. `square` is half the offset's square, and 1 above it.
#[inline(always)]
pub(super) fn two_steps<L: Lanes, const N: usize>(
    table: &'static Steps<N>,
    segment: L,
    offset: L,
    square: L,
) -> (L, L) {
    let [base, slope, rest] = L::steps(table, segment);
    (base, slope.low_product(offset).plus_pair_product(rest, square))
}

/// Returns the polynomial of a segment at an offset of 17 bits, cut off to 24 bits.
///
/// The product of slope and offset has too many bits, so that of the offset's lower three bits is apart.
#[inline(always)]
pub(super) fn long_step<L: Lanes, const N: usize>(table: &'static Long<N>, segment: L, offset: L) -> L {
    const LOW: u32 = 3;
    let [base, slope, rest] = L::steps(&table.steps, segment);
    let low = slope.low_product(offset & L::all((1 << LOW) - 1));
    let low = low.plus_pair_product(rest, offset.half_square_and_one());
    let sum = slope.low_product(offset.right(LOW)) + low.signed_right(LOW);
    (base + sum.signed_right(table.lost - LOW)).right(8)
}

/// Cuts a number in units of `2^-unit`, of binary32's normal range, off to binary32. Zero gives any number.
#[inline(always)]
pub(super) fn truncated<L: Lanes>(x: L::Double, unit: u32) -> L {
    const BIAS: u32 = 1023 - 127;
    L::upper_bits(x) - L::all((BIAS + unit) << 23)
}
