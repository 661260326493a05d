//! `cargo xtask demo`: CUDA codebases, translated, built with the system's compiler against our SDK, and run.
//!
//! Every program checks its own results and says so by its exit code: what is wrong makes the demo fail. It
//! runs on the software device, and once more by the backend `cuda` on our own driver. With
//! `HIP_BACKEND=cuda` all run on a GPU instead.

use crate::workspace::{Outcome, output, root};
use crate::{install, trees};
use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Runs the demo; an error says what failed.
pub(crate) fn run() -> Outcome<()> {
    eprintln!("building the translator and the library");
    let sdk = root().join("target/sdk");
    install::run(&sdk, false, None)?;
    let clang = output(Command::new(sdk.join("bin/hipcc")).arg("--version"), "hipcc");
    let no_clang = clang.err().map(|why| last_line(&why).to_owned());
    let codebases = codebases()?;
    let mut failed = Vec::new();
    in_parallel(
        &codebases,
        |codebase| {
            let name = file_name(codebase);
            match skipped(&name, no_clang.as_deref()) {
                Some(why) => End::Skip(why.to_owned()),
                None => End::from(one(codebase, &sdk, &name)),
            }
        },
        |codebase, end| tell(&file_name(codebase), &end, &mut failed),
    );
    let mut example = Command::new(install::target(false).join("examples/vector_add"));
    example.current_dir(root());
    let mut said = output(&mut example, "the example").map(|text| format!("it says {:?}", last_line(&text)));
    if !is_on_gpu() && said.is_ok() {
        let again = output(on_driver(&mut example, &sdk), "the example by HIP_BACKEND=cuda");
        said = again.and(said);
    }
    tell("Rust example", &End::from(said), &mut failed);
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Returns whether the programs run on a GPU.
fn is_on_gpu() -> bool {
    std::env::var_os("HIP_BACKEND").is_some_and(|backend| backend == "cuda")
}

/// Has a program run by the backend `cuda` on our own `libcuda.so.1`.
fn on_driver<'a>(run: &'a mut Command, sdk: &Path) -> &'a mut Command {
    run.env("HIP_BACKEND", "cuda").env("HIP_CUDA_DRIVER", sdk.join("lib/libcuda.so.1"))
}

/// The end of a program, with what it said or why.
enum End {
    Pass(String),
    Skip(String),
    Fail(String),
}

impl From<Outcome<String>> for End {
    fn from(outcome: Outcome<String>) -> End {
        outcome.map_or_else(End::Fail, End::Pass)
    }
}

/// The reason why a program is left out, if there is one; `no_clang` is that for which hipcc does not work.
fn skipped<'a>(name: &str, no_clang: Option<&'a str>) -> Option<&'a str> {
    if is_on_gpu() && uses_libraries(name) {
        return Some("our host libraries compute on the software device only");
    }
    no_clang.filter(|_| has_kernels(name) || name.starts_with("nvrtc_"))
}

/// Works on items, as many at a time as there are processors, and hands over the results in the items' order.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync, mut done: impl FnMut(&T, R)) {
    let next = AtomicUsize::new(0);
    let (senders, receivers): (Vec<_>, Vec<_>) = items.iter().map(|_| mpsc::channel()).unzip();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            let (senders, next, work) = (senders.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((item, sender)) = items.get(at).zip(senders.get(at)) else { break };
                    // The receiver lives as long as the scope.
                    let _ = sender.send(work(item));
                }
            });
        }
        drop(senders);
        for (item, receiver) in items.iter().zip(receivers) {
            // A thread that panicked sends nothing: the scope panics, too.
            if let Ok(result) = receiver.recv() {
                done(item, result);
            }
        }
    });
}

/// One line for one program.
fn tell(name: &str, end: &End, failed: &mut Vec<String>) {
    match end {
        End::Pass(said) => say(&format!("{name:<20} PASS: {said}")),
        End::Skip(why) => say(&format!("{name:<20} SKIP: {why}")),
        End::Fail(why) => {
            say(&format!("{name:<20} FAIL: {why}"));
            failed.push(name.to_owned());
        }
    }
}

#[expect(clippy::print_stdout, reason = "the demo's lines are its output")]
fn say(line: &str) {
    println!("{line}");
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The programs in `testdata/cuda`, sorted: folders with a `src`; others hold kernels alone.
pub(crate) fn codebases() -> Outcome<Vec<PathBuf>> {
    let folder = root().join("testdata/cuda");
    let mut all: Vec<PathBuf> =
        children(&folder)?.into_iter().filter(|path| path.join("src").is_dir()).collect();
    all.sort();
    Ok(all)
}

pub(crate) fn children(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    entries.map(|entry| entry.map(|e| e.path()).map_err(failed)).collect()
}

/// Returns whether a codebase has kernels in its sources, which require a compiler for both sides.
fn has_kernels(name: &str) -> bool {
    name.starts_with("runtime_")
}

/// Returns whether a codebase uses host libraries, which compute on the software device only.
pub(crate) fn uses_libraries(name: &str) -> bool {
    name.starts_with("library_")
}

/// Translates, builds and runs a codebase; says what was translated and what the program says last.
pub(crate) fn one(codebase: &Path, sdk: &Path, name: &str) -> Outcome<String> {
    let (work, summary) = build(codebase, sdk, name, false)?;
    let folder = work.join("kernels");
    let kernels = if folder.is_dir() { with_extension(&folder, "ptx")? } else { Vec::new() };
    let mut run = Command::new(work.join("program"));
    run.current_dir(&work).args(&kernels).envs(settings(&work)?);
    let said = output(&mut run, "the program")?;
    counters(&mut run, &work)?;
    if !is_on_gpu() && !uses_libraries(name) {
        // Once more by the other backend, whose driver is ours.
        output(on_driver(&mut run, sdk), "the program by HIP_BACKEND=cuda")?;
    }
    let own = trees::build_and_run(&work, sdk, &kernels)?;
    Ok(format!("{summary}{own}; it says {:?}", last_line(&said)))
}

/// Translates a codebase and builds its `program`. Returns the directory, and what was translated.
pub(crate) fn build(codebase: &Path, sdk: &Path, name: &str, release: bool) -> Outcome<(PathBuf, String)> {
    let work = root().join("target/demo").join(name);
    if work.exists() {
        fs::remove_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    }
    let mut translate = Command::new(sdk.join("bin/hipify-rs"));
    translate.args(["--report", "json"]).arg(codebase).arg("-o").arg(&work);
    let summary = counts(&output(&mut translate, "the translation")?)?;

    let program = work.join("program");
    if work.join("Cargo.toml").is_file() {
        trees::rust(&work, sdk, &program, release)?;
    } else if has_kernels(name) {
        let mut hipcc = Command::new(sdk.join("bin/hipcc"));
        let sources = with_extension(&work.join("src"), "cu")?;
        // Several units may use each other's device code.
        hipcc.args((sources.len() > 1).then_some("-fgpu-rdc"));
        hipcc.args(["-std=c++17", "-O2", "-Wall", "-I"]).arg(work.join("include")).args(sources);
        output(hipcc.arg("-o").arg(&program), "hipcc")?;
    } else {
        let mut compile = compile(&work, sdk, &program)?;
        if uses_libraries(name) {
            compile.args(["-lhipblas", "-lhipfft"]);
        }
        output(&mut compile, "c++")?;
    }
    Ok((work, summary))
}

/// The variables that `run.env` of a codebase sets for its program, if there is one: `NAME=value` a line.
pub(crate) fn settings(work: &Path) -> Outcome<Vec<(String, String)>> {
    let path = work.join("run.env");
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &str| line.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(lines.filter_map(pair).collect())
}

/// Runs a program and compares its statistics on standard error with `counters.txt`.
fn counters(run: &mut Command, work: &Path) -> Outcome<()> {
    let path = work.join("counters.txt");
    // Only the software device counts.
    if !path.is_file() || is_on_gpu() {
        return Ok(());
    }
    let foretold = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let ended = run.output().map_err(|e| format!("the program does not start: {e}"))?;
    let said = String::from_utf8_lossy(&ended.stderr);
    if said == foretold { Ok(()) } else { Err(format!("it counts\n{said}instead of\n{foretold}")) }
}

/// Returns the totals of the translator's report over all families of names.
fn counts(report: &str) -> Outcome<String> {
    let report: serde_json::Value =
        serde_json::from_str(report).map_err(|e| format!("the translator's report: {e}"))?;
    let families =
        report["total"]["families"].as_object().ok_or("the translator's report has no families")?;
    let sum = |what: &str| families.values().filter_map(|family| family[what].as_u64()).sum::<u64>();
    let files = report["files"].as_array().map_or(0, Vec::len);
    Ok(format!("{files} sources, {} names translated, {} left", sum("translated"), sum("left")))
}

/// The system's compiler, as a user would call it with the installed SDK.
fn compile(work: &Path, sdk: &Path, program: &Path) -> Outcome<Command> {
    let mut command = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    command.args(["-std=c++17", "-O2", "-Wall"]).args(with_extension(&work.join("src"), "cpp")?);
    command.arg("-I").arg(work.join("include")).arg("-I").arg(sdk.join("include"));
    let mut rpath = OsString::from("-Wl,-rpath,");
    rpath.push(sdk.join("lib"));
    command.arg("-L").arg(sdk.join("lib")).arg("-lamdhip64").arg(rpath).arg("-o").arg(program);
    Ok(command)
}

pub(crate) fn with_extension(folder: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let mut files = children(folder)?;
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    Ok(files)
}

pub(crate) fn last_line(text: &str) -> &str {
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").trim()
}
