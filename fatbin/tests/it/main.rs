//! Round trips, samples made by other tools, selection, damaged containers, and the command.
#![expect(clippy::disallowed_methods, reason = "the crate reads no file, its tests do")]

mod command;
mod damage;
mod list;
mod machine;
mod round;
mod samples;
mod selection;
mod tools;

use std::path::{Path, PathBuf};

/// Returns the directory of samples: fat binaries of NVIDIA's packer, bundles of LLVM's, all of our own code.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/fatbin")
}

/// Returns the samples by name, sorted.
fn samples() -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = walkdir::WalkDir::new(folder())
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("the folder of samples"))
        .filter(|entry| entry.file_type().is_file() && entry.path().extension().is_none_or(|e| e != "md"))
        .map(|entry| {
            let bytes = std::fs::read(entry.path()).expect("a sample");
            (entry.file_name().to_string_lossy().into_owned(), bytes)
        })
        .collect();
    found.sort();
    found
}

/// Returns PTX large enough to be worth packing.
fn text(arch: u32) -> String {
    format!(".version 7.0\n.target sm_{arch}\n.address_size 64\n{}", "// filler\n".repeat(50))
}
