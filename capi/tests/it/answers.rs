//! Comparison with a recording of CUDA's driver API on an H200: `testdata/capi/answers.c` runs through the
//! hip API, and `answers.tsv` has the recorded and the expected results.

use crate::codes::{build, driver_names, output_of};
use crate::system::{root, table};
use std::path::Path;
use std::process::Command;

/// Parts of the recording that end in a fault, each in a process of its own.
const FAULTS: [&str; 3] = ["illegal", "trap", "misaligned"];

/// Returns the lines that the program prints.
fn run(program: &Path, fault: Option<&str>) -> Vec<String> {
    let mut command = Command::new(program);
    // The environment could select another device.
    command.arg(root().join("testdata/capi/kernels.ptx")).args(fault).env_clear();
    output_of(&mut command).lines().map(str::to_owned).collect()
}

#[test]
fn calls_answer_as_the_table_says() {
    let folder = root().join("testdata/capi");
    let sources = ["", "_memory", "_queue"].map(|file| folder.join(format!("answers{file}.c")));
    let program = build("answers", &sources).unwrap_or_else(|said| panic!("{said}"));
    let mut got = run(&program, None);
    for fault in FAULTS {
        got.extend(run(&program, Some(fault)));
    }
    let expected: Vec<String> = table("answers.tsv")
        .into_iter()
        .filter(|row| row[3] != "none")
        .map(|row| {
            row.get(..2).into_iter().flatten().chain([&row[3]]).cloned().collect::<Vec<_>>().join("\t")
        })
        .collect();
    let wrong: Vec<String> = expected
        .iter()
        .zip(&got)
        .filter(|(expected, got)| expected != got)
        .map(|(expected, got)| format!("expected {expected}\ngot      {got}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(expected.len(), got.len());
}

#[test]
fn ours_are_the_recorded_answers() {
    let names = driver_names();
    let differences =
        std::fs::read_to_string(root().join("docs/differences.md")).expect("the page of differences");
    let mut same = 0;
    for row in table("answers.tsv") {
        let [part, call, recorded, ours, why] = row.as_slice() else { panic!("{row:?}") };
        let expected = names.get(recorded).unwrap_or(recorded);
        assert_eq!(
            expected == ours,
            why == "-",
            "{part}, {call}: an H200 answers {recorded}, ours is {ours}"
        );
        if why == "-" {
            same += 1;
        } else {
            let cell = call.trim_end_matches(" gave");
            assert!(differences.contains(cell), "docs/differences.md says nothing of {cell}");
        }
    }
    assert_eq!(same, 361);
}
