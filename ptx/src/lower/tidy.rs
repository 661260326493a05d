//! Blocks in their final shape: nothing that only jumps, no chain that could be one block, none out of reach,
//! in reverse postorder. Works on control flow alone and moves no instruction past another.

use crate::ir::{BlockId, Edge, Function, Term};

/// Tidies a finished function.
pub(super) fn blocks(f: &mut Function) {
    skip_empty(f);
    merge_chains(f);
    order(f);
}

/// Edges into a block that only jumps on lead where it jumps to.
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
            // An endless loop of empty blocks has no end to lead to, and a longer chain is no compiler's.
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

/// A block that is the only way into the next one takes it in.
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
            // Nothing leads there any more; it must not be taken in twice.
            preds[to.index()] = 0;
            let block = f.block_mut(b);
            block.insts.extend(insts);
            (block.term, block.line) = (term, line);
        }
    }
}

/// Drops what is out of reach and puts the rest in reverse postorder.
fn order(f: &mut Function) {
    let order = reachable(f);
    f.keep_blocks(&order);
}

/// The blocks that can be reached, in reverse postorder; of two successors the first comes first.
fn reachable(f: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; f.blocks().len()];
    let mut order = Vec::new();
    let successors = |f: &Function, b: BlockId| f.block(b).term.edges().map(|e| e.to).collect::<Vec<_>>();
    seen[f.entry().index()] = true;
    let mut stack = vec![(f.entry(), successors(f, f.entry()))];
    while let Some((block, rest)) = stack.last_mut() {
        // Successors from the back, so that the first one comes first in the order.
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
