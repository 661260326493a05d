//! Candidate paths of the compiler and the SDK, and parsers of the compiler's output. Pure.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The oldest clang with a front end that compiles HIP to PTX.
pub const OLDEST: u32 = 16;
/// Newest version in the searched names.
const NEWEST: u32 = 40;

/// Message for a missing compiler.
pub const MISSING: &str = "no clang 16 or newer is installed: `sudo apt-get install clang-19` (or `sudo dnf install clang`) brings one";

/// Returns candidate paths of clang, best first: the directory of `HIP_CLANG_PATH` alone if it is set; else
/// `clang-40` … `clang-16` and `clang` of `PATH`.
pub fn candidates(own: Option<OsString>, path: Option<OsString>) -> Vec<PathBuf> {
    let names: Vec<String> =
        (OLDEST..=NEWEST).rev().map(|n| format!("clang-{n}")).chain(["clang".to_owned()]).collect();
    if let Some(own) = own.filter(|own| !own.is_empty()) {
        let own = PathBuf::from(own);
        let inside = ["clang".to_owned()].into_iter().chain(names).map(|name| own.join(name));
        return inside.collect();
    }
    let folders: Vec<PathBuf> = path.map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.collect()
}

/// Returns the version in clang's own text, 19 for `Debian clang version 19.1.7`.
pub fn version(said: &str) -> Option<u32> {
    let behind = said.split("clang version ").nth(1)?;
    behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Parses the commands in the output of `clang -###`.
pub fn commands(said: &str) -> Vec<Vec<String>> {
    let lines = said.lines().filter(|line| line.starts_with(" \""));
    lines.map(words).collect()
}

/// Parses words in double quotes, with a backslash before quotes, backslashes and dollars.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (c, &mut word) {
            ('"', Some(_)) => words.extend(word.take()),
            ('"', None) => word = Some(String::new()),
            ('\\', Some(word)) => word.extend(characters.next()),
            (c, Some(word)) => word.push(c),
            (_, None) => {}
        }
    }
    words
}

/// Returns the SDK with headers and library: `HIP_PATH`, or the parent of the directory that contains a
/// program or library.
pub fn sdk(own: Option<OsString>, program: Option<&Path>) -> Option<PathBuf> {
    let named = own.filter(|own| !own.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(program?.parent()?.parent()?.to_owned()))
}
