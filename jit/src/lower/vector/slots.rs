//! Vectors of a strip in slots of the stack frame, where host functions and single lanes find them.

use super::chunk::{Chunks, MOST};
use super::state::Vectors;
use cranelift_codegen::ir::{InstBuilder, StackSlot, types};
use ptx::ir::Type;

impl Vectors<'_> {
    /// Stores the vectors of a type to a slot, from an offset on.
    pub(super) fn store_row(&mut self, (slot, at): (StackSlot, i32), ty: Type, chunks: &Chunks) {
        let layout = self.layout(ty);
        for (n, &chunk) in chunks[..layout.count].iter().enumerate() {
            self.e.b.ins().stack_store(types::I64, chunk, slot, at + layout.place(n));
        }
    }

    /// Loads the vectors of a type from a slot, from an offset on.
    pub(super) fn load_row(&mut self, (slot, at): (StackSlot, i32), ty: Type) -> Chunks {
        let layout = self.layout(ty);
        let mut chunks = [self.active.mask; MOST];
        for (n, chunk) in chunks[..layout.count].iter_mut().enumerate() {
            *chunk = self.e.b.ins().stack_load(types::I64, layout.vector, slot, at + layout.place(n));
        }
        chunks
    }
}
