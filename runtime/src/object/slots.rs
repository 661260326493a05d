//! Memory of graphs: address slots of allocation nodes, and the memory attributes of graphs for each device.

use super::process::Process;
use crate::Error;
use crate::exit;
use crate::sync::{Arc, AtomicBool, Mutex, Ordering, Rank};
use crate::types::{AllocationKind, Request};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Weak;

/// Granularity of graph memory, as on an H200.
const STEP: u64 = 32 << 20;

/// Address slot, used by one allocation or by several one after another.
pub(crate) struct Slot {
    process: &'static Process,
    base: u64,
    bytes: u64,
    /// Set if a launch allocated it and nothing has freed it.
    live: AtomicBool,
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.base())
    }
}

impl Slot {
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// Size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
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
        // A forked process may hold copies of locked locks.
        if exit::is_forked() {
            return;
        }
        self.process.slots.all.lock().remove(&self.base);
        // An allocation that was not freed outlives its graph, and is freed like any other memory.
        if !self.is_live() {
            self.process.memory.free(self.base);
        }
    }
}

/// Live slots, and the memory attributes of graphs.
pub(crate) struct Slots {
    /// Slots by address.
    all: Mutex<BTreeMap<u64, Weak<Slot>>>,
    /// Attributes by device, indexed by `hipGraphMemAttributeType`.
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

impl Process {
    /// Allocates a slot for memory of graphs.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn slot(&'static self, bytes: u64, device: usize, owner: u64) -> Result<Arc<Slot>, Error> {
        let request = Request { bytes, kind: AllocationKind::Device, device, owner };
        let base = self.memory.allocate(request)?;
        let slot = Arc::new(Slot { process: self, base, bytes, live: AtomicBool::new(false) });
        self.slots.all.lock().insert(base, Arc::downgrade(&slot));
        Ok(slot)
    }
}

/// Indices of the attributes, as in `hipGraphMemAttributeType`.
const USED: usize = 0;
const USED_HIGH: usize = 1;
const RESERVED: usize = 2;
const RESERVED_HIGH: usize = 3;

impl Slots {
    /// Slot at an address.
    pub(crate) fn at(&self, address: u64) -> Option<Arc<Slot>> {
        self.all.lock().get(&address).and_then(Weak::upgrade)
    }

    /// Handles a free outside of graphs. Returns whether the address is a live slot.
    ///
    /// # Errors
    /// `BadPointer` for a slot that is not live.
    pub(crate) fn freed(&self, address: u64) -> Result<bool, Error> {
        let Some(slot) = self.at(address) else { return Ok(false) };
        match slot.live.swap(false, Ordering::AcqRel) {
            true => Ok(true),
            false => Err(Error::BadPointer { what: "what is to be freed", address }),
        }
    }

    /// Accounts for the memory of an executable at its first launch.
    pub(crate) fn take(&self, device: usize, bytes: u64) {
        let mut counts = self.counts.lock();
        let counts = counts.entry(device).or_default();
        counts[USED] += bytes;
        counts[RESERVED] = counts[RESERVED].max(counts[USED]);
        counts[USED_HIGH] = counts[USED_HIGH].max(counts[USED]);
        counts[RESERVED_HIGH] = counts[RESERVED_HIGH].max(counts[RESERVED]);
    }

    /// Discounts the memory of a destroyed executable.
    pub(crate) fn give(&self, device: usize, bytes: u64) {
        if let Some(counts) = self.counts.lock().get_mut(&device) {
            counts[USED] = counts[USED].saturating_sub(bytes);
        }
    }

    /// Memory attribute of a device.
    pub(crate) fn attribute(&self, device: usize, number: usize) -> Option<u64> {
        self.counts.lock().get(&device).copied().unwrap_or_default().get(number).copied()
    }

    /// Resets a high-water mark. Returns whether the attribute is one.
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

    /// Releases memory that is reserved and not in use.
    pub(crate) fn trim(&self, device: usize) {
        if let Some(counts) = self.counts.lock().get_mut(&device) {
            counts[RESERVED] = counts[USED];
        }
    }
}

/// Bytes of the slots of an executable, rounded up to [`STEP`].
pub(crate) fn footprint<'a>(slots: impl Iterator<Item = &'a Arc<Slot>>) -> u64 {
    let each: BTreeMap<u64, u64> = slots.map(|slot| (slot.base(), slot.bytes())).collect();
    each.values().sum::<u64>().next_multiple_of(STEP)
}
