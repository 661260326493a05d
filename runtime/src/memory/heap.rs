//! Allocator of addresses in the window, and the decision when pages are committed and released.
//!
//! Large requests take whole units of 2 MiB, as on hardware; small ones share a unit. A unit is committed
//! while it holds an allocation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Granularity of committing pages, bytes.
pub(crate) const UNIT: u64 = 2 << 20;
/// Alignment of allocations, as of `cuMemAlloc` on an H200.
pub(crate) const ALIGN: u64 = 512;
/// Granularity of managed memory, which has its own pages because advice applies to pages.
const PAGE: u64 = 4096;
/// Largest allocation that shares a unit.
const SMALL: u64 = UNIT / 2;

/// Returns whether an allocation of `bytes` bytes has units of its own.
pub(crate) fn is_large(bytes: u64) -> bool {
    bytes > SMALL
}

/// Processors that access an allocation. Small allocations of different usages never share a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Usage {
    /// Only the device.
    #[default]
    Device,
    /// The device and the host.
    Host,
    /// Both, with page granularity.
    Managed,
}

impl Usage {
    /// Alignment of an allocation's start and end.
    fn granule(self) -> u64 {
        if self == Usage::Managed { PAGE } else { ALIGN }
    }

    /// Bytes that a small allocation occupies.
    fn rounded(self, bytes: u64) -> u64 {
        bytes.max(1).next_multiple_of(self.granule())
    }
}

/// Memory manager of the pages behind the addresses.
pub(crate) trait Pages {
    /// Makes pages readable and writable. Returns whether that succeeded.
    fn commit(&mut self, base: u64, bytes: u64) -> bool;
    /// Releases pages with their contents.
    fn release(&mut self, base: u64, bytes: u64);
    /// Usage of the pages.
    fn usage(&self) -> Usage {
        Usage::default()
    }
}

/// Free list: bytes of each free range by its start, with adjacent ranges merged.
#[derive(Debug, Default)]
struct FreeList(BTreeMap<u64, u64>);

impl FreeList {
    /// Removes the first fit of `bytes` bytes.
    fn take_first_fit(&mut self, bytes: u64) -> Option<u64> {
        let (&start, &len) = self.0.iter().find(|&(_, &len)| len >= bytes)?;
        self.0.remove(&start);
        if len > bytes {
            self.0.insert(start + bytes, len - bytes);
        }
        Some(start)
    }

    fn insert(&mut self, mut start: u64, mut bytes: u64) {
        if let Some((&before, &len)) = self.0.range(..start).next_back()
            && before + len == start
        {
            self.0.remove(&before);
            (start, bytes) = (before, len + bytes);
        }
        if let Some(len) = self.0.remove(&(start + bytes)) {
            bytes += len;
        }
        self.0.insert(start, bytes);
    }
}

/// Heap of a window.
#[derive(Debug)]
pub(crate) struct Heap {
    units: FreeList,
    /// Units shared by small allocations, with the free list of each.
    shared: BTreeMap<u64, FreeList>,
    /// Shared units that are not full, by usage.
    open: [BTreeSet<u64>; 3],
}

impl Heap {
    /// Creates a heap in a range of addresses.
    pub(crate) fn new(range: Range<u64>) -> Self {
        let start = range.start.next_multiple_of(UNIT);
        let mut units = FreeList::default();
        units.insert(start, (range.end - start) / UNIT * UNIT);
        Heap { units, shared: BTreeMap::new(), open: Default::default() }
    }

    /// Allocates `bytes` committed bytes. Returns their start, or `None` if there is no room or committing
    /// failed.
    pub(crate) fn allocate(&mut self, bytes: u64, pages: &mut impl Pages) -> Option<u64> {
        if bytes > SMALL {
            return self.take_units(bytes.checked_next_multiple_of(UNIT)?, pages);
        }
        let bytes = pages.usage().rounded(bytes);
        let class = pages.usage() as usize;
        for &unit in &self.open[class] {
            if let Some(list) = self.shared.get_mut(&unit)
                && let Some(start) = list.take_first_fit(bytes)
            {
                if list.0.is_empty() {
                    self.open[class].remove(&unit);
                }
                return Some(start);
            }
        }
        let unit = self.take_units(UNIT, pages)?;
        let mut list = FreeList::default();
        list.insert(unit + bytes, UNIT - bytes);
        self.shared.insert(unit, list);
        self.open[class].insert(unit);
        Some(unit)
    }

    /// Reserves addresses of whole units, without memory; released by [`Heap::release`].
    pub(crate) fn reserve(&mut self, bytes: u64) -> Option<u64> {
        self.units.take_first_fit(bytes)
    }

    fn take_units(&mut self, bytes: u64, pages: &mut impl Pages) -> Option<u64> {
        let start = self.units.take_first_fit(bytes)?;
        if pages.commit(start, bytes) {
            return Some(start);
        }
        self.units.insert(start, bytes);
        None
    }

    /// Releases an allocation of [`Heap::allocate`]; `bytes` is the number requested there.
    pub(crate) fn release(&mut self, start: u64, bytes: u64, pages: &mut impl Pages) {
        if bytes > SMALL {
            let bytes = bytes.next_multiple_of(UNIT);
            pages.release(start, bytes);
            self.units.insert(start, bytes);
            return;
        }
        let unit = start / UNIT * UNIT;
        let Some(list) = self.shared.get_mut(&unit) else { return };
        list.insert(start, pages.usage().rounded(bytes));
        let open = &mut self.open[pages.usage() as usize];
        open.insert(unit);
        if list.0.get(&unit) == Some(&UNIT) && open.len() > 1 {
            // The last shared unit stays committed, so that alternating allocate and free causes no page
            // faults.
            self.shared.remove(&unit);
            open.remove(&unit);
            pages.release(unit, UNIT);
            self.units.insert(unit, UNIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Recorder(BTreeSet<u64>);

    impl Pages for Recorder {
        fn commit(&mut self, base: u64, bytes: u64) -> bool {
            (base..base + bytes).step_by(UNIT as usize).all(|unit| self.0.insert(unit))
        }
        fn release(&mut self, base: u64, bytes: u64) {
            for unit in (base..base + bytes).step_by(UNIT as usize) {
                assert!(self.0.remove(&unit), "unit {unit:#x} released twice");
            }
        }
    }

    #[test]
    fn allocations_never_overlap_and_all_are_released() {
        let (mut heap, mut pages) = (Heap::new(UNIT..65 * UNIT), Recorder::default());
        let mut live: BTreeMap<u64, u64> = BTreeMap::new();
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        };
        for _ in 0..5000 {
            if random() % 5 < 3 {
                let bytes = if random() % 8 == 0 { random() % (5 * UNIT) + 1 } else { random() % 5000 + 1 };
                if let Some(start) = heap.allocate(bytes, &mut pages) {
                    assert_eq!(start % ALIGN, 0);
                    assert!(pages.0.contains(&(start / UNIT * UNIT)));
                    assert!(pages.0.contains(&((start + bytes - 1) / UNIT * UNIT)));
                    let before = live.range(..start + bytes).next_back();
                    assert!(before.is_none_or(|(&s, &b)| s + b <= start), "overlap at {start:#x}");
                    live.insert(start, bytes);
                }
            } else if let Some(start) = live.keys().nth(random() as usize % live.len().max(1)).copied() {
                let bytes = live.remove(&start).expect("just found");
                heap.release(start, bytes, &mut pages);
            }
        }
        for (start, bytes) in live {
            heap.release(start, bytes, &mut pages);
        }
        assert!(pages.0.len() <= 1, "{} units stay", pages.0.len());
        let free: u64 = heap.units.0.values().sum();
        assert_eq!(free / UNIT + pages.0.len() as u64, 64);
        assert!(heap.units.0.len() <= 2, "neighbours are merged: {:x?}", heap.units);
    }

    #[test]
    fn a_failed_commit_allocates_nothing() {
        struct Refuses;
        impl Pages for Refuses {
            fn commit(&mut self, _: u64, _: u64) -> bool {
                false
            }
            fn release(&mut self, _: u64, _: u64) {}
        }
        let mut heap = Heap::new(0..4 * UNIT);
        assert_eq!(heap.allocate(10, &mut Refuses), None);
        assert_eq!(heap.allocate(4 * UNIT, &mut Recorder::default()), Some(0));
    }
}
