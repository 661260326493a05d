//! Counterpart of `runtime/src/sync.rs`, with loom's primitives instead of the system's.

pub(crate) use loom::sync::Arc;
pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering};

use loom::sync::MutexGuard;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// The runtime's own tests check ranks.
#[derive(Clone, Copy)]
pub(crate) enum Rank {
    Timeline,
    Engine,
    Leaf,
}

pub(crate) struct Mutex<T> {
    inner: loom::sync::Mutex<T>,
    /// Number of unlocks. Loom does not explore the effect of an unlock on `try_lock`; this atomic makes it.
    given_back: AtomicUsize,
}

pub(crate) struct Guard<'a, T>(Option<MutexGuard<'a, T>>, &'a AtomicUsize);

impl<T> Mutex<T> {
    pub(crate) fn new(_: Rank, value: T) -> Self {
        Mutex { inner: loom::sync::Mutex::new(value), given_back: AtomicUsize::new(0) }
    }

    pub(crate) fn lock(&self) -> Guard<'_, T> {
        Guard(Some(self.inner.lock().expect("a model that panics has failed")), &self.given_back)
    }

    pub(crate) fn try_lock(&self) -> Option<Guard<'_, T>> {
        self.given_back.load(Ordering::Relaxed);
        self.inner.try_lock().ok().map(|inner| Guard(Some(inner), &self.given_back))
    }
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.as_ref().expect("only absent while a condition variable has it")
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("only absent while a condition variable has it")
    }
}

pub(crate) struct Condvar(loom::sync::Condvar);

impl Condvar {
    pub(crate) fn new() -> Self {
        Condvar(loom::sync::Condvar::new())
    }

    pub(crate) fn wait<T>(&self, guard: &mut Guard<'_, T>) {
        let inner = guard.0.take().expect("only absent while a condition variable has it");
        guard.0 = Some(self.0.wait(inner).expect("a model that panics has failed"));
    }

    /// Never times out: loom has no time.
    pub(crate) fn wait_for<T>(&self, guard: &mut Guard<'_, T>, _: Duration) -> bool {
        self.wait(guard);
        false
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }
}
