//! Shifts, sums with carries, and addresses of local memory.

use super::chunk::{Chunks, little};
use super::kind::Kind;
use super::state::Vectors;
use crate::abi::offset;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use ptx::ir::{Inst, IntOp, Op, Scalar, Space, Type};

impl Vectors<'_> {
    /// Shifts all lanes, by one amount if that is uniform. The machine takes that modulo the width, PTX does
    /// not.
    pub(super) fn shift(&mut self, op: IntOp, ty: Type, inst: &Inst) -> Option<Chunks> {
        if !matches!(ty, Type::I16 | Type::I32 | Type::I64) {
            return None;
        }
        if self.kind(inst.args[1]) != Kind::Uniform {
            return self.shift_each(op, ty, inst);
        }
        let constant = self.e.f.constant(inst.args[1]);
        if constant.is_none() && (ty == Type::I16 || op == IntOp::ShrS && ty == Type::I64) {
            return None;
        }
        let bits = i64::from(ty.bits());
        let a = self.chunks(inst.args[0]);
        if let Some(amount) = constant {
            return self.shift_by(op, ty, &a, (amount as u32).into());
        }
        let amount = self.base(inst.args[1]);
        let least = if op == IntOp::ShrS {
            let most = self.e.b.ins().iconst(types::I32, bits - 1);
            self.e.b.ins().umin(amount, most)
        } else {
            self.e.b.ins().band_imm_u(amount, bits - 1)
        };
        let inside = self.e.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, amount, bits);
        // All ones if the amount is less than the width, else zero.
        let keep = self.splat(Type::Pred, inside);
        self.each(ty, &a, |this, x| {
            let moved = match op {
                IntOp::Shl => this.e.b.ins().ishl(x, least),
                IntOp::ShrU => this.e.b.ins().ushr(x, least),
                _ => return Some(this.e.b.ins().sshr(x, least)),
            };
            let vector = this.layout(ty).vector;
            let keep = if vector == this.ints() {
                keep[0]
            } else {
                this.e.b.ins().bitcast(vector, little(), keep[0])
            };
            Some(this.e.b.ins().band(moved, keep))
        })
    }

    /// Shifts by a constant amount.
    pub(super) fn shift_by(&mut self, op: IntOp, ty: Type, a: &Chunks, amount: i64) -> Option<Chunks> {
        let bits = i64::from(ty.bits());
        if ty == Type::I16 {
            let amount = amount.min(if op == IntOp::ShrS { 15 } else { 31 });
            let exact = if op == IntOp::ShrS { self.extended_lanes(Scalar::S16, *a) } else { *a };
            let moved = self.shift_by(op, Type::I32, &exact, amount)?;
            return Some(if op == IntOp::ShrU { moved } else { self.cut(moved, 16) });
        }
        if op == IntOp::ShrS && ty == Type::I64 {
            return self.wide_arithmetic_shift(a, amount.min(63));
        }
        self.each(ty, a, |this, x| {
            let ins = this.e.b.ins();
            Some(match op {
                IntOp::ShrS => ins.sshr_imm_u(x, amount.min(bits - 1)),
                _ if amount >= bits => ins.bxor(x, x),
                IntOp::Shl => ins.ishl_imm_u(x, amount),
                _ => ins.ushr_imm_u(x, amount),
            })
        })
    }

    /// Shifts signed 64-bit lanes right: the machine shifts logically, then the sign is restored.
    fn wide_arithmetic_shift(&mut self, a: &Chunks, amount: i64) -> Option<Chunks> {
        let sign = self.e.b.ins().iconst(types::I64, (1u64 << (63 - amount)) as i64);
        let sign = self.splat(Type::I64, sign)[0];
        self.each(Type::I64, a, |this, x| {
            let moved = this.e.b.ins().ushr_imm_u(x, amount);
            let flipped = this.e.b.ins().bxor(moved, sign);
            Some(this.e.b.ins().isub(flipped, sign))
        })
    }

    /// Funnel-shifts by a constant amount: mostly rotations.
    pub(super) fn funnel(&mut self, left: bool, clamp: bool, inst: &Inst) -> Option<Chunks> {
        let Some(amount) = self.e.f.constant(inst.args[2]) else {
            return self.funnel_each(left, clamp, inst);
        };
        let amount = amount as u32;
        let amount = i64::from(if clamp { amount.min(32) } else { amount & 31 });
        let (low, high) = if left { (32 - amount, amount) } else { (amount, 32 - amount) };
        let [a, b] = [0, 1].map(|n| self.chunks(inst.args[n]));
        let a = self.shift_by(IntOp::ShrU, Type::I32, &a, low)?;
        let b = self.shift_by(IntOp::Shl, Type::I32, &b, high)?;
        self.each2(Type::I32, &a, &b, |this, x, y| Some(this.e.b.ins().bor(x, y)))
    }

    /// Shifts each lane by its own amount. The machine's shifts give what PTX's do for amounts beyond the
    /// width.
    fn shift_each(&mut self, op: IntOp, ty: Type, inst: &Inst) -> Option<Chunks> {
        let op = match op {
            IntOp::Shl => Extra::ShiftLeft,
            IntOp::ShrU => Extra::ShiftRight,
            _ => Extra::ShiftRightSigned,
        };
        let known = ty != Type::I16 && self.e.f.ty(inst.args[1]) == Type::I32;
        if !known || !self.takes_extra(op, ty) {
            return None;
        }
        let [a, amounts] = [0, 1].map(|n| self.chunks(inst.args[n]));
        let amounts = if ty == Type::I64 { self.widened(false, &amounts) } else { amounts };
        self.each_extra(op, ty, &a, &amounts)
    }

    /// Funnel-shifts each lane by its own amount.
    fn funnel_each(&mut self, left: bool, clamp: bool, inst: &Inst) -> Option<Chunks> {
        if !self.takes_extra(Extra::ShiftLeft, Type::I32) {
            return None;
        }
        let [low, high, n] = [0, 1, 2].map(|n| self.chunks(inst.args[n]));
        let [most, all] = [31, 32].map(|n| {
            let n = self.e.b.ins().iconst(types::I32, n);
            self.splat(Type::I32, n)[0]
        });
        let n = self.each(Type::I32, &n, |this, n| {
            Some(if clamp { this.e.b.ins().umin(n, all) } else { this.e.b.ins().band(n, most) })
        })?;
        let rest = self.each(Type::I32, &n, |this, n| Some(this.e.b.ins().isub(all, n)))?;
        let (low_by, high_by) = if left { (rest, n) } else { (n, rest) };
        let low = self.each_extra(Extra::ShiftRight, Type::I32, &low, &low_by)?;
        let high = self.each_extra(Extra::ShiftLeft, Type::I32, &high, &high_by)?;
        self.each2(Type::I32, &low, &high, |this, x, y| Some(this.e.b.ins().bor(x, y)))
    }

    /// Returns whether our own code generator has an operation for the strip's vectors.
    fn takes_extra(&self, op: Extra, ty: Type) -> bool {
        // The signed shift of 64 bits needs AVX-512.
        let least = if op == Extra::ShiftRightSigned && ty == Type::I64 { 64 } else { 32 };
        self.bounds.vector_bytes >= least
    }

    fn each_extra(&mut self, op: Extra, ty: Type, a: &Chunks, b: &Chunks) -> Option<Chunks> {
        let vector = self.layout(ty).vector;
        self.each2(ty, a, b, |this, x, y| Some(this.e.extra(op, &[x, y], vector)))
    }

    /// Adds or subtracts with a carry, or returns the carry.
    pub(super) fn carry(&mut self, ty: Type, inst: &Inst) -> Option<Chunks> {
        if !matches!(ty, Type::I32 | Type::I64) {
            return None;
        }
        let [a, b, mask] = [0, 1, 2].map(|n| self.chunks(inst.args[n]));
        // A carry is -1.
        let (carry, _) = self.widened_mask(ty, Self::first_words(&mask));
        let mut out = a;
        for n in 0..self.layout(ty).count {
            let (a, b, c) = (a[n], b[n], carry[n]);
            let ins = &mut self.e.b;
            out[n] = match inst.op {
                Op::AddCarry | Op::CarryOut => {
                    let part = ins.ins().iadd(a, b);
                    let sum = ins.ins().isub(part, c);
                    if inst.op == Op::AddCarry {
                        sum
                    } else {
                        let first = ins.ins().icmp(IntCC::UnsignedLessThan, part, a);
                        let second = ins.ins().icmp(IntCC::UnsignedLessThan, sum, part);
                        ins.ins().bor(first, second)
                    }
                }
                _ => {
                    let part = ins.ins().isub(a, b);
                    if inst.op == Op::SubBorrow {
                        ins.ins().iadd(part, c)
                    } else {
                        let first = ins.ins().icmp(IntCC::UnsignedLessThan, a, b);
                        let second = ins.ins().icmp(IntCC::Equal, a, b);
                        let second = ins.ins().band(second, c);
                        ins.ins().bor(first, second)
                    }
                }
            };
        }
        let narrow = ty == Type::I64 && matches!(inst.op, Op::CarryOut | Op::BorrowOut);
        Some(if narrow { self.parts_of(&out, 0) } else { out })
    }

    /// Returns generic addresses of local ones, or local addresses of generic ones: the memories of threads
    /// follow each other.
    pub(super) fn local_address(&mut self, to_generic: bool, inst: &Inst) -> Chunks {
        let given = self.chunks(inst.args[0]);
        let given = match self.e.f.ty(inst.args[0]) {
            Type::I32 => self.widened(false, &given),
            _ => given,
        };
        self.enter_lane_zero();
        let Some(first) = self.e.base(Space::Local) else { return given };
        let first = self.splat(Type::I64, first);
        let bytes = self.e.field(types::I64, offset!(local_bytes));
        let memories = self.in_each_memory(&first, bytes);
        let mut out = given;
        for n in 0..self.layout(Type::I64).count {
            let ins = self.e.b.ins();
            out[n] =
                if to_generic { ins.iadd(given[n], memories[n]) } else { ins.isub(given[n], memories[n]) };
        }
        out
    }
}
