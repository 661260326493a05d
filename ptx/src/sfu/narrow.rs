//! Functions of binary16 and bfloat16: those of binary32, rounded towards zero.

use super::{ex2, tanh};

/// The NaN that instructions return.
const NAN: u16 = 0x7fff;

/// Converts binary16 to binary32; exact.
#[inline(always)]
fn widened(x: u16) -> u32 {
    half::f16::from_bits(x).to_f32_const().to_bits()
}

/// Converts binary32 to binary16, rounding towards zero; numbers beyond the range become infinite.
#[inline(always)]
fn narrowed(x: u32) -> u16 {
    let sign = (x >> 16 & 0x8000) as u16;
    let magnitude = x & !(1 << 31);
    let size = match magnitude >> 23 {
        _ if magnitude > 0x7f80_0000 => return NAN,
        0..102 => 0,
        exponent @ 102..113 => ((magnitude & 0x7f_ffff | 0x80_0000) >> (126 - exponent)) as u16,
        113..143 => ((magnitude - (112 << 23)) >> 13) as u16,
        _ => 0x7c00,
    };
    sign | size
}

/// Applies a function of binary32 to bfloat16.
#[inline(always)]
fn by_single(x: u16, function: impl Fn(u32) -> u32) -> u16 {
    // Cutting off the lower half rounds towards zero; the NaN becomes its own upper half.
    (function(u32::from(x) << 16) >> 16) as u16
}

/// `ex2.approx.f16`
#[inline(always)]
pub fn ex2_f16(x: u16) -> u16 {
    narrowed(ex2(widened(x), true))
}

/// `tanh.approx.f16`
#[inline(always)]
pub fn tanh_f16(x: u16) -> u16 {
    narrowed(tanh(widened(x)))
}

/// `ex2.approx.ftz.bf16`
#[inline(always)]
pub fn ex2_bf16(x: u16) -> u16 {
    by_single(x, |x| ex2(x, true))
}

/// `tanh.approx.bf16`
#[inline(always)]
pub fn tanh_bf16(x: u16) -> u16 {
    by_single(x, tanh)
}
