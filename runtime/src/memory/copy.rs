//! Copies and fills: which memory they touch, checked when they are asked for, carried out when their turn comes.
//!
//! This is the only place of the runtime where host and device bytes are touched. A plan holds the allocations it
//! touches, so a copy that is still queued never meets pages that are gone.
#![expect(unsafe_code, reason = "copies between addresses that kernels and C programs use at the same time")]

use super::Memory;
use super::range::Allocation;
use crate::Error;
use crate::sync::Arc;

/// An address that a program gave: in device-visible memory, or anywhere in the process if somebody promised that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    address: u64,
    /// [`Pointer::host`] was called for it.
    may_be_host: bool,
}

impl Pointer {
    /// A device address. Copies check it against the allocations, so any value is safe.
    pub const fn device(address: u64) -> Self {
        Pointer { address, may_be_host: false }
    }

    /// A pointer that may point to host memory.
    ///
    /// # Safety
    /// If it does not lie in device-visible memory, then what an operation on it reads or writes must be valid for
    /// that until the operation is complete.
    pub unsafe fn host(pointer: *const std::ffi::c_void) -> Self {
        Pointer { address: pointer.expose_provenance() as u64, may_be_host: true }
    }

    /// The address.
    pub const fn address(self) -> u64 {
        self.address
    }
}

/// One end of a copy.
enum End {
    /// Device-visible memory, held.
    Held { _allocation: Arc<Allocation>, address: u64 },
    /// Other memory of the process, valid as [`Pointer::host`] promises.
    Host { address: u64 },
    /// Bytes of our own, taken when the copy was asked for.
    Staged(Vec<u8>),
}

impl End {
    fn of(memory: &Memory, what: &'static str, pointer: Pointer, bytes: u64) -> Result<End, Error> {
        let Pointer { address, may_be_host } = pointer;
        if memory.is_ours(address) {
            let _allocation = memory.holding(what, address, bytes)?;
            return Ok(End::Held { _allocation, address });
        }
        if address == 0 || !may_be_host {
            return Err(Error::BadPointer { what, address });
        }
        Ok(End::Host { address })
    }

    fn address(&self) -> *mut u8 {
        let address = match self {
            End::Held { address, .. } | End::Host { address } => *address,
            End::Staged(bytes) => return bytes.as_ptr().cast_mut(),
        };
        std::ptr::with_exposed_provenance_mut(address as usize)
    }
}

/// A copy, checked.
pub(crate) struct Copy {
    to: End,
    from: End,
    bytes: usize,
}

/// Which way a copy goes; what the caller says about the two pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Anywhere to anywhere: the addresses tell.
    Any,
    /// From host memory to the device.
    ToDevice,
    /// From the device to host memory.
    ToHost,
    /// Within device-visible memory.
    OnDevice,
}

impl Copy {
    /// Plans a copy of `bytes`.
    ///
    /// # Errors
    /// An end that must be on the device and is not in an allocation there, or leaves it.
    pub(crate) fn plan(
        memory: &Memory,
        to: Pointer,
        from: Pointer,
        bytes: u64,
        direction: Direction,
    ) -> Result<Copy, Error> {
        let need = |what, pointer: Pointer, wanted: bool| {
            if wanted && !memory.is_ours(pointer.address) {
                return Err(Error::BadPointer { what, address: pointer.address });
            }
            Ok(())
        };
        need("destination", to, matches!(direction, Direction::ToDevice | Direction::OnDevice))?;
        need("source", from, matches!(direction, Direction::ToHost | Direction::OnDevice))?;
        Ok(Copy {
            to: End::of(memory, "destination", to, bytes)?,
            from: End::of(memory, "source", from, bytes)?,
            bytes: bytes as usize,
        })
    }

    /// A copy of bytes that are at hand.
    ///
    /// # Errors
    /// As [`Copy::plan`].
    pub(crate) fn from_bytes(memory: &Memory, to: Pointer, bytes: Vec<u8>) -> Result<Copy, Error> {
        let end = End::of(memory, "destination", to, bytes.len() as u64)?;
        Ok(Copy { to: end, bytes: bytes.len(), from: End::Staged(bytes) })
    }

    /// A copy from a slice, for a caller that waits for it within the slice's life.
    ///
    /// # Errors
    /// As [`Copy::plan`].
    pub(crate) fn borrowing(memory: &Memory, to: Pointer, from: &[u8]) -> Result<Copy, Error> {
        let from_end = End::Host { address: from.as_ptr().expose_provenance() as u64 };
        Ok(Copy {
            to: End::of(memory, "destination", to, from.len() as u64)?,
            from: from_end,
            bytes: from.len(),
        })
    }

    /// A copy to a slice, for a caller that waits for it within the slice's life.
    ///
    /// # Errors
    /// As [`Copy::plan`].
    pub(crate) fn borrowing_mut(memory: &Memory, to: &mut [u8], from: Pointer) -> Result<Copy, Error> {
        let to_end = End::Host { address: to.as_mut_ptr().expose_provenance() as u64 };
        Ok(Copy { to: to_end, from: End::of(memory, "source", from, to.len() as u64)?, bytes: to.len() })
    }

    /// Whether the caller's memory is written, so that the caller has to wait.
    pub(crate) fn writes_host(&self) -> bool {
        matches!(self.to, End::Host { .. })
    }

    /// Takes the source's bytes now if it is host memory whose owner may change it after the call returns.
    pub(crate) fn stage(self) -> Copy {
        if !matches!(self.from, End::Host { .. }) {
            return self;
        }
        let mut staged = vec![0u8; self.bytes];
        // SAFETY: `Pointer::host` promised that the source may be read; `staged` is new and as long.
        unsafe { std::ptr::copy_nonoverlapping(self.from.address(), staged.as_mut_ptr(), self.bytes) };
        Copy { from: End::Staged(staged), ..self }
    }

    /// Copies.
    pub(crate) fn run(self) {
        // SAFETY: a held end lies in an allocation that cannot go before this plan does, all of it inside (checked
        // in `End::of`); a host end is valid until the operation is complete (`Pointer::host`); a staged one is
        // ours. Overlap is allowed. That others write the same device bytes at the same time is the program's race,
        // as on a GPU: nothing of Rust's lives in these bytes.
        unsafe { std::ptr::copy(self.from.address(), self.to.address(), self.bytes) };
    }
}

/// A value to fill memory with: 1, 2 or 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Bytes.
    D8(u8),
    /// 16-bit values, at addresses that are multiples of 2.
    D16(u16),
    /// 32-bit values, at addresses that are multiples of 4.
    D32(u32),
}

impl Pattern {
    /// Bytes of one value.
    pub const fn size(self) -> u64 {
        match self {
            Pattern::D8(_) => 1,
            Pattern::D16(_) => 2,
            Pattern::D32(_) => 4,
        }
    }
}

/// A fill, checked.
pub(crate) struct Fill {
    _allocation: Arc<Allocation>,
    address: u64,
    count: usize,
    pattern: Pattern,
}

impl Fill {
    /// Plans to write `count` values.
    ///
    /// # Errors
    /// A range that is not in one allocation; an address that is not a multiple of the value's size.
    pub(crate) fn plan(memory: &Memory, to: Pointer, pattern: Pattern, count: u64) -> Result<Fill, Error> {
        let (address, size) = (to.address, pattern.size());
        let bytes = count.checked_mul(size).ok_or(Error::BadPointer { what: "destination", address })?;
        let allocation = memory.holding("destination", address, bytes)?;
        if address % size != 0 {
            return Err(Error::Unaligned { what: "destination", address, align: size });
        }
        Ok(Fill { _allocation: allocation, address, count: count as usize, pattern })
    }

    /// Fills.
    pub(crate) fn run(self) {
        let at = std::ptr::with_exposed_provenance_mut::<u8>(self.address as usize);
        // SAFETY: all of the range lies in the allocation that is held (checked in `plan`), aligned to the value's
        // size. On races with kernels see `Copy::run`.
        unsafe {
            match self.pattern {
                Pattern::D8(value) => std::ptr::write_bytes(at, value, self.count),
                Pattern::D16(value) => {
                    std::slice::from_raw_parts_mut(at.cast::<u16>(), self.count).fill(value);
                }
                Pattern::D32(value) => {
                    std::slice::from_raw_parts_mut(at.cast::<u32>(), self.count).fill(value);
                }
            }
        }
    }
}
