//! Fragments in vectors of 512 bits: the sixteen rows of a column.

use super::halves::Words;
use std::arch::x86_64::*;

/// Returns whether the processor has the instructions of this module and its users.
pub(crate) fn is_here() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl")
}

/// Returns the words of the four quarters of the lines of two registers: rows 0 to 7 of the first, 8 to 15
/// of the second.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn rows(low: &Words, high: &Words) -> [__m512i; 4] {
    let order = _mm512_set_epi32(29, 25, 21, 17, 13, 9, 5, 1, 28, 24, 20, 16, 12, 8, 4, 0);
    let later = _mm512_set_epi32(31, 27, 23, 19, 15, 11, 7, 3, 30, 26, 22, 18, 14, 10, 6, 2);
    let [a, b] = [half_of(low, 0), half_of(low, 1)];
    let [c, d] = [half_of(high, 0), half_of(high, 1)];
    let [a, b] = [_mm512_permutex2var_epi32(a, order, b), _mm512_permutex2var_epi32(a, later, b)];
    let [c, d] = [_mm512_permutex2var_epi32(c, order, d), _mm512_permutex2var_epi32(c, later, d)];
    [
        _mm512_shuffle_i64x2::<0b0100_0100>(a, c),
        _mm512_shuffle_i64x2::<0b1110_1110>(a, c),
        _mm512_shuffle_i64x2::<0b0100_0100>(b, d),
        _mm512_shuffle_i64x2::<0b1110_1110>(b, d),
    ]
}

/// Returns the words of sixteen lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn half_of(register: &Words, half: usize) -> __m512i {
    // SAFETY: sixteen words are read.
    unsafe { _mm512_loadu_si512(register[16 * half..][..16].as_ptr().cast()) }
}

/// Writes the rows of a half of four columns, row by row.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn interleave(columns: &[__m512i; 4], half: usize, to: &mut Words) {
    let pairs = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    let pairs = _mm512_add_epi32(pairs, _mm512_set1_epi32(8 * half as i32));
    let left = _mm512_permutex2var_epi32(columns[0], pairs, columns[1]);
    let right = _mm512_permutex2var_epi32(columns[2], pairs, columns[3]);
    let lines = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
    for (n, to) in to.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let lines = _mm512_add_epi64(lines, _mm512_set1_epi64(4 * n as i64));
        let words = _mm512_permutex2var_epi64(left, lines, right);
        // SAFETY: sixteen words are written.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) };
    }
}
