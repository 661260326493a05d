//! Facts about allocations, by address: what HIP asks about memory and the driver does not keep.

use crate::sync::{AtomicU64, Mutex, Ordering, Rank};
use crate::types::{AllocationKind, Facts, Request};
use std::collections::BTreeMap;

/// Allocations of a process.
#[derive(Debug)]
pub(super) struct Index {
    by_address: Mutex<BTreeMap<u64, Facts>>,
    serials: AtomicU64,
}

impl Default for Index {
    fn default() -> Self {
        Index { by_address: Mutex::new(Rank::Ranges, BTreeMap::new()), serials: AtomicU64::new(1) }
    }
}

impl Index {
    /// Adds an allocation.
    pub(super) fn add(&self, base: u64, request: Request) {
        let Request { bytes, kind, device, owner } = request;
        let serial = self.serials.fetch_add(1, Ordering::Relaxed);
        let facts = Facts { kind, base, bytes, device, owner, serial, sync_memops: false };
        self.by_address.lock().insert(base, facts);
    }

    /// Takes out the allocation that starts at an address.
    pub(super) fn take(&self, base: u64) -> Option<Facts> {
        self.by_address.lock().remove(&base)
    }

    /// Takes out the allocation that starts at an address, if it is of a kind.
    pub(super) fn take_if(&self, base: u64, is: impl Fn(AllocationKind) -> bool) -> Option<Facts> {
        let mut all = self.by_address.lock();
        all.get(&base).filter(|facts| is(facts.kind))?;
        all.remove(&base)
    }

    /// Returns the allocation that contains an address.
    #[inline]
    pub(super) fn find(&self, address: u64) -> Option<Facts> {
        let all = self.by_address.lock();
        let (_, facts) = all.range(..=address).next_back()?;
        (address - facts.base < facts.bytes).then_some(*facts)
    }

    /// Sets whether operations on the allocation that contains an address are synchronous.
    pub(super) fn set_sync_memops(&self, address: u64, on: bool) {
        let mut all = self.by_address.lock();
        if let Some((_, facts)) = all.range_mut(..=address).next_back()
            && address - facts.base < facts.bytes
        {
            facts.sync_memops = on;
        }
    }

    /// Removes what a context owns.
    pub(super) fn remove_owned_by(&self, owner: u64) {
        self.by_address.lock().retain(|_, facts| facts.owner != owner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_within_allocations() {
        let index = Index::default();
        let request = |bytes| Request { bytes, kind: AllocationKind::Device, device: 0, owner: 7 };
        index.add(4096, request(256));
        index.add(8192, request(1));
        let base = |address| index.find(address).map(|facts| facts.base);
        assert_eq!(
            [4095, 4096, 4351, 4352, 8192, 8193].map(base),
            [None, Some(4096), Some(4096), None, Some(8192), None]
        );
        index.set_sync_memops(4100, true);
        assert!(index.find(4096).is_some_and(|facts| facts.sync_memops));
        assert!(index.take_if(4096, |kind| kind == AllocationKind::Mapped).is_none());
        assert!(index.take(4096).is_some() && index.take(4096).is_none());
        index.remove_owned_by(7);
        assert_eq!(base(8192), None);
    }
}
