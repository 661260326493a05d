//! Registers of `mma`s in the stack frame.
//!
//! Kernels add many products to the same sums, and multiply one A by several B. In blocks that follow each
//! other, registers stay in the frame from one `mma` to the next, and sums are replaced where they lie.

use cranelift_codegen::ir::StackSlot;
use ptx::ir::{BlockId, Value};

/// Groups of registers that lie in the frame at once, at most.
const MOST_GROUPS: usize = 48;

/// Part of an `mma` that a group of registers is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Rows of A.
    Left,
    /// Columns of B, and a sparse A's metadata.
    Right,
    /// C, which D replaces.
    Sums,
}

/// Registers that lie in a stack slot.
pub(super) struct Group {
    pub(super) part: Part,
    pub(super) values: Vec<Value>,
    pub(super) slot: StackSlot,
}

/// Registers of `mma`s in the stack frame.
#[derive(Default)]
pub(super) struct Products {
    /// Those that hold what their values are, the oldest first.
    pub(super) groups: Vec<Group>,
    /// The block that alone follows the last `mma`.
    pub(super) next: Option<BlockId>,
    /// All slots, with the part and the number of rows that each is for.
    pub(super) slots: Vec<(Part, usize, StackSlot)>,
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
    pub(super) fn free_slot(&mut self, part: Part, rows: usize) -> Option<StackSlot> {
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
