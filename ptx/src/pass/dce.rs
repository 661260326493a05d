//! Dead-code elimination: removes unreachable blocks, and unused instructions and block parameters. A cycle
//! of parameters that only feed each other is unused.

use super::replace::remove_params;
use crate::analysis::cfg::Graph;
use crate::ir::{BlockId, Def, Function, Inst, Op, Space, Value};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    remove_unreachable(f);
    let mut needed = vec![false; f.value_count()];
    let mut todo: Vec<Value> = Vec::new();
    // Arguments of each parameter, from its block's incoming edges.
    let mut passed: Vec<Vec<Value>> = vec![Vec::new(); f.value_count()];
    for b in f.blocks() {
        let block = f.block(b);
        for &i in &block.insts {
            let inst = f.inst(i);
            if has_effect(f, inst) {
                todo.extend(&inst.args);
            }
        }
        todo.extend(block.term.selector());
        for e in block.term.edges() {
            for (&p, &a) in f.block(e.to).params.iter().zip(&e.args) {
                passed[p.index()].push(a);
            }
        }
    }
    while let Some(v) = todo.pop() {
        if !std::mem::replace(&mut needed[v.index()], true) {
            match f.value(v).def {
                Def::Inst(i, _) => todo.extend(&f.inst(i).args),
                Def::Param(..) => todo.append(&mut passed[v.index()]),
            }
        }
    }
    for b in f.blocks() {
        let mut insts = std::mem::take(&mut f.block_mut(b).insts);
        insts.retain(|&i| {
            let inst = f.inst(i);
            has_effect(f, inst) || inst.results.iter().any(|v| needed[v.index()])
        });
        f.block_mut(b).insts = insts;
    }
    remove_params(f, |v| !needed[v.index()]);
}

/// Returns whether an instruction has effects besides its results.
fn has_effect(f: &Function, inst: &Inst) -> bool {
    let is_seen = matches!(inst.op, Op::Load { space, .. } if space != Space::Param);
    !inst.op.is_droppable() || f.watched && is_seen
}

/// Removes unreachable blocks; the rest keep their order.
pub(super) fn remove_unreachable(f: &mut Function) {
    let graph = Graph::from_function(f);
    let seen = graph.reach([graph.entry()], |_| false);
    if seen.iter().all(|&s| s) {
        return;
    }
    let kept: Vec<BlockId> = f.blocks().filter(|b| seen[b.index()]).collect();
    f.keep_blocks(&kept);
}
