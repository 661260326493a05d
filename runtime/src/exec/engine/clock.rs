//! What an engine reports to its observer, and asks it.

use super::super::counts::Counts;
use super::super::observer::{self, EngineObserver, Record, Waited};
use super::super::stuck;
use super::super::{Mark, Task, Work};
use super::{Engine, STARVED_AFTER, Shared, State, may_wait};
use crate::Error;
use crate::config::config;
use crate::memory::Memory;
use crate::sync::Arc;
use ::timeline::Time;
use device::{GridSpec, OpId, Spec};
use std::time::{Duration, Instant};

/// For so long nothing may end, or a grid's own blocks do nothing but wait in loops, before it is taken to
/// wait for the host …
const PATIENCE: Duration = Duration::from_secs(10);
/// … and for a part of that where all blocks only wait in loops: then nothing is likely to end.
const IDLE: u32 = 50;

impl Engine {
    /// Cycles that an instruction takes in a grid's blocks; none if there is no timeline.
    pub(crate) fn pace(&self, spec: &Spec, grid: &GridSpec) -> Option<u64> {
        self.0.observer.as_ref().map(|observer| observer.pace(spec, grid))
    }

    /// Words for the blocks of a grid to count their instructions in, if they have a pace.
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

    /// The calling thread waits for something, on the virtual timeline: whether or not it has really happened
    /// already.
    pub(crate) fn waits_for(&self, what: Waited) {
        if let Some(observer) = &self.0.observer {
            observer.record(Record::Waited { host: observer::host(), what });
            observer.flush();
            self.0.keep_little();
        }
    }

    /// When a mark that was reached was reached on the virtual timeline, picoseconds; none if the settings
    /// ask for no timeline.
    ///
    /// Waits for grids that could have an influence. One that does not end for a while, as it may wait for
    /// the caller, is taken to run on.
    pub(crate) fn virtual_time(&self, op: OpId, mark: &Mark) -> Option<Time> {
        if mark.virtual_time().is_none() {
            // It was reached: who asks for its time has waited, be it by asking again and again.
            self.0.tell(|| Record::Waited { host: observer::host(), what: Waited::Op(op) });
        }
        self.0.have_time_go_on(|| mark.virtual_time())
    }

    /// The end of the process, for the observer.
    pub(crate) fn finish(&self) {
        if let Some(observer) = &self.0.observer {
            observer.finish();
        }
    }
}

impl Shared {
    /// Reports something, if there is an observer.
    pub(super) fn tell(&self, record: impl FnOnce() -> Record) {
        if let Some(observer) = &self.observer {
            observer.record(record());
        }
    }

    /// Carries out a copy or a host function.
    pub(super) fn perform(&self, op: OpId, task: Task) {
        match &self.observer {
            None => task(),
            Some(observer) => {
                let mut task = Some(task);
                observer.carry_out(op, &mut || {
                    if let Some(task) = task.take() {
                        task();
                    }
                });
            }
        }
    }

    /// Has virtual time advance until something is known.
    ///
    /// Waits for grids that could have an influence. One that does not end for a while, as it may wait for
    /// the caller, is taken to run on; and to have ended, where nothing goes on behind it.
    fn have_time_go_on<T>(self: &Arc<Self>, known: impl Fn() -> Option<T>) -> Option<T> {
        let observer: &dyn EngineObserver = self.observer.as_deref()?;
        let (mut grids, mut since, mut quiet) = (Vec::new(), Instant::now(), Duration::ZERO);
        loop {
            let before = self.state.lock().ended;
            let stands = observer.advance();
            if let Some(answer) = known() {
                return Some(answer);
            }
            if stands.grids().is_empty() {
                return None;
            }
            if grids != stands.grids() {
                (grids, since) = (stands.grids().to_vec(), Instant::now());
            }
            let mut state = self.state.lock();
            // What ended since it caught up has been told.
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
            quiet += look.elapsed() * if stuck::rests(&state) { IDLE } else { 1 };
            if !grids.iter().all(|&grid| stuck::only_waits(&state, grid)) {
                since = Instant::now();
            }
            let ends = state.ended != before;
            drop(state);
            if quiet >= PATIENCE && !ends || since.elapsed() >= PATIENCE {
                observer.assume(&stands);
                quiet = Duration::ZERO;
            }
        }
    }

    /// Sees to it that the observer does not keep more than it may: a grid that it stands still for may not
    /// end for long.
    pub(super) fn keep_little(self: &Arc<Self>) {
        let Some(observer) = &self.observer else { return };
        let few = || (observer.kept() <= config().timeline_calls).then_some(());
        if few().is_none() && may_wait().is_ok() {
            // Nobody else's end would help where nobody's did.
            let _known = self.have_time_go_on(few);
        }
    }

    /// Reports that an operation has ended.
    pub(super) fn tell_ended(&self, state: &State, op: OpId, work: Option<&Work>) {
        let Some(observer) = &self.observer else { return };
        let grid = if let Some(Work::Grid(grid)) = work { Some(grid) } else { None };
        // What grids that grids launched bring about is reported with their parents.
        let wants_changes = observer.wants_changes();
        let changes = match self.memory.filter(|_| wants_changes) {
            Some(memory) => {
                let what = grid.map_or("prefetches and the host", |grid| grid.launch.function_name());
                memory.unified().changes(self.ordinal, what)
            }
            None => Vec::new(),
        };
        match grid.map(|grid| (grid, &grid.birth)) {
            // A child is part of what its parent costs, and what threads decide next may depend on it.
            Some((grid, Some(birth))) => {
                birth.cost(observer.cost(state.device.spec(), grid));
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

    /// Has the observer catch up, unless another thread is at that, which may be waited for.
    pub(in crate::exec) fn follow(&self, wait: bool) {
        match &self.observer {
            Some(observer) if wait => observer.catch_up(),
            Some(observer) => while observer.follow() {},
            None => {}
        }
    }

    /// Backlog of the observer; 0 if there is none.
    pub(in crate::exec) fn behind(&self) -> usize {
        self.observer.as_ref().map_or(0, |observer| observer.backlog())
    }

    /// Has the observer work through a little of its backlog. Whether there may be more; not if another
    /// thread is at it.
    pub(in crate::exec) fn follow_a_little(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.follow())
    }
}
