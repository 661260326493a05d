//! Device memory, as a work reaches it.

use crate::hip::{hipExtFailWork, hipExtHoldMemory};
use crate::view::{MatrixView, VectorView};
use std::marker::PhantomData;

/// Refusal of a range. The runtime has noted it: the work only has to return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused;

/// Device memory during one work, on the thread that runs it.
pub struct Memory(PhantomData<*mut ()>);

impl Memory {
    /// Only [`launch`](crate::launch) makes one, for the function that it calls.
    pub(crate) const fn of_this_work() -> Memory {
        Memory(PhantomData)
    }

    /// Reports that the work has failed, which is the context's error when it returns.
    pub fn fail(&self) {
        // SAFETY: no arguments; this is the thread that runs the work.
        let code = unsafe { hipExtFailWork() };
        debug_assert_eq!(code, hip_sys::hipError_t::hipSuccess);
    }

    /// Holds `count` values at an address and returns where they are.
    ///
    /// # Errors
    /// [`Refused`] for what the device does not reach.
    pub fn values<T: Copy>(&self, address: usize, count: usize, write: bool) -> Result<*mut T, Refused> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or(Refused).unwrap_or(usize::MAX);
        let pointer = std::ptr::with_exposed_provenance_mut::<T>(address);
        // SAFETY: the runtime checks the range.
        let code = unsafe { hipExtHoldMemory(pointer.cast(), bytes, align_of::<T>(), write.into()) };
        if code == hip_sys::hipError_t::hipSuccess { Ok(pointer) } else { Err(Refused) }
    }

    /// Reads `count` values.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn read<T: Copy>(&self, address: usize, count: usize) -> Result<Vec<T>, Refused> {
        let from = self.values::<T>(address, count, false)?;
        // SAFETY: the range is held. Any bytes are values of the numbers that libraries read.
        Ok((0..count).map(|n| unsafe { from.add(n).read() }).collect())
    }

    /// Writes values.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn write<T: Copy>(&self, address: usize, values: &[T]) -> Result<(), Refused> {
        let to = self.values::<T>(address, values.len(), true)?;
        // SAFETY: the range is held.
        values.iter().enumerate().for_each(|(n, &value)| unsafe { to.add(n).write(value) });
        Ok(())
    }

    /// Copies bytes out of device memory.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn copy_out(&self, address: usize, bytes: usize) -> Result<Vec<u8>, Refused> {
        let from = self.values::<u8>(address, bytes, false)?;
        let mut copy = Vec::with_capacity(bytes);
        // SAFETY: the range is held, and the vector has room for it.
        unsafe {
            from.copy_to_nonoverlapping(copy.as_mut_ptr(), bytes);
            copy.set_len(bytes);
        }
        Ok(copy)
    }

    /// Copies bytes into device memory.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn copy_in(&self, address: usize, bytes: &[u8]) -> Result<(), Refused> {
        let to = self.values::<u8>(address, bytes.len(), true)?;
        // SAFETY: the range is held, and the bytes are the host's.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    /// Holds a matrix in columns that are `lead` apart.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn matrix<T: Copy>(
        &self,
        address: usize,
        (rows, columns): (usize, usize),
        lead: usize,
        write: bool,
    ) -> Result<MatrixView<T>, Refused> {
        let count = match rows == 0 || columns == 0 {
            true => 0,
            false => (columns - 1).saturating_mul(lead).saturating_add(rows),
        };
        let first = self.values::<T>(address, count, write)?;
        // SAFETY: all elements are in the range held.
        Ok(unsafe { MatrixView::new(first, (rows, columns), (1, lead as isize)) })
    }

    /// Holds a vector, whose first element is at the end of its memory if the increment is negative.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn vector<T: Copy>(
        &self,
        address: usize,
        count: usize,
        increment: isize,
        write: bool,
    ) -> Result<VectorView<T>, Refused> {
        let step = increment.unsigned_abs();
        let span = match count {
            0 => 0,
            count => (count - 1).saturating_mul(step).saturating_add(1),
        };
        let low = self.values::<T>(address, span, write)?;
        let first = if increment < 0 && count > 0 { low.wrapping_add((count - 1) * step) } else { low };
        // SAFETY: all elements are in the range held.
        Ok(unsafe { VectorView::new(first, count, increment) })
    }
}
