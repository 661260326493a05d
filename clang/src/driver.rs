//! Lookup of clang and the SDK, queries of clang's driver, and execution of commands.

use crate::arguments::Plan;
use crate::precompiled::PRELUDE;
use crate::{Error, find, target};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The compiler, and the SDK with headers and library.
#[derive(Clone, Debug)]
pub struct Clang {
    /// Clang's own path.
    pub program: PathBuf,
    /// The directory that contains `include/hip`.
    pub sdk: PathBuf,
}

/// Search paths from the environment and the caller's own location.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// `HIP_CLANG_PATH`: the only directory to search, if set.
    pub clang: Option<OsString>,
    /// `PATH`.
    pub path: Option<OsString>,
    /// `HIP_PATH`: the SDK, if set.
    pub sdk: Option<OsString>,
    /// A file in a directory of the SDK, such as the caller itself: `bin/hipcc`, `lib/libamdhip64.so`.
    pub beside: Option<PathBuf>,
}

impl Clang {
    /// Finds both.
    ///
    /// # Errors
    /// `Missing`, `NoSdk`.
    pub fn find(places: Places) -> Result<Clang, Error> {
        let candidates = find::candidates(places.clang, places.path);
        let program = candidates.into_iter().find(|path| path.is_file()).ok_or(Error::Missing)?;
        let sdk = find::sdk(places.sdk, places.beside.as_deref()).unwrap_or_default();
        if !sdk.join("include/hip/hip_runtime.h").is_file() {
            return Err(Error::NoSdk(sdk));
        }
        Ok(Clang { program, sdk })
    }

    /// Returns a path in the SDK, as text.
    pub fn in_sdk(&self, path: &str) -> String {
        self.sdk.join(path).to_string_lossy().into_owned()
    }

    /// Returns compile options in which the SDK's `include/hip`, if a program names it, is searched last:
    /// some of its headers have names of C++'s, such as `hip/atomic`.
    pub fn with_headers_last(&self, words: &[String]) -> Vec<String> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let ours = real(&self.sdk.join("include/hip"));
        searched_last(words, |folder| ours.is_some() && real(Path::new(folder)) == ours)
    }

    /// Returns whether clang's linker finds a library.
    ///
    /// # Errors
    /// `Start`.
    pub fn has(&self, library: &str) -> Result<bool, Error> {
        let output = self.output(&self.program, [&format!("-print-file-name={library}")])?;
        // A name that clang does not find is printed as it is.
        Ok(String::from_utf8_lossy(&output.stdout).trim() != library)
    }

    /// Returns the commands that clang's driver would run for these arguments.
    ///
    /// # Errors
    /// `Ended` with the driver's own messages, `Old`, `Start`.
    pub fn ask(&self, words: &[String]) -> Result<Vec<Vec<String>>, Error> {
        let output = self.output(&self.program, ["-###".to_owned()].iter().chain(words))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            // Commands are indented; the lines about clang itself are no part of the complaint.
            let is_about_clang = |line: &str| {
                ["Target: ", "Thread model: ", "InstalledDir: "].iter().any(|head| line.starts_with(head))
                    || line.contains("clang version ")
            };
            let complaints = said.lines().filter(|line| !line.starts_with(' ') && !is_about_clang(line));
            let said = complaints.map(|line| format!("{line}\n")).collect();
            return Err(Error::Ended { code: exit_code(output.status), said });
        }
        match find::version(&said) {
            Some(version) if version >= find::OLDEST => Ok(find::commands(&said)),
            other => Err(Error::Old(self.program.clone(), other)),
        }
    }

    /// Replaces architectures unknown to this clang by the nearest known ones; returns a note for each.
    ///
    /// # Errors
    /// `Start`, `Ended`; `Plan` if clang makes no code for this kind of device.
    pub fn fit(&self, architectures: &mut Vec<String>) -> Result<Vec<String>, Error> {
        if architectures.iter().all(|name| target::is_common(name)) {
            return Ok(Vec::new());
        }
        let words = ["--print-supported-cpus", "--target=nvptx64-nvidia-cuda"].map(str::to_owned);
        let output = self.output(&self.program, words.iter())?;
        let said = String::from_utf8_lossy(&output.stderr);
        let known = target::listed(&said);
        let mut replaced: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for name in architectures.iter_mut() {
            let Some(nearest) = target::nearest(name, &known) else {
                return Err(Error::Plan(format!("{} makes no PTX", self.program.display())));
            };
            if nearest != *name {
                replaced.entry(nearest.clone()).or_default().push(format!("sm_{name}"));
                *name = nearest;
            }
        }
        architectures.sort_by_key(|name| (name.len(), name.clone()));
        architectures.dedup();
        let note = |(nearest, names): (String, Vec<String>)| {
            format!("{}: unknown to this clang; code is made for sm_{nearest}", names.join(", "))
        };
        Ok(replaced.into_iter().map(note).collect())
    }

    /// Returns the front-end command for the host side of a HIP source, as the driver plans it: with our
    /// headers instead of AMD's, and the unit's `identity` in the names of its internal symbols. `stage` sets
    /// the end of compilation and the output.
    ///
    /// # Errors
    /// Those of [`Clang::ask`]; `Plan`.
    pub fn front(
        &self,
        plan: &Plan,
        stage: Vec<String>,
        path: &str,
        identity: &str,
    ) -> Result<Vec<String>, Error> {
        let planned = self.ask(&self.question(plan, stage, path))?;
        let front = planned.into_iter().find(|command| command.iter().any(|word| word == "-cc1"));
        let front = front.ok_or_else(|| Error::Plan(format!("{path}: clang plans no compilation")))?;
        Ok(completed(front, identity))
    }

    /// Returns the driver's arguments for the host side of a HIP source, with our headers instead of AMD's.
    fn question(&self, plan: &Plan, stage: Vec<String>, path: &str) -> Vec<String> {
        let mut words: Vec<String> = ["--cuda-host-only", "-nogpuinc", "-nogpulib", "-fdeclspec"]
            .into_iter()
            .chain(["-Wno-unused-command-line-argument", "-D__HIP_PLATFORM_AMD__=1"])
            .map(str::to_owned)
            .collect();
        words.extend(["-include".to_owned(), PRELUDE.to_owned()]);
        if plan.cuda_names {
            words.extend(["-include", "cuda_runtime.h"].map(str::to_owned));
            // CCCL, if the user had it installed, comes before the libcu++ headers of the SDK.
            for folder in ["include/hip/cuda_names", "include/hip/cccl"] {
                words.extend(["-isystem".to_owned(), self.in_sdk(folder)]);
            }
        }
        words.extend(plan.relocatable.then(|| "-fgpu-rdc".to_owned()));
        // Errors in clang, warnings in nvcc.
        words.extend(["-Wno-error=register", "-Wno-error=c++11-narrowing"].map(str::to_owned));
        // A function without its `return` returns, as with nvcc and its host compiler; clang would end the
        // program there, or let control run into the next function.
        words.push("-fno-strict-return".to_owned());
        // A sum of `int` that overflows wraps, as what nvcc's host compiler makes of it nearly always does;
        // clang would take the overflow for impossible, and a comparison after it for decided.
        let traps = |word: &String| word.starts_with("-fsanitize=") || word == "-ftrapv";
        words.extend((!plan.compile.iter().any(traps)).then(|| "-fwrapv".to_owned()));
        // A call without a candidate on this side is an error only in functions of this side, as with nvcc: a
        // host function may call what `#if __CUDA_ARCH__` makes a device function.
        words.push("-fgpu-defer-diag".to_owned());
        words.extend(plan.verbose.then(|| "-v".to_owned()));
        words.extend(self.with_headers_last(&plan.compile));
        for folder in ["include", "include/hip/device"] {
            words.extend(["-isystem".to_owned(), self.in_sdk(folder)]);
        }
        words.extend(stage);
        words.extend(["-x".to_owned(), "hip".to_owned(), path.to_owned()]);
        words
    }

    /// Runs a command that the driver planned; returns its standard error.
    ///
    /// # Errors
    /// `Ended`, `Start`.
    pub fn captured(&self, command: &[String]) -> Result<String, Error> {
        let Some((program, words)) = command.split_first() else { return Ok(String::new()) };
        let output = self.output(Path::new(program), words)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => Ok(said),
            false => Err(Error::Ended { code: exit_code(output.status), said }),
        }
    }

    fn output<'a>(
        &self,
        program: &Path,
        words: impl IntoIterator<Item = &'a String>,
    ) -> Result<Output, Error> {
        let output = Command::new(program).args(words).stdin(Stdio::null()).output();
        output.map_err(|error| Error::Start(program.to_owned(), error))
    }
}

/// Completes a front-end command with the unit's identity, which the driver only adds when it plans both
/// sides, and with clang's wrappers before the C++ library's headers: `<new>`, `<complex>`, `<algorithm>`.
fn completed(mut made: Vec<String>, identity: &str) -> Vec<String> {
    let resources = made.iter().position(|word| word == "-resource-dir").and_then(|at| made.get(at + 1));
    let wrappers = resources.map(|folder| format!("{folder}/include/cuda_wrappers"));
    if let (Some(wrappers), Some(at)) = (wrappers, made.iter().position(|word| word == "-internal-isystem")) {
        made.splice(at..at, ["-internal-isystem".to_owned(), wrappers]);
    }
    if let Some(at) = made.iter().position(|word| word == "-cc1") {
        made.insert(at + 1, format!("-cuid={identity}"));
    }
    made
}

/// Returns compile options in which these directories are searched behind all others.
fn searched_last(words: &[String], is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let (mut made, mut words) = (Vec::new(), words.iter().peekable());
    while let Some(word) = words.next() {
        let option = ["-isystem", "-iquote", "-I"].into_iter().find_map(|option| word.strip_prefix(option));
        let is_separate = option == Some("");
        let folder = if is_separate { words.peek().map(|next| next.as_str()) } else { option };
        match folder.filter(|folder| is_meant(folder)) {
            Some(folder) => {
                made.extend(["-idirafter".to_owned(), folder.to_owned()]);
                words.next_if(|_| is_separate);
            }
            None => {
                made.push(word.clone());
                made.extend(words.next_if(|_| is_separate).cloned());
            }
        }
    }
    made
}

/// Returns the exit code of a process.
pub fn exit_code(status: std::process::ExitStatus) -> u8 {
    // A signal has no code; shells use 128 and above.
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(254)
}

#[cfg(test)]
mod tests {
    use super::searched_last;

    #[test]
    fn a_directory_is_searched_last_however_it_is_named() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let line = words("-O2 -Isdk/hip -I sdk/hip -isystem sdk/hip -Isdk -I -Isdk/hip -isystemsdk/hip -I");
        let last = words(
            "-O2 -idirafter sdk/hip -idirafter sdk/hip -idirafter sdk/hip -Isdk -I -Isdk/hip -idirafter sdk/hip -I",
        );
        assert_eq!(searched_last(&line, |folder| folder == "sdk/hip"), last);
    }
}
