//! Trace of a timeline in Chrome's trace event format, which Perfetto also reads.
//!
//! The file is an array with one event a line, written as they come. Viewers read a file that ends after any
//! line (the format allows omitting the closing bracket). Times are microseconds of the virtual timeline.
//!
//! | process | its threads | |
//! |---|---|---|
//! | 1 host threads | one each | calls, and spans `blocked` while a channel is full |
//! | 2 channels | one each | what is first in it, until it is passed; a counter of what waits |
//! | 3 streams | one each | grids, copies and host functions from start to end, spans `held back` before them |
//! | 4 SMs | a few each | blocks, those of a grid on one SM that begin and end together as one |
//! | 5 copy engines | one each | copies |
//! | 6 hardware queues | a few each | grids that blocks launched, from their first block to their end; counters of those that wait and run |
//! | 7 managed memory | one a region | what happened to it; a counter of what is on the device |
//!
//! Arrows lead from the call to the operation's start, or from the grid that launched to the one that it
//! launched. What threads decided about launches stands on the track of their grid.

mod measured;

use crate::json::{Members, Micros};
use crate::{Event, MemoryChange, Operation, Sink, Time};
use device::{Lane, Op, OpId, SmSet, Spec};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

/// Maximum number of block slices, to keep the file small enough for viewers; further ones are only counted.
const MOST_BLOCK_SLICES: u64 = 1_000_000;
/// Tracks of an SM or hardware queue: simultaneous grids need separate tracks, since spans of a track must
/// nest. Grids beyond this number are not drawn.
const LANES: usize = 32;

const HOSTS: u32 = 1;
const CHANNELS: u32 = 2;
const STREAMS: u32 = 3;
const SMS: u32 = 4;
const ENGINES: u32 = 5;
const QUEUES: u32 = 6;
const MEMORY: u32 = 7;

/// Event of the format.
#[derive(Default, Serialize)]
struct Entry<'a> {
    #[serde(rename = "ph")]
    phase: &'static str,
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    pid: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tid: Option<u32>,
    #[serde(flatten)]
    arrow: Option<Arrow>,
    #[serde(rename = "ts", skip_serializing_if = "Option::is_none")]
    start: Option<Micros>,
    #[serde(rename = "dur", skip_serializing_if = "Option::is_none")]
    duration: Option<Micros>,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<&'a Members>,
}

/// Members of an arrow's ends.
#[derive(Serialize)]
struct Arrow {
    #[serde(rename = "cat")]
    category: &'static str,
    id: u64,
    /// `e` at the end: the arrow belongs to the span that encloses it.
    #[serde(rename = "bp", skip_serializing_if = "Option::is_none")]
    binding: Option<&'static str>,
}

struct Seen {
    number: u64,
    name: String,
    stream: u32,
    pushed: Time,
    channel: Option<u32>,
    /// Arguments of its span.
    args: Members,
    /// Process and thread of its span.
    track: (u32, u32),
    /// `true` for a pending grid that a block launched.
    waits: bool,
    /// Time at which the front end passed it.
    passed: Option<Time>,
}

/// Writes a simulation's events as a trace.
pub struct Chrome<W: io::Write> {
    out: W,
    error: Option<io::Error>,
    /// Bytes left until the trace is cut.
    left: u64,
    line: Vec<u8>,
    ops: Vec<Option<Seen>>,
    count: u64,
    /// End of the last span on each track of each SM and hardware queue.
    lanes: Vec<[Time; LANES]>,
    queues: BTreeMap<u32, [Time; LANES]>,
    /// The latest time in the trace.
    last: Time,
    /// Time at which each channel last passed an operation.
    passed: BTreeMap<u32, Time>,
    /// Tracks that already have a name.
    named: BTreeSet<(u32, u32)>,
    /// Managed regions in order of their first event.
    regions: Vec<Arc<str>>,
    slices: u64,
    /// Grids launched by blocks: pending, and running.
    children: (i64, i64),
}

impl<W: io::Write> Chrome<W> {
    /// Starts the trace of a device.
    pub fn new(out: W, device: &str, sms: u32) -> Self {
        let mut chrome = Chrome::empty(out, sms);
        let mut title = String::from("SMs of ");
        title += device;
        let processes = [
            (HOSTS, "host threads"),
            (CHANNELS, "channels"),
            (STREAMS, "streams"),
            (SMS, &title),
            (ENGINES, "copy engines"),
            (QUEUES, "hardware queues"),
        ];
        for (pid, name) in processes {
            chrome.name_process(pid, name);
        }
        chrome
    }

    fn empty(out: W, sms: u32) -> Self {
        let mut chrome = Chrome {
            out,
            error: None,
            left: u64::MAX,
            line: b"[\n".to_vec(),
            ops: Vec::new(),
            count: 0,
            lanes: vec![[0; LANES]; sms as usize],
            queues: BTreeMap::new(),
            last: 0,
            passed: BTreeMap::new(),
            named: BTreeSet::new(),
            regions: Vec::new(),
            slices: 0,
            children: (0, 0),
        };
        chrome.flush();
        chrome
    }

    /// Writes the device's capacity, with which viewers compute occupancy.
    #[must_use]
    pub fn with_device(mut self, spec: &Spec) -> Self {
        let Spec { sms, threads_per_sm, .. } = *spec;
        let capacity = Members::default().with("sms", sms).with("threads_per_sm", threads_per_sm);
        self.meta(SMS, None, "device", capacity);
        self
    }

    /// Names a host thread's track.
    pub fn name_host(&mut self, host: u32, name: &str) {
        self.name_track(HOSTS, host, name);
    }

    /// Names a stream's track, by [its number](crate::Simulation::stream_number); `sms` are the SMs of its
    /// green context, if it has one.
    pub fn name_stream(&mut self, stream: u32, name: &str, sms: Option<&SmSet>) {
        let full = sms.map_or_else(|| name.to_owned(), |sms| format!("{name} (SMs {sms})"));
        self.name_track(STREAMS, stream, &full);
        if let Some(sms) = sms {
            let partition = Members::default().with("sms", sms.to_string());
            self.meta(STREAMS, Some(stream), "partition", partition);
        }
    }

    /// Draws the operations that have not ended, and closes the array. An unclosed trace is valid too.
    ///
    /// # Errors
    /// The first error of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        for seen in std::mem::take(&mut self.ops).into_iter().flatten() {
            if let Some(passed) = seen.passed
                && seen.track.0 == STREAMS
                && !matches!(seen.name.as_str(), "wait" | "record")
            {
                let (end, name) = (self.last.max(passed), format!("{} (has not ended)", seen.name));
                self.arrow("f", seen.track, seen.number, passed);
                self.span(seen.track, &name, passed, end, &seen.args);
            }
        }
        let cut = std::mem::replace(&mut self.left, u64::MAX) == 0;
        if cut {
            let why = "the trace has reached its limit: later events are not in it".to_owned();
            self.meta(1, None, "cut", Members::default().with("name", why));
        }
        // The last event has no comma behind it.
        self.encode(&Entry {
            phase: "M",
            pid: 1,
            name: "end",
            args: Some(&Members::default()),
            ..Entry::default()
        });
        self.line.extend_from_slice(b"]\n");
        self.flush();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }

    /// Returns the first error of the writer.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    /// Flushes the writer.
    pub fn sync(&mut self) {
        if let Err(error) = self.out.flush() {
            self.error.get_or_insert(error);
        }
    }

    /// Returns the trace with a size limit: it ends with the event that reaches `bytes` bytes.
    #[must_use]
    pub fn with_limit(self, bytes: u64) -> Self {
        Chrome { left: bytes, ..self }
    }

    /// Returns whether the trace has reached its limit.
    pub fn is_cut(&self) -> bool {
        self.left == 0
    }

    fn flush(&mut self) {
        if self.is_cut() {
            self.line.clear();
            return;
        }
        self.left = self.left.saturating_sub(self.line.len() as u64);
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.line)
        {
            self.error = Some(error);
        }
        self.line.clear();
    }

    /// Appends an event to the line.
    fn encode(&mut self, entry: &Entry<'_>) {
        serde_json::to_writer(&mut self.line, entry).expect("numbers and text are valid JSON");
    }

    /// Writes an event and the comma behind it.
    fn write(&mut self, entry: &Entry<'_>) {
        self.encode(entry);
        self.line.extend_from_slice(b",\n");
        self.flush();
    }

    fn meta(&mut self, pid: u32, tid: Option<u32>, name: &str, args: Members) {
        self.write(&Entry { phase: "M", pid, tid, name, args: Some(&args), ..Entry::default() });
    }

    fn name_track(&mut self, pid: u32, tid: u32, name: &str) {
        if self.named.insert((pid, tid)) {
            self.meta(pid, Some(tid), "thread_name", Members::default().with("name", name.to_owned()));
        }
    }

    fn span(&mut self, (pid, tid): (u32, u32), name: &str, start: Time, end: Time, args: &Members) {
        self.write(&Entry {
            phase: "X",
            pid,
            tid: Some(tid),
            start: Some(Micros(start)),
            duration: Some(Micros(end.saturating_sub(start))),
            name,
            args: Some(args),
            ..Entry::default()
        });
        self.last = self.last.max(end);
    }

    fn arrow(&mut self, phase: &'static str, (pid, tid): (u32, u32), id: u64, at: Time) {
        let binding = (phase == "f").then_some("e");
        self.write(&Entry {
            phase,
            pid,
            tid: Some(tid),
            arrow: Some(Arrow { category: "op", id, binding }),
            start: Some(Micros(at)),
            name: "op",
            ..Entry::default()
        });
    }

    fn counter(&mut self, pid: u32, tid: Option<u32>, name: &str, at: Time, values: Members) {
        self.write(&Entry {
            phase: "C",
            pid,
            tid,
            start: Some(Micros(at)),
            name,
            args: Some(&values),
            ..Entry::default()
        });
    }

    fn depth(&mut self, channel: u32, depth: u32, at: Time) {
        let name = format!("channel {channel}");
        self.counter(CHANNELS, Some(channel), &name, at, Members::default().with("waiting", depth));
    }

    fn seen(&self, op: OpId) -> Option<&Seen> {
        self.ops.get(op.index())?.as_ref()
    }

    fn see(&mut self, op: OpId, seen: Seen) {
        let place = op.index();
        if self.ops.len() <= place {
            self.ops.resize_with(place + 1, || None);
        }
        self.ops[place] = Some(seen);
    }

    fn count_children(&mut self, (waiting, running): (i64, i64), at: Time) {
        self.children = (self.children.0 + waiting, self.children.1 + running);
        let count = |grids: i64| u64::try_from(grids).unwrap_or(0);
        let (waiting, running) = (count(self.children.0), count(self.children.1));
        let grids = Members::default().with("waiting", waiting).with("running", running);
        self.counter(QUEUES, None, "child grids", at, grids);
    }

    /// Handles the launch of a grid by a block.
    fn launched(
        &mut self,
        (op, parent): (OpId, OpId),
        (stream, queue): (u32, u32),
        block: u64,
        operation: Operation<'_>,
        (called, at): (Time, Time),
    ) {
        let Operation::Grid { name, grid } = operation else { return };
        self.count += 1;
        let number = self.count;
        let (by, from) = self.seen(parent).map_or((0, (STREAMS, stream)), |seen| (seen.number, seen.track));
        let args = Members::default()
            .with("op", number)
            .with("parent", by)
            .with("parent_block", block)
            .with("blocks", grid.blocks)
            .with("threads", grid.threads);
        self.arrow("s", from, number, called);
        let track = (QUEUES, queue);
        self.see(
            op,
            Seen {
                number,
                name: name.to_owned(),
                stream,
                pushed: at,
                channel: None,
                args,
                track,
                waits: true,
                passed: None,
            },
        );
        self.count_children((1, 0), at);
    }

    /// Writes an instant event on a grid's track.
    fn mark(&mut self, grid: OpId, name: &str, at: Time, args: &Members) {
        let Some((pid, tid)) = self.seen(grid).map(|seen| seen.track) else { return };
        self.write(&Entry {
            phase: "i",
            scope: Some("t"),
            pid,
            tid: Some(tid),
            start: Some(Micros(at)),
            name,
            args: Some(args),
            ..Entry::default()
        });
    }

    /// Writes a slice for each SM that ran blocks of a grid.
    fn blocks(&mut self, op: OpId, sms: &[u16], start: Time, end: Time) {
        let Some(seen) = self.seen(op) else { return };
        let (number, name, stream) = (seen.number, seen.name.clone(), seen.stream);
        let mut sorted = sms.to_vec();
        sorted.sort_unstable();
        for group in sorted.chunk_by(|a, b| a == b) {
            let (sm, count) = (group[0], group.len());
            self.slices += 1;
            if self.slices > MOST_BLOCK_SLICES {
                return;
            }
            let Some(lanes) = self.lanes.get_mut(usize::from(sm)) else { return };
            let Some(free) = lanes.iter().position(|&until| until <= start) else { continue };
            lanes[free] = end;
            let tid = u32::from(sm) * LANES as u32 + free as u32;
            self.name_track(SMS, tid, &format!("SM {sm}"));
            let args = Members::default()
                .with("op", number)
                .with("blocks", count as u64)
                .with("sm", u32::from(sm))
                .with("stream", stream);
            self.span((SMS, tid), &name, start, end, &args);
        }
    }

    /// Writes a change of a managed region, and its bytes on the device.
    fn memory(&mut self, change: &MemoryChange, at: Time) {
        let known = self.regions.iter().position(|region| *region == change.region);
        let tid = known.unwrap_or(self.regions.len()) as u32;
        if known.is_none() {
            self.regions.push(Arc::clone(&change.region));
            // The first change of managed memory.
            if tid == 0 {
                let name = Members::default().with("name", "managed memory".to_owned());
                self.meta(MEMORY, None, "process_name", name);
            }
            self.name_track(MEMORY, tid, &change.region);
        }
        let cost = &change.cost;
        let mut args = Members::default()
            .with("faults", cost.faults)
            .with("to_device", cost.to_device)
            .with("to_host", cost.to_host)
            .with("between_devices", cost.between_devices)
            .with("evictions", cost.evictions)
            .with("on_device", change.on_device);
        if (cost.grown, cost.pinned) != (0, 0) {
            args = args.with("grown", cost.grown).with("pinned", cost.pinned);
        }
        self.span((MEMORY, tid), &change.what, at, at, &args);
        let bytes = Members::default().with("bytes on the device", change.on_device);
        self.counter(MEMORY, Some(tid), &change.region, at, bytes);
    }

    /// Counts an operation. Returns the name and the arguments of its span.
    fn description(&mut self, operation: Operation<'_>) -> (String, Members) {
        self.count += 1;
        let args = Members::default().with("op", self.count);
        match operation {
            Operation::Grid { name, grid } => {
                let args = args
                    .with("blocks", grid.blocks)
                    .with("threads", grid.threads)
                    .with("shared", grid.shared_bytes)
                    .with("registers", grid.registers);
                (name.to_owned(), args)
            }
            Operation::Copy { way, bytes } => (format!("copy {}", way.name()), args.with("bytes", bytes)),
            Operation::Host => ("host function".to_owned(), args),
            Operation::Record => ("record".to_owned(), args),
            Operation::Wait => ("wait".to_owned(), args),
        }
    }

    fn submitted(
        &mut self,
        op: OpId,
        (host, stream): (u32, u32),
        channel: Option<(u32, u32)>,
        operation: Operation<'_>,
        at: Time,
    ) {
        let (name, args) = self.description(operation);
        let number = self.count;
        let shown = matches!(operation, Operation::Grid { .. } | Operation::Copy { .. } | Operation::Host);
        let (channel_number, track) = (channel.map(|(channel, _)| channel), (STREAMS, stream));
        self.see(
            op,
            Seen {
                number,
                name,
                stream,
                pushed: at,
                channel: channel_number,
                args,
                track,
                waits: false,
                passed: None,
            },
        );
        if let Some((channel, depth)) = channel {
            let name = match operation {
                Operation::Copy { way, .. } => match way.op() {
                    Op::Transfer(Lane::Upload) => format!("channel {channel} (to the device)"),
                    Op::Transfer(_) => format!("channel {channel} (from the device)"),
                    _ => format!("channel {channel}"),
                },
                _ => format!("channel {channel}"),
            };
            self.name_track(CHANNELS, channel, &name);
            self.depth(channel, depth, at);
        }
        if shown {
            // Within the call, which ends now.
            self.arrow("s", (HOSTS, host), number, at.saturating_sub(1000));
        }
    }

    fn completed(&mut self, op: OpId, start: Time, end: Time) {
        let Some(seen) = self.ops.get_mut(op.index()).and_then(Option::take) else { return };
        if seen.name == "wait" || seen.name == "record" {
            return;
        }
        let track = seen.track;
        if track.0 == QUEUES {
            self.count_children(if seen.waits { (-1, 0) } else { (0, -1) }, end);
            if seen.waits {
                // It had no block, and so no track.
                return;
            }
            let (queue, lane) = (track.1 / LANES as u32, track.1 as usize % LANES);
            if let Some(lanes) = self.queues.get_mut(&queue) {
                lanes[lane] = end;
            }
        }
        self.arrow("f", track, seen.number, start);
        self.span(track, &seen.name, start, end, &seen.args);
    }
}

impl<W: io::Write> Sink for Chrome<W> {
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::HostCall { host, what, start, end } => {
                self.span((HOSTS, host), what, start, end, &Members::default());
            }
            Event::HostBlocked { host, channel, first, start, end } => {
                let name = format!("blocked: channel {channel} is full");
                let mut args = Members::default().with("channel", channel);
                if let Some((operation, stream)) = first {
                    args = args.with("first_stream", stream.index()).with("first", operation.words());
                }
                self.span((HOSTS, host), &name, start, end, &args);
            }
            Event::Submitted { op, stream, host, channel, operation, at } => {
                self.submitted(op, (host, stream.index()), channel, operation, at);
            }
            Event::Passed { op, channel, at } => {
                if let Some(seen) = self.ops.get_mut(op.index()).and_then(Option::as_mut) {
                    seen.passed = Some(at);
                }
                let Some((channel, depth)) = channel else { return };
                let before = self.passed.insert(channel, at).unwrap_or(0);
                if let Some(seen) = self.seen(op)
                    && seen.pushed.max(before) < at
                    && seen.channel == Some(channel)
                {
                    let (name, start) = (seen.name.clone(), seen.pushed.max(before));
                    let args = seen.args.clone().with("pushed_us", Micros(seen.pushed));
                    self.span((CHANNELS, channel), &name, start, at, &args);
                }
                self.depth(channel, depth, at);
            }
            Event::HeldBack { op, stream, operation, by, by_operation, channel, start, end } => {
                let number = self.seen(op).map_or(0, |seen| seen.number);
                let (victim, culprit) = (stream.index(), by.1.index());
                let args = Members::default()
                    .with("op", number)
                    .with("victim", victim)
                    .with("culprit", culprit)
                    .with("channel", channel)
                    .with("what", operation.words())
                    .with("behind", by_operation.words());
                let name = format!("held back by stream {culprit}");
                self.name_track(STREAMS, victim, &format!("stream {victim}"));
                self.span((STREAMS, victim), &name, start, end, &args);
            }
            Event::Blocks { op, sms, start, end } => self.blocks(op, sms, start, end),
            Event::Copied { op, engine, start, end } => {
                let Some(seen) = self.seen(op) else { return };
                let (name, args) = (seen.name.clone(), seen.args.clone());
                self.name_track(ENGINES, engine, &format!("copy engine {engine}"));
                self.span((ENGINES, engine), &name, start, end, &args);
            }
            Event::HostFunction { .. } => {}
            Event::Launched { op, parent, stream, block, queue, operation, called, at } => {
                self.launched((op, parent), (stream.index(), queue), block, operation, (called, at));
            }
            Event::NotLaunched { parent, block, name, why, at } => {
                let name = format!("{name} is not launched: {why}");
                self.mark(parent, &name, at, &Members::default().with("block", block));
            }
            Event::ChildBegan { op, overhead, queued, at } => {
                if let Some(seen) = self.ops.get_mut(op.index()).and_then(Option::as_mut) {
                    seen.waits = false;
                    let queue = seen.track.1;
                    let lanes = self.queues.entry(queue).or_insert([0; LANES]);
                    let lane = lanes.iter().position(|&until| until <= at).unwrap_or(LANES - 1);
                    lanes[lane] = Time::MAX;
                    seen.track.1 = queue * LANES as u32 + lane as u32;
                    seen.args.push("overhead_us", Micros(overhead));
                    seen.args.push("queued_us", Micros(queued));
                    let tid = seen.track.1;
                    self.name_track(QUEUES, tid, &format!("queue {queue}"));
                }
                self.count_children((-1, 1), at);
            }
            Event::Decided { grid, child, decision, items, took, at } => {
                let number = child.and_then(|child| self.seen(child)).map_or(0, |seen| seen.number);
                let args = Members::default()
                    .with("items", items)
                    .with("child_cycles_estimated", decision.child)
                    .with("parent_cycles_estimated", decision.parent)
                    .with("child", number)
                    .with("took_us", Micros(took));
                self.mark(grid, if child.is_some() { "launch" } else { "do it here" }, at, &args);
            }
            Event::GivenUp { op, at, .. } => {
                self.mark(op, "end unknown: time continues without it", at, &Members::default());
            }
            Event::Memory { change, at } => self.memory(change, at),
            Event::Completed { op, start, end } => self.completed(op, start, end),
        }
    }
}
