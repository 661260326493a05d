//! The same with AVX-512: a vector has the sixteen rows of a column.

use super::super::RANGE;
use super::{COLUMNS, Fragments, KEPT, Words, least};
use ptx::ir::Scalar;
use std::arch::x86_64::*;

/// Returns whether the processor has what [`multiply`] needs.
pub(super) fn is_here() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl")
}

/// Elements of a line in two registers of A, and in one of B.
const EIGHT: usize = 8;

/// Exponent of zero, below all others, and below the sum of any two.
const NONE: i16 = -1024;

/// Exponents in binary32's fields to which sums are aligned: those of [`RANGE`].
const FIELDS: [i32; 2] = [(RANGE.start().to_bits() >> 23) as i32, (RANGE.end().to_bits() >> 23) as i32];

/// Operands of the sums: eight elements of each line.
struct Eight {
    /// Columns of A.
    values: [__m512; EIGHT],
    /// Exponents of A: in each row those of two neighbouring elements.
    exponents: [__m512i; EIGHT / 2],
    /// Columns of B, two in a vector.
    down: [__m512; COLUMNS / 2],
    /// Exponents of B as its register holds the elements.
    down_exponents: [__m512i; 2],
}

impl Eight {
    /// Reads the elements. Arrays are made of their elements: to fill them with zeros first takes a sixth of
    /// the whole product's time.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new([low, high]: &[Words; 2], b: &Words, element: Scalar) -> Eight {
        let words =
            [rows_of(low, high, 0), rows_of(low, high, 1), rows_of(low, high, 2), rows_of(low, high, 3)];
        macro_rules! value {
            ($quarter:literal, $odd:literal) => {{
                let halves = if $odd { _mm512_srli_epi32::<16>(words[$quarter]) } else { words[$quarter] };
                decode(_mm512_cvtepi32_epi16(halves), element)
            }};
        }
        macro_rules! columns {
            ($pair:literal) => {
                // SAFETY: eight words are read.
                decode(unsafe { _mm256_loadu_si256(b[8 * $pair..][..8].as_ptr().cast()) }, element)
            };
        }
        Eight {
            values: [
                value!(0, false),
                value!(0, true),
                value!(1, false),
                value!(1, true),
                value!(2, false),
                value!(2, true),
                value!(3, false),
                value!(3, true),
            ],
            exponents: [
                exponents(words[0], element),
                exponents(words[1], element),
                exponents(words[2], element),
                exponents(words[3], element),
            ],
            down: [columns!(0), columns!(1), columns!(2), columns!(3)],
            down_exponents: [exponents(half_of(b, 0), element), exponents(half_of(b, 1), element)],
        }
    }

    /// Returns the columns of B.
    fn columns(&self) -> &[[f32; EIGHT]; COLUMNS] {
        // SAFETY: vectors are arrays of their elements, of a smaller alignment.
        unsafe { &*(&raw const self.down).cast() }
    }

    /// Returns the exponents of B column by column: two neighbouring elements in a word.
    fn column_exponents(&self) -> &[[u32; EIGHT / 2]; COLUMNS] {
        // SAFETY: as before.
        unsafe { &*(&raw const self.down_exponents).cast() }
    }
}

/// Computes what [`super::multiply`] does.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) fn multiply(operands: &Fragments<'_>, to: &mut [Words; 4]) -> bool {
    let element = operands.element;
    match (operands.a.as_chunks::<2>().0, operands.b) {
        ([a], [b]) => multiply_eights(&[Eight::new(a, b, element)], operands, to),
        ([a, c], [b, d]) => {
            multiply_eights(&[Eight::new(a, b, element), Eight::new(c, d, element)], operands, to)
        }
        _ => false,
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn multiply_eights(eights: &[Eight], operands: &Fragments<'_>, to: &mut [Words; 4]) -> bool {
    let &Fragments { c, element, addend, sum, .. } = operands;
    let mut largest = _mm512_setzero_si512();
    for eight in eights {
        for &exponents in eight.exponents.iter().chain(&eight.down_exponents) {
            largest = _mm512_max_epi16(largest, exponents);
        }
    }
    // Infinities and NaN have the largest exponent.
    let special = if element == Scalar::F16 { 0x1f } else { 0xff };
    if _mm512_cmpeq_epi16_mask(largest, _mm512_set1_epi16(special)) != 0 {
        return false;
    }
    let mut first = [_mm512_setzero_ps(); COLUMNS];
    for (n, first) in first.iter_mut().enumerate() {
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
    let mut results = [_mm512_setzero_si512(); COLUMNS];
    if !sums(eights, &first, operands, &mut results) {
        return false;
    }
    fragments(&results, sum, to);
    true
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

/// Returns the exponents of halves as their fields say; that of a subnormal number is 1, that of zero
/// [`NONE`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn exponents(halves: __m512i, element: Scalar) -> __m512i {
    let fields = match element {
        Scalar::F16 => _mm512_and_si512(_mm512_srli_epi16::<10>(halves), _mm512_set1_epi16(0x1f)),
        _ => _mm512_and_si512(_mm512_srli_epi16::<7>(halves), _mm512_set1_epi16(0xff)),
    };
    let fields = _mm512_max_epi16(fields, _mm512_set1_epi16(1));
    let any = _mm512_test_epi16_mask(halves, _mm512_set1_epi16(0x7fff));
    _mm512_mask_mov_epi16(_mm512_set1_epi16(NONE), any, fields)
}

/// Computes the columns of the result from its addends, as words of their elements. Returns `false` if the
/// reference must compute them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn sums(
    eights: &[Eight],
    first: &[__m512; COLUMNS],
    &Fragments { element, addend, sum, .. }: &Fragments<'_>,
    results: &mut [__m512i; COLUMNS],
) -> bool {
    let mut largest = [_mm512_set1_epi16(2 * NONE); COLUMNS];
    for eight in eights {
        for (quarter, &across) in eight.exponents.iter().enumerate() {
            for (largest, down) in largest.iter_mut().zip(eight.column_exponents()) {
                let down = _mm512_set1_epi32(down[quarter] as i32);
                *largest = _mm512_max_epi16(*largest, _mm512_add_epi16(across, down));
            }
        }
    }
    // From the sum of two fields to binary32's field.
    let bias = _mm512_set1_epi32(if element == Scalar::F16 { 127 - 2 * 15 } else { 127 - 2 * 127 });
    let least = _mm512_set1_epi32((least(addend).to_bits() >> 23) as i32);
    let none = _mm512_set1_epi32(NONE.into());
    let (mut scales, mut units) = ([_mm512_setzero_ps(); COLUMNS], [_mm512_setzero_ps(); COLUMNS]);
    let mut outside = 0;
    for (n, &first) in first.iter().enumerate() {
        let odd = _mm512_srai_epi32::<16>(largest[n]);
        let even = _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(largest[n]));
        let product = _mm512_add_epi32(_mm512_max_epi32(odd, even), bias);
        let bits = _mm512_castps_si512(first);
        let field = _mm512_and_si512(_mm512_srli_epi32::<23>(bits), _mm512_set1_epi32(0xff));
        let any = _mm512_test_epi32_mask(bits, _mm512_set1_epi32(0x7fff_ffff));
        let field = _mm512_mask_max_epi32(none, any, field, least);
        let field = _mm512_max_epi32(field, product);
        // Fields of sums of two exponents are larger than half of that of a zero.
        let any = _mm512_cmpgt_epi32_mask(field, _mm512_set1_epi32(i32::from(NONE) / 2));
        let low = _mm512_cmplt_epi32_mask(field, _mm512_set1_epi32(FIELDS[0]));
        let high = _mm512_cmpgt_epi32_mask(field, _mm512_set1_epi32(FIELDS[1]));
        outside |= any & (low | high);
        // 2^(KEPT - exponent), and its inverse; zeros for a sum of zeros.
        let scale = _mm512_sub_epi32(_mm512_set1_epi32(2 * 127 + KEPT as i32), field);
        scales[n] = _mm512_castsi512_ps(_mm512_maskz_slli_epi32::<23>(any, scale));
        let unit = _mm512_sub_epi32(field, _mm512_set1_epi32(KEPT as i32));
        units[n] = _mm512_castsi512_ps(_mm512_maskz_slli_epi32::<23>(any, unit));
    }
    if outside != 0 {
        return false;
    }
    let mut sums = [_mm512_setzero_si512(); COLUMNS];
    for eight in eights {
        for (k, &a) in eight.values.iter().enumerate() {
            for ((sum, down), &scale) in sums.iter_mut().zip(eight.columns()).zip(&scales) {
                let term = _mm512_mul_ps(_mm512_mul_ps(a, _mm512_set1_ps(down[k])), scale);
                *sum = _mm512_add_epi32(*sum, _mm512_cvttps_epi32(term));
            }
        }
    }
    let mut beyond = 0;
    for n in 0..COLUMNS {
        let addend = _mm512_cvttps_epi32(_mm512_mul_ps(first[n], scales[n]));
        let total = _mm512_add_epi32(sums[n], addend);
        // The sum of two numbers of the same sign has another one.
        let wrapped = _mm512_ternarylogic_epi32::<0b0100_0010>(sums[n], addend, total);
        beyond |= _mm512_movepi32_mask(wrapped);
        let cut = _mm512_cvt_roundepi32_ps::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(total);
        results[n] = match sum {
            Scalar::F32 => _mm512_castps_si512(_mm512_mul_ps(cut, units[n])),
            _ => {
                // A last bit for what was cut off, so that rounding twice equals rounding once.
                let rest = _mm512_cmpneq_epi32_mask(_mm512_cvttps_epi32(cut), total);
                let cut = _mm512_castps_si512(cut);
                let cut = _mm512_mask_or_epi32(cut, rest, cut, _mm512_set1_epi32(1));
                to_half(_mm512_mul_ps(_mm512_castsi512_ps(cut), units[n]))
            }
        };
    }
    beyond == 0
}

/// Converts numbers to binary16 in words, to nearest; no zero is negative.
#[inline]
#[target_feature(enable = "avx512f")]
fn to_half(values: __m512) -> __m512i {
    let halves = _mm512_cvtepu16_epi32(_mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(values));
    let any = _mm512_test_epi32_mask(halves, _mm512_set1_epi32(0x7fff));
    _mm512_maskz_mov_epi32(any, halves)
}

/// Writes the registers of columns of words; halves have two.
#[inline]
#[target_feature(enable = "avx512f")]
fn fragments(columns: &[__m512i; COLUMNS], sum: Scalar, registers: &mut [Words; 4]) {
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
