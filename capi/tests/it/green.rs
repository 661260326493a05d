//! Recordings of green contexts on an H200, asked again through the hip API: `testdata/capi/green.c` runs by the rules of CUDA 12 and
//! of CUDA 13, `green.tsv` says what the H200 answered and what ours must be by each. What ours were is left in the scratch folder.

use crate::codes::{build, driver_names};
use crate::system::{root, scratch, table};
use std::path::Path;
use std::process::Command;

/// The program's parts, and the channels that they run with.
const PARTS: [(&str, &str, &str); 10] = [
    ("calls", "calls", "8"),
    ("rules", "rules", "8"),
    ("queues", "queues", "8"),
    ("channels 1", "channels", "1"),
    ("channels 8", "channels", "8"),
    ("streams", "streams", "8"),
    ("events", "events", "8"),
    ("captures", "captures", "8"),
    ("lives", "lives", "8"),
    ("places", "places", "8"),
];

/// What a part prints; panics unless it ends well.
fn run(program: &Path, (name, part, channels): (&str, &str, &str), rules: &str) -> Vec<String> {
    let mut command = Command::new(program);
    // The environment could choose another device.
    command.arg(root().join("testdata/capi/green.ptx")).arg(part).env_clear();
    command.env("CUDA_DEVICE_MAX_CONNECTIONS", channels).env("HIP_SOFT_GREEN", rules);
    let done = command.output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{name}, rules of {rules}: {}\n{text}{said}", done.status);
    let named = |line: &str| line.split_once('\t').map(|(_, rest)| format!("{name}\t{rest}"));
    text.lines().filter_map(named).collect()
}

#[test]
fn green_contexts_answer_as_the_table_says() {
    let sources =
        ["", "_calls", "_rules", "_work"].map(|file| root().join(format!("testdata/capi/green{file}.c")));
    let program = build("green", &sources).unwrap_or_else(|said| panic!("{said}"));
    let mut wrong = Vec::new();
    for (rules, column) in [("12", 3), ("13", 4)] {
        let got: Vec<String> = PARTS.into_iter().flat_map(|part| run(&program, part, rules)).collect();
        let expected: Vec<String> =
            table("green.tsv").iter().map(|row| format!("{}\t{}\t{}", row[0], row[1], row[column])).collect();
        std::fs::write(scratch("green").join(rules), got.join("\n")).expect("the scratch folder");
        let differing = expected.iter().zip(&got).filter(|(expected, got)| expected != got);
        wrong.extend(
            differing.map(|(expected, got)| format!("rules of {rules}: expected {expected}\ngot      {got}")),
        );
        if expected.len() != got.len() {
            wrong.push(format!("rules of {rules}: {} lines, of {}", got.len(), expected.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ours_are_the_recorded_answers_about_green_contexts() {
    let names = driver_names();
    let differences =
        std::fs::read_to_string(root().join("docs/differences.md")).expect("the page of differences");
    let (mut same, mut recorded_rows) = (0, 0);
    for row in table("green.tsv") {
        let [part, call, recorded, ours, _, why] = row.as_slice() else { panic!("{row:?}") };
        if recorded == "-" {
            continue;
        }
        recorded_rows += 1;
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
            assert!(differences.contains(&format!("`{cell}`")), "docs/differences.md says nothing of {cell}");
        }
    }
    assert_eq!((same, recorded_rows), (212, 227));
}
