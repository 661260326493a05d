//! Memory of all devices of a process, as calls reach it: allocations, and facts about addresses.

use super::{End, VirtualMemory};
use crate::Error;
use crate::types::{Advice, Advise, Direction, Extent, Facts, MemOp, Pattern, Pitch, Pointer, Request};

/// Memory of all devices of a process.
pub(crate) trait Memory: VirtualMemory + Send + Sync {
    /// Allocates memory. Returns its address.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn allocate(&self, request: Request) -> Result<u64, Error>;

    /// Frees the allocation that starts at an address, or ends its registration. Returns the facts about it;
    /// none if there is no such allocation.
    fn free(&self, address: u64) -> Option<Facts>;

    /// Frees as [`Memory::free`] does, of a device without work that uses the memory, and waits for no other
    /// work: the memory may be there for a while.
    fn free_later(&self, address: u64) -> Option<Facts> {
        self.free(address)
    }

    /// Returns the facts about the allocation that contains an address.
    fn facts(&self, address: u64) -> Option<Facts>;

    /// Returns the facts about the allocation that contains all of a range.
    ///
    /// # Errors
    /// `BadPointer` if the address is in none; `PastEnd`.
    fn facts_of_range(&self, what: &'static str, address: u64, bytes: u64) -> Result<Facts, Error>;

    /// Returns whether an address is one of the device's or registered, in an allocation or not.
    fn is_device_visible(&self, address: u64) -> bool;

    /// Returns the free bytes of a device.
    fn free_bytes(&self, device: usize) -> u64;

    /// Sets whether operations on the allocation that contains an address are synchronous. Returns whether
    /// there is one.
    fn set_sync_memops(&self, address: u64, on: bool) -> bool;

    /// Registers memory of the program, which devices reach at its own address.
    ///
    /// # Errors
    /// `BadPointer` for unmapped memory and that of the runtime; `AlreadyRegistered`.
    fn register(&self, start: Pointer, request: Request) -> Result<(), Error>;

    /// Checks a copy of a box as [`Stream::copy`](super::Stream::copy) does.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `BadPitch`.
    fn check_copy(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error>;

    /// Checks a copy between bytes of the host and device memory: to the device if `write`.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`.
    fn check_transfer(&self, address: u64, bytes: u64, write: bool) -> Result<(), Error>;

    /// Checks a fill as [`Stream::fill_node`](super::Stream::fill_node) does.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `OutOfRange` for a pitch, `Unaligned`.
    fn check_fill(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error>;

    /// Checks operations as [`Stream::words`](super::Stream::words) does.
    ///
    /// # Errors
    /// `OutOfRange` for too many; `BadPointer`, `PastEnd`, `Unaligned`.
    fn check_words(&self, operations: &[MemOp]) -> Result<(), Error>;

    /// Checks that a range can be prefetched: managed memory, or the program's where devices reach that.
    ///
    /// # Errors
    /// `OutOfRange` for an empty one; `BadPointer`, `PastEnd`.
    fn check_prefetch(&self, range: (u64, u64)) -> Result<(), Error>;

    /// Advises about a range that can be prefetched.
    ///
    /// # Errors
    /// As [`Memory::check_prefetch`].
    fn advise(&self, range: (u64, u64), advice: Advise) -> Result<(), Error>;

    /// Returns the advice that applies to all of a managed range.
    ///
    /// # Errors
    /// As [`Memory::check_prefetch`].
    fn advice(&self, range: (u64, u64)) -> Result<Advice, Error>;

    /// Returns bytes by which another process [opens](Memory::open) an allocation, given its first address.
    /// They carry a word.
    ///
    /// # Errors
    /// `BadPointer` if no allocation starts there; `System`.
    fn export(&self, address: u64, word: u64) -> Result<[u8; 64], Error>;

    /// Returns the process that exported memory, and the word that the bytes carry; none for other bytes.
    fn exporter(&self, exported: &[u8; 64]) -> Option<(u32, u64)>;

    /// Maps memory that a process exported, for a context or for none (0). Returns its address.
    ///
    /// # Errors
    /// `BadPointer` if it is gone or may not be opened; `OutOfMemory`, `System`.
    fn open(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error>;

    /// Does the same, but returns memory that is open already again, and counts how often it was opened.
    ///
    /// # Errors
    /// As [`Memory::open`].
    fn open_counted(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error>;

    /// Closes memory of [`Memory::open_counted`]; the last close unmaps it.
    ///
    /// # Errors
    /// `BadPointer`.
    fn close(&self, address: u64) -> Result<(), Error>;

    /// Ends the memory's reports, when the process ends.
    fn finish(&self);
}
