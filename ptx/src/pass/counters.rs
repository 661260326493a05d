//! Ordering of atomic counters: the number that a counter returns decides what a thread does next.
//!
//! Persistent blocks take their next item from a counter; the last block of a grid reduces for all. The order
//! of such operations depends on timing, and with it the work of each block. On the virtual timeline, the
//! thread that has executed the least goes first: a [call](Call::OrderCounter) before such an operation
//! blocks until that holds.

use super::sync_reports::varying;
use crate::analysis::dependence::{dependent_values, is_in_space};
use crate::analysis::waits::wait_loops;
use crate::ir::{
    AtomOp, BlockId, Cmp, Edge, Function, Inst, InstId, Op, Scalar, Space, System, Term, Type, Value,
};
use crate::system::{Call, RETRY};

const ORDER_COUNTER: Op = Op::System(System::Call(Call::OrderCounter));

/// Runs the pass. Returns whether the kernel has such counters.
pub(super) fn run(f: &mut Function) -> bool {
    let counter_operations = counter_operations(f);
    counter_operations.iter().for_each(|&inst| insert_wait(f, inst));
    !counter_operations.is_empty()
}

/// Returns the atomic operations on global memory whose results are used.
pub(super) fn used_atomics(f: &Function) -> Vec<InstId> {
    let mut uses = vec![false; f.value_count()];
    for block in f.blocks() {
        let data = f.block(block);
        let args = data.insts.iter().flat_map(|&inst| &f.inst(inst).args);
        let passed = data.term.edges().flat_map(|edge| &edge.args);
        args.chain(passed).copied().chain(data.term.selector()).for_each(|v| uses[v.index()] = true);
    }
    let global = |&inst: &InstId| match &f.inst(inst).op {
        Op::Atom { space: space @ (Space::Global | Space::Generic), .. } => {
            f.inst(inst).args.first().is_some_and(|&v| !is_in_space(f, Space::Shared, *space, v))
        }
        _ => false,
    };
    let used_atomics = |inst: &InstId| f.inst(*inst).results.iter().any(|v| uses[v.index()]);
    f.blocks().flat_map(|block| f.block(block).insts.clone()).filter(global).filter(used_atomics).collect()
}

/// Returns those on words shared by all threads of a block whose results decide a branch.
fn counter_operations(f: &Function) -> Vec<InstId> {
    let used_atomics = used_atomics(f);
    if used_atomics.is_empty() {
        return Vec::new();
    }
    let (varies, waits) = (varying(f), wait_loops(f));
    let is_retried = |block: BlockId| waits.iter().any(|wait| wait.contains(block.index()));
    let mut counter_operations = Vec::new();
    for block in f.blocks() {
        for &id in f.block(block).insts.iter().filter(|inst| used_atomics.contains(inst)) {
            let inst = f.inst(id);
            let Op::Atom { op, .. } = &inst.op else { continue };
            let distributes = match op {
                AtomOp::Add => inst.args.get(1).is_some_and(|&v| f.constant(v) != Some(0)),
                AtomOp::Inc | AtomOp::Dec => true,
                // A loop that retries such an operation until it succeeds is not work distribution.
                _ => !is_retried(block),
            };
            let shared = inst.args.first().is_some_and(|&v| !varies[v.index()]);
            if distributes && shared && inst.results.first().is_some_and(|&v| decides_branch(f, v)) {
                counter_operations.push(id);
            }
        }
    }
    counter_operations
}

/// Returns whether a branch depends on a value, including through shared memory.
fn decides_branch(f: &Function, of: Value) -> bool {
    let shared = |op: &Op| matches!(op, Op::Load { space: Space::Shared | Space::Generic, .. });
    let stored = |inst: &Inst, depends: &[bool]| {
        matches!(inst.op, Op::Store { space: Space::Shared | Space::Generic, .. })
            && inst.args.iter().any(|v| depends[v.index()])
    };
    let insts = || f.blocks().flat_map(|block| &f.block(block).insts).map(|&inst| f.inst(inst));
    let mut depends = dependent_values(f, |_| true, |inst| inst.results.contains(&of));
    if insts().any(|inst| stored(inst, &depends)) {
        depends = dependent_values(f, |_| true, |inst| inst.results.contains(&of) || shared(&inst.op));
    }
    f.blocks().any(|block| f.block(block).term.selector().is_some_and(|v| depends[v.index()]))
}

/// Inserts a loop before an instruction that repeats the blocking call until it returns.
fn insert_wait(f: &mut Function, inst: InstId) {
    let place = f.blocks().find_map(|block| {
        let at = f.block(block).insts.iter().position(|&other| other == inst)?;
        Some((block, at))
    });
    let Some((before, at)) = place else { return };
    let [due, after] = [0; 2].map(|_| f.add_block());
    let line = f.inst(inst).line;
    let block = f.block_mut(before);
    let rest = block.insts.split_off(at);
    let term = std::mem::replace(&mut block.term, Term::Jump(Edge::new(due)));
    (f.block_mut(after).insts, f.block_mut(after).term) = (rest, term);
    f.block_mut(after).line = f.block(before).line;
    f.block_mut(due).line = line;
    // `count` fills in the number of executed instructions.
    let nothing = f.append_one(due, Op::Const(0), vec![], Type::I64, line);
    let answer = f.append_one(due, ORDER_COUNTER, vec![nothing], Type::I32, line);
    let again = f.append_one(due, Op::Const(RETRY.into()), vec![], Type::I32, line);
    let equal = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
    let cond = f.append_one(due, equal, vec![answer, again], Type::Pred, line);
    f.block_mut(due).term = Term::Branch { cond, then: Edge::new(due), other: Edge::new(after) };
}

/// Returns the blocking call in a block, if there is one.
pub(super) fn blocking_call(f: &Function, block: BlockId) -> Option<InstId> {
    f.block(block).insts.iter().copied().find(|&inst| f.inst(inst).op == ORDER_COUNTER)
}
