//! Virtual time: the front end driven by lists of host calls instead of a machine.
//!
//! A [`Simulation`] owns a [`Device`] and a clock that only its own events advance. Host threads make
//! [`Call`]s in order, each with a duration from [`Timing`]; a thread is blocked while its channel is full or
//! while it waits. Blocks run as long as their [`Cost`]. Equal calls give equal times, to the picosecond.
//!
//! Calls and costs may be added while it runs. A grid's cost may be supplied after its launch
//! ([`Simulation::cost`]): until then, time stops at the start of its first block. While further calls may
//! come ([`Simulation::keep_open`]), time advances only as far as some thread has a call or waits.

mod call;
mod child;
pub mod chrome;
mod cost;
mod coupled;
mod dependence;
mod event;
mod host;
mod json;
mod launched;
pub mod measured;
pub mod page;
pub mod picture;
pub mod report;
pub mod script;
pub mod spawn;
mod summary;
mod timing;
mod work;

pub use call::{Call, Failure, Rest};
pub use cost::Cost;
pub use coupled::{Cause, Coupled, Point, WaitPoint};
pub use event::{Event, MemoryChange, Operation, Sink, Ticket, Time, Way};
pub use launched::{Launched, Profile};
pub use summary::{HeldBack, HostBlock, Summary};
pub use timing::Timing;
pub use work::{Body, Child, Launching, Offer, Policy, Step, Target};

use child::{BodyId, Launches, Origin};
use dependence::Dependences;
use device::{
    Action, Config, ContextId, Device, Note, Op, OpId, Placement, Refused, SmSet, Spec, StreamId, StreamKind,
};
use host::{Doomed, Host, OwnedOperation, PendingCalls};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A future end. Ordered by time, then by order of discovery.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ahead {
    at: Time,
    order: u64,
    end: End,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Blocks { grid: OpId, start: Time, sms: Vec<u16> },
    Warp { body: BodyId, warp: u32 },
    Body { body: BodyId },
    Op { op: OpId },
    Halt { ticket: Ticket, block: u64 },
}

/// State of an operation in flight.
struct OpState {
    ticket: Ticket,
    stream: StreamId,
    operation: OwnedOperation,
    /// Time at which the front end passed it, and start of its first block, byte or call.
    passed: Time,
    start: Option<Time>,
    /// Set while another operation holds it back.
    held: Option<Box<Held>>,
    /// Running blocks with unknown ends.
    parked: Vec<Parked>,
    /// Its origin, if a block launched it.
    origin: Option<Origin>,
}

/// Delay by another operation: start, the operation, and the channel.
struct Held {
    since: Time,
    by: (OpId, StreamId),
    by_operation: OwnedOperation,
    channel: u32,
}

/// Contiguous blocks on SMs with unknown ends.
struct Parked {
    begin: Time,
    first: u64,
    sms: Vec<u16>,
    /// Discovery number of their ends, reserved as if they had been known from the start.
    found: u64,
}

/// Upper bound of a block's ends that are discovered at once: one for each warp, and its own.
const ENDS_OF_A_BLOCK: u64 = 64;

/// The front end on a virtual timeline. See the [crate].
///
/// Its functions are those of a simulation with any consumer of events, to which it dereferences. So they are
/// compiled once, and not for each type of consumer.
pub struct Simulation<S: Sink + ?Sized = ()> {
    device: Device,
    timing: Timing,
    now: Time,
    ahead: BinaryHeap<Reverse<Ahead>>,
    found: u64,
    /// Number of actions so far.
    acts: u64,
    /// Operations in flight, by index of their ids.
    op_states: Vec<Option<OpState>>,
    /// Incomplete operations by ticket, if tickets are kept: else grids launched with an unknown cost.
    tickets: BTreeMap<Ticket, Option<OpId>>,
    /// Operations completed since the last query, with the time, if tickets are kept.
    finished: Option<Vec<(Ticket, Time)>>,
    early_costs: BTreeMap<Ticket, Cost>,
    /// Memory for costs supplied before their launch, in words.
    early_cost_words: usize,
    hosts: Vec<Host>,
    next_ticket: Ticket,
    /// Time at which each copy engine is free.
    engines: Vec<Time>,
    /// Last record of each event, and its completion time.
    events: BTreeMap<u64, (Option<OpId>, Option<Time>)>,
    /// Grids with blocks of unknown ends.
    unknown: Vec<OpId>,
    /// Those of them without whose end time continues.
    given_up: Vec<Ticket>,
    failures: Vec<Failure>,
    /// Streams to destroy.
    doomed: Vec<Doomed>,
    pending_calls: PendingCalls,
    contexts: Vec<ContextId>,
    launches: Launches,
    dependences: Dependences,
    /// `true` while further calls may come.
    open: bool,
    sink: S,
}

impl<S: Sink> Simulation<S> {
    /// Returns an idle device at time 0.
    pub fn new(spec: Spec, placement: Placement, timing: Timing, sink: S) -> Self {
        let engines = vec![0; spec.copy_engines.max(1) as usize];
        let launches = Launches::new(Launching::from_spec(&spec));
        let mut device = Device::placing(spec, placement);
        device.watch();
        device.number_all_streams();
        Simulation {
            device,
            timing,
            now: 0,
            ahead: BinaryHeap::new(),
            found: 0,
            acts: 0,
            op_states: Vec::new(),
            tickets: BTreeMap::new(),
            finished: None,
            early_costs: BTreeMap::new(),
            early_cost_words: 0,
            hosts: Vec::new(),
            next_ticket: 0,
            engines,
            events: BTreeMap::new(),
            unknown: Vec::new(),
            given_up: Vec::new(),
            failures: Vec::new(),
            doomed: Vec::new(),
            pending_calls: PendingCalls::default(),
            contexts: Vec::new(),
            launches,
            dependences: Dependences::default(),
            open: false,
            sink,
        }
    }

    /// Returns the consumer of events.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns the consumer of events for modification.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }
}

impl<S: Sink + 'static> Deref for Simulation<S> {
    type Target = Simulation<dyn Sink>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<S: Sink + 'static> DerefMut for Simulation<S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl Simulation<dyn Sink> {
    /// Creates a context.
    pub fn create_context(&mut self, config: &Config) -> ContextId {
        let Timing { settle, copy_settle, .. } = self.timing;
        let context = self.device.create_context(&Config { settle, copy_settle, ..config.clone() });
        self.note_context(context);
        context
    }

    /// Adds a set of channels to a context; see [`Device::add_queues`].
    pub fn add_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        self.device.add_queues(context, channels)
    }

    /// Creates a stream; see [`Device::create_stream`].
    pub fn create_stream(
        &mut self,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Option<StreamId> {
        self.device.create_stream(context, kind, priority, sms)
    }

    /// Returns the start of a thread's next call if it is late: if events since its last call prevent an
    /// earlier start. In a complete list of calls, a call [not before then](Call::Until) has the same effect.
    pub fn late(&self, host: u32) -> Option<Time> {
        let late = match self.hosts.get(host as usize) {
            Some(host) => host.rests_since().is_some_and(|(time, acts)| acts < self.acts && time <= self.now),
            None => self.acts > 0,
        };
        late.then(|| self.now.saturating_add(1))
    }

    /// Queues a call of a host thread. Threads are numbered from 0. A thread that is [late](Simulation::late)
    /// makes it at that time.
    pub fn call(&mut self, host: u32, call: Call) -> Ticket {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        let waited_for = match &call {
            Call::Launch { cost: Cost::Unknown, .. } => true,
            Call::Launch { .. }
            | Call::Copy { .. }
            | Call::HostFunction { .. }
            | Call::Record { .. }
            | Call::Wait { .. }
            | Call::WaitOn { .. } => self.finished.is_some(),
            _ => false,
        };
        if waited_for {
            self.tickets.insert(ticket, None);
        }
        let late = self.late(host);
        let host = host as usize;
        if self.hosts.len() <= host {
            self.hosts.resize_with(host + 1, Host::default);
        }
        if let Some(time) = late {
            self.hosts[host].begins_at(time, self.acts);
        }
        self.pending_calls.add(&call);
        self.hosts[host].calls.push_back((ticket, call));
        ticket
    }

    /// Sets whether further calls may come: then no event occurs that one of them could precede.
    pub fn keep_open(&mut self, open: bool) {
        self.open = open;
    }

    /// Keeps the tickets of operations from here on: calls can wait for them, and their completions are
    /// reported.
    pub fn keep_tickets(&mut self) {
        self.finished.get_or_insert_default();
    }

    /// Takes the operations completed since the last call.
    pub fn finished(&mut self) -> Vec<(Ticket, Time)> {
        self.finished.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Continues as if the blocks of a grid with unknown cost ran for ever on their SMs. If the cost is
    /// supplied later, they end then, unless their time is still ahead.
    pub fn give_up(&mut self, ticket: Ticket) {
        let Some(&Some(op)) = self.tickets.get(&ticket) else { return };
        let before = self.unknown.len();
        self.unknown.retain(|&other| other != op);
        if self.unknown.len() == before {
            return;
        }
        self.given_up.push(ticket);
        let at = self.now;
        if let Some(OpState { stream, operation, .. }) =
            self.op_states.get(op.index()).and_then(Option::as_ref)
            && self.sink.listens()
        {
            self.sink.event(&Event::GivenUp { op, stream: *stream, operation: operation.as_operation(), at });
        }
    }

    /// Returns the [given up](Simulation::give_up) grids that still have an unknown cost.
    pub fn given_up(&self) -> &[Ticket] {
        &self.given_up
    }

    /// Ends the running blocks of a grid that was given up, and its other blocks when they start: operations
    /// that depend on it would never run otherwise.
    pub fn let_end(&mut self, ticket: Ticket) {
        if let Some(&Some(op)) = self.tickets.get(&ticket)
            && self.given_up.contains(&ticket)
        {
            self.set_grid_cost(op, Cost::Each(0));
        }
    }

    /// Returns the size of the backlog: one for each queued call, and one for each sixteen words of their
    /// supplied costs.
    pub fn kept(&self) -> usize {
        self.hosts.iter().map(|host| host.calls.len()).sum::<usize>() + self.early_cost_words / 16
    }

    /// Supplies the cost of a grid that was launched with an unknown one.
    pub fn cost(&mut self, ticket: Ticket, cost: Cost) {
        match self.tickets.get(&ticket) {
            Some(&Some(op)) => self.set_grid_cost(op, cost),
            Some(None) => {
                self.early_cost_words += cost.words();
                self.early_costs.insert(ticket, cost);
            }
            None => {}
        }
    }

    /// Returns the current time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Returns the ticket of the next call.
    pub fn next_ticket(&self) -> Ticket {
        self.next_ticket
    }

    /// Returns the time of an event's last record, if it completed.
    pub fn time_of(&self, event: u64) -> Option<Time> {
        self.events.get(&event)?.1
    }

    /// Returns the number of a stream, in order of creation from 0.
    pub fn stream_number(&self, stream: StreamId) -> usize {
        stream.index() as usize
    }

    /// Returns the front end.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the rejected calls.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Runs as far as possible.
    pub fn run(&mut self) -> Rest {
        loop {
            if !self.unknown.is_empty() {
                let tickets = self.unknown.iter().filter_map(|&op| Some(self.op_state(op)?.ticket));
                return Rest::Unknown(tickets.collect());
            }
            let host = self.next_host();
            let end = self.ahead.peek().map(|Reverse(ahead)| ahead.at);
            match (host, end) {
                (Some((at, host)), end) if end.is_none_or(|end| at < end) => {
                    self.now = self.now.max(at);
                    self.acts += 1;
                    self.take_call(host);
                    self.acted(host);
                }
                (None, Some(_)) if self.open && !self.is_any_blocked() => return Rest::Finished,
                (_, Some(_)) => self.take_end(),
                (_, None) if self.open && !self.is_any_blocked() => return Rest::Finished,
                (_, None) if self.break_standstill() => {}
                (_, None) => {
                    let stuck = self.describe_waits(&report::Numbers);
                    return if stuck.is_empty() { Rest::Finished } else { Rest::Deadlock(stuck) };
                }
            }
        }
    }

    fn op_state(&self, op: OpId) -> Option<&OpState> {
        self.op_states.get(op.index())?.as_ref()
    }

    fn op_state_mut(&mut self, op: OpId) -> Option<&mut OpState> {
        self.op_states.get_mut(op.index())?.as_mut()
    }

    fn emit(&mut self, event: &Event<'_>) {
        if self.sink.listens() {
            self.sink.event(event);
        }
    }

    fn take_end(&mut self) {
        let Some(Reverse(Ahead { at, end, .. })) = self.ahead.pop() else { return };
        self.now = at;
        self.acts += 1;
        match end {
            End::Blocks { grid, start, sms } => {
                self.blocks_end(grid, &sms, start);
            }
            End::Warp { body, warp } => self.advance_warp(body, warp),
            End::Body { body } => self.end_body(body),
            End::Op { op } => self.device.op_done(op),
            End::Halt { ticket, block } => self.wait_for_host(ticket, block),
        }
        self.pump();
    }

    fn push(&mut self, at: Time, end: End) {
        let order = self.found;
        self.found += 1;
        self.ahead.push(Reverse(Ahead { at, order, end }));
    }

    /// Carries out the front end's actions until there are none.
    fn pump(&mut self) {
        let mut passed = false;
        loop {
            while let Some(note) = self.device.note() {
                passed |= self.handle_note(note);
            }
            let Some(action) = self.device.poll() else { break };
            match action {
                Action::Run { grid, first, sms } => self.run_blocks(grid, first, sms),
                Action::Resume { block, sm, .. } => self.resume_body(block, sm),
                Action::Start { op } => self.start(op),
                Action::Done { op } => self.done(op),
            }
        }
        if passed || self.is_any_early() {
            self.retry_blocked();
        }
    }

    /// Handles a note of the front end; returns whether a full channel has room now.
    fn handle_note(&mut self, note: Note) -> bool {
        let now = self.now;
        match note {
            Note::Passed { op, channel } => {
                if let Some(under) = self.op_state_mut(op) {
                    under.passed = now;
                    let (stream, held) = (under.stream, under.held.take());
                    if let Some(held) = held
                        && held.since < now
                    {
                        let operation = under.operation.clone();
                        let (operation, by_operation) =
                            (operation.as_operation(), held.by_operation.as_operation());
                        let Held { since: start, by, channel, .. } = *held;
                        self.emit(&Event::HeldBack {
                            op,
                            stream,
                            operation,
                            by,
                            by_operation,
                            channel,
                            start,
                            end: now,
                        });
                    }
                }
                self.emit(&Event::Passed { op, channel, at: now });
                channel.is_some()
            }
            Note::Held { op, by, channel } => {
                let by_what = self.op_state(by).map(|under| (under.stream, under.operation.clone()));
                if let (Some((by_stream, by_operation)), Some(under)) = (by_what, self.op_state_mut(op))
                    && under.stream != by_stream
                    && under.held.is_none()
                {
                    under.held =
                        Some(Box::new(Held { since: now, by: (by, by_stream), by_operation, channel }));
                }
                false
            }
        }
    }

    /// Starts blocks that got an SM.
    fn run_blocks(&mut self, grid: OpId, first: u64, sms: Vec<u16>) {
        let Some(under) = self.op_state(grid) else { return };
        // The first blocks of a grid take a while to start.
        let ready = match &under.origin {
            Some(origin) => self.child_begins(origin, under.passed),
            None => under.passed.saturating_add(self.timing.grid),
        };
        let begin = self.now.max(ready);
        if under.origin.is_some() {
            self.child_blocks_begin(sms.len() as u64);
        }
        self.blocks_from(begin, grid, first, sms);
    }

    /// Schedules the ends of blocks that start.
    fn blocks_from(&mut self, begin: Time, grid: OpId, first: u64, sms: Vec<u16>) {
        let (now, cycle, found) = (self.now, self.timing.cycle, self.found);
        let Some(under) = self.op_state_mut(grid) else { return };
        let first_of_all = under.start.replace(begin.min(under.start.unwrap_or(begin))).is_none();
        if first_of_all && let Some(origin) = &under.origin {
            let (overhead, queued) = origin.waits(begin);
            self.emit(&Event::ChildBegan { op: grid, overhead, queued, at: begin });
        }
        let Some(under) = self.op_state_mut(grid) else { return };
        let OwnedOperation::Grid { cost, .. } = &under.operation else { return };
        let end = |cycles: u64| begin.saturating_add(cycles.saturating_mul(cycle)).max(now);
        match cost {
            Cost::Each(cycles) => {
                let at = end(*cycles);
                self.push(at, End::Blocks { grid, start: begin, sms });
            }
            Cost::List(list) => {
                let list = Arc::clone(list);
                let blocks: Vec<(u64, u16)> = (first..).zip(sms).collect();
                self.list_ends(begin, grid, &list, &blocks);
            }
            Cost::Work(bodies) => {
                let bodies = Arc::clone(bodies);
                for (block, sm) in (first..).zip(sms) {
                    let at = usize::try_from(block).unwrap_or(usize::MAX).min(bodies.len().saturating_sub(1));
                    match bodies.get(at) {
                        Some(body) => self.begin_body(begin, grid, block, sm, body),
                        None => self.push(begin, End::Blocks { grid, start: begin, sms: vec![sm] }),
                    }
                }
            }
            Cost::Coupled(coupled) => {
                let (ticket, coupled) = (under.ticket, Arc::clone(coupled));
                self.begin_coupled(begin, (ticket, grid), (first, &sms), &coupled);
            }
            Cost::Endless => {}
            Cost::Unknown => {
                let is_first = under.parked.is_empty();
                let ends = ENDS_OF_A_BLOCK.saturating_mul(sms.len() as u64);
                under.parked.push(Parked { begin, first, sms, found });
                self.found = found.saturating_add(ends);
                if is_first {
                    self.unknown.push(grid);
                }
            }
        }
    }

    /// Schedules the ends of blocks with listed cycles: simultaneous ends are one event, in order of their
    /// first block.
    fn list_ends(&mut self, begin: Time, grid: OpId, list: &[u32], blocks: &[(u64, u16)]) {
        let (now, cycle) = (self.now, self.timing.cycle);
        let cycles = |block: u64| {
            let known = usize::try_from(block).ok().and_then(|block| list.get(block));
            u64::from(known.or(list.last()).copied().unwrap_or(0))
        };
        let mut ends: Vec<(u64, u16)> = blocks.iter().map(|&(block, sm)| (cycles(block), sm)).collect();
        ends.sort_by_key(|&(cycles, _)| cycles);
        for group in ends.chunk_by(|a, b| a.0 == b.0) {
            let at = begin.saturating_add(group[0].0.saturating_mul(cycle)).max(now);
            let sms = group.iter().map(|&(_, sm)| sm).collect();
            self.push(at, End::Blocks { grid, start: begin, sms });
        }
    }

    /// Applies the cost of a grid.
    fn set_grid_cost(&mut self, op: OpId, cost: Cost) {
        let Some(under) = self.op_state_mut(op) else { return };
        if let OwnedOperation::Grid { cost: place, .. } = &mut under.operation {
            *place = cost;
        }
        let (parked, ticket) = (std::mem::take(&mut under.parked), under.ticket);
        self.given_up.retain(|&other| other != ticket);
        self.unknown.retain(|&other| other != op);
        let found = self.found;
        for Parked { begin, first, sms, found } in parked {
            self.found = found;
            self.blocks_from(begin, op, first, sms);
        }
        self.found = found;
    }

    /// Starts a copy or host function.
    fn start(&mut self, op: OpId) {
        let now = self.now;
        let Some(operation) = self.op_state(op).map(|under| under.operation.clone()) else { return };
        let (start, end) = match operation {
            OwnedOperation::Copy { way, bytes } => {
                let count = self.engines.len();
                let engine = match way {
                    Way::HostToDevice => 0,
                    Way::DeviceToHost => 1,
                    Way::DeviceToDevice | Way::Peer | Way::Fill => 2,
                } % count;
                let start = now.max(self.engines[engine]);
                let end = start.saturating_add(self.timing.copy_time(way, bytes));
                self.engines[engine] = end;
                self.emit(&Event::Copied { op, engine: engine as u32, start, end });
                (start, end)
            }
            OwnedOperation::Host { duration } => {
                let end = now.saturating_add(duration);
                self.emit(&Event::HostFunction { op, start: now, end });
                (now, end)
            }
            _ => (now, now),
        };
        if let Some(under) = self.op_state_mut(op) {
            under.start = Some(start);
        }
        self.push(end, End::Op { op });
    }

    fn done(&mut self, op: OpId) {
        let now = self.now;
        let Some(under) = self.op_states.get_mut(op.index()).and_then(Option::take) else { return };
        if let OwnedOperation::Record { event } = under.operation
            && let Some((last, reached)) = self.events.get_mut(&event)
            && *last == Some(op)
        {
            (*last, *reached) = (None, Some(now));
        }
        if self.tickets.remove(&under.ticket).is_some()
            && let Some(finished) = &mut self.finished
        {
            finished.push((under.ticket, now));
        }
        self.end_coupled(under.ticket);
        if let Some(origin) = &under.origin {
            self.judge(origin, op);
        }
        self.emit(&Event::Completed { op, start: under.start.unwrap_or(now), end: now });
        if let Some(origin) = &under.origin {
            self.child_done(origin);
        }
        self.release_waiting(op);
    }

    fn insert_op_state(&mut self, op: OpId, under: OpState) {
        let place = op.index();
        if self.op_states.len() <= place {
            self.op_states.resize_with(place + 1, || None);
        }
        self.op_states[place] = Some(under);
    }

    /// Submits an operation to a stream.
    fn submit(
        &mut self,
        host: usize,
        ticket: Ticket,
        stream: StreamId,
        operation: OwnedOperation,
    ) -> Result<OpId, Refused> {
        let op = match &operation {
            OwnedOperation::Grid { grid, .. } => Op::Grid(grid.clone()),
            OwnedOperation::Copy { way, .. } => way.op(),
            OwnedOperation::Host { .. } => Op::Host,
            OwnedOperation::Record { .. } => Op::Record { timing: true },
            OwnedOperation::Mark => Op::Record { timing: false },
            OwnedOperation::Wait { op } => Op::Wait(*op),
        };
        self.device.set_clock(self.now);
        let id = self.device.submit(stream, op)?;
        if self.sink.listens() {
            let channel = self.device.channel_of(id);
            let (host, at) = (host as u32, self.now);
            let operation = operation.as_operation();
            self.sink.event(&Event::Submitted { op: id, stream, host, channel, operation, at });
        }
        let (passed, start, held, parked, origin) = (self.now, None, None, Vec::new(), None);
        self.insert_op_state(id, OpState { ticket, stream, operation, passed, start, held, parked, origin });
        if let Some(waits) = self.tickets.get_mut(&ticket) {
            *waits = Some(id);
        }
        Ok(id)
    }
}
