//! Threads of an engine: workers, which run blocks; one thread for copies, one for host functions; one that
//! polls the conditions that operations wait for; one that starts more workers if grids starve. Each is
//! started on first use. No task is executed with the engine's lock held.

use super::super::worker::BlockJob;
use super::super::{Task, worker};
use super::{EngineState, STARVED_AFTER, Shared};
use crate::Error;
use crate::config::config;
use crate::sync::{Arc, Condvar, Guard};
use device::OpId;
use std::collections::VecDeque;
use std::time::Duration;

/// Limit of workers beyond the regular ones.
const MOST_EXTRA: usize = 64;

/// Poll interval of conditions: at first, and after long inactivity.
const POLL_INTERVALS: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(1));

// Threads of a model share one system thread, and none of their tasks waits.
#[cfg(not(feature = "models"))]
mod task {
    use std::cell::Cell;

    thread_local! {
        /// `true` if this thread is executing a task.
        static AT_TASK: Cell<bool> = const { Cell::new(false) };
    }

    /// Returns what it was before.
    pub(super) fn set(now: bool) -> bool {
        AT_TASK.replace(now)
    }

    pub(super) fn is_set() -> bool {
        // Inaccessible during thread exit, when no task is executing.
        AT_TASK.try_with(Cell::get) == Ok(true)
    }
}

#[cfg(feature = "models")]
mod task {
    pub(super) const fn set(_: bool) -> bool {
        false
    }
    pub(super) const fn is_set() -> bool {
        false
    }
}

/// Checks that the calling thread may wait for streams. Host functions may not: all of a device share one
/// thread.
///
/// # Errors
/// `WaitsInHostFunction`.
pub(crate) fn may_wait() -> Result<(), Error> {
    if task::is_set() { Err(Error::WaitsInHostFunction) } else { Ok(()) }
}

impl Shared {
    /// Wakes or starts workers for `jobs` new jobs.
    pub(in crate::exec) fn wake_workers(self: &Arc<Self>, state: &mut EngineState, jobs: usize) {
        let regular = config().workers;
        let missing = self.blocks.wake(jobs).min(regular.saturating_sub(state.workers - state.extra));
        for _ in 0..missing {
            if self.spawn("hip-worker", |shared| worker::run(&shared, false)) {
                state.workers += 1;
            }
        }
        if self.blocks.waiters() == 0 && state.workers - state.extra >= regular {
            if !state.has_watcher {
                state.has_watcher = self.spawn("hip-watch", |shared| shared.watch());
            }
            if !state.watched {
                state.watched = true;
                self.watch.notify_one();
            }
        }
    }

    pub(super) fn start_copier(self: &Arc<Self>, state: &mut EngineState) {
        if !state.has_copier {
            state.has_copier = self.spawn("hip-copy", |shared| {
                shared.carry_out(&shared.copies, |state| &mut state.copies);
            });
        }
    }

    pub(super) fn start_host(self: &Arc<Self>, state: &mut EngineState) {
        if !state.has_host {
            state.has_host = self.spawn("hip-host", |shared| {
                shared.carry_out(&shared.hosts, |state| &mut state.hosts);
            });
        }
    }

    pub(super) fn start_poller(self: &Arc<Self>, state: &mut EngineState) {
        if !state.has_poller {
            state.has_poller = self.spawn("hip-look", |shared| shared.poll_conditions());
        }
    }

    /// Body of the copy thread and of the host-function thread.
    fn carry_out(
        self: &Arc<Self>,
        wake: &Condvar,
        queue: fn(&mut EngineState) -> &mut VecDeque<(OpId, Task)>,
    ) {
        loop {
            self.carry_out_one(wake, queue);
        }
    }

    /// Waits for a task and executes it.
    pub(super) fn carry_out_one(
        self: &Arc<Self>,
        wake: &Condvar,
        queue: fn(&mut EngineState) -> &mut VecDeque<(OpId, Task)>,
    ) {
        let mut state = self.state.lock();
        let (op, task) = loop {
            match queue(&mut state).pop_front() {
                Some(next) => break next,
                None => wake.wait(&mut state),
            }
        };
        drop(self.carry_out_task(state, op, task));
    }

    /// Executes a task that was taken off its queue.
    pub(super) fn carry_out_task<'a>(
        self: &'a Arc<Self>,
        mut state: Guard<'a, EngineState>,
        op: OpId,
        task: Task,
    ) -> Guard<'a, EngineState> {
        state.tasks.push(op);
        drop(state);
        let outer = task::set(true);
        let task = || self.perform(op, task);
        // A panic in a host function must not end the queue's thread.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(task)).is_err() {
            crate::trace::complain("a host function panicked");
        }
        task::set(outer);
        let mut state = self.state.lock();
        state.tasks.retain(|&other| other != op);
        // One that launched others is not complete yet, but does nothing itself any more.
        state.begun_copies.remove(&op);
        state.device.op_done(op);
        self.pump(&mut state);
        state
    }

    /// Body of the thread that polls conditions.
    fn poll_conditions(self: &Arc<Self>) {
        let mut state = self.state.lock();
        let mut pause = POLL_INTERVALS.0;
        loop {
            if state.conditions.is_empty() {
                self.waits.wait(&mut state);
                pause = POLL_INTERVALS.0;
            }
            if !self.complete_conditions(&mut state) {
                let over = self.waits.wait_for(&mut state, pause);
                // A notification means a new condition, which may become true soon: poll quickly again.
                pause = if over { (pause * 2).min(POLL_INTERVALS.1) } else { POLL_INTERVALS.0 };
                continue;
            }
            pause = POLL_INTERVALS.0;
        }
    }

    /// Completes operations whose conditions hold. Returns whether there were any.
    pub(super) fn complete_conditions(self: &Arc<Self>, state: &mut EngineState) -> bool {
        let mut done = Vec::new();
        state.conditions.retain_mut(|(op, _, condition)| {
            let holds = condition();
            done.extend(holds.then_some(*op));
            !holds
        });
        if done.is_empty() {
            return false;
        }
        done.into_iter().for_each(|op| state.device.op_done(op));
        self.pump(state);
        true
    }

    /// Body of the watcher. If blocks are ready, all workers are busy and none took a job for a while, starts
    /// another worker for a grid that no worker runs.
    fn watch(self: &Arc<Self>) {
        let mut state = self.state.lock();
        loop {
            let starved = self.blocks.waiters() == 0 && state.starved().is_some();
            if !starved {
                state.watched = false;
                self.watch.wait(&mut state);
                continue;
            }
            let before = state.taken;
            self.watch.wait_for(&mut state, STARVED_AFTER);
            if state.taken == before
                && state.starved().is_some()
                && state.extra < MOST_EXTRA
                && self.spawn("hip-extra", |shared| worker::run(&shared, true))
            {
                state.workers += 1;
                state.extra += 1;
            }
        }
    }

    /// A model has its own threads, which take the steps of the engine's.
    #[cfg(feature = "models")]
    fn spawn(self: &Arc<Self>, _: &str, _: impl FnOnce(Arc<Self>) + Send + 'static) -> bool {
        true
    }

    #[cfg(not(feature = "models"))]
    fn spawn(self: &Arc<Self>, name: &str, body: impl FnOnce(Arc<Self>) + Send + 'static) -> bool {
        let shared = Arc::clone(self);
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            jit::signals::block_sent_signals();
            body(shared);
        });
        if let Err(error) = &started {
            let known = self.lacks_threads.swap(true, crate::sync::Ordering::Relaxed);
            if !known {
                crate::trace::complain(&format!(
                    "no thread for {name}: {error}; the program's own threads do its work when they wait"
                ));
            }
        }
        started.is_ok()
    }
}

impl EngineState {
    /// Index of the first job of a grid that no worker is running.
    pub(in crate::exec) fn starved(&self) -> Option<usize> {
        let free = |job: &BlockJob| !(self.fixed_order_runs && job.is_fixed());
        self.ready.iter().position(|job| !self.running.contains(&job.op) && free(job))
    }
}
