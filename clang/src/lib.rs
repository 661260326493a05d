//! Clang as a compiler of HIP sources: where it is, what a command line means, which commands make PTX.
//!
//! `hipcc` and hipRTC share it, so that a source means the same to both. Clang's driver is asked what it
//! would do for the host (`-###`), and its answer is turned into the device's command, so that every option
//! means here what it means there. Nothing here writes to standard output or error, reads the environment, or
//! links anything.

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

/// Why clang made nothing.
#[derive(Debug)]
pub enum Error {
    /// None is installed.
    Missing,
    /// It is older than this needs, or says no version.
    Old(PathBuf, Option<u32>),
    /// A folder that should be an SDK has no headers.
    NoSdk(PathBuf),
    /// A command ended badly. It said why: in `said` if that was captured, else on its standard error.
    Ended {
        /// Its exit code; 254 for a signal.
        code: u8,
        /// What it said.
        said: String,
    },
    /// A program does not start.
    Start(PathBuf, std::io::Error),
    /// A file could not be read or written.
    File(PathBuf, std::io::Error),
    /// Clang's driver planned something unforeseen.
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
