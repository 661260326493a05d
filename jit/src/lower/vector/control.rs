//! Blocks that all active lanes run together, and the branches that they take together.

use super::region_code::{ChainStart, NotVectorizable, RegionCode};
use super::state::Vectors;
use super::trace::Trace;
use crate::abi::offset;
use crate::lower::emitter::TRUSTED;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use cranelift_frontend::{Switch, Variable};
use ptx::analysis::regions::Region;
use ptx::ir::{BlockId, Def, Edge, Term, Type, Value};
use std::collections::BTreeMap;

/// Returns the mask of all lanes of a strip.
pub(super) fn every(lanes: u32) -> u32 {
    u32::MAX >> (32 - lanes)
}

impl Vectors<'_> {
    pub(super) fn region(&mut self, region: &Region) -> Result<(), NotVectorizable> {
        self.storage.inverses.clear();
        self.storage.products.clear();
        let mask = self.e.b.use_var(self.active.alive);
        self.enter(mask, true);
        let first = self.e.b.ins().ctz(mask);
        for &v in &region.live_in {
            self.materialize(v, first);
            self.invert_early(v);
        }
        let all: Vec<usize> = (0..region.blocks.len()).collect();
        let mut code = self.region_code(region, &all, (BTreeMap::new(), BTreeMap::new()));
        self.jump_to(&mut code, 0);
        for (at, &id) in region.blocks.iter().enumerate() {
            if self.is_controlled(id) {
                // Not reached by all lanes together: a dead end, so that every block has a terminator.
                self.e.b.switch_to_block(code.native[&at]);
                let end = self.strip().end;
                self.e.b.ins().jump(end, &[]);
                continue;
            }
            self.check_size()?;
            self.e.b.switch_to_block(code.native[&at]);
            let mask = self.e.b.use_var(self.active.alive);
            self.enter(mask, false);
            if let Some(turns) = self.turns(id) {
                self.in_turns(&mut code, (at, id), &turns)?;
                continue;
            }
            self.body(id);
            self.end_together(&mut code, at, id)?;
        }
        while let Some(at) = code.todo.pop() {
            let Some(&block) = code.entries.get(&at) else { continue };
            self.e.b.switch_to_block(block);
            self.chain(&mut code, &ChainStart::Entry(at))?;
        }
        for &block in code.native.values().chain(code.entries.values()) {
            self.e.b.seal_block(block);
        }
        Ok(())
    }

    /// Emits the code of a whole or short strip; all its lanes follow one trace.
    pub(super) fn traced(&mut self, region: &Region, trace: &Trace) -> Result<(), NotVectorizable> {
        self.storage.inverses.clear();
        self.storage.products.clear();
        let lanes = self.region.whole.as_ref().map_or(self.width, |whole| whole.lanes);
        let all = match self.region.whole.as_ref().and_then(|whole| whole.active) {
            Some(active) => active,
            None => self.e.b.ins().iconst(types::I32, i64::from(every(lanes))),
        };
        self.enter(all, false);
        let first = self.e.b.ins().iconst(types::I32, 0);
        self.for_each_strip(|this| {
            for &v in region.live_in.iter().filter(|v| !this.analysis.row_affine[v.index()]) {
                this.load_from_frame(v, first);
            }
            region.live_in.iter().for_each(|&v| this.invert_early(v));
        });
        self.region.unused.clone_from(&trace.unused);
        let mut code = self.region_code(region, &trace.places, (trace.decided.clone(), trace.apart.clone()));
        self.jump_to(&mut code, 0);
        for &at in &trace.places {
            self.check_size()?;
            self.e.b.switch_to_block(code.native[&at]);
            self.enter(all, false);
            if let Some(turns) = self.turns(region.blocks[at]) {
                self.in_turns(&mut code, (at, region.blocks[at]), &turns)?;
                continue;
            }
            self.for_each_strip(|this| this.body(region.blocks[at]));
            self.end_together(&mut code, at, region.blocks[at])?;
        }
        self.region.unused.clear();
        for &block in code.native.values() {
            self.e.b.seal_block(block);
        }
        Ok(())
    }

    fn region_code<'r>(
        &mut self,
        region: &'r Region,
        places: &[usize],
        (decided, apart): (BTreeMap<usize, bool>, BTreeMap<usize, Vec<usize>>),
    ) -> RegionCode<'r> {
        let native = places.iter().map(|&at| (at, self.e.b.create_block())).collect();
        let place = region.blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let (entries, todo) = (BTreeMap::new(), Vec::new());
        RegionCode { region, place, native, decided, apart, entries, todo, made: 0 }
    }

    /// Makes a value from outside the region available: recomputed, or loaded from the frame.
    fn materialize(&mut self, v: Value, first: Cl) {
        if !self.analysis.row_affine[v.index()] {
            return self.load_from_frame(v, first);
        }
        if self.analysis.invariant[v.index()] || self.e.f.constant(v).is_some() {
            return;
        }
        let Def::Inst(id, _) = self.e.f.value(v).def else { return };
        for &arg in &self.e.f.inst(id).args {
            self.materialize(arg, first);
        }
        self.e.set_place(id.index() as u32);
        self.pure(id);
    }

    pub(super) fn is_controlled(&self, b: BlockId) -> bool {
        self.analysis.uniformity.is_controlled(b)
    }

    /// Selects the lanes of `mask` for the code that follows.
    pub(super) fn enter(&mut self, mask: Cl, controlled: bool) {
        self.active.mask = mask;
        self.active.vectors = None;
        self.active.entered += 1;
        self.active.controlled = controlled;
    }

    fn end_together(
        &mut self,
        code: &mut RegionCode<'_>,
        at: usize,
        id: BlockId,
    ) -> Result<(), NotVectorizable> {
        let term: &Term = &self.e.f.block(id).term;
        if let (Some(&yes), Term::Branch { then, other, .. }) = (code.decided.get(&at), term) {
            self.edge_together(code, at, if yes { then } else { other });
            return Ok(());
        }
        if term.selector().is_some() && self.analysis.uniformity.is_divergent(id) {
            return self.chain(code, &ChainStart::Branch(at));
        }
        match term {
            Term::Jump(edge) if let Some(sync) = self.analysis.sync_at_end(self.e.f, id) => {
                if code.place.contains_key(&edge.to) && self.does_in_registers(sync) {
                    let all = self.all_run();
                    if self.e.const_value(all) != Some(1) {
                        let [together, alone] = std::array::from_fn(|_| self.e.b.create_block());
                        self.e.b.ins().brif(all, together, &[], alone, &[]);
                        self.e.open(alone);
                        self.leave_region(self.next_region(edge), self.active.mask);
                        self.end_strip();
                        self.e.open(together);
                    }
                    self.warp_operation(sync, edge.to);
                    self.edge_together(code, at, edge);
                } else {
                    let next = self.next_region(edge);
                    self.for_each_strip(|this| this.leave_region(next, this.active.mask));
                    self.end_strip();
                }
            }
            Term::Jump(edge) => self.edge_together(code, at, edge),
            Term::Branch { cond, then, other } => {
                let cond = self.base(*cond);
                let [yes, no] = std::array::from_fn(|_| self.e.b.create_block());
                self.e.b.ins().brif(cond, yes, &[], no, &[]);
                for (block, edge) in [(yes, then), (no, other)] {
                    self.e.open(block);
                    self.edge_together(code, at, edge);
                }
            }
            Term::Switch { index, targets } => {
                let index = self.base(*index);
                let blocks = self.switch(index, targets.len());
                for (block, edge) in blocks.into_iter().zip(targets) {
                    self.e.open(block);
                    self.edge_together(code, at, edge);
                }
            }
            Term::Exit => {
                self.for_each_strip(|this| this.leave_region(0, this.active.mask));
                self.end_strip();
            }
            Term::Trap => {
                self.enter_first_lane();
                self.e.trap(id);
            }
        }
        Ok(())
    }

    /// Creates a block for each target of a switch; the last one takes every index out of range.
    pub(super) fn switch(&mut self, index: Cl, targets: usize) -> Vec<Block> {
        let blocks: Vec<Block> = (0..targets).map(|_| self.e.b.create_block()).collect();
        let mut switch = Switch::new();
        if let Some((&last, before)) = blocks.split_last() {
            for (n, &block) in before.iter().enumerate() {
                switch.set_entry(n as u128, block);
            }
            switch.emit(&mut self.e.b, index, last);
        }
        blocks
    }

    pub(super) fn edge_together(&mut self, code: &mut RegionCode<'_>, at: usize, edge: &Edge) {
        // All strips read before one of them writes: parameters may be shared.
        let params = &self.e.f.block(edge.to).params;
        let mut values = Vec::new();
        self.for_each_strip(|this| {
            let own = params.iter().zip(&edge.args).filter(|(p, _)| !this.is_set_before(**p));
            let own: Vec<_> = own.map(|(&p, &a)| (p, a)).collect();
            values.push(own.into_iter().map(|(p, a)| (p, this.copy(p, a))).collect::<Vec<_>>());
        });
        let mut values = values.into_iter();
        self.for_each_strip(|this| {
            for (param, value) in values.next().into_iter().flatten() {
                this.paste(param, value, None);
            }
        });
        match code.place.get(&edge.to).copied() {
            Some(to) => {
                if to <= at {
                    self.poll();
                }
                self.jump_to(code, to);
            }
            None => self.end_strip(),
        }
    }

    /// Jumps to a block with all active lanes.
    pub(super) fn jump_to(&mut self, code: &mut RegionCode<'_>, to: usize) {
        if (self.region.whole.is_some() || !self.is_controlled(code.region.blocks[to]))
            && let Some(&native) = code.native.get(&to)
        {
            self.e.b.ins().jump(native, &[]);
            return;
        }
        let entry = *code.entries.entry(to).or_insert_with(|| {
            code.todo.push(to);
            self.e.b.create_block()
        });
        self.e.b.ins().jump(entry, &[]);
    }

    pub(super) fn poll(&mut self) {
        self.enter_first_lane();
        self.e.emit_poll();
    }

    pub(super) fn end_strip(&mut self) {
        let end = self.strip().end;
        self.e.b.ins().jump(end, &[]);
    }

    /// Returns the region after a sync operation.
    pub(super) fn next_region(&self, edge: &Edge) -> usize {
        self.analysis.regions.starting_at(edge.to).unwrap_or(0)
    }

    /// Records the next region of lanes that leave this one.
    pub(super) fn leave_region(&mut self, next: usize, lanes: Cl) {
        if let [_, others @ ..] = self.region.nexts.as_slice() {
            // No lane's own next region is recorded.
            if !others.is_empty() {
                let next = self.e.b.ins().iconst(types::I32, next as i64);
                self.e.b.def_var(self.next, next);
            }
            return;
        }
        let next = self.e.b.ins().iconst(types::I32, next as i64);
        let thread = self.strip().thread;
        let thread = self.e.b.ins().uextend(types::I64, thread);
        let table = self.e.field(types::I64, offset!(next));
        let at = self.e.b.ins().ishl_imm_u(thread, 2);
        let place = self.e.b.ins().iadd(table, at);
        let all = self.splat(Type::I32, next)[0];
        let layout = self.layout(Type::I32);
        let every = every(self.width);
        let is_known = self.e.const_value(lanes).is_some_and(|lanes| lanes as u32 == every);
        let after = self.e.b.create_block();
        if !is_known {
            let [whole, part] = std::array::from_fn(|_| self.e.b.create_block());
            let full = self.e.b.ins().icmp_imm_u(IntCC::Equal, lanes, i64::from(every));
            self.e.b.ins().brif(full, whole, &[], part, &[]);
            self.e.open(part);
            let mask = self.vectors_of(lanes);
            for (n, mask) in mask.into_iter().enumerate().take(self.words()) {
                let at = layout.place(n);
                let old = self.e.b.ins().load(layout.vector, TRUSTED, place, at);
                let new = self.e.b.ins().bitselect(mask, all, old);
                self.e.b.ins().store(TRUSTED, new, place, at);
            }
            self.e.b.ins().jump(after, &[]);
            self.e.open(whole);
        }
        for n in 0..layout.count {
            self.e.b.ins().store(TRUSTED, all, place, layout.place(n));
        }
        self.e.b.ins().jump(after, &[]);
        self.e.open(after);
        let least = |this: &mut Self, var: Variable, low: bool| {
            let old = this.e.b.use_var(var);
            let new = if low { this.e.b.ins().umin(old, next) } else { this.e.b.ins().umax(old, next) };
            this.e.b.def_var(var, new);
        };
        least(self, self.low, true);
        least(self, self.high, false);
    }
}
