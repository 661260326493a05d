//! Makefiles: variables, recipes, and compiler options in both. Comments and printed texts stay.

mod uses;

use super::file::Build;
use super::flags;
use super::words::{self, Place};
use crate::report::Reason;
use std::ops::Range;
use uses::Uses;

/// Definition that ROCm's headers require of compilers other than hipcc.
pub(super) const PLATFORM: &str = "-D__HIP_PLATFORM_AMD__";

pub(super) fn run(build: &mut Build<'_>) {
    let lines = lines(build.text);
    let uses = Uses::new(build.text, &lines);
    openmp(build, &lines, &uses);
    for code in lines {
        line(build, code, &uses);
    }
}

/// Notes the library that OpenMP needs where a host compiler links what hipcc compiled, as an explicit
/// library of CUDA's runtime suggests.
fn openmp(build: &mut Build<'_>, lines: &[Range<usize>], uses: &Uses<'_>) {
    let find =
        |what: &str| lines.iter().find_map(|code| Some(code.start + build.text[code.clone()].find(what)?));
    if let (true, Some(at), Some(_)) = (uses.is_for_nvcc(), find("-fopenmp"), find("-lcudart")) {
        let message = "hipcc makes OpenMP code for clang's library: let hipcc link it, or add `-lomp`, which lies where `clang -print-file-name=libomp.so` says";
        build.note(at, Reason::Look, message.to_owned());
    }
}

/// Returns the logical lines of a file without their comments.
fn lines(text: &str) -> Vec<Range<usize>> {
    let (mut at, mut found) = (0, Vec::new());
    while at < text.len() {
        let end = logical_end(text, at);
        found.push(at..comment(text, at, end));
        at = end;
    }
    found
}

/// Returns the end of a logical line, which a backslash continues.
fn logical_end(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let Some(n) = text[at..].find('\n') else { return text.len() };
        let line = text[at..at + n].trim_end_matches('\r');
        at += n + 1;
        if !line.ends_with('\\') {
            return at;
        }
    }
}

/// Returns the start of the comment, or the end of the line.
fn comment(text: &str, from: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut quote = None;
    for at in from..end {
        match (quote, bytes[at]) {
            (Some(q), b) if b == q => quote = None,
            (None, b @ (b'"' | b'\'')) if bytes[from] == b'\t' => quote = Some(b),
            (None, b'#') if at == from || bytes[at - 1] != b'\\' => return at,
            _ => {}
        }
    }
    end
}

fn line(build: &mut Build<'_>, code: Range<usize>, uses: &Uses<'_>) {
    let text = &build.text[code.clone()];
    let variable = uses::assigned(text).map(|(name, _)| name);
    if !text.is_ascii() && !text.contains("cu") && !text.contains("CU") {
        return;
    }
    if let Some((name, value)) = uses::assigned(text)
        && let Some(other) = uses::variable(value.trim())
        && other != name
        && [name, other].iter().all(|name| words::names_root(name))
    {
        // Both names become one, and the variable would refer to itself: the first such line is its default.
        let is_root = |(name, _): (&str, &str)| words::names_root(name);
        let is_set = build.text[..code.start].lines().filter_map(uses::assigned).any(is_root);
        let (goes, default) =
            if is_set { ("is removed", "") } else { ("becomes a default", "HIP_PATH ?= /opt/rocm") };
        let message = format!("this line {goes}: `{name}` and `{other}` both become `HIP_PATH`");
        build.note(code.start, Reason::Look, message);
        let end = code.start + text.trim_end_matches(['\n', '\r', ' ', '\t']).len();
        return build.edit(code.start..end, default);
    }
    let all = flags::words(build.text, code.clone());
    let prints = |word: &str| matches!(word.trim_start_matches(['@', '-', '+']), "echo" | "printf");
    let is_recipe = text.starts_with('\t');
    if is_recipe && all.first().is_some_and(|w| prints(&build.text[w.clone()])) {
        return;
    }
    if ["$(info", "$(warning", "$(error"].iter().any(|f| text.trim_start().starts_with(f)) {
        return;
    }
    let called = uses.calls_nvcc(text);
    let nvcc = called
        || variable
            .is_some_and(|name| uses.reaches_nvcc(name) || name.contains("CUDA") && name.contains("FLAG"))
        || ["nvcc", "NVCC", "CUFLAGS", "CU_FLAGS", "CUDAFLAGS", "CUDA_FLAGS", "GENCODE", "hipcc"]
            .iter()
            .any(|word| text.contains(word));
    flags::run(build, &all, nvcc);
    // Assignments within a loop: `$(foreach …,$(eval NAME += …))`.
    for (at, _) in text.match_indices("$(eval ") {
        let from = code.start + at + "$(eval ".len();
        let inner = from..from + uses::closing(&build.text[from..code.end]);
        flags::run(build, &flags::words(build.text, inner), nvcc);
    }
    if !called && !text.contains("__HIP_PLATFORM_") {
        platform(build, &all, is_recipe, variable, uses);
    }
    let defines = variable.is_some_and(words::names_root);
    if defines && text.contains("/usr/local/cuda") {
        weaken(build, code.clone());
    }
    let place = if defines { Place::MakeRoot } else { Place::Make };
    for name in uses::references(text).filter(|name| uses.is_root(&text[name.clone()])) {
        words::lib64(build, code.start + name.end, code.end);
    }
    words::run(build, code, place, &mut Vec::new());
}

/// Makes an assignment a default, so that the environment can give the SDK's directory: CUDA lies in one
/// usual place, HIP's SDKs do not.
fn weaken(build: &mut Build<'_>, code: Range<usize>) {
    let Some((before, _)) = build.text[code.clone()].split_once('=') else { return };
    let plain = before.trim_end_matches(':');
    if !plain.ends_with(['+', '?', '!']) {
        build.edit(code.start + plain.len()..code.start + before.len() + 1, "?=");
    }
}

/// Defines HIP's platform for compilers other than hipcc: next to the directory of CUDA's headers, or after
/// the compiler's name if no such directory is given.
fn platform(
    build: &mut Build<'_>,
    all: &[Range<usize>],
    is_recipe: bool,
    variable: Option<&str>,
    uses: &Uses<'_>,
) {
    if (is_recipe || variable.is_some_and(|name| !uses.is_nvccs_alone(name)))
        && let Some(word) = all.iter().find(|w| uses.is_include(&build.text[(*w).clone()]))
    {
        // Outside the quotes of a quoted word.
        return build.edit(word.end..word.end, format!(" {PLATFORM}"));
    }
    let line = all.first().map_or("", |first| &build.text[first.start..all[all.len() - 1].end]);
    if is_recipe
        && uses.compiles_for_host(build.text, all)
        && let Some(compiler) = uses::compiler(build.text, all)
        && !uses.names_platform(line)
    {
        build.edit(compiler.end..compiler.end, format!(" {PLATFORM}"));
    }
}
