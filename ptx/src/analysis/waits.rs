//! Loops in which threads spin-wait for writes of other threads.
//!
//! Their number of iterations depends on timing, so these iterations do not count as work. A loop is one of
//! them if it [polls](super::regions::is_waiting) the same words in each iteration and reads no clock. A loop
//! that follows pointers or takes items from a queue works in its iterations. A loop that reads a clock waits
//! for time to pass.

use super::cfg::Graph;
use super::dom::Dominators;
use super::hang::hanging;
use super::live::homes;
use super::loops::{Loop, Loops};
use super::regions::is_waiting;
use crate::ir::{AtomOp, BlockId, Def, Effect, Function, Inst, Op, Order, Space, Sreg, System, Value};

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

/// Loop whose iterations are idle if they write nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
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
    pub guarded: bool,
}

impl Wait {
    /// Returns whether a block belongs to the loop.
    pub fn contains(&self, block: usize) -> bool {
        self.nodes.binary_search(&block).is_ok()
    }

    fn is_in(&self, other: &Wait) -> bool {
        self.header != other.header && other.contains(self.header)
    }

    /// Returns whether a poll in `block` may be the peeled first poll of this loop: the block leads to it,
    /// and to no other waiting loop before.
    pub fn is_led_to(&self, block: usize, dominators: &Dominators, waits: &[Wait]) -> bool {
        block != self.header
            && dominators.dominates(block, self.header)
            && waits.iter().all(|other| !other.contains(block) || other.contains(self.header))
    }
}

/// Returns the waiting loops of a function.
pub fn waits(f: &Function) -> Vec<Wait> {
    let graph = Graph::of(f);
    let dominators = Dominators::of(&graph);
    let loops = Loops::of(&graph, &dominators);
    let home = homes(f);
    let mut waits: Vec<Wait> = loops.iter().filter_map(|(_, l)| wait(f, &graph, &home, l)).collect();
    // A loop around a waiting one does work in its iterations, unless it waits itself.
    let around: Vec<bool> = waits
        .iter()
        .map(|wait| waits.iter().any(|other| other.is_in(wait)) && !ends_by_polls(f, wait))
        .collect();
    let mut around = around.into_iter();
    waits.retain(|_| !around.next().unwrap_or(false));
    let guarded: Vec<bool> = waits.iter().map(|wait| is_guarded(f, &dominators, &waits, wait)).collect();
    waits.iter_mut().zip(guarded).for_each(|(wait, guarded)| wait.guarded = guarded);
    waits
}

/// Returns whether a block before the loop, and outside other waiting loops, reads one of the polled words.
fn is_guarded(f: &Function, dominators: &Dominators, waits: &[Wait], wait: &Wait) -> bool {
    let polls = |inst: &Inst| match inst.op {
        Op::Load { space, offset, ty, order } if order != Order::Weak => wait.polls.iter().any(|poll| {
            (poll.space, Some(&poll.address), poll.offset, poll.bytes)
                == (space, inst.args.first(), offset, ty.bytes())
        }),
        _ => false,
    };
    f.blocks().any(|block| {
        wait.is_led_to(block.index(), dominators, waits)
            && f.block(block).insts.iter().any(|&inst| polls(f.inst(inst)))
    })
}

/// Returns whether an exit of the loop depends on a polled value.
fn ends_by_polls(f: &Function, wait: &Wait) -> bool {
    let polls = |inst: &Inst| match inst.op {
        Op::Atom { .. } => true,
        Op::Load { order, .. } => order != Order::Weak,
        _ => false,
    };
    let hangs = hanging(f, |block| wait.contains(block.index()), polls);
    wait.nodes.iter().map(|&n| &f.block(BlockId::new(n)).term).any(|term| {
        term.edges().any(|edge| !wait.contains(edge.to.index()))
            && term.selector().is_some_and(|v| hangs[v.index()])
    })
}

fn wait(f: &Function, graph: &Graph, home: &[u32], l: &Loop) -> Option<Wait> {
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
                let stays = inst.args.first().is_some_and(|&v| is_steady(f, &inside, v, DEEP));
                if order == Order::Weak && !(sleeps && stays) {
                    continue;
                }
                (space, offset, ty)
            }
            Op::Atom { space, offset, ty, op, .. } if !inst.results.is_empty() => {
                // A compare-and-swap whose expected value depends on the previous iteration is a retried
                // update.
                spins &= op != AtomOp::Cas
                    || !inst.args.get(1).is_some_and(|&v| inside(v) && !is_steady(f, &inside, v, DEEP));
                (space, offset, ty)
            }
            Op::Sreg(sreg) if is_time(sreg) => return None,
            Op::System(System::Call(call)) if call.waits() => return None,
            _ => continue,
        };
        let &address = inst.args.first()?;
        if !is_steady(f, &inside, address, DEEP) {
            return None;
        }
        let poll = Poll { space, address, offset, bytes: ty.bytes() };
        if !polls.contains(&poll) {
            polls.push(poll);
        }
    }
    (!polls.is_empty()).then(|| Wait {
        header: l.header,
        nodes: l.nodes.clone(),
        polls,
        spins,
        guarded: false,
    })
}

/// Returns whether a special register is a clock.
pub fn is_time(sreg: Sreg) -> bool {
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
const DEEP: u32 = 16;

/// Returns whether a value is the same in all iterations: defined outside, or computed from such values.
fn is_steady(f: &Function, inside: &impl Fn(Value) -> bool, v: Value, deep: u32) -> bool {
    if !inside(v) {
        return true;
    }
    let Def::Inst(inst, _) = f.value(v).def else { return false };
    let inst = f.inst(inst);
    deep > 0 && is_made_again(&inst.op) && inst.args.iter().all(|&arg| is_steady(f, inside, arg, deep - 1))
}

/// Returns whether an instruction with the same operands has the same results at any place.
pub fn is_made_again(op: &Op) -> bool {
    match op {
        Op::Load { space: Space::Param | Space::Const, order: Order::Weak, .. } => true,
        Op::Sreg(sreg) => !is_time(*sreg),
        _ => op.effect() == Effect::Pure,
    }
}
