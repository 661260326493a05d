//! Arrays that host and device share: page-locked and managed memory.
//!
//! They lend slices to the host once the work that conflicts is done. Work that would conflict later wants
//! the array while the slice borrows it.
#![expect(unsafe_code, reason = "slices of memory that streams use, too")]

use super::buffer::bytes_of;
use super::slice::{DeviceSlice, DeviceSliceMut, Lend, LendMut, Part, lends, sealed};
use super::storage::{Loan, Storage, submit};
use crate::api::stream::resolve;
use crate::api::{self, managed};
use crate::launch::{Argument, KernelArg};
use crate::state::{primary, process, usable};
use crate::sync::Arc;
use crate::types::{AllocationKind, Plain, Request};
use crate::{Error, Stream};
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

pub use crate::types::{Advise, Location};

/// Kind of memory that host and device share.
pub trait Shared: shared::Kind {}

mod shared {
    use crate::types::AllocationKind;

    pub trait Kind {
        const KIND: AllocationKind;
    }
}

/// Page-locked memory of the host.
#[derive(Debug)]
pub enum Pinned {}

/// Managed memory, whose pages move between host and device.
#[derive(Debug)]
pub enum Managed {}

impl Shared for Pinned {}
impl Shared for Managed {}

impl shared::Kind for Pinned {
    /// All contexts see it.
    const KIND: AllocationKind = AllocationKind::Pinned(1);
}

impl shared::Kind for Managed {
    const KIND: AllocationKind = AllocationKind::Managed(managed::ATTACH_GLOBAL);
}

/// Array of `T` in page-locked memory: copies from and to it run beside the host.
pub type PinnedBuffer<T> = HostBuffer<T, Pinned>;

/// Array of `T` in managed memory: host and kernels use it at one address.
pub type ManagedBuffer<T> = HostBuffer<T, Managed>;

/// Array of `T` in memory that host and device share. It keeps the primary context of its device.
///
/// Its end waits for the work that uses it, as the host's memory cannot be freed in a stream's order.
pub struct HostBuffer<T, K: Shared> {
    storage: Arc<Storage>,
    len: usize,
    of: PhantomData<(T, fn() -> K)>,
}

impl<T: Plain, K: Shared> HostBuffer<T, K> {
    /// Allocates an array of zero bytes, for the current device.
    ///
    /// # Errors
    /// `OutOfMemory`; `NotConcurrent` for managed memory on a device that keeps the host out while a kernel
    /// runs; errors of the current context.
    pub fn zeroed(len: usize) -> Result<Self, Error> {
        const { assert!(align_of::<T>() <= 256, "allocations are aligned to 256 bytes at least") };
        let mut buffer =
            HostBuffer { storage: allocate(bytes_of::<T>(len)?, K::KIND)?, len, of: PhantomData };
        let values = buffer.as_mut_slice()?;
        crate::types::plain::bytes_mut(values).fill(0);
        Ok(buffer)
    }

    /// Allocates an array with a copy of `values`.
    ///
    /// # Errors
    /// Those of [`HostBuffer::zeroed`].
    pub fn from_slice(values: &[T]) -> Result<Self, Error> {
        let mut buffer = HostBuffer::zeroed(values.len())?;
        buffer.as_mut_slice()?.copy_from_slice(values);
        Ok(buffer)
    }

    /// The values, after the work that writes them.
    ///
    /// # Errors
    /// `Fault`.
    pub fn as_slice(&self) -> Result<&[T], Error> {
        self.part().loan(false).wait()?;
        // SAFETY: the storage has `len` values, which are initialised and of plain bytes. What wrote them is
        // done, and what would write them wants `&mut self`. The primary context, which owns the memory, is
        // retained.
        Ok(unsafe { std::slice::from_raw_parts(self.pointer(), self.len) })
    }

    /// The values, to be written, after the work that uses them.
    ///
    /// # Errors
    /// `Fault`.
    pub fn as_mut_slice(&mut self) -> Result<&mut [T], Error> {
        self.part().loan(true).wait()?;
        // SAFETY: as in `as_slice`; nothing else uses the values while `self` is borrowed.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.pointer(), self.len) })
    }

    fn pointer(&self) -> *mut T {
        match self.storage.address() {
            0 => std::ptr::dangling_mut(),
            address => std::ptr::with_exposed_provenance_mut(address as usize),
        }
    }
}

fn allocate(bytes: u64, kind: AllocationKind) -> Result<Arc<Storage>, Error> {
    let device = usable()?.on;
    if matches!(kind, AllocationKind::Managed(_)) && !device.spec.managed.concurrent {
        return Err(Error::NotConcurrent { ordinal: device.ordinal as u32 });
    }
    let context = primary(device, false)?;
    device.primary.lock().retained += 1;
    let owner = context.owner();
    let request = Request { bytes, kind, device: device.ordinal, owner };
    let made =
        if bytes == 0 { Ok(0) } else { process().and_then(|process| process.memory.allocate(request)) };
    Storage::of_primary(made, bytes, device.ordinal as i32)
}

impl<T, K: Shared> HostBuffer<T, K> {
    fn part(&self) -> Part<T> {
        Part::new(&self.storage, self.len)
    }

    /// Number of values.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Values of a range, to be read by work of streams.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>, Error> {
        self.part().narrow(range).map(DeviceSlice::new)
    }

    /// Values of a range, for work of streams.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T>, Error> {
        self.part().narrow(range).map(DeviceSliceMut::new)
    }
}

impl<T: Plain> ManagedBuffer<T> {
    /// Advises the driver about all of the array.
    ///
    /// # Errors
    /// `BadOrdinal`, `NotConcurrent` for the place.
    pub fn advise(&self, advice: Advise) -> Result<(), Error> {
        match self.len {
            0 => Ok(()),
            _ => managed::advise(self.storage.address(), self.bytes(), advice),
        }
    }

    /// Brings the array to a place in stream order.
    ///
    /// # Errors
    /// Those of [`ManagedBuffer::advise`]; errors of the stream.
    pub fn prefetch(&self, to: Location, stream: &Stream) -> Result<(), Error> {
        if self.len == 0 {
            return Ok(());
        }
        let handle = stream.handle();
        let call = || api::managed::prefetch(self.storage.address(), self.bytes(), to, handle);
        submit(&resolve(handle)?, &[self.part().loan(false)], call)
    }

    const fn bytes(&self) -> u64 {
        (self.len * size_of::<T>()) as u64
    }
}

impl<T: Plain> Lend<T> for &PinnedBuffer<T> {}
impl<T: Plain> Lend<T> for &ManagedBuffer<T> {}
impl<T: Plain> LendMut<T> for &mut PinnedBuffer<T> {}
impl<T: Plain> LendMut<T> for &mut ManagedBuffer<T> {}

lends! {
    (&PinnedBuffer<T>, false, |buffer| buffer.part());
    (&mut PinnedBuffer<T>, true, |buffer| buffer.part());
    (&ManagedBuffer<T>, false, |buffer| buffer.part());
    (&mut ManagedBuffer<T>, true, |buffer| buffer.part());
}

impl<T, K: Shared> fmt::Debug for HostBuffer<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values at {:#x}", self.len, self.storage.address())
    }
}
