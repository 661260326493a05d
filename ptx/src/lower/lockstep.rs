//! Lock step for warp-synchronous code: lanes of a converged warp that exchange data through volatile memory
//! see each other's accesses in program order.
//!
//! Reductions that end in `s[t] += s[t + 16]; s[t] += s[t + 8]; …` without a barrier were valid before
//! `sm_70`, and still work in practice, because a GPU issues an instruction for all lanes of a warp at once.
//! The engines here run lanes one after the other between sync operations. A kernel that both loads and
//! stores such memory therefore gets [`Op::Converge`] between accesses that may touch the same words:
//!
//! * after a store, if another access may follow;
//! * before a store, if a load may precede it;
//! * where lanes that diverged around an access reconverge, if another access may follow.
//!
//! Nothing is inserted next to an operation that converges all lanes anyway (a barrier, or `shfl.sync` of all
//! lanes).
//!
//! Only volatile accesses count: such code needs them, because the compiler may reorder others. Relaxed
//! accesses do not count, because code that uses them follows the memory model and orders lanes itself.
//! In kernels for AMD's devices, whose lanes are in step by definition, all accesses of shared memory count,
//! except generic ones through pointers of unknown origin.
//!
//! Memory is shared memory, including generic addresses that may point there. Global memory is divided by the
//! pointer from which an address derives ([`Pointers`]), so that a kernel that polls one array and writes
//! another has no overhead. Global words accessed through pointers loaded from memory are not covered.

use super::{lane_order, row_order, warp_order};
use crate::analysis::cfg::Graph;
use crate::analysis::converge::Convergence;
use crate::analysis::dependence::is_in_space;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::analysis::waiting::is_waiting;
use crate::ir::{Barrier, BlockId, Def, Effect, Function, Inst, IntOp, Op, Order, Space, Type, Value};
use std::collections::BTreeMap;

/// Memory that a lane may have accessed since the last convergence, or may access before the next: one bit
/// for each pointer.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Touched {
    loads: u32,
    stores: u32,
}

impl Touched {
    fn union(self, other: Touched) -> Touched {
        Touched { loads: self.loads | other.loads, stores: self.stores | other.stores }
    }

    /// Returns whether two accesses may touch the same memory and one of them writes.
    fn conflicts(self, other: Touched) -> bool {
        self.stores & (other.loads | other.stores) != 0 || self.loads & other.stores != 0
    }
}

/// Event of an instruction that matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Access(Touched),
    /// All lanes of the warp converge.
    Converge,
}

/// Bit of shared memory; the other bits are for pointers to global memory.
const SHARED: u32 = 1;
/// Number of pointers that are distinguished.
const POINTERS: u32 = 31;
/// Limit of blocks times branches for which the blocks between branch and reconvergence are examined.
pub(super) const INFLUENCE_LIMIT: usize = 1 << 22;

/// Inserts convergence points for lanes that exchange data through volatile memory, and those of
/// [`lane_order`], [`row_order`] and [`warp_order`]. `variables` lists the offsets of the shared variables,
/// ascending.
pub(super) fn run(f: &mut Function, for_amd: bool, variables: &[u32]) {
    let volatile = has_both(f, for_amd).then(|| volatile_places(f, &events(f, for_amd)));
    let all = [
        Some(warp_order::places(f, variables)),
        Some(lane_order::places(f, variables)),
        Some(row_order::places(f)),
        volatile,
    ];
    let mut places = vec![Vec::new(); f.blocks().len()];
    for some in all.into_iter().flatten() {
        for (all, own) in places.iter_mut().zip(some) {
            all.extend(own);
            all.sort_unstable();
            all.dedup();
        }
    }
    insert(f, places);
}

/// Returns whether a function has loads and stores that count.
fn has_both(f: &Function, for_amd: bool) -> bool {
    let (mut loads, mut stores) = (false, false);
    for &id in f.blocks().flat_map(|b| &f.block(b).insts) {
        match f.inst(id).op {
            Op::Load { order, space, .. } => loads |= counts(order, space, for_amd),
            Op::Store { order, space, .. } => stores |= counts(order, space, for_amd),
            _ => {}
        }
    }
    loads && stores
}

/// Returns whether lanes may exchange data through an access of this kind.
fn counts(order: Order, space: Space, for_amd: bool) -> bool {
    match order {
        Order::Volatile => true,
        Order::Weak => for_amd && matches!(space, Space::Shared | Space::Generic),
        _ => false,
    }
}

/// Returns the accesses and convergences of each block, with their positions in it.
fn events(f: &Function, for_amd: bool) -> Vec<Vec<(usize, Event)>> {
    let mut pointers =
        Pointers { graph: Graph::from_function(f), known: BTreeMap::new(), aliased: Vec::new() };
    let mut found: Vec<Vec<(usize, Event)>> = Vec::new();
    let mut volatile = Touched::default();
    for b in f.blocks() {
        let mut own = Vec::new();
        for (n, &id) in f.block(b).insts.iter().enumerate() {
            let inst = f.inst(id);
            if converges_warp(f, inst) {
                own.push((n, Event::Converge));
            }
            let Some(touched) = access(f, &mut pointers, inst, for_amd) else { continue };
            if !matches!(inst.op, Op::Atom { .. }) {
                volatile = volatile.union(touched);
            }
            own.push((n, Event::Access(touched)));
        }
        found.push(own);
    }
    // Keep only memory that is both loaded and stored.
    let both = pointers.with_aliases(volatile.loads) & pointers.with_aliases(volatile.stores);
    for own in &mut found {
        own.retain_mut(|(_, event)| match event {
            Event::Converge => true,
            Event::Access(touched) => {
                *touched = Touched {
                    loads: pointers.with_aliases(touched.loads) & both,
                    stores: pointers.with_aliases(touched.stores) & both,
                };
                *touched != Touched::default()
            }
        });
    }
    found
}

/// Returns whether an operation converges all lanes of the warp.
pub(super) fn converges_warp(f: &Function, inst: &Inst) -> bool {
    match inst.op {
        Op::Barrier { kind, .. } => !matches!(kind, Barrier::Arrive | Barrier::ClusterArrive),
        Op::ActiveMask | Op::Converge { .. } => false,
        _ if inst.op.effect() == Effect::Sync => {
            inst.args.last().is_some_and(|&mask| f.constant(mask).is_some_and(|mask| mask as u32 == u32::MAX))
        }
        _ => false,
    }
}

/// Returns the memory that an access touches, if it can serve for exchange between lanes.
fn access(f: &Function, pointers: &mut Pointers, inst: &Inst, for_amd: bool) -> Option<Touched> {
    let &address = inst.args.first()?;
    let (space, order, loads) = match inst.op {
        Op::Load { space, order, .. } => (space, order, true),
        Op::Store { space, order, .. } => (space, order, false),
        Op::Atom { space: Space::Shared, .. } => (Space::Shared, Order::Volatile, false),
        _ => return None,
    };
    if !counts(order, space, for_amd) {
        return None;
    }
    let memory = match space {
        Space::Shared => SHARED,
        Space::Generic if is_in_space(f, Space::Local, space, address) => return None,
        Space::Generic | Space::Global => match pointers.bits(f, address) {
            known if order == Order::Weak => match known & SHARED {
                0 => return None,
                shared => shared,
            },
            // Derived from no known pointer: it may be shared memory.
            0 if space == Space::Generic => SHARED,
            known => known,
        },
        _ => return None,
    };
    Some(if loads { Touched { loads: memory, stores: 0 } } else { Touched { loads: 0, stores: memory } })
}

/// Pointers from which generic and global addresses derive.
struct Pointers {
    graph: Graph,
    known: BTreeMap<Root, u32>,
    /// Disjoint sets of pointers that may address the same memory, as bits.
    aliased: Vec<u32>,
}

/// Origin of an address: a parameter by its offset, a variable, a block's parameter, or shared memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Param(i64),
    Var(usize),
    Value(usize),
    Shared,
}

impl Pointers {
    /// Returns the bits of the pointers that an address derives from. It is 0 for a pointer loaded from
    /// memory, or if there are too many pointers.
    fn bits(&mut self, f: &Function, address: Value) -> u32 {
        let mut bits = 0;
        for root in self.roots(f, address) {
            let next = self.known.len() as u32;
            bits |= match root {
                Root::Shared => SHARED,
                _ => match *self.known.entry(root).or_insert(next) {
                    number if number < POINTERS => 2 << number,
                    _ => 0,
                },
            };
        }
        if bits.count_ones() > 1 {
            let all = self.with_aliases(bits);
            self.aliased.retain(|own| own & all == 0);
            self.aliased.push(all);
        }
        bits
    }

    /// Adds the pointers that may address the same memory.
    fn with_aliases(&self, bits: u32) -> u32 {
        self.aliased.iter().filter(|&&own| own & bits != 0).fold(bits, |all, own| all | own)
    }

    /// Returns the origins of an address through sums and block parameters.
    fn roots(&self, f: &Function, address: Value) -> Vec<Root> {
        /// Limit of values visited.
        const VISIT_LIMIT: usize = 24;
        let (mut todo, mut seen, mut found) = (vec![address], Vec::new(), Vec::new());
        while let Some(v) = todo.pop().filter(|_| seen.len() < VISIT_LIMIT) {
            if f.ty(v) != Type::I64 || seen.contains(&v) {
                continue;
            }
            seen.push(v);
            let id = match f.value(v).def {
                Def::Inst(id, _) => id,
                Def::Param(block, n) => {
                    found.push(Root::Value(v.index()));
                    let preds = self.graph.preds(block.index());
                    let edges = preds.flat_map(|p| f.block(BlockId::new(p)).term.edges());
                    let own = edges.filter(|e| e.to == block).filter_map(|e| e.args.get(n as usize));
                    todo.extend(own.copied());
                    continue;
                }
            };
            let inst = f.inst(id);
            match inst.op {
                Op::Load { space: Space::Param, offset, .. } => found.push(Root::Param(offset)),
                Op::VarAddr(var) => found.push(Root::Var(var.index())),
                Op::Cvta { space: Space::Shared, to_generic: true } => found.push(Root::Shared),
                Op::Int(IntOp::Add | IntOp::Sub) | Op::Cvta { .. } | Op::Select => todo.extend(&inst.args),
                _ => {}
            }
        }
        found
    }
}

/// Returns the positions in each block before which lanes must converge.
fn volatile_places(f: &Function, events: &[Vec<(usize, Event)>]) -> Vec<Vec<usize>> {
    let flow = Convergence::new(f);
    let touched_later = touched_from_start(&flow, events);
    let mut places: Vec<Vec<usize>> = vec![Vec::new(); events.len()];
    let mut behind = vec![Vec::new(); events.len()];
    for (b, own) in events.iter().enumerate() {
        let mut next = touched_from_end(&flow, &touched_later, b);
        for &(n, event) in own.iter().rev() {
            match event {
                Event::Converge => next = Touched::default(),
                Event::Access(touched) => {
                    if touched.stores != 0 && touched.conflicts(next) {
                        places[b].push(n + 1);
                        behind[b].push(n);
                    }
                    next = next.union(touched);
                }
            }
        }
    }
    add_reconvergence_points(f, &flow, events, &touched_later, &mut places);
    add_points_before_stores(&flow, events, &behind, &mut places);
    places
}

/// Returns the memory that may be accessed after a block's end, before all lanes converge.
fn touched_from_end(flow: &Convergence, touched_later: &[Touched], b: usize) -> Touched {
    flow.real.succs(b).fold(Touched::default(), |all, s| all.union(touched_later[s]))
}

/// Returns, for each block, the memory that may be accessed after its start before all lanes converge.
fn touched_from_start(flow: &Convergence, events: &[Vec<(usize, Event)>]) -> Vec<Touched> {
    let mut touched_later = vec![Touched::default(); events.len()];
    loop {
        let mut changed = false;
        for &b in flow.order.iter().rev() {
            let mut next = touched_from_end(flow, &touched_later, b);
            for (_, event) in events[b].iter().rev() {
                match event {
                    Event::Converge => next = Touched::default(),
                    Event::Access(touched) => next = next.union(*touched),
                }
            }
            changed |= std::mem::replace(&mut touched_later[b], next) != next;
        }
        if !changed {
            return touched_later;
        }
    }
}

/// Adds positions before stores to memory that may have been loaded since the last convergence. `behind`
/// lists the accesses already followed by one.
fn add_points_before_stores(
    flow: &Convergence,
    events: &[Vec<(usize, Event)>],
    behind: &[Vec<usize>],
    places: &mut [Vec<usize>],
) {
    let mut starts = vec![Touched::default(); events.len()];
    loop {
        let mut changed = false;
        for &b in &flow.order {
            let converges = places[b].contains(&0);
            let mut before = if converges { Touched::default() } else { starts[b] };
            for &(n, event) in &events[b] {
                match event {
                    Event::Converge => before = Touched::default(),
                    Event::Access(touched) => {
                        if touched.conflicts(before) {
                            places[b].push(n);
                            before = Touched::default();
                        }
                        before =
                            if behind[b].contains(&n) { Touched::default() } else { before.union(touched) };
                    }
                }
            }
            for s in flow.real.succs(b) {
                let all = starts[s].union(before);
                changed |= std::mem::replace(&mut starts[s], all) != all;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Adds the points where lanes that diverged around an access reconverge.
fn add_reconvergence_points(
    f: &Function,
    flow: &Convergence,
    events: &[Vec<(usize, Event)>],
    touched_later: &[Touched],
    places: &mut [Vec<usize>],
) {
    let touches = |b: usize| events[b].iter().any(|(_, event)| matches!(event, Event::Access(_)));
    let branches: Vec<usize> =
        f.blocks().filter(|&b| f.block(b).term.selector().is_some()).map(BlockId::index).collect();
    let looks = branches.len().saturating_mul(events.len()) <= INFLUENCE_LIMIT;
    for branch in branches {
        let Some(meeting) =
            flow.reconvergence_point(branch).filter(|&m| touched_later[m] != Touched::default())
        else {
            continue;
        };
        if !looks || flow.influence(branch).into_iter().any(touches) {
            places[meeting].push(0);
        }
    }
}

/// Inserts the operations, numbered in the order in which lock step passes them.
fn insert(f: &mut Function, places: Vec<Vec<usize>>) {
    if places.iter().all(Vec::is_empty) {
        return;
    }
    let graph = Graph::from_function(f);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    let mut waits = vec![false; places.len()];
    for (_, l) in loops.iter().filter(|(_, l)| is_waiting(f, &graph, l)) {
        l.nodes.iter().for_each(|&n| waits[n] = true);
    }
    let mut number = 0;
    for n in Convergence::new(f).order {
        let b = BlockId::new(n);
        for (more, &at) in places[n].iter().enumerate() {
            let insts = &f.block(b).insts;
            let line = insts.get(at + more).or(insts.last()).map_or(f.block(b).line, |&i| f.inst(i).line);
            let id = f.append(b, Op::Converge { number, waits: waits[n] }, Vec::new(), &[], line);
            let insts = &mut f.block_mut(b).insts;
            insts.pop();
            insts.insert(at + more, id);
            number += 1;
        }
    }
}
