//! Equal operations on equal operands of one block, of which the first one is enough.
//!
//! Values along rows are made from their operands wherever they are needed, so that their code repeats
//! itself. Only integer arithmetic on scalars and copies of a scalar to all lanes are compared: constants
//! become immediates, comparisons become part of branches, and vectors are many.

use cranelift_codegen::ir::{Function, InstructionData, Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// Computation of an operation.
type Key = (Opcode, Type, Operand, Operand);

/// An operand: a value, or a constant, which each use has an instruction of its own for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operand {
    None,
    Value(Value),
    Number(i64),
}

/// Replaces results of repeated operations by those of the first one.
pub(crate) fn remove_repeated(f: &mut Function) {
    let mut known: FxHashMap<Key, Value> = FxHashMap::default();
    let blocks: Vec<_> = f.layout.blocks().collect();
    for block in blocks {
        known.clear();
        let mut at = f.layout.first_inst(block);
        while let Some(inst) = at {
            at = f.layout.next_inst(inst);
            let Some(key) = key(f, inst) else { continue };
            let result = f.dfg.inst_results(inst)[0];
            match known.get(&key) {
                None => {
                    known.insert(key, result);
                }
                Some(&first) => {
                    f.dfg.detach_inst_results(inst);
                    f.dfg.change_to_alias(result, first);
                    f.layout.remove_inst(inst);
                }
            }
        }
    }
}

fn key(f: &Function, inst: cranelift_codegen::ir::Inst) -> Option<Key> {
    let &[result] = f.dfg.inst_results(inst) else { return None };
    let ty = f.dfg.value_type(result);
    if let InstructionData::Unary { opcode: Opcode::Splat, arg } = f.dfg.insts[inst] {
        let operand = f.dfg.resolve_aliases(arg);
        return is_variable(f, operand).then_some((
            Opcode::Splat,
            ty,
            Operand::Value(operand),
            Operand::None,
        ));
    }
    if !ty.is_int() {
        return None;
    }
    let operand = |value: Value| {
        let value = f.dfg.resolve_aliases(value);
        let def = f.dfg.value_def(value).inst().map(|inst| f.dfg.insts[inst]);
        match def {
            Some(InstructionData::UnaryImm { opcode: Opcode::Iconst, imm }) => Operand::Number(imm.bits()),
            _ => Operand::Value(value),
        }
    };
    match f.dfg.insts[inst] {
        InstructionData::Binary {
            opcode:
                opcode @ (Opcode::Iadd
                | Opcode::Isub
                | Opcode::Imul
                | Opcode::Band
                | Opcode::Bor
                | Opcode::Bxor
                | Opcode::Ishl
                | Opcode::Ushr
                | Opcode::Sshr
                | Opcode::Rotr),
            args: [a, b],
        } => Some((opcode, ty, operand(a), operand(b))),
        InstructionData::Unary {
            opcode: opcode @ (Opcode::Sextend | Opcode::Uextend | Opcode::Ireduce),
            arg,
        } => {
            // The type of a constant matters here.
            Some((opcode, ty, Operand::Value(f.dfg.resolve_aliases(arg)), Operand::None))
        }
        _ => None,
    }
}

/// Returns whether a value is not a constant; equal constants of lanes are one anyway.
fn is_variable(f: &Function, value: Value) -> bool {
    let constant = [Opcode::Iconst, Opcode::F32const, Opcode::F64const];
    f.dfg.value_def(value).inst().is_none_or(|inst| !constant.contains(&f.dfg.insts[inst].opcode()))
}
