//! Synchronisation primitives, with a declared lock order.
//!
//! A thread may take a lock only if its rank is above those of all locks it holds; debug builds check that.
//! Locks are not poisoned by panics: every step of a change leaves the guarded value valid.
//!
//! With the feature `models` the primitives are loom's, which explores all interleavings of threads
//! (`crate::models`). Statics outlive a model, so they use [`Global`] and [`fixed`], which are not loom's.

#[cfg(feature = "models")]
use loom::sync as primitive;
#[cfg(not(feature = "models"))]
use std::sync as primitive;

pub(crate) use primitive::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
pub(crate) use std::sync::{Arc, OnceLock};

/// Atomics for statics.
pub(crate) mod fixed {
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
}

use std::ops::{Deref, DerefMut};
use std::sync::{PoisonError, TryLockError};
use std::time::Duration;

/// Rank of a lock; locks are taken in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    /// Right to interpret a block, which may launch others.
    Baton,
    /// Registered device code: held for look-ups only, never during a call.
    Registry,
    /// Creation and reset of primary contexts.
    Primary,
    /// Nodes of recordings whose edges follow from memory.
    Recordings,
    /// Captures of streams.
    Captures,
    /// Tables of objects.
    Tables,
    /// State of one object.
    Object,
    /// Objects created by the threads of a grid.
    Family,
    /// Virtual timeline of a device.
    Timeline,
    /// Front end and its queues.
    Engine,
    /// Heap that kernels allocate from.
    KernelHeap,
    /// Table of allocations.
    Ranges,
    /// Heap of addresses.
    Heap,
    /// Single fact, as a context's fault or an event's time; no other lock is taken under it.
    Leaf,
}

// Threads of a model share one system thread, and so this list.
#[cfg(all(debug_assertions, not(feature = "models")))]
mod held {
    use super::Rank;
    use std::cell::RefCell;

    thread_local!(static HELD: RefCell<Vec<Rank>> = const { RefCell::new(Vec::new()) });

    pub(super) fn take(rank: Rank) {
        // Inaccessible during thread exit; the order is then unchecked.
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(&last) = held.iter().max() {
                assert!(rank > last, "lock order: {rank:?} requested while {last:?} is held");
            }
            held.push(rank);
        });
    }

    pub(super) fn nothing() {
        let _ = HELD.try_with(|held| {
            let held = held.borrow();
            assert!(held.is_empty(), "a thread that is about to block holds {held:?}");
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

/// Asserts, in debug builds, that the calling thread holds no lock before it waits for work by other threads,
/// which may need that lock.
pub(crate) fn holds_nothing() {
    held::nothing();
}

/// Mutex with a rank.
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

    /// Returns a reference to the value, for an exclusive owner.
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks it if it is free.
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

/// Mutex in a static.
#[cfg(not(feature = "models"))]
pub(crate) type Global<T> = Mutex<T>;

/// Mutex in a static, outside of models.
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

/// Locked [`Mutex`].
pub(crate) struct Guard<'a, T> {
    /// `None` only while a condition variable holds it.
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

/// Condition variable.
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

    /// Waits for at most `time`. Returns `true` on timeout.
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
    #[should_panic(expected = "lock order: Tables requested while Engine is held")]
    fn a_wrong_order_is_detected() {
        let (tables, engine) = (Mutex::new(Rank::Tables, ()), Mutex::new(Rank::Engine, ()));
        drop((tables.lock(), engine.lock()));
        let _held = engine.lock();
        let _wrong = tables.lock();
    }
}
