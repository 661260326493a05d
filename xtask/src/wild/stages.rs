//! One program: configured, built, run and judged.

use super::judge;
use super::limits::{self, Ended, Limits};
use super::manifest::{Build, Judge, Program, Reference};
use super::record::{Row, Stage};
use super::tree::Place;
use crate::workspace::Outcome;
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Limits of a build.
const BUILD: Limits = Limits { seconds: 600, megabytes: 8192 };
/// CMake's build directory, in the program's.
const DIRECTORY: &str = "build-wild";
/// Longest reason, in characters.
const REASON: usize = 300;
/// Time between two lines that say what is under way.
const EVERY: Duration = Duration::from_secs(30);

/// A program in its tree.
pub(super) struct Case<'a> {
    pub(super) repository: &'a str,
    pub(super) program: &'a Program,
    pub(super) place: &'a Place,
    log: PathBuf,
    folder: PathBuf,
    started: Instant,
    ticked: Cell<Instant>,
}

impl<'a> Case<'a> {
    pub(super) fn new(repository: &'a str, program: &'a Program, place: &'a Place) -> Case<'a> {
        let folder = place.tree(repository).join(&program.folder);
        let log = place.log(repository, &program.name);
        let now = Instant::now();
        Case { repository, program, place, log, folder, started: now, ticked: Cell::new(now) }
    }

    /// Takes the program through all stages.
    pub(super) fn run(&self) -> Row {
        let mut row = Row::new(self.repository, self.program);
        row.reached = Stage::Translated;
        let outcome =
            fs::write(&self.log, "").map_err(|e| e.to_string()).and_then(|()| self.stages(&mut row));
        if let Err(why) = outcome {
            row.reason = Some(why.chars().take(REASON).collect());
        }
        row.seconds = self.started.elapsed().as_secs_f64();
        row
    }

    fn stages(&self, row: &mut Row) -> Outcome<()> {
        if !self.folder.is_dir() {
            return Err(format!("the repository has no directory {}", self.program.folder));
        }
        self.configure()?;
        row.reached = Stage::Configured;
        self.build()?;
        let program = self.file();
        if !program.is_file() {
            return Err(format!("the build leaves no {}", self.run_path()));
        }
        row.reached = Stage::Built;
        row.build_seconds = self.started.elapsed().as_secs_f64();
        let limits = Limits { seconds: self.program.seconds, megabytes: self.program.megabytes };
        let mut command = self.command(&program);
        command.current_dir(self.run_directory());
        command.args(&self.program.arguments).envs(&self.program.environment);
        let ended = self.step(&mut command, limits)?;
        (row.run_seconds, row.peak) = (ended.seconds, ended.peak);
        if ended.status.and_then(|status| status.code()).is_none() {
            return Err(format!("{}{}", ended.how, last_words(&ended.said)));
        }
        row.reached = Stage::Ran;
        judge::judge(self.program, &ended).map_err(|why| format!("{why}{}", last_words(&ended.said)))?;
        if let Some(reference) = &self.program.reference {
            self.reference(reference, &ended)?;
        }
        if self.program.judge != Judge::Runs {
            row.reached = Stage::Right;
        }
        Ok(())
    }

    fn configure(&self) -> Outcome<()> {
        for script in &self.program.before {
            let mut shell = self.command("sh");
            let ended = self.step(shell.arg("-c").arg(self.place.text(script)), BUILD)?;
            good(ended, script)?;
        }
        if self.program.build != Build::Cmake {
            return Ok(());
        }
        let mut cmake = self.command("cmake");
        cmake.args(["-S", ".", "-B", DIRECTORY, "-DCMAKE_BUILD_TYPE=Release"]);
        cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", self.place.sdk.display()));
        let ended = self.step(cmake.args(self.options()), BUILD)?;
        good(ended, "cmake")
    }

    fn build(&self) -> Outcome<()> {
        let jobs = format!("-j{}", self.place.jobs);
        let mut command = match self.program.build {
            Build::Make => {
                let mut make = self.command("make");
                make.arg(jobs).args(self.options()).args(&self.program.target);
                make
            }
            Build::Cmake => {
                let mut cmake = self.command("cmake");
                cmake.args(["--build", DIRECTORY, &jobs]);
                if let Some(target) = &self.program.target {
                    cmake.args(["--target", target]);
                }
                cmake
            }
            Build::Files => {
                let mut hipcc = self.command(self.place.sdk.join("bin/hipcc"));
                hipcc.args(&self.program.files).args(self.options()).arg("-o").arg(self.run_path());
                hipcc
            }
        };
        let ended = self.step(&mut command, BUILD)?;
        good(ended, "the build")
    }

    /// Builds and runs the program's CPU version, and compares.
    fn reference(&self, reference: &Reference, own: &Ended) -> Outcome<()> {
        let folder = self.place.tree(self.repository).join(&reference.folder);
        let mut compiler = self.place.command(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
        compiler.current_dir(&folder).args(["-O2", "-o", "wild-reference"]).args(&reference.files);
        good(self.step(compiler.args(&reference.flags), BUILD)?, "the CPU version's build")?;
        let mut command = self.place.command(folder.join("wild-reference"));
        command.current_dir(&folder).args(&reference.arguments);
        let limits = Limits { seconds: self.program.seconds, megabytes: self.program.megabytes };
        let other = self.step(&mut command, limits)?;
        let Some(file) = &reference.file else {
            return judge::same(reference, &own.said, &other.said);
        };
        let read = |folder: &Path| {
            let file = folder.join(file);
            fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))
        };
        judge::same(reference, &read(&self.run_directory())?, &read(&folder)?)
    }

    fn options(&self) -> Vec<String> {
        self.program.options.iter().map(|option| self.place.text(option)).collect()
    }

    fn run_path(&self) -> String {
        self.program.run.clone().unwrap_or_else(|| match self.program.build {
            Build::Cmake => format!("{DIRECTORY}/{}", self.program.name),
            _ => self.program.name.clone(),
        })
    }

    fn run_directory(&self) -> PathBuf {
        let default = if self.program.build == Build::Cmake { DIRECTORY } else { "." };
        self.folder.join(self.program.directory.as_deref().unwrap_or(default))
    }

    fn file(&self) -> PathBuf {
        self.folder.join(self.run_path())
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = self.place.command(program);
        command.current_dir(&self.folder);
        command
    }

    fn step(&self, command: &mut Command, limits: Limits) -> Outcome<Ended> {
        let what = Path::new(command.get_program()).file_name().unwrap_or_default().display().to_string();
        limits::run(command, &self.log, limits, &|| {
            if self.ticked.get().elapsed() >= EVERY {
                self.ticked.set(Instant::now());
                let seconds = self.started.elapsed().as_secs();
                eprintln!("         {}/{}: {what}, {seconds} s", self.repository, self.program.name);
            }
        })
    }
}

/// An error with the first complaint of a step that failed.
fn good(ended: Ended, what: &str) -> Outcome<()> {
    if ended.is_success() {
        return Ok(());
    }
    let complaint = ["error:", "Error", "ERROR", "*** ", "undefined", "not found", "cannot"]
        .iter()
        .find_map(|sign| ended.said.lines().position(|line| line.contains(sign)));
    let lines: Vec<&str> = ended.said.lines().collect();
    let complaint = complaint.map_or(String::new(), |at| {
        // CMake says what is wrong on the lines after that.
        let more = lines.get(at + 1).filter(|_| lines[at].starts_with("CMake Error")).copied().unwrap_or("");
        format!(": {} {}", lines[at].trim(), more.trim())
    });
    Err(format!("{what}: {}{complaint}", ended.how).trim_end().to_owned())
}

/// The last line of an output, to go with a reason.
fn last_words(said: &str) -> String {
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    last.map_or(String::new(), |line| format!("; its last line: `{}`", line.trim()))
}
