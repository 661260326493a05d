//! Quotients made of a reciprocal and a product.

use super::lanes::{Doubles, Lanes};
use super::single::{INFINITY, LARGE, SIGN, UP, flushed, is_small, magnitude, product, select, unit_rcp};

/// Encodings of 1 and 2^-2.
const ONE: u32 = 127 << 23;
const DOWN: u32 = 125 << 23;

/// Half the last place below the smallest normal number less than it: what an unbounded exponent rounds below
/// it is flushed.
const REACHES_NORMAL: f64 = f32::MIN_POSITIVE as f64 * (1.0 - 1.0 / (1u64 << 25) as f64);

/// Returns `a / b` with both scaled as the divisor wants it.
#[inline(always)]
fn quotient<L: Lanes>(a: L, b: L, scale: L) -> L {
    product(product(a, scale), unit_rcp(product(b, scale)))
}

/// Returns [`quotient`], flushed.
#[inline(always)]
fn flushed_quotient<L: Lanes>(a: L, b: L, scale: L) -> L {
    let (scaled, divisor) = (flushed(product(flushed(a), scale)), flushed(product(flushed(b), scale)));
    let reciprocal = unit_rcp(divisor);
    let exact = scaled.single_to_double() * reciprocal.single_to_double();
    let result = product(scaled, reciprocal);
    let small = exact.size().less(L::Double::all(REACHES_NORMAL));
    (result & L::all(SIGN)).or_else(small, result)
}

/// `div.approx{.ftz}.f32`: a reciprocal above 2^126 counts as zero.
#[inline(always)]
pub fn div<L: Lanes>(a: L, b: L, ftz: bool) -> L {
    if ftz {
        return flushed_quotient(a, b, L::all(ONE));
    }
    quotient(a, b, select(is_small(b), UP, ONE))
}

/// `div.full{.ftz}.f32`
#[inline(always)]
pub fn div_full<L: Lanes>(a: L, b: L, ftz: bool) -> L {
    let size = magnitude(b);
    let large = L::all(LARGE).less(size) & size.less(L::all(INFINITY));
    if ftz {
        return flushed_quotient(a, b, select(large, DOWN, ONE));
    }
    quotient(a, b, L::all(DOWN).or_else(large, select(is_small(b), UP, ONE)))
}
