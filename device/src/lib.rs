//! The modelled GPU front end: streams bound to channels, grids, blocks placed on SMs.
//!
//! A [`Device`] is a pure state machine. Operations are [submitted](Device::submit) to streams; it issues
//! [`Action`]s, and completed work is reported back. It never runs anything, starts a thread, waits, or reads
//! a clock: its driver decides how long things take. Ties break by order of submission, so equal inputs
//! always give equal actions.
//!
//! Modelled behaviour (observed on an H200 unless stated otherwise):
//! * A context owns *channels*, each a ring of at most [`Config::ring_entries`]` − 3` operations that the
//!   front end has not passed yet. A stream that was not the last to push on its channel moves to an idle
//!   one, else to the least recently used. A full ring rejects the operation: on hardware the calling thread
//!   blocks. Kernels, uploads and downloads have separate channels.
//! * The head of a ring stalls until its dependences are done; everything behind it stalls too, whatever its
//!   stream.
//! * Grids wait in an unbounded pool, at most [`Spec::resident_grids`] are resident, higher priorities
//!   dispatch first and never pre-empt. A grid whose next block does not fit keeps later ones from the SMs it
//!   may use.
//! * Running blocks [launch grids](Device::launch_child), which delay the completion of the launching grid.
//! * The legacy default stream waits for all blocking streams of its context, and they for it (CUDA
//!   documentation).

mod chain;
mod channel;
mod child;
mod config;
mod dispatch;
mod graph;
mod grid;
mod id;
mod lifecycle;
mod managed;
pub mod occupancy;
mod op;
pub mod partition;
mod place;
mod query;
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
use graph::{Ended, Graph, Origin};
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
    /// Last operations of destroyed streams: the context is idle only after them, and the legacy stream waits
    /// for those of blocking streams.
    orphans: Vec<(StreamKind, OpId)>,
    aborted: bool,
}

/// Front end of a device. See the [crate] for the model.
pub struct Device {
    spec: Spec,
    contexts: Slab<ContextId, Context>,
    streams: Slab<StreamId, Stream>,
    /// Number of streams created so far.
    streams_made: usize,
    graph: Graph,
    dispatcher: Dispatcher,
    children: Children,
    /// Operations without open dependences that no channel holds back.
    ready: VecDeque<OpId>,
    actions: VecDeque<Action>,
    counters: Counters,
    /// Events since the last query, if the device is watched.
    notes: Option<VecDeque<Note>>,
    clock: u64,
}

impl Device {
    /// Returns an idle device that places blocks round robin.
    pub fn new(spec: Spec) -> Self {
        Device::placing(spec, Placement::default())
    }

    /// Returns an idle device.
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

    /// Sets the clock, in any unit; used for [`Config::settle`] only.
    pub fn set_clock(&mut self, now: u64) {
        self.clock = now;
    }

    /// Returns the properties of the device.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the counters so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Starts to record the front end's events for [`Device::note`].
    pub fn watch(&mut self) {
        self.notes.get_or_insert_default();
    }

    /// Takes the oldest recorded event; `None` if the device is not watched.
    pub fn note(&mut self) -> Option<Note> {
        self.notes.as_mut()?.pop_front()
    }

    /// Submits an operation to a stream. [`Device::poll`] returns its actions.
    ///
    /// # Errors
    /// See [`Refused`]; a rejected operation leaves no trace except in the counters.
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
        let origin = Origin { context: s.context, priority: s.priority, sms: s.sms.clone() };
        let aborted = context.aborted;
        let id = self.graph.insert(op, origin, channel, wanted);
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

    /// Submits an operation launched by a running grid: a grid or a copy. It runs in the grid's context, with
    /// its priority and on its SMs, and takes no channel. The parent completes after it; its blocks release
    /// their room when they end.
    ///
    /// # Errors
    /// `NoParent`; `BlockTooLarge`, `CooperativeTooLarge`, `ClusterTooLarge`.
    pub fn submit_child(&mut self, parent: OpId, order: Order, op: Op) -> Result<OpId, Refused> {
        let missing = Refused::NoParent(parent);
        let Some(Origin { context, sms, .. }) = self.graph.origin(parent) else { return Err(missing) };
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

    /// Handles a child that was added to the graph.
    fn child_added(&mut self, context: ContextId, id: OpId) {
        if self.contexts.get(context).is_none_or(|context| context.aborted) {
            self.graph.cancel(id);
        }
        self.counters.children += 1;
        self.ready.push_back(id);
        self.settle();
    }

    /// Releases the room of blocks that wait for their children; they are reported as usual when they end.
    pub fn relinquish(&mut self, grid: OpId, sms: &[u16]) {
        self.dispatcher.relinquish(grid, sms);
        self.settle();
    }

    /// Reports ended blocks of a grid, each on the SM at its position in the list.
    pub fn blocks_done(&mut self, grid: OpId, sms: &[u16]) {
        match self.dispatcher.release(grid, sms) {
            Left::Ended => self.blocks_over(grid),
            Left::Suspended => self.left_queue(grid),
            Left::Running => {}
        }
        self.settle();
    }

    /// Reports the end of a copy or host function.
    pub fn op_done(&mut self, op: OpId) {
        self.complete(op);
        self.settle();
    }

    /// Aborts a context, as after a fault: operations that have not started complete without running, and
    /// without waiting for other contexts. Running grids complete when their running blocks are reported.
    /// Later operations complete at once.
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

    /// Takes the next action.
    pub fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Starts operations until none is ready.
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

    /// Passes entries of one ring as far as possible.
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

    /// Starts an operation that waits for nothing.
    fn begin(&mut self, id: OpId, channel: Option<(u32, u32)>) {
        if let Some(notes) = &mut self.notes {
            notes.push_back(Note::Passed { op: id, channel });
        }
        let Some((op, origin)) = self.graph.start(id) else { return };
        match op {
            Some(Op::Grid(grid)) if grid.blocks > 0 => self.enter_pool(id, grid, origin),
            Some(Op::Copy | Op::Transfer(_) | Op::Host) => self.actions.push_back(Action::Start { op: id }),
            _ => self.complete(id),
        }
    }

    /// Handles the end of an operation's own work. It completes once its children have completed; its
    /// dependents may then be free.
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
