//! Where threads meet in memory: what a kernel waits for is told to the host, and what others may wait for.
//!
//! Behind each [loop that waits for others](crate::analysis::waits) stands a call with the word that was
//! polled, then one that gives up the block's turn, so that who waits for the same goes on before anything
//! else is written there. Behind what writes words that others may poll stands a call with the word: in
//! kernels that wait themselves, every strong store and atomic operation; and in all, what goes to the same
//! address in all threads of a block, as flags and counters do.
//!
//! Where it hangs on one look at one word whether a loop is left, the host may also ask of values that the
//! word had before whether it would have been: a thread waits for the first that lets it out, not for what it
//! finds. Between the two calls then stands a loop that asks for such values, makes the choice of each, and
//! tells.

mod choice;
mod writes;

pub(super) use self::choice::Guard;
use self::choice::{Choice, Choices};
pub(super) use self::writes::{Told, Writes, varying, writes};
use super::JUDGED;
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::waits::{Poll, Wait};
use crate::ir::{
    BlockId, Cmp, Def, Edge, Function, Inst, IntOp, Op, Scalar, Space, System, Term, Type, Value,
};
use crate::system::{AGAIN, Call};
use std::collections::BTreeMap;

/// Tells that a word was written.
pub(super) const WROTE: Op = Op::System(System::Call(Call::Wrote));
/// Tells that a word was waited for.
pub(super) const MET: Op = Op::System(System::Call(Call::Met));
const CANDIDATE: Op = Op::System(System::Call(Call::Candidate));
const JUDGE: Op = Op::System(System::Call(Call::Judge));
const TURN: Op = Op::System(System::Call(Call::Turn));
const EQUAL: Op = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };

/// The ways past the loops of a function that are taken if a look before finds what it would wait for.
pub(super) fn guards(f: &Function, waits: &[Wait]) -> Vec<Guard> {
    let dominators = Dominators::of(&Graph::of(f));
    Choices::of(f).guards(&dominators, waits)
}

/// A way on for who has waited.
struct Way {
    from: BlockId,
    /// Which of the block's edges.
    edge: usize,
    /// What a thread had executed when it came to wait.
    executed: Value,
    /// What it looked at, where that is known with the choice that it made.
    looked: Vec<(Poll, Option<Choice>)>,
}

/// Tells behind loops what they waited for; `after` is what a thread has executed at the end of each block,
/// and `begun` when it came to a loop: there it waits if it has looked before.
pub(super) fn tell(
    f: &mut Function,
    waits: &[Wait],
    guards: Vec<Guard>,
    after: &[Value],
    begun: impl Fn(&Wait) -> Option<Value>,
) {
    let dominators = Dominators::of(&Graph::of(f));
    let choices = Choices::of(f);
    let mut ways = Vec::new();
    for wait in waits.iter().filter(|wait| wait.spins) {
        for &n in &wait.nodes {
            let from = BlockId::new(n);
            let begun = begun(wait).filter(|_| wait.guarded);
            let Some(executed) = begun.or_else(|| after.get(n).copied()) else { continue };
            for (edge, to) in f.block(from).term.edges().map(|edge| edge.to).enumerate() {
                if wait.contains(to.index()) {
                    continue;
                }
                let made = choices.of_exit(&dominators, wait, n, edge);
                let choice = |poll: &Poll| made.iter().find(|choice| choice.poll == *poll).cloned();
                let global =
                    wait.polls.iter().filter(|poll| matches!(poll.space, Space::Global | Space::Generic));
                let looked = global.map(|poll| (*poll, choice(poll))).collect();
                ways.push(Way { from, edge, executed, looked });
            }
        }
    }
    for Guard { from, way: edge, choice } in guards {
        let Some(&executed) = after.get(from.index()) else { continue };
        ways.push(Way { from, edge, executed, looked: vec![(choice.poll, Some(choice))] });
    }
    for way in ways {
        let mut maker = Maker {
            dominators: &dominators,
            from: way.from,
            at: f.add_block(),
            line: f.block(way.from).line,
            f,
            made: BTreeMap::new(),
        };
        let (first, last) = maker.visit(&way);
        let Some(edge) = f.block_mut(way.from).term.edges_mut().nth(way.edge) else { continue };
        let on = std::mem::replace(edge, Edge::new(first));
        f.block_mut(last).term = Term::Jump(on);
    }
}

/// Makes the blocks of a way.
struct Maker<'a> {
    f: &'a mut Function,
    dominators: &'a Dominators,
    from: BlockId,
    at: BlockId,
    line: u32,
    made: BTreeMap<Value, Value>,
}

impl Maker<'_> {
    /// The first and the last of them.
    fn visit(&mut self, way: &Way) -> (BlockId, BlockId) {
        let first = self.at;
        for (poll, choice) in &way.looked {
            let address = self.again(poll.address);
            let offset = self.op(Op::Const(poll.offset as u64), vec![], Type::I64);
            let address = self.op(Op::Int(IntOp::Add), vec![address, offset], Type::I64);
            let judged = if choice.is_some() { JUDGED } else { 0 };
            let bytes = self.op(Op::Const((poll.bytes | judged).into()), vec![], Type::I32);
            let asks = self.op(MET, vec![address, bytes, way.executed], Type::I32);
            if let Some(choice) = choice {
                self.judge(choice, asks);
            }
        }
        let [turn, last] = [0; 2].map(|_| self.f.add_block());
        self.f.block_mut(self.at).term = Term::Jump(Edge::new(turn));
        self.at = turn;
        let answer = self.op(TURN, vec![], Type::I32);
        self.while_it_is(AGAIN, answer, turn, last);
        (first, last)
    }

    /// Makes a choice again, of other values, as long as there are any.
    fn judge(&mut self, choice: &Choice, asks: Value) {
        let [ask, on] = [0; 2].map(|_| self.f.add_block());
        self.while_it_is(1, asks, ask, on);
        self.at = ask;
        let value = self.op(CANDIDATE, vec![], Type::I64);
        let found = match self.f.ty(choice.found) {
            Type::I64 => value,
            ty => self.op(Op::Part(0), vec![value], ty),
        };
        let mut made = BTreeMap::from([(choice.found, found)]);
        let cond = self.of_other(choice.cond, choice, &mut made);
        let [one, zero] = [1, 0].map(|n| self.op(Op::Const(n), vec![], Type::I32));
        let (then, other) = if choice.holds { (one, zero) } else { (zero, one) };
        let exits = self.op(Op::Select, vec![cond, then, other], Type::I32);
        let more = self.op(JUDGE, vec![exits], Type::I32);
        self.while_it_is(1, more, ask, on);
        self.at = on;
    }

    /// Ends the block: goes one way if a value is this number, else the other.
    fn while_it_is(&mut self, number: u32, v: Value, then: BlockId, other: BlockId) {
        let number = self.op(Op::Const(number.into()), vec![], Type::I32);
        let cond = self.op(EQUAL, vec![v, number], Type::Pred);
        self.f.block_mut(self.at).term =
            Term::Branch { cond, then: Edge::new(then), other: Edge::new(other) };
    }

    /// A value as it would be had something else been found.
    fn of_other(&mut self, v: Value, choice: &Choice, made: &mut BTreeMap<Value, Value>) -> Value {
        if let Some(&made) = made.get(&v) {
            return made;
        }
        let Def::Inst(id, n) = self.f.value(v).def else { return v };
        if !choice.made.contains(&v) {
            return v;
        }
        let inst = self.f.inst(id).clone();
        let args: Vec<Value> = inst.args.iter().map(|&arg| self.of_other(arg, choice, made)).collect();
        let other = self.copy(&inst, args, n);
        made.insert(v, other);
        other
    }

    /// A value here: itself if it is sure to be there, else made again of what it is made of.
    fn again(&mut self, v: Value) -> Value {
        if let Some(&made) = self.made.get(&v) {
            return made;
        }
        let Def::Inst(id, n) = self.f.value(v).def else { return v };
        let home = self.f.blocks().find(|&block| self.f.block(block).insts.contains(&id));
        if home.is_some_and(|home| self.dominators.dominates(home.index(), self.from.index())) {
            return v;
        }
        let inst = self.f.inst(id).clone();
        let args: Vec<Value> = inst.args.iter().map(|&arg| self.again(arg)).collect();
        let made = self.copy(&inst, args, n);
        self.made.insert(v, made);
        made
    }

    /// The same instruction here, of other operands: its `n`th result.
    fn copy(&mut self, inst: &Inst, args: Vec<Value>, n: u8) -> Value {
        let types: Vec<Type> = inst.results.iter().map(|&v| self.f.ty(v)).collect();
        let made = self.f.append(self.at, inst.op.clone(), args, &types, self.line);
        self.f.inst(made).results[usize::from(n)]
    }

    fn op(&mut self, op: Op, args: Vec<Value>, ty: Type) -> Value {
        self.f.append_one(self.at, op, args, ty, self.line)
    }
}
