//! Languages of a project: commands that enable them, and variables with lists of them.

use super::super::file::Build;
use super::syntax::Command;
use super::variables::{Variables, named};
use std::collections::BTreeSet;

/// Returns the variables that hold languages: those in arguments of `project` and `enable_language`,
/// and those that flow into them.
pub(super) fn variables(text: &str, all: &[Command], variables: &Variables<'_>) -> BTreeSet<String> {
    let takes = |command: &&Command| {
        matches!(command.name(text).as_str(), "project" | "enable_language" | "check_language")
    };
    let arguments = all.iter().filter(takes).flat_map(|command| {
        command.args.iter().skip(skipped(command, text)).flat_map(|arg| named(&text[arg.at.clone()]))
    });
    variables.reaching(arguments)
}

/// Returns the number of arguments before the languages: `project` begins with a name.
fn skipped(command: &Command, text: &str) -> usize {
    usize::from(text[command.name.clone()].eq_ignore_ascii_case("project"))
}

/// Replaces `CUDA` in a command with languages, in the values of variables that hold languages, and in
/// comparisons with such a variable.
pub(super) fn run(build: &mut Build<'_>, command: &Command, name: &str, variables: &BTreeSet<String>) {
    let text = build.text;
    let holds = |variable: Option<&str>| variable.is_some_and(|variable| variables.contains(variable));
    let values = match name {
        "project" | "enable_language" | "check_language" => skipped(command, text),
        "set" if holds(command.arg(text, 0)) => 1,
        "list" if holds(command.arg(text, 1)) => 2,
        "if" | "elseif" => return comparison(build, command, variables),
        _ => return,
    };
    for arg in command.args.iter().skip(values).filter(|arg| !arg.raw) {
        if &text[arg.at.clone()] == "CUDA" {
            build.edit(arg.at.clone(), "HIP");
        }
    }
}

/// Replaces `CUDA` in `LANGUAGE STREQUAL "CUDA"` and `CUDA IN_LIST LANGUAGES`.
fn comparison(build: &mut Build<'_>, command: &Command, variables: &BTreeSet<String>) {
    let text = build.text;
    let holds = |word: &str| variables.contains(word) || named(word).any(|name| variables.contains(name));
    for three in command.args.windows(3) {
        let [left, middle, right] = [0, 1, 2].map(|n| &text[three[n].at.clone()]);
        if !matches!(middle, "STREQUAL" | "IN_LIST" | "MATCHES") {
            continue;
        }
        for (language, variable, at) in [(left, right, &three[0]), (right, left, &three[2])] {
            if language == "CUDA" && holds(variable) {
                build.edit(at.at.clone(), "HIP");
            }
        }
    }
}
