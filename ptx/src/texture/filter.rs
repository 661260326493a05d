//! Weighted sums of texels, as on hardware.
//!
//! Weights are 256ths with sum one. Bytes and 16-bit integers are summed exactly and rounded to 16 bits.
//! Floats are aligned to the largest exponent with four extra bits, and the sum is rounded once, to nearest,
//! ties away from zero.

use super::format::{Format, linear_from_srgb, split, widen};

/// Extra bits of aligned summands.
pub(super) const GUARD: u32 = 4;

/// Returns the part of a weight for the upper neighbour; the lower one has the rest.
pub(super) fn share(weight: u32, upper: u32) -> u32 {
    (weight * upper + 128) >> 8
}

/// Returns the weights of the two, four or eight corners of one, two or three dimensions; bits of the index
/// select the upper neighbour (x in bit 0, y in bit 1, z in bit 2).
#[inline(always)]
pub(super) fn weights<const N: usize>([x, y, z]: [u32; 3]) -> [u32; N] {
    let mut weights = [0; N];
    if N == 2 {
        weights.copy_from_slice(&[256 - x, x]);
        return weights;
    }
    let wholes = if N == 8 { [256 - z, z] } else { [256, 0] };
    for at in 0..N {
        let whole = wholes[at / 4];
        let right = share(whole, x);
        let left = whole - right;
        let (upper_right, lower_left) = (share(right, y), share(left, 256 - y));
        weights[at] = [lower_left, right - upper_right, left - lower_left, upper_right][at % 4];
    }
    weights
}

/// A texel's channel and its weight.
pub(super) type Part = (u32, u32);

/// Returns the sum of a channel as bits of a float.
#[inline(always)]
pub(super) fn numbers<const N: usize>(format: Format, parts: &[Part; N]) -> u32 {
    match format {
        Format::U8 => {
            let sum: u32 = parts.iter().map(|&(raw, weight)| raw * weight).sum();
            (((sum * 257 + 128) >> 8) as f32 / 65535.0).to_bits()
        }
        Format::U16 => {
            let sum: u32 = parts.iter().map(|&(raw, weight)| raw * weight).sum();
            (((sum + 128) >> 8) as f32 / 65535.0).to_bits()
        }
        Format::S8 => {
            let sum: i32 = parts.iter().map(|&(raw, weight)| raw as i32 * weight as i32).sum();
            // From 127 × 256 to 32767: the added sum / 127.5 ignores the last four bits of the sum.
            let added = ((sum & !15) * 4 + 255).div_euclid(510);
            ((sum + added).max(-32767) as f32 / 32767.0).to_bits()
        }
        Format::S16 => {
            let sum: i32 = parts.iter().map(|&(raw, weight)| raw as i32 * weight as i32).sum();
            (((sum + 128) >> 8).max(-32767) as f32 / 32767.0).to_bits()
        }
        Format::F16 => halves(parts),
        Format::F32 | Format::U32 | Format::S32 => singles(parts),
    }
}

/// Returns the sum of a channel of sRGB bytes.
pub(super) fn srgb<const N: usize>(parts: &[Part; N]) -> u32 {
    halves(&parts.map(|(raw, weight)| (u32::from(linear_from_srgb(raw as u8)), weight)))
}

/// Returns the sum of a channel of integers.
#[inline(always)]
pub(super) fn integers<const N: usize>(parts: &[Part; N]) -> u32 {
    let sum: i64 = parts.iter().map(|&(raw, weight)| i64::from(raw as i32) * i64::from(weight)).sum();
    ((sum + 128) >> 8) as u32
}

/// Decoded float with its weight: sign, mantissa with its leading bit, exponent (1 for subnormals).
#[derive(Clone, Copy)]
struct Weighted {
    negative: bool,
    mantissa: u32,
    exponent: u32,
    weight: u32,
}

/// Returns the sum in units of 2^(8 + GUARD) below the last place of the largest exponent, and that exponent.
fn aligned_sum<const N: usize>(parts: &[Weighted; N]) -> (i64, u32) {
    // Summands of weight zero do not affect the alignment.
    let exponents = parts.iter().map(|part| if part.weight == 0 { 1 } else { part.exponent });
    let largest = exponents.fold(1, u32::max);
    let sum = parts
        .iter()
        .map(|part| {
            let shift = largest.saturating_sub(part.exponent).min(31);
            let magnitude = i64::from((part.mantissa << GUARD) >> shift) * i64::from(part.weight);
            if part.negative { -magnitude } else { magnitude }
        })
        .sum();
    (sum, largest)
}

/// Rounds a sum to `bits` of mantissa at this exponent. Returns the mantissa with its leading bit, and the
/// exponent; without the leading bit, it is subnormal.
fn rounded(sum: u64, exponent: u32, bits: u32) -> (u64, u32) {
    let length = 64 - sum.leading_zeros();
    // Position of the last bit kept, relative to the last bit of the sum; fixed for the smallest numbers.
    let unit = 8 + GUARD;
    let lowest = unit as i32 + 1 - exponent as i32;
    let drop = (length as i32 - bits as i32).max(lowest);
    let kept = match drop {
        0 => sum,
        1..=63 => (sum + (1 << (drop - 1))) >> drop,
        64.. => 0,
        _ => sum << -drop,
    };
    let exponent = (exponent as i32 + drop - unit as i32) as u32;
    if kept >> bits != 0 { (kept >> 1, exponent + 1) } else { (kept, exponent) }
}

/// Returns the sum's bits if a summand that counts is infinite or NaN.
fn special<const N: usize>(values: &[(f32, u32); N]) -> Option<u32> {
    let mut infinite = values.iter().filter(|(v, weight)| *weight != 0 && !v.is_finite()).map(|(v, _)| *v);
    let first = infinite.next()?;
    let sum = infinite.fold(first, |sum, v| sum + v);
    Some(if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits() })
}

fn singles<const N: usize>(parts: &[Part; N]) -> u32 {
    if let Some(bits) = special(&parts.map(|(bits, weight)| (f32::from_bits(bits), weight))) {
        return bits;
    }
    let decoded = parts.map(|(bits, weight)| {
        let (exponent, mantissa) = (bits >> 23 & 255, bits & 0x7f_ffff);
        let leading = if exponent == 0 { 0 } else { 1 << 23 };
        Weighted {
            negative: bits >> 31 != 0,
            mantissa: mantissa | leading,
            exponent: exponent.max(1),
            weight,
        }
    });
    let (sum, exponent) = aligned_sum(&decoded);
    let (mantissa, exponent) = rounded(sum.unsigned_abs(), exponent, 24);
    let sign = if sum < 0 { 1 << 31 } else { 0 };
    let magnitude = if mantissa >> 23 == 0 {
        mantissa as u32
    } else if exponent >= 255 {
        0x7f80_0000
    } else {
        exponent << 23 | mantissa as u32 & 0x7f_ffff
    };
    sign | magnitude
}

fn halves<const N: usize>(parts: &[Part; N]) -> u32 {
    if let Some(bits) = special(&parts.map(|(half, weight)| (f32::from_bits(widen(half as u16)), weight))) {
        return bits;
    }
    let decoded = parts.map(|(half, weight)| {
        let (negative, exponent, mantissa) = split(half as u16);
        let leading = if exponent == 0 { 0 } else { 1 << 10 };
        Weighted { negative, mantissa: mantissa | leading, exponent: exponent.max(1), weight }
    });
    let (sum, exponent) = aligned_sum(&decoded);
    let (mantissa, exponent) = rounded(sum.unsigned_abs(), exponent, 11);
    let sign: u16 = if sum < 0 { 1 << 15 } else { 0 };
    let magnitude = if mantissa >> 10 == 0 {
        mantissa as u16
    } else if exponent >= 31 {
        0x7c00
    } else {
        (exponent as u16) << 10 | mantissa as u16 & 1023
    };
    widen(sign | magnitude)
}
