//! Full masks for warp operations among the lanes present, where these are all that have not ended.
//!
//! HIP's `__shfl`, `__ballot` and so on have no mask, and CUDA's had none before version 9: headers pass the
//! mask of `activemask`. Where no lane can have diverged, it names all lanes but those that have ended, for
//! which no operation waits. A constant mask lets code for strips do the operation in registers.

use crate::analysis::converge::Convergence;
use crate::analysis::uniform::{ShapeClass, Uniformity};
use crate::exec::WARP;
use crate::ir::{BlockId, Function, InstId, Op, Type, Value};
use std::collections::BTreeMap;

/// Limit of analyses, after which masks stay.
const MOST_ROUNDS: usize = 8;

/// Runs the pass on a kernel in the form that [`PIPELINE`](super::PIPELINE) leaves. A checker would report
/// the new masks, which name lanes that have ended, and a profiler would miss the instructions.
pub fn run(f: &mut Function) {
    let present = masks_of_present_lanes(f);
    if present.is_empty() {
        return;
    }
    let mut filled = f.clone();
    let full = add_full_mask(&mut filled);
    let mut changed: Vec<(BlockId, InstId, Value)> = Vec::new();
    for b in f.blocks() {
        let masked = f.block(b).insts.iter().filter_map(|&id| Some((b, id, mask(f, id)?)));
        changed.extend(masked.filter(|(.., mask)| present.contains_key(mask)));
    }
    changed.iter().for_each(|&(_, id, mask)| replace(&mut filled, id, (mask, full)));
    let flow = Convergence::new(&filled);
    // Lanes that wait for all others stay together. So all masks are taken for full at first, and those that
    // diverged lanes would take are put back, which may show that others are diverged, too.
    for _ in 0..MOST_ROUNDS {
        let uniformity = Uniformity::new(&filled, &flow, (ShapeClass::Any, WARP));
        let before = changed.len();
        changed.retain(|&(home, id, mask)| {
            let diverged = uniformity.is_controlled(home) || uniformity.is_controlled(present[&mask]);
            if diverged {
                replace(&mut filled, id, (full, mask));
            }
            !diverged
        });
        if changed.len() == before {
            if before > 0 {
                remove_unused(&mut filled);
                *f = filled;
            }
            return;
        }
    }
}

/// Adds the mask of all lanes to the start of a function.
fn add_full_mask(f: &mut Function) -> Value {
    let entry = f.entry();
    let line = f.block(entry).line;
    let constant = f.make_inst(Op::Const(u64::from(u32::MAX)), Vec::new(), &[Type::I32], line);
    f.block_mut(entry).insts.insert(0, constant);
    f.inst(constant).results[0]
}

fn replace(f: &mut Function, id: InstId, (old, new): (Value, Value)) {
    f.inst_mut(id).args.iter_mut().filter(|arg| **arg == old).for_each(|arg| *arg = new);
}

/// Returns the masks of the lanes present, with the blocks that take them.
fn masks_of_present_lanes(f: &Function) -> BTreeMap<Value, BlockId> {
    let insts = f.blocks().flat_map(|b| f.block(b).insts.iter().map(move |&id| (b, f.inst(id))));
    insts.filter(|(_, inst)| inst.op == Op::ActiveMask).map(|(b, inst)| (inst.results[0], b)).collect()
}

/// Returns the mask of a warp operation, unless it is one of its other operands, too.
fn mask(f: &Function, id: InstId) -> Option<Value> {
    let inst = f.inst(id);
    let is_masked = matches!(
        inst.op,
        Op::WarpSync | Op::Elect | Op::Shfl(_) | Op::Vote(_) | Op::Match { .. } | Op::Redux { .. }
    );
    let (&mask, others) = inst.args.split_last().filter(|_| is_masked)?;
    (!others.contains(&mask)).then_some(mask)
}

/// Removes masks that no instruction uses any more.
fn remove_unused(f: &mut Function) {
    let mut used = vec![false; f.value_count()];
    for b in f.blocks() {
        let block = f.block(b);
        let operands = block.insts.iter().flat_map(|&id| &f.inst(id).args);
        let passed = block.term.edges().flat_map(|edge| &edge.args);
        operands.chain(passed).chain(block.term.selector().as_ref()).for_each(|v| used[v.index()] = true);
    }
    for b in f.blocks() {
        let mut insts = std::mem::take(&mut f.block_mut(b).insts);
        insts.retain(|&id| {
            let inst = f.inst(id);
            inst.op != Op::ActiveMask || used[inst.results[0].index()]
        });
        f.block_mut(b).insts = insts;
    }
}
