//! Distribution of the front end's actions: they become queue entries, marks are set, waiting threads are
//! woken.

use super::super::worker::BlockJob;
use super::super::{Mark, Task, Work};
use super::{EngineState, Shared};
use crate::sync::Arc;
use device::{Action, OpId};
use std::time::Instant;

/// Jobs at the end of the queue among which one is looked for that further blocks continue.
const NEAR: usize = 8;

impl Shared {
    /// Takes the front end's actions and distributes them.
    pub(in crate::exec) fn pump(self: &Arc<Self>, state: &mut EngineState) {
        let (mut fresh, mut finished) = (0usize, Vec::new());
        // Further blocks of a grid mean nothing to waiting threads.
        let (mut further, mut all) = (0, 0);
        while let Some(action) = state.device.poll() {
            further += usize::from(matches!(action, Action::Run { first: 1.., .. }));
            all += 1;
            match action {
                // Blocks never get their SM resources back while they run.
                Action::Resume { .. } => {}
                Action::Run { grid, first, mut sms } => {
                    if let Some(Work::Grid(work)) = state.work.get(&grid) {
                        if first == 0 {
                            work.child_launch.iter().for_each(|child_launch| child_launch.started());
                        }
                        fresh += sms.len();
                        let near = state.ready.iter_mut().rev().take(NEAR);
                        near.for_each(|job| job.extend(grid, first, &mut sms));
                        if !sms.is_empty() {
                            state.ready.push_back(BlockJob::fresh(grid, Arc::clone(work), first, sms));
                        }
                    }
                }
                Action::Start { op } => self.start(state, op),
                Action::Done { op } => finished.extend(self.end(state, op)),
            }
        }
        let now = Instant::now();
        for work in &finished {
            if let Work::Mark(mark) = work {
                Mark::set(mark, now);
            }
        }
        if fresh > 0 {
            self.wake_workers(state, fresh);
        }
        // Both completion and room in a ring result from these actions.
        if all == 0 || further < all {
            self.progress.wake_all();
        }
    }

    /// Starts an operation without blocks.
    fn start(self: &Arc<Self>, state: &mut EngineState, op: OpId) {
        match state.work.insert(op, Work::Nothing) {
            Some(Work::Copy(task)) => self.start_copy(state, op, task),
            Some(Work::Fork(mut fork)) => {
                fork.child_launch.iter().for_each(|child_launch| child_launch.started());
                let task = fork.task.take();
                state.work.insert(op, Work::Fork(fork));
                match task {
                    Some(task) => self.start_copy(state, op, task),
                    None => state.device.op_done(op),
                }
            }
            Some(Work::Free(Some(task))) => {
                state.work.insert(op, Work::Free(None));
                self.start_copy(state, op, task);
            }
            Some(Work::Host(task)) => {
                state.hosts.push_back((op, task));
                self.start_host(state);
                self.hosts.notify_one();
            }
            Some(Work::Until(context, mut condition)) => {
                if condition() {
                    state.device.op_done(op);
                    return;
                }
                state.conditions.push((op, context, condition));
                self.start_poller(state);
                self.waits.notify_one();
            }
            Some(Work::OwnCopy(task)) => {
                state.own_copies.insert(op, task);
            }
            Some(Work::ShortCopy(task)) => {
                state.begun_copies.insert(op);
                state.own_copies.insert(op, task);
            }
            // The submitter gave it nothing to do.
            _ => state.device.op_done(op),
        }
    }

    fn start_copy(self: &Arc<Self>, state: &mut EngineState, op: OpId, task: Task) {
        state.begun_copies.insert(op);
        state.copies.push_back((op, task));
        self.start_copier(state);
        self.copies.notify_one();
    }

    /// Handles the completion of an operation. Returns its work.
    fn end(self: &Arc<Self>, state: &mut EngineState, op: OpId) -> Option<Work> {
        let work = state.work.remove(&op);
        if let Some(child_launch) = work.as_ref().and_then(Work::child_launch) {
            child_launch.end();
        }
        state.begun_copies.remove(&op);
        if self.observer.is_some() {
            self.report_end(state, op, work.as_ref());
        }
        state.ended += 1;
        match work {
            // A host function that was never called is dropped on the host-function thread: its captures may
            // call the API on drop.
            Some(Work::Host(never)) => {
                state.hosts.push_back((op, Box::new(move || drop(never))));
                self.start_host(state);
                self.hosts.notify_one();
                None
            }
            work => work,
        }
    }
}
