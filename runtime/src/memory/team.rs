//! Multicast objects: the devices of a team, and the memory that each of them has bound.

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

/// A multicast object (`hipExtMulticastCreate`).
pub struct MulticastObject {
    pub(crate) id: Id<MulticastObject>,
    pub(crate) bytes: u64,
    /// Devices of the complete team.
    pub(crate) devices: usize,
    /// Kinds of handles it was made for, a mask.
    pub(crate) handle_types: u32,
    /// How often it was made or retained and not released.
    pub(crate) references: AtomicU32,
    pub(crate) team: Mutex<Team>,
    /// Notified when a device was added.
    pub(crate) joined: Condvar,
}

/// Devices of an object, and what they have bound.
#[derive(Default)]
pub(crate) struct Team {
    /// Ordinals, in the order in which they were added.
    pub(crate) devices: Vec<usize>,
    /// By device and offset.
    pub(crate) bound: BTreeMap<(usize, u64), Bound>,
    /// The last handle was released before the team was complete.
    pub(crate) released: bool,
}

/// Memory bound to an object.
pub(crate) struct Bound {
    pub(crate) bytes: u64,
    /// Physical memory and the offset in it, of what `hipMemCreate` made.
    pub(crate) physical: Option<(Arc<PhysicalObject>, u64)>,
    pub(crate) place: Place,
}

/// Where bound memory is reached.
pub(crate) enum Place {
    /// Addresses that only the object knows.
    Alias(Alias),
    /// The program's own.
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

/// A second mapping of physical memory. It takes nothing of the device.
pub(crate) struct Alias {
    memory: &'static Memory,
    piece: Piece,
    bytes: u64,
}

impl Alias {
    /// Maps part of physical memory of a device.
    ///
    /// # Errors
    /// `OutOfMemory` if there are no more addresses; `System`.
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
        memory.note_mapped(piece.base, request);
        Ok(Alias { memory, piece, bytes })
    }
}

impl Drop for Alias {
    fn drop(&mut self) {
        // Locks of a copy of the process may be held for ever.
        if exit::is_forked() {
            return;
        }
        self.memory.forget_mapped(self.piece.base);
        // Pages that cannot be taken away stay until somebody else has the addresses.
        let _ = self.memory.window().release(self.piece.base..self.piece.base + self.bytes);
    }
}
