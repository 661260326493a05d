//! nvcc options in CMake: lists of flags in variables, and generator expressions for CUDA sources.

use super::super::file::Build;
use super::super::flags;
use super::syntax::{Arg, Command};
use super::variables::{Variables, named};
use crate::cuda_version::{MAJOR, MINOR, VERSION};
use crate::report::Reason;
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns whether a variable holds nvcc options, by its name: `CMAKE_CUDA_FLAGS`, `NVCC_OPTS`,
/// `CUDA_CXX_FLAGS`.
fn is_nvcc(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let flags = ["FLAG", "OPT", "ARGS"].iter().any(|word| name.contains(word));
    let compiler = ["NVCC", "CUDA", "HIPCC", "CMAKE_HIP"].iter().any(|word| name.contains(word));
    compiler && flags || name.contains("GENCODE")
}

/// Returns the variables of a file that reach nvcc by value.
pub(super) fn variables(text: &str, all: &[Command], variables: &Variables<'_>) -> BTreeSet<String> {
    let mut roots = Vec::new();
    for command in all {
        match command.name(text).as_str() {
            "set" => roots.extend(command.arg(text, 0).filter(|name| is_nvcc(name))),
            "list" | "string" => roots.extend(command.arg(text, 1).filter(|name| is_nvcc(name))),
            _ => {
                let end = command.close.min(text.len());
                for part in contents(text, command.name.end..end) {
                    roots.extend(named(&text[part]));
                }
            }
        }
    }
    variables.reaching(roots)
}

/// Returns the contents of generator expressions that apply to CUDA sources only:
/// `$<$<COMPILE_LANGUAGE:CUDA>:…>`.
fn contents(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let (bytes, mut open, mut found) = (text.as_bytes(), Vec::new(), Vec::<Range<usize>>::new());
    // Start of each open expression, and the end of its condition.
    let mut at = range.start;
    while at < range.end {
        match bytes[at] {
            b'$' if bytes.get(at + 1) == Some(&b'<') => {
                open.push((at + 2, None));
                at += 1;
            }
            b':' => {
                if let Some((_, colon @ None)) = open.last_mut() {
                    *colon = Some(at);
                }
            }
            b'>' => {
                if let Some((from, Some(colon))) = open.pop() {
                    let condition = &text[from..colon];
                    let cuda = condition.contains("COMPILE_LANG")
                        && [":CUDA", ",CUDA", ":HIP", ",HIP"].iter().any(|word| condition.contains(word))
                        && !condition.starts_with("$<NOT");
                    if cuda {
                        // Expressions within it are part of its content.
                        found.retain(|inner| inner.start < colon);
                        found.push(colon + 1..at);
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Splits the content of an expression into options at blanks and `;`, also inside nested expressions.
fn pieces(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut start, mut at) = (Vec::new(), range.start, range.start);
    while at < range.end {
        let skip = match bytes[at] {
            b'$' if bytes.get(at + 1) == Some(&b'<') => {
                // Skip the condition, up to its colon.
                let (mut depth, mut end) = (0usize, at);
                while end < range.end {
                    match bytes[end] {
                        b'<' if bytes[end - 1] == b'$' => depth += 1,
                        b'>' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    if depth == 0 && end > at + 1 || depth == 1 && bytes[end] == b':' {
                        break;
                    }
                    end += 1;
                }
                end + 1 - at
            }
            b';' | b'>' | b'"' => 1,
            b if b.is_ascii_whitespace() => 1,
            b':' if &text[start..at] == "SHELL" => 1,
            _ => 0,
        };
        if skip == 0 {
            at += 1;
            continue;
        }
        if start < at && &text[start..at] != "SHELL" {
            found.push(start..at);
        }
        at += skip;
        start = at;
    }
    if start < range.end {
        found.push(start..range.end);
    }
    found
}

/// Splits a list into words, also at `;`.
fn listed(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for word in flags::words(text, range) {
        let mut at = word.start;
        for part in text[word].split(';') {
            let shell = if part.starts_with("SHELL:") { "SHELL:".len() } else { 0 };
            if part.len() > shell {
                found.push(at + shell..at + part.len());
            }
            at += part.len() + 1;
        }
    }
    found
}

/// Translates nvcc options where they are meant for nvcc.
pub(super) fn run(build: &mut Build<'_>, command: &Command, name: &str, nvcc: &BTreeSet<String>) {
    let text = build.text;
    let own = match name {
        "set" => command.arg(text, 0),
        "list" | "string" => command.arg(text, 1),
        _ => None,
    };
    let is = |names: &[&str]| names.contains(&name);
    if let Some(own) = own {
        // Options that only nvcc has are translated in any variable.
        let meant = nvcc.contains(own);
        for arg in command.args.iter().filter(|a| !a.raw && a.at != a.whole) {
            flags::run(build, &listed(text, arg.at.clone()), meant);
        }
        return flags::run(build, &plain(command), meant);
    }
    if is(&["set_source_files_properties", "set_target_properties", "set_property"]) {
        let options = ["COMPILE_FLAGS", "COMPILE_OPTIONS"];
        let cuda = command.args.iter().any(|a| text[a.at.clone()].ends_with(".cu"));
        for pair in command.args.windows(2).filter(|pair| options.contains(&&text[pair[0].at.clone()])) {
            flags::run(build, &listed(text, pair[1].at.clone()), cuda);
        }
        return;
    }
    if !is(&["target_compile_options", "add_compile_options", "cuda_add_executable", "cuda_add_library"]) {
        return;
    }
    let parts = contents(text, command.name.end..command.close.min(text.len()));
    for part in &parts {
        flags::run(build, &pieces(text, part.clone()), true);
    }
    if parts.is_empty() {
        let all: Vec<Range<usize>> = command
            .args
            .iter()
            .filter(|a| !a.raw)
            .flat_map(|a| if a.at == a.whole { vec![a.at.clone()] } else { listed(text, a.at.clone()) })
            .collect();
        flags::run(build, &all, name.starts_with("cuda_"));
    }
}

/// Returns the unquoted arguments.
fn plain(command: &Command) -> Vec<Range<usize>> {
    command.args.iter().filter(|a| a.at == a.whole).map(|a| a.at.clone()).collect()
}

/// Translates languages and compilers in generator expressions: `$<COMPILE_LANGUAGE:CXX,CUDA>`.
pub(super) fn generator(build: &mut Build<'_>, arg: &Arg) {
    let text = build.text;
    let inner = &text[arg.at.clone()];
    for word in ["COMPILE_LANGUAGE:", "LINK_LANGUAGE:", "COMPILE_LANG_AND_ID:", "LINK_LANG_AND_ID:"] {
        for (n, _) in inner.match_indices(word) {
            let from = arg.at.start + n + word.len();
            let Some(length) = text[from..arg.at.end].find(['>', '$']) else { continue };
            let list = &text[from..from + length];
            if list.split(',').any(|item| item == "HIP") {
                continue;
            }
            let mut at = from;
            let has_clang = list.split(',').any(|item| item == "Clang");
            for (n, item) in list.split(',').enumerate() {
                let range = at..at + item.len();
                at = range.end + 1;
                match item {
                    "CUDA" => build.edit(range, "HIP"),
                    "NVIDIA" if list.starts_with("CUDA,") && n > 0 && !has_clang => {
                        build.edit(range, "Clang")
                    }
                    _ => {}
                }
            }
        }
    }
    for (from, to) in [
        ("CUDA_COMPILER_ID:NVIDIA", "HIP_COMPILER_ID:Clang"),
        ("CUDA_COMPILER_VERSION", "HIP_COMPILER_VERSION"),
    ] {
        let places = inner.match_indices(from).map(|(n, _)| arg.at.start + n);
        for at in places.filter(|&at| text[..at].ends_with("$<")) {
            build.edit(at..at + from.len(), to);
        }
    }
}

/// Variables for CUDA's version, and their values.
const VERSIONS: [(&str, &str); 7] = [
    ("CMAKE_CUDA_COMPILER_VERSION", VERSION),
    ("CUDAToolkit_VERSION", VERSION),
    ("CUDAToolkit_VERSION_MAJOR", MAJOR),
    ("CUDAToolkit_VERSION_MINOR", MINOR),
    ("CUDA_VERSION", VERSION),
    ("CUDA_VERSION_MAJOR", MAJOR),
    ("CUDA_VERSION_MINOR", MINOR),
];

/// Translates tests of the compiler: `CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA"` (HIP's compiler is clang),
/// and of CUDA's version, which is a constant. Returns where the arguments start that are translated.
pub(super) fn compiler(build: &mut Build<'_>, command: &Command, name: &str) -> Vec<usize> {
    let mut done = Vec::new();
    if !matches!(name, "if" | "elseif" | "while") {
        return done;
    }
    let text = build.text;
    for triple in command.args.windows(3) {
        let [what, test, with] = triple else { continue };
        let variable = text[what.at.clone()].trim_matches(['$', '{', '}']);
        let test = &text[test.at.clone()];
        let id = matches!(variable, "CMAKE_CUDA_COMPILER_ID" | "CMAKE_HIP_COMPILER_ID");
        if id && matches!(test, "STREQUAL" | "MATCHES" | "EQUAL") && &text[with.at.clone()] == "NVIDIA" {
            build.edit(with.at.clone(), "Clang");
        }
        let version = VERSIONS.iter().find(|(name, _)| *name == variable);
        let compares =
            |test: &str| ["EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL"].contains(&test);
        if let Some((_, version)) = version.filter(|_| compares(test.trim_start_matches("VERSION_"))) {
            let message = format!("`{variable}` is {version}, as for translated sources");
            build.note(what.at.start, Reason::Look, message);
            build.edit(what.at.clone(), *version);
            done.push(what.at.start);
        }
    }
    done
}
