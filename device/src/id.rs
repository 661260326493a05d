//! Generational ids: an index and a generation, so that a stale id finds nothing.

use std::fmt;
use std::marker::PhantomData;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            index: u32,
            generation: u32,
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}.{}"), self.index, self.generation)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Key for $name {
            fn new(index: u32, generation: u32) -> Self {
                Self { index, generation }
            }

            fn parts(self) -> (u32, u32) {
                (self.index, self.generation)
            }
        }
    )*};
}

ids! {
    /// A context, which owns channels and streams.
    ContextId = "context#";
    /// A stream.
    StreamId = "stream#";
    /// An operation in a stream; for a kernel launch also the grid.
    OpId = "op#";
}

impl StreamId {
    /// Returns its number among the streams that exist: used again after the stream is destroyed, unless the
    /// front end [numbers them all](crate::Device::number_all_streams).
    pub const fn index(self) -> u32 {
        self.index
    }
}

impl OpId {
    /// Returns its number among the operations that are not complete: used again after it completes.
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

impl ContextId {
    /// An id that no context has.
    pub(crate) const NONE: ContextId = ContextId { index: u32::MAX, generation: u32::MAX };
}

/// An id that a [`Slab`] can issue.
pub(crate) trait Key: Copy {
    fn new(index: u32, generation: u32) -> Self;
    fn parts(self) -> (u32, u32);
}

/// Values by id; places are reused, ids are not.
pub(crate) struct Slab<K, T> {
    places: Vec<(u32, Option<T>)>,
    free: Vec<u32>,
    /// `true` if places are not reused.
    anew: bool,
    key: PhantomData<fn() -> K>,
}

impl<K: Key, T> Slab<K, T> {
    pub(crate) const fn new() -> Self {
        Slab { places: Vec::new(), free: Vec::new(), anew: false, key: PhantomData }
    }

    /// Stops the reuse of places: they number values in order of insertion from here on.
    pub(crate) fn always_anew(&mut self) {
        self.anew = true;
        self.free.clear();
    }

    pub(crate) fn insert(&mut self, value: T) -> K {
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push((0, None));
            (self.places.len() - 1) as u32
        });
        let place = &mut self.places[index as usize];
        place.1 = Some(value);
        K::new(index, place.0)
    }

    pub(crate) fn get(&self, key: K) -> Option<&T> {
        let (index, generation) = key.parts();
        self.places.get(index as usize).filter(|p| p.0 == generation)?.1.as_ref()
    }

    pub(crate) fn get_mut(&mut self, key: K) -> Option<&mut T> {
        let (index, generation) = key.parts();
        self.places.get_mut(index as usize).filter(|p| p.0 == generation)?.1.as_mut()
    }

    pub(crate) fn remove(&mut self, key: K) -> Option<T> {
        let (index, generation) = key.parts();
        let place = self.places.get_mut(index as usize).filter(|p| p.0 == generation)?;
        let value = place.1.take()?;
        place.0 = place.0.wrapping_add(1);
        if !self.anew {
            self.free.push(index);
        }
        Some(value)
    }

    /// Iterates over the entries in order of their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.places.iter().enumerate().filter_map(|(index, (generation, value))| {
            value.as_ref().map(|value| (K::new(index as u32, *generation), value))
        })
    }
}
