//! `hipcc`: compiles HIP sources to objects and programs, with clang, `fatbin`'s packer and `ptx`'s linker.
//!
//! Clang's front end runs twice for a source: for the device it generates PTX, which is packed into a fat
//! binary, and for the host an object that embeds and registers it. The commands for the host's half come
//! from clang's driver, so every option has clang's meaning. Only device code is linked here. Launches in
//! kernels, which clang rejects in HIP sources, are rewritten after preprocessing (`children`).

mod build;
mod children;
mod completions;
mod device_code;
mod elsewhere;
mod hint;
mod libraries;
mod link;
mod openmp;
mod run;
mod statics;

use clang::arguments;
use std::path::PathBuf;
use std::process::ExitCode;

/// Reason why outputs are missing.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Misuse(#[from] arguments::Misuse),
    /// An argument that is not UTF-8.
    #[error("{0}: not UTF-8")]
    NotText(String),
    /// Clang failed. If a command failed, its errors have been printed.
    #[error(transparent)]
    Clang(#[from] clang::Error),
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, std::io::Error),
    /// An input or tool for the request is missing.
    #[error("{0}")]
    Plan(String),
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
