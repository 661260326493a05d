//! Fault of a kernel, with the memory around the faulting address. Only data.

use crate::types::AllocationKind;
use ptx::exec::Fault;
use ptx::ir::Space;
use std::fmt;

/// Fault of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct KernelFault {
    /// Kind of fault and its place.
    pub fault: Fault,
    /// Memory around the faulting address, if there is one.
    pub memory: Option<NearbyMemory>,
}

/// Memory around an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NearbyMemory {
    /// Nearest allocation of the process.
    Allocation {
        /// First address.
        base: u64,
        /// Size in bytes.
        bytes: u64,
        /// Kind of allocation.
        kind: AllocationKind,
        /// Faulting address.
        address: u64,
    },
    /// Null pointer, or a small offset from one.
    Null,
    /// Memory of the program that devices cannot access.
    Host,
    /// Nothing is allocated.
    Nothing,
    /// Address space with addresses of its own.
    Space {
        /// The space.
        space: Space,
        /// Its size in bytes.
        bytes: u64,
    },
}

impl fmt::Display for KernelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)?;
        match self.memory {
            None => Ok(()),
            Some(memory) => write!(f, "; {memory}"),
        }
    }
}

impl fmt::Display for NearbyMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NearbyMemory::Null => f.write_str("a null pointer"),
            NearbyMemory::Host => f.write_str("host memory, which devices cannot access: allocate it by hipMalloc, hipMallocManaged or hipHostMalloc"),
            NearbyMemory::Nothing => f.write_str("nothing is allocated"),
            NearbyMemory::Space { space: Space::Local, bytes } => {
                write!(f, "a thread has {bytes} bytes of local memory, its stack included")
            }
            NearbyMemory::Space { space, bytes } => write!(f, "a block has {bytes} bytes of {space} memory"),
            NearbyMemory::Allocation { base, bytes, kind, address } => {
                let kind = match kind {
                    AllocationKind::Device => "device memory",
                    AllocationKind::Variable => "a module's variable",
                    AllocationKind::Managed(_) => "managed memory",
                    AllocationKind::Pinned(_) => "page-locked memory",
                    AllocationKind::Registered(_) => "registered host memory",
                    AllocationKind::Pooled(_) => "device memory of a pool",
                    AllocationKind::Mapped => "mapped device memory",
                    AllocationKind::Opened => "device memory of another process",
                };
                let end = base.saturating_add(bytes);
                if address < base {
                    write!(f, "{} bytes before the nearest allocation", base - address)?;
                } else if address >= end {
                    write!(f, "{} bytes past the end of the nearest allocation", address - end)?;
                } else {
                    write!(f, "at offset {} of an allocation", address - base)?;
                }
                write!(f, ", {bytes} bytes of {kind} at {base:#x}")
            }
        }
    }
}
