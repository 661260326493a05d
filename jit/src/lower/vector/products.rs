//! `mma` on strips of whole warps: the host multiplies registers that lie in the stack frame, in rows of a word
//! a lane.
//!
//! Kernels add many products to the same sums, and multiply one A by several B. In blocks that follow each
//! other, registers stay in the frame from one `mma` to the next, and sums are replaced where they lie.

use super::chunk::MOST;
use super::state::Vectors;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, types};
use ptx::exec::WARP;
use ptx::ir::{BlockId, InstId, Op, Value};

/// Size of a row of registers, bytes: one word a lane.
const ROW: u32 = 4 * WARP;

/// Groups of registers that lie in the frame at once, at most.
const MOST_GROUPS: usize = 48;

/// Part of an `mma` that a group of registers is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Rows of A.
    Left,
    /// Columns of B, and a sparse A's metadata.
    Right,
    /// C, which D replaces.
    Sums,
}

/// Registers that lie in a stack slot.
struct Group {
    part: Part,
    values: Vec<Value>,
    slot: StackSlot,
}

/// Registers of `mma`s in the stack frame.
#[derive(Default)]
pub(super) struct Products {
    /// Those that hold what their values are, the oldest first.
    groups: Vec<Group>,
    /// The block that alone follows the last `mma`.
    next: Option<BlockId>,
    /// All slots, with the part and the number of rows that each is for.
    slots: Vec<(Part, usize, StackSlot)>,
}

impl Products {
    /// Forgets all registers.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
    }

    /// Forgets all registers unless the block follows the last `mma`.
    pub(super) fn enter(&mut self, block: BlockId) {
        if self.next != Some(block) {
            self.clear();
        }
    }

    /// Returns a slot of a part that no group occupies; of many groups the oldest loses its slot.
    fn free_slot(&mut self, part: Part, rows: usize) -> Option<StackSlot> {
        let mut own = self.slots.iter().filter(|slot| (slot.0, slot.1) == (part, rows)).map(|slot| slot.2);
        let free = own.find(|&slot| self.groups.iter().all(|group| group.slot != slot));
        if free.is_some() || self.slots.len() < MOST_GROUPS {
            return free;
        }
        let fits = |group: &Group| self.slots.contains(&(part, rows, group.slot));
        let oldest = self.groups.iter().position(fits)?;
        Some(self.groups.remove(oldest).slot)
    }
}

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
            let layout = self.layout(self.e.f.ty(v));
            let mut out = [self.active.mask; MOST];
            for (n, chunk) in out[..layout.count].iter_mut().enumerate() {
                let at = row * ROW as i32 + layout.place(n);
                *chunk = self.e.b.ins().stack_load(types::I64, layout.vector, sums, at);
            }
            self.set_chunks(v, &out);
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
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, rows as u32 * ROW, 6);
            let slot = self.e.b.create_sized_stack_slot(data);
            products.slots.push((part, rows, slot));
            slot
        });
        products.groups.push(Group { part, values: values.to_vec(), slot });
        for (row, &v) in (0..).zip(values) {
            let (chunks, layout) = (self.chunks(v), self.layout(self.e.f.ty(v)));
            for (n, &chunk) in chunks[..layout.count].iter().enumerate() {
                self.e.b.ins().stack_store(types::I64, chunk, slot, row * ROW as i32 + layout.place(n));
            }
        }
        slot
    }
}
