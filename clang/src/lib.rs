//! Clang as a compiler of HIP sources: its location, the meaning of command lines, and the commands that make
//! PTX.
//!
//! `hipcc` and hipRTC share this crate, so that both treat a source alike. Clang's driver reports its plan
//! for the host (`-###`), from which the device's command is derived; every option thus keeps its meaning.
//! This crate does not write to standard output or error, read the environment, or link.

pub mod arguments;
pub mod device;
pub mod driver;
pub mod find;
pub mod precompiled;
pub mod scratch;
pub mod target;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;

/// Reason for which clang produced no output.
#[derive(Debug)]
pub enum Error {
    /// No clang is installed.
    Missing,
    /// The version is too old or unknown.
    Old(PathBuf, Option<u32>),
    /// The SDK directory has no headers.
    NoSdk(PathBuf),
    /// A command failed. Its message is in `said` if it was captured, else on standard error.
    Ended {
        /// Its exit code; 254 for a signal.
        code: u8,
        /// Its message.
        said: String,
    },
    /// A program could not be started.
    Start(PathBuf, std::io::Error),
    /// A file could not be read or written.
    File(PathBuf, std::io::Error),
    /// Clang's driver planned an unexpected command.
    Plan(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing => f.write_str(find::MISSING),
            Error::Old(path, Some(version)) => {
                write!(f, "{} is clang {version}; {}", path.display(), find::MISSING)
            }
            Error::Old(path, None) => write!(f, "{} says no version; {}", path.display(), find::MISSING),
            Error::NoSdk(root) => {
                write!(f, "{} has no include/hip/hip_runtime.h: HIP_PATH must name the SDK", root.display())
            }
            Error::Ended { code, .. } => write!(f, "clang ended with {code}"),
            Error::Start(path, error) => write!(f, "{} does not start: {error}", path.display()),
            Error::File(path, error) => write!(f, "{}: {error}", path.display()),
            Error::Plan(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {}
