//! Splitting of exits: gives each edge to an empty final block a final block of its own.
//!
//! Compilers redirect all early returns to one `ret`. Lanes that return early would then seem to reconverge
//! with the others at the kernel's end, and all code in between would be under divergent control. With a
//! final block of its own, an early exit is recognised as such (see `analysis::converge`).

use crate::analysis::cfg::Graph;
use crate::ir::{BlockId, Function, Term};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::from_function(f);
    for b in f.blocks() {
        let block = f.block(b);
        let is_end = matches!(block.term, Term::Exit | Term::Trap) && block.insts.is_empty();
        if !is_end || !block.params.is_empty() {
            continue;
        }
        let (end, line) = (block.term.clone(), block.line);
        // The first edge keeps the block.
        let mut first = true;
        let mut preds: Vec<usize> = graph.preds(b.index()).collect();
        preds.dedup();
        for p in preds {
            let p = BlockId::new(p);
            if matches!(f.block(p).term, Term::Jump(_)) {
                f.block_mut(p).term = end.clone();
                f.block_mut(p).line = line;
                continue;
            }
            for k in 0..f.block(p).term.edges().count() {
                let leads_here = f.block(p).term.edges().nth(k).is_some_and(|e| e.to == b);
                if !leads_here || std::mem::replace(&mut first, false) {
                    continue;
                }
                let own = f.add_block();
                f.block_mut(own).term = end.clone();
                f.block_mut(own).line = line;
                if let Some(e) = f.block_mut(p).term.edges_mut().nth(k) {
                    e.to = own;
                }
            }
        }
    }
    super::dce::remove_unreachable(f);
}
