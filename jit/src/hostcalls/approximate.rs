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
use std::sync::LazyLock;

/// The operands of a row; the first ones are replaced by the results.
#[repr(C, align(4))]
pub(super) struct Operands([[u32; ROW_LANES]; 2]);

/// Computes a function of lanes.
#[inline(always)]
fn value<L: Lanes>(function: u32, a: L, b: L) -> L {
    let (op, ftz) = (APPROXIMATE[function as usize / 2 % APPROXIMATE.len()], function & 1 != 0);
    // A constant flag leaves out what the other form needs.
    macro_rules! both {
        ($function:ident, $($operand:ident),+) => {
            if ftz { rows::$function($($operand),+, true) } else { rows::$function($($operand),+, false) }
        };
    }
    match op {
        Approx::Rcp => both!(rcp, a),
        Approx::Sqrt => both!(sqrt, a),
        Approx::Rsqrt => both!(rsqrt, a),
        Approx::Sin => rows::sin(a),
        Approx::Cos => rows::cos(a),
        Approx::Lg2 => both!(lg2, a),
        Approx::Ex2 => both!(ex2, a),
        Approx::Tanh => rows::tanh(a),
        Approx::Div => both!(div, a, b),
        Approx::DivFull => both!(div_full, a, b),
    }
}

/// Computes a row lane by lane.
fn row_portable(function: u32, Operands([first, second]): &mut Operands) {
    for (a, &b) in first.iter_mut().zip(second.iter()) {
        *a = value(function, Wrapping(*a), Wrapping(b)).0;
    }
}

/// Computes a row in one step.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,fma")]
fn row_avx512(function: u32, Operands([first, second]): &mut Operands) {
    use std::arch::x86_64::{_mm512_loadu_si512, _mm512_storeu_si512};
    // SAFETY: both rows have 16 words.
    unsafe {
        let [a, b] = [&*first, &*second].map(|row| avx512::Words(_mm512_loadu_si512(row.as_ptr().cast())));
        _mm512_storeu_si512(first.as_mut_ptr().cast(), value(function, a, b).0);
    }
}

/// Computes a row in two steps.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn row_avx2(function: u32, Operands([first, second]): &mut Operands) {
    use std::arch::x86_64::{_mm256_loadu_si256, _mm256_storeu_si256};
    for (first, second) in first.as_chunks_mut::<8>().0.iter_mut().zip(second.as_chunks::<8>().0) {
        // SAFETY: each part has 8 words.
        unsafe {
            let [a, b] = [&*first, second].map(|row| avx2::Words(_mm256_loadu_si256(row.as_ptr().cast())));
            _mm256_storeu_si256(first.as_mut_ptr().cast(), value(function, a, b).0);
        }
    }
}

/// The fastest way to compute a row on this processor.
static FASTEST: LazyLock<unsafe fn(u32, &mut Operands)> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx512bw") && has!("fma") {
            return row_avx512;
        }
        if has!("avx2") && has!("fma") {
            return row_avx2;
        }
    }
    row_portable
});

/// Computes an approximate function of a row; `function` is its [`number`](super::approximate_number).
///
/// # Safety
/// Compiled code passes the address of a slot with the operands.
pub(super) unsafe extern "C" fn host_approximate(function: u32, operands: *mut Operands) {
    // SAFETY: the caller guarantees the slot, which is its own, and any bits are numbers; the processor has
    // what the function wants.
    unsafe { FASTEST(function, &mut *operands) }
}
