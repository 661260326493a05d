//! `hip-sim`: simulates a program's launches on a GPU's front end, in virtual time, without running a kernel.
#![expect(clippy::disallowed_methods, reason = "the library reads no file; its command does")]

mod progress;
mod run;
mod study;
mod view;

use clap::{CommandFactory, Parser, Subcommand};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER: &str = "\
Examples:
  hip-sim view trace.json -o trace.html        A page of the timeline that a program wrote (hip-run --trace)
  hip-sim run launches.txt --html trace.html   A script of launches
  hip-sim study spawn --svg spawn.svg          Launches by the host, by kernels, and their shortcuts, compared

Exit codes: 0 done; 1 the script came to no end (a deadlock), or a launch was refused; 2 wrong \
usage, or a script or trace that cannot be understood; 3 a file could not be read or written.";

/// Simulates what launches do on a GPU's front end: channels, grids, SMs, copies, in virtual time.
#[derive(Parser)]
#[command(name = "hip-sim", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a launch script and print what it came to.
    Run(run::Arguments),
    /// Make a page of a trace, that any browser opens, without a network.
    View(view::Arguments),
    /// Compare policies for launches from kernels, workload by workload.
    Study(study::Arguments),
    /// List the devices that can be simulated.
    Devices,
    /// Print the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Reason for which a command stopped.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{path}: cannot be read: {1}", path = .0.display())]
    Read(PathBuf, io::Error),
    #[error("{path}: cannot be written: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
    #[error("{}", located(.0, .1))]
    Script(PathBuf, timeline::script::ScriptError),
    #[error("{path}: {1}", path = .0.display())]
    Trace(PathBuf, String),
    #[error("{0}")]
    Usage(String),
}

/// Formats an error of a script with its file and line; without a line it is about `--set`.
fn located(path: &Path, error: &timeline::script::ScriptError) -> String {
    match error.line {
        0 => format!("--set: {}", error.what),
        line => format!("{}:{line}: {}", path.display(), error.what),
    }
}

impl Failure {
    const fn code(&self) -> u8 {
        match self {
            Failure::Read(..) | Failure::Write(..) => 3,
            Failure::Script(..) | Failure::Trace(..) | Failure::Usage(_) => 2,
        }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::Read(path.to_owned(), error))?;
    // What is not UTF-8 can only be in a comment or a name.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Prints. A reader that has gone away ends the command quietly, as it ends other commands of a pipe.
fn print(text: &str) {
    if io::Write::write_all(&mut io::stdout(), text.as_bytes()).is_err() {
        std::process::exit(0);
    }
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::View(arguments) => view::view(&arguments).map(|()| true),
        Command::Study(arguments) => study::study(&arguments),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "hip-sim", &mut text);
            print(&String::from_utf8_lossy(&text));
            Ok(true)
        }
        Command::Devices => {
            device::Spec::names().for_each(|name| print(&format!("{name}\n")));
            Ok(true)
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("hip-sim: {failure}");
            ExitCode::from(failure.code())
        }
    }
}
