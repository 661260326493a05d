//! Table of words in build files, and the libraries that they name.

use super::file::Build;
use super::flags::standard;
use crate::link_libraries;
use crate::report::Reason;
use std::ops::Range;

/// Text of the table.
const TABLE: &str = include_str!("../../map/build_words.tsv");

/// Kind of file that a word occurs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Cmake,
    Make,
    /// Definition of the variable that holds CUDA's directory.
    MakeRoot,
    Shell,
    /// Text in a shell script in which variables keep their names.
    ShellText,
}

struct Row {
    becomes: &'static str,
    /// `true` if it is replaced only as a variable's value: `${WORD}`.
    value: bool,
    note: &'static str,
}

fn row(word: &str, place: Place) -> Option<Row> {
    let at = tsv::rows(TABLE);
    at.filter_map(|line| {
        let mut cells = tsv::cells(line);
        let is_it = cells.next()? == word;
        let (becomes, scope, note) = (cells.next()?, cells.next()?, cells.next()?);
        let here = scope == "both" || (place == Place::Cmake) == matches!(scope, "cmake" | "target");
        (is_it && here).then_some(Row { becomes, value: scope == "target", note })
    })
    .next()
}

/// Returns whether a path begins with CUDA's installation: its usual directory, or a variable for it.
pub(super) fn is_root(path: &str) -> bool {
    let variable = path.strip_prefix("$(").or_else(|| path.strip_prefix("${"));
    let name = variable.and_then(|rest| rest.split([')', '}']).next());
    path.starts_with("/usr/local/cuda") || name.is_some_and(names_root)
}

/// Returns whether a text is CUDA's usual directory and nothing else: `/usr/local/cuda-12.4`.
pub(super) fn is_directory(text: &str) -> bool {
    let rest = text.strip_prefix("/usr/local/cuda").map(|rest| rest.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.')))
}

/// Returns whether a variable with this name holds CUDA's directory.
pub(super) fn names_root(name: &str) -> bool {
    row(name, Place::Make).is_some_and(|row| row.becomes == "HIP_PATH")
}

fn in_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// Translates a range: words of the table, CUDA's directory and its subdirectories, `-lcudart`,
/// `CUDA::cudart`.
pub(super) fn run(
    build: &mut Build<'_>,
    range: Range<usize>,
    place: Place,
    packages: &mut Vec<&'static str>,
) {
    let bytes = build.text.as_bytes();
    let mut at = range.start;
    while at < range.end {
        if bytes[at] == b'/' && build.text[at..range.end].starts_with("/usr/local/cuda") {
            at = root(build, at, range.end, place);
            continue;
        }
        if bytes[at] == b'-'
            && at + 2 < range.end
            && bytes[at + 1] == b'l'
            && (at == 0 || !in_word(bytes[at - 1]))
        {
            at = library(build, at + 2, range.end);
            continue;
        }
        if !in_word(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..range.end].iter().take_while(|b| in_word(**b)).count();
        let end = at + length;
        let word = &build.text[at..end];
        if word == "CUDA" && build.text[end..range.end].starts_with("::") && place == Place::Cmake {
            at = target(build, at, range.end, packages);
            continue;
        }
        let joined = |b: Option<&u8>| b.is_some_and(|b| matches!(b, b'-' | b'.'));
        let before = at.checked_sub(1).and_then(|n| bytes.get(n));
        // `${NVCC:-nvcc}`
        let is_default = place == Place::Shell && build.text[..at].ends_with(":-");
        let separate = (is_default || !joined(before)) && !joined(bytes.get(end));
        if let Some(row) = row(word, place).filter(|_| separate || length > 4) {
            word_at(build, at..end, &row, range.end, packages);
        }
        at = end;
    }
}

fn word_at(
    build: &mut Build<'_>,
    at: Range<usize>,
    row: &Row,
    limit: usize,
    packages: &mut Vec<&'static str>,
) {
    let (text, word) = (build.text, &build.text[at.clone()]);
    if !row.note.is_empty() {
        build.note(at.start, Reason::Look, format!("`{word}`: {}", row.note));
    }
    if row.becomes == "-" {
        return;
    }
    if row.value {
        // Replace all of `${WORD}`.
        if at.start >= 2 && text[..at.start].ends_with("${") && text[at.end..limit].starts_with('}') {
            build.edit(at.start - 2..at.end + 1, row.becomes);
            packages.extend(link_libraries::package(row.becomes));
        }
        return;
    }
    let end = at.end;
    if let Some(years) = row.becomes.strip_prefix("hip_std_") {
        let with = format!("hip_std_{}", standard(build, years));
        return build.edit(at, with);
    }
    build.edit(at, row.becomes);
    if row.becomes.ends_with("HIP_STANDARD") {
        // The number may be the next argument of `set`.
        let number = &text[end..];
        let blank = number.len() - number.trim_start().len();
        let digits = number.trim_start().bytes().take_while(u8::is_ascii_digit).count();
        let number = end + blank..end + blank + digits;
        let with = standard(build, &text[number.clone()]);
        if blank > 0 && with != &text[number.clone()] {
            build.edit(number, with);
        }
    }
    if row.becomes == "HIP_PATH" {
        lib64(build, end, limit);
    }
}

/// Returns the directory of HIP, where a file of this kind names CUDA's. Makefiles and scripts ask the
/// environment first.
fn directory(place: Place) -> &'static str {
    match place {
        Place::Make => "$(or $(HIP_PATH),/opt/rocm)",
        Place::Shell => "${HIP_PATH:-/opt/rocm}",
        Place::Cmake | Place::MakeRoot | Place::ShellText => "/opt/rocm",
    }
}

/// Translates CUDA's directory: `/usr/local/cuda-12.4/lib64` → `/opt/rocm/lib`.
fn root(build: &mut Build<'_>, at: usize, limit: usize, place: Place) -> usize {
    let base = at + "/usr/local/cuda".len();
    let version =
        build.text[base..limit].chars().take_while(|c| c.is_ascii_digit() || matches!(c, '-' | '.')).count();
    let end = base + version;
    if build.text[end..limit].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        return base;
    }
    build.edit(at..end, directory(place));
    lib64(build, end, limit);
    end
}

/// Translates the library directory of an installation: `)/lib64/stubs` → `)/lib`, `)/lib$(BITS)` → `)/lib`.
pub(super) fn lib64(build: &mut Build<'_>, from: usize, limit: usize) {
    let open = build.text[from..limit].chars().take_while(|c| matches!(c, ')' | '}')).count();
    let at = from + open;
    for directory in ["/lib64/stubs", "/lib64", "/targets/x86_64-linux/lib"] {
        let rest = &build.text[at..limit];
        let whole = rest
            .strip_prefix(directory)
            .is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if whole {
            return build.edit(at..at + directory.len(), "/lib");
        }
    }
    if let Some(suffix) = build.text[at..limit].strip_prefix("/lib").and_then(variable) {
        build.edit(at..at + "/lib".len() + suffix, "/lib");
    }
}

/// Returns the length of the variable that a text begins with: `$(BITS)` or `${BITS}/stubs`, before another
/// part of a path or the end of a word.
fn variable(text: &str) -> Option<usize> {
    let name = text.strip_prefix("$(").or_else(|| text.strip_prefix("${"))?;
    let length = name.bytes().take_while(|b| in_word(*b)).count();
    let end = name[length..].strip_prefix([')', '}'])?;
    let end = end.strip_prefix("/stubs").unwrap_or(end);
    let is_whole = length > 0 && end.bytes().next().is_none_or(|b| b == b'/' || b.is_ascii_whitespace());
    is_whole.then_some(text.len() - end.len())
}

/// CUDA's library for launches in kernels.
pub(super) const DEVICE_RUNTIME: &str = "cudadevrt";

/// Removes the library for launches in kernels, with the blanks before it on its line.
pub(super) fn device_runtime(build: &mut Build<'_>, at: Range<usize>) {
    let text = build.text;
    build.note(
        at.start,
        Reason::Look,
        format!("`{DEVICE_RUNTIME}` is removed: hipcc links launches in kernels by itself"),
    );
    let before = text[..at.start].trim_end_matches([' ', '\t']).len();
    // Keep a blank before the next word.
    let from = if text[at.end..].starts_with([' ', '\t', '\n', '\r', ')']) { before } else { at.start };
    build.edit(from..at.end, "");
}

/// Translates a library, `-lcudart`; returns its end.
fn library(build: &mut Build<'_>, at: usize, limit: usize) -> usize {
    let option = at - "-l".len();
    // `-l name`
    let at = at + build.text[at..limit].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let name_end = at + build.text[at..limit].bytes().take_while(|b| in_word(*b) || *b == b'-').count();
    let name = &build.text[at..name_end];
    if at > option + "-l".len() && build.text[name_end..limit].starts_with(['/', '.']) {
        // `ls -l cuda/`
        return name_end;
    }
    match link_libraries::library(name) {
        Some(link_libraries::Library { hip: Some(hip), .. }) if hip == name => build.note(
            at,
            Reason::Look,
            format!("`-l{name}` stays: it is a library of this SDK; ROCm has others of its kind"),
        ),
        Some(link_libraries::Library { hip: Some("amdhip64"), .. }) if build.options.nvtx => {
            build.edit(at..name_end, "amdhip64 -lroctx64");
        }
        Some(link_libraries::Library { hip: Some(hip), .. }) => build.edit(at..name_end, hip),
        Some(_) if name == DEVICE_RUNTIME => device_runtime(build, option..name_end),
        Some(_) => build.note(at, Reason::Unsupported, format!("`-l{name}` stays: HIP has no such library")),
        None => {}
    }
    name_end
}

/// Translates a target, `CUDA::cudart`; returns its end.
fn target(build: &mut Build<'_>, at: usize, limit: usize, packages: &mut Vec<&'static str>) -> usize {
    let from = at + "CUDA::".len();
    let end = from + build.text[from..limit].bytes().take_while(|b| in_word(*b)).count();
    let name = &build.text[from..end];
    match link_libraries::library(name) {
        Some(link_libraries::Library { target: Some(target), package, .. }) => {
            packages.extend(package);
            build.edit(at..end, target);
        }
        Some(_) if name == DEVICE_RUNTIME => device_runtime(build, at..end),
        _ => build.note(at, Reason::Unsupported, format!("`CUDA::{name}` stays: HIP has no such target")),
    }
    end
}
