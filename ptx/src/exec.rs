//! What every engine that runs a kernel agrees on: the shape of a launch and the ways it can fail.

mod cluster;
mod patience;

use crate::ir::Space;
use std::fmt;

pub use cluster::{BadCluster, LARGEST_CLUSTER, PORTABLE_CLUSTER};
pub use patience::Patience;

/// Lanes of a warp.
pub const WARP: u32 = 32;

/// Barriers of a block that PTX numbers. Watchers are told of its cluster's under this number.
pub const BARRIERS: u32 = 16;

/// The shape of a launch, in blocks and threads along x, y, z. No component is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Threads of a block; their product is at most 1024.
    pub block: [u32; 3],
    /// Blocks of a cluster, if the launch has such: divisors of the grid's. Without, each block is one.
    pub cluster: Option<[u32; 3]>,
}

impl Geometry {
    /// A launch without clusters.
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Geometry { grid, block, cluster: None }
    }

    /// Extents of a cluster, in blocks.
    pub const fn cluster_shape(&self) -> [u32; 3] {
        match self.cluster {
            Some(shape) => shape,
            None => [1; 3],
        }
    }

    /// Blocks of a cluster.
    pub const fn cluster_blocks(&self) -> u32 {
        let [x, y, z] = self.cluster_shape();
        x * y * z
    }

    /// Clusters of the grid along x, y, z.
    pub const fn clusters(&self) -> [u32; 3] {
        let [x, y, z] = self.cluster_shape();
        [self.grid[0] / x, self.grid[1] / y, self.grid[2] / z]
    }

    /// Coordinates of a block in its cluster.
    pub const fn place_in_cluster(&self, block: [u32; 3]) -> [u32; 3] {
        let [x, y, z] = self.cluster_shape();
        [block[0] % x, block[1] % y, block[2] % z]
    }

    /// Number of a block in its cluster, x fastest.
    pub const fn rank(&self, block: [u32; 3]) -> u32 {
        let [x, y, _] = self.cluster_shape();
        let at = self.place_in_cluster(block);
        at[0] + x * (at[1] + y * at[2])
    }

    /// Coordinates of a block's cluster.
    pub const fn cluster_of(&self, block: [u32; 3]) -> [u32; 3] {
        let [x, y, z] = self.cluster_shape();
        [block[0] / x, block[1] / y, block[2] / z]
    }

    /// Threads of a block.
    pub const fn threads(&self) -> u32 {
        self.block[0] * self.block[1] * self.block[2]
    }

    /// Warps of a block, the last one possibly partial.
    pub const fn warps(&self) -> u32 {
        self.threads().div_ceil(WARP)
    }

    /// Blocks of the grid.
    pub const fn blocks(&self) -> u64 {
        self.grid[0] as u64 * self.grid[1] as u64 * self.grid[2] as u64
    }

    /// Linear index of a block in its grid, x fastest.
    pub const fn linear(&self, block: [u32; 3]) -> u64 {
        let [x, y, z] = block;
        x as u64 + self.grid[0] as u64 * (y as u64 + self.grid[1] as u64 * z as u64)
    }

    /// Coordinates of the block that is the `linear`-th to be started: cluster by cluster, x fastest in the
    /// grid of clusters and in each. Without clusters that is its linear index.
    pub const fn block_at(&self, linear: u64) -> [u32; 3] {
        let size = self.cluster_blocks() as u64;
        let ([cx, cy, cz], [nx, ny, _]) = (self.cluster_shape(), self.clusters());
        let [x, y, z] = split(linear / size, nx, ny);
        let at = split(linear % size, cx, cy);
        [x * cx + at[0], y * cy + at[1], z * cz + at[2]]
    }

    /// Coordinates of the thread with a linear index in its block, x fastest.
    pub const fn thread_at(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [linear % x, linear / x % y, linear / x / y]
    }
}

/// Coordinates of a linear index, x fastest.
const fn split(linear: u64, x: u32, y: u32) -> [u32; 3] {
    let (x, y) = (x as u64, y as u64);
    [(linear % x) as u32, (linear / x % y) as u32, (linear / x / y) as u32]
}

/// Why a kernel was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// An access outside what the device can see (`hipErrorIllegalAddress`).
    IllegalAddress {
        /// The space the instruction names.
        space: Space,
        /// The address, or the offset in its space.
        address: u64,
        /// Bytes accessed.
        bytes: u32,
        /// Whether it was a store (or an atomic).
        write: bool,
    },
    /// An address that is not a multiple of the access size (CUDA error 716).
    Misaligned {
        /// The space the instruction names.
        space: Space,
        /// The address, or the offset in its space.
        address: u64,
        /// Bytes accessed.
        bytes: u32,
    },
    /// An access to the shared memory of a block that the cluster does not have (CUDA error 719).
    NoPeer {
        /// The generic address.
        address: u64,
    },
    /// `trap` (CUDA error 719, launch failure).
    Trap,
    /// An assertion failed (CUDA error 710); what it says went where the kernel's output goes.
    Assert,
    /// `free` of what `malloc` did not give, or of what is free already (CUDA error 719).
    BadFree {
        /// The address.
        address: u64,
    },
    /// A call through a pointer that names no function of the call's interface. What an H200 says depends on
    /// the address: [`FaultKind::cuda_error`].
    BadCall {
        /// The pointer.
        address: u64,
    },
    /// A tensor map that cannot be used as an instruction does (CUDA error 715, illegal instruction).
    BadTensor {
        /// Of the map.
        address: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// No thread of the block can go on: some wait at barriers that the others never reach.
    Deadlock,
    /// The launch was told to stop.
    Cancelled,
    /// The system has no memory for what a running block needs (`hipErrorOutOfMemory`): nothing the kernel
    /// did.
    OutOfMemory {
        /// What was needed.
        what: &'static str,
    },
    /// A promise of ours was broken: nothing the kernel did.
    Bug {
        /// Which.
        what: &'static str,
    },
}

impl FaultKind {
    /// CUDA's number of the error, as an H200 answers; none for what no hardware says.
    pub const fn cuda_error(self) -> Option<u32> {
        match self {
            FaultKind::IllegalAddress { .. } => Some(700),
            FaultKind::Misaligned { .. } => Some(716),
            FaultKind::Assert => Some(710),
            FaultKind::Trap | FaultKind::NoPeer { .. } | FaultKind::BadFree { .. } => Some(719),
            // Instructions have 16 bytes; code lies below 2^31, and addresses end at 2^49 (measured: 2^49
            // itself is one).
            FaultKind::BadCall { address } if address % 16 != 0 => Some(718),
            FaultKind::BadCall { address } if address < 1 << 31 || address > 1 << 49 => Some(715),
            FaultKind::BadCall { .. } => Some(700),
            FaultKind::BadTensor { .. } => Some(715),
            FaultKind::OutOfMemory { .. } => Some(2),
            FaultKind::Deadlock | FaultKind::Cancelled | FaultKind::Bug { .. } => None,
        }
    }
}

/// A kernel that was stopped: why, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Why.
    pub kind: FaultKind,
    /// The kernel's name.
    pub kernel: String,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// Coordinates of the block.
    pub block: [u32; 3],
    /// Coordinates of the thread, if one thread is to blame and it is known.
    pub thread: Option<[u32; 3]>,
    /// The thread may be any of so many, from that one on in the order of their numbers.
    pub among: u32,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FaultKind::IllegalAddress { space, address, bytes, write } => write!(
                f,
                "illegal {} of {bytes} bytes at {space} address {address:#x}",
                if write { "store" } else { "load" }
            )?,
            FaultKind::Misaligned { space, address, bytes } => {
                write!(f, "{space} address {address:#x} is not aligned to {bytes} bytes")?;
            }
            FaultKind::NoPeer { address } => {
                write!(f, "{address:#x} is shared memory of a block that is not in the cluster")?;
            }
            FaultKind::Trap => f.write_str("trap instruction")?,
            FaultKind::Assert => f.write_str("a device-side assertion failed")?,
            FaultKind::BadFree { address } => {
                write!(
                    f,
                    "{address:#x} was given to free, and is nothing that malloc gave and that is in use"
                )?;
            }
            FaultKind::BadCall { address } => write!(f, "{address:#x} was called, and is no such function")?,
            FaultKind::BadTensor { address, why } => {
                write!(f, "illegal copy by the tensor map at {address:#x}: {why}")?;
            }
            FaultKind::Deadlock => f.write_str("threads wait at a barrier that others never reach")?,
            FaultKind::Cancelled => f.write_str("the launch was cancelled")?,
            FaultKind::OutOfMemory { what } => write!(f, "the system has no memory for {what}")?,
            FaultKind::Bug { what } => write!(f, "bug: {what}")?,
        }
        write!(f, " in kernel `{}`", self.kernel)?;
        if self.line != 0 {
            write!(f, ", PTX line {}", self.line)?;
        }
        let [x, y, z] = self.block;
        write!(f, ", block ({x}, {y}, {z})")?;
        if let Some([x, y, z]) = self.thread {
            write!(f, ", thread ({x}, {y}, {z})")?;
            if self.among > 1 {
                write!(f, " or one of the {} after it", self.among - 1)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
