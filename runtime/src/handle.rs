//! Handles: typed words, and tables that map them to objects.
//!
//! A handle's word consists of a kind, a generation and an index. Look-ups distinguish a stale handle, one of
//! another kind, and a word that never was a handle; none is ever dereferenced. Words are not valid
//! user-space addresses, so handles and pointers cannot be confused.

use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU64;

const INDEX_BITS: u32 = 32;
const GENERATION_BITS: u32 = 24;
const GENERATION_MASK: u32 = (1 << GENERATION_BITS) - 1;

/// Kind of object that a handle names.
pub trait Kind {
    /// Number of the kind, unique and at least 1.
    const TAG: u8;
    /// Name of the kind.
    const NAME: &'static str;
}

/// Handle of a `T`: kind (8 bits), generation (24), index + 1 (32).
pub struct Id<T>(NonZeroU64, PhantomData<fn() -> T>);

impl<T: Kind> Id<T> {
    fn new(index: u32, generation: u32) -> Self {
        let word = u64::from(T::TAG) << (INDEX_BITS + GENERATION_BITS)
            | u64::from(generation & GENERATION_MASK) << INDEX_BITS
            | (u64::from(index) + 1);
        Id(NonZeroU64::new(word).expect("index + 1 is not 0"), PhantomData)
    }

    /// Decodes a word from C; `None` if it is not of this kind.
    pub fn from_word(word: u64) -> Option<Self> {
        let kind = (word >> (INDEX_BITS + GENERATION_BITS)) as u8;
        let word = NonZeroU64::new(word)?;
        (kind == T::TAG && word.get() as u32 != 0).then_some(Id(word, PhantomData))
    }

    /// Encodes the handle for C.
    pub fn word(self) -> u64 {
        self.0.get()
    }

    fn index(self) -> usize {
        (self.0.get() as u32 - 1) as usize
    }

    fn generation(self) -> u32 {
        (self.0.get() >> INDEX_BITS) as u32 & GENERATION_MASK
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: Kind> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}.{}", T::NAME, self.index(), self.generation())
    }
}
impl<T: Kind> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reason why a handle names no object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The object was removed.
    Stale,
    /// The table never issued the handle.
    Foreign,
}

/// Values by handle. `V` is the stored value for a `T`, by default the `T` itself.
///
/// Places are reused, handles are not (until the 2²⁴ generations of a place are exhausted).
#[derive(Debug)]
pub struct Table<T, V = T> {
    places: Vec<(u32, Option<V>)>,
    free: Vec<u32>,
    kind: PhantomData<fn() -> T>,
}

impl<T: Kind, V> Default for Table<T, V> {
    fn default() -> Self {
        Table::new()
    }
}

impl<T: Kind, V> Table<T, V> {
    /// Creates an empty table.
    pub const fn new() -> Self {
        Table { places: Vec::new(), free: Vec::new(), kind: PhantomData }
    }

    /// Inserts the value that `make` builds from its own handle.
    pub fn insert_with(&mut self, make: impl FnOnce(Id<T>) -> V) -> Id<T> {
        match self.try_insert_with(|id| Ok::<V, Infallible>(make(id))) {
            Ok(id) => id,
            Err(never) => match never {},
        }
    }

    /// Keeps what `make` builds, as [`Table::insert_with`].
    ///
    /// # Errors
    /// Those of `make`: the table is as before.
    pub fn try_insert_with<E>(&mut self, make: impl FnOnce(Id<T>) -> Result<V, E>) -> Result<Id<T>, E> {
        let index = self.free.last().map_or(self.places.len(), |&index| index as usize);
        let generation = self.places.get(index).map_or(0, |place| place.0);
        let id = Id::new(index as u32, generation);
        let value = Some(make(id)?);
        match self.free.pop() {
            Some(_) => self.places[index].1 = value,
            None => self.places.push((generation, value)),
        }
        Ok(id)
    }

    /// Inserts a value.
    pub fn insert(&mut self, value: V) -> Id<T> {
        self.insert_with(|_| value)
    }

    /// Value of a handle.
    ///
    /// # Errors
    /// `Missing` if the handle is stale or foreign.
    pub fn get(&self, id: Id<T>) -> Result<&V, Missing> {
        match self.places.get(id.index()) {
            Some((generation, Some(value))) if *generation == id.generation() => Ok(value),
            Some((generation, _)) if id.generation() < *generation => Err(Missing::Stale),
            _ => Err(Missing::Foreign),
        }
    }

    /// Removes a value. All copies of the handle are stale afterwards.
    ///
    /// # Errors
    /// `Missing` if the handle was stale or foreign before.
    pub fn remove(&mut self, id: Id<T>) -> Result<V, Missing> {
        self.get(id)?;
        let place = &mut self.places[id.index()];
        place.0 = (place.0 + 1) & GENERATION_MASK;
        self.free.push(id.index() as u32);
        place.1.take().ok_or(Missing::Stale)
    }

    /// All values with their handles, in order of their places.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &V)> {
        self.places.iter().enumerate().filter_map(|(index, (generation, value))| {
            value.as_ref().map(|value| (Id::new(index as u32, *generation), value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Stream(u32);
    impl Kind for Stream {
        const TAG: u8 = 3;
        const NAME: &'static str = "stream";
    }
    struct Event;
    impl Kind for Event {
        const TAG: u8 = 4;
        const NAME: &'static str = "event";
    }

    #[test]
    fn what_cannot_be_made_takes_no_place() {
        let mut table: Table<Stream> = Table::new();
        let fails = |table: &mut Table<Stream>| table.try_insert_with(Err::<Stream, _>).err();
        let refused = fails(&mut table);
        let first = table.insert(Stream(1));
        assert_eq!(refused, Some(first), "the handle was not given");
        assert!(table.remove(first).is_ok());
        let refused = fails(&mut table);
        assert_eq!(table.iter().count(), 0);
        assert_eq!(refused, Some(table.insert(Stream(2))));
    }

    #[test]
    fn stale_and_foreign_handles_are_distinguished() {
        let mut table: Table<Stream> = Table::new();
        let first = table.insert(Stream(1));
        let second = table.insert(Stream(2));
        assert_eq!(table.get(first).map(|s| s.0), Ok(1));
        assert_eq!(table.remove(first).map(|s| s.0), Ok(1));
        assert_eq!(table.get(first).map(|s| s.0), Err(Missing::Stale));
        let third = table.insert(Stream(3));
        assert_ne!(first, third);
        assert_eq!((first.to_string(), third.to_string()), ("stream#0.0".into(), "stream#0.1".into()));
        assert_eq!(table.get(first).map(|s| s.0), Err(Missing::Stale));
        assert_eq!(table.get(third).map(|s| s.0), Ok(3));
        assert_eq!(table.iter().map(|(id, _)| id).collect::<Vec<_>>(), [third, second]);
        assert_eq!(table.get(Id::new(9, 0)).map(|s| s.0), Err(Missing::Foreign));
    }

    #[test]
    fn words_of_other_kinds_are_rejected() {
        let mut table: Table<Stream> = Table::new();
        let word = table.insert(Stream(1)).word();
        assert!(Id::<Stream>::from_word(word).is_some());
        assert!(Id::<Event>::from_word(word).is_none());
        for word in [0, 1, 2, 0x7fff_dead_beef, 3 << 56, u64::MAX] {
            assert!(Id::<Stream>::from_word(word).is_none(), "{word:#x}");
        }
    }
}
