//! Blocks that all running lanes run together, and branches that they take together.

use super::state::Vectors;
use super::trace::Trace;
use super::ways::{Chain, Shapeless, Ways};
use crate::abi::offset;
use crate::lower::emitter::TRUSTED;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use cranelift_frontend::{Switch, Variable};
use ptx::analysis::regions::{Region, sync_at_end};
use ptx::ir::{BlockId, Def, Edge, Term, Value};
use std::collections::BTreeMap;

impl Vectors<'_> {
    pub(super) fn region(&mut self, region: &Region) -> Result<(), Shapeless> {
        let mask = self.e.b.use_var(self.active.alive);
        self.enter(mask, true);
        let first = self.e.b.ins().ctz(mask);
        for &v in &region.live_in {
            self.find(v, first);
        }
        let all: Vec<usize> = (0..region.blocks.len()).collect();
        let mut ways = self.ways(region, &all, BTreeMap::new());
        self.jump_to(&mut ways, 0);
        for (at, &id) in region.blocks.iter().enumerate() {
            if self.is_controlled(id) {
                // Never reached by all lanes together: a dead end, so that every block has an end.
                self.e.b.switch_to_block(ways.native[&at]);
                let end = self.strip().end;
                self.e.b.ins().jump(end, &[]);
                continue;
            }
            self.affordable()?;
            self.e.b.switch_to_block(ways.native[&at]);
            let mask = self.e.b.use_var(self.active.alive);
            self.enter(mask, false);
            self.body(id);
            self.end_together(&mut ways, at, id)?;
        }
        while let Some(at) = ways.todo.pop() {
            let Some(&block) = ways.entries.get(&at) else { continue };
            self.e.b.switch_to_block(block);
            self.chain(&mut ways, &Chain::Entry(at))?;
        }
        for &block in ways.native.values().chain(ways.entries.values()) {
            self.e.b.seal_block(block);
        }
        Ok(())
    }

    /// The code of a whole strip, or a short one, whose lanes go one way.
    pub(super) fn traced(&mut self, region: &Region, trace: &Trace) -> Result<(), Shapeless> {
        let lanes = self.region.whole.as_ref().map_or(self.width, |whole| whole.lanes);
        let all = self.e.b.ins().iconst(types::I32, (1 << lanes) - 1);
        self.enter(all, false);
        let first = self.e.b.ins().iconst(types::I32, 0);
        for &v in region.live_in.iter().filter(|v| !self.analysis.known[v.index()]) {
            self.take(v, first);
        }
        let mut ways = self.ways(region, &trace.places, trace.decided.clone());
        self.jump_to(&mut ways, 0);
        for &at in &trace.places {
            self.affordable()?;
            self.e.b.switch_to_block(ways.native[&at]);
            self.enter(all, false);
            self.body(region.blocks[at]);
            self.end_together(&mut ways, at, region.blocks[at])?;
        }
        for &block in ways.native.values() {
            self.e.b.seal_block(block);
        }
        Ok(())
    }

    fn ways<'r>(&mut self, region: &'r Region, places: &[usize], decided: BTreeMap<usize, bool>) -> Ways<'r> {
        let native = places.iter().map(|&at| (at, self.e.b.create_block())).collect();
        let place = region.blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        Ways { region, place, native, decided, entries: BTreeMap::new(), todo: Vec::new(), made: 0 }
    }

    /// Gets a value that the region did not compute: anew, or from the frame.
    fn find(&mut self, v: Value, first: Cl) {
        if !self.analysis.known[v.index()] {
            return self.take(v, first);
        }
        if self.analysis.steady[v.index()] || self.e.f.constant(v).is_some() {
            return;
        }
        let Def::Inst(id, _) = self.e.f.value(v).def else { return };
        for &arg in &self.e.f.inst(id).args {
            self.find(arg, first);
        }
        self.e.set_place(id.index() as u32);
        self.pure(id);
    }

    pub(super) fn is_controlled(&self, b: BlockId) -> bool {
        self.analysis.uniformity.is_controlled(b)
    }

    /// What follows is for the lanes of a mask.
    pub(super) fn enter(&mut self, mask: Cl, controlled: bool) {
        self.active.mask = mask;
        self.active.vectors = None;
        self.active.entered += 1;
        self.active.controlled = controlled;
    }

    fn end_together(&mut self, ways: &mut Ways<'_>, at: usize, id: BlockId) -> Result<(), Shapeless> {
        let term: &Term = &self.e.f.block(id).term;
        if let (Some(&yes), Term::Branch { then, other, .. }) = (ways.decided.get(&at), term) {
            self.edge_together(ways, at, if yes { then } else { other });
            return Ok(());
        }
        if term.selector().is_some() && self.analysis.uniformity.is_divergent(id) {
            return self.chain(ways, &Chain::Branch(at));
        }
        match term {
            Term::Jump(edge) if sync_at_end(self.e.f, id).is_some() => {
                self.leave_region(self.next_region(edge), self.active.mask);
                self.end_strip();
            }
            Term::Jump(edge) => self.edge_together(ways, at, edge),
            Term::Branch { cond, then, other } => {
                let cond = self.base(*cond);
                let [yes, no] = std::array::from_fn(|_| self.e.b.create_block());
                self.e.b.ins().brif(cond, yes, &[], no, &[]);
                for (block, edge) in [(yes, then), (no, other)] {
                    self.e.open(block);
                    self.edge_together(ways, at, edge);
                }
            }
            Term::Switch { index, targets } => {
                let index = self.base(*index);
                let blocks = self.switch(index, targets.len());
                for (block, edge) in blocks.into_iter().zip(targets) {
                    self.e.open(block);
                    self.edge_together(ways, at, edge);
                }
            }
            Term::Exit => {
                self.leave_region(0, self.active.mask);
                self.end_strip();
            }
            Term::Trap => {
                self.enter_first_lane();
                self.e.trap(id);
            }
        }
        Ok(())
    }

    /// A block for each target of a switch; the last takes every index beyond.
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

    fn edge_together(&mut self, ways: &mut Ways<'_>, at: usize, edge: &Edge) {
        let params = &self.e.f.block(edge.to).params;
        let values: Vec<_> = params.iter().zip(&edge.args).map(|(&p, &a)| self.copy(p, a)).collect();
        for (&param, value) in params.iter().zip(values) {
            self.paste(param, value, None);
        }
        match ways.place.get(&edge.to).copied() {
            Some(to) => {
                if to <= at {
                    self.poll();
                }
                self.jump_to(ways, to);
            }
            None => self.end_strip(),
        }
    }

    /// All running lanes go on at a block.
    pub(super) fn jump_to(&mut self, ways: &mut Ways<'_>, to: usize) {
        if (self.region.whole.is_some() || !self.is_controlled(ways.region.blocks[to]))
            && let Some(&native) = ways.native.get(&to)
        {
            self.e.b.ins().jump(native, &[]);
            return;
        }
        let entry = *ways.entries.entry(to).or_insert_with(|| {
            ways.todo.push(to);
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

    /// The region behind a sync operation.
    pub(super) fn next_region(&self, edge: &Edge) -> usize {
        self.analysis.regions.starting_at(edge.to).unwrap_or(0)
    }

    /// Lanes leave the region: what they go on with.
    pub(super) fn leave_region(&mut self, next: usize, lanes: Cl) {
        if self.region.one_next.is_some() {
            // The driver knows.
            return;
        }
        let next = self.e.b.ins().iconst(types::I32, next as i64);
        let thread = self.strip().thread;
        let thread = self.e.b.ins().uextend(types::I64, thread);
        let table = self.e.field(types::I64, offset!(next));
        let at = self.e.b.ins().ishl_imm_u(thread, 2);
        let place = self.e.b.ins().iadd(table, at);
        let all = self.e.b.ins().splat(types::I32X4, next);
        let [whole, part, after] = std::array::from_fn(|_| self.e.b.create_block());
        let full = self.e.b.ins().icmp_imm_u(IntCC::Equal, lanes, (1 << self.width) - 1);
        self.e.b.ins().brif(full, whole, &[], part, &[]);
        self.e.open(part);
        let mask = self.vectors_of(lanes);
        for (n, mask) in mask.into_iter().enumerate().take(self.words()) {
            let old = self.e.b.ins().load(types::I32X4, TRUSTED, place, n as i32 * 16);
            let new = self.e.b.ins().bitselect(mask, all, old);
            self.e.b.ins().store(TRUSTED, new, place, n as i32 * 16);
        }
        self.e.b.ins().jump(after, &[]);
        self.e.open(whole);
        for n in 0..self.words() as i32 {
            self.e.b.ins().store(TRUSTED, all, place, n * 16);
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
