//! `hip-run PROGRAM ARGUMENTS…`: runs a program with our libraries under CUDA's and HIP's names.
//!
//! It refuses a program that has only machine code as kernels or NVIDIA's runtime without symbols, sets the
//! environment, prints once that no GPU is used, and replaces itself by the program. It does not build, load
//! or change a program.

mod code;
mod compare;
mod explain;
mod settings;

use clap::{CommandFactory, Parser, ValueEnum};
use compare::Tolerance;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

const AFTER: &str = "\
Examples:
  hip-run ./vector_add                         A CUDA program as it is
  hip-run --device h200x4 ./all_reduce         Four devices
  hip-run --check memory,race pytest tests     Exit code 66 if a kernel has such an error
  hip-run --backend cuda ./hip_program         A HIP program on a GPU
  hip-run --compare ./hip_program              Its copies to the host on a GPU and without one
  hip-run --trace trace.json ./program && hip-sim view trace.json -o trace.html

Exit codes: the program's, 128 + N after signal N; 65 if --compare found a difference; 66 if --check found \
an error; 2 invalid usage; 126 the \
program cannot be started; 127 it was not found, or has no code that a software device can run.";

/// Runs a program on a software device: unmodified CUDA programs and HIP programs find the libraries that lie
/// beside this command. HIP programs run on GPUs, too.
#[derive(Parser)]
#[command(name = "hip-run", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), after_help = AFTER)]
struct Options {
    /// The device, or several of one: h200, h200x4 [default: that of HIP_SOFT_DEVICE, or an H200].
    #[arg(long, value_parser = device)]
    device: Option<String>,
    /// Device of HIP programs: soft, the software device; cuda, GPUs by CUDA's driver; auto, GPUs if there
    /// are some.
    #[arg(long, value_enum, default_value_t = Backend::Soft)]
    backend: Backend,
    /// Runs a HIP program twice, on the software device and on a GPU, and compares how it ends and what its
    /// copies to the host bring, by stream and in order. Both print. Exit code 65 if they differ.
    #[arg(long, conflicts_with_all = ["backend", "trace", "check", "report"])]
    compare: bool,
    /// Relative difference that --compare allows in copies of one type of numbers: f32:1e-6, f64:1e-12. With
    /// both, a copy may be of either type.
    #[arg(long, value_name = "TYPE:NUMBER", requires = "compare", value_delimiter = ',')]
    tolerance: Vec<Tolerance>,
    /// Writes the virtual timeline to a file.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Checks kernels for these errors; after findings the program exits with 66.
    #[arg(long, value_enum, value_delimiter = ',')]
    check: Vec<Check>,
    /// Reports waits and their causes at the end.
    #[arg(long)]
    report: bool,
    /// Prints what the program's file has of CUDA and whether it will run, and does not start it. Exit code
    /// 127 if it will not.
    #[arg(long, conflicts_with_all = ["compare", "trace", "check", "report"])]
    explain: bool,
    /// Prints the explanation as JSON.
    #[arg(long, requires = "explain")]
    json: bool,
    /// Prints the completions of a shell.
    #[arg(long, value_name = "SHELL", exclusive = true)]
    completions: Option<clap_complete::Shell>,
    /// The program, by path or as the shell finds it, and its arguments.
    #[arg(required_unless_present = "completions", trailing_var_arg = true, value_name = "PROGRAM")]
    command: Vec<OsString>,
}

impl Options {
    /// The program; empty without one, which is not run.
    fn program(&self) -> &OsStr {
        self.command.first().map_or(OsStr::new(""), OsString::as_os_str)
    }
}

/// Devices that `HIP_BACKEND` names.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backend {
    Soft,
    Cuda,
    Auto,
}

/// Parses a device name of the runtime, with the number of devices.
fn device(wanted: &str) -> Result<String, String> {
    let (spec, count) = device::Spec::find_several(wanted).map_err(|error| error.to_string())?;
    Ok(if count == 1 { spec.name } else { format!("{}x{count}", spec.name) })
}

/// Checks that `HIP_SOFT_CHECK` accepts.
#[derive(Clone, Copy, ValueEnum)]
enum Check {
    Memory,
    Race,
    Uninit,
    Sync,
    Leak,
    Host,
    All,
}

/// Library that the dynamic linker asks about each object.
const AUDIT: &str = "libhipadopt.so";

/// Table of our libraries: cargo's name of each file, and the name that programs look for.
const LIBRARIES: &str = include_str!("../../../api/libraries.tsv");

fn main() -> ExitCode {
    let mut options = Options::parse();
    if let Some(shell) = options.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Options::command(), "hip-run", &mut text);
        // A closed pipe is not a failure.
        let _: io::Result<()> = io::Write::write_all(&mut io::stdout(), &text);
        return ExitCode::SUCCESS;
    }
    if options.device.is_none()
        && let Ok(wanted) = env::var("HIP_SOFT_DEVICE")
    {
        match device(&wanted) {
            Ok(device) => options.device = Some(device),
            Err(why) => {
                eprintln!("hip-run: HIP_SOFT_DEVICE: {why}");
                return ExitCode::from(2);
            }
        }
    }
    let outcome = match library_folder() {
        Ok(folder) if options.explain => explained(&options, &folder),
        Ok(folder) if options.compare => compared(&options, &folder),
        Ok(folder) => Err(run(&options, &folder)),
        Err(message) => Err(Refusal::new(127, message)),
    };
    outcome.unwrap_or_else(|refusal| {
        eprintln!("hip-run: {}", refusal.message);
        ExitCode::from(refusal.code)
    })
}

/// Returns the directory in which programs find the libraries under the names that they look for.
fn library_folder() -> Result<PathBuf, String> {
    let own = env::current_exe().map_err(|e| format!("cannot tell where it lies: {e}"))?;
    let beside = own.parent().unwrap_or(Path::new("/"));
    let installed = beside.join("../lib");
    if installed.join(AUDIT).exists() {
        return Ok(installed);
    }
    // In cargo's directory, the libraries are here, or in `deps` if only tests were built, under cargo's
    // names.
    let folder = beside.join("hip-run-libraries");
    for [built, asked] in tsv::table(LIBRARIES) {
        let at = [beside.join("deps").join(built), beside.join(built)].into_iter().find(|path| path.exists());
        let at = at.ok_or_else(|| {
            format!(
                "neither {} nor {} is there",
                installed.join(asked).display(),
                beside.join(built).display()
            )
        })?;
        name(&at, &folder, asked).map_err(|e| format!("{}: {e}", folder.join(asked).display()))?;
    }
    Ok(folder)
}

/// Makes `folder/name` a link to a file atomically, since another `hip-run` may use it.
fn name(to: &Path, folder: &Path, name: &str) -> io::Result<()> {
    let link = folder.join(name);
    if fs::read_link(&link).is_ok_and(|old| old == to) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let new = folder.join(format!("{name}.{}", std::process::id()));
    std::os::unix::fs::symlink(to, &new)?;
    fs::rename(&new, &link)
}

/// Returns the path of the program's file, by its path or by a search in `PATH`.
fn file(program: &OsStr) -> Option<PathBuf> {
    if program.as_encoded_bytes().contains(&b'/') {
        return Some(PathBuf::from(program));
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Exit code and message for a program that was not started.
struct Refusal {
    code: u8,
    message: String,
}

impl Refusal {
    fn new(code: u8, message: String) -> Refusal {
        Refusal { code, message }
    }
}

/// Returns the major number of the device's compute capability.
fn major(options: &Options) -> u32 {
    let name = options.device.as_deref().unwrap_or(device::Spec::DEFAULT);
    device::Spec::find_several(name).map_or(0, |(spec, _)| spec.capability.0)
}

/// Returns a path, and behind it the paths that a variable has already.
fn before(path: impl Into<OsString>, variable: &str) -> OsString {
    let mut paths = path.into();
    if let Some(more) = env::var_os(variable).filter(|more| !more.is_empty()) {
        paths.push(":");
        paths.push(more);
    }
    paths
}

/// Returns the command that runs the program, with our libraries.
///
/// # Errors
/// The program is not there, or has no code that a software device can run.
fn command(options: &Options, folder: &Path) -> Result<Command, Refusal> {
    let program = options.program().to_string_lossy();
    let Some(path) = file(options.program()).filter(|path| path.exists()) else {
        return Err(Refusal::new(127, format!("{program}: no such program")));
    };
    // If the file cannot be read, starting it reports the error.
    let bytes = fs::read(path).unwrap_or_default();
    // A GPU runs machine code.
    if options.backend == Backend::Soft
        && let Some(complaint) = code::complaint(&bytes)
    {
        return Err(Refusal::new(127, format!("{program}: {complaint}")));
    }
    if folder.as_os_str().as_encoded_bytes().contains(&b':') {
        let message = format!("{}: a library path cannot have a colon", folder.display());
        return Err(Refusal::new(127, message));
    }
    let mut command = Command::new(options.program());
    command.args(options.command.iter().skip(1)).env("LD_LIBRARY_PATH", before(folder, "LD_LIBRARY_PATH"));
    if options.backend == Backend::Soft {
        command.env("LD_AUDIT", before(folder.join(AUDIT), "LD_AUDIT"));
        let own = env::current_exe().unwrap_or_default();
        let bin = own.parent().unwrap_or(Path::new("/"));
        command.envs(settings::of_clients(major(options), bin));
    }
    let backend = options.backend.to_possible_value();
    command.envs(backend.map(|value| ("HIP_BACKEND", value.get_name().to_owned())));
    if let Some(device) = &options.device {
        command.env("HIP_SOFT_DEVICE", device);
    }
    if let Some(file) = &options.trace {
        command.env("HIP_SOFT_TRACE", file);
    }
    if !options.check.is_empty() {
        let names = options.check.iter().filter_map(|check| check.to_possible_value());
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        command.env("HIP_SOFT_CHECK", names.join(","));
    }
    if options.report {
        command.env("HIP_SOFT_REPORT", "1");
    }
    Ok(command)
}

/// Prints the explanation of a program.
///
/// # Errors
/// The program's file cannot be read.
fn explained(options: &Options, folder: &Path) -> Result<ExitCode, Refusal> {
    let program = options.program().to_string_lossy();
    let Some(path) = file(options.program()) else {
        return Err(Refusal::new(127, format!("{program}: no such program")));
    };
    let bytes = fs::read(path).map_err(|error| Refusal::new(126, format!("{program}: {error}")))?;
    let device = options.device.as_deref().unwrap_or(device::Spec::DEFAULT);
    let capability = device::Spec::find_several(device).map_or((0, 0), |(spec, _)| spec.capability);
    let found = explain::explain(&bytes, capability.0 * 10 + capability.1, folder);
    let text = if options.json {
        format!("{:#}\n", found.json(&program, device))
    } else {
        found.text(&program, device)
    };
    // A closed pipe is not a failure.
    let _: io::Result<()> = io::Write::write_all(&mut io::stdout(), text.as_bytes());
    Ok(if found.runs() { ExitCode::SUCCESS } else { ExitCode::from(127) })
}

/// Runs the program in both worlds and reports how they differ.
///
/// # Errors
/// The program cannot be started.
fn compared(options: &Options, folder: &Path) -> Result<ExitCode, Refusal> {
    let program = options.program().to_string_lossy();
    // Complaints about the program come before it runs.
    command(options, folder)?;
    let world = |backend: &'static str| {
        eprintln!("hip-run: {program} runs with HIP_BACKEND={backend}");
        let mut command = command(options, folder).map_err(|refusal| io::Error::other(refusal.message))?;
        command.env("HIP_BACKEND", backend);
        Ok(command)
    };
    let failed = |error: io::Error| Refusal::new(126, format!("{program}: {error}"));
    let differences = match compare::compare(world, &options.tolerance).map_err(failed)? {
        Ok(status) => {
            eprintln!("hip-run: {program}: both runs agree");
            let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
            return Ok(ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
        }
        Err(differences) => differences,
    };
    for line in differences {
        eprintln!("hip-run: {program}: {line}");
    }
    Ok(ExitCode::from(compare::DIFFERENT))
}

/// Replaces this process by the program. Returns only on failure.
fn run(options: &Options, folder: &Path) -> Refusal {
    let program = options.program().to_string_lossy();
    let mut command = match command(options, folder) {
        Ok(command) => command,
        Err(refusal) => return refusal,
    };
    let device = options.device.as_deref().unwrap_or(device::Spec::DEFAULT);
    match options.backend {
        Backend::Soft => eprintln!("hip-run: {program} runs on a software device ({device}), not on a GPU"),
        Backend::Cuda => eprintln!("hip-run: {program} runs on a GPU if it is a HIP program"),
        Backend::Auto => {
            eprintln!("hip-run: {program} runs on a GPU if it is a HIP program and there is one")
        }
    }
    let failed = command.exec();
    Refusal::new(126, format!("{program}: {failed}"))
}
