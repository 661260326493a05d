//! Access between devices: which contexts may access which peers' memory, and which devices may access which
//! pools.

use crate::sync::{Mutex, Rank};
use crate::types::READ_WRITE;
use std::collections::BTreeMap;

/// Enabled peer access between contexts.
pub(crate) struct Peers {
    /// Device of the second context, by pairs of contexts: the first may access the second's memory.
    on: Mutex<BTreeMap<(u64, u64), usize>>,
}

impl Default for Peers {
    fn default() -> Self {
        Peers { on: Mutex::new(Rank::Leaf, BTreeMap::new()) }
    }
}

impl Peers {
    /// Devices, other than its own, whose memory a context may access.
    pub(crate) fn reached_by(&self, context: u64) -> Vec<usize> {
        self.on.lock().range((context, 0)..=(context, u64::MAX)).map(|(_, &device)| device).collect()
    }

    /// Enables access of one context to another, which is on `device`. Returns whether it was disabled
    /// before.
    pub(crate) fn enable(&self, pair: (u64, u64), device: usize) -> bool {
        self.on.lock().insert(pair, device).is_none()
    }

    /// Disables it. Returns whether it was enabled.
    pub(crate) fn disable(&self, pair: (u64, u64)) -> bool {
        self.on.lock().remove(&pair).is_some()
    }
}

/// Access that was set for a pool (handle as a word) and a device.
pub(crate) struct PoolAccess(Mutex<BTreeMap<(u64, u32), u32>>);

impl Default for PoolAccess {
    fn default() -> Self {
        PoolAccess(Mutex::new(Rank::Leaf, BTreeMap::new()))
    }
}

impl PoolAccess {
    /// Access of a device to a pool; `None` if it was never set.
    pub(crate) fn access(&self, pool: u64, device: usize) -> Option<u32> {
        self.0.lock().get(&(pool, device as u32)).copied()
    }

    /// Sets the access of a device to a pool.
    pub(crate) fn set(&self, pool: u64, device: usize, access: u32) {
        self.0.lock().insert((pool, device as u32), access);
    }

    /// Removes a pool, leaving it accessible to its own device only, for which access is never queried.
    pub(crate) fn forget(&self, pool: u64) {
        self.0.lock().retain(|(of, _), _| *of != pool);
    }

    /// Returns whether a device has access to a pool.
    pub(super) fn is_open_to(&self, pool: u64, device: usize) -> bool {
        self.access(pool, device) == Some(READ_WRITE)
    }
}
