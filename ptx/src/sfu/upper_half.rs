//! Functions of binary64's upper 32 bits: those of binary32 with 20 fraction bits.

use super::{rcp, rsqrt};

const SIGN: u32 = 1 << 31;
const FRACTION: u32 = (1 << 20) - 1;
const INFINITY: u32 = 0x7ff << 20;
const NAN: u32 = SIGN - 1;
/// Encoding of 1 in binary32.
const ONE: u32 = 127 << 23;

/// `rcp.approx.ftz.f64` of an upper half; the lower half of operand and result does not count.
pub fn rcp_upper_half(x: u32) -> u32 {
    let (sign, magnitude) = (x & SIGN, x & !SIGN);
    let exponent = (magnitude >> 20) as i32;
    if magnitude > INFINITY {
        return NAN;
    }
    if exponent == 0 {
        return sign | INFINITY;
    }
    let single = rcp(ONE | (magnitude & FRACTION) << 3, true);
    let result = 1023 - (exponent - 1023) + (single >> 23) as i32 - 127;
    let result = (result << 20) | (single >> 3 & FRACTION) as i32;
    sign | if magnitude == INFINITY || result < 1 << 20 { 0 } else { result as u32 }
}

/// `rsqrt.approx.ftz.f64` of an upper half; the lower half of operand and result does not count.
pub fn rsqrt_upper_half(x: u32) -> u32 {
    let (sign, magnitude) = (x & SIGN, x & !SIGN);
    let exponent = magnitude >> 20;
    if exponent == 0 {
        return sign | INFINITY;
    }
    if magnitude > INFINITY || sign != 0 {
        return NAN;
    }
    if magnitude == INFINITY {
        return 0;
    }
    // A number in [1, 4) and a power of four.
    let odd = exponent & 1 ^ 1;
    let single = rsqrt((127 + odd) << 23 | (magnitude & FRACTION) << 3, true);
    let power = (exponent as i32 - 1023 - odd as i32) >> 1;
    (((single >> 23) as i32 - 127 + 1023 - power) << 20) as u32 | single >> 3 & FRACTION
}
