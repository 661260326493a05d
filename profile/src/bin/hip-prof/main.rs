//! `hip-prof`: profiles a program's kernels without a GPU, shows, compares and checks profiles.
#![expect(clippy::disallowed_methods, reason = "the library reads no file; its command does")]

mod run;

use clap::{CommandFactory, Parser, Subcommand};
use hip_profile::compare::{Limits, compare, exceeded};
use hip_profile::report::{Profile, VERSION};
use hip_profile::{html, summary};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER: &str = "\
Examples:
  hip-prof ./transpose                          Run a program and print a summary of its kernels
  hip-prof -o new.json --html new.html ./transpose 4096
  hip-prof show new.json --top 3
  hip-prof diff old.json new.json
  hip-prof check --max-sectors-per-request 8 --max-bank-conflicts 0.1 new.json

The program runs on the software device, as by hip-run. Sectors, bank conflicts, atomic operations and divergence are \
counted and equal those of Nsight Compute on an H200; instructions are estimated from PTX; times and caches are \
modelled. Each output says so. With --lineinfo, nvcc and hipcc record source lines.

Exit codes: the program's; 0 done; 1 a limit of `check` was exceeded; 2 invalid usage, or a file that is no profile; \
3 a file could not be read or written; 126 the program cannot be started; 127 it was not found.";

/// Profiles the kernels of a program without a GPU: why each would be slow on one, and how long it would
/// take.
#[derive(Parser)]
#[command(name = "hip-prof", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), after_help = AFTER)]
#[command(subcommand_precedence_over_arg = true)]
struct Arguments {
    /// Keeps the profile of the program in a file (JSON).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Writes the profile of the program as a page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Kernels of the summary.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Blocks of a launch that are recorded, spread over the grid; the others count as these.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    blocks: Option<u64>,
    /// The device: h200, a100, rtx4090 and others.
    #[arg(long, value_parser = device)]
    device: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the summary of a profile, or make a page of it.
    Show {
        /// The profile.
        profile: PathBuf,
        /// Writes a page instead.
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
        /// Kernels of the summary.
        #[arg(long, value_name = "N", default_value_t = 10)]
        top: usize,
    },
    /// Compare two profiles, kernel by kernel.
    Diff {
        /// The profile before.
        before: PathBuf,
        /// The profile after.
        after: PathBuf,
    },
    /// Check a profile against limits; exit code 1 if one is exceeded.
    Check {
        /// Sectors of a request to global memory: 4 for contiguous words, at most 32.
        #[arg(long, value_name = "N")]
        max_sectors_per_request: Option<f64>,
        /// Bank conflicts of a request to shared memory: 0 without any, at most 31.
        #[arg(long, value_name = "N")]
        max_bank_conflicts: Option<f64>,
        /// Part of branches that diverge, 0 to 1.
        #[arg(long, value_name = "PART")]
        max_divergence: Option<f64>,
        /// Sectors of local memory of a launch.
        #[arg(long, value_name = "N")]
        max_local_sectors: Option<f64>,
        /// Modelled time of a launch, µs.
        #[arg(long, value_name = "MICROSECONDS")]
        max_time: Option<f64>,
        /// Checks kernels with this in their names only.
        #[arg(long, value_name = "NAME", default_value = "")]
        kernel: String,
        /// The profile.
        profile: PathBuf,
    },
    /// Print the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// The program and its arguments.
    #[command(external_subcommand)]
    Run(Vec<OsString>),
}

/// Reason for which a command stopped.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{path}: cannot be read: {1}", path = .0.display())]
    Read(PathBuf, io::Error),
    #[error("{path}: cannot be written: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
    #[error("{path}: is no profile: {1}", path = .0.display())]
    Format(PathBuf, String),
    #[error("the program wrote no profile: it launched no kernel, or ended by a signal or `_exit`")]
    Nothing,
    #[error("{0}: no such program")]
    Missing(String),
    #[error("{0}: cannot be started: {1}")]
    Start(String, io::Error),
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Failure {
    const fn code(&self) -> u8 {
        match self {
            Failure::Format(..) | Failure::Nothing => 2,
            Failure::Read(..) | Failure::Write(..) | Failure::Output(_) => 3,
            Failure::Start(..) => 126,
            Failure::Missing(_) => 127,
        }
    }
}

/// Parses a device name.
fn device(wanted: &str) -> Result<String, String> {
    ::device::Spec::find(wanted).map(|spec| spec.name).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    match carry_out(Arguments::parse()) {
        Ok(code) => code,
        // A closed pipe is not a failure.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("hip-prof: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    io::stdout().write_all(text.as_bytes()).map_err(Failure::Output)
}

fn carry_out(arguments: Arguments) -> Result<ExitCode, Failure> {
    let Arguments { output, html, top, blocks, device, command } = arguments;
    match command {
        Command::Run(program) => run::run(&run::Options { program, output, html, top, blocks, device }),
        Command::Show { profile, html, top } => {
            let profile = read(&profile)?;
            match html {
                Some(path) => write_page(&profile, &path)?,
                None => print(&summary::summary(&profile, top))?,
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Diff { before, after } => {
            print(&compare(&read(&before)?, &read(&after)?))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Check {
            max_sectors_per_request,
            max_bank_conflicts,
            max_divergence,
            max_local_sectors,
            max_time,
            kernel,
            profile,
        } => {
            let limits = Limits {
                sectors_per_request: max_sectors_per_request,
                bank_conflicts: max_bank_conflicts,
                divergence: max_divergence,
                local_sectors: max_local_sectors,
                micros: max_time,
            };
            let found = exceeded(&read(&profile)?, &limits, &kernel);
            found.iter().try_for_each(|line| print(&format!("{line}\n")))?;
            Ok(if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "hip-prof", &mut text);
            io::stdout().write_all(&text).map_err(Failure::Output)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Reads a profile.
fn read(path: &Path) -> Result<Profile, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Read(path.into(), error))?;
    let wrong = |error: String| Failure::Format(path.into(), error);
    let profile: Profile = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    match profile.version {
        VERSION => Ok(profile),
        other => Err(wrong(format!("version {other}, this is for version {VERSION}"))),
    }
}

/// Writes the page of a profile, with source lines where the files are at hand.
fn write_page(profile: &Profile, path: &Path) -> Result<(), Failure> {
    let source = |file: &str| std::fs::read_to_string(file).ok();
    std::fs::write(path, html::page(profile, &source)).map_err(|error| Failure::Write(path.into(), error))
}
