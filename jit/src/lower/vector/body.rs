//! The instructions of a block.
//!
//! What only needs values from before the block and is one scalar a strip goes first; then the tests of all
//! groups of accesses whose addresses that settles, as one. Behind it stands the rest of the block twice: in
//! vectors and without any test, and as a loop over the lanes for when the test fails.

use super::kind::Kind;
use super::state::Vectors;
use crate::lower::plan::Home;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::analysis::regions::sync_at_end;
use ptx::ir::{BlockId, Def, Effect, InstId, Op, Value};

impl Vectors<'_> {
    /// A block's instructions, for the lanes of the current mask.
    pub(super) fn body(&mut self, id: BlockId) {
        for &v in &self.e.f.block(id).params {
            self.leave(v);
        }
        let sync = sync_at_end(self.e.f, id);
        let insts: Vec<InstId> =
            self.e.f.block(id).insts.iter().copied().filter(|&inst| Some(inst) != sync).collect();
        let (early, rest) = self.split(&insts);
        self.group(&rest);
        self.settle_groups(id);
        for inst in early {
            self.instruction(inst);
        }
        match self.all_tested(&rest) {
            Some(fine) => self.twice(&rest, fine),
            None => self.in_order(&rest),
        }
        self.groups.clear();
    }

    /// What can go first, and the rest.
    fn split(&self, insts: &[InstId]) -> (Vec<InstId>, Vec<InstId>) {
        let f = self.e.f;
        let mut late: Vec<Value> = Vec::new();
        let (mut early, mut rest) = (Vec::new(), Vec::new());
        for &id in insts {
            let inst = f.inst(id);
            let waits = |v: &Value| late.binary_search(v).is_ok();
            if !inst.results.is_empty() && inst.results.iter().all(|v| self.analysis.steady[v.index()]) {
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

    /// The tests of all groups whose roots are known, if there are any: whether all hold.
    fn all_tested(&mut self, rest: &[InstId]) -> Option<Cl> {
        let f = self.e.f;
        let late = |v: Value| match f.value(v).def {
            Def::Inst(id, _) => rest.contains(&id),
            Def::Param(..) => false,
        };
        let known: Vec<_> = self
            .groups
            .iter()
            .filter(|(key, g)| g.sure.is_none() && !late(key.1))
            .map(|(key, g)| (*key, *g))
            .collect();
        let mut all = None;
        for (key, group) in known {
            let (fine, at) = self.test(key, &group);
            if let Some(group) = self.groups.get_mut(&key) {
                group.sure = Some(at);
            }
            all = Some(all.map_or(fine, |all| self.e.b.ins().band(all, fine)));
        }
        all.map(|all| self.settled_flag(all))
    }

    /// The rest of a block in vectors, and lane by lane where the tests fail.
    fn twice(&mut self, rest: &[InstId], fine: Cl) {
        let outputs = self.outputs(rest);
        let [fast, slow, after] = std::array::from_fn(|_| self.e.b.create_block());
        let vectors = self.active.vectors;
        self.e.b.ins().brif(fine, fast, &[], slow, &[]);

        self.e.open(slow);
        let warm = self.e.turn_cold();
        let lanes = self.active.mask;
        self.on_running_lanes(rest, &outputs, lanes);
        for &v in &outputs {
            self.leave(v);
        }
        self.e.b.ins().jump(after, &[]);
        self.e.turn(warm);

        self.active.vectors = vectors;
        self.active.entered += 1;
        self.e.open(fast);
        self.in_order(rest);
        self.e.b.ins().jump(after, &[]);

        self.active.vectors = vectors;
        self.active.entered += 1;
        self.e.open(after);
    }

    /// Instructions in vectors, or lane by lane where that is known to be better.
    fn in_order(&mut self, insts: &[InstId]) {
        let mut at = 0;
        while at < insts.len() {
            if let Some(count) = self.apiece(&insts[at..]) {
                at += count;
            } else {
                self.instruction(insts[at]);
                at += 1;
            }
        }
    }

    /// What instructions of a block must set for code after it: what is used there, and what a widened value
    /// that is used there is computed from again.
    fn outputs(&self, insts: &[InstId]) -> Vec<Value> {
        let f = self.e.f;
        let mut wanted = Vec::new();
        let mut again: Vec<Value> = Vec::new();
        for inst in insts.iter().rev().map(|&id| f.inst(id)) {
            for &v in inst.results.iter().filter(|&&v| f.constant(v).is_none()) {
                let leaves = self.analysis.escapes[v.index()] || self.e.plan.home(v) != Home::Nowhere;
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

    fn instruction(&mut self, id: InstId) {
        let inst = self.e.f.inst(id);
        let has = |made: &[bool]| !inst.results.is_empty() && inst.results.iter().all(|v| made[v.index()]);
        match &inst.op {
            _ if has(&self.analysis.steady) => {}
            _ if self.region.whole.is_some() && has(&self.analysis.known) => {}
            Op::Const(_) | Op::Nanosleep | Op::Async(_) => return,
            Op::Load { .. } | Op::Store { .. } => self.access(id),
            Op::Fence => {
                self.e.emit_inst(id);
            }
            op if op.effect() == Effect::Sync => return,
            op if op.effect() == Effect::Memory => {
                if !self.changes_words(id) {
                    self.outside(id);
                }
            }
            _ => self.pure(id),
        }
        for &v in &inst.results {
            self.leave(v);
        }
    }

    /// An instruction that touches memory or the outside otherwise.
    fn outside(&mut self, id: InstId) {
        let lanes = self.active.mask;
        let results = self.e.f.inst(id).results.clone();
        self.on_running_lanes(&[id], &results, lanes);
    }

    /// A flag as a value of its own: otherwise the code generator computes it anew at each branch.
    fn settled_flag(&mut self, flag: Cl) -> Cl {
        let next = self.e.b.create_block();
        let own = self.e.b.append_block_param(next, types::I8);
        self.e.b.ins().jump(next, &[flag.into()]);
        self.e.open(next);
        own
    }
}
