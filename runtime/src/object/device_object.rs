//! A device: its engine, its primary context, and the parts of the process that its contexts use.

use super::process::Process;
use super::{ContextObject, PoolObject};
use crate::exec::engine::Engine;
use crate::handle::Id;
use crate::sync::{Arc, AtomicU64, Mutex, OnceLock};
use device::Spec;
use std::fmt;

/// One simulated device.
pub(crate) struct DeviceObject {
    pub(crate) ordinal: usize,
    /// Its number among all there are, whether the program sees them or not.
    pub(crate) physical: u32,
    pub(crate) spec: Spec,
    pub(crate) engine: Engine,
    /// What it belongs to.
    pub(crate) process: &'static Process,
    pub(crate) primary: Mutex<Primary>,
    /// The pool that it begins with, made when it is first asked for.
    pub(crate) first_pool: OnceLock<Id<PoolObject>>,
    /// The word of the pool that was made its own; 0 for the first one.
    pub(crate) current_pool: AtomicU64,
}

/// A device's primary context.
#[derive(Default)]
pub(crate) struct Primary {
    pub(crate) context: Option<Arc<ContextObject>>,
    /// How often it was retained and not released.
    pub(crate) retained: u32,
    /// Flags for the next one.
    pub(crate) flags: u32,
    /// A program that never retains it uses it: it stays when the last retain is released.
    pub(crate) implicit: bool,
}

impl fmt::Debug for DeviceObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceObject({})", self.ordinal)
    }
}
