//! Rust sources and manifests of all crates, as the checks of habits read them.

use crate::layers;
use crate::workspace::root;
use std::fs;
use std::path::Path;

/// A manifest or a Rust source.
pub(crate) struct Source {
    /// Path from the root of the workspace.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn is_manifest(&self) -> bool {
        self.path.ends_with(".toml")
    }

    /// Returns whether a chore wrote the file from tables.
    pub(crate) fn is_generated(&self) -> bool {
        self.text.starts_with("//! Written by `cargo xtask check --write`")
            || self.text.starts_with("// @generated")
    }
}

/// Reads the sources of all crates, tests and benches included, in order of their paths. Inputs of the
/// translator's tests are left out, since they stand for other people's code.
///
/// Files that cannot be read are in the second list, one line each.
pub(crate) fn all() -> (Vec<Source>, Vec<String>) {
    let (mut sources, mut errors) = (Vec::new(), Vec::new());
    let members = layers::members().unwrap_or_else(|e| {
        errors.push(e);
        Vec::new()
    });
    // The walk over a directory reaches the crates below it.
    let is_nested =
        |member: &&String| members.iter().any(|other| Path::new(member).parent() == Some(Path::new(other)));
    for member in members.iter().filter(|member| !is_nested(member)) {
        let directory = root().join(member);
        for entry in walkdir::WalkDir::new(&directory).sort_by_file_name() {
            let path = match entry {
                Ok(entry) if entry.file_type().is_file() => entry.into_path(),
                Ok(_) => continue,
                Err(e) => {
                    errors.push(e.to_string());
                    continue;
                }
            };
            let is_manifest = path == directory.join("Cargo.toml");
            if !is_manifest && path.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            if name.contains("/tests/inputs/") || name.starts_with("testdata/cuda/") {
                continue;
            }
            match fs::read_to_string(&path) {
                Ok(text) => sources.push(Source { path: name, text }),
                Err(e) => errors.push(format!("{name}: {e}")),
            }
        }
    }
    (sources, errors)
}
