//! Report of a simulation, as text and as JSON: counters, false dependencies and blocked threads with cause
//! and remedy, deadlocks.

use crate::chrome;
use crate::summary::Summary;
use crate::{Launched, Rest, Simulation, Sink, Time};
use std::fmt::Write as _;

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

/// A stream with operations delayed by other streams' operations.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Held {
    victim: String,
    culprit: String,
    channel: u32,
    count: u64,
    time: Time,
    longest: Time,
    what: String,
    behind: String,
    copies: bool,
}

/// A host thread blocked by a full channel.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Blocked {
    host: String,
    channel: u32,
    count: u64,
    time: Time,
    longest: Time,
    /// First operation in the channel at the longest time, and its stream.
    first: Option<(String, String)>,
}

/// Grids of a stream without whose end time continued.
#[derive(Clone, PartialEq, Eq, Debug)]
struct GivenUp {
    stream: String,
    what: String,
    count: u64,
}

/// Report of a simulation. Equal simulations have byte-identical reports.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    device: String,
    summary: Summary,
    most_resident: u32,
    events: Vec<(String, Time)>,
    held: Vec<Held>,
    blocked: Vec<Blocked>,
    given_up: Vec<GivenUp>,
    refused: Vec<(Option<usize>, String)>,
    deadlock: Vec<String>,
}

impl Report {
    /// Returns the report of a simulation that has come to rest.
    pub fn from_simulation<S: Sink>(
        simulation: &Simulation<S>,
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
        let blocked = |block: crate::HostBlock| Blocked {
            host: names.host(block.host),
            channel: block.channel,
            count: block.count,
            time: block.time,
            longest: block.longest,
            first: block.first.map(|(what, of)| (what, stream(of))),
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
            refused: simulation.failures().iter().map(|failure| (None, failure.why.to_string())).collect(),
            deadlock,
            summary: summary.clone(),
        }
    }

    /// Adds the times of completed events.
    #[must_use]
    pub fn with_events(self, events: Vec<(String, Time)>) -> Report {
        Report { events, ..self }
    }

    /// Adds rejected statements with their lines.
    #[must_use]
    pub fn with_refused(self, refused: impl Iterator<Item = (usize, String)>) -> Report {
        Report { refused: refused.map(|(line, why)| (Some(line), why)).collect(), ..self }
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
                count(*grids, "grid"),
                count(*blocks, "block"),
                self.mean_blocks(),
                count(self.most_resident, "grid")
            ),
            format!(
                "{}, {} in all; at most {} queued in a channel",
                count(*copies, "copy"),
                count(*bytes, "byte"),
                count(*deepest, "operation")
            ),
        ];
        lines.extend(launch_lines(launched));
        lines.extend(self.events.iter().map(|(event, time)| format!("event {event}: {}", micros(*time))));
        lines.extend(self.held.iter().map(Held::line));
        lines.extend(self.blocked.iter().map(Blocked::line));
        lines.extend(self.given_up.iter().map(GivenUp::line));
        for same in self.refused.chunk_by(|one, next| one == next) {
            let (line, why) = &same[0];
            let line = line.map_or_else(String::new, |line| format!("line {line}: "));
            let times = if same.len() > 1 { format!(", {} times", same.len()) } else { String::new() };
            lines.push(format!("{line}refused: {why}{times}"));
        }
        lines.extend(self.deadlock.iter().map(|line| format!("deadlock: {line}")));
        lines
    }

    /// Returns the report as a JSON object, as described in `docs/simulation.md`. Times are nanoseconds.
    pub fn json(&self) -> String {
        let Summary { end, grids, blocks, copies, bytes, deepest, launched, .. } = &self.summary;
        let mut top = Object::default();
        top.text("device", &self.device);
        top.time("end_ns", *end);
        top.raw("grids", grids);
        top.raw("blocks", blocks);
        top.raw("copies", copies);
        top.raw("copied_bytes", bytes);
        top.raw("deepest_channel", deepest);
        top.raw("most_resident_grids", self.most_resident);
        top.raw("mean_blocks", self.mean_blocks());
        top.raw("children", children(launched));
        top.list(
            "events",
            self.events.iter().map(|(event, time)| {
                let mut object = Object::default();
                object.text("event", event);
                object.time("ns", *time);
                object
            }),
        );
        top.list(
            "held_back",
            self.held.iter().map(|held| {
                let mut object = Object::default();
                object.text("victim", &held.victim);
                object.text("what", &held.what);
                object.text("culprit", &held.culprit);
                object.text("behind", &held.behind);
                object.raw("channel", held.channel);
                object.raw("count", held.count);
                object.time("ns", held.time);
                object.time("longest_ns", held.longest);
                object
            }),
        );
        top.list(
            "blocked_hosts",
            self.blocked.iter().map(|blocked| {
                let mut object = Object::default();
                object.text("host", &blocked.host);
                object.raw("channel", blocked.channel);
                object.raw("count", blocked.count);
                object.time("ns", blocked.time);
                object.time("longest_ns", blocked.longest);
                if let Some((first, stream)) = &blocked.first {
                    object.text("first", first);
                    object.text("first_stream", stream);
                }
                object
            }),
        );
        top.list(
            "given_up",
            self.given_up.iter().map(|given_up| {
                let mut object = Object::default();
                object.text("stream", &given_up.stream);
                object.text("what", &given_up.what);
                object.raw("count", given_up.count);
                object
            }),
        );
        top.list(
            "refused",
            self.refused.iter().map(|(line, why)| {
                let mut object = Object::default();
                if let Some(line) = line {
                    object.raw("line", line);
                }
                object.text("why", why);
                object
            }),
        );
        let mut deadlock = String::new();
        for line in &self.deadlock {
            deadlock += if deadlock.is_empty() { "" } else { ", " };
            chrome::quoted(&mut deadlock, line);
        }
        top.raw("deadlock", format_args!("[{deadlock}]"));
        top.close()
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
        let first = match &self.first {
            Some((what, stream)) => format!(", {what} of {stream} first in it"),
            None => String::new(),
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
            count(launched.grids, "grid"),
            count(launched.blocks, "block"),
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
            count(launched.accepted, "offered launch"),
            launched.declined
        ));
    }
    lines
}

/// Number of things, with the plural of their name where there are several or none.
fn count(number: impl Into<u64>, name: &str) -> String {
    let number = number.into();
    match name.strip_suffix('y') {
        _ if number == 1 => format!("1 {name}"),
        Some(stem) => format!("{number} {stem}ies"),
        None if name.ends_with("ch") => format!("{number} {name}es"),
        None => format!("{number} {name}s"),
    }
}

fn children(launched: &Launched) -> String {
    let mut object = Object::default();
    object.raw("launched", launched.grids);
    object.raw("blocks", launched.blocks);
    object.raw("refused", launched.refused);
    object.raw("accepted_offers", launched.accepted);
    object.raw("declined_offers", launched.declined);
    object.raw("overhead_ns", nanoseconds(launched.overhead));
    object.raw("queued_ns", nanoseconds(launched.queued));
    object.time("longest_queued_ns", launched.longest_queued);
    object.time("part_ns", launched.concurrent.width());
    let means: Vec<String> = launched.concurrent.means().map(|mean| mean.to_string()).collect();
    object.raw("concurrent_blocks", format_args!("[{}]", means.join(", ")));
    object.close()
}

/// Formats a time to the nearest nanosecond.
fn micros(picoseconds: Time) -> String {
    let nanoseconds = (u128::from(picoseconds) + 500) / 1000;
    format!("{}.{:03} µs", nanoseconds / 1000, nanoseconds % 1000)
}

/// Formats all digits as a JSON number.
fn nanoseconds(picoseconds: u128) -> String {
    match (picoseconds / 1000, picoseconds % 1000) {
        (whole, 0) => whole.to_string(),
        (whole, part) => format!("{whole}.{part:03}"),
    }
}

/// Builder of a JSON object; members keep their order.
#[derive(Default)]
struct Object(String);

impl Object {
    fn raw(&mut self, name: &str, value: impl std::fmt::Display) {
        self.0 += if self.0.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(self.0, "\"{name}\": {value}");
    }

    fn text(&mut self, name: &str, value: &str) {
        let mut text = String::new();
        chrome::quoted(&mut text, value);
        self.raw(name, text);
    }

    fn time(&mut self, name: &str, picoseconds: Time) {
        self.raw(name, nanoseconds(picoseconds.into()));
    }

    fn list(&mut self, name: &str, objects: impl Iterator<Item = Object>) {
        let all: Vec<String> = objects.map(Object::close).collect();
        self.raw(name, format_args!("[{}]", all.join(", ")));
    }

    fn close(self) -> String {
        format!("{{{}}}", self.0)
    }
}
