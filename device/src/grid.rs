//! Grids, as far as placing their blocks goes.

/// A kernel launch, as far as placing its blocks goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridSpec {
    /// Blocks of the grid; an empty grid completes at once.
    pub blocks: u64,
    /// Threads of a block.
    pub threads: u32,
    /// Registers of a thread; 0 if unknown: they do not limit then.
    pub registers: u32,
    /// Shared memory of a block, static and dynamic, bytes.
    pub shared_bytes: u32,
    /// All blocks must be resident at once.
    pub cooperative: bool,
    /// Bytes of kernel parameters, which lie in the channel's pushbuffer until the front end has passed the
    /// launch.
    pub param_bytes: u32,
    /// So many blocks, one after the other in the order in which they are placed, are placed together; 1 for
    /// no clusters.
    pub cluster: u32,
}

impl GridSpec {
    /// A grid of `blocks` blocks of `threads` threads that takes nothing else.
    pub const fn new(blocks: u64, threads: u32) -> Self {
        GridSpec {
            blocks,
            threads,
            registers: 0,
            shared_bytes: 0,
            cooperative: false,
            param_bytes: 0,
            cluster: 1,
        }
    }
}
