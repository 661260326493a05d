//! `cvt`: conversions between integers, floats and small packed floats.

use super::float::finish;
use super::format::{Format, ap, layout};
use super::{extend, ones};
use crate::ir::{Class, Mode, Round, Scalar};
use rustc_apfloat::ieee::{Double, Float8E4M3FN, Float8E5M2};
use rustc_apfloat::{Float, FloatConvert};

/// Computes `cvt.to.from`. With two operands, the first becomes the upper element of a packed result.
pub(super) fn cvt(to: Scalar, from: Scalar, mode: Mode, integral: bool, a: u128, b: u128, n: usize) -> u128 {
    let element = |to, from, x| convert_element(to, from, mode, integral, x);
    let pair = |to: Scalar, high: u128, low: u128| high << to.bits() | (low & ones(to.bits()));
    let halves = |from: Scalar| (a >> from.bits() & ones(from.bits()), a & ones(from.bits()));
    match (to, from) {
        (Scalar::E4m3x2 | Scalar::E5m2x2, Scalar::F16x2 | Scalar::Bf16x2) => {
            let from = single(from);
            let (high, low) = halves(from);
            eight_bits(to, from, mode, high) << 8 | eight_bits(to, from, mode, low)
        }
        (Scalar::E4m3x2 | Scalar::E5m2x2, _) => {
            eight_bits(to, from, mode, a) << 8 | eight_bits(to, from, mode, b)
        }
        (_, Scalar::E4m3x2 | Scalar::E5m2x2) => {
            let to = single(to);
            let half = |x: u128| {
                u128::from(finish(layout(to).0, mode, layout(to).0.from_f64(number8(from, x), mode.round)))
            };
            pair(to, half(a >> 8 & 0xff), half(a & 0xff))
        }
        (Scalar::F16x2 | Scalar::Bf16x2 | Scalar::S16x2 | Scalar::U16x2, _) if n == 2 => {
            let to = single(to);
            pair(to, element(to, from, a), element(to, from, b))
        }
        (Scalar::F16x2 | Scalar::Bf16x2, _) if to == from => {
            let to = single(to);
            let (high, low) = halves(to);
            pair(to, element(to, to, high), element(to, to, low))
        }
        _ => element(to, from, a),
    }
}

/// Returns the element type of a packed type of two.
const fn single(ty: Scalar) -> Scalar {
    match ty {
        Scalar::F16x2 => Scalar::F16,
        Scalar::Bf16x2 => Scalar::Bf16,
        Scalar::S16x2 => Scalar::S16,
        Scalar::U16x2 => Scalar::U16,
        other => other,
    }
}

/// Converts one element.
fn convert_element(to: Scalar, from: Scalar, mode: Mode, integral: bool, a: u128) -> u128 {
    match (from.is_float(), to.is_float()) {
        (false, false) => {
            let x = extend(a, from) as i128;
            extend(if mode.sat { clamp(to, from, x) } else { x as u128 }, to)
        }
        (false, true) => {
            let (format, x) = (layout(to).0, extend(a, from) as i128);
            let bits = match (format, mode.round) {
                (Format::F32, Round::Nearest) => u64::from((x as f32).to_bits()),
                (Format::F64, Round::Nearest) => (x as f64).to_bits(),
                (_, round) => format.from_int(x, round),
            };
            u128::from(finish(format, mode, bits))
        }
        (true, false) => to_int(to, from, mode, a as u64),
        (true, true) if to == Scalar::Tf32 => u128::from(tf32(mode, a as u64)),
        // Without a modifier it is a copy (observed on an H200).
        (true, true)
            if to == from && mode == Mode::RN && !integral && matches!(to, Scalar::F32 | Scalar::F64) =>
        {
            a
        }
        (true, true) => {
            let (source, target) = (layout(from).0, layout(to).0);
            // Subnormals of binary32 are below the exponents of binary16: nothing is flushed (observed on an
            // H200 with directed rounding).
            let x = source.flush(mode.ftz && source == Format::F32 && target != Format::F16, a as u64);
            if source.is_nan(x) {
                return if mode.sat { 0 } else { u128::from(nan(source, target, mode, x)) };
            }
            let bits = if integral {
                target.from_f64(integer(source.to_f64(x), mode.round), Round::Nearest)
            } else if source == target {
                x
            } else {
                let ftz = mode.ftz && target == Format::F32;
                let converted = source.convert(x, target, mode.round);
                target.flush_result(ftz, converted, || target.reaches_normal(source.to_f64(x), mode.round))
            };
            let mode = Mode { ftz: mode.ftz && target == Format::F32, ..mode };
            u128::from(finish(target, mode, bits))
        }
    }
}

/// Converts a NaN (observed on an H200). To and from binary64 it keeps its sign and the part of its payload
/// that fits, and becomes quiet. A bfloat16 is only widened. All others become the canonical NaN, as does a
/// binary32 that is flushed.
fn nan(source: Format, target: Format, mode: Mode, x: u64) -> u64 {
    let x = if mode.ftz && source == Format::F32 { source.nan() } else { x };
    match (source, target) {
        (Format::Bf16, Format::F32) if !mode.ftz => x << 16,
        (_, Format::F64) | (Format::F64, Format::F32 | Format::F16 | Format::Bf16) if !mode.relu => {
            let sign = if source.is_negative(x) { target.sign() } else { 0 };
            let top = x << (64 - source.fraction_bits());
            let fraction = top >> (64 - target.fraction_bits());
            sign | target.infinity() | fraction | 1 << (target.fraction_bits() - 1)
        }
        _ => target.nan(),
    }
}

/// Returns the nearest value that the target can hold.
fn clamp(to: Scalar, from: Scalar, x: i128) -> u128 {
    let bits = to.bits();
    let x = if from.is_signed() { x } else { x.max(0) };
    match to.class() {
        Class::Signed => x.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1) as u128,
        _ => x.clamp(0, ones(bits) as i128) as u128,
    }
}

/// Rounds to an integral value; the sign of zero stays.
fn integer(x: f64, round: Round) -> f64 {
    match round {
        Round::Nearest => x.round_ties_even(),
        Round::NearestAway => x.round(),
        Round::Zero => x.trunc(),
        Round::Down => x.floor(),
        Round::Up => x.ceil(),
    }
}

/// Converts to an integer. Out of range gives the nearest limit. NaN gives 0, but the top bit alone if
/// binary64 or 64 bits are involved (observed on an H200).
fn to_int(to: Scalar, from: Scalar, mode: Mode, a: u64) -> u128 {
    let format = layout(from).0;
    let x = format.to_f64(format.flush(mode.ftz && format == Format::F32, a));
    if x.is_nan() {
        let wide = to.bits() == 64 || format == Format::F64;
        return if wide { extend(1 << (to.bits() - 1), to) } else { 0 };
    }
    extend(clamp(to, Scalar::S64, integer(x, mode.round) as i128), to)
}

/// Rounds to binary32 with 10 fraction bits; the others are clear.
fn tf32(mode: Mode, a: u64) -> u64 {
    let format = Format::F32;
    let low = a & 0x1fff;
    if format.is_nan(a) && mode.round != Round::NearestAway {
        return 0x7fff_e000;
    }
    if format.is_nan(a) || format.is_infinite(a) {
        return if mode.relu && format.is_negative(a) { 0 } else { a - low };
    }
    let up = match mode.round {
        Round::NearestAway => low >= 0x1000,
        Round::Nearest => low > 0x1000 || (low == 0x1000 && a & 0x2000 != 0),
        _ => false,
    };
    finish(format, mode, (a - low) + if up { 0x2000 } else { 0 })
}

/// Returns the value of an 8-bit float.
fn number8(ty: Scalar, x: u128) -> f64 {
    let exact: Double = match ty {
        Scalar::E5m2x2 => Float8E5M2::from_bits(x).convert(&mut false).value,
        _ => Float8E4M3FN::from_bits(x).convert(&mut false).value,
    };
    f64::from_bits(exact.to_bits() as u64)
}

/// Returns the nearest 8-bit float, which is finite for every number (PTX requires `.satfinite`).
fn eight_bits(ty: Scalar, from: Scalar, mode: Mode, a: u128) -> u128 {
    let x = layout(from).0.to_f64(a as u64);
    if x.is_nan() {
        return 0x7f;
    }
    let top = if ty == Scalar::E5m2x2 { 57344.0 } else { 448.0 };
    let x = if mode.relu && x.is_sign_negative() { 0.0 } else { x.clamp(-top, top) };
    let exact = Double::from_bits(u128::from(x.to_bits()));
    let round = ap(mode.round);
    match ty {
        Scalar::E5m2x2 => {
            let y: Float8E5M2 = exact.convert_r(round, &mut false).value;
            y.to_bits()
        }
        _ => {
            let y: Float8E4M3FN = exact.convert_r(round, &mut false).value;
            y.to_bits()
        }
    }
}
