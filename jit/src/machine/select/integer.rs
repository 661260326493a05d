//! Integers in general registers.

use super::{Address, Operand, Select, Taken, refuse};
use crate::machine::inst::{Alu, Cond, Flags, Mem, NONE, Op, Reg, Shift};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstructionData, Opcode, Type, Value, types};

/// Returns the size of the register operation for a type.
fn size(ty: Type) -> u8 {
    if ty == types::I64 { 8 } else { 4 }
}

/// Returns the condition after `cmp`.
pub(super) fn condition(code: IntCC) -> Cond {
    match code {
        IntCC::Equal => Cond::EQUAL,
        IntCC::NotEqual => Cond::NOT_EQUAL,
        IntCC::SignedLessThan => Cond::LESS,
        IntCC::SignedGreaterThanOrEqual => Cond::GREATER_EQUAL,
        IntCC::SignedGreaterThan => Cond::GREATER,
        IntCC::SignedLessThanOrEqual => Cond::LESS_EQUAL,
        IntCC::UnsignedLessThan => Cond::BELOW,
        IntCC::UnsignedGreaterThanOrEqual => Cond::ABOVE_EQUAL,
        IntCC::UnsignedGreaterThan => Cond::ABOVE,
        IntCC::UnsignedLessThanOrEqual => Cond::BELOW_EQUAL,
    }
}

/// Returns the condition for exchanged operands.
fn swapped(code: IntCC) -> IntCC {
    match code {
        IntCC::Equal | IntCC::NotEqual => code,
        IntCC::SignedLessThan => IntCC::SignedGreaterThan,
        IntCC::SignedGreaterThan => IntCC::SignedLessThan,
        IntCC::SignedLessThanOrEqual => IntCC::SignedGreaterThanOrEqual,
        IntCC::SignedGreaterThanOrEqual => IntCC::SignedLessThanOrEqual,
        IntCC::UnsignedLessThan => IntCC::UnsignedGreaterThan,
        IntCC::UnsignedGreaterThan => IntCC::UnsignedLessThan,
        IntCC::UnsignedLessThanOrEqual => IntCC::UnsignedGreaterThanOrEqual,
        IntCC::UnsignedGreaterThanOrEqual => IntCC::UnsignedLessThanOrEqual,
    }
}

impl Select<'_> {
    pub(super) fn integer(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg, ty: Type) -> Taken {
        let size = size(ty);
        let count = self.f.dfg.inst_args(inst).len();
        let a = if count > 0 { self.arg(inst, 0) } else { return refuse(opcode) };
        match opcode {
            Opcode::Iadd => self.add(inst, def, size),
            Opcode::Isub => {
                let b = self.arg(inst, 1);
                match self.immediate(b).and_then(i32::checked_neg) {
                    Some(n) => self.plus(def, a, n, size),
                    None => self.alu(Alu::Sub, inst, def, size),
                }
            }
            Opcode::Band if self.number(self.arg(inst, 1)) == Some(0xffff_ffff) && size == 8 => {
                let a = self.reg(a);
                self.emit(Op::Extend { signed: false, from: 4, to: 8 }, def, &[a]);
            }
            Opcode::Band => self.alu(Alu::And, inst, def, size),
            Opcode::Bor => self.alu(Alu::Or, inst, def, size),
            Opcode::Bxor => self.alu(Alu::Xor, inst, def, size),
            Opcode::Bnot => {
                let a = self.reg(a);
                self.emit(Op::Not(size), def, &[a]);
            }
            Opcode::Ineg => {
                let a = self.reg(a);
                self.emit(Op::Negate(size), def, &[a]);
            }
            Opcode::Iabs => {
                let a = self.extended(a, true);
                let negated = self.int();
                self.emit(Op::Negate(size), negated, &[a]);
                let zero = self.fixed_int(0);
                self.emit(Op::Select(Flags::Compare(size), Cond::LESS, size), def, &[a, zero, negated, a]);
            }
            Opcode::Imul => {
                let b = self.arg(inst, 1);
                let (a, b) = if self.immediate(a).is_some() { (b, a) } else { (a, b) };
                match self.immediate(b) {
                    Some(n) => {
                        let a = self.reg(a);
                        self.emit_with(Op::MultiplyBy(size), def, &[a], Operand::Imm(n));
                    }
                    None => {
                        let other = if ty.bits() < 32 { Operand::Reg(self.reg(b)) } else { self.operand(b) };
                        let a = self.reg(a);
                        self.emit_with(Op::Multiply(size), def, &[a], other);
                    }
                }
            }
            Opcode::Ishl => self.shift(Shift::Left, inst, def, ty),
            Opcode::Ushr => self.shift(Shift::Right, inst, def, ty),
            Opcode::Sshr => self.shift(Shift::RightSigned, inst, def, ty),
            Opcode::Rotr if ty.bits() >= 32 => match self.number(self.arg(inst, 1)) {
                Some(n) => {
                    let a = self.reg(a);
                    let by = (n as u32 & (ty.bits() - 1)) as u8;
                    self.emit(Op::ShiftBy(Shift::RotateRight, size, by), def, &[a]);
                }
                None => return refuse(opcode),
            },
            Opcode::Uextend | Opcode::Sextend => self.extend(inst, def, opcode == Opcode::Sextend),
            Opcode::Icmp => {
                let once = self.has_one_use(inst);
                let (flags, cond) = self.compare(inst, once);
                let operands = self.take_operands();
                self.emit_compared(Op::Set(flags, cond), def, operands, &[]);
            }
            Opcode::Select => {
                let (flags, cond, operands) = self.test(a)?;
                let [yes, no] = [1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
                self.emit_compared(Op::Select(flags, cond, size), def, operands, &[yes, no]);
            }
            Opcode::Umin | Opcode::Umax | Opcode::Smin | Opcode::Smax => {
                let (cond, signed) = match opcode {
                    Opcode::Umin => (Cond::BELOW, false),
                    Opcode::Umax => (Cond::ABOVE, false),
                    Opcode::Smin => (Cond::LESS, true),
                    _ => (Cond::GREATER, true),
                };
                let b = self.arg(inst, 1);
                let (a, b) = (self.extended(a, signed), self.extended(b, signed));
                self.emit(Op::Select(Flags::Compare(size), cond, size), def, &[a, b, a, b]);
            }
            Opcode::Clz => {
                let a = self.extended(a, false);
                match ty.bits() {
                    32 | 64 => self.emit(Op::LeadingZeros(size), def, &[a]),
                    bits => {
                        let all = self.int();
                        self.emit(Op::LeadingZeros(4), all, &[a]);
                        self.lea(def, all, bits as i32 - 32, 4);
                    }
                }
            }
            Opcode::Ctz => {
                let mut a = self.reg(a);
                if ty.bits() < 32 {
                    let stopped = self.int();
                    self.emit_with(Op::Alu(Alu::Or, 4), stopped, &[a], Operand::Imm(1 << ty.bits()));
                    a = stopped;
                }
                self.emit(Op::TrailingZeros(size), def, &[a]);
            }
            Opcode::Popcnt => {
                let a = self.extended(a, false);
                self.emit(Op::Ones(size), def, &[a]);
            }
            Opcode::Bitrev => self.reversed(a, def, ty),
            Opcode::Umulhi | Opcode::Smulhi if ty == types::I64 => {
                let b = self.arg(inst, 1);
                let (a, b) = (self.reg(a), self.reg(b));
                self.emit(Op::MultiplyHigh { signed: opcode == Opcode::Smulhi, size }, def, &[a, b]);
            }
            Opcode::Udiv | Opcode::Sdiv | Opcode::Urem | Opcode::Srem => {
                let signed = matches!(opcode, Opcode::Sdiv | Opcode::Srem);
                let rest = matches!(opcode, Opcode::Urem | Opcode::Srem);
                let b = self.arg(inst, 1);
                let (a, b) = (self.extended(a, signed), self.extended(b, signed));
                self.emit(Op::Divide { signed, rest, size }, def, &[a, b]);
            }
            _ => return refuse(opcode),
        }
        Ok(())
    }

    fn add(&mut self, inst: ir::Inst, def: Reg, size: u8) {
        let [a, b] = [0, 1].map(|n| self.arg(inst, n));
        for (a, b) in [(a, b), (b, a)] {
            if let Some(n) = self.immediate(b) {
                return self.plus(def, a, n, size);
            }
        }
        if self.ty(a).bits() >= 32 {
            for (a, b) in [(a, b), (b, a)] {
                if self.sinkable(b).is_some() {
                    let a = self.reg(a);
                    let b = self.operand(b);
                    return self.emit_with(Op::Alu(Alu::Add, size), def, &[a], b);
                }
            }
        }
        let own = self.f.dfg.inst_results(inst)[0];
        match self.sum(own, 0, true) {
            Some(address) => self.emit_at(Op::Lea(size), def, &[], address),
            None => {
                let (a, b) = (self.reg(a), self.reg(b));
                self.emit(Op::Alu(Alu::Add, size), def, &[a, b]);
            }
        }
    }

    /// Emits a value plus a number.
    fn plus(&mut self, def: Reg, a: Value, n: i32, size: u8) {
        if size == 8 {
            let address = self.address(a, n);
            return self.emit_at(Op::Lea(8), def, &[], address);
        }
        let a = self.reg(a);
        self.lea(def, a, n, size);
    }

    fn lea(&mut self, def: Reg, a: Reg, n: i32, size: u8) {
        let mem = Mem::At { base: true, scale: 0, disp: n };
        self.emit_at(Op::Lea(size), def, &[], Address { mem, regs: [a, NONE] });
    }

    fn alu(&mut self, op: Alu, inst: ir::Inst, def: Reg, size: u8) {
        let [mut a, mut b] = [0, 1].map(|n| self.arg(inst, n));
        if op != Alu::Sub && (self.immediate(a).is_some() || self.sinkable(a).is_some()) {
            (a, b) = (b, a);
        }
        let narrow = self.ty(b).bits() < 32;
        let other = match self.immediate(b) {
            Some(n) => Operand::Imm(n),
            None if narrow => Operand::Reg(self.reg(b)),
            None => self.operand(b),
        };
        let a = self.reg(a);
        self.emit_with(Op::Alu(op, size), def, &[a], other);
    }

    fn shift(&mut self, shift: Shift, inst: ir::Inst, def: Reg, ty: Type) {
        let (a, by) = (self.arg(inst, 0), self.arg(inst, 1));
        let size = size(ty);
        let a = match shift {
            Shift::Right => self.extended(a, false),
            Shift::RightSigned => self.extended(a, true),
            _ => self.reg(a),
        };
        if let Some(n) = self.number(by) {
            let n = (n as u32 & (ty.bits() - 1)) as u8;
            return self.emit(Op::ShiftBy(shift, size, n), def, &[a]);
        }
        let mut by = self.reg(by);
        if ty.bits() < 32 {
            let masked = self.int();
            self.emit_with(Op::Alu(Alu::And, 4), masked, &[by], Operand::Imm(ty.bits() as i32 - 1));
            by = masked;
        }
        self.emit(Op::Shift(shift, size), def, &[a, by]);
    }

    fn extend(&mut self, inst: ir::Inst, def: Reg, signed: bool) {
        let (result, a) = (self.f.dfg.inst_results(inst)[0], self.arg(inst, 0));
        let (from, to) = (self.ty(a).bytes() as u8, size(self.ty(result)));
        let operand = self.operand(a);
        self.emit_with(Op::Extend { signed, from, to }, def, &[], operand);
    }

    /// Returns a register with a value of less than 32 bits extended to them.
    pub(super) fn extended(&mut self, value: Value, signed: bool) -> Reg {
        let ty = self.ty(value);
        if let Some(n) = self.number(value) {
            let n = if signed || ty == types::I64 { n } else { n & ((1 << ty.bits()) - 1) };
            return self.fixed_int(if size(ty) == 4 { i64::from(n as u32) } else { n });
        }
        let reg = self.reg(value);
        if ty.bits() >= 32 {
            return reg;
        }
        let wide = self.int();
        self.emit(Op::Extend { signed, from: ty.bytes() as u8, to: 4 }, wide, &[reg]);
        wide
    }

    /// Reverses bits: pairs, fours and eights are exchanged, then bytes.
    fn reversed(&mut self, a: Value, def: Reg, ty: Type) {
        let size = size(ty);
        let mut now = self.extended(a, false);
        for (shift, mask) in
            [(1u8, 0x5555_5555_5555_5555u64), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)]
        {
            let mask = self.fixed_int(if size == 8 { mask as i64 } else { i64::from(mask as u32) });
            let [high, even, odd, up, both] = std::array::from_fn(|_| self.int());
            self.emit(Op::ShiftBy(Shift::Right, size, shift), high, &[now]);
            self.emit(Op::Alu(Alu::And, size), odd, &[high, mask]);
            self.emit(Op::Alu(Alu::And, size), even, &[now, mask]);
            self.emit(Op::ShiftBy(Shift::Left, size, shift), up, &[even]);
            self.emit(Op::Alu(Alu::Or, size), both, &[up, odd]);
            now = both;
        }
        if ty.bits() >= 32 {
            return self.emit(Op::SwapBytes(size), def, &[now]);
        }
        let swapped = self.int();
        self.emit(Op::SwapBytes(4), swapped, &[now]);
        self.emit(Op::ShiftBy(Shift::Right, 4, (32 - ty.bits()) as u8), def, &[swapped]);
    }

    /// Selects the operands of a comparison: see [`Select::take_operands`]. `once` if it is selected nowhere
    /// else.
    pub(super) fn compare(&mut self, inst: ir::Inst, once: bool) -> (Flags, Cond) {
        let InstructionData::IntCompare { cond, args: [a, b], .. } = self.f.dfg.insts[inst] else {
            return (Flags::Compare(4), Cond::EQUAL);
        };
        let (mut a, mut b) = (self.resolved(a), self.resolved(b));
        let mut code = cond;
        if self.number(a).is_some() && self.number(b).is_none() {
            (a, b, code) = (b, a, swapped(code));
        }
        let ty = self.ty(a);
        let signed = matches!(
            code,
            IntCC::SignedLessThan
                | IntCC::SignedLessThanOrEqual
                | IntCC::SignedGreaterThan
                | IntCC::SignedGreaterThanOrEqual
        );
        let cond = condition(code);
        if ty.bits() < 32 {
            let a = self.extended(a, signed);
            let n = self.number(b).map(|n| if signed { n } else { n & ((1 << ty.bits()) - 1) } as i32);
            let b = match n {
                Some(n) => Operand::Imm(n),
                None => Operand::Reg(self.extended(b, signed)),
            };
            self.operands = Some((a, b));
            return (Flags::Compare(4), cond);
        }
        let size = size(ty);
        if self.number(b) == Some(0) && matches!(code, IntCC::Equal | IntCC::NotEqual) {
            if let Some(and) = self.def_of(a, Opcode::Band).filter(|_| self.uses[a.as_u32() as usize] == 1) {
                let [x, y] = [0, 1].map(|n| self.arg(and, n));
                let y = match self.immediate(y) {
                    Some(n) => Operand::Imm(n),
                    None => Operand::Reg(self.reg(y)),
                };
                self.operands = Some((self.reg(x), y));
            } else {
                let a = self.reg(a);
                self.operands = Some((a, Operand::Reg(a)));
            }
            return (Flags::Test(size), cond);
        }
        // A comparison with several uses may be selected again at each.
        let b = match self.immediate(b) {
            Some(n) => Operand::Imm(n),
            None if once => self.operand(b),
            None => Operand::Reg(self.reg(b)),
        };
        self.operands = Some((self.reg(a), b));
        (Flags::Compare(size), cond)
    }
}
