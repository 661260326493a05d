//! Loops that retry an update: `do { old = seen; seen = atomicCAS(p, old, f(old)); } while (seen != old)`.
//!
//! Such a loop goes around only if the word has changed meanwhile, that is, if another thread's update has
//! succeeded. It never waits for a particular thread, so lanes may run it in lock step without letting others
//! run between its iterations. Taking a lock looks alike, but compares with a value of its own. A loop around
//! one that retries may well wait: for an old value, as a lock does that sets a byte of the word.

use super::cfg::Graph;
use super::dom::Dominators;
use super::loops::Loops;
use crate::ir::{AtomOp, BlockId, Cmp, Def, Edge, Effect, Function, Inst, InstId, Op, Term, Value};

/// A loop that retries an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retry {
    /// Index of the loop.
    pub own: usize,
    /// Its compare-and-swap.
    pub swap: InstId,
    /// Block of the branch that decides whether it goes around, if this is its only way out.
    pub branch: Option<usize>,
}

/// Returns the loops that retry an update.
pub fn retries(f: &Function, graph: &Graph, dominators: &Dominators, loops: &Loops) -> Vec<Retry> {
    (0..loops.iter().len()).filter_map(|own| retry(f, graph, dominators, (loops, own))).collect()
}

fn retry(
    f: &Function,
    graph: &Graph,
    dominators: &Dominators,
    (loops, own): (&Loops, usize),
) -> Option<Retry> {
    let l = loops.get(own);
    let &[latch] = l.latches.as_slice() else { return None };
    // A loop inside might wait for the word.
    if l.nodes.iter().any(|&n| loops.innermost(n) != Some(own)) {
        return None;
    }
    let insts =
        || l.nodes.iter().flat_map(|&n| f.block(BlockId::new(n)).insts.iter().map(move |&id| (n, id)));
    let mut swaps = insts().filter(|&(_, id)| matches!(f.inst(id).op, Op::Atom { op: AtomOp::Cas, .. }));
    let (Some((home, id)), None) = (swaps.next(), swaps.next()) else { return None };
    let swap = f.inst(id);
    let (expected, &result) = (before_casts(f, *swap.args.get(1)?), swap.results.first()?);
    let header = BlockId::new(l.header);
    let back = failing(f, graph, (latch, header), [expected, result])?;
    let fresh = match f.value(expected).def {
        Def::Param(block, n) => {
            block == header && back.args.get(n as usize).is_some_and(|&v| before_casts(f, v) == result)
        }
        Def::Inst(load, _) => reads(f.inst(load), swap) && insts().any(|(_, id)| id == load),
    };
    let branch = match l.exits.as_slice() {
        &[(from, _)] => Some(from),
        _ => None,
    };
    (fresh && dominators.dominates(home, latch)).then_some(Retry { own, swap: id, branch })
}

/// Returns whether an instruction loads the word that a compare-and-swap updates.
fn reads(inst: &Inst, swap: &Inst) -> bool {
    let (Op::Load { space, offset, ty, .. }, Op::Atom { space: swapped, offset: at, ty: word, .. }) =
        (&inst.op, &swap.op)
    else {
        return false;
    };
    (space, offset, ty.bytes(), inst.args.first()) == (swapped, at, word.bytes(), swap.args.first())
}

/// Returns the edge from a latch back to the header if it is taken only where two values differ.
fn failing<'a>(
    f: &'a Function,
    graph: &Graph,
    (latch, header): (usize, BlockId),
    values: [Value; 2],
) -> Option<&'a Edge> {
    let block = f.block(BlockId::new(latch));
    if let Term::Jump(edge) = &block.term {
        // Passes may have split the edge.
        let mut before = graph.preds(latch);
        let (Some(before), None) = (before.next(), before.next()) else { return None };
        let pure = block.insts.iter().all(|&id| f.inst(id).op.effect() == Effect::Pure);
        return differing(f, &f.block(BlockId::new(before)).term, BlockId::new(latch), values)
            .filter(|_| pure)
            .map(|_| edge);
    }
    differing(f, &block.term, header, values)
}

/// Returns the edge of a branch to a block if it is taken only where two values differ.
fn differing<'a>(f: &Function, term: &'a Term, to: BlockId, values: [Value; 2]) -> Option<&'a Edge> {
    let Term::Branch { cond, then, other } = term else { return None };
    let test = f.def_inst(*cond)?;
    let Op::Cmp { op, ty, .. } = test.op else { return None };
    let (edge, away) = match op {
        Cmp::Ne => (then, other),
        Cmp::Eq => (other, then),
        _ => return None,
    };
    let compared = test.args.iter().map(|&v| before_casts(f, v));
    let alike = compared.clone().eq(values) || compared.rev().eq(values);
    (edge.to == to && away.to != to && !ty.is_float() && alike).then_some(edge)
}

/// Returns the value of which another has the bits in another type.
fn before_casts(f: &Function, mut v: Value) -> Value {
    while let Some(inst) = f.def_inst(v)
        && let (Op::Bitcast, &[from]) = (&inst.op, inst.args.as_slice())
    {
        v = from;
    }
    v
}
