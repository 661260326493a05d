//! The command line, as typed.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// Translates CUDA sources to the unified hip* API.
///
/// Sources are never written over. C and C++ files are translated, Makefiles and CMakeLists.txt are made to find HIP, all
/// other files of a folder go along as they are.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// Files and folders to translate; `-` for standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["explain", "list_rules"])]
    pub(crate) paths: Vec<PathBuf>,

    /// Write the translated tree here; `-` writes one file to standard output. Without it, FILE or DIR goes to a folder
    /// beside the input whose name ends in `.hip`
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing; say what would change and what would remain
    #[arg(long, conflicts_with = "output")]
    pub(crate) check: bool,

    /// What becomes of `<<<…>>>`
    #[arg(long, value_enum, default_value_t = Launch::Keep)]
    pub(crate) kernel_launch: Launch,

    /// Print the report as JSON on standard output
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) report: Option<Format>,

    /// Print no notes, only the summary
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Print what a rule does, and examples
    #[arg(long, value_name = "RULE")]
    pub(crate) explain: Option<String>,

    /// Print the names of all rules
    #[arg(long)]
    pub(crate) list_rules: bool,
}

const EXIT_CODES: &str = "Exit codes:\n  0  done; CUDA names that HIP lacks are listed and stay\n  \
    1  with --check: something would change or remain\n  2  the command line is wrong, or a file could not be read or written";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Launch {
    /// It stays: hipcc understands it
    Keep,
    /// It becomes hipLaunchKernelGGL(…)
    Ggl,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One object: totals, and a list of files with their notes
    Json,
}
