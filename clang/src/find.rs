//! Where the compiler and the SDK may be, and how what the compiler says is read. Pure.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The oldest clang whose front end makes PTX of HIP.
pub const OLDEST: u32 = 16;
/// Names beyond this version are not looked for.
const NEWEST: u32 = 40;

/// What to say when there is none.
pub const MISSING: &str = "no clang 16 or newer is installed: `sudo apt-get install clang-19` (or `sudo dnf install clang`) brings one";

/// Where clang may be, best first: `HIP_CLANG_PATH`'s folder alone if it is set; else `clang-40` … `clang-16`
/// and `clang` of `PATH`.
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

/// The version in clang's own words, 19 for `Debian clang version 19.1.7`.
pub fn version(said: &str) -> Option<u32> {
    let behind = said.split("clang version ").nth(1)?;
    behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The commands that `clang -###` says it would run.
pub fn commands(said: &str) -> Vec<Vec<String>> {
    let lines = said.lines().filter(|line| line.starts_with(" \""));
    lines.map(words).collect()
}

/// Words in double quotes, a backslash before quotes, backslashes and dollars.
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

/// The SDK that headers and library come from: `HIP_PATH`, or the folder above the one that a program or
/// library of it is in.
pub fn sdk(own: Option<OsString>, program: Option<&Path>) -> Option<PathBuf> {
    let named = own.filter(|own| !own.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(program?.parent()?.parent()?.to_owned()))
}
