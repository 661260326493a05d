//! The workspace's root directory, and the outcome of a chore: below all chores.

use std::path::Path;

/// Result of a chore; the error is text for a person.
pub(crate) type Outcome<T> = Result<T, String>;

/// Root directory of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}
