//! Order of `ldmatrix` and what overwrites its rows.
//!
//! ```text
//! ldmatrix a, [tile]; tile[lane] = x;
//! ```
//!
//! A GPU reads the rows of all lanes at once. Here each lane loads its words after the lanes have exchanged
//! the addresses of their rows, and a lane that goes on would store to a row that others have not yet loaded.
//! Lanes therefore meet ([`Op::Converge`]) between such loads and a store to shared memory, unless another
//! operation of the whole warp comes first, as `mma` mostly does. They are together: `ldmatrix` is for all
//! lanes.

use super::lockstep::converges_warp;
use crate::analysis::cfg::Graph;
use crate::analysis::dependence::is_in_space;
use crate::ir::{BlockId, Function, Inst, Op, Space};

/// Effect of an instruction on rows that lanes may still load.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Load,
    Store,
    /// All lanes of the warp meet.
    Converge,
}

/// Returns the positions in each block before which the lanes of a warp must meet.
pub(super) fn places(f: &Function) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); f.blocks().len()];
    let events: Vec<Vec<(usize, Event)>> = f
        .blocks()
        .map(|b| {
            let insts = f.block(b).insts.iter().map(|&id| f.inst(id)).enumerate();
            insts.filter_map(|(at, inst)| Some((at, event(f, inst)?))).collect()
        })
        .collect();
    if !events.iter().flatten().any(|(_, event)| *event == Event::Load) {
        return places;
    }
    let graph = Graph::from_function(f);
    let stores_first = stores_first(&graph, &events);
    for (b, own) in events.iter().enumerate() {
        let mut loading = false;
        for &(at, event) in own {
            match event {
                Event::Load => loading = true,
                Event::Converge => loading = false,
                Event::Store => {
                    if std::mem::take(&mut loading) {
                        places[b].push(at);
                    }
                }
            }
        }
        if loading && graph.succs(b).any(|s| stores_first[s]) {
            places[b].push(f.block(BlockId::new(b)).insts.len());
        }
    }
    places
}

/// Returns for each block whether a store may come before lanes meet.
fn stores_first(graph: &Graph, events: &[Vec<(usize, Event)>]) -> Vec<bool> {
    let mut first = vec![false; events.len()];
    loop {
        let mut changed = false;
        for b in (0..events.len()).rev() {
            let own = events[b].iter().find(|(_, event)| *event != Event::Load);
            let stores = match own {
                Some((_, event)) => *event == Event::Store,
                None => graph.succs(b).any(|s| first[s]),
            };
            changed |= std::mem::replace(&mut first[b], stores) != stores;
        }
        if !changed {
            return first;
        }
    }
}

fn event(f: &Function, inst: &Inst) -> Option<Event> {
    if converges_warp(f, inst) {
        return Some(Event::Converge);
    }
    let &address = inst.args.first()?;
    match inst.op {
        Op::Load { space: Space::Shared, .. } => {
            let sum = f.def_inst(address)?;
            let mut parts = sum.args.iter().filter_map(|&v| f.def_inst(v));
            parts.any(|inst| matches!(inst.op, Op::Rows { .. })).then_some(Event::Load)
        }
        Op::Store { space, .. } => is_in_space(f, Space::Shared, space, address).then_some(Event::Store),
        _ => None,
    }
}
