//! Quotients made of a reciprocal and a product.

use super::single::{float, flushed, product, unit_rcp};

const SIGN: u32 = 1 << 31;
/// Encodings of 2^-126, 2^126 and 2^128.
const SMALLEST: u32 = 1 << 23;
const LARGE: u32 = 253 << 23;
const INFINITY: u32 = 255 << 23;
/// 2^24 and 2^-2.
const UP: f32 = 16_777_216.0;
const DOWN: f32 = 0.25;

/// Half the last place below the smallest normal number less than it: what an unbounded exponent rounds below
/// it is flushed.
const REACHES_NORMAL: f64 = f32::MIN_POSITIVE as f64 * (1.0 - 1.0 / (1u64 << 25) as f64);

/// Returns `a / b` with both scaled as the divisor wants it.
#[inline(always)]
fn quotient(a: u32, b: u32, scale: f32) -> u32 {
    let [a, b] = [a, b].map(|x| if scale == 1.0 { x } else { product(float(x), scale) });
    product(float(a), float(unit_rcp(b)))
}

/// Returns [`quotient`], flushed.
#[inline(always)]
fn flushed_quotient(a: u32, b: u32, scale: f32) -> u32 {
    let [a, b] = [a, b].map(flushed);
    let [scaled, divisor] = [a, b].map(|x| if scale == 1.0 { x } else { flushed(product(float(x), scale)) });
    let reciprocal = float(unit_rcp(divisor));
    let exact = f64::from(float(scaled)) * f64::from(reciprocal);
    let result = product(float(scaled), reciprocal);
    if exact.abs() < REACHES_NORMAL { result & SIGN } else { result }
}

/// `div.approx{.ftz}.f32`: a reciprocal above 2^126 counts as zero.
#[inline(always)]
pub fn div(a: u32, b: u32, ftz: bool) -> u32 {
    if ftz {
        return flushed_quotient(a, b, 1.0);
    }
    quotient(a, b, if b & !SIGN < SMALLEST { UP } else { 1.0 })
}

/// `div.full{.ftz}.f32`
#[inline(always)]
pub fn div_full(a: u32, b: u32, ftz: bool) -> u32 {
    let size = b & !SIGN;
    let large = size > LARGE && size < INFINITY;
    if ftz {
        return flushed_quotient(a, b, if large { DOWN } else { 1.0 });
    }
    quotient(
        a,
        b,
        if large {
            DOWN
        } else if size < SMALLEST {
            UP
        } else {
            1.0
        },
    )
}
