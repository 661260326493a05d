//! Launch scripts: what host threads do, as text. `docs/simulation.md` describes the format.

mod kernel;
mod read;

use super::{Call, Cost, Launching, Policy, Rest, Simulation, Sink, Ticket, Time, Timing, Way};
use crate::{Config, GridSpec, Placement, SmSet, Spec, StreamId, StreamKind};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Why a script is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ScriptError {}

/// A stream of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stream {
    name: String,
    kind: StreamKind,
    priority: i32,
    sms: Option<SmSet>,
}

/// What a host thread does, with streams and events by number.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Launch { stream: usize, name: Arc<str>, grid: GridSpec, cost: Cost },
    Copy { stream: usize, way: Way, bytes: u64, wait: bool },
    Host { stream: usize, duration: Time },
    Record { stream: usize, event: u64, timing: bool },
    Wait { stream: usize, event: u64 },
    SyncStream(usize),
    SyncEvent(u64),
    Sync,
    Delay(Time),
    Repeat { times: u64, steps: Vec<Step> },
}

/// A launch script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The device.
    pub spec: Spec,
    /// In which order SMs get blocks.
    pub placement: Placement,
    /// The time model.
    pub timing: Timing,
    /// The context's channels.
    pub config: Config,
    /// What launches by blocks cost.
    pub launching: Launching,
    /// Which of them are made where a kernel leaves it open.
    pub policy: Policy,
    streams: Vec<Stream>,
    /// Names of host threads, and what each does, with the lines it stands in.
    threads: Vec<(String, Vec<(usize, Step)>)>,
    events: BTreeMap<String, u64>,
}

/// A script's outcome.
pub struct Outcome<S: Sink> {
    /// The simulation at its end.
    pub simulation: Simulation<S>,
    /// How it came to rest.
    pub rest: Rest,
    /// Launches that were refused, with their lines.
    pub failures: Vec<ScriptError>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(text: &str) -> Result<Script, ScriptError> {
        read::read(text)
    }

    /// Names of the streams, in order of their making.
    pub fn streams(&self) -> impl Iterator<Item = &str> {
        self.streams.iter().map(|stream| stream.name.as_str())
    }

    /// Names of the host threads, by number.
    pub fn threads(&self) -> impl Iterator<Item = &str> {
        self.threads.iter().map(|(name, _)| name.as_str())
    }

    /// Names its streams and host threads on a timeline.
    pub fn label<W: std::io::Write>(&self, chrome: &mut super::chrome::Chrome<W>) {
        for (number, (name, _)) in (0..).zip(&self.threads) {
            chrome.name_host(number, name);
        }
        for (number, stream) in (0..).zip(&self.streams) {
            chrome.name_stream(number, &stream.name, stream.sms.as_ref());
        }
    }

    /// The events that were reached, with their names and times, sorted by name.
    pub fn times<S: Sink>(&self, simulation: &Simulation<S>) -> Vec<(String, Time)> {
        let reached = |(name, number): (&String, &u64)| Some((name.clone(), simulation.time_of(*number)?));
        self.events.iter().filter_map(reached).collect()
    }

    /// Runs it to its end.
    pub fn run<S: Sink>(&self, sink: S) -> Outcome<S> {
        let mut simulation = Simulation::new(self.spec.clone(), self.placement, self.timing.clone(), sink);
        simulation.set_launching(self.launching);
        simulation.set_policy(self.policy);
        let context = simulation.create_context(&self.config);
        let make = |stream: &Stream| {
            simulation.create_stream(context, stream.kind, stream.priority, stream.sms.clone())
        };
        // The context was made just before.
        let streams: Vec<StreamId> = self.streams.iter().filter_map(make).collect();
        let mut lines: BTreeMap<Ticket, usize> = BTreeMap::new();
        for (host, (_, steps)) in (0..).zip(&self.threads) {
            for (line, step) in steps {
                let ticket = simulation.call(host, step.call(&streams, context));
                lines.insert(ticket, *line);
            }
        }
        let rest = simulation.run();
        let of_line = |failure: &super::Failure| ScriptError {
            line: lines.get(&failure.ticket).copied().unwrap_or(0),
            what: failure.why.to_string(),
        };
        let failures = simulation.failures().iter().map(of_line).collect();
        Outcome { simulation, rest, failures }
    }
}

impl Step {
    /// How many calls it makes.
    fn calls(&self) -> u64 {
        match self {
            Step::Repeat { times, steps } => {
                times.saturating_mul(steps.iter().fold(0, |sum, step| sum.saturating_add(step.calls())))
            }
            _ => 1,
        }
    }

    fn call(&self, streams: &[StreamId], context: crate::ContextId) -> Call {
        match self.clone() {
            Step::Launch { stream, name, grid, cost } => {
                Call::Launch { stream: streams[stream], name, grid, cost }
            }
            Step::Copy { stream, way, bytes, wait } => {
                Call::Copy { stream: streams[stream], way, bytes, wait }
            }
            Step::Host { stream, duration } => Call::HostFunction { stream: streams[stream], duration },
            Step::Record { stream, event, timing } => Call::Record { stream: streams[stream], event, timing },
            Step::Wait { stream, event } => Call::Wait { stream: streams[stream], event },
            Step::SyncStream(stream) => Call::SyncStream(streams[stream]),
            Step::SyncEvent(event) => Call::SyncEvent(event),
            Step::Sync => Call::SyncContext(context),
            Step::Delay(time) => Call::Delay(time),
            Step::Repeat { times, steps } => {
                let calls = steps.iter().map(|step| step.call(streams, context)).collect();
                Call::Repeat { times, calls }
            }
        }
    }
}
