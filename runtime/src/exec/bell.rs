//! Where threads sleep until others have done something: nobody is woken where nobody sleeps.

use crate::sync::{AtomicUsize, Condvar, Guard, Ordering};
use std::time::Duration;

/// A condition variable that knows how many threads wait for it.
///
/// Threads wait, and others wake them, under one lock: that of what they wait for. The count changes under it
/// alone, so who has changed something and finds nobody asleep can be sure that whoever comes later sees the
/// change.
pub(crate) struct Bell {
    condvar: Condvar,
    asleep: AtomicUsize,
}

impl Bell {
    /// Nobody waits.
    pub(crate) fn new() -> Bell {
        Bell { condvar: Condvar::new(), asleep: AtomicUsize::new(0) }
    }

    /// Sleeps until it is woken, or for no reason.
    pub(crate) fn wait<T>(&self, guard: &mut Guard<'_, T>) {
        self.asleep.fetch_add(1, Ordering::Relaxed);
        self.condvar.wait(guard);
        self.asleep.fetch_sub(1, Ordering::Relaxed);
    }

    /// The same, at most so long; whether the time ran out.
    pub(crate) fn wait_for<T>(&self, guard: &mut Guard<'_, T>, time: Duration) -> bool {
        self.asleep.fetch_add(1, Ordering::Relaxed);
        let over = self.condvar.wait_for(guard, time);
        self.asleep.fetch_sub(1, Ordering::Relaxed);
        over
    }

    /// Threads that sleep, woken ones included that have not had the lock yet.
    pub(crate) fn asleep(&self) -> usize {
        self.asleep.load(Ordering::Relaxed)
    }

    /// Wakes so many; how many there were not.
    pub(crate) fn wake(&self, threads: usize) -> usize {
        let asleep = self.asleep();
        for _ in 0..threads.min(asleep) {
            self.condvar.notify_one();
        }
        threads.saturating_sub(asleep)
    }

    /// Wakes all.
    pub(crate) fn wake_all(&self) {
        if self.asleep() > 0 {
            self.condvar.notify_all();
        }
    }
}
