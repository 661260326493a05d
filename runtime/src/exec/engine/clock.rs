//! What an engine tells its virtual timeline, and asks it. A call that changes the front end is told while the engine's lock is
//! held, so that both have the same order; the timeline never decides anything.

use super::super::counts::Counts;
use super::super::follower::Follower;
use super::super::stuck;
use super::super::timeline::{self, Record, Stands, Timeline, Waited};
use super::super::{Mark, Work};
use super::{Engine, STARVED_AFTER, Shared, State, may_wait};
use crate::Error;
use crate::config::config;
use crate::memory::Memory;
use crate::sync::{Arc, Ordering};
use ::timeline::Time;
use device::{GridSpec, OpId, Spec};
use std::time::{Duration, Instant};

/// For so long nothing may end, or a grid's own blocks do nothing but wait in loops, before it is taken to wait for the host …
const PATIENCE: Duration = Duration::from_secs(10);
/// … and for a part of that where all blocks only wait in loops: then nothing is likely to end.
const IDLE: u32 = 50;

impl Engine {
    /// Cycles that an instruction takes in a grid's blocks; none if there is no timeline.
    pub(crate) fn pace(&self, spec: &Spec, grid: &GridSpec) -> Option<u64> {
        let GridSpec { threads, registers, shared_bytes, .. } = *grid;
        self.0.timeline.as_ref().map(|_| timeline::pace(spec, threads, (registers, shared_bytes)))
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
        let cycle = ::timeline::Timing::of(spec).cycle;
        pace.map(|pace| self.0.counters.take(memory, blocks, (cycle, pace))).transpose()
    }

    /// The calling thread waits for something, on the virtual timeline: whether or not it has really happened already.
    pub(crate) fn waits_for(&self, what: Waited) {
        if let Some(timeline) = &self.0.timeline {
            timeline.tell(Record::Waited { host: timeline::host(), what });
            timeline.ask(Timeline::flush);
            self.0.keep_little();
        }
    }

    /// When a mark that was reached was reached on the virtual timeline, picoseconds; none if the settings ask for no timeline.
    ///
    /// Waits for grids that could have an influence. One that does not end for a while, as it may wait for the caller, is taken
    /// to run on.
    pub(crate) fn virtual_time(&self, op: OpId, mark: &Mark) -> Option<Time> {
        if mark.virtual_time().is_none() {
            // It was reached: who asks for its time has waited, be it by asking again and again.
            self.0.tell(|| Record::Waited { host: timeline::host(), what: Waited::Op(op) });
        }
        self.0.have_time_go_on(|| mark.virtual_time())
    }

    /// The end of the process: what the timeline has to say. Nothing if another thread is at it.
    pub(crate) fn finish(&self) {
        if let Some(timeline) = &self.0.timeline {
            // Whoever is at it may never come back.
            let _said = timeline.ask_last(Timeline::finish);
        }
    }
}

impl Shared {
    /// Tells the timeline something, if there is one.
    pub(super) fn tell(&self, record: impl FnOnce() -> Record) {
        if let Some(timeline) = &self.timeline {
            timeline.tell(record());
        }
    }

    /// Has virtual time go on until something is known.
    ///
    /// Waits for grids that could have an influence. One that does not end for a while, as it may wait for the caller, is taken
    /// to run on; and to have ended, where nothing goes on behind it.
    fn have_time_go_on<T>(self: &Arc<Self>, known: impl Fn() -> Option<T>) -> Option<T> {
        let timeline = self.timeline.as_ref()?;
        let (mut grids, mut since, mut quiet) = (Vec::new(), Instant::now(), Duration::ZERO);
        loop {
            let before = self.state.lock().ended;
            let stands = timeline.ask(Timeline::run);
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
                timeline.ask(|timeline| match &stands {
                    Stands::Still(grids) => timeline.give_up(grids),
                    Stands::Behind(grids) => grids.iter().take(1).for_each(|&grid| timeline.let_end(grid)),
                });
                quiet = Duration::ZERO;
            }
        }
    }

    /// Sees to it that the timeline does not keep more than it may: a grid that it stands still for may not end for long.
    pub(super) fn keep_little(self: &Arc<Self>) {
        let Some(kept) = &self.kept else { return };
        let few = || (kept.load(Ordering::Relaxed) <= config().timeline_calls).then_some(());
        if few().is_none() && may_wait().is_ok() {
            // Nobody else's end would help where nobody's did.
            let _known = self.have_time_go_on(few);
        }
    }

    /// Tells the timeline that an operation has ended.
    pub(super) fn tell_ended(&self, state: &State, op: OpId, work: Option<&Work>) {
        let grid = if let Some(Work::Grid(grid)) = work { Some(grid) } else { None };
        // What grids that grids launched bring about is told with their parents.
        let changes = match &config().trace {
            Some(_) => {
                let what = grid.map_or("prefetches and the host", |grid| grid.launch.function_name());
                self.memory.map_or_else(Vec::new, |memory| memory.unified().changes(self.ordinal, what))
            }
            None => Vec::new(),
        };
        match grid.map(|grid| (grid, &grid.birth)) {
            // A child is part of what its parent costs, and what threads decide next may depend on it.
            Some((grid, Some(birth))) => {
                birth.cost(timeline::cost(state.device.spec(), grid));
                if !changes.is_empty() {
                    self.tell(|| Record::Ended { op, grid: None, changes });
                }
            }
            Some((grid, None)) => {
                grid.device_side.ended();
                self.tell(|| Record::Ended { op, grid: Some(Arc::clone(grid)), changes });
            }
            None if config().trace.is_some() => self.tell(|| Record::Ended { op, grid: None, changes }),
            None => {}
        }
    }

    /// Has the timeline catch up, unless another thread is at that, which may be waited for.
    pub(in crate::exec) fn follow(&self, wait: bool) {
        match &self.timeline {
            Some(timeline) if wait => timeline.ask(|_| ()),
            Some(timeline) => while timeline.follow() {},
            None => {}
        }
    }

    /// How far the timeline is behind; 0 if there is none.
    pub(in crate::exec) fn behind(&self) -> usize {
        self.timeline.as_ref().map_or(0, Follower::behind)
    }

    /// Has the timeline hear of a little of what it was told. Whether there may be more; not if another thread is at it.
    pub(in crate::exec) fn follow_a_little(&self) -> bool {
        self.timeline.as_ref().is_some_and(Follower::follow)
    }
}
