//! One `mma` of bytes, from fragments to fragments: a column of the result at once, four products at once.
//!
//! Processors multiply unsigned with signed bytes. Where both are signed or unsigned, 128 is added to one of
//! them, or taken from it, and the sum corrected by 128 times the sum of the other.

use super::avx512::{half_of, interleave, rows};
use super::halves::Words;
use ptx::exec::WARP;
use ptx::ir::{Mma, Scalar};
use std::arch::x86_64::*;

/// Columns of B and of the result.
const COLUMNS: usize = 8;

/// The upper bits of the bytes of a word.
const SIGNS: i32 = 0x8080_8080_u32 as i32;

/// Returns whether this module computes an operation.
pub(super) fn computes(mma: &Mma) -> bool {
    let bytes = |s: Scalar| matches!(s, Scalar::S8 | Scalar::U8);
    let fits = (mma.m, mma.n) == (16, COLUMNS as u16) && matches!(mma.k, 16 | 32);
    let fits = fits && mma.sparse.is_none() && bytes(mma.a) && bytes(mma.b);
    fits && super::avx512::is_here() && is_x86_feature_detected!("avx512vnni")
}

/// Adds a product to the sums.
///
/// # Safety
/// The module [`computes`] the operation.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn multiply(mma: &Mma, left: &[Words], right: &[Words], sums: &mut [Words]) {
    let (zero, signs) = (_mm512_setzero_si512(), _mm512_set1_epi32(SIGNS));
    let ones = _mm512_set1_epi8(1);
    let [a_signed, b_signed] = [mma.a, mma.b].map(|s| s == Scalar::S8);
    let (mut totals, mut of_rows) = ([zero; COLUMNS], zero);
    let mut of_columns = [zero; 2];
    for (pair, words) in left.as_chunks::<2>().0.iter().zip(right) {
        let mut columns: Words = *words;
        for (half, column) in of_columns.iter_mut().enumerate() {
            let own = half_of(words, half);
            *column = _mm512_dpbusd_epi32(*column, ones, own);
            if !a_signed && !b_signed {
                // SAFETY: sixteen words are written.
                unsafe {
                    let to = columns[16 * half..][..16].as_mut_ptr().cast();
                    _mm512_storeu_si512(to, _mm512_xor_si512(own, signs));
                }
            }
        }
        for (quarter, mut row) in rows(&pair[0], &pair[1]).into_iter().enumerate() {
            if a_signed && b_signed {
                row = _mm512_xor_si512(row, signs);
            }
            of_rows = _mm512_dpbusd_epi32(of_rows, row, ones);
            for (total, column) in totals.iter_mut().zip(columns.as_chunks::<4>().0) {
                let column = _mm512_set1_epi32(column[quarter] as i32);
                *total = match a_signed && !b_signed {
                    true => _mm512_dpbusd_epi32(*total, column, row),
                    false => _mm512_dpbusd_epi32(*total, row, column),
                };
            }
        }
    }
    if a_signed && b_signed {
        let mut excess: Words = [0; WARP as usize];
        for (half, column) in of_columns.into_iter().enumerate() {
            let column = _mm512_add_epi32(column, _mm512_shuffle_epi32::<0b10_11_00_01>(column));
            let column = _mm512_add_epi32(column, _mm512_shuffle_epi32::<0b01_00_11_10>(column));
            // SAFETY: sixteen words are written.
            unsafe {
                let to = excess[16 * half..][..16].as_mut_ptr().cast();
                _mm512_storeu_si512(to, _mm512_slli_epi32::<7>(column));
            }
        }
        for (total, [excess, ..]) in totals.iter_mut().zip(excess.as_chunks::<4>().0) {
            *total = _mm512_sub_epi32(*total, _mm512_set1_epi32(*excess as i32));
        }
    } else if !a_signed && !b_signed {
        let missing = _mm512_slli_epi32::<7>(of_rows);
        totals.iter_mut().for_each(|total| *total = _mm512_add_epi32(*total, missing));
    }
    for part in 0..2 {
        let mut quarters = rows(&sums[part], &sums[2 + part]);
        for (quarter, first) in quarters.iter_mut().enumerate() {
            let (total, own) = (totals[2 * quarter + part], *first);
            *first = _mm512_add_epi32(own, total);
            if mma.saturate {
                // The sum of two numbers of the same sign has another one.
                let wrapped = _mm512_ternarylogic_epi32::<0b0100_0010>(own, total, *first);
                let most = _mm512_xor_si512(_mm512_srai_epi32::<31>(own), _mm512_set1_epi32(i32::MAX));
                *first = _mm512_mask_mov_epi32(*first, _mm512_movepi32_mask(wrapped), most);
            }
        }
        for half in 0..2 {
            interleave(&quarters, half, &mut sums[2 * half + part]);
        }
    }
}
