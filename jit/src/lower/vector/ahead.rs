//! Reads of memory ahead of loops.
//!
//! A loop over a grid's stride (`for (i = …; i < n; i += gridDim.x * blockDim.x)`) reads one line in each
//! iteration, and the next one pages further on, where the processor does not read ahead by itself.

use super::memory::Access;
use super::state::Vectors;
use crate::machine::Extra;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value as Cl, types};
use ptx::ir::{BlockId, Def};

/// Log2 of the number of iterations from a prefetch to its use.
const LOG_ITERATIONS: i64 = 4;

/// Size of a line of the cache, bytes.
const LINE: i64 = 64;

impl Vectors<'_> {
    /// Returns whether a block is part of a loop with iterations that a strip runs one after the other.
    pub(super) fn is_in_loop(&self, id: BlockId) -> bool {
        let loops = &self.analysis.flow.loops;
        loops.innermost(id.index()).is_some_and(|own| {
            self.e
                .f
                .blocks()
                .all(|b| !loops.contains(own, b.index()) || self.analysis.sync_at_end(self.e.f, b).is_none())
        })
    }

    /// Returns whether an access of device memory has another address in the next iteration of a loop.
    pub(super) fn advances(&self, access: &Access) -> bool {
        let Some(block) = self.region.in_loop else { return false };
        let (space, root) = access.key();
        let here = match self.e.f.value(root).def {
            Def::Inst(id, _) => self.e.f.block(block).insts.contains(&id),
            Def::Param(of, _) => of == block,
        };
        let before = access.offset - self.group_for(access).low;
        let own = before == 0 || before >= LINE;
        here && own && access.weak && self.is_flat(space) && self.bounds.vector_bytes >= 32
    }

    /// Prefetches what a strip will read some iterations later, if its address goes on as it did since the
    /// last one. Lane 0 reads at the sum of `at` and `first`, others at steps of `stride`.
    pub(super) fn prefetch_ahead(&mut self, (at, first): (Cl, i32), stride: i64) {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.e.b.create_sized_stack_slot(slot);
        let before = self.e.b.ins().stack_load(types::I64, types::I64, slot, 0);
        self.e.b.ins().stack_store(types::I64, at, slot, 0);
        let step = self.e.b.ins().isub(at, before);
        let far = self.e.b.ins().ishl_imm_u(step, LOG_ITERATIONS);
        let ahead = self.e.b.ins().iadd(at, far);
        let bytes = stride * i64::from(self.width);
        for line in (0..bytes).step_by(LINE as usize) {
            let line = self.e.b.ins().iadd_imm_s(ahead, i64::from(first) + line);
            self.e.extra_effect(Extra::Prefetch, &[line]);
        }
    }
}
