//! Views of device-visible memory, and what may be lent to work of streams.

use super::storage::{Loan, Storage};
use crate::Error;
use crate::launch::{Argument, KernelArg};
use crate::sync::Arc;
use crate::types::Plain;
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};

/// Values that work of a stream may read: `&DeviceBuffer<T>`, [`DeviceSlice`].
///
/// The borrow ends with the call. The memory itself remembers the work, so that later work and copies that
/// would overwrite it wait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` lends no values of type `{T}` to be read",
    label = "not a buffer of `{T}`",
    note = "pass `&buffer` or a `DeviceSlice`, of values of the kernel's type"
)]
pub trait Lend<T>: KernelArg + sealed::Lend {}

/// Values that work of a stream may read and write: `&mut DeviceBuffer<T>`, [`DeviceSliceMut`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` lends no values of type `{T}` to be written",
    label = "not a mutable buffer of `{T}`",
    note = "pass `&mut buffer` or a `DeviceSliceMut`, of values of the kernel's type"
)]
pub trait LendMut<T>: KernelArg + sealed::Lend {}

pub(crate) mod sealed {
    use super::Loan;

    /// Owners of memory of this crate.
    pub trait Lend {
        /// The part of their memory, and whether work may write it.
        fn loan(&self) -> Loan;
        /// Number of values.
        fn count(&self) -> usize;
    }
}

/// Part of a buffer, to be read.
#[derive(Debug)]
pub struct DeviceSlice<'a, T>(Part<T>, PhantomData<&'a T>);

/// Part of a buffer, to be read and written.
#[derive(Debug)]
pub struct DeviceSliceMut<'a, T>(Part<T>, PhantomData<&'a mut T>);

/// Values of a storage.
pub(super) struct Part<T> {
    storage: Arc<Storage>,
    /// Bytes before the first value.
    start: u64,
    len: usize,
    /// Number of the capture whose graph borrows it.
    graph: Option<u64>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        Part { storage: Arc::clone(&self.storage), ..*self }
    }
}

impl<T> std::fmt::Debug for Part<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} values at {:#x}", self.len, self.address())
    }
}

impl<T> Part<T> {
    pub(super) fn new(storage: &Arc<Storage>, len: usize) -> Self {
        Part { storage: Arc::clone(storage), start: 0, len, graph: None, of: PhantomData }
    }

    /// Part that a graph borrows.
    pub(super) fn recorded(loan: &Loan, len: usize, graph: u64) -> Self {
        Part {
            storage: Arc::clone(&loan.storage),
            start: loan.part.start,
            len,
            graph: Some(graph),
            of: PhantomData,
        }
    }

    fn address(&self) -> u64 {
        self.storage.address() + self.start
    }

    pub(super) fn loan(&self, writes: bool) -> Loan {
        let part = self.start..self.start + (self.len * size_of::<T>()) as u64;
        Loan { storage: Arc::clone(&self.storage), part, writes, graph: self.graph }
    }

    /// Values of a range of indices.
    pub(super) fn narrow(&self, range: impl RangeBounds<usize>) -> Result<Self, Error> {
        let Range { start, end } = indices(range, self.len);
        if start > end || end > self.len {
            let (size, bytes) =
                ((self.len * size_of::<T>()) as u64, end.saturating_mul(size_of::<T>()) as u64);
            let base = self.address();
            return Err(Error::PastEnd { what: "part of a buffer", address: base, bytes, base, size });
        }
        let before = (start * size_of::<T>()) as u64;
        Ok(Part { start: self.start + before, len: end - start, ..self.clone() })
    }

    /// The same bytes as values of another type.
    fn cast<U>(self) -> Result<Part<U>, Error> {
        let (bytes, size) = (self.len * size_of::<T>(), size_of::<U>().max(1));
        for (what, value, align) in
            [("address of a view", self.address(), align_of::<U>()), ("size of a view", bytes as u64, size)]
        {
            let align = align as u64;
            if !value.is_multiple_of(align) {
                return Err(Error::Unaligned { what, address: value, align });
            }
        }
        let Part { storage, start, graph, .. } = self;
        Ok(Part { storage, start, len: bytes / size, graph, of: PhantomData })
    }
}

fn indices(range: impl RangeBounds<usize>, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&end) => end.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    start..end
}

impl<T> Clone for DeviceSlice<'_, T> {
    fn clone(&self) -> Self {
        DeviceSlice(self.0.clone(), PhantomData)
    }
}

impl<'a, T> DeviceSlice<'a, T> {
    pub(super) const fn new(part: Part<T>) -> Self {
        DeviceSlice(part, PhantomData)
    }

    /// Number of values.
    pub const fn len(&self) -> usize {
        self.0.len
    }

    /// Returns whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// Values of a range.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'a, T>, Error> {
        self.0.narrow(range).map(DeviceSlice::new)
    }

    /// View of the same bytes as values of another type.
    ///
    /// # Errors
    /// `Unaligned` if they are no whole number of such values, or do not begin at one's alignment.
    pub fn cast<U: Plain>(self) -> Result<DeviceSlice<'a, U>, Error>
    where
        T: Plain,
    {
        self.0.cast().map(DeviceSlice::new)
    }
}

impl<'a, T> DeviceSliceMut<'a, T> {
    pub(super) const fn new(part: Part<T>) -> Self {
        DeviceSliceMut(part, PhantomData)
    }

    /// Number of values.
    pub const fn len(&self) -> usize {
        self.0.len
    }

    /// Returns whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// Values of a range, to be read.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>, Error> {
        self.0.narrow(range).map(DeviceSlice::new)
    }

    /// Values of a range.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T>, Error> {
        self.0.narrow(range).map(DeviceSliceMut::new)
    }

    /// View of the same bytes as values of another type.
    ///
    /// # Errors
    /// Those of [`DeviceSlice::cast`].
    pub fn cast<U: Plain>(self) -> Result<DeviceSliceMut<'a, U>, Error>
    where
        T: Plain,
    {
        self.0.cast().map(DeviceSliceMut::new)
    }

    /// The values before an index, and those from it on: two streams may write them at the same time.
    ///
    /// # Errors
    /// `PastEnd`.
    pub fn split_at_mut(self, at: usize) -> Result<(DeviceSliceMut<'a, T>, DeviceSliceMut<'a, T>), Error> {
        Ok((DeviceSliceMut::new(self.0.narrow(..at)?), DeviceSliceMut::new(self.0.narrow(at..)?)))
    }
}

impl<T: Plain> Lend<T> for DeviceSlice<'_, T> {}
impl<T: Plain> Lend<T> for &DeviceSlice<'_, T> {}
impl<T: Plain> Lend<T> for &DeviceSliceMut<'_, T> {}
impl<T: Plain> LendMut<T> for DeviceSliceMut<'_, T> {}
impl<T: Plain> LendMut<T> for &mut DeviceSliceMut<'_, T> {}

/// Implements arguments for a type that lends a part, and whether it may be written.
macro_rules! lends {
    ($(($ty:ty, $writes:literal, $part:expr);)*) => {$(
        impl<T> sealed::Lend for $ty {
            fn loan(&self) -> Loan {
                let part: fn(&$ty) -> Part<T> = $part;
                part(self).loan($writes)
            }
            fn count(&self) -> usize {
                self.len()
            }
        }
        impl<T> KernelArg for $ty {
            fn write(self, to: &mut Argument) {
                to.lend(sealed::Lend::loan(&self));
            }
        }
        impl<T> $crate::kernels::Word<8> for $ty {}
        impl<T> $crate::kernels::Address for $ty {}
    )*};
}
pub(super) use lends;

lends! {
    (DeviceSlice<'_, T>, false, |slice| slice.0.clone());
    (&DeviceSlice<'_, T>, false, |slice| slice.0.clone());
    (DeviceSliceMut<'_, T>, true, |slice| slice.0.clone());
    (&DeviceSliceMut<'_, T>, false, |slice| slice.0.clone());
    (&mut DeviceSliceMut<'_, T>, true, |slice| slice.0.clone());
}
