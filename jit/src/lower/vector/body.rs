//! Instructions of a block.
//!
//! Instructions that need only values from before the block and give one scalar a strip come first; then one
//! test for all groups of accesses whose addresses they settle. The rest of the block follows twice: in
//! vectors without any test, and as a loop over the lanes for when the test fails.

use super::kind::Kind;
use super::state::Vectors;
use crate::lower::plan::Home;
use cranelift_codegen::ir::{Block, InstBuilder};
use ptx::analysis::regions::sync_at_end;
use ptx::ir::{BlockId, Def, Effect, InstId, Op, Order, Term, Value};
use std::collections::BTreeSet;

impl Vectors<'_> {
    /// Emits a block's instructions for the lanes of the current mask.
    pub(super) fn body(&mut self, id: BlockId) {
        for &v in &self.e.f.block(id).params {
            self.store_to_frame(v);
        }
        self.region.in_loop = self.is_in_loop(id).then_some(id);
        self.storage.rows = self.storage.rows.filter(|rows| rows.is_before(id));
        self.storage.products.enter(id);
        let record = self.log_block(id);
        let sync = sync_at_end(self.e.f, id);
        let insts: Vec<InstId> =
            self.e.f.block(id).insts.iter().copied().filter(|&inst| Some(inst) != sync).collect();
        self.store_done(&insts);
        let insts: Vec<InstId> =
            insts.into_iter().filter(|&inst| !self.is_done(inst) && !self.is_unused(inst)).collect();
        let (early, rest) = self.split(&insts);
        self.group(&rest);
        self.reuse_row_tests(id);
        for inst in early {
            self.instruction(inst);
        }
        // Accesses are recorded once, so that each has a test of its own.
        let rest = self.some_sums_at_a_time(rest);
        match record {
            None if let Some(slow) = self.all_tested(&rest) => self.twice(&rest, slow),
            _ => self.in_order(&rest),
        }
        self.groups.clear();
        if let Some(sync) = sync.filter(|sync| self.analysis.in_line[sync.index()])
            && let Term::Jump(edge) = &self.e.f.block(id).term
        {
            self.warp_operation(sync, edge.to);
        }
        if let Some(record) = record {
            self.log_block_end(record, id);
        }
    }

    /// Returns whether nothing on the trace at hand needs an instruction.
    fn is_unused(&self, id: InstId) -> bool {
        let results = &self.e.f.inst(id).results;
        !results.is_empty() && results.iter().all(|v| self.region.unused.contains(v))
    }

    /// Splits instructions into those that can come first and the rest.
    fn split(&self, insts: &[InstId]) -> (Vec<InstId>, Vec<InstId>) {
        let f = self.e.f;
        let mut late: Vec<Value> = Vec::new();
        let (mut early, mut rest) = (Vec::new(), Vec::new());
        for &id in insts {
            let inst = f.inst(id);
            let waits = |v: &Value| late.binary_search(v).is_ok();
            if !inst.results.is_empty() && inst.results.iter().all(|v| self.analysis.invariant[v.index()]) {
                early.push(id);
                continue;
            }
            let scalar = inst.results.iter().all(|&v| self.kind(v) != Kind::Varying);
            if inst.op.effect() == Effect::Pure && scalar && !inst.args.iter().any(waits) {
                early.push(id);
                continue;
            }
            rest.push(id);
            for &v in &inst.results {
                if let Err(at) = late.binary_search(&v) {
                    late.insert(at, v);
                }
            }
        }
        (early, rest)
    }

    /// Emits the tests of all groups with computed roots, each with a branch for when it fails: the processor
    /// compares and branches at once. Returns the target of these, if there are any.
    fn all_tested(&mut self, rest: &[InstId]) -> Option<Block> {
        let f = self.e.f;
        if self.groups.is_empty() {
            return None;
        }
        let mut sorted = rest.to_vec();
        sorted.sort_unstable();
        let late = |v: Value| match f.value(v).def {
            Def::Inst(id, _) => sorted.binary_search(&id).is_ok(),
            Def::Param(..) => false,
        };
        let known: Vec<_> = self
            .groups
            .iter()
            .filter(|(key, g)| g.tested_at.is_none() && !late(key.1))
            .map(|(key, g)| (*key, *g))
            .collect();
        let mut slow = None;
        for (key, group) in known {
            let (fine, at) = self.test(key, &group);
            if let Some(group) = self.groups.get_mut(&key) {
                group.tested_at = Some(at);
            }
            let slow = *slow.get_or_insert_with(|| self.e.b.create_block());
            let next = self.e.b.create_block();
            self.e.b.ins().brif(fine, next, &[], slow, &[]);
            self.e.open(next);
        }
        slow
    }

    /// Emits the rest of a block in vectors, and lane by lane at `slow`.
    fn twice(&mut self, rest: &[InstId], slow: Block) {
        let outputs = self.outputs(rest);
        let [fast, after] = std::array::from_fn(|_| self.e.b.create_block());
        let vectors = self.active.vectors;
        self.e.b.ins().jump(fast, &[]);

        self.e.open(slow);
        let warm = self.e.enter_cold();
        let lanes = self.active.mask;
        self.on_running_lanes(rest, &outputs, lanes);
        for &v in &outputs {
            self.store_to_frame(v);
            self.invert_early(v);
        }
        self.e.b.ins().jump(after, &[]);
        self.e.leave_cold(warm);

        self.active.vectors = vectors;
        self.active.entered += 1;
        self.e.open(fast);
        self.in_order(rest);
        self.e.b.ins().jump(after, &[]);

        self.active.vectors = vectors;
        self.active.entered += 1;
        self.e.open(after);
    }

    /// Emits instructions in vectors, or unrolled over lanes where that is known to be faster.
    fn in_order(&mut self, insts: &[InstId]) {
        let f = self.e.f;
        let mut indices = Vec::with_capacity(insts.len());
        for (n, &id) in insts.iter().enumerate() {
            let inst = f.inst(id);
            let index = self.index_read_by(id);
            for v in inst.results.iter().chain(&inst.args).copied().chain(index) {
                self.storage.last_uses[v.index()] = n as u32;
            }
            indices.push(index);
        }
        self.storage.stepping.clear();
        self.storage.guessed.clear();
        self.storage.early.clear();
        self.storage.structures.clear();
        let mut at = 0;
        while at < insts.len() {
            let first = at;
            let op = &f.inst(insts[at]).op;
            if !matches!(op, Op::Load { order: Order::Weak, .. }) && op.effect() != Effect::Pure {
                self.storage.structures.clear();
            }
            if !self.e.asks.traced
                && let Some(count) = self.scatter_run(&insts[at..])
            {
                at += count;
            } else if let Some(count) = self.row_loads(&insts[at..]) {
                at += count;
            } else if let Some(count) = self.double_run(&insts[at..], at) {
                at += count;
            } else {
                self.neighbour_loads(&insts[at..]);
                self.instruction(insts[at]);
                at += 1;
            }
            for (n, &id) in insts.iter().enumerate().take(at).skip(first) {
                let inst = f.inst(id);
                for v in inst.results.iter().chain(&inst.args).copied().chain(indices[n]) {
                    if self.storage.last_uses[v.index()] == n as u32 && self.is_local(v) {
                        self.release_chunks(v);
                    }
                }
            }
        }
        self.storage.stepping.clear();
        self.storage.guessed.clear();
        self.storage.early.clear();
        self.storage.structures.clear();
    }

    /// Returns whether a value is in vectors that only instructions of its own block read.
    pub(super) fn is_local(&self, v: Value) -> bool {
        let home = self.e.plan.home(v) != Home::Nowhere;
        let read = home || self.analysis.escapes[v.index()];
        !read && !self.is_shared(v) && self.kind(v) == Kind::Varying && self.e.f.constant(v).is_none()
    }

    /// Returns the results that code after these instructions reads: the values used there, and the operands
    /// of widened values used there, which are recomputed from them.
    fn outputs(&self, insts: &[InstId]) -> Vec<Value> {
        let f = self.e.f;
        let mut wanted = Vec::new();
        let mut again: BTreeSet<Value> = BTreeSet::new();
        for inst in insts.iter().rev().map(|&id| f.inst(id)) {
            for &v in inst.results.iter().filter(|&&v| f.constant(v).is_none()) {
                let leaves = self.analysis.escapes[v.index()] || self.e.plan.home(v) != Home::Nowhere;
                let leaves = leaves || self.is_shared(v);
                if !leaves && !again.contains(&v) {
                    continue;
                }
                wanted.push(v);
                if let Kind::Widened(_) = self.kind(v) {
                    again.extend(&inst.args);
                }
            }
        }
        wanted.reverse();
        wanted
    }

    pub(super) fn instruction(&mut self, id: InstId) {
        let inst = self.e.f.inst(id);
        let has = |made: &[bool]| !inst.results.is_empty() && inst.results.iter().all(|v| made[v.index()]);
        self.log_access(id);
        if let Some(at) = self.storage.early.iter().position(|&early| early == id) {
            self.storage.early.swap_remove(at);
            return;
        }
        match &inst.op {
            _ if has(&self.analysis.invariant) => {}
            _ if self.region.whole.is_some() && has(&self.analysis.row_affine) => {}
            Op::Const(_) | Op::Nanosleep | Op::Async(_) => return,
            Op::Load { .. } | Op::Store { .. } => self.access(id),
            Op::Fence => {
                self.e.emit_inst(id);
            }
            op if op.effect() == Effect::Sync => return,
            op if op.effect() == Effect::Memory => {
                if !self.fetch(id) && !self.lane_sum(id) && !self.shared_update(id) {
                    self.by_lane(id);
                }
            }
            _ => self.pure(id),
        }
        for &v in &inst.results {
            self.store_to_frame(v);
            self.invert_early(v);
        }
    }

    /// Emits any other instruction with effects, lane by lane.
    fn by_lane(&mut self, id: InstId) {
        let lanes = self.active.mask;
        let results = self.e.f.inst(id).results.clone();
        self.on_running_lanes(&[id], &results, lanes);
    }
}
