//! Functions that hardware approximates: the special function unit's, and what instructions make of them.

use super::format::Format;
use crate::ir::Approx;
use crate::sfu;

pub(super) fn eval(op: Approx, format: Format, ftz: bool, a: u64, b: u64) -> u64 {
    match format {
        Format::F32 => u64::from(single(op, ftz, a as u32, b as u32)),
        Format::F16 | Format::Bf16 => u64::from(narrow(op, format, a as u16)),
        Format::F64 if ftz => upper_half(op, a),
        // `rsqrt` alone has such a form.
        Format::F64 => sfu::rsqrt_double(a),
    }
}

fn single(op: Approx, ftz: bool, a: u32, b: u32) -> u32 {
    match op {
        Approx::Rcp => sfu::rcp(a, ftz),
        Approx::Sqrt => sfu::sqrt(a, ftz),
        Approx::Rsqrt => sfu::rsqrt(a, ftz),
        Approx::Sin => sfu::sin(a),
        Approx::Cos => sfu::cos(a),
        Approx::Lg2 => sfu::lg2(a, ftz),
        Approx::Ex2 => sfu::ex2(a, ftz),
        Approx::Tanh => sfu::tanh(a),
        Approx::Div => sfu::div(a, b, ftz),
        Approx::DivFull => sfu::div_full(a, b, ftz),
    }
}

/// Computes `ex2` and `tanh`, the only ones of 16 bits.
fn narrow(op: Approx, format: Format, a: u16) -> u16 {
    match (op, format) {
        (Approx::Ex2, Format::F16) => sfu::ex2_f16(a),
        (Approx::Ex2, _) => sfu::ex2_bf16(a),
        (_, Format::F16) => sfu::tanh_f16(a),
        _ => sfu::tanh_bf16(a),
    }
}

/// Computes `rcp.approx.ftz.f64` or `rsqrt.approx.ftz.f64`.
fn upper_half(op: Approx, a: u64) -> u64 {
    let a = (a >> 32) as u32;
    let result = if op == Approx::Rcp { sfu::rcp_upper_half(a) } else { sfu::rsqrt_upper_half(a) };
    u64::from(result) << 32
}
