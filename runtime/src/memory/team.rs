//! Multicast objects: a team of devices, and the memory that each has bound.

use super::physical::{MemoryFile, Physical};
use super::{Memory, Piece};
use crate::Error;
use crate::exit;
use crate::sync::{Arc, Condvar, Mutex, Rank, holds_nothing};
use crate::types::{AllocationKind, Request};
use jit::window::Access;
use std::collections::BTreeMap;
use std::fmt;

/// Multicast object (`hipExtMulticastCreate`).
pub(crate) struct Multicast {
    memory: &'static Memory,
    /// Word of its handle.
    pub(crate) word: u64,
    pub(crate) bytes: u64,
    /// Number of devices of the complete team.
    devices: usize,
    /// Mask of the handle types it was created for.
    pub(crate) handle_types: u32,
    pub(crate) team: Mutex<Team>,
    /// Notified when a device is added.
    joined: Condvar,
}

impl fmt::Debug for Multicast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Multicast({:#x})", self.word)
    }
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

impl Multicast {
    /// Creates an object with an empty team.
    pub(crate) fn new(
        memory: &'static Memory,
        word: u64,
        devices: usize,
        bytes: u64,
        handle_types: u32,
    ) -> Multicast {
        let team = Mutex::new(Rank::Object, Team::default());
        Multicast { memory, word, bytes, devices, handle_types, team, joined: Condvar::new() }
    }

    /// Adds a device to the team.
    ///
    /// # Errors
    /// `OutOfRange` for one too many; `BadPointer` for a device that belongs to the team.
    pub(crate) fn add(&self, device: usize) -> Result<(), Error> {
        let mut team = self.team.lock();
        let most = self.devices as u64;
        if team.devices.len() as u64 == most {
            return Err(Error::OutOfRange { what: "devices of the team", got: most + 1, min: 1, max: most });
        }
        if team.devices.contains(&device) {
            let what = "device that belongs to the team already";
            return Err(Error::BadPointer { what, address: device as u64 });
        }
        team.devices.push(device);
        drop(team);
        self.joined.notify_all();
        Ok(())
    }

    /// Blocks until all devices were added. Returns the first.
    ///
    /// # Errors
    /// `BadPointer` if the last handle is released meanwhile.
    pub(crate) fn wait_for_team(&self) -> Result<usize, Error> {
        holds_nothing();
        let mut team = self.team.lock();
        while team.devices.len() < self.devices && !team.released {
            self.joined.wait(&mut team);
        }
        if team.devices.len() < self.devices {
            return Err(Error::BadPointer { what: "multicast object's handle", address: self.word });
        }
        Ok(team.devices.first().copied().unwrap_or(0))
    }

    /// Binds physical memory of a device of the team.
    ///
    /// # Errors
    /// `BadPointer` where memory is bound; `BadOrdinal`; `OutOfMemory`, `System`.
    pub(crate) fn bind_physical(
        &self,
        device: usize,
        offset: u64,
        (physical, from): (Arc<Physical>, u64),
        bytes: u64,
    ) -> Result<(), Error> {
        self.wait_for_team()?;
        self.check_member(device)?;
        let place = Place::Alias(Alias::new(self.memory, device, &physical.file, from, bytes)?);
        self.bind_at(device, offset, Bound { bytes, physical: Some((physical, from)), place })
    }

    /// Binds memory of a device of the team at an address.
    ///
    /// # Errors
    /// `BadPointer` where memory is bound; `BadOrdinal`.
    pub(crate) fn bind_place(
        &self,
        device: usize,
        offset: u64,
        address: u64,
        bytes: u64,
    ) -> Result<(), Error> {
        self.wait_for_team()?;
        self.check_member(device)?;
        self.bind_at(device, offset, Bound { bytes, physical: None, place: Place::Address(address) })
    }

    fn bind_at(&self, device: usize, offset: u64, bound: Bound) -> Result<(), Error> {
        let mut team = self.team.lock();
        let before = team.bound.range((device, 0)..(device, offset + bound.bytes)).next_back();
        if before.is_some_and(|(&(_, start), other)| start + other.bytes > offset) {
            let what = "offset in the multicast object, where memory is bound";
            return Err(Error::BadPointer { what, address: offset });
        }
        team.bound.insert((device, offset), bound);
        Ok(())
    }

    fn check_member(&self, device: usize) -> Result<(), Error> {
        let team = self.team.lock();
        if team.devices.contains(&device) {
            return Ok(());
        }
        Err(Error::BadOrdinal { ordinal: device as i64, count: team.devices.len() })
    }

    /// Releases bound memory.
    ///
    /// # Errors
    /// `BadOrdinal`; `BadPointer` where nothing of that size is bound.
    pub(crate) fn take_out(&self, device: usize, offset: u64, bytes: u64) -> Result<(), Error> {
        self.check_member(device)?;
        let mut team = self.team.lock();
        if team.bound.get(&(device, offset)).is_none_or(|bound| bound.bytes != bytes) {
            let what = "offset in the multicast object, where no memory of this size is bound";
            return Err(Error::BadPointer { what, address: offset });
        }
        let gone = team.bound.remove(&(device, offset));
        drop(team);
        drop(gone);
        Ok(())
    }

    /// Notes that the last handle was released.
    pub(crate) fn released(&self) {
        self.team.lock().released = true;
        self.joined.notify_all();
    }
}

/// Memory bound to an object.
pub(crate) struct Bound {
    pub(crate) bytes: u64,
    /// Physical memory with an offset, if it came from `hipMemCreate`.
    pub(crate) physical: Option<(Arc<Physical>, u64)>,
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
        physical: &MemoryFile,
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
