//! How fast sources are translated, on one core: where only names change, with every rule at work, and without CUDA.
//!
//! `cargo bench -p hipify-rs`; without `--bench` each corpus is translated once. The rate is that of the best of several
//! runs. Files are as long as files are; `README.md` beside this says what was found.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use hipify_rs::report::Report;
use hipify_rs::{KernelLaunch, Options, translate};
use std::path::Path;
use std::time::{Duration, Instant};

/// Enough that caches hold little of it.
const BYTES: usize = 8 << 20;

/// As long as sources mostly are.
const FILE: usize = 24 << 10;

/// The texts one after the other in files of about [`FILE`] bytes, over and over.
fn files(texts: &[String]) -> Vec<Vec<u8>> {
    let (mut all, mut file, mut bytes) = (Vec::new(), Vec::new(), 0);
    for text in texts.iter().cycle() {
        file.extend(text.as_bytes());
        if file.len() >= FILE {
            bytes += file.len();
            all.push(std::mem::take(&mut file));
            if bytes >= BYTES {
                break;
            }
        }
    }
    all
}

fn read(paths: Vec<std::path::PathBuf>) -> Vec<String> {
    let read = |path| String::from_utf8(std::fs::read(path).expect("a fixture")).ok();
    paths.into_iter().filter_map(read).collect()
}

/// Sources without anything of CUDA's: a program's own code, letter for letter but the names.
fn without_cuda(texts: &[String]) -> Vec<String> {
    let swap = [
        ("Idx", "Ix"),
        ("Dim", "Dm"),
        ("warp", "wrap"),
        ("_sync", "_sink"),
        ("cu", "kv"),
        ("CU", "KV"),
        ("Cu", "Kv"),
        ("__", "k_"),
        ("<<<", "<< "),
        ("nv", "mv"),
        ("NV", "MV"),
    ];
    let swapped =
        texts.iter().map(|text| swap.iter().fold(text.clone(), |text, (from, to)| text.replace(from, to)));
    // What speaks of CUDA in other words stays out.
    swapped
        .filter(|text| translate(text.as_bytes(), &Options::default()).report == Report::default())
        .collect()
}

/// Time on a core, where the system tells: other programs do not count. Otherwise time.
fn now(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn measure(name: &str, files: &[Vec<u8>], options: &Options, runs: usize) {
    let bytes: usize = files.iter().map(Vec::len).sum();
    let mut best = Duration::MAX;
    let (mut changed, mut names) = (0, 0);
    for _ in 0..runs {
        let clock = Instant::now();
        let start = now(clock);
        (changed, names) = (0, 0);
        for file in files {
            let done = translate(file, options);
            changed += usize::from(done.text != *file);
            names += done.report.total().translated;
        }
        best = best.min(now(clock) - start);
    }
    let rate = bytes as f64 / best.as_secs_f64() / 1e6;
    println!("{name:<28} {rate:>8.1} MB/s   {changed} of {} files changed, {names} names", files.len());
}

fn main() {
    let runs = if std::env::args().any(|arg| arg == "--bench") { 5 } else { 1 };
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let mut dense = read(testdata::files("cuda", "cu"));
    dense.extend(read(testdata::files("../hipify-rs/tests/inputs", "cu")));
    assert!(inputs.is_dir(), "the inputs are where they were");
    let host: Vec<String> =
        [testdata::files("cuda", "cpp"), testdata::files("cuda", "h")].into_iter().flat_map(read).collect();
    let (keep, ggl) =
        (Options::default(), Options { kernel_launch: KernelLaunch::Ggl, ..Options::default() });
    let all = [dense.clone(), host.clone()].concat();
    for (name, files, options) in [
        ("names only", files(&host), &keep),
        ("every rule, launches kept", files(&dense), &keep),
        ("every rule, launches too", files(&dense), &ggl),
        ("no CUDA", files(&without_cuda(&all)), &keep),
    ] {
        if only.as_ref().is_none_or(|only| name.contains(only.as_str())) {
            measure(name, &files, options, runs);
        }
    }
}
