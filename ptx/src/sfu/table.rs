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
