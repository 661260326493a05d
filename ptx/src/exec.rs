//! Definitions shared by all engines that run kernels: the shape of a launch, and its faults.

mod cluster;
mod timeout;

use crate::demangle::Readable;
use crate::ir::Space;
use std::fmt;

pub use cluster::{BadCluster, LARGEST_CLUSTER, PORTABLE_CLUSTER};
pub use timeout::ReconvergenceTimeout;

/// Lanes of a warp.
pub const WARP: u32 = 32;

/// Number of block barriers in PTX. Watchers see the cluster's barrier under this number.
pub const BARRIERS: u32 = 16;

/// Shape of a launch, in blocks and threads along x, y, z. No component is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Threads of a block; their product is at most 1024.
    pub block: [u32; 3],
    /// Blocks of a cluster, divisors of the grid's extents; without it, each block is a cluster of its own.
    pub cluster: Option<[u32; 3]>,
}

impl Geometry {
    /// Creates a launch without clusters.
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Geometry { grid, block, cluster: None }
    }

    /// Returns the extents of a cluster, in blocks.
    pub const fn cluster_shape(&self) -> [u32; 3] {
        match self.cluster {
            Some(shape) => shape,
            None => [1; 3],
        }
    }

    /// Returns the number of blocks of a cluster.
    pub const fn cluster_blocks(&self) -> u32 {
        let [x, y, z] = self.cluster_shape();
        x * y * z
    }

    /// Returns the number of clusters along x, y, z.
    pub const fn clusters(&self) -> [u32; 3] {
        let [x, y, z] = self.cluster_shape();
        [self.grid[0] / x, self.grid[1] / y, self.grid[2] / z]
    }

    /// Returns the coordinates of a block in its cluster.
    pub const fn place_in_cluster(&self, block: [u32; 3]) -> [u32; 3] {
        let [x, y, z] = self.cluster_shape();
        [block[0] % x, block[1] % y, block[2] % z]
    }

    /// Returns the rank of a block in its cluster, x fastest.
    pub const fn rank(&self, block: [u32; 3]) -> u32 {
        let [x, y, _] = self.cluster_shape();
        let at = self.place_in_cluster(block);
        at[0] + x * (at[1] + y * at[2])
    }

    /// Returns the coordinates of a block's cluster.
    pub const fn cluster_of(&self, block: [u32; 3]) -> [u32; 3] {
        let [x, y, z] = self.cluster_shape();
        [block[0] / x, block[1] / y, block[2] / z]
    }

    /// Returns the number of threads of a block.
    pub const fn threads(&self) -> u32 {
        self.block[0] * self.block[1] * self.block[2]
    }

    /// Returns the number of warps of a block; the last may be partial.
    pub const fn warps(&self) -> u32 {
        self.threads().div_ceil(WARP)
    }

    /// Returns the number of blocks of the grid.
    pub const fn blocks(&self) -> u64 {
        self.grid[0] as u64 * self.grid[1] as u64 * self.grid[2] as u64
    }

    /// Returns the linear index of a block in its grid, x fastest.
    pub const fn linear(&self, block: [u32; 3]) -> u64 {
        let [x, y, z] = block;
        x as u64 + self.grid[0] as u64 * (y as u64 + self.grid[1] as u64 * z as u64)
    }

    /// Returns the coordinates of the block that starts as number `linear`: cluster by cluster, x fastest
    /// among clusters and inside each. Without clusters that is the linear index.
    pub const fn block_at(&self, linear: u64) -> [u32; 3] {
        let size = self.cluster_blocks() as u64;
        let ([cx, cy, cz], [nx, ny, _]) = (self.cluster_shape(), self.clusters());
        let [x, y, z] = split(linear / size, nx, ny);
        let at = split(linear % size, cx, cy);
        [x * cx + at[0], y * cy + at[1], z * cz + at[2]]
    }

    /// Returns the coordinates of the thread with a linear index in its block, x fastest.
    pub const fn thread_at(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [linear % x, linear / x % y, linear / x / y]
    }
}

/// Returns the coordinates of a linear index, x fastest.
const fn split(linear: u64, x: u32, y: u32) -> [u32; 3] {
    let (x, y) = (x as u64, y as u64);
    [(linear % x) as u32, (linear / x % y) as u32, (linear / x / y) as u32]
}

/// Reason for which a kernel was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Access outside the memory visible to the device (`hipErrorIllegalAddress`).
    IllegalAddress {
        /// State space of the instruction.
        space: Space,
        /// Address, or offset in its space.
        address: u64,
        /// Bytes accessed.
        bytes: u32,
        /// `true` for a store or an atomic.
        write: bool,
    },
    /// Address that is not a multiple of the access size (CUDA error 716).
    Misaligned {
        /// State space of the instruction.
        space: Space,
        /// Address, or offset in its space.
        address: u64,
        /// Bytes accessed.
        bytes: u32,
    },
    /// Access to shared memory of a block outside the cluster (CUDA error 719).
    NoPeer {
        /// Generic address.
        address: u64,
    },
    /// `trap` (CUDA error 719, launch failure).
    Trap,
    /// Failed assertion (CUDA error 710); its message is part of the kernel's output.
    Assert,
    /// `free` of an address that is not a live allocation of `malloc` (CUDA error 719).
    BadFree {
        /// Address passed to `free`.
        address: u64,
    },
    /// Call through a pointer that is not a function of the call's interface. The error code of an H200
    /// depends on the address: see [`FaultKind::cuda_error`].
    BadCall {
        /// Pointer that was called.
        address: u64,
    },
    /// Use of a tensor map that does not fit the instruction (CUDA error 715, illegal instruction).
    BadTensor {
        /// Address of the map.
        address: u64,
        /// Mismatch.
        why: &'static str,
    },
    /// All threads of the block are blocked at barriers that other threads never reach.
    Deadlock,
    /// The launch was cancelled.
    Cancelled,
    /// Failure that a library's work reports (CUDA error 719).
    Work,
    /// Not enough host memory for the execution of a block (`hipErrorOutOfMemory`); not an error of the
    /// kernel.
    OutOfMemory {
        /// Purpose of the memory.
        what: &'static str,
    },
    /// Broken invariant of this implementation; not an error of the kernel.
    Bug {
        /// The invariant.
        what: &'static str,
    },
}

impl FaultKind {
    /// Returns CUDA's error number as observed on an H200; `None` for faults that hardware does not have.
    pub const fn cuda_error(self) -> Option<u32> {
        match self {
            FaultKind::IllegalAddress { .. } => Some(700),
            FaultKind::Misaligned { .. } => Some(716),
            FaultKind::Assert => Some(710),
            FaultKind::Trap | FaultKind::NoPeer { .. } | FaultKind::BadFree { .. } | FaultKind::Work => {
                Some(719)
            }
            // Instructions have 16 bytes. Code lies below 2^31, and addresses end at 2^49 (2^49 itself is
            // still valid, observed on an H200).
            FaultKind::BadCall { address } if address % 16 != 0 => Some(718),
            FaultKind::BadCall { address } if address < 1 << 31 || address > 1 << 49 => Some(715),
            FaultKind::BadCall { .. } => Some(700),
            FaultKind::BadTensor { .. } => Some(715),
            FaultKind::OutOfMemory { .. } => Some(2),
            FaultKind::Deadlock | FaultKind::Cancelled | FaultKind::Bug { .. } => None,
        }
    }
}

/// A stopped kernel: reason and place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Fault {
    /// Reason.
    pub kind: FaultKind,
    /// The kernel's name.
    pub kernel: String,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// Coordinates of the block.
    pub block: [u32; 3],
    /// Coordinates of the first thread that may have faulted, if known.
    pub thread: Option<[u32; 3]>,
    /// Number of threads that may have faulted, from `thread` on in linear order; 1 if the thread is known.
    pub candidates: u32,
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
                write!(f, "free of {address:#x}, which is not a live allocation of malloc")?;
            }
            FaultKind::BadCall { address } => {
                write!(f, "call of {address:#x}, which is not a function of the expected type")?
            }
            FaultKind::BadTensor { address, why } => {
                write!(f, "illegal copy by the tensor map at {address:#x}: {why}")?;
            }
            FaultKind::Deadlock => f.write_str("threads wait at a barrier that others never reach")?,
            FaultKind::Cancelled => f.write_str("the launch was cancelled")?,
            FaultKind::Work => return write!(f, "`{}` failed", self.kernel),
            FaultKind::OutOfMemory { what } => write!(f, "the system has no memory for {what}")?,
            FaultKind::Bug { what } => write!(f, "bug: {what}")?,
        }
        write!(f, " in kernel `{}`", Readable(&self.kernel))?;
        if self.line != 0 {
            write!(f, ", PTX line {}", self.line)?;
        }
        let [x, y, z] = self.block;
        write!(f, ", block ({x}, {y}, {z})")?;
        if let Some([x, y, z]) = self.thread {
            write!(f, ", thread ({x}, {y}, {z})")?;
            if self.candidates > 1 {
                write!(f, " or one of the {} after it", self.candidates - 1)?;
            }
        }
        Ok(())
    }
}
