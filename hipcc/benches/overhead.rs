//! Measures the time that `hipcc` adds to clang's, and the load time of a library of 200 units.
//!
//! `HIP_PATH=SDK cargo bench -p hipcc --bench overhead`. Without `--bench`, each measurement runs once. The
//! SDK is one made by `cargo xtask install --release`. `README.md` has results.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SOURCE: &str = "#include <hip/hip_runtime.h>\n#include <vector>\n\
    __global__ void scale(float *x, float by) { x[threadIdx.x] *= sinf(by); }\n\
    void start(float *x) { scale<<<1, 32>>>(x, 2.0f); }\n";

/// A unit with unique names, so that a library can contain many copies.
const UNIT: &str = "#include <hip/hip_runtime.h>\n\
    static __device__ int seen;\nstatic __global__ void k(int *x) { *x = seen; }\n\
    static __attribute__((used)) void start(int *x) { k<<<1, 1>>>(x); }\n";

const LOADER: &str = "#include <dlfcn.h>\n#include <stdio.h>\n#include <time.h>\n\
    static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e3 + t.tv_nsec / 1e6; }\n\
    int main(int argc, char **argv) { double start; void *p; (void)argc;\n\
    if (!dlopen(\"libamdhip64.so.7\", RTLD_NOW)) return 1;\n\
    start = now(); p = dlopen(argv[1], RTLD_NOW); printf(\"%.3f\\n\", now() - start); return p == 0; }\n";

const UNITS: usize = 200;

fn main() {
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 15 } else { 1 };
    let folder = tempfile::tempdir().expect("a folder");
    if !hipcc(folder.path(), &["--version"]).stdout(Stdio::null()).status().is_ok_and(|s| s.success()) {
        println!("skipped: no clang, or HIP_PATH names no SDK");
        return;
    }
    overhead(folder.path(), rounds);
    loading(folder.path(), rounds);
}

fn hipcc(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hipcc"));
    command.current_dir(folder).args(words);
    command
}

/// Runs a command, which must succeed, and returns its duration.
fn timed(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.stderr(Stdio::null()).status().expect("a command that starts");
    assert!(status.success(), "{command:?}: {status}");
    start.elapsed()
}

/// Measures one compilation by `hipcc`, and its two commands alone.
fn overhead(folder: &Path, rounds: usize) {
    std::fs::write(folder.join("a.hip"), SOURCE).expect("a source");
    let words = ["-O2", "-save-temps", "-c", "a.hip", "-o", "a.o"];
    let said = hipcc(folder, &words).arg("--verbose").output().expect("hipcc starts");
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    // Arguments are quoted as in Rust. None of them contains a quote.
    let commands: Vec<Vec<&str>> = said
        .lines()
        .filter(|line| line.contains("\"-cc1\""))
        .map(|line| line.split('"').skip(1).step_by(2).collect())
        .collect();
    assert_eq!(commands.len(), 2, "{said}");
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        whole.push(timed(&mut hipcc(folder, &words)));
        parts.push(
            commands
                .iter()
                .map(|words| timed(Command::new(words[0]).current_dir(folder).args(&words[1..])))
                .sum(),
        );
    }
    let (whole, parts) = (least(whole), least(parts));
    println!(
        "hipcc -c: {whole:.1} ms; its two front ends alone: {parts:.1} ms; added: {:.1} ms",
        whole - parts
    );
}

/// Measures a shared library of 200 units with a kernel and a variable each.
fn loading(folder: &Path, rounds: usize) {
    std::fs::write(folder.join("unit.hip"), UNIT).expect("a source");
    timed(&mut hipcc(folder, &["-O2", "-fPIC", "-S", "unit.hip", "-o", "unit.s"]));
    let text = std::fs::read_to_string(folder.join("unit.s")).expect("assembly");
    let mut names = String::new();
    for n in 0..UNITS {
        // The one name that a unit exports, its identity.
        let own = text.replace("__hip_cuid_", &format!("__hip_cuid_{n}_"));
        std::fs::write(folder.join(format!("unit{n}.s")), own).expect("a copy");
        let _ = write!(names, "unit{n}.s ");
    }
    let mut words = vec!["-fPIC", "-shared", "-o", "units.so"];
    words.extend(names.split_whitespace());
    timed(&mut hipcc(folder, &words));
    std::fs::write(folder.join("load.c"), LOADER).expect("a source");
    timed(&mut hipcc(folder, &["-O2", "load.c", "-ldl", "-o", "load"]));
    let mut times = Vec::new();
    for _ in 0..rounds {
        let said =
            Command::new(folder.join("load")).arg(folder.join("units.so")).output().expect("the program");
        let text = String::from_utf8_lossy(&said.stdout);
        let milliseconds: f64 = text.trim().parse().expect("a number");
        times.push(Duration::from_secs_f64(milliseconds / 1e3));
    }
    println!("a library of {UNITS} units: loaded and registered in {:.2} ms", least(times));
}

/// Returns the shortest time in milliseconds, since other activity on the machine only adds time.
fn least(times: Vec<Duration>) -> f64 {
    times.into_iter().min().unwrap_or_default().as_secs_f64() * 1e3
}
