//! Execution by calling threads if the system refuses to start threads (process limits, sandboxes,
//! containers): threads that call or wait then do the engine's work, one piece at a time.

use super::super::worker;
use super::{Engine, EngineState, Shared};
use crate::sync::{Arc, Guard, Ordering};
use std::time::Duration;

/// Poll interval for conditions if no thread polls them.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

impl Engine {
    /// Does one piece of work if threads are missing. For queries, which a program may repeat until something
    /// is done.
    pub(crate) fn substitute(&self) {
        if self.0.lacks_threads.load(Ordering::Relaxed) && super::may_wait().is_ok() {
            let state = self.0.state.lock();
            drop(self.0.substitute(state));
        }
    }
}

impl Shared {
    /// Executes one piece of work that has no thread of its own. Returns whether there was any.
    pub(super) fn substitute<'a>(
        self: &'a Arc<Self>,
        mut state: Guard<'a, EngineState>,
    ) -> (Guard<'a, EngineState>, bool) {
        if !self.lacks_threads.load(Ordering::Relaxed) {
            return (state, false);
        }
        if !state.has_copier
            && let Some((op, task)) = state.copies.pop_front()
        {
            return (self.carry_out_task(state, op, task), true);
        }
        if !state.has_host
            && let Some((op, task)) = state.hosts.pop_front()
        {
            return (self.carry_out_task(state, op, task), true);
        }
        if !state.has_poller && self.complete_conditions(&mut state) {
            return (state, true);
        }
        if state.workers == state.extra {
            return worker::substitute(self, state);
        }
        (state, false)
    }

    /// Longest time that a waiting thread may sleep, if no other thread polls conditions.
    pub(super) fn poll_interval(&self, state: &EngineState) -> Option<Duration> {
        let lacks = self.lacks_threads.load(Ordering::Relaxed);
        (lacks && !state.has_poller && !state.conditions.is_empty()).then_some(POLL_INTERVAL)
    }
}
