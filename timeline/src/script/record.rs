//! Writing scripts: what a program did, as it does it.
//!
//! A recording is a script whose simulation repeats the recorded one to the last picosecond: the same calls
//! by the same threads, each launch with what its blocks really cost. Where a thread came later than it could
//! have, for the program did something else or another thread was faster, it says so (`at TIME`).
//!
//! A line stands in the file when all it says is known. What a launch costs is known when it has ended: until
//! then the lines behind it are kept, as far as there are not too many; then the launch is written without
//! its cost, which follows later.

use super::waits;
use crate::spawn::Decision;
use crate::{Body, Call, Child, Cost, Offer, Step, Target, Ticket, Time};
use device::{Binding, Config, ContextId, GridSpec, Placement, SmSet, Spec, StreamId, StreamKind};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// Lines that are kept at most.
const MOST_KEPT: usize = 4096;

/// Writes a script.
pub struct Recorder<W: io::Write> {
    out: W,
    error: Option<io::Error>,
    /// Lines that are not written, the first of which is waited for.
    kept: VecDeque<Line>,
    /// How many lines were written, and by their numbers those of launches whose costs are not known.
    written: u64,
    open: BTreeMap<Ticket, u64>,
    contexts: BTreeMap<ContextId, u32>,
    streams: BTreeMap<StreamId, u32>,
    /// How many there were.
    made: u32,
    /// What was spoken of last.
    context: Option<u32>,
    thread: Option<u32>,
    threads: u32,
    kernels: u64,
    causes: u64,
}

/// A line, or two parts of one between which a cost stands.
struct Line {
    text: String,
    /// The ticket of a launch whose cost is not known.
    waits: Option<Ticket>,
}

impl<W: io::Write> Recorder<W> {
    /// Begins a script about a device.
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

    /// A context was made.
    pub fn context(&mut self, context: ContextId, config: &Config) {
        let number = self.contexts.len() as u32;
        self.contexts.insert(context, number);
        self.speak_of(context);
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

    /// It was given another set of channels.
    pub fn queues(&mut self, context: ContextId, channels: u32) {
        if self.speak_of(context) {
            self.line(format!("queues {}", channels.clamp(1, 32)));
        }
    }

    /// A stream was made.
    pub fn stream(
        &mut self,
        stream: StreamId,
        context: ContextId,
        (kind, priority): (StreamKind, i32),
        sms: Option<&SmSet>,
    ) {
        if !self.speak_of(context) {
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

    /// A thread does what follows not before then.
    pub fn at(&mut self, host: u32, time: Time) {
        self.thread(host);
        self.line(format!("at {time}ps"));
    }

    /// A thread makes a call, with the ticket it has.
    pub fn call(&mut self, host: u32, ticket: Ticket, call: &Call) {
        let Some(text) = self.statement(ticket, call) else { return };
        let waits = matches!(call, Call::Launch { cost: Cost::Unknown, .. }).then_some(ticket);
        self.thread(host);
        if let Call::SyncContext(context) | Call::Pending { context, .. } = call {
            self.speak_of(*context);
        }
        self.push(Line { text, waits });
    }

    /// The statement that a call is; none for what takes no time.
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
            // Nobody names the event: who waits for it names the statement.
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
            // A script's own, which no program makes.
            Call::Memory(_) | Call::Wait { .. } | Call::SyncEvent(_) | Call::Repeat { .. } => return None,
        })
    }

    /// A launch has ended, and cost so much.
    pub fn cost(&mut self, ticket: Ticket, cost: &Cost) {
        let Some(number) = self.open.remove(&ticket) else { return };
        let before = self.kept.len();
        let text = self.cost_text(cost);
        match number.checked_sub(self.written) {
            Some(at) => {
                // The kernels it names stand in front of it.
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

    /// A remark.
    pub fn remark(&mut self, text: &str) {
        self.line(format!("# {}", text.replace('\n', " ")));
    }

    /// Hands what is written to the system.
    pub fn sync(&mut self) {
        if let Err(error) = self.out.flush() {
            self.error.get_or_insert(error);
        }
    }

    /// Writes all that is kept: launches whose costs are not known run for ever.
    ///
    /// # Errors
    /// The first that writing met.
    pub fn finish(mut self) -> io::Result<W> {
        if self.threads == 0 {
            // A script has one.
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

    /// What follows is about a context; false if there is no such one.
    fn speak_of(&mut self, context: ContextId) -> bool {
        let Some(&number) = self.contexts.get(&context) else { return false };
        if self.context.replace(number) != Some(number) {
            self.line(format!("context c{number}"));
        }
        true
    }

    /// What follows a thread does. Threads are numbered in the order in which they are first named.
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

    /// Writes the lines about which all is known, and others as long as more than so many are kept; 0: only
    /// the former.
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

    /// What the blocks of a grid cost, as an option; kernels that it names are described before.
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

    /// Describes a kernel: its number.
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
        // A child whose cost nobody told takes no time.
        let cost = if *cost == Cost::Unknown { "cost=0".into() } else { self.cost_text(cost) };
        put(&mut text, format_args!(" {cost}"));
        if let Some((decision, items)) = before {
            put(&mut text, format_args!(" decided={}", decided(*decision, *items)));
        }
        text
    }
}

/// Writes; to a string that cannot fail.
fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

/// A name as one word.
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
