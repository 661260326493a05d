//! What every engine that runs a kernel agrees on: the shape of a launch and the ways it can fail.

use crate::ir::Space;
use std::fmt;

/// Lanes of a warp.
pub const WARP: u32 = 32;

/// Barriers of a block: sixteen that PTX numbers, and that of its cluster.
pub const BARRIERS: u32 = 17;

/// The shape of a launch, in blocks and threads along x, y, z. No component is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Threads of a block; their product is at most 1024.
    pub block: [u32; 3],
}

impl Geometry {
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

    /// Coordinates of the block with a linear index, x fastest.
    pub const fn block_at(&self, linear: u64) -> [u32; 3] {
        let (x, y) = (self.grid[0] as u64, self.grid[1] as u64);
        [(linear % x) as u32, (linear / x % y) as u32, (linear / x / y) as u32]
    }

    /// Coordinates of the thread with a linear index in its block, x fastest.
    pub const fn thread_at(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [linear % x, linear / x % y, linear / x / y]
    }
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
    /// `trap` (CUDA error 719, launch failure).
    Trap,
    /// An assertion failed (CUDA error 710); what it says went where the kernel's output goes.
    Assert,
    /// `free` of what `malloc` did not give, or of what is free already (CUDA error 719).
    BadFree {
        /// The address.
        address: u64,
    },
    /// No thread of the block can go on: some wait at barriers that the others never reach.
    Deadlock,
    /// The launch was told to stop.
    Cancelled,
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
            FaultKind::Trap => f.write_str("trap instruction")?,
            FaultKind::Assert => f.write_str("a device-side assertion failed")?,
            FaultKind::BadFree { address } => {
                write!(
                    f,
                    "{address:#x} was given to free, and is nothing that malloc gave and that is in use"
                )?;
            }
            FaultKind::Deadlock => f.write_str("threads wait at a barrier that others never reach")?,
            FaultKind::Cancelled => f.write_str("the launch was cancelled")?,
        }
        write!(f, " in kernel `{}`", self.kernel)?;
        if self.line != 0 {
            write!(f, ", PTX line {}", self.line)?;
        }
        let [x, y, z] = self.block;
        write!(f, ", block ({x}, {y}, {z})")?;
        if let Some([x, y, z]) = self.thread {
            write!(f, ", thread ({x}, {y}, {z})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
