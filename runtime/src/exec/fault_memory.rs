//! Memory around the address of a fault.

use super::Grid;
use crate::fault::{KernelFault, NearbyMemory};
use crate::host::is_mapped;
use crate::memory::Memory;
use ptx::exec::{Fault, FaultKind};

impl Grid {
    /// Adds to a fault of one of its blocks the memory around the faulting address.
    pub(super) fn fault(&self, fault: Fault) -> KernelFault {
        let memory = match fault.kind {
            FaultKind::IllegalAddress { space, address, .. }
            | FaultKind::Misaligned { space, address, .. } => Some(match self.launch.space_bytes(space) {
                Some(bytes) => NearbyMemory::Space { space, bytes },
                None => nearby(self.memory, address),
            }),
            FaultKind::BadFree { address } => Some(nearby(self.memory, address)),
            _ => None,
        };
        KernelFault { fault, memory }
    }
}

/// Addresses below this are taken for a null pointer with an offset.
const NULL: u64 = 0x1_0000;

/// Returns the memory around an address.
pub(crate) fn nearby(memory: &Memory, address: u64) -> NearbyMemory {
    match memory.nearest(address) {
        _ if address < NULL => NearbyMemory::Null,
        _ if !memory.is_ours(address) && is_mapped(address, 1) => NearbyMemory::Host,
        Some(found) => {
            let (base, bytes, kind) = (found.base(), found.bytes, found.kind);
            NearbyMemory::Allocation { base, bytes, kind, address }
        }
        None => NearbyMemory::Nothing,
    }
}
