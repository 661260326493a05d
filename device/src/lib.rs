//! The modelled GPU front end: streams bound to channels, grids, blocks placed on SMs.
//!
//! A [`Device`] is a pure state machine. Operations are [submitted](Device::submit) to streams; what may
//! start now comes out as [`Action`]s; what has finished is reported back. It never runs anything, starts a
//! thread, waits, or looks at a clock: whoever drives it decides how long things take. Ties break by order of
//! submission, so the same inputs give the same actions, always.
//!
//! What is modelled, and where the numbers come from (measured on an H200 unless said otherwise):
//! * A context owns *channels*, each a ring that holds at most [`Config::ring_entries`]` − 3` operations the
//!   front end has not passed yet. A stream that was not the last to push on its channel moves to an idle
//!   one, else to the least recently used. A full ring refuses the operation: on hardware the calling thread
//!   blocks. Kernels, copies to the device and copies from it have channels of their own.
//! * The head of a ring stalls until what it waits for is done; what is behind it stalls too, whatever its
//!   stream.
//! * Grids wait in a pool without limit, at most [`Spec::resident_grids`] are resident, higher priorities
//!   dispatch first and never pre-empt. A grid whose next block does not fit keeps later ones from the SMs it
//!   may use.
//! * Running blocks [launch grids](Device::launch_child), which keep the grid that launched them from being
//!   complete.
//! * The legacy default stream waits for all blocking streams of its context, and they for it (CUDA's
//!   documents).

mod ask;
mod chain;
mod channel;
mod child;
mod config;
mod dispatch;
mod graph;
mod grid;
mod id;
mod make;
mod managed;
pub mod occupancy;
mod op;
pub mod partition;
mod place;
mod refused;
pub mod residence;
mod sm;
mod spec;

pub use chain::in_words;
pub use child::{ChildStream, NotLaunched, PENDING};
pub use config::{Binding, Config, Lane, queue_quarters};
pub use dispatch::Progress;
pub use grid::GridSpec;
pub use id::{ContextId, OpId, StreamId};
pub use managed::Managed;
pub use op::{Action, Counters, Note, Op, Order, StreamKind, StreamName};
pub use place::{NoPlacement, Placement};
pub use refused::Refused;
pub use sm::{NoSms, SmSet};
pub use spec::{NoSpec, Spec};

use channel::Channels;
use child::Children;
use dispatch::{Dispatcher, Left};
use graph::{Ended, Graph};
use id::Slab;
use std::collections::VecDeque;

struct Stream {
    context: ContextId,
    name: StreamName,
    priority: i32,
    sms: SmSet,
    /// Its set of channels in its context.
    queues: u32,
    last: Option<OpId>,
}

struct Context {
    channels: Channels,
    streams: Vec<StreamId>,
    /// Last operations of destroyed streams, which still count: the context is idle only after them, and the
    /// legacy stream waits for those of blocking streams.
    orphans: Vec<(StreamKind, OpId)>,
    aborted: bool,
}

/// A device's front end. See the [crate] for what it models.
pub struct Device {
    spec: Spec,
    contexts: Slab<ContextId, Context>,
    streams: Slab<StreamId, Stream>,
    /// How many there were.
    streams_made: usize,
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
            streams_made: 0,
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
        let lane = op.lane();
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
        let name = s.name;
        match name.kind {
            StreamKind::NonBlocking => {}
            kind => {
                let other =
                    if kind == StreamKind::Legacy { StreamKind::Blocking } else { StreamKind::Legacy };
                let others = context.streams.iter().filter_map(|&id| self.streams.get(id));
                wanted.extend(others.filter(|o| o.name.kind == other).filter_map(|o| o.last));
                let orphans = context.orphans.iter().filter(|(kind, _)| *kind == other);
                wanted.extend(orphans.map(|&(_, op)| op));
            }
        }
        if let Op::Wait(target) = op {
            wanted.push(target);
        }
        let (place, aborted) = ((s.context, s.priority, s.sms.clone()), context.aborted);
        let id = self.graph.insert(op, place, channel, wanted);
        self.graph.set_stream(id, (stream, name));
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

    /// Takes an operation that a running grid launched: a grid or a copy. It runs in the grid's context, with
    /// its priority and on its SMs, and takes no channel. The parent completes after it; its blocks give
    /// up their room when they end.
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

    /// Blocks of a grid wait for their children and give their room up until they end; they are reported like
    /// others then.
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

    /// Takes everything of a context that has not started out of the way, as after a fault: it completes
    /// without having run, and without waiting for other contexts. Grids that are running complete when
    /// their running blocks are reported. Later operations complete at once.
    pub fn abort(&mut self, context: ContextId) {
        if let Some(context) = self.contexts.get_mut(context) {
            context.aborted = true;
        }
        let freed = self.graph.cancel_all(context);
        self.ready.extend(freed);
        for grid in self.children.drop_waiting(context) {
            self.blocks_over(grid);
        }
        for grid in self.dispatcher.drop_undispatched(context) {
            self.blocks_over(grid);
        }
        self.settle();
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

    /// An operation's own work is done. When all that it launched is too, it is complete, and those that
    /// waited for it may be free.
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
