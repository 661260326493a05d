//! Strips of several rows that run a trace together: each block for one strip after the other.
//!
//! In a loop whose iterations depend on each other, a strip of one or two vectors waits for its results. If
//! the control flow is the same in all rows of a [plane](super::plane), the strips of a column wait together.
//! Values that are equal in them are computed for the first one only, loads included.

use super::chunk::Held;
use super::kind::Kind;
use super::plane::{Column, Plane, PlaneCode, Settled};
use super::region_code::NotVectorizable;
use super::state::{Strip, Vectors, Whole};
use super::sweep::Frame;
use super::trace::Trace;
use crate::lower::plan::Home;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use ptx::analysis::regions::{Region, Start, is_plain_barrier};
use ptx::ir::{BlockId, Edge, Effect, InstId, Op, Order, Space, Term, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum instructions of a trace of which there is one more copy for each strip.
const MOST: usize = 160;

/// Maximum vectors that loops carry for all strips: of the widest ones, and of others.
const CARRIED: [usize; 2] = [16, 8];

/// Values that strips share while they run together.
pub(super) struct Together {
    /// Number of strips.
    pub(super) strips: usize,
    /// Values that are equal in all strips, by value: they are set for the first one.
    shared: Vec<bool>,
    /// Values that each strip sets for itself.
    own: Vec<Value>,
}

/// Strips that run together while their code is made.
pub(super) struct Side {
    together: Together,
    /// The strip that is selected. Its state is in the emitter, that of the others here.
    selected: usize,
    strips: Vec<State>,
}

/// State of one strip.
pub(super) struct State {
    strip: Option<Strip>,
    whole: Option<Whole>,
    held: Vec<Held>,
}

impl Vectors<'_> {
    /// Returns the strips of a plane that may run together, if that is worth its code.
    pub(super) fn together(&self, region: &Region, trace: &Trace, plane: &Plane) -> Option<Together> {
        let f = self.e.f;
        let starts_together = match region.start {
            Start::Entry => true,
            Start::After(id) => is_plain_barrier(f, id),
            Start::Join => false,
        };
        let blocks: Vec<BlockId> = trace.places.iter().map(|&at| region.blocks[at]).collect();
        let size: usize = blocks.iter().map(|&b| f.block(b).insts.len()).sum();
        if !trace.apart.is_empty() || !starts_together || size > MOST || !self.loads_first(&blocks) {
            return None;
        }
        let place: BTreeMap<BlockId, usize> = blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let edges = |n: usize| {
            let decided = trace.decided.get(&trace.places[n]).copied();
            let term = &f.block(blocks[n]).term;
            match (decided, term) {
                _ if self.analysis.sync_at_end(f, blocks[n]).is_some() => Vec::new(),
                (Some(first), Term::Branch { then, other, .. }) => vec![if first { then } else { other }],
                _ => term.edges().collect(),
            }
        };
        let mut carried: Vec<Value> = Vec::new();
        for n in 0..blocks.len() {
            for header in edges(n).into_iter().filter(|e| place.get(&e.to).is_some_and(|&to| to <= n)) {
                carried.extend(&f.block(header.to).params);
            }
        }
        carried.sort_unstable();
        carried.dedup();
        let shared = self.shared_values(&blocks, &edges)?;
        for (n, &b) in blocks.iter().enumerate() {
            let decided = trace.decided.contains_key(&trace.places[n]);
            let selector = f.block(b).term.selector().filter(|_| !decided);
            if matches!(f.block(b).term, Term::Trap) || selector.is_some_and(|v| !self.is_equal(v, &shared)) {
                return None;
            }
        }
        let vectors: usize = carried
            .iter()
            .filter(|v| !shared[v.index()] && self.kind(**v) == Kind::Varying)
            .map(|&v| self.layout(f.ty(v)).count)
            .sum();
        let most = CARRIED[usize::from(self.bounds.vector_bytes < 64)];
        let strips = [4, 2].into_iter().find(|strips| vectors > 0 && strips * vectors <= most)?;
        let mut own: BTreeSet<Value> = BTreeSet::new();
        for &b in &blocks {
            let block = f.block(b);
            own.extend(block.params.iter().chain(block.insts.iter().flat_map(|&i| &f.inst(i).results)));
        }
        own.extend(self.region.live_in.iter().chain(&self.wanted(plane.values())));
        let apart =
            |v: &Value| !shared[v.index()] && !self.analysis.invariant[v.index()] && f.constant(*v).is_none();
        let own = own.into_iter().filter(apart).collect();
        Some(Together { strips, shared, own })
    }

    /// Emits the loop over the rows of a column in which several strips run together, from the row of
    /// `args` on. Returns the arguments of the code for the rows that are left; none are at `past`.
    pub(super) fn strips_together(
        &mut self,
        (region, trace, plane, groups): PlaneCode<'_>,
        frame: &Frame,
        (settled, column, whole): (&Settled, &Column, Cl),
        together: Together,
        (args, past): (&[Cl], Block),
    ) -> Result<Vec<Cl>, NotVectorizable> {
        let [look, several, end, rest, single] = std::array::from_fn(|_| self.e.b.create_block());
        let params = self.params_like(look, args);
        self.jump_to_strip(look, args);
        self.e.b.switch_to_block(look);
        let count = together.strips as i64;
        let more = self.e.b.ins().imul_imm_s(settled.length[0], count - 1);
        let last = self.e.b.ins().iadd(params[1], more);
        let enough = self.e.b.ins().icmp(IntCC::UnsignedLessThan, last, whole);
        self.e.b.ins().brif(enough, several, &[], rest, &[]);

        self.e.open(several);
        let (mut strips, mut values) = (Vec::new(), Vec::new());
        let mut at = params.clone();
        for n in 0..together.strips {
            if n > 0 {
                at = self.row_below(settled, &at, 1);
            }
            let (own, made) = self.strip_of_row((plane, groups), frame, (settled, column, end), &at);
            strips.push(own);
            values.push(made);
        }
        self.start_together(together, strips);
        self.enter_lane_zero();
        let wanted = self.wanted(plane.values());
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let mut values = values.iter();
        self.for_each_strip(|this| {
            if let Some(made) = values.next() {
                this.set_row_values(&wanted, made, zero);
            }
        });
        self.traced(region, trace)?;
        self.end_together_strips();
        self.region.whole = None;
        self.active.entered += 1;
        self.e.open(end);
        let next = self.row_below(settled, &params, count);
        self.jump_to_strip(look, &next);
        self.e.b.seal_block(look);

        self.e.open(rest);
        let more = self.e.b.ins().icmp(IntCC::UnsignedLessThan, params[1], whole);
        self.e.b.ins().brif(more, single, &[], past, &[]);
        self.e.open(single);
        Ok(params)
    }

    /// Returns whether blocks, in order, do nothing but compute, load, and store after all loads and loops.
    fn loads_first(&self, blocks: &[BlockId]) -> bool {
        let f = self.e.f;
        let mut stored = false;
        for (n, &b) in blocks.iter().enumerate() {
            let sync = self.analysis.sync_at_end(f, b);
            for inst in f.block(b).insts.iter().filter(|&&i| Some(i) != sync).map(|&i| f.inst(i)) {
                match inst.op {
                    Op::Load { order: Order::Weak, .. } if !stored => {}
                    Op::Store { order: Order::Weak, .. } => stored = true,
                    ref op if op.effect() == Effect::Pure => {}
                    _ => return false,
                }
            }
            let goes_back = |to: BlockId| blocks[..=n].contains(&to);
            if stored && f.block(b).term.edges().any(|e| goes_back(e.to)) {
                return false;
            }
            // A warp operation would be passed.
            if sync.is_some() && f.block(b).term.edges().any(|e| blocks.contains(&e.to)) {
                return false;
            }
        }
        true
    }

    /// Returns the values set along a trace that are equal in all rows, by value, if there are any.
    fn shared_values<'f>(
        &self,
        blocks: &[BlockId],
        edges: &impl Fn(usize) -> Vec<&'f Edge>,
    ) -> Option<Vec<bool>> {
        let f = self.e.f;
        let mut shared = vec![false; f.value_count()];
        let may = |v: &Value| !self.analysis.row_affine[v.index()] && f.constant(*v).is_none();
        for (n, &b) in blocks.iter().enumerate() {
            // The head's parameters come from elsewhere.
            let params = f.block(b).params.iter().filter(|_| n > 0);
            let results = f.block(b).insts.iter().map(|&i| f.inst(i)).filter(|inst| match inst.op {
                Op::Load { .. } => true,
                Op::Sreg(_) => false,
                ref op => op.effect() == Effect::Pure,
            });
            params.chain(results.flat_map(|inst| &inst.results)).filter(|v| may(v)).for_each(|v| {
                shared[v.index()] = true;
            });
        }
        loop {
            let mut changed = false;
            for (n, &b) in blocks.iter().enumerate() {
                for inst in f.block(b).insts.iter().map(|&i| f.inst(i)) {
                    let own = matches!(inst.op, Op::Load { space: Space::Local, .. })
                        || !inst.args.iter().all(|&v| self.is_equal(v, &shared));
                    for v in inst.results.iter().filter(|_| own) {
                        changed |= std::mem::replace(&mut shared[v.index()], false);
                    }
                }
                for edge in edges(n) {
                    for (&param, &arg) in f.block(edge.to).params.iter().zip(&edge.args) {
                        if !self.is_equal(arg, &shared) {
                            changed |= std::mem::replace(&mut shared[param.index()], false);
                        }
                    }
                }
            }
            if !changed {
                return shared.contains(&true).then_some(shared);
            }
        }
    }

    /// Returns whether a value is equal in all rows.
    fn is_equal(&self, v: Value, shared: &[bool]) -> bool {
        let invariant = self.e.f.constant(v).is_some() || self.analysis.invariant[v.index()];
        invariant || shared[v.index()] || self.steps_by_row(v) == Some(false)
    }

    /// Makes strips run together in the code that follows: the selected one is the first.
    pub(super) fn start_together(&mut self, together: Together, strips: Vec<(Strip, Whole)>) {
        let none = |_: &Value| Held::default();
        for &v in &together.own {
            self.storage.held[v.index()] = Held::default();
        }
        let state = |(strip, whole)| State {
            strip: Some(strip),
            whole: Some(whole),
            held: together.own.iter().map(none).collect(),
        };
        let strips: Vec<State> = strips.into_iter().map(state).collect();
        self.side = Some(Side { together, selected: 0, strips });
        self.exchange(0);
    }

    /// Ends the code of strips that run together.
    pub(super) fn end_together_strips(&mut self) {
        let Some(side) = self.side.take() else { return };
        for (n, _) in side.together.shared.iter().enumerate().filter(|(_, shared)| **shared) {
            self.storage.held[n] = Held::default();
        }
        for &v in &side.together.own {
            self.storage.held[v.index()] = Held::default();
        }
    }

    /// Exchanges the emitter's state of a strip with the one that is kept for a strip.
    fn exchange(&mut self, n: usize) {
        let Some(side) = &mut self.side else { return };
        let Some(state) = side.strips.get_mut(n) else { return };
        std::mem::swap(&mut self.region.strip, &mut state.strip);
        std::mem::swap(&mut self.region.whole, &mut state.whole);
        for (v, held) in side.together.own.iter().zip(&mut state.held) {
            std::mem::swap(&mut self.storage.held[v.index()], held);
        }
    }

    /// Emits code for each strip that runs together, or for the only one.
    pub(super) fn for_each_strip(&mut self, mut emit: impl FnMut(&mut Self)) {
        let count = self.side.as_ref().map_or(1, |side| side.strips.len());
        for n in 0..count {
            self.select_strip(n);
            emit(self);
        }
        self.select_strip(0);
    }

    fn select_strip(&mut self, n: usize) {
        let Some(before) = self.side.as_ref().map(|side| side.selected).filter(|&before| before != n) else {
            return;
        };
        self.exchange(before);
        self.exchange(n);
        if let Some(side) = &mut self.side {
            side.selected = n;
        }
        self.storage.inverse = None;
        self.enter_lane_zero();
    }

    /// Returns whether a value is computed for the first of several strips that run together.
    pub(super) fn is_shared(&self, v: Value) -> bool {
        self.side.as_ref().is_some_and(|side| side.together.shared[v.index()])
    }

    /// Returns whether a value has been set for a strip before the selected one.
    pub(super) fn is_set_before(&self, v: Value) -> bool {
        self.side.as_ref().is_some_and(|side| side.selected > 0 && side.together.shared[v.index()])
    }

    /// Returns whether an instruction has been executed for a strip before the selected one.
    pub(super) fn is_done(&self, id: InstId) -> bool {
        let results = &self.e.f.inst(id).results;
        !results.is_empty() && results.iter().all(|&v| self.is_set_before(v))
    }

    /// Stores to the frame of the selected strip what another one has computed for it.
    pub(super) fn store_done(&mut self, insts: &[InstId]) {
        let f = self.e.f;
        let done: Vec<InstId> = insts.iter().copied().filter(|&id| self.is_done(id)).collect();
        for id in done {
            for &v in &f.inst(id).results {
                if self.e.plan.home(v) != Home::Nowhere {
                    self.store_to_frame(v);
                }
            }
        }
    }
}
