//! Conditions on a polled word that decide whether a thread continues.
//!
//! By the time a thread finds a word changed, it may have been written again. The condition can therefore be
//! evaluated for [other values](super) that the word had, to find the time of the first sufficient one.

use crate::analysis::dom::Dominators;
use crate::analysis::live::defining_blocks;
use crate::analysis::waits::{Poll, WaitLoop, is_rematerializable};
use crate::ir::{AtomOp, BlockId, Class, Def, Function, InstId, Op, Space, Term, Type, Value};
use std::collections::BTreeSet;

/// Condition on one load of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::pass) struct ExitCondition {
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
pub(in crate::pass) struct Bypass {
    pub(super) from: BlockId,
    /// Index among the block's edges.
    pub(super) edge: usize,
    pub(in crate::pass) condition: ExitCondition,
}

/// Search for values that depend on polled words.
struct Dependence<'a> {
    polls: &'a [Poll],
    /// Blocks whose polls count, ascending.
    within: &'a [usize],
    polls_found: BTreeSet<InstId>,
    made: BTreeSet<Value>,
}

/// Search for conditions in a function.
pub(super) struct ConditionSearch<'a> {
    f: &'a Function,
    home: Vec<u32>,
}

impl<'a> ConditionSearch<'a> {
    pub(super) fn new(f: &'a Function) -> ConditionSearch<'a> {
        ConditionSearch { f, home: defining_blocks(f) }
    }

    /// Returns the condition at a block's end if it depends on a single poll in the blocks `within`; `edge`
    /// is the index of the edge taken.
    fn condition_at(
        &self,
        block: usize,
        edge: usize,
        within: &[usize],
        polls: &[Poll],
    ) -> Option<ExitCondition> {
        let Term::Branch { cond, .. } = self.f.block(BlockId::new(block)).term else { return None };
        let mut search = Dependence { polls, within, polls_found: BTreeSet::new(), made: BTreeSet::new() };
        self.depends(cond, &mut search, MAX_DEPTH);
        let Dependence { polls_found, made, .. } = search;
        let (Some(&inst), 1) = (polls_found.first(), polls_found.len()) else { return None };
        let poll = polled_word(self.f, inst)?;
        let &found = self.f.inst(inst).results.first()?;
        Some(ExitCondition { inst, found, poll, cond, holds: edge == 0, made })
    }

    /// Returns whether a value depends on a poll, and records all polls and dependent values.
    fn depends(&self, v: Value, search: &mut Dependence<'_>, depth: u32) -> bool {
        if search.within.binary_search(&(self.home[v.index()] as usize)).is_err() {
            return false;
        }
        let Def::Inst(id, _) = self.f.value(v).def else { return false };
        let inst = self.f.inst(id);
        if polled_word(self.f, id).is_some_and(|poll| search.polls.contains(&poll)) {
            search.polls_found.insert(id);
        } else {
            // Visit all operands: each may depend on another poll.
            let mut dependent = |&&arg: &&Value| depth > 0 && self.depends(arg, search, depth - 1);
            if !is_rematerializable(&inst.op) || inst.args.iter().filter(&mut dependent).count() == 0 {
                return false;
            }
        }
        search.made.insert(v);
        true
    }

    /// Returns the conditions under which a loop was left from a block, at most one for each word.
    pub(super) fn exit_conditions(
        &self,
        dominators: &Dominators,
        wait: &WaitLoop,
        from: usize,
        edge: usize,
    ) -> Vec<ExitCondition> {
        let mut conditions: Vec<ExitCondition> = Vec::new();
        for &n in wait.nodes.iter().filter(|&&n| dominators.dominates(n, from)) {
            let leads = |to: BlockId| dominators.dominates(to.index(), from) && to.index() != wait.header;
            let mut ways = (0..).zip(self.f.block(BlockId::new(n)).term.edges());
            let taken =
                if n == from { Some(edge) } else { ways.find(|(_, edge)| leads(edge.to)).map(|edge| edge.0) };
            let Some(condition) = taken.and_then(|edge| self.condition_at(n, edge, &wait.nodes, &wait.polls))
            else {
                continue;
            };
            if conditions.iter().all(|other| other.poll != condition.poll) {
                conditions.push(condition);
            }
        }
        conditions
    }

    /// Returns the branches around loops whose first poll was peeled.
    pub(super) fn bypasses(&self, dominators: &Dominators, waits: &[WaitLoop]) -> Vec<Bypass> {
        let mut bypasses: Vec<Bypass> = Vec::new();
        for wait in waits.iter().filter(|wait| wait.spins && wait.peeled) {
            for from in
                self.f.blocks().filter(|from| wait.may_hold_peeled_poll(from.index(), dominators, waits))
            {
                let edges: Vec<BlockId> = self.f.block(from).term.edges().map(|edge| edge.to).collect();
                let [into, past] = [true, false].map(|into| {
                    let mut ways = (0..).zip(&edges);
                    ways.find(|(_, to)| self.leads(**to, wait.header) == into).map(|edge| edge.0)
                });
                let (Some(_), Some(edge)) = (into, past) else { continue };
                let Some(condition) = self.condition_at(from.index(), edge, &[from.index()], &wait.polls)
                else {
                    continue;
                };
                if bypasses.iter().all(|other| other.from != from) {
                    bypasses.push(Bypass { from, edge, condition });
                }
            }
        }
        bypasses
    }

    /// Returns whether a block is `to`, or leads to it by jumps only.
    fn leads(&self, mut from: BlockId, to: usize) -> bool {
        for _ in 0..MAX_DEPTH {
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
const MAX_DEPTH: u32 = 16;

/// Returns the word that an instruction reads without changing it, if its value fills a register.
fn polled_word(f: &Function, id: InstId) -> Option<Poll> {
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
