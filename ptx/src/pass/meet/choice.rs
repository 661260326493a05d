//! Conditions on a polled word that decide whether a thread continues.
//!
//! By the time a thread finds a word changed, it may have been written again. The condition can therefore be
//! evaluated for [other values](super) that the word had, to find the time of the first sufficient one.

use crate::analysis::dom::Dominators;
use crate::analysis::live::homes;
use crate::analysis::waits::{Poll, Wait, is_made_again};
use crate::ir::{AtomOp, BlockId, Class, Def, Function, InstId, Op, Space, Term, Type, Value};
use std::collections::BTreeSet;

/// Condition on one load of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::pass) struct Choice {
    /// Load or atomic operation that reads the word.
    pub(in crate::pass) inst: InstId,
    /// Value read.
    pub(super) found: Value,
    pub(super) poll: Poll,
    pub(super) cond: Value,
    /// `true` if the thread continues when `cond` holds; `false` if it continues when it does not.
    pub(super) holds: bool,
    /// Values that `cond` is computed from and that depend on `found`, `cond` included.
    pub(super) made: BTreeSet<Value>,
}

/// Branch around a spin-wait loop, taken if a peeled poll succeeds.
pub(in crate::pass) struct Guard {
    pub(super) from: BlockId,
    /// Index among the block's edges.
    pub(super) way: usize,
    pub(in crate::pass) choice: Choice,
}

/// Search for values that depend on polled words.
struct Hang<'a> {
    polls: &'a [Poll],
    /// Blocks whose polls count, ascending.
    within: &'a [usize],
    looks: BTreeSet<InstId>,
    made: BTreeSet<Value>,
}

/// Search for conditions in a function.
pub(super) struct Choices<'a> {
    f: &'a Function,
    home: Vec<u32>,
}

impl<'a> Choices<'a> {
    pub(super) fn of(f: &'a Function) -> Choices<'a> {
        Choices { f, home: homes(f) }
    }

    /// Returns the condition at a block's end if it depends on a single poll in the blocks `within`; `way` is
    /// the index of the edge taken.
    fn at(&self, block: usize, way: usize, within: &[usize], polls: &[Poll]) -> Option<Choice> {
        let Term::Branch { cond, .. } = self.f.block(BlockId::new(block)).term else { return None };
        let mut hang = Hang { polls, within, looks: BTreeSet::new(), made: BTreeSet::new() };
        self.hangs(cond, &mut hang, DEEP);
        let Hang { looks, made, .. } = hang;
        let (Some(&inst), 1) = (looks.first(), looks.len()) else { return None };
        let poll = look(self.f, inst)?;
        let &found = self.f.inst(inst).results.first()?;
        Some(Choice { inst, found, poll, cond, holds: way == 0, made })
    }

    /// Returns whether a value depends on a poll, and records all polls and dependent values.
    fn hangs(&self, v: Value, hang: &mut Hang<'_>, deep: u32) -> bool {
        if hang.within.binary_search(&(self.home[v.index()] as usize)).is_err() {
            return false;
        }
        let Def::Inst(id, _) = self.f.value(v).def else { return false };
        let inst = self.f.inst(id);
        if look(self.f, id).is_some_and(|poll| hang.polls.contains(&poll)) {
            hang.looks.insert(id);
        } else {
            // Visit all operands: each may depend on another poll.
            let mut hanging = |&&arg: &&Value| deep > 0 && self.hangs(arg, hang, deep - 1);
            if !is_made_again(&inst.op) || inst.args.iter().filter(&mut hanging).count() == 0 {
                return false;
            }
        }
        hang.made.insert(v);
        true
    }

    /// Returns the conditions under which a loop was left from a block, at most one for each word.
    pub(super) fn of_exit(
        &self,
        dominators: &Dominators,
        wait: &Wait,
        from: usize,
        way: usize,
    ) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for &n in wait.nodes.iter().filter(|&&n| dominators.dominates(n, from)) {
            let leads = |to: BlockId| dominators.dominates(to.index(), from) && to.index() != wait.header;
            let mut ways = (0..).zip(self.f.block(BlockId::new(n)).term.edges());
            let taken =
                if n == from { Some(way) } else { ways.find(|(_, edge)| leads(edge.to)).map(|way| way.0) };
            let Some(choice) = taken.and_then(|way| self.at(n, way, &wait.nodes, &wait.polls)) else {
                continue;
            };
            if choices.iter().all(|other| other.poll != choice.poll) {
                choices.push(choice);
            }
        }
        choices
    }

    /// Returns the branches around loops whose first poll was peeled.
    pub(super) fn guards(&self, dominators: &Dominators, waits: &[Wait]) -> Vec<Guard> {
        let mut guards: Vec<Guard> = Vec::new();
        for wait in waits.iter().filter(|wait| wait.spins && wait.guarded) {
            for from in self.f.blocks().filter(|from| wait.is_led_to(from.index(), dominators, waits)) {
                let edges: Vec<BlockId> = self.f.block(from).term.edges().map(|edge| edge.to).collect();
                let [into, past] = [true, false].map(|into| {
                    let mut ways = (0..).zip(&edges);
                    ways.find(|(_, to)| self.leads(**to, wait.header) == into).map(|way| way.0)
                });
                let (Some(_), Some(way)) = (into, past) else { continue };
                let Some(choice) = self.at(from.index(), way, &[from.index()], &wait.polls) else { continue };
                if guards.iter().all(|other| other.from != from) {
                    guards.push(Guard { from, way, choice });
                }
            }
        }
        guards
    }

    /// Returns whether a block is `to`, or leads to it by jumps only.
    fn leads(&self, mut from: BlockId, to: usize) -> bool {
        for _ in 0..DEEP {
            match &self.f.block(from).term {
                _ if from.index() == to => return true,
                Term::Jump(edge) => from = edge.to,
                _ => return false,
            }
        }
        false
    }
}

/// Limit of instructions followed.
const DEEP: u32 = 16;

/// Returns the word that an instruction reads without changing it, if its value fills a register.
fn look(f: &Function, id: InstId) -> Option<Poll> {
    let inst = f.inst(id);
    let zero = |n: usize| inst.args.get(n).is_some_and(|&v| f.constant(v) == Some(0));
    let (space, offset, ty) = match inst.op {
        Op::Load { space, offset, ty, .. } => (space, offset, ty),
        Op::Atom { space, offset, ty, op: AtomOp::Add | AtomOp::Or | AtomOp::Xor, .. } if zero(1) => {
            (space, offset, ty)
        }
        Op::Atom { space, offset, ty, op: AtomOp::Cas, .. } if inst.args.get(1) == inst.args.get(2) => {
            (space, offset, ty)
        }
        _ => return None,
    };
    let &[found] = inst.results.as_slice() else { return None };
    let whole = match f.ty(found) {
        Type::I32 | Type::I64 => ty.class() != Class::Signed || f.ty(found).bits() == ty.bits(),
        Type::I16 => ty.class() != Class::Signed || ty.bits() == 16,
        _ => false,
    };
    let &address = inst.args.first()?;
    (whole && matches!(space, Space::Global | Space::Generic)).then_some(Poll {
        space,
        address,
        offset,
        bytes: ty.bytes(),
    })
}
