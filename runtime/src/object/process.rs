//! The process: its devices, its memory and all its objects. Whoever works for it is handed it, or holds what
//! belongs to it.

use super::DeviceObject;
use super::slots::Slots;
use crate::Error;
use crate::backend::Memory;
use crate::handle::Id;
use crate::objects::{Object, Objects};
use crate::sync::{Arc, OnceLock};
use std::fmt;

/// The process's root. There is one; it lives as long as the process.
pub(crate) struct Process {
    pub(crate) memory: &'static dyn Memory,
    pub(crate) objects: Objects,
    /// Memory of graphs.
    pub(crate) slots: Slots,
    /// Set once, when it starts.
    devices: OnceLock<Box<[DeviceObject]>>,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Process")
    }
}

impl Process {
    /// A process that has these devices, each told what it belongs to.
    pub(crate) fn new(
        memory: &'static dyn Memory,
        devices: impl FnOnce(&'static Process) -> Box<[DeviceObject]>,
    ) -> &'static Process {
        // Threads run its work that nobody ends.
        let process: &'static Process = Box::leak(Box::new(Process {
            memory,
            objects: Objects::default(),
            slots: Slots::default(),
            devices: OnceLock::new(),
        }));
        process.devices.get_or_init(|| devices(process));
        process
    }

    /// Its devices, by ordinal.
    pub(crate) fn devices(&self) -> &[DeviceObject] {
        self.devices.get().map_or(&[], |devices| devices)
    }

    /// The device with an ordinal.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoDevice`.
    pub(crate) fn device(&'static self, ordinal: i64) -> Result<&'static DeviceObject, Error> {
        let devices = self.devices();
        if devices.is_empty() {
            return Err(Error::NoDevice);
        }
        let found = usize::try_from(ordinal).ok().and_then(|n| devices.get(n));
        found.ok_or(Error::BadOrdinal { ordinal, count: devices.len() })
    }

    /// Calls [`Objects::get`].
    pub(crate) fn get<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        self.objects.get(id)
    }

    /// Calls [`Objects::insert`].
    pub(crate) fn insert<T: Object>(&self, make: impl FnOnce(Id<T>) -> T) -> Arc<T> {
        self.objects.insert(make)
    }

    /// Calls [`Objects::remove`].
    pub(crate) fn remove<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        self.objects.remove(id)
    }
}
