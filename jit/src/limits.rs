//! Limits on compiling a kernel's best code.

/// Limits of the best code. A kernel that exceeds them runs thread by thread, in quick code if needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of a kernel's instructions, after the passes; larger kernels get quick code only.
    pub instructions: usize,
    /// Approximate memory for compiling, bytes.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { instructions: 20_000, memory: 400 << 20 }
    }
}

/// Memory of the code generator for one of its instructions, register allocation included, bytes.
const INSTRUCTION: usize = 1 << 10;

/// Memory of the SSA builder for a pair of variable and block, bytes: a word, for half of the blocks.
const PAIR: usize = 2;

impl Limits {
    /// Returns the maximum number of Cranelift instructions; they get half of the memory.
    pub(crate) fn generated(&self) -> usize {
        self.memory / 2 / INSTRUCTION
    }

    /// Returns whether a number of variables and blocks is within the limits. Pairs get five eighths of the
    /// memory, since code with many pairs has fewer instructions.
    pub(crate) fn holds_pairs(&self, variables: usize, blocks: usize) -> bool {
        variables.saturating_mul(blocks) <= self.memory / 8 * 5 / PAIR
    }
}
