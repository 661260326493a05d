//! The libraries that cargo built beside this test, by the names programs look for.

use std::path::{Path, PathBuf};

/// What cargo calls each library, and what programs ask for.
const NAMES: [(&str, &str); 5] = [
    ("libcuda.so", "libcuda.so.1"),
    ("libamdhip64.so", "libamdhip64.so.7"),
    ("libcudart12.so", "libcudart.so.12"),
    ("libcudart13.so", "libcudart.so.13"),
    ("libnvml.so", "libnvidia-ml.so.1"),
];

/// A library, by the name that programs ask for.
pub(crate) fn library(asked: &str) -> PathBuf {
    let (built, _) = NAMES.iter().find(|(_, name)| *name == asked).expect("one of our libraries");
    let test = std::env::current_exe().expect("the test's own path");
    let beside = test.parent().expect("a folder");
    let places = [beside.join(built), beside.join("..").join(built)];
    places.into_iter().find(|path| path.exists()).expect("cargo built the library")
}

/// Makes a folder of a name in which a program finds all of them.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    for (_, asked) in NAMES {
        let named = folder.join(asked);
        // Left by an earlier run, or not there.
        let _ = std::fs::remove_file(&named);
        std::os::unix::fs::symlink(library(asked), &named).expect("the library's other name");
    }
    folder
}

/// A command of `PATH` that can be started: the first of some names.
pub(crate) fn command(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder: &PathBuf| folder.join(name)));
    places.into_iter().find(|path: &PathBuf| Path::is_file(path))
}
