//! `rsqrt.approx.f64`: the unit's estimate from the upper half, and one step of third order.

use super::upper_half::rsqrt_upper_half;

/// `rsqrt.approx.f64` of an encoded number. A NaN keeps its payload and becomes quiet.
pub fn rsqrt_double(x: u64) -> u64 {
    const QUIET: u64 = 1 << 51;
    if f64::from_bits(x).is_nan() { x | QUIET } else { root(f64::from_bits(x)).to_bits() }
}

fn root(x: f64) -> f64 {
    // Subnormal operands are scaled by an even power of two.
    const UP: f64 = (1u64 << 54) as f64;
    const DOWN: f64 = (1u64 << 27) as f64;
    if x.is_subnormal() && x > 0.0 { step(x * UP) * DOWN } else { step(x) }
}

fn step(x: f64) -> f64 {
    let half = rsqrt_upper_half((x.to_bits() >> 32) as u32);
    let estimate = f64::from_bits(u64::from(half) << 32);
    if x < 0.0 {
        return f64::from_bits(0xfff8 << 48);
    }
    if x == 0.0 || x.is_infinite() {
        return estimate;
    }
    let error = x.mul_add(-(estimate * estimate), 1.0);
    (error * estimate).mul_add(error.mul_add(0.375, 0.5), estimate)
}
