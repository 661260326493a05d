//! Objects by handle, as kernels name them.

use super::{Broken, Object};
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

/// Bits of a handle that say which object is meant; an H200 looks at no others.
const INDEX: u64 = (1 << 20) - 1;

/// Handles below this may be used although no object has them: they read zeros. Others stop the kernel, as on
/// an H200, whose own heap of descriptors has a size that nothing tells.
const HEAP: usize = 1 << 16;

/// Objects by handle.
#[derive(Debug, Default)]
pub struct Table(RwLock<Slots>);

#[derive(Debug, Default)]
struct Slots {
    objects: Vec<Option<Arc<Object>>>,
    /// Indices whose handles may be given again.
    free: BTreeSet<usize>,
}

impl Table {
    /// Gives an object the lowest free handle; `None` if there is none left.
    pub fn insert(&self, object: Object) -> Option<u64> {
        let mut slots = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let object = Some(Arc::new(object));
        if let Some(free) = slots.free.pop_first() {
            slots.objects[free] = object;
            return Some(free as u64 + 1);
        }
        if slots.objects.len() as u64 >= INDEX {
            return None;
        }
        slots.objects.push(object);
        Some(slots.objects.len() as u64)
    }

    /// Takes a handle back. Until it is given again it names what it named, as a descriptor on an H200 stays
    /// where it is.
    pub fn release(&self, handle: u64) {
        let mut slots = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let index = handle.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        if let Some(index) = index.filter(|&index| index < slots.objects.len()) {
            slots.free.insert(index);
        }
    }

    /// What a handle names; nothing for one that names nothing now.
    ///
    /// # Errors
    /// [`Broken::Illegal`] for what can be no handle.
    pub fn get(&self, handle: u64) -> Result<Option<Arc<Object>>, Broken> {
        let slots = &self.0.read().unwrap_or_else(PoisonError::into_inner).objects;
        let index = (handle & INDEX) as usize;
        if index >= HEAP.max(slots.len() + 1) {
            return Err(Broken::Illegal { address: handle, write: false });
        }
        Ok(index.checked_sub(1).and_then(|n| slots.get(n)?.clone()))
    }
}
