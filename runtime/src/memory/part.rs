//! Parts of the window with their owners, which keep devices from each other's memory.
//!
//! A single device owns the whole heap. With several, each has a part for its memory and one for its pools,
//! whose access is granted separately; memory that all devices access (the host's, managed memory) and
//! addresses reserved by programs have parts too. The parts are ordered such that the memory accessible to a
//! device is one contiguous range, at least for two devices: kernels check addresses against one range (see
//! [`super::reach`]).

use super::heap::{Heap, UNIT};
use crate::sync::{Arc, AtomicU64, Mutex, Ordering, Rank};
use crate::types::AllocationKind;
use std::ops::Range;

/// Owner of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// The only device, and everyone.
    All,
    /// All devices and the host.
    Shared,
    /// One device.
    Device(usize),
    /// The pools of a device.
    Pools(usize),
    /// The devices with access to the mappings there.
    Mappings,
}

/// Part of the window, with its heap.
pub(super) struct Part {
    pub(super) range: Range<u64>,
    pub(super) owner: Owner,
    pub(super) heap: Mutex<Heap>,
    /// Number of live pieces in it.
    held: AtomicU64,
}

impl Part {
    fn new(range: Range<u64>, owner: Owner) -> Arc<Part> {
        let heap = Mutex::new(Rank::Heap, Heap::new(range.clone()));
        Arc::new(Part { range, owner, heap, held: AtomicU64::new(0) })
    }

    /// Counts a new piece.
    pub(super) fn add_piece(&self) {
        self.held.fetch_add(1, Ordering::AcqRel);
    }

    /// Discounts a released piece.
    pub(super) fn remove_piece(&self) {
        self.held.fetch_sub(1, Ordering::AcqRel);
    }

    /// Returns whether it has no live pieces.
    pub(super) fn is_empty(&self) -> bool {
        self.held.load(Ordering::Acquire) == 0
    }
}

/// All parts, by address.
pub(super) struct Parts(Vec<Arc<Part>>);

impl Parts {
    /// Creates the parts of a window for `devices` devices.
    pub(super) fn new(window: &jit::Window, devices: usize) -> Parts {
        if window.lower().is_empty() || devices < 2 {
            return Parts(vec![Part::new(window.heap(), Owner::All)]);
        }
        // Even devices are above the blocks' own memory, odd ones below. The shared part and the first two
        // devices are next to it.
        let (even, odd): (Vec<usize>, Vec<usize>) = (0..devices).partition(|device| device % 2 == 0);
        let mut lower = vec![(Owner::Mappings, 3)];
        lower.extend(odd.iter().rev().flat_map(|&n| [(Owner::Pools(n), 2), (Owner::Device(n), 3)]));
        let mut upper = vec![(Owner::Shared, 3)];
        upper.extend(even.iter().flat_map(|&n| [(Owner::Device(n), 3), (Owner::Pools(n), 2)]));
        let mut parts = share(window.lower(), &lower);
        parts.extend(share(window.heap(), &upper));
        Parts(parts)
    }

    /// Part for allocations of a kind.
    pub(super) fn for_kind(&self, kind: AllocationKind, device: usize) -> &Arc<Part> {
        use AllocationKind::{Device, Managed, Mapped, Opened, Pinned, Pooled, Registered, Variable};
        let owner = match kind {
            Device | Variable | Opened => Owner::Device(device),
            Pooled(_) => Owner::Pools(device),
            Managed(_) | Pinned(_) | Registered(_) => Owner::Shared,
            Mapped => Owner::Mappings,
        };
        // A single device has a single part.
        self.0.iter().find(|part| part.owner == owner).unwrap_or(&self.0[0])
    }

    /// Returns whether there is only one part.
    pub(super) fn is_one(&self) -> bool {
        self.0.len() == 1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<Part>> {
        self.0.iter()
    }

    /// Part that contains an address.
    pub(super) fn at(&self, address: u64) -> Option<&Arc<Part>> {
        self.0.iter().find(|part| part.range.contains(&address))
    }
}

/// Divides a range by weights, in whole units.
fn share(range: Range<u64>, wanted: &[(Owner, u64)]) -> Vec<Arc<Part>> {
    let all: u64 = wanted.iter().map(|(_, weight)| weight).sum();
    let one = (range.end - range.start) / all.max(1) / UNIT * UNIT;
    let mut start = range.start;
    let mut parts = Vec::with_capacity(wanted.len());
    for &(owner, weight) in wanted {
        let end = start + one * weight;
        parts.push(Part::new(start..end, owner));
        start = end;
    }
    // The remainder at the end stays unused, so that parts are contiguous.
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_accessible_to_each_of_two_devices_is_contiguous() {
        let window = jit::Window::reserve_for(2).expect("addresses");
        let parts = Parts::new(&window, 2);
        let owners: Vec<Owner> = parts.iter().map(|part| part.owner).collect();
        use Owner::{Device, Mappings, Pools, Shared};
        assert_eq!(owners, [Mappings, Pools(1), Device(1), Shared, Device(0), Pools(0)]);
        for (one, next) in parts.iter().zip(parts.iter().skip(1)) {
            let blocks = one.owner == Device(1);
            assert!(one.range.end == next.range.start || blocks && one.range.end <= window.arenas().start);
        }
        for device in [0, 1] {
            let part = parts.for_kind(AllocationKind::Device, device);
            assert_eq!((part.owner, part.is_empty()), (Device(device), true));
            assert!(part.range.end - part.range.start > 141 << 30, "an H200's memory");
            assert_eq!(parts.at(part.range.start + 5).map(|part| part.owner), Some(Device(device)));
        }
        assert_eq!(parts.for_kind(AllocationKind::Managed(1), 1).owner, Shared);
        assert_eq!(parts.for_kind(AllocationKind::Pooled(7), 1).owner, Pools(1));
        assert!(parts.at(window.arenas().start).is_none());
    }

    #[test]
    fn sixteen_devices_have_room_and_one_has_all() {
        let window = jit::Window::reserve_for(16).expect("addresses");
        let parts = Parts::new(&window, 16);
        assert_eq!(parts.iter().count(), 34);
        assert!(parts.iter().all(|part| part.range.end - part.range.start >= 80 << 30));
        let window = jit::Window::reserve().expect("addresses");
        let parts = Parts::new(&window, 1);
        assert!(parts.is_one());
        assert_eq!(parts.for_kind(AllocationKind::Pooled(7), 0).range, window.heap());
    }
}
