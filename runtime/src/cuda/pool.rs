//! Pools: memory that streams allocate and free in their order.

use super::device::Device;
use super::failure::OUT_OF_MEMORY;
use super::managed::on_device;
use super::stream::gpu_stream;
use crate::Error;
use crate::backend;
use crate::types::{AllocationKind, READ_WRITE, Request};
use cuda_driver::Handle;
use hip_sys::{
    hipMemAccessDesc, hipMemAccessFlags, hipMemAllocationHandleType, hipMemAllocationType, hipMemPoolAttr,
    hipMemPoolProps,
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
    pub(super) fn new(device: &'static Device, word: u64, max_bytes: u64) -> Result<Pool, Error> {
        let props = hipMemPoolProps {
            allocType: hipMemAllocationType::hipMemAllocationTypePinned,
            handleTypes: hipMemAllocationHandleType::hipMemHandleTypeNone,
            location: on_device(device.number),
            win32SecurityAttributes: std::ptr::null_mut(),
            maxSize: max_bytes as usize,
            reserved: [0; 56],
        };
        let mut handle = Handle::default();
        device.driver.cuMemPoolCreate(&mut handle, &props)?;
        Ok(Pool { device, word, handle })
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
        Err(Error::Unsupported { what: "cuMemPoolExportToShareableHandle with HIP_BACKEND=cuda" })
    }

    fn destroy(&self) {
        // The driver's goes with the last reference.
    }
}
