//! What lies where: allocations by address, and what was advised about each range of managed memory.

use super::{Piece, Request};
use crate::sync::{Arc, AtomicBool, AtomicU32, Mutex, Ordering, Rank};
use std::collections::{BTreeMap, BTreeSet};

/// What kind of memory an allocation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocationKind {
    /// Memory of the device.
    Device,
    /// A module's variable: device memory that only its module frees.
    Variable,
    /// Managed memory, with the flags of its making (attach global 1, attach host 2).
    Managed(u32),
    /// Page-locked host memory, with the flags of its making.
    Pinned(u32),
    /// Memory of the device out of the pool with this handle's word.
    Pooled(u64),
    /// Physical memory of the device that the program mapped at addresses it reserved.
    Mapped,
    /// Memory of another process.
    Opened,
    /// Memory of the program's that it registered, with the flags it gave. It lies outside the window.
    Registered(u32),
}

impl AllocationKind {
    /// Whether nobody but the device uses it.
    pub(crate) fn is_device_s(self) -> bool {
        matches!(self, AllocationKind::Device | AllocationKind::Variable | AllocationKind::Pooled(_))
    }

    /// Whether it takes part of the device's memory.
    pub(crate) fn counts_on_device(self) -> bool {
        use AllocationKind::{Device, Managed, Pooled, Variable};
        matches!(self, Device | Variable | Managed(_) | Pooled(_))
    }
}

/// Where memory is or should be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Location {
    /// Nowhere in particular, or in several places (−2 in C).
    Unset,
    /// The host (−1).
    Host,
    /// The device with this ordinal.
    Device(u32),
}

impl Location {
    /// As C writes it.
    pub fn ordinal(self) -> i32 {
        match self {
            Location::Unset => -2,
            Location::Host => -1,
            Location::Device(n) => n as i32,
        }
    }

    /// As C writes it; `None` for a negative number that means nothing.
    pub fn from_ordinal(ordinal: i32) -> Option<Location> {
        match ordinal {
            -1 => Some(Location::Host),
            n => u32::try_from(n).ok().map(Location::Device),
        }
    }
}

/// What was advised about a range of managed memory, and where it was last prefetched to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Mostly read, seldom written.
    pub read_mostly: bool,
    /// Where it should be.
    pub preferred: Location,
    /// Who will access it.
    pub accessed_by: BTreeSet<Location>,
    /// Where the last prefetch was to bring it.
    pub last_prefetch: Location,
}

impl Default for Advice {
    fn default() -> Self {
        Advice {
            read_mostly: false,
            preferred: Location::Unset,
            accessed_by: BTreeSet::new(),
            last_prefetch: Location::Unset,
        }
    }
}

/// Advice holds for whole pages of this size.
const PAGE: u64 = 4096;

/// Advice by range: each entry holds from its key to the next one's.
#[derive(Debug)]
pub(crate) struct AdviceMap(BTreeMap<u64, Advice>);

impl AdviceMap {
    fn new() -> Self {
        AdviceMap(BTreeMap::from([(0, Advice::default())]))
    }

    fn cut(&mut self, at: u64) {
        if let Some((_, advice)) = self.0.range(..=at).next_back() {
            let advice = advice.clone();
            self.0.entry(at).or_insert(advice);
        }
    }

    /// Changes the advice of all pages that `start .. end` touches.
    pub(crate) fn update(&mut self, start: u64, end: u64, change: impl Fn(&mut Advice)) {
        let (start, end) = (start / PAGE * PAGE, end.next_multiple_of(PAGE));
        self.cut(start);
        self.cut(end);
        self.0.range_mut(start..end).for_each(|(_, advice)| change(advice));
        let mut last = None;
        self.0.retain(|_, advice| {
            let same = last.as_ref() == Some(advice);
            last = Some(advice.clone());
            !same
        });
    }

    /// The advice of each part of `start .. end`.
    pub(crate) fn of(&self, start: u64, end: u64) -> Vec<Advice> {
        let first = self.0.range(..=start).next_back().map_or(0, |(&at, _)| at);
        self.0.range(first..end).map(|(_, advice)| advice.clone()).collect()
    }
}

/// One allocation.
pub(crate) struct Allocation {
    /// What keeps its bytes; none for memory of the program's own.
    _piece: Option<Piece>,
    base: u64,
    /// Bytes asked for.
    pub(crate) bytes: u64,
    pub(crate) kind: AllocationKind,
    pub(crate) device: usize,
    /// The word of the context it belongs to.
    pub(crate) owner: u64,
    /// Unlike any other allocation's (`HIP_POINTER_ATTRIBUTE_BUFFER_ID`).
    pub(crate) serial: u64,
    /// Whether operations on it are to be synchronous (`HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS`): kept and told.
    pub(crate) sync_memops: AtomicBool,
    /// Its bytes lie in the window's file, though it is large.
    pub(crate) shared: AtomicBool,
    /// Whether it may be read and written: 0 nothing, 1 read, 3 both.
    pub(crate) access: AtomicU32,
    /// By offset.
    pub(crate) advice: Mutex<AdviceMap>,
}

impl Allocation {
    pub(super) fn new(piece: Piece, request: Request, serial: u64) -> Self {
        let base = piece.base;
        Self::at(base, Some(piece), request, serial)
    }

    /// Memory at an address, kept by a piece or by the program.
    pub(super) fn at(base: u64, piece: Option<Piece>, request: Request, serial: u64) -> Self {
        let Request { bytes, kind, device, owner } = request;
        let advice = Mutex::new(Rank::Leaf, AdviceMap::new());
        Allocation {
            _piece: piece,
            base,
            bytes,
            kind,
            device,
            owner,
            serial,
            sync_memops: AtomicBool::new(false),
            shared: AtomicBool::new(false),
            access: AtomicU32::new(3),
            advice,
        }
    }

    /// Whether it may be read, or written.
    pub(crate) fn allows(&self, write: bool) -> bool {
        let needed = if write { 2 } else { 1 };
        self.access.load(Ordering::Acquire) & needed != 0
    }

    /// Its first address.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }
}

/// Allocations by their first address.
#[derive(Default)]
pub(super) struct Ranges(BTreeMap<u64, Arc<Allocation>>);

impl Ranges {
    pub(super) fn insert(&mut self, allocation: Arc<Allocation>) {
        self.0.insert(allocation.base(), allocation);
    }

    pub(super) fn remove(&mut self, base: u64) -> Option<Arc<Allocation>> {
        self.0.remove(&base)
    }

    pub(super) fn find(&self, address: u64) -> Option<&Arc<Allocation>> {
        let (&base, found) = self.0.range(..=address).next_back()?;
        (address - base < found.bytes).then_some(found)
    }

    /// The allocation that holds an address, or the nearest one to it; of two equally near ones the first.
    pub(super) fn nearest(&self, address: u64) -> Option<Arc<Allocation>> {
        let distance = |&(&base, found): &(&u64, &Arc<Allocation>)| match address.checked_sub(base) {
            None => base - address,
            Some(offset) => (offset + 1).saturating_sub(found.bytes),
        };
        let before = self.0.range(..=address).next_back();
        let behind = self.0.range(address..).next();
        before.into_iter().chain(behind).min_by_key(distance).map(|(_, found)| Arc::clone(found))
    }

    /// Whether an allocation holds part of `start .. start + bytes`.
    pub(super) fn meets(&self, start: u64, bytes: u64) -> bool {
        let end = start.saturating_add(bytes);
        self.0.range(..end).next_back().is_some_and(|(&base, found)| base + found.bytes > start)
    }

    pub(super) fn bases_of(&self, owner: u64) -> Vec<u64> {
        self.0.iter().filter(|(_, a)| a.owner == owner).map(|(&base, _)| base).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_kept_by_page() {
        let mut map = AdviceMap::new();
        map.update(5000, 5001, |a| a.read_mostly = true);
        let read_mostly = |map: &AdviceMap, start, end| {
            map.of(start, end).iter().map(|a| a.read_mostly).collect::<Vec<_>>()
        };
        assert_eq!(read_mostly(&map, 0, 4096), [false]);
        assert_eq!(read_mostly(&map, 0, 4097), [false, true]);
        assert_eq!(read_mostly(&map, 4096, 8192), [true]);
        assert_eq!(read_mostly(&map, 0, 1 << 20), [false, true, false]);
        map.update(0, 1 << 20, |a| a.read_mostly = false);
        assert_eq!(read_mostly(&map, 0, 1 << 20), [false]);
    }
}
