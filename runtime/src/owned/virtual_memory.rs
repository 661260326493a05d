//! Arrays that grow in place: addresses are reserved once, and memory is mapped there as it is needed.

use super::buffer::bytes_of;
use super::memory::Owned;
use super::slice::{DeviceSlice, DeviceSliceMut, Lend, LendMut, Part, lends, sealed};
use super::storage::{Loan, Storage};
use crate::api::virtual_memory::{self, Handle, PhysicalProps};
use crate::launch::{Argument, KernelArg};
use crate::sync::{Arc, Mutex, Rank};
use crate::types::{Plain, READ_WRITE};
use crate::{Device, Error};
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

/// Array of `T` in device memory that grows and shrinks without moving: pointers to its values stay valid,
/// and nothing is copied. Its end waits for the work that uses it.
pub struct VirtualBuffer<T> {
    storage: Arc<Storage>,
    devices: Vec<Device>,
    len: usize,
    capacity: usize,
    of: PhantomData<T>,
}

impl<T: Plain> VirtualBuffer<T> {
    /// Reserves addresses for this many values at least, without memory.
    ///
    /// # Errors
    /// `OutOfMemory` for more addresses than there are.
    pub fn reserve(capacity: usize, device: Device) -> Result<Self, Error> {
        const { assert!(size_of::<T>() > 0, "values have bytes") };
        let step = virtual_memory::granularity()?;
        let whole = bytes_of::<T>(capacity.max(1))?.checked_next_multiple_of(step);
        let bytes = whole.ok_or(Error::OutOfMemory { wanted: u64::MAX, free: 0 })?;
        let address = virtual_memory::reserve(bytes, 0)?;
        let owned = Owned::Reserved { bytes, mapped: Mutex::new(Rank::Object, Vec::new()) };
        let capacity = (bytes / size_of::<T>() as u64) as usize;
        let storage = Storage::new(address, owned);
        Ok(VirtualBuffer { storage, devices: vec![device], len: 0, capacity, of: PhantomData })
    }

    /// Changes the number of values. New ones are uninitialised; memory that no value needs any more is
    /// released after the work that uses it.
    ///
    /// # Errors
    /// `PastEnd` beyond the capacity; `OutOfMemory`; `Fault` of that work.
    pub fn resize(&mut self, len: usize) -> Result<(), Error> {
        if len > self.capacity {
            let (base, size) = (self.storage.address(), bytes_of::<T>(self.capacity)?);
            let bytes = bytes_of::<T>(len).unwrap_or(u64::MAX);
            return Err(Error::PastEnd { what: "growth", address: base, bytes, base, size });
        }
        let wanted = bytes_of::<T>(len)?.next_multiple_of(virtual_memory::granularity()?);
        let mapped = self.mapped();
        if wanted > mapped {
            self.map(mapped, wanted - mapped)?;
        } else {
            self.release(wanted)?;
        }
        self.len = len;
        Ok(())
    }

    /// Maps new memory behind what is mapped.
    fn map(&self, offset: u64, bytes: u64) -> Result<(), Error> {
        let address = self.storage.address() + offset;
        let props = PhysicalProps { device: self.devices[0].ordinal(), handle_types: 0 };
        let physical = Handle::Physical(virtual_memory::create(bytes, &props)?);
        // The memory lives while it is mapped.
        let mapped = virtual_memory::map(address, bytes, 0, physical);
        virtual_memory::release(physical)?;
        mapped?;
        self.allow(address, bytes).inspect_err(|_| drop(virtual_memory::unmap(address, bytes)))?;
        self.parts(|parts| parts.push(bytes));
        Ok(())
    }

    /// Releases the mappings that lie behind the first `keep` bytes as a whole.
    fn release(&self, keep: u64) -> Result<(), Error> {
        loop {
            let end = self.mapped();
            let Some(last) = self.parts(|parts| parts.last().copied()) else { return Ok(()) };
            if end - last < keep || end == keep {
                return Ok(());
            }
            self.storage.wait_for(&(end - last..end))?;
            virtual_memory::unmap(self.storage.address() + end - last, last)?;
            self.parts(Vec::pop);
        }
    }

    /// Lets kernels of another device reach it.
    ///
    /// # Errors
    /// `OutOfRange` for an unknown device.
    pub fn enable_peer(&mut self, device: Device) -> Result<(), Error> {
        if self.devices.contains(&device) {
            return Ok(());
        }
        self.devices.push(device);
        let (address, bytes) = (self.storage.address(), self.mapped());
        let allowed = if bytes == 0 { Ok(()) } else { self.allow(address, bytes) };
        if allowed.is_err() {
            self.devices.pop();
        }
        allowed
    }

    fn allow(&self, address: u64, bytes: u64) -> Result<(), Error> {
        let access: Vec<_> = self.devices.iter().map(|device| (device.ordinal(), READ_WRITE)).collect();
        virtual_memory::set_access(address, bytes, &access)
    }
}

impl<T> VirtualBuffer<T> {
    fn parts<R>(&self, act: impl FnOnce(&mut Vec<u64>) -> R) -> R {
        match self.storage.owned() {
            Owned::Reserved { mapped, .. } => act(&mut mapped.lock()),
            _ => act(&mut Vec::new()),
        }
    }

    /// Bytes that are mapped.
    fn mapped(&self) -> u64 {
        self.parts(|parts| parts.iter().sum())
    }

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

    /// Largest number of values.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Values of a range, to be read.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>, Error> {
        self.part().narrow(range).map(DeviceSlice::new)
    }

    /// Values of a range.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T>, Error> {
        self.part().narrow(range).map(DeviceSliceMut::new)
    }
}

impl<T: Plain> Lend<T> for &VirtualBuffer<T> {}
impl<T: Plain> LendMut<T> for &mut VirtualBuffer<T> {}

lends! {
    (&VirtualBuffer<T>, false, |buffer| buffer.part());
    (&mut VirtualBuffer<T>, true, |buffer| buffer.part());
}

impl<T> fmt::Debug for VirtualBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} values at {:#x}", self.len, self.capacity, self.storage.address())
    }
}
