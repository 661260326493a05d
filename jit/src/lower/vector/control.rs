//! Blocks that all running lanes run together, and branches that they take together.

use super::Vectors;
use super::chain::{Chain, Shapeless};
use crate::abi::{Stop, offset};
use crate::lower::emitter::TRUSTED;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use cranelift_frontend::{Switch, Variable};
use ptx::analysis::regions::{Region, sync_at_end};
use ptx::ir::{BlockId, Edge, Term};
use std::collections::BTreeMap;

/// Where the blocks of a region are.
pub(super) struct Ways<'r> {
    pub(super) region: &'r Region,
    /// The place of a block in the region's order.
    pub(super) place: BTreeMap<BlockId, usize>,
    /// Code of the blocks that lanes run together, by place.
    native: Vec<Block>,
    /// Code for lanes that come, all together, to a block where they may part: to be made, then made.
    entries: BTreeMap<usize, Block>,
    todo: Vec<usize>,
    /// Blocks of chains made so far.
    pub(super) made: usize,
}

impl Vectors<'_> {
    pub(super) fn region(&mut self, region: &Region) -> Result<(), Shapeless> {
        let mask = self.e.b.use_var(self.alive);
        self.enter(mask, true);
        let first = self.e.b.ins().ctz(mask);
        self.live_in.clone_from(&region.live_in);
        for &v in region.live_in.iter().filter(|v| !self.analysis.steady[v.index()]) {
            self.take(v, first);
        }
        let native: Vec<Block> = region.blocks.iter().map(|_| self.e.b.create_block()).collect();
        let place = region.blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let (entries, todo) = (BTreeMap::new(), Vec::new());
        let mut ways = Ways { region, place, native, entries, todo, made: 0 };
        self.jump_to(&mut ways, 0);
        for (at, &id) in region.blocks.iter().enumerate() {
            if self.is_controlled(id) {
                // Never reached by all lanes together: a dead end, so that every block has an end.
                self.e.b.switch_to_block(ways.native[at]);
                let end = self.strip().end;
                self.e.b.ins().jump(end, &[]);
                continue;
            }
            self.e.b.switch_to_block(ways.native[at]);
            let mask = self.e.b.use_var(self.alive);
            self.enter(mask, false);
            self.body(id);
            self.end_together(&mut ways, at, id)?;
        }
        while let Some(at) = ways.todo.pop() {
            let Some(&block) = ways.entries.get(&at) else { continue };
            self.e.b.switch_to_block(block);
            self.chain(&mut ways, &Chain::Entry(at))?;
        }
        for &block in ways.native.iter().chain(ways.entries.values()) {
            self.e.b.seal_block(block);
        }
        Ok(())
    }

    pub(super) fn is_controlled(&self, b: BlockId) -> bool {
        self.analysis.uniformity.is_controlled(b)
    }

    /// What follows is for the lanes of a mask.
    pub(super) fn enter(&mut self, mask: Cl, controlled: bool) {
        self.mask = mask;
        self.mask_vectors = None;
        self.entered += 1;
        self.controlled = controlled;
    }

    fn end_together(&mut self, ways: &mut Ways<'_>, at: usize, id: BlockId) -> Result<(), Shapeless> {
        let term: &Term = &self.e.f.block(id).term;
        if term.selector().is_some() && self.analysis.uniformity.is_divergent(id) {
            return self.chain(ways, &Chain::Branch(at));
        }
        match term {
            Term::Jump(edge) if sync_at_end(self.e.f, id).is_some() => {
                self.leave_region(self.next_region(edge), self.mask);
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
                self.leave_region(0, self.mask);
                self.end_strip();
            }
            Term::Trap => {
                self.enter_first_lane();
                self.e.stop(Stop::Trap);
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
        if !self.is_controlled(ways.region.blocks[to]) {
            self.e.b.ins().jump(ways.native[to], &[]);
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
