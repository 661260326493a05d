//! Directed rounding by the host's arithmetic, which rounds to nearest.
//!
//! The remainder of the rounded result is computed exactly, and its sign says which neighbour is wanted.
//! Results that are zero, not finite, or so small or large that the remainder is not exact are left to the
//! arithmetic on bits. Source: Muller et al., "Handbook of Floating-Point Arithmetic", 2nd edition, section
//! 4.3 (2Sum) and 4.4 (remainders by FMA).

use super::format::Format;
use crate::ir::{FloatOp, Round};

/// Magnitudes of binary64 numbers for which sums and remainders are exact.
const SAFE: std::ops::Range<f64> = 1e-200..1e200;

/// An exact number: a double, and the sign of what it lacks, which is less than half its last place.
#[derive(Clone, Copy)]
struct Exact(f64, f64);

/// The exact sum.
fn sum(a: f64, b: f64) -> Exact {
    let s = a + b;
    let part = s - a;
    Exact(s, (a - (s - part)) + (b - part))
}

fn is_safe(x: f64) -> bool {
    SAFE.contains(&x.abs())
}

/// The exact result of an operation on binary64 numbers.
fn binary_exact(op: FloatOp, a: f64, b: f64) -> Option<Exact> {
    Some(match op {
        FloatOp::Add => sum(a, b),
        FloatOp::Sub => sum(a, -b),
        FloatOp::Mul => {
            let p = a * b;
            Exact(p, a.mul_add(b, -p))
        }
        FloatOp::Div if is_safe(a) && is_safe(b) => {
            let q = a / b;
            Exact(q, (-q).mul_add(b, a) * b.signum())
        }
        _ => return None,
    })
}

/// Rounds to a format.
fn rounded(exact: Exact, format: Format, round: Round) -> Option<u64> {
    let Exact(value, rest) = exact;
    // A number of binary32 that is not safe here is no result of numbers of binary32.
    if !is_safe(value) {
        return None;
    }
    let up = match round {
        Round::Up => true,
        Round::Down => false,
        Round::Zero => value < 0.0,
        Round::Nearest | Round::NearestAway => return None,
    };
    match format {
        Format::F32 => {
            let near = value as f32;
            // Exact where it is not zero only if `near` is finite; its sign is right in any case.
            let short = value - f64::from(near);
            let rest = if short == 0.0 { rest } else { short };
            let bits = match up {
                true if rest > 0.0 => near.next_up(),
                false if rest < 0.0 => near.next_down(),
                _ => near,
            };
            Some(u64::from(bits.to_bits()))
        }
        Format::F64 => {
            let x = match up {
                true if rest > 0.0 => value.next_up(),
                false if rest < 0.0 => value.next_down(),
                _ => value,
            };
            Some(x.to_bits())
        }
        Format::F16 | Format::Bf16 => None,
    }
}

/// A number of a format that has no more bits than binary64.
fn number(format: Format, x: u64) -> Option<f64> {
    match format {
        Format::F32 => Some(f64::from(f32::from_bits(x as u32))),
        Format::F64 => Some(f64::from_bits(x)),
        Format::F16 | Format::Bf16 => None,
    }
}

pub(super) fn binary(op: FloatOp, format: Format, round: Round, a: u64, b: u64) -> Option<u64> {
    rounded(binary_exact(op, number(format, a)?, number(format, b)?)?, format, round)
}

/// Products of binary32 numbers are binary64 numbers; those of binary64 numbers are not handled.
pub(super) fn fma(format: Format, round: Round, [a, b, c]: [u64; 3]) -> Option<u64> {
    if format != Format::F32 {
        return None;
    }
    let [a, b, c] = [a, b, c].map(|x| f64::from(f32::from_bits(x as u32)));
    rounded(sum(a * b, c), format, round)
}

pub(super) fn sqrt(format: Format, round: Round, a: u64) -> Option<u64> {
    let a = number(format, a).filter(|&a| is_safe(a))?;
    let root = a.sqrt();
    rounded(Exact(root, (-root).mul_add(root, a)), format, round)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers near each other, far from each other, at the ends of their range, and random ones.
    fn numbers(format: Format, seed: &mut u64) -> u64 {
        let mut random = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            *seed
        };
        let (bits, kind) = (random(), random() % 8);
        let (width, exponent) = if format == Format::F32 { (32, 23) } else { (64, 52) };
        let mask = u64::MAX >> (64 - width);
        let one = format.encode_one();
        match kind {
            0 => bits & mask,
            1 => one + (bits & 3),
            2 => one | bits & ((1 << exponent) - 1),
            3 => (one + ((bits & 63) << exponent)) | 1,
            4 => bits & 15,
            5 => bits >> (64 - exponent),
            6 => (mask >> 1) - (1 << exponent) - (bits & 7),
            _ => (one | bits & ((1 << exponent) - 1)) ^ format.sign(),
        }
    }

    #[test]
    fn neighbours_are_those_of_exact_arithmetic() {
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let mut direct = 0;
        for n in 0..200_000 {
            let format = [Format::F32, Format::F64][n % 2];
            let round = [Round::Zero, Round::Down, Round::Up][n % 3];
            let [a, b, c] = [(); 3].map(|()| numbers(format, &mut seed));
            if [a, b, c].iter().any(|&x| format.is_nan(x)) {
                continue;
            }
            let context = |what: &str| format!("{what} {format:?} {round:?} {a:#x} {b:#x} {c:#x}");
            for op in [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div] {
                if let Some(x) = binary(op, format, round, a, b) {
                    assert_eq!(
                        x,
                        super::super::float::exact(op, format, round, a, b),
                        "{}",
                        context("binary")
                    );
                    direct += 1;
                }
            }
            if let Some(x) = fma(format, round, [a, b, c]) {
                assert_eq!(x, format.fma(a, b, c, round), "{}", context("fma"));
                direct += 1;
            }
            if let Some(x) = sqrt(format, round, a).filter(|_| !format.is_negative(a)) {
                assert_eq!(x, format.sqrt(a, round), "{}", context("sqrt"));
                direct += 1;
            }
        }
        assert!(direct > 300_000, "{direct} results without arithmetic on bits");
    }
}
