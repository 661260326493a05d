//! Arrays in device memory.

use super::pool;
use super::slice::{DeviceSlice, DeviceSliceMut, Lend, LendMut, Part, lends, sealed};
use super::storage::{Loan, Storage};
use crate::api::stream::resolve;
use crate::api::{self, StreamRef};
use crate::kernels::{Address, Word};
use crate::launch::{Argument, KernelArg};
use crate::sync::Arc;
use crate::types::{Pattern, Plain, Pointer, plain};
use crate::{Error, Stream};
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

/// Array of `T` in device memory. Freed on drop, in the order of the streams that use it.
///
/// It remembers the work that was submitted with it: copies and later work wait for that.
pub struct DeviceBuffer<T> {
    storage: Arc<Storage>,
    len: usize,
    of: PhantomData<T>,
}

/// Bytes of values.
///
/// # Errors
/// `OutOfMemory` for more than there can be.
pub(super) fn bytes_of<T>(len: usize) -> Result<u64, Error> {
    let bytes = (len as u64).checked_mul(size_of::<T>() as u64);
    bytes.ok_or(Error::OutOfMemory { wanted: u64::MAX, free: 0 })
}

impl<T: Plain> DeviceBuffer<T> {
    /// Allocates an uninitialised array.
    ///
    /// # Errors
    /// `OutOfMemory`; errors of the current context.
    pub fn new(len: usize) -> Result<Self, Error> {
        let bytes = bytes_of::<T>(len)?;
        Ok(DeviceBuffer::with_storage(Storage::of_device(api::memory::alloc(bytes)?, bytes)?, len))
    }

    /// Allocates an uninitialised array in stream order, from the current pool of the stream's device. Other
    /// streams' work on it waits for the allocation.
    ///
    /// # Errors
    /// `OutOfMemory`; `Capture` while the stream captures; errors of the stream.
    pub fn new_in(len: usize, stream: &Stream) -> Result<Self, Error> {
        pool::allocate(len, None, stream)
    }

    pub(super) const fn with_storage(storage: Arc<Storage>, len: usize) -> Self {
        DeviceBuffer { storage, len, of: PhantomData }
    }

    /// Allocates an array of zero bytes.
    ///
    /// # Errors
    /// Those of [`DeviceBuffer::new`].
    pub fn zeroed(len: usize) -> Result<Self, Error> {
        let buffer = DeviceBuffer::new(len)?;
        let bytes = (len * size_of::<T>()) as u64;
        let to = Pointer::on_device(buffer.storage.address());
        api::memory::fill(to, Pattern::D8(0), bytes)?;
        Ok(buffer)
    }

    /// Allocates an array with a copy of `values`.
    ///
    /// # Errors
    /// Those of [`DeviceBuffer::new`].
    pub fn from_slice(values: &[T]) -> Result<Self, Error> {
        let mut buffer = DeviceBuffer::new(values.len())?;
        buffer.copy_from(values)?;
        Ok(buffer)
    }

    /// Overwrites the array, after the work that uses it and that of blocking streams.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_from(&mut self, values: &[T]) -> Result<(), Error> {
        self.overwrite(values, StreamRef::Legacy)
    }

    /// Overwrites the array in stream order, after the work that uses it, and waits for that.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_from_in(&mut self, values: &[T], stream: &Stream) -> Result<(), Error> {
        self.overwrite(values, stream.handle())
    }

    fn overwrite(&mut self, values: &[T], stream: StreamRef) -> Result<(), Error> {
        self.check(values.len())?;
        self.part().loan(true).order(&*resolve(stream)?)?;
        api::memory::write_bytes(self.storage.address(), plain::bytes(values), stream)
    }

    /// Reads the array, after the work that writes it and that of blocking streams.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_to(&self, values: &mut [T]) -> Result<(), Error> {
        self.read(values, StreamRef::Legacy)
    }

    /// Reads the array in stream order, after the work that writes it.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_to_in(&self, values: &mut [T], stream: &Stream) -> Result<(), Error> {
        self.read(values, stream.handle())
    }

    fn read(&self, values: &mut [T], stream: StreamRef) -> Result<(), Error> {
        self.check(values.len())?;
        self.part().loan(false).order(&*resolve(stream)?)?;
        api::memory::read(plain::bytes_mut(values), self.storage.address(), stream)
    }

    /// The array's values, after the work that writes it and that of blocking streams.
    ///
    /// # Errors
    /// `Fault`.
    pub fn to_vec(&self) -> Result<Vec<T>, Error>
    where
        T: Default,
    {
        let mut values = vec![T::default(); self.len];
        self.copy_to(&mut values)?;
        Ok(values)
    }

    fn check(&self, len: usize) -> Result<(), Error> {
        if len == self.len {
            return Ok(());
        }
        let (base, size) = (self.storage.address(), (self.len * size_of::<T>()) as u64);
        let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
        Err(Error::PastEnd { what: "copy", address: base, bytes, base, size })
    }
}

impl<T> DeviceBuffer<T> {
    pub(super) fn part(&self) -> Part<T> {
        Part::new(&self.storage, self.len)
    }

    /// Pointer to the first value, for unsafe launches: work that uses it is not remembered.
    pub fn ptr(&self) -> DevicePtr<T> {
        DevicePtr { address: self.storage.address(), of: PhantomData }
    }

    /// Number of values.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Values of a range, to be read.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>, Error> {
        DeviceSlice::new(self.part()).slice(range)
    }

    /// Values of a range.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T>, Error> {
        self.part().narrow(range).map(DeviceSliceMut::new)
    }

    /// The values before an index, and those from it on: two streams may write them at the same time.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn split_at_mut(
        &mut self,
        at: usize,
    ) -> Result<(DeviceSliceMut<'_, T>, DeviceSliceMut<'_, T>), Error> {
        DeviceSliceMut::new(self.part()).split_at_mut(at)
    }
}

impl<T: Plain> Lend<T> for &DeviceBuffer<T> {}
impl<T: Plain> LendMut<T> for &mut DeviceBuffer<T> {}

lends! {
    (&DeviceBuffer<T>, false, |buffer| buffer.part());
    (&mut DeviceBuffer<T>, true, |buffer| buffer.part());
}

impl<T> fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values at {:#x}", self.len, self.storage.address())
    }
}

/// Device pointer to an array, as kernels take it. It holds nothing: the memory may be freed meanwhile.
pub struct DevicePtr<T> {
    address: u64,
    of: PhantomData<fn() -> T>,
}

impl<T> DevicePtr<T> {
    /// The device address.
    pub const fn address(self) -> u64 {
        self.address
    }

    /// Pointer to the value at a distance.
    #[must_use]
    pub const fn offset(self, values: isize) -> Self {
        let bytes = (values as i64).wrapping_mul(size_of::<T>() as i64);
        DevicePtr { address: self.address.wrapping_add_signed(bytes), of: PhantomData }
    }
}

impl<T> Clone for DevicePtr<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for DevicePtr<T> {}

impl<T> fmt::Debug for DevicePtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.address)
    }
}

impl<T> Word<8> for DevicePtr<T> {}
impl<T> Address for DevicePtr<T> {}

impl<T> KernelArg for DevicePtr<T> {
    fn write(self, to: &mut Argument) {
        self.address.write(to);
    }
}
