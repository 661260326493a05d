//! The modelled GPU front end: streams bound to channels, grids, blocks placed on SMs.
//!
//! A [`Device`] is a pure state machine. Operations are [submitted](Device::submit) to streams; what may start now
//! comes out as [`Action`]s; what has finished is reported back. It never runs anything, starts a thread, waits, or
//! looks at a clock: whoever drives it decides how long things take. Ties break by order of submission, so the same
//! inputs give the same actions, always.
//!
//! What is modelled, and where the numbers come from (measured on an H200 unless said otherwise):
//! * A context owns *channels*, each a ring that holds at most [`Config::ring_entries`]` − 3` operations the front end has
//!   not passed yet. A stream that was not the last to push on its channel moves to an idle one, else to the least
//!   recently used. A full ring refuses the operation: on hardware the calling thread blocks. Kernels, copies to the device and
//!   copies from it have channels of their own.
//! * The head of a ring stalls until what it waits for is done; what is behind it stalls too, whatever its stream.
//! * Grids wait in a pool without limit, at most [`Spec::resident_grids`] are resident, higher priorities dispatch first
//!   and never pre-empt. A grid whose next block does not fit keeps later ones from the SMs it may use.
//! * Running blocks [launch grids](Device::launch_child), which keep the grid that launched them from being complete.
//! * The legacy default stream waits for all blocking streams of its context, and they for it (CUDA's documents).

mod channel;
mod child;
mod dispatch;
mod graph;
mod id;
mod managed;
pub mod occupancy;
pub mod partition;
mod place;
pub mod residence;
pub mod sim;
mod sm;
pub mod spawn;
mod spec;
#[cfg(feature = "study")]
pub mod study;

pub use child::{ChildStream, DEEPEST, NotLaunched, PENDING};
pub use dispatch::{GridSpec, Progress};
pub use id::{ContextId, OpId, StreamId};
pub use managed::Managed;
pub use place::{NoPlacement, Placement};
pub use sm::{NoSms, SmSet};
pub use spec::{NoSpec, Spec};

use channel::Channels;
use child::Children;
use dispatch::{Dispatcher, Left};
use graph::{Ended, Graph};
use id::Slab;
use std::collections::VecDeque;
use std::fmt;

/// What may be turned about the front end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Compute channels of a context, 1..=32 (`CUDA_DEVICE_MAX_CONNECTIONS`).
    pub channels: u32,
    /// Channels for copies, so many for each direction, 1..=32 (`CUDA_DEVICE_MAX_COPY_CONNECTIONS`).
    pub copy_channels: u32,
    /// Entries of a channel's ring.
    pub ring_entries: u32,
    /// Bytes of a channel's pushbuffer, for methods and kernel parameters.
    pub pushbuffer_bytes: u64,
    /// How streams come to channels.
    pub binding: Binding,
    /// How long after a push a channel does not count as idle, in the unit of [`Device::set_clock`]: who launches does not
    /// learn sooner that the front end has passed an entry.
    pub settle: u64,
    /// The same of channels for copies.
    pub copy_settle: u64,
}

/// What a channel is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Kernels, timed events, copies within the device and fills.
    Compute,
    /// Copies to the device.
    Upload,
    /// Copies from the device.
    Download,
}

impl Lane {
    pub(crate) const COUNT: usize = 3;
    pub(crate) const ALL: [Lane; Lane::COUNT] = [Lane::Compute, Lane::Upload, Lane::Download];
}

/// Which channel a stream pushes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// As measured: an idle one, the least recently used first, with every push.
    #[default]
    Dynamic,
    /// The stream's number modulo the number of channels: what programs that spread streams by hand assume.
    Static,
}

impl Config {
    /// `channels` channels of each kind whose rings and pushbuffers are `quarters / 4` times the usual size (`CUDA_SCALE_LAUNCH_QUEUES`:
    /// 0.25x is 1, 4x is 16).
    pub fn scaled(channels: u32, quarters: u32) -> Self {
        Config {
            channels,
            copy_channels: channels,
            ring_entries: 256 * quarters,
            pushbuffer_bytes: (1 << 20) * u64::from(quarters),
            binding: Binding::Dynamic,
            settle: 0,
            copy_settle: 0,
        }
    }
}

/// The quarters that a `CUDA_SCALE_LAUNCH_QUEUES` stands for; none if CUDA has no such scale.
pub fn queue_quarters(scale: &str) -> Option<u32> {
    Some(match scale {
        "0.25x" => 1,
        "0.5x" => 2,
        "1x" => 4,
        "2x" => 8,
        "4x" => 16,
        _ => return None,
    })
}

impl Default for Config {
    fn default() -> Self {
        Config::scaled(8, 4)
    }
}

/// How a stream behaves towards the legacy default stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// The legacy default stream of its context.
    Legacy,
    /// Waits for the legacy stream and is waited for.
    Blocking,
    /// Has nothing to do with it.
    NonBlocking,
}

/// One operation of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// A kernel launch.
    Grid(GridSpec),
    /// A copy or fill within the device that the driver of this machine carries out when told to [start](Action::Start) it.
    Copy,
    /// A copy by a copy engine, to the device or from it, likewise.
    Transfer(Lane),
    /// A host function, likewise; it takes no ring entry.
    Host,
    /// An event's mark; with timing it takes a ring entry.
    Record {
        /// Whether the event takes times.
        timing: bool,
    },
    /// Later operations of the stream wait for this one of any stream; takes no ring entry.
    Wait(OpId),
}

/// When what a kernel launches runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// When these are complete: what was launched into the same stream before, events that the stream waits for. With none
    /// of them it is at once (`cudaStreamFireAndForget`).
    After(Vec<OpId>),
    /// When the parent's blocks have ended and all its other children are complete; one after the other
    /// (`cudaStreamTailLaunch`).
    Tail,
}

/// What the driver has to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Run blocks `first .. first + sms.len()` of a grid, each on the SM at its place in the list.
    Run {
        /// The grid's operation.
        grid: OpId,
        /// Linear index of the first block.
        first: u64,
        /// SM of each block.
        sms: Vec<u16>,
    },
    /// A block that [waited](Device::block_waits) for its children goes on, on this SM.
    Resume {
        /// The grid's operation.
        grid: OpId,
        /// Which block, as it was told to [`Device::block_resumes`].
        block: u64,
        /// Where.
        sm: u16,
    },
    /// Carry out a copy or a host function.
    Start {
        /// Which.
        op: OpId,
    },
    /// An operation is complete: its event has happened, those that waited go on.
    Done {
        /// Which.
        op: OpId,
    },
}

/// Why an operation was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// No such operation, or it is complete.
    NoParent(OpId),
    /// No such stream (destroyed, or of another device).
    NoStream(StreamId),
    /// The stream's channel is full: try again after something of this context was passed by the front end.
    ChannelFull {
        /// Number of the channel in its context.
        channel: u32,
        /// Operations in its ring.
        entries: u32,
        /// Bytes in its pushbuffer.
        bytes: u64,
    },
    /// No SM that the stream may use holds one block of the grid.
    BlockTooLarge {
        /// Which resource is too small.
        what: &'static str,
        /// What a block needs.
        needed: u32,
        /// What an SM has.
        available: u32,
    },
    /// A cooperative grid's blocks cannot be resident all at once.
    CooperativeTooLarge {
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the SMs the stream may use.
        fit: u64,
    },
    /// A cluster's blocks cannot be resident at once, or the grid is not made of whole clusters.
    ClusterTooLarge {
        /// Blocks of a cluster.
        cluster: u32,
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the SMs the stream may use.
        fit: u64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoParent(id) => write!(f, "{id} is complete and can launch nothing"),
            Refused::NoStream(id) => write!(f, "{id} does not exist"),
            Refused::ChannelFull { channel, entries, bytes } => {
                write!(
                    f,
                    "channel {channel} is full: {entries} operations wait in its ring, with {bytes} bytes"
                )
            }
            Refused::BlockTooLarge { what, needed, available } => {
                write!(f, "one block needs {needed} {what}, an SM has {available}")
            }
            Refused::CooperativeTooLarge { blocks, fit } => {
                write!(f, "a cooperative grid of {blocks} blocks, of which {fit} can be resident at once")
            }
            Refused::ClusterTooLarge { cluster, blocks, fit } => {
                write!(
                    f,
                    "a grid of {blocks} blocks in clusters of {cluster}: {fit} blocks can be resident at once"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

/// What the front end did, for whoever [watches](Device::watch).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// It has passed an operation, to where it runs.
    Passed {
        /// Which.
        op: OpId,
        /// Its channel, and how many operations wait there now.
        channel: Option<(u32, u32)>,
    },
    /// An operation waits for nothing any more, but another one is in front of it in its channel and stalls.
    Held {
        /// Which.
        op: OpId,
        /// The one in front.
        by: OpId,
        /// Their channel.
        channel: u32,
    },
}

/// What happened so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Operations taken.
    pub submitted: u64,
    /// Operations refused because a channel was full.
    pub refused_full: u64,
    /// Most operations that ever waited in one ring.
    pub deepest_ring: u32,
    /// Most grids that were ever resident at once.
    pub most_resident: u32,
    /// Blocks handed out.
    pub blocks: u64,
    /// Operations that running grids launched.
    pub children: u64,
}

struct Stream {
    context: ContextId,
    kind: StreamKind,
    priority: i32,
    sms: SmSet,
    /// Its set of channels in its context.
    queues: u32,
    last: Option<OpId>,
}

struct Context {
    channels: Channels,
    streams: Vec<StreamId>,
    /// Last operations of destroyed streams, which still count: the context is idle only after them, and the legacy
    /// stream waits for those of blocking streams.
    orphans: Vec<(StreamKind, OpId)>,
    aborted: bool,
}

/// A device's front end. See the [crate] for what it models.
pub struct Device {
    spec: Spec,
    contexts: Slab<ContextId, Context>,
    streams: Slab<StreamId, Stream>,
    graph: Graph,
    dispatcher: Dispatcher,
    children: Children,
    /// Operations whose last dependency went away and that no channel holds back.
    ready: VecDeque<OpId>,
    actions: VecDeque<Action>,
    counters: Counters,
    /// What was done since it was last asked, if someone watches.
    notes: Option<VecDeque<Note>>,
    clock: u64,
}

impl Device {
    /// An idle device that places blocks round robin.
    pub fn new(spec: Spec) -> Self {
        Device::placing(spec, Placement::default())
    }

    /// An idle device.
    pub fn placing(spec: Spec, placement: Placement) -> Self {
        Device {
            dispatcher: Dispatcher::new(&spec, placement),
            children: Children::new(spec.resident_grids),
            spec,
            contexts: Slab::new(),
            streams: Slab::new(),
            graph: Graph::new(),
            ready: VecDeque::new(),
            actions: VecDeque::new(),
            counters: Counters::default(),
            notes: None,
            clock: 0,
        }
    }

    /// Says what time it is, in any unit; it only ever matters for [`Config::settle`].
    pub fn set_clock(&mut self, now: u64) {
        self.clock = now;
    }

    /// What the device has.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What happened so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// From here on keeps what the front end does, for [`Device::note`].
    pub fn watch(&mut self) {
        self.notes.get_or_insert_default();
    }

    /// What the front end did, the oldest first; nothing if nobody watches.
    pub fn note(&mut self) -> Option<Note> {
        self.notes.as_mut()?.pop_front()
    }

    /// Makes a context with channels of its own.
    pub fn create_context(&mut self, config: &Config) -> ContextId {
        let channels = Channels::new(config);
        self.contexts.insert(Context { channels, streams: Vec::new(), orphans: Vec::new(), aborted: false })
    }

    /// Forgets a context and its streams. What is still running must be reported all the same.
    pub fn destroy_context(&mut self, context: ContextId) {
        self.abort(context);
        self.children.forget_context(context);
        if let Some(gone) = self.contexts.remove(context) {
            for stream in gone.streams {
                self.streams.remove(stream);
            }
        }
    }

    /// Makes a stream. `priority` is CUDA's, lower is more urgent; `sms` are the SMs its blocks may run on, all
    /// if `None`. `None` if there is no such context.
    pub fn create_stream(
        &mut self,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Option<StreamId> {
        let sms = sms.unwrap_or_else(|| SmSet::first(self.spec.sms));
        let owner = self.contexts.get_mut(context)?;
        let id = self.streams.insert(Stream { context, kind, priority, sms, queues: 0, last: None });
        owner.streams.push(id);
        Some(id)
    }

    /// Gives a context another set of channels, so many for kernels, which only the streams [put there](Device::set_queues)
    /// use: its number. One of the same size that no stream uses any more is given again. `None` if there is no such context.
    pub fn create_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        let owner = self.contexts.get_mut(context)?;
        let used =
            |set: u32| owner.streams.iter().any(|&s| self.streams.get(s).is_some_and(|s| s.queues == set));
        let again = owner.channels.idle_sets(channels).find(|&set| !used(set));
        Some(again.unwrap_or_else(|| owner.channels.add_set(channels, channels)))
    }

    /// Puts a stream on a set of channels of its context; 0 is the set that the context began with. A set that there is
    /// not changes nothing.
    pub fn set_queues(&mut self, stream: StreamId, queues: u32) {
        if let Some(s) = self.streams.get_mut(stream)
            && self.contexts.get(s.context).is_some_and(|context| context.channels.has_set(queues))
        {
            s.queues = queues;
        }
    }

    /// What a channel of a context is for.
    pub fn lane_of(&self, context: ContextId, channel: u32) -> Option<Lane> {
        Some(self.contexts.get(context)?.channels.lane(channel))
    }

    /// A stream's priority.
    pub fn priority(&self, stream: StreamId) -> Option<i32> {
        self.streams.get(stream).map(|s| s.priority)
    }

    /// Gives a stream another priority: for operations that come after.
    pub fn set_priority(&mut self, stream: StreamId, priority: i32) {
        if let Some(s) = self.streams.get_mut(stream) {
            s.priority = priority;
        }
    }

    /// Forgets a stream. Its operations go on to their end.
    pub fn destroy_stream(&mut self, stream: StreamId) {
        if let Some(gone) = self.streams.remove(stream)
            && let Some(context) = self.contexts.get_mut(gone.context)
        {
            context.streams.retain(|&s| s != stream);
            context.channels.forget(stream);
            context.orphans.retain(|&(_, op)| self.graph.contains(op));
            context.orphans.extend(gone.last.filter(|&op| self.graph.contains(op)).map(|op| (gone.kind, op)));
        }
    }

    /// Takes an operation into a stream. Its actions come out of [`Device::poll`].
    ///
    /// # Errors
    /// See [`Refused`]; a refused operation leaves no trace but in the counters.
    pub fn submit(&mut self, stream: StreamId, op: Op) -> Result<OpId, Refused> {
        let missing = Refused::NoStream(stream);
        let Some(s) = self.streams.get(stream) else { return Err(missing) };
        if let Op::Grid(grid) = &op {
            self.dispatcher.admit(grid, &s.sms)?;
        }
        let Some(context) = self.contexts.get_mut(s.context) else { return Err(missing) };
        let params = if let Op::Grid(grid) = &op { grid.param_bytes } else { 0 };
        let lane = match op {
            Op::Grid(_) | Op::Copy | Op::Record { timing: true } => Some(Lane::Compute),
            Op::Transfer(lane) => Some(lane),
            Op::Host | Op::Wait(_) | Op::Record { timing: false } => None,
        };
        let reserve = |lane| context.channels.reserve(stream, (s.queues, lane), params, self.clock);
        let channel = match lane.map(reserve).transpose() {
            Ok(channel) => channel,
            Err(full) => {
                self.counters.refused_full += 1;
                return Err(full);
            }
        };

        let mut wanted = Vec::new();
        wanted.extend(s.last);
        match s.kind {
            StreamKind::NonBlocking => {}
            kind => {
                let other =
                    if kind == StreamKind::Legacy { StreamKind::Blocking } else { StreamKind::Legacy };
                let others = context.streams.iter().filter_map(|&id| self.streams.get(id));
                wanted.extend(others.filter(|o| o.kind == other).filter_map(|o| o.last));
                let orphans = context.orphans.iter().filter(|(kind, _)| *kind == other);
                wanted.extend(orphans.map(|&(_, op)| op));
            }
        }
        if let Op::Wait(target) = op {
            wanted.push(target);
        }
        let (place, aborted) = ((s.context, s.priority, s.sms.clone()), context.aborted);
        let id = self.graph.insert(op, place, channel, wanted);
        self.graph.set_stream(id, stream);
        if let Some(s) = self.streams.get_mut(stream) {
            s.last = Some(id);
        }
        self.counters.submitted += 1;
        if let (Some(channel), Some(context)) =
            (channel, self.contexts.get_mut(place_context(&self.graph, id)))
        {
            let depth = context.channels.push(channel, stream, id, params, self.clock);
            self.counters.deepest_ring = self.counters.deepest_ring.max(depth);
        }
        if aborted {
            self.graph.cancel(id);
        }
        self.ready.push_back(id);
        self.settle();
        Ok(id)
    }

    /// Takes an operation that a running grid launched: a grid or a copy. It runs in the grid's context, with its priority and
    /// on its SMs, and takes no channel. The parent completes after it; its blocks give up their room when they end.
    ///
    /// # Errors
    /// `NoParent`; `BlockTooLarge`, `CooperativeTooLarge`, `ClusterTooLarge`.
    pub fn submit_child(&mut self, parent: OpId, order: Order, op: Op) -> Result<OpId, Refused> {
        let missing = Refused::NoParent(parent);
        let Some((context, _, sms)) = self.graph.place(parent) else { return Err(missing) };
        if let Op::Grid(grid) = &op {
            self.dispatcher.admit(grid, &sms)?;
        }
        let added = match order {
            Order::After(wanted) => self.graph.insert_child(parent, op, wanted),
            Order::Tail => self.graph.insert_tail(parent, op),
        };
        let Some(id) = added else { return Err(missing) };
        self.child_added(context, id);
        Ok(id)
    }

    /// Something that a running grid launched is in the graph.
    fn child_added(&mut self, context: ContextId, id: OpId) {
        if self.contexts.get(context).is_none_or(|context| context.aborted) {
            self.graph.cancel(id);
        }
        self.counters.children += 1;
        self.ready.push_back(id);
        self.settle();
    }

    /// Blocks of a grid wait for their children and give their room up until they end; they are reported like others then.
    pub fn relinquish(&mut self, grid: OpId, sms: &[u16]) {
        self.dispatcher.relinquish(grid, sms);
        self.settle();
    }

    /// Blocks of a grid have ended, each on the SM at its place in the list.
    pub fn blocks_done(&mut self, grid: OpId, sms: &[u16]) {
        match self.dispatcher.release(grid, sms) {
            Left::Ended => self.blocks_over(grid),
            Left::Suspended => self.left_queue(grid),
            Left::Running => {}
        }
        self.settle();
    }

    /// A copy or host function has ended.
    pub fn op_done(&mut self, op: OpId) {
        self.complete(op);
        self.settle();
    }

    /// Takes everything of a context that has not started out of the way, as after a fault: it completes without having
    /// run. Grids that are running complete when their running blocks are reported. Later operations complete at once.
    pub fn abort(&mut self, context: ContextId) {
        if let Some(context) = self.contexts.get_mut(context) {
            context.aborted = true;
        }
        self.graph.cancel_all(context);
        for grid in self.children.drop_waiting(context) {
            self.blocks_over(grid);
        }
        for grid in self.dispatcher.drop_undispatched(context) {
            self.blocks_over(grid);
        }
        self.settle();
    }

    /// Whether an operation has completed (or is none of this device's).
    pub fn is_done(&self, op: OpId) -> bool {
        !self.graph.contains(op)
    }

    /// Whether an operation is another, or has to wait for it. For one that is many operations away the answer is `false`.
    pub fn waits_for(&self, then: OpId, first: OpId) -> bool {
        self.graph.contains(first) && self.graph.waits_for(then, first)
    }

    /// The first of those that an operation still waits for: itself, for another one in front of it in its channel, or for
    /// a grid that has its SMs, which may be the same.
    pub fn held_by(&self, op: OpId) -> Option<OpId> {
        let ahead = || {
            let channel = self.graph.channel(op).filter(|_| self.graph.is_free(op))?;
            let owner = self.contexts.get(self.graph.context(op)?)?;
            owner.channels.head(channel).filter(|&head| head != op)
        };
        self.graph.first_wanted(op).or_else(ahead).or_else(|| self.dispatcher.held_by(op))
    }

    /// How far a grid is; none if it has not reached the front of its stream, or has ended.
    pub fn progress(&self, grid: OpId) -> Option<Progress> {
        self.dispatcher.progress(grid)
    }

    /// The stream that a host thread put an operation into which has not completed.
    pub fn stream_of(&self, op: OpId) -> Option<StreamId> {
        self.graph.stream(op)
    }

    /// All operations that have not completed.
    pub fn operations(&self) -> impl Iterator<Item = OpId> + '_ {
        self.graph.ids()
    }

    /// The operation that is first in a channel of a stream's context, and how many wait there.
    pub fn head_of(&self, stream: StreamId, channel: u32) -> Option<(OpId, u32)> {
        let owner = self.contexts.get(self.streams.get(stream)?.context)?;
        Some((owner.channels.head(channel)?, owner.channels.depth(channel)))
    }

    /// The channel of an operation that has not completed, and how many operations wait there.
    pub fn channel_of(&self, op: OpId) -> Option<(u32, u32)> {
        let channel = self.graph.channel(op)?;
        let owner = self.contexts.get(self.graph.context(op)?)?;
        Some((channel, owner.channels.depth(channel)))
    }

    /// The grids that have blocks running.
    pub fn running(&self) -> impl Iterator<Item = OpId> {
        self.dispatcher.running()
    }

    /// The last operation of a stream that has not completed.
    pub fn last_of(&self, stream: StreamId) -> Option<OpId> {
        self.streams.get(stream)?.last.filter(|&op| !self.is_done(op))
    }

    /// The last operation that was put into a stream, complete or not.
    pub fn last_ever_of(&self, stream: StreamId) -> Option<OpId> {
        self.streams.get(stream)?.last
    }

    /// The last operations of all streams of a context that have not completed, in order of the streams' making; then
    /// those of streams that were destroyed.
    pub fn last_of_context(&self, context: ContextId) -> Vec<OpId> {
        let Some(context) = self.contexts.get(context) else { return Vec::new() };
        let orphans = context.orphans.iter().map(|&(_, op)| op).filter(|&op| !self.is_done(op));
        context.streams.iter().filter_map(|&s| self.last_of(s)).chain(orphans).collect()
    }

    /// What to do next.
    pub fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Starts what can start, until nothing changes.
    fn settle(&mut self) {
        while let Some(id) = self.ready.pop_front() {
            if self.graph.may_complete(id) {
                self.complete(id);
                continue;
            }
            if !self.graph.is_free(id) {
                continue;
            }
            match self.graph.channel(id) {
                None => self.begin(id, None),
                Some(channel) => {
                    let context = place_context(&self.graph, id);
                    self.drain(context, channel);
                    self.note_held(context, channel, id);
                }
            }
        }
        let before = self.actions.len();
        self.dispatcher.dispatch(&mut self.actions, &mut self.counters);
        if self.children() > 0 {
            for at in before..self.actions.len() {
                if let Some(&Action::Run { grid, first: 0, .. }) = self.actions.get(at) {
                    self.child_begun(grid);
                }
            }
        }
    }

    /// The front end passes what it can of one ring.
    fn drain(&mut self, context: ContextId, channel: u32) {
        loop {
            let Some(owner) = self.contexts.get_mut(context) else { return };
            let Some(head) = owner.channels.head(channel).filter(|&head| self.graph.is_free(head)) else {
                return;
            };
            owner.channels.pop(channel);
            let depth = owner.channels.depth(channel);
            self.begin(head, Some((channel, depth)));
        }
    }

    fn note_held(&mut self, context: ContextId, channel: u32, op: OpId) {
        if let Some(notes) = &mut self.notes
            && self.graph.is_free(op)
            && let Some(by) = self.contexts.get(context).and_then(|owner| owner.channels.head(channel))
        {
            notes.push_back(Note::Held { op, by, channel });
        }
    }

    /// An operation that waits for nothing starts.
    fn begin(&mut self, id: OpId, channel: Option<(u32, u32)>) {
        if let Some(notes) = &mut self.notes {
            notes.push_back(Note::Passed { op: id, channel });
        }
        let Some((op, context, priority, sms)) = self.graph.start(id) else { return };
        match op {
            Some(Op::Grid(grid)) if grid.blocks > 0 => self.enter_pool(id, grid, (context, priority, sms)),
            Some(Op::Copy | Op::Transfer(_) | Op::Host) => self.actions.push_back(Action::Start { op: id }),
            _ => self.complete(id),
        }
    }

    /// An operation's own work is done. When all that it launched is too, it is complete, and those that waited for it may
    /// be free.
    fn complete(&mut self, id: OpId) {
        match self.graph.end(id) {
            Ended::Complete => {}
            Ended::Waits => return,
            Ended::Tail(tail) => return self.ready.push_back(tail),
        }
        if let Some(freed) = self.graph.complete(id) {
            self.actions.push_back(Action::Done { op: id });
            self.ready.extend(freed);
            self.child_complete(id);
        }
    }
}

fn place_context(graph: &Graph, id: OpId) -> ContextId {
    graph.context(id).unwrap_or(ContextId::NONE)
}
