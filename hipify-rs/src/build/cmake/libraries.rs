//! Libraries by plain names, and the packages that define HIP's targets.

use super::super::file::Build;
use super::super::words;
use super::syntax::{Command, indent};
use crate::link_libraries;
use crate::report::Reason;

/// Replaces libraries by HIP's targets, which add their headers and options: `target_link_libraries(x cuda
/// cublas)`.
pub(super) fn run(
    build: &mut Build<'_>,
    command: &Command,
    name: &str,
    all: &[Command],
    packages: &mut Vec<&'static str>,
) {
    let text = build.text;
    let skip = match name {
        "target_link_libraries" => 1,
        "link_libraries" => 0,
        _ => return,
    };
    let own = |library: &str| {
        let makes = |c: &Command| matches!(c.name(text).as_str(), "add_library" | "cuda_add_library");
        all.iter().any(|c| makes(c) && c.arg(text, 0) == Some(library))
    };
    for arg in command.args.iter().skip(skip).filter(|arg| !arg.raw) {
        let library = &text[arg.at.clone()];
        // `toolkit` and similar names exist as imported targets only.
        if matches!(library, "toolkit" | "cuda_driver") || own(library) {
            continue;
        }
        match link_libraries::library(library) {
            Some(link_libraries::Library { target: Some(target), package, .. }) => {
                packages.extend(package);
                packages.push("hip");
                build.edit(arg.at.clone(), target);
            }
            Some(_) if library == words::DEVICE_RUNTIME => words::device_runtime(build, arg.whole.clone()),
            Some(_) => {
                let message = format!("`{library}` stays: HIP has no such library");
                build.note(arg.at.start, Reason::Unsupported, message);
            }
            None => {}
        }
    }
}

/// Finds the packages that are used but not found by the file: after the CUDA package, or before the first
/// command that uses one.
pub(super) fn find(
    build: &mut Build<'_>,
    all: &[Command],
    found: Option<&Command>,
    first: Option<usize>,
    mut packages: Vec<&'static str>,
) {
    let text = build.text;
    packages.retain(|package| *package != "-" && !(found.is_some() && *package == "hip"));
    // HIP's own package comes first: the others need it.
    packages.sort_unstable_by_key(|package| (*package != "hip", *package));
    packages.dedup();
    let named =
        |package: &str| all.iter().any(|c| c.name(text) == "find_package" && c.arg(text, 0) == Some(package));
    packages.retain(|package| !named(package));
    if packages.is_empty() {
        return;
    }
    if let Some(found) = found {
        let indent = indent(build.text, found.name.start);
        let line = |package: &&str| format!("\n{indent}find_package({package} REQUIRED)");
        let at = (found.close + 1).min(text.len());
        return build.edit(at..at, packages.iter().map(line).collect::<String>());
    }
    let Some(mut first) = first else { return };
    // Not between an `if` and its `elseif`, but before both.
    if matches!(all[first].name(text).as_str(), "elseif" | "else") {
        let mut depth = 1usize;
        while depth > 0 && first > 0 {
            first -= 1;
            match all[first].name(text).as_str() {
                "endif" => depth += 1,
                "if" => depth -= 1,
                _ => {}
            }
        }
    }
    let at = all[first].name.start;
    let indent = indent(build.text, at);
    let line = |package: &&str| format!("find_package({package} REQUIRED)\n{indent}");
    build.edit(at..at, packages.iter().map(line).collect::<String>());
}
