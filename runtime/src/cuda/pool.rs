//! Pools: memory that streams allocate and free in their order.

use super::device::Device;
use super::failure::OUT_OF_MEMORY;
use super::managed::on_device;
use super::memory::ANY;
use super::stream::gpu_stream;
use crate::Error;
use crate::backend::{self, NewPool, OpenedPool};
use crate::sync::Arc;
use crate::types::{AllocationKind, READ_WRITE, Request};
use cuda_driver::{Handle, PointerFact};
use hip_sys::{
    hipMemAccessDesc, hipMemAccessFlags, hipMemAllocationHandleType, hipMemAllocationType, hipMemPoolAttr,
    hipMemPoolProps, hipMemPoolPtrExportData,
};

/// Pool of a GPU; destroyed when nothing refers to it any more.
#[derive(Debug)]
pub(super) struct Pool {
    device: &'static Device,
    /// Word of its handle, which its allocations carry.
    word: u64,
    /// `CUmemoryPool`
    handle: Handle,
}

impl Pool {
    /// Makes a pool.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(device: &'static Device, word: u64, new: NewPool) -> Result<Pool, Error> {
        let props = hipMemPoolProps {
            allocType: hipMemAllocationType::hipMemAllocationTypePinned,
            handleTypes: hipMemAllocationHandleType(new.handle_types),
            location: on_device(device.number),
            win32SecurityAttributes: std::ptr::null_mut(),
            maxSize: new.max_bytes as usize,
            reserved: [0; 56],
        };
        let mut handle = Handle::default();
        device.driver.cuMemPoolCreate(&mut handle, &props)?;
        Ok(Pool { device, word, handle })
    }

    /// Opens another process's pool, if it is the device's.
    ///
    /// # Errors
    /// `BadPointer` for no file; the driver's.
    pub(super) fn open(device: &'static Device, word: u64, file: i32) -> Result<Option<OpenedPool>, Error> {
        if file < 0 {
            return Err(Error::BadPointer { what: "the file of a pool", address: 0 });
        }
        let pool = Pool { device, word, handle: device.driver.import_pool(file)? };
        // The driver does not tell the device: at first no other one has access.
        let is_own = backend::Pool::access(&pool, device.ordinal) == READ_WRITE;
        // It tells neither process nor pool, and checks the bytes of pointers itself.
        Ok(is_own.then(|| OpenedPool { exporter: ANY, pool: Arc::new(pool) }))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Its allocations stay until they are freed.
        let _ = self.device.driver.cuMemPoolDestroy(self.handle);
    }
}

/// Fails for numbers that are no attribute.
fn check(attribute: hipMemPoolAttr) -> Result<u32, Error> {
    let known = hipMemPoolAttr::hipMemPoolReuseFollowEventDependencies.0
        ..=hipMemPoolAttr::hipMemPoolAttrUsedMemHigh.0;
    match known.contains(&attribute.0) {
        true => Ok(attribute.0),
        false => Err(Error::UnknownEnumerator { what: "hipMemPoolAttr", got: attribute.0.into() }),
    }
}

impl backend::Pool for Pool {
    fn allocate(&self, bytes: u64, stream: &dyn backend::Stream) -> Result<u64, Error> {
        let stream = gpu_stream(stream)?;
        let (mut address, size) = (0, usize::try_from(bytes).unwrap_or(usize::MAX));
        let (context, on) = (&stream.queue.context, stream.queue.handle);
        let made = context.enter()?.cuMemAllocFromPoolAsync(&mut address, size, self.handle, on);
        made.map_err(|failure| match failure.code {
            OUT_OF_MEMORY => Error::OutOfMemory { wanted: bytes, free: 0 },
            _ => context.failed(failure),
        })?;
        let kind = AllocationKind::Pooled(self.word);
        let (device, owner) = (self.device.ordinal, context.owner);
        self.device.memory.index.add(address, Request { bytes, kind, device, owner });
        Ok(address)
    }

    fn freed(&self, _bytes: u64) {
        // The driver counts.
    }

    fn attribute(&self, attribute: hipMemPoolAttr) -> Result<u64, Error> {
        Ok(self.device.driver.pool_attribute(self.handle, check(attribute)?)?)
    }

    fn set_attribute(&self, attribute: hipMemPoolAttr, value: u64) -> Result<(), Error> {
        Ok(self.device.driver.set_pool_attribute(self.handle, check(attribute)?, value)?)
    }

    fn trim(&self, keep: u64) {
        let _ = self.device.driver.cuMemPoolTrimTo(self.handle, keep as usize);
    }

    fn access(&self, device: usize) -> u32 {
        let Ok(number) = self.device.memory.number(device) else { return 0 };
        let (mut access, mut place) = (0, on_device(number));
        let asked = self.device.driver.cuMemPoolGetAccess(&mut access, self.handle, &mut place);
        if asked.is_ok() { access & READ_WRITE } else { 0 }
    }

    fn set_access(&self, device: usize, access: u32) {
        let Ok(number) = self.device.memory.number(device) else { return };
        let wanted = hipMemAccessDesc { location: on_device(number), flags: hipMemAccessFlags(access) };
        let _ = self.device.driver.set_pool_access(self.handle, &[wanted]);
    }

    fn export(&self) -> Result<i32, Error> {
        Ok(self.device.driver.export_pool(self.handle)?)
    }

    fn export_pointer(&self, address: u64) -> Result<[u8; 64], Error> {
        let mut exported = hipMemPoolPtrExportData { reserved: [0; 64] };
        self.device.call(|driver| driver.cuMemPoolExportPointer(&mut exported, address))?;
        Ok(exported.reserved)
    }

    fn open_pointer(&self, exported: &[u8; 64]) -> Result<u64, Error> {
        let mut exported = hipMemPoolPtrExportData { reserved: *exported };
        let (mut address, device) = (0, self.device);
        device.call(|driver| driver.cuMemPoolImportPointer(&mut address, self.handle, &mut exported))?;
        let bytes = device.driver.pointer_fact(address, PointerFact::RangeSize).unwrap_or(1);
        let kind = AllocationKind::Pooled(self.word);
        device.memory.index.add(address, Request { bytes, kind, device: device.ordinal, owner: 0 });
        Ok(address)
    }

    fn destroy(&self) {
        // The driver's goes with the last reference.
    }
}
