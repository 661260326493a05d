//! Translation speed on one core: with name changes only, with every rule, and for sources without CUDA; of
//! C++ and of Rust.
//!
//! Also the peak memory of the command for a thousand files, with and without an HTML report.
//!
//! Run `cargo bench -p hipify-rs`; without `--bench` each corpus is translated once. The rate is the best of
//! several runs. Files have a typical length; `README.md` in this directory records results.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use hipify_rs::report::{Report, Translation};
use hipify_rs::{KernelLaunch, Options, rust, translate};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of a corpus; more than the caches hold.
const BYTES: usize = 8 << 20;

/// Typical length of a source, in bytes.
const FILE: usize = 24 << 10;

/// Joins the texts, repeated as needed, into files of about [`FILE`] bytes.
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

/// Repeats Rust files of their own length. Joined ones would share names: one that a file declares would stay
/// in all of them.
fn repeated(texts: &[String]) -> Vec<Vec<u8>> {
    let bytes: usize = texts.iter().map(String::len).sum();
    let count = texts.len() * BYTES.div_ceil(bytes);
    texts.iter().cycle().take(count).map(|text| text.clone().into_bytes()).collect()
}

fn read(paths: Vec<std::path::PathBuf>) -> Vec<String> {
    let read = |path| String::from_utf8(std::fs::read(path).expect("a fixture")).ok();
    paths.into_iter().filter_map(read).collect()
}

/// Replaces CUDA names, so that the sources contain nothing of CUDA but are otherwise unchanged.
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
    // Drop texts that still mention CUDA.
    swapped
        .filter(|text| translate(text.as_bytes(), &Options::default()).report == Report::default())
        .collect()
}

/// Returns CPU time if the system reports it, so that other programs do not matter; otherwise elapsed time.
fn now(start: Instant) -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = statistics.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn measure(name: &str, files: &[Vec<u8>], translate: impl Fn(&[u8]) -> Translation, runs: usize) {
    let bytes: usize = files.iter().map(Vec::len).sum();
    let mut best = Duration::MAX;
    let (mut changed, mut names) = (0, 0);
    for _ in 0..runs {
        let clock = Instant::now();
        let start = now(clock);
        (changed, names) = (0, 0);
        for file in files {
            let done = translate(file);
            changed += usize::from(done.text != *file);
            names += done.report.total().translated;
        }
        best = best.min(now(clock) - start);
    }
    let rate = bytes as f64 / best.as_secs_f64() / 1e6;
    println!("{name:<28} {rate:>8.1} MB/s   {changed} of {} files changed, {names} names", files.len());
}

/// Returns the peak memory of a run of the command in KiB, if the system reports it. A failing run is an
/// error of this benchmark.
fn peak(arguments: &[&std::ffi::OsStr]) -> Option<u64> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hipify-rs"));
    let mut run =
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command");
    let status = format!("/proc/{}/status", run.id());
    let mut most = None;
    while run.try_wait().expect("a child").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).or(most);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(run.wait().expect("a child").success(), "{arguments:?}");
    most
}

/// Measures a thousand files that use all rules, through the command.
fn memory(texts: &[String]) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("thousand");
    drop(std::fs::remove_dir_all(&place));
    std::fs::create_dir_all(place.join("src")).expect("a directory");
    for (n, text) in files(texts).iter().cycle().take(1000).enumerate() {
        std::fs::write(place.join(format!("src/{n}.cu")), text).expect("a file");
    }
    let (source, to) = (place.join("src"), place.join("to"));
    let mut page = std::ffi::OsString::from("html=");
    page.push(place.join("page.html"));
    for (name, page) in [("1,000 files", None), ("1,000 files and their page", Some(page.as_os_str()))] {
        drop(std::fs::remove_dir_all(&to));
        let report = page.map(|page| ["--report".as_ref(), page]);
        let fixed =
            [source.as_os_str(), "-o".as_ref(), to.as_os_str(), "-q".as_ref(), "--no-config".as_ref()];
        let arguments: Vec<_> = fixed.into_iter().chain(report.into_iter().flatten()).collect();
        match peak(&arguments) {
            Some(kilobytes) => println!("{name:<28} {:>8.1} MB", kilobytes as f64 * 1024.0 / 1e6),
            None => println!("{name:<28} not reported by the system"),
        }
    }
    drop(std::fs::remove_dir_all(&place));
}

fn main() {
    let runs = if std::env::args().any(|arg| arg == "--bench") { 5 } else { 1 };
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let mut dense = read(testdata::files("cuda", "cu"));
    dense.extend(read(testdata::files("../hipify-rs/tests/inputs", "cu")));
    assert!(inputs.is_dir(), "the inputs exist");
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
            measure(name, &files, |text| translate(text, options), runs);
        }
    }
    for (name, texts) in [
        ("Rust, programs", read(testdata::files("cuda", "rs"))),
        ("Rust, every rule", read(testdata::files("../hipify-rs/tests/inputs/rust", "rs"))),
        ("Rust, no CUDA", read(testdata::files("../device/src", "rs"))),
    ] {
        if only.as_ref().is_none_or(|only| name.contains(only.as_str())) {
            measure(name, &repeated(&texts), |text| rust::translate(text, &keep), runs);
        }
    }
    // One run suffices; without `--bench` this is only a smoke test.
    if runs > 1 && only.as_ref().is_none_or(|only| only == "memory") {
        memory(&all);
    }
}
