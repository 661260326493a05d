//! Addresses and physical memory apart (HIP: "Virtual Memory Management").
//!
//! Physical memory is a file in memory; mapping lays it over addresses of the window, so that kernels reach
//! it like any other memory, and fault where they have no access. All devices share one window: pages allow
//! the most that any device may do, and where there are several devices, a launch asks what its own may do
//! (`memory::reach`).
#![expect(unsafe_code, reason = "a caller vouches for a file that it names by number")]

use super::multicast;
use crate::Error;
use crate::backend::{self, Mappable, MappedAt};
use crate::handle::Id;
use crate::object::{MulticastObject, PhysicalObject};
use crate::state::process;
use crate::sync::{Arc, AtomicU32, Ordering};

/// File descriptors, as a kind of handle (`hipMemHandleTypePosixFileDescriptor`).
const FILE_DESCRIPTOR: u32 = 1;

fn bad(what: &'static str, address: u64) -> Error {
    Error::BadPointer { what, address }
}

/// Granularity of sizes and addresses (`hipMemGetAllocationGranularity`).
///
/// # Errors
/// Those of the runtime's start.
pub fn granularity() -> Result<u64, Error> {
    Ok(process()?.memory.granularity())
}

fn whole(what: &'static str, bytes: u64) -> Result<(), Error> {
    let min = granularity()?;
    if bytes > 0 && bytes.is_multiple_of(min) {
        return Ok(());
    }
    Err(Error::OutOfRange { what, got: bytes, min, max: u64::MAX })
}

/// Reserves addresses (`hipMemAddressReserve`).
///
/// # Errors
/// `OutOfRange` for sizes that are not whole and alignments that are no power of two; `OutOfMemory`.
pub fn reserve(bytes: u64, alignment: u64) -> Result<u64, Error> {
    whole("size", bytes)?;
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(Error::OutOfRange { what: "alignment", got: alignment, min: 0, max: u64::MAX });
    }
    let alignment = alignment.max(granularity()?);
    process()?.memory.reserve(bytes, alignment)
}

/// Releases a reservation without mappings.
///
/// # Errors
/// `BadPointer`.
pub fn free(address: u64, bytes: u64) -> Result<(), Error> {
    process()?.memory.unreserve(address, bytes)
}

/// Properties of physical memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhysicalProps {
    /// Ordinal of its device.
    pub device: i32,
    /// Mask of the handle types it can be exported as.
    pub handle_types: u32,
}

/// Mappable object (`hipMemGenericAllocationHandle_t`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    /// Physical memory.
    Physical(Id<PhysicalObject>),
    /// A multicast object.
    Multicast(Id<MulticastObject>),
}

impl Handle {
    /// The word that C keeps.
    pub fn word(self) -> u64 {
        match self {
            Handle::Physical(id) => id.word(),
            Handle::Multicast(id) => id.word(),
        }
    }
}

/// The physical memory with a handle.
pub(super) fn physical(id: Id<PhysicalObject>) -> Result<Arc<PhysicalObject>, Error> {
    process()?.get(id).map_err(|_| bad("physical memory's handle", id.word()))
}

/// The handle in a word that came from C.
///
/// # Errors
/// `BadPointer`.
pub fn from_word(word: u64) -> Result<Handle, Error> {
    let physical = Id::from_word(word).map(Handle::Physical);
    let handle = physical.or_else(|| Id::from_word(word).map(Handle::Multicast));
    handle.ok_or(bad("physical memory's handle", word))
}

/// The handle of physical memory in a word that came from C.
///
/// # Errors
/// `BadPointer`.
pub fn physical_from_word(word: u64) -> Result<Id<PhysicalObject>, Error> {
    Id::from_word(word).ok_or(bad("physical memory's handle", word))
}

/// Makes physical memory (`hipMemCreate`).
///
/// # Errors
/// `OutOfRange`, `BadOrdinal`, `OutOfMemory`, `System`.
pub fn create(bytes: u64, props: &PhysicalProps) -> Result<Id<PhysicalObject>, Error> {
    whole("size", bytes)?;
    let process = process()?;
    let device = process.device(props.device.into())?.ordinal;
    let made = process.objects.try_insert(|id: Id<PhysicalObject>| {
        let backend = process.memory.physical(id.word(), device, bytes, props.handle_types)?;
        Ok(PhysicalObject { id, references: AtomicU32::new(1), backend })
    })?;
    Ok(made.id)
}

/// Releases a handle; the memory lives while it is mapped (`hipMemRelease`).
///
/// # Errors
/// `BadPointer`.
pub fn release(handle: Handle) -> Result<(), Error> {
    let id = match handle {
        Handle::Physical(id) => id,
        Handle::Multicast(id) => return multicast::release(id),
    };
    let physical = physical(id)?;
    if physical.references.fetch_sub(1, Ordering::AcqRel) == 1 {
        process()?.remove(id)?;
    }
    Ok(())
}

/// Properties of physical memory.
///
/// # Errors
/// `BadPointer`.
pub fn properties(id: Id<PhysicalObject>) -> Result<PhysicalProps, Error> {
    let physical = physical(id)?;
    Ok(PhysicalProps {
        device: physical.backend.device() as i32,
        handle_types: physical.backend.handle_types(),
    })
}

/// Retains the object mapped at an address (`hipMemRetainAllocationHandle`).
///
/// # Errors
/// `BadPointer`.
pub fn retain(address: u64) -> Result<Handle, Error> {
    let process = process()?;
    let gone = || bad("mapped memory", address);
    let mapped = process.memory.mapped_at(address, 0).ok_or_else(gone)?;
    // One whose handle is gone already has none to give.
    let handle = match &mapped.source {
        Mappable::Physical(physical) => Id::from_word(physical.word()).map(Handle::Physical),
        Mappable::Multicast(object, _) => Id::from_word(object.word()).map(Handle::Multicast),
    };
    let handle = handle.ok_or_else(gone)?;
    match handle {
        Handle::Physical(id) => {
            process.get(id).map_err(|_| gone())?.references.fetch_add(1, Ordering::AcqRel)
        }
        Handle::Multicast(id) => {
            process.get(id).map_err(|_| gone())?.references.fetch_add(1, Ordering::AcqRel)
        }
    };
    Ok(handle)
}

/// Physical memory, and an offset in it.
type PhysicalPlace = (Arc<dyn backend::Physical>, u64);

/// The physical memory mapped at an address, and the offset in it.
pub(super) fn physical_at(address: u64) -> Result<Option<PhysicalPlace>, Error> {
    let mapped = process()?.memory.mapped_at(address, 0);
    Ok(mapped.and_then(|mapped| match mapped.source {
        Mappable::Physical(physical) => Some((physical, address - mapped.start)),
        Mappable::Multicast(..) => None,
    }))
}

/// Maps physical memory or a multicast object at reserved addresses; nobody has access yet (`hipMemMap`).
/// Blocks until the object's team is complete.
///
/// # Errors
/// `Unsupported` for addresses that are not reserved, parts that are not whole, and offsets, as on an H200;
/// `BadPointer` where something is mapped already and for the handle; `OutOfRange` for parts beyond a
/// multicast object; `System`.
pub fn map(address: u64, bytes: u64, offset: u64, handle: Handle) -> Result<(), Error> {
    let process = process()?;
    let unsupported = |what| Err(Error::Unsupported { what });
    let granularity = process.memory.granularity();
    if !bytes.is_multiple_of(granularity) || !address.is_multiple_of(granularity) || bytes == 0 {
        return unsupported("mapping parts of 2 MiB");
    }
    let source = match handle {
        Handle::Physical(id) => {
            let physical = physical(id)?;
            if offset != 0 {
                return unsupported("mapping physical memory from an offset");
            }
            if bytes > physical.backend.bytes() {
                return unsupported("mapping more than the physical memory");
            }
            Mappable::Physical(Arc::clone(&physical.backend))
        }
        Handle::Multicast(id) => {
            let object = multicast::object(id)?;
            multicast::check_range(&object, offset, bytes)?;
            Mappable::Multicast(Arc::clone(&object.backend), offset)
        }
    };
    process.memory.map(address, bytes, &source)
}

/// Unmaps a range; parts without a mapping are ignored (`hipMemUnmap`).
///
/// # Errors
/// `BadPointer` for a range that is not reserved or cuts a mapping; `OutOfRange` for sizes that are not
/// whole.
pub fn unmap(address: u64, bytes: u64) -> Result<(), Error> {
    let process = process()?;
    whole("size", bytes)?;
    process.memory.unmap(address, bytes)
}

/// Sets the access of devices to a fully mapped range (`hipMemSetAccess`).
///
/// # Errors
/// `BadPointer`; `Unsupported` for a multicast object that is only to be read; `UnknownEnumerator` for other
/// access than 0, 1 and 3; `OutOfRange` for an unknown device.
pub fn set_access(address: u64, bytes: u64, wanted: &[(i32, u32)]) -> Result<(), Error> {
    let process = process()?;
    let count = process.devices().len() as u64;
    for &(device, access) in wanted {
        if u64::try_from(device).map_or(true, |device| device >= count) {
            let got = u64::try_from(device).unwrap_or(u64::MAX);
            return Err(Error::OutOfRange { what: "device", got, min: 0, max: count.saturating_sub(1) });
        }
        if !matches!(access, 0 | 1 | 3) {
            return Err(Error::UnknownEnumerator { what: "hipMemAccessFlags", got: access.into() });
        }
    }
    if wanted.is_empty() {
        return Err(Error::OutOfRange { what: "number of descriptions", got: 0, min: 1, max: u64::MAX });
    }
    let wanted: Vec<(u32, u32)> = wanted.iter().map(|&(device, access)| (device as u32, access)).collect();
    process.memory.set_access(address, bytes, &wanted)
}

/// Access of a device at an address: 0 none, 1 read, 3 read and write (`hipMemGetAccess`).
///
/// # Errors
/// `BadPointer` for an address in no memory; `OutOfRange` for an unknown device.
pub fn access(address: u64, device: i32) -> Result<u32, Error> {
    let process = process()?;
    let count = process.devices().len() as u64;
    let device = u32::try_from(device).ok().filter(|&device| u64::from(device) < count);
    let device = device.ok_or(Error::OutOfRange { what: "device", got: u64::MAX, min: 0, max: count })?;
    if let Some(mapped) = process.memory.mapped_at(address, device) {
        return Ok(mapped.access);
    }
    process.memory.facts(address).map(|_| 3).ok_or(bad("memory", address))
}

/// Facts of an address that physical memory is mapped at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapped {
    /// First address of the reservation.
    pub base: u64,
    /// Bytes of the reservation.
    pub bytes: u64,
    /// Kinds of handles that the physical memory can be exported as, a mask.
    pub handle_types: u32,
    /// Access of the thread's device: 0 none, 1 read, 3 read and write.
    pub access: u32,
}

/// Facts of mapped memory; `None` for other memory.
///
/// # Errors
/// `NoDevice`.
pub fn mapped_at(address: u64) -> Result<Option<Mapped>, Error> {
    let device = crate::api::device::current_ordinal()? as u32;
    let mapped = process()?.memory.mapped_at(address, device);
    Ok(mapped.map(|MappedAt { reservation: (base, bytes), source, access, .. }| {
        let handle_types = match &source {
            Mappable::Physical(physical) => physical.handle_types(),
            Mappable::Multicast(object, _) => object.handle_types(),
        };
        Mapped { base, bytes, handle_types, access }
    }))
}

/// A file descriptor for another process; it is the caller's (`hipMemExportToShareableHandle`).
///
/// # Errors
/// `BadPointer`; `BadFlags` for memory that was made without such handles; `Unsupported` for multicast
/// objects; `System`.
pub fn export(handle: Handle) -> Result<i32, Error> {
    let physical = match handle {
        Handle::Physical(id) => physical(id)?,
        Handle::Multicast(id) => {
            multicast::object(id)?;
            return Err(Error::Unsupported { what: "multicast objects of several processes" });
        }
    };
    let handle_types = physical.backend.handle_types();
    if handle_types & FILE_DESCRIPTOR == 0 {
        return Err(Error::BadFlags { what: "handles of this memory", got: handle_types.into() });
    }
    physical.backend.export()
}

/// The physical memory behind a descriptor that [`export`] gave, as memory of the calling thread's device
/// (`hipMemImportFromShareableHandle`).
///
/// # Errors
/// `BadPointer` for another file; `NoDevice`.
///
/// # Safety
/// `file` is an open file descriptor of the caller's.
pub unsafe fn import(file: i32) -> Result<Id<PhysicalObject>, Error> {
    let device = crate::api::device::current_ordinal()? as usize;
    let process = process()?;
    let made = process.objects.try_insert(|id: Id<PhysicalObject>| {
        let backend = process.memory.open_physical(id.word(), device, file, FILE_DESCRIPTOR)?;
        Ok(PhysicalObject { id, references: AtomicU32::new(1), backend })
    })?;
    Ok(made.id)
}
