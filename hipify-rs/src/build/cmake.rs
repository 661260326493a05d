//! CMake: languages, packages, targets, properties and variables. Comments and what is printed stay.

use super::words::{self, Place};
use super::{Build, flags, separable};
use crate::report::Reason;
use std::ops::Range;

/// A command.
struct Command {
    name: Range<usize>,
    args: Vec<Arg>,
    /// The `)`.
    close: usize,
}

/// An argument; the range is without its quotes.
#[derive(Clone)]
struct Arg {
    at: Range<usize>,
    /// With its quotes.
    whole: Range<usize>,
    /// A bracket argument: raw text.
    raw: bool,
}

pub(super) fn run(build: &mut Build<'_>) {
    let all = read(build.text);
    let mut packages = Vec::new();
    let mut found: Option<usize> = None;
    for command in &all {
        if command.name.is_empty() {
            continue;
        }
        let name = build.text[command.name.clone()].to_ascii_lowercase();
        match name.as_str() {
            "message" => continue,
            "find_package" if is_cuda_package(build, command) => {
                find_package(build, command);
                found.get_or_insert(command.close + 1);
                continue;
            }
            "enable_language" | "check_language" | "project" => languages(build, command),
            "set_source_files_properties" => language_property(build, command),
            "cuda_add_executable" | "cuda_add_library" => add(build, command, &name["cuda_".len()..], &all),
            "cuda_include_directories" => build.edit(command.name.clone(), "include_directories"),
            "cuda_select_nvcc_arch_flags"
            | "cuda_compile"
            | "cuda_compile_ptx"
            | "cuda_compile_fatbin"
            | "cuda_compile_cubin"
            | "cuda_build_clean_target" => {
                let message = format!("`{name}` stays: HIP's CMake files have nothing like it");
                build.note(command.name.start, Reason::Unsupported, message);
            }
            _ => {}
        }
        if matches!(name.as_str(), "add_executable" | "add_library" | "target_sources") {
            sources(build, command, &all, command.name.start);
        }
        if removed(build, command, &name) {
            continue;
        }
        compiler_flags(build, command, &name);
        for arg in command.args.iter().filter(|arg| !arg.raw) {
            generator(build, arg);
            words::run(build, arg.at.clone(), Place::Cmake, &mut packages);
        }
    }
    packages.retain(|package| *package != "hip" && *package != "-");
    packages.sort_unstable();
    packages.dedup();
    let named = |package: &str| {
        all.iter().any(|c| {
            build.text[c.name.clone()].eq_ignore_ascii_case("find_package")
                && c.args.first().is_some_and(|a| &build.text[a.at.clone()] == package)
        })
    };
    let lines: String = packages
        .iter()
        .filter(|p| !named(p))
        .map(|package| format!("\nfind_package({package} REQUIRED)"))
        .collect();
    if let Some(at) = found.filter(|_| !lines.is_empty()) {
        build.edit(at..at, lines);
    }
}

/// The commands of a file. What does not look like one is passed over.
fn read(text: &str) -> Vec<Command> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at = comment(text, at),
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let name = at..at
                    + bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
                let open =
                    name.end + bytes[name.end..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
                at = open;
                if bytes.get(open) == Some(&b'(') {
                    let (args, close) = arguments(text, open + 1);
                    at = (close + 1).min(bytes.len());
                    found.push(Command { name, args, close: close.min(bytes.len().saturating_sub(1)) });
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// One past a comment: to the line's end, or to the end of its bracket.
fn comment(text: &str, at: usize) -> usize {
    match bracket(text, at + 1) {
        Some((_, whole)) => whole.end,
        None => text[at..].find('\n').map_or(text.len(), |n| at + n),
    }
}

/// `[==[ … ]==]`: what is inside, and all of it.
fn bracket(text: &str, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let rest = text.get(at..)?.strip_prefix('[')?;
    let equals = rest.len() - rest.trim_start_matches('=').len();
    rest[equals..].strip_prefix('[')?;
    let from = at + equals + 2;
    let close = format!("]{}]", "=".repeat(equals));
    let to = text[from..].find(&close).map_or(text.len(), |n| from + n);
    Some((from..to, at..(to + close.len()).min(text.len())))
}

fn arguments(text: &str, from: usize) -> (Vec<Arg>, usize) {
    let bytes = text.as_bytes();
    let (mut args, mut at, mut depth) = (Vec::new(), from, 1usize);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return (args, at);
                }
            }
            b'#' => {
                at = comment(text, at);
                continue;
            }
            b'"' => {
                let start = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                args.push(Arg {
                    at: start + 1..end.max(start + 1),
                    whole: start..(end + 1).min(bytes.len()),
                    raw: false,
                });
            }
            b'[' if bracket(text, at).is_some() => {
                if let Some((inner, whole)) = bracket(text, at) {
                    at = whole.end;
                    args.push(Arg { at: inner, whole, raw: true });
                    continue;
                }
            }
            b if b.is_ascii_whitespace() || b == b';' => {}
            _ => {
                let start = at;
                let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b'#' | b'"' | b';');
                while at < bytes.len() && !ends(bytes[at]) {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = at.min(bytes.len());
                args.push(Arg { at: start..at, whole: start..at, raw: false });
                continue;
            }
        }
        at += 1;
    }
    args.retain(|arg| arg.at.end <= text.len() && arg.at.start <= arg.at.end);
    (args, bytes.len())
}

fn is_cuda_package(build: &Build<'_>, command: &Command) -> bool {
    command.args.first().is_some_and(|arg| matches!(&build.text[arg.at.clone()], "CUDAToolkit" | "CUDA"))
}

/// A version of CUDA's is none of HIP's, and its components are not HIP's either.
fn find_package(build: &mut Build<'_>, command: &Command) {
    let text = build.text;
    build.edit(command.args[0].at.clone(), "hip");
    let keeps = ["REQUIRED", "QUIET", "CONFIG", "MODULE", "NO_MODULE"];
    for (n, arg) in command.args.iter().enumerate().skip(1) {
        if !keeps.contains(&&text[arg.at.clone()]) {
            build.edit(command.args[n - 1].whole.end..arg.whole.end, "");
        }
    }
}

/// `CUDA` among languages.
fn languages(build: &mut Build<'_>, command: &Command) {
    let skip = usize::from(build.text[command.name.clone()].eq_ignore_ascii_case("project"));
    for arg in command.args.iter().skip(skip) {
        if &build.text[arg.at.clone()] == "CUDA" {
            build.edit(arg.at.clone(), "HIP");
        }
    }
}

/// `PROPERTIES LANGUAGE CUDA`
fn language_property(build: &mut Build<'_>, command: &Command) {
    for pair in command.args.windows(2) {
        if &build.text[pair[0].at.clone()] == "LANGUAGE" && &build.text[pair[1].at.clone()] == "CUDA" {
            build.edit(pair[1].at.clone(), "HIP");
        }
    }
}

/// The indentation of the line on which a command begins.
fn indent<'a>(build: &Build<'a>, at: usize) -> &'a str {
    let text = build.text;
    let line = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let blank = text[line..at].len() - text[line..at].trim_start_matches([' ', '\t']).len();
    &text[line..line + blank]
}

/// Sources named `.cu` are CUDA's by their name only: that they are HIP's has to be said, once.
fn sources(build: &mut Build<'_>, command: &Command, all: &[Command], at: usize) {
    let text = build.text;
    let said = |file: &str| {
        all.iter().any(|c| {
            text[c.name.clone()].eq_ignore_ascii_case("set_source_files_properties")
                && c.args.iter().any(|a| &text[a.at.clone()] == "LANGUAGE")
                && c.args.iter().any(|a| &text[a.whole.clone()] == file)
        })
    };
    let files: Vec<&str> = command
        .args
        .iter()
        .filter(|arg| !arg.raw && text[arg.at.clone()].ends_with(".cu"))
        .map(|arg| &text[arg.whole.clone()])
        .filter(|file| !said(file))
        .collect();
    if !files.is_empty() {
        let indent = indent(build, command.name.start);
        let line =
            format!("set_source_files_properties({} PROPERTIES LANGUAGE HIP)\n{indent}", files.join(" "));
        build.edit(at..at, line);
    }
}

/// FindCUDA's targets: it also linked the runtime.
fn add(build: &mut Build<'_>, command: &Command, plain: &str, all: &[Command]) {
    build.edit(command.name.clone(), plain);
    sources(build, command, all, command.name.start);
    let Some(target) = command.args.first().map(|arg| &build.text[arg.whole.clone()]) else { return };
    if build.text.as_bytes().get(command.close) != Some(&b')') {
        return;
    }
    // CMake wants all links of a target with a keyword, or none.
    let keyword = all.iter().any(|c| {
        build.text[c.name.clone()].eq_ignore_ascii_case("target_link_libraries")
            && c.args.first().is_some_and(|a| &build.text[a.whole.clone()] == target)
            && c.args
                .get(1)
                .is_some_and(|a| matches!(&build.text[a.at.clone()], "PUBLIC" | "PRIVATE" | "INTERFACE"))
    });
    let keyword = if keyword { " PUBLIC" } else { "" };
    let line =
        format!("\n{}target_link_libraries({target}{keyword} hip::host)", indent(build, command.name.start));
    build.edit(command.close + 1..command.close + 1, line);
}

/// Properties and variables that HIP has nothing for.
const GONE: [(&str, &str); 9] = [
    (
        "CUDA_ARCHITECTURES",
        "architectures of NVIDIA's: `HIP_ARCHITECTURES` defaults to the devices that are there",
    ),
    ("CUDA_RESOLVE_DEVICE_SYMBOLS", "HIP resolves device symbols when it links"),
    ("CUDA_RUNTIME_LIBRARY", "HIP's runtime is a shared library"),
    (
        "CUDA_SEPARABLE_COMPILATION",
        "if device code of several files is to be linked, compile with `-fgpu-rdc`",
    ),
    (
        "CMAKE_CUDA_ARCHITECTURES",
        "architectures of NVIDIA's: `CMAKE_HIP_ARCHITECTURES` defaults to the devices that are there",
    ),
    ("CMAKE_CUDA_RESOLVE_DEVICE_SYMBOLS", "HIP resolves device symbols when it links"),
    ("CMAKE_CUDA_RUNTIME_LIBRARY", "HIP's runtime is a shared library"),
    (
        "CMAKE_CUDA_SEPARABLE_COMPILATION",
        "if device code of several files is to be linked, compile with `-fgpu-rdc`",
    ),
    ("CUDA_PROPAGATE_HOST_FLAGS", "hipcc is its own host compiler"),
];

fn gone(name: &str) -> Option<&'static str> {
    GONE.iter().find(|(gone, _)| *gone == name).map(|(_, why)| *why)
}

/// Takes out what has no meaning in HIP; whether that is all of the command.
fn removed(build: &mut Build<'_>, command: &Command, name: &str) -> bool {
    let text = build.text;
    let closed = text.as_bytes().get(command.close) == Some(&b')');
    if matches!(name, "set" | "unset" | "option") {
        let Some(first) = command.args.first() else { return false };
        let on = command.args.get(1).is_some_and(|arg| separable::is_on(&text[arg.at.clone()]));
        if closed && on && name == "set" && &text[first.at.clone()] == separable::VARIABLE {
            let lines = separable::of_all(indent(build, command.name.start));
            build.edit(command.name.start..command.close + 1, lines);
            return true;
        }
        let Some(why) = gone(&text[first.at.clone()]) else { return false };
        build.note(first.at.start, Reason::Look, format!("`{}` goes: {why}", &text[first.at.clone()]));
        erase(build, command);
        return true;
    }
    if !matches!(name, "set_target_properties" | "set_property") {
        return false;
    }
    let marker = if name == "set_property" { "PROPERTY" } else { "PROPERTIES" };
    let Some(from) = command.args.iter().position(|arg| &text[arg.at.clone()] == marker) else {
        return false;
    };
    let list = &command.args[from + 1..];
    // `PROPERTY name values…` is one, `PROPERTIES` are pairs.
    let step = if marker == "PROPERTY" { list.len().max(1) } else { 2 };
    let hits: Vec<&[Arg]> =
        list.chunks(step).filter(|pair| gone(&text[pair[0].at.clone()]).is_some()).collect();
    // `set_property(TARGET a b PROPERTY …)`
    let (scope, first) = if name == "set_property" { (command.args.first(), 1) } else { (None, 0) };
    let of_targets = scope.is_none_or(|scope| &text[scope.at.clone()] == "TARGET");
    let is_separable = |pair: &[Arg]| {
        closed
            && of_targets
            && &text[pair[0].at.clone()] == separable::PROPERTY
            && pair.get(1).is_some_and(|value| separable::is_on(&text[value.at.clone()]))
    };
    let targets: Vec<&str> =
        command.args[first.min(from)..from].iter().map(|arg| &text[arg.whole.clone()]).collect();
    let told = hits.iter().any(|pair| is_separable(pair)).then(|| {
        let indent = indent(build, command.name.start);
        (separable::of_targets(&targets, indent), indent)
    });
    for pair in hits.iter().filter(|pair| !is_separable(pair)) {
        let property = &text[pair[0].at.clone()];
        let why = gone(property).unwrap_or("");
        build.note(pair[0].at.start, Reason::Look, format!("`{property}` goes: {why}"));
    }
    if !hits.is_empty() && hits.len() == list.chunks(step).count() {
        match told {
            Some((lines, _)) => build.edit(command.name.start..command.close + 1, lines),
            None => erase(build, command),
        }
        return true;
    }
    if let Some((lines, indent)) = told {
        build.edit(command.close + 1..command.close + 1, format!("\n{indent}{lines}"));
    }
    for pair in hits {
        let end = pair[pair.len() - 1].whole.end;
        let before = text[..pair[0].whole.start].trim_end().len();
        // A comment before it has the line's rest.
        let start = if text[..before].lines().last().is_some_and(|l| l.contains('#')) {
            pair[0].whole.start
        } else {
            before
        };
        build.edit(start..end, "");
    }
    false
}

/// Takes out a command, and its line if nothing else stands there.
fn erase(build: &mut Build<'_>, command: &Command) {
    let text = build.text;
    let line = text[..command.name.start].rfind('\n').map_or(0, |n| n + 1);
    let end = (command.close + 1).min(text.len());
    let rest = text[end..].find('\n').map_or(text.len(), |n| end + n + 1);
    let alone = text[line..command.name.start].trim().is_empty() && text[end..rest].trim().is_empty();
    build.edit(if alone { line..rest } else { command.name.start..end }, "");
}

/// `$<COMPILE_LANGUAGE:CUDA>` and its kind.
fn generator(build: &mut Build<'_>, arg: &Arg) {
    for (from, to) in [
        ("COMPILE_LANGUAGE:CUDA>", "COMPILE_LANGUAGE:HIP>"),
        ("COMPILE_LANG_AND_ID:CUDA,NVIDIA", "COMPILE_LANG_AND_ID:HIP,Clang"),
        ("LINK_LANGUAGE:CUDA>", "LINK_LANGUAGE:HIP>"),
        ("CUDA_COMPILER_ID:NVIDIA", "HIP_COMPILER_ID:Clang"),
    ] {
        let text = &build.text[arg.at.clone()];
        let places: Vec<usize> = text.match_indices(from).map(|(n, _)| arg.at.start + n).collect();
        for at in places {
            build.edit(at..at + from.len(), to);
        }
    }
}

/// The words of a list that is also split at `;`.
fn listed(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for word in flags::words(text, range) {
        let mut at = word.start;
        for part in text[word].split(';') {
            if !part.is_empty() {
                found.push(at..at + part.len());
            }
            at += part.len() + 1;
        }
    }
    found
}

/// Options of nvcc's, where they are meant for nvcc.
fn compiler_flags(build: &mut Build<'_>, command: &Command, name: &str) {
    let text = build.text;
    let variables = ["CMAKE_CUDA_FLAGS", "CUDA_NVCC_FLAGS", "CMAKE_HIP_FLAGS", "HIP_HIPCC_FLAGS"];
    let set = matches!(name, "set" | "list" | "string")
        && command.args.iter().take(3).any(|a| variables.iter().any(|v| text[a.at.clone()].starts_with(v)));
    let language =
        |arg: &Arg| text[arg.at.clone()].contains("COMPILE_LANG") && text[arg.at.clone()].contains("CUDA");
    let options = matches!(
        name,
        "target_compile_options" | "add_compile_options" | "cuda_add_executable" | "cuda_add_library"
    );
    if !set && !options {
        return;
    }
    if set {
        for arg in command.args.iter().filter(|a| !a.raw && a.at != a.whole) {
            flags::run(build, &listed(text, arg.at.clone()), true);
        }
        let plain: Vec<Range<usize>> =
            command.args.iter().filter(|a| a.at == a.whole).map(|a| a.at.clone()).collect();
        flags::run(build, &plain, true);
        return;
    }
    let Some(start) = command.args.iter().position(language) else {
        let plain: Vec<Range<usize>> = command.args.iter().filter(|a| !a.raw).map(|a| a.at.clone()).collect();
        return flags::run(build, &plain, name.starts_with("cuda_"));
    };
    for (n, arg) in command.args.iter().enumerate().skip(start) {
        // `$<$<COMPILE_LANGUAGE:CUDA>:-a -b>`: the options stand behind the condition and before the last `>`.
        let inner = &text[arg.at.clone()];
        let from = if n == start { inner.find(">:").map_or(inner.len(), |n| n + 2) } else { 0 };
        let to = inner.len() - usize::from(inner.ends_with('>'));
        if from < to {
            let part = arg.at.start + from..arg.at.start + to;
            flags::run(build, &listed(text, part), true);
        }
    }
}
