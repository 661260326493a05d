//! Condition variable that counts its waiters, so that a wake-up without waiters makes no system call.

use crate::sync::{AtomicUsize, Condvar, Guard, Ordering};
use std::time::Duration;

/// Condition variable with a count of its waiters.
///
/// All of its methods are called with the waited-for state locked, and the count changes only under that
/// lock. A thread that changes the state and finds no waiters may therefore skip the wake-up: any later
/// waiter sees the change.
pub(crate) struct CountedCondvar {
    condvar: Condvar,
    waiters: AtomicUsize,
}

impl CountedCondvar {
    /// Creates a condition variable without waiters.
    pub(crate) fn new() -> CountedCondvar {
        CountedCondvar { condvar: Condvar::new(), waiters: AtomicUsize::new(0) }
    }

    /// Waits until notified. May wake spuriously.
    pub(crate) fn wait<T>(&self, guard: &mut Guard<'_, T>) {
        self.waiters.fetch_add(1, Ordering::Relaxed);
        self.condvar.wait(guard);
        self.waiters.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits until notified, for at most `time`. Returns `true` on timeout.
    pub(crate) fn wait_for<T>(&self, guard: &mut Guard<'_, T>, time: Duration) -> bool {
        self.waiters.fetch_add(1, Ordering::Relaxed);
        let over = self.condvar.wait_for(guard, time);
        self.waiters.fetch_sub(1, Ordering::Relaxed);
        over
    }

    /// Number of waiters, including threads that were notified and have not reacquired the lock.
    pub(crate) fn waiters(&self) -> usize {
        self.waiters.load(Ordering::Relaxed)
    }

    /// Wakes up to `threads` waiters. Returns the number of wake-ups for which there was no waiter.
    pub(crate) fn wake(&self, threads: usize) -> usize {
        let waiters = self.waiters();
        for _ in 0..threads.min(waiters) {
            self.condvar.notify_one();
        }
        threads.saturating_sub(waiters)
    }

    /// Wakes all waiters.
    pub(crate) fn wake_all(&self) {
        if self.waiters() > 0 {
            self.condvar.notify_all();
        }
    }
}
