//! The command line, as typed.

use clap::{Parser, ValueEnum, ValueHint};
use std::path::PathBuf;

/// Translates CUDA sources to the unified hip* API.
///
/// Sources are kept unless `--in-place` overwrites them. C and C++ sources are translated, build files are
/// adapted to find HIP, and all other files of a directory are copied unchanged.
#[derive(Parser, Debug)]
#[command(name = "hipify-rs", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), max_term_width = 100, args_override_self = true, after_help = AFTER, next_line_help = false)]
pub(crate) struct Cli {
    /// Files and directories to translate; `-` for standard input. Default: the `paths` of hipify.toml
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Output directory; `-` writes a single file to standard output, and a name with an extension is the
    /// output file for a single source. Default: PATH.hip next to PATH
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Rename sources for HIP (k_cuda.cu becomes k_hip.hip), and update includes and build files that name
    /// them
    #[arg(long, conflicts_with_all = ["in_place", "diff"], help_heading = "Output")]
    pub(crate) rename: bool,

    /// Overwrite sources with their translations, and keep each source as FILE.orig
    #[arg(long, alias = "inplace", conflicts_with_all = ["output", "diff", "dry_run"], help_heading = "Output")]
    pub(crate) in_place: bool,

    /// With --in-place: keep no FILE.orig
    #[arg(long, requires = "in_place", help_heading = "Output")]
    pub(crate) no_backup: bool,

    /// Restore the sources that --in-place changed at PATH and below
    #[arg(long, conflicts_with_all = ["output", "in_place", "diff", "dry_run", "report"], help_heading = "Output")]
    pub(crate) undo: bool,

    /// With --undo: also restore files that were edited since
    #[arg(long, requires = "undo", help_heading = "Output")]
    pub(crate) force: bool,

    /// Write nothing; exit with 1 if a file would change or needs attention
    #[arg(long, conflicts_with_all = ["output", "in_place", "undo"], help_heading = "Output")]
    pub(crate) check: bool,

    /// Write no files, but print notes, summary and reports
    #[arg(long, visible_alias = "no-output", conflicts_with = "output", help_heading = "Output")]
    pub(crate) dry_run: bool,

    /// Same as --dry-run --print-stats
    #[arg(long, help_heading = "Output")]
    pub(crate) examine: bool,

    /// Write a patch to standard output or FILE, and no other files
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with = "output", help_heading = "Output")]
    pub(crate) diff: Option<Option<PathBuf>>,

    /// Treatment of `<<<…>>>` [default: keep]
    #[arg(long, value_enum, help_heading = "Translation")]
    pub(crate) kernel_launch: Option<LaunchSyntax>,

    /// Libraries that calls of CUDA's libraries are translated to [default: hip]
    #[arg(long, value_enum, help_heading = "Translation")]
    pub(crate) target: Option<Target>,

    /// HIP release that determines the spelling of names; for HIP 6, as HIPIFY spelled them then [default: 7]
    #[arg(long, value_name = "RELEASE", value_enum, help_heading = "Translation")]
    pub(crate) hip: Option<Release>,

    /// Treatment of masks of all 32 lanes in `__shfl_sync(0xffffffff, …)` and similar calls [default: keep]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Translation")]
    pub(crate) warp_masks: Option<Masks>,

    /// Keep a name of the program that the tables also know, and do not report it
    #[arg(long, value_name = "NAME", help_heading = "Translation")]
    pub(crate) keep: Vec<String>,

    /// Also translate names in strings that are looked up at run time
    #[arg(long, help_heading = "Translation")]
    pub(crate) strings: bool,

    /// Parse each C++ file before and after, and report lines that no longer parse
    #[arg(long, help_heading = "Translation")]
    pub(crate) verify: bool,

    /// Leave branches of #if unchanged that a compiler would skip
    #[arg(long, help_heading = "Translation")]
    pub(crate) skip_excluded: bool,

    /// With --skip-excluded: define a macro; without a value as 1
    #[arg(long, value_name = "NAME[=VALUE]", requires = "skip_excluded", help_heading = "Translation")]
    pub(crate) define: Vec<String>,

    /// Translate only matching files; patterns as in .gitignore
    #[arg(long, value_name = "GLOB", help_heading = "Selection of files")]
    pub(crate) include: Vec<String>,

    /// Copy matching files unchanged; patterns as in .gitignore
    #[arg(long, value_name = "GLOB", help_heading = "Selection of files")]
    pub(crate) exclude: Vec<String>,

    /// Include files that .gitignore files exclude
    #[arg(long, help_heading = "Selection of files")]
    pub(crate) no_ignore: bool,

    /// Translate the files of a compile_commands.json, given as the file or its directory; if PATHs are
    /// given, only those that it lists
    #[arg(short = 'p', long = "compile-commands", value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = "Selection of files")]
    pub(crate) database: Option<PathBuf>,

    /// Read settings from this file. Default: the nearest hipify.toml in PATH's directory or above
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Selection of files")]
    pub(crate) config: Option<PathBuf>,

    /// Do not read hipify.toml
    #[arg(long, conflicts_with = "config", help_heading = "Selection of files")]
    pub(crate) no_config: bool,

    /// Write a report to standard output or FILE; may be repeated
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = report, help_heading = "Messages")]
    pub(crate) report: Vec<ReportTo>,

    /// Format of notes: text on standard error, or JSON on standard output, one object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "human", help_heading = "Messages")]
    pub(crate) message_format: Messages,

    /// Translate on request of another program: JSON requests on standard input, answers on standard output,
    /// one a line. See the README
    #[arg(long, conflicts_with_all = ["paths", "output", "in_place", "undo", "check", "diff", "report"], help_heading = "Messages")]
    pub(crate) serve: bool,

    /// Print counts for each API family
    #[arg(long, help_heading = "Messages")]
    pub(crate) print_stats: bool,

    /// Print the summary but no notes
    #[arg(short, long, help_heading = "Messages")]
    pub(crate) quiet: bool,

    /// Use of colours
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", help_heading = "Messages")]
    pub(crate) color: When,

    /// Number of files to translate in parallel [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    /// Print the description of a rule, with examples
    #[arg(long, value_name = "RULE", help_heading = "About")]
    pub(crate) explain: Option<String>,

    /// Print the names of all rules
    #[arg(long, help_heading = "About")]
    pub(crate) list_rules: bool,

    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", value_enum, help_heading = "About")]
    pub(crate) completions: Option<clap_complete::Shell>,

    /// Print the manual page
    #[arg(long, help_heading = "About")]
    pub(crate) man: bool,
}

const AFTER: &str = "\
Exit codes:
  0  done; CUDA names without an equivalent in HIP are listed and stay
  1  with --check: a file would change or needs attention
  2  invalid command line, or a file could not be read or written; all other files were processed

HIPIFY's option names are accepted, with one or two dashes: -inplace, -o-dir, -examine, -no-output, \
-print-stats, -print-stats-csv, -o-stats, -quiet-warnings, -whitelist, -exclude-dirs, -exclude-files, -roc, -miopen, \
-hip-kernel-execution-syntax, -cuda-kernel-execution-syntax, -skip-excluded-preprocessor-conditional-blocks, \
-default-preprocessor. Options that HIPIFY needs to find CUDA (-cuda-path, -I, -clang-resource-directory) or to parse sources \
(-experimental, -D without --skip-excluded), and compiler options after `--`, are not needed: they are ignored with a \
note.

A hipify.toml may hold: paths, output, kernel-launch, target, warp-masks, strings, include, exclude, launch-macros (macros whose calls \
replace <<<…>>>), and tables [names] and [headers] that map the program's own names and headers to their replacements. The \
command line overrides it.";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LaunchSyntax {
    /// Keep them: hipcc understands them
    Keep,
    /// Replace them by hipLaunchKernelGGL(…)
    Ggl,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// Portable libraries: hipBLAS, hipFFT, hipRAND…
    Hip,
    /// ROCm's own libraries where they exist: rocBLAS, MIOpen…
    Roc,
    /// Portable libraries, but MIOpen for cuDNN
    Miopen,
    /// ROCm's own libraries, and MIOpen's name for a stream where cuDNN is called
    RocMiopen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Masks {
    /// Keep and report them
    Keep,
    /// Widen them to 64 lanes, as AMD's HIP 7 requires
    Widen,
    /// Drop them: __shfl(…)
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
    /// With the source line, underlined
    Human,
    /// One line: FILE:LINE:COLUMN: note
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

/// Report format, and its file; standard output if there is none.
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
        _ => return Err("unknown format; use html, json, sarif, csv or md".to_owned()),
    };
    Ok(ReportTo { format, file })
}
