//! How much of each device's memory is in use: what plain allocations took, and the pages of managed memory that are there.
//!
//! Plain allocations come first: managed pages make room for them, and never the other way round.

use crate::Error;
use crate::sync::{AtomicU64, Ordering};

/// The memory of all devices, bytes.
pub(crate) struct Budget {
    devices: Vec<Share>,
}

struct Share {
    limit: u64,
    plain: AtomicU64,
    managed: AtomicU64,
}

impl Budget {
    /// Of devices of these sizes.
    pub(super) fn new(limits: &[u64]) -> Self {
        let share = |&limit: &u64| Share { limit, plain: AtomicU64::new(0), managed: AtomicU64::new(0) };
        Budget { devices: limits.iter().map(share).collect() }
    }

    /// Takes memory for a plain allocation; whether managed pages must leave the device now.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn take(&self, device: usize, bytes: u64) -> Result<bool, Error> {
        let share = &self.devices[device];
        let sum = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= share.limit);
        let before = share.plain.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        let before = before.map_err(|used| Error::OutOfMemory { wanted: bytes, free: share.limit - used })?;
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
        self.left(device).saturating_sub(self.devices[device].managed.load(Ordering::Relaxed))
    }

    /// Bytes of each device.
    pub(super) fn limits(&self) -> impl Iterator<Item = u64> {
        self.devices.iter().map(|share| share.limit)
    }
}
