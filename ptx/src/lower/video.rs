//! Video instructions (PTX ISA, "Scalar Video Instructions" and "SIMD Video Instructions"), whose operands
//! are bytes and half-words of registers.
//!
//! Everything is computed in 64-bit integers, which cannot overflow, and truncated at the end. Hopper has no
//! such instructions; `ptxas` expands them. For intermediate results of more than 32 bits, the expansion
//! differs from the manual. This module follows the results observed on an H200 (`gpu/sweep`).

use super::Lower;
use crate::ast::{Instruction, Operand};
use crate::ir::{Cmp, IntOp, IntUnary, Mode, Op, Scalar, Type, Value};

/// Part of a register.
#[derive(Clone, Copy)]
struct Part {
    /// Position of its lowest bit.
    shift: u32,
    /// Width in bits.
    bits: u32,
}

const WORD: Part = Part { shift: 0, bits: 32 };

/// Returns the part named by `.b2` or `.h1`.
fn part(selector: &str) -> Option<Part> {
    let (bits, most) = match selector.as_bytes().first()? {
        b'b' => (8, 3),
        b'h' => (16, 1),
        _ => return None,
    };
    let n: u32 = selector.get(1..)?.parse().ok().filter(|&n| n <= most)?;
    Some(Part { shift: n * bits, bits })
}

impl<'m> Lower<'m> {
    fn wide(&mut self, op: IntOp, a: Value, b: Value) -> Value {
        self.op(Op::Int(op), vec![a, b], Type::I64)
    }

    fn wide_const(&mut self, v: i64) -> Value {
        self.constant(v as u64, Type::I64)
    }

    /// Splits `%r1.h0` into the register and its part.
    fn selected(&mut self, operand: &Operand<'m>) -> Option<(Operand<'m>, Part)> {
        if let &Operand::Name { name, negated, offset } = operand
            && self.lookup(name).is_none()
            && let Some((register, selector)) = name.rsplit_once('.')
            && let Some(part) = part(selector)
        {
            return Some((Operand::Name { name: register, negated, offset }, part));
        }
        Some((operand.clone(), WORD))
    }

    /// Extends a part of a 32-bit value to 64 bits.
    fn extract(&mut self, v: Value, part: Part, signed: bool) -> Value {
        let (from, ty) = if signed { (Scalar::S32, Scalar::S64) } else { (Scalar::U32, Scalar::U64) };
        let mut v = v;
        if part.bits < 32 {
            let pos = self.constant(u64::from(part.shift), Type::I32);
            let len = self.constant(u64::from(part.bits), Type::I32);
            v = self.op(Op::Bfe { signed }, vec![v, pos, len], Type::I32);
        }
        self.op(Op::Cvt { to: ty, from, mode: Mode::RN, integral: false }, vec![v], Type::I64)
    }

    /// Clamps to the range of `bits` bits.
    fn clamp(&mut self, v: Value, bits: u32, signed: bool) -> Value {
        let (low, high) =
            if signed { (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1) } else { (0, (1i64 << bits) - 1) };
        let (low, high) = (self.wide_const(low), self.wide_const(high));
        let v = self.wide(IntOp::MaxS, v, low);
        self.wide(IntOp::MinS, v, high)
    }

    /// Sign-extends the low bits.
    fn truncate(&mut self, v: Value, bits: u32) -> Value {
        let n = self.constant(u64::from(64 - bits), Type::I32);
        let v = self.op(Op::Int(IntOp::Shl), vec![v, n], Type::I64);
        self.op(Op::Int(IntOp::ShrS), vec![v, n], Type::I64)
    }

    /// Applies `.sat` of a scalar instruction.
    fn saturated(&mut self, base: &str, v: Value, part: Part, signed: bool) -> Value {
        match base {
            // Negative values count as too large for a part.
            _ if part.bits < 32 && !matches!(base, "vshl" | "vshr") => {
                let most = self.wide_const((1 << (part.bits - u32::from(signed))) - 1);
                self.wide(IntOp::MinU, v, most)
            }
            "vshl" => {
                let v = self.truncate(v, 34);
                self.clamp(v, 32, signed)
            }
            // A word saturates; a part of it is used.
            "vshr" => self.clamp(v, 32, signed),
            // A sum of more than 32 unsigned bits wraps.
            "vadd" | "vsub" | "vabsdiff" if !signed && part.bits == 32 => {
                let zero = self.wide_const(0);
                let v = self.wide(IntOp::MaxS, v, zero);
                let v = self.narrow(v);
                self.extract(v, WORD, false)
            }
            _ => self.clamp(v, part.bits, signed),
        }
    }

    fn narrow(&mut self, v: Value) -> Value {
        let mode = Mode::RN;
        self.op(Op::Cvt { to: Scalar::U32, from: Scalar::U64, mode, integral: false }, vec![v], Type::I32)
    }

    /// Appends the operation on extended operands.
    fn video_op(&mut self, inst: &Instruction<'m>, op: &str, a: Value, b: Value) -> Option<Value> {
        Some(match op {
            "vadd" => self.wide(IntOp::Add, a, b),
            "vsub" => self.wide(IntOp::Sub, a, b),
            "vmin" => self.wide(IntOp::MinS, a, b),
            "vmax" => self.wide(IntOp::MaxS, a, b),
            "vabsdiff" => {
                let d = self.wide(IntOp::Sub, a, b);
                self.op(Op::IntUnary(IntUnary::Abs), vec![d], Type::I64)
            }
            "vavrg" => {
                // Half, rounded away from zero: (a + b + 1) >> 1, without the 1 for a negative sum.
                let sum = self.wide(IntOp::Add, a, b);
                let zero = self.wide_const(0);
                let ge = Op::Cmp { op: Cmp::Ge, ty: Scalar::S64, ftz: false };
                let positive = self.op(ge, vec![sum, zero], Type::Pred);
                let one = self.wide_const(1);
                let more = self.op(Op::Select, vec![positive, one, zero], Type::I64);
                let sum = self.wide(IntOp::Add, sum, more);
                let shift = self.constant(1, Type::I32);
                self.op(Op::Int(IntOp::ShrS), vec![sum, shift], Type::I64)
            }
            "vset" => {
                let op = match inst.form.one_of(&["eq", "ne", "lt", "le", "gt", "ge"])? {
                    "eq" => Cmp::Eq,
                    "ne" => Cmp::Ne,
                    "lt" => Cmp::Lt,
                    "le" => Cmp::Le,
                    "gt" => Cmp::Gt,
                    _ => Cmp::Ge,
                };
                let p = self.op(Op::Cmp { op, ty: Scalar::S64, ftz: false }, vec![a, b], Type::Pred);
                let (one, zero) = (self.wide_const(1), self.wide_const(0));
                self.op(Op::Select, vec![p, one, zero], Type::I64)
            }
            "vshl" | "vshr" => {
                let amount = self.narrow(b);
                let bound = self.constant(if inst.form.has("clamp") { 32 } else { 31 }, Type::I32);
                let how = if inst.form.has("clamp") { IntOp::MinU } else { IntOp::And };
                let amount = self.op(Op::Int(how), vec![amount, bound], Type::I32);
                let op = if op == "vshl" { IntOp::Shl } else { IntOp::ShrS };
                self.op(Op::Int(op), vec![a, amount], Type::I64)
            }
            _ => return None,
        })
    }

    /// Lowers `vadd vsub vabsdiff vmin vmax vset vshl vshr`: `d{.part}, a{.part}, b{.part} {, c}`.
    pub(super) fn video(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let base = form.base();
        // `vset` combines its result with `c` in its first type.
        let (dtype, atype, btype) = if base == "vset" {
            (form.ty(0), form.ty(0), form.ty(1))
        } else {
            (form.ty(0), form.ty(1), form.ty(2))
        };
        let a = self.video_source(inst, 1, atype);
        let b = self.video_source(inst, 2, btype);
        let mut v = self.video_op(inst, form.base(), a?, b?)?;
        let (dest, part) = self.selected(&inst.operands[0])?;
        let signed = dtype.is_signed();
        let second = form.one_of(&["add", "min", "max"]);
        if base == "vabsdiff" && !signed && matches!(second, Some("min" | "max")) {
            // Compared without saturation.
        } else if form.has("sat") {
            v = self.saturated(base, v, part, signed);
        } else if matches!(base, "vadd" | "vsub") {
            v = self.truncate(v, 32);
        }
        let c = if inst.operands.len() > 3 { Some(self.read_as(inst, 3, Scalar::U32)?) } else { None };
        if let (Some(op @ ("min" | "max")), Some(c)) = (second, c) {
            // All 64 bits are compared. A saturated value is compared as a signed word.
            if !signed && form.has("sat") && matches!(base, "vadd" | "vsub" | "vshl" | "vshr") {
                v = self.truncate(v, 32);
            }
            let op = match (op, signed) {
                ("min", true) => IntOp::MinS,
                ("min", false) => IntOp::MinU,
                (_, true) => IntOp::MaxS,
                _ => IntOp::MaxU,
            };
            let c = self.extract(c, WORD, signed);
            let v = self.wide(op, v, c);
            let v = self.narrow(v);
            return self.write_video(inst, &dest, v);
        }
        let mut v = self.narrow(v);
        match (second, c) {
            (Some(_), Some(c)) => v = self.op(Op::Int(IntOp::Add), vec![v, c], Type::I32),
            (None, Some(c)) if part.bits == 16 && part.shift == 16 => {
                // The upper half is selected without a shift.
                let (high, low) = (self.constant(0xffff_0000, Type::I32), self.constant(0xffff, Type::I32));
                let v_high = self.op(Op::Int(IntOp::And), vec![v, high], Type::I32);
                let c_low = self.op(Op::Int(IntOp::And), vec![c, low], Type::I32);
                v = self.op(Op::Int(IntOp::Or), vec![v_high, c_low], Type::I32);
            }
            (None, Some(c)) if part.bits < 32 => {
                let pos = self.constant(u64::from(part.shift), Type::I32);
                let len = self.constant(u64::from(part.bits), Type::I32);
                v = self.op(Op::Bfi, vec![v, c, pos, len], Type::I32);
            }
            // A whole word is replaced: nothing to merge.
            (None, _) if part.bits == 32 => {}
            _ => return self.bad_operand(inst, 3),
        }
        self.write_video(inst, &dest, v)
    }

    fn video_source(&mut self, inst: &Instruction<'m>, n: usize, ty: Scalar) -> Option<Value> {
        let (mut operand, part) = self.selected(&inst.operands[n])?;
        // The caller handles the negation of factors and sum in `vmad`.
        if let Operand::Name { negated, .. } = &mut operand
            && inst.form.base() == "vmad"
        {
            *negated = false;
        }
        let v = self.read_raw(inst, n, &operand, ty, false)?;
        let v = self.cast(v, Type::I32);
        // Whole words are signed factors, regardless of their type.
        let factor = inst.form.base() == "vmad" && part.bits == 32;
        Some(self.extract(v, part, ty.is_signed() || factor))
    }

    fn write_video(&mut self, inst: &Instruction<'m>, dest: &Operand<'m>, v: Value) -> Option<()> {
        let &Operand::Name { name, negated: false, offset: 0 } = dest else {
            return self.bad_operand(inst, 0);
        };
        self.write_name(inst, 0, name, Scalar::B32, v, false)
    }

    /// `vmad`: `d, a{.part}, b{.part}, c`, shifted and rounded down.
    pub(super) fn video_mad(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let minus = |n: usize| matches!(inst.operands[n], Operand::Name { negated: true, .. });
        let negative = minus(1) != minus(2);
        if minus(3) && negative || form.has("po") && (negative || minus(3)) {
            return self.bad_operand(inst, 3);
        }
        let signed = form.ty(1).is_signed() || form.ty(2).is_signed() || negative || minus(3);
        let a = self.video_source(inst, 1, form.ty(1));
        let b = self.video_source(inst, 2, form.ty(2));
        let mut c = self.video_source(inst, 3, Scalar::S32)?;
        let mut product = self.wide(IntOp::Mul, a?, b?);
        if negative {
            product = self.op(Op::IntUnary(IntUnary::Neg), vec![product], Type::I64);
        }
        if minus(3) {
            c = self.op(Op::IntUnary(IntUnary::Neg), vec![c], Type::I64);
        }
        let mut v = self.wide(IntOp::Add, product, c);
        if form.has("po") {
            let one = self.wide_const(1);
            v = self.wide(IntOp::Add, v, one);
        }
        if let Some(scale) = form.one_of(&["shr7", "shr15"]) {
            let n = self.constant(if scale == "shr7" { 7 } else { 15 }, Type::I32);
            let shift = if signed { IntOp::ShrS } else { IntOp::ShrU };
            v = self.op(Op::Int(shift), vec![v, n], Type::I64);
        }
        if form.has("sat") {
            v = self.clamp(v, 32, signed);
        }
        let v = self.narrow(v);
        self.write_video(inst, &inst.operands[0], v)
    }

    /// Lowers `vadd2 … vset4`: `d{.mask}, a{.parts}, b{.parts}, c`; with `.add` the lanes are added to `c`.
    pub(super) fn video_simd(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let base = form.base();
        let lanes: u32 = if base.ends_with('2') { 2 } else { 4 };
        let (bits, op) = (32 / lanes, &base[..base.len() - 1]);
        let (dtype, atype, btype) = if op == "vset" {
            (Scalar::U32, form.ty(0), form.ty(1))
        } else {
            (form.ty(0), form.ty(1), form.ty(2))
        };
        let (a_name, a_lanes) = self.source_lanes(&inst.operands[1], lanes, 0);
        let (b_name, b_lanes) = self.source_lanes(&inst.operands[2], lanes, lanes);
        let (dest, mask) = self.destination_mask(&inst.operands[0], lanes);
        let a = self.read_raw(inst, 1, &a_name, atype, false);
        let b = self.read_raw(inst, 2, &b_name, btype, false);
        let c = self.read_as(inst, 3, Scalar::U32)?;
        let (a, b) = (self.cast(a?, Type::I32), self.cast(b?, Type::I32));
        let mut result = c;
        for lane in 0..lanes {
            if mask >> lane & 1 == 0 {
                continue;
            }
            // Sources are selected from the parts of both registers.
            let mut source = |n: u32, signed| {
                let word = if n < lanes { a } else { b };
                self.extract(word, Part { shift: n % lanes * bits, bits }, signed)
            };
            let x = source(a_lanes[lane as usize], atype.is_signed());
            let y = source(b_lanes[lane as usize], btype.is_signed());
            let mut v = self.video_op(inst, op, x, y)?;
            if form.has("sat") {
                v = self.clamp(v, bits, dtype.is_signed());
            }
            let v = self.narrow(v);
            result = if form.has("add") {
                self.op(Op::Int(IntOp::Add), vec![result, v], Type::I32)
            } else {
                let pos = self.constant(u64::from(lane * bits), Type::I32);
                let len = self.constant(u64::from(bits), Type::I32);
                self.op(Op::Bfi, vec![v, result, pos, len], Type::I32)
            };
        }
        self.write_video(inst, &dest, result)
    }

    /// Returns a source register and the selected part for each lane, lowest first.
    fn source_lanes(&mut self, operand: &Operand<'m>, lanes: u32, first: u32) -> (Operand<'m>, Vec<u32>) {
        let plain = (0..lanes).map(|n| first + n).collect();
        if let &Operand::Name { name, negated, offset } = operand
            && self.lookup(name).is_none()
            && let Some((register, selector)) = name.rsplit_once('.')
            && selector.len() == lanes as usize + 1
            && let Some(picked) =
                selector[1..].chars().rev().map(|c| c.to_digit(2 * lanes)).collect::<Option<Vec<u32>>>()
        {
            return (Operand::Name { name: register, negated, offset }, picked);
        }
        (operand.clone(), plain)
    }

    /// Returns a destination register and the mask of lanes to write.
    fn destination_mask(&mut self, operand: &Operand<'m>, lanes: u32) -> (Operand<'m>, u32) {
        if let &Operand::Name { name, negated, offset } = operand
            && self.lookup(name).is_none()
            && let Some((register, selector)) = name.rsplit_once('.')
            && let Some(digits) = selector.get(1..)
            && let Some(picked) = digits.chars().map(|c| c.to_digit(lanes)).collect::<Option<Vec<u32>>>()
        {
            let mask = picked.iter().fold(0, |mask, n| mask | 1 << n);
            return (Operand::Name { name: register, negated, offset }, mask);
        }
        (operand.clone(), (1 << lanes) - 1)
    }
}
