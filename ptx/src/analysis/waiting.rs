//! Loops that wait for other threads or for time.

use super::cfg::Graph;
use super::dependence::is_in_space;
use super::loops::Loop;
use crate::ir::{BlockId, Effect, Function, Inst, IntOp, Op, Order, Space, Value};
use std::collections::HashSet;

/// Returns whether a loop waits: its exit depends on a strong load, an atomic or a clock inside it, or it
/// sleeps. A loop whose number of iterations is known at its start does not wait, regardless of its accesses.
///
/// A value may pass through the thread's local memory on its way, as all variables do in code that is not
/// optimised.
pub fn is_waiting(f: &Function, graph: &Graph, l: &Loop) -> bool {
    waits_beside(f, graph, l, |_| false)
}

/// Returns whether a loop waits, as [`is_waiting`] does, whichever way lanes take at the branches of the
/// blocks that `agrees` accepts: all ways from there meet without effects.
pub(crate) fn waits_beside(f: &Function, graph: &Graph, l: &Loop, agrees: impl Fn(usize) -> bool) -> bool {
    let mut depends = vec![false; f.value_count()];
    let mut stored = HashSet::new();
    let mut polls = false;
    for &n in &l.nodes {
        for &i in &f.block(BlockId::new(n)).insts {
            let inst = f.inst(i);
            match inst.op {
                Op::Nanosleep => return true,
                Op::Load { order: Order::Weak, .. } => {}
                // Other threads do not write the thread's local memory.
                Op::Load { space, .. } if is_in_space(f, Space::Local, space, inst.args[0]) => {}
                _ if inst.op.effect() == Effect::Memory => {
                    polls |= !inst.results.is_empty();
                    inst.results.iter().for_each(|v| depends[v.index()] = true);
                }
                _ => {}
            }
        }
    }
    if !polls {
        return false;
    }
    let mut branch_depends = false;
    loop {
        let mut changed = false;
        for &n in &l.nodes {
            let block = f.block(BlockId::new(n));
            for &i in &block.insts {
                let inst = f.inst(i);
                let local = local_place(f, inst);
                let reads = matches!(inst.op, Op::Load { .. }) && local.is_some_and(|p| stored.contains(&p));
                if reads || inst.args.iter().any(|v| depends[v.index()]) {
                    for v in &inst.results {
                        changed |= !std::mem::replace(&mut depends[v.index()], true);
                    }
                    if let (Op::Store { .. }, Some(place)) = (&inst.op, local) {
                        changed |= stored.insert(place);
                    }
                }
            }
            if block.term.selector().is_some_and(|v| depends[v.index()]) {
                if l.exits.iter().any(|&(from, _)| from == n) {
                    return true;
                }
                changed |= !agrees(n) && !std::mem::replace(&mut branch_depends, true);
            }
            for e in block.term.edges().filter(|e| l.nodes.binary_search(&e.to.index()).is_ok()) {
                let merges = graph.preds(e.to.index()).len() > 1;
                for (&p, a) in f.block(e.to).params.iter().zip(&e.args) {
                    if depends[a.index()] || (branch_depends && merges) {
                        changed |= !std::mem::replace(&mut depends[p.index()], true);
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    // An exit in an arm of a dependent branch depends too. So does a loop without exits.
    l.exits.is_empty() || branch_depends && l.exits.iter().any(|&(from, _)| from != l.header)
}

/// Place in local memory: the value that the address starts from, `None` for a constant, and the bytes from
/// there.
type LocalPlace = (Option<Value>, i64);

/// Returns the place of a load from local memory, or of a store to it.
fn local_place(f: &Function, inst: &Inst) -> Option<LocalPlace> {
    let (Op::Load { space, mut offset, .. } | Op::Store { space, mut offset, .. }) = inst.op else {
        return None;
    };
    let mut address = *inst.args.first()?;
    if !is_in_space(f, Space::Local, space, address) {
        return None;
    }
    while let Some(from) = f.def_inst(address) {
        match from.op {
            Op::Const(bits) => return Some((None, offset.wrapping_add(bits as i64))),
            Op::Cvta { .. } => address = from.args[0],
            Op::Int(IntOp::Add) => {
                let Some(bits) = f.constant(from.args[1]) else { break };
                offset = offset.wrapping_add(bits as i64);
                address = from.args[0];
            }
            _ => break,
        }
    }
    Some((Some(address), offset))
}
