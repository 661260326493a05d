//! Compares whole programs with their twins: the same work in HIP and in plain C++, on one core, from the
//! start of the process to its end.
//!
//! `HIP_PATH=SDK cargo bench -p hipcc --bench twins`. Without `--bench`, each program runs once on a small
//! input. The pairs are in `testdata/bench/twins`. The SDK is one made by `cargo xtask install --release`.
//! Kernels are compiled before the measurement, as in every run of a program after the first.
//! `jit/benches/README.md` has results.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::path::Path;
use std::process::{Command, Stdio};

/// Programs with their arguments for a test and for a measurement.
const PAIRS: [(&str, &[&str], &[&str]); 5] = [
    ("murmur", &["500", "1"], &["20000", "40"]),
    ("complex", &["2000", "1"], &["200000", "4"]),
    ("entropy", &["64", "32", "1"], &["1024", "1024", "4"]),
    ("smooth", &["64", "600", "9", "1"], &["512", "600", "9", "10"]),
    ("heat", &["64", "3"], &["1024", "100"]),
];

fn main() {
    let measured = std::env::args().any(|argument| argument == "--bench");
    let directory = tempfile::tempdir().expect("a directory");
    let hipcc = || Command::new(env!("CARGO_BIN_EXE_hipcc"));
    if !hipcc().arg("--version").stdout(Stdio::null()).status().is_ok_and(|s| s.success()) {
        println!("skipped: no clang, or HIP_PATH names no SDK");
        return;
    }
    println!(
        "{:8} {:>10} {:>10} {:>7}   milliseconds of the processor, mean of the rounds",
        "", "ours", "twin", "ratio"
    );
    for (name, few, many) in PAIRS {
        let source = testdata::root().join("bench/twins").join(name);
        let [ours, twin] = ["ours", "twin"].map(|side| directory.path().join(format!("{name}-{side}")));
        build(hipcc().arg("-O3"), &source.with_extension("hip"), &ours);
        // Uses the compiler of the kernels, so that only their execution differs.
        let mut native = Command::new("clang++-19");
        build(native.args(["-O3", "-march=native", "-w"]), &source.with_extension("cpp"), &twin);
        let arguments = if measured { many } else { few };
        let (first, second) =
            (run(&ours, arguments, directory.path()), run(&twin, arguments, directory.path()));
        assert!(agree(&first, &second), "{name}: {first} beside {second}");
        let rounds = if measured { 15 } else { 1 };
        let mean = |program: &Path| {
            let before = children();
            for _ in 0..rounds {
                run(program, arguments, directory.path());
            }
            (children() - before) / f64::from(rounds)
        };
        let (ours, twin) = (mean(&ours), mean(&twin));
        println!("{name:8} {ours:10.1} {twin:10.1} {:7.2}", ours / twin);
    }
}

fn build(command: &mut Command, source: &Path, program: &Path) {
    let status = command.arg(source).arg("-o").arg(program).stderr(Stdio::null()).status();
    assert!(status.expect("a compiler that starts").success(), "{command:?}");
}

/// Returns the output of a program.
fn run(program: &Path, arguments: &[&str], cache: &Path) -> String {
    let mut command = Command::new(program);
    command.args(arguments).env("HIP_SOFT_WORKERS", "1").env("HIP_SOFT_CACHE", cache.join("cache"));
    let output = command.output().expect("a program that starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the processor time of finished child processes in milliseconds, in steps of ten.
fn children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    // Fields 16 and 17. The third field follows the name.
    let ticks = behind_name.split_whitespace().skip(13).take(2).filter_map(|n| n.parse::<f64>().ok());
    ticks.sum::<f64>() * 10.0
}

/// Returns whether both outputs have the same numbers up to rounding.
fn agree(a: &str, b: &str) -> bool {
    let numbers =
        |text: &str| text.split_whitespace().map(|w| w.parse::<f64>().expect("a number")).collect::<Vec<_>>();
    let (a, b) = (numbers(a), numbers(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-4 * a.abs().max(b.abs()))
}
