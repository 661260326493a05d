//! `cargo xtask models`: the models of `runtime/models`, which has a workspace of its own, and those beside
//! the runtime's code.

use crate::workspace::{Outcome, root};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Runs them.
///
/// # Errors
/// One of them fails, or they do not compile.
pub(crate) fn run() -> Outcome<()> {
    // Beside the workspace's own.
    let folder = root().join("target/models");
    let apart = [OsStr::new("--target-dir"), folder.as_os_str()];
    test(&root().join("runtime/models/Cargo.toml"), &apart)?;
    // A thread of a model has a stack of 32 KiB, too few for frames that are not optimised.
    let small = "profile.dev.package.hip-runtime.opt-level=1";
    let beside = ["--config", small, "-p", "hip-runtime", "--features", "models", "--lib", "models::"];
    test(&root().join("Cargo.toml"), &beside.map(OsStr::new))
}

/// `cargo test` of a manifest.
fn test(manifest: &Path, arguments: &[&OsStr]) -> Outcome<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--manifest-path"])
        .arg(manifest)
        .args(arguments)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", manifest.display())) }
}
