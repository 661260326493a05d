//! Bitwise logic of vectors: rotations, and expressions of three operands in one instruction (AVX-512).

use super::Select;
use crate::machine::codes::{self, Width};
use crate::machine::inst::{Op, Reg};
use cranelift_codegen::ir::{self, Opcode, Value};

/// Values of the three operands in the processor's table of results.
const COLUMNS: [u8; 3] = [0xf0, 0xcc, 0xaa];

/// Depth to which operands are taken into an expression.
const DEEPEST: u32 = 3;

impl Select<'_> {
    /// Emits a disjunction of two shifts as a rotation, if it is one.
    pub(super) fn rotation(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg, w: Width) -> bool {
        let ty = self.ty(self.f.dfg.inst_results(inst)[0]);
        if !self.evex || !ty.is_vector() || !ty.lane_type().is_int() || opcode == Opcode::Band {
            return false;
        }
        let bits = i64::from(ty.lane_bits());
        let [a, b] = [0, 1].map(|n| self.arg(inst, n));
        for (a, b) in [(a, b), (b, a)] {
            let (Some(left), Some(right)) = (self.def_of(a, Opcode::Ishl), self.def_of(b, Opcode::Ushr))
            else {
                continue;
            };
            let [by, back] = [left, right].map(|inst| self.number(self.arg(inst, 1)));
            let (Some(by), Some(back)) = (by, back) else { continue };
            let one = self.arg(left, 0) == self.arg(right, 0);
            if one && (1..bits).contains(&by) && by + back == bits && (bits == 32 || bits == 64) {
                let op = if bits == 64 { codes::PROLQ_BY } else { codes::PROLD_BY };
                let x = self.arg(left, 0);
                let x = self.reg(x);
                self.emit(Op::V1Imm(op, w, by as u8), def, &[x]);
                return true;
            }
        }
        false
    }

    /// Emits logic of three operands, if an operand is logic that nothing else uses.
    pub(super) fn logic_of_three(&mut self, inst: ir::Inst, def: Reg, w: Width) -> bool {
        let ty = self.ty(self.f.dfg.inst_results(inst)[0]);
        if !self.evex || !ty.is_vector() || !ty.lane_type().is_int() {
            return false;
        }
        let mut leaves = Vec::new();
        let Some(table) = self.table_of(inst, &mut leaves, DEEPEST) else { return false };
        let &[a, b, c] = leaves.as_slice() else { return false };
        let operands = [a, b, c].map(|v| self.reg(v));
        self.emit(Op::Logic3(w, table), def, &operands);
        true
    }

    /// Returns the table of an instruction's result in terms of at most three operands, which are added to
    /// `leaves`.
    fn table_of(&self, inst: ir::Inst, leaves: &mut Vec<Value>, depth: u32) -> Option<u8> {
        let opcode = self.f.dfg.insts[inst].opcode();
        if opcode == Opcode::Bnot {
            return Some(!self.table_of_value(self.arg(inst, 0), leaves, depth)?);
        }
        let known = leaves.clone();
        // Operands as expressions first, then as they are.
        for (deep_a, deep_b) in [(depth, depth), (depth, 0), (0, depth), (0, 0)] {
            leaves.clone_from(&known);
            let a = self.table_of_value(self.arg(inst, 0), leaves, deep_a);
            let b = self.table_of_value(self.arg(inst, 1), leaves, deep_b);
            if let (Some(a), Some(b)) = (a, b) {
                return Some(match opcode {
                    Opcode::Band => a & b,
                    Opcode::Bor => a | b,
                    _ => a ^ b,
                });
            }
        }
        None
    }

    fn table_of_value(&self, value: Value, leaves: &mut Vec<Value>, depth: u32) -> Option<u8> {
        if let Some(depth) = depth.checked_sub(1)
            && let Some((inst, data)) = self.def(value)
            && matches!(data.opcode(), Opcode::Band | Opcode::Bor | Opcode::Bxor | Opcode::Bnot)
            && self.f.layout.inst_block(inst) == self.block
            && self.has_one_use(inst)
            && !self.is_rotation(inst)
        {
            let known = leaves.clone();
            if let Some(table) = self.table_of(inst, leaves, depth) {
                return Some(table);
            }
            *leaves = known;
        }
        let at = match leaves.iter().position(|&leaf| leaf == value) {
            Some(at) => at,
            None if leaves.len() < COLUMNS.len() => {
                leaves.push(value);
                leaves.len() - 1
            }
            None => return None,
        };
        Some(COLUMNS[at])
    }

    /// Returns whether an instruction joins two shifts.
    fn is_rotation(&self, inst: ir::Inst) -> bool {
        let opcode = self.f.dfg.insts[inst].opcode();
        let shifts =
            |v: Value| self.def_of(v, Opcode::Ishl).is_some() || self.def_of(v, Opcode::Ushr).is_some();
        matches!(opcode, Opcode::Bor | Opcode::Bxor) && [0, 1].into_iter().all(|n| shifts(self.arg(inst, n)))
    }
}
