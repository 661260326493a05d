//! `hip-sim run`: a script, its outcome as text or JSON, and its timeline.

use crate::Failure;
use crate::progress::Progress;
use hip_device::sim::chrome::Chrome;
use hip_device::sim::script::{Outcome, Script, ScriptError};
use hip_device::sim::{Launched, Rest, Sink, Summary};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The script; `-` for standard input.
    script: PathBuf,
    /// Use this statement for all of its kind in the script: device, placement, timing, channels, children or policy.
    #[arg(long, value_name = "STATEMENT")]
    set: Vec<String>,
    /// Write the timeline there, for Perfetto, chrome://tracing or `hip-sim view`.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write the timeline there as a page for a browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the outcome as JSON; docs/simulation.md lists its members.
    #[arg(long)]
    json: bool,
    /// Say on standard error every second how far it is; without it, only on a terminal.
    #[arg(long)]
    progress: bool,
}

/// What a script came to. Times are nanoseconds.
#[derive(Serialize)]
struct Report {
    device: String,
    end_ns: f64,
    grids: u64,
    blocks: u64,
    copies: u64,
    copied_bytes: u64,
    deepest_channel: u32,
    most_resident_grids: u32,
    /// Mean number of blocks that ran at the same time.
    mean_blocks: f64,
    children: Children,
    events: Vec<Reached>,
    held_back: Vec<Held>,
    blocked_hosts: Vec<Blocked>,
    refused: Vec<Refused>,
    deadlock: Vec<String>,
}

/// What blocks launched.
#[derive(Serialize)]
struct Children {
    launched: u64,
    blocks: u64,
    refused: u64,
    accepted_offers: u64,
    declined_offers: u64,
    overhead_ns: f64,
    queued_ns: f64,
    longest_queued_ns: f64,
    /// Mean number of blocks of theirs that ran at the same time, for parts of the time that are all equally long.
    part_ns: f64,
    concurrent_blocks: Vec<f64>,
}

impl Children {
    fn of(launched: &Launched) -> Children {
        let total = |picoseconds: u128| picoseconds as f64 / 1000.0;
        Children {
            launched: launched.grids,
            blocks: launched.blocks,
            refused: launched.refused,
            accepted_offers: launched.accepted,
            declined_offers: launched.declined,
            overhead_ns: total(launched.overhead),
            queued_ns: total(launched.queued),
            longest_queued_ns: nanoseconds(launched.longest_queued),
            part_ns: nanoseconds(launched.concurrent.width()),
            concurrent_blocks: launched.concurrent.means().collect(),
        }
    }
}

#[derive(Serialize)]
struct Reached {
    event: String,
    ns: f64,
}

#[derive(Serialize)]
struct Held {
    victim: String,
    culprit: String,
    channel: u32,
    count: u64,
    ns: f64,
}

#[derive(Serialize)]
struct Blocked {
    host: String,
    channel: u32,
    count: u64,
    ns: f64,
}

#[derive(Serialize)]
struct Refused {
    line: usize,
    why: String,
}

fn nanoseconds(picoseconds: u64) -> f64 {
    picoseconds as f64 / 1000.0
}

/// Runs it; whether it came to its end and everything was taken.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let text = crate::read(&arguments.script)?;
    let of_script = |error: ScriptError| Failure::Script(arguments.script.clone(), error);
    let script = Script::read_with(&text, &arguments.set).map_err(of_script)?;
    let (mut file, mut page) = (None, None);
    if let Some(path) = &arguments.trace {
        let made = File::create(path).map_err(|error| Failure::Write(path.clone(), error))?;
        file = Some(named(&script, BufWriter::new(made)));
    }
    if arguments.html.is_some() {
        page = Some(named(&script, Vec::new()));
    }
    let progress = Progress::wanted(arguments.progress, script.size());
    let Outcome { mut simulation, rest, failures } =
        script.run((Summary::default(), (progress, (file, page))));
    let (progress, (file, page)) = &mut simulation.sink_mut().1;
    progress.iter().for_each(Progress::over);
    if let (Some(path), Some(chrome)) = (&arguments.trace, file.take()) {
        chrome.finish().map_err(|error| Failure::Write(path.clone(), error))?;
    }
    if let (Some(path), Some(chrome)) = (&arguments.html, page.take()) {
        let trace = chrome.finish().map_err(|error| Failure::Write(path.clone(), error))?;
        crate::view::write_page(&String::from_utf8_lossy(&trace), path, path)?;
    }
    let report = report(&script, &simulation, rest, failures);
    if arguments.json {
        let text = serde_json::to_string_pretty(&report);
        let text = text.unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
        crate::print(&(text + "\n"));
    } else {
        crate::print(&text_of(&report));
    }
    Ok(report.deadlock.is_empty() && report.refused.is_empty())
}

/// A trace with the script's names in it.
fn named<W: io::Write>(script: &Script, out: W) -> Chrome<W> {
    let mut chrome = Chrome::new(out, &script.spec.name, script.spec.sms);
    script.label(&mut chrome);
    chrome
}

fn report<S: Sink>(
    script: &Script,
    simulation: &hip_device::sim::Simulation<(Summary, S)>,
    rest: Rest,
    failures: Vec<ScriptError>,
) -> Report {
    let summary = &simulation.sink().0;
    let stream = |id| script.streams().nth(simulation.stream_number(id)).unwrap_or("?").to_owned();
    let host = |n: u32| script.threads().nth(n as usize).unwrap_or("?").to_owned();
    Report {
        device: script.spec.name.clone(),
        end_ns: nanoseconds(summary.end),
        grids: summary.grids,
        blocks: summary.blocks,
        copies: summary.copies,
        copied_bytes: summary.bytes,
        deepest_channel: summary.deepest,
        most_resident_grids: simulation.device().counters().most_resident,
        mean_blocks: if summary.end == 0 { 0.0 } else { summary.block_time as f64 / summary.end as f64 },
        children: Children::of(&summary.launched),
        events: script
            .times(simulation)
            .into_iter()
            .map(|(event, time)| Reached { event, ns: nanoseconds(time) })
            .collect(),
        held_back: summary
            .held_back()
            .into_iter()
            .map(|held| Held {
                victim: stream(held.victim),
                culprit: stream(held.culprit),
                channel: held.channel,
                count: held.count,
                ns: nanoseconds(held.time),
            })
            .collect(),
        blocked_hosts: summary
            .host_blocks()
            .into_iter()
            .map(|block| Blocked {
                host: host(block.host),
                channel: block.channel,
                count: block.count,
                ns: nanoseconds(block.time),
            })
            .collect(),
        refused: failures.into_iter().map(|error| Refused { line: error.line, why: error.what }).collect(),
        deadlock: match rest {
            Rest::Deadlock(lines) => lines,
            Rest::Finished | Rest::Unknown(_) => Vec::new(),
        },
    }
}

/// A line more. Writing to a string cannot fail.
macro_rules! put {
    ($text:ident, $($what:tt)*) => {
        let _ = writeln!($text, $($what)*);
    };
}

/// The outcome for people.
fn text_of(report: &Report) -> String {
    let mut text = String::new();
    let micros = |ns: f64| format!("{:.3} µs", ns / 1000.0);
    put!(text, "{}: ended at {}", report.device, micros(report.end_ns));
    put!(
        text,
        "  {} grids with {} blocks, {:.1} at a time in the mean, at most {} grids resident",
        report.grids,
        report.blocks,
        report.mean_blocks,
        report.most_resident_grids
    );
    put!(
        text,
        "  {} copies of {} bytes; at most {} operations waited in a channel",
        report.copies,
        report.copied_bytes,
        report.deepest_channel
    );
    let children = &report.children;
    if children.launched + children.refused + children.declined_offers > 0 {
        let mean = |ns: f64| micros(ns / (children.launched.max(1)) as f64);
        let peak = children.concurrent_blocks.iter().copied().fold(0.0, f64::max);
        put!(
            text,
            "  {} grids with {} blocks launched by blocks, {} refused; launch calls took {} in the mean, then {} in queues, at most {}; \
             {peak:.1} of their blocks at a time where they were most",
            children.launched,
            children.blocks,
            children.refused,
            mean(children.overhead_ns),
            mean(children.queued_ns),
            micros(children.longest_queued_ns)
        );
    }
    if children.accepted_offers + children.declined_offers > 0 {
        put!(
            text,
            "  {} offers were launched, {} were done by their threads",
            children.accepted_offers,
            children.declined_offers
        );
    }
    for event in &report.events {
        put!(text, "  event {}: {}", event.event, micros(event.ns));
    }
    for held in &report.held_back {
        put!(
            text,
            "  false dependency: stream {} waited {} in {} operations behind stream {} in channel {}; \
             more channels, or launches in another order, avoid it",
            held.victim,
            micros(held.ns),
            held.count,
            held.culprit,
            held.channel
        );
    }
    for block in &report.blocked_hosts {
        put!(
            text,
            "  host thread {} was blocked {} by channel {}, {} times: it launches faster than work ends, or waits \
             behind a stalled stream",
            block.host,
            micros(block.ns),
            block.channel,
            block.count
        );
    }
    for refused in &report.refused {
        put!(text, "  line {}: refused: {}", refused.line, refused.why);
    }
    for line in &report.deadlock {
        put!(text, "  deadlock: {line}");
    }
    text
}
