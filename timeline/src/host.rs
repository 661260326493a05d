//! Host threads on the virtual timeline: the next call of each, and its wait conditions.

use crate::call::NO_CALL;
use crate::report::Names;
use crate::{Call, Cost, Event, Failure, Operation, Simulation, Sink, Ticket, Time, Way};
use device::{GridSpec, OpId, Refused, StreamId, in_words};
use std::collections::VecDeque;
use std::sync::Arc;

/// A host thread.
#[derive(Default)]
pub(super) struct Host {
    /// Start of its next call.
    time: Time,
    /// Global action count at its last action.
    acts: u64,
    pub(super) calls: VecDeque<(Ticket, Call)>,
    state: HostState,
}

#[derive(Default)]
enum HostState {
    /// Ready for its next call.
    #[default]
    Ready,
    /// In its next call, which takes effect at `time`; the field is its start.
    Inside(Time),
    /// Blocked in its next call by a full channel.
    Blocked { channel: u32, first: Option<Box<(OwnedOperation, StreamId)>>, since: Time, began: Time },
    /// Blocked in its next call, which needs an operation that another thread has yet to submit.
    Early { began: Time },
    /// Waiting for operations.
    Waiting { ops: Vec<OpId>, since: Time },
}

/// Description of an operation, owned while it is in flight.
#[derive(Clone)]
pub(super) enum OwnedOperation {
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
    /// A record with times.
    Record {
        event: u64,
    },
    /// A record without times.
    Mark,
    Wait {
        op: OpId,
    },
}

impl OwnedOperation {
    pub(super) fn as_operation(&self) -> Operation<'_> {
        match self {
            OwnedOperation::Grid { name, grid, .. } => Operation::Grid { name, grid },
            OwnedOperation::Copy { way, bytes } => Operation::Copy { way: *way, bytes: *bytes },
            OwnedOperation::Host { .. } => Operation::Host,
            OwnedOperation::Record { .. } | OwnedOperation::Mark => Operation::Record,
            OwnedOperation::Wait { .. } => Operation::Wait,
        }
    }
}

impl Host {
    /// Returns the earliest start of its next call and the action count at its last one, if the thread is
    /// idle.
    pub(super) fn rests_since(&self) -> Option<(Time, u64)> {
        (self.calls.is_empty() && matches!(self.state, HostState::Ready)).then_some((self.time, self.acts))
    }

    /// Sets the start of its next call.
    pub(super) fn begins_at(&mut self, time: Time, acts: u64) {
        (self.time, self.acts) = (time, acts);
    }

    /// Replaces a repetition at the head of the queue by one iteration and the rest of it.
    fn unroll(&mut self, about: &mut PendingCalls) {
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

/// Number of queued calls by stream number.
#[derive(Default)]
pub(super) struct PendingCalls(Vec<u32>);

impl PendingCalls {
    pub(super) fn add(&mut self, call: &Call) {
        let Some(stream) = call.stream() else { return };
        let place = stream.index() as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += 1;
    }

    fn remove(&mut self, stream: Option<StreamId>) {
        if let Some(count) = stream.and_then(|stream| self.0.get_mut(stream.index() as usize)) {
            *count -= 1;
        }
    }

    fn count(&self, stream: StreamId) -> u32 {
        self.0.get(stream.index() as usize).copied().unwrap_or(0)
    }
}

/// A stream that is destroyed after the earlier calls about it.
pub(super) struct Doomed {
    stream: StreamId,
    ticket: Ticket,
    left: usize,
}

impl Simulation<dyn Sink> {
    /// Returns the next thread to act, and the time.
    pub(super) fn next_host(&self) -> Option<(Time, usize)> {
        let able = |host: &Host| match host.state {
            HostState::Ready => !host.calls.is_empty(),
            HostState::Inside(_) => true,
            HostState::Blocked { .. } | HostState::Early { .. } | HostState::Waiting { .. } => false,
        };
        let each = self.hosts.iter().enumerate().filter(|(_, host)| able(host));
        each.map(|(number, host)| (host.time, number)).min()
    }

    /// Returns the time for which a call keeps the host thread busy before it takes effect.
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

    /// Records the action count of a thread that has acted.
    pub(super) fn acted(&mut self, number: usize) {
        self.hosts[number].acts = self.acts;
    }

    /// Starts a thread's next call, or applies its effect.
    pub(super) fn take_call(&mut self, number: usize) {
        let now = self.now;
        match self.hosts[number].state {
            HostState::Ready => {
                self.hosts[number].unroll(&mut self.pending_calls);
                let Some((_, call)) = self.hosts[number].calls.front() else { return };
                let effort = self.effort(call);
                let host = &mut self.hosts[number];
                // Time may have passed since it was ready.
                host.time = now.saturating_add(effort);
                host.state = HostState::Inside(now);
                if effort == 0 {
                    self.take_effect(number, now);
                }
            }
            HostState::Inside(began) => self.take_effect(number, began),
            HostState::Blocked { .. } | HostState::Early { .. } | HostState::Waiting { .. } => {}
        }
    }

    fn take_effect(&mut self, number: usize, began: Time) {
        let now = self.now;
        let Some((ticket, call)) = self.hosts[number].calls.front().cloned() else { return };
        let (name, stream) = (call.name(), call.stream());
        if self.is_early(&call) {
            self.hosts[number].state = HostState::Early { began };
            return;
        }
        let outcome = self.effect(number, ticket, call);
        match outcome {
            Err(Refused::ChannelFull { channel, .. }) => {
                let first = self.first_of(&self.hosts[number], channel).and_then(|(op, _)| {
                    let under = self.op_state(op)?;
                    Some(Box::new((under.operation.clone(), under.stream)))
                });
                self.hosts[number].state = HostState::Blocked { channel, first, since: now, began };
                return;
            }
            Err(why) => {
                self.tickets.remove(&ticket);
                self.drop_early_cost(ticket);
                self.failures.push(Failure { ticket, why });
                self.hosts[number].state = HostState::Ready;
            }
            Ok(ops) if ops.is_empty() => self.hosts[number].state = HostState::Ready,
            Ok(ops) => self.hosts[number].state = HostState::Waiting { ops, since: began },
        }
        self.hosts[number].calls.pop_front();
        self.pending_calls.remove(stream);
        self.call_made(ticket, stream);
        if let HostState::Ready = self.hosts[number].state
            && name != NO_CALL
        {
            self.emit(&Event::HostCall { host: number as u32, what: name, start: began, end: now });
        }
        self.pump();
    }

    /// Applies the effect of a call; returns the operations for which the thread then waits.
    fn effect(&mut self, number: usize, ticket: Ticket, call: Call) -> Result<Vec<OpId>, Refused> {
        let mut wait_for = Vec::new();
        match call {
            Call::Launch { stream, name, grid, cost } => {
                // A thread that finds the channel full repeats this.
                let cost = self.early_costs.get(&ticket).cloned().unwrap_or(cost);
                self.submit(number, ticket, stream, OwnedOperation::Grid { name, grid, cost })?;
                self.drop_early_cost(ticket);
            }
            Call::Copy { stream, way, bytes, wait } => {
                let op = self.submit(number, ticket, stream, OwnedOperation::Copy { way, bytes })?;
                wait_for.extend(wait.then_some(op));
            }
            Call::HostFunction { stream, duration } => {
                self.submit(number, ticket, stream, OwnedOperation::Host { duration })?;
            }
            Call::Record { stream, event, timing } => {
                let operation = if timing { OwnedOperation::Record { event } } else { OwnedOperation::Mark };
                let op = self.submit(number, ticket, stream, operation)?;
                self.events.insert(event, (Some(op), None));
            }
            Call::Wait { stream, event } => match self.events.get(&event) {
                Some(&(Some(op), _)) => {
                    self.submit(number, ticket, stream, OwnedOperation::Wait { op })?;
                }
                _ => self.finish_at_once(ticket),
            },
            Call::WaitOn { stream, ticket: on } => match self.tickets.get(&on) {
                Some(&Some(op)) => {
                    self.submit(number, ticket, stream, OwnedOperation::Wait { op })?;
                }
                // The call is complete.
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
                self.emit(&Event::Memory { change: &change, at });
            }
            Call::Delay(_) | Call::Until(_) | Call::Repeat { .. } => {}
            Call::Queues { stream, set } => self.device.set_queues(stream, set),
            Call::Pending { context, launches } => self.device.set_pending_limit(context, launches),
            Call::Destroy(stream) => self.destroy(stream, ticket),
        }
        Ok(wait_for)
    }

    /// Drops a cost supplied before its launch, which has now been applied or is unused.
    fn drop_early_cost(&mut self, ticket: Ticket) {
        if let Some(told) = self.early_costs.remove(&ticket) {
            self.early_cost_words -= told.words();
        }
    }

    /// Destroys a stream after other threads have made the calls about it that were queued before: these come
    /// first, even if their threads are behind in time.
    fn destroy(&mut self, stream: StreamId, ticket: Ticket) {
        if self.pending_calls.count(stream) <= 1 {
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

    /// Handles the completion of a call: drops it from the counts, and destroys streams that waited for it.
    fn call_made(&mut self, ticket: Ticket, stream: Option<StreamId>) {
        let about = |doomed: &Doomed| stream == Some(doomed.stream) && ticket < doomed.ticket;
        if let Some(at) = self.doomed.iter().position(about) {
            self.doomed[at].left -= 1;
            if self.doomed[at].left == 0 {
                let Doomed { stream, .. } = self.doomed.swap_remove(at);
                self.device.destroy_stream(stream);
            }
        }
    }

    /// Completes a call that puts nothing into its stream.
    fn finish_at_once(&mut self, ticket: Ticket) {
        if self.tickets.remove(&ticket).is_some()
            && let Some(finished) = &mut self.finished
        {
            finished.push((ticket, self.now));
        }
    }

    /// Returns whether a thread is blocked.
    pub(super) fn is_any_blocked(&self) -> bool {
        let waits = |host: &Host| !matches!(host.state, HostState::Ready | HostState::Inside(_));
        self.hosts.iter().any(waits)
    }

    /// Returns whether a thread waits for an operation that no thread has submitted.
    pub(super) fn is_any_early(&self) -> bool {
        self.hosts.iter().any(|host| matches!(host.state, HostState::Early { .. }))
    }

    /// Returns whether a call refers to an operation that another thread has yet to submit.
    fn is_early(&self, call: &Call) -> bool {
        let early = |ticket: &Ticket| self.tickets.get(ticket).is_some_and(Option::is_none);
        match call {
            Call::WaitOn { ticket, .. } => early(ticket),
            Call::SyncOn(tickets) => tickets.iter().any(early),
            _ => false,
        }
    }

    /// Retries the calls of threads that waited for a submission or for room in a channel, in order of thread
    /// numbers.
    pub(super) fn retry_blocked(&mut self) {
        for number in 0..self.hosts.len() {
            if let HostState::Early { began } = self.hosts[number].state {
                self.hosts[number].time = self.now;
                self.acted(number);
                self.take_effect(number, began);
            } else if let HostState::Blocked { channel, first, since, began } = &mut self.hosts[number].state
            {
                let (channel, since, began) = (*channel, *since, *began);
                let (now, first) = (self.now, first.take());
                self.hosts[number].state = HostState::Inside(began);
                self.hosts[number].time = now;
                self.acted(number);
                self.take_effect(number, began);
                match &mut self.hosts[number].state {
                    // The thread has been blocked throughout.
                    HostState::Blocked { since: place, first: it, .. } => (*place, *it) = (since, first),
                    _ => {
                        let host = number as u32;
                        let first = first.as_ref().map(|first| (first.0.as_operation(), first.1));
                        self.emit(&Event::HostBlocked { host, channel, first, start: since, end: now });
                    }
                }
            }
        }
    }

    /// Resumes the threads that waited for an operation, which is complete.
    pub(super) fn release_waiting(&mut self, op: OpId) {
        let now = self.now;
        for number in 0..self.hosts.len() {
            let host = &mut self.hosts[number];
            if let HostState::Waiting { ops, since } = &mut host.state {
                ops.retain(|&other| other != op);
                if ops.is_empty() {
                    let start = *since;
                    host.time = now.saturating_add(self.timing.wake);
                    (host.state, host.acts) = (HostState::Ready, self.acts);
                    let end = host.time;
                    let (host, what) = (number as u32, "synchronize");
                    self.emit(&Event::HostCall { host, what, start, end });
                }
            }
        }
    }

    /// Describes the wait of each blocked thread: a line each, with the chain of dependences.
    pub fn describe_waits(&self, names: &impl Names) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, host) in (0..).zip(&self.hosts) {
            let thread = names.host(number);
            match &host.state {
                HostState::Blocked { channel, .. } => {
                    let (context, depth) = self.blocked_by(host, *channel, names);
                    lines.push(format!(
                        "{thread} waits: channel {channel} is full with {depth} operations{context}"
                    ));
                }
                HostState::Waiting { ops, .. } => {
                    let chain = ops.first().map_or(String::new(), |&op| self.chain(op, names));
                    lines.push(format!("{thread} waits: {chain}"));
                }
                HostState::Early { .. } => {
                    lines.push(format!("{thread} waits for an operation that no thread has submitted"))
                }
                HostState::Ready | HostState::Inside(_) => {}
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

    /// Returns the first operation in the channel to which a thread's next call would push, and the number of
    /// operations that wait there.
    fn first_of(&self, host: &Host, channel: u32) -> Option<(OpId, u32)> {
        let (_, call) = host.calls.front()?;
        self.device.head_of(call.stream()?, channel)
    }

    /// Describes the chain of dependences of an operation, to its root or to a cycle.
    fn chain(&self, op: OpId, names: &impl Names) -> String {
        in_words(&self.device.chain_of(op), |op| self.describe(op, names))
    }

    fn describe(&self, op: OpId, names: &impl Names) -> String {
        let Some(under) = self.op_state(op) else { return op.to_string() };
        let stream = names.stream(self.stream_number(under.stream));
        match &under.operation {
            OwnedOperation::Grid { name, cost: Cost::Endless, .. } => {
                format!("grid `{name}` of {stream}, which never ends")
            }
            OwnedOperation::Grid { name, .. } => format!("grid `{name}` of {stream}"),
            OwnedOperation::Copy { way, bytes } => {
                format!("copy {} of {bytes} bytes of {stream}", way.name())
            }
            OwnedOperation::Host { .. } => format!("a host function of {stream}"),
            OwnedOperation::Record { .. } => format!("the record of an event in {stream}"),
            OwnedOperation::Mark => format!("a record in {stream}"),
            OwnedOperation::Wait { .. } => format!("a wait in {stream}"),
        }
    }
}
