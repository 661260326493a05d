//! Where the parts of a random program's one buffer lie.

/// Bytes of input, read anywhere.
pub(crate) const INPUT: u32 = 0x8000;
/// Bytes of the slot that a thread has for itself.
pub(crate) const SLOT: u32 = 64;
/// Elements of each size that a thread has in the columns.
pub(crate) const COLUMNS: u32 = 3;
/// Statements that may store to a uniform address.
pub(crate) const UNIFORMS: u32 = 64;
/// Cells of eight bytes for each atomic operation.
pub(crate) const CELLS: u32 = 8;
/// Kinds of atomic cells: one a commuting operation, and one of floats.
pub(crate) const ATOMICS: u32 = 16;
/// Registers that a thread shows at its end.
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

    /// Elements of `size` bytes, neighbours those of neighbouring threads: [`COLUMNS`] for each thread.
    pub(crate) fn columns(self, size: u32) -> u32 {
        // Sizes are powers of two, so those below `size` come to `size - 1` bytes.
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
