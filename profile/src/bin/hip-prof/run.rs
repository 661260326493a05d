//! Runs a program with the profiler on.

use crate::{Failure, print, read, write_page};
use hip_profile::summary;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A program and what becomes of its profile.
pub(crate) struct Options {
    pub(crate) program: Vec<OsString>,
    pub(crate) output: Option<PathBuf>,
    pub(crate) html: Option<PathBuf>,
    pub(crate) top: usize,
    pub(crate) blocks: Option<u64>,
    pub(crate) device: Option<String>,
}

/// Runs the program and reports its profile. Returns the program's exit code.
pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let kept = options.output.as_ref();
    let own = std::env::temp_dir().join(format!("hip-prof-{}.json", std::process::id()));
    // The program may change its directory.
    let path =
        std::path::absolute(kept.unwrap_or(&own)).map_err(|error| Failure::Write(own.clone(), error))?;
    // An old profile must not be taken for this one's.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Failure::Write(path, error));
        }
        _ => {}
    }
    let code = start(options, &path)?;
    if !path.exists() {
        return if code == 0 { Err(Failure::Nothing) } else { Ok(ExitCode::from(code)) };
    }
    let profile = read(&path);
    if kept.is_none() {
        // It lies in a directory for temporary files.
        let _ = std::fs::remove_file(&path);
    }
    let profile = profile?;
    // The program may have left its last line open.
    print(&format!("\n{}", summary::summary(&profile, options.top)))?;
    if let Some(html) = &options.html {
        write_page(&profile, html)?;
    }
    Ok(ExitCode::from(code))
}

/// Runs the program by `hip-run`, if that lies beside this command.
fn start(options: &Options, path: &Path) -> Result<u8, Failure> {
    let [program, arguments @ ..] = &options.program[..] else { return Err(Failure::Nothing) };
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name("hip-run"));
    let mut command = match beside.filter(|path| path.exists()) {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(program);
            command
        }
        None => Command::new(program),
    };
    command.args(arguments).env("HIP_SOFT_PROFILE", path);
    if let Some(blocks) = options.blocks {
        command.env("HIP_SOFT_PROFILE_BLOCKS", blocks.to_string());
    }
    if let Some(device) = &options.device {
        command.env("HIP_SOFT_DEVICE", device);
    }
    let name = program.to_string_lossy().into_owned();
    let status = command.status().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::Missing(name),
        _ => Failure::Start(name, error),
    })?;
    let signal = status.signal().map(|signal| 128 + signal);
    Ok(u8::try_from(status.code().or(signal).unwrap_or(1)).unwrap_or(1))
}
