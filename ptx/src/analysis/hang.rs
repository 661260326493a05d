//! What values hang on, so far as registers tell: what an instruction gives hangs on what it takes, a block's
//! parameter on what comes along its edges. Choices that were made on the way, and memory, are not followed.

use crate::ir::{BlockId, Def, Function, Inst, IntOp, Op, Space, Value};

/// Which values hang on what some instructions of these blocks give, those themselves included.
pub fn hanging(f: &Function, within: impl Fn(BlockId) -> bool, begins: impl Fn(&Inst) -> bool) -> Vec<bool> {
    let mut hangs = vec![false; f.value_count()];
    loop {
        let mut changed = false;
        for block in f.blocks().filter(|&block| within(block)).map(|block| f.block(block)) {
            for inst in block.insts.iter().map(|&inst| f.inst(inst)) {
                if begins(inst) || inst.args.iter().any(|v| hangs[v.index()]) {
                    for v in &inst.results {
                        changed |= !std::mem::replace(&mut hangs[v.index()], true);
                    }
                }
            }
            for edge in block.term.edges().filter(|edge| within(edge.to)) {
                for (param, v) in f.block(edge.to).params.iter().zip(&edge.args) {
                    changed |= hangs[v.index()] && !std::mem::replace(&mut hangs[param.index()], true);
                }
            }
        }
        if !changed {
            return hangs;
        }
    }
}

/// So many instructions are followed to what an address is made of.
const DEEP: u32 = 16;

/// Whether an address of a space lies in another, as can be seen: it is that one, or the address was made
/// generic from there.
pub fn lies_in(f: &Function, of: Space, space: Space, mut address: Value) -> bool {
    for _ in 0..DEEP {
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
