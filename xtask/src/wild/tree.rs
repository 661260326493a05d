//! A repository's files at its commit, translated, in the scratch directory.

use super::limits::{self, Limits};
use super::manifest::Repository;
use crate::workspace::Outcome;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Limits of one translation.
const TRANSLATION: Limits = Limits { seconds: 300, megabytes: 4096 };

/// Directories of one run.
pub(super) struct Place {
    /// The user's clones
    pub(super) from: PathBuf,
    /// The SDK that builds them
    pub(super) sdk: PathBuf,
    /// Trees, logs and results
    pub(super) scratch: PathBuf,
    /// Jobs of make and CMake
    pub(super) jobs: usize,
}

impl Place {
    /// The translated tree of a repository.
    pub(super) fn tree(&self, repository: &str) -> PathBuf {
        self.scratch.join("trees").join(repository)
    }

    /// The log of a program, or of a repository's translation.
    pub(super) fn log(&self, repository: &str, program: &str) -> PathBuf {
        let name = format!("{}+{}.log", repository.replace('/', "+"), program.replace('/', "+"));
        self.scratch.join("logs").join(name)
    }

    /// A text of the manifest in which `{sdk}` is replaced.
    pub(super) fn text(&self, text: &str) -> String {
        text.replace("{sdk}", &self.sdk.display().to_string())
    }

    /// A command that finds the SDK by the variables that ROCm's users set. Translated build files name
    /// `/opt/rocm`, where ROCm is by default: host compilers find the SDK's headers and libraries by
    /// variables instead.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut path = self.sdk.join("bin").into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new(program);
        command.env("PATH", path).env("HIP_PATH", &self.sdk).env("ROCM_PATH", &self.sdk);
        command.env("LD_LIBRARY_PATH", self.sdk.join("lib")).env("HIP_PLATFORM", "amd");
        command.env("LIBRARY_PATH", self.sdk.join("lib")).env("CPATH", self.sdk.join("include"));
        command
    }
}

/// Writes the tree of a repository: exports its commit, and translates it.
///
/// # Errors
/// The clone or the commit is missing, or the translation fails.
pub(super) fn write(repository: &Repository, place: &Place) -> Outcome<()> {
    let clone = place.from.join(&repository.name);
    if !clone.is_dir() {
        return Err(format!("no clone at {}", clone.display()));
    }
    let (tree, log) = (place.tree(&repository.name), place.log(&repository.name, "translation"));
    let plain = place.scratch.join("plain").join(&repository.name);
    for old in [&tree, &plain] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(|e| format!("{}: {e}", old.display()))?;
        }
    }
    fs::write(&log, "").map_err(|e| format!("{}: {e}", log.display()))?;
    let into = if repository.translate { &plain } else { &tree };
    fs::create_dir_all(into).map_err(|e| format!("{}: {e}", into.display()))?;
    export(repository, &clone, into)?;
    if !repository.translate {
        return Ok(());
    }
    let mut hipify = place.command(place.sdk.join("bin/hipify-rs"));
    hipify.args(["--quiet", "--no-ignore"]).arg(&plain).arg("-o").arg(&tree);
    let ended = limits::run(&mut hipify, &log, TRANSLATION, &|| ())?;
    // The sources are needed no more, and some repositories are large.
    fs::remove_dir_all(&plain).map_err(|e| format!("{}: {e}", plain.display()))?;
    if ended.is_success() { Ok(()) } else { Err(format!("hipify-rs: {}", ended.how)) }
}

/// Copies what is needed of a clone: the files of the commit, whatever is checked out.
fn export(repository: &Repository, clone: &Path, into: &Path) -> Outcome<()> {
    let mut tar = Command::new("tar");
    let mut source = match &repository.commit {
        Some(commit) => {
            let mut git = Command::new("git");
            git.arg("-C").arg(clone).args(["archive", "--format=tar", commit]);
            git
        }
        None => {
            let mut tar = Command::new("tar");
            tar.arg("-C").arg(clone).args(["--exclude=.git", "-cf", "-"]);
            tar
        }
    };
    source.args(&repository.paths);
    if repository.paths.is_empty() && repository.commit.is_none() {
        source.arg(".");
    }
    let mut source =
        source.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|e| format!("git: {e}"))?;
    let pipe = source.stdout.take().ok_or("git: no output")?;
    let unpacked = tar.arg("-C").arg(into).args(["-xf", "-"]).stdin(pipe).stderr(Stdio::null()).status();
    let exported = source.wait().map_err(|e| format!("git: {e}"))?;
    let unpacked = unpacked.map_err(|e| format!("tar: {e}"))?;
    if exported.success() && unpacked.success() {
        return Ok(());
    }
    let commit = repository.commit.as_deref().unwrap_or("the directory");
    Err(format!("the clone does not hold {commit}, or not every path"))
}
