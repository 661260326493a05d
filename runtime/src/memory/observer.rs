//! Observers of device-visible memory: the memory checker, and the virtual timeline for writes by copies.

use super::range::Allocation;
use crate::Error;
use crate::sync::Arc;
use jit::guard::Guard;

/// Observer of allocations, copies and fills. Methods may be called with locks held.
pub(crate) trait Observer: Send + Sync {
    /// Unused bytes to keep after each allocation.
    fn red_zone(&self) -> u64 {
        0
    }

    /// Guard that protects memory of a window from host access, if wanted.
    fn guard(&self, _window: &jit::Window) -> Option<Guard> {
        None
    }

    /// Returns whether memory may be protected from host access.
    fn closes_memory(&self) -> bool {
        false
    }

    /// Called after an allocation.
    fn allocated(&self, _allocation: &Allocation) {}

    /// Called after the free of the allocation at `base` was queued; the process may end before it is freed.
    fn free_is_queued(&self, _base: u64) {}

    /// Called after an allocation was freed.
    fn freed(&self, _allocation: &Arc<Allocation>) {}

    /// Called before the allocations at `bases` are freed because their owner is destroyed.
    fn owner_ends(&self, _bases: &[u64]) {}

    /// Called before a copy or fill writes; the second argument computes its span in bytes, including gaps
    /// between rows.
    fn writes(&self, _start: u64, _bytes: &dyn Fn() -> Result<u64, Error>) {}

    /// Called after the host or a fill wrote a range.
    fn wrote(&self, _address: u64, _bytes: u64) {}

    /// Called after a copy within device-visible memory.
    fn copied(&self, _to: u64, _from: u64, _bytes: u64) {}

    /// Called if a copy or fill is refused because it exceeds its allocation.
    fn out_of_bounds(&self, _what: &'static str, _address: u64, _bytes: u64) {}

    /// Called after work was done, outside of memory accesses.
    fn settle(&self) {}
}

/// Observers of a process's memory; usually none.
#[derive(Clone, Copy)]
pub(crate) struct Observers(&'static [&'static dyn Observer]);

impl Observers {
    pub(crate) const fn new(each: &'static [&'static dyn Observer]) -> Self {
        Observers(each)
    }

    /// Returns an iterator over the observers.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = &'static dyn Observer> {
        self.0.iter().copied()
    }

    /// Gives the calling thread access to memory that may be protected from the host.
    // The program may have blocked the signals by which access is granted on demand.
    pub(super) fn open(self) -> Option<jit::signals::Open> {
        self.each().any(Observer::closes_memory).then(jit::signals::Open::begin)
    }
}
