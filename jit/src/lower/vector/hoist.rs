//! Hoisting: code for values that are invariant in the block, before the loop over warps.

use super::rows::Bound;
use super::state::Vectors;
use crate::lower::emitter::Lane;
use crate::lower::plan::Home;
use cranelift_codegen::ir::{Block, InstBuilder, types};
use ptx::analysis::regions::Region;
use ptx::ir::{Def, Value};

impl Vectors<'_> {
    /// Computes the invariant values that a region and the conditions of its trace use. No warp is selected
    /// yet.
    pub(super) fn hoist_invariants(&mut self, region: &Region, bounds: &[Bound], fault: Block, end: Block) {
        let nobody = self.e.b.ins().iconst(types::I32, 0);
        self.e.lane = Some(Lane::in_strip(nobody, nobody, fault, end));
        self.active.mask = nobody;
        let mut done = vec![false; self.e.f.value_count()];
        for &id in &region.blocks {
            let f = self.e.f;
            let block = f.block(id);
            let args = block.insts.iter().flat_map(|&i| &f.inst(i).args).copied();
            let results = block.insts.iter().flat_map(|&i| &f.inst(i).results).copied();
            let kept = results.filter(|&v| self.e.plan.home(v) != Home::Nowhere);
            let passed = block.term.edges().flat_map(|e| e.args.iter().copied());
            let used: Vec<Value> = args.chain(kept).chain(passed).chain(block.term.selector()).collect();
            for v in used {
                self.hoist(v, &mut done);
            }
        }
        // A condition from an earlier region is in the frame, but a trace tests its operands.
        let operands = bounds.iter().flat_map(|b| [b.stepping.unwrap_or(b.fixed), b.limit]);
        for v in region.live_in.iter().copied().chain(operands) {
            self.hoist(v, &mut done);
        }
    }

    fn hoist(&mut self, v: Value, done: &mut [bool]) {
        if !self.analysis.row_affine[v.index()] || std::mem::replace(&mut done[v.index()], true) {
            return;
        }
        let Def::Inst(id, _) = self.e.f.value(v).def else { return };
        let args = self.e.f.inst(id).args.clone();
        for &arg in &args {
            self.hoist(arg, done);
        }
        if !self.analysis.invariant[v.index()] {
            return;
        }
        let given = args.iter().map(|&arg| (arg, self.base(arg))).collect();
        for (v, value) in self.scalar(id, given) {
            self.set_base(v, value);
        }
    }
}
