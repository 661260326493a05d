//! Variables of a Makefile that name nvcc, or that reach its command line or the host compiler's.

use super::super::{flags, words};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Variables of a file.
pub(super) struct Uses<'a> {
    values: BTreeMap<&'a str, Vec<&'a str>>,
    /// Variables that name nvcc.
    compilers: BTreeSet<&'a str>,
    /// Variables that reach nvcc's command line.
    nvcc: BTreeSet<&'a str>,
    /// Variables that reach the host compiler's command line.
    host: BTreeSet<&'a str>,
    /// Variables with CUDA's usual directory as their value, under names of the file's own.
    roots: BTreeSet<&'a str>,
    /// `true` if nvcc is called at all.
    any: bool,
}

/// Returns the variable that a line assigns, and its value; includes target-specific and exported variables.
pub(super) fn assigned(line: &str) -> Option<(&str, &str)> {
    if line.starts_with('\t') {
        return None;
    }
    let (before, value) = line.split_once('=')?;
    let name = before.trim_end_matches(['+', ':', '?', '!']).split_whitespace().next_back()?;
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    plain.then_some((name, value))
}

/// Returns the offset of the closing parenthesis of an open one.
pub(super) fn closing(text: &str) -> usize {
    let mut depth = 1usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Iterates over the names of the variables that a text refers to: `$(NAME)`, `${NAME}`.
pub(super) fn references(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices('$').filter_map(|(at, _)| {
        let rest = text[at + 1..].strip_prefix(['(', '{'])?;
        // `$(NAME:.cu=.o)`
        let end = rest.find([')', '}', ':', ' ', ',', '$'])?;
        rest[end..].starts_with([')', '}', ':']).then_some(at + 2..at + 2 + end)
    })
}

fn named(text: &str) -> impl Iterator<Item = &str> {
    references(text).map(|name| &text[name])
}

/// Returns the name if a word is a single reference, `$(NAME)`.
pub(super) fn variable(word: &str) -> Option<&str> {
    let inner = word.strip_prefix("$(").and_then(|w| w.strip_suffix(')'));
    let inner = inner.or_else(|| word.strip_prefix("${").and_then(|w| w.strip_suffix('}')));
    inner.filter(|name| !name.contains(['(', '$', ' ']))
}

/// Returns the last part of a path, without quotes and make's prefixes of a command.
fn program(word: &str) -> &str {
    let word = word.trim_start_matches(['@', '-', '+']).trim_matches(['"', '\'']);
    word.rsplit('/').next().unwrap_or(word)
}

fn is_nvcc(word: &str) -> bool {
    matches!(program(word), "nvcc" | "hipcc")
}

/// Returns the compiler that a recipe calls: its first word, after environment variables.
pub(super) fn compiler<'w>(text: &str, all: &'w [Range<usize>]) -> Option<&'w Range<usize>> {
    let sets = |word: &str| word.split_once('=').is_some_and(|(name, _)| !name.contains(['$', '-', '/']));
    all.iter().find(|word| !sets(&text[(*word).clone()]))
}

impl<'a> Uses<'a> {
    /// Returns whether the file calls nvcc.
    pub(super) fn is_for_nvcc(&self) -> bool {
        self.any
    }

    pub(super) fn new(text: &'a str, lines: &[Range<usize>]) -> Self {
        let mut uses = Uses {
            values: BTreeMap::new(),
            compilers: BTreeSet::new(),
            nvcc: BTreeSet::new(),
            host: BTreeSet::new(),
            roots: BTreeSet::new(),
            any: false,
        };
        for (name, value) in lines.iter().filter_map(|line| assigned(&text[line.clone()])) {
            uses.values.entry(name).or_default().push(value);
            if words::is_directory(value.trim()) && !words::names_root(name) {
                uses.roots.insert(name);
            }
        }
        for default in ["NVCC", "HIPCC", "CUDACC"].into_iter().filter(|name| !uses.values.contains_key(name))
        {
            uses.compilers.insert(default);
        }
        // A variable may refer to a variable that names nvcc, and so on.
        loop {
            let names = |value: &str| {
                let first = value.split_whitespace().next().unwrap_or("");
                is_nvcc(first) || variable(first).is_some_and(|name| uses.compilers.contains(name))
            };
            let found = uses.values.iter().filter(|(name, _)| !uses.compilers.contains(*name));
            let found: Vec<_> =
                found.filter(|(_, values)| values.iter().any(|v| names(v))).map(|(name, _)| *name).collect();
            if found.is_empty() {
                break;
            }
            uses.compilers.extend(found);
        }
        let (mut nvcc, mut host) = (Vec::new(), Vec::new());
        for line in lines.iter().map(|line| &text[line.clone()]).filter(|line| line.starts_with('\t')) {
            let called = uses.calls_nvcc(line);
            uses.any |= called;
            if called { nvcc.extend(named(line)) } else { host.extend(named(line)) }
        }
        // Variables of make's implicit rules.
        let implicit = [("CC", &["CFLAGS", "CPPFLAGS"][..]), ("CXX", &["CXXFLAGS", "CPPFLAGS"])];
        for (compiler, flags) in implicit {
            let to = if uses.compilers.contains(compiler) { &mut nvcc } else { &mut host };
            to.extend(flags);
        }
        if uses.compilers.contains("CC") {
            nvcc.extend(["LDFLAGS", "LDLIBS"]);
        }
        uses.any |= ["CC", "CXX"].iter().any(|name| uses.compilers.contains(name));
        nvcc.retain(|name| !uses.compilers.contains(name));
        uses.nvcc = uses.reaching(nvcc);
        uses.host = uses.reaching(host);
        uses
    }

    fn reaching(&self, roots: Vec<&'a str>) -> BTreeSet<&'a str> {
        let mut found: BTreeSet<&str> = roots.iter().copied().collect();
        let mut next = roots;
        while let Some(name) = next.pop() {
            for value in self.values.get(name).into_iter().flatten() {
                next.extend(named(value).filter(|name| found.insert(name)));
            }
        }
        found
    }

    /// Returns whether a word gives the directory of CUDA's headers to a compiler.
    pub(super) fn is_include(&self, word: &str) -> bool {
        let word = word.trim_matches(['"', '\'']);
        let path = word.strip_prefix("-I").or_else(|| word.strip_prefix("-isystem"));
        let is_root =
            |path: &str| words::is_root(path) || named(path).next().is_some_and(|name| self.is_root(name));
        path.is_some_and(|path| path.contains("/include") && is_root(path))
    }

    /// Returns whether a variable under a name of the file's own holds CUDA's directory.
    pub(super) fn is_root(&self, variable: &str) -> bool {
        self.roots.contains(variable)
    }

    /// Returns whether a line calls nvcc, by its name or by a variable.
    pub(super) fn calls_nvcc(&self, line: &str) -> bool {
        let is = |word: &str| {
            is_nvcc(word)
                || variable(word.trim_start_matches(['@', '-', '+']))
                    .is_some_and(|v| self.compilers.contains(v))
        };
        line.starts_with('\t') && flags::words(line, 0..line.len()).into_iter().any(|word| is(&line[word]))
    }

    pub(super) fn reaches_nvcc(&self, variable: &str) -> bool {
        self.nvcc.contains(variable) || self.compilers.contains(variable)
    }

    /// Returns whether a variable reaches only nvcc's command line.
    pub(super) fn is_nvccs_alone(&self, variable: &str) -> bool {
        self.reaches_nvcc(variable) && !self.host.contains(variable) || variable.contains("NVCC")
    }

    /// Returns whether a recipe calls the host compiler, in a file that also compiles CUDA.
    pub(super) fn compiles_for_host(&self, text: &str, all: &[Range<usize>]) -> bool {
        let known = ["g++", "gcc", "c++", "cc", "clang", "clang++", "icpc", "icpx"];
        let is_host = |word: &str| {
            let word = program(word);
            known.contains(&word)
                || variable(word).is_some_and(|name| {
                    let values = self.values.get(name).into_iter().flatten();
                    let first = |value: &&&str| {
                        value.split_whitespace().next().is_some_and(|w| known.contains(&program(w)))
                    };
                    matches!(name, "CC" | "CXX") || values.filter(first).count() > 0
                })
        };
        let word = |range: &Range<usize>| &text[range.clone()];
        let source = |word: &str| {
            word == "-c"
                || word == "$<"
                || [".c", ".cc", ".cpp", ".cxx"].iter().any(|extension| word.ends_with(extension))
        };
        self.any
            && compiler(text, all).is_some_and(|c| is_host(word(c)))
            && all.iter().any(|w| source(word(w)))
    }

    /// Returns whether a command line defines the platform already, or will, next to the directory of CUDA's
    /// headers.
    pub(super) fn names_platform(&self, line: &str) -> bool {
        let defines = |text: &str| {
            text.contains("__HIP_PLATFORM_") || text.split_whitespace().any(|w| self.is_include(w))
        };
        let reached = self.reaching(
            named(line).filter_map(|name| self.values.get_key_value(name)).map(|(n, _)| *n).collect(),
        );
        defines(line)
            || reached
                .iter()
                .filter(|name| !self.is_nvccs_alone(name))
                .any(|name| self.values.get(name).into_iter().flatten().any(|value| defines(value)))
    }
}
