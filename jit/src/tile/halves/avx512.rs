//! The same with AVX-512: a vector has the sixteen rows of a column.

use super::super::RANGE;
use super::{COLUMNS, DEPTH, Fragments, KEPT, Words, least};
use ptx::ir::Scalar;
use std::arch::x86_64::*;

/// Returns whether the processor has what [`multiply`] needs.
pub(super) fn is_here() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl")
}

/// Columns of A, or of B, by their elements, and the powers of two of these.
struct Elements<T> {
    values: T,
    powers: T,
}

/// Computes what [`super::multiply`] does.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) fn multiply(operands: &Fragments<'_>) -> Option<[Words; 4]> {
    let &Fragments { a, b, c, element, addend, sum } = operands;
    let zero = _mm512_setzero_ps();
    let mut across = Elements { values: [zero; DEPTH], powers: [zero; DEPTH] };
    let mut down = Elements { values: [[0.0; DEPTH]; COLUMNS], powers: [[0.0; DEPTH]; COLUMNS] };
    let mut largest = _mm512_setzero_si512();
    for (eighth, registers) in a.as_chunks::<2>().0.iter().enumerate() {
        for quarter in 0..4 {
            let words = rows_of(&registers[0], &registers[1], quarter);
            for (part, halves) in [words, _mm512_srli_epi32::<16>(words)].into_iter().enumerate() {
                let at = 8 * eighth + 2 * quarter + part;
                across.values[at] = decode(_mm512_cvtepi32_epi16(halves), element);
                across.powers[at] = powers(across.values[at], element);
                largest = _mm512_max_epi32(largest, _mm512_castps_si512(across.powers[at]));
            }
        }
    }
    for (eighth, register) in b.iter().enumerate() {
        for (pair, words) in register.as_chunks::<8>().0.iter().enumerate() {
            // SAFETY: eight words are read.
            let halves = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
            let values = decode(halves, element);
            let powers = powers(values, element);
            largest = _mm512_max_epi32(largest, _mm512_castps_si512(powers));
            for (to, from) in [(&mut down.values, values), (&mut down.powers, powers)] {
                let from = floats(from);
                for column in 0..2 {
                    let line = &mut to[2 * pair + column][8 * eighth..][..8];
                    line.copy_from_slice(&from[8 * column..][..8]);
                }
            }
        }
    }
    // Infinities and NaN have the largest exponent.
    if _mm512_cmpeq_epi32_mask(largest, _mm512_set1_epi32(0x7f80_0000)) != 0 {
        return None;
    }
    let depth = 8 * b.len();
    let [values, powers] = [&across.values[..depth], &across.powers[..depth]];
    let mut results = [_mm512_setzero_si512(); COLUMNS];
    for (block, results) in results.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let mut first = [zero; TOGETHER];
        for (column, first) in first.iter_mut().enumerate() {
            let n = TOGETHER * block + column;
            let (quarter, part) = (n / 2, n % 2);
            *first = match addend {
                Scalar::F32 => _mm512_castsi512_ps(rows_of(&c[part], &c[2 + part], quarter)),
                _ => {
                    let words = rows_of(&c[0], &c[1], quarter);
                    let halves = if part == 0 { words } else { _mm512_srli_epi32::<16>(words) };
                    decode(_mm512_cvtepi32_epi16(halves), Scalar::F16)
                }
            };
        }
        let columns = |all: &'_ [[f32; DEPTH]; COLUMNS]| all.as_chunks().0[block];
        let factors = (values, &columns(&down.values));
        let sums = sums(factors, (powers, &columns(&down.powers)), (&first, addend))?;
        for (result, sums) in results.iter_mut().zip(sums) {
            *result = match sum {
                Scalar::F32 => to_single(sums),
                _ => to_half(sums),
            };
        }
    }
    Some(fragments(&results, sum))
}

/// Returns the words of a quarter of the lines of two registers: rows 0 to 7 of the first, 8 to 15 of the
/// second.
#[inline]
#[target_feature(enable = "avx512f")]
fn rows_of(low: &Words, high: &Words, quarter: usize) -> __m512i {
    let order = _mm512_set_epi32(28, 24, 20, 16, 12, 8, 4, 0, 28, 24, 20, 16, 12, 8, 4, 0);
    let order = _mm512_add_epi32(order, _mm512_set1_epi32(quarter as i32));
    let low = _mm512_permutex2var_epi32(half_of(low, 0), order, half_of(low, 1));
    let high = _mm512_permutex2var_epi32(half_of(high, 0), order, half_of(high, 1));
    _mm512_mask_blend_epi32(0xff00, low, high)
}

/// Returns the words of sixteen lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn half_of(register: &Words, half: usize) -> __m512i {
    // SAFETY: sixteen words are read.
    unsafe { _mm512_loadu_si512(register[16 * half..][..16].as_ptr().cast()) }
}

/// Converts sixteen elements.
#[inline]
#[target_feature(enable = "avx512f")]
fn decode(halves: __m256i, element: Scalar) -> __m512 {
    match element {
        Scalar::F16 => _mm512_cvtph_ps(halves),
        _ => _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(halves))),
    }
}

/// Returns the powers of two of the exponents of numbers.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn powers(values: __m512, element: Scalar) -> __m512 {
    let exponents = _mm512_set1_ps(f32::from_bits(0x7f80_0000));
    let powers = _mm512_max_ps(_mm512_and_ps(values, exponents), _mm512_set1_ps(least(element)));
    let any = _mm512_cmp_ps_mask::<_CMP_NEQ_UQ>(values, _mm512_setzero_ps());
    _mm512_maskz_mov_ps(any, powers)
}

/// Returns sixteen numbers in memory.
#[inline]
#[target_feature(enable = "avx512f")]
fn floats(values: __m512) -> [f32; 16] {
    let mut list = [0.0; 16];
    // SAFETY: sixteen numbers are written.
    unsafe { _mm512_storeu_ps(list.as_mut_ptr(), values) };
    list
}

/// Columns of the result that are computed at once: maxima of one would wait for each other.
const TOGETHER: usize = 4;

/// Columns of A, and the elements of columns of B.
type Factors<'a> = (&'a [__m512], &'a [[f32; DEPTH]; TOGETHER]);

/// Returns the exact sums of columns: rows 0 to 7, and 8 to 15. `None` if the reference must compute them.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn sums(
    values: Factors<'_>,
    of_powers: Factors<'_>,
    (first, addend): (&[__m512; TOGETHER], Scalar),
) -> Option<[[__m512d; 2]; TOGETHER]> {
    let mut largest = *first;
    for largest in &mut largest {
        *largest = powers(*largest, addend);
    }
    for (k, &a) in of_powers.0.iter().enumerate() {
        for (largest, b) in largest.iter_mut().zip(of_powers.1) {
            *largest = _mm512_max_ps(*largest, _mm512_mul_ps(a, _mm512_set1_ps(b[k])));
        }
    }
    // 2^(KEPT - exponent), and its inverse.
    let (mut scales, mut units) = ([_mm512_setzero_ps(); TOGETHER], [_mm512_setzero_si512(); TOGETHER]);
    for (column, largest) in largest.into_iter().enumerate() {
        let any = _mm512_cmp_ps_mask::<_CMP_NEQ_UQ>(largest, _mm512_setzero_ps());
        let above = _mm512_cmp_ps_mask::<_CMP_GE_OQ>(largest, _mm512_set1_ps(*RANGE.start()));
        let below = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(largest, _mm512_set1_ps(*RANGE.end()));
        if any & !(above & below) != 0 {
            return None;
        }
        let fields = _mm512_srli_epi32::<23>(_mm512_castps_si512(largest));
        let scale = _mm512_sub_epi32(_mm512_set1_epi32(254 + KEPT as i32), fields);
        scales[column] = _mm512_castsi512_ps(_mm512_maskz_slli_epi32::<23>(any, scale));
        units[column] = _mm512_add_epi32(fields, _mm512_set1_epi32(1023 - 127 - KEPT as i32));
    }
    let mut sums = [_mm512_setzero_si512(); TOGETHER];
    for (k, &a) in values.0.iter().enumerate() {
        for ((sum, b), &scale) in sums.iter_mut().zip(values.1).zip(&scales) {
            let term = _mm512_mul_ps(_mm512_mul_ps(a, _mm512_set1_ps(b[k])), scale);
            *sum = _mm512_add_epi32(*sum, _mm512_cvttps_epi32(term));
        }
    }
    let mut made = [[_mm512_setzero_pd(); 2]; TOGETHER];
    for (column, made) in made.iter_mut().enumerate() {
        let first = _mm512_cvttps_epi32(_mm512_mul_ps(first[column], scales[column]));
        let [sum, first, fields] = [sums[column], first, units[column]];
        let low =
            exact(_mm512_castsi512_si256(sum), _mm512_castsi512_si256(first), _mm512_castsi512_si256(fields));
        *made = [low, exact(upper(sum), upper(first), upper(fields))];
    }
    Some(made)
}

/// Returns the sums of integers in units of 2^(field - 1023).
#[inline]
#[target_feature(enable = "avx512f")]
fn exact(sum: __m256i, first: __m256i, fields: __m256i) -> __m512d {
    let unit = _mm512_castsi512_pd(_mm512_slli_epi64::<52>(_mm512_cvtepu32_epi64(fields)));
    _mm512_mul_pd(_mm512_add_pd(_mm512_cvtepi32_pd(first), _mm512_cvtepi32_pd(sum)), unit)
}

/// Returns the upper eight words.
#[inline]
#[target_feature(enable = "avx512f")]
fn upper(words: __m512i) -> __m256i {
    _mm512_extracti64x4_epi64::<1>(words)
}

/// Bits of a binary64 that a binary32 does not have.
const REST: i64 = (1 << 29) - 1;

/// Converts exact sums to binary32, truncated.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn to_single(sums: [__m512d; 2]) -> __m512i {
    let mut cut = sums;
    for sums in &mut cut {
        let bits = _mm512_andnot_si512(_mm512_set1_epi64(REST), _mm512_castpd_si512(*sums));
        *sums = _mm512_castsi512_pd(bits);
    }
    _mm512_castps_si512(narrow(cut))
}

/// Converts numbers that binary32 has.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn narrow([low, high]: [__m512d; 2]) -> __m512 {
    _mm512_insertf32x8::<1>(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high))
}

/// Converts exact sums to binary16 in words, to nearest; no zero is negative.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn to_half(sums: [__m512d; 2]) -> __m512i {
    // Truncates with a sticky last bit, so that rounding twice equals rounding once.
    let mut cut = sums;
    for sums in &mut cut {
        let (bits, rest) = (_mm512_castpd_si512(*sums), _mm512_set1_epi64(REST));
        let sticky = _mm512_test_epi64_mask(bits, rest);
        let above = _mm512_andnot_si512(rest, bits);
        *sums = _mm512_castsi512_pd(_mm512_mask_or_epi64(above, sticky, above, _mm512_set1_epi64(REST + 1)));
    }
    let halves = _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(narrow(cut));
    let halves = _mm512_cvtepu16_epi32(halves);
    let any = _mm512_test_epi32_mask(halves, _mm512_set1_epi32(0x7fff));
    _mm512_maskz_mov_epi32(any, halves)
}

/// Returns the registers of columns of words.
#[inline]
#[target_feature(enable = "avx512f")]
fn fragments(columns: &[__m512i; COLUMNS], sum: Scalar) -> [Words; 4] {
    let mut registers = [[0; 32]; 4];
    for part in 0..2 {
        let column = |quarter: usize| match sum {
            Scalar::F32 => columns[2 * quarter + part],
            _ => _mm512_or_si512(columns[2 * quarter], _mm512_slli_epi32::<16>(columns[2 * quarter + 1])),
        };
        let quarters = [column(0), column(1), column(2), column(3)];
        for half in 0..2 {
            let register = match sum {
                Scalar::F32 => &mut registers[2 * half + part],
                _ => &mut registers[half],
            };
            interleave(&quarters, half, register);
        }
    }
    registers
}

/// Writes the rows of a half of four columns, row by row.
#[inline]
#[target_feature(enable = "avx512f")]
fn interleave(columns: &[__m512i; 4], half: usize, to: &mut Words) {
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
