//! Green contexts with CUDA's names: programs that were recorded on an H200, built with our declarations and
//! run untranslated.

use crate::programs::build;
use std::path::Path;
use std::process::Command;

fn run(program: &Path, arguments: &[&Path]) -> String {
    // The environment could choose another device.
    let ran = Command::new(program).args(arguments).env_clear().output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    out.into_owned()
}

/// Recorded lines that differ, and ours. `docs/differences.md` gives the reasons.
const OTHERS: [(&str, &str); 4] = [
    ("desc mixed splits CUDA_SUCCESS", "desc mixed splits CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION"),
    ("desc whole+part CUDA_SUCCESS", "desc whole+part CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION"),
    ("desc n=0 CRASH", "desc n=0 CUDA_ERROR_INVALID_VALUE"),
    ("green null desc CUDA_SUCCESS", "green null desc CUDA_ERROR_INVALID_VALUE"),
];

/// Of these lines, 445 are all splits of all sizes with all flags.
#[test]
fn all_recorded_lines_about_green_contexts_are_ours() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/green_contexts.cpp");
    let ours = run(&build("green_contexts", &[source], Path::new(".")), &[]);
    let recorded = include_str!("../programs/green_contexts_h200.txt");
    let differing: Vec<_> =
        recorded.lines().zip(ours.lines()).filter(|(recorded, ours)| recorded != ours).collect();
    assert_eq!(differing, OTHERS);
    assert_eq!(ours.lines().count(), recorded.lines().count());
    assert_eq!(ours.lines().filter(|line| line.starts_with("split flags=")).count(), 445);
}

/// Returns a column of the table of `driver_green_tenants`.
fn column(table: &str, column: usize) -> Vec<String> {
    tsv::rows(table)
        .map(|row| tsv::cells(row).collect::<Vec<_>>())
        .map(|cells| [cells[0], cells[1], cells[column]].join("\t"))
        .collect()
}

#[test]
fn tenants_of_a_device_run_untranslated_and_get_an_h200s_answers() {
    let root = testdata::root().join("cuda/driver_green_tenants");
    let sources = ["main", "tenants", "places", "ends"].map(|name| root.join(format!("src/{name}.cpp")));
    let program = build("green_tenants", &sources, &root.join("src"));
    let out = run(&program, &[&root.join("kernels/tenants.ptx"), &root.join("answers.tsv")]);
    let table = std::fs::read_to_string(root.join("answers.tsv")).expect("the table");
    let (theirs, ours) = (column(&table, 2), column(&table, 3));
    let said: Vec<&str> = out.lines().collect();
    assert_eq!(said[..said.len() - 1], ours);
    assert_eq!(said.last(), Some(&"green_tenants: 113 answers, 0 wrong: PASS"));
    let listed = std::fs::read_to_string(testdata::root().join("../docs/differences.md")).expect("the page");
    let differing: Vec<_> = theirs.iter().zip(&ours).filter(|(theirs, ours)| theirs != ours).collect();
    assert_eq!(differing.len(), 3, "{differing:?}");
    for (theirs, _) in differing {
        let question = tsv::cells(theirs).nth(1).expect("a question");
        assert!(listed.contains(&format!("`{question}`")), "docs/differences.md says nothing of {question}");
    }
}

/// Returns the program's output and trace in virtual time, for a number of workers.
fn latency(program: &Path, kernels: &Path, workers: &str) -> (String, String) {
    let trace = program.with_file_name("trace.json");
    let mut command = Command::new(program);
    command.arg(kernels).env_clear().env("HIP_SOFT_WORKERS", workers).env("HIP_SOFT_TRACE", &trace);
    let ran = command.output().expect("the program starts");
    assert!(ran.status.success(), "{}: {}", ran.status, String::from_utf8_lossy(&ran.stderr));
    let trace = std::fs::read_to_string(trace).expect("a trace");
    (String::from_utf8_lossy(&ran.stdout).into_owned(), trace)
}

/// Tests a request next to background work, with SMs of its own and without: the times are the same in every
/// run with any number of workers, and are those in the guide and the README.
#[test]
fn latency_in_virtual_time_is_what_the_guide_shows() {
    let root = testdata::root().join("cuda/driver_green_latency");
    let program = build("green_latency", &[root.join("src/main.cpp")], Path::new("."));
    let kernels = root.join("kernels/spin.ptx");
    let (said, trace) = latency(&program, &kernels, "1");
    for workers in ["4", "1", "4"] {
        let (again, same_trace) = latency(&program, &kernels, workers);
        assert_eq!(again, said, "{workers} workers");
        assert!(same_trace == trace, "{workers} workers: another trace");
    }
    let times: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once("a request takes")?.1.split_whitespace().next())
        .collect();
    let docs = testdata::root().join("..");
    let page = std::fs::read_to_string(docs.join("docs/guides/green-contexts.md")).expect("the guide");
    let [shared, apart] = times[..] else { panic!("{said}") };
    let expected = format!("a request takes {apart} µs of virtual time instead of {shared}.");
    assert!(page.contains(&expected), "docs/guides/green-contexts.md does not say: {expected}");
    let drawn = timeline::picture::picture(&trace).expect("a picture");
    let shown = std::fs::read_to_string(docs.join("docs/green_latency.svg")).expect("the picture");
    let fresh = program.with_file_name("green_latency.svg");
    std::fs::write(&fresh, &drawn).expect("a place for the picture");
    assert!(drawn == shown, "docs/green_latency.svg is not what {} shows", fresh.display());
}
