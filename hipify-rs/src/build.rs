//! Build files: what finds, compiles and links CUDA comes to find, compile and link HIP.
//!
//! Each kind of file has a reader that knows its comments and words; what the words become are tables. What
//! no table knows stays, and files of kinds that are only looked at are reported.

mod cargo;
mod cmake;
mod file;
mod flags;
mod make;
mod other;
mod script;
mod separable;
mod words;

use crate::report::{Report, Translation};
use crate::{Options, edit};
use file::Build;

/// What reads a build file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Cargo,
    Cmake,
    Make,
    /// Python, Meson, Bazel: reported only.
    Other,
}

fn kind(name: &str) -> Option<Kind> {
    let name = name.strip_suffix(".in").unwrap_or(name);
    // `Makefile.orig` is none.
    let make = matches!(name, "Makefile" | "makefile" | "GNUmakefile")
        || name
            .strip_prefix("Makefile.")
            .is_some_and(|e| matches!(e, "am" | "common" | "gnu" | "inc" | "linux" | "nvcc"));
    Some(match name {
        "Cargo.toml" => Kind::Cargo,
        "CMakeLists.txt" => Kind::Cmake,
        _ if name.ends_with(".cmake") => Kind::Cmake,
        _ if make || name.ends_with(".mk") => Kind::Make,
        "meson.build" | "meson_options.txt" | "setup.py" | "BUILD" | "BUILD.bazel" | "WORKSPACE"
        | "MODULE.bazel" => Kind::Other,
        _ if name.ends_with(".bzl") => Kind::Other,
        _ => return None,
    })
}

/// Whether a file is a build file, by its name.
pub fn is_build_file(name: &str) -> bool {
    kind(name).is_some()
}

/// Translates a build file, whose kind its name tells.
///
/// Never fails: what is not known stays as it is. Translating the result again changes nothing.
pub fn translate(name: &str, text: &[u8], options: &Options) -> Translation {
    let Some(kind) = kind(name) else {
        return Translation { text: text.to_vec(), report: Report::default() };
    };
    let mut done = round(kind, text, options);
    // A word may come to stand where a flag was: in files that are whole this changes nothing.
    for _ in 0..ROUNDS {
        let next = round(kind, &done.text, options);
        if next.text == done.text {
            break;
        }
        done.report.follow(&next.report);
        done.text = next.text;
    }
    done
}

/// Variables of a CMake file that hold device sources; none of other files.
pub fn source_lists(name: &str, text: &[u8]) -> Vec<String> {
    if kind(name) == Some(Kind::Cmake) { cmake::source_lists(&covered(text)) } else { Vec::new() }
}

/// Bounds how often a translated file is gone over again.
const ROUNDS: usize = 5;

/// The text with bytes that are no UTF-8 covered, so that every place is the same.
fn covered(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(std::iter::repeat_n('\u{1a}', chunk.invalid().len()));
    }
    out
}

fn round(kind: Kind, text: &[u8], options: &Options) -> Translation {
    let rule = match kind {
        Kind::Cargo => "build_cargo",
        Kind::Cmake => "build_cmake",
        Kind::Make | Kind::Other => "build_make",
    };
    let readable = covered(text);
    let mut build = Build { text: &readable, options, rule, edits: Vec::new(), report: Report::default() };
    build.report.enter(rule);
    match kind {
        Kind::Cargo => cargo::run(&mut build),
        Kind::Cmake => cmake::run(&mut build),
        Kind::Make => make::run(&mut build),
        Kind::Other => other::run(&mut build),
    }
    let Build { edits, mut report, .. } = build;
    let applied = edit::apply(text, edits);
    report.settle(text, &applied);
    report.list(text, &applied);
    Translation { text: applied.text, report }
}

pub(crate) use script::directive;
