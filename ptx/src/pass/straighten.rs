//! Merges a block with its successor if it is the only predecessor.

use super::dce::remove_unreachable;
use super::replace::Replace;
use crate::analysis::cfg::Graph;
use crate::ir::{Function, Term};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::from_function(f);
    let mut replace = Replace::new(f);
    for n in graph.reverse_postorder() {
        let b = crate::ir::BlockId::new(n);
        // A chain is merged link by link. Merged blocks become unreachable and are removed at the end.
        while let Term::Jump(edge) = &f.block(b).term {
            let edge = edge.clone();
            if edge.to == b || graph.preds(edge.to.index()).len() != 1 {
                break;
            }
            let params = std::mem::take(&mut f.block_mut(edge.to).params);
            for (&p, &a) in params.iter().zip(&edge.args) {
                replace.set(p, a);
            }
            let insts = std::mem::take(&mut f.block_mut(edge.to).insts);
            let next = f.block_mut(edge.to);
            let (term, line) = (std::mem::replace(&mut next.term, Term::Exit), next.line);
            let block = f.block_mut(b);
            block.insts.extend(insts);
            block.term = term;
            block.line = line;
        }
    }
    replace.apply(f);
    remove_unreachable(f);
}
