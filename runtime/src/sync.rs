//! Everything that waits or locks: one place, with a declared order.
//!
//! A thread may take a lock only if its rank is above those of all locks it holds; debug builds check that.
//! Locks do not stay poisoned: what they guard is changed in steps that leave it valid.
//!
//! With the feature `models` all of it is loom's, which tries every order in which threads can go on
//! (`crate::models`). Statics outlive a model: they have [`Global`] and [`fixed`], which never are.

#[cfg(feature = "models")]
use loom::sync as primitive;
#[cfg(not(feature = "models"))]
use std::sync as primitive;

pub(crate) use primitive::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
pub(crate) use std::sync::{Arc, OnceLock};

/// Words of statics.
pub(crate) mod fixed {
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
}

use std::ops::{Deref, DerefMut};
use std::sync::{PoisonError, TryLockError};
use std::time::Duration;

/// The order in which locks may be taken: from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    /// The right to interpret a block, which may launch others.
    Baton,
    /// What host objects registered: held for look-ups only, never over a call.
    Registry,
    /// Making and resetting of primary contexts.
    Primary,
    /// Which streams capture.
    Captures,
    /// The tables of objects.
    Tables,
    /// What belongs to one object.
    Object,
    /// What the threads of a grid have made.
    Family,
    /// The virtual timeline of a device.
    Timeline,
    /// The front end and its queues.
    Engine,
    /// The heap that kernels allocate from.
    KernelHeap,
    /// The allocation table.
    Ranges,
    /// The heap.
    Heap,
    /// A fact that is noted in passing: a context's error, an event's mark.
    Leaf,
}

// Threads of a model share one thread of the system, and with it the list.
#[cfg(all(debug_assertions, not(feature = "models")))]
mod held {
    use super::Rank;
    use std::cell::RefCell;

    thread_local!(static HELD: RefCell<Vec<Rank>> = const { RefCell::new(Vec::new()) });

    pub(super) fn take(rank: Rank) {
        // A thread that is going away has no list any more, and no order to keep.
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(&last) = held.iter().max() {
                assert!(rank > last, "lock order: {rank:?} asked for while {last:?} is held");
            }
            held.push(rank);
        });
    }

    pub(super) fn nothing() {
        let _ = HELD.try_with(|held| {
            let held = held.borrow();
            assert!(held.is_empty(), "a thread that may wait for others holds {held:?}");
        });
    }

    pub(super) fn give(rank: Rank) {
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(at) = held.iter().rposition(|&r| r == rank) {
                held.remove(at);
            }
        });
    }
}

#[cfg(not(all(debug_assertions, not(feature = "models"))))]
mod held {
    pub(super) const fn nothing() {}
    pub(super) const fn take(_: super::Rank) {}
    pub(super) const fn give(_: super::Rank) {}
}

/// The calling thread is about to wait for work of streams, which other threads carry out: a lock that it
/// holds could be what they want. Debug builds check that it holds none.
pub(crate) fn holds_nothing() {
    held::nothing();
}

/// A mutex with a rank.
#[derive(Debug)]
pub(crate) struct Mutex<T> {
    inner: primitive::Mutex<T>,
    rank: Rank,
}

impl<T> Mutex<T> {
    #[cfg(not(feature = "models"))]
    pub(crate) const fn new(rank: Rank, value: T) -> Self {
        Mutex { inner: primitive::Mutex::new(value), rank }
    }

    #[cfg(feature = "models")]
    pub(crate) fn new(rank: Rank, value: T) -> Self {
        Mutex { inner: primitive::Mutex::new(value), rank }
    }

    pub(crate) fn lock(&self) -> Guard<'_, T> {
        held::take(self.rank);
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        Guard { inner: Some(inner), rank: self.rank }
    }

    /// What it guards, for whoever has it alone.
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks it if nobody has it.
    pub(crate) fn try_lock(&self) -> Option<Guard<'_, T>> {
        let inner = match self.inner.try_lock() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        held::take(self.rank);
        Some(Guard { inner: Some(inner), rank: self.rank })
    }
}

/// A mutex that is a static.
#[cfg(not(feature = "models"))]
pub(crate) type Global<T> = Mutex<T>;

/// A mutex that is a static; models do without.
#[cfg(feature = "models")]
pub(crate) struct Global<T>(std::sync::Mutex<T>);

#[cfg(feature = "models")]
impl<T> Global<T> {
    pub(crate) const fn new(_: Rank, value: T) -> Self {
        Global(std::sync::Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A locked [`Mutex`].
pub(crate) struct Guard<'a, T> {
    /// Taken only while a condition variable has it.
    inner: Option<primitive::MutexGuard<'a, T>>,
    rank: Rank,
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.inner.as_ref().expect("only absent inside Condvar::wait, which owns the guard")
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect("only absent inside Condvar::wait, which owns the guard")
    }
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        self.inner = None;
        held::give(self.rank);
    }
}

/// A condition variable.
#[derive(Debug, Default)]
pub(crate) struct Condvar(primitive::Condvar);

impl Condvar {
    pub(crate) fn new() -> Self {
        Condvar(primitive::Condvar::new())
    }

    pub(crate) fn wait<T>(&self, guard: &mut Guard<'_, T>) {
        if let Some(inner) = guard.inner.take() {
            guard.inner = Some(self.0.wait(inner).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Waits at most so long; whether the time ran out.
    pub(crate) fn wait_for<T>(&self, guard: &mut Guard<'_, T>, time: Duration) -> bool {
        let Some(inner) = guard.inner.take() else { return true };
        let (inner, result) = self.0.wait_timeout(inner, time).unwrap_or_else(PoisonError::into_inner);
        guard.inner = Some(inner);
        result.timed_out()
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }
}

#[cfg(all(test, debug_assertions, not(feature = "models")))]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "lock order: Tables asked for while Engine is held")]
    fn wrong_order_is_found() {
        let (tables, engine) = (Mutex::new(Rank::Tables, ()), Mutex::new(Rank::Engine, ()));
        drop((tables.lock(), engine.lock()));
        let _held = engine.lock();
        let _wrong = tables.lock();
    }
}
