//! Destroyed handles and freed memory, and queries of default streams: `testdata/capi/gone.c` was recorded on
//! an H200 through CUDA and runs here through the hip API; `gone.tsv` has both results.

use crate::codes::{build, output_of};
use crate::system::{root, table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let parts = ["", "_streams", "_handles", "_memory", "_graphs"];
        let sources = parts.map(|part| root().join(format!("testdata/capi/gone{part}.c")));
        build("gone", &sources).unwrap_or_else(|said| panic!("{said}"))
    })
}

/// Returns the lines that the program prints.
fn run(argument: &str) -> Vec<String> {
    // The environment could select another device.
    let text = output_of(Command::new(program()).arg(argument).env_clear());
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_scenario_answers_as_the_table_says() {
    let mut expected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in table("gone.tsv") {
        let [scenario, call, _, ours, _] = row.as_slice() else { panic!("{row:?}") };
        expected.entry(scenario.clone()).or_default().push(format!("{scenario}\t{call}\t{ours}"));
    }
    let mut listed = run("--list");
    listed.sort();
    assert_eq!(listed, expected.keys().cloned().collect::<Vec<_>>());
    for (scenario, lines) in expected {
        assert_eq!(run(&scenario), lines);
    }
}

#[test]
fn answers_are_the_recorded_ones() {
    let mut same = 0;
    for row in table("gone.tsv") {
        let [scenario, call, recorded, ours, why] = row.as_slice() else { panic!("{row:?}") };
        // HIP documents two names for one code.
        let expected = match recorded.as_str() {
            "cudaErrorInvalidResourceHandle" => "hipErrorInvalidHandle".to_owned(),
            recorded => recorded.replacen("cuda", "hip", 1),
        };
        assert_eq!(
            expected == *ours,
            why == "-",
            "{scenario}, {call}: {recorded} on an H200, ours is {ours}"
        );
        same += usize::from(why == "-");
    }
    assert!(same > 190, "{same}");
}
