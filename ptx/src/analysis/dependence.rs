//! Data dependence between values through registers: the results of an instruction depend on its operands, a
//! block parameter on the edge arguments. Control dependence and memory are ignored.

use crate::ir::{BlockId, Def, Function, Inst, IntOp, Op, Space, Value};

/// Marks the values of the blocks `within` that depend on results of the instructions that `begins` selects,
/// these results included.
pub fn dependent_values(
    f: &Function,
    within: impl Fn(BlockId) -> bool,
    begins: impl Fn(&Inst) -> bool,
) -> Vec<bool> {
    dependent_values_through(f, within, begins, |_| true)
}

/// Marks the same values, but follows only the instructions that `passes` selects: results of others do not
/// depend on their operands.
pub fn dependent_values_through(
    f: &Function,
    within: impl Fn(BlockId) -> bool,
    begins: impl Fn(&Inst) -> bool,
    passes: impl Fn(&Inst) -> bool,
) -> Vec<bool> {
    let mut depends = vec![false; f.value_count()];
    loop {
        let mut changed = false;
        for block in f.blocks().filter(|&block| within(block)).map(|block| f.block(block)) {
            for inst in block.insts.iter().map(|&inst| f.inst(inst)) {
                if begins(inst) || passes(inst) && inst.args.iter().any(|v| depends[v.index()]) {
                    for v in &inst.results {
                        changed |= !std::mem::replace(&mut depends[v.index()], true);
                    }
                }
            }
            for edge in block.term.edges().filter(|edge| within(edge.to)) {
                for (param, v) in f.block(edge.to).params.iter().zip(&edge.args) {
                    changed |= depends[v.index()] && !std::mem::replace(&mut depends[param.index()], true);
                }
            }
        }
        if !changed {
            return depends;
        }
    }
}

/// Limit of instructions followed from an address to its base.
const MAX_DEPTH: u32 = 16;

/// Returns whether an address is known to be in state space `of`: the instruction names that space, or the
/// address was converted to generic from it.
pub fn is_in_space(f: &Function, of: Space, space: Space, mut address: Value) -> bool {
    for _ in 0..MAX_DEPTH {
        let Def::Inst(inst, _) = f.value(address).def else { break };
        let inst = f.inst(inst);
        match inst.op {
            Op::Cvta { space: from, to_generic: true } if from == of => return true,
            Op::Int(IntOp::Add) => address = inst.args[0],
            _ => break,
        }
    }
    space == of
}
