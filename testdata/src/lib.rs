//! Fixtures and recorded answers, and the harness that reads them.
//!
//! Everything a test needs that is not code lies beside this crate, in folders that `README.md` explains.
//! This crate finds it, reads it and compares; it never runs a kernel and depends on none of our crates.

pub mod compare;
pub mod damage;
pub mod edge;
pub mod elem;
pub mod generate;
pub mod golden;
pub mod mma;
pub mod shapes;
pub mod small;
pub mod sweep;
pub mod tensor;
pub mod texture;
pub mod vectors;
pub mod wgmma;

use std::path::{Path, PathBuf};

/// The folder that holds the fixtures.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The gathered facts and the full golden data beside the checkout, where they are present.
///
/// What a user must be able to run has its data under [`root`]; a test that reads this folder does more work
/// where it exists and says so where it does not.
pub fn shared() -> Option<PathBuf> {
    let path = root().parent()?.parent()?.join("shared");
    path.join("README.md").is_file().then_some(path)
}

/// All files below `root()/folder` with the extension, sorted by path.
///
/// # Panics
/// If the folder cannot be read or holds no such file: a test that walks nothing tests nothing.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let dir = root().join(folder);
    let mut found: Vec<PathBuf> = walkdir::WalkDir::new(&dir)
        .into_iter()
        .map(|entry| entry.unwrap_or_else(|e| panic!("cannot walk {}: {e}", dir.display())).into_path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no *.{extension} below {}", dir.display());
    found
}
