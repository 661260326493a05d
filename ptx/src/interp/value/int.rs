//! Integer and bit operations.
//!
//! Bits above the operands' width are clear; callers clear those of the result.

use super::{ones, signed};
use crate::ir::{IntOp, IntUnary, Prmt};

pub(super) fn binary(op: IntOp, bits: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let clamp = |v: i128| v.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1) as u128;
    match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::MulHiU => a.wrapping_mul(b) >> bits,
        IntOp::MulHiS => (sa.wrapping_mul(sb) >> bits) as u128,
        // The PTX ISA leaves division by zero undefined; the H200 gives all ones, for remainders too.
        IntOp::DivU => a.checked_div(b).unwrap_or(u128::MAX),
        IntOp::DivS => {
            if b == 0 {
                u128::MAX
            } else {
                sa.wrapping_div(sb) as u128
            }
        }
        IntOp::RemU => a.checked_rem(b).unwrap_or(u128::MAX),
        IntOp::RemS => {
            if b == 0 {
                u128::MAX
            } else {
                sa.wrapping_rem(sb) as u128
            }
        }
        IntOp::MinU => a.min(b),
        IntOp::MinS => sa.min(sb) as u128,
        IntOp::MaxU => a.max(b),
        IntOp::MaxS => sa.max(sb) as u128,
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl => shift(b, bits).map_or(0, |n| a << n),
        IntOp::ShrU => shift(b, bits).map_or(0, |n| a >> n),
        IntOp::ShrS => (sa >> shift(b, bits).unwrap_or(bits - 1)) as u128,
        IntOp::AddSat => clamp(sa + sb),
        IntOp::SubSat => clamp(sa - sb),
    }
}

/// Returns a shift amount, if it is below the width.
fn shift(amount: u128, bits: u32) -> Option<u32> {
    (amount < u128::from(bits)).then_some(amount as u32)
}

pub(super) fn unary(op: IntUnary, bits: u32, a: u128) -> u128 {
    match op {
        IntUnary::Neg => a.wrapping_neg(),
        IntUnary::Not => !a,
        IntUnary::Abs => signed(a, bits).unsigned_abs(),
        IntUnary::Clz => u128::from(a.leading_zeros() - (128 - bits)),
        IntUnary::Popc => u128::from(a.count_ones()),
        IntUnary::Brev => a.reverse_bits() >> (128 - bits),
    }
}

pub(super) fn mul24(is_signed: bool, high: bool, a: u128, b: u128) -> u128 {
    let product =
        if is_signed { (signed(a, 24) * signed(b, 24)) as u128 } else { (a & ones(24)) * (b & ones(24)) };
    if high { product >> 16 } else { product }
}

/// Computes `|a - b|`.
pub(super) fn distance(is_signed: bool, bits: u32, a: u128, b: u128) -> u128 {
    if is_signed { signed(a, bits).abs_diff(signed(b, bits)) } else { a.abs_diff(b) }
}

pub(super) fn bfind(is_signed: bool, shift_amount: bool, bits: u32, a: u128) -> u128 {
    let a = if is_signed && signed(a, bits) < 0 { !a & ones(bits) } else { a };
    match a.checked_ilog2() {
        None => u128::from(u32::MAX),
        Some(top) => u128::from(if shift_amount { bits - 1 - top } else { top }),
    }
}

/// Returns position and length of a bit field. The 32-bit forms use the low byte of each operand (PTX ISA,
/// `bfe`); the 64-bit forms use all bits (observed on an H200).
fn field(bits: u32, pos: u128, len: u128) -> (u32, u32) {
    match bits {
        64 => (pos.min(256) as u32, len.min(256) as u32),
        _ => (pos as u32 & 0xff, len as u32 & 0xff),
    }
}

/// Extracts a bit field; positions above the top repeat the sign.
pub(super) fn bfe(is_signed: bool, bits: u32, a: u128, pos: u128, len: u128) -> u128 {
    let (pos, len) = field(bits, pos, len);
    if len == 0 {
        return 0;
    }
    let wide = if is_signed { signed(a, bits) } else { a as i128 };
    let rest = wide >> pos.min(127);
    let len = len.min(128);
    if is_signed && pos + len <= bits {
        signed(rest as u128, len) as u128
    } else {
        rest as u128 & if is_signed { u128::MAX } else { ones(len) }
    }
}

pub(super) fn bfi(bits: u32, a: u128, b: u128, pos: u128, len: u128) -> u128 {
    let (pos, len) = field(bits, pos, len);
    if pos >= bits || len == 0 {
        return b;
    }
    let hole = ones(len.min(bits)) << pos;
    (b & !hole) | ((a << pos) & hole)
}

pub(super) fn bmsk(wrap: bool, pos: u128, len: u128) -> u128 {
    if wrap {
        ones(len as u32 & 31) << (pos as u32 & 31)
    } else if pos >= 32 {
        0
    } else {
        ones(len.min(32) as u32) << pos
    }
}

pub(super) fn szext(is_signed: bool, wrap: bool, a: u128, bits: u128) -> u128 {
    let n = if wrap { bits as u32 & 31 } else { bits.min(32) as u32 };
    if n == 0 {
        0
    } else if is_signed {
        signed(a, n) as u128
    } else {
        a & ones(n)
    }
}

/// Returns one half of the carry-less product of `a` and `b`, exclusive or `c`.
pub(super) fn clmad(high: bool, a: u128, b: u128, c: u128) -> u128 {
    let a = a & ones(64);
    let product = (0..64).filter(|n| b >> n & 1 != 0).fold(0, |sum, n| sum ^ a << n);
    (if high { product >> 64 } else { product & ones(64) }) ^ c & ones(64)
}

/// Returns the position of the `n`-th set bit counted from `base`, upwards for positive `n`, downwards for
/// negative (PTX ISA, `fns`).
pub(super) fn fns(mask: u128, base: u128, n: u128) -> u128 {
    const NONE: u128 = u32::MAX as u128;
    let (mask, n) = (mask as u32, n as u32 as i32);
    if base >= 32 && n != i32::MIN {
        return NONE;
    }
    let base = base as u32;
    let set = |k: &u32| mask >> k & 1 != 0;
    let found = match n {
        // Undocumented result of the H200.
        i32::MIN => Some(0),
        0 => Some(base).filter(set),
        1.. => (base..32).filter(set).nth(n as usize - 1),
        _ => (0..=base).rev().filter(set).nth(n.unsigned_abs() as usize - 1),
    };
    found.map_or(NONE, u128::from)
}

pub(super) fn prmt(mode: Prmt, a: u128, b: u128, c: u128) -> u128 {
    let bytes = (a as u64 & 0xffff_ffff) | (b as u64) << 32;
    let n = c as u32 & 3;
    // For each result byte: the index of the source byte, and whether its sign fills the byte.
    let pick = |i: u32| -> (u32, bool) {
        match mode {
            Prmt::Index => {
                let s = c as u32 >> (4 * i);
                (s & 7, s & 8 != 0)
            }
            Prmt::F4e => (n + i, false),
            Prmt::B4e => (n.wrapping_sub(i) & 7, false),
            Prmt::Rc8 => (n, false),
            Prmt::Ecl => (i.max(n), false),
            Prmt::Ecr => (i.min(n), false),
            Prmt::Rc16 => ((n & 1) * 2 + (i & 1), false),
        }
    };
    (0..4).fold(0, |word, i| {
        let (from, fill) = pick(i);
        let byte = (bytes >> (8 * from)) as u8;
        let byte = if fill { (byte as i8 >> 7) as u8 } else { byte };
        word | u128::from(byte) << (8 * i)
    })
}

pub(super) fn lop3(table: u8, a: u128, b: u128, c: u128) -> u128 {
    (0..8u8).filter(|row| table >> row & 1 != 0).fold(0, |word, row| {
        let pick = |v: u128, bit: u8| if row & bit != 0 { v } else { !v };
        word | (pick(a, 4) & pick(b, 2) & pick(c, 1))
    })
}

pub(super) fn shf(left: bool, clamp: bool, lo: u128, hi: u128, n: u128) -> u128 {
    let n = if clamp { n.min(32) as u32 } else { n as u32 & 31 };
    let wide = hi << 32 | lo;
    if left { wide << n >> 32 } else { wide >> n }
}

/// Returns element `n` of a word with elements of `bits` bits.
fn element(word: u128, n: u32, bits: u32, is_signed: bool) -> i128 {
    let raw = word >> (n * bits);
    if is_signed { signed(raw, bits) } else { (raw & ones(bits)) as i128 }
}

pub(super) fn dp4a(a_signed: bool, b_signed: bool, a: u128, b: u128, c: u128) -> u128 {
    (0..4).fold(c as i128, |sum, n| sum + element(a, n, 8, a_signed) * element(b, n, 8, b_signed)) as u128
}

pub(super) fn dp2a(a_signed: bool, b_signed: bool, high: bool, a: u128, b: u128, c: u128) -> u128 {
    let first = if high { 2 } else { 0 };
    let term = |n| element(a, n, 16, a_signed) * element(b, first + n, 8, b_signed);
    (c as i128 + term(0) + term(1)) as u128
}
