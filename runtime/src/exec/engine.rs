//! The front end of one device, its queues of work, and who waits for what.
//!
//! Every change goes the same way: something is put into the front end, its actions are taken out and become
//! entries of a queue, and the threads they concern are woken. Here is what is put in, and what there is;
//! `pump` takes actions out, `threads` carries them out, `wait` is how callers wait for that, and `clock`
//! reports it all to an observer, if there is one.

mod clock;
mod line;
mod pump;
mod substitute;
mod threads;
mod wait;

pub(crate) use threads::may_wait;

use super::bell::Bell;
use super::observer::{self, EngineObserver, Record, What};
use super::stuck::Wait;
use super::worker::BlockJob;
use super::{Condition, Task, Work};
use crate::Error;
use crate::config::config;
use crate::memory::Memory;
use crate::sync::{self, Arc, AtomicBool, Condvar, Mutex, Rank};
use crate::trace::Level;
use ::timeline::Way;
use device::{ContextId, Device, Op, OpId, Order, Refused, SmSet, StreamId, StreamKind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// A worker that got no new work for so long keeps others waiting: another thread is started.
const STARVED_AFTER: Duration = Duration::from_millis(20);
/// So many turns of blocks that only wait may pass without the end of any before a launch that needs room is
/// refused.
const PATIENT_TURNS: u64 = 1000;

/// An observer whose backlog is longer catches up on the threads that submit, which bounds what is kept for
/// it; one that is behind by less only where nobody has anything better to do.
const FAR_BEHIND: usize = 4096;
/// So far behind, it is waited for where another thread is at it, which may have been kept from it.
const MOST_BEHIND: usize = 4 * FAR_BEHIND;

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
    /// Memory of its process, for what becomes of managed memory; models have none.
    memory: Option<&'static Memory>,
    /// Of the device.
    ordinal: usize,
    /// The observer, if the settings ask for one. What concerns the front end is reported while its lock is
    /// held.
    observer: Option<Box<dyn EngineObserver>>,
    /// A thread could not be started: see [`substitute`].
    lacks_threads: AtomicBool,
}

pub(super) struct State {
    pub(super) device: Device,
    pub(super) work: BTreeMap<OpId, Work>,
    pub(super) ready: VecDeque<BlockJob>,
    copies: VecDeque<(OpId, Task)>,
    hosts: VecDeque<(OpId, Task)>,
    /// Operations whose turn has come and that wait for a condition.
    pub(super) untils: Vec<(OpId, device::ContextId, Condition)>,
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
    /// The grids of workers at blocks that had not started, and threads at copies and host functions.
    pub(super) beginning: Vec<OpId>,
    pub(super) tasks: Vec<OpId>,
    /// Copies whose turn has come and that have not completed.
    pub(super) begun_copies: BTreeSet<OpId>,
    /// What host threads wait for.
    pub(super) waits: Vec<(u32, Wait)>,
    /// Those of them that wait for room in a channel.
    line: line::Line,
    /// What had ended when a waiting thread last looked, since when that is so, and whether it was told.
    quiet: Option<((u64, u64), Instant, bool)>,
    /// Turns of blocks since one last ended.
    pub(super) turns: u64,
    /// A block has its turn that has a fixed place in an order.
    pub(super) fixed_turn: bool,
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
        observer: Option<Box<dyn EngineObserver>>,
        window: Arc<jit::Window>,
        memory: Option<&'static Memory>,
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
            beginning: Vec::new(),
            tasks: Vec::new(),
            begun_copies: BTreeSet::new(),
            waits: Vec::new(),
            line: line::Line::default(),
            quiet: None,
            turns: 0,
            fixed_turn: false,
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
            memory,
            ordinal,
            observer,
            lacks_threads: AtomicBool::new(false),
        }))
    }

    /// Asks or changes the front end itself.
    pub(crate) fn with<R>(&self, ask: impl FnOnce(&mut Device) -> R) -> R {
        let mut state = self.0.state.lock();
        let answer = ask(&mut state.device);
        self.0.pump(&mut state);
        answer
    }

    /// Number of streams whose work is not complete; zero if another thread holds the front end, as it may
    /// when a signal's handler ends the process.
    pub(crate) fn streams_with_work(&self) -> usize {
        self.0.state.try_lock().map_or(0, |state| state.device.streams_with_work())
    }

    /// Puts an operation into a stream. While the stream's channel is full the calling thread waits, as on
    /// hardware; a limit can be set to that.
    ///
    /// # Errors
    /// [`Error::Refused`]; `WaitsInHostFunction` where it would wait.
    pub(crate) fn submit(&self, stream: StreamId, op: &Op, work: Work) -> Result<OpId, Error> {
        self.submit_copy(stream, op, work, (Way::DeviceToDevice, 0))
    }

    /// Puts a copy or fill into a stream; `described` says which way it goes and how many bytes it copies.
    ///
    /// # Errors
    /// As [`Engine::submit`].
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
        sync::holds_nothing();
        let mut state = self.0.state.lock();
        let (mut ticket, mut blocked_since) = (None, None);
        let taken = loop {
            // Nobody overtakes those who wait for the same channel.
            let chosen = match state.line.is_empty() {
                true => None,
                false => state.device.channel_for(stream, op),
            };
            let line = chosen.filter(|&channel| state.line.is_behind(ticket, channel));
            let full = match line.and_then(|channel| state.device.fullness(channel)) {
                Some(full) => full,
                None => match state.device.submit(stream, op.clone()) {
                    Ok(id) => break Ok(id),
                    Err(refused) => refused,
                },
            };
            let Refused::ChannelFull { channel, .. } = full else { break Err(full.into()) };
            if let Err(never) = may_wait() {
                break Err(never);
            }
            let since = *blocked_since.get_or_insert_with(|| {
                crate::trace::log(Level::Warning, format_args!("{full}: the calling thread waits"));
                Instant::now()
            });
            let left = config().block_limit.map(|limit| limit.saturating_sub(since.elapsed()));
            if left == Some(Duration::ZERO) {
                break Err(full.into());
            }
            if let Some(chosen) = state.device.channel_for(stream, op)
                && state.line.wait(&mut ticket, chosen)
            {
                self.0.progress.wake_all();
            }
            let substituted;
            (state, substituted) = self.0.substitute(state);
            match left {
                _ if substituted => {}
                None => self.0.wait(&mut state, Wait::Channel { stream, channel }),
                Some(left) => self.0.wait_at_most(&mut state, left),
            }
        };
        if state.line.leave(ticket) {
            self.0.progress.wake_all();
        }
        let id = taken?;
        let mut behind = 0;
        if let Some(observer) = &self.0.observer {
            let what = What::of(op, &work, described);
            behind = observer.record(Record::Submitted { host: observer::host(), stream, op: id, what });
        }
        if let Work::Grid(grid) = &work {
            grid.device_side.born(id);
        }
        state.work.insert(id, work);
        self.0.pump(&mut state);
        drop(state);
        if behind > FAR_BEHIND {
            self.0.follow(behind > MOST_BEHIND);
        }
        self.0.keep_little();
        Ok(id)
    }

    /// Puts a copy into a stream, carries it out on this thread when its turn comes, and returns when it is
    /// done.
    ///
    /// # Errors
    /// As [`Engine::submit`]; `WaitsInHostFunction`.
    pub(crate) fn copy_now(&self, stream: StreamId, described: (Way, u64), task: Task) -> Result<(), Error> {
        may_wait()?;
        let op = self.submit_copy(stream, &described.0.op(), Work::OwnCopy(task), described)?;
        let mut state = self.0.state.lock();
        while !state.device.is_done(op) {
            match state.own.remove(&op) {
                Some(task) => {
                    drop(state);
                    self.0.perform(op, task);
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
    pub(crate) fn launch_child(
        &self,
        parent: OpId,
        order: Order,
        op: &Op,
        work: Work,
    ) -> Result<OpId, Error> {
        let mut state = self.0.state.lock();
        let id = state.device.submit_child(parent, order, op.clone())?;
        if let Work::Grid(grid) = &work {
            grid.device_side.born(id);
        }
        state.work.insert(id, work);
        self.0.pump(&mut state);
        Ok(id)
    }

    /// Whether something may end that does not itself wait for room to launch, or for its children. What only
    /// took turns, and many of them, while nothing ended, is taken to wait for the caller.
    pub(crate) fn goes_on(&self) -> bool {
        let state = self.0.state.lock();
        let runs = |op: OpId| match state.work.get(&op) {
            Some(Work::Grid(grid)) => grid.device_side.goes_on(),
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

    /// Gives a context another set of channels, for streams that are [put there](Engine::set_queues); none if
    /// it is gone.
    pub(crate) fn create_queues(&self, context: ContextId, channels: u32) -> Option<u32> {
        let mut state = self.0.state.lock();
        let queues = state.device.create_queues(context, channels)?;
        self.0.tell(|| Record::Queues { context, channels, set: queues });
        Some(queues)
    }

    /// Puts a stream on a set of channels of its context.
    pub(crate) fn set_queues(&self, stream: StreamId, queues: u32) {
        let mut state = self.0.state.lock();
        state.device.set_queues(stream, queues);
        self.0.tell(|| Record::SetQueues { host: observer::host(), stream, queues });
    }

    /// Lets a stream go; its operations go on to their end.
    pub(crate) fn destroy_stream(&self, stream: StreamId) {
        let mut state = self.0.state.lock();
        state.device.destroy_stream(stream);
        self.0.tell(|| Record::Destroyed { host: observer::host(), stream });
        self.0.pump(&mut state);
    }

    /// Sets how many launches by blocks of a context may be under way: the timeline's, which has them wait
    /// there as here.
    pub(crate) fn set_pending(&self, context: ContextId, launches: u32) {
        let _state = self.0.state.lock();
        self.0.tell(|| Record::Pending { host: observer::host(), context, launches });
    }

    /// The last operation of a stream, for another stream to wait for: none if it has completed and there is
    /// no timeline, on which it may not have.
    pub(crate) fn last_of(&self, stream: StreamId) -> Option<OpId> {
        let state = self.0.state.lock();
        match self.0.observer {
            Some(_) => state.device.last_ever_of(stream),
            None => state.device.last_of(stream),
        }
    }

    /// Waits until operations have completed.
    ///
    /// # Errors
    /// `WaitsInHostFunction` if they have not.
    pub(crate) fn wait(&self, ops: &[OpId]) -> Result<(), Error> {
        sync::holds_nothing();
        let mut state = self.0.state.lock();
        for &op in ops {
            while !state.device.is_done(op) {
                may_wait()?;
                state = self.0.wait_for(state, op);
            }
        }
        Ok(())
    }

    /// Stops everything of a context: what has not started never runs, kernels end at their next poll.
    /// Returns when nothing of it runs any more.
    pub(crate) fn stop(&self, context: device::ContextId) {
        sync::holds_nothing();
        let mut state = self.0.state.lock();
        self.0.stop(&mut state, context);
        let left = state.device.last_of_context(context);
        for op in left {
            while !state.device.is_done(op) {
                let substituted;
                (state, substituted) = self.0.substitute(state);
                if !substituted {
                    self.0.wait(&mut state, Wait::Op(op));
                }
            }
        }
    }
}

impl Shared {
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
}

#[cfg(all(test, feature = "models"))]
mod models;
