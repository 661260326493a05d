//! Eight lanes in AVX2.
//!
//! The functions are safe to call where the processor has AVX2 and FMA, which [`super::fastest`] makes sure
//! of: its kernels enable these features, and everything here is inlined into them.

#![allow(clippy::undocumented_unsafe_blocks, reason = "the module says why all of them are sound")]

use ptx::sfu::lanes::{Doubles, Lanes};
use ptx::sfu::table::{Steps, Table};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

/// Eight numbers of 32 bits. A mask has all bits of its lanes set.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) __m256i);

/// Eight numbers of 64 bits: lanes 0 to 3, and 4 to 7.
#[derive(Clone, Copy)]
pub(super) struct Wide([__m256d; 2]);

operator!(Add, add, Words, |a, b| _mm256_add_epi32(a, b));
operator!(Sub, sub, Words, |a, b| _mm256_sub_epi32(a, b));
operator!(BitAnd, bitand, Words, |a, b| _mm256_and_si256(a, b));
operator!(BitOr, bitor, Words, |a, b| _mm256_or_si256(a, b));
operator!(BitXor, bitxor, Words, |a, b| _mm256_xor_si256(a, b));
operator!(Add, add, Wide, |a, b| [_mm256_add_pd(a[0], b[0]), _mm256_add_pd(a[1], b[1])]);
operator!(Sub, sub, Wide, |a, b| [_mm256_sub_pd(a[0], b[0]), _mm256_sub_pd(a[1], b[1])]);
operator!(Mul, mul, Wide, |a, b| [_mm256_mul_pd(a[0], b[0]), _mm256_mul_pd(a[1], b[1])]);

impl Words {
    #[inline(always)]
    fn float(self) -> __m256 {
        unsafe { _mm256_castsi256_ps(self.0) }
    }

    #[inline(always)]
    fn of_float(x: __m256) -> Self {
        Words(unsafe { _mm256_castps_si256(x) })
    }

    /// The lower and the upper four lanes.
    #[inline(always)]
    fn halves(self) -> [__m128i; 2] {
        unsafe { [_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0)] }
    }

    /// Takes the lower words of 64-bit lanes.
    #[inline(always)]
    fn of_lower_words([a, b]: [__m256d; 2]) -> Self {
        unsafe {
            let mixed = _mm256_shuffle_ps::<0b10_00_10_00>(_mm256_castpd_ps(a), _mm256_castpd_ps(b));
            Words(_mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_castps_si256(mixed)))
        }
    }
}

/// Loads two rows of a table.
#[inline(always)]
fn two_rows<const N: usize>(table: &Table<N>, first: u32, second: u32) -> __m256d {
    let (first, second) = (&table.rows[first as usize % N], &table.rows[second as usize % N]);
    unsafe {
        let (first, second) =
            (_mm_loadu_pd((&raw const *first).cast()), _mm_loadu_pd((&raw const *second).cast()));
        _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(first), second)
    }
}

/// Loads two rows of a table of steps.
#[inline(always)]
fn two_step_rows<const N: usize>(table: &Steps<N>, first: u32, second: u32) -> __m256i {
    let (first, second) = (&table.rows[first as usize % N].0, &table.rows[second as usize % N].0);
    unsafe {
        let first = _mm256_castsi128_si256(_mm_loadu_si128(first.as_ptr().cast()));
        _mm256_inserti128_si256::<1>(first, _mm_loadu_si128(second.as_ptr().cast()))
    }
}

impl Lanes for Words {
    type Mask = Words;
    type Double = Wide;

    #[inline(always)]
    fn all(x: u32) -> Self {
        Words(unsafe { _mm256_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn left(self, n: u32) -> Self {
        Words(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(n as i32)) })
    }

    #[inline(always)]
    fn right(self, n: u32) -> Self {
        Words(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(n as i32)) })
    }

    #[inline(always)]
    fn signed_right(self, n: u32) -> Self {
        Words(unsafe { _mm256_sra_epi32(self.0, _mm_cvtsi32_si128(n as i32)) })
    }

    #[inline(always)]
    fn left_by(self, n: Self) -> Self {
        Words(unsafe { _mm256_sllv_epi32(self.0, n.0) })
    }

    #[inline(always)]
    fn right_by(self, n: Self) -> Self {
        Words(unsafe { _mm256_srlv_epi32(self.0, n.0) })
    }

    #[inline(always)]
    fn pair_product(self, other: Self) -> Self {
        Words(unsafe { _mm256_madd_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn low_product(self, other: Self) -> Self {
        Words(unsafe { _mm256_mullo_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Words {
        Words(unsafe { _mm256_cmpeq_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn less(self, other: Self) -> Words {
        Words(unsafe { _mm256_cmpgt_epi32(other.0, self.0) })
    }

    #[inline(always)]
    fn has(self, bits: u32) -> Words {
        let (own, bits) = (self & Self::all(bits), bits);
        if bits.is_power_of_two() {
            return own.equals(Self::all(bits));
        }
        unsafe { Words(_mm256_xor_si256(own.equals(Self::all(0)).0, _mm256_set1_epi32(-1))) }
    }

    #[inline(always)]
    fn kept(self, mask: Words) -> Self {
        self & mask
    }

    #[inline(always)]
    fn or_else(self, mask: Words, other: Self) -> Self {
        Words(unsafe { _mm256_blendv_epi8(other.0, self.0, mask.0) })
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self::of_float(unsafe { _mm256_mul_ps(self.float(), other.float()) })
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::of_float(unsafe { _mm256_min_ps(self.float(), other.float()) })
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Words::of_float(unsafe { _mm256_max_ps(self.float(), other.float()) })
    }

    #[inline(always)]
    fn toward_zero(self) -> Self {
        Words(unsafe { _mm256_cvttps_epi32(self.float()) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self::of_float(unsafe { _mm256_sub_ps(self.float(), other.float()) })
    }

    #[inline(always)]
    fn float_less(self, other: Self) -> Words {
        Self::of_float(unsafe { _mm256_cmp_ps::<_CMP_LT_OQ>(self.float(), other.float()) })
    }

    #[inline(always)]
    fn is_nan(self) -> Words {
        Self::of_float(unsafe { _mm256_cmp_ps::<_CMP_UNORD_Q>(self.float(), self.float()) })
    }

    #[inline(always)]
    fn integer_to_double(self) -> Wide {
        Wide(both!(self.halves(), |half| unsafe { _mm256_cvtepi32_pd(half) }))
    }

    #[inline(always)]
    fn single_to_double(self) -> Wide {
        Wide(both!(self.halves(), |half| unsafe { _mm256_cvtps_pd(_mm_castsi128_ps(half)) }))
    }

    #[inline(always)]
    fn upper_bits(x: Wide) -> Self {
        Words::of_lower_words(both!(x.0, |half| unsafe {
            _mm256_castsi256_pd(_mm256_srli_epi64::<29>(_mm256_castpd_si256(half)))
        }))
    }

    #[inline(always)]
    fn steps<const N: usize>(table: &'static Steps<N>, segment: Self) -> [Self; 3] {
        let mut index = [0u32; 8];
        unsafe {
            _mm256_storeu_si256(index.as_mut_ptr().cast(), segment.0);
            // Lanes 0 to 3 are transposed in the lower halves, 4 to 7 in the upper ones.
            let first = two_step_rows(table, index[0], index[4]);
            let second = two_step_rows(table, index[1], index[5]);
            let third = two_step_rows(table, index[2], index[6]);
            let fourth = two_step_rows(table, index[3], index[7]);
            let (ab, cd) = (_mm256_unpacklo_epi32(first, second), _mm256_unpacklo_epi32(third, fourth));
            let (rest_ab, rest_cd) =
                (_mm256_unpackhi_epi32(first, second), _mm256_unpackhi_epi32(third, fourth));
            [
                Words(_mm256_unpacklo_epi64(ab, cd)),
                Words(_mm256_unpackhi_epi64(ab, cd)),
                Words(_mm256_unpacklo_epi64(rest_ab, rest_cd)),
            ]
        }
    }

    #[inline(always)]
    fn polynomial<const N: usize>(table: &Table<N>, segment: Self, offset: Self, square: Self) -> Wide {
        let mut index = [0u32; 8];
        unsafe { _mm256_storeu_si256(index.as_mut_ptr().cast(), segment.0) };
        let (offset, square) = (offset.integer_to_double(), square.integer_to_double());
        Wide(both!([0, 1], |n| {
            let [i, j, k, l] = [index[4 * n], index[4 * n + 1], index[4 * n + 2], index[4 * n + 3]];
            let (even, odd) = (two_rows(table, i, k), two_rows(table, j, l));
            unsafe {
                let constant = _mm256_unpacklo_pd(even, odd);
                // Slope and curvature of each lane in turn.
                let factors = _mm256_castpd_si256(_mm256_unpackhi_pd(even, odd));
                let order = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
                let [slope, curvature] =
                    Words(_mm256_permutevar8x32_epi32(factors, order)).integer_to_double().0;
                _mm256_fmadd_pd(curvature, square.0[n], _mm256_fmadd_pd(slope, offset.0[n], constant))
            }
        }))
    }
}

impl Doubles for Wide {
    type Mask = Words;

    #[inline(always)]
    fn all(x: f64) -> Self {
        Wide([unsafe { _mm256_set1_pd(x) }; 2])
    }

    #[inline(always)]
    fn floor(self) -> Self {
        Wide(both!(self.0, |half| unsafe { _mm256_floor_pd(half) }))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Words {
        Words::of_lower_words(both!([0, 1], |n| unsafe {
            _mm256_cmp_pd::<_CMP_LT_OQ>(self.0[n], other.0[n])
        }))
    }

    #[inline(always)]
    fn size(self) -> Self {
        Wide(both!(self.0, |half| unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), half) }))
    }

    #[inline(always)]
    fn or_else(self, mask: Words, other: Self) -> Self {
        let masks = both!(mask.halves(), |half| unsafe { _mm256_cvtepi32_epi64(half) });
        Wide(both!([0, 1], |n| unsafe {
            _mm256_blendv_pd(other.0[n], self.0[n], _mm256_castsi256_pd(masks[n]))
        }))
    }
}
