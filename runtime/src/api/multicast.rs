//! Multicast objects (`hipExtMulticast…`; CUDA: "Multicast Object Management"; HIP has none).
//!
//! An object is a range of bytes of which each device of a team has its own memory. Mapped at addresses
//! (`hipMemMap`), it is what `multimem` instructions access: a store goes to every device's memory, a load
//! reduces over all. Behaviour is that of CUDA's documents; none of it was observed on hardware.

use super::virtual_memory::{self, granularity as step};
use crate::Error;
use crate::backend;
use crate::handle::Id;
use crate::object::{MulticastObject, PhysicalObject};
use crate::state::process;
use crate::sync::{Arc, AtomicU32, Ordering};
use crate::types::AllocationKind;

/// Handle types that an object may be made for: none, or file descriptors. It cannot be exported as one yet.
const HANDLE_TYPES: u64 = 1;

/// Properties of a multicast object (`hipExtMulticastObjectProp`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Props {
    /// Devices of the team.
    pub devices: u32,
    /// Bytes that each of them binds at most.
    pub bytes: u64,
    /// Mask of the handle types it can be exported as.
    pub handle_types: u64,
    /// None are defined.
    pub flags: u64,
}

fn bad_handle(id: Id<MulticastObject>) -> Error {
    Error::BadPointer { what: "multicast object's handle", address: id.word() }
}

fn get(id: Id<MulticastObject>) -> Result<Arc<MulticastObject>, Error> {
    process()?.get(id).map_err(|_| bad_handle(id))
}

/// The multicast object in a word that came from C.
///
/// # Errors
/// `BadPointer`.
pub fn from_word(word: u64) -> Result<Id<MulticastObject>, Error> {
    Id::from_word(word).ok_or(Error::BadPointer { what: "multicast object's handle", address: word })
}

fn whole(what: &'static str, bytes: u64, least: u64) -> Result<(), Error> {
    if bytes >= least && bytes.is_multiple_of(step()?) {
        return Ok(());
    }
    Err(Error::OutOfRange { what, got: bytes, min: least, max: u64::MAX })
}

fn no_flags(what: &'static str, got: u64) -> Result<(), Error> {
    if got == 0 { Ok(()) } else { Err(Error::BadFlags { what, got }) }
}

fn ordinal(device: i32) -> Result<usize, Error> {
    Ok(process()?.device(device.into())?.ordinal)
}

/// Granularity of sizes and offsets of multicast objects (`hipExtMulticastGetGranularity`).
///
/// # Errors
/// `OutOfRange` for a team of no devices, or of more than there are; `BadFlags`, `Unsupported` for handles of
/// another type.
pub fn granularity(props: &Props) -> Result<u64, Error> {
    check(props)?;
    step()
}

fn check(props: &Props) -> Result<(), Error> {
    let count = process()?.devices().len() as u64;
    if props.devices == 0 || u64::from(props.devices) > count {
        return Err(Error::OutOfRange { what: "numDevices", got: props.devices.into(), min: 1, max: count });
    }
    no_flags("a multicast object", props.flags)?;
    if props.handle_types & !HANDLE_TYPES != 0 {
        return Err(Error::Unsupported {
            what: "multicast objects with handles other than file descriptors",
        });
    }
    Ok(())
}

/// Creates an object with an empty team (`hipExtMulticastCreate`).
///
/// # Errors
/// Those of [`granularity`]; `OutOfRange` for a size that is not whole.
pub fn create(props: &Props) -> Result<Id<MulticastObject>, Error> {
    check(props)?;
    whole("size", props.bytes, step()?)?;
    let process = process()?;
    let (devices, handle_types) = (props.devices as usize, props.handle_types as u32);
    let made = process.objects.try_insert(|id: Id<MulticastObject>| {
        let backend = process.memory.multicast(id.word(), devices, props.bytes, handle_types)?;
        Ok(MulticastObject { id, references: AtomicU32::new(1), backend })
    })?;
    Ok(made.id)
}

/// Adds a device to the team, for good (`hipExtMulticastAddDevice`).
///
/// # Errors
/// `BadPointer` for the handle, `BadOrdinal`; `OutOfRange` for a device that belongs to the team, or one too
/// many.
pub fn add_device(id: Id<MulticastObject>, device: i32) -> Result<(), Error> {
    let object = get(id)?;
    let device = ordinal(device)?;
    object.backend.add_device(device)
}

/// Checks that a range is inside of an object, and a multiple of the granularity.
///
/// # Errors
/// `OutOfRange`.
pub(super) fn check_range(object: &MulticastObject, offset: u64, bytes: u64) -> Result<(), Error> {
    whole("size", bytes, step()?)?;
    whole("offset in the multicast object", offset, 0)?;
    check_bounds("end in the multicast object", offset, bytes, object.backend.bytes())
}

fn check_bounds(what: &'static str, offset: u64, bytes: u64, max: u64) -> Result<(), Error> {
    match offset.checked_add(bytes) {
        Some(end) if end <= max => Ok(()),
        end => Err(Error::OutOfRange { what, got: end.unwrap_or(u64::MAX), min: 0, max }),
    }
}

/// Memory's device, which is the one asked for if one is.
fn device_of(memory: usize, wanted: Option<i32>) -> Result<usize, Error> {
    match wanted {
        Some(wanted) if ordinal(wanted)? != memory => {
            Err(Error::BadOrdinal { ordinal: wanted.into(), count: process()?.devices().len() })
        }
        _ => Ok(memory),
    }
}

/// Binds physical memory (`hipExtMulticastBindMem`); blocks until the team is complete.
///
/// # Errors
/// `BadPointer` for the handles and where memory is bound already; `OutOfRange` for sizes and offsets that
/// are not whole or beyond the object or the memory; `BadOrdinal` for memory of a device outside the team, or
/// not of `device`; `BadFlags`; `OutOfMemory`, `System`.
pub fn bind_memory(
    id: Id<MulticastObject>,
    device: Option<i32>,
    offset: u64,
    memory: (Id<PhysicalObject>, u64),
    bytes: u64,
    flags: u64,
) -> Result<(), Error> {
    let object = get(id)?;
    let physical = virtual_memory::physical(memory.0)?;
    no_flags("binding memory", flags)?;
    bind_physical(&object, device, offset, (&physical.backend, memory.1), bytes)
}

fn bind_physical(
    object: &MulticastObject,
    device: Option<i32>,
    offset: u64,
    (physical, memory_offset): (&Arc<dyn backend::Physical>, u64),
    bytes: u64,
) -> Result<(), Error> {
    check_range(object, offset, bytes)?;
    whole("offset in the physical memory", memory_offset, 0)?;
    check_bounds("end in the physical memory", memory_offset, bytes, physical.bytes())?;
    let handle_types = physical.handle_types();
    if object.backend.handle_types() & !handle_types != 0 {
        let what = "handles of memory bound to a multicast object that has them";
        return Err(Error::BadFlags { what, got: handle_types.into() });
    }
    let device = device_of(physical.device(), device)?;
    object.backend.bind(device, offset, (physical, memory_offset), bytes)
}

/// Binds the memory at an address, which physical memory is mapped at or a pool has
/// (`hipExtMulticastBindAddr`); blocks until the team is complete.
///
/// # Errors
/// Those of [`bind_memory`]; `BadPointer` for other addresses.
pub fn bind_address(
    id: Id<MulticastObject>,
    device: Option<i32>,
    offset: u64,
    address: u64,
    bytes: u64,
    flags: u64,
) -> Result<(), Error> {
    let object = get(id)?;
    no_flags("binding memory", flags)?;
    if let Some((physical, memory_offset)) = virtual_memory::physical_at(address)? {
        return bind_physical(&object, device, offset, (&physical, memory_offset), bytes);
    }
    check_range(&object, offset, bytes)?;
    whole("address to be bound", address, 0)?;
    let found = process()?.memory.facts_of_range("memory to be bound", address, bytes)?;
    if !matches!(found.kind, AllocationKind::Pooled(_)) {
        return Err(Error::BadPointer { what: "memory to be bound", address });
    }
    let device = device_of(found.device, device)?;
    object.backend.bind_address(device, offset, address, bytes)
}

/// Takes memory of a device out of an object again; offset and size are those of the binding
/// (`hipExtMulticastUnbind`).
///
/// # Errors
/// `BadPointer` for the handle and where nothing of that size is bound; `BadOrdinal`; `OutOfRange`.
pub fn unbind(id: Id<MulticastObject>, device: i32, offset: u64, bytes: u64) -> Result<(), Error> {
    let object = get(id)?;
    let device = ordinal(device)?;
    check_range(&object, offset, bytes)?;
    object.backend.unbind(device, offset, bytes)
}

/// Releases a handle; the object lives while it is mapped.
///
/// # Errors
/// `BadPointer`.
pub(super) fn release(id: Id<MulticastObject>) -> Result<(), Error> {
    let object = get(id)?;
    if object.references.fetch_sub(1, Ordering::AcqRel) == 1 {
        process()?.remove(id).map_err(|_| bad_handle(id))?;
        object.backend.release();
    }
    Ok(())
}

/// The object with a handle.
///
/// # Errors
/// `BadPointer`.
pub(super) fn object(id: Id<MulticastObject>) -> Result<Arc<MulticastObject>, Error> {
    get(id)
}
