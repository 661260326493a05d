//! Access of devices to each other's memory: which contexts reach which, and which devices have access to
//! pools.

use crate::sync::{Mutex, Rank};
use std::collections::BTreeMap;

/// Reading and writing, the one access to a pool there is besides none.
pub const READ_WRITE: u32 = 3;

/// Contexts that reach a peer's memory.
pub(crate) struct Peers {
    /// Pairs of contexts' words: the first reaches the second's memory, which is of the device.
    on: Mutex<BTreeMap<(u64, u64), usize>>,
}

impl Default for Peers {
    fn default() -> Self {
        Peers { on: Mutex::new(Rank::Leaf, BTreeMap::new()) }
    }
}

impl Peers {
    /// The devices whose memory a context reaches besides its own's.
    pub(crate) fn reached_by(&self, context: u64) -> Vec<usize> {
        self.on.lock().range((context, 0)..=(context, u64::MAX)).map(|(_, &device)| device).collect()
    }

    /// Lets a context reach another's memory, which is of a device; whether it did not before.
    pub(crate) fn enable(&self, pair: (u64, u64), device: usize) -> bool {
        self.on.lock().insert(pair, device).is_none()
    }

    /// Ends that; whether it was so.
    pub(crate) fn disable(&self, pair: (u64, u64)) -> bool {
        self.on.lock().remove(&pair).is_some()
    }
}

/// Access that was given to pools, or taken: by the pool's word and the device.
pub(crate) struct PoolAccess(Mutex<BTreeMap<(u64, u32), u32>>);

impl Default for PoolAccess {
    fn default() -> Self {
        PoolAccess(Mutex::new(Rank::Leaf, BTreeMap::new()))
    }
}

impl PoolAccess {
    /// The access that a device was given to a pool; none if nothing was said.
    pub(crate) fn given(&self, pool: u64, device: usize) -> Option<u32> {
        self.0.lock().get(&(pool, device as u32)).copied()
    }

    /// Gives a device access to a pool, or takes it.
    pub(crate) fn set(&self, pool: u64, device: usize, access: u32) {
        self.0.lock().insert((pool, device as u32), access);
    }

    /// Forgets a pool: it is open to nobody but its own device, whose kernels do not ask.
    pub(crate) fn forget(&self, pool: u64) {
        self.0.lock().retain(|(of, _), _| *of != pool);
    }

    /// Whether a device has access to a pool.
    pub(super) fn is_open_to(&self, pool: u64, device: usize) -> bool {
        self.given(pool, device) == Some(READ_WRITE)
    }
}
