//! `hip-sim study`: compares launch policies by workload, as a table, JSON, a drawing or a page.

use crate::Failure;
use hip_sim::{Compared, Machine, Outcome, PAIRS, Size, chart};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Subject of the study.
    #[arg(value_parser = ["spawn"])]
    what: String,
    /// Workloads, by parts of their names; all if there is none.
    workloads: Vec<String>,
    /// The machine: what the paper simulated, or an H200.
    #[arg(long, value_parser = ["kepler", "h200"], default_value = "kepler")]
    machine: String,
    /// Small inputs, for a look: most gain little from launches.
    #[arg(long)]
    small: bool,
    /// Print the outcome as JSON.
    #[arg(long)]
    json: bool,
    /// Draw a chart there.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page with chart and table there, for a browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Serialize)]
struct Pair {
    workload: &'static str,
    flat: Way,
    sweep: Vec<Above>,
    spawn: Way,
    spawn_window: Way,
}

#[derive(Serialize)]
struct Above {
    items: u64,
    #[serde(flatten)]
    way: Way,
}

#[derive(Serialize)]
struct Way {
    ps: u64,
    launches: u64,
    accepted: u64,
    declined: u64,
    overhead_ps: u128,
    queued_ps: u128,
    longest_queued_ps: u64,
    peak_child_blocks: f64,
}

impl Way {
    fn from_outcome(outcome: &Outcome) -> Way {
        let launched = &outcome.launched;
        Way {
            ps: outcome.time,
            launches: launched.grids,
            accepted: launched.accepted,
            declined: launched.declined,
            overhead_ps: launched.overhead,
            queued_ps: launched.queued,
            longest_queued_ps: launched.longest_queued,
            peak_child_blocks: launched.concurrent.peak(),
        }
    }
}

/// Runs the study; returns whether there was anything to study.
pub(crate) fn study(arguments: &Arguments) -> Result<bool, Failure> {
    let machine = match arguments.machine.as_str() {
        "h200" => Some(Machine::h200()),
        _ => Machine::kepler(),
    };
    let Some(machine) = machine else { return Ok(false) };
    let size = if arguments.small { Size::Small } else { Size::Study };
    let wanted = |pair: &&'static str| {
        arguments.workloads.is_empty() || arguments.workloads.iter().any(|part| pair.contains(part.as_str()))
    };
    let all: Vec<Compared> =
        PAIRS.into_iter().filter(wanted).filter_map(|pair| Compared::run(&machine, pair, size)).collect();
    if all.is_empty() {
        let wanted = arguments.workloads.join("`, `");
        return Err(Failure::Usage(format!(
            "no workload is called `{wanted}`; there are {}",
            PAIRS.join(", ")
        )));
    }
    let title = format!("{} of {}: launches from kernels", arguments.what.to_uppercase(), machine.spec.name);
    let write = |path: &Path, text: String| {
        std::fs::write(path, text).map_err(|error| Failure::Write(path.to_owned(), error))
    };
    if let Some(path) = &arguments.svg {
        write(path, chart::svg(&title, &all))?;
    }
    if let Some(path) = &arguments.html {
        write(path, chart::page(&title, &all))?;
    }
    if !arguments.json {
        crate::print(&chart::table(&all));
        return Ok(true);
    }
    let pair = |one: &Compared| Pair {
        workload: one.pair,
        flat: Way::from_outcome(&one.flat),
        sweep: one
            .sweep
            .iter()
            .map(|(items, outcome)| Above { items: *items, way: Way::from_outcome(outcome) })
            .collect(),
        spawn: Way::from_outcome(&one.spawn),
        spawn_window: Way::from_outcome(&one.window),
    };
    let pairs: Vec<Pair> = all.iter().map(pair).collect();
    let text = serde_json::to_string_pretty(&pairs).expect("numbers and names are valid JSON");
    crate::print(&(text + "\n"));
    Ok(true)
}
