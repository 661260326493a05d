//! Comparison with recordings of green contexts on an H200: `testdata/capi/green.c` runs by the rules of CUDA
//! 12 and of CUDA 13, and `green.tsv` has the recorded and the expected results of each. The actual results
//! are left in the scratch directory.

use crate::codes::{build, driver_names};
use crate::system::{root, rows, scratch, table};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Parts of the program, with their numbers of channels.
const PARTS: [(&str, &str, &str); 12] = [
    ("calls", "calls", "8"),
    ("rules", "rules", "8"),
    ("queues", "queues", "8"),
    ("channels 1", "channels", "1"),
    ("channels 8", "channels", "8"),
    ("balanced 1", "balanced", "1"),
    ("balanced 5", "balanced", "5"),
    ("streams", "streams", "8"),
    ("events", "events", "8"),
    ("captures", "captures", "8"),
    ("lives", "lives", "8"),
    ("places", "places", "8"),
];

/// Returns the output of a part; panics unless it succeeds.
fn run(program: &Path, (name, part, channels): (&str, &str, &str), rules: &str) -> Vec<String> {
    let mut command = Command::new(program);
    // The environment could select another device.
    command.arg(root().join("testdata/capi/green.ptx")).arg(part).env_clear();
    command.env("CUDA_DEVICE_MAX_CONNECTIONS", channels).env("HIP_SOFT_GREEN", rules);
    let done = command.output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{name}, rules of {rules}: {}\n{text}{said}", done.status);
    // The program names the part in its first column.
    text.lines().filter_map(|line| Some(format!("{name}{}", &line[line.find('\t')?..]))).collect()
}

#[test]
fn green_contexts_answer_as_the_table_says() {
    let sources =
        ["", "_calls", "_rules", "_work"].map(|file| root().join(format!("testdata/capi/green{file}.c")));
    let program = build("green", &sources).unwrap_or_else(|said| panic!("{said}"));
    let mut wrong = Vec::new();
    for (rules, column) in [("12", 3), ("13", 4)] {
        let got: Vec<String> = PARTS.into_iter().flat_map(|part| run(&program, part, rules)).collect();
        let expected: Vec<String> = table("green.tsv")
            .iter()
            .filter(|row| !row[column].is_empty())
            .map(|row| format!("{}\t{}\t{}", row[0], row[1], row[column]))
            .collect();
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

/// Returns the output of `green_splits` for rows of a table, each with flags, minimum SMs and wanted groups.
fn split(program: &Path, device: &str, arguments: &[&str], rows: &[&[String]]) -> Vec<String> {
    let mut command = Command::new(program);
    command.args(arguments).env_clear().env("HIP_SOFT_DEVICE", device);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let asked: String = rows.iter().map(|row| format!("{} {} {}\n", row[0], row[1], row[2])).collect();
    let mut input = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let done = child.wait_with_output().expect("its output");
    writer.join().expect("a thread").expect("it reads all rows");
    assert!(done.status.success(), "{device}: {}", done.status);
    String::from_utf8_lossy(&done.stdout).lines().map(str::to_owned).collect()
}

/// Checks every size and flag that was recorded on an H200, and other devices by the documentation, through
/// the C API.
#[test]
fn splits_have_the_recorded_and_the_documented_sizes() {
    let program = build("green_splits", &[root().join("testdata/capi/green_splits.c")]);
    let program = program.unwrap_or_else(|said| panic!("{said}"));
    let schedule = root().join("testdata/schedule");
    let recorded = rows(&schedule.join("h200_splits.tsv"));
    let documented = rows(&schedule.join("documented_splits.tsv"));
    assert_eq!((recorded.len(), documented.len()), (488, 49));
    let mut by_device: BTreeMap<&str, Vec<&[String]>> = BTreeMap::new();
    by_device.insert("h200", recorded.iter().map(Vec::as_slice).collect());
    for row in &documented {
        by_device.entry(&row[0]).or_default().push(&row[1..5]);
    }
    for (device, rows) in by_device {
        // Codes are HIP's here.
        let expected: Vec<String> = rows
            .iter()
            .map(|row| {
                let plain = !row[3].starts_with("Invalid");
                if plain { row.join("\t") } else { format!("{}\thipError{}", row[..3].join("\t"), row[3]) }
            })
            .collect();
        let got = split(&program, device, &["sizes"], &rows);
        let wrong: Vec<_> = expected.iter().zip(&got).filter(|(expected, got)| expected != got).collect();
        assert!(wrong.is_empty() && got.len() == expected.len(), "{device}: {wrong:#?}");
    }
}

/// Checks that kernels in contexts of a split's groups and remainder run on the SMs recorded on an H200, by
/// `%smid`.
#[test]
fn kernels_of_groups_run_on_the_recorded_sms() {
    let program = build("green_sets", &[root().join("testdata/capi/green_splits.c")]);
    let program = program.unwrap_or_else(|said| panic!("{said}"));
    let kernels = root().join("testdata/capi/green.ptx");
    let recorded = rows(&root().join("testdata/schedule/h200_sm_sets.tsv"));
    let whole: Vec<&[String]> =
        recorded.iter().filter(|row| row[0] == "0-131").map(|row| &row[1..]).collect();
    assert_eq!(whole.len(), 34);
    let got = split(&program, "h200", &["sets", kernels.to_str().expect("a path of text")], &whole);
    let expected: Vec<String> = whole.iter().map(|row| row.join("\t")).collect();
    assert_eq!(got, expected);
}

/// Environment variable with the version of the rules, set in the processes that make the calls of the table
/// of conditions.
const CONDITIONS: &str = "GREEN_CONDITIONS";

/// Checks every documented condition by the rules of CUDA 12, 13 and 13.5, in a process each.
#[test]
fn every_condition_is_answered_as_documented_or_recorded() {
    let table = table("green_conditions.tsv");
    if let Ok(rules) = std::env::var(CONDITIONS) {
        let calls: Vec<[&str; 3]> = table
            .iter()
            .map(|row| {
                let own = if rules == "12" { 3 } else { 4 };
                // Conditions in which 13.5 equals 12.
                let own = if rules == "13.5" && row[0].contains("not by 12 and 13.5") { 3 } else { own };
                [row[1].as_str(), &row[2], &row[own]]
            })
            .collect();
        let wrong = crate::calls::differing(&calls);
        assert!(wrong.is_empty(), "rules of {rules}: {} rows:\n{}", wrong.len(), wrong.join("\n"));
        return;
    }
    let conditions = table.iter().filter(|row| row[0] != "-").count();
    assert_eq!((conditions, table.len()), (190, 220));
    for rules in ["12", "13", "13.5"] {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.args([
            "--exact",
            "green::every_condition_is_answered_as_documented_or_recorded",
            "--nocapture",
        ]);
        command.env_clear().env(CONDITIONS, rules).env("HIP_SOFT_GREEN", rules);
        let done = command.env("HIP_SOFT_DEVICE", "h200x2").output().expect("a process");
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
        assert!(said.contains("1 passed"), "the calls were made: {said}");
    }
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
