//! Renaming of paths and single identifiers.

use super::crates::{self, Mapping};
use super::source::{Found, Source, declared, known, may_be_known};
use crate::edit::Sureness;
use crate::map::{NameKind, Row};
use crate::report::Reason;
use std::collections::BTreeSet;

const RULE: &str = "rust_name";

/// Module of `hip_runtime` that declares the C API.
pub(crate) const SYS: &str = "hip_runtime::sys";

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    let imported = source.uses.imported_from(crates::is_crate);
    // Token after the last path.
    let mut next = 0;
    for &at in source.idents {
        // Most names are unknown to the tables and are rejected here.
        if at < next || !source.colons(at + 1) && !may_matter(source.str(at), &imported) {
            continue;
        }
        // `::name` begins a path; `x::name` and `<T>::name` continue one.
        let continues =
            at > 2 && source.colons(at - 2) && (source.is_ident(at - 3) || source.is(at - 3, b'>'));
        if continues || source.uses.covers(at) {
            continue;
        }
        let path = source.path(at);
        next = path.last().map_or(at, |last| last + 1);
        let member = at > 0 && source.is(at - 1, b'.') && !(at > 1 && source.is(at - 2, b'.'));
        if !member {
            translate_path(source, &path, found);
        }
    }
    own_declarations(source, found);
}

/// Returns whether a single name may be translated or reported. `imported` are names from CUDA's crates.
fn may_matter(word: &str, imported: &BTreeSet<&str>) -> bool {
    may_be_known(word) || imported.contains(word) || crates::is_crate(word)
}

/// Path in the source.
struct Path<'s, 'a> {
    source: &'s Source<'a>,
    tokens: &'s [usize],
    /// `true` if it leads into CUDA declarations.
    sys: bool,
    /// `true` for a single identifier.
    bare: bool,
}

fn translate_path(source: &Source<'_>, tokens: &[usize], found: &mut Found) {
    let words: Vec<&str> = tokens.iter().map(|&t| source.str(t)).collect();
    let (whole, imported) = source.uses.resolve(&words);
    let added = whole.len() - words.len();
    let entry = crates::longest(&whole);
    let mut skip = 0;
    let mut sys = false;
    match entry.map(|e| (e, e.mapping)) {
        Some((entry, Mapping::Sys(_))) => {
            sys = true;
            // A name imported by a `use` keeps its meaning.
            let covered = entry.segments.len().saturating_sub(added);
            skip = covered.min(tokens.len());
            if via_library(source, tokens, &whole, found) {
                return;
            }
            if covered > 0 && !(covered == 1 && imported) {
                let at = source.range(tokens[0], tokens[skip - 1]);
                found.edit(at, SYS, Sureness::Certain, RULE);
            }
        }
        Some((entry, Mapping::Item(to))) if !imported && entry.segments.len() == tokens.len() => {
            let at = source.range(tokens[0], tokens[tokens.len() - 1]);
            found.edit(at, to, Sureness::Certain, RULE);
            return;
        }
        Some((entry, Mapping::Advice(note))) => {
            if !imported && found.advised.insert(entry.path) {
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

/// Translates `lib().cuInit(0)`, cudarc's table of functions loaded at run time; returns whether it was one.
fn via_library(source: &Source<'_>, tokens: &[usize], whole: &[&str], found: &mut Found) -> bool {
    let (Some(&last), Some(&"lib")) = (tokens.last(), whole.last()) else { return false };
    let member = last + 4;
    let shape = source.is(last + 1, b'(') && source.is(last + 2, b')') && source.is(last + 3, b'.');
    let row = if shape && source.is_ident(member) { known(source.str(member)) } else { None };
    let Some(row) = row else { return false };
    let Some(hip) = row.hip.filter(|_| declared(&row)) else {
        found.left(source.text, source.tokens[member].start, &row, reason(&row));
        return true;
    };
    found.translated(&row);
    let (from, with) = match tokens {
        // `sys::lib()`, with an imported `sys`, keeps its prefix.
        [_, _] => (last, hip.to_owned()),
        _ => (tokens[0], format!("{SYS}::{hip}")),
    };
    found.edit(source.range(from, member), with, Sureness::Certain, RULE);
    true
}

fn reason(row: &Row) -> &'static str {
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
            // An enumeration that HIP lacks, before an enumerator that it has: such flags are macros in HIP.
            if let (None, Some(&next)) = (row.hip, self.tokens.get(n + 1))
                && let Some(constant) = known(source.str(next)).filter(|c| c.kind != NameKind::Function)
                && let Some(hip) = constant.hip
            {
                let number = hip.starts_with(|c: char| c.is_ascii_digit());
                let (from, with) = match n {
                    _ if number => (self.tokens[0], hip.to_owned()),
                    0 => (token, format!("{SYS}::{hip}")),
                    _ => (token, hip.to_owned()),
                };
                // The prefix may have been replaced already: the wider edit wins.
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

    /// Returns whether a name that looks like CUDA's is CUDA's here.
    fn is_cudas(&self, token: usize, name: &str) -> bool {
        let symbols = &self.source.symbols;
        if symbols.is_foreign(name) {
            return !symbols.has(name);
        }
        self.sys || !symbols.has(name) && !symbols.has(self.source.str(token))
    }

    fn token(&self, token: usize, name: &str, row: &Row, sureness: Sureness, found: &mut Found) {
        let source = self.source;
        let foreign = source.symbols.is_foreign(name);
        let place = source.tokens[token].start;
        match row.hip {
            // Names of libraries are translated where the program declares them itself.
            Some(hip) if declared(row) || foreign || !self.sys && !self.bare => {
                if hip != row.cuda {
                    let prefixed = name.starts_with("r#");
                    let with = if prefixed { format!("r#{hip}") } else { hip.to_owned() };
                    found.edit(source.tokens[token].range(), with, sureness, RULE);
                }
                found.translated(row);
            }
            Some(_) | None => found.left(source.text, place, row, reason(row)),
        }
    }
}

/// Reports the program's own declarations with CUDA names; they stay, with CUDA's values.
fn own_declarations(source: &Source<'_>, found: &mut Found) {
    for (name, &token) in &source.symbols.names {
        let kept = known(name)
            .filter(|row| matches!(row.kind, NameKind::Type | NameKind::Constant | NameKind::Macro));
        let Some((row, hip)) = kept.and_then(|row| Some((row, row.hip?))) else { continue };
        let keyword = if token == 0 { "" } else { source.str(token - 1) };
        if matches!(keyword, "enum" | "const") && declared(&row) {
            let text = format!(
                "`{name}` is declared by the program and stays: check its values against `{SYS}::{hip}`"
            );
            found.note(source.text, source.tokens[token].start, Reason::Look, text);
        }
    }
}
