//! `cargo xtask exhaust`: all results of approximate instructions, by an optimised program.

use crate::workspace::{Outcome, root};
use std::process::Command;

/// Builds and runs the comparison.
///
/// # Errors
/// It cannot be built, or results differ.
pub(crate) fn run(only: Option<&str>) -> Outcome<()> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root()).args(["run", "--quiet", "--release", "-p", "hip-special", "--", "exhaust"]);
    cargo.args(only.map(|names| format!("--only={names}")));
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("results differ, or could not be computed".to_owned()) }
}
