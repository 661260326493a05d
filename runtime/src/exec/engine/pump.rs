//! What the front end decides, handed out: its actions become entries of queues, marks are set, and the
//! threads they concern are woken.

use super::super::worker::BlockJob;
use super::super::{Mark, Work};
use super::{Shared, State};
use crate::sync::Arc;
use device::{Action, OpId};
use std::time::Instant;

impl Shared {
    /// Takes the front end's actions and hands them out.
    pub(in crate::exec) fn pump(self: &Arc<Self>, state: &mut State) {
        let (mut fresh, mut finished) = (0usize, Vec::new());
        while let Some(action) = state.device.poll() {
            match action {
                // No block of the engine gives its SM back while it runs.
                Action::Resume { .. } => {}
                Action::Run { grid, first, sms } => {
                    if let Some(Work::Grid(work)) = state.work.get(&grid) {
                        if first == 0 {
                            work.birth.iter().for_each(|birth| birth.begun());
                        }
                        fresh += sms.len();
                        state.ready.push_back(BlockJob::fresh(grid, Arc::clone(work), first, sms));
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
        // Completion and room in a ring both come of what was just done.
        self.progress.wake_all();
    }

    /// The turn of an operation without blocks has come.
    fn start(self: &Arc<Self>, state: &mut State, op: OpId) {
        match state.work.insert(op, Work::Nothing) {
            Some(Work::Copy(task)) => {
                state.begun_copies.insert(op);
                state.copies.push_back((op, task));
                self.start_copier(state);
                self.copies.notify_one();
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
                state.untils.push((op, context, condition));
                self.start_looker(state);
                self.waits.notify_one();
            }
            Some(Work::OwnCopy(task)) => {
                state.own.insert(op, task);
            }
            // Whoever submitted it gave it nothing to do.
            _ => state.device.op_done(op),
        }
    }

    /// An operation has completed; what there was to do for it.
    fn end(self: &Arc<Self>, state: &mut State, op: OpId) -> Option<Work> {
        let work = state.work.remove(&op);
        if let Some(Work::Grid(grid)) = &work
            && let Some(birth) = &grid.birth
        {
            birth.end();
        }
        state.begun_copies.remove(&op);
        if self.observer.is_some() {
            self.tell_ended(state, op, work.as_ref());
        }
        state.ended += 1;
        match work {
            // A program's function that is never called: what it holds may call the API when it goes.
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
