//! Growth of compile time and memory with kernel size: kernels of the shapes of `testdata::shapes` at three
//! sizes each, through the front end alone and in each mode, with the exponent of growth from the second size
//! to the third.
//!
//! `cargo bench -p hip-jit --bench grow [SHAPE] [MODE]`; without `--bench` small kernels are compiled as a
//! smoke test. `--file FILE KERNEL MODE` compiles a kernel of a PTX file and prints seconds and MiB. Each
//! kernel is compiled in a process of its own; its memory is the growth of that process's peak resident
//! memory. A kernel that takes more than a minute of CPU time or 4 GiB is abandoned.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "the clock and its limit are the system's")]

use hip_jit::{Kernel, Mode};
use ptx::Module;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Block shape for which code is made.
const BLOCK: [u32; 3] = [256, 1, 1];

/// Limit of CPU time for a kernel, seconds.
const LIMIT: u64 = 60;

/// Limit of address space for its process, bytes.
const MEMORY_LIMIT: u64 = 4 << 30;

/// Modes of compilation; `None` is the front end alone.
const MODES: [(&str, Option<Mode>); 4] = [
    ("front", None),
    ("quick", Some(Mode::Quick)),
    ("scalar", Some(Mode::Scalar)),
    ("vector", Some(Mode::Vector)),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).filter(|word| *word != "--bench").collect();
    match words[..] {
        ["--one", shape, size, mode] => {
            let size = size.parse().expect("a number");
            return measure(&testdata::shapes::kernel(shape, size), "k", mode);
        }
        ["--file", path, kernel, mode] => {
            let text = std::fs::read_to_string(path).expect("a readable file");
            return measure(&text, kernel, mode);
        }
        _ => {}
    }
    let sizes = if words.len() < arguments.len() { [1_000, 10_000, 100_000] } else { [100, 200, 400] };
    println!(
        "CPU s (MiB) of kernels of {sizes:?} statements, and the exponents of time and memory from the second to the third"
    );
    for (shape, _) in testdata::shapes::SHAPES {
        for (mode, _) in MODES {
            let wanted = |word: &&str| {
                let shapes = testdata::shapes::SHAPES.iter().any(|(name, _)| name == word);
                let modes = MODES.iter().any(|(name, _)| name == word);
                (!shapes || *word == shape) && (!modes || *word == mode)
            };
            if !words.iter().all(wanted) {
                continue;
            }
            let figures = sizes.map(|size| measured(shape, size, mode));
            let cells = figures.map(|figure| match figure {
                Some((time, memory)) => format!("{:8.3} ({:6.1})", time, memory),
                None => format!("{:>17}", "given up"),
            });
            let exponent = match figures {
                [_, Some(a), Some(b)] => {
                    let ratio = (sizes[2] as f64 / sizes[1] as f64).ln();
                    format!("{:5.2} {:5.2}", (b.0 / a.0).ln() / ratio, (b.1 / a.1).ln() / ratio)
                }
                _ => String::new(),
            };
            println!("{shape:10} {mode:6} {} {exponent}", cells.join(" "));
        }
    }
}

/// Returns seconds and MiB of one kernel, measured in a process of its own.
fn measured(shape: &str, size: usize, mode: &str) -> Option<(f64, f64)> {
    let own = std::env::current_exe().expect("a program has a path");
    let output = Command::new(own).args(["--one", shape, &size.to_string(), mode]).output();
    let output = output.expect("this program runs");
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let text = String::from_utf8(output.stdout).expect("text");
    let mut numbers = text.split_whitespace().map(|word| word.parse().expect("a number"));
    Some((numbers.next()?, numbers.next()?))
}

/// Compiles one kernel and prints its time and memory.
fn measure(text: &str, kernel: &str, mode: &str) {
    for (resource, limit) in [(libc::RLIMIT_CPU, LIMIT), (libc::RLIMIT_AS, MEMORY_LIMIT)] {
        let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        // SAFETY: the call reads a live local value.
        unsafe { libc::setrlimit(resource, &raw const limit) };
    }
    let (_, mode) = MODES.iter().find(|(name, _)| *name == mode).expect("a mode");
    let (before, start) = (resident("VmRSS:"), spent());
    let module = Module::parse(text).expect("a module");
    let mut function = module.lower(kernel).expect("a kernel");
    ptx::pass::run(&mut function).expect("the passes");
    if let Some(mode) = *mode {
        let kernel = Kernel::new(Arc::new(function), mode).with_log(|line| eprintln!("{line}"));
        kernel.compile(BLOCK).expect("code");
    }
    let (time, after) = (spent() - start, resident("VmHWM:"));
    println!("{} {}", time.as_secs_f64(), after.saturating_sub(before) as f64 / 1024.0);
}

/// Returns the CPU time of the process.
fn spent() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to a live local value.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns a memory figure of this process from its status, KiB.
fn resident(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a process has a status");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a known name");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
