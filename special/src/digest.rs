//! Digests of results.

/// A digest of a sequence of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    pub(crate) const fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a result: FNV-1a by words.
    #[inline]
    pub(crate) fn add(&mut self, result: u64) {
        self.0 = (self.0 ^ result).wrapping_mul(0x0100_0000_01b3);
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}

/// Digests of a block: of all results, and of the sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) all: u64,
    pub(crate) sample: u64,
}
