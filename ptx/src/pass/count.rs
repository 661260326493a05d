//! Instruction counts: each thread adds the number of instructions that it has executed to a word of its
//! block.
//!
//! The words are an array in global memory with 64 bits for each block, in order of linear indices. Its
//! address is an additional parameter of the kernel, after its own. A word ends as the number of instructions
//! that all threads of the block have executed. It depends on the kernel and its input alone, and is
//! therefore the same in every mode of every engine.
//!
//! Two measures keep it so if a kernel depends on time. First, clocks return the instructions that the thread
//! has executed, times the number of cycles in the word before the array; the word before that is the length
//! of a cycle in picoseconds. Second, [idle iterations](crate::analysis::waits) of spin-wait loops are not
//! counted. On request, the words that such loops wait for are [reported](super::sync_reports) to the host
//! instead.

mod placed;

use super::HAS_VALUE;
use super::sync_reports::{self, Reported, Reports};
use crate::analysis::waits::{WaitLoop, is_clock, wait_loops};
use crate::ir::{
    AtomOp, Barrier, BlockId, Cmp, Function, InstId, IntOp, Op, Order, Param, Scalar, Space, Sreg, System,
    Term, Type, Value,
};

/// Picoseconds in a nanosecond.
const PICOSECONDS: u64 = 1000;
/// Shift of the launch's number in `%globaltimer`: later launches read later times.
const LAUNCH: u64 = 32;

/// Progress of a thread at the start of a block, as parameters of the block; none at the entry.
#[derive(Clone, Copy)]
struct Progress {
    /// Number of instructions executed.
    executed: Value,
    /// Number of writes, if it is needed.
    written: Option<Value>,
}

/// Instruments a kernel with counts; with `waits_reported`, also with reports of waits and writes.
pub(super) fn run(f: &mut Function, waits_reported: bool) {
    let offset = f.param_bytes.next_multiple_of(8);
    f.params.push(Param { name: "count".into(), offset, size: 8, align: 8 });
    f.param_bytes = offset + 8;
    let entry = f.entry();
    let blocks: Vec<_> = f.blocks().collect();
    let waits = wait_loops(f);
    let bypasses = if waits_reported { sync_reports::bypasses(f, &waits) } else { Vec::new() };
    let reports =
        if waits_reported { sync_reports::select(f, &waits, &bypasses) } else { Reports::default() };
    let here: Vec<u64> = blocks.iter().map(|&block| counted(f, block)).collect();
    let nobody_waits = waits.is_empty() && !waits_reported;
    if nobody_waits && let Some(plan) = placed::Plan::new(f, &here) {
        let add = |f: &mut Function, block, count| add_to_block(f, block, count, offset);
        return plan.insert(f, add);
    }
    let mut progress = Vec::with_capacity(blocks.len());
    for &block in &blocks {
        progress.push((block != entry).then(|| Progress {
            executed: f.add_param(block, Type::I64),
            written: (!waits.is_empty()).then(|| f.add_param(block, Type::I64)),
        }));
    }
    let mut after_each = Vec::with_capacity(blocks.len());
    for (&block, &before) in blocks.iter().zip(&progress) {
        let (here, uncounted) = (here[block.index()], polls(f, block));
        let executed = before.map(|before| before.executed);
        if let (Some(before), Some(call)) = (executed, super::counters::blocking_call(f, block)) {
            f.inst_mut(call).args = vec![before];
        }
        let report_positions = report_positions(f, block, here);
        replace_clocks(f, block, executed, uncounted, offset);
        let mut notes = Reporter { f, block, made: Vec::new(), line: 0 };
        let written = notes.run(&report_positions, before, &reports, !waits.is_empty());
        let line = f.block(block).line;
        let mut append = |op, args, ty| f.append_one(block, op, args, ty, line);
        let here = append(Op::Const(here), vec![], Type::I64);
        let after = match executed {
            Some(before) => append(Op::Int(IntOp::Add), vec![before, here], Type::I64),
            None => here,
        };
        after_each.push(after);
        match f.block(block).term {
            Term::Exit => add_to_block(f, block, after, offset),
            Term::Trap => {}
            Term::Jump(_) | Term::Branch { .. } | Term::Switch { .. } => {
                let targets: Vec<BlockId> = f.block(block).term.edges().map(|edge| edge.to).collect();
                let executed: Vec<Value> = targets
                    .iter()
                    .map(|&to| count_along_edge(f, block, to, &waits, &progress, (after, written)))
                    .collect();
                for (edge, executed) in f.block_mut(block).term.edges_mut().zip(executed) {
                    edge.args.push(executed);
                    edge.args.extend(written);
                }
            }
        }
    }
    if waits_reported {
        let begun =
            |wait: &WaitLoop| progress.get(wait.header).copied().flatten().map(|begun| begun.executed);
        sync_reports::report_waits(f, &waits, bypasses, &after_each, begun);
    }
}

/// Returns whether a block repeats a blocking call: the number of times depends on timing.
fn polls(f: &Function, block: BlockId) -> bool {
    let polls = |&inst: &_| matches!(f.inst(inst).op, Op::System(System::Call(call)) if call.may_block());
    f.block(block).insts.iter().any(polls)
}

/// Returns the instructions of a block that count.
fn counted(f: &Function, block: BlockId) -> u64 {
    // An empty block that only jumps was split from an edge; it must not affect the count.
    let nothing = f.block(block).insts.is_empty() && matches!(f.block(block).term, Term::Jump(_));
    if polls(f, block) || nothing { 0 } else { instructions(f, &f.block(block).insts) + 1 }
}

/// Returns the instruction count passed along an edge. After an idle iteration, which wrote nothing, it is
/// the count at the iteration's start.
fn count_along_edge(
    f: &mut Function,
    from: BlockId,
    to: BlockId,
    waits: &[WaitLoop],
    progress: &[Option<Progress>],
    (after, written): (Value, Option<Value>),
) -> Value {
    // The successful iteration counts, unless the words were also polled before the loop.
    let iterates = |wait: &&WaitLoop| {
        let inside = |block: BlockId| wait.contains(block.index());
        inside(from) && (wait.header == to.index() || wait.peeled && !inside(to))
    };
    let Some(wait) = waits.iter().find(iterates) else { return after };
    let begun = progress.get(wait.header).copied().flatten();
    let (Some(Progress { executed, written: Some(before) }), Some(written)) = (begun, written) else {
        return after;
    };
    let line = f.block(from).line;
    let mut append = |op, args, ty| f.append_one(from, op, args, ty, line);
    let idle = append(EQUAL, vec![before, written], Type::Pred);
    append(Op::Select, vec![idle, executed, after], Type::I64)
}

const EQUAL: Op = Op::Cmp { op: Cmp::Eq, ty: Scalar::U64, ftz: false };
const EQUAL_32: Op = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };

/// Returns the instructions of a block that may write or synchronise, each with the number of the block's
/// instructions executed up to it; `all` is their total in the block.
fn report_positions(f: &Function, block: BlockId, all: u64) -> Vec<(InstId, u64)> {
    let mut executed = 0;
    let mut report_positions = Vec::new();
    for &inst in &f.block(block).insts {
        executed += instructions(f, &[inst]);
        match f.inst(inst).op {
            // A peeled poll and the loop's polls must be at the same count.
            Op::Load { order, .. } if order != Order::Weak => report_positions.push((inst, all)),
            Op::Store { .. } | Op::Atom { .. } | Op::System(_) | Op::Tensor(_) | Op::Barrier { .. } => {
                report_positions.push((inst, executed));
            }
            _ => {}
        }
    }
    report_positions
}

/// Inserts reports of writes between a block's instructions.
struct Reporter<'a> {
    f: &'a mut Function,
    block: BlockId,
    made: Vec<InstId>,
    line: u32,
}

impl Reporter<'_> {
    /// Inserts the reports. Returns the number of writes at the block's end if that is `wanted`.
    fn run(
        &mut self,
        report_positions: &[(InstId, u64)],
        before: Option<Progress>,
        reports: &Reports,
        wanted: bool,
    ) -> Option<Value> {
        let mut always = 0;
        let mut maybe = Vec::new();
        let is_reported =
            |inst| wanted || reports.writes.contains_key(inst) || reports.reads.contains_key(inst);
        if report_positions.iter().any(|(inst, _)| is_reported(inst)) {
            // Both lists are in the block's order.
            let mut report_positions = report_positions.iter().peekable();
            for inst in std::mem::take(&mut self.f.block_mut(self.block).insts) {
                let Some(&(_, executed)) = report_positions.next_if(|&&(other, _)| other == inst) else {
                    self.made.push(inst);
                    continue;
                };
                self.line = self.f.inst(inst).line;
                let write = reports.writes.get(&inst).copied();
                let (early, late) =
                    (write.filter(|write| write.is_early()), write.filter(|write| !write.is_early()));
                if let Some(write) = early {
                    let data = self.f.inst(inst);
                    let stored =
                        matches!(data.op, Op::Store { .. } if data.args.len() == 2).then(|| data.args[1]);
                    self.report_write(write, (before, executed), Changed::Always, stored);
                }
                let inst = if late.is_some() { self.with_result(inst) } else { inst };
                self.made.push(inst);
                if let Some(&read) = reports.reads.get(&inst) {
                    let args = self.access(read, (before, executed), Changed::Always);
                    self.op(sync_reports::WAITED, &args, Type::I32);
                }
                let changed = if wanted { self.changed(inst) } else { Changed::Always };
                if let Some(write) = late {
                    let old = self.f.inst(inst).results.first().copied();
                    self.report_write(write, (before, executed), changed, old);
                }
                match changed {
                    Changed::Never => {}
                    Changed::Always => always += 1,
                    Changed::Maybe(one) => maybe.push(one),
                }
            }
            self.f.block_mut(self.block).insts = std::mem::take(&mut self.made);
        }
        if !wanted {
            return None;
        }
        let mut written = match before.and_then(|before| before.written) {
            Some(before) if always == 0 => before,
            Some(before) => {
                let always = self.append(Op::Const(always), vec![], Type::I64);
                self.append(Op::Int(IntOp::Add), vec![before, always], Type::I64)
            }
            None => self.append(Op::Const(always), vec![], Type::I64),
        };
        for one in maybe {
            written = self.append(Op::Int(IntOp::Add), vec![written, one], Type::I64);
        }
        Some(written)
    }

    /// Inserts the report of a write, with the new or the old value.
    fn report_write(
        &mut self,
        mut write: Reported,
        when: (Option<Progress>, u64),
        changed: Changed,
        value: Option<Value>,
    ) {
        let value = value.and_then(|value| match self.f.ty(value) {
            Type::I64 => Some(value),
            Type::I32 => {
                let one = self.op(Op::Const(1), &[], Type::I32);
                Some(self.op(Op::MulWide { signed: false }, &[value, one], Type::I64))
            }
            _ => None,
        });
        write.bytes |= value.map_or(0, |_| HAS_VALUE);
        let value = value.unwrap_or_else(|| self.op(Op::Const(0), &[], Type::I64));
        let [address, bytes, executed] = self.access(write, when, changed);
        self.op(sync_reports::WROTE, &[address, bytes, executed, value], Type::I32);
    }

    /// Inserts the operands of a report: address, bytes, executed instructions.
    fn access(
        &mut self,
        Reported { address, offset, bytes }: Reported,
        (before, executed): (Option<Progress>, u64),
        changed: Changed,
    ) -> [Value; 3] {
        let mut bytes = self.op(Op::Const(bytes.into()), &[], Type::I32);
        if let Changed::Maybe(one) = changed {
            let part = self.op(Op::Part(0), &[one], Type::I32);
            bytes = self.op(Op::Int(IntOp::Mul), &[bytes, part], Type::I32);
        }
        let mut executed = self.op(Op::Const(executed), &[], Type::I64);
        if let Some(before) = before {
            executed = self.op(Op::Int(IntOp::Add), &[before.executed, executed], Type::I64);
        }
        let offset = self.op(Op::Const(offset as u64), &[], Type::I64);
        let address = self.op(Op::Int(IntOp::Add), &[address, offset], Type::I64);
        [address, bytes, executed]
    }

    /// Returns the atomic operation with a result; it is recreated if it has none.
    fn with_result(&mut self, id: InstId) -> InstId {
        let inst = self.f.inst(id).clone();
        match inst.op {
            Op::Atom { ty, .. } if inst.results.is_empty() => {
                self.f.make_inst(inst.op, inst.args, &[ty.register()], self.line)
            }
            _ => id,
        }
    }

    /// Returns whether an instruction changes memory.
    fn changed(&mut self, inst: InstId) -> Changed {
        let data = self.f.inst(inst);
        let (op, args) = match data.op {
            Op::Load { .. } | Op::Store { space: Space::Local | Space::Param, .. } => return Changed::Never,
            Op::Barrier { kind: Barrier::Arrive, .. } => return Changed::Never,
            Op::Atom { op, .. } => (op, data.args.clone()),
            _ => return Changed::Always,
        };
        let Some(&old) = data.results.first() else { return Changed::Always };
        let ty = self.f.ty(old);
        let equal = match ty {
            Type::I32 => EQUAL_32,
            Type::I64 => EQUAL,
            _ => return Changed::Always,
        };
        let Some(&b) = args.get(1) else { return Changed::Always };
        let both = Op::Int(IntOp::And);
        let same = match op {
            AtomOp::Exch => self.op(equal, &[old, b], Type::Pred),
            AtomOp::Cas => {
                let Some(&c) = args.get(2) else { return Changed::Always };
                // The old value is kept unless it equals `b`; then `c` is stored, which may be the same.
                let found = self.op(equal.clone(), &[old, b], Type::Pred);
                let kept = self.op(Op::Select, &[found, c, old], ty);
                self.op(equal, &[old, kept], Type::Pred)
            }
            AtomOp::Add | AtomOp::Xor => {
                let zero = self.op(Op::Const(0), &[], ty);
                self.op(equal, &[b, zero], Type::Pred)
            }
            AtomOp::Or => {
                let common = self.op(both, &[old, b], ty);
                self.op(equal, &[common, b], Type::Pred)
            }
            AtomOp::And => {
                let common = self.op(both, &[old, b], ty);
                self.op(equal, &[common, old], Type::Pred)
            }
            AtomOp::Min | AtomOp::Max | AtomOp::Inc | AtomOp::Dec | AtomOp::Arrive { .. } => {
                return Changed::Always;
            }
        };
        let [none, one] = [0, 1].map(|n| self.op(Op::Const(n), &[], Type::I64));
        Changed::Maybe(self.op(Op::Select, &[same, none, one], Type::I64))
    }

    fn op(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        let inst = self.f.make_inst(op, args.to_vec(), &[ty], self.line);
        self.made.push(inst);
        self.f.inst(inst).results[0]
    }

    /// Appends an instruction at the block's end.
    fn append(&mut self, op: Op, args: Vec<Value>, ty: Type) -> Value {
        let line = self.f.block(self.block).line;
        self.f.append_one(self.block, op, args, ty, line)
    }
}

/// Change of memory by a write.
#[derive(Clone, Copy)]
enum Changed {
    Never,
    Always,
    /// 1 if memory changed, else 0.
    Maybe(Value),
}

/// Returns the number of machine instructions; constants are none.
fn instructions(f: &Function, insts: &[InstId]) -> u64 {
    insts.iter().filter(|&&inst| !matches!(f.inst(inst).op, Op::Const(_) | Op::Converge { .. })).count()
        as u64
}

/// Replaces clocks in a block by the thread's instruction count.
fn replace_clocks(f: &mut Function, block: BlockId, before: Option<Value>, uncounted: bool, param: u32) {
    let old = f.block(block).insts.clone();
    let is_clock_read = |op: &Op| matches!(op, Op::Sreg(sreg) if is_clock(*sreg));
    if !old.iter().any(|&inst| is_clock_read(&f.inst(inst).op)) {
        return;
    }
    let (mut new, mut executed) = (Vec::with_capacity(old.len()), 0);
    for inst in old {
        if let Op::Sreg(sreg) = f.inst(inst).op
            && is_clock(sreg)
        {
            let line = f.inst(inst).line;
            let mut make = |op, args: &[Value], ty| {
                let made = f.make_inst(op, args.to_vec(), &[ty], line);
                new.push(made);
                f.inst(made).results[0]
            };
            let mut time = make(Op::Const(executed), &[], Type::I64);
            if let Some(before) = before {
                time = make(Op::Int(IntOp::Add), &[before, time], Type::I64);
            }
            let load = |space, offset| Op::Load { space, ty: Scalar::U64, offset, order: Order::Weak };
            let place = make(Op::Const(u64::from(param)), &[], Type::I64);
            let words = make(load(Space::Param, 0), &[place], Type::I64);
            let cycles = make(load(Space::Global, -8), &[words], Type::I64);
            let mut append = (Op::Int(IntOp::Mul), vec![time, cycles]);
            if matches!(sreg, Sreg::GlobalTimer | Sreg::GlobalTimerLo | Sreg::GlobalTimerHi) {
                let cycles = make(append.0, &append.1, Type::I64);
                let cycle = make(load(Space::Global, -16), &[words], Type::I64);
                let picoseconds = make(Op::Int(IntOp::Mul), &[cycles, cycle], Type::I64);
                let nanosecond = make(Op::Const(PICOSECONDS), &[], Type::I64);
                let since = make(Op::Int(IntOp::DivU), &[picoseconds, nanosecond], Type::I64);
                let launch = make(Op::Sreg(Sreg::GridId), &[], Type::I64);
                let shift = make(Op::Const(LAUNCH), &[], Type::I32);
                let begin = make(Op::Int(IntOp::Shl), &[launch, shift], Type::I64);
                append = (Op::Int(IntOp::Add), vec![begin, since]);
            }
            let part = match sreg {
                Sreg::Clock | Sreg::GlobalTimerLo => Some(0),
                Sreg::ClockHi | Sreg::GlobalTimerHi => Some(1),
                _ => None,
            };
            if let Some(part) = part {
                let all = make(append.0, &append.1, Type::I64);
                append = (Op::Part(part), vec![all]);
            }
            let register = f.inst_mut(inst);
            (register.op, register.args) = append;
        }
        executed += if uncounted { 0 } else { instructions(f, &[inst]) };
        new.push(inst);
    }
    f.block_mut(block).insts = new;
}

/// Adds a thread's count to its block's word, at the end of an IR block.
fn add_to_block(f: &mut Function, block: crate::ir::BlockId, executed: Value, offset: u32) {
    let line = f.block(block).line;
    let mut op = |op, args, ty| f.append_one(block, op, args, ty, line);
    let one = op(Op::Const(1), vec![], Type::I32);
    let wide = |op: &mut dyn FnMut(Op, Vec<Value>, Type) -> Value, sreg| {
        let word = op(Op::Sreg(sreg), vec![], Type::I32);
        op(Op::MulWide { signed: false }, vec![word, one], Type::I64)
    };
    // (z · ny + y) · nx + x
    let [x, y, z] = [0, 1, 2].map(|axis| wide(&mut op, Sreg::Ctaid(axis)));
    let [nx, ny] = [0, 1].map(|axis| wide(&mut op, Sreg::Nctaid(axis)));
    let mul = Op::Int(IntOp::Mul);
    let add = Op::Int(IntOp::Add);
    let index = op(mul.clone(), vec![z, ny], Type::I64);
    let index = op(add.clone(), vec![index, y], Type::I64);
    let index = op(mul.clone(), vec![index, nx], Type::I64);
    let index = op(add.clone(), vec![index, x], Type::I64);
    let eight = op(Op::Const(8), vec![], Type::I64);
    let bytes = op(mul, vec![index, eight], Type::I64);
    let place = op(Op::Const(u64::from(offset)), vec![], Type::I64);
    let load = Op::Load { space: Space::Param, ty: Scalar::U64, offset: 0, order: Order::Weak };
    let words = op(load, vec![place], Type::I64);
    let address = op(add, vec![words, bytes], Type::I64);
    // No other block accesses the word.
    let atom =
        Op::Atom { space: Space::Global, op: AtomOp::Add, ty: Scalar::U64, offset: 0, order: Order::Weak };
    f.append(block, atom, vec![address, executed], &[], line);
}
