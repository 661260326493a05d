//! Where threads meet in memory: what a kernel waits for is told to the host, and what others may wait for.
//!
//! Behind each [loop that waits for others](crate::analysis::waits) stands a call with the word that was polled, then one that gives up
//! the block's turn, so that who waits for the same goes on before anything else is written there. Behind what writes words that others
//! may poll stands a call with the word: in kernels that wait themselves, every strong store and atomic operation; and in all,
//! what goes to the same address in all threads of a block, as flags and counters do.

use super::ADDS;
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::waits::{Poll, Wait};
use crate::ir::{
    AtomOp, BlockId, Cmp, Def, Edge, Function, InstId, IntOp, Op, Order, Scalar, Space, Sreg, System, Term,
    Type, Value,
};
use crate::system::{AGAIN, Call};
use std::collections::BTreeMap;

/// Tells that a word was written.
pub(super) const WROTE: Op = Op::System(System::Call(Call::Wrote));
pub(super) const MET: Op = Op::System(System::Call(Call::Met));
const TURN: Op = Op::System(System::Call(Call::Turn));

/// What to tell of.
#[derive(Default)]
pub(super) struct Writes {
    /// Strong loads outside of loops that wait, the same way: who finds what others wrote comes after them.
    pub(super) read: BTreeMap<InstId, (Value, i64, u32)>,
    /// Address, what is added to it, bytes.
    pub(super) told: BTreeMap<InstId, (Value, i64, u32)>,
    /// The kernel waits itself. No two of those run at a time, and a write is told of when it is done and has changed something. What others
    /// write is told of before: who waits for it may see it at once.
    pub(super) spins: bool,
}

/// What is told of in a function with these loops: all strong accesses if one of them waits for others.
pub(super) fn writes(f: &Function, waits: &[Wait]) -> Writes {
    let spins = waits.iter().any(|wait| wait.spins);
    let varies = varying(f);
    let (mut told, mut read) = (BTreeMap::new(), BTreeMap::new());
    for block in f.blocks() {
        let waiting = waits.iter().any(|wait| wait.nodes.binary_search(&block.index()).is_ok());
        for &id in &f.block(block).insts {
            let inst = f.inst(id);
            if let (Op::Load { space: Space::Global | Space::Generic, ty, offset, order }, Some(&address)) =
                (&inst.op, inst.args.first())
                && spins
                && !waiting
                && *order != Order::Weak
            {
                read.insert(id, (address, *offset, ty.bytes() | ADDS));
            }
            let (space, offset, strong, bytes) = match inst.op {
                Op::Store { space, offset, ty, order } => {
                    let many = inst.args.len().saturating_sub(1) as u32;
                    (space, offset, order != Order::Weak, ty.bytes() * many)
                }
                Op::Atom { space, offset, ty, op: AtomOp::Exch, .. } => (space, offset, true, ty.bytes()),
                Op::Atom { space, offset, ty, .. } => (space, offset, true, ty.bytes() | ADDS),
                _ => continue,
            };
            let Some(&address) = inst.args.first() else { continue };
            let shared = !varies[address.index()];
            if matches!(space, Space::Global | Space::Generic) && (shared || spins && strong) {
                told.insert(id, (address, offset, bytes));
            }
        }
    }
    Writes { read, told, spins }
}

/// Which values are not the same in all threads of a block, so far as can be seen.
fn varying(f: &Function) -> Vec<bool> {
    let mut varies = vec![false; f.value_count()];
    loop {
        let mut changed = false;
        for block in f.blocks() {
            for &id in &f.block(block).insts {
                let inst = f.inst(id);
                let by_itself = match inst.op {
                    Op::Sreg(
                        Sreg::Ctaid(_)
                        | Sreg::Nctaid(_)
                        | Sreg::Ntid(_)
                        | Sreg::GridId
                        | Sreg::Clusterid(_)
                        | Sreg::ClusterCtarank
                        | Sreg::ClusterCtaid(_),
                    ) => false,
                    Op::Sreg(_) | Op::Atom { .. } => true,
                    Op::Load { space, .. } => {
                        !matches!(space, Space::Param | Space::Const | Space::Global | Space::Generic)
                    }
                    _ => false,
                };
                if by_itself || inst.args.iter().any(|v| varies[v.index()]) {
                    for v in &inst.results {
                        changed |= !std::mem::replace(&mut varies[v.index()], true);
                    }
                }
            }
            for edge in f.block(block).term.edges() {
                for (&param, arg) in f.block(edge.to).params.iter().zip(&edge.args) {
                    if varies[arg.index()] {
                        changed |= !std::mem::replace(&mut varies[param.index()], true);
                    }
                }
            }
        }
        if !changed {
            return varies;
        }
    }
}

/// Tells behind loops what they waited for; `after` is what a thread has executed at the end of each block, and `begun` when it came
/// to a loop: there it waits if it has looked before.
pub(super) fn tell(
    f: &mut Function,
    waits: &[Wait],
    after: &[Value],
    begun: impl Fn(&Wait) -> Option<Value>,
) {
    let graph = Graph::of(f);
    let dominators = Dominators::of(&graph);
    let global = |poll: &&Poll| matches!(poll.space, Space::Global | Space::Generic);
    for wait in waits.iter().filter(|wait| wait.spins) {
        for &n in &wait.nodes {
            let from = BlockId::new(n);
            let leaves = |to: BlockId| wait.nodes.binary_search(&to.index()).is_err();
            let ways: Vec<usize> =
                (0..).zip(f.block(from).term.edges()).filter(|(_, e)| leaves(e.to)).map(|w| w.0).collect();
            let begun = begun(wait).filter(|_| wait.guarded);
            let Some(executed) = begun.or_else(|| after.get(n).copied()) else { continue };
            for way in ways {
                let mut maker =
                    Maker { f, dominators: &dominators, from, at: BlockId::new(0), made: BTreeMap::new() };
                let (first, last) = maker.visit(wait.polls.iter().filter(global), executed);
                let Some(edge) = f.block_mut(from).term.edges_mut().nth(way) else { continue };
                let on = std::mem::replace(edge, Edge::new(first));
                f.block_mut(last).term = Term::Jump(on);
            }
        }
    }
}

/// Makes the blocks of a way out of a loop.
struct Maker<'a> {
    f: &'a mut Function,
    dominators: &'a Dominators,
    from: BlockId,
    at: BlockId,
    made: BTreeMap<Value, Value>,
}

impl Maker<'_> {
    /// The first and the last of them.
    fn visit<'p>(&mut self, polls: impl Iterator<Item = &'p Poll>, executed: Value) -> (BlockId, BlockId) {
        let [first, turn, last] = [0; 3].map(|_| self.f.add_block());
        self.at = first;
        for poll in polls {
            let address = self.again(poll.address);
            let offset = self.op(Op::Const(poll.offset as u64), vec![], Type::I64);
            let address = self.op(Op::Int(IntOp::Add), vec![address, offset], Type::I64);
            let bytes = self.op(Op::Const(poll.bytes.into()), vec![], Type::I32);
            self.op(MET, vec![address, bytes, executed], Type::I32);
        }
        self.f.block_mut(first).term = Term::Jump(Edge::new(turn));
        self.at = turn;
        let answer = self.op(TURN, vec![], Type::I32);
        let again = self.op(Op::Const(AGAIN.into()), vec![], Type::I32);
        let equal = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
        let cond = self.op(equal, vec![answer, again], Type::Pred);
        self.f.block_mut(turn).term = Term::Branch { cond, then: Edge::new(turn), other: Edge::new(last) };
        (first, last)
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
        let types: Vec<Type> = inst.results.iter().map(|&v| self.f.ty(v)).collect();
        let line = self.f.block(self.from).line;
        let made = self.f.append(self.at, inst.op, args, &types, line);
        let made = self.f.inst(made).results[usize::from(n)];
        self.made.insert(v, made);
        made
    }

    fn op(&mut self, op: Op, args: Vec<Value>, ty: Type) -> Value {
        let line = self.f.block(self.from).line;
        let inst = self.f.append(self.at, op, args, &[ty], line);
        self.f.inst(inst).results[0]
    }
}
