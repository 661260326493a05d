//! Waiting of host threads: a waiting thread either does work that its operation depends on, or sleeps until
//! something has completed or a ring has room.

use super::super::deadlock::{self, Wait};
use super::super::{observer, worker};
use super::{EngineState, Shared};
use crate::config::{ReportSetting, config};
use crate::sync::{Arc, Guard};
use device::OpId;
use std::time::{Duration, Instant};

impl Shared {
    pub(super) fn wait_at_most(&self, state: &mut Guard<'_, EngineState>, time: Duration) {
        self.progress.wait_for(state, time);
    }

    pub(super) fn wait(&self, state: &mut Guard<'_, EngineState>, what: Wait) {
        if let Some(nap) = self.poll_interval(state) {
            self.progress.wait_for(state, nap);
        } else if config().report != ReportSetting::Off {
            self.wait_and_report_deadlock(state, what);
        } else {
            self.progress.wait(state);
        }
    }

    /// Waits, and prints the deadlock report if nothing progresses for long.
    fn wait_and_report_deadlock(&self, state: &mut Guard<'_, EngineState>, what: Wait) {
        let host = observer::host();
        state.waits.push((host, what));
        self.progress.wait_for(state, deadlock::QUIET_TIME);
        let ended = (state.ended, state.blocks_ended);
        match state.quiet {
            Some((before, since, told)) if before == ended => {
                if !told && since.elapsed() >= deadlock::QUIET_TIME && deadlock::is_quiescent(state) {
                    state.quiet = Some((ended, since, true));
                    deadlock::lines(state).iter().for_each(|line| eprintln!("hip: stuck: {line}"));
                }
            }
            _ => state.quiet = Some((ended, Instant::now(), false)),
        }
        if let Some(at) = state.waits.iter().position(|&(other, _)| other == host) {
            state.waits.swap_remove(at);
        }
    }

    /// Runs blocks that an operation depends on, or waits until something has ended.
    pub(super) fn wait_for<'a>(
        self: &'a Arc<Self>,
        state: Guard<'a, EngineState>,
        op: OpId,
    ) -> Guard<'a, EngineState> {
        let (mut state, mut helped) = worker::help(self, state, op);
        if !helped {
            (state, helped) = self.substitute(state);
        }
        if !helped {
            self.wait(&mut state, Wait::Op(op));
        } else if !state.ready.is_empty() {
            // Wakes workers now: they were not woken for jobs that this thread might have taken.
            let ready = state.ready.len();
            self.wake_workers(&mut state, ready);
        }
        state
    }
}
