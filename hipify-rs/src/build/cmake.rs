//! CMake files: languages, packages, targets, properties and variables. Comments and printed texts stay.

mod languages;
mod libraries;
mod options;
mod sources;
mod syntax;
mod variables;

use super::file::Build;
use super::separable;
use super::words::{self, Place};
use crate::link_libraries;
use crate::report::Reason;
use syntax::{Arg, Command, indent};

pub(super) fn run(build: &mut Build<'_>) {
    let all = syntax::read(build.text);
    let variables = variables::Variables::new(build.text, &all, &build.options.source_lists);
    let nvcc = options::variables(build.text, &all, &variables);
    let languages = languages::variables(build.text, &all, &variables);
    let is_top = all.iter().any(|command| command.name(build.text) == "project");
    let mut packages = Vec::new();
    // CUDA package that the file finds, and the first command that needs a HIP package.
    let (mut found, mut first) = (None, None);
    for (n, command) in all.iter().enumerate() {
        if command.name.is_empty() {
            continue;
        }
        let name = command.name(build.text);
        match name.as_str() {
            "message" => continue,
            "find_package" if is_cuda_package(build, command) => {
                find_package(build, command, &all);
                found.get_or_insert(command);
                continue;
            }
            "set_source_files_properties" | "set_target_properties" | "set_property" => {
                language_property(build, command);
            }
            "cuda_add_executable" | "cuda_add_library" => add(build, command, &name["cuda_".len()..], &all),
            "cuda_add_cublas_to_target" => link(build, command, "cublas", &all, &mut packages),
            "cuda_add_cufft_to_target" => link(build, command, "cufft", &all, &mut packages),
            "cuda_include_directories" => build.edit(command.name.clone(), "include_directories"),
            "cuda_select_nvcc_arch_flags"
            | "cuda_compile"
            | "cuda_compile_ptx"
            | "cuda_compile_fatbin"
            | "cuda_compile_cubin"
            | "cuda_build_clean_target" => {
                let message = format!("`{name}` stays: HIP's CMake files have no equivalent");
                build.note(command.name.start, Reason::Unsupported, message);
            }
            _ => {}
        }
        languages::run(build, command, &name, &languages);
        sources::run(build, command, &all, &variables);
        if removed(build, command, &name, &all) {
            continue;
        }
        let tested = options::compiler(build, command, &name);
        options::run(build, command, &name, &nvcc);
        let mut needed = Vec::new();
        for arg in command.args.iter().filter(|arg| !arg.raw && !tested.contains(&arg.at.start)) {
            options::generator(build, arg);
            words::run(build, arg.at.clone(), Place::Cmake, &mut needed);
        }
        // The file that finds CUDA on behalf of this one is changed to find HIP.
        needed.retain(|package| is_top || *package != "hip");
        if command.args.iter().any(|arg| build.text[arg.at.clone()].contains(LANGUAGE_VARIABLE)) {
            needed.push("hip");
        }
        libraries::run(build, command, &name, &all, &mut needed);
        if !needed.is_empty() {
            first.get_or_insert(n);
        }
        packages.append(&mut needed);
    }
    libraries::find(build, &all, found, first, packages);
}

/// Returns the variables that hold device sources.
pub(super) fn source_lists(text: &str) -> Vec<String> {
    let nowhere = std::collections::BTreeSet::new();
    let variables = variables::Variables::new(text, &syntax::read(text), &nowhere);
    variables.holding(&sources::is_device).map(str::to_owned).collect()
}

/// Variable that enabling the language CUDA sets. For HIP, its package sets the replacement.
const LANGUAGE_VARIABLE: &str = "CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES";

fn is_cuda_package(build: &Build<'_>, command: &Command) -> bool {
    command.args.first().is_some_and(|arg| matches!(&build.text[arg.at.clone()], "CUDAToolkit" | "CUDA"))
}

/// Translates the package. CUDA's version and components do not apply to HIP.
fn find_package(build: &mut Build<'_>, command: &Command, all: &[Command]) {
    let text = build.text;
    build.edit(command.args[0].at.clone(), "hip");
    enable(build, command, all);
    let keeps = ["REQUIRED", "QUIET", "CONFIG", "MODULE", "NO_MODULE"];
    for (n, arg) in command.args.iter().enumerate().skip(1) {
        if !keeps.contains(&&text[arg.at.clone()]) {
            build.edit(command.args[n - 1].whole.end..arg.whole.end, "");
        }
    }
}

/// Enables the language HIP if needed: targets of FindCUDA did not need a language.
fn enable(build: &mut Build<'_>, command: &Command, all: &[Command]) {
    let text = build.text;
    let closed = text.as_bytes().get(command.close) == Some(&b')');
    let adds = |c: &Command| matches!(c.name(text).as_str(), "cuda_add_executable" | "cuda_add_library");
    let enables = |c: &Command| {
        matches!(c.name(text).as_str(), "project" | "enable_language")
            && c.args.iter().any(|arg| matches!(&text[arg.at.clone()], "CUDA" | "HIP"))
    };
    if closed
        && text[command.args[0].at.clone()] == *"CUDA"
        && all.iter().any(adds)
        && !all.iter().any(enables)
    {
        let line = format!("\n{}enable_language(HIP)", indent(build.text, command.name.start));
        build.edit(command.close + 1..command.close + 1, line);
    }
}

/// Translates `PROPERTIES LANGUAGE CUDA` and `PROPERTY LINKER_LANGUAGE CUDA`.
fn language_property(build: &mut Build<'_>, command: &Command) {
    for pair in command.args.windows(2) {
        if matches!(&build.text[pair[0].at.clone()], "LANGUAGE" | "LINKER_LANGUAGE")
            && &build.text[pair[1].at.clone()] == "CUDA"
        {
            build.edit(pair[1].at.clone(), "HIP");
        }
    }
}

/// Translates FindCUDA's targets, which also linked the runtime.
fn add(build: &mut Build<'_>, command: &Command, plain: &str, all: &[Command]) {
    build.edit(command.name.clone(), plain);
    let Some(target) = command.args.first().map(|arg| &build.text[arg.whole.clone()]) else { return };
    if build.text.as_bytes().get(command.close) != Some(&b')') {
        return;
    }
    let keyword = keyword(build.text, target, all);
    let indent = indent(build.text, command.name.start);
    let mut lines = format!("\n{indent}target_link_libraries({target}{keyword} hip::host)");
    if let Some(options) = nvcc_options(build, command) {
        lines += &format!(
            "\n{indent}target_compile_options({target} PRIVATE \"$<$<COMPILE_LANGUAGE:HIP>:{options}>\")"
        );
    }
    build.edit(command.close + 1..command.close + 1, lines);
}

/// Removes nvcc's options behind the sources of FindCUDA's targets, `OPTIONS -O3 ${FLAGS}`, and returns them
/// as a list.
fn nvcc_options(build: &mut Build<'_>, command: &Command) -> Option<String> {
    let text = build.text;
    let at = command.args.iter().position(|arg| !arg.raw && &text[arg.at.clone()] == "OPTIONS")?;
    let (before, last) = (command.args.get(at.checked_sub(1)?)?, command.args.last()?);
    build.edit(before.whole.end..last.whole.end, "");
    let words: Vec<&str> = command.args[at + 1..].iter().map(|arg| &text[arg.at.clone()]).collect();
    let configurations = ["DEBUG", "MINSIZEREL", "RELEASE", "RELWITHDEBINFO"];
    let common = words.iter().position(|word| configurations.contains(word)).unwrap_or(words.len());
    if common < words.len() {
        let message = format!("the options after `{}` are removed: set them by configuration", words[common]);
        build.note(command.args[at + 1 + common].at.start, Reason::Look, message);
    }
    (common > 0).then(|| words[..common].join(";"))
}

/// Returns the keyword for another link of a target: CMake requires one in all of them, or in none.
fn keyword(text: &str, target: &str, all: &[Command]) -> &'static str {
    let has_keyword = all.iter().any(|c| {
        text[c.name.clone()].eq_ignore_ascii_case("target_link_libraries")
            && c.args.first().is_some_and(|a| &text[a.whole.clone()] == target)
            && c.args
                .get(1)
                .is_some_and(|a| matches!(&text[a.at.clone()], "PUBLIC" | "PRIVATE" | "INTERFACE"))
    });
    if has_keyword { " PUBLIC" } else { "" }
}

/// Translates FindCUDA's commands for libraries: `cuda_add_cublas_to_target(x)`.
fn link(
    build: &mut Build<'_>,
    command: &Command,
    library: &str,
    all: &[Command],
    packages: &mut Vec<&'static str>,
) {
    let (Some(target), Some(library)) = (command.args.first(), link_libraries::library(library)) else {
        return;
    };
    let Some(becomes) = library.target else { return };
    let keyword = keyword(build.text, &build.text[target.whole.clone()], all);
    build.edit(command.name.clone(), "target_link_libraries");
    build.edit(target.whole.end..target.whole.end, format!("{keyword} {becomes}"));
    packages.extend(library.package);
}

/// Properties and variables without an equivalent in HIP, and why.
const GONE: [(&str, &str); 9] = [
    (
        "CUDA_ARCHITECTURES",
        "NVIDIA architectures do not apply; `HIP_ARCHITECTURES` defaults to the installed devices",
    ),
    ("CUDA_RESOLVE_DEVICE_SYMBOLS", "HIP resolves device symbols when it links"),
    ("CUDA_RUNTIME_LIBRARY", "HIP's runtime is a shared library"),
    ("CUDA_SEPARABLE_COMPILATION", "to link device code of several files, compile with `-fgpu-rdc`"),
    (
        "CMAKE_CUDA_ARCHITECTURES",
        "NVIDIA architectures do not apply; `CMAKE_HIP_ARCHITECTURES` defaults to the installed devices",
    ),
    ("CMAKE_CUDA_RESOLVE_DEVICE_SYMBOLS", "HIP resolves device symbols when it links"),
    ("CMAKE_CUDA_RUNTIME_LIBRARY", "HIP's runtime is a shared library"),
    ("CMAKE_CUDA_SEPARABLE_COMPILATION", "to link device code of several files, compile with `-fgpu-rdc`"),
    ("CUDA_PROPAGATE_HOST_FLAGS", "hipcc is its own host compiler"),
];

fn gone(name: &str) -> Option<&'static str> {
    GONE.iter().find(|(gone, _)| *gone == name).map(|(_, why)| *why)
}

/// Variable with the default of the property `CUDA_ARCHITECTURES`.
const ARCHITECTURES: &str = "CMAKE_CUDA_ARCHITECTURES";

/// Returns whether commands use the architectures for something other than the property and messages, for
/// example as the value of a macro.
fn are_architectures_read(text: &str, all: &[Command]) -> bool {
    let reference = format!("${{{ARCHITECTURES}}}");
    all.iter().any(|command| {
        let sets = matches!(command.arg(text, 0), Some(ARCHITECTURES));
        !sets
            && !matches!(command.name(text).as_str(), "message" | "if" | "elseif")
            && command.args.iter().enumerate().any(|(n, arg)| {
                text[arg.at.clone()].contains(&reference)
                    && command.arg(text, n.wrapping_sub(1)) != Some("CUDA_ARCHITECTURES")
            })
    })
}

/// Returns whether a target is an interface library, which compiles and links nothing.
fn is_interface(text: &str, target: &str, all: &[Command]) -> bool {
    all.iter().any(|command| {
        command.name(text) == "add_library"
            && command.args.first().is_some_and(|arg| &text[arg.whole.clone()] == target)
            && command.arg(text, 1) == Some("INTERFACE")
    })
}

/// Removes settings without an equivalent in HIP; returns whether that removes the whole command.
fn removed(build: &mut Build<'_>, command: &Command, name: &str, all: &[Command]) -> bool {
    let text = build.text;
    let closed = text.as_bytes().get(command.close) == Some(&b')');
    if matches!(name, "set" | "unset" | "option") {
        let Some(first) = command.args.first() else { return false };
        let on = command.args.get(1).is_some_and(|arg| separable::is_on(&text[arg.at.clone()]));
        if closed && on && name == "set" && &text[first.at.clone()] == separable::VARIABLE {
            let lines = separable::for_all(indent(build.text, command.name.start));
            build.edit(command.name.start..command.close + 1, lines);
            return true;
        }
        let Some(why) = gone(&text[first.at.clone()]) else { return false };
        if &text[first.at.clone()] == ARCHITECTURES && are_architectures_read(text, all) {
            return false;
        }
        build.note(first.at.start, Reason::Look, format!("`{}` is removed: {why}", &text[first.at.clone()]));
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
    // `PROPERTY name values…` is one property, `PROPERTIES` are pairs.
    let step = if marker == "PROPERTY" { list.len().max(1) } else { 2 };
    let hits: Vec<&[Arg]> =
        list.chunks(step).filter(|pair| gone(&text[pair[0].at.clone()]).is_some()).collect();
    // `set_property(TARGET a b PROPERTY …)`
    let (scope, first) = if name == "set_property" { (command.args.first(), 1) } else { (None, 0) };
    let of_targets = scope.is_none_or(|scope| &text[scope.at.clone()] == "TARGET");
    let targets: Vec<&str> = command.args[first.min(from)..from]
        .iter()
        .map(|arg| &text[arg.whole.clone()])
        .filter(|target| !is_interface(text, target, all))
        .collect();
    let is_separable = |pair: &[Arg]| {
        closed
            && of_targets
            && !targets.is_empty()
            && &text[pair[0].at.clone()] == separable::PROPERTY
            && pair.get(1).is_some_and(|value| separable::is_on(&text[value.at.clone()]))
    };
    let replacement = hits.iter().any(|pair| is_separable(pair)).then(|| {
        let indent = indent(build.text, command.name.start);
        (separable::for_targets(&targets, indent), indent)
    });
    for pair in hits.iter().filter(|pair| !is_separable(pair)) {
        let property = &text[pair[0].at.clone()];
        let why = gone(property).unwrap_or("");
        build.note(pair[0].at.start, Reason::Look, format!("`{property}` is removed: {why}"));
    }
    if !hits.is_empty() && hits.len() == list.chunks(step).count() {
        match replacement {
            Some((lines, _)) => build.edit(command.name.start..command.close + 1, lines),
            None => erase(build, command),
        }
        return true;
    }
    if let Some((lines, indent)) = replacement {
        build.edit(command.close + 1..command.close + 1, format!("\n{indent}{lines}"));
    }
    for pair in hits {
        let end = pair[pair.len() - 1].whole.end;
        let before = text[..pair[0].whole.start].trim_end().len();
        // If the line has a comment before it, keep the line end.
        let start = if text[..before].lines().last().is_some_and(|l| l.contains('#')) {
            pair[0].whole.start
        } else {
            before
        };
        build.edit(start..end, "");
    }
    false
}

/// Removes a command, and its line if the line has nothing else.
fn erase(build: &mut Build<'_>, command: &Command) {
    let text = build.text;
    let line = text[..command.name.start].rfind('\n').map_or(0, |n| n + 1);
    let end = (command.close + 1).min(text.len());
    let rest = text[end..].find('\n').map_or(text.len(), |n| end + n + 1);
    let alone = text[line..command.name.start].trim().is_empty() && text[end..rest].trim().is_empty();
    build.edit(if alone { line..rest } else { command.name.start..end }, "");
}
