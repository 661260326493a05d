//! `mma` on strips of whole warps: the host multiplies registers that lie in the stack frame, in rows of a
//! word a lane.

use super::chunk::slot_of;
use super::products::{Group, Part};
use super::state::Vectors;
use cranelift_codegen::ir::StackSlot;
use ptx::exec::WARP;
use ptx::ir::{BlockId, InstId, Op, Value};

/// Size of a row of registers, bytes: one word a lane.
const ROW: u32 = 4 * WARP;

impl Vectors<'_> {
    /// Emits an `mma`, in front of block `next`. Lanes that do not take part count as zero.
    pub(super) fn multiply(&mut self, id: InstId, next: BlockId) {
        let inst = self.e.f.inst(id);
        let Op::Mma(ref mma) = inst.op else { return };
        let [a, b, c, d] = mma.registers();
        // The last operand is the mask.
        let Some((_, registers)) = inst.args.split_last() else { return };
        let (left, rest) = registers.split_at(a);
        let (columns, rest) = rest.split_at(b);
        let (sums, meta) = rest.split_at(c);
        let right = [columns, meta].concat();
        let stays = self.side.is_none() && self.has_all_lanes();
        if !stays {
            self.storage.products.clear();
        }
        let left = self.lay(Part::Left, left, a);
        let right = self.lay(Part::Right, &right, right.len());
        let sums = self.lay(Part::Sums, sums, c.max(d));
        self.e.multiply(id, self.active.mask, [left, right, sums]);
        for (row, &v) in (0..).zip(&inst.results) {
            let loaded = self.load_row((sums, row * ROW as i32), self.e.f.ty(v));
            self.set_chunks(v, &loaded);
        }
        let products = &mut self.storage.products;
        products.next = self.analysis.entered_once[next.index()].then_some(next);
        if let Some(group) = products.groups.iter_mut().find(|group| group.slot == sums) {
            group.values.clone_from(&inst.results);
        }
        if !stays {
            products.clear();
        }
    }

    /// Stores registers to a stack slot of so many rows, unless they lie in one. Returns it.
    fn lay(&mut self, part: Part, values: &[Value], rows: usize) -> StackSlot {
        let products = &mut self.storage.products;
        if let Some(group) = products.groups.iter().find(|group| group.part == part && group.values == values)
        {
            return group.slot;
        }
        let slot = products.free_slot(part, rows).unwrap_or_else(|| {
            let slot = self.e.b.create_sized_stack_slot(slot_of(rows as u32 * ROW));
            products.slots.push((part, rows, slot));
            slot
        });
        products.groups.push(Group { part, values: values.to_vec(), slot });
        for (row, &v) in (0..).zip(values) {
            let chunks = self.chunks(v);
            self.store_row((slot, row * ROW as i32), self.e.f.ty(v), &chunks);
        }
        slot
    }
}
