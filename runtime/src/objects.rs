//! All objects of the process by their handles. What kinds there are is known to those who define them.

use crate::Error;
use crate::handle::{Id, Kind, Missing, Table};
use crate::sync::{Arc, Mutex, Rank};
use std::any::Any;

/// A kind of object that has a table.
pub(crate) trait Object: Kind + Send + Sync + Sized + 'static {
    /// The error of a handle that names none of them.
    fn missing(id: Id<Self>, missing: Missing) -> Error {
        match missing {
            Missing::Stale => Error::StaleHandle { kind: Self::NAME, handle: id.to_string() },
            Missing::Foreign => Error::BadHandle { kind: Self::NAME, word: id.word() },
        }
    }
}

/// Makes types kinds of objects: each with its tag, unlike any other's, and what it is called.
macro_rules! kinds {
    ($($ty:ident = $tag:literal, $name:literal $(=> $missing:item)?;)*) => {$(
        impl $crate::handle::Kind for $ty {
            const TAG: u8 = $tag;
            const NAME: &'static str = $name;
        }
        impl $crate::objects::Object for $ty {
            $($missing)?
        }
    )*};
}
pub(crate) use kinds;

/// A table of one kind.
type Of<T> = Table<T, Arc<T>>;

/// Tables by the kinds' tags; each is made at its first use.
#[derive(Default)]
pub(crate) struct Tables(Vec<Option<Box<dyn Any + Send>>>);

impl Tables {
    /// The table of a kind.
    pub(crate) fn table<T: Object>(&mut self) -> &mut Of<T> {
        let at = usize::from(T::TAG);
        if self.0.len() <= at {
            self.0.resize_with(at + 1, || None);
        }
        let table = self.0[at].get_or_insert_with(|| Box::new(Of::<T>::new()));
        table.downcast_mut().expect("tags differ, so each place holds the table of one kind")
    }

    /// Takes out all objects of which something holds.
    pub(crate) fn take_all<T: Object>(&mut self, is: impl Fn(&T) -> bool) -> Vec<Arc<T>> {
        let table = self.table::<T>();
        let ids: Vec<Id<T>> = table.iter().filter(|(_, object)| is(object)).map(|(id, _)| id).collect();
        ids.into_iter().filter_map(|id| table.remove(id).ok()).collect()
    }
}

/// All objects by their handles, shared by threads.
pub(crate) struct Objects(Mutex<Tables>);

impl Default for Objects {
    fn default() -> Self {
        Objects(Mutex::new(Rank::Tables, Tables::default()))
    }
}

impl Objects {
    /// The object a handle names.
    ///
    /// # Errors
    /// `StaleHandle`, `BadHandle`; for a context `ContextDestroyed`, `NoContext`.
    #[inline]
    pub(crate) fn get<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        let found = self.0.lock().table::<T>().get(id).cloned();
        found.map_err(|missing| T::missing(id, missing))
    }

    /// The objects that two handles name, by one look-up.
    ///
    /// # Errors
    /// As [`Objects::get`], for the first before the second.
    #[inline]
    pub(crate) fn get_both<A: Object, B: Object>(
        &self,
        a: Id<A>,
        b: Id<B>,
    ) -> Result<(Arc<A>, Arc<B>), Error> {
        let found = {
            let mut tables = self.0.lock();
            (tables.table::<A>().get(a).cloned(), tables.table::<B>().get(b).cloned())
        };
        match found {
            (Ok(first), Ok(second)) => Ok((first, second)),
            (Err(missing), _) => Err(A::missing(a, missing)),
            (_, Err(missing)) => Err(B::missing(b, missing)),
        }
    }

    /// Keeps an object that knows its handle.
    pub(crate) fn insert<T: Object>(&self, make: impl FnOnce(Id<T>) -> T) -> Arc<T> {
        let mut tables = self.0.lock();
        let table = tables.table::<T>();
        let id = table.insert_with(|id| Arc::new(make(id)));
        Arc::clone(table.get(id).expect("inserted just before, under the same lock"))
    }

    /// Keeps an object that knows its handle, unless making it fails.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn try_insert<T: Object>(
        &self,
        make: impl FnOnce(Id<T>) -> Result<T, Error>,
    ) -> Result<Arc<T>, Error> {
        let mut tables = self.0.lock();
        let table = tables.table::<T>();
        let id = table.try_insert_with(|id| make(id).map(Arc::new))?;
        Ok(Arc::clone(table.get(id).expect("inserted just before, under the same lock")))
    }

    /// Takes an object out: its handle is stale from here.
    ///
    /// # Errors
    /// As [`Objects::get`].
    pub(crate) fn remove<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        let gone = self.0.lock().table::<T>().remove(id);
        gone.map_err(|missing| T::missing(id, missing))
    }

    /// Uses several tables at once.
    pub(crate) fn with<R>(&self, use_them: impl FnOnce(&mut Tables) -> R) -> R {
        use_them(&mut self.0.lock())
    }
}

#[cfg(all(test, feature = "models"))]
mod models;
