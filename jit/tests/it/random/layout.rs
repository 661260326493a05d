//! Layout of a random program's one buffer.

/// Size of the input, which any thread may read, bytes.
pub(crate) const INPUT: u32 = 0x8000;
/// Size of a thread's own slot, bytes.
pub(crate) const SLOT: u32 = 64;
/// Elements of each size that a thread has in the columns.
pub(crate) const COLUMNS: u32 = 3;
/// Statements that may store to a uniform address.
pub(crate) const UNIFORMS: u32 = 64;
/// Cells of eight bytes for each atomic operation.
pub(crate) const CELLS: u32 = 8;
/// Kinds of atomic cells: one for each commuting operation, and one for floats.
pub(crate) const ATOMICS: u32 = 16;
/// Registers that a thread stores at its end.
pub(crate) const SHOWN: u32 = 32;

/// Offsets from the buffer's start, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Threads of the grid, rounded up to a power of two.
    pub(crate) threads: u32,
}

impl Layout {
    pub(crate) fn new(grid: [u32; 3], block: [u32; 3]) -> Layout {
        let threads: u32 = grid.iter().chain(&block).product();
        Layout { threads: threads.next_power_of_two() }
    }

    pub(crate) fn slots(self) -> u32 {
        INPUT
    }

    /// Returns the offset of the columns of `size` bytes: contiguous by thread, [`COLUMNS`] elements for
    /// each.
    pub(crate) fn columns(self, size: u32) -> u32 {
        // Sizes are powers of two, so the sizes below `size` add up to `size - 1` bytes.
        self.slots() + self.threads * (SLOT + COLUMNS * 2 * (16 - size))
    }

    pub(crate) fn uniforms(self) -> u32 {
        self.slots() + self.threads * (SLOT + COLUMNS * 32)
    }

    pub(crate) fn atomics(self) -> u32 {
        self.uniforms() + UNIFORMS * 16
    }

    pub(crate) fn shown(self) -> u32 {
        self.atomics() + ATOMICS * CELLS * 8
    }

    pub(crate) fn bytes(self) -> usize {
        (self.shown() + self.threads * SHOWN * 8) as usize
    }
}
