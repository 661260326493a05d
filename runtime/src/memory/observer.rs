//! Those that learn what becomes of device-visible memory: the memory checker, and the virtual timeline of
//! what copies write.

use super::range::Allocation;
use crate::Error;
use crate::sync::Arc;
use jit::guard::Guard;

/// Learns of allocations, and of copies and fills. All of it may be called while locks are held.
pub(crate) trait Observer: Send + Sync {
    /// Bytes behind each allocation that belong to none.
    fn red_zone(&self) -> u64 {
        0
    }

    /// Guard that closes memory of a window to the host, if that is wanted.
    fn guard(&self, _window: &jit::Window) -> Option<Guard> {
        None
    }

    /// Whether memory may be closed to the host.
    fn closes_memory(&self) -> bool {
        false
    }

    /// There is a new allocation.
    fn allocated(&self, _allocation: &Allocation) {}

    /// An allocation was freed.
    fn freed(&self, _allocation: &Arc<Allocation>) {}

    /// The owner of allocations ends, and they with it: their first addresses.
    fn owner_ends(&self, _bases: &[u64]) {}

    /// A copy or fill is about to write from an address on: how many bytes, gaps between rows included.
    fn writes(&self, _start: u64, _bytes: &dyn Fn() -> Result<u64, Error>) {}

    /// The host, or a fill, wrote a range.
    fn wrote(&self, _address: u64, _bytes: u64) {}

    /// A range was copied within device-visible memory.
    fn copied(&self, _to: u64, _from: u64, _bytes: u64) {}

    /// A copy or fill was refused as it leaves its allocation.
    fn beyond(&self, _what: &'static str, _address: u64, _bytes: u64) {}

    /// Work has been done.
    fn settle(&self) {}
}

/// All observers of a process's memory: mostly none.
#[derive(Clone, Copy)]
pub(crate) struct Observers(&'static [&'static dyn Observer]);

impl Observers {
    pub(crate) const fn new(each: &'static [&'static dyn Observer]) -> Self {
        Observers(each)
    }

    /// Each of them.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = &'static dyn Observer> {
        self.0.iter().copied()
    }

    /// Opens memory to the calling thread if it may be closed to the host.
    // A program may block the signals by which it opens.
    pub(super) fn open(self) -> Option<jit::signals::Open> {
        self.each().any(Observer::closes_memory).then(jit::signals::Open::begin)
    }
}
