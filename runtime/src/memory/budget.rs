//! Accounting of each device's memory: bytes of plain allocations, and resident pages of managed memory.
//!
//! Plain allocations take precedence: managed pages are evicted for them, never the other way round. Both,
//! and page-locked memory, are backed by this machine's memory, which has a limit of its own.

use crate::Error;
use crate::sync::{AtomicU64, Ordering};

/// Memory budgets of all devices, bytes.
pub(crate) struct Budget {
    devices: Vec<DeviceBudget>,
    /// Limit of machine memory for all devices together.
    machine: u64,
    machine_used: AtomicU64,
}

/// Memory of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Total bytes.
    pub(crate) total: u64,
    /// Bytes used by other processes, as the settings have it; never available to this one.
    pub(crate) others: u64,
}

struct DeviceBudget {
    limit: u64,
    others: u64,
    plain: AtomicU64,
    managed: AtomicU64,
}

impl Budget {
    /// Creates budgets for devices of these sizes; `machine` bounds all of them together.
    pub(super) fn new(rooms: &[Room], machine: u64) -> Self {
        let share = |&Room { total, others }: &Room| DeviceBudget {
            limit: total,
            others,
            plain: AtomicU64::new(0),
            managed: AtomicU64::new(0),
        };
        Budget { devices: rooms.iter().map(share).collect(), machine, machine_used: AtomicU64::new(0) }
    }

    /// Reserves memory of the machine.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn reserve_machine(&self, bytes: u64) -> Result<(), Error> {
        let sum = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.machine);
        let machine_used = self.machine_used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        machine_used
            .map(|_| ())
            .map_err(|used| Error::OutOfMemory { wanted: bytes, free: self.machine - used })
    }

    /// Releases memory of the machine.
    pub(super) fn release_machine(&self, bytes: u64) {
        self.machine_used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Reserves memory for a plain allocation. Returns whether managed pages have to be evicted for it.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn reserve(&self, device: usize, bytes: u64) -> Result<bool, Error> {
        let share = &self.devices[device];
        let most = share.limit - share.others;
        let sum = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= most);
        let before = share.plain.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        let before = before.map_err(|used| Error::OutOfMemory { wanted: bytes, free: most - used })?;
        Ok(before + bytes + share.managed.load(Ordering::Relaxed) > share.limit)
    }

    /// Releases memory of a plain allocation.
    pub(super) fn release(&self, device: usize, bytes: u64) {
        self.devices[device].plain.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Bytes that managed pages may occupy.
    pub(super) fn managed_limit(&self, device: usize) -> u64 {
        let share = &self.devices[device];
        share.limit.saturating_sub(share.plain.load(Ordering::Relaxed))
    }

    /// Sets the bytes that managed pages occupy.
    pub(super) fn set_managed(&self, device: usize, bytes: u64) {
        self.devices[device].managed.store(bytes, Ordering::Relaxed);
    }

    /// Free bytes. Managed pages on a full device count at most as much as they may occupy.
    pub(super) fn free(&self, device: usize) -> u64 {
        let share = &self.devices[device];
        let used = share.others + share.managed.load(Ordering::Relaxed);
        self.managed_limit(device)
            .saturating_sub(used)
            .min(self.machine - self.machine_used.load(Ordering::Relaxed))
    }

    /// Total bytes of each device.
    pub(super) fn sizes(&self) -> impl Iterator<Item = u64> {
        self.devices.iter().map(|share| share.limit)
    }
}
