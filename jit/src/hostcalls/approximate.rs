//! Approximate functions of binary32 for rows of lanes, in the processor's widest vectors.

/// Implements an operator of vectors by an instruction of the processor.
#[cfg(target_arch = "x86_64")]
macro_rules! operator {
    ($trait:ident, $method:ident, $type:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for $type {
            type Output = $type;
            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                let ($a, $b) = (self.0, other.0);
                $type(unsafe { $result })
            }
        }
    };
}

/// Evaluates an expression for both halves. A closure would be a function without the processor's features,
/// and its instructions calls.
#[cfg(target_arch = "x86_64")]
macro_rules! both {
    ($halves:expr, |$half:ident| $result:expr) => {{
        let [low, high] = $halves;
        [
            {
                let $half = low;
                $result
            },
            {
                let $half = high;
                $result
            },
        ]
    }};
}

/// All functions of a form, by number.
macro_rules! each {
    ($row:ident) => {
        each!($row: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)
    };
    ($row:ident: $($number:literal)+) => {
        [$($row::<$number> as Row),+]
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

use super::{APPROXIMATE, ROW_LANES};
use ptx::ir::Approx;
use ptx::sfu::lanes::Lanes;
use ptx::sfu::rows;
use std::num::Wrapping;

/// Number of functions, each with and without `.ftz`.
pub(super) const FUNCTIONS: usize = 2 * APPROXIMATE.len();

/// The operands of a row; the first ones are replaced by the results.
#[repr(C, align(4))]
pub(super) struct Operands([[u32; ROW_LANES]; 2]);

/// Computes an approximate function of a row for the first lanes, and perhaps others: `(operands, lanes)`.
type Row = unsafe extern "C" fn(&mut Operands, u32);

/// Computes a function of lanes by its [`number`](super::Approximate::number).
#[inline(always)]
fn value<L: Lanes>(function: u32, a: L, b: L) -> L {
    let (op, ftz) = (APPROXIMATE[function as usize / 2], function & 1 != 0);
    match op {
        Approx::Rcp => rows::rcp(a, ftz),
        Approx::Sqrt => rows::sqrt(a, ftz),
        Approx::Rsqrt => rows::rsqrt(a, ftz),
        Approx::Sin => rows::sin(a),
        Approx::Cos => rows::cos(a),
        Approx::Lg2 => rows::lg2(a, ftz),
        Approx::Ex2 => rows::ex2(a, ftz),
        Approx::Tanh => rows::tanh(a),
        Approx::Div => rows::div(a, b, ftz),
        Approx::DivFull => rows::div_full(a, b, ftz),
    }
}

/// Computes a row lane by lane.
unsafe extern "C" fn row_portable<const FUNCTION: u32>(operands: &mut Operands, lanes: u32) {
    let Operands([first, second]) = operands;
    for (a, &b) in first.iter_mut().zip(second.iter()).take(lanes as usize) {
        *a = value(FUNCTION, Wrapping(*a), Wrapping(b)).0;
    }
}

/// Computes a row, sixteen lanes at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512vbmi,avx512vnni,fma")]
unsafe extern "C" fn row_avx512<const FUNCTION: u32>(operands: &mut Operands, lanes: u32) {
    use std::arch::x86_64::{_mm512_loadu_si512, _mm512_storeu_si512};
    let Operands([first, second]) = operands;
    let parts = first.as_chunks_mut::<16>().0.iter_mut().zip(second.as_chunks::<16>().0);
    for (first, second) in parts.take(lanes.div_ceil(16) as usize) {
        // SAFETY: each part has 16 words.
        unsafe {
            let [a, b] = [&*first, second].map(|row| avx512::Words(_mm512_loadu_si512(row.as_ptr().cast())));
            _mm512_storeu_si512(first.as_mut_ptr().cast(), value(FUNCTION, a, b).0);
        }
    }
}

/// Computes a row, eight lanes at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe extern "C" fn row_avx2<const FUNCTION: u32>(operands: &mut Operands, lanes: u32) {
    use std::arch::x86_64::{_mm256_loadu_si256, _mm256_storeu_si256};
    let Operands([first, second]) = operands;
    let parts = first.as_chunks_mut::<8>().0.iter_mut().zip(second.as_chunks::<8>().0);
    for (first, second) in parts.take(lanes.div_ceil(8) as usize) {
        // SAFETY: each part has 8 words.
        unsafe {
            let [a, b] = [&*first, second].map(|row| avx2::Words(_mm256_loadu_si256(row.as_ptr().cast())));
            _mm256_storeu_si256(first.as_mut_ptr().cast(), value(FUNCTION, a, b).0);
        }
    }
}

/// Returns the functions in the form that is fastest on this processor, by number.
///
/// # Safety
/// Compiled code passes a slot with the operands, which is its own; any bits are numbers.
pub(super) fn fastest() -> [Row; FUNCTIONS] {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        let wide = has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx512bw");
        if wide && has!("avx512vbmi") && has!("avx512vnni") && has!("fma") {
            return each!(row_avx512);
        }
        if has!("avx2") && has!("fma") {
            return each!(row_avx2);
        }
    }
    each!(row_portable)
}
