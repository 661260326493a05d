//! `hipcc`: HIP sources to objects and programs, with clang, `fatbin`'s packer and `ptx`'s linker.
//!
//! Clang's front end runs twice for a source: for the device it makes PTX, which is packed into a fat binary, and for
//! the host an object that embeds it and registers it. What clang would do with the host's half is asked of its driver,
//! so that every option means here what it means there. Nothing here compiles by itself, and device code alone is linked.

mod arguments;
mod build;
mod clang;
mod device;
mod link;
mod run;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

/// Why nothing, or not all, was made.
enum Failure {
    Misuse(arguments::Misuse),
    /// An argument that is not UTF-8.
    NotText(String),
    NoClang,
    OldClang(PathBuf, Option<u32>),
    NoSdk(PathBuf),
    /// A command that ended badly; it has said why.
    Command(u8),
    Start(PathBuf, std::io::Error),
    File(PathBuf, std::io::Error),
    /// Clang's driver planned something unforeseen.
    Plan(String),
}

impl From<arguments::Misuse> for Failure {
    fn from(misuse: arguments::Misuse) -> Self {
        Failure::Misuse(misuse)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Misuse(misuse) => misuse.fmt(f),
            Failure::NotText(word) => write!(f, "{word}: not UTF-8"),
            Failure::NoClang => f.write_str(clang::MISSING),
            Failure::OldClang(path, Some(version)) => {
                write!(f, "{} is clang {version}; {}", path.display(), clang::MISSING)
            }
            Failure::OldClang(path, None) => {
                write!(f, "{} says no version; {}", path.display(), clang::MISSING)
            }
            Failure::NoSdk(root) => {
                write!(f, "{} has no include/hip/hip_runtime.h: HIP_PATH must name the SDK", root.display())
            }
            Failure::Command(code) => write!(f, "clang ended with {code}"),
            Failure::Start(path, error) => write!(f, "{} does not start: {error}", path.display()),
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Plan(what) => f.write_str(what),
        }
    }
}

fn main() -> ExitCode {
    match run::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::Command(_)) {
                eprintln!("hipcc: {failure}");
            }
            match failure {
                Failure::Command(code) => ExitCode::from(code),
                _ => ExitCode::from(1),
            }
        }
    }
}
