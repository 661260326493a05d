//! Simplification of the control-flow graph: removes empty and unreachable blocks, merges chains, and sorts
//! in reverse postorder. It moves no instruction past another.

use crate::ir::{BlockId, Edge, Function, Term};

/// Simplifies a finished function.
pub(super) fn run(f: &mut Function) {
    skip_empty(f);
    merge_chains(f);
    order(f);
}

/// Redirects edges to empty blocks to their successors.
fn skip_empty(f: &mut Function) {
    let onward = |f: &Function, b: BlockId| -> Option<Edge> {
        let block = f.block(b);
        match &block.term {
            Term::Jump(edge) if block.params.is_empty() && block.insts.is_empty() && edge.to != b => {
                Some(edge.clone())
            }
            _ => None,
        }
    };
    for b in f.blocks() {
        let mut term = f.block(b).term.clone();
        for edge in term.edges_mut() {
            // An endless loop of empty blocks has no final target. Longer chains do not occur in practice.
            for _ in 0..64 {
                match onward(f, edge.to) {
                    Some(next) => *edge = next,
                    None => break,
                }
            }
        }
        f.block_mut(b).term = term;
    }
}

/// Merges a block with its successor if it is the only predecessor.
fn merge_chains(f: &mut Function) {
    let mut preds = vec![0u32; f.blocks().len()];
    preds[f.entry().index()] = 1;
    for b in reachable(f) {
        for edge in f.block(b).term.edges() {
            preds[edge.to.index()] += 1;
        }
    }
    for b in reachable(f) {
        while let Term::Jump(edge) = &f.block(b).term {
            let to = edge.to;
            if to == b || preds[to.index()] != 1 || !f.block(to).params.is_empty() {
                break;
            }
            let next = f.block_mut(to);
            let insts = std::mem::take(&mut next.insts);
            let term = std::mem::replace(&mut next.term, Term::Exit);
            let line = next.line;
            // The merged block is unreachable now, and must not be merged again.
            preds[to.index()] = 0;
            let block = f.block_mut(b);
            block.insts.extend(insts);
            (block.term, block.line) = (term, line);
        }
    }
}

/// Removes unreachable blocks and sorts the rest in reverse postorder.
fn order(f: &mut Function) {
    let order = reachable(f);
    f.keep_blocks(&order);
}

/// Returns the reachable blocks in reverse postorder; a first successor comes before the second.
fn reachable(f: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; f.blocks().len()];
    let mut order = Vec::new();
    let successors = |f: &Function, b: BlockId| f.block(b).term.edges().map(|e| e.to).collect::<Vec<_>>();
    seen[f.entry().index()] = true;
    let mut stack = vec![(f.entry(), successors(f, f.entry()))];
    while let Some((block, rest)) = stack.last_mut() {
        // Push successors in reverse, so that the first one comes first in the order.
        match rest.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, successors(f, next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
