//! Host threads on the virtual timeline: what each does next, and what it waits for.

use crate::call::NO_CALL;
use crate::report::Names;
use crate::{Call, Cost, Doing, Event, Failure, Simulation, Sink, Ticket, Time, Way};
use device::{GridSpec, OpId, Refused, StreamId, in_words};
use std::collections::VecDeque;
use std::sync::Arc;

/// A host thread.
#[derive(Default)]
pub(super) struct Host {
    /// When it does its next call.
    time: Time,
    /// How often anything had happened when it did the last thing.
    acts: u64,
    pub(super) calls: VecDeque<(Ticket, Call)>,
    state: State,
}

#[derive(Default)]
enum State {
    /// Does its next call.
    #[default]
    Ready,
    /// Is in its next call, which takes effect at `time`; it began at the time given.
    Inside(Time),
    /// Its next call found a channel full.
    Blocked { channel: u32, first: Option<Box<(Doings, StreamId)>>, since: Time, began: Time },
    /// Its next call is about an operation that no thread has submitted yet.
    Early { began: Time },
    /// Waits for operations.
    Waiting { ops: Vec<OpId>, since: Time },
}

/// What an operation does, for as long as it is under way.
#[derive(Clone)]
pub(super) enum Doings {
    Grid {
        name: Arc<str>,
        grid: GridSpec,
        cost: Cost,
    },
    Copy {
        way: Way,
        bytes: u64,
    },
    Host {
        duration: Time,
    },
    /// A record that takes times.
    Record {
        event: u64,
    },
    /// A record that does not.
    Mark,
    Wait {
        op: OpId,
    },
}

impl Doings {
    pub(super) fn told(&self) -> Doing<'_> {
        match self {
            Doings::Grid { name, grid, .. } => Doing::Grid { name, grid },
            Doings::Copy { way, bytes } => Doing::Copy { way: *way, bytes: *bytes },
            Doings::Host { .. } => Doing::Host,
            Doings::Record { .. } | Doings::Mark => Doing::Record,
            Doings::Wait { .. } => Doing::Wait,
        }
    }
}

impl Host {
    /// If it has nothing to do: when it could begin its next call, and how often anything had happened when
    /// it did its last.
    pub(super) fn rests_since(&self) -> Option<(Time, u64)> {
        (self.calls.is_empty() && matches!(self.state, State::Ready)).then_some((self.time, self.acts))
    }

    /// Its next call begins then, whatever else happened so far.
    pub(super) fn begins_at(&mut self, time: Time, acts: u64) {
        (self.time, self.acts) = (time, acts);
    }

    /// Puts one turn of a repetition in front of the rest of it.
    fn unroll(&mut self, about: &mut About) {
        while let Some((ticket, Call::Repeat { times, calls })) = self.calls.front_mut() {
            let (ticket, once) = (*ticket, Arc::clone(calls));
            if *times <= 1 {
                let none = *times == 0;
                self.calls.pop_front();
                if none {
                    continue;
                }
            } else {
                *times -= 1;
            }
            for call in once.iter().rev() {
                about.add(call);
                self.calls.push_front((ticket, call.clone()));
            }
        }
    }
}

/// How many calls that no thread has made yet are about each stream, by its number.
#[derive(Default)]
pub(super) struct About(Vec<u32>);

impl About {
    pub(super) fn add(&mut self, call: &Call) {
        let Some(stream) = call.stream() else { return };
        let place = stream.index() as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }

    fn made(&mut self, stream: Option<StreamId>) {
        if let Some(count) = stream.and_then(|stream| self.0.get_mut(stream.index() as usize)) {
            *count -= 1;
        }
    }

    fn of(&self, stream: StreamId) -> u32 {
        self.0.get(stream.index() as usize).copied().unwrap_or(0)
    }
}

/// A stream that is let go when so many calls have been made that were handed over before.
pub(super) struct Doomed {
    stream: StreamId,
    ticket: Ticket,
    left: usize,
}

impl<S: Sink> Simulation<S> {
    /// The thread that does something next, and when.
    pub(super) fn next_host(&self) -> Option<(Time, usize)> {
        let able = |host: &Host| match host.state {
            State::Ready => !host.calls.is_empty(),
            State::Inside(_) => true,
            State::Blocked { .. } | State::Early { .. } | State::Waiting { .. } => false,
        };
        let each = self.hosts.iter().enumerate().filter(|(_, host)| able(host));
        each.map(|(number, host)| (host.time, number)).min()
    }

    /// How long the host thread itself is busy before a call takes effect.
    fn effort(&self, call: &Call) -> Time {
        match call {
            Call::Launch { .. } | Call::Copy { .. } => self.timing.submit,
            Call::HostFunction { .. } | Call::Record { .. } | Call::Wait { .. } | Call::WaitOn { .. } => {
                self.timing.record
            }
            Call::Delay(time) => *time,
            Call::Until(time) => time.saturating_sub(self.now),
            Call::SyncStream(_) | Call::SyncEvent(_) | Call::SyncOn(_) | Call::SyncContext(_) => 0,
            Call::Memory(_) | Call::Queues { .. } | Call::Pending { .. } => 0,
            Call::Destroy(_) | Call::Repeat { .. } => 0,
        }
    }

    /// A thread has done something.
    pub(super) fn acted(&mut self, number: usize) {
        self.hosts[number].acts = self.acts;
    }

    /// A thread begins its next call, or the call takes effect.
    pub(super) fn take_call(&mut self, number: usize) {
        let now = self.now;
        match self.hosts[number].state {
            State::Ready => {
                self.hosts[number].unroll(&mut self.about);
                let Some((_, call)) = self.hosts[number].calls.front() else { return };
                let effort = self.effort(call);
                let host = &mut self.hosts[number];
                // Time may have gone on without it.
                host.time = now.saturating_add(effort);
                host.state = State::Inside(now);
                if effort == 0 {
                    self.take_effect(number, now);
                }
            }
            State::Inside(began) => self.take_effect(number, began),
            State::Blocked { .. } | State::Early { .. } | State::Waiting { .. } => {}
        }
    }

    fn take_effect(&mut self, number: usize, began: Time) {
        let now = self.now;
        let Some((ticket, call)) = self.hosts[number].calls.front().cloned() else { return };
        let (name, stream) = (call.name(), call.stream());
        if self.is_early(&call) {
            self.hosts[number].state = State::Early { began };
            return;
        }
        let outcome = self.effect(number, ticket, call);
        match outcome {
            Err(Refused::ChannelFull { channel, .. }) => {
                let first = self.first_of(&self.hosts[number], channel).and_then(|(op, _)| {
                    let under = self.under(op)?;
                    Some(Box::new((under.doing.clone(), under.stream)))
                });
                self.hosts[number].state = State::Blocked { channel, first, since: now, began };
                return;
            }
            Err(why) => {
                self.tickets.remove(&ticket);
                self.forget_told(ticket);
                self.failures.push(Failure { ticket, why });
                self.hosts[number].state = State::Ready;
            }
            Ok(ops) if ops.is_empty() => self.hosts[number].state = State::Ready,
            Ok(ops) => self.hosts[number].state = State::Waiting { ops, since: began },
        }
        self.hosts[number].calls.pop_front();
        self.about.made(stream);
        self.made(ticket, stream);
        if let State::Ready = self.hosts[number].state
            && name != NO_CALL
        {
            self.tell(&Event::HostCall { host: number as u32, what: name, start: began, end: now });
        }
        self.pump();
    }

    /// Does what a call does; the operations that the thread then waits for.
    fn effect(&mut self, number: usize, ticket: Ticket, call: Call) -> Result<Vec<OpId>, Refused> {
        let mut wait_for = Vec::new();
        match call {
            Call::Launch { stream, name, grid, cost } => {
                // A thread that finds the channel full does this again.
                let cost = self.told.get(&ticket).cloned().unwrap_or(cost);
                self.submit(number, ticket, stream, Doings::Grid { name, grid, cost })?;
                self.forget_told(ticket);
            }
            Call::Copy { stream, way, bytes, wait } => {
                let op = self.submit(number, ticket, stream, Doings::Copy { way, bytes })?;
                wait_for.extend(wait.then_some(op));
            }
            Call::HostFunction { stream, duration } => {
                self.submit(number, ticket, stream, Doings::Host { duration })?;
            }
            Call::Record { stream, event, timing } => {
                let doing = if timing { Doings::Record { event } } else { Doings::Mark };
                let op = self.submit(number, ticket, stream, doing)?;
                self.events.insert(event, (Some(op), None));
            }
            Call::Wait { stream, event } => match self.events.get(&event) {
                Some(&(Some(op), _)) => {
                    self.submit(number, ticket, stream, Doings::Wait { op })?;
                }
                _ => self.finish_at_once(ticket),
            },
            Call::WaitOn { stream, ticket: on } => match self.tickets.get(&on) {
                Some(&Some(op)) => {
                    self.submit(number, ticket, stream, Doings::Wait { op })?;
                }
                // It is complete.
                _ => self.finish_at_once(ticket),
            },
            Call::SyncOn(on) => {
                wait_for.extend(on.iter().filter_map(|on| self.tickets.get(on).copied().flatten()));
            }
            Call::SyncStream(stream) => wait_for.extend(self.device.pending_of(stream)),
            Call::SyncEvent(event) => {
                let last = self.events.get(&event).and_then(|(last, _)| *last);
                wait_for.extend(last.filter(|&op| !self.device.is_done(op)));
            }
            Call::SyncContext(context) => wait_for.extend(self.device.last_of_context(context)),
            Call::Memory(change) => {
                let at = self.now;
                self.tell(&Event::Memory { change: &change, at });
            }
            Call::Delay(_) | Call::Until(_) | Call::Repeat { .. } => {}
            Call::Queues { stream, set } => self.device.set_queues(stream, set),
            Call::Pending { context, launches } => self.device.set_pending_limit(context, launches),
            Call::Destroy(stream) => self.destroy(stream, ticket),
        }
        Ok(wait_for)
    }

    /// The cost that was told of a launch is where it belongs, or of no use.
    fn forget_told(&mut self, ticket: Ticket) {
        if let Some(told) = self.told.remove(&ticket) {
            self.told_words -= told.words();
        }
    }

    /// Lets a stream go, once other threads have made the calls about it that were handed over before: they
    /// came first, though it may be later for them.
    fn destroy(&mut self, stream: StreamId, ticket: Ticket) {
        if self.about.of(stream) <= 1 {
            // This call is the only one.
            return self.device.destroy_stream(stream);
        }
        let before = |host: &Host| {
            let calls = host.calls.iter().take_while(|(other, _)| *other < ticket);
            calls.filter(|(_, call)| call.stream() == Some(stream)).count()
        };
        match self.hosts.iter().map(before).sum() {
            0 => self.device.destroy_stream(stream),
            left => self.doomed.push(Doomed { stream, ticket, left }),
        }
    }

    /// A call has been made.
    fn made(&mut self, ticket: Ticket, stream: Option<StreamId>) {
        let about = |doomed: &Doomed| stream == Some(doomed.stream) && ticket < doomed.ticket;
        if let Some(at) = self.doomed.iter().position(about) {
            self.doomed[at].left -= 1;
            if self.doomed[at].left == 0 {
                let Doomed { stream, .. } = self.doomed.swap_remove(at);
                self.device.destroy_stream(stream);
            }
        }
    }

    /// A call that puts nothing into its stream.
    fn finish_at_once(&mut self, ticket: Ticket) {
        if self.tickets.remove(&ticket).is_some()
            && let Some(finished) = &mut self.finished
        {
            finished.push((ticket, self.now));
        }
    }

    /// Whether a thread cannot go on before something happens.
    pub(super) fn someone_waits(&self) -> bool {
        let waits = |host: &Host| !matches!(host.state, State::Ready | State::Inside(_));
        self.hosts.iter().any(waits)
    }

    /// Whether a thread waits for an operation that nobody has submitted.
    pub(super) fn someone_is_early(&self) -> bool {
        self.hosts.iter().any(|host| matches!(host.state, State::Early { .. }))
    }

    /// Whether a call is about an operation that another thread has yet to submit.
    fn is_early(&self, call: &Call) -> bool {
        let early = |ticket: &Ticket| self.tickets.get(ticket).is_some_and(Option::is_none);
        match call {
            Call::WaitOn { ticket, .. } => early(ticket),
            Call::SyncOn(tickets) => tickets.iter().any(early),
            _ => false,
        }
    }

    /// Threads that were early, or whose channels may have room now, try again, in order of their numbers.
    pub(super) fn retry_blocked(&mut self) {
        for number in 0..self.hosts.len() {
            if let State::Early { began } = self.hosts[number].state {
                self.hosts[number].time = self.now;
                self.acted(number);
                self.take_effect(number, began);
            } else if let State::Blocked { channel, first, since, began } = &mut self.hosts[number].state {
                let (channel, since, began) = (*channel, *since, *began);
                let (now, first) = (self.now, first.take());
                self.hosts[number].state = State::Inside(began);
                self.hosts[number].time = now;
                self.acted(number);
                self.take_effect(number, began);
                match &mut self.hosts[number].state {
                    // Still: it has been so all the time.
                    State::Blocked { since: place, first: it, .. } => (*place, *it) = (since, first),
                    _ => {
                        let host = number as u32;
                        let first = first.as_ref().map(|first| (first.0.told(), first.1));
                        self.tell(&Event::HostBlocked { host, channel, first, start: since, end: now });
                    }
                }
            }
        }
    }

    /// An operation is complete: threads that waited for it go on.
    pub(super) fn release_waiting(&mut self, op: OpId) {
        let now = self.now;
        for number in 0..self.hosts.len() {
            let host = &mut self.hosts[number];
            if let State::Waiting { ops, since } = &mut host.state {
                ops.retain(|&other| other != op);
                if ops.is_empty() {
                    let start = *since;
                    host.time = now.saturating_add(self.timing.wake);
                    (host.state, host.acts) = (State::Ready, self.acts);
                    let end = host.time;
                    let (host, what) = (number as u32, "synchronize");
                    self.tell(&Event::HostCall { host, what, start, end });
                }
            }
        }
    }

    /// Why the threads that cannot go on cannot: a line for each, with what waits for what.
    pub fn who_waits(&self, names: &impl Names) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, host) in (0..).zip(&self.hosts) {
            let thread = names.host(number);
            match &host.state {
                State::Blocked { channel, .. } => {
                    let (context, depth) = self.blocked_by(host, *channel, names);
                    lines.push(format!(
                        "{thread} waits: channel {channel} is full with {depth} operations{context}"
                    ));
                }
                State::Waiting { ops, .. } => {
                    let chain = ops.first().map_or(String::new(), |&op| self.chain(op, names));
                    lines.push(format!("{thread} waits: {chain}"));
                }
                State::Early { .. } => lines.push(format!("{thread} waits for what nobody has submitted")),
                State::Ready | State::Inside(_) => {}
            }
        }
        lines
    }

    fn blocked_by(&self, host: &Host, channel: u32, names: &impl Names) -> (String, u32) {
        match self.first_of(host, channel) {
            Some((head, depth)) => (format!(", the first of which is {}", self.chain(head, names)), depth),
            None => (String::new(), 0),
        }
    }

    /// What is first in the channel that a thread's next call would push to, and how many operations wait
    /// there.
    fn first_of(&self, host: &Host, channel: u32) -> Option<(OpId, u32)> {
        let (_, call) = host.calls.front()?;
        self.device.head_of(call.stream()?, channel)
    }

    /// What an operation waits for, and so on to what never ends or to where it began.
    fn chain(&self, op: OpId, names: &impl Names) -> String {
        in_words(&self.device.chain_of(op), |op| self.describe(op, names))
    }

    fn describe(&self, op: OpId, names: &impl Names) -> String {
        let Some(under) = self.under(op) else { return op.to_string() };
        let stream = names.stream(self.stream_number(under.stream));
        match &under.doing {
            Doings::Grid { name, cost: Cost::Endless, .. } => {
                format!("grid `{name}` of {stream}, which never ends")
            }
            Doings::Grid { name, .. } => format!("grid `{name}` of {stream}"),
            Doings::Copy { way, bytes } => format!("copy {} of {bytes} bytes of {stream}", way.name()),
            Doings::Host { .. } => format!("a host function of {stream}"),
            Doings::Record { .. } => format!("the record of an event in {stream}"),
            Doings::Mark => format!("a record in {stream}"),
            Doings::Wait { .. } => format!("a wait in {stream}"),
        }
    }
}
