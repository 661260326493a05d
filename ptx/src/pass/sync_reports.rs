//! Reports of synchronisation through memory: the words that a kernel waits for, and the writes that others
//! may wait for.
//!
//! After each [spin-wait loop](crate::analysis::waits), a call reports the polled word, and a second call
//! yields the block's time slice, so that blocks waiting for the same word continue before it is overwritten.
//! After writes to words that others may poll, a call reports the word. In kernels that spin-wait themselves,
//! these are all strong stores and atomic operations. In all kernels, they include writes to an address that
//! is the same in all threads of a block, as for flags and counters.
//!
//! If the loop's exit depends on a single load of a single word, the host may also ask whether the loop would
//! have exited with earlier values of the word: the wait ends with the first value that satisfies the
//! condition, not with the one found. A loop between the two calls then requests such values, evaluates the
//! condition for each, and reports the result.

mod condition;
mod writes;

pub(super) use self::condition::Bypass;
use self::condition::{ConditionSearch, ExitCondition};
pub(super) use self::writes::{Reported, Reports, select, varying};
use super::HAS_CONDITION;
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::waits::{Poll, WaitLoop};
use crate::ir::{
    BlockId, Cmp, Def, Edge, Function, Inst, IntOp, Op, Scalar, Space, System, Term, Type, Value,
};
use crate::system::{Call, RETRY};
use std::collections::BTreeMap;

/// Reports a write of a word.
pub(super) const WROTE: Op = Op::System(System::Call(Call::Wrote));
/// Reports a completed wait for a word.
pub(super) const WAITED: Op = Op::System(System::Call(Call::Waited));
const CANDIDATE: Op = Op::System(System::Call(Call::Candidate));
const EVALUATED: Op = Op::System(System::Call(Call::Evaluated));
const YIELD: Op = Op::System(System::Call(Call::YieldSlice));
const EQUAL: Op = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };

/// Returns the branches around spin-wait loops that are taken if a peeled poll succeeds.
pub(super) fn bypasses(f: &Function, waits: &[WaitLoop]) -> Vec<Bypass> {
    let dominators = Dominators::new(&Graph::from_function(f));
    ConditionSearch::new(f).bypasses(&dominators, waits)
}

/// An exit of a completed wait.
struct Exit {
    from: BlockId,
    /// Index among the block's edges.
    edge: usize,
    /// Instructions that the thread had executed when it began to wait.
    executed: Value,
    /// Polled words, each with the condition on its value, if that is known.
    polled: Vec<(Poll, Option<ExitCondition>)>,
}

/// Inserts reports of the words waited for after loops. `after` is the instruction count at the end of each
/// block, and `start` that at the start of a loop; the wait began there if the first poll was peeled.
pub(super) fn report_waits(
    f: &mut Function,
    waits: &[WaitLoop],
    bypasses: Vec<Bypass>,
    after: &[Value],
    start: impl Fn(&WaitLoop) -> Option<Value>,
) {
    let dominators = Dominators::new(&Graph::from_function(f));
    let conditions = ConditionSearch::new(f);
    let mut exits = Vec::new();
    for wait in waits.iter().filter(|wait| wait.spins) {
        for &n in &wait.nodes {
            let from = BlockId::new(n);
            let start = start(wait).filter(|_| wait.peeled);
            let Some(executed) = start.or_else(|| after.get(n).copied()) else { continue };
            for (edge, to) in f.block(from).term.edges().map(|edge| edge.to).enumerate() {
                if wait.contains(to.index()) {
                    continue;
                }
                let made = conditions.exit_conditions(&dominators, wait, n, edge);
                let condition = |poll: &Poll| made.iter().find(|condition| condition.poll == *poll).cloned();
                let global =
                    wait.polls.iter().filter(|poll| matches!(poll.space, Space::Global | Space::Generic));
                let polled = global.map(|poll| (*poll, condition(poll))).collect();
                exits.push(Exit { from, edge, executed, polled });
            }
        }
    }
    for Bypass { from, edge, condition } in bypasses {
        let Some(&executed) = after.get(from.index()) else { continue };
        exits.push(Exit { from, edge, executed, polled: vec![(condition.poll, Some(condition))] });
    }
    for exit in exits {
        let mut builder = Builder {
            dominators: &dominators,
            from: exit.from,
            at: f.add_block(),
            line: f.block(exit.from).line,
            f,
            made: BTreeMap::new(),
        };
        let (first, last) = builder.build(&exit);
        let Some(edge) = f.block_mut(exit.from).term.edges_mut().nth(exit.edge) else { continue };
        let on = std::mem::replace(edge, Edge::new(first));
        f.block_mut(last).term = Term::Jump(on);
    }
}

/// Builder of the blocks on an exit.
struct Builder<'a> {
    f: &'a mut Function,
    dominators: &'a Dominators,
    from: BlockId,
    at: BlockId,
    line: u32,
    made: BTreeMap<Value, Value>,
}

impl Builder<'_> {
    /// Builds the blocks; returns the first and the last.
    fn build(&mut self, exit: &Exit) -> (BlockId, BlockId) {
        let first = self.at;
        for (poll, condition) in &exit.polled {
            let address = self.recompute(poll.address);
            let offset = self.op(Op::Const(poll.offset as u64), vec![], Type::I64);
            let address = self.op(Op::Int(IntOp::Add), vec![address, offset], Type::I64);
            let flag = if condition.is_some() { HAS_CONDITION } else { 0 };
            let bytes = self.op(Op::Const((poll.bytes | flag).into()), vec![], Type::I32);
            let asks = self.op(WAITED, vec![address, bytes, exit.executed], Type::I32);
            if let Some(condition) = condition {
                self.evaluate(condition, asks);
            }
        }
        let [yields, last] = [0; 2].map(|_| self.f.add_block());
        self.f.block_mut(self.at).term = Term::Jump(Edge::new(yields));
        self.at = yields;
        let answer = self.op(YIELD, vec![], Type::I32);
        self.branch_if_equal(RETRY, answer, yields, last);
        (first, last)
    }

    /// Builds a loop that evaluates a condition for other values while the host has any.
    fn evaluate(&mut self, condition: &ExitCondition, asks: Value) {
        let [ask, on] = [0; 2].map(|_| self.f.add_block());
        self.branch_if_equal(1, asks, ask, on);
        self.at = ask;
        let value = self.op(CANDIDATE, vec![], Type::I64);
        let found = match self.f.ty(condition.found) {
            Type::I64 => value,
            ty => self.op(Op::Part(0), vec![value], ty),
        };
        let mut made = BTreeMap::from([(condition.found, found)]);
        let cond = self.with_value(condition.cond, condition, &mut made);
        let [one, zero] = [1, 0].map(|n| self.op(Op::Const(n), vec![], Type::I32));
        let (then, other) = if condition.holds { (one, zero) } else { (zero, one) };
        let leaves = self.op(Op::Select, vec![cond, then, other], Type::I32);
        let more = self.op(EVALUATED, vec![leaves], Type::I32);
        self.branch_if_equal(1, more, ask, on);
        self.at = on;
    }

    /// Ends the block with a branch on equality of a value with a number.
    fn branch_if_equal(&mut self, number: u32, v: Value, then: BlockId, other: BlockId) {
        let number = self.op(Op::Const(number.into()), vec![], Type::I32);
        let cond = self.op(EQUAL, vec![v, number], Type::Pred);
        self.f.block_mut(self.at).term =
            Term::Branch { cond, then: Edge::new(then), other: Edge::new(other) };
    }

    /// Returns a value recomputed as if another value had been loaded.
    fn with_value(
        &mut self,
        v: Value,
        condition: &ExitCondition,
        made: &mut BTreeMap<Value, Value>,
    ) -> Value {
        if let Some(&made) = made.get(&v) {
            return made;
        }
        let Def::Inst(id, n) = self.f.value(v).def else { return v };
        if !condition.made.contains(&v) {
            return v;
        }
        let inst = self.f.inst(id).clone();
        let args: Vec<Value> = inst.args.iter().map(|&arg| self.with_value(arg, condition, made)).collect();
        let other = self.copy(&inst, args, n);
        made.insert(v, other);
        other
    }

    /// Returns a value at this place: itself if its definition dominates, else recomputed.
    fn recompute(&mut self, v: Value) -> Value {
        if let Some(&made) = self.made.get(&v) {
            return made;
        }
        let Def::Inst(id, n) = self.f.value(v).def else { return v };
        let home = self.f.blocks().find(|&block| self.f.block(block).insts.contains(&id));
        if home.is_some_and(|home| self.dominators.dominates(home.index(), self.from.index())) {
            return v;
        }
        let inst = self.f.inst(id).clone();
        let args: Vec<Value> = inst.args.iter().map(|&arg| self.recompute(arg)).collect();
        let made = self.copy(&inst, args, n);
        self.made.insert(v, made);
        made
    }

    /// Appends a copy of an instruction with other operands; returns its `n`th result.
    fn copy(&mut self, inst: &Inst, args: Vec<Value>, n: u8) -> Value {
        let types: Vec<Type> = inst.results.iter().map(|&v| self.f.ty(v)).collect();
        let made = self.f.append(self.at, inst.op.clone(), args, &types, self.line);
        self.f.inst(made).results[usize::from(n)]
    }

    fn op(&mut self, op: Op, args: Vec<Value>, ty: Type) -> Value {
        self.f.append_one(self.at, op, args, ty, self.line)
    }
}
