//! Splitting of blocks at sync operations, into the form of `analysis::regions::sync_at_end`, and of long
//! blocks.

use crate::analysis::cfg::Graph;
use crate::analysis::regions::LONGEST;
use crate::ir::{BlockId, Edge, Effect, Function, InstId, Term};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::from_function(f);
    for b in f.blocks().collect::<Vec<_>>().into_iter().rev() {
        split(f, &graph, b);
    }
}

/// Splits a block after each of its sync operations, and after [`LONGEST`] instructions. Each piece is
/// copied to a new list: truncating the original would keep its capacity, and a block with thousands of
/// barriers would need quadratic memory.
fn split(f: &mut Function, graph: &Graph, b: BlockId) {
    let insts = std::mem::take(&mut f.block_mut(b).insts);
    let ends = |&i: &InstId| f.inst(i).op.effect() == Effect::Sync;
    let pieces = insts.split_inclusive(ends).flat_map(|piece| piece.chunks(LONGEST));
    let mut pieces: Vec<Vec<InstId>> = pieces.map(<[InstId]>::to_vec).collect();
    if insts.last().is_some_and(ends) && !is_separate(f, graph, b) {
        pieces.push(Vec::new());
    }
    let line = f.block(b).line;
    let mut last = b;
    let mut pieces = pieces.into_iter();
    f.block_mut(b).insts = pieces.next().unwrap_or_default();
    for piece in pieces {
        let next = f.add_block();
        let term = std::mem::replace(&mut f.block_mut(last).term, Term::Jump(Edge::new(next)));
        let block = f.block_mut(next);
        (block.insts, block.term, block.line) = (piece, term, line);
        last = next;
    }
}

/// Returns whether a block ends in a jump that may follow a sync operation.
fn is_separate(f: &Function, graph: &Graph, b: BlockId) -> bool {
    let Term::Jump(e) = &f.block(b).term else { return false };
    e.args.is_empty() && f.block(e.to).params.is_empty() && graph.preds(e.to.index()).len() == 1
}
