//! Shell scripts that call nvcc: commands, variables and compiler options in both. Comments, printed text
//! and here-documents stay, as do commands for CMake.

mod commands;

use super::file::Build;
use super::flags;
use super::make::PLATFORM;
use super::words::{self, Place};
use commands::Command;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub(super) fn run(build: &mut Build<'_>) {
    let all = commands::read(build.text);
    let uses = Uses::new(build.text, &all);
    for command in &all {
        translate(build, command, &uses);
    }
}

fn translate(build: &mut Build<'_>, command: &Command, uses: &Uses<'_>) {
    let text = build.text;
    let Some(first) = command.program(text) else { return assignments(build, command, uses) };
    match program(&text[first.clone()]) {
        "echo" | "printf" => return,
        // Its variables have other names for HIP, and it refuses hipcc as a compiler: the CMake file says
        // what is to be done.
        "cmake" | "ccmake" => return,
        _ => {}
    }
    assignments(build, command, uses);
    let rest = &command.words[command.assigned..];
    flags::run(build, rest, uses.calls_nvcc(text, command));
    if HOST_COMPILERS.contains(&program(&text[first.clone()]))
        && let Some(include) = rest.iter().find(|word| is_include(&text[(*word).clone()]))
        && !text[first.start..rest[rest.len() - 1].end].contains("__HIP_PLATFORM_")
    {
        build.edit(include.end..include.end, format!(" {PLATFORM}"));
    }
    for word in rest {
        rename(build, word.clone());
    }
}

/// Translates the values of variables, in which all words of a compiler's command line may stand.
fn assignments(build: &mut Build<'_>, command: &Command, uses: &Uses<'_>) {
    for word in &command.words[..command.assigned] {
        let text = build.text;
        if let Some((name, value)) = commands::assignment(text, word) {
            let words = flags::words(text, value);
            flags::run(build, &words, uses.reaches_nvcc(&text[name]));
        }
        rename(build, word.clone());
    }
}

/// Replaces names of CUDA's tools, directories and libraries in a word.
fn rename(build: &mut Build<'_>, word: Range<usize>) {
    // Single quotes keep a variable from being replaced by its value.
    let place = if build.text[word.clone()].contains('\'') { Place::ShellText } else { Place::Shell };
    words::run(build, word, place, &mut Vec::new());
}

const HOST_COMPILERS: [&str; 8] = ["g++", "gcc", "c++", "cc", "clang", "clang++", "icpc", "icpx"];

/// Returns the last part of a path, without quotes.
fn program(word: &str) -> &str {
    let word = word.trim_matches(['"', '\'']);
    word.rsplit('/').next().unwrap_or(word)
}

/// Returns whether a word gives the directory of CUDA's headers to a compiler.
fn is_include(word: &str) -> bool {
    let Some(path) = word.trim_matches(['"', '\'']).strip_prefix("-I") else { return false };
    let root = commands::references(path).next().is_some_and(words::names_root);
    path.contains("/include") && (root || path.starts_with("/usr/local/cuda"))
}

/// Variables of a script that name nvcc, or that reach its command line.
struct Uses<'a> {
    compilers: BTreeSet<&'a str>,
    nvcc: BTreeSet<&'a str>,
}

impl<'a> Uses<'a> {
    fn new(text: &'a str, all: &[Command]) -> Uses<'a> {
        let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for word in all.iter().flat_map(|command| &command.words[..command.assigned]) {
            if let Some((name, value)) = commands::assignment(text, word) {
                values.entry(&text[name]).or_default().push(&text[value]);
            }
        }
        let names = |value: &&str| value.split(is_separator).any(|word| is_nvcc(program(word)));
        let compilers = values.iter().filter(|(_, values)| values.iter().any(names));
        let compilers = compilers.map(|(name, _)| *name).chain(["NVCC", "HIPCC"]).collect();
        let mut uses = Uses { compilers, nvcc: BTreeSet::new() };
        let calls = all.iter().filter(|command| uses.calls_nvcc(text, command));
        let words = calls.flat_map(|command| &command.words[command.assigned..]);
        let mut next: Vec<&str> = words.flat_map(|word| commands::references(&text[word.clone()])).collect();
        next.extend(&uses.compilers);
        while let Some(name) = next.pop() {
            if uses.nvcc.insert(name) {
                next.extend(values.get(name).into_iter().flatten().flat_map(|v| commands::references(v)));
            }
        }
        uses
    }

    fn calls_nvcc(&self, text: &str, command: &Command) -> bool {
        let calls = |word: &str| {
            is_nvcc(program(word))
                || commands::references(word).next().is_some_and(|name| {
                    self.compilers.contains(name) && word.trim_matches('"').starts_with('$')
                })
        };
        command.words[command.assigned..].iter().any(|word| calls(&text[word.clone()]))
    }

    fn reaches_nvcc(&self, variable: &str) -> bool {
        self.nvcc.contains(variable)
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ':' | '-' | '{' | '}' | '(' | ')' | '"' | '\'')
}

fn is_nvcc(program: &str) -> bool {
    matches!(program, "nvcc" | "hipcc")
}
