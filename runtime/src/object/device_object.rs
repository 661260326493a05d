//! A device: its primary context, and the parts of the process that its contexts use.

use super::process::Process;
use super::{ContextObject, PoolObject};
use crate::backend;
use crate::handle::Id;
use crate::sync::{Arc, AtomicU64, Mutex, OnceLock, Rank};
use device::Spec;
use std::fmt;

/// Device as programs number it.
pub(crate) struct DeviceObject {
    pub(crate) ordinal: usize,
    pub(crate) spec: &'static Spec,
    pub(crate) backend: &'static dyn backend::Device,
    /// Process that it belongs to.
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
    /// Number of retains without a release.
    pub(crate) retained: u32,
    /// Flags for the next one.
    pub(crate) flags: u32,
    /// A program that never retains it uses it: it stays when the last retain is released.
    pub(crate) implicit: bool,
}

impl DeviceObject {
    /// A device that has no context yet.
    pub(crate) fn new(
        process: &'static Process,
        ordinal: usize,
        backend: &'static dyn backend::Device,
    ) -> DeviceObject {
        DeviceObject {
            ordinal,
            spec: backend.spec(),
            backend,
            process,
            primary: Mutex::new(Rank::Primary, Primary::default()),
            first_pool: OnceLock::new(),
            current_pool: AtomicU64::new(0),
        }
    }
}

impl fmt::Debug for DeviceObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceObject({})", self.ordinal)
    }
}
