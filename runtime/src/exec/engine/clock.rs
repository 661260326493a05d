//! Reports of an engine to its observer, and queries.

use super::super::counts::Counts;
use super::super::deadlock;
use super::super::observer::{self, EngineObserver, Record, Waited};
use super::super::{Mark, Task, Work};
use super::{Engine, EngineState, STARVED_AFTER, Shared, may_wait};
use crate::Error;
use crate::config::config;
use crate::memory::Memory;
use crate::sync::Arc;
use ::timeline::Time;
use device::{GridSpec, OpId, Spec};
use std::time::{Duration, Instant};

/// Time without progress after which a grid is assumed to wait for the host: nothing ended anywhere, or all
/// remaining blocks of the grid only spun.
const PATIENCE: Duration = Duration::from_secs(10);
/// Factor by which idle time counts if all blocks only spin: nothing is likely to end then.
const IDLE: u32 = 50;

impl Engine {
    /// Cycles an instruction in a grid's blocks; `None` without an observer.
    pub(crate) fn pace(&self, spec: &Spec, grid: &GridSpec) -> Option<u64> {
        self.0.observer.as_ref().map(|observer| observer.pace(spec, grid))
    }

    /// Allocates instruction counters for the blocks of a grid, if it has a pace.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn counts(
        &self,
        memory: &'static Memory,
        blocks: u64,
        (spec, pace): (&Spec, Option<u64>),
    ) -> Result<Option<Counts>, Error> {
        let counted = self.0.observer.as_ref().zip(pace);
        counted.map(|(observer, pace)| observer.counts(memory, blocks, spec, pace)).transpose()
    }

    /// Reports that the calling thread waits, whether or not it really has to: in virtual time it may.
    pub(crate) fn waits_for(&self, what: Waited) {
        if let Some(observer) = &self.0.observer {
            observer.record(Record::Waited { host: observer::host(), what });
            observer.flush();
            self.0.limit_stored_calls();
        }
    }

    /// Virtual time at which the record `mark` of `op` was reached, picoseconds; `None` without an observer.
    ///
    /// Waits for grids that may influence the result. One that does not end for a while may wait for the
    /// caller, and is assumed to keep running.
    pub(crate) fn virtual_time(&self, op: OpId, mark: &Mark) -> Option<Time> {
        if mark.virtual_time().is_none() {
            // The record has been reached: a caller that queries its time has waited, possibly by polling.
            self.0.report(|| Record::Waited { host: observer::host(), what: Waited::Op(op) });
        }
        self.0.advance_until(|| mark.virtual_time())
    }

    /// Completes the observer's output at process exit.
    pub(crate) fn finish(&self) {
        if let Some(observer) = &self.0.observer {
            observer.finish();
        }
    }
}

impl Shared {
    /// Reports to the observer, if there is one.
    pub(super) fn report(&self, record: impl FnOnce() -> Record) {
        if let Some(observer) = &self.observer {
            observer.record(record());
        }
    }

    /// Executes a copy or a host function.
    pub(super) fn perform(&self, op: OpId, task: Task) {
        match &self.observer {
            None => task(),
            Some(observer) => {
                let mut task = Some(task);
                observer.execute(op, &mut || {
                    if let Some(task) = task.take() {
                        task();
                    }
                });
            }
        }
    }

    /// Advances virtual time until `known` returns a value.
    ///
    /// Waits for grids that may influence the result. One that does not end for a while may wait for the
    /// caller: it is assumed to keep running, or, if all else is complete, to have ended.
    fn advance_until<T>(self: &Arc<Self>, known: impl Fn() -> Option<T>) -> Option<T> {
        let observer: &dyn EngineObserver = self.observer.as_deref()?;
        let (mut grids, mut since, mut quiet) = (Vec::new(), Instant::now(), Duration::ZERO);
        loop {
            let before = self.state.lock().ended;
            let stall = observer.advance();
            if let Some(answer) = known() {
                return Some(answer);
            }
            if stall.grids().is_empty() {
                return None;
            }
            if grids != stall.grids() {
                (grids, since) = (stall.grids().to_vec(), Instant::now());
            }
            let mut state = self.state.lock();
            // Ends up to here are already in the queue: advance again.
            if state.ended != before {
                quiet = Duration::ZERO;
                continue;
            }
            let look = Instant::now();
            let substituted;
            (state, substituted) = self.substitute(state);
            if !substituted {
                self.wait_at_most(&mut state, STARVED_AFTER);
            }
            quiet += look.elapsed() * if deadlock::is_quiescent(&state) { IDLE } else { 1 };
            if !grids.iter().all(|&grid| deadlock::only_spins(&state, grid)) {
                since = Instant::now();
            }
            let ends = state.ended != before;
            drop(state);
            if quiet >= PATIENCE && !ends || since.elapsed() >= PATIENCE {
                observer.assume(&stall);
                quiet = Duration::ZERO;
            }
        }
    }

    /// Bounds the number of stored calls: the grid that virtual time waits for may run for long.
    pub(super) fn limit_stored_calls(self: &Arc<Self>) {
        let Some(observer) = &self.observer else { return };
        let few = || (observer.stored_calls() <= config().timeline_calls).then_some(());
        if few().is_none() && may_wait().is_ok() {
            // If this thread's wait did not help, another one's would not either.
            let _known = self.advance_until(few);
        }
    }

    /// Reports the end of an operation.
    pub(super) fn report_end(&self, state: &EngineState, op: OpId, work: Option<&Work>) {
        let Some(observer) = &self.observer else { return };
        let grid = if let Some(Work::Grid(grid)) = work { Some(grid) } else { None };
        // Changes made by child grids are reported with their parents.
        let wants_changes = observer.wants_changes();
        let changes = match self.memory.filter(|_| wants_changes) {
            Some(memory) => {
                let what = grid.map_or("prefetches and the host", |grid| grid.launch.function_name());
                memory.unified().changes(self.ordinal, what)
            }
            None => Vec::new(),
        };
        if let Some(Work::Fork(fork)) = work {
            let cost = fork.device_side.cost(observer.fork_cost(), 1, 1);
            match &fork.child_launch {
                Some(child_launch) => child_launch.cost(cost, None),
                None => {
                    fork.device_side.ended();
                    observer.record(Record::Forked { op, cost });
                }
            }
        }
        match grid.map(|grid| (grid, &grid.child_launch)) {
            // A child's cost is part of its parent's, and the parent's later decisions may depend on it.
            Some((grid, Some(child_launch))) => {
                let (cost, later) = observer.cost(state.device.spec(), grid);
                child_launch.cost(cost, later);
                if !changes.is_empty() {
                    observer.record(Record::Ended { op, grid: None, changes });
                }
            }
            Some((grid, None)) => {
                grid.device_side.ended();
                observer.record(Record::Ended { op, grid: Some(Arc::clone(grid)), changes });
            }
            None if wants_changes => {
                observer.record(Record::Ended { op, grid: None, changes });
            }
            None => {}
        }
    }

    /// Processes the observer's backlog. If another thread is processing it, waits for that if `wait`.
    pub(in crate::exec) fn process_backlog(&self, wait: bool) {
        match &self.observer {
            Some(observer) if wait => observer.process_all(),
            Some(observer) => while observer.process_some() {},
            None => {}
        }
    }

    /// Backlog of the observer, in records; 0 without one.
    pub(in crate::exec) fn backlog(&self) -> usize {
        self.observer.as_ref().map_or(0, |observer| observer.backlog())
    }

    /// Processes a part of the observer's backlog. Returns whether there may be more; `false` if another
    /// thread is processing it.
    pub(in crate::exec) fn process_some(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.process_some())
    }
}
