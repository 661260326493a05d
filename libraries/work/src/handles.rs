//! Handles of a library's objects: numbers in C's pointers, so that no wrong handle is ever followed.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, PoisonError, RwLock};

/// Objects of one kind, by handle.
pub struct Handles<T> {
    objects: RwLock<(usize, BTreeMap<usize, Arc<T>>)>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Distance between handles. They look like addresses to programs that print them.
const STEP: usize = 0x40;

impl<T> Handles<T> {
    /// Creates an empty table.
    pub const fn new() -> Self {
        Handles { objects: RwLock::new((0, BTreeMap::new())) }
    }

    /// Adds an object and returns its handle, which is never given out again.
    pub fn add(&self, object: T) -> *mut c_void {
        let mut objects = self.objects.write().unwrap_or_else(PoisonError::into_inner);
        objects.0 += STEP;
        let handle = objects.0;
        objects.1.insert(handle, Arc::new(object));
        std::ptr::without_provenance_mut(handle)
    }

    /// Makes an object that a program has memory for. Its handle is the address, until another is made there.
    /// Handles of [`Handles::add`] are too small for addresses of programs.
    pub fn put(&self, place: *mut c_void, object: T) {
        self.objects.write().unwrap_or_else(PoisonError::into_inner).1.insert(place.addr(), Arc::new(object));
    }

    /// Returns the object of a handle, if there is one.
    pub fn get(&self, handle: *mut c_void) -> Option<Arc<T>> {
        let objects = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        objects.1.get(&handle.addr()).cloned()
    }

    /// Removes the object of a handle.
    pub fn remove(&self, handle: *mut c_void) -> Option<Arc<T>> {
        self.objects.write().unwrap_or_else(PoisonError::into_inner).1.remove(&handle.addr())
    }
}

#[cfg(test)]
mod tests {
    use super::Handles;

    #[test]
    fn a_handle_that_was_removed_names_nothing() {
        let table = Handles::new();
        let (a, b) = (table.add('a'), table.add('b'));
        assert_eq!(table.get(a).as_deref(), Some(&'a'));
        assert_eq!(table.remove(a).as_deref(), Some(&'a'));
        assert!(
            table.get(a).is_none() && table.remove(a).is_none() && table.get(std::ptr::null_mut()).is_none()
        );
        assert_ne!(table.add('c'), a);
        assert_eq!(table.get(b).as_deref(), Some(&'b'));
    }

    #[test]
    fn an_object_at_an_address_is_replaced() {
        let (table, mut place) = (Handles::new(), [0u64; 8]);
        let at = (&raw mut place).cast();
        table.put(at, 'a');
        table.put(at, 'b');
        assert_eq!((table.get(at).as_deref(), table.add('c').is_null()), (Some(&'b'), false));
    }
}
