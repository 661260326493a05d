//! Script recorder: writes a program's calls while it runs.
//!
//! The simulation of a recording repeats the recorded one to the picosecond: the same calls by the same
//! threads, each launch with its measured costs. If a thread was later than it had to be, because the program
//! did other work or another thread was faster, the recording says so (`at TIME`).
//!
//! A line is written once it is complete. The cost of a launch is known when it has ended: until then the
//! lines after it are buffered, up to a limit; beyond it the launch is written without its cost, which
//! follows later.

use super::waits;
use crate::spawn::Decision;
use crate::{Body, Call, Child, Cost, Offer, Step, Target, Ticket, Time};
use device::{Binding, Config, ContextId, GridSpec, Placement, SmSet, Spec, StreamId, StreamKind};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// Maximum number of buffered lines.
const MOST_KEPT: usize = 4096;

/// Writes a script.
pub struct Recorder<W: io::Write> {
    out: W,
    error: Option<io::Error>,
    /// Lines not yet written; the first one is incomplete.
    kept: VecDeque<Line>,
    /// Number of lines written, and the numbers of launch lines without costs.
    written: u64,
    open: BTreeMap<Ticket, u64>,
    contexts: BTreeMap<ContextId, u32>,
    streams: BTreeMap<StreamId, u32>,
    /// Number of streams so far.
    made: u32,
    /// Context and thread of the last statement.
    context: Option<u32>,
    thread: Option<u32>,
    threads: u32,
    kernels: u64,
    causes: u64,
}

/// A line, or its two parts before and after a cost.
struct Line {
    text: String,
    /// Ticket of a launch with an unknown cost.
    waits: Option<Ticket>,
}

impl<W: io::Write> Recorder<W> {
    /// Starts a script for a device.
    pub fn new(out: W, spec: &Spec, placement: Placement) -> Self {
        let mut recorder = Recorder {
            out,
            error: None,
            kept: VecDeque::new(),
            written: 0,
            open: BTreeMap::new(),
            contexts: BTreeMap::new(),
            streams: BTreeMap::new(),
            made: 0,
            context: None,
            thread: None,
            threads: 0,
            kernels: 0,
            causes: 0,
        };
        recorder.line("# What a program did. `hip-sim run` simulates it.".into());
        recorder.line(format!("device {}", spec.name));
        recorder.line(format!("placement {placement}"));
        recorder
    }

    /// Records the creation of a context.
    pub fn context(&mut self, context: ContextId, config: &Config) {
        let number = self.contexts.len() as u32;
        self.contexts.insert(context, number);
        self.select_context(context);
        let Config { channels, copy_channels, ring_entries, binding, .. } = config;
        let scale = match ring_entries {
            256 => " scale=0.25x",
            512 => " scale=0.5x",
            2048 => " scale=2x",
            4096 => " scale=4x",
            _ => "",
        };
        let binding = if *binding == Binding::Static { " static" } else { "" };
        self.line(format!("channels {channels} copies={copy_channels}{scale}{binding}"));
    }

    /// Records another set of channels of a context.
    pub fn queues(&mut self, context: ContextId, channels: u32) {
        if self.select_context(context) {
            self.line(format!("queues {}", channels.clamp(1, 32)));
        }
    }

    /// Records the creation of a stream.
    pub fn stream(
        &mut self,
        stream: StreamId,
        context: ContextId,
        (kind, priority): (StreamKind, i32),
        sms: Option<&SmSet>,
    ) {
        if !self.select_context(context) {
            return;
        }
        let number = self.made;
        self.made += 1;
        self.streams.insert(stream, number);
        let mut text = format!("stream s{number}");
        text += match kind {
            StreamKind::Legacy => " legacy",
            StreamKind::Blocking => " blocking",
            StreamKind::NonBlocking => "",
        };
        if priority != 0 {
            put(&mut text, format_args!(" priority={priority}"));
        }
        if let Some(sms) = sms {
            put(&mut text, format_args!(" sms={sms}"));
        }
        self.line(text);
    }

    /// Records that a thread's next call is not before `time`.
    pub fn wait_until(&mut self, host: u32, time: Time) {
        self.thread(host);
        self.line(format!("at {time}ps"));
    }

    /// Records a call of a thread and its ticket.
    pub fn call(&mut self, host: u32, ticket: Ticket, call: &Call) {
        let Some(text) = self.statement(ticket, call) else { return };
        let waits = matches!(call, Call::Launch { cost: Cost::Unknown, .. }).then_some(ticket);
        self.thread(host);
        if let Call::SyncContext(context) | Call::Pending { context, .. } = call {
            self.select_context(*context);
        }
        self.push(Line { text, waits });
    }

    /// Returns the statement for a call; `None` for one that takes no time.
    fn statement(&mut self, ticket: Ticket, call: &Call) -> Option<String> {
        let stream = |id: &StreamId| self.streams.get(id).copied();
        Some(match call {
            Call::Launch { stream: id, name, grid, cost } => {
                let mut text = format!("{ticket}: launch s{} name=", stream(id)?);
                escaped(&mut text, name);
                shape(&mut text, grid);
                if *cost != Cost::Unknown {
                    let cost = self.cost_text(cost);
                    put(&mut text, format_args!(" {cost}"));
                }
                text
            }
            Call::Copy { stream: id, way, bytes, wait } => {
                let wait = if *wait { " wait" } else { "" };
                format!("{ticket}: copy s{} {} {bytes}{wait}", stream(id)?, way.name())
            }
            Call::HostFunction { stream: id, duration } => {
                format!("{ticket}: host s{} {duration}ps", stream(id)?)
            }
            // Event names are never used: a wait names the statement of the record.
            Call::Record { stream: id, timing, .. } => {
                let untimed = if *timing { "" } else { " untimed" };
                format!("{ticket}: record s{} e{untimed}", stream(id)?)
            }
            Call::WaitOn { stream: id, ticket: on } => {
                let stream = stream(id)?;
                match on {
                    &Ticket::MAX => format!("{ticket}: wait s{stream} for none"),
                    on => format!("{ticket}: wait s{stream} for {on}"),
                }
            }
            Call::SyncStream(id) => format!("sync s{}", stream(id)?),
            Call::SyncOn(on) if on.is_empty() => "sync for none".into(),
            Call::SyncOn(on) => {
                let all: Vec<String> = on.iter().map(Ticket::to_string).collect();
                format!("sync for {}", all.join(" "))
            }
            Call::SyncContext(_) => "sync".into(),
            Call::Queues { stream: id, set } => format!("queue s{} {set}", stream(id)?),
            Call::Pending { launches, .. } => format!("pending {launches}"),
            Call::Destroy(id) => format!("destroy s{}", self.streams.remove(id)?),
            Call::Delay(time) => format!("delay {time}ps"),
            Call::Until(time) => format!("at {time}ps"),
            // Calls of scripts only, which no program makes.
            Call::Memory(_) | Call::Wait { .. } | Call::SyncEvent(_) | Call::Repeat { .. } => return None,
        })
    }

    /// Records the cost of a launch that has ended.
    pub fn cost(&mut self, ticket: Ticket, cost: &Cost) {
        let Some(number) = self.open.remove(&ticket) else { return };
        let before = self.kept.len();
        let text = self.cost_text(cost);
        match number.checked_sub(self.written) {
            Some(at) => {
                // The kernels that it names precede it.
                let kernels: Vec<Line> = self.kept.drain(before..).collect();
                if let Some(line) = self.kept.get_mut(at as usize) {
                    let own = std::mem::take(&mut line.text);
                    for kernel in kernels {
                        line.text += &kernel.text;
                        line.text.push('\n');
                    }
                    put(&mut line.text, format_args!("{own} {text}"));
                    line.waits = None;
                }
            }
            None => self.line(match text.strip_prefix("cost=") {
                Some(cost) => format!("cost {ticket} {cost}"),
                None => format!("cost {ticket} {text}"),
            }),
        }
        if let Cost::Coupled(coupled) = cost {
            for text in waits::written(ticket, coupled, self.causes) {
                self.line(text);
            }
            self.causes += coupled.causes.len() as u64;
        }
        self.write(0);
    }

    /// Records a comment.
    pub fn remark(&mut self, text: &str) {
        self.line(format!("# {}", text.replace('\n', " ")));
    }

    /// Flushes the writer.
    pub fn sync(&mut self) {
        if let Err(error) = self.out.flush() {
            self.error.get_or_insert(error);
        }
    }

    /// Writes all buffered lines: launches with unknown costs run for ever.
    ///
    /// # Errors
    /// The first error of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        if self.threads == 0 {
            // A script needs a thread.
            self.thread(0);
        }
        for line in &mut self.kept {
            if line.waits.take().is_some() {
                line.text += " cost=endless";
            }
        }
        self.write(0);
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }

    /// Selects a context for what follows; `false` if it is unknown.
    fn select_context(&mut self, context: ContextId) -> bool {
        let Some(&number) = self.contexts.get(&context) else { return false };
        if self.context.replace(number) != Some(number) {
            self.line(format!("context c{number}"));
        }
        true
    }

    /// Selects a thread for what follows. Threads are numbered in the order of their first call.
    fn thread(&mut self, host: u32) {
        while self.threads <= host {
            self.line(format!("thread t{}", self.threads));
            self.thread = Some(self.threads);
            self.threads += 1;
        }
        if self.thread.replace(host) != Some(host) {
            self.line(format!("thread t{host}"));
        }
    }

    fn line(&mut self, text: String) {
        self.push(Line { text, waits: None });
    }

    fn push(&mut self, line: Line) {
        if let Some(ticket) = line.waits {
            self.open.insert(ticket, self.written + self.kept.len() as u64);
        }
        self.kept.push_back(line);
        self.write(MOST_KEPT);
    }

    /// Writes the complete lines, and others while more than `most` are buffered; 0 stands for no limit.
    fn write(&mut self, most: usize) {
        while let Some(Line { mut text, waits }) = self.kept.pop_front() {
            if waits.is_some() {
                if most == 0 || self.kept.len() < most {
                    return self.kept.push_front(Line { text, waits });
                }
                text.push_str(" cost=later");
            }
            text.push('\n');
            if self.error.is_none()
                && let Err(error) = self.out.write_all(text.as_bytes())
            {
                self.error = Some(error);
            }
            self.written += 1;
        }
    }

    /// Returns the cost of a grid's blocks as an option; kernels that it names are written before.
    fn cost_text(&mut self, cost: &Cost) -> String {
        match cost {
            Cost::Each(cycles) => format!("cost={cycles}"),
            Cost::Endless | Cost::Unknown => "cost=endless".into(),
            Cost::List(list) if list.is_empty() => "cost=0".into(),
            Cost::List(list) => {
                let mut text = String::from("cost=");
                for (n, same) in list.chunk_by(|a, b| a == b).enumerate() {
                    text += if n == 0 { "" } else { "," };
                    put(&mut text, format_args!("{}x{}", same[0], same.len()));
                }
                text
            }
            Cost::Coupled(coupled) => self.cost_text(&Cost::List(Arc::clone(&coupled.cycles))),
            Cost::Work(bodies) => format!("work=k{}", self.kernel(bodies)),
        }
    }

    /// Writes a kernel and returns its number.
    fn kernel(&mut self, bodies: &[Body]) -> u64 {
        let mut lines = Vec::new();
        for same in bodies.chunk_by(|a, b| Arc::ptr_eq(a, b) || a == b) {
            lines.push(format!("block times={}", same.len()));
            for warps in same[0].chunk_by(|a, b| a == b) {
                lines.push(format!("warp times={}", warps.len()));
                if warps[0].is_empty() {
                    lines.push("run 0".into());
                }
                for step in &warps[0] {
                    self.step(&mut lines, step);
                }
            }
        }
        let number = self.kernels;
        self.kernels += 1;
        let text = [&[format!("kernel k{number}")], &lines[..], &["end".to_owned()]].concat().join("\n");
        self.kept.push_back(Line { text, waits: None });
        number
    }

    fn step(&mut self, lines: &mut Vec<String>, step: &Step) {
        match step {
            Step::Run(cycles) => lines.push(format!("run {cycles}")),
            Step::Join => lines.push("join".into()),
            Step::Launch(children) => {
                let mut verb = "launch";
                for same in children.chunk_by(|a, b| a == b) {
                    let child = self.child(&same[0]);
                    lines.push(format!("{verb} {child} lanes={}", same.len()));
                    verb = "also";
                }
            }
            Step::Offer(offers) => {
                let mut verb = "offer";
                for same in offers.chunk_by(|a, b| a == b) {
                    let Offer { items, serial, child } = &same[0];
                    let (child, lanes) = (self.child(child), same.len());
                    lines.push(format!("{verb} {child} lanes={lanes} items={items} serial={serial}"));
                    verb = "also";
                }
            }
            Step::Declined { decision, items } => {
                lines.push(format!("declined {}", decided(*decision, *items)))
            }
        }
    }

    fn child(&mut self, child: &Child) -> String {
        let Child { target, name, grid, cost, decided: before } = child;
        let mut text = String::new();
        escaped(&mut text, name);
        match target {
            Target::Block(stream) => put(&mut text, format_args!(" stream={stream}")),
            Target::Grid(stream) => put(&mut text, format_args!(" stream=grid:{stream}")),
            Target::FireAndForget => text += " stream=forget",
            Target::Tail => text += " stream=tail",
        }
        shape(&mut text, grid);
        // A child with an unknown cost takes no time.
        let cost = if *cost == Cost::Unknown { "cost=0".into() } else { self.cost_text(cost) };
        put(&mut text, format_args!(" {cost}"));
        if let Some((decision, items)) = before {
            put(&mut text, format_args!(" decided={}", decided(*decision, *items)));
        }
        text
    }
}

/// Formats to a string, which cannot fail.
fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

/// Writes a name as one word.
fn escaped(text: &mut String, name: &str) {
    for c in name.chars() {
        if c.is_whitespace() || c.is_control() || matches!(c, '#' | '%') {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                put(text, format_args!("%{byte:02x}"));
            }
        } else {
            text.push(c);
        }
    }
}

fn shape(text: &mut String, grid: &GridSpec) {
    let GridSpec { blocks, threads, registers, shared_bytes, cooperative, param_bytes, cluster } = grid;
    put(text, format_args!(" blocks={blocks} threads={threads}"));
    for (name, value) in [("registers", registers), ("shared", shared_bytes), ("params", param_bytes)] {
        if *value != 0 {
            put(text, format_args!(" {name}={value}"));
        }
    }
    if *cluster != 1 {
        put(text, format_args!(" cluster={cluster}"));
    }
    *text += if *cooperative { " cooperative" } else { "" };
}

fn decided(decision: Decision, items: u64) -> String {
    let cycles = |known: Option<u64>| known.map_or_else(|| "-".to_owned(), |cycles| cycles.to_string());
    format!("{items}:{}:{}", cycles(decision.child), cycles(decision.parent))
}
