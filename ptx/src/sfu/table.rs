//! Tables of an interpolated function, laid out for processors.

use super::coefficients::Coefficients;

/// Coefficients of a segment, integers in the table's unit.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct Row {
    /// Value at the segment's start.
    pub constant: f64,
    /// Factor of the offset.
    pub slope: i32,
    /// Factor of half the offset's square.
    pub curvature: i32,
}

/// The same as [`Row`]s, one array for each 32-bit word, for processors that select by permutations.
#[repr(C, align(64))]
pub struct Words<const N: usize> {
    /// Lower words of the constants.
    pub low: [u32; N],
    /// Upper words of the constants.
    pub high: [u32; N],
    /// Slopes.
    pub slope: [u32; N],
    /// Curvatures.
    pub curvature: [u32; N],
}

/// Table of a function with N segments; N is a power of two, at least 64.
pub struct Table<const N: usize> {
    /// Number of fraction bits of the unit.
    pub unit: u32,
    /// Segment by segment.
    pub rows: [Row; N],
    /// Word by word.
    pub words: Words<N>,
}

impl<const N: usize> Table<N> {
    /// Makes the table of coefficients in units of `2^-unit`. Missing segments are zero.
    pub(super) const fn new(coefficients: &[Coefficients], unit: u32) -> Table<N> {
        let mut rows = [Row { constant: 0.0, slope: 0, curvature: 0 }; N];
        let mut words = Words { low: [0; N], high: [0; N], slope: [0; N], curvature: [0; N] };
        let mut n = 0;
        while n < coefficients.len() {
            let [constant, slope, curvature] = coefficients[n];
            assert!(slope as i32 as i64 == slope && curvature as i32 as i64 == curvature);
            let (constant, slope, curvature) = (constant as f64, slope as i32, curvature as i32);
            rows[n] = Row { constant, slope, curvature };
            words.low[n] = constant.to_bits() as u32;
            words.high[n] = (constant.to_bits() >> 32) as u32;
            words.slope[n] = slope as u32;
            words.curvature[n] = curvature as u32;
            n += 1;
        }
        Table { unit, rows, words }
    }
}

/// Fraction bits that a result of [`Steps`] loses.
pub const STEP_BITS: u32 = 15;

/// Base, slope and rest of a segment in [`Steps`], and a zero.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct StepRow(pub [u32; 4]);

impl StepRow {
    const fn new(base: i64, slope: i64, lost: i64, curvature: i64) -> StepRow {
        StepRow([base as u32, slope as u32, (lost << 16 | curvature & 0xffff) as u32, 0])
    }
}

/// The same as [`StepRow`]s, one array for each word.
#[repr(C, align(64))]
pub struct StepWords<const N: usize> {
    /// Results at the segments' starts, see [`Steps`].
    pub base: [u32; N],
    /// Factors of the offset.
    pub slope: [u32; N],
    /// Factors of half the offset's square, and above them what the bases lose.
    pub rest: [u32; N],
}

/// Table of a function with N segments and results of one exponent, for sums in 32 bits.
///
/// A slope's distance from 2^15 is small, so that its product with an offset has 32 bits. The product with
/// 2^15 itself is the offset, shifted by [`STEP_BITS`]: the caller adds the argument, or subtracts it:
/// its lower bits are segment and offset. The bases are smaller by the segments in return.
pub struct Steps<const N: usize> {
    /// Segment by segment.
    pub rows: [StepRow; N],
    /// Word by word.
    pub words: StepWords<N>,
}

impl<const N: usize> Steps<N> {
    /// Makes the table of coefficients, with offsets of some bits. `sign` is that of the slopes; `bias` is
    /// added to all bases.
    pub(super) const fn new(coefficients: &[Coefficients; N], bits: u32, sign: i64, bias: u32) -> Steps<N> {
        let mut rows = [StepRow([0; 4]); N];
        let mut words = StepWords { base: [0; N], slope: [0; N], rest: [0; N] };
        let mut n = 0;
        while n < N {
            let [constant, slope, curvature] = coefficients[n];
            let (slope, lost) = (slope - (sign << STEP_BITS), constant & ((1 << STEP_BITS) - 1));
            assert!(slope.unsigned_abs() << bits < 1 << 31 && curvature as i16 as i64 == curvature);
            let base = (constant >> STEP_BITS) - ((sign * n as i64) << bits) + bias as i64;
            rows[n] = StepRow::new(base, slope, lost, curvature);
            [words.base[n], words.slope[n], words.rest[n], _] = rows[n].0;
            n += 1;
        }
        Steps { rows, words }
    }
}

/// Table of a function with N segments and larger slopes, its results of one exponent.
pub(super) struct Long<const N: usize> {
    /// Bases are the constants' upper 32 bits.
    pub(super) steps: Steps<N>,
    /// Number of bits that the bases lose.
    pub(super) lost: u32,
}

impl<const N: usize> Long<N> {
    /// Makes the table of coefficients with constants of 32 bits and `lost` more.
    pub(super) const fn new(coefficients: &[Coefficients; N], lost: u32) -> Long<N> {
        let mut rows = [StepRow([0; 4]); N];
        let mut words = StepWords { base: [0; N], slope: [0; N], rest: [0; N] };
        let mut n = 0;
        while n < N {
            let [constant, slope, curvature] = coefficients[n];
            assert!(slope.unsigned_abs() < 1 << 17 && curvature as i16 as i64 == curvature);
            rows[n] = StepRow::new(constant >> lost, slope, constant & ((1 << lost) - 1), curvature);
            [words.base[n], words.slope[n], words.rest[n], _] = rows[n].0;
            n += 1;
        }
        Long { steps: Steps { rows, words }, lost }
    }
}
