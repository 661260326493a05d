//! Loads, stores, addresses and atomic operations.

use super::{Address, Operand, Select, Taken, refuse};
use crate::machine::codes::{self, Vop, Width};
use crate::machine::inst::{Alu, Cond, Mem, NONE, Op, Reg, Shift, Update};
use cranelift_codegen::ir::{self, AtomicRmwOp, InstructionData, Opcode, Type, Value, types};

/// Returns the width of a vector type.
pub(super) fn width(ty: Type) -> Width {
    match ty.bits() {
        512 => 2,
        256 => 1,
        _ => 0,
    }
}

/// Returns the instructions that load and store a type in a vector register.
fn moves(ty: Type) -> (Vop, Vop, Width) {
    match ty {
        types::F32 => (codes::MOVSS_LOAD, codes::MOVSS_STORE, 0),
        types::F64 => (codes::MOVSD_LOAD, codes::MOVSD_STORE, 0),
        _ => (codes::MOVUPS, codes::MOVUPS_STORE, width(ty)),
    }
}

/// Bits of a word of 32 bits: those of a mask, counted from one of them on.
struct Bits {
    of: Value,
    from: u32,
    mask: u32,
    /// Log2 of the factor that the address applies.
    log_scale: u8,
}

impl Select<'_> {
    pub(super) fn memory(&mut self, inst: ir::Inst) -> Taken {
        match self.f.dfg.insts[inst] {
            InstructionData::Load { opcode: Opcode::Load, arg, offset, .. } => {
                let result = self.f.dfg.inst_results(inst)[0];
                let ty = self.ty(result);
                let address = self.address(arg, offset.into());
                let def = result.as_u32();
                if ty.is_int() {
                    self.emit_at(Op::Load(ty.bytes() as u8), def, &[], address);
                } else {
                    let (load, _, width) = moves(ty);
                    self.emit_at(Op::V1(load, width), def, &[], address);
                }
            }
            InstructionData::Store { opcode: Opcode::Store, args: [value, to], offset, .. } => {
                let ty = self.ty(value);
                if ty.is_int() {
                    let size = ty.bytes() as u8;
                    if self.changed(value, to, offset.into()) {
                        return Ok(());
                    }
                    if let Some(n) = self.immediate(value) {
                        let address = self.address(to, offset.into());
                        self.push(Op::StoreImm(size), NONE, &[], Some(address), Some(n));
                    } else {
                        let value = self.reg(value);
                        let address = self.address(to, offset.into());
                        self.emit_at(Op::Store(size), NONE, &[value], address);
                    }
                } else {
                    let (_, store, width) = moves(ty);
                    let value = self.reg(value);
                    let address = self.address(to, offset.into());
                    self.emit_at(Op::VStore(store, width), NONE, &[value], address);
                }
            }
            InstructionData::AtomicRmw { op, args: [to, by], .. } => self.update(inst, op, to, by)?,
            InstructionData::AtomicCas { args: [to, expected, new], .. } => {
                let result = self.f.dfg.inst_results(inst)[0];
                let size = self.ty(result).bytes() as u8;
                if size < 4 {
                    return refuse(Opcode::AtomicCas);
                }
                let (expected, new) = (self.reg(expected), self.reg(new));
                let address = self.plain_address(to);
                let def = self.wanted(result.as_u32());
                self.emit_at(Op::CompareExchange(size), def, &[expected, new], address);
            }
            InstructionData::NullAry { opcode: Opcode::Fence } | InstructionData::Trap { .. } => {
                self.emit(Op::Fence, NONE, &[]);
            }
            ref other => {
                if other.opcode() == Opcode::Fence {
                    self.emit(Op::Fence, NONE, &[]);
                } else {
                    return refuse(other.opcode());
                }
            }
        }
        Ok(())
    }

    /// Selects a store of a sum or the like of what was at the same place, as a change of memory. Returns
    /// `false` if it is none.
    fn changed(&mut self, value: Value, to: Value, offset: i32) -> bool {
        let value = self.resolved(value);
        let Some((inst, data)) = self.def(value) else { return false };
        let op = match data.opcode() {
            Opcode::Iadd => Alu::Add,
            Opcode::Band => Alu::And,
            Opcode::Bor => Alu::Or,
            Opcode::Bxor => Alu::Xor,
            _ => return false,
        };
        let size = self.ty(value).bytes() as u8;
        let alone = self.has_one_use(inst) && !self.needed[value.as_u32() as usize];
        if size < 4 || !alone || self.f.layout.inst_block(inst) != self.block {
            return false;
        }
        let [a, b] = [0, 1].map(|n| self.arg(inst, n));
        let to = self.resolved(to);
        for (old, by) in [(a, b), (b, a)] {
            let Some(load) = self.sinkable(old) else { continue };
            let from = self.f.dfg.insts[load].load_store_offset();
            if self.arg(load, 0) != to || from != Some(offset) {
                continue;
            }
            let address = self.sink(load);
            match self.immediate(by) {
                Some(n) => self.push(Op::Change(op, size), NONE, &[], Some(address), Some(n)),
                None => {
                    let by = self.reg(by);
                    self.emit_at(Op::Change(op, size), NONE, &[by], address);
                }
            }
            return true;
        }
        false
    }

    fn update(&mut self, inst: ir::Inst, op: AtomicRmwOp, to: Value, by: Value) -> Taken {
        let result = self.f.dfg.inst_results(inst)[0];
        let size = self.ty(result).bytes() as u8;
        let update = match op {
            AtomicRmwOp::Add => Update::Add,
            AtomicRmwOp::Xchg => Update::Exchange,
            AtomicRmwOp::And => Update::Logic(Alu::And),
            AtomicRmwOp::Or => Update::Logic(Alu::Or),
            AtomicRmwOp::Xor => Update::Logic(Alu::Xor),
            AtomicRmwOp::Smin => Update::Extreme(Cond::LESS),
            AtomicRmwOp::Smax => Update::Extreme(Cond::GREATER),
            AtomicRmwOp::Umin => Update::Extreme(Cond::BELOW),
            AtomicRmwOp::Umax => Update::Extreme(Cond::ABOVE),
            _ => return refuse(Opcode::AtomicRmw),
        };
        if size < 4 {
            return refuse(Opcode::AtomicRmw);
        }
        let by = self.reg(by);
        let address = self.plain_address(to);
        let def = self.wanted(result.as_u32());
        self.emit_at(Op::Update(update, size), def, &[by], address);
        Ok(())
    }

    /// Returns a result's register, or none if nothing reads it.
    fn wanted(&self, def: Reg) -> Reg {
        if self.needed[def as usize] { def } else { NONE }
    }

    /// Returns an address in one register, for instructions with many operands.
    fn plain_address(&mut self, value: Value) -> Address {
        let base = self.reg(value);
        Address { mem: Mem::At { base: true, scale: 0, disp: 0 }, regs: [base, NONE] }
    }

    /// Returns an address: sums become part of it.
    pub(super) fn address(&mut self, value: Value, offset: i32) -> Address {
        let (value, disp) = self.without_number(value, i64::from(offset));
        if let Some((slot, own)) = self.stack_place(value) {
            let disp = (i64::from(own) + i64::from(disp) + i64::from(self.slot(slot))) as i32;
            return Address { mem: Mem::Frame { scale: 0, disp }, regs: [NONE; 2] };
        }
        if let Some(address) = self.sum(value, disp, false) {
            return address;
        }
        let base = self.reg(value);
        Address { mem: Mem::At { base: true, scale: 0, disp }, regs: [base, NONE] }
    }

    /// Returns the address that is the sum defining a value, if it is one. `whole` if the value itself is
    /// wanted.
    pub(super) fn sum(&mut self, value: Value, disp: i32, whole: bool) -> Option<Address> {
        let add = self.def_of(value, Opcode::Iadd)?;
        let few = self.uses[value.as_u32() as usize] <= 2;
        let here = self.f.layout.inst_block(add) == self.block;
        let part = here && few;
        if !(whole || part) {
            return None;
        }
        let [a, b] = [0, 1].map(|n| self.arg(add, n));
        let (a, b) = if self.scaled(a).is_some() && self.scaled(b).is_none() { (b, a) } else { (a, b) };
        let (a, disp) = self.without_number(a, i64::from(disp));
        let (b, disp) = self.without_number(b, i64::from(disp));
        let (index, scale) = self.index(b);
        if let Some((slot, own)) = self.stack_place(a) {
            let disp = i64::from(own) + i64::from(disp) + i64::from(self.slot(slot));
            return Some(Address { mem: Mem::Frame { scale, disp: disp as i32 }, regs: [index, NONE] });
        }
        let base = self.reg(a);
        Some(Address { mem: Mem::At { base: true, scale, disp }, regs: [base, index] })
    }

    /// Returns the register and the factor of an index.
    fn index(&mut self, value: Value) -> (Reg, u8) {
        if let Some(bits) = self.scaled_bits(value) {
            return (self.bits(&bits), 1 << bits.log_scale);
        }
        let (index, scale) = self.scaled(value).unwrap_or((value, 1));
        (self.reg(index), scale)
    }

    /// Returns the bits of a word that an index consists of, if the address multiplies them, and they take
    /// fewer instructions than the index.
    fn scaled_bits(&self, value: Value) -> Option<Bits> {
        let once = |inst: ir::Inst| {
            let own = self.f.dfg.inst_results(inst)[0];
            self.has_one_use(inst)
                && !self.needed[own.as_u32() as usize]
                && self.f.layout.inst_block(inst) == self.block
        };
        let extend = self.def_of(value, Opcode::Uextend).filter(|&extend| once(extend));
        let masked = extend.map_or(value, |extend| self.arg(extend, 0));
        let and = self.def_of(masked, Opcode::Band).filter(|&and| once(and))?;
        if self.ty(masked) != types::I32 {
            return None;
        }
        let mask = self.number(self.arg(and, 1))? as u32;
        let (shift, data) = self.def(self.arg(and, 0))?;
        let left = match data.opcode() {
            Opcode::Ishl => true,
            Opcode::Ushr => false,
            _ => return None,
        };
        let by = u32::try_from(self.number(self.arg(shift, 1))?).ok().filter(|&by| by < 32)?;
        // Bits that the shift clears do not matter.
        let mask = if left { mask >> by << by } else { mask & u32::MAX >> by };
        let log_scale = mask.trailing_zeros().min(3);
        let from = if left { log_scale.checked_sub(by)? } else { by + log_scale };
        let mask = mask >> log_scale;
        let all = from < 32 && mask == u32::MAX >> from;
        let few = all || matches!(mask, 0xff | 0xffff) || from == 0;
        (log_scale > 0 && few).then(|| Bits {
            of: self.arg(shift, 0),
            from,
            mask,
            log_scale: log_scale as u8,
        })
    }

    /// Emits bits of a word, in a register of their own.
    fn bits(&mut self, bits: &Bits) -> Reg {
        let mut now = self.reg(bits.of);
        let own = self.int();
        if bits.mask == u32::MAX >> bits.from {
            self.emit(Op::ShiftBy(Shift::Right, 4, bits.from as u8), own, &[now]);
            return own;
        }
        if bits.from != 0 {
            let turned = self.int();
            self.emit(Op::ShiftBy(Shift::RotateRight, 4, bits.from as u8), turned, &[now]);
            now = turned;
        }
        match bits.mask {
            0xff | 0xffff => {
                let from = if bits.mask == 0xff { 1 } else { 2 };
                self.emit(Op::Extend { signed: false, from, to: 4 }, own, &[now]);
            }
            mask => self.emit_with(Op::Alu(Alu::And, 4), own, &[now], Operand::Imm(mask as i32)),
        }
        own
    }

    /// Returns the factor of an index that an address can have.
    fn scaled(&self, value: Value) -> Option<(Value, u8)> {
        let shift = self.def_of(value, Opcode::Ishl)?;
        let n = self.number(self.arg(shift, 1))?;
        let here = self.f.layout.inst_block(shift) == self.block;
        ((1..=3).contains(&n) && here).then(|| (self.arg(shift, 0), 1 << n))
    }

    /// Splits a sum with constants.
    fn without_number(&self, value: Value, disp: i64) -> (Value, i32) {
        let (mut value, mut disp) = (self.resolved(value), disp as i32);
        if self.ty(value) != types::I64 {
            return (value, disp);
        }
        while let Some(add) = self.def_of(value, Opcode::Iadd) {
            let [a, b] = [0, 1].map(|n| self.arg(add, n));
            let (rest, n) = match (self.number(a), self.number(b)) {
                (_, Some(n)) => (a, n),
                (Some(n), _) => (b, n),
                _ => break,
            };
            let Some(sum) = i32::try_from(n).ok().and_then(|n| disp.checked_add(n)) else { break };
            (value, disp) = (rest, sum);
        }
        (value, disp)
    }

    pub(super) fn stack_place(&self, value: Value) -> Option<(ir::StackSlot, i32)> {
        match self.def(value)?.1 {
            InstructionData::StackAddr { stack_slot, offset, .. } => Some((*stack_slot, i32::from(*offset))),
            _ => None,
        }
    }
}
