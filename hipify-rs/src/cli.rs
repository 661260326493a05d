//! The command line, as typed.

use clap::{Parser, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Translates CUDA sources to the unified hip* API.
///
/// Sources are not written over unless `--in-place` asks for it. C and C++ files are translated, build files
/// are made to find HIP, all other files of a folder go along as they are.
#[derive(Parser, Debug)]
#[command(name = "hipify-rs", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), max_term_width = 100, args_override_self = true, after_help = AFTER, next_line_help = false)]
pub(crate) struct Cli {
    /// Files and folders to translate; `-` for standard input. Without any, the `paths` of hipify.toml
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Write the translated tree here; `-` writes one file to standard output, and one file may be given a
    /// name with an ending. Without it, PATH goes to the folder PATH.hip beside it
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Give sources names of HIP's (k_cuda.cu becomes k_hip.hip); includes and build files that name them
    /// follow
    #[arg(long, conflicts_with_all = ["in_place", "diff"], help_heading = "Output")]
    pub(crate) rename: bool,

    /// Write translations over their sources, and keep those as FILE.orig
    #[arg(long, alias = "inplace", conflicts_with_all = ["output", "diff", "dry_run"], help_heading = "Output")]
    pub(crate) in_place: bool,

    /// With --in-place: keep no originals
    #[arg(long, requires = "in_place", help_heading = "Output")]
    pub(crate) no_backup: bool,

    /// Take back what --in-place did at PATH and below
    #[arg(long, conflicts_with_all = ["output", "in_place", "diff", "dry_run", "report"], help_heading = "Output")]
    pub(crate) undo: bool,

    /// With --undo: also files that were edited since
    #[arg(long, requires = "undo", help_heading = "Output")]
    pub(crate) force: bool,

    /// Write nothing; exit with 1 if something would change or remain
    #[arg(long, conflicts_with_all = ["output", "in_place", "undo"], help_heading = "Output")]
    pub(crate) check: bool,

    /// Write no files; notes, summary and reports as if
    #[arg(long, visible_alias = "no-output", conflicts_with = "output", help_heading = "Output")]
    pub(crate) dry_run: bool,

    /// --dry-run with --print-stats
    #[arg(long, help_heading = "Output")]
    pub(crate) examine: bool,

    /// Write no files but a patch, to standard output or FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with = "output", help_heading = "Output")]
    pub(crate) diff: Option<Option<PathBuf>>,

    /// What becomes of `<<<…>>>` [default: keep]
    #[arg(long, value_enum, help_heading = "Translation")]
    pub(crate) kernel_launch: Option<Launch>,

    /// Whose names libraries get [default: hip]
    #[arg(long, value_enum, help_heading = "Translation")]
    pub(crate) target: Option<Target>,

    /// Whose spellings names get; those of HIP 6 are HIPIFY's of that time [default: 7]
    #[arg(long, value_name = "RELEASE", value_enum, help_heading = "Translation")]
    pub(crate) hip: Option<Release>,

    /// What becomes of masks of all 32 lanes in `__shfl_sync(0xffffffff, …)` and its kin [default: keep]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Translation")]
    pub(crate) warp_masks: Option<Masks>,

    /// A name of the program's own, whatever the tables know under it: it stays, and nothing is said of it
    #[arg(long, value_name = "NAME", help_heading = "Translation")]
    pub(crate) keep: Vec<String>,

    /// Translate names in strings that are looked up at run time, too
    #[arg(long, help_heading = "Translation")]
    pub(crate) strings: bool,

    /// Read each C++ file before and after with a grammar, and report what parsed and does no more
    #[arg(long, help_heading = "Translation")]
    pub(crate) verify: bool,

    /// Leave as it is what a compiler would skip: branches of #if whose conditions are false
    #[arg(long, help_heading = "Translation")]
    pub(crate) skip_excluded: bool,

    /// With --skip-excluded: a macro that is defined, as 1 without a value
    #[arg(long, value_name = "NAME[=VALUE]", requires = "skip_excluded", help_heading = "Translation")]
    pub(crate) define: Vec<String>,

    /// Translate only what matches; patterns as in .gitignore
    #[arg(long, value_name = "GLOB", help_heading = "Which files")]
    pub(crate) include: Vec<String>,

    /// Do not translate what matches: it goes along as it is
    #[arg(long, value_name = "GLOB", help_heading = "Which files")]
    pub(crate) exclude: Vec<String>,

    /// Take also what .gitignore files name; they are left out otherwise
    #[arg(long, help_heading = "Which files")]
    pub(crate) no_ignore: bool,

    /// Translate the files of a compile_commands.json, or of the one in this folder; with PATHs, those of
    /// them that it names
    #[arg(short = 'p', long = "compile-commands", value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Which files")]
    pub(crate) database: Option<PathBuf>,

    /// Read settings from this file; without it, from the hipify.toml nearest above PATH
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Which files")]
    pub(crate) config: Option<PathBuf>,

    /// Read no hipify.toml
    #[arg(long, conflicts_with = "config", help_heading = "Which files")]
    pub(crate) no_config: bool,

    /// Write a report to standard output or FILE; may be given several times
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = report, help_heading = "What is said")]
    pub(crate) report: Vec<ReportTo>,

    /// How notes are said: for people (on standard error), or a JSON object a line (on standard output)
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "human", help_heading = "What is said")]
    pub(crate) message_format: Messages,

    /// Translate for another program: a JSON request a line on standard input, a JSON answer a line on
    /// standard output. See the README
    #[arg(long, conflicts_with_all = ["paths", "output", "in_place", "undo", "check", "diff", "report"], help_heading = "What is said")]
    pub(crate) serve: bool,

    /// Print the counts of each API family
    #[arg(long, help_heading = "What is said")]
    pub(crate) print_stats: bool,

    /// Print no notes, only the summary
    #[arg(short, long, help_heading = "What is said")]
    pub(crate) quiet: bool,

    /// Whether to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", help_heading = "What is said")]
    pub(crate) color: When,

    /// Translate this many files at a time [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    /// Print what a rule does, and examples
    #[arg(long, value_name = "RULE", help_heading = "About")]
    pub(crate) explain: Option<String>,

    /// Print the names of all rules
    #[arg(long, help_heading = "About")]
    pub(crate) list_rules: bool,

    /// Print what a shell needs to complete this command line
    #[arg(long, value_name = "SHELL", value_enum, help_heading = "About")]
    pub(crate) completions: Option<clap_complete::Shell>,

    /// Print the manual page
    #[arg(long, help_heading = "About")]
    pub(crate) man: bool,
}

const AFTER: &str = "\
Exit codes:
  0  done; CUDA names that HIP lacks are listed and stay
  1  with --check: something would change or remain
  2  the command line is wrong, or a file could not be read or written; all others were done

HIPIFY's spellings that mean the same are understood, with one or two dashes: -inplace, -o-dir, -examine, -no-output, \
-print-stats, -print-stats-csv, -o-stats, -quiet-warnings, -whitelist, -exclude-dirs, -exclude-files, -roc, -miopen, \
-hip-kernel-execution-syntax, -cuda-kernel-execution-syntax, -skip-excluded-preprocessor-conditional-blocks, \
-default-preprocessor. What tells it where CUDA is (-cuda-path, -I, -clang-resource-directory), how to read sources \
(-experimental, -D where nothing is skipped) and what stands behind `--` for its compiler is not needed here: it is said, and \
left out.

A hipify.toml may hold: paths, output, kernel-launch, target, warp-masks, strings, include, exclude, launch-macros (macros whose calls \
stand for <<<…>>>), and tables [names] and [headers] of the program's own names and headers and what they become. The \
command line wins over it.";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Launch {
    /// It stays: hipcc understands it
    Keep,
    /// It becomes hipLaunchKernelGGL(…)
    Ggl,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// The portable ones: hipBLAS, hipFFT, hipRAND…
    Hip,
    /// ROCm's own where there are some: rocBLAS, MIOpen…
    Roc,
    /// The portable ones, but MIOpen for cuDNN
    Miopen,
    /// ROCm's own, and MIOpen's name for a stream where cuDNN is called
    RocMiopen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Masks {
    /// They stay, and are reported
    Keep,
    /// They become masks of 64 lanes, which AMD's HIP 7 wants
    Widen,
    /// They go: __shfl(…)
    Drop,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Release {
    /// HIP 7
    #[value(name = "7")]
    Hip7,
    /// HIP 6
    #[value(name = "6")]
    Hip6,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Messages {
    /// With the line of the source, underlined
    Human,
    /// FILE:LINE:COLUMN: and one line
    Short,
    /// For programs: files, replacements, notes, a summary
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Html,
    Json,
    Sarif,
    Csv,
    Md,
}

/// A report, and its file if it does not go to standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReportTo {
    pub(crate) format: Format,
    pub(crate) file: Option<PathBuf>,
}

fn report(text: &str) -> Result<ReportTo, String> {
    let (format, file) =
        text.split_once('=').map_or((text, None), |(format, file)| (format, Some(file.into())));
    let format = match format {
        "html" => Format::Html,
        "json" => Format::Json,
        "sarif" => Format::Sarif,
        "csv" => Format::Csv,
        "md" | "markdown" => Format::Md,
        _ => return Err("the formats are html, json, sarif, csv and md".to_owned()),
    };
    Ok(ReportTo { format, file })
}
