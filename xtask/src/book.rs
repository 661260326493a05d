//! `book`: the documents as an mdBook.

use crate::workspace::{Outcome, root};
use std::path::PathBuf;
use std::process::Command;

/// Builds the book and returns its first page.
///
/// # Errors
/// A link leads nowhere, mdBook is not installed, or it fails.
pub(crate) fn run() -> Outcome<PathBuf> {
    let wrong = crate::docs::complaints()?;
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let status = Command::new("mdbook")
        .arg("build")
        .arg(root().join("docs"))
        .status()
        .map_err(|e| format!("mdbook: {e}; `cargo install mdbook` installs it"))?;
    if !status.success() {
        return Err(format!("mdbook build docs: {status}"));
    }
    Ok(root().join("target/book/index.html"))
}
