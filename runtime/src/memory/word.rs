//! Words in device-visible memory on which streams wait, and which they write (HIP: "Stream Memory
//! Operations").
#![expect(unsafe_code, reason = "words that kernels and host threads use at the same time")]

use super::Memory;
use super::range::Allocation;
use crate::Error;
use crate::sync::fixed::{AtomicU32, AtomicU64};
use crate::sync::{Arc, Ordering};
use crate::types::MemOp;
use jit::watch::Working;

/// Limit of the operations of a batch.
const MOST: usize = 256;

impl Memory {
    /// Returns the operations that touch words, each with its word.
    ///
    /// # Errors
    /// `OutOfRange` for more than 256; `BadPointer`, `PastEnd`, `Unaligned`.
    pub(crate) fn words(&self, operations: &[MemOp]) -> Result<Vec<(MemOp, Word)>, Error> {
        if operations.len() > MOST {
            let (got, max) = (operations.len() as u64, MOST as u64);
            return Err(Error::OutOfRange { what: "number of operations", got, min: 0, max });
        }
        let word = |operation: &MemOp| match *operation {
            MemOp::Wait { address, wide, .. } | MemOp::Write { address, wide, .. } => {
                Some(Word::at(self, address, wide).map(|word| (*operation, word)))
            }
            MemOp::Barrier => None,
        };
        operations.iter().filter_map(word).collect()
    }
}

/// Word of 4 or 8 bytes, with a reference to its allocation.
pub(crate) struct Word {
    _allocation: Arc<Allocation>,
    address: u64,
    wide: bool,
}

impl Word {
    /// Resolves the word at an address.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `Unaligned`.
    pub(crate) fn at(memory: &Memory, address: u64, wide: bool) -> Result<Word, Error> {
        let what = "word of a stream's operation";
        let align = if wide { 8 } else { 4 };
        if !address.is_multiple_of(align) {
            return Err(Error::Unaligned { what, address, align });
        }
        let _allocation = memory.holding(what, address, align)?;
        if !_allocation.allows(true) {
            return Err(Error::BadPointer { what, address });
        }
        Ok(Word { _allocation, address, wide })
    }

    /// Address of the word.
    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    /// Loads the word.
    pub(crate) fn load(&self) -> u64 {
        let _working = Working::begin();
        if self.wide {
            // SAFETY: aligned and in the allocation held (checked in `at`); all accesses are atomic.
            return unsafe { AtomicU64::from_ptr(self.address as *mut u64) }.load(Ordering::SeqCst);
        }
        // SAFETY: see above.
        unsafe { AtomicU32::from_ptr(self.address as *mut u32) }.load(Ordering::SeqCst).into()
    }

    /// Adds 1 to a wide word. Returns the new value.
    pub(crate) fn count(&self) -> u64 {
        let _working = Working::begin();
        // SAFETY: see `load`; callers have a wide word.
        unsafe { AtomicU64::from_ptr(self.address as *mut u64) }.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Raises a wide word to `to`, unless it is higher.
    pub(crate) fn raise(&self, to: u64) {
        let _working = Working::begin();
        // SAFETY: see `load`; callers have a wide word.
        unsafe { AtomicU64::from_ptr(self.address as *mut u64) }.fetch_max(to, Ordering::SeqCst);
    }

    /// Stores a value; a narrow word receives the low half.
    pub(crate) fn store(&self, value: u64) {
        let _working = Working::begin();
        if self.wide {
            // SAFETY: see `load`.
            return unsafe { AtomicU64::from_ptr(self.address as *mut u64) }.store(value, Ordering::SeqCst);
        }
        // SAFETY: see `load`.
        unsafe { AtomicU32::from_ptr(self.address as *mut u32) }.store(value as u32, Ordering::SeqCst);
    }
}
