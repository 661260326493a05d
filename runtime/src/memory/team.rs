//! Multicast objects: a team of devices, and the memory that each has bound.

use super::physical::{Physical, PhysicalObject};
use super::{AllocationKind, Memory, Piece, Request};
use crate::Error;
use crate::exit;
use crate::handle::Id;
use crate::objects::kinds;
use crate::sync::{Arc, AtomicU32, Condvar, Mutex};
use jit::window::Access;
use std::collections::BTreeMap;

kinds! {
    MulticastObject = 26, "multicast object";
}

/// Multicast object (`hipExtMulticastCreate`).
pub struct MulticastObject {
    pub(crate) id: Id<MulticastObject>,
    pub(crate) bytes: u64,
    /// Number of devices of the complete team.
    pub(crate) devices: usize,
    /// Mask of the handle types it was created for.
    pub(crate) handle_types: u32,
    /// Number of creations and retains that were not released.
    pub(crate) references: AtomicU32,
    pub(crate) team: Mutex<Team>,
    /// Notified when a device is added.
    pub(crate) joined: Condvar,
}

/// Devices of an object with their bound memory.
#[derive(Default)]
pub(crate) struct Team {
    /// Ordinals in the order of addition.
    pub(crate) devices: Vec<usize>,
    /// Bound memory by device and offset.
    pub(crate) bound: BTreeMap<(usize, u64), Bound>,
    /// Set if the last handle was released before the team was complete.
    pub(crate) released: bool,
}

/// Memory bound to an object.
pub(crate) struct Bound {
    pub(crate) bytes: u64,
    /// Physical memory with an offset, if it came from `hipMemCreate`.
    pub(crate) physical: Option<(Arc<PhysicalObject>, u64)>,
    pub(crate) place: Place,
}

/// Address of bound memory.
pub(crate) enum Place {
    /// Private addresses of the object.
    Alias(Alias),
    /// Addresses of the program.
    Address(u64),
}

impl Place {
    pub(crate) fn base(&self) -> u64 {
        match self {
            Place::Alias(alias) => alias.piece.base,
            Place::Address(address) => *address,
        }
    }
}

/// Second mapping of physical memory; it occupies no device memory.
pub(crate) struct Alias {
    memory: &'static Memory,
    piece: Piece,
    bytes: u64,
}

impl Alias {
    /// Maps a part of a device's physical memory.
    ///
    /// # Errors
    /// `OutOfMemory` if no addresses are left; `System`.
    pub(crate) fn new(
        memory: &'static Memory,
        device: usize,
        physical: &Physical,
        offset: u64,
        bytes: u64,
    ) -> Result<Alias, Error> {
        let piece = memory.addresses(bytes, AllocationKind::Mapped, device)?;
        let range = piece.base..piece.base + bytes;
        memory
            .window()
            .map(range, physical.descriptor(), offset, Access::ReadWrite)
            .map_err(|e| Error::System { what: "binding physical memory", kind: e.kind() })?;
        let request = Request { bytes, kind: AllocationKind::Mapped, device, owner: 0 };
        memory.insert_mapped(piece.base, request);
        Ok(Alias { memory, piece, bytes })
    }
}

impl Drop for Alias {
    fn drop(&mut self) {
        // A forked process may hold copies of locked locks.
        if exit::is_forked() {
            return;
        }
        self.memory.remove_mapped(self.piece.base);
        // If unmapping fails, the pages stay until the addresses are reused.
        let _ = self.memory.window().release(self.piece.base..self.piece.base + self.bytes);
    }
}
