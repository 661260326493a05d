//! Branches, calls, and conditions.

use super::vector::Comparison;
use super::{Operand, Select, Taken, refuse};
use crate::machine::SPARING;
use crate::machine::inst::{Call, Class, Cond, Edge, End, Flags, NONE, OPERANDS, Op, Reg};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, BlockArg, BlockCall, InstructionData, Opcode, Value, types};

/// Operands of a comparison.
pub(super) type Operands = (Reg, Operand);

impl Select<'_> {
    /// Returns the operands of the comparison just selected.
    pub(super) fn take_operands(&mut self) -> Operands {
        self.operands.take().unwrap_or((NONE, Operand::Reg(NONE)))
    }

    /// Emits an instruction that compares and then uses other operands.
    pub(super) fn emit_compared(&mut self, op: Op, def: Reg, (a, b): Operands, others: &[Reg]) {
        let mut plain = [a; OPERANDS];
        match b {
            Operand::Reg(b) => {
                plain[1] = b;
                plain[2..2 + others.len()].copy_from_slice(others);
                self.push(op, def, &plain[..2 + others.len()], None, None);
            }
            Operand::Imm(n) => {
                plain[1..1 + others.len()].copy_from_slice(others);
                self.push(op, def, &plain[..1 + others.len()], None, Some(n));
            }
            Operand::Mem(address) => {
                plain[1..1 + others.len()].copy_from_slice(others);
                self.push(op, def, &plain[..1 + others.len()], Some(address), None);
            }
        }
    }

    /// Selects a test whether a value is not zero.
    pub(super) fn test(&mut self, value: Value) -> Taken<(Flags, Cond, Operands)> {
        let value = self.resolved(value);
        let mut tested = value;
        let mut negate = false;
        let mut once = true;
        // A comparison of a truth value with zero negates it.
        while let Some(inst) = self.def_of(tested, Opcode::Icmp).filter(|&i| self.is_here(i))
            && let InstructionData::IntCompare { cond, args: [a, b], .. } = self.f.dfg.insts[inst]
            && self.number(b) == Some(0)
            && matches!(cond, IntCC::Equal | IntCC::NotEqual)
            && let Some((inner, data)) = self.def(a)
            && self.is_here(inner)
            && matches!(data.opcode(), Opcode::Icmp | Opcode::Fcmp | Opcode::VanyTrue | Opcode::VallTrue)
        {
            negate ^= cond == IntCC::Equal;
            once &= self.has_one_use(inst);
            tested = self.resolved(a);
        }
        let made = match self.def(tested).map(|(inst, data)| (inst, data.opcode())) {
            Some((inst, Opcode::Icmp)) if self.is_here(inst) && !self.ty(self.arg(inst, 0)).is_vector() => {
                let once = once && self.has_one_use(inst);
                let (flags, cond) = self.compare(inst, once);
                (flags, cond, self.take_operands())
            }
            Some((inst, Opcode::Fcmp)) if self.is_here(inst) && !self.ty(self.arg(inst, 0)).is_vector() => {
                self.compare_floats(inst)
            }
            Some((inst, Opcode::VanyTrue | Opcode::VallTrue)) if self.is_here(inst) => {
                self.test_vector(inst)?
            }
            _ => {
                let ty = self.ty(tested);
                let reg = self.reg(tested);
                (Flags::Test(ty.bytes() as u8), Cond::NOT_EQUAL, (reg, Operand::Reg(reg)))
            }
        };
        let (flags, cond, operands) = made;
        Ok((flags, if negate { cond.negated() } else { cond }, operands))
    }

    /// Returns whether an instruction's result is used once.
    pub(super) fn has_one_use(&self, inst: ir::Inst) -> bool {
        let result = self.f.dfg.inst_results(inst)[0];
        self.uses[result.as_u32() as usize] == 1
    }

    fn is_here(&self, inst: ir::Inst) -> bool {
        self.f.layout.inst_block(inst) == self.block
    }

    /// Selects a comparison of floats.
    pub(super) fn compare_floats(&mut self, inst: ir::Inst) -> (Flags, Cond, Operands) {
        let InstructionData::FloatCompare { cond, args: [a, b], .. } = self.f.dfg.insts[inst] else {
            return (Flags::Float(false), Cond::EQUAL, (NONE, Operand::Reg(NONE)));
        };
        let double = self.ty(a) == types::F64;
        let swap = matches!(
            cond,
            FloatCC::LessThan
                | FloatCC::LessThanOrEqual
                | FloatCC::UnorderedOrGreaterThan
                | FloatCC::UnorderedOrGreaterThanOrEqual
        );
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (flags, cond) = match cond {
            FloatCC::Equal => (Flags::FloatEqual(double), Cond::NOT_EQUAL),
            FloatCC::NotEqual => (Flags::FloatEqual(double), Cond::EQUAL),
            FloatCC::LessThan | FloatCC::GreaterThan => (Flags::Float(double), Cond::ABOVE),
            FloatCC::LessThanOrEqual | FloatCC::GreaterThanOrEqual => {
                (Flags::Float(double), Cond::ABOVE_EQUAL)
            }
            FloatCC::UnorderedOrLessThan | FloatCC::UnorderedOrGreaterThan => {
                (Flags::Float(double), Cond::BELOW)
            }
            FloatCC::UnorderedOrLessThanOrEqual | FloatCC::UnorderedOrGreaterThanOrEqual => {
                (Flags::Float(double), Cond::BELOW_EQUAL)
            }
            FloatCC::Ordered => (Flags::Float(double), Cond::NO_PARITY),
            FloatCC::Unordered => (Flags::Float(double), Cond::PARITY),
            FloatCC::OrderedNotEqual => (Flags::Float(double), Cond::NOT_EQUAL),
            FloatCC::UnorderedOrEqual => (Flags::Float(double), Cond::EQUAL),
        };
        let (a, b) = (self.reg(a), self.reg(b));
        (flags, cond, (a, Operand::Reg(b)))
    }

    fn test_vector(&mut self, inst: ir::Inst) -> Taken<(Flags, Cond, Operands)> {
        let vector = self.arg(inst, 0);
        let any = self.f.dfg.insts[inst].opcode() == Opcode::VanyTrue;
        if let Some(Comparison { op, number, width, operands, .. }) =
            self.comparison_of(vector).filter(|_| any)
        {
            let [a, b] = operands.map(|v| self.reg(v));
            return Ok((Flags::AnyLane(op, width, number), Cond::NOT_EQUAL, (a, Operand::Reg(b))));
        }
        let ty = self.ty(vector);
        let width = super::memory::width(ty);
        let reg = self.reg(vector);
        let flags = match self.f.dfg.insts[inst].opcode() {
            Opcode::VanyTrue => Flags::AnyBit(width),
            _ if ty.lane_bits() == 32 => Flags::AllLanes(width, false),
            _ if ty.lane_bits() == 64 => Flags::AllLanes(width, true),
            opcode => return refuse(opcode),
        };
        Ok((flags, Cond::NOT_EQUAL, (reg, Operand::Reg(reg))))
    }

    /// Selects the end of a block. Its operands go to an instruction of their own.
    pub(super) fn end(&mut self, inst: ir::Inst) -> Taken<End> {
        match self.f.dfg.insts[inst] {
            InstructionData::Jump { destination, .. } => {
                let edge = self.edge(destination)?;
                self.emit(Op::End, NONE, &[]);
                Ok(End::Jump(edge))
            }
            InstructionData::Brif { arg, blocks: [yes, no], .. } => {
                if let Some(n) = self.number(arg) {
                    let edge = self.edge(if n != 0 { yes } else { no })?;
                    self.emit(Op::End, NONE, &[]);
                    return Ok(End::Jump(edge));
                }
                let edges = [self.edge(yes)?, self.edge(no)?];
                let (flags, cond, operands) = self.test(arg)?;
                self.emit_compared(Op::End, NONE, operands, &[]);
                Ok(End::Branch(flags, cond, edges))
            }
            InstructionData::BranchTable { arg, table, .. } => {
                let f = self.f;
                let table = &f.dfg.jump_tables[table];
                let mut edges = Vec::new();
                for &call in table.as_slice() {
                    edges.push(self.edge(call)?);
                }
                edges.push(self.edge(table.default_block())?);
                let index = self.reg(arg);
                self.emit(Op::End, NONE, &[index]);
                Ok(End::Table(edges))
            }
            InstructionData::MultiAry { opcode: Opcode::Return, .. } => {
                let mut values = Vec::new();
                for &value in self.f.dfg.inst_args(inst) {
                    values.push(self.reg(value));
                }
                if values.len() > 1 {
                    return refuse("several results");
                }
                self.emit(Op::End, NONE, &values);
                Ok(End::Return)
            }
            ref other => refuse(other.opcode()),
        }
    }

    fn edge(&mut self, call: BlockCall) -> Taken<Edge> {
        let block = call.block(&self.f.dfg.value_lists);
        let mut args = Vec::new();
        for arg in call.args(&self.f.dfg.value_lists) {
            let BlockArg::Value(value) = arg else { return refuse("an argument of an exception") };
            args.push(self.reg(value));
        }
        Ok(Edge { to: self.order.place[block.as_u32() as usize], args })
    }

    pub(super) fn call(&mut self, inst: ir::Inst) -> Taken {
        let values: Vec<Value> = self.f.dfg.inst_args(inst).to_vec();
        let Some((&target, values)) = values.split_first() else { return refuse(Opcode::CallIndirect) };
        let mut args = Vec::new();
        for &value in values {
            let reg = self.reg(value);
            if self.infos[reg as usize].class != Class::Int {
                return refuse("a call with floats");
            }
            args.push(reg);
        }
        if args.len() > 6 {
            return refuse("a call with many arguments");
        }
        let def = match self.f.dfg.inst_results(inst) {
            [] => NONE,
            &[result] if self.ty(result).is_int() && self.needed[result.as_u32() as usize] => result.as_u32(),
            &[result] if self.ty(result).is_int() => NONE,
            _ => return refuse("a call with such results"),
        };
        let target = self.reg(target);
        let spares = match self.f.dfg.insts[inst] {
            InstructionData::CallIndirect { sig_ref, .. } => {
                self.f.dfg.signatures[sig_ref].call_conv == SPARING
            }
            _ => false,
        };
        self.calls.push(Call { spares, args });
        let list = self.calls.len() as u32 - 1;
        self.emit(Op::Call(list), def, &[target]);
        Ok(())
    }
}
