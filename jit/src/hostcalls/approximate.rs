//! Approximate functions of binary32 for rows of lanes, compiled for several widths of vectors.

use super::{APPROXIMATE, ROW_LANES};
use ptx::ir::Approx;
use ptx::sfu;
use std::sync::LazyLock;

/// The operands of a row; the first ones are replaced by the results.
type Operands = [[u32; ROW_LANES]; 2];

/// Computes a row. Inlined into functions for different processors, whose compiler makes vectors of the
/// loops.
#[inline(always)]
fn row(function: u32, operands: &mut Operands) {
    let [first, second] = operands;
    macro_rules! each {
        ($function:expr) => {
            first.iter_mut().for_each(|x| *x = $function(*x))
        };
    }
    macro_rules! pairs {
        ($function:expr) => {
            first.iter_mut().zip(second.iter()).for_each(|(a, &b)| *a = $function(*a, b))
        };
    }
    let (op, ftz) = (APPROXIMATE[function as usize / 2 % APPROXIMATE.len()], function & 1 != 0);
    match (op, ftz) {
        (Approx::Rcp, false) => each!(|x| sfu::rcp(x, false)),
        (Approx::Rcp, true) => each!(|x| sfu::rcp(x, true)),
        (Approx::Sqrt, false) => each!(|x| sfu::sqrt(x, false)),
        (Approx::Sqrt, true) => each!(|x| sfu::sqrt(x, true)),
        (Approx::Rsqrt, false) => each!(|x| sfu::rsqrt(x, false)),
        (Approx::Rsqrt, true) => each!(|x| sfu::rsqrt(x, true)),
        (Approx::Sin, _) => each!(sfu::sin),
        (Approx::Cos, _) => each!(sfu::cos),
        (Approx::Lg2, false) => each!(|x| sfu::lg2(x, false)),
        (Approx::Lg2, true) => each!(|x| sfu::lg2(x, true)),
        (Approx::Ex2, false) => each!(|x| sfu::ex2(x, false)),
        (Approx::Ex2, true) => each!(|x| sfu::ex2(x, true)),
        (Approx::Tanh, _) => each!(sfu::tanh),
        (Approx::Div, false) => pairs!(|a, b| sfu::div(a, b, false)),
        (Approx::Div, true) => pairs!(|a, b| sfu::div(a, b, true)),
        (Approx::DivFull, false) => pairs!(|a, b| sfu::div_full(a, b, false)),
        (Approx::DivFull, true) => pairs!(|a, b| sfu::div_full(a, b, true)),
    }
}

/// [`row`] for processors with AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,fma")]
fn row_avx512(function: u32, operands: &mut Operands) {
    row(function, operands);
}

/// [`row`] for processors with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn row_avx2(function: u32, operands: &mut Operands) {
    row(function, operands);
}

/// [`row`] in the form that is fastest on this processor.
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
    row
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
