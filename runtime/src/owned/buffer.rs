//! Arrays in device memory.

use crate::api::{self, StreamRef};
use crate::launch::{Argument, KernelArg};
use crate::types::{Plain, plain};
use crate::{Error, Stream};
use std::fmt;
use std::marker::PhantomData;

/// Array of `T` in device memory. Freed on drop, after the work that may use it.
pub struct DeviceBuffer<T> {
    address: u64,
    len: usize,
    of: PhantomData<T>,
}

/// Device pointer to an array, as kernels take it.
pub struct DevicePtr<T> {
    address: u64,
    of: PhantomData<fn() -> T>,
}

impl<T> DevicePtr<T> {
    /// The device address.
    pub const fn address(self) -> u64 {
        self.address
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

impl<T> KernelArg for DevicePtr<T> {
    fn write(self, to: &mut Argument) {
        self.address.write(to);
    }
}

impl<T: Plain> DeviceBuffer<T> {
    /// Allocates an uninitialised array.
    ///
    /// # Errors
    /// `OutOfMemory`; errors of the current context.
    pub fn new(len: usize) -> Result<Self, Error> {
        let bytes = (len as u64).checked_mul(size_of::<T>() as u64);
        let bytes = bytes.ok_or(Error::OutOfMemory { wanted: u64::MAX, free: 0 })?;
        Ok(DeviceBuffer { address: api::memory::alloc(bytes)?, len, of: PhantomData })
    }

    /// Allocates an array of zero bytes.
    ///
    /// # Errors
    /// Those of [`DeviceBuffer::new`].
    pub fn zeroed(len: usize) -> Result<Self, Error> {
        let buffer = DeviceBuffer::new(len)?;
        let bytes = (len * size_of::<T>()) as u64;
        let to = crate::types::Pointer::device(buffer.address);
        api::memory::fill(to, api::memory::Pattern::D8(0), bytes)?;
        Ok(buffer)
    }

    /// Allocates an array with a copy of `values`.
    ///
    /// # Errors
    /// Those of [`DeviceBuffer::new`].
    pub fn from_slice(values: &[T]) -> Result<Self, Error> {
        let buffer = DeviceBuffer::new(values.len())?;
        buffer.copy_from(values)?;
        Ok(buffer)
    }

    /// Overwrites the array, after the work of blocking streams.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_from(&self, values: &[T]) -> Result<(), Error> {
        self.check(values.len())?;
        api::memory::write(self.address, plain::bytes(values), StreamRef::Legacy)
    }

    /// Overwrites the array in stream order, and waits for that.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_from_in(&self, values: &[T], stream: &Stream) -> Result<(), Error> {
        self.check(values.len())?;
        api::memory::write(self.address, plain::bytes(values), stream.handle())
    }

    /// Reads the array, after the work of blocking streams.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_to(&self, values: &mut [T]) -> Result<(), Error> {
        self.check(values.len())?;
        api::memory::read(plain::bytes_mut(values), self.address, StreamRef::Legacy)
    }

    /// Reads the array in stream order.
    ///
    /// # Errors
    /// `PastEnd` for another number of values; `Fault`.
    pub fn copy_to_in(&self, values: &mut [T], stream: &Stream) -> Result<(), Error> {
        self.check(values.len())?;
        api::memory::read(plain::bytes_mut(values), self.address, stream.handle())
    }

    /// The array's values, after the work of blocking streams.
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
        let size = (self.len * size_of::<T>()) as u64;
        let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
        Err(Error::PastEnd { what: "copy", address: self.address, bytes, base: self.address, size })
    }
}

impl<T> DeviceBuffer<T> {
    /// Pointer to the first value.
    pub const fn ptr(&self) -> DevicePtr<T> {
        DevicePtr { address: self.address, of: PhantomData }
    }

    /// Number of values.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        // On error its context is destroyed, or poisoned and will free it.
        let _ = api::memory::free(self.address);
    }
}

impl<T> fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values at {:#x}", self.len, self.address)
    }
}
