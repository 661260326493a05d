//! Launch scripts: calls of host threads, as text. `docs/simulation.md` describes the format.

mod grid;
mod kernel;
mod read;
mod record;
mod thread;
mod waits;
mod words;

pub use record::Recorder;

use crate::{Call, Cost, Launching, Policy, Rest, Simulation, Sink, Ticket, Time, Timing, Way};
use device::{Config, GridSpec, Placement, SmSet, Spec, StreamId, StreamKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Error in a script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ScriptError {
    /// Line, from 1.
    pub line: usize,
    /// Message.
    pub what: String,
}

/// A stream of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stream {
    name: String,
    kind: StreamKind,
    priority: i32,
    sms: Option<SmSet>,
    /// Index of its context.
    context: usize,
}

/// A context of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Context {
    name: String,
    config: Config,
    /// Channels for kernels of each additional set.
    queues: Vec<u32>,
}

/// A statement of a host thread, with streams and events by number.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Launch { stream: usize, name: Arc<str>, grid: GridSpec, cost: Cost },
    Copy { stream: usize, way: Way, bytes: u64, wait: bool },
    Host { stream: usize, duration: Time },
    Record { stream: usize, event: u64, timing: bool },
    Wait { stream: usize, event: u64 },
    WaitFor { stream: usize, label: Option<usize> },
    SyncStream(usize),
    SyncEvent(u64),
    SyncFor(Vec<usize>),
    Sync(usize),
    Delay(Time),
    Until(Time),
    Queues { stream: usize, set: u32 },
    Pending { context: usize, launches: u32 },
    Destroy(usize),
    Repeat { times: u64, steps: Vec<Step> },
}

/// A launch script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The device.
    pub spec: Spec,
    /// Order in which SMs get blocks.
    pub placement: Placement,
    /// The time model.
    pub timing: Timing,
    /// Costs of launches by blocks.
    pub launching: Launching,
    /// Policy for launches that a kernel leaves open.
    pub policy: Policy,
    contexts: Vec<Context>,
    streams: Vec<Stream>,
    /// Host threads: name, and statements with their lines.
    threads: Vec<(String, Vec<(usize, Step)>)>,
    events: BTreeMap<String, u64>,
    /// Positions of labelled statements: thread, and index among its statements.
    labels: Vec<(usize, usize)>,
    /// Wake-up conditions of blocks, and their wait points.
    causes: Vec<waits::Awaited>,
    waits: Vec<waits::Wait>,
    /// Total work, repetitions included.
    size: Size,
}

/// Amount of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Calls by host threads.
    pub calls: u64,
    /// Blocks, and grids that blocks may launch, with their blocks.
    pub blocks: u64,
}

/// Result of running a script.
pub struct Outcome<S: Sink> {
    /// The simulation at its end.
    pub simulation: Simulation<S>,
    /// State at rest.
    pub rest: Rest,
    /// Launches that were refused, with their lines.
    pub failures: Vec<ScriptError>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn read(text: &str) -> Result<Script, ScriptError> {
        read::read(text, &[])
    }

    /// Reads a script with overrides: each statement of `overrides`, which sets the device, the placement,
    /// the timing, channels, launches by blocks or the policy, replaces all of its kind.
    ///
    /// # Errors
    /// The first invalid line; line 0 for the overrides.
    pub fn read_with(text: &str, overrides: &[String]) -> Result<Script, ScriptError> {
        read::read(text, overrides)
    }

    /// Returns the amount of work, to which a simulation's run time is proportional.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the names of the streams, in order of creation.
    pub fn streams(&self) -> impl Iterator<Item = &str> {
        self.streams.iter().map(|stream| stream.name.as_str())
    }

    /// Names of the host threads, by number.
    pub fn threads(&self) -> impl Iterator<Item = &str> {
        self.threads.iter().map(|(name, _)| name.as_str())
    }

    /// Names the script's streams and host threads on a timeline.
    pub fn label<W: std::io::Write>(&self, chrome: &mut crate::chrome::Chrome<W>) {
        for (number, (name, _)) in (0..).zip(&self.threads) {
            chrome.name_host(number, name);
        }
        for (number, stream) in (0..).zip(&self.streams) {
            chrome.name_stream(number, &stream.name, stream.sms.as_ref());
        }
    }

    /// Returns the completed events with names and times, sorted by name.
    pub fn times(&self, simulation: &Simulation<dyn Sink>) -> Vec<(String, Time)> {
        let reached = |(name, number): (&String, &u64)| Some((name.clone(), simulation.time_of(*number)?));
        self.events.iter().filter_map(reached).collect()
    }

    /// Runs the script to its end.
    pub fn run<S: Sink + 'static>(&self, sink: S) -> Outcome<S> {
        let mut simulation = Simulation::new(self.spec.clone(), self.placement, self.timing.clone(), sink);
        let (rest, failures) = self.run_in(&mut simulation);
        Outcome { simulation, rest, failures }
    }

    /// Runs the script in a new simulation; returns its state at rest and the refused launches.
    fn run_in(&self, simulation: &mut Simulation<dyn Sink>) -> (Rest, Vec<ScriptError>) {
        simulation.set_launching(self.launching);
        simulation.set_policy(self.policy);
        if !self.labels.is_empty() {
            simulation.keep_tickets();
        }
        let mut made = Made::default();
        for Context { config, queues, .. } in &self.contexts {
            let context = simulation.create_context(config);
            for &channels in queues {
                // Sets are numbered in this order, from 1.
                let _number = simulation.add_queues(context, channels);
            }
            made.contexts.push(context);
        }
        for stream in &self.streams {
            let context = made.contexts[stream.context];
            let id = simulation.create_stream(context, stream.kind, stream.priority, stream.sms.clone());
            // The context was created above.
            let Some(id) = id else { continue };
            made.streams.push(id);
        }
        // Calls are numbered in the order of the script, whichever thread makes them.
        let mut order: Vec<(usize, usize, usize)> = Vec::new();
        for (host, (_, steps)) in self.threads.iter().enumerate() {
            order.extend(steps.iter().enumerate().map(|(at, &(line, _))| (line, host, at)));
        }
        order.sort_unstable();
        let mut tickets: Vec<Vec<Ticket>> = self.threads.iter().map(|_| Vec::new()).collect();
        for (ticket, &(_, host, _)) in (0..).zip(&order) {
            tickets[host].push(ticket);
        }
        made.labels = self.labels.iter().map(|&(thread, at)| tickets[thread][at]).collect();
        let coupled = self.coupled(&made.labels);
        let mut lines: BTreeMap<Ticket, usize> = BTreeMap::new();
        for (line, host, at) in order {
            let mut call = self.threads[host].1[at].1.call(&made);
            if let (Call::Launch { cost, .. }, Some(coupled)) = (&mut call, coupled.get(&(host, at))) {
                *cost = coupled.clone();
            }
            let ticket = simulation.call(host as u32, call);
            lines.insert(ticket, line);
        }
        let rest = simulation.run();
        let of_line = |failure: &crate::Failure| ScriptError {
            line: lines.get(&failure.ticket).copied().unwrap_or(0),
            what: failure.why.to_string(),
        };
        let failures = simulation.failures().iter().map(of_line).collect();
        (rest, failures)
    }
}

/// Simulation objects for the script's numbers.
#[derive(Default)]
struct Made {
    contexts: Vec<device::ContextId>,
    streams: Vec<StreamId>,
    labels: Vec<Ticket>,
}

impl Step {
    fn call(&self, made: &Made) -> Call {
        let Made { contexts, streams, labels } = made;
        match self.clone() {
            Step::Launch { stream, name, grid, cost } => {
                // A cost that was announced for later and never came.
                let cost = if cost == Cost::Unknown { Cost::Endless } else { cost };
                Call::Launch { stream: streams[stream], name, grid, cost }
            }
            Step::Copy { stream, way, bytes, wait } => {
                Call::Copy { stream: streams[stream], way, bytes, wait }
            }
            Step::Host { stream, duration } => Call::HostFunction { stream: streams[stream], duration },
            Step::Record { stream, event, timing } => Call::Record { stream: streams[stream], event, timing },
            Step::Wait { stream, event } => Call::Wait { stream: streams[stream], event },
            // A ticket that no call has stands for a completed operation.
            Step::WaitFor { stream, label } => Call::WaitOn {
                stream: streams[stream],
                ticket: label.map_or(Ticket::MAX, |label| labels[label]),
            },
            Step::SyncFor(on) => Call::SyncOn(on.into_iter().map(|label| labels[label]).collect()),
            Step::SyncStream(stream) => Call::SyncStream(streams[stream]),
            Step::SyncEvent(event) => Call::SyncEvent(event),
            Step::Sync(context) => Call::SyncContext(contexts[context]),
            Step::Delay(time) => Call::Delay(time),
            Step::Until(time) => Call::Until(time),
            Step::Queues { stream, set } => Call::Queues { stream: streams[stream], set },
            Step::Pending { context, launches } => Call::Pending { context: contexts[context], launches },
            Step::Destroy(stream) => Call::Destroy(streams[stream]),
            Step::Repeat { times, steps } => {
                let calls = steps.iter().map(|step| step.call(made)).collect();
                Call::Repeat { times, calls }
            }
        }
    }
}
