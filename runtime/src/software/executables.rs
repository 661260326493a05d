//! Executable graphs that kernels launch, by the words of their handles.

use crate::backend::DeviceExec;
use crate::sync::{Arc, Global, Rank};
use std::collections::BTreeMap;
use std::sync::Weak;

static KNOWN: Global<BTreeMap<u64, Weak<DeviceExec>>> = Global::new(Rank::Leaf, BTreeMap::new());

/// Makes an executable known, as long as it lives.
pub(crate) fn add(handle: u64) -> Arc<DeviceExec> {
    let made = Arc::new(DeviceExec::new(handle));
    let mut known = KNOWN.lock();
    known.retain(|_, executable| executable.strong_count() > 0);
    known.insert(handle, Arc::downgrade(&made));
    made
}

/// Returns the executable of a handle, if kernels may launch it.
pub(crate) fn find(handle: u64) -> Option<Arc<DeviceExec>> {
    KNOWN.lock().get(&handle).and_then(Weak::upgrade)
}
