//! `cargo xtask gpu`: what this project's programs do on a GPU, by `HIP_BACKEND=cuda`.
//!
//! `--prepare DIR` builds everything into a directory, on any machine. `--prepared DIR` runs it on a machine
//! with a GPU, where nothing needs to be installed, and writes the report.

mod answers;

use crate::workspace::{Outcome, output, root};
use crate::{demo, install};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Arguments of `cargo xtask gpu`.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    /// File for the report
    #[arg(long, value_name = "FILE", default_value = "target/gpu-report.md")]
    report: PathBuf,
    /// Only build, into this directory, which a machine with a GPU and this checkout can run
    #[arg(long, value_name = "DIR", conflicts_with = "prepared")]
    prepare: Option<PathBuf>,
    /// Run what --prepare built, with DIR/xtask
    #[arg(long, value_name = "DIR")]
    prepared: Option<PathBuf>,
    /// Programs of the demo, sections of the answers that are left out, as where there is no managed memory
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    skip: Vec<String>,
    /// Only these parts: recorded, math, demo, examples, compare, answers, costs
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    only: Vec<String>,
}

/// Rust examples, which are built with the runtime.
const EXAMPLES: [&str; 4] = ["recorded", "math", "vector_add", "transpose"];

/// Builds, runs everything and writes the report; an error says what differs.
pub(crate) fn run(request: &Request) -> Outcome<()> {
    match (&request.prepare, &request.prepared) {
        (Some(folder), _) => prepare(&root().join(folder)),
        (None, Some(folder)) => report(&root().join(folder), request),
        (None, None) => {
            let folder = root().join("target/gpu");
            prepare(&folder)?;
            report(&folder, request)
        }
    }
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    let failed = |e: std::io::Error| format!("{}: {e}", from.display());
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::copy(from, to).map(drop).map_err(failed)
}

/// Builds the SDK, the examples, the benchmark and the demo's programs, without symbols.
fn prepare(folder: &Path) -> Outcome<()> {
    let sdk = folder.join("sdk");
    install::run(&sdk, true, None)?;
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        output(cargo.current_dir(root()).args(arguments), "cargo")
    };
    cargo(&["build", "--quiet", "--release", "--package", "hip-runtime", "--lib", "--examples"])?;
    let mut programs = Vec::new();
    for name in EXAMPLES {
        programs.push((install::target(true).join("examples").join(name), folder.join(name)));
    }
    let built = cargo(&[
        "bench",
        "--no-run",
        "--package",
        "hip-runtime",
        "--bench",
        "driver",
        "--message-format=json",
    ])?;
    programs.push((executable(&built, "driver")?, folder.join("driver")));
    let own = std::env::current_exe().map_err(|e| format!("this program: {e}"))?;
    programs.push((own, folder.join("xtask")));
    for (from, to) in &programs {
        copy(from, to)?;
        output(Command::new("strip").arg(to), "strip")?;
    }
    // The benchmark looks for the libraries beside it.
    for name in ["libamdhip64.so", "libcuda.so"] {
        let link = folder.join(name);
        // An older link is made anew.
        let _: std::io::Result<()> = fs::remove_file(&link);
        std::os::unix::fs::symlink(Path::new("sdk/lib").join(name), &link)
            .map_err(|e| format!("{}: {e}", link.display()))?;
    }
    for codebase in demo::codebases()? {
        let name = codebase.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if demo::uses_libraries(&name) {
            continue;
        }
        let (work, summary) = demo::build(&codebase, &sdk, &name, true)?;
        eprintln!("{name}: {summary}");
        let to = folder.join("demo").join(&name);
        copy(&work.join("program"), &to.join("program"))?;
        output(Command::new("strip").arg(to.join("program")), "strip")?;
        for kernel in kernels(&work)? {
            copy(&kernel, &to.join("kernels").join(kernel.file_name().unwrap_or_default()))?;
        }
        if work.join("run.env").is_file() {
            copy(&work.join("run.env"), &to.join("run.env"))?;
        }
    }
    answers::prepare(folder)?;
    eprintln!("ready: {0}/xtask gpu --prepared {0}", folder.display());
    Ok(())
}

/// Returns the kernels that a program of the demo takes as arguments.
fn kernels(work: &Path) -> Outcome<Vec<PathBuf>> {
    let folder = work.join("kernels");
    if folder.is_dir() { demo::with_extension(&folder, "ptx") } else { Ok(Vec::new()) }
}

/// Returns the executable of a target in cargo's messages.
fn executable(messages: &str, target: &str) -> Outcome<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut found = messages.filter(|message| message["target"]["name"] == target);
    let path = found.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    path.ok_or_else(|| format!("cargo built no `{target}`"))
}

/// Part of the report: its name, heading, and what it runs.
type Part = (&'static str, &'static str, fn(&Path, &[String]) -> Outcome<String>);

const PARTS: [Part; 7] = [
    ("recorded", "Recorded programs", |folder, _| output(&mut on_gpu(folder, "recorded"), "recorded")),
    ("math", "Math library: largest error, documented error", |folder, _| {
        output(&mut on_gpu(folder, "math"), "math")
    }),
    ("demo", "Demo", |folder, skip| each_program(folder, skip, plain)),
    ("examples", "Rust examples", |folder, _| {
        let said = ["vector_add", "transpose"].map(|name| output(&mut on_gpu(folder, name), name));
        said.into_iter().collect::<Outcome<Vec<_>>>().map(|said| said.concat())
    }),
    ("compare", "Copies to the host, compared with the software device", |folder, skip| {
        each_program(folder, skip, compared)
    }),
    ("answers", "Answers of calls", |folder, skip| answers::compare(|program| on_gpu(folder, program), skip)),
    ("costs", "Costs of calls", |folder, _| output(on_gpu(folder, "driver").arg("--bench"), "driver")),
];

/// Returns a command of the directory, with the SDK's libraries.
fn on_gpu(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(folder.join(program));
    command.env("LD_LIBRARY_PATH", folder.join("sdk/lib"));
    command.current_dir(root()).env("HIP_BACKEND", "cuda").env("HIP_SOFT_QUIET", "1");
    command
}

/// Runs each program of the demo; a line for each.
fn each_program(folder: &Path, skip: &[String], command: fn(&Path, &Path) -> Command) -> Outcome<String> {
    let (mut lines, mut failed) = (String::new(), false);
    let mut works = demo::children(&folder.join("demo"))?;
    works.sort();
    for work in works {
        let name = work.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if skip.contains(&name) {
            lines += &format!("{name:<26} SKIP: by --skip\n");
            continue;
        }
        let mut run = command(folder, &work);
        run.current_dir(&work).args(kernels(&work)?).envs(demo::settings(&work)?);
        let said = output(&mut run, "it");
        failed |= said.is_err();
        let (verdict, said) = match &said {
            Ok(said) => ("PASS", said),
            Err(said) => ("FAIL", said),
        };
        lines += &format!("{name:<26} {verdict}: {}\n", demo::last_line(said));
    }
    if failed { Err(lines) } else { Ok(lines) }
}

/// Returns the command that runs a program by itself.
fn plain(folder: &Path, work: &Path) -> Command {
    on_gpu(folder, &work.join("program").to_string_lossy())
}

/// Returns the command that compares a program's runs.
fn compared(folder: &Path, work: &Path) -> Command {
    let mut command = on_gpu(folder, "sdk/bin/hip-run");
    command.args(["--compare", "--tolerance", "f32:1e-5"]).arg(work.join("program"));
    command
}

/// Runs all parts and writes the report; an error says which failed.
fn report(folder: &Path, request: &Request) -> Outcome<()> {
    let date = output(Command::new("date").args(["-u", "+%Y-%m-%d"]), "date")?;
    let driver = ["--query-gpu=name,driver_version", "--format=csv,noheader"];
    let driver = output(Command::new("nvidia-smi").args(driver), "nvidia-smi").unwrap_or_default();
    let mut report = format!("# Report from a GPU\n\n{}, {}\n", date.trim(), driver.trim());
    let mut failed = Vec::new();
    let is_wanted = |name: &str| request.only.is_empty() || request.only.iter().any(|only| only == name);
    for (name, heading, part) in PARTS.into_iter().filter(|(name, ..)| is_wanted(name)) {
        eprintln!("{heading}");
        let start = Instant::now();
        let text = part(folder, &request.skip).unwrap_or_else(|why| {
            failed.push(name);
            why
        });
        eprintln!("{:.0} s\n{}", start.elapsed().as_secs_f64(), text.trim_end());
        report += &format!("\n## {heading}\n\n```text\n{}\n```\n", text.trim_end());
    }
    let file = root().join(&request.report);
    fs::write(&file, report).map_err(|e| format!("{}: {e}", file.display()))?;
    eprintln!("the report is in {}", file.display());
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}
