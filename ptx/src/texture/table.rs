//! Objects by handle, as kernels name them.

use super::{Broken, Object};
use std::sync::{Arc, PoisonError, RwLock};

/// Bits of a handle that say which object is meant; an H200 looks at no others.
const INDEX: u64 = (1 << 20) - 1;

/// Handles below this may be used although no object has them: they read zeros. Others stop the kernel, as on an H200,
/// whose own heap of descriptors has a size that nothing tells.
const HEAP: usize = 1 << 16;

/// Objects by handle.
#[derive(Debug, Default)]
pub struct Table {
    slots: RwLock<Vec<Option<Arc<Object>>>>,
}

impl Table {
    /// Gives an object the lowest free handle; `None` if there is none left.
    pub fn insert(&self, object: Object) -> Option<u64> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let object = Some(Arc::new(object));
        if let Some(free) = slots.iter().position(Option::is_none) {
            slots[free] = object;
            return Some(free as u64 + 1);
        }
        if slots.len() as u64 >= INDEX {
            return None;
        }
        slots.push(object);
        Some(slots.len() as u64)
    }

    /// Takes a handle back; what it named.
    pub fn remove(&self, handle: u64) -> Option<Arc<Object>> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        slots.get_mut(usize::try_from(handle.checked_sub(1)?).ok()?)?.take()
    }

    /// What a handle names; nothing for one that names nothing now.
    ///
    /// # Errors
    /// [`Broken::Illegal`] for what can be no handle.
    pub fn get(&self, handle: u64) -> Result<Option<Arc<Object>>, Broken> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let index = (handle & INDEX) as usize;
        if index >= HEAP.max(slots.len() + 1) {
            return Err(Broken::Illegal { address: handle, write: false });
        }
        Ok(index.checked_sub(1).and_then(|n| slots.get(n)?.clone()))
    }
}
