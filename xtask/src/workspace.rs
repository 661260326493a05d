//! The workspace's root directory, the outcome of a chore, and commands that it runs: below all chores.

use std::path::Path;
use std::process::{Command, Output};

/// Result of a chore; the error is text for a person.
pub(crate) type Outcome<T> = Result<T, String>;

/// Root directory of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns the standard output of a command. If it fails, the error contains all its output.
pub(crate) fn output(command: &mut Command, what: &str) -> Outcome<String> {
    let ended = command.output();
    let Output { status, stdout, stderr } = ended.map_err(|e| format!("{what} does not start: {e}"))?;
    let text = String::from_utf8_lossy(&stdout).into_owned();
    if status.success() {
        return Ok(text);
    }
    let said = format!("{text}{}", String::from_utf8_lossy(&stderr));
    Err(format!("{what}: {status}\n{}", said.trim_end()))
}
