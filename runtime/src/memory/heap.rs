//! Where in the window things lie: a pure allocator of addresses that says when pages come and go.
//!
//! Large requests take whole units of 2 MiB, as on hardware; small ones share a unit. A unit is committed
//! while anything lies in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Pages come and go in units of this many bytes.
pub(crate) const UNIT: u64 = 2 << 20;
/// Every allocation starts at a multiple of this (an H200's `cuMemAlloc` aligns to 512).
pub(crate) const ALIGN: u64 = 512;
/// Managed memory has pages of its own: advice holds for pages.
const PAGE: u64 = 4096;
/// Up to this size, allocations share a unit.
const SMALL: u64 = UNIT / 2;

/// Whether an allocation of so many bytes has units of its own.
pub(crate) fn is_large(bytes: u64) -> bool {
    bytes > SMALL
}

/// Who uses an allocation: small ones of different uses never share a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Usage {
    /// The device alone.
    #[default]
    Device,
    /// The host as well.
    Host,
    /// Both, page by page.
    Managed,
}

impl Usage {
    /// Where an allocation may start and end.
    fn granule(self) -> u64 {
        if self == Usage::Managed { PAGE } else { ALIGN }
    }

    /// What a small allocation takes.
    fn rounded(self, bytes: u64) -> u64 {
        bytes.max(1).next_multiple_of(self.granule())
    }
}

/// Who makes pages accessible and takes them away.
pub(crate) trait Pages {
    /// Makes pages readable and writable; whether that worked.
    fn commit(&mut self, base: u64, bytes: u64) -> bool;
    /// Takes pages away, with what is in them.
    fn release(&mut self, base: u64, bytes: u64);
    /// Who uses them.
    fn usage(&self) -> Usage {
        Usage::default()
    }
}

/// Free stretches by start; neighbours are merged.
#[derive(Debug, Default)]
struct Stretches(BTreeMap<u64, u64>);

impl Stretches {
    /// Takes the first stretch that is long enough.
    fn take(&mut self, bytes: u64) -> Option<u64> {
        let (&start, &len) = self.0.iter().find(|&(_, &len)| len >= bytes)?;
        self.0.remove(&start);
        if len > bytes {
            self.0.insert(start + bytes, len - bytes);
        }
        Some(start)
    }

    fn give(&mut self, mut start: u64, mut bytes: u64) {
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

/// The heap of a window.
#[derive(Debug)]
pub(crate) struct Heap {
    units: Stretches,
    /// Units that small allocations share, with what is free in each.
    shared: BTreeMap<u64, Stretches>,
    /// Those of them that are not full, by what they are for.
    open: [BTreeSet<u64>; 3],
}

impl Heap {
    /// A heap in a range of addresses.
    pub(crate) fn new(range: Range<u64>) -> Self {
        let start = range.start.next_multiple_of(UNIT);
        let mut units = Stretches::default();
        units.give(start, (range.end - start) / UNIT * UNIT);
        Heap { units, shared: BTreeMap::new(), open: Default::default() }
    }

    /// The start of so many free bytes, committed; `None` if there are none or they could not be committed.
    pub(crate) fn allocate(&mut self, bytes: u64, pages: &mut impl Pages) -> Option<u64> {
        if bytes > SMALL {
            return self.take_units(bytes.checked_next_multiple_of(UNIT)?, pages);
        }
        let bytes = pages.usage().rounded(bytes);
        let class = pages.usage() as usize;
        for &unit in &self.open[class] {
            if let Some(stretches) = self.shared.get_mut(&unit)
                && let Some(start) = stretches.take(bytes)
            {
                if stretches.0.is_empty() {
                    self.open[class].remove(&unit);
                }
                return Some(start);
            }
        }
        let unit = self.take_units(UNIT, pages)?;
        let mut stretches = Stretches::default();
        stretches.give(unit + bytes, UNIT - bytes);
        self.shared.insert(unit, stretches);
        self.open[class].insert(unit);
        Some(unit)
    }

    /// Addresses of whole units, without memory; [`Heap::release`] gives them back.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Option<u64> {
        self.units.take(bytes)
    }

    fn take_units(&mut self, bytes: u64, pages: &mut impl Pages) -> Option<u64> {
        let start = self.units.take(bytes)?;
        if pages.commit(start, bytes) {
            return Some(start);
        }
        self.units.give(start, bytes);
        None
    }

    /// Gives back what [`Heap::allocate`] gave for the same number of bytes.
    pub(crate) fn release(&mut self, start: u64, bytes: u64, pages: &mut impl Pages) {
        if bytes > SMALL {
            let bytes = bytes.next_multiple_of(UNIT);
            pages.release(start, bytes);
            self.units.give(start, bytes);
            return;
        }
        let unit = start / UNIT * UNIT;
        let Some(stretches) = self.shared.get_mut(&unit) else { return };
        stretches.give(start, pages.usage().rounded(bytes));
        let open = &mut self.open[pages.usage() as usize];
        open.insert(unit);
        if stretches.0.get(&unit) == Some(&UNIT) && open.len() > 1 {
            // The last open unit stays, so that allocate and free in turn costs no page faults.
            self.shared.remove(&unit);
            open.remove(&unit);
            pages.release(unit, UNIT);
            self.units.give(unit, UNIT);
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
    fn allocations_never_overlap_and_all_comes_back() {
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
    fn what_cannot_be_committed_is_not_given() {
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
