//! One software device: its profile, its engine, and the memory that its kernels reach.

use crate::exec::engine::Engine;
use crate::memory::Memory;
use crate::sync::OnceLock;
use device::Spec;
use std::fmt;

/// Software device.
pub(crate) struct Device {
    pub(crate) ordinal: usize,
    /// Number among all devices, whether the program sees them or not.
    pub(super) physical: u32,
    pub(crate) spec: Spec,
    pub(crate) engine: Engine,
    /// Memory of all devices.
    pub(crate) memory: &'static Memory,
    /// All devices of the process, once they are made.
    pub(super) all: OnceLock<&'static [Device]>,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({})", self.ordinal)
    }
}

impl Device {
    /// Returns all devices of the process, by ordinal.
    pub(crate) fn all(&self) -> &'static [Device] {
        self.all.get().copied().unwrap_or_default()
    }
}
