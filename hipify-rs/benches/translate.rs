//! How fast sources are translated, on one core: where only names change, with every rule at work, and
//! without CUDA.
//!
//! Then the command's most memory for a thousand files, with and without a page of all their lines.
//!
//! `cargo bench -p hipify-rs`; without `--bench` each corpus is translated once. The rate is that of the best
//! of several runs. Files are as long as files are; `README.md` beside this says what was found.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use hipify_rs::report::Report;
use hipify_rs::{KernelLaunch, Options, translate};
use std::path::Path;
use std::process::{Command, Stdio};
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

/// The most memory that a run of the command holds, as far as the system tells: a file or folder that
/// translates nothing is a mistake of this bench's.
fn peak(arguments: &[&std::ffi::OsStr]) -> Option<u64> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hipify-rs"));
    let mut run =
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command");
    let status = format!("/proc/{}/status", run.id());
    let mut most = None;
    while run.try_wait().expect("a child").is_none() {
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).or(most);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(run.wait().expect("a child").success(), "{arguments:?}");
    most
}

/// A thousand files of everything that the rules do, by the command.
fn memory(texts: &[String]) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("thousand");
    drop(std::fs::remove_dir_all(&place));
    std::fs::create_dir_all(place.join("src")).expect("a folder");
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
            None => println!("{name:<28} the system does not tell"),
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
    // Once is enough, and without `--bench` the question is only whether it runs.
    if runs > 1 && only.as_ref().is_none_or(|only| only == "memory") {
        memory(&all);
    }
}
