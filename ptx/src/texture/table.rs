//! Objects by handle.

use super::{AccessFault, Object};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Index bits of a handle; an H200 ignores the others.
const INDEX: u64 = (1 << 20) - 1;

/// Number of handles that may be used without an object; they read zeros. Larger handles fault, as on an
/// H200, whose descriptor heap has an undocumented size.
const HEAP: usize = 1 << 16;

/// Capacity of [`Recent`]: it is searched from its start.
const RECENT: usize = 8;

/// Table in which no handle names anything.
pub static EMPTY: Table = Table { slots: RwLock::new(Slots::new()), version: AtomicU64::new(0) };

/// Objects by handle.
#[derive(Debug)]
pub struct Table {
    slots: RwLock<Slots>,
    /// Number of times that a handle was given to an object.
    version: AtomicU64,
}

impl Default for Table {
    fn default() -> Table {
        Table { slots: RwLock::new(Slots::new()), version: AtomicU64::new(0) }
    }
}

#[derive(Debug)]
struct Slots {
    objects: Vec<Option<Arc<Object>>>,
    /// Released indices, which may be reused.
    free: BTreeSet<usize>,
}

impl Slots {
    const fn new() -> Slots {
        Slots { objects: Vec::new(), free: BTreeSet::new() }
    }
}

/// Results of a block's lookups in a [`Table`]. Blocks fetch by few handles and very often; the table's lock
/// and an object's reference count, which threads on other cores change, would cost more than a fetch.
#[derive(Debug, Default)]
pub struct Recent {
    /// Version of the table that the results are of.
    version: u64,
    results: Vec<(u64, Option<Arc<Object>>)>,
}

impl Table {
    /// Assigns the lowest free handle to an object; `None` if there is none.
    pub fn insert(&self, object: Object) -> Option<u64> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        self.version.fetch_add(1, Ordering::Release);
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

    /// Releases a handle. Until it is reused it still refers to its object, as a descriptor on an H200
    /// remains in place.
    pub fn release(&self, handle: u64) {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let index = handle.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        if let Some(index) = index.filter(|&index| index < slots.objects.len()) {
            slots.free.insert(index);
        }
    }

    /// Returns the object of a handle; `None` for an unused handle.
    ///
    /// # Errors
    /// Returns [`AccessFault::Illegal`] for an invalid handle.
    pub fn get(&self, handle: u64) -> Result<Option<Arc<Object>>, AccessFault> {
        let slots = &self.slots.read().unwrap_or_else(PoisonError::into_inner).objects;
        let index = (handle & INDEX) as usize;
        if index >= HEAP.max(slots.len() + 1) {
            return Err(AccessFault::Illegal { address: handle, write: false });
        }
        Ok(index.checked_sub(1).and_then(|n| slots.get(n)?.clone()))
    }

    /// As [`Table::get`], from earlier lookups if possible.
    ///
    /// # Errors
    /// As [`Table::get`].
    pub(super) fn get_recent<'a>(
        &self,
        handle: u64,
        recent: &'a mut Recent,
    ) -> Result<Option<&'a Object>, AccessFault> {
        // Read before the lookup: results of a newer table count as old ones, and are looked up once more.
        let version = self.version.load(Ordering::Acquire);
        if recent.version != version || recent.results.len() > RECENT {
            recent.version = version;
            recent.results.clear();
        }
        let found = match recent.results.iter().position(|(known, _)| *known == handle) {
            Some(found) => found,
            None => {
                recent.results.push((handle, self.get(handle)?));
                recent.results.len() - 1
            }
        };
        Ok(recent.results[found].1.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texture::{Format, Image, Shape};

    fn surface(address: u64) -> Object {
        Object::Surface(Image::packed(Shape::D1, Format::U8, 1, [4, 1, 1], 1, address).0)
    }

    #[test]
    fn earlier_lookups_follow_the_table() {
        let (table, mut recent) = (Table::default(), Recent::default());
        let mut address = |table: &Table, handle| {
            let object = table.get_recent(handle, &mut recent).unwrap();
            object.map(|object| object.image().levels[0].address)
        };
        let first = table.insert(surface(0x1000)).unwrap();
        assert_eq!((address(&table, first), address(&table, first + 1)), (Some(0x1000), None));
        let second = table.insert(surface(0x2000)).unwrap();
        assert_eq!(
            (first + 1, address(&table, second)),
            (second, Some(0x2000)),
            "found after it was missing"
        );
        table.release(first);
        assert_eq!(address(&table, first), Some(0x1000), "a descriptor stays until it is given again");
        assert_eq!(table.insert(surface(0x3000)), Some(first));
        assert_eq!((address(&table, first), address(&table, second)), (Some(0x3000), Some(0x2000)));
        for handle in 1..=2 * RECENT as u64 {
            let expected = [Some(0x3000), Some(0x2000)].get(handle as usize - 1).copied().flatten();
            assert_eq!(address(&table, handle), expected, "more handles than are kept");
        }
        assert!(table.get_recent(u64::MAX, &mut Recent::default()).is_err());
    }
}
