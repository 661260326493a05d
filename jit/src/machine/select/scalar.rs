//! Floats, and conversions of them.

use super::{Operand, Select, Taken, refuse};
use crate::machine::codes::{self, Vop};
use crate::machine::inst::{Alu, Class, Cond, Flags, Floats, Op, Reg, Shift};
use cranelift_codegen::ir::{self, Opcode, Type, types};

/// Returns the instruction for binary32 or binary64.
fn of(ty: Type, single: Vop, double: Vop) -> Vop {
    if ty == types::F64 { double } else { single }
}

impl Select<'_> {
    pub(super) fn scalar(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg, ty: Type) -> Taken {
        let a = self.arg(inst, 0);
        match opcode {
            Opcode::Fadd => self.binary(of(ty, codes::ADDSS, codes::ADDSD), inst, def, true),
            Opcode::Fsub => self.binary(of(ty, codes::SUBSS, codes::SUBSD), inst, def, false),
            Opcode::Fmul => self.binary(of(ty, codes::MULSS, codes::MULSD), inst, def, true),
            Opcode::Fdiv => self.binary(of(ty, codes::DIVSS, codes::DIVSD), inst, def, false),
            Opcode::Fma => {
                let operands = [0, 1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
                let floats = if ty == types::F64 { Floats::Double } else { Floats::Single };
                self.emit(Op::Fma(floats, 0), def, &operands);
            }
            Opcode::Sqrt => {
                let a = self.reg(a);
                self.emit(Op::V2(of(ty, codes::SQRTSS, codes::SQRTSD), 0), def, &[a, a]);
            }
            Opcode::Fneg | Opcode::Fabs => {
                let a = self.reg(a);
                let (op, mask) = self.sign_mask(opcode, ty, 0);
                self.emit(Op::V2(op, 0), def, &[a, mask]);
            }
            Opcode::Ceil | Opcode::Floor | Opcode::Trunc | Opcode::Nearest => {
                let a = self.reg(a);
                let op = of(ty, codes::ROUNDSS, codes::ROUNDSD);
                self.emit(Op::V2Imm(op, 0, rounding(opcode)), def, &[a, a]);
            }
            Opcode::Fpromote | Opcode::Fdemote => {
                let a = self.reg(a);
                let op = if opcode == Opcode::Fpromote { codes::CVTSS2SD } else { codes::CVTSD2SS };
                self.emit(Op::V2(op, 0), def, &[a, a]);
            }
            Opcode::Band | Opcode::Bor | Opcode::Bxor => self.logic(inst, opcode, def, 0),
            Opcode::Bitcast => {
                let (from, a) = (self.ty(a), self.reg(a));
                let wide = ty.bits() == 64;
                match (from.is_int(), ty.is_int()) {
                    (true, false) => self.emit(Op::ToVector(wide), def, &[a]),
                    (false, true) => self.emit(Op::FromVector(wide), def, &[a]),
                    _ => return refuse(opcode),
                }
            }
            Opcode::Fcmp => {
                let (flags, cond, operands) = self.compare_floats(inst);
                self.emit_compared(Op::Set(flags, cond), def, operands, &[]);
            }
            Opcode::Select => {
                let (flags, cond, operands) = self.test(a)?;
                let [yes, no] = [1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
                self.emit_compared(Op::VSelect(flags, cond, 0), def, operands, &[yes, no]);
            }
            Opcode::FcvtFromSint | Opcode::FcvtFromUint => {
                return self.float_of(a, opcode == Opcode::FcvtFromSint, def, ty);
            }
            Opcode::FcvtToSintSat => self.signed_of(a, def, ty),
            Opcode::FcvtToUintSat => self.unsigned_of(a, def, ty),
            _ => return refuse(opcode),
        }
        Ok(())
    }

    /// Emits an instruction of two operands, the second perhaps in memory.
    pub(super) fn binary(&mut self, op: Vop, inst: ir::Inst, def: Reg, either: bool) {
        let [mut a, mut b] = [0, 1].map(|n| self.arg(inst, n));
        let width = super::memory::width(self.ty(a));
        if either && self.sinkable(b).is_none() && self.sinkable(a).is_some() {
            (a, b) = (b, a);
        }
        let other = self.operand(b);
        let a = self.reg(a);
        let op = if either { Op::V2Either(op, width) } else { Op::V2(op, width) };
        self.emit_with(op, def, &[a], other);
    }

    /// Returns the instruction and the constant that change the sign of floats.
    pub(super) fn sign_mask(&mut self, opcode: Opcode, lane: Type, width: u8) -> (Vop, Reg) {
        let negate = opcode == Opcode::Fneg;
        let mask = if lane == types::F64 {
            let mask = 1u64 << 63;
            self.repeated(&if negate { mask } else { !mask }.to_le_bytes(), width)
        } else {
            let mask = 1u32 << 31;
            self.repeated(&if negate { mask } else { !mask }.to_le_bytes(), width)
        };
        (if negate { codes::XORPS } else { codes::ANDPS }, mask)
    }

    fn float_of(&mut self, a: ir::Value, signed: bool, def: Reg, ty: Type) -> Taken {
        let [word, long] = if ty == types::F64 {
            [codes::CVTSI2SD_32, codes::CVTSI2SD_64]
        } else {
            [codes::CVTSI2SS_32, codes::CVTSI2SS_64]
        };
        let from = self.ty(a);
        if from != types::I64 {
            let value = self.extended(a, signed);
            if signed {
                self.emit(Op::FromInt(word), def, &[value]);
            } else {
                let wide = self.int();
                self.emit(Op::Extend { signed: false, from: 4, to: 8 }, wide, &[value]);
                self.emit(Op::FromInt(long), def, &[wide]);
            }
            return Ok(());
        }
        let value = self.reg(a);
        if signed {
            self.emit(Op::FromInt(long), def, &[value]);
            return Ok(());
        }
        // A number with the top bit is halved; its lowest bit is kept, so that the sum is rounded once.
        let [half, low, odd] = std::array::from_fn(|_| self.int());
        let [whole, halved, doubled] = std::array::from_fn(|_| self.temp(Class::Vector, 3));
        self.emit(Op::ShiftBy(Shift::Right, 8, 1), half, &[value]);
        self.emit_with(Op::Alu(Alu::And, 8), low, &[value], Operand::Imm(1));
        self.emit(Op::Alu(Alu::Or, 8), odd, &[half, low]);
        self.emit(Op::FromInt(long), halved, &[odd]);
        let add = of(ty, codes::ADDSS, codes::ADDSD);
        self.emit(Op::V2(add, 0), doubled, &[halved, halved]);
        self.emit(Op::FromInt(long), whole, &[value]);
        let zero = Operand::Imm(0);
        self.emit_compared(
            Op::VSelect(Flags::Compare(8), Cond::LESS, 0),
            def,
            (value, zero),
            &[doubled, whole],
        );
        Ok(())
    }

    /// Returns a register with a float.
    fn float(&mut self, like: Type, x: f64) -> Reg {
        if like == types::F64 {
            self.repeated(&x.to_le_bytes(), 0)
        } else {
            self.repeated(&(x as f32).to_le_bytes(), 0)
        }
    }

    /// Returns the instruction that truncates floats to integers.
    fn truncation(from: Type, wide: bool) -> Vop {
        match (from == types::F64, wide) {
            (false, false) => codes::CVTTSS2SI_32,
            (false, true) => codes::CVTTSS2SI_64,
            (true, false) => codes::CVTTSD2SI_32,
            (true, true) => codes::CVTTSD2SI_64,
        }
    }

    /// Converts to a signed integer: clamped, and a NaN to 0. The machine gives the least integer for both.
    fn signed_of(&mut self, a: ir::Value, def: Reg, ty: Type) {
        let from = self.ty(a);
        let (double, wide) = (from == types::F64, ty == types::I64);
        let size = if wide { 8 } else { 4 };
        let a = self.reg(a);
        let [plain, clamped] = std::array::from_fn(|_| self.int());
        self.emit(Op::ToInt(Self::truncation(from, wide)), plain, &[a]);
        let limit = self.float(from, if wide { 2f64.powi(63) } else { 2f64.powi(31) });
        let most = self.fixed_int(if wide { i64::MAX } else { i64::from(i32::MAX) });
        let above = Op::Select(Flags::Float(double), Cond::ABOVE_EQUAL, size);
        self.emit(above, clamped, &[a, limit, most, plain]);
        let zero = self.fixed_int(0);
        self.emit(Op::Select(Flags::Float(double), Cond::PARITY, size), def, &[a, a, zero, clamped]);
    }

    /// Converts to an unsigned integer: clamped, and a NaN to 0.
    fn unsigned_of(&mut self, a: ir::Value, def: Reg, ty: Type) {
        let from = self.ty(a);
        let (double, wide) = (from == types::F64, ty == types::I64);
        let size = if wide { 8 } else { 4 };
        let a = self.reg(a);
        let convert = Self::truncation(from, true);
        let mut plain = self.int();
        self.emit(Op::ToInt(convert), plain, &[a]);
        if wide {
            // From 2^63 on the number less 2^63 is converted.
            let [high, flipped, chosen] = std::array::from_fn(|_| self.int());
            let limit = self.float(from, 2f64.powi(63));
            let less = self.temp(Class::Vector, 3);
            self.emit(Op::V2(of(from, codes::SUBSS, codes::SUBSD), 0), less, &[a, limit]);
            self.emit(Op::ToInt(convert), high, &[less]);
            let top = self.fixed_int(i64::MIN);
            self.emit(Op::Alu(Alu::Xor, 8), flipped, &[high, top]);
            let above = Op::Select(Flags::Float(double), Cond::ABOVE_EQUAL, 8);
            self.emit(above, chosen, &[a, limit, flipped, plain]);
            plain = chosen;
        }
        let clamped = self.int();
        let limit = self.float(from, if wide { 2f64.powi(64) } else { 2f64.powi(32) });
        let most = self.fixed_int(if wide { -1 } else { i64::from(u32::MAX) });
        let above = Op::Select(Flags::Float(double), Cond::ABOVE_EQUAL, size);
        self.emit(above, clamped, &[a, limit, most, plain]);
        let (none, zero) = (self.float(from, 0.0), self.fixed_int(0));
        let positive = Op::Select(Flags::Float(double), Cond::ABOVE, size);
        self.emit(positive, def, &[a, none, clamped, zero]);
    }
}

/// Returns the processor's number of a rounding, without a report of inexact results.
pub(super) fn rounding(opcode: Opcode) -> u8 {
    8 | match opcode {
        Opcode::Floor => 1,
        Opcode::Ceil => 2,
        Opcode::Trunc => 3,
        _ => 0,
    }
}
