//! Memory that streams allocate and free in their order (HIP: "Stream Ordered Memory Allocator").
//!
//! Handles, properties and sharing of pools, and checks of arguments. The pool of the device decides which
//! memory is reused, and when.
#![expect(unsafe_code, reason = "a caller vouches for memory and files that it names by numbers")]

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::backend::{NewPool, OpenedPool};
use crate::graph::operation::AllocCall;
use crate::graph::{Operation, capture};
use crate::handle::Id;
use crate::object::{DeviceObject, PoolObject};
use crate::state::{process, usable};
use crate::sync::{Arc, Ordering};
use crate::types::AllocationKind;
use hip_sys::hipMemPoolAttr;

/// File descriptors, as a kind of handle (`hipMemHandleTypePosixFileDescriptor`).
pub const FILE_DESCRIPTOR: u32 = 1;

/// Properties of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolProps {
    /// Ordinal of its device.
    pub device: i32,
    /// Mask of the handle types it can be exported as.
    pub handle_types: u32,
    /// Most bytes, 0 for all there are.
    pub max_bytes: u64,
}

fn make(props: &PoolProps, device: &'static DeviceObject) -> Result<Arc<PoolObject>, Error> {
    let (ordinal, handle_types, max_bytes) = (device.ordinal, props.handle_types, props.max_bytes);
    process()?.objects.try_insert(|id| {
        let backend = device.backend.pool(id.word(), NewPool { handle_types, max_bytes })?;
        Ok(PoolObject { id, device: ordinal, handle_types, exporter: None, backend })
    })
}

/// Creates a pool (`hipMemPoolCreate`).
///
/// # Errors
/// `OutOfRange` for an unknown device; `BadFlags` for kinds of handles other than file descriptors.
pub fn create(props: &PoolProps) -> Result<Id<PoolObject>, Error> {
    if props.handle_types & !FILE_DESCRIPTOR != 0 {
        return Err(Error::BadFlags { what: "handles of a pool", got: props.handle_types.into() });
    }
    capture::unsafe_call()?;
    Ok(make(props, device_of(props.device)?)?.id)
}

/// A device, where an ordinal that is none is a wrong value (observed on an H200).
fn device_of(ordinal: i32) -> Result<&'static DeviceObject, Error> {
    let process = process()?;
    let max = process.devices().len().saturating_sub(1) as u64;
    process.device(ordinal.into()).map_err(|_| Error::OutOfRange {
        what: "device",
        got: u64::try_from(ordinal).unwrap_or(u64::MAX),
        min: 0,
        max,
    })
}

/// The pool that a handle names.
fn get(id: Id<PoolObject>) -> Result<Arc<PoolObject>, Error> {
    process()?.get(id).map_err(|_| Error::NoPool { word: id.word() })
}

/// The pool in a word that came from C.
///
/// # Errors
/// `NoPool`.
pub fn from_word(word: u64) -> Result<Id<PoolObject>, Error> {
    Id::from_word(word).ok_or(Error::NoPool { word })
}

/// Destroys a pool; its allocations stay until they are freed. A device whose pool it is has its first one
/// again.
///
/// # Errors
/// `NoPool`, also for a device's first one.
pub fn destroy(id: Id<PoolObject>) -> Result<(), Error> {
    capture::unsafe_call()?;
    let process = process()?;
    let pool = get(id)?;
    let device = process.device(pool.device as i64)?;
    if device.first_pool.get() == Some(&id) {
        return Err(Error::NoPool { word: id.word() });
    }
    let none = 0;
    // Another one may have become the device's meanwhile: that one stays.
    let _ = device.current_pool.compare_exchange(id.word(), none, Ordering::AcqRel, Ordering::Acquire);
    process.remove(id)?;
    pool.backend.destroy();
    Ok(())
}

/// Default pool of a device (`hipDeviceGetDefaultMemPool`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn first_of(ordinal: i32) -> Result<Id<PoolObject>, Error> {
    let device = process()?.device(ordinal.into())?;
    if let Some(&there) = device.first_pool.get() {
        return Ok(there);
    }
    let made = make(&PoolProps { device: ordinal, handle_types: 0, max_bytes: 0 }, device)?.id;
    let kept = *device.first_pool.get_or_init(|| made);
    if kept != made {
        process()?.remove(made)?;
    }
    Ok(kept)
}

/// Current pool of a device (`hipDeviceGetMemPool`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn of_device(ordinal: i32) -> Result<Id<PoolObject>, Error> {
    let current = process()?.device(ordinal.into())?.current_pool.load(Ordering::Acquire);
    Id::from_word(current).map_or_else(|| first_of(ordinal), Ok)
}

/// Sets the current pool of a device (`hipDeviceSetMemPool`).
///
/// # Errors
/// `NoPool`, also for one of another device or process; `OutOfRange` for an unknown device.
pub fn set_of_device(ordinal: i32, id: Id<PoolObject>) -> Result<(), Error> {
    let (device, pool) = (device_of(ordinal)?, get(id)?);
    if pool.device != device.ordinal || pool.exporter.is_some() {
        return Err(Error::NoPool { word: id.word() });
    }
    device.current_pool.store(id.word(), Ordering::Release);
    Ok(())
}

/// Allocates in a stream's order, from its device's pool or another; 0 bytes give address 0.
///
/// # Errors
/// `OutOfMemory`; `NoPool`, also for one of another process; errors of the stream.
pub fn alloc(bytes: u64, pool: Option<Id<PoolObject>>, stream: StreamRef) -> Result<u64, Error> {
    let process = process()?;
    let stream = stream::resolve(stream)?;
    let id = match pool {
        Some(id) => id,
        None => of_device(stream.context.device as i32)?,
    };
    let pool = get(id)?;
    if pool.exporter.is_some() {
        return Err(Error::NoPool { word: id.word() });
    }
    if bytes == 0 {
        return Ok(0);
    }
    let mut captured = 0;
    let node = || {
        let slot = process.slot(bytes, pool.device, usable()?.owner())?;
        captured = slot.base();
        Ok(Operation::Alloc(AllocCall { bytes, device: pool.device, slot }))
    };
    if capture::take(&stream, node)? {
        return Ok(captured);
    }
    pool.backend.allocate(bytes, &*stream.backend)
}

/// Frees when the stream's turn comes what [`alloc`] gave, or plain device memory; from here on the address
/// is nobody's (`hipFreeAsync`). 0 is nothing.
///
/// # Errors
/// `BadPointer`; errors of the stream.
///
/// # Safety
/// The caller owns the memory; only work that the stream holds already uses it from here on.
pub unsafe fn free(address: u64, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if address == 0 {
        return Ok(());
    }
    let process = process()?;
    if capture::take(&stream, || Ok(Operation::Free(address)))? {
        return Ok(());
    }
    // What a graph allocates keeps its address for the graph's next launch.
    if process.slots.freed(address)? {
        return Ok(());
    }
    let pool = process.memory.facts(address).and_then(|found| pool_of(found.kind));
    stream.backend.free(address, pool.as_ref().map(|pool| &*pool.backend))
}

/// The pool of an allocation; none if it is of no pool, or that was destroyed.
pub(crate) fn pool_of(kind: AllocationKind) -> Option<Arc<PoolObject>> {
    let AllocationKind::Pooled(word) = kind else { return None };
    process().ok()?.get(Id::from_word(word)?).ok()
}

/// An attribute of a pool (`hipMemPoolAttr`).
///
/// # Errors
/// `UnknownEnumerator`; `NoPool`, also for one of another process.
pub fn attribute(id: Id<PoolObject>, attribute: hipMemPoolAttr) -> Result<u64, Error> {
    own(id)?.backend.attribute(attribute)
}

fn own(id: Id<PoolObject>) -> Result<Arc<PoolObject>, Error> {
    let pool = get(id)?;
    if pool.exporter.is_some() { Err(Error::NoPool { word: id.word() }) } else { Ok(pool) }
}

/// Sets an attribute of a pool; high marks can only be set to 0, which means the number of now.
///
/// # Errors
/// `UnknownEnumerator`, `OutOfRange`; `NoPool`.
pub fn set_attribute(id: Id<PoolObject>, attribute: hipMemPoolAttr, value: u64) -> Result<(), Error> {
    own(id)?.backend.set_attribute(attribute, value)
}

/// Releases reserved and unused memory down to `keep` bytes (`hipMemPoolTrimTo`).
///
/// # Errors
/// `NoPool`.
pub fn trim(id: Id<PoolObject>, keep: u64) -> Result<(), Error> {
    own(id)?.backend.trim(keep);
    Ok(())
}

pub use crate::types::READ_WRITE;

/// The access that a device has to a pool's memory: 0 or [`READ_WRITE`] (`hipMemPoolGetAccess`). `None` asks
/// for the host.
///
/// # Errors
/// `OutOfRange` for an unknown device; `NoPool`.
pub fn access(id: Id<PoolObject>, device: Option<i32>) -> Result<u32, Error> {
    let pool = get(id)?;
    let Some(device) = device else { return Ok(0) };
    let device = device_of(device)?.ordinal;
    Ok(pool.backend.access(device))
}

/// Gives a device access to a pool's memory or takes it (`hipMemPoolSetAccess`): of this alone it depends
/// whether its kernels reach that memory, not of peers' access.
///
/// # Errors
/// `BadOrdinal`, also for taking it from the pool's own device; `Unsupported` for reading alone and for the
/// host; `NoPool`.
pub fn set_access(id: Id<PoolObject>, device: Option<i32>, access: u32) -> Result<(), Error> {
    let pool = get(id)?;
    let device = device.ok_or(Error::Unsupported { what: "access of the host to a pool" })?;
    let process = process()?;
    let ordinal = process.device(device.into())?.ordinal;
    match access {
        READ_WRITE => {}
        0 if ordinal == pool.device => {
            return Err(Error::BadOrdinal { ordinal: device.into(), count: process.devices().len() });
        }
        0 => {}
        _ => return Err(Error::Unsupported { what: "reading access to a pool" }),
    }
    pool.backend.set_access(ordinal, access);
    Ok(())
}

/// A pool's file for other processes (`hipMemPoolExportToShareableHandle`): the descriptor is the caller's.
///
/// # Errors
/// `BadFlags` for a pool without such handles; `NoPool`; `System`.
pub fn export(id: Id<PoolObject>) -> Result<i32, Error> {
    let pool = own(id)?;
    if pool.handle_types & FILE_DESCRIPTOR == 0 {
        return Err(Error::BadFlags { what: "handles of this pool", got: pool.handle_types.into() });
    }
    pool.backend.export()
}

/// The pool that another process exported (`hipMemPoolImportFromShareableHandle`): only for importing its
/// pointers.
///
/// # Errors
/// `BadPointer` for a file that is none of a pool of these devices.
///
/// # Safety
/// `file` is an open file descriptor of the caller's.
pub unsafe fn import(file: i32) -> Result<Id<PoolObject>, Error> {
    let process = process()?;
    let made = process.objects.try_insert(|id| {
        for device in process.devices() {
            if let Some(OpenedPool { exporter, pool }) = device.backend.open_pool(id.word(), file)? {
                let (device, exporter) = (device.ordinal, Some(exporter));
                return Ok(PoolObject { id, device, handle_types: FILE_DESCRIPTOR, exporter, backend: pool });
            }
        }
        Err(Error::BadPointer { what: "the file of a pool of these devices", address: 0 })
    })?;
    Ok(made.id)
}

/// Handle for another process to open an allocation of an exported pool.
///
/// # Errors
/// `BadPointer` if no such allocation starts there.
pub fn export_pointer(address: u64) -> Result<[u8; 64], Error> {
    let process = process()?;
    let bad = Error::BadPointer { what: "memory of a pool that is exported", address };
    let found = process.memory.facts(address).filter(|found| found.base == address).ok_or(bad.clone())?;
    let AllocationKind::Pooled(word) = found.kind else { return Err(bad) };
    let pool = get(from_word(word)?)?;
    if pool.handle_types & FILE_DESCRIPTOR == 0 || pool.exporter.is_some() {
        return Err(bad);
    }
    pool.backend.export_pointer(address)
}

/// Opens an allocation by its handle from [`export_pointer`], in an imported pool.
///
/// # Errors
/// `BadPointer` for other bytes or another pool's; `System`, `OutOfMemory`.
pub fn import_pointer(id: Id<PoolObject>, bytes: &[u8; 64]) -> Result<u64, Error> {
    let pool = get(id)?;
    let bad = Error::BadPointer { what: "exported memory", address: 0 };
    let memory = process()?.memory;
    let exporter = memory.exporter(bytes).ok_or(bad.clone())?;
    if pool.exporter != Some(exporter) {
        return Err(bad);
    }
    pool.backend.open_pointer(bytes)
}
