//! Engine of one device: the modelled front end, its work queues, and the threads that wait for it.
//!
//! Each change takes the same path: a call enters an input into the front end; the resulting actions become
//! entries of work queues; the affected threads are woken. This file has the inputs and the state. `pump`
//! takes the actions out, `threads` executes them, `wait` is how callers wait, and `clock` reports to the
//! observer, if there is one.

mod clock;
mod pump;
mod substitute;
mod threads;
mod wait;
mod wait_queue;

pub(crate) use threads::may_wait;

use super::counted_condvar::CountedCondvar;
use super::deadlock::Wait;
use super::observer::{self, EngineObserver, Operation, Record};
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

/// Time without a new job, for any worker, after which another worker thread is started.
const STARVED_AFTER: Duration = Duration::from_millis(20);
/// Time slices of blocks that only wait, without the end of any block, after which a launch by a kernel that
/// needs room is refused.
const PATIENT_SLICES: u64 = 1000;
/// Largest copy, in bytes, that takes no longer than it takes to wake the copy thread.
const SHORT_COPY: u64 = 64 << 10;

/// Observer backlog, in records, above which a submitting thread helps to process it. This bounds its memory.
/// Below, only idle threads process it.
const BACKLOG_LIMIT: usize = 4096;
/// Backlog above which a submitting thread blocks until it is processed: the thread that processes it may be
/// descheduled.
const BACKLOG_HARD_LIMIT: usize = 4 * BACKLOG_LIMIT;

/// Executor of the streams of one device.
#[derive(Clone)]
pub(crate) struct Engine(Arc<Shared>);

pub(super) struct Shared {
    pub(super) state: Mutex<EngineState>,
    /// Waited on by workers; notified when blocks are ready.
    pub(super) blocks: CountedCondvar,
    /// Waited on by the copy thread; notified when copies are ready.
    copies: Condvar,
    /// Waited on by the host-function thread.
    hosts: Condvar,
    /// Waited on by the thread that polls conditions.
    waits: Condvar,
    /// Waited on by the watcher; notified when blocks are ready and all workers are busy.
    watch: Condvar,
    /// Waited on by host threads; notified when an operation completes or a channel's ring has room.
    progress: CountedCondvar,
    pub(super) window: Arc<jit::Window>,
    /// Memory of the process, for changes of managed memory; models have none.
    memory: Option<&'static Memory>,
    /// Ordinal of the device.
    ordinal: usize,
    /// Observer, if the settings ask for one. Changes of the front end are reported with `state` locked.
    observer: Option<Box<dyn EngineObserver>>,
    /// Set once a thread could not be started: see [`substitute`].
    lacks_threads: AtomicBool,
}

pub(super) struct EngineState {
    pub(super) device: Device,
    pub(super) work: BTreeMap<OpId, Work>,
    pub(super) ready: VecDeque<BlockJob>,
    copies: VecDeque<(OpId, Task)>,
    hosts: VecDeque<(OpId, Task)>,
    /// Started operations that wait for a condition.
    pub(super) conditions: Vec<(OpId, device::ContextId, Condition)>,
    /// Started copies that their submitting threads execute.
    own_copies: BTreeMap<OpId, Task>,
    /// Number of worker threads, and how many of them exceed the regular number.
    pub(super) workers: usize,
    pub(super) extra: usize,
    /// Number of jobs that workers have taken.
    pub(super) taken: u64,
    /// Block executors of waiting host threads that run blocks.
    pub(super) helpers: Vec<jit::Worker>,
    /// Grids that run now; one entry for each worker or helping thread.
    pub(super) running: Vec<OpId>,
    /// Number of operations that have ended, and of times that blocks have.
    pub(super) ended: u64,
    pub(super) blocks_ended: u64,
    /// Grids whose first blocks are being started by a worker, and operations whose task is executing.
    pub(super) beginning: Vec<OpId>,
    pub(super) tasks: Vec<OpId>,
    /// Copies that have started and not completed.
    pub(super) begun_copies: BTreeSet<OpId>,
    /// Waits of host threads.
    pub(super) waits: Vec<(u32, Wait)>,
    /// Host threads that wait for room in a channel, in order of arrival.
    wait_queue: wait_queue::WaitQueue,
    /// End counters as a waiting thread last saw them, the time since which they are unchanged, and whether
    /// the deadlock report was printed since.
    quiet: Option<((u64, u64), Instant, bool)>,
    /// Time slices of blocks since a block last ended.
    pub(super) slices: u64,
    /// Set while a block of a grid with a fixed block order runs.
    pub(super) fixed_order_runs: bool,
    watched: bool,
    has_copier: bool,
    has_host: bool,
    has_poller: bool,
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
        let state = EngineState {
            device,
            work: BTreeMap::new(),
            ready: VecDeque::new(),
            copies: VecDeque::new(),
            hosts: VecDeque::new(),
            conditions: Vec::new(),
            own_copies: BTreeMap::new(),
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
            wait_queue: wait_queue::WaitQueue::default(),
            quiet: None,
            slices: 0,
            fixed_order_runs: false,
            watched: false,
            has_copier: false,
            has_host: false,
            has_poller: false,
            has_watcher: false,
        };
        Engine(Arc::new(Shared {
            state: Mutex::new(Rank::Engine, state),
            blocks: CountedCondvar::new(),
            copies: Condvar::new(),
            hosts: Condvar::new(),
            waits: Condvar::new(),
            watch: Condvar::new(),
            progress: CountedCondvar::new(),
            window,
            memory,
            ordinal,
            observer,
            lacks_threads: AtomicBool::new(false),
        }))
    }

    /// Queries or changes the front end directly.
    pub(crate) fn with<R>(&self, ask: impl FnOnce(&mut Device) -> R) -> R {
        let mut state = self.0.state.lock();
        let answer = ask(&mut state.device);
        self.0.pump(&mut state);
        answer
    }

    /// Number of streams with incomplete work; zero if only memory is still to be freed, or if another thread
    /// holds the front end, as is possible when a signal handler ends the process.
    pub(crate) fn streams_with_work(&self) -> usize {
        let Some(state) = self.0.state.try_lock() else { return 0 };
        let only_frees = state.work.values().all(|work| matches!(work, Work::Free(_)));
        if only_frees { 0 } else { state.device.streams_with_work() }
    }

    /// Submits an operation to a stream. While the stream's channel is full the calling thread blocks, as on
    /// hardware; `config().block_limit` bounds that time.
    ///
    /// # Errors
    /// [`Error::Refused`]; `WaitsInHostFunction` if it would have to wait.
    pub(crate) fn submit(&self, stream: StreamId, op: &Op, work: Work) -> Result<OpId, Error> {
        self.submit_copy(stream, op, work, (Way::DeviceToDevice, 0))
    }

    /// Submits a copy or fill to a stream; `described` is its direction and the number of bytes copied. A
    /// short one that waits for nothing is done on return: to wake another thread takes longer.
    ///
    /// # Errors
    /// See [`Engine::submit`].
    pub(crate) fn copy(&self, stream: StreamId, described: (Way, u64), task: Task) -> Result<OpId, Error> {
        if described.1 > SHORT_COPY {
            return self.submit_copy(stream, &described.0.op(), Work::Copy(task), described);
        }
        let op = self.submit_copy(stream, &described.0.op(), Work::ShortCopy(task), described)?;
        let mut state = self.0.state.lock();
        if let Some(task) = state.own_copies.remove(&op) {
            drop(self.0.carry_out_task(state, op, task));
        } else if let Some(work) = state.work.get_mut(&op) {
            // The end of what it waits for starts it, on any thread.
            *work = match std::mem::replace(work, Work::Nothing) {
                Work::ShortCopy(task) => Work::Copy(task),
                work => work,
            };
        }
        Ok(op)
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
            // Threads that already wait for the same channel come first.
            let chosen = match state.wait_queue.is_empty() {
                true => None,
                false => state.device.channel_for(stream, op),
            };
            let line = chosen.filter(|&channel| state.wait_queue.is_behind(ticket, channel));
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
                && state.wait_queue.wait(&mut ticket, chosen)
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
        if state.wait_queue.leave(ticket) {
            self.0.progress.wake_all();
        }
        let id = taken?;
        let mut backlog = 0;
        if let Some(observer) = &self.0.observer {
            let what = Operation::describe(op, &work, described);
            backlog = observer.record(Record::Submitted { host: observer::host(), stream, op: id, what });
        }
        if let Some(side) = work.device_side() {
            side.submitted(id);
        }
        state.work.insert(id, work);
        self.0.pump(&mut state);
        drop(state);
        if backlog > BACKLOG_LIMIT {
            self.0.process_backlog(backlog > BACKLOG_HARD_LIMIT);
        }
        self.0.limit_stored_calls();
        Ok(id)
    }

    /// Submits a copy to a stream, executes it on this thread once it starts, and returns when it is done.
    ///
    /// # Errors
    /// See [`Engine::submit`]; `WaitsInHostFunction`.
    pub(crate) fn copy_now(&self, stream: StreamId, described: (Way, u64), task: Task) -> Result<(), Error> {
        may_wait()?;
        let op = self.submit_copy(stream, &described.0.op(), Work::OwnCopy(task), described)?;
        let mut state = self.0.state.lock();
        while !state.device.is_done(op) {
            match state.own_copies.remove(&op) {
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

    /// Submits a launch by a running grid.
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
        if let Some(side) = work.device_side() {
            side.submitted(id);
        }
        state.work.insert(id, work);
        self.0.pump(&mut state);
        Ok(id)
    }

    /// Returns whether some operation may end without room for further launches and without waiting for
    /// children. If blocks only spun for many time slices while nothing ended, they are taken to wait for the
    /// caller.
    pub(crate) fn may_progress(&self) -> bool {
        let state = self.0.state.lock();
        let runs = |op: OpId| match state.work.get(&op) {
            Some(Work::Grid(grid)) => grid.device_side.may_progress(),
            _ => false,
        };
        !state.begun_copies.is_empty() || state.slices < PATIENT_SLICES && state.device.running().any(runs)
    }

    /// Creates a context in the front end, with its legacy default stream.
    pub(crate) fn create_context(&self, settings: &device::Config) -> (ContextId, Option<StreamId>) {
        let context = {
            let mut state = self.0.state.lock();
            let context = state.device.create_context(settings);
            self.0.report(|| Record::Context { context, settings: Box::new(settings.clone()) });
            context
        };
        (context, self.create_stream(context, StreamKind::Legacy, 0, None))
    }

    /// Creates a stream, on all SMs or on `sms`; `None` if the context is destroyed.
    pub(crate) fn create_stream(
        &self,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Option<StreamId> {
        let mut state = self.0.state.lock();
        let stream = state.device.create_stream(context, kind, priority, sms.clone())?;
        self.0.report(|| Record::Stream { stream, context, kind, priority, sms: sms.map(Box::new) });
        Some(stream)
    }

    /// Gives a context another set of channels, for streams [assigned to it](Engine::set_queues); `None` if
    /// the context is destroyed.
    pub(crate) fn create_queues(&self, context: ContextId, channels: u32) -> Option<u32> {
        let mut state = self.0.state.lock();
        let queues = state.device.create_queues(context, channels)?;
        self.0.report(|| Record::Queues { context, channels, set: queues });
        Some(queues)
    }

    /// Assigns a stream to a set of channels of its context.
    pub(crate) fn set_queues(&self, stream: StreamId, queues: u32) {
        let mut state = self.0.state.lock();
        state.device.set_queues(stream, queues);
        self.0.report(|| Record::SetQueues { host: observer::host(), stream, queues });
    }

    /// Destroys a stream; its submitted operations still run.
    pub(crate) fn destroy_stream(&self, stream: StreamId) {
        let mut state = self.0.state.lock();
        state.device.destroy_stream(stream);
        self.0.report(|| Record::Destroyed { host: observer::host(), stream });
        self.0.pump(&mut state);
    }

    /// Reports the limit of pending launches by kernels of a context, which the timeline has to model too.
    pub(crate) fn set_pending(&self, context: ContextId, launches: u32) {
        let _state = self.0.state.lock();
        self.0.report(|| Record::Pending { host: observer::host(), context, launches });
    }

    /// Last operation of a stream, for another stream to wait for. `None` if it has completed and there is no
    /// observer; on a virtual timeline it may still be incomplete.
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
    /// `WaitsInHostFunction` if some have not completed and this is a host function.
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

    /// Stops all work of a context, as [`Engine::stop`] does, without waiting for its end.
    pub(crate) fn cancel(&self, context: device::ContextId) {
        self.0.stop(&mut self.0.state.lock(), context);
    }

    /// Stops all work of a context: operations that have not started never run, kernels end at their next
    /// poll. Returns when nothing of it runs any more.
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
    /// Cancels all in-flight work of a context.
    pub(super) fn stop(self: &Arc<Self>, state: &mut EngineState, context: device::ContextId) {
        for work in state.work.values() {
            if let Work::Grid(grid) = work
                && grid.context == context
            {
                grid.launch.cancel();
            }
        }
        state.device.abort(context);
        let (gone, kept) =
            std::mem::take(&mut state.conditions).into_iter().partition(|wait| wait.1 == context);
        state.conditions = kept;
        let gone: Vec<(OpId, device::ContextId, Condition)> = gone;
        gone.iter().for_each(|wait| state.device.op_done(wait.0));
        self.pump(state);
    }
}

#[cfg(all(test, feature = "models"))]
mod models;
