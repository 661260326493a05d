//! Paths and single identifiers by the tables.

use super::crates::{self, Fate};
use super::source::{Found, Source, declared, known};
use crate::edit::Sureness;
use crate::map::{self, Kind, Row};
use crate::report::Reason;
use std::collections::BTreeSet;

const RULE: &str = "rust_name";

/// Where `hip_runtime` declares the C API.
pub(crate) const SYS: &str = "hip_runtime::sys";

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    let mut at = 0;
    let mut advised = BTreeSet::new();
    while at < source.tokens.len() {
        // `::name` begins a path, `x::name` and `<T>::name` go on with one.
        let behind_colons =
            at > 2 && source.colons(at - 2) && (source.is_ident(at - 3) || source.is(at - 3, b'>'));
        if !source.is_ident(at) || source.uses.covers(at) || behind_colons {
            at += 1;
            continue;
        }
        // Most names are nothing to the tables, and take no more than a look.
        if !source.colons(at + 1) && !is_asked(source, at) {
            at += 1;
            continue;
        }
        let path = source.path(at);
        let next = path.last().map_or(at, |last| last + 1);
        let member = at > 0 && source.is(at - 1, b'.') && !(at > 1 && source.is(at - 2, b'.'));
        if !member {
            one(source, &path, found, &mut advised);
        }
        at = next;
    }
    own(source, found);
}

/// Whether a name that stands alone may mean something to the tables.
fn is_asked(source: &Source<'_>, at: usize) -> bool {
    let word = source.str(at);
    map::may_know(word.strip_prefix("r#").unwrap_or(word).as_bytes())
        || source.uses.gives(word)
        || crates::is_crate(word)
}

/// What is known of a path.
struct Path<'s, 'a> {
    source: &'s Source<'a>,
    tokens: &'s [usize],
    /// Whether it leads into declarations of CUDA's.
    sys: bool,
    /// Whether it is found by its name alone.
    bare: bool,
}

fn one(source: &Source<'_>, tokens: &[usize], found: &mut Found, advised: &mut BTreeSet<&'static str>) {
    let words: Vec<&str> = tokens.iter().map(|&t| source.str(t)).collect();
    let (whole, imported) = source.uses.resolve(&words);
    let added = whole.len() - words.len();
    let entry = crates::longest(&whole);
    let mut skip = 0;
    let mut sys = false;
    match entry.map(|e| (e, e.fate)) {
        Some((entry, Fate::Sys(_))) => {
            sys = true;
            // A name that a `use` brings goes on meaning what it means.
            let covered = entry.segments.saturating_sub(added);
            skip = covered.min(tokens.len());
            if via_library(source, tokens, &whole, found) {
                return;
            }
            if covered > 0 && !(covered == 1 && imported) {
                let at = source.range(tokens[0], tokens[skip - 1]);
                found.edit(at, SYS, Sureness::Certain, RULE);
            }
        }
        Some((entry, Fate::Item(to))) if !imported && entry.segments == tokens.len() => {
            let at = source.range(tokens[0], tokens[tokens.len() - 1]);
            found.edit(at, to, Sureness::Certain, RULE);
            return;
        }
        Some((entry, Fate::Advice(note))) => {
            if !imported && advised.insert(entry.path) {
                let text = format!("`{}` stays: {note}", entry.path);
                found.stays(source.text, source.tokens[tokens[0]].start, text);
            }
            return;
        }
        _ => {}
    }
    let path = Path { source, tokens, sys, bare: tokens.len() == 1 };
    path.rename(skip, found);
}

/// `lib().cuInit(0)`: cudarc's table of functions found at run time. Whether it was one.
fn via_library(source: &Source<'_>, tokens: &[usize], whole: &[&str], found: &mut Found) -> bool {
    let (Some(&last), Some(&"lib")) = (tokens.last(), whole.last()) else { return false };
    let member = last + 4;
    let shape = source.is(last + 1, b'(') && source.is(last + 2, b')') && source.is(last + 3, b'.');
    let row = if shape && source.is_ident(member) { known(source.str(member)) } else { None };
    let Some(row) = row else { return false };
    let Some(hip) = row.hip.filter(|_| declared(&row)) else {
        found.left(source.text, source.tokens[member].start, &row, why(&row));
        return true;
    };
    found.translated(&row);
    let (from, with) = match tokens {
        // `sys::lib()`, with `sys` from a `use`, goes on meaning what it means.
        [_, _] => (last, hip.to_owned()),
        _ => (tokens[0], format!("{SYS}::{hip}")),
    };
    found.edit(source.range(from, member), with, Sureness::Certain, RULE);
    true
}

fn why(row: &Row) -> &'static str {
    match row.hip {
        _ if !row.note.is_empty() => row.note,
        Some(_) => "hip_runtime does not declare this library",
        None => "HIP has no such name",
    }
}

impl Path<'_, '_> {
    fn rename(&self, skip: usize, found: &mut Found) {
        let source = self.source;
        let mut n = skip;
        while n < self.tokens.len() {
            let token = self.tokens[n];
            let name = source.str(token);
            let Some(row) = known(name).filter(|_| self.is_cudas(token, name)) else {
                n += 1;
                continue;
            };
            let sureness = if self.sys { Sureness::Certain } else { Sureness::Likely };
            // An enumeration that HIP lacks, before an enumerator that it has: flags are macros there.
            if let (None, Some(&next)) = (row.hip, self.tokens.get(n + 1))
                && let Some(constant) = known(source.str(next)).filter(|c| c.kind != Kind::Function)
                && let Some(hip) = constant.hip
            {
                let number = hip.starts_with(|c: char| c.is_ascii_digit());
                let (from, with) = match n {
                    _ if number => (self.tokens[0], hip.to_owned()),
                    0 => (token, format!("{SYS}::{hip}")),
                    _ => (token, hip.to_owned()),
                };
                // The path before it may have been replaced: the wider edit wins.
                found
                    .edits
                    .retain(|e| !(number && e.at.start >= source.tokens[from].start && e.rule == RULE));
                found.edit(source.range(from, next), with, sureness, RULE);
                found.translated(&constant);
                n += 2;
                continue;
            }
            self.token(token, name, &row, sureness, found);
            n += 1;
        }
    }

    /// Whether a name that looks like CUDA's is CUDA's here.
    fn is_cudas(&self, token: usize, name: &str) -> bool {
        let own = &self.source.own;
        if own.foreign.contains_key(name) {
            return !own.has(name);
        }
        self.sys || !own.has(name) && !own.has(self.source.str(token))
    }

    fn token(&self, token: usize, name: &str, row: &Row, sureness: Sureness, found: &mut Found) {
        let source = self.source;
        let foreign = source.own.foreign.contains_key(name);
        let place = source.tokens[token].start;
        match row.hip {
            // A library's names are found again where the program declares them itself.
            Some(hip) if declared(row) || foreign || !self.sys && !self.bare => {
                if hip != row.cuda {
                    let prefixed = name.starts_with("r#");
                    let with = if prefixed { format!("r#{hip}") } else { hip.to_owned() };
                    found.edit(source.tokens[token].range(), with, sureness, RULE);
                }
                found.translated(row);
            }
            Some(_) | None => found.left(source.text, place, row, why(row)),
        }
    }
}

/// Declarations of the program's own under CUDA's names: they stay, with CUDA's values.
fn own(source: &Source<'_>, found: &mut Found) {
    for (name, &token) in &source.own.names {
        let kept = known(name).filter(|row| matches!(row.kind, Kind::Type | Kind::Constant | Kind::Macro));
        let Some((row, hip)) = kept.and_then(|row| Some((row, row.hip?))) else { continue };
        let keyword = if token == 0 { "" } else { source.str(token - 1) };
        if matches!(keyword, "enum" | "const") && declared(&row) {
            let text =
                format!("`{name}` is the program's own and stays: HIP's values are those of `{SYS}::{hip}`");
            found.note(source.text, source.tokens[token].start, Reason::Look, text);
        }
    }
}
