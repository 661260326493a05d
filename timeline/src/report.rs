//! Report of a simulation, as text and as JSON: counters, false dependencies and blocked threads with cause
//! and remedy, deadlocks.

use crate::json::nanoseconds;
use crate::summary::Summary;
use crate::{Launched, Rest, Simulation, Sink, Time};
use serde::Serialize;

/// Names of streams and host threads, by their numbers.
pub trait Names {
    /// Returns a stream's name.
    fn stream(&self, number: usize) -> String;
    /// Returns a host thread's name.
    fn host(&self, number: u32) -> String;
}

/// Names that consist of numbers.
pub struct Numbers;

impl Names for Numbers {
    fn stream(&self, number: usize) -> String {
        format!("stream {number}")
    }

    fn host(&self, number: u32) -> String {
        format!("host thread {number}")
    }
}

/// A completed event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Completed {
    event: String,
    #[serde(rename = "ns", serialize_with = "nanoseconds")]
    time: Time,
}

/// A stream with operations delayed by other streams' operations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Held {
    victim: String,
    what: String,
    culprit: String,
    behind: String,
    channel: u32,
    count: u64,
    #[serde(rename = "ns", serialize_with = "nanoseconds")]
    time: Time,
    #[serde(rename = "longest_ns", serialize_with = "nanoseconds")]
    longest: Time,
    #[serde(skip)]
    copies: bool,
}

/// A host thread blocked by a full channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Blocked {
    host: String,
    channel: u32,
    count: u64,
    #[serde(rename = "ns", serialize_with = "nanoseconds")]
    time: Time,
    #[serde(rename = "longest_ns", serialize_with = "nanoseconds")]
    longest: Time,
    /// First operation in the channel at the longest time.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    /// Stream of that operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_stream: Option<String>,
}

/// Grids of a stream without whose end time continued.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct GivenUp {
    stream: String,
    what: String,
    count: u64,
}

/// A rejected statement, with its line in a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Rejected {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    why: String,
}

/// The report as JSON, as described in `docs/simulation.md`.
#[derive(Serialize)]
struct Json<'a> {
    device: &'a str,
    #[serde(serialize_with = "nanoseconds")]
    end_ns: Time,
    grids: u64,
    blocks: u64,
    copies: u64,
    copied_bytes: u64,
    deepest_channel: u32,
    most_resident_grids: u32,
    mean_blocks: f64,
    children: Children,
    events: &'a [Completed],
    held_back: &'a [Held],
    blocked_hosts: &'a [Blocked],
    given_up: &'a [GivenUp],
    refused: &'a [Rejected],
    deadlock: &'a [String],
}

/// Statistics of launches by blocks, as JSON.
#[derive(Serialize)]
struct Children {
    launched: u64,
    blocks: u64,
    refused: u64,
    accepted_offers: u64,
    declined_offers: u64,
    #[serde(serialize_with = "nanoseconds")]
    overhead_ns: u128,
    #[serde(serialize_with = "nanoseconds")]
    queued_ns: u128,
    #[serde(serialize_with = "nanoseconds")]
    longest_queued_ns: Time,
    #[serde(serialize_with = "nanoseconds")]
    part_ns: Time,
    concurrent_blocks: Vec<f64>,
}

/// Report of a simulation. Equal simulations have byte-identical reports.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    device: String,
    summary: Summary,
    most_resident: u32,
    events: Vec<Completed>,
    held: Vec<Held>,
    blocked: Vec<Blocked>,
    given_up: Vec<GivenUp>,
    refused: Vec<Rejected>,
    deadlock: Vec<String>,
}

impl Report {
    /// Returns the report of a simulation that has come to rest.
    pub fn from_simulation(
        simulation: &Simulation<dyn Sink>,
        summary: &Summary,
        rest: &Rest,
        names: &impl Names,
    ) -> Report {
        let stream = |id| names.stream(simulation.stream_number(id));
        let held = |held: crate::HeldBack| Held {
            victim: stream(held.victim),
            culprit: stream(held.culprit),
            channel: held.channel,
            count: held.count,
            time: held.time,
            longest: held.longest,
            what: held.what,
            behind: held.behind,
            copies: held.copies,
        };
        let blocked = |block: crate::HostBlock| {
            let (first, first_stream) = block.first.map(|(what, of)| (what, stream(of))).unzip();
            Blocked {
                host: names.host(block.host),
                channel: block.channel,
                count: block.count,
                time: block.time,
                longest: block.longest,
                first,
                first_stream,
            }
        };
        let deadlock = match rest {
            Rest::Deadlock(_) => simulation.describe_waits(names),
            Rest::Finished | Rest::Unknown(_) => Vec::new(),
        };
        Report {
            device: simulation.device().spec().name.clone(),
            most_resident: simulation.device().counters().most_resident,
            events: Vec::new(),
            held: summary.held_back().into_iter().map(held).collect(),
            blocked: summary.host_blocks().into_iter().map(blocked).collect(),
            given_up: summary
                .given_up()
                .map(|(of, what, count)| GivenUp { stream: stream(of), what: what.to_owned(), count })
                .collect(),
            refused: simulation
                .failures()
                .iter()
                .map(|failure| Rejected { line: None, why: failure.why.to_string() })
                .collect(),
            deadlock,
            summary: summary.clone(),
        }
    }

    /// Adds the times of completed events.
    #[must_use]
    pub fn with_events(self, events: Vec<(String, Time)>) -> Report {
        let events = events.into_iter().map(|(event, time)| Completed { event, time }).collect();
        Report { events, ..self }
    }

    /// Adds rejected statements with their lines.
    #[must_use]
    pub fn with_refused(self, refused: impl Iterator<Item = (usize, String)>) -> Report {
        let refused = refused.map(|(line, why)| Rejected { line: Some(line), why }).collect();
        Report { refused, ..self }
    }

    /// Returns whether everything ended and nothing was rejected.
    pub fn is_clean(&self) -> bool {
        self.refused.is_empty() && self.deadlock.is_empty()
    }

    fn mean_blocks(&self) -> f64 {
        if self.summary.end == 0 { 0.0 } else { self.summary.block_time as f64 / self.summary.end as f64 }
    }

    /// Returns the report as lines of text: counters first, then findings, the longest of a kind first.
    pub fn lines(&self) -> Vec<String> {
        let Summary { grids, blocks, copies, bytes, deepest, launched, .. } = &self.summary;
        let mut lines = vec![
            format!("{}: ended at {}", self.device, micros(self.summary.end)),
            format!(
                "{}, {}: {:.1} resident on average; at most {} resident at once",
                counted(*grids, "grid"),
                counted(*blocks, "block"),
                self.mean_blocks(),
                counted(self.most_resident, "grid")
            ),
            format!(
                "{}, {} in all; at most {} queued in a channel",
                counted(*copies, "copy"),
                counted(*bytes, "byte"),
                counted(*deepest, "operation")
            ),
        ];
        lines.extend(launch_lines(launched));
        lines.extend(self.events.iter().map(|done| format!("event {}: {}", done.event, micros(done.time))));
        lines.extend(self.held.iter().map(Held::line));
        lines.extend(self.blocked.iter().map(Blocked::line));
        lines.extend(self.given_up.iter().map(GivenUp::line));
        for same in self.refused.chunk_by(|one, next| one == next) {
            let Rejected { line, why } = &same[0];
            let line = line.map_or_else(String::new, |line| format!("line {line}: "));
            let times = if same.len() > 1 { format!(", {} times", same.len()) } else { String::new() };
            lines.push(format!("{line}refused: {why}{times}"));
        }
        lines.extend(self.deadlock.iter().map(|line| format!("deadlock: {line}")));
        lines
    }

    /// Returns the report as one line with a JSON object, as described in `docs/simulation.md`.
    pub fn json(&self) -> String {
        let Summary { end, grids, blocks, copies, bytes, deepest, launched, .. } = &self.summary;
        let json = Json {
            device: &self.device,
            end_ns: *end,
            grids: *grids,
            blocks: *blocks,
            copies: *copies,
            copied_bytes: *bytes,
            deepest_channel: *deepest,
            most_resident_grids: self.most_resident,
            mean_blocks: self.mean_blocks(),
            children: Children::from(launched),
            events: &self.events,
            held_back: &self.held,
            blocked_hosts: &self.blocked,
            given_up: &self.given_up,
            refused: &self.refused,
            deadlock: &self.deadlock,
        };
        serde_json::to_string(&json).expect("numbers and text are valid JSON")
    }
}

impl Held {
    fn line(&self) -> String {
        let cure = if self.copies {
            "more channels for copies (CUDA_DEVICE_MAX_COPY_CONNECTIONS)"
        } else {
            "more channels (CUDA_DEVICE_MAX_CONNECTIONS)"
        };
        format!(
            "false dependency: {} waited {} behind {} in channel {}, {}, {} of {} behind {}: {cure}, or another order of \
             calls, avoid it",
            self.victim,
            micros(self.time),
            self.culprit,
            self.channel,
            times(self.count, self.longest),
            self.what,
            self.victim,
            self.behind
        )
    }
}

impl Blocked {
    fn line(&self) -> String {
        let first = match (&self.first, &self.first_stream) {
            (Some(what), Some(stream)) => format!(", {what} of {stream} first in it"),
            _ => String::new(),
        };
        format!(
            "{} was blocked {} by channel {}, {}{first}: larger queues (CUDA_SCALE_LAUNCH_QUEUES), or fewer and larger \
             kernels, avoid it",
            self.host,
            micros(self.time),
            self.channel,
            times(self.count, self.longest)
        )
    }
}

impl GivenUp {
    fn line(&self) -> String {
        let Self { stream, what, count } = self;
        let times = if *count == 1 { String::new() } else { format!(", {count} times") };
        format!("virtual time continued without the end of {what} of {stream}{times}: its cost was unknown")
    }
}

/// Formats a count and the longest time.
fn times(count: u64, longest: Time) -> String {
    match count {
        1 => "once".into(),
        _ => format!("{count} times, at most {}", micros(longest)),
    }
}

/// Formats the statistics of launches by blocks, if there were any.
fn launch_lines(launched: &Launched) -> Vec<String> {
    let mut lines = Vec::new();
    if launched.grids + launched.refused + launched.declined > 0 {
        let mean = |total: u128| micros((total / u128::from(launched.grids.max(1))) as u64);
        lines.push(format!(
            "{} of {} launched by blocks, {} rejected; a launch call took {} on average, then {} in queues, \
             at most {}; {:.1} of their blocks resident at the peak",
            counted(launched.grids, "grid"),
            counted(launched.blocks, "block"),
            launched.refused,
            mean(launched.overhead),
            mean(launched.queued),
            micros(launched.longest_queued),
            launched.concurrent.peak()
        ));
    }
    if launched.accepted + launched.declined > 0 {
        lines.push(format!(
            "{} made, {} done by the threads that offered them",
            counted(launched.accepted, "offered launch"),
            launched.declined
        ));
    }
    lines
}

/// Number of things, with the plural of their name unless it is one.
pub fn counted(number: impl Into<u64>, name: &str) -> String {
    let number = number.into();
    match name.strip_suffix('y') {
        _ if number == 1 => format!("1 {name}"),
        Some(stem) => format!("{number} {stem}ies"),
        None if name.ends_with("ch") => format!("{number} {name}es"),
        None => format!("{number} {name}s"),
    }
}

impl From<&Launched> for Children {
    fn from(launched: &Launched) -> Children {
        Children {
            launched: launched.grids,
            blocks: launched.blocks,
            refused: launched.refused,
            accepted_offers: launched.accepted,
            declined_offers: launched.declined,
            overhead_ns: launched.overhead,
            queued_ns: launched.queued,
            longest_queued_ns: launched.longest_queued,
            part_ns: launched.concurrent.width(),
            concurrent_blocks: launched.concurrent.means().collect(),
        }
    }
}

/// Formats a time to the nearest nanosecond.
pub(crate) fn micros(picoseconds: Time) -> String {
    let nanoseconds = (u128::from(picoseconds) + 500) / 1000;
    format!("{}.{:03} µs", nanoseconds / 1000, nanoseconds % 1000)
}
