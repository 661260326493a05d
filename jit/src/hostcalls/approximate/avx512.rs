//! Sixteen lanes in AVX-512.
//!
//! The functions are safe to call where the processor has AVX-512 F, VL, DQ, BW, VBMI and VNNI, which
//! [`super::fastest`] makes sure of: its kernels enable these features, and everything here is inlined into
//! them.

#![allow(clippy::undocumented_unsafe_blocks, reason = "the module says why all of them are sound")]

use ptx::sfu::lanes::{Doubles, Lanes};
use ptx::sfu::table::{Steps, Table};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

/// Sixteen numbers of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) __m512i);

/// Sixteen numbers of 64 bits: lanes 0 to 7, and 8 to 15.
#[derive(Clone, Copy)]
pub(super) struct Wide([__m512d; 2]);

operator!(Add, add, Words, |a, b| _mm512_add_epi32(a, b));
operator!(Sub, sub, Words, |a, b| _mm512_sub_epi32(a, b));
operator!(BitAnd, bitand, Words, |a, b| _mm512_and_si512(a, b));
operator!(BitOr, bitor, Words, |a, b| _mm512_or_si512(a, b));
operator!(BitXor, bitxor, Words, |a, b| _mm512_xor_si512(a, b));
operator!(Add, add, Wide, |a, b| [_mm512_add_pd(a[0], b[0]), _mm512_add_pd(a[1], b[1])]);
operator!(Sub, sub, Wide, |a, b| [_mm512_sub_pd(a[0], b[0]), _mm512_sub_pd(a[1], b[1])]);
operator!(Mul, mul, Wide, |a, b| [_mm512_mul_pd(a[0], b[0]), _mm512_mul_pd(a[1], b[1])]);

impl Words {
    #[inline(always)]
    fn float(self) -> __m512 {
        unsafe { _mm512_castsi512_ps(self.0) }
    }

    /// The lower and the upper eight lanes.
    #[inline(always)]
    fn halves(self) -> [__m256i; 2] {
        unsafe { [_mm512_castsi512_si256(self.0), _mm512_extracti64x4_epi64::<1>(self.0)] }
    }
}

impl Wide {
    /// Joins the lower and the upper words of numbers.
    #[inline(always)]
    fn of_words(low: Words, high: Words) -> Wide {
        unsafe {
            let first = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
            let second = _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8);
            Wide(both!([first, second], |order| {
                _mm512_castsi512_pd(_mm512_permutex2var_epi32(low.0, order, high.0))
            }))
        }
    }

    #[inline(always)]
    fn plus_product(self, a: Wide, b: Wide) -> Wide {
        unsafe {
            Wide([_mm512_fmadd_pd(a.0[0], b.0[0], self.0[0]), _mm512_fmadd_pd(a.0[1], b.0[1], self.0[1])])
        }
    }
}

/// Selects words of 32 of a table's, from `32 * N` on, by the lower five bits of each lane's index.
#[inline(always)]
fn selected_of_32<const N: usize>(table: &[u32], index: Words) -> __m512i {
    unsafe {
        let first = _mm512_loadu_si512(table[32 * N..32 * N + 16].as_ptr().cast());
        let second = _mm512_loadu_si512(table[32 * N + 16..32 * N + 32].as_ptr().cast());
        _mm512_permutex2var_epi32(first, index.0, second)
    }
}

/// Selects words of a table of 64 or 128 by each lane's index.
#[inline(always)]
fn selected<const N: usize>(table: &[u32; N], index: Words) -> Words {
    let upper = index.has(32);
    let quad =
        Words(selected_of_32::<1>(table, index)).or_else(upper, Words(selected_of_32::<0>(table, index)));
    if N == 64 {
        return quad;
    }
    let last =
        Words(selected_of_32::<3>(table, index)).or_else(upper, Words(selected_of_32::<2>(table, index)));
    last.or_else(index.has(64), quad)
}

impl Lanes for Words {
    type Mask = __mmask16;
    type Double = Wide;

    #[inline(always)]
    fn all(x: u32) -> Self {
        Words(unsafe { _mm512_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn left(self, n: u32) -> Self {
        Words(unsafe { _mm512_sll_epi32(self.0, _mm_cvtsi32_si128(n as i32)) })
    }

    #[inline(always)]
    fn right(self, n: u32) -> Self {
        Words(unsafe { _mm512_srl_epi32(self.0, _mm_cvtsi32_si128(n as i32)) })
    }

    #[inline(always)]
    fn signed_right(self, n: u32) -> Self {
        Words(unsafe { _mm512_sra_epi32(self.0, _mm_cvtsi32_si128(n as i32)) })
    }

    #[inline(always)]
    fn left_by(self, n: Self) -> Self {
        Words(unsafe { _mm512_sllv_epi32(self.0, n.0) })
    }

    #[inline(always)]
    fn right_by(self, n: Self) -> Self {
        Words(unsafe { _mm512_srlv_epi32(self.0, n.0) })
    }

    #[inline(always)]
    fn pair_product(self, other: Self) -> Self {
        Words(unsafe { _mm512_madd_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn low_product(self, other: Self) -> Self {
        Words(unsafe { _mm512_mullo_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn plus_pair_product(self, a: Self, b: Self) -> Self {
        Words(unsafe { _mm512_dpwssd_epi32(self.0, a.0, b.0) })
    }

    /// Sums columns as bytes, four at a time: those of the lower bits, at the weight of the upper bit that
    /// each belongs to, times this bit.
    #[inline(always)]
    fn half_square(self) -> Self {
        let (high, low) = (self.right(9), self & Self::all(511));
        let complete = high.pair_product(high).right(1);
        macro_rules! plus_columns {
            ($sum:expr, $uppers:expr, $lowers:expr, $used:expr) => {
                unsafe {
                    let upper = _mm512_multishift_epi64_epi8(_mm512_set1_epi64($uppers), self.0);
                    let bits = _mm512_and_si512(upper, _mm512_set1_epi32($used));
                    let columns = _mm512_multishift_epi64_epi8(_mm512_set1_epi64($lowers), low.0);
                    Words(_mm512_dpbusd_epi32($sum.0, columns, bits))
                }
            };
        }
        let sum = plus_columns!(complete, 0x2d2c_2b2a_0d0c_0b0a, 0x2526_2728_0506_0708, 0x0101_0101);
        plus_columns!(sum, 0x2030_2f2e_0010_0f0e, 0x2022_2324_0002_0304, 0x0001_0101)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmpeq_epi32_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn less(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmplt_epi32_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn has(self, bits: u32) -> __mmask16 {
        unsafe { _mm512_test_epi32_mask(self.0, Self::all(bits).0) }
    }

    #[inline(always)]
    fn kept(self, mask: __mmask16) -> Self {
        Words(unsafe { _mm512_maskz_mov_epi32(mask, self.0) })
    }

    #[inline(always)]
    fn or_else(self, mask: __mmask16, other: Self) -> Self {
        Words(unsafe { _mm512_mask_blend_epi32(mask, other.0, self.0) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Words(unsafe { _mm512_castps_si512(_mm512_mul_ps(self.float(), other.float())) })
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Words(unsafe { _mm512_castps_si512(_mm512_min_ps(self.float(), other.float())) })
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Words(unsafe { _mm512_castps_si512(_mm512_max_ps(self.float(), other.float())) })
    }

    #[inline(always)]
    fn toward_zero(self) -> Self {
        Words(unsafe { _mm512_cvttps_epi32(self.float()) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Words(unsafe { _mm512_castps_si512(_mm512_sub_ps(self.float(), other.float())) })
    }

    #[inline(always)]
    fn float_less(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.float(), other.float()) }
    }

    #[inline(always)]
    fn is_nan(self) -> __mmask16 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(self.float(), self.float()) }
    }

    #[inline(always)]
    fn integer_to_double(self) -> Wide {
        Wide(both!(self.halves(), |half| unsafe { _mm512_cvtepi32_pd(half) }))
    }

    #[inline(always)]
    fn single_to_double(self) -> Wide {
        Wide(both!(self.halves(), |half| unsafe { _mm512_cvtps_pd(_mm256_castsi256_ps(half)) }))
    }

    #[inline(always)]
    fn upper_bits(x: Wide) -> Self {
        unsafe {
            let [low, high] =
                both!(x.0, |half| _mm512_cvtepi64_epi32(_mm512_srli_epi64::<29>(_mm512_castpd_si512(half))));
            Words(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
        }
    }

    #[inline(always)]
    fn steps<const N: usize>(table: &'static Steps<N>, segment: Self) -> [Self; 3] {
        let words = &table.words;
        [selected(&words.base, segment), selected(&words.slope, segment), selected(&words.rest, segment)]
    }

    #[inline(always)]
    fn polynomial<const N: usize>(table: &Table<N>, segment: Self, offset: Self, square: Self) -> Wide {
        let words = &table.words;
        let (low, high) = (selected(&words.low, segment), selected(&words.high, segment));
        let slope = selected(&words.slope, segment).integer_to_double();
        let curvature = selected(&words.curvature, segment).integer_to_double();
        let constant = Wide::of_words(low, high);
        constant
            .plus_product(slope, offset.integer_to_double())
            .plus_product(curvature, square.integer_to_double())
    }
}

impl Doubles for Wide {
    type Mask = __mmask16;

    #[inline(always)]
    fn all(x: f64) -> Self {
        Wide([unsafe { _mm512_set1_pd(x) }; 2])
    }

    #[inline(always)]
    fn floor(self) -> Self {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        Wide(both!(self.0, |half| unsafe { _mm512_roundscale_pd::<DOWN>(half) }))
    }

    #[inline(always)]
    fn less(self, other: Self) -> __mmask16 {
        unsafe {
            let [low, high] = both!([0, 1], |n| _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0[n], other.0[n]));
            _mm512_kunpackb(high.into(), low.into())
        }
    }

    #[inline(always)]
    fn size(self) -> Self {
        Wide(both!(self.0, |half| unsafe { _mm512_abs_pd(half) }))
    }

    #[inline(always)]
    fn or_else(self, mask: __mmask16, other: Self) -> Self {
        let masks = [mask as u8, (mask >> 8) as u8];
        Wide(both!([0, 1], |n| unsafe { _mm512_mask_blend_pd(masks[n], other.0[n], self.0[n]) }))
    }
}
