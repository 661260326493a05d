//! Shapes of launches.

/// Shape of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchShape {
    /// Blocks, by dimension.
    pub grid: [u32; 3],
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Dynamic shared memory a block, bytes.
    pub shared_bytes: u32,
    /// `true` if all blocks must be resident at once.
    pub cooperative: bool,
    /// Blocks of a cluster, by dimension, if the launch sets them.
    pub cluster: Option<[u32; 3]>,
}
