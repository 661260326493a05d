//! `compute-sanitizer [OPTIONS] PROGRAM ARGUMENTS…`: the checker by the name and with the options that
//! scripts of CUDA projects use.
//!
//! It starts `hip-run` beside it with the checker's settings, waits, and prints the summary. It finds nothing
//! itself. Options and exit codes are those of CUDA's documentation, "Compute Sanitizer"; an option without
//! a counterpart is refused by its name.

use clap::{Parser, ValueEnum};
use serde_json::Value;
use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::{env, fs, io};

/// Bytes that the checker leaves free after each allocation.
const PADDING: u64 = 512;

const AFTER: &str = "\
Examples:
  compute-sanitizer ./program
  compute-sanitizer --tool racecheck --error-exitcode 1 ./program
  compute-sanitizer --leak-check full --log-file check.txt ./program

Exit codes: the program's; --error-exitcode if it succeeded but has errors; 1 if it used no device; 2 invalid \
usage. docs/checker.md says what is found.";

/// Finds memory errors, races and misused barriers in kernels, on a software device.
#[derive(Parser)]
#[command(name = "compute-sanitizer", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), after_help = AFTER)]
struct Options {
    /// The faults that are looked for.
    #[arg(short, long, value_enum, default_value_t = Tool::Memcheck)]
    tool: Tool,
    /// Exit code if the program succeeded but has errors; 0: the program's.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    error_exitcode: u8,
    /// Reports allocations that are not freed (memcheck).
    #[arg(long, value_enum, default_value_t = Leaks::No)]
    leak_check: Leaks,
    /// Number of errors after which no more are printed; 0: all are.
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    print_limit: usize,
    /// File for the text, instead of standard output: %p is a process number, %q{NAME} a variable.
    #[arg(long, value_name = "FILE")]
    log_file: Option<String>,
    /// Prints errors alone.
    #[arg(short, long)]
    quiet: bool,
    /// Launches wait for their kernels.
    #[arg(long, value_name = "yes|no", default_value = "no", value_parser = yes_or_no, action = clap::ArgAction::Set, num_args = 0..=1, default_missing_value = "yes", require_equals = true)]
    force_blocking_launches: bool,
    /// A program that uses no device is an error.
    #[arg(long, value_name = "yes|no", default_value = "yes", value_parser = yes_or_no, action = clap::ArgAction::Set)]
    require_cuda_init: bool,
    /// Seconds to wait for the program's start: no effect, since there is no connection to wait for.
    #[arg(long, value_name = "NUMBER")]
    launch_timeout: Option<u32>,
    /// Child processes are always checked.
    #[arg(long, value_parser = ["all"])]
    target_processes: Option<String>,
    /// Bytes after each allocation whose use is found: up to 512, which there always are.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=PADDING))]
    padding: Option<u64>,
    /// Host backtraces are never printed.
    #[arg(long, value_parser = ["yes", "no", "host", "device"])]
    show_backtrace: Option<String>,
    /// Errors of API calls are never reported.
    #[arg(long, value_parser = ["no"])]
    report_api_errors: Option<String>,
    /// Copies and fills by the host are always checked.
    #[arg(long, value_parser = ["yes"])]
    check_api_memory_access: Option<String>,
    /// Memory that kernels allocate is always checked.
    #[arg(long, value_parser = ["yes"])]
    check_device_heap: Option<String>,
    /// A kernel continues after an error, so that all are found.
    #[arg(long, value_parser = ["context", "kernel"])]
    destroy_on_device_error: Option<String>,
    /// Races are reported by place.
    #[arg(long, value_parser = ["all", "analysis", "hazard"])]
    racecheck_report: Option<String>,
    /// Errors and notes are printed.
    #[arg(long, value_parser = ["info", "warn"])]
    print_level: Option<String>,
    /// The program, by path or as the shell finds it, and its arguments.
    #[arg(required = true, trailing_var_arg = true, value_name = "PROGRAM")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tool {
    /// Invalid accesses to memory.
    Memcheck,
    /// Data races in shared and global memory.
    Racecheck,
    /// Uses of unwritten memory.
    Initcheck,
    /// Misused barriers and warp operations.
    Synccheck,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Leaks {
    Full,
    No,
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no".to_owned()),
    }
}

/// Findings of all processes of a program.
#[derive(Default)]
struct Findings {
    /// Number of processes that used a device.
    processes: usize,
    errors: u64,
    notes: u64,
    leaks: u64,
    leaked_bytes: u64,
}

impl Findings {
    /// Reads the checker's reports in a directory.
    fn read(folder: &Path) -> io::Result<Findings> {
        let mut all = Findings::default();
        for entry in fs::read_dir(folder)? {
            let report: Value = serde_json::from_slice(&fs::read(entry?.path())?)?;
            all.processes += 1;
            all.errors += report["errors"].as_u64().unwrap_or(0);
            all.notes += report["notes"].as_u64().unwrap_or(0);
            let findings = report["findings"].as_array().into_iter().flatten();
            for leak in findings.filter(|finding| finding["kind"] == "leak") {
                all.leaks += leak["count"].as_u64().unwrap_or(0);
                all.leaked_bytes += leak["allocation"]["bytes"].as_u64().unwrap_or(0);
            }
        }
        Ok(all)
    }

    fn summary(&self, options: &Options) -> String {
        let (errors, notes) = (self.errors, self.notes);
        let hazards = errors + notes;
        let plural =
            |number: u64, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
        let line = match options.tool {
            Tool::Racecheck => format!(
                "RACECHECK SUMMARY: {} displayed ({}, {})",
                plural(hazards, "hazard"),
                plural(errors, "error"),
                plural(notes, "warning")
            ),
            _ => format!("ERROR SUMMARY: {}", plural(errors, "error")),
        };
        let leaks = match options.leak_check {
            Leaks::Full => format!(
                "========= LEAK SUMMARY: {} bytes leaked in {} allocations\n",
                self.leaked_bytes, self.leaks
            ),
            Leaks::No => String::new(),
        };
        format!("{leaks}========= {line}\n")
    }
}

/// Text of the tool: a file, or standard output.
struct Log(Option<fs::File>);

impl Log {
    /// A closed pipe or full disk is no failure of the program.
    fn write(&mut self, text: &str) {
        let _: io::Result<()> = match &mut self.0 {
            Some(file) => file.write_all(text.as_bytes()),
            None => io::stdout().write_all(text.as_bytes()),
        };
    }
}

/// Returns the name of a log file, with its escape sequences replaced.
fn log_name(name: &str) -> Result<PathBuf, String> {
    let mut made = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('%') {
        made += before;
        rest = if let Some(after) = after.strip_prefix('p') {
            made += &std::process::id().to_string();
            after
        } else if let Some((variable, after)) = after.strip_prefix("q{").and_then(|text| text.split_once('}'))
        {
            made += &env::var(variable).map_err(|error| format!("--log-file: {variable}: {error}"))?;
            after
        } else if let Some(after) = after.strip_prefix('%') {
            made.push('%');
            after
        } else {
            return Err(format!("--log-file: {name}: only %p, %q{{NAME}} and %% are known after %"));
        };
    }
    Ok(PathBuf::from(made + rest))
}

/// Returns the words of `HIP_SOFT_CHECK` for a tool.
fn checks(options: &Options) -> &'static str {
    match (options.tool, options.leak_check) {
        (Tool::Memcheck, Leaks::Full) => "memory,leak",
        (Tool::Memcheck, Leaks::No) => "memory",
        (Tool::Racecheck, _) => "race",
        (Tool::Initcheck, _) => "uninit",
        (Tool::Synccheck, _) => "sync",
    }
}

/// Runs the program with reports into a directory.
fn start(options: &Options, log: Option<&Path>, reports: &Path) -> io::Result<ExitStatus> {
    let mut command = Command::new(env::current_exe()?.with_file_name("hip-run"));
    command.args(&options.command);
    command.env("HIP_SOFT_CHECK", checks(options)).env("HIP_SOFT_CHECK_EXIT", "0");
    command.env("HIP_SOFT_CHECK_LIMIT", options.print_limit.to_string());
    command.env("HIP_SOFT_CHECK_LOG", log.unwrap_or(Path::new("stdout")));
    command.env("HIP_SOFT_CHECK_REPORT", reports.join("%p.json"));
    if options.force_blocking_launches {
        command.env("HIP_LAUNCH_BLOCKING", "1");
    }
    command.status()
}

/// Creates an empty log that several processes may append to.
fn create(path: &Path) -> Result<fs::File, String> {
    let file = fs::File::options().append(true).create(true).open(path);
    let emptied = file.and_then(|file| file.set_len(0).map(|()| file));
    emptied.map_err(|error| format!("{}: {error}", path.display()))
}

fn run(options: &Options) -> Result<u8, String> {
    let name = options.log_file.as_deref().map(log_name).transpose()?;
    // Processes that change their directory find it, too.
    let name = name.map(|name| env::current_dir().map_or(name.clone(), |here| here.join(name)));
    let mut log = Log(name.as_deref().map(create).transpose()?);
    let reports = tempfile::tempdir().map_err(|error| format!("a directory for reports: {error}"))?;
    if !options.quiet {
        log.write("========= COMPUTE-SANITIZER\n");
    }
    let status =
        start(options, name.as_deref(), reports.path()).map_err(|error| format!("hip-run: {error}"))?;
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    let code = u8::try_from(code).unwrap_or(1);
    let findings =
        Findings::read(reports.path()).map_err(|error| format!("the checker's reports: {error}"))?;
    // After these codes of `hip-run` nothing ran; it said why.
    let ran = !matches!(code, 126 | 127);
    if findings.processes == 0 && ran {
        let cause = match status.signal() {
            Some(signal) => {
                format!("Target application ended by signal {signal}: its findings are not counted")
            }
            None => "Target application terminated before first instrumented API call".to_owned(),
        };
        if options.require_cuda_init {
            log.write(&format!("========= Error: {cause}\n"));
            return Ok(if code == 0 { 1 } else { code });
        }
    }
    if !options.quiet && ran {
        log.write(&findings.summary(options));
    }
    let failed = findings.errors > 0 && code == 0 && options.error_exitcode != 0;
    Ok(if failed { options.error_exitcode } else { code })
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            eprintln!("compute-sanitizer: {message}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn options_are_those_of_scripts() {
        Options::command().debug_assert();
        let read = |line: &str| Options::try_parse_from(line.split_whitespace());
        let wanted = read("compute-sanitizer --tool=racecheck --force-blocking-launches prog --tool x -t");
        let wanted = wanted.unwrap_or_else(|error| panic!("{error}"));
        assert!(wanted.tool == Tool::Racecheck && wanted.force_blocking_launches);
        assert_eq!(wanted.command, ["prog", "--tool", "x", "-t"]);
        for (line, word) in [
            ("compute-sanitizer --save f prog", "--save"),
            ("compute-sanitizer --target-processes application-only prog", "application-only"),
            ("compute-sanitizer --padding 4096 prog", "--padding"),
            ("compute-sanitizer --tool memcheck", "PROGRAM"),
        ] {
            let said = read(line).err().unwrap_or_else(|| panic!("{line} is refused")).to_string();
            assert!(said.contains(word), "{said}");
        }
    }

    #[test]
    fn escape_sequences_of_log_files() {
        let process = std::process::id();
        assert_eq!(log_name("a%p%%.txt"), Ok(PathBuf::from(format!("a{process}%.txt"))));
        assert_eq!(log_name("%q{CARGO_PKG_NAME}"), Ok(PathBuf::from("hip-cuda-compat")));
        assert!(log_name("%h").is_err() && log_name("%q{HIP_NO_SUCH_VARIABLE}").is_err());
    }
}
