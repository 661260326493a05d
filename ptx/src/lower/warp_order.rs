//! Order of warps for code that writes shared memory again without a barrier since it was read.
//!
//! Block-wide reductions often lack the barrier between reading the warps' partial results and writing the
//! next ones:
//!
//! ```text
//! for (…) { if (lane == 0) part[warp] = sum; __syncthreads(); total = reduce_warp(part[lane]); … }
//! ```
//!
//! It is a race, but warps of a GPU leave the barrier at nearly the same time, so all have read long before
//! one writes again. The engines here would run the first warp up to the next barrier before the second one
//! reads. Warps therefore meet ([`Op::Converge`]) before a store to shared memory that may have been read
//! since the last barrier of the block, if each warp read the same words: at an address that is the same in
//! all threads, or that depends only on the lane and is followed by an exchange between lanes. Meeting is no
//! barrier: it demands nothing of warps that do not get there.
//!
//! The cost is bounded: warps meet only outside loops and in loops that have a barrier of the block,
//! and never where only some lanes of a warp are.

use super::lockstep::INFLUENCE_LIMIT;
use crate::analysis::converge::Convergence;
use crate::analysis::dependence::{dependent_values_through, is_in_space};
use crate::analysis::dom::Dominators;
use crate::exec::WARP;
use crate::ir::{Barrier, BlockId, Effect, Function, Inst, InstId, IntOp, Op, Space, Sreg, Type, Value};
use std::collections::BTreeSet;

/// Limit of loads that are followed; a kernel with more keeps the order that its barriers give.
const MOST_LOADS: usize = 64;

/// Limit of values followed from an address to its base.
const MOST_TERMS: usize = 16;

/// Loads that each warp may have done since the last barrier of the block, as bits of their numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Read {
    /// All of them.
    done: u64,
    /// Those followed by an exchange between lanes.
    exchanged: u64,
}

impl Read {
    fn union(self, other: Read) -> Read {
        Read { done: self.done | other.done, exchanged: self.exchanged | other.exchanged }
    }
}

/// A load of words that all warps read.
struct CommonLoad {
    inst: InstId,
    place: Place,
    /// The address is the same in all threads.
    uniform: bool,
}

/// Part of shared memory in which an address lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Unknown,
    /// A variable, by its number in the order of addresses.
    Variable(usize),
    /// Bytes at a constant address.
    Bytes(u64, u64),
}

/// Returns the positions in each block before which warps must meet. `starts` lists the offsets of the shared
/// variables, ascending.
pub(super) fn places(f: &Function, starts: &[u32]) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); f.blocks().len()];
    let has_barrier = f.blocks().flat_map(|b| &f.block(b).insts).any(|&id| is_barrier(f.inst(id)));
    let common = if has_barrier { common_loads(f) } else { Vec::new() };
    if common.is_empty() {
        return places;
    }
    let flow = Convergence::new(f);
    let varies = varying(f, false);
    let apart = diverged(f, &flow, &varies);
    let loads = reached_by_all(f, &varies, &apart, &common, starts);
    if loads.is_empty() || loads.len() > MOST_LOADS {
        return places;
    }
    let stores = stores(f, &flow, &apart, starts);
    let mut at_start = vec![Read::default(); places.len()];
    loop {
        let mut changed = false;
        for &b in &flow.order {
            let mut read = at_start[b];
            let mut meets = |n: usize, read: &mut Read| {
                let mut here = stores[b].iter().filter(|(at, _)| *at == n);
                if here.any(|&(_, to)| conflicts(&loads, *read, to, starts)) {
                    places[b].push(n);
                    *read = Read::default();
                }
            };
            let insts = &f.block(BlockId::new(b)).insts;
            for (n, &id) in insts.iter().enumerate() {
                meets(n, &mut read);
                let inst = f.inst(id);
                if is_barrier(inst) {
                    read = Read::default();
                } else if exchanges_lanes(inst) {
                    read.exchanged = read.done;
                } else if let Some(load) = loads.iter().position(|load| load.inst == id) {
                    read.done |= 1 << load;
                    read.exchanged &= !(1 << load);
                }
            }
            meets(insts.len(), &mut read);
            for s in flow.real.succs(b) {
                let all = at_start[s].union(read);
                changed |= std::mem::replace(&mut at_start[s], all) != all;
            }
        }
        if !changed {
            for own in &mut places {
                own.sort_unstable();
                own.dedup();
            }
            return places;
        }
    }
}

/// Returns the positions in each block before which shared memory is written, and where it is.
fn stores(
    f: &Function,
    flow: &Convergence,
    apart: &BTreeSet<usize>,
    starts: &[u32],
) -> Vec<Vec<(usize, Place)>> {
    let store = |(at, &id): (usize, &InstId)| {
        let inst = f.inst(id);
        let Op::Store { space, ty, offset, .. } = inst.op else { return None };
        let bytes = u64::from(ty.bytes()) * (inst.args.len() as u64 - 1);
        let is_shared = is_in_space(f, Space::Shared, space, inst.args[0]);
        is_shared.then(|| (at, place(f, inst.args[0], offset, bytes, starts)))
    };
    where_together(f, flow, apart, |b| f.block(b).insts.iter().enumerate().filter_map(store).collect())
}

/// Moves what is of interest in blocks that only some threads reach to the branch before which they are
/// together. What is in loops without a barrier is left out.
pub(super) fn where_together<T>(
    f: &Function,
    flow: &Convergence,
    apart: &BTreeSet<usize>,
    of_block: impl Fn(BlockId) -> Vec<(usize, T)>,
) -> Vec<Vec<(usize, T)>> {
    let dom = Dominators::new(&flow.graph);
    let mut found: Vec<Vec<(usize, T)>> = f.blocks().map(|_| Vec::new()).collect();
    for b in f.blocks() {
        let mut together = Some(b.index());
        while let Some(up) = together.filter(|up| apart.contains(up)) {
            together = dom.idom(up);
        }
        let Some(to) = together.filter(|&to| meets_in(f, flow, to)) else { continue };
        let end = (to != b.index()).then(|| f.block(BlockId::new(to)).insts.len());
        found[to].extend(of_block(b).into_iter().map(|(at, what)| (end.unwrap_or(at), what)));
    }
    found
}

/// Returns whether warps may meet in a block: it is in no loop, or in one with a barrier.
fn meets_in(f: &Function, flow: &Convergence, b: usize) -> bool {
    flow.loops.innermost(b).is_none_or(|id| {
        let insts = flow.loops.get(id).nodes.iter().flat_map(|&n| &f.block(BlockId::new(n)).insts);
        insts.into_iter().any(|&id| is_barrier(f.inst(id)))
    })
}

fn is_barrier(inst: &Inst) -> bool {
    matches!(inst.op, Op::Barrier { kind, .. } if !matches!(kind, Barrier::Arrive | Barrier::ClusterArrive))
}

/// Returns whether an operation takes values of other lanes of the warp.
fn exchanges_lanes(inst: &Inst) -> bool {
    inst.op.effect() == Effect::Sync && !inst.results.is_empty()
}

/// Returns whether all warps may just have read where a store writes.
fn conflicts(loads: &[CommonLoad], read: Read, to: Place, starts: &[u32]) -> bool {
    loads.iter().enumerate().any(|(n, load)| {
        let counts = if load.uniform { read.done } else { read.exchanged };
        counts >> n & 1 != 0 && may_overlap(load.place, to, starts)
    })
}

fn may_overlap(a: Place, b: Place, starts: &[u32]) -> bool {
    match (a, b) {
        (Place::Bytes(a, len), Place::Bytes(b, more)) => a < b + more && b < a + len,
        (Place::Variable(a), Place::Variable(b)) => a == b,
        (Place::Variable(a), Place::Bytes(b, _)) | (Place::Bytes(b, _), Place::Variable(a)) => {
            variable(b, starts) == Some(a)
        }
        (Place::Unknown, _) | (_, Place::Unknown) => true,
    }
}

/// Returns the number of the variable in which an offset lies.
pub(super) fn variable(offset: u64, starts: &[u32]) -> Option<usize> {
    starts.partition_point(|&start| u64::from(start) <= offset).checked_sub(1)
}

/// Returns the part of shared memory in which an access lies: its variable is that of the constant part of
/// the address.
pub(super) fn place(f: &Function, address: Value, offset: i64, bytes: u64, starts: &[u32]) -> Place {
    let (mut todo, mut sum, mut only, mut known) = (vec![address], offset, true, false);
    for _ in 0..MOST_TERMS {
        let Some(v) = todo.pop() else { break };
        let Some(inst) = f.def_inst(v) else {
            only = false;
            continue;
        };
        match inst.op {
            Op::Const(bits) => (sum, known) = (sum.wrapping_add(bits as i64), true),
            Op::Int(IntOp::Add) | Op::Cvta { .. } => todo.extend(&inst.args),
            _ if is_widened(f, inst) => todo.extend(&inst.args),
            _ => only = false,
        }
    }
    match u64::try_from(sum) {
        Ok(sum) if known && only && todo.is_empty() => Place::Bytes(sum, bytes),
        Ok(sum) if known => variable(sum, starts).map_or(Place::Unknown, Place::Variable),
        _ => Place::Unknown,
    }
}

/// Returns whether an instruction only gives a 32-bit integer 64 bits.
fn is_widened(f: &Function, inst: &Inst) -> bool {
    let [from, to] = [inst.args.first(), inst.results.first()].map(|v| v.map(|&v| f.ty(v)));
    inst.args.len() == 1 && (from, to) == (Some(Type::I32), Some(Type::I64))
}

/// Returns the loads from shared memory at addresses that warps have in common.
fn common_loads(f: &Function) -> Vec<(BlockId, InstId)> {
    let all = f.blocks().flat_map(|b| f.block(b).insts.iter().map(move |&id| (b, id)));
    let mut loads: Vec<_> = all
        .filter(|&(_, id)| {
            let inst = f.inst(id);
            matches!(inst.op, Op::Load { space, .. } if is_in_space(f, Space::Shared, space, inst.args[0]))
        })
        .collect();
    if !loads.is_empty() {
        let of_warp = varying(f, true);
        loads.retain(|&(_, id)| !of_warp[f.inst(id).args[0].index()]);
    }
    loads
}

/// Returns those loads of which each warp reads the same words: those by lane, and others that all threads
/// reach.
fn reached_by_all(
    f: &Function,
    varies: &[bool],
    apart: &BTreeSet<usize>,
    common: &[(BlockId, InstId)],
    starts: &[u32],
) -> Vec<CommonLoad> {
    let load = |&(b, id): &(BlockId, InstId)| {
        let inst = f.inst(id);
        let Op::Load { ty, offset, .. } = inst.op else { return None };
        let uniform = !varies[inst.args[0].index()];
        let bytes = u64::from(ty.bytes()) * inst.results.len() as u64;
        let load = CommonLoad { inst: id, place: place(f, inst.args[0], offset, bytes, starts), uniform };
        (!uniform || !apart.contains(&b.index())).then_some(load)
    };
    common.iter().filter_map(load).collect()
}

/// Marks the values that may differ between threads of a block; with `only_warps`, between threads with the
/// same lane.
pub(super) fn varying(f: &Function, only_warps: bool) -> Vec<bool> {
    let begins = |inst: &Inst| match inst.op {
        Op::Sreg(Sreg::LaneId) => !only_warps,
        Op::Sreg(sreg) => !sreg.is_of_block(),
        Op::Load { space, .. } => space != Space::Param,
        _ => matches!(inst.op.effect(), Effect::Memory | Effect::Sync),
    };
    dependent_values_through(f, |_| true, begins, |inst| !only_warps || !takes_lane(f, inst))
}

/// Returns whether an operation takes the lane out of a thread's number.
fn takes_lane(f: &Function, inst: &Inst) -> bool {
    let &[_, by] = inst.args.as_slice() else { return false };
    let by = f.constant(by);
    match inst.op {
        Op::Int(IntOp::And) => by.is_some_and(|mask| mask < u64::from(WARP)),
        Op::Int(IntOp::RemU) => by.is_some_and(|warp| warp <= u64::from(WARP)),
        _ => false,
    }
}

/// Returns the blocks that only some threads may run: those between a branch on a value of `varies` and the
/// point where lanes reconverge.
pub(super) fn diverged(f: &Function, flow: &Convergence, varies: &[bool]) -> BTreeSet<usize> {
    let branches = f.blocks().filter(|&b| f.block(b).term.selector().is_some_and(|v| varies[v.index()]));
    let branches: Vec<usize> = branches.map(BlockId::index).collect();
    if branches.len().saturating_mul(f.blocks().len()) > INFLUENCE_LIMIT {
        return f.blocks().map(BlockId::index).collect();
    }
    branches.into_iter().flat_map(|branch| flow.influence(branch)).collect()
}
