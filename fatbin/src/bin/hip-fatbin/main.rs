//! `hip-fatbin`: lists, unpacks and builds containers of device code.
//!
//! Works on any file that embeds CUDA or HIP code: fat binaries, offload bundles, objects, executables,
//! libraries and archives. Machine output is JSON; nothing is run and no GPU is needed.
#![expect(clippy::disallowed_methods, reason = "the library reads no file; its command does")]

mod bundle;
mod extract;
mod list;
mod pack;

use clap::{CommandFactory, Parser, Subcommand};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER: &str = "\
Examples:
  hip-fatbin list program                      Every image of device code in a program
  hip-fatbin extract program -o images         Each to a file of its own
  hip-fatbin pack kernels.ptx -o kernels.fatbin

Exit codes: 0 done; 1 nothing was found, or part of a file is broken (the rest is still \
listed or extracted); 2 wrong usage; 3 a file could not be read or written.";

/// Lists, takes apart and makes the containers that GPU code travels in.
#[derive(Parser)]
#[command(name = "hip-fatbin", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List every image in files, however deep containers lie in each other.
    List(list::Arguments),
    /// Write images to files of their own, unpacked.
    Extract(extract::Arguments),
    /// Make an NVIDIA fat binary of PTX and cubin files.
    Pack(pack::Arguments),
    /// Make a clang offload bundle of code objects.
    Bundle(bundle::BundleArguments),
    /// Take a clang offload bundle apart, compressed or not, binary or text.
    Unbundle(bundle::UnbundleArguments),
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
    #[error("{path}: {1}", path = .0.display())]
    Image(PathBuf, hip_fatbin::Error),
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::Image(..) => 1,
            Failure::Usage(_) => 2,
            Failure::Read(..) | Failure::Write(..) => 3,
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::Read(path.to_owned(), error))
}

/// Writes beside the place and then moves: no half a file is ever left.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    std::fs::write(&part, bytes)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| Failure::Write(path.to_owned(), error))
}

/// Writes what stands for a result to standard output; a closed pipe is no failure.
fn print(text: &str) {
    use io::Write;
    let mut out = io::stdout().lock();
    let _: io::Result<()> = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn complain(what: &dyn fmt::Display) {
    eprintln!("hip-fatbin: {what}");
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::List(arguments) => list::run(&arguments),
        Command::Extract(arguments) => extract::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Bundle(arguments) => bundle::bundle(&arguments),
        Command::Unbundle(arguments) => bundle::unbundle(&arguments),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "hip-fatbin", &mut text);
            print(&String::from_utf8_lossy(&text));
            Ok(true)
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            complain(&failure);
            ExitCode::from(failure.code())
        }
    }
}
