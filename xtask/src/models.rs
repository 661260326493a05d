//! `cargo xtask models`: the models of `runtime/models`, which has a workspace of its own.

use crate::{Outcome, root};
use std::process::Command;

/// Runs them.
///
/// # Errors
/// One of them fails, or they do not compile.
pub(crate) fn run() -> Outcome<()> {
    let manifest = root().join("runtime/models/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--manifest-path"])
        .arg(&manifest)
        // Beside the workspace's own.
        .arg("--target-dir")
        .arg(root().join("target/models"))
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", manifest.display())) }
}
