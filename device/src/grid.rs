//! Launch parameters that matter for the placement of blocks.

/// A kernel launch, reduced to the parameters of placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridSpec {
    /// Blocks of the grid; an empty grid completes at once.
    pub blocks: u64,
    /// Threads of a block.
    pub threads: u32,
    /// Registers of a thread; 0 if unknown, which is no limit.
    pub registers: u32,
    /// Shared memory of a block, static and dynamic, bytes.
    pub shared_bytes: u32,
    /// `true` if all blocks must be resident at once.
    pub cooperative: bool,
    /// Size of the kernel parameters, bytes, which occupy the channel's pushbuffer until the front end has
    /// passed the launch.
    pub param_bytes: u32,
    /// Blocks of a cluster, which are placed together; 1 for no clusters.
    pub cluster: u32,
}

impl GridSpec {
    /// Returns a grid of `blocks` blocks of `threads` threads without other resources.
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
