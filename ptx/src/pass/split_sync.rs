//! Brings sync operations to the ends of blocks, as `analysis::regions::sync_at_end` describes.

use crate::analysis::cfg::Graph;
use crate::ir::{Edge, Effect, Function, Term};

/// The pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::of(f);
    let mut todo: Vec<_> = f.blocks().collect();
    while let Some(b) = todo.pop() {
        let block = f.block(b);
        let Some(k) = block.insts.iter().position(|&i| f.inst(i).op.effect() == Effect::Sync) else {
            continue;
        };
        let is_last = k + 1 == block.insts.len();
        if is_last && let Term::Jump(e) = &block.term {
            let alone = graph.preds(e.to.index()).len() == 1;
            // Only a block from before this pass is known to the graph, and only such ones have parameters.
            if e.args.is_empty() && alone {
                continue;
            }
        }
        let next = f.add_block();
        let block = f.block_mut(b);
        let rest = block.insts.split_off(k + 1);
        let term = std::mem::replace(&mut block.term, Term::Jump(Edge::new(next)));
        let line = block.line;
        let after = f.block_mut(next);
        after.insts = rest;
        after.term = term;
        after.line = line;
        todo.push(next);
    }
}
