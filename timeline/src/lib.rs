//! Virtual time: the front end driven by a list of what host threads do, instead of by a machine.
//!
//! A [`Simulation`] owns a [`Device`] and a clock that only its own events move. Host threads make [`Call`]s,
//! one after the other, each taking a while by [`Timing`]; a thread whose channel is full, or that waits for
//! something, stops until then. Blocks take as long as their [`Cost`] says. The same calls give the same
//! times, to the last picosecond.
//!
//! Calls and costs may come in while it runs. A grid's cost may be told after its launch
//! ([`Simulation::cost`]): until it is, time stands still where its first block begins. While calls may come
//! ([`Simulation::keep_open`]), time goes on only as far as some thread has something to do or waits for
//! something.

mod call;
mod child;
pub mod chrome;
mod cost;
mod coupled;
mod event;
mod host;
mod launched;
mod meeting;
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
pub use coupled::{Cause, Coupled, Met, Point};
pub use event::{Doing, Event, MemoryChange, Sink, Ticket, Time, Way};
pub use launched::{Launched, Profile};
pub use summary::{HeldBack, HostBlock, Summary};
pub use timing::Timing;
pub use work::{Body, Child, Launching, Offer, Policy, Step, Target};

use child::{BodyId, Launches, Origin};
use device::{
    Action, Config, ContextId, Device, Note, Op, OpId, Placement, Refused, SmSet, Spec, StreamId, StreamKind,
};
use host::{About, Doings, Doomed, Host};
use meeting::Meetings;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// An end that lies ahead. Ordered by time, then by the order in which they were found out.
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

/// What is known of an operation under way.
struct Under {
    ticket: Ticket,
    stream: StreamId,
    doing: Doings,
    /// When the front end passed it, and when its first block, byte or call began.
    passed: Time,
    start: Option<Time>,
    /// Since when another one holds it back.
    held: Option<Box<Held>>,
    /// Blocks that run and whose ends are unknown.
    parked: Vec<Parked>,
    /// Where it comes from, if a block launched it.
    origin: Option<Origin>,
}

/// Since when an operation is held back, by which, and in which channel.
struct Held {
    since: Time,
    by: (OpId, StreamId),
    by_doing: Doings,
    channel: u32,
}

/// Blocks, the first of which has this number, that have begun on SMs and end nobody knows when.
struct Parked {
    begin: Time,
    first: u64,
    sms: Vec<u16>,
    /// What their ends are numbered from, once they are found out: as if they had been known from the start.
    found: u64,
}

/// Ends of a block that are found out at once are fewer: one for each warp, and its own.
const ENDS_OF_A_BLOCK: u64 = 64;

/// The front end on a virtual timeline. See the [crate].
pub struct Simulation<S: Sink = ()> {
    device: Device,
    timing: Timing,
    now: Time,
    ahead: BinaryHeap<Reverse<Ahead>>,
    found: u64,
    /// How often something has happened.
    acts: u64,
    /// By the place of their ids.
    under: Vec<Option<Under>>,
    /// Of operations that are not complete, if they are kept: else of grids whose cost was unknown when they
    /// were launched.
    tickets: BTreeMap<Ticket, Option<OpId>>,
    /// Of operations that completed since it was last asked, with the time, if they are kept.
    finished: Option<Vec<(Ticket, Time)>>,
    told: BTreeMap<Ticket, Cost>,
    /// Words of what was told and whose launch is not there yet.
    told_words: usize,
    hosts: Vec<Host>,
    next_ticket: Ticket,
    /// When each copy engine is free.
    engines: Vec<Time>,
    /// The last record of each event, and when it was reached.
    events: BTreeMap<u64, (Option<OpId>, Option<Time>)>,
    /// Grids some of whose blocks have unknown ends.
    unknown: Vec<OpId>,
    /// Those of them that time goes on without.
    given_up: Vec<Ticket>,
    failures: Vec<Failure>,
    /// Streams to let go.
    doomed: Vec<Doomed>,
    about: About,
    contexts: Vec<ContextId>,
    launches: Launches,
    meetings: Meetings,
    /// Calls may come.
    open: bool,
    sink: S,
}

impl<S: Sink> Simulation<S> {
    /// An idle device at time 0.
    pub fn new(spec: Spec, placement: Placement, timing: Timing, sink: S) -> Self {
        let engines = vec![0; spec.copy_engines.max(1) as usize];
        let launches = Launches::new(Launching::of(&spec));
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
            under: Vec::new(),
            tickets: BTreeMap::new(),
            finished: None,
            told: BTreeMap::new(),
            told_words: 0,
            hosts: Vec::new(),
            next_ticket: 0,
            engines,
            events: BTreeMap::new(),
            unknown: Vec::new(),
            given_up: Vec::new(),
            failures: Vec::new(),
            doomed: Vec::new(),
            about: About::default(),
            contexts: Vec::new(),
            launches,
            meetings: Meetings::default(),
            open: false,
            sink,
        }
    }

    /// Makes a context.
    pub fn create_context(&mut self, config: &Config) -> ContextId {
        let Timing { settle, copy_settle, .. } = self.timing;
        let context = self.device.create_context(&Config { settle, copy_settle, ..config.clone() });
        self.note_context(context);
        context
    }

    /// Gives a context another set of channels; see [`Device::add_queues`].
    pub fn add_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        self.device.add_queues(context, channels)
    }

    /// Makes a stream; see [`Device::create_stream`].
    pub fn create_stream(
        &mut self,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Option<StreamId> {
        self.device.create_stream(context, kind, priority, sms)
    }

    /// When the next call of a thread would begin, if something has happened since it did its last one that
    /// it cannot come before any more: right behind all that has happened. A call [not before
    /// then](Call::Until) says the same where all calls are known from the start.
    pub fn late(&self, host: u32) -> Option<Time> {
        let late = match self.hosts.get(host as usize) {
            Some(host) => host.rests_since().is_some_and(|(time, acts)| acts < self.acts && time <= self.now),
            None => self.acts > 0,
        };
        late.then(|| self.now.saturating_add(1))
    }

    /// A host thread will do this after what it does already. Threads are numbered from 0. A thread that is
    /// [late](Simulation::late) does it then.
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
        self.about.add(&call);
        self.hosts[host].calls.push_back((ticket, call));
        ticket
    }

    /// Whether calls may come in that are not there yet: nothing then happens that one of them could come
    /// before.
    pub fn keep_open(&mut self, open: bool) {
        self.open = open;
    }

    /// From here on operations are known by their tickets: calls can wait for them, and it is told when they
    /// are complete.
    pub fn keep_tickets(&mut self) {
        self.finished.get_or_insert_default();
    }

    /// Takes what completed since it was last asked.
    pub fn finished(&mut self) -> Vec<(Ticket, Time)> {
        self.finished.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Goes on as if the blocks of a grid whose cost is unknown ran for ever, on the SMs where they are. When
    /// its cost is told all the same, they end then, if their time is over.
    pub fn give_up(&mut self, ticket: Ticket) {
        let Some(&Some(op)) = self.tickets.get(&ticket) else { return };
        let before = self.unknown.len();
        self.unknown.retain(|&other| other != op);
        if self.unknown.len() == before {
            return;
        }
        self.given_up.push(ticket);
        let at = self.now;
        if let Some(Under { stream, doing, .. }) = self.under.get(op.index()).and_then(Option::as_ref)
            && S::LISTENS
        {
            self.sink.event(&Event::GivenUp { op, stream: *stream, doing: doing.told(), at });
        }
    }

    /// Grids that were [given up](Simulation::give_up) and whose cost has not been told since.
    pub fn given_up(&self) -> &[Ticket] {
        &self.given_up
    }

    /// Has the running blocks of a grid that was given up end now, and those that it has yet to place as soon
    /// as they begin: what waits for them would wait for ever.
    pub fn let_end(&mut self, ticket: Ticket) {
        if let Some(&Some(op)) = self.tickets.get(&ticket)
            && self.given_up.contains(&ticket)
        {
            self.known(op, Cost::Each(0));
        }
    }

    /// How much is kept for what has not happened yet: one for each call that no thread has made, and one
    /// more for each sixteen words of the costs that were told of them.
    pub fn kept(&self) -> usize {
        self.hosts.iter().map(|host| host.calls.len()).sum::<usize>() + self.told_words / 16
    }

    /// Tells the cost of a grid that was launched with an unknown one.
    pub fn cost(&mut self, ticket: Ticket, cost: Cost) {
        match self.tickets.get(&ticket) {
            Some(&Some(op)) => self.known(op, cost),
            Some(None) => {
                self.told_words += cost.words();
                self.told.insert(ticket, cost);
            }
            None => {}
        }
    }

    /// The clock.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The ticket of the next call.
    pub fn next_ticket(&self) -> Ticket {
        self.next_ticket
    }

    /// When an event's last record was reached, if it was.
    pub fn time_of(&self, event: u64) -> Option<Time> {
        self.events.get(&event)?.1
    }

    /// The number of a stream: streams are numbered from 0 in the order of their making.
    pub fn stream_number(&self, stream: StreamId) -> usize {
        stream.index() as usize
    }

    /// The front end.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Calls that were not taken.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Who listens.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Who listens, to change it.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Goes on as far as possible.
    pub fn run(&mut self) -> Rest {
        loop {
            if !self.unknown.is_empty() {
                let tickets = self.unknown.iter().filter_map(|&op| Some(self.under(op)?.ticket));
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
                (None, Some(_)) if self.open && !self.someone_waits() => return Rest::Finished,
                (_, Some(_)) => self.take_end(),
                (_, None) if self.open && !self.someone_waits() => return Rest::Finished,
                (_, None) if self.coupled_release() => {}
                (_, None) => {
                    let stuck = self.who_waits(&report::Numbers);
                    return if stuck.is_empty() { Rest::Finished } else { Rest::Deadlock(stuck) };
                }
            }
        }
    }

    fn under(&self, op: OpId) -> Option<&Under> {
        self.under.get(op.index())?.as_ref()
    }

    fn under_mut(&mut self, op: OpId) -> Option<&mut Under> {
        self.under.get_mut(op.index())?.as_mut()
    }

    fn tell(&mut self, event: &Event<'_>) {
        if S::LISTENS {
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
            End::Warp { body, warp } => self.warp_goes_on(body, warp),
            End::Body { body } => self.body_over(body),
            End::Op { op } => self.device.op_done(op),
            End::Halt { ticket, block } => self.coupled_halts(ticket, block),
        }
        self.pump();
    }

    fn push(&mut self, at: Time, end: End) {
        let order = self.found;
        self.found += 1;
        self.ahead.push(Reverse(Ahead { at, order, end }));
    }

    /// Carries out what the front end says, until it says nothing more.
    fn pump(&mut self) {
        let mut passed = false;
        loop {
            while let Some(note) = self.device.note() {
                passed |= self.noted(note);
            }
            let Some(action) = self.device.poll() else { break };
            match action {
                Action::Run { grid, first, sms } => self.run_blocks(grid, first, sms),
                Action::Resume { block, sm, .. } => self.body_resumes(block, sm),
                Action::Start { op } => self.start(op),
                Action::Done { op } => self.done(op),
            }
        }
        if passed || self.someone_is_early() {
            self.retry_blocked();
        }
    }

    /// Takes note; whether a channel has room that had none.
    fn noted(&mut self, note: Note) -> bool {
        let now = self.now;
        match note {
            Note::Passed { op, channel } => {
                if let Some(under) = self.under_mut(op) {
                    under.passed = now;
                    let (stream, held) = (under.stream, under.held.take());
                    if let Some(held) = held
                        && held.since < now
                    {
                        let doing = under.doing.clone();
                        let (doing, by_doing) = (doing.told(), held.by_doing.told());
                        let Held { since: start, by, channel, .. } = *held;
                        self.tell(&Event::HeldBack {
                            op,
                            stream,
                            doing,
                            by,
                            by_doing,
                            channel,
                            start,
                            end: now,
                        });
                    }
                }
                self.tell(&Event::Passed { op, channel, at: now });
                channel.is_some()
            }
            Note::Held { op, by, channel } => {
                let by_what = self.under(by).map(|under| (under.stream, under.doing.clone()));
                if let (Some((by_stream, by_doing)), Some(under)) = (by_what, self.under_mut(op))
                    && under.stream != by_stream
                    && under.held.is_none()
                {
                    under.held = Some(Box::new(Held { since: now, by: (by, by_stream), by_doing, channel }));
                }
                false
            }
        }
    }

    /// Blocks of a grid have an SM.
    fn run_blocks(&mut self, grid: OpId, first: u64, sms: Vec<u16>) {
        let Some(under) = self.under(grid) else { return };
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

    /// Blocks of a grid begin: when do they end?
    fn blocks_from(&mut self, begin: Time, grid: OpId, first: u64, sms: Vec<u16>) {
        let (now, cycle, found) = (self.now, self.timing.cycle, self.found);
        let Some(under) = self.under_mut(grid) else { return };
        let first_of_all = under.start.replace(begin.min(under.start.unwrap_or(begin))).is_none();
        if first_of_all && let Some(origin) = &under.origin {
            let (overhead, queued) = origin.waits(begin);
            self.tell(&Event::ChildBegan { op: grid, overhead, queued, at: begin });
        }
        let Some(under) = self.under_mut(grid) else { return };
        let Doings::Grid { cost, .. } = &under.doing else { return };
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
                        Some(body) => self.body_begins(begin, grid, block, sm, body),
                        None => self.push(begin, End::Blocks { grid, start: begin, sms: vec![sm] }),
                    }
                }
            }
            Cost::Coupled(coupled) => {
                let (ticket, coupled) = (under.ticket, Arc::clone(coupled));
                self.coupled_begin(begin, (ticket, grid), (first, &sms), &coupled);
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

    /// Ends of blocks that take as many cycles as a list says: those that end together end in one go, in
    /// order of their first.
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

    /// A grid's cost is told.
    fn known(&mut self, op: OpId, cost: Cost) {
        let Some(under) = self.under_mut(op) else { return };
        if let Doings::Grid { cost: place, .. } = &mut under.doing {
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

    /// A copy or host function starts.
    fn start(&mut self, op: OpId) {
        let now = self.now;
        let Some(doing) = self.under(op).map(|under| under.doing.clone()) else { return };
        let (start, end) = match doing {
            Doings::Copy { way, bytes } => {
                let count = self.engines.len();
                let engine = match way {
                    Way::HostToDevice => 0,
                    Way::DeviceToHost => 1,
                    Way::DeviceToDevice | Way::Peer | Way::Fill => 2,
                } % count;
                let start = now.max(self.engines[engine]);
                let end = start.saturating_add(self.timing.of_copy(way, bytes));
                self.engines[engine] = end;
                self.tell(&Event::Copied { op, engine: engine as u32, start, end });
                (start, end)
            }
            Doings::Host { duration } => {
                let end = now.saturating_add(duration);
                self.tell(&Event::HostFunction { op, start: now, end });
                (now, end)
            }
            _ => (now, now),
        };
        if let Some(under) = self.under_mut(op) {
            under.start = Some(start);
        }
        self.push(end, End::Op { op });
    }

    fn done(&mut self, op: OpId) {
        let now = self.now;
        let Some(under) = self.under.get_mut(op.index()).and_then(Option::take) else { return };
        if let Doings::Record { event } = under.doing
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
        self.coupled_over(under.ticket);
        if let Some(origin) = &under.origin {
            self.judge(origin, op);
        }
        self.tell(&Event::Completed { op, start: under.start.unwrap_or(now), end: now });
        if let Some(origin) = &under.origin {
            self.child_done(origin);
        }
        self.release_waiting(op);
    }

    fn put_under(&mut self, op: OpId, under: Under) {
        let place = op.index();
        if self.under.len() <= place {
            self.under.resize_with(place + 1, || None);
        }
        self.under[place] = Some(under);
    }

    /// Puts an operation into a stream.
    fn submit(
        &mut self,
        host: usize,
        ticket: Ticket,
        stream: StreamId,
        doing: Doings,
    ) -> Result<OpId, Refused> {
        let op = match &doing {
            Doings::Grid { grid, .. } => Op::Grid(grid.clone()),
            Doings::Copy { way, .. } => way.op(),
            Doings::Host { .. } => Op::Host,
            Doings::Record { .. } => Op::Record { timing: true },
            Doings::Mark => Op::Record { timing: false },
            Doings::Wait { op } => Op::Wait(*op),
        };
        self.device.set_clock(self.now);
        let id = self.device.submit(stream, op)?;
        if S::LISTENS {
            let channel = self.device.channel_of(id);
            let (host, at) = (host as u32, self.now);
            let doing = doing.told();
            self.sink.event(&Event::Submitted { op: id, stream, host, channel, doing, at });
        }
        let (passed, start, held, parked, origin) = (self.now, None, None, Vec::new(), None);
        self.put_under(id, Under { ticket, stream, doing, passed, start, held, parked, origin });
        if let Some(waits) = self.tickets.get_mut(&ticket) {
            *waits = Some(id);
        }
        Ok(id)
    }
}
