//! The front end of one device, its queues of work, and who waits for what.
//!
//! Every change goes the same way: something is put into the front end, its actions are taken out and become entries
//! of a queue, and the threads they concern are woken.

use super::bell::Bell;
use super::child::Birth;
use super::counts::{Counters, Counts};
use super::follower::Follower;
use super::stuck::{self, Wait};
use super::timeline::{self, Record, Timeline, Waited, What};
use super::worker::{self, BlockJob};
use super::{Condition, Mark, Task, Work};
use crate::Error;
use crate::config::config;
use crate::memory::Memory;
use crate::sync::{Arc, Condvar, Guard, Mutex, Rank};
use crate::trace::Level;
use device::sim::{Time, Way};
use device::{Action, ContextId, Device, Op, OpId, Order, Refused, SmSet, Spec, StreamId, StreamKind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// A worker that got no new work for so long keeps others waiting: another thread is started.
const STARVED_AFTER: Duration = Duration::from_millis(20);
/// So many times as long nothing may end before a grid is taken to wait for the host.
const PATIENCE: u32 = 100;
/// So many turns of blocks that only wait may pass without the end of any before a launch that needs room is refused.
const PATIENT_TURNS: u64 = 1000;
/// At most so many threads are started beside the regular workers.
const MOST_EXTRA: usize = 64;

/// A timeline that is behind by more is caught up by who submits, which bounds what is kept for it; one that is behind by less only
/// where nobody has anything better to do.
const FAR_BEHIND: usize = 4096;

/// How often conditions that operations wait for are looked at: at first, and when nothing happened for long.
const LOOK_AFTER: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(1));

/// Runs what the streams of one device hold.
#[derive(Clone)]
pub(crate) struct Engine(Arc<Shared>);

pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    /// Blocks are ready: workers wait for it.
    pub(super) blocks: Bell,
    /// Copies are ready.
    copies: Condvar,
    /// Host functions are ready.
    hosts: Condvar,
    /// An operation waits for a condition.
    waits: Condvar,
    /// Blocks are ready and all workers are busy.
    watch: Condvar,
    /// Something completed, or a ring has room.
    progress: Bell,
    pub(super) window: Arc<jit::Window>,
    /// Of the device.
    ordinal: usize,
    counters: Counters,
    /// The virtual timeline, if the settings ask for one. What concerns the front end is told while its lock is held.
    timeline: Option<Follower<Timeline>>,
}

pub(super) struct State {
    pub(super) device: Device,
    pub(super) work: BTreeMap<OpId, Work>,
    pub(super) ready: VecDeque<BlockJob>,
    copies: VecDeque<(OpId, Task)>,
    hosts: VecDeque<(OpId, Task)>,
    /// Operations whose turn has come and that wait for a condition.
    untils: Vec<(OpId, device::ContextId, Condition)>,
    /// Copies whose turn has come and whose submitter carries them out.
    own: BTreeMap<OpId, Task>,
    /// Workers there are, and how many of them beyond the regular ones.
    pub(super) workers: usize,
    pub(super) extra: usize,
    /// Jobs that workers took so far.
    pub(super) taken: u64,
    /// What threads that wait run blocks with.
    pub(super) helpers: Vec<jit::Worker>,
    /// The grids that are being run, one entry a worker or helper.
    pub(super) running: Vec<OpId>,
    /// Operations that have ended, and how often blocks have.
    pub(super) ended: u64,
    pub(super) blocks_ended: u64,
    /// Workers at blocks that had not started, and threads at copies and host functions.
    pub(super) beginning: usize,
    pub(super) tasks: Vec<OpId>,
    /// Copies whose turn has come and that have not completed.
    pub(super) begun_copies: BTreeSet<OpId>,
    /// What host threads wait for.
    pub(super) waits: Vec<(u32, Wait)>,
    /// What had ended when a waiting thread last looked, since when that is so, and whether it was told.
    quiet: Option<((u64, u64), Instant, bool)>,
    /// Turns of blocks since one last ended.
    pub(super) turns: u64,
    watched: bool,
    has_copier: bool,
    has_host: bool,
    has_looker: bool,
    has_watcher: bool,
}

impl Engine {
    pub(crate) fn new(
        ordinal: usize,
        device: Device,
        timeline: Option<Timeline>,
        window: Arc<jit::Window>,
    ) -> Self {
        let state = State {
            device,
            work: BTreeMap::new(),
            ready: VecDeque::new(),
            copies: VecDeque::new(),
            hosts: VecDeque::new(),
            untils: Vec::new(),
            own: BTreeMap::new(),
            workers: 0,
            extra: 0,
            taken: 0,
            helpers: Vec::new(),
            running: Vec::new(),
            ended: 0,
            blocks_ended: 0,
            beginning: 0,
            tasks: Vec::new(),
            begun_copies: BTreeSet::new(),
            waits: Vec::new(),
            quiet: None,
            turns: 0,
            watched: false,
            has_copier: false,
            has_host: false,
            has_looker: false,
            has_watcher: false,
        };
        Engine(Arc::new(Shared {
            state: Mutex::new(Rank::Engine, state),
            blocks: Bell::new(),
            copies: Condvar::new(),
            hosts: Condvar::new(),
            waits: Condvar::new(),
            watch: Condvar::new(),
            progress: Bell::new(),
            window,
            ordinal,
            counters: Counters::new(),
            timeline: timeline.map(Follower::new),
        }))
    }

    /// Asks or changes the front end itself.
    pub(crate) fn with<R>(&self, ask: impl FnOnce(&mut Device) -> R) -> R {
        let mut state = self.0.state.lock();
        let answer = ask(&mut state.device);
        self.0.pump(&mut state);
        answer
    }

    /// Puts an operation into a stream. While the stream's channel is full the calling thread waits, as on
    /// hardware; a limit can be set to that.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub(crate) fn submit(&self, stream: StreamId, op: &Op, work: Work) -> Result<OpId, Error> {
        self.submit_copy(stream, op, work, (Way::DeviceToDevice, 0))
    }

    /// Puts a copy or fill into a stream; `described` says which way it goes and how many bytes it copies.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub(crate) fn copy(&self, stream: StreamId, described: (Way, u64), task: Task) -> Result<OpId, Error> {
        self.submit_copy(stream, &described.0.op(), Work::Copy(task), described)
    }

    fn submit_copy(
        &self,
        stream: StreamId,
        op: &Op,
        work: Work,
        described: (Way, u64),
    ) -> Result<OpId, Error> {
        let mut state = self.0.state.lock();
        let mut blocked_since = None;
        let id = loop {
            match state.device.submit(stream, op.clone()) {
                Ok(id) => break id,
                Err(full @ Refused::ChannelFull { .. }) => {
                    let since = *blocked_since.get_or_insert_with(|| {
                        crate::trace::log(Level::Warning, format_args!("{full}: the calling thread waits"));
                        Instant::now()
                    });
                    let Refused::ChannelFull { channel, .. } = full else { return Err(full.into()) };
                    match config().block_limit.map(|limit| limit.saturating_sub(since.elapsed())) {
                        None => self.0.wait(&mut state, Wait::Channel { stream, channel }),
                        Some(Duration::ZERO) => return Err(full.into()),
                        Some(left) => self.0.wait_at_most(&mut state, left),
                    }
                }
                Err(refused) => return Err(refused.into()),
            }
        };
        let mut behind = 0;
        if let Some(timeline) = &self.0.timeline {
            let what = What::of(op, &work, described);
            behind = timeline.tell(Record::Submitted { host: timeline::host(), stream, op: id, what });
        }
        if let Work::Grid(grid) = &work {
            grid.requests.family.born(id);
        }
        state.work.insert(id, work);
        self.0.pump(&mut state);
        drop(state);
        if behind > FAR_BEHIND {
            self.0.follow();
        }
        Ok(id)
    }

    /// Puts a copy into a stream, carries it out on this thread when its turn comes, and returns when it is done.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub(crate) fn copy_now(&self, stream: StreamId, described: (Way, u64), task: Task) -> Result<(), Error> {
        let op = self.submit_copy(stream, &described.0.op(), Work::OwnCopy(task), described)?;
        let mut state = self.0.state.lock();
        while !state.device.is_done(op) {
            match state.own.remove(&op) {
                Some(task) => {
                    drop(state);
                    task();
                    state = self.0.state.lock();
                    state.device.op_done(op);
                    self.0.pump(&mut state);
                }
                None => state = self.0.wait_for(state, op),
            }
        }
        Ok(())
    }

    /// Takes what a running grid launched.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub(super) fn launch_child(
        &self,
        parent: OpId,
        order: Order,
        op: &Op,
        work: Work,
    ) -> Result<OpId, Error> {
        let mut state = self.0.state.lock();
        let id = state.device.submit_child(parent, order, op.clone())?;
        if let Work::Grid(grid) = &work {
            grid.requests.family.born(id);
        }
        state.work.insert(id, work);
        self.0.pump(&mut state);
        Ok(id)
    }

    /// Whether something may end that does not itself wait for room to launch, or for its children. What only took turns, and
    /// many of them, while nothing ended, is taken to wait for the caller.
    pub(super) fn goes_on(&self) -> bool {
        let state = self.0.state.lock();
        let runs = |op: OpId| match state.work.get(&op) {
            Some(Work::Grid(grid)) => grid.requests.family.goes_on(),
            _ => false,
        };
        !state.begun_copies.is_empty() || state.turns < PATIENT_TURNS && state.device.running().any(runs)
    }

    /// Makes a context's part of the front end, with its legacy default stream.
    pub(crate) fn create_context(&self, settings: &device::Config) -> (ContextId, Option<StreamId>) {
        let context = {
            let mut state = self.0.state.lock();
            let context = state.device.create_context(settings);
            self.0.tell(|| Record::Context { context, settings: Box::new(settings.clone()) });
            context
        };
        (context, self.create_stream(context, StreamKind::Legacy, 0, None))
    }

    /// Makes a stream, on all SMs or on those given; none if the context is gone.
    pub(crate) fn create_stream(
        &self,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Option<StreamId> {
        let mut state = self.0.state.lock();
        let stream = state.device.create_stream(context, kind, priority, sms.clone())?;
        self.0.tell(|| Record::Stream { stream, context, kind, priority, sms: sms.map(Box::new) });
        Some(stream)
    }

    /// Gives a context another set of channels, for streams that are [put there](Engine::set_queues); none if it is gone.
    pub(crate) fn create_queues(&self, context: ContextId, channels: u32) -> Option<u32> {
        let mut state = self.0.state.lock();
        let queues = state.device.create_queues(context, channels)?;
        self.0.tell(|| Record::Queues { context, channels });
        Some(queues)
    }

    /// Puts a stream on a set of channels of its context.
    pub(crate) fn set_queues(&self, stream: StreamId, queues: u32) {
        let mut state = self.0.state.lock();
        state.device.set_queues(stream, queues);
        self.0.tell(|| Record::SetQueues { stream, queues });
    }

    /// Lets a stream go; its operations go on to their end.
    pub(crate) fn destroy_stream(&self, stream: StreamId) {
        let mut state = self.0.state.lock();
        state.device.destroy_stream(stream);
        self.0.tell(|| Record::Destroyed { host: timeline::host(), stream });
        self.0.pump(&mut state);
    }

    /// The last operation of a stream, for another stream to wait for: none if it has completed and there is no timeline, on which
    /// it may not have.
    pub(crate) fn last_of(&self, stream: StreamId) -> Option<OpId> {
        let state = self.0.state.lock();
        match self.0.timeline {
            Some(_) => state.device.last_ever_of(stream),
            None => state.device.last_of(stream),
        }
    }

    /// Words for the blocks of a grid to count their instructions in, with so many threads and so much shared memory each; none if
    /// no timeline asks for that.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn counts(
        &self,
        memory: &'static Memory,
        spec: &Spec,
        (blocks, threads, shared): (u64, u32, u32),
    ) -> Result<Option<Counts>, Error> {
        match self.0.timeline {
            Some(_) => self.0.counters.take(memory, blocks, timeline::pace(spec, threads, shared)).map(Some),
            None => Ok(None),
        }
    }

    /// The calling thread waits for something, on the virtual timeline: whether or not it has really happened already.
    pub(crate) fn waits_for(&self, what: Waited) {
        if let Some(timeline) = &self.0.timeline {
            timeline.tell(Record::Waited { host: timeline::host(), what });
            timeline.ask(Timeline::flush);
        }
    }

    /// When a mark that was reached was reached on the virtual timeline, picoseconds; none if the settings ask for no timeline.
    ///
    /// Waits for grids that could have an influence. One that does not end for a while, as it may wait for the caller, is taken
    /// to run on.
    pub(crate) fn virtual_time(&self, op: OpId, mark: &Mark) -> Option<Time> {
        let timeline = self.0.timeline.as_ref()?;
        if mark.virtual_time().is_none() {
            // It was reached: who asks for its time has waited, be it by asking again and again.
            timeline.tell(Record::Waited { host: timeline::host(), what: Waited::Op(op) });
        }
        let mut patience = PATIENCE;
        loop {
            let before = self.0.state.lock().ended;
            let unknown = timeline.ask(Timeline::run);
            if let Some(time) = mark.virtual_time() {
                return Some(time);
            }
            if unknown.is_empty() {
                return None;
            }
            let mut state = self.0.state.lock();
            // What ended since it caught up has been told.
            if state.ended == before {
                self.0.wait_at_most(&mut state, STARVED_AFTER);
                patience = if state.ended == before { patience - 1 } else { PATIENCE };
            }
            drop(state);
            if patience == 0 {
                timeline.ask(|timeline| timeline.give_up(&unknown));
                patience = PATIENCE;
            }
        }
    }

    /// The end of the process: what the timeline has to say. Nothing if another thread is at it.
    pub(crate) fn finish(&self) {
        if let Some(timeline) = &self.0.timeline {
            // Whoever is at it may never come back.
            let _said = timeline.ask_last(Timeline::finish);
        }
    }

    /// Waits until operations have completed.
    pub(crate) fn wait(&self, ops: &[OpId]) {
        let mut state = self.0.state.lock();
        for &op in ops {
            while !state.device.is_done(op) {
                state = self.0.wait_for(state, op);
            }
        }
    }

    /// Stops everything of a context: what has not started never runs, kernels end at their next poll. Returns when
    /// nothing of it runs any more.
    pub(crate) fn stop(&self, context: device::ContextId) {
        let mut state = self.0.state.lock();
        self.0.stop(&mut state, context);
        let left = state.device.last_of_context(context);
        for op in left {
            while !state.device.is_done(op) {
                self.0.wait(&mut state, Wait::Op(op));
            }
        }
    }
}

impl Shared {
    fn wait_at_most(&self, state: &mut Guard<'_, State>, time: Duration) {
        self.progress.wait_for(state, time);
    }

    fn wait(&self, state: &mut Guard<'_, State>, what: Wait) {
        if config().report {
            self.wait_watchfully(state, what);
        } else {
            self.progress.wait(state);
        }
    }

    /// Waits, and tells who waits for whom if nothing goes on for long.
    fn wait_watchfully(&self, state: &mut Guard<'_, State>, what: Wait) {
        let host = timeline::host();
        state.waits.push((host, what));
        self.progress.wait_for(state, stuck::AFTER);
        let ended = (state.ended, state.blocks_ended);
        match state.quiet {
            Some((before, since, told)) if before == ended => {
                if !told && since.elapsed() >= stuck::AFTER && stuck::rests(state) {
                    state.quiet = Some((ended, since, true));
                    stuck::lines(state).iter().for_each(|line| eprintln!("hip: stuck: {line}"));
                }
            }
            _ => state.quiet = Some((ended, Instant::now(), false)),
        }
        if let Some(at) = state.waits.iter().position(|&(other, _)| other == host) {
            state.waits.swap_remove(at);
        }
    }

    /// Brings an operation nearer to its end, or waits until something has.
    fn wait_for<'a>(self: &'a Arc<Self>, state: Guard<'a, State>, op: OpId) -> Guard<'a, State> {
        let (mut state, helped) = worker::help(self, state, op);
        if !helped {
            self.wait(&mut state, Wait::Op(op));
        } else if !state.ready.is_empty() {
            // Workers were not woken for what this thread might have taken.
            let ready = state.ready.len();
            self.wake_workers(&mut state, ready);
        }
        state
    }

    /// Cancels what a context has in flight.
    pub(super) fn stop(self: &Arc<Self>, state: &mut State, context: device::ContextId) {
        for work in state.work.values() {
            if let Work::Grid(grid) = work
                && grid.context == context
            {
                grid.launch.cancel();
            }
        }
        state.device.abort(context);
        let (gone, kept) = std::mem::take(&mut state.untils).into_iter().partition(|wait| wait.1 == context);
        state.untils = kept;
        let gone: Vec<(OpId, device::ContextId, Condition)> = gone;
        gone.iter().for_each(|wait| state.device.op_done(wait.0));
        self.pump(state);
    }

    /// Takes the front end's actions and hands them out.
    pub(super) fn pump(self: &Arc<Self>, state: &mut State) {
        let (mut fresh, mut finished) = (0usize, Vec::new());
        while let Some(action) = state.device.poll() {
            match action {
                // No block of the engine gives its SM back while it runs.
                Action::Resume { .. } => {}
                Action::Run { grid, first, sms } => {
                    if let Some(Work::Grid(work)) = state.work.get(&grid) {
                        if first == 0 {
                            work.birth.iter().for_each(Birth::begun);
                        }
                        fresh += sms.len();
                        state.ready.push_back(BlockJob::fresh(grid, Arc::clone(work), first, sms));
                    }
                }
                Action::Start { op } => match state.work.insert(op, Work::Nothing) {
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
                            continue;
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
                },
                Action::Done { op } => {
                    let work = state.work.remove(&op);
                    if let Some(Work::Grid(grid)) = &work
                        && let Some(birth) = &grid.birth
                    {
                        birth.end();
                    }
                    state.begun_copies.remove(&op);
                    if self.timeline.is_some() {
                        self.tell_ended(state, op, work.as_ref());
                    }
                    state.ended += 1;
                    finished.extend(work);
                }
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

    /// Tells the timeline something, if there is one.
    fn tell(&self, record: impl FnOnce() -> Record) {
        if let Some(timeline) = &self.timeline {
            timeline.tell(record());
        }
    }

    /// Tells the timeline that an operation has ended.
    fn tell_ended(&self, state: &State, op: OpId, work: Option<&Work>) {
        let grid = if let Some(Work::Grid(grid)) = work { Some(grid) } else { None };
        // What grids that grids launched bring about is told with their parents.
        let changes = match &config().trace {
            Some(_) => {
                let what = grid.map_or("prefetches and the host", |grid| grid.launch.function_name());
                crate::state::memory_changes(self.ordinal, what)
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
                grid.requests.desk.ledger.close();
                self.tell(|| Record::Ended { op, grid: Some(Arc::clone(grid)), changes });
            }
            None if config().trace.is_some() => self.tell(|| Record::Ended { op, grid: None, changes }),
            None => {}
        }
    }

    /// Has the timeline catch up, unless another thread is at that.
    pub(super) fn follow(&self) {
        if let Some(timeline) = &self.timeline {
            while timeline.follow() {}
        }
    }

    /// How far the timeline is behind; 0 if there is none.
    pub(super) fn behind(&self) -> usize {
        self.timeline.as_ref().map_or(0, Follower::behind)
    }

    /// Has the timeline hear of a little of what it was told. Whether there may be more; not if another thread is at it.
    pub(super) fn follow_a_little(&self) -> bool {
        self.timeline.as_ref().is_some_and(Follower::follow)
    }

    /// Sees to it that `jobs` new jobs find workers.
    pub(super) fn wake_workers(self: &Arc<Self>, state: &mut State, jobs: usize) {
        let regular = config().workers;
        let missing = self.blocks.wake(jobs).min(regular.saturating_sub(state.workers - state.extra));
        for _ in 0..missing {
            if self.spawn("hip-worker", |shared| worker::run(&shared, false)) {
                state.workers += 1;
            }
        }
        if self.blocks.asleep() == 0 && state.workers - state.extra >= regular {
            if !state.has_watcher {
                state.has_watcher = self.spawn("hip-watch", |shared| shared.watch());
            }
            if !state.watched {
                state.watched = true;
                self.watch.notify_one();
            }
        }
    }

    fn start_copier(self: &Arc<Self>, state: &mut State) {
        if !state.has_copier {
            state.has_copier = self.spawn("hip-copy", |shared| {
                shared.carry_out(&shared.copies, |state| &mut state.copies);
            });
        }
    }

    fn start_looker(self: &Arc<Self>, state: &mut State) {
        if !state.has_looker {
            state.has_looker = self.spawn("hip-look", |shared| shared.look());
        }
    }

    /// Looks at the conditions that operations wait for.
    fn look(self: &Arc<Self>) {
        let mut state = self.state.lock();
        let mut pause = LOOK_AFTER.0;
        loop {
            if state.untils.is_empty() {
                self.waits.wait(&mut state);
                pause = LOOK_AFTER.0;
            }
            let mut done = Vec::new();
            state.untils.retain_mut(|(op, _, condition)| {
                let holds = condition();
                done.extend(holds.then_some(*op));
                !holds
            });
            if done.is_empty() {
                self.waits.wait_for(&mut state, pause);
                pause = (pause * 2).min(LOOK_AFTER.1);
                continue;
            }
            pause = LOOK_AFTER.0;
            done.into_iter().for_each(|op| state.device.op_done(op));
            self.pump(&mut state);
        }
    }

    fn start_host(self: &Arc<Self>, state: &mut State) {
        if !state.has_host {
            state.has_host = self.spawn("hip-host", |shared| {
                shared.carry_out(&shared.hosts, |state| &mut state.hosts);
            });
        }
    }

    /// A model has its own threads, which take steps of those here.
    #[cfg(feature = "models")]
    fn spawn(self: &Arc<Self>, _: &str, _: impl FnOnce(Arc<Self>) + Send + 'static) -> bool {
        true
    }

    #[cfg(not(feature = "models"))]
    fn spawn(self: &Arc<Self>, name: &str, body: impl FnOnce(Arc<Self>) + Send + 'static) -> bool {
        let shared = Arc::clone(self);
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(move || body(shared));
        if let Err(error) = &started {
            crate::trace::complain(&format!("no thread for {name}: {error}"));
        }
        started.is_ok()
    }

    /// The life of the copy thread and of the host-function thread.
    fn carry_out(self: &Arc<Self>, wake: &Condvar, queue: fn(&mut State) -> &mut VecDeque<(OpId, Task)>) {
        loop {
            self.carry_out_one(wake, queue);
        }
    }

    /// Waits for a task and carries it out.
    fn carry_out_one(self: &Arc<Self>, wake: &Condvar, queue: fn(&mut State) -> &mut VecDeque<(OpId, Task)>) {
        let mut state = self.state.lock();
        let (op, task) = loop {
            match queue(&mut state).pop_front() {
                Some(next) => break next,
                None => wake.wait(&mut state),
            }
        };
        state.tasks.push(op);
        drop(state);
        // A host function that panics must not take the queue with it.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(task)).is_err() {
            crate::trace::complain("a host function panicked");
        }
        let mut state = self.state.lock();
        state.tasks.retain(|&other| other != op);
        state.device.op_done(op);
        self.pump(&mut state);
    }

    /// Looks after starved grids: while blocks are ready, all workers are busy and none took anything for a while,
    /// a further worker is started for a grid that nobody runs.
    fn watch(self: &Arc<Self>) {
        let mut state = self.state.lock();
        loop {
            let starved = self.blocks.asleep() == 0 && state.starved().is_some();
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
}

impl State {
    /// Place in the queue of the first job of a grid that no worker is running.
    pub(super) fn starved(&self) -> Option<usize> {
        self.ready.iter().position(|job| !self.running.contains(&job.op))
    }
}

#[cfg(all(test, feature = "models"))]
mod models;
