//! A kernel that was stopped, and what lies around the address that stopped it. Nothing here decides
//! anything.

use crate::types::AllocationKind;
use ptx::exec::Fault;
use ptx::ir::Space;
use std::fmt;

/// A kernel that was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelFault {
    /// Why and where.
    pub fault: Fault,
    /// What lies around the address, if one is to blame.
    pub near: Option<Near>,
}

/// What lies around an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Near {
    /// The nearest allocation of the process.
    Allocation {
        /// Its first address.
        base: u64,
        /// Bytes.
        bytes: u64,
        /// What it is.
        kind: AllocationKind,
        /// The address that was accessed.
        address: u64,
    },
    /// The address is a null pointer, or a small offset from one.
    Null,
    /// The address is memory of the program that devices do not reach.
    Host,
    /// There is none at all.
    Nothing,
    /// The address counts in a space of its own.
    Space {
        /// Which.
        space: Space,
        /// How many bytes it has.
        bytes: u64,
    },
}

impl fmt::Display for KernelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)?;
        match self.near {
            None => Ok(()),
            Some(near) => write!(f, "; {near}"),
        }
    }
}

impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Near::Null => f.write_str("a null pointer"),
            Near::Host => f.write_str("host memory, which devices do not reach: allocate it by hipMalloc, hipMallocManaged or hipHostMalloc"),
            Near::Nothing => f.write_str("nothing is allocated"),
            Near::Space { space: Space::Local, bytes } => {
                write!(f, "a thread has {bytes} bytes of local memory, its stack included")
            }
            Near::Space { space, bytes } => write!(f, "a block has {bytes} bytes of {space} memory"),
            Near::Allocation { base, bytes, kind, address } => {
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
                    write!(f, "{} bytes behind the end of the nearest allocation", address - end)?;
                } else {
                    write!(f, "at offset {} of an allocation", address - base)?;
                }
                write!(f, ", {bytes} bytes of {kind} at {base:#x}")
            }
        }
    }
}
