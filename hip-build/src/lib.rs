//! Kernels of a Cargo package, compiled by hipcc in its build script.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), hip_build::Error> {
//!     hip_build::Kernels::new("src/saxpy.cu").architecture("sm_80").compile()?;
//!     Ok(())
//! }
//! ```
//!
//! The PTX lies in cargo's `OUT_DIR`, where `kernels!` of `hip-runtime` reads it:
//!
//! ```text
//! kernels! { mod saxpy = concat!(env!("OUT_DIR"), "/saxpy.ptx"); }
//! ```
//!
//! hipcc is `$HIPCC`, `$HIP_PATH/bin/hipcc` or that of `PATH`. Sources that end with `.cu` may use CUDA's
//! names, others use HIP's.
//!
//! A source that ends with `.rs` is a crate of kernels in Rust, which rustc compiles for its target
//! `nvptx64-nvidia-cuda`. That takes a nightly toolchain of rustup (`$HIP_RUST_TOOLCHAIN`, by default
//! `nightly`), with the target, or with the component `rust-src`.

mod rust;

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write as _};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Variables of the environment that change which compiler compiles, and how.
const VARIABLES: [&str; 4] = ["HIPCC", "HIP_PATH", "HIP_CLANG_PATH", rust::TOOLCHAIN];

/// Reason that kernels were not compiled.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A build script calls this crate: cargo sets `OUT_DIR` for it.
    #[error("no OUT_DIR in the environment: `hip_build` is for build scripts")]
    NoBuildScript,
    /// There is no such program, or it does not start.
    #[error("{}: {reason}; install the SDK and set HIP_PATH, or name the compiler by HIPCC", .hipcc.display())]
    NoCompiler {
        /// The program that was tried.
        hipcc: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The compiler refuses the source.
    #[error("{}: {compiler} failed\n{text}", .source_file.display())]
    Refused {
        /// The source.
        source_file: PathBuf,
        /// The compiler.
        compiler: &'static str,
        /// Its messages.
        text: String,
    },
    /// There is no such toolchain, or it cannot compile for GPUs.
    #[error(
        "toolchain `{toolchain}` compiles no kernels: {reason}; `rustup toolchain install {toolchain} \
             --component rust-src`, or name another by HIP_RUST_TOOLCHAIN"
    )]
    NoRustToolchain {
        /// Its name.
        toolchain: String,
        /// The error of rustup or the system.
        reason: String,
    },
    /// A file cannot be written.
    #[error("{}: {reason}", .file.display())]
    NotWritten {
        /// The file.
        file: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The path has no file name.
    #[error("`{}` is no file", .0.display())]
    NoFile(PathBuf),
}

/// The message, with hipcc's lines as they are: a build script whose `main` fails prints its error so.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A source whose kernels become PTX.
#[derive(Clone, Debug)]
pub struct Kernels {
    source: PathBuf,
    architecture: Option<String>,
    options: Vec<OsString>,
}

impl Kernels {
    /// Kernels of a source file; a relative path is one from the package's directory.
    pub fn new(source: impl Into<PathBuf>) -> Kernels {
        Kernels { source: source.into(), architecture: None, options: Vec::new() }
    }

    /// Compiles for an architecture, such as `sm_80`; the default is `sm_70`.
    #[must_use]
    pub fn architecture(mut self, name: &str) -> Kernels {
        self.architecture = Some(name.to_owned());
        self
    }

    /// Defines a macro; in Rust, `cfg(name = "value")`.
    #[must_use]
    pub fn define(self, name: &str, value: &str) -> Kernels {
        match self.is_rust() {
            true => self.option("--cfg").option(format!("{name}={value:?}")),
            false => self.option(format!("-D{name}={value}")),
        }
    }

    /// Searches a directory for headers. Rust has none.
    #[must_use]
    pub fn include(self, directory: impl AsRef<Path>) -> Kernels {
        match self.is_rust() {
            true => self,
            false => self.option("-I").option(directory.as_ref()),
        }
    }

    fn is_rust(&self) -> bool {
        self.source.extension().is_some_and(|extension| extension == "rs")
    }

    /// Passes an option to the compiler as it is.
    #[must_use]
    pub fn option(mut self, option: impl Into<OsString>) -> Kernels {
        self.options.push(option.into());
        self
    }

    /// Compiles to `OUT_DIR/NAME.ptx`, and returns that path. Tells cargo to do so again when the source, a
    /// header that it includes or the choice of the compiler changes.
    ///
    /// # Errors
    /// All of [`Error`].
    pub fn compile(&self) -> Result<PathBuf, Error> {
        let folder = std::env::var_os("OUT_DIR").ok_or(Error::NoBuildScript)?;
        let (ptx, lines) = self.compile_into(folder)?;
        #[expect(clippy::print_stdout, reason = "cargo reads a build script's output")]
        {
            print!("{lines}");
        }
        Ok(ptx)
    }

    /// Compiles to `DIRECTORY/NAME.ptx`, in a program that is no build script. Returns that path, and the
    /// lines that a build script would say to cargo.
    ///
    /// # Errors
    /// All of [`Error`].
    pub fn compile_into(&self, directory: impl AsRef<Path>) -> Result<(PathBuf, String), Error> {
        self.compile_by(directory.as_ref(), &hipcc())
    }

    fn compile_by(&self, folder: &Path, hipcc: &Path) -> Result<(PathBuf, String), Error> {
        let name = self.source.file_stem().ok_or_else(|| Error::NoFile(self.source.clone()))?;
        let ptx = folder.join(name).with_added_extension("ptx");
        let mut lines = format!("cargo::rerun-if-changed={}\n", self.source.display());
        for name in VARIABLES {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "cargo::rerun-if-env-changed={name}");
        }
        if self.is_rust() {
            let sources = rust::compile(self, folder, &ptx)?;
            for source in sources {
                let _ = writeln!(lines, "cargo::rerun-if-changed={source}");
            }
            return Ok((ptx, lines));
        }
        let (to, out) = (ptx.as_os_str(), OsStr::new("-o"));
        self.run(hipcc, &[OsStr::new("-ptx"), out, to])?;
        let list = self.run(hipcc, &[OsStr::new("-MM")])?;
        for header in headers(&String::from_utf8_lossy(&list.stdout)) {
            let _ = writeln!(lines, "cargo::rerun-if-changed={header}");
        }
        Ok((ptx, lines))
    }

    fn run(&self, hipcc: &Path, stage: &[&OsStr]) -> Result<Output, Error> {
        let mut command = Command::new(hipcc);
        if self.source.extension().is_some_and(|extension| extension == "cu") {
            command.arg("--cuda-names");
        }
        let architecture = self.architecture.iter().map(|name| format!("--offload-arch={name}"));
        let command = command.args(stage).args(architecture).args(&self.options);
        let ended = command.arg(&self.source).output();
        let ended = ended.map_err(|reason| Error::NoCompiler { hipcc: hipcc.to_owned(), reason })?;
        if ended.status.success() {
            return Ok(ended);
        }
        let text = String::from_utf8_lossy(&ended.stderr).trim_end().to_owned();
        Err(Error::Refused { source_file: self.source.clone(), compiler: "hipcc", text })
    }
}

/// Returns the compiler to call.
fn hipcc() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("HIPCC").or_else(|| Some(set("HIP_PATH")?.join("bin/hipcc"))).unwrap_or_else(|| "hipcc".into())
}

/// Returns the files of a rule of make: all prerequisites behind the first, which is the source.
fn headers(rule: &str) -> Vec<String> {
    let (_, prerequisites) = rule.split_once(": ").unwrap_or_default();
    let (mut names, mut name) = (Vec::new(), String::new());
    let mut letters = prerequisites.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // A space of a name is escaped; at the end of a line the rule goes on.
            '\\' if letters.peek() == Some(&' ') => name.extend(letters.next()),
            '\\' if letters.peek() == Some(&'\n') => {}
            letter if letter.is_whitespace() => names.push(std::mem::take(&mut name)),
            letter => name.push(letter),
        }
    }
    names.push(name);
    names.into_iter().filter(|name| !name.is_empty()).skip(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// A compiler of these lines. Only one test starts one: a file that another thread's child still has open
    /// for writing does not start.
    fn script(folder: &Path, text: &str) -> PathBuf {
        let path = folder.join("hipcc");
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
        path
    }

    #[test]
    fn a_source_becomes_ptx_with_its_headers_or_an_error_that_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let hipcc = script(
            folder.path(),
            r#"case "$*" in *-MM*) echo "k.o: src/k.cu a\ b.h \\"; echo " c.h";; *) echo "$*" >"$4";; esac"#,
        );
        let kernels = Kernels::new("src/k.cu").architecture("sm_80").define("N", "4").include("inc");
        let (ptx, lines) = kernels.compile_by(folder.path(), &hipcc).expect("PTX");
        assert_eq!(ptx, folder.path().join("k.ptx"));
        let said = fs::read_to_string(&ptx).expect("a file");
        let wanted =
            format!("--cuda-names -ptx -o {} --offload-arch=sm_80 -DN=4 -I inc src/k.cu\n", ptx.display());
        assert_eq!(said, wanted);
        for line in ["changed=src/k.cu", "changed=a b.h", "changed=c.h", "env-changed=HIP_PATH"] {
            assert!(lines.lines().any(|said| said.ends_with(line)), "{line}: {lines}");
        }

        let hipcc = script(folder.path(), "echo k.hip:1: no >&2; exit 1");
        let refused = Kernels::new("k.hip").compile_by(folder.path(), &hipcc);
        assert!(matches!(&refused, Err(Error::Refused { text, .. }) if text == "k.hip:1: no"), "{refused:?}");
        let absent = Kernels::new("k.hip").compile_by(folder.path(), &folder.path().join("none"));
        assert!(matches!(&absent, Err(Error::NoCompiler { .. })), "{absent:?}");
    }
}
