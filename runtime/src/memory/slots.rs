//! Memory of graphs: places that allocations of their nodes have, and what graphs use of each device.

use super::range::Allocation;
use super::{AllocationKind, Memory, Request};
use crate::Error;
use crate::exit;
use crate::sync::{Arc, AtomicBool, Mutex, Ordering, Rank};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Weak;

/// Memory is taken for graphs in multiples of this (an H200's).
const STEP: u64 = 32 << 20;

/// A place that one allocation, or several one after another, have.
pub(crate) struct Slot {
    memory: &'static Memory,
    allocation: Arc<Allocation>,
    /// A launch allocated it and nothing has freed it.
    live: AtomicBool,
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.base())
    }
}

impl Slot {
    pub(crate) fn base(&self) -> u64 {
        self.allocation.base()
    }

    /// Bytes of it.
    pub(crate) fn bytes(&self) -> u64 {
        self.allocation.bytes
    }

    pub(crate) fn is_live(&self) -> bool {
        self.live.load(Ordering::Acquire)
    }

    pub(crate) fn set_live(&self, live: bool) {
        self.live.store(live, Ordering::Release);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // Locks of a copy of the process may be held for ever.
        if exit::is_forked() {
            return;
        }
        self.memory.slots.all.lock().remove(&self.base());
        // What nobody freed outlives its graph, and is freed like any other memory.
        if !self.is_live() {
            self.memory.remove(self.base());
        }
    }
}

/// All slots that there are, and what graphs use.
pub(crate) struct Slots {
    /// By address.
    all: Mutex<BTreeMap<u64, Weak<Slot>>>,
    /// By device; `hipGraphMemAttributeType` is an index.
    counts: Mutex<BTreeMap<usize, [u64; 4]>>,
}

impl Default for Slots {
    fn default() -> Self {
        Slots {
            all: Mutex::new(Rank::Leaf, BTreeMap::new()),
            counts: Mutex::new(Rank::Leaf, BTreeMap::new()),
        }
    }
}

impl Memory {
    /// A place of its own for memory of a graph.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn slot(&'static self, bytes: u64, device: usize, owner: u64) -> Result<Arc<Slot>, Error> {
        let request = Request { bytes, kind: AllocationKind::Device, device, owner };
        let allocation = self.allocate(request)?;
        let slot = Arc::new(Slot { memory: self, allocation, live: AtomicBool::new(false) });
        self.slots.all.lock().insert(slot.base(), Arc::downgrade(&slot));
        Ok(slot)
    }
}

/// Indices of what graphs use of a device, as `hipGraphMemAttributeType` has them.
const USED: usize = 0;
const USED_HIGH: usize = 1;
const RESERVED: usize = 2;
const RESERVED_HIGH: usize = 3;

impl Slots {
    /// The slot at an address.
    pub(crate) fn at(&self, address: u64) -> Option<Arc<Slot>> {
        self.all.lock().get(&address).and_then(Weak::upgrade)
    }

    /// A free outside of any graph: whether the address is one that a graph holds, and was in use.
    ///
    /// # Errors
    /// `BadPointer` if it was not in use.
    pub(crate) fn freed(&self, address: u64) -> Result<bool, Error> {
        let Some(slot) = self.at(address) else { return Ok(false) };
        match slot.live.swap(false, Ordering::AcqRel) {
            true => Ok(true),
            false => Err(Error::BadPointer { what: "what is to be freed", address }),
        }
    }

    /// An executable takes memory for its first launch.
    pub(crate) fn take(&self, device: usize, bytes: u64) {
        let mut counts = self.counts.lock();
        let counts = counts.entry(device).or_default();
        counts[USED] += bytes;
        counts[RESERVED] = counts[RESERVED].max(counts[USED]);
        counts[USED_HIGH] = counts[USED_HIGH].max(counts[USED]);
        counts[RESERVED_HIGH] = counts[RESERVED_HIGH].max(counts[RESERVED]);
    }

    /// An executable that took memory goes.
    pub(crate) fn give(&self, device: usize, bytes: u64) {
        if let Some(counts) = self.counts.lock().get_mut(&device) {
            counts[USED] = counts[USED].saturating_sub(bytes);
        }
    }

    /// What graphs use of a device.
    pub(crate) fn attribute(&self, device: usize, number: usize) -> Option<u64> {
        self.counts.lock().get(&device).copied().unwrap_or_default().get(number).copied()
    }

    /// Lets a high-water mark begin anew; whether the number is one.
    pub(crate) fn reset(&self, device: usize, number: usize) -> bool {
        let mut counts = self.counts.lock();
        let counts = counts.entry(device).or_default();
        match number {
            USED_HIGH => counts[USED_HIGH] = counts[USED],
            RESERVED_HIGH => counts[RESERVED_HIGH] = counts[RESERVED],
            _ => return false,
        }
        true
    }

    /// Gives back what is reserved and not used.
    pub(crate) fn trim(&self, device: usize) {
        if let Some(counts) = self.counts.lock().get_mut(&device) {
            counts[RESERVED] = counts[USED];
        }
    }
}

/// Bytes that the slots of an executable take, in whole steps.
pub(crate) fn footprint<'a>(slots: impl Iterator<Item = &'a Arc<Slot>>) -> u64 {
    let each: BTreeMap<u64, u64> = slots.map(|slot| (slot.base(), slot.bytes())).collect();
    each.values().sum::<u64>().next_multiple_of(STEP)
}
