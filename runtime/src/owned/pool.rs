//! Pools of memory that streams allocate and free in their order.

use super::buffer::bytes_of;
use super::storage::Storage;
use crate::api::stream::resolve;
use crate::api::{self, pool};
use crate::graph::{CaptureError, capture};
use crate::handle::Id;
use crate::object::PoolObject;
use crate::sys::hipMemPoolAttr;
use crate::types::{Plain, READ_WRITE};
use crate::{Device, DeviceBuffer, Error, Stream};

/// Pool of a device's memory, destroyed on drop; its buffers stay.
#[derive(Debug)]
pub struct MemoryPool {
    id: Id<PoolObject>,
    /// The device's default pool, which is not destroyed.
    is_default: bool,
}

impl MemoryPool {
    /// Creates a pool without a limit.
    ///
    /// # Errors
    /// `OutOfRange` for an unknown device.
    pub fn new(device: Device) -> Result<MemoryPool, Error> {
        MemoryPool::with_limit(device, 0)
    }

    /// Creates a pool of this many bytes at most; 0 is no limit.
    ///
    /// # Errors
    /// `OutOfRange` for an unknown device.
    pub fn with_limit(device: Device, max_bytes: u64) -> Result<MemoryPool, Error> {
        let props = pool::PoolProps { device: device.ordinal(), handle_types: 0, max_bytes };
        Ok(MemoryPool { id: pool::create(&props)?, is_default: false })
    }

    /// The default pool of a device.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoDevice`.
    pub fn default_of(device: Device) -> Result<MemoryPool, Error> {
        Ok(MemoryPool { id: pool::first_of(device.ordinal())?, is_default: true })
    }

    /// Allocates an uninitialised array in stream order. Other streams' work on it waits for the allocation.
    ///
    /// # Errors
    /// `OutOfMemory`, also beyond the pool's limit; `Capture` while the stream captures; errors of the
    /// stream.
    pub fn alloc<T: Plain>(&self, len: usize, stream: &Stream) -> Result<DeviceBuffer<T>, Error> {
        allocate(len, Some(self.id), stream)
    }

    /// Makes it the current pool of its device, from which [`DeviceBuffer::new_in`] allocates.
    ///
    /// # Errors
    /// `NoPool`; `OutOfRange` for another device.
    pub fn make_current(&self, device: Device) -> Result<(), Error> {
        pool::set_of_device(device.ordinal(), self.id)
    }

    /// Keeps this many freed bytes reserved for later allocations, instead of none.
    ///
    /// # Errors
    /// `NoPool`.
    pub fn keep(&self, bytes: u64) -> Result<(), Error> {
        pool::set_attribute(self.id, hipMemPoolAttr::hipMemPoolAttrReleaseThreshold, bytes)
    }

    /// Releases unused memory down to this many reserved bytes.
    ///
    /// # Errors
    /// `NoPool`.
    pub fn trim(&self, keep: u64) -> Result<(), Error> {
        pool::trim(self.id, keep)
    }

    /// Bytes of its buffers.
    ///
    /// # Errors
    /// `NoPool`.
    pub fn used(&self) -> Result<u64, Error> {
        pool::attribute(self.id, hipMemPoolAttr::hipMemPoolAttrUsedMemCurrent)
    }

    /// Bytes that it holds of the device.
    ///
    /// # Errors
    /// `NoPool`.
    pub fn reserved(&self) -> Result<u64, Error> {
        pool::attribute(self.id, hipMemPoolAttr::hipMemPoolAttrReservedMemCurrent)
    }

    /// Lets kernels of another device reach its memory.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoPool`.
    pub fn enable_peer(&self, device: Device) -> Result<(), Error> {
        pool::set_access(self.id, Some(device.ordinal()), READ_WRITE)
    }

    /// Its handle.
    pub const fn id(&self) -> Id<PoolObject> {
        self.id
    }
}

impl Drop for MemoryPool {
    fn drop(&mut self) {
        if !self.is_default
            && let Err(error) = pool::destroy(self.id)
        {
            crate::trace::complain(&format!("a memory pool stays: {error}"));
        }
    }
}

/// Allocates in stream order from a pool; from the current one of the stream's device if `None`.
///
/// # Errors
/// Those of [`MemoryPool::alloc`].
pub(super) fn allocate<T: Plain>(
    len: usize,
    pool: Option<Id<PoolObject>>,
    stream: &Stream,
) -> Result<DeviceBuffer<T>, Error> {
    let bytes = bytes_of::<T>(len)?;
    let object = resolve(stream.handle())?;
    // Memory of a graph's node is the graph's.
    if capture::id_of(&object).is_some() {
        return Err(CaptureError::Unsupported.into());
    }
    let storage = Storage::of_device(api::pool::alloc(bytes, pool, stream.handle())?, bytes)?;
    storage.follow(&object, bytes);
    Ok(DeviceBuffer::with_storage(storage, len))
}
