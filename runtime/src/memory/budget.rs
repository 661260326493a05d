//! How much of each device's memory is in use: what plain allocations took, and the pages of managed memory
//! that are there.
//!
//! Plain allocations come first: managed pages make room for them, and never the other way round. All of it,
//! managed and page-locked memory are memory of this machine, which has a limit of its own.

use crate::Error;
use crate::sync::{AtomicU64, Ordering};

/// The memory of all devices, bytes.
pub(crate) struct Budget {
    devices: Vec<Share>,
    /// What all may take of this machine's memory together.
    machine: u64,
    taken: AtomicU64,
}

/// What a device has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Bytes in all.
    pub(crate) total: u64,
    /// Bytes that this process never gets: others have them.
    pub(crate) others: u64,
}

struct Share {
    limit: u64,
    others: u64,
    plain: AtomicU64,
    managed: AtomicU64,
}

impl Budget {
    /// Of devices of these sizes, on a machine that gives all of them `machine` bytes at most.
    pub(super) fn new(rooms: &[Room], machine: u64) -> Self {
        let share = |&Room { total, others }: &Room| Share {
            limit: total,
            others,
            plain: AtomicU64::new(0),
            managed: AtomicU64::new(0),
        };
        Budget { devices: rooms.iter().map(share).collect(), machine, taken: AtomicU64::new(0) }
    }

    /// Takes memory of the machine.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn take_of_machine(&self, bytes: u64) -> Result<(), Error> {
        let sum = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.machine);
        let taken = self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        taken.map(|_| ()).map_err(|used| Error::OutOfMemory { wanted: bytes, free: self.machine - used })
    }

    /// Gives it back.
    pub(super) fn give_to_machine(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Takes memory for a plain allocation; whether managed pages must leave the device now.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn take(&self, device: usize, bytes: u64) -> Result<bool, Error> {
        let share = &self.devices[device];
        let most = share.limit - share.others;
        let sum = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= most);
        let before = share.plain.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        let before = before.map_err(|used| Error::OutOfMemory { wanted: bytes, free: most - used })?;
        Ok(before + bytes + share.managed.load(Ordering::Relaxed) > share.limit)
    }

    /// Gives it back.
    pub(super) fn give(&self, device: usize, bytes: u64) {
        self.devices[device].plain.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// What managed pages may have.
    pub(super) fn left(&self, device: usize) -> u64 {
        let share = &self.devices[device];
        share.limit.saturating_sub(share.plain.load(Ordering::Relaxed))
    }

    /// Says how much of it they have.
    pub(super) fn managed(&self, device: usize, bytes: u64) {
        self.devices[device].managed.store(bytes, Ordering::Relaxed);
    }

    /// Bytes that are not in use. Managed pages of a full device count no more than they may have.
    pub(super) fn free(&self, device: usize) -> u64 {
        let share = &self.devices[device];
        let used = share.others + share.managed.load(Ordering::Relaxed);
        self.left(device).saturating_sub(used).min(self.machine - self.taken.load(Ordering::Relaxed))
    }

    /// Bytes of each device.
    pub(super) fn limits(&self) -> impl Iterator<Item = u64> {
        self.devices.iter().map(|share| share.limit)
    }
}
