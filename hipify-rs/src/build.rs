//! Translation of build files: commands that find, compile and link CUDA are changed to HIP.
//!
//! Each kind of file has a reader that knows its comments and words. Tables map the words. Unknown words
//! stay, and some kinds of files are only reported on.

mod cargo;
mod cmake;
mod file;
mod flags;
mod make;
mod other;
mod script;
mod separable;
mod shell;
mod words;

use crate::report::{Report, Translation};
use crate::{Options, edit};
use file::Build;

/// Kind of a build file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BuildFile {
    Cargo,
    Cmake,
    Make,
    /// Python, Meson, Bazel: only reported on.
    Other,
    Shell,
}

fn kind(name: &str) -> Option<BuildFile> {
    let name = name.strip_suffix(".in").unwrap_or(name);
    Some(match name {
        "Cargo.toml" => BuildFile::Cargo,
        "CMakeLists.txt" => BuildFile::Cmake,
        _ if name.ends_with(".cmake") => BuildFile::Cmake,
        _ if is_makefile(name) => BuildFile::Make,
        "meson.build" | "meson_options.txt" | "setup.py" | "BUILD" | "BUILD.bazel" | "WORKSPACE"
        | "MODULE.bazel" => BuildFile::Other,
        _ if name.ends_with(".bzl") => BuildFile::Other,
        _ if name.ends_with(".sh") || name.ends_with(".bash") => BuildFile::Shell,
        _ => return None,
    })
}

/// Returns whether a name is that of a file for make: `Makefile`, `Makefile.cuda`, `makefile_gpu`,
/// `make.inc`, `common.mk`. Copies that editors keep, and files of other languages, are none.
fn is_makefile(name: &str) -> bool {
    const PARTS: [&str; 8] = ["inc", "include", "config", "def", "defs", "rules", "common", "cuda"];
    const COPIES: [&str; 8] = ["orig", "bak", "backup", "old", "rej", "save", "swp", "diff"];
    const OTHERS: [&str; 9] = ["py", "pl", "toml", "md", "txt", "rst", "html", "c", "cpp"];
    let name = name.to_ascii_lowercase();
    let rest = name.strip_prefix("gnu").unwrap_or(&name).strip_prefix("makefile").unwrap_or("?");
    let suffix = rest.rsplit('.').next().unwrap_or_default();
    let is_other = suffix.ends_with('~') || COPIES.contains(&suffix) || OTHERS.contains(&suffix);
    let is_variant = (rest.is_empty() || rest.starts_with(['.', '_', '-'])) && !is_other;
    let is_part = name.strip_prefix("make.").is_some_and(|part| PARTS.contains(&part));
    is_variant || is_part || [".mk", ".mak", ".make"].iter().any(|end| name.ends_with(end))
}

/// Returns whether a file of this name is a build file.
pub fn is_build_file(name: &str) -> bool {
    kind(name).is_some()
}

/// Translates a build file of the kind that its name indicates.
///
/// Never fails: unknown text stays. Translating the result again changes nothing.
pub fn translate(name: &str, text: &[u8], options: &Options) -> Translation {
    let Some(kind) = kind(name) else {
        return Translation { text: text.to_vec(), report: Report::default() };
    };
    let mut done = translate_once(kind, text, options);
    // A replacement may create a flag that a further pass translates. In complete files this does not happen.
    for _ in 0..PASSES {
        let next = translate_once(kind, &done.text, options);
        if next.text == done.text {
            break;
        }
        done.report.add_pass(&next.report);
        done.text = next.text;
    }
    done
}

/// Returns the variables of a CMake file that hold device sources; none for other files.
pub fn source_lists(name: &str, text: &[u8]) -> Vec<String> {
    if kind(name) == Some(BuildFile::Cmake) { cmake::source_lists(&as_utf8(text)) } else { Vec::new() }
}

/// Limit of further passes over a translated file.
const PASSES: usize = 5;

/// Replaces invalid UTF-8 byte by byte, so that offsets are unchanged.
fn as_utf8(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(std::iter::repeat_n('\u{1a}', chunk.invalid().len()));
    }
    out
}

fn translate_once(kind: BuildFile, text: &[u8], options: &Options) -> Translation {
    let rule = match kind {
        BuildFile::Cargo => "build_cargo",
        BuildFile::Cmake => "build_cmake",
        BuildFile::Make | BuildFile::Other => "build_make",
        BuildFile::Shell => "build_shell",
    };
    let readable = as_utf8(text);
    let mut build = Build { text: &readable, options, rule, edits: Vec::new(), report: Report::default() };
    build.report.enter(rule);
    match kind {
        BuildFile::Cargo => cargo::run(&mut build),
        BuildFile::Cmake => cmake::run(&mut build),
        BuildFile::Make => make::run(&mut build),
        BuildFile::Other => other::run(&mut build),
        BuildFile::Shell => shell::run(&mut build),
    }
    let Build { edits, mut report, .. } = build;
    let applied = edit::apply(text, edits);
    report.settle(text, &applied);
    report.list(text, &applied);
    Translation { text: applied.text, report }
}

pub(crate) use script::directive;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makefiles_by_name() {
        for name in [
            "Makefile",
            "GNUmakefile",
            "makefile.gpu",
            "Makefile.in",
            "Makefile_serialized",
            "make.inc",
            "a.mk",
        ] {
            assert_eq!(kind(name), Some(BuildFile::Make), "{name}");
        }
        for name in [
            "Makefile.orig",
            "Makefile.cuda~",
            "makefile.py",
            "Makefile.toml",
            "makefiles",
            "make.c",
            "cmake.inc",
        ] {
            assert_eq!(kind(name), None, "{name}");
        }
    }
}
