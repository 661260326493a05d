//! Reserved addresses, physical memory and multicast objects, which are mapped at them.

use crate::Error;
use crate::sync::Arc;
use std::any::Any;
use std::fmt::Debug;

/// Object that is mapped at addresses.
#[derive(Clone, Debug)]
pub(crate) enum Mappable {
    /// Physical memory, from its beginning.
    Physical(Arc<dyn Physical>),
    /// Multicast object, from an offset.
    Multicast(Arc<dyn Multicast>, u64),
}

/// Facts about a mapped address.
pub(crate) struct MappedAt {
    /// First address and bytes of the reservation.
    pub(crate) reservation: (u64, u64),
    /// First address of the mapping.
    pub(crate) start: u64,
    pub(crate) source: Mappable,
    /// Access of the queried device: 0 none, 1 read, 3 read and write.
    pub(crate) access: u32,
}

/// Virtual memory of a process. Sizes and addresses are multiples of its granularity.
pub(crate) trait VirtualMemory {
    /// Returns the granularity of sizes and addresses.
    fn granularity(&self) -> u64;

    /// Reserves addresses. Returns the first.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn reserve(&self, bytes: u64, alignment: u64) -> Result<u64, Error>;

    /// Releases a reservation without mappings.
    ///
    /// # Errors
    /// `BadPointer`.
    fn unreserve(&self, address: u64, bytes: u64) -> Result<(), Error>;

    /// Makes physical memory of a device, whose handle has the word.
    ///
    /// # Errors
    /// `OutOfMemory`, `System`.
    fn physical(
        &'static self,
        word: u64,
        device: usize,
        bytes: u64,
        handle_types: u32,
    ) -> Result<Arc<dyn Physical>, Error>;

    /// Opens physical memory that a process [exported](Physical::export), as memory of a device.
    ///
    /// # Errors
    /// `BadPointer` for another file.
    fn open_physical(
        &self,
        word: u64,
        device: usize,
        file: i32,
        handle_types: u32,
    ) -> Result<Arc<dyn Physical>, Error>;

    /// Makes a multicast object of so many devices, whose handle has the word.
    ///
    /// # Errors
    /// Those of the device.
    fn multicast(
        &'static self,
        word: u64,
        devices: usize,
        bytes: u64,
        handle_types: u32,
    ) -> Result<Arc<dyn Multicast>, Error>;

    /// Maps an object at reserved addresses. No device has access yet. Blocks until the team of a multicast
    /// object is complete.
    ///
    /// # Errors
    /// `Unsupported` for addresses that are not reserved; `BadPointer` for an overlap with another mapping,
    /// and for a multicast object that is released meanwhile; `System`.
    fn map(&self, address: u64, bytes: u64, source: &Mappable) -> Result<(), Error>;

    /// Unmaps a range; parts without a mapping are ignored.
    ///
    /// # Errors
    /// `BadPointer` for a range that is not reserved or splits a mapping; `System`.
    fn unmap(&self, address: u64, bytes: u64) -> Result<(), Error>;

    /// Sets the access of devices to all of a fully mapped range: 0 none, 1 read, 3 read and write.
    ///
    /// # Errors
    /// `BadPointer`; `Unsupported` for read-only access to a multicast object; `System`.
    fn set_access(&self, address: u64, bytes: u64, wanted: &[(u32, u32)]) -> Result<(), Error>;

    /// Returns the facts about a mapped address, for a device.
    fn mapped_at(&self, address: u64, device: u32) -> Option<MappedAt>;
}

/// Physical memory; it lives while it is mapped.
pub(crate) trait Physical: Any + Debug + Send + Sync {
    /// Returns the word of its handle.
    fn word(&self) -> u64;

    /// Returns the ordinal of its device.
    fn device(&self) -> usize;

    /// Returns its size.
    fn bytes(&self) -> u64;

    /// Returns the mask of the handle types that it can be exported as.
    fn handle_types(&self) -> u32;

    /// Returns a descriptor for another process, owned by the caller.
    ///
    /// # Errors
    /// `System`.
    fn export(&self) -> Result<i32, Error>;
}

/// Multicast object: a team of devices, and the memory that each has bound; it lives while it is mapped.
pub(crate) trait Multicast: Any + Debug + Send + Sync {
    /// Returns the word of its handle.
    fn word(&self) -> u64;

    /// Returns its size.
    fn bytes(&self) -> u64;

    /// Returns the mask of the handle types that it can be exported as.
    fn handle_types(&self) -> u32;

    /// Adds a device to the team.
    ///
    /// # Errors
    /// `OutOfRange` for one too many; `BadPointer` for a device that belongs to the team.
    fn add_device(&self, device: usize) -> Result<(), Error>;

    /// Binds a device's physical memory, from an offset in it. Blocks until the team is complete.
    ///
    /// # Errors
    /// `BadPointer` where memory is bound, and if the object is released meanwhile; `BadOrdinal` for a device
    /// outside of the team; `OutOfMemory`, `System`.
    fn bind(
        &self,
        device: usize,
        offset: u64,
        memory: (&Arc<dyn Physical>, u64),
        bytes: u64,
    ) -> Result<(), Error>;

    /// Binds a device's memory at an address. Blocks until the team is complete.
    ///
    /// # Errors
    /// As [`Multicast::bind`].
    fn bind_address(&self, device: usize, offset: u64, address: u64, bytes: u64) -> Result<(), Error>;

    /// Releases memory of a device that was bound at an offset, with this size.
    ///
    /// # Errors
    /// `BadOrdinal` for a device outside of the team; `BadPointer` if there is none.
    fn unbind(&self, device: usize, offset: u64, bytes: u64) -> Result<(), Error>;

    /// Notes that the last handle was released: a team that is not complete never will be.
    fn release(&self);
}
