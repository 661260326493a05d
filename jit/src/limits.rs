//! What making a kernel's best code may take.

/// Bounds of the best code. A kernel beyond them runs thread by thread, in code that is made in the least
/// time if need be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions of a kernel, in the form that the passes leave, beyond which no better code is made than
    /// the least time gives.
    pub instructions: usize,
    /// Bytes of memory that making the best code may take, about.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { instructions: 20_000, memory: 400 << 20 }
    }
}

/// Bytes that the code generator takes for each of its instructions, registers included.
const INSTRUCTION: usize = 1 << 10;

/// Bytes that the maker of SSA form keeps for each pair of a variable and a block: a word, for half of the
/// blocks.
const PAIR: usize = 2;

impl Limits {
    /// Instructions for the code generator at most: half of the memory is for them.
    pub(crate) fn generated(&self) -> usize {
        self.memory / 2 / INSTRUCTION
    }

    /// Whether so many variables in so many blocks are within the bounds: five eighths of the memory are for
    /// them, as code that has many pairs has fewer instructions.
    pub(crate) fn holds_pairs(&self, variables: usize, blocks: usize) -> bool {
        variables.saturating_mul(blocks) <= self.memory / 8 * 5 / PAIR
    }
}
