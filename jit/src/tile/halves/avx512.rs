//! The same with AVX-512, and for TF32: a vector has the sixteen rows of a column.

use super::super::RANGE;
use super::super::avx512::{half_of, interleave, rows};
use super::{COLUMNS, KEPT, Operands, Words};
use ptx::exec::WARP;
use ptx::ir::Scalar;
use std::arch::x86_64::*;
use std::cell::RefCell;

/// Elements of a line in two registers of A, and in one of B.
const EIGHT: usize = 8;

/// Exponent of zero, below all others, and below the sum of any two.
const NONE: i16 = -1024;

/// Exponents in binary32's fields to which sums are aligned here: from the least of [`RANGE`] on, and as long
/// as terms are scaled by 1 or more.
const FIELDS: [i16; 2] = [(RANGE.start().to_bits() >> 23) as i16, 127 + KEPT as i16];

/// Upper halves of words.
const UPPER: u32 = 0xaaaa_aaaa;

/// Columns of A: eight elements of each row.
#[derive(Clone, Copy)]
struct Left {
    values: [__m512; EIGHT],
    /// Exponents: in each row those of two neighbouring elements.
    exponents: [__m512i; EIGHT / 2],
}

impl Left {
    /// Reads halves. Arrays are made of their elements: to fill them with zeros first takes a sixth of the
    /// whole product's time.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of_halves([low, high]: &[Words; 2], element: Scalar) -> Left {
        let words = rows(low, high);
        macro_rules! value {
            ($quarter:literal, $odd:literal) => {{
                let halves = if $odd { _mm512_srli_epi32::<16>(words[$quarter]) } else { words[$quarter] };
                decode(_mm512_cvtepi32_epi16(halves), element)
            }};
        }
        Left {
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
        }
    }

    /// Reads words: four elements of each row in two registers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of_words([a, b, c, d]: [&Words; 4]) -> Left {
        let [first, last] = [rows(a, b), rows(c, d)].map(|four| four.map(|column| tf32(column)));
        let pair = |four: &[__m512i; 4], n: usize| {
            let [even, odd] = [four[n], four[n + 1]].map(|column| word_exponents(column));
            _mm512_mask_blend_epi16(UPPER, even, _mm512_slli_epi32::<16>(odd))
        };
        let exponents = [pair(&first, 0), pair(&first, 2), pair(&last, 0), pair(&last, 2)];
        let [a, b, c, d] = first.map(|column| _mm512_castsi512_ps(column));
        let [e, f, g, h] = last.map(|column| _mm512_castsi512_ps(column));
        Left { values: [a, b, c, d, e, f, g, h], exponents }
    }
}

/// Columns of B: eight elements of each.
struct Right {
    /// Two columns in a vector.
    values: [__m512; COLUMNS / 2],
    /// Exponents as the register holds the elements.
    exponents: [__m512i; 2],
}

impl Right {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of_halves(words: &Words, element: Scalar) -> Right {
        macro_rules! columns {
            ($pair:literal) => {
                // SAFETY: eight words are read.
                decode(unsafe { _mm256_loadu_si256(words[8 * $pair..][..8].as_ptr().cast()) }, element)
            };
        }
        Right {
            values: [columns!(0), columns!(1), columns!(2), columns!(3)],
            exponents: [exponents(half_of(words, 0), element), exponents(half_of(words, 1), element)],
        }
    }

    /// Reads words: four elements of each column in a register.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of_words(first: &Words, last: &Words) -> Right {
        let low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
        let high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
        let turns = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
        let columns = |half: usize| {
            let [first, last] = [first, last].map(|words| tf32(half_of(words, half)));
            let values =
                [low, high].map(|order| _mm512_castsi512_ps(_mm512_permutex2var_epi64(first, order, last)));
            let [first, last] = [first, last]
                .map(|words| _mm512_castsi256_si512(_mm512_cvtepi32_epi16(word_exponents(words))));
            (values, _mm512_permutex2var_epi64(first, turns, last))
        };
        let (([a, b], even), ([c, d], odd)) = (columns(0), columns(1));
        Right { values: [a, b, c, d], exponents: [even, odd] }
    }

    /// Returns the elements column by column.
    fn columns(&self) -> &[[f32; EIGHT]; COLUMNS] {
        // SAFETY: vectors are arrays of their elements, of a smaller alignment.
        unsafe { &*(&raw const self.values).cast() }
    }

    /// Returns the exponents column by column: two neighbouring elements in a word.
    fn column_exponents(&self) -> &[[u32; EIGHT / 2]; COLUMNS] {
        // SAFETY: as before.
        unsafe { &*(&raw const self.exponents).cast() }
    }
}

/// The A of the last product. Kernels multiply one A by several B, one after the other; to read it takes a
/// sixth of a product's time.
struct LastLeft {
    /// Its registers: none if no product was computed.
    registers: [Words; 4],
    count: usize,
    element: Scalar,
    eights: [Left; 2],
    /// Number of the eights that it has.
    parts: usize,
}

const ZEROS: Words = [0; WARP as usize];

thread_local! {
    /// Made at its first use, and in a box: C libraries free large blocks of a thread's variables with an
    /// allocator that may not be theirs, if a program has several copies of one.
    static LAST_LEFT: RefCell<Option<Box<LastLeft>>> = const { RefCell::new(None) };
}

impl Default for LastLeft {
    fn default() -> LastLeft {
        LastLeft {
            registers: [ZEROS; 4],
            count: 0,
            element: Scalar::F16,
            // SAFETY: zeros are vectors.
            eights: unsafe { std::mem::zeroed() },
            parts: 0,
        }
    }
}

impl LastLeft {
    /// Makes it that of a product. Returns its parts; `None` if infinities or NaN are among its elements.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn update(&mut self, registers: &[Words], element: Scalar) -> Option<&[Left]> {
        let known = (self.count, self.element) == (registers.len(), element)
            && registers.iter().zip(&self.registers).all(|(a, b)| are_equal(a, b));
        if !known {
            self.count = 0;
            self.parts = match (element, registers) {
                (Scalar::Tf32, [a, b]) => {
                    self.eights[0] = Left::of_words([a, b, &ZEROS, &ZEROS]);
                    1
                }
                (Scalar::Tf32, [a, b, c, d]) => {
                    self.eights[0] = Left::of_words([a, b, c, d]);
                    1
                }
                _ => {
                    let (pairs, _) = registers.as_chunks::<2>();
                    for (eight, pair) in self.eights.iter_mut().zip(pairs) {
                        *eight = Left::of_halves(pair, element);
                    }
                    pairs.len()
                }
            };
            let eights = self.eights.get(..self.parts)?;
            if eights.iter().any(|eight| has_special(&eight.exponents, element)) {
                return None;
            }
            self.registers.iter_mut().zip(registers).for_each(|(to, words)| *to = *words);
            (self.count, self.element) = (registers.len(), element);
        }
        self.eights.get(..self.parts)
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn are_equal(a: &Words, b: &Words) -> bool {
    let low = _mm512_cmpneq_epi32_mask(half_of(a, 0), half_of(b, 0));
    let high = _mm512_cmpneq_epi32_mask(half_of(a, 1), half_of(b, 1));
    low | high == 0
}

/// Returns whether exponents are among these that infinities and NaN have.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn has_special(exponents: &[__m512i], element: Scalar) -> bool {
    let special = _mm512_set1_epi16(if element == Scalar::F16 { 0x1f } else { 0xff });
    let mut any = 0;
    for &exponents in exponents {
        any |= _mm512_cmpeq_epi16_mask(exponents, special);
    }
    any != 0
}

/// Computes what [`super::multiply`] does.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) fn multiply(operands: &Operands<'_>, sums: &mut [Words]) -> bool {
    let mut compute = |last: &mut LastLeft| {
        let Some(left) = last.update(operands.a, operands.element) else { return false };
        let element = operands.element;
        let half = |words: &Words| Right::of_halves(words, element);
        match (element, left, operands.b) {
            (Scalar::Tf32, [_], [b]) => multiply_eights(left, &[Right::of_words(b, &ZEROS)], operands, sums),
            (Scalar::Tf32, [_], [b, d]) => multiply_eights(left, &[Right::of_words(b, d)], operands, sums),
            (_, [_], [b]) => multiply_eights(left, &[half(b)], operands, sums),
            (_, [_, _], [b, d]) => multiply_eights(left, &[half(b), half(d)], operands, sums),
            _ => false,
        }
    };
    let done = LAST_LEFT.try_with(|last| {
        last.try_borrow_mut().is_ok_and(|mut last| compute(last.get_or_insert_with(Box::default)))
    });
    // A thread that ends has none.
    done.unwrap_or(false)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn multiply_eights(left: &[Left], right: &[Right], operands: &Operands<'_>, registers: &mut [Words]) -> bool {
    let &Operands { element, addend, sum, .. } = operands;
    if right.iter().any(|right| has_special(&right.exponents, element)) {
        return false;
    }
    let (mut first, mut fields) = ([_mm512_setzero_ps(); COLUMNS], [_mm512_setzero_si512(); COLUMNS / 2]);
    match (addend, &*registers) {
        (Scalar::F32, [a, b, c, d, ..]) => {
            for (n, pair) in [(a, c), (b, d)].into_iter().enumerate() {
                for (quarter, words) in rows(pair.0, pair.1).into_iter().enumerate() {
                    first[2 * quarter + n] = _mm512_castsi512_ps(words);
                }
            }
            for (pair, field) in first.as_chunks::<2>().0.iter().zip(&mut fields) {
                let [low, high] = pair.map(|column| _mm512_castps_si512(column));
                let upper = _mm512_mask_blend_epi16(UPPER, _mm512_srli_epi32::<16>(low), high);
                *field = _mm512_and_si512(_mm512_srli_epi16::<7>(upper), _mm512_set1_epi16(0xff));
            }
        }
        (Scalar::F16, [a, b, ..]) => {
            for (quarter, words) in rows(a, b).into_iter().enumerate() {
                first[2 * quarter] = decode(_mm512_cvtepi32_epi16(words), Scalar::F16);
                let odd = _mm512_srli_epi32::<16>(words);
                first[2 * quarter + 1] = decode(_mm512_cvtepi32_epi16(odd), Scalar::F16);
                let own = exponents(words, Scalar::F16);
                if has_special(&[own], Scalar::F16) {
                    return false;
                }
                fields[quarter] = _mm512_add_epi16(own, _mm512_set1_epi16(127 - 15));
            }
        }
        _ => return false,
    }
    let mut results = [_mm512_setzero_si512(); COLUMNS];
    if !sums(left, right, (&first, &fields), (element, sum), &mut results) {
        return false;
    }
    fragments(&results, sum, registers);
    true
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

/// Returns words as TF32 reads them: the last bits do not count.
#[inline]
#[target_feature(enable = "avx512f")]
fn tf32(words: __m512i) -> __m512i {
    _mm512_and_si512(words, _mm512_set1_epi32(!0x1fff))
}

/// Returns what [`exponents`] does for words, in their lower halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn word_exponents(words: __m512i) -> __m512i {
    let fields = _mm512_and_si512(_mm512_srli_epi32::<23>(words), _mm512_set1_epi32(0xff));
    let fields = _mm512_max_epi32(fields, _mm512_set1_epi32(1));
    let any = _mm512_test_epi32_mask(words, _mm512_set1_epi32(i32::MAX));
    _mm512_mask_mov_epi32(_mm512_set1_epi32(i32::from(NONE as u16)), any, fields)
}

/// Computes the columns of the result, as words of their elements, from its addends and their exponents in
/// binary32's fields, two columns in a vector. Returns `false` if the reference must compute them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn sums(
    left: &[Left],
    right: &[Right],
    (first, fields): (&[__m512; COLUMNS], &[__m512i; COLUMNS / 2]),
    (element, sum): (Scalar, Scalar),
    results: &mut [__m512i; COLUMNS],
) -> bool {
    let mut largest = [_mm512_set1_epi16(2 * NONE); COLUMNS];
    for (left, right) in left.iter().zip(right) {
        for (quarter, &across) in left.exponents.iter().enumerate() {
            for (largest, down) in largest.iter_mut().zip(right.column_exponents()) {
                let down = _mm512_set1_epi32(down[quarter] as i32);
                *largest = _mm512_max_epi16(*largest, _mm512_add_epi16(across, down));
            }
        }
    }
    // From the sum of two fields to binary32's field.
    let bias = _mm512_set1_epi16(if element == Scalar::F16 { 127 - 2 * 15 } else { 127 - 2 * 127 });
    let (mut shifts, mut units) = ([_mm512_setzero_si512(); COLUMNS], [_mm512_setzero_si512(); COLUMNS]);
    let mut outside = 0;
    for n in 0..COLUMNS / 2 {
        let [low, high] = [largest[2 * n], largest[2 * n + 1]];
        // The larger one of the exponents of even and odd elements, of both columns.
        let even = _mm512_mask_blend_epi16(UPPER, low, _mm512_slli_epi32::<16>(high));
        let odd = _mm512_mask_blend_epi16(UPPER, _mm512_srli_epi32::<16>(low), high);
        let product = _mm512_add_epi16(_mm512_max_epi16(even, odd), bias);
        let field = _mm512_max_epi16(product, fields[n]);
        let none = _mm512_cmplt_epi16_mask(field, _mm512_set1_epi16(FIELDS[0]));
        outside |= _mm512_cmpgt_epi16_mask(field, _mm512_set1_epi16(FIELDS[1]));
        if none != 0 {
            // Sums of zeros alone are zero.
            outside |= none & _mm512_cmpgt_epi16_mask(product, _mm512_set1_epi16(NONE / 2));
            outside |= none & are_not_zero(first[2 * n], first[2 * n + 1]);
        }
        // KEPT - exponent, and 2^(exponent - KEPT); zeros for a sum of zeros.
        let scale = _mm512_sub_epi16(_mm512_set1_epi16(127 + KEPT as i16), field);
        let unit = _mm512_sub_epi16(field, _mm512_set1_epi16(KEPT as i16));
        [shifts[2 * n], shifts[2 * n + 1]] = exponent_fields(_mm512_maskz_slli_epi16::<7>(!none, scale));
        [units[2 * n], units[2 * n + 1]] = exponent_fields(_mm512_maskz_slli_epi16::<7>(!none, unit));
    }
    if outside != 0 {
        return false;
    }
    let mut sums = [_mm512_setzero_si512(); COLUMNS];
    for (left, right) in left.iter().zip(right) {
        for (k, &a) in left.values.iter().enumerate() {
            for ((sum, down), &shift) in sums.iter_mut().zip(right.columns()).zip(&shifts) {
                let product = _mm512_mul_ps(a, _mm512_set1_ps(down[k]));
                *sum = _mm512_add_epi32(*sum, cut(product, shift));
            }
        }
    }
    let mut beyond = 0;
    for n in 0..COLUMNS {
        let addend = cut(first[n], shifts[n]);
        let total = _mm512_add_epi32(sums[n], addend);
        // The sum of two numbers of the same sign has another one.
        let wrapped = _mm512_ternarylogic_epi32::<0b0100_0010>(sums[n], addend, total);
        beyond |= _mm512_movepi32_mask(wrapped);
        let cut = _mm512_cvt_roundepi32_ps::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(total);
        results[n] = match sum {
            Scalar::F32 => _mm512_castps_si512(_mm512_mul_ps(cut, _mm512_castsi512_ps(units[n]))),
            _ => {
                // A last bit for what was cut off, so that rounding twice equals rounding once.
                let rest = _mm512_cmpneq_epi32_mask(_mm512_cvttps_epi32(cut), total);
                let cut = _mm512_castps_si512(cut);
                let cut = _mm512_mask_or_epi32(cut, rest, cut, _mm512_set1_epi32(1));
                to_half(_mm512_mul_ps(_mm512_castsi512_ps(cut), _mm512_castsi512_ps(units[n])))
            }
        };
    }
    beyond == 0
}

/// Returns words of which a vector has the upper halves: the low half of each belongs to the first.
#[inline]
#[target_feature(enable = "avx512f")]
fn exponent_fields(halves: __m512i) -> [__m512i; 2] {
    [_mm512_slli_epi32::<16>(halves), _mm512_and_si512(halves, _mm512_set1_epi32(!0xffff))]
}

/// Truncates terms times powers of two, whose exponents in their field are not negative and less than 127.
/// Terms that are zero or subnormal become numbers less than 1. Processors add while they multiply.
#[inline]
#[target_feature(enable = "avx512f")]
fn cut(terms: __m512, shifts: __m512i) -> __m512i {
    let scaled = _mm512_add_epi32(_mm512_castps_si512(terms), shifts);
    _mm512_cvttps_epi32(_mm512_castsi512_ps(scaled))
}

/// Returns a bit for each number but zero: those of the first column are even.
#[target_feature(enable = "avx512f,avx512bw")]
fn are_not_zero(low: __m512, high: __m512) -> u32 {
    let magnitude = _mm512_set1_epi32(i32::MAX);
    let [low, high] =
        [low, high].map(|column| _mm512_test_epi32_mask(_mm512_castps_si512(column), magnitude));
    let ones = _mm512_set1_epi32(-1);
    let low = _mm512_maskz_srli_epi32::<16>(low, ones);
    let high = _mm512_maskz_slli_epi32::<16>(high, ones);
    _mm512_movepi16_mask(_mm512_or_si512(low, high))
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
fn fragments(columns: &[__m512i; COLUMNS], sum: Scalar, registers: &mut [Words]) {
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
