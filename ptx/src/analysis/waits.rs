//! Loops in which threads spin-wait for writes of other threads.
//!
//! Their number of iterations depends on timing, so these iterations do not count as work. A loop is one of
//! them if it [polls](super::waiting::is_waiting) the same words in each iteration and reads no clock. A loop
//! that follows pointers or takes items from a queue works in its iterations. A loop that reads a clock waits
//! for time to pass.

use super::cfg::Graph;
use super::dependence::dependent_values;
use super::dom::Dominators;
use super::live::defining_blocks;
use super::loops::{Loop, Loops};
use super::waiting::is_waiting;
use crate::ir::{AtomOp, BlockId, Def, Effect, Function, Inst, Op, Order, Space, Sreg, System, Value};
use std::collections::BTreeSet;

/// Word that a loop polls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Poll {
    /// State space.
    pub space: Space,
    /// Address, the same in all iterations; it may be computed in the loop.
    pub address: Value,
    /// Bytes added to the address.
    pub offset: i64,
    /// Size in bytes.
    pub bytes: u32,
}

/// Loop with idle iterations: those that write nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitLoop {
    /// Header, the only entry.
    pub header: usize,
    /// Nodes, ascending.
    pub nodes: Vec<usize>,
    /// Polled words.
    pub polls: Vec<Poll>,
    /// `true` if the loop waits for other threads; `false` if it retries an update that others interfered
    /// with, such as a sum made of compare-and-swaps.
    pub spins: bool,
    /// `true` if the polled words are also read before the loop: compilers peel the first iteration.
    pub peeled: bool,
}

impl WaitLoop {
    /// Returns whether a block belongs to the loop.
    pub fn contains(&self, block: usize) -> bool {
        self.nodes.binary_search(&block).is_ok()
    }

    /// Returns the values from before the loop from which the addresses of the polled words are computed,
    /// without constants and values that are the same in any place.
    pub fn origins(&self, f: &Function) -> Vec<Value> {
        let home = defining_blocks(f);
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let mut todo: Vec<Value> = self.polls.iter().map(|poll| poll.address).collect();
        while let Some(v) = todo.pop() {
            match f.def_inst(v) {
                _ if !seen.insert(v) => {}
                Some(inst) if self.contains(home[v.index()] as usize) => todo.extend(&inst.args),
                Some(inst) if inst.args.is_empty() => {}
                _ => found.push(v),
            }
        }
        found
    }

    fn is_inside(&self, other: &WaitLoop) -> bool {
        self.header != other.header && other.contains(self.header)
    }

    /// Returns whether a poll in `block` may be the peeled first poll of this loop: the block leads to it,
    /// and to no other waiting loop before.
    pub fn may_hold_peeled_poll(&self, block: usize, dominators: &Dominators, waits: &[WaitLoop]) -> bool {
        block != self.header
            && dominators.dominates(block, self.header)
            && waits.iter().all(|other| !other.contains(block) || other.contains(self.header))
    }
}

/// Returns the waiting loops of a function.
pub fn wait_loops(f: &Function) -> Vec<WaitLoop> {
    let graph = Graph::from_function(f);
    let dominators = Dominators::new(&graph);
    let loops = Loops::new(&graph, &dominators);
    let home = defining_blocks(f);
    let mut waits: Vec<WaitLoop> = loops.iter().filter_map(|(_, l)| wait(f, &graph, &home, l)).collect();
    // A loop around a waiting one does work in its iterations, unless it waits itself.
    let around: Vec<bool> = waits
        .iter()
        .map(|wait| waits.iter().any(|other| other.is_inside(wait)) && !exits_on_poll(f, wait))
        .collect();
    let mut around = around.into_iter();
    waits.retain(|_| !around.next().unwrap_or(false));
    let peeled: Vec<bool> = waits.iter().map(|wait| has_peeled_poll(f, &dominators, &waits, wait)).collect();
    waits.iter_mut().zip(peeled).for_each(|(wait, peeled)| wait.peeled = peeled);
    waits
}

/// Returns whether a block before the loop, and outside other waiting loops, reads one of the polled words.
fn has_peeled_poll(f: &Function, dominators: &Dominators, waits: &[WaitLoop], wait: &WaitLoop) -> bool {
    let polls = |inst: &Inst| match inst.op {
        Op::Load { space, offset, ty, order } if order != Order::Weak => wait.polls.iter().any(|poll| {
            (poll.space, Some(&poll.address), poll.offset, poll.bytes)
                == (space, inst.args.first(), offset, ty.bytes())
        }),
        _ => false,
    };
    f.blocks().any(|block| {
        wait.may_hold_peeled_poll(block.index(), dominators, waits)
            && f.block(block).insts.iter().any(|&inst| polls(f.inst(inst)))
    })
}

/// Returns whether an exit of the loop depends on a polled value.
fn exits_on_poll(f: &Function, wait: &WaitLoop) -> bool {
    let polls = |inst: &Inst| match inst.op {
        Op::Atom { .. } => true,
        Op::Load { order, .. } => order != Order::Weak,
        _ => false,
    };
    let depends = dependent_values(f, |block| wait.contains(block.index()), polls);
    wait.nodes.iter().map(|&n| &f.block(BlockId::new(n)).term).any(|term| {
        term.edges().any(|edge| !wait.contains(edge.to.index()))
            && term.selector().is_some_and(|v| depends[v.index()])
    })
}

fn wait(f: &Function, graph: &Graph, home: &[u32], l: &Loop) -> Option<WaitLoop> {
    if !is_waiting(f, graph, l) {
        return None;
    }
    let inside = |v: Value| l.nodes.binary_search(&(home[v.index()] as usize)).is_ok();
    let insts: Vec<&Inst> =
        l.nodes.iter().flat_map(|&n| &f.block(BlockId::new(n)).insts).map(|&inst| f.inst(inst)).collect();
    let sleeps = insts.iter().any(|inst| inst.op == Op::Nanosleep);
    let (mut polls, mut spins) = (Vec::new(), true);
    for inst in insts {
        let (space, offset, ty) = match inst.op {
            Op::Load { space: Space::Param | Space::Local | Space::Const, .. } => continue,
            Op::Load { space, offset, ty, order } => {
                let stays = inst.args.first().is_some_and(|&v| is_invariant(f, &inside, v, MAX_DEPTH));
                if order == Order::Weak && !(sleeps && stays) {
                    continue;
                }
                (space, offset, ty)
            }
            Op::Atom { space, offset, ty, op, .. } if !inst.results.is_empty() => {
                // A compare-and-swap whose expected value depends on the previous iteration is a retried
                // update.
                spins &= op != AtomOp::Cas
                    || !inst
                        .args
                        .get(1)
                        .is_some_and(|&v| inside(v) && !is_invariant(f, &inside, v, MAX_DEPTH));
                (space, offset, ty)
            }
            Op::Sreg(sreg) if is_clock(sreg) => return None,
            Op::System(System::Call(call)) if call.may_block() => return None,
            _ => continue,
        };
        let &address = inst.args.first()?;
        if !is_invariant(f, &inside, address, MAX_DEPTH) {
            return None;
        }
        let poll = Poll { space, address, offset, bytes: ty.bytes() };
        if !polls.contains(&poll) {
            polls.push(poll);
        }
    }
    (!polls.is_empty()).then(|| WaitLoop {
        header: l.header,
        nodes: l.nodes.clone(),
        polls,
        spins,
        peeled: false,
    })
}

/// Returns whether a special register is a clock.
pub fn is_clock(sreg: Sreg) -> bool {
    matches!(
        sreg,
        Sreg::Clock
            | Sreg::ClockHi
            | Sreg::Clock64
            | Sreg::GlobalTimer
            | Sreg::GlobalTimerLo
            | Sreg::GlobalTimerHi
    )
}

/// Limit of instructions followed from an address to its base.
const MAX_DEPTH: u32 = 16;

/// Returns whether a value is the same in all iterations: defined outside, or computed from such values.
fn is_invariant(f: &Function, inside: &impl Fn(Value) -> bool, v: Value, depth: u32) -> bool {
    if !inside(v) {
        return true;
    }
    let Def::Inst(inst, _) = f.value(v).def else { return false };
    let inst = f.inst(inst);
    depth > 0
        && is_rematerializable(&inst.op)
        && inst.args.iter().all(|&arg| is_invariant(f, inside, arg, depth - 1))
}

/// Returns whether an instruction with the same operands has the same results at any place.
pub fn is_rematerializable(op: &Op) -> bool {
    match op {
        Op::Load { space: Space::Param | Space::Const, order: Order::Weak, .. } => true,
        Op::Sreg(sreg) => !is_clock(*sreg),
        _ => op.effect() == Effect::Pure,
    }
}
