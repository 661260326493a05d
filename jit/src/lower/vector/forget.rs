//! Ends of the lives of values in linearised control flow.
//!
//! A block of a [chain](super::divergent) is skipped if no lane is in it. What it defines is then, for the
//! code generator, whatever the variable held before: a value of the last strip or iteration, which all code
//! in between would have to keep. No lane reads it. At the start of a chain, and of each iteration of its
//! loops, the variables of values that are defined anew there are set to zero.

use super::chunk::Cell;
use super::divergent::Chain;
use super::kind::Kind;
use super::region_code::RegionCode;
use super::state::Vectors;
use super::values::MANY;
use crate::lower::emitter::Emitter;
use cranelift_codegen::ir::{ConstantData, InstBuilder, Type as ClType, Value as Cl, types};
use ptx::analysis::dom::Dominators;
use ptx::ir::Value;
use std::collections::BTreeMap;

impl Vectors<'_> {
    /// Returns, by node of a chain, the values defined there that only blocks behind it in the chain read:
    /// the number of parameters among them, which come first, and the values.
    pub(super) fn forgettable(
        &self,
        code: &RegionCode<'_>,
        node: &BTreeMap<usize, usize>,
        dom: &Dominators,
    ) -> Vec<(usize, Vec<Value>)> {
        let f = self.e.f;
        let mut home: BTreeMap<Value, usize> = BTreeMap::new();
        for (&place, &node) in node {
            let block = f.block(code.region.blocks[place]);
            let results = block.insts.iter().flat_map(|&i| &f.inst(i).results).copied();
            let escapes = results.filter(|v| self.analysis.escapes[v.index()]);
            home.extend(
                block
                    .params
                    .iter()
                    .copied()
                    .chain(escapes)
                    .filter(|&v| self.may_forget(v))
                    .map(|v| (v, node)),
            );
        }
        for (place, &id) in code.region.blocks.iter().enumerate() {
            let block = f.block(id);
            let here = node.get(&place);
            let args = block.insts.iter().flat_map(|&i| &f.inst(i).args);
            let passed = block.term.edges().flat_map(|e| &e.args);
            for v in args.chain(passed).copied().chain(block.term.selector()) {
                let behind = |&own: &usize| here.is_some_and(|&here| dom.dominates(own, here));
                if home.get(&v).is_some_and(|own| !behind(own)) {
                    home.remove(&v);
                }
            }
        }
        let mut by_node = vec![(0, Vec::new()); node.len() + 1];
        for (&place, &node) in node {
            let block = f.block(code.region.blocks[place]);
            let results = block.insts.iter().flat_map(|&i| &f.inst(i).results);
            let params = block.params.iter().filter(|v| home.contains_key(v)).copied().collect::<Vec<_>>();
            let own = params.len();
            let results = results.filter(|v| home.contains_key(v)).copied();
            by_node[node] = (own, params.into_iter().chain(results).collect());
        }
        by_node
    }

    /// Returns the parameters of the block where a chain's lanes reconverge that none of its blocks reads.
    pub(super) fn forgettable_params(
        &self,
        code: &RegionCode<'_>,
        blocks: &[usize],
        exit: Option<usize>,
    ) -> Vec<Value> {
        let f = self.e.f;
        let Some(exit) = exit else { return Vec::new() };
        let mut params = f.block(code.region.blocks[exit]).params.clone();
        params.retain(|&v| self.may_forget(v));
        for block in blocks.iter().map(|&place| f.block(code.region.blocks[place])) {
            let args = block.insts.iter().flat_map(|&i| &f.inst(i).args);
            let passed = block.term.edges().flat_map(|e| &e.args);
            let read: Vec<Value> = args.chain(passed).copied().chain(block.term.selector()).collect();
            params.retain(|v| !read.contains(v));
        }
        params
    }

    /// Returns whether a value is set by the code of its block or the edges to it, and nowhere else.
    fn may_forget(&self, v: Value) -> bool {
        let analysis = self.analysis;
        let elsewhere =
            analysis.row_affine[v.index()] || analysis.known_lanes[v.index()] || self.is_shared(v);
        let before = self.region.live_in.binary_search(&v).is_ok()
            || analysis.redefined.contains(self.region.number, v);
        self.e.f.constant(v).is_none() && !elsewhere && !before && !analysis.memory[v.index()]
    }

    /// Forgets values whose definitions follow.
    pub(super) fn forget(&mut self, values: impl IntoIterator<Item = Value>) {
        let mut zeros = Vec::new();
        for v in values {
            let layout = self.layout(self.e.f.ty(v));
            match self.kind(v) {
                Kind::Varying => {
                    for n in 0..layout.count {
                        let cell = self.chunk_cell(v, n);
                        self.clear(cell, layout.vector, &mut zeros);
                    }
                }
                kind => {
                    let (cell, ty) = (self.base_cell(v), Emitter::clif(self.e.f.ty(v)));
                    self.clear(cell, ty, &mut zeros);
                    if let Kind::Widened(_) = kind {
                        let cell = self.flag_cell(v);
                        self.clear(cell, types::I8, &mut zeros);
                    }
                }
            }
            self.storage.held[v.index()].fresh = None;
        }
    }

    /// Makes places for the arguments of back-edges to a loop's header and forgets what is in them.
    pub(super) fn forget_pending(&mut self, chain: &mut Chain, header: usize, params: &[Value]) {
        let mut zeros = Vec::new();
        let many = chain.blocks.len() > MANY;
        for (n, &param) in params.iter().enumerate() {
            let ty = self.e.f.ty(param);
            let (part, count) = match self.is_vector_param(param) {
                true => (self.layout(ty).vector, self.layout(ty).count),
                false => (Emitter::clif(ty), 1),
            };
            let made = chain.pending.entry((header, n));
            let cells = made.or_insert_with(|| (0..count).map(|_| self.cell(part, many)).collect());
            for cell in cells.clone() {
                self.clear(cell, part, &mut zeros);
            }
        }
    }

    /// Sets a register to zero; `zeros` has those of this place.
    fn clear(&mut self, cell: Cell, ty: ClType, zeros: &mut Vec<(ClType, Cl)>) {
        if matches!(cell, Cell::Memory(..)) {
            return;
        }
        let none = match zeros.iter().find(|zero| zero.0 == ty) {
            Some(zero) => zero.1,
            None => {
                let none = self.nothing(ty);
                zeros.push((ty, none));
                none
            }
        };
        self.write(cell, none);
    }

    fn nothing(&mut self, ty: ClType) -> Cl {
        match ty {
            types::F32 => self.e.b.ins().f32const(0.0),
            types::F64 => self.e.b.ins().f64const(0.0),
            ty if ty.is_vector() => {
                let zeros = vec![0; ty.bytes() as usize];
                let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(zeros.as_slice()));
                self.e.b.ins().vconst(ty, constant)
            }
            ty => self.e.b.ins().iconst(ty, 0),
        }
    }
}
