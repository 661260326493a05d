//! `hipcc`: compiles HIP sources to objects and programs, with clang, `fatbin`'s packer and `ptx`'s linker.
//!
//! Clang's front end runs twice for a source: for the device it generates PTX, which is packed into a fat
//! binary, and for the host an object that embeds and registers it. The commands for the host's half come
//! from clang's driver, so every option has clang's meaning. Only device code is linked here. Launches in
//! kernels, which clang rejects in HIP sources, are rewritten after preprocessing (`children`).

mod build;
mod children;
mod hint;
mod link;
mod openmp;
mod run;
mod statics;

use clang::arguments;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

/// Reason why outputs are missing.
enum Failure {
    Misuse(arguments::Misuse),
    /// An argument that is not UTF-8.
    NotText(String),
    /// Clang failed. If a command failed, its errors have been printed.
    Clang(clang::Error),
    File(PathBuf, std::io::Error),
    /// An input or tool for the request is missing.
    Plan(String),
}

impl From<arguments::Misuse> for Failure {
    fn from(misuse: arguments::Misuse) -> Self {
        Failure::Misuse(misuse)
    }
}

impl From<clang::Error> for Failure {
    fn from(error: clang::Error) -> Self {
        Failure::Clang(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Misuse(misuse) => misuse.fmt(f),
            Failure::NotText(word) => write!(f, "{word}: not UTF-8"),
            Failure::Clang(error) => error.fmt(f),
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Plan(what) => f.write_str(what),
        }
    }
}

fn main() -> ExitCode {
    match run::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => match failure {
            Failure::Clang(clang::Error::Ended { code, said }) => {
                eprint!("{said}");
                ExitCode::from(code)
            }
            failure => {
                eprintln!("hipcc: {failure}");
                ExitCode::from(1)
            }
        },
    }
}
