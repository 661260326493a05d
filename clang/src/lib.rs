//! Clang as a compiler of HIP sources: its location, the meaning of command lines, and the commands that make
//! PTX.
//!
//! `hipcc` and hipRTC share this crate, so that both treat a source alike. Clang's driver reports its plan
//! for the host (`-###`), from which the device's command is derived; every option thus keeps its meaning.
//! This crate does not write to standard output or error, read the environment, or link.

pub mod arguments;
pub mod clusters;
pub mod device;
pub mod driver;
pub mod find;
pub mod frames;
pub mod precompiled;
pub mod scratch;
pub mod target;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

fn version(number: Option<u32>) -> String {
    number.map_or_else(|| "says no version".to_owned(), |number| format!("is clang {number}"))
}

/// Reason for which clang produced no output.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No clang is installed.
    #[error("{}", find::MISSING)]
    Missing,
    /// The version is too old or unknown.
    #[error("{} {}; {}", .0.display(), version(*.1), find::MISSING)]
    Old(PathBuf, Option<u32>),
    /// The SDK directory has no headers.
    #[error("{} has no include/hip/hip_runtime.h: HIP_PATH must name the SDK", .0.display())]
    NoSdk(PathBuf),
    /// A command failed. Its message is in `said` if it was captured, else on standard error.
    #[error("clang ended with {code}")]
    Ended {
        /// Its exit code; 254 for a signal.
        code: u8,
        /// Its message.
        said: String,
    },
    /// A program could not be started.
    #[error("{} does not start: {}", .0.display(), .1)]
    Start(PathBuf, std::io::Error),
    /// A file could not be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// Clang's driver planned an unexpected command.
    #[error("{0}")]
    Plan(String),
}
