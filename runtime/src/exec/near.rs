//! Memory around the address of a fault.

use super::Grid;
use crate::fault::{KernelFault, Near};
use crate::memory::{Memory, is_mapped};
use ptx::exec::{Fault, FaultKind};

impl Grid {
    /// Adds to a fault of one of its blocks the memory around the faulting address.
    pub(super) fn fault(&self, fault: Fault) -> KernelFault {
        let near = match fault.kind {
            FaultKind::IllegalAddress { space, address, .. }
            | FaultKind::Misaligned { space, address, .. } => Some(match self.launch.space_bytes(space) {
                Some(bytes) => Near::Space { space, bytes },
                None => nearest(self.memory, address),
            }),
            FaultKind::BadFree { address } => Some(nearest(self.memory, address)),
            _ => None,
        };
        KernelFault { fault, near }
    }
}

/// Addresses below this are taken for a null pointer with an offset.
const NULL: u64 = 0x1_0000;

fn nearest(memory: &Memory, address: u64) -> Near {
    match memory.nearest(address) {
        _ if address < NULL => Near::Null,
        _ if !memory.is_ours(address) && is_mapped(address, 1) => Near::Host,
        Some(found) => {
            let (base, bytes, kind) = (found.base(), found.bytes, found.kind);
            Near::Allocation { base, bytes, kind, address }
        }
        None => Near::Nothing,
    }
}
