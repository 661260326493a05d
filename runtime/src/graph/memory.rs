//! Memory that nodes allocate: it has its address from the making of the node on, and holds something between the launch
//! that allocates it and what frees it.
//!
//! An allocation that is made behind the free of another of the same graph takes its address, if it is large enough.
//! What counts as used and reserved goes in steps of 32 MiB an executable, as on an H200.

use crate::Error;
use crate::graph::body::Key;
use crate::graph::{GraphError, Operation};
use crate::memory::range::Allocation;
use crate::memory::{AllocationKind, Request};
use crate::state::{process, usable};
use crate::sync::{Arc, AtomicBool, Global, Ordering, Rank};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Weak;

/// Memory is taken for graphs in multiples of this (an H200's).
const STEP: u64 = 32 << 20;

/// A place that one allocation, or several one after another, have.
pub(crate) struct Slot {
    allocation: Arc<Allocation>,
    /// A launch allocated it and nothing has freed it.
    live: AtomicBool,
}

/// All slots that there are, by their addresses.
static SLOTS: Global<BTreeMap<u64, Weak<Slot>>> = Global::new(Rank::Leaf, BTreeMap::new());

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
    fn bytes(&self) -> u64 {
        self.allocation.bytes
    }

    pub(crate) fn is_live(&self) -> bool {
        self.live.load(Ordering::Acquire)
    }

    pub(crate) fn set_live(&self, live: bool) {
        self.live.store(live, Ordering::Release);
    }

    /// A place of its own.
    ///
    /// # Errors
    /// `OutOfMemory`; what is wrong with the current context.
    pub(crate) fn new(bytes: u64, device: usize) -> Result<Arc<Slot>, Error> {
        let request = Request { bytes, kind: AllocationKind::Device, device, owner: usable()?.owner() };
        let allocation = process()?.memory.allocate(request)?;
        let slot = Arc::new(Slot { allocation, live: AtomicBool::new(false) });
        SLOTS.lock().insert(slot.base(), Arc::downgrade(&slot));
        Ok(slot)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        SLOTS.lock().remove(&self.base());
        // What nobody freed outlives its graph, and is freed like any other memory.
        if !self.is_live()
            && let Ok(process) = process()
        {
            process.memory.remove(self.base());
        }
    }
}

/// The slot at an address.
pub(crate) fn slot(address: u64) -> Option<Arc<Slot>> {
    SLOTS.lock().get(&address).and_then(Weak::upgrade)
}

/// A free outside of any graph: whether the address is one that a graph holds, and was in use.
///
/// # Errors
/// `BadPointer` if it was not in use.
pub(crate) fn freed(address: u64) -> Result<bool, Error> {
    let Some(slot) = slot(address) else { return Ok(false) };
    match slot.live.swap(false, Ordering::AcqRel) {
        true => Ok(true),
        false => Err(Error::BadPointer { what: "what is to be freed", address }),
    }
}

/// What a graph's memory nodes did, in the order of their making.
#[derive(Default)]
pub(crate) struct Layout {
    slots: Vec<(Arc<Slot>, Option<Key>)>,
    freed: BTreeSet<u64>,
}

impl Layout {
    /// Takes a node down.
    pub(crate) fn note(&mut self, key: Key, operation: &Operation) {
        match operation {
            Operation::Alloc(alloc) => {
                self.freed.remove(&alloc.address());
                match self.slots.iter_mut().find(|(slot, _)| slot.base() == alloc.address()) {
                    Some((_, free)) => *free = None,
                    None => self.slots.push((Arc::clone(&alloc.slot), None)),
                }
            }
            Operation::Free(address) => {
                self.freed.insert(*address);
                if let Some((_, free)) = self.slots.iter_mut().find(|(slot, _)| slot.base() == *address) {
                    *free = Some(key);
                }
            }
            _ => {}
        }
    }

    /// A place that one of some nodes frees, and that is large enough.
    pub(crate) fn freed_before(&self, bytes: u64, behind: &BTreeSet<Key>) -> Option<Arc<Slot>> {
        let fits = |(slot, free): &&(Arc<Slot>, Option<Key>)| {
            slot.bytes() >= bytes && free.is_some_and(|free| behind.contains(&free))
        };
        self.slots.iter().find(fits).map(|(slot, _)| Arc::clone(slot))
    }

    /// Fails if a graph cannot free an address: no node allocated it, or one of this graph frees it.
    ///
    /// # Errors
    /// `Graph`.
    pub(crate) fn check_free(&self, address: u64) -> Result<(), Error> {
        match slot(address) {
            Some(_) if !self.freed.contains(&address) => Ok(()),
            _ => Err(GraphError::NotAllocated { address }.into()),
        }
    }
}

/// Bytes that the slots of an executable take, in whole steps.
pub(crate) fn footprint<'a>(slots: impl Iterator<Item = &'a Arc<Slot>>) -> u64 {
    let each: BTreeMap<u64, u64> = slots.map(|slot| (slot.base(), slot.bytes())).collect();
    each.values().sum::<u64>().next_multiple_of(STEP)
}

/// What graphs use of a device: `hipGraphMemAttributeType` is an index.
static COUNTS: Global<BTreeMap<usize, [u64; 4]>> = Global::new(Rank::Leaf, BTreeMap::new());
const USED: usize = 0;
const USED_HIGH: usize = 1;
const RESERVED: usize = 2;
const RESERVED_HIGH: usize = 3;

/// An executable takes memory for its first launch.
pub(crate) fn take(device: usize, bytes: u64) {
    let mut counts = COUNTS.lock();
    let counts = counts.entry(device).or_default();
    counts[USED] += bytes;
    counts[RESERVED] = counts[RESERVED].max(counts[USED]);
    counts[USED_HIGH] = counts[USED_HIGH].max(counts[USED]);
    counts[RESERVED_HIGH] = counts[RESERVED_HIGH].max(counts[RESERVED]);
}

/// An executable that took memory goes.
pub(crate) fn give(device: usize, bytes: u64) {
    if let Some(counts) = COUNTS.lock().get_mut(&device) {
        counts[USED] = counts[USED].saturating_sub(bytes);
    }
}

/// What graphs use of a device.
pub(crate) fn attribute(device: usize, number: usize) -> Option<u64> {
    COUNTS.lock().get(&device).copied().unwrap_or_default().get(number).copied()
}

/// Lets a high-water mark begin anew; whether the number is one.
pub(crate) fn reset(device: usize, number: usize) -> bool {
    let mut counts = COUNTS.lock();
    let counts = counts.entry(device).or_default();
    match number {
        USED_HIGH => counts[USED_HIGH] = counts[USED],
        RESERVED_HIGH => counts[RESERVED_HIGH] = counts[RESERVED],
        _ => return false,
    }
    true
}

/// Gives back what is reserved and not used.
pub(crate) fn trim(device: usize) {
    if let Some(counts) = COUNTS.lock().get_mut(&device) {
        counts[RESERVED] = counts[USED];
    }
}
