//! Order of the lanes of a warp for code that loads from shared memory what other lanes have just stored,
//! without a barrier of the warp.
//!
//! ```text
//! tile[row(lane)][column(lane)] = x; y = tile[lane];
//! ```
//!
//! It is a race, but a GPU issues an instruction for all lanes of a converged warp at once, and compilers
//! keep the order of two accesses that may overlap. The engines here may run a lane to the next barrier
//! before others have stored. Lanes therefore meet ([`Op::Converge`]) before a load from a shared variable
//! that the warp may have stored to since its lanes last met, unless the lane loads at an address where it
//! stores.
//!
//! The cost is bounded as in [`warp_order`]: lanes meet only outside loops and in loops that have a
//! barrier of the block, and never where only some lanes are. [`lockstep`](super::lockstep) orders volatile
//! accesses everywhere.

use super::lockstep::converges_warp;
use super::warp_order::{self, Place};
use crate::analysis::cfg::Graph;
use crate::analysis::converge::Convergence;
use crate::analysis::dependence::is_in_space;
use crate::ir::{Function, Inst, Op, Order, Space, Value};
use std::collections::BTreeSet;

/// Number of variables that are distinguished.
const VARIABLES: usize = 63;

/// Effect of an instruction on the set of variables that the warp may have stored to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Store(u64),
    Load(u64),
    /// All lanes of the warp meet.
    Converge,
}

/// Returns the positions in each block before which the lanes of a warp must meet. `starts` lists the offsets
/// of the shared variables, ascending.
pub(super) fn places(f: &Function, starts: &[u32]) -> Vec<Vec<usize>> {
    let none = vec![Vec::new(); f.blocks().len()];
    let graph = Graph::from_function(f);
    let events = events(f, starts);
    let order = graph.reverse_postorder();
    if meetings(&graph, &order, &events).iter().all(Vec::is_empty) {
        return none;
    }
    let flow = Convergence::new(f);
    let apart = warp_order::diverged(f, &flow, &warp_order::varying(f, false));
    let events = warp_order::where_together(f, &flow, &apart, |b| {
        let own = events[b.index()].iter().filter(|(_, event)| matches!(event, Event::Load(_)));
        own.copied().collect()
    })
    .into_iter()
    .zip(events)
    .map(|(loads, own)| {
        let others = own.into_iter().filter(|(_, event)| !matches!(event, Event::Load(_)));
        let mut all: Vec<(usize, Event)> = loads.into_iter().chain(others).collect();
        all.sort_by_key(|&(at, _)| at);
        all
    })
    .collect::<Vec<_>>();
    meetings(&flow.real, &order, &events)
}

/// Returns the events of each block, with their positions in it.
fn events(f: &Function, starts: &[u32]) -> Vec<Vec<(usize, Event)>> {
    let insts = |b| f.block(b).insts.iter().map(|&id| f.inst(id)).enumerate();
    let is_store = |inst: &Inst| matches!(inst.op, Op::Store { .. });
    let stores = f.blocks().flat_map(insts).filter(|(_, inst)| is_store(inst));
    let stored: BTreeSet<(Value, i64)> = stores
        .filter_map(|(_, inst)| access(f, inst).map(|(address, offset, _)| (address, offset)))
        .collect();
    let event = |inst: &Inst| {
        if converges_warp(f, inst) {
            return Some(Event::Converge);
        }
        let (address, offset, bytes) = access(f, inst)?;
        let variables = || match warp_order::place(f, address, offset, bytes, starts) {
            Place::Unknown => u64::MAX,
            Place::Variable(n) => 1 << n.min(VARIABLES),
            Place::Bytes(at, _) => {
                warp_order::variable(at, starts).map_or(u64::MAX, |n| 1 << n.min(VARIABLES))
            }
        };
        match is_store(inst) {
            true => Some(Event::Store(variables())),
            false => (!stored.contains(&(address, offset))).then(|| Event::Load(variables())),
        }
    };
    let of_block = |b| insts(b).filter_map(|(at, inst)| Some((at, event(inst)?))).collect();
    f.blocks().map(of_block).collect()
}

/// Returns address, offset and bytes of a plain access of shared memory.
fn access(f: &Function, inst: &Inst) -> Option<(Value, i64, u64)> {
    let (space, order, offset, bytes) = match inst.op {
        Op::Load { space, order, ty, offset, .. } => {
            (space, order, offset, u64::from(ty.bytes()) * inst.results.len() as u64)
        }
        Op::Store { space, order, ty, offset, .. } => {
            (space, order, offset, u64::from(ty.bytes()) * (inst.args.len() as u64 - 1))
        }
        _ => return None,
    };
    let &address = inst.args.first()?;
    let counts = order == Order::Weak && is_in_space(f, Space::Shared, space, address);
    counts.then_some((address, offset, bytes))
}

/// Returns the positions in each block of loads of what the warp may have stored since its lanes last met.
fn meetings(graph: &Graph, order: &[usize], events: &[Vec<(usize, Event)>]) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); events.len()];
    let mut at_start = vec![0u64; events.len()];
    loop {
        let mut changed = false;
        for &b in order {
            let mut stored = at_start[b];
            places[b].clear();
            for &(at, event) in &events[b] {
                match event {
                    Event::Converge => stored = 0,
                    Event::Store(variables) => stored |= variables,
                    Event::Load(variables) if stored & variables != 0 => {
                        places[b].push(at);
                        stored = 0;
                    }
                    Event::Load(_) => {}
                }
            }
            for s in graph.succs(b) {
                let all = at_start[s] | stored;
                changed |= std::mem::replace(&mut at_start[s], all) != all;
            }
        }
        if !changed {
            return places;
        }
    }
}
