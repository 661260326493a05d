//! The clock compared with durations on an H200, on kernels that served no constant.

use crate::device::{cases, directory};
use device::Spec;
use device::occupancy::blocks_per_sm;
use hip_profile::balance::Balance;
use hip_profile::clock::{Constants, Input};
use hip_profile::counters::Work;
use std::collections::{BTreeMap, BTreeSet};

type Rows = BTreeMap<String, BTreeMap<String, f64>>;

fn rows(name: &str) -> Rows {
    let text = std::fs::read_to_string(directory().join(name)).expect("a recording");
    let columns = tsv::columns(&text);
    let row = |row| {
        let cells: Vec<&str> = tsv::cells(row).collect();
        let values = columns.iter().zip(&cells).skip(1);
        (cells[0].to_owned(), values.map(|(c, v)| ((*c).to_owned(), v.parse().expect("a number"))).collect())
    };
    tsv::rows(&text).map(row).collect()
}

/// Returns the input of the clock for a row of `work.tsv`.
fn input(row: &BTreeMap<String, f64>, resident: u32) -> Input {
    let get = |name: &str| row[name] as u64;
    let classes = hip_profile::Class::ALL.map(|class| get(class.name()));
    let work = Work {
        block: 0,
        classes,
        slow: get("slow"),
        wavefronts: get("wavefronts"),
        requests: get("requests"),
        sectors: get("sectors"),
        beyond: get("beyond"),
        lines: get("lines"),
        load_lines: get("load_lines"),
        store_lines: get("store_lines"),
        stored: get("stored"),
        missed: get("missed"),
        loads: get("loads"),
        path: [get("path"), get("path_global"), get("path_shared")],
        barriers: get("barriers"),
        warps: get("warps"),
    };
    let touched = ["touched_read", "touched_written", "touched"].map(|name| row[name]);
    let balance = Balance { busiest: row["busiest_part"], longest: row["longest_part"] };
    let (blocks, resident) = (row["blocks"], f64::from(resident));
    Input { work, blocks, resident, touched, busiest: row["busiest"], balance }
}

/// Errors of estimates: geometric mean, part within 25 %, rank correlation.
fn errors(pairs: &[(f64, f64)]) -> [f64; 3] {
    let count = pairs.len() as f64;
    let logs: Vec<f64> = pairs.iter().map(|(ours, theirs)| (ours / theirs).ln().abs()).collect();
    let ranks = |values: Vec<f64>| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut ranks = vec![0.0; values.len()];
        order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank as f64);
        ranks
    };
    let (ours, theirs) =
        (ranks(pairs.iter().map(|p| p.0).collect()), ranks(pairs.iter().map(|p| p.1).collect()));
    let apart: f64 = ours.iter().zip(&theirs).map(|(a, b)| (a - b).powi(2)).sum();
    [
        (logs.iter().sum::<f64>() / count).exp(),
        logs.iter().filter(|log| **log <= 1.25f64.ln()).count() as f64 / count,
        1.0 - 6.0 * apart / (count * (count * count - 1.0)),
    ]
}

#[test]
fn durations_of_other_kernels_are_near_those_of_an_h200() {
    let spec = Spec::h200();
    let constants = Constants::new(&spec);
    let (work, recorded) = (rows("work.tsv"), rows("h200.tsv"));
    let text = std::fs::read_to_string(directory().join("microbenchmarks.txt")).expect("a list");
    let fitted: BTreeSet<&str> = text.lines().collect();
    let (mut others, mut longer, mut micro, mut read) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for case in cases() {
        let theirs = &recorded[&case.name];
        let threads: u32 = case.block.iter().product();
        let shared = theirs["static_shared"] as u32 + case.shared;
        let resident = blocks_per_sm(&spec, threads, theirs["registers"] as u32, shared);
        let estimate = constants.estimate(&input(&work[&case.name], resident));
        assert!(estimate.ns.is_finite() && estimate.ns > 0.0, "{}", case.name);
        let pair = (estimate.ns, theirs["ns"]);
        if theirs["dram_read"] > 3e6 && estimate.memory_bytes[0] > 0.0 {
            read.push((estimate.memory_bytes[0], theirs["dram_read"]));
        }
        if fitted.contains(&*case.kernel) {
            micro.push(pair);
            continue;
        }
        others.push(pair);
        if (5e3..=1e6).contains(&theirs["ns"]) {
            longer.push(pair);
        }
    }
    assert!(others.len() >= 130 && longer.len() >= 80, "{} and {}", others.len(), longer.len());
    // docs/internals/profiler.md has these numbers.
    let [mean, within, rank] = errors(&others);
    assert!(mean < 1.095 && within > 0.93 && rank > 0.985, "others: {mean}, {within}, {rank}");
    let [mean, within, rank] = errors(&longer);
    assert!(mean < 1.105 && within > 0.92 && rank > 0.98, "from 5 µs on: {mean}, {within}, {rank}");
    let [mean, ..] = errors(&micro);
    assert!(mean < 1.065, "fitted: {mean}");
    // Bytes from memory, where it is more than constants and code.
    let [mean, ..] = errors(&read);
    assert!(read.len() > 90 && mean < 1.055, "bytes of {} launches: {mean}", read.len());
}

#[test]
fn every_device_has_a_clock() {
    let work = rows("work.tsv");
    for name in Spec::names() {
        let spec = Spec::named(name).expect("a row");
        let constants = Constants::new(&spec);
        assert_eq!(constants.recorded, name == "NVIDIA H200");
        let times = ["copy4_23", "double_4_full", "sgemm_tiled_512"].map(|case| {
            let estimate = constants.estimate(&input(&work[case], 4));
            assert!(estimate.ns.is_finite() && estimate.ns > 1000.0, "{name}: {case}");
            estimate.ns
        });
        assert!(times.iter().all(|ns| *ns < 1e9), "{name}: {times:?}");
    }
}
