//! Paths of the libraries that cargo built next to this test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Cargo's name of each library, and the name that programs look for.
fn names() -> impl Iterator<Item = [&'static str; 2]> {
    tsv::table(include_str!("../../api/libraries.tsv"))
}

/// Returns the path of a library by the name that programs look for.
pub(crate) fn library(asked: &str) -> PathBuf {
    let [built, _] = names().find(|[_, name]| *name == asked).expect("one of our libraries");
    let test = std::env::current_exe().expect("the test's own path");
    let beside = test.parent().expect("a folder");
    let places = [beside.join(built), beside.join("..").join(built)];
    places.into_iter().find(|path| path.exists()).expect("cargo built the library")
}

/// Creates a directory in which a program finds all libraries.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    for [_, asked] in names() {
        let named = folder.join(asked);
        // A leftover of an earlier run may be missing.
        let _ = std::fs::remove_file(&named);
        std::os::unix::fs::symlink(library(asked), &named).expect("the library's other name");
    }
    folder
}

/// Compiles a C program of `testdata/capi` that uses HIP, in a directory with all libraries; returns both.
pub(crate) fn hip_program(name: &str, source: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let program = folder.join("program");
    let built = Command::new("cc")
        .args(["-std=c99", "-D__HIP_PLATFORM_AMD__", "-I"])
        .arg(testdata::root().join("../capi/include"))
        .arg(testdata::root().join("capi").join(source))
        .arg(folder.join("libamdhip64.so.7"))
        .arg("-o")
        .arg(&program)
        .output()
        .expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    (folder, program)
}

/// Returns the first of some commands that is executable in `PATH`.
pub(crate) fn command(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder: &PathBuf| folder.join(name)));
    places.into_iter().find(|path: &PathBuf| Path::is_file(path))
}
