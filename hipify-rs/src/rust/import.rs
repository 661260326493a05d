//! `use` items: imports from CUDA crates become imports from `hip_runtime::sys`.
//!
//! If this applies to a whole item, its path and names change in place. If it applies to a part, that part
//! moves to a separate item before it, with the same attributes and visibility.

use super::crates::{self, Mapping};
use super::enums;
use super::names::SYS;
use super::source::{Found, Source, declared, known};
use super::uses::{End, Leaf, Tree, Use, leaves};
use crate::edit::Sureness;
use std::collections::{BTreeMap, BTreeSet};

const RULE: &str = "rust_use";

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    for item in &source.uses.all {
        import(source, item, found);
    }
}

/// Returns the new prefix of a leaf's path, and the number of segments that it replaces.
fn target(leaf: &Leaf<'_>) -> Option<(&'static str, usize)> {
    let entry = crates::longest(&leaf.path)?;
    let segments = entry.segments.len();
    match entry.mapping {
        Mapping::Sys(to) => Some((to, segments)),
        Mapping::Item(to) if segments == leaf.path.len() => Some((to, segments)),
        _ => None,
    }
}

fn import(source: &Source<'_>, item: &Use, found: &mut Found) {
    let all = leaves(&item.tree, source.text, source.tokens);
    let targets: Vec<_> = all.iter().map(target).collect();
    advise(source, &all, found);
    let Some(&Some((to, segments))) = targets.iter().find(|t| t.is_some()) else {
        return rename_own(source, item, &all, found);
    };
    if item.is_crate {
        return extern_crate(source, item, found);
    }
    let in_place = targets.iter().all(|t| *t == Some((to, segments))) && item.tree.segments.len() >= segments;
    if !in_place {
        return split(source, item, &all, &targets, found);
    }
    let last = item.tree.segments[segments - 1];
    let name = source.str(last);
    // The name in scope keeps its meaning.
    let renamed = !to.ends_with(&format!("::{name}"));
    let alone = matches!(item.tree.end, End::Name) && item.tree.segments.len() == segments;
    let with = if alone && renamed { format!("{to} as {name}") } else { to.to_owned() };
    let mut below = Renaming {
        source,
        name: renamed.then_some(name),
        opened: None,
        seen: BTreeSet::new(),
        gone: BTreeSet::new(),
    };
    let edits = found.edits.len();
    found.edit(source.range(item.tree.first, last), with, Sureness::Certain, RULE);
    below.branch(&item.tree, segments, found);
    if is_gone(&item.tree, &below.gone) {
        found.edits.truncate(edits);
        let at = source.range(item.start, item.end);
        let line =
            source.text[at.end..].find('\n').filter(|n| source.text[at.end..at.end + n].trim().is_empty());
        found.edit(at.start..line.map_or(at.end, |n| at.end + n + 1), "", Sureness::Certain, RULE);
        return;
    }
    prune(source, &item.tree, &below.gone, found);
}

/// Reports the crates with safe APIs, once for each item.
fn advise(source: &Source<'_>, all: &[Leaf<'_>], found: &mut Found) {
    let mut said = BTreeSet::new();
    for leaf in all {
        let Some(crates::Entry { path, mapping: Mapping::Advice(note), .. }) = crates::longest(&leaf.path)
        else {
            continue;
        };
        if said.insert(path) {
            let at = source.tokens[leaf.tree.segments.first().copied().unwrap_or(leaf.tree.first)].start;
            found.stays(source.text, at, format!("`{path}` stays: {note}"));
        }
    }
}

/// Renames CUDA names in a `use` of the program's own modules.
fn rename_own(source: &Source<'_>, item: &Use, all: &[Leaf<'_>], found: &mut Found) {
    let mut seen = BTreeSet::new();
    let opened = enums::opened(source, &item.tree, 0);
    if let Some(n) = opened {
        // Enumerators are imported from the enumeration's module.
        let token = item.tree.segments[n];
        let at = source.tokens[token].range();
        match n {
            0 => found.edit(at, SYS, Sureness::Likely, RULE),
            _ => found.edit(at.start..source.tokens[token + 3].start, "", Sureness::Likely, RULE),
        }
    }
    for leaf in all {
        let local =
            leaf.path.first().is_some_and(|&first| crates::package(first).is_some() || first == "cudarc");
        let Some(&token) = leaf.tree.segments.last().filter(|_| !local) else { continue };
        if opened.is_some_and(|n| item.tree.segments[n] == token) {
            continue;
        }
        let name = source.str(token);
        let Some(row) = known(name).filter(|_| !source.symbols.has(name)) else { continue };
        let Some(hip) = row.hip.filter(|hip| hip.starts_with(|c: char| c.is_alphabetic())) else { continue };
        if hip != name && seen.insert(hip) {
            found.edit(source.tokens[token].range(), hip, Sureness::Likely, RULE);
            found.translated(&row);
        }
    }
}

fn extern_crate(source: &Source<'_>, item: &Use, found: &mut Found) {
    let at = source.range(item.keyword, item.end);
    let with = match &item.tree.end {
        End::Alias(alias) => format!("use {SYS} as {};", source.str(*alias)),
        _ => "extern crate hip_runtime;".to_owned(),
    };
    found.edit(at, with, Sureness::Certain, RULE);
}

/// Renaming in an item after its path was replaced.
struct Renaming<'s, 'a> {
    source: &'s Source<'a>,
    /// Former name of `self`, if the name changed.
    name: Option<&'s str>,
    /// Enumeration from which the current group imports.
    opened: Option<&'static str>,
    /// HIP names imported so far.
    seen: BTreeSet<String>,
    /// First tokens of the leaves to remove.
    gone: BTreeSet<usize>,
}

impl Renaming<'_, '_> {
    /// Renames the names of a branch; its first `skip` segments were replaced.
    fn branch(&mut self, tree: &Tree, skip: usize, found: &mut Found) {
        let opened = enums::opened(self.source, tree, skip);
        let before = self.opened;
        if let Some(n) = opened {
            let token = tree.segments[n];
            let next = self.source.tokens[token + 3].start;
            found.edit(self.source.tokens[token].start..next, "", Sureness::Certain, RULE);
            self.opened = enums::type_name(self.source, self.source.str(token));
        }
        for (n, &token) in tree.segments.iter().enumerate().skip(skip) {
            if opened == Some(n) {
                continue;
            }
            let last = tree.segments.last() == Some(&token) && matches!(tree.end, End::Name);
            self.segment(tree, token, last, found);
        }
        if let End::Group(inner) = &tree.end {
            for tree in inner {
                self.branch(tree, 0, found);
            }
        }
        self.opened = before;
    }

    fn segment(&mut self, tree: &Tree, token: usize, last: bool, found: &mut Found) {
        let source = self.source;
        let name = source.str(token);
        if name == "self"
            && tree.segments.len() == 1
            && let Some(hip) = self.opened
        {
            if last && !self.seen.insert(hip.to_owned()) {
                self.gone.insert(tree.first);
                return;
            }
            return found.edit(source.tokens[token].range(), hip, Sureness::Certain, RULE);
        }
        if name == "self"
            && tree.segments.len() == 1
            && let Some(known) = self.name.filter(|_| last)
        {
            let at = source.tokens[token].range();
            return found.edit(at, format!("self as {known}"), Sureness::Certain, RULE);
        }
        if vanishes(source, name) && last {
            self.gone.insert(tree.first);
            return;
        }
        let Some(row) = known(name) else { return };
        let Some(hip) = row.hip.filter(|_| declared(&row)) else {
            return found.left(
                source.text,
                source.tokens[token].start,
                &row,
                "`hip_runtime::sys` has no such name",
            );
        };
        found.translated(&row);
        if last && !self.seen.insert(hip.to_owned()) {
            self.gone.insert(tree.first);
        } else if hip != name {
            found.edit(source.tokens[token].range(), hip, Sureness::Certain, RULE);
        }
    }
}

/// Returns whether a name needs no import: cudarc's table of functions, constants that become numbers, and
/// enumerations of flags.
fn vanishes(source: &Source<'_>, name: &str) -> bool {
    let Some(row) = known(name) else { return name == "lib" };
    match row.hip {
        Some(hip) => hip.starts_with(|c: char| c.is_ascii_digit()),
        None => qualifies(source, name),
    }
}

/// Returns whether a name is only used to qualify enumerators that HIP has.
fn qualifies(source: &Source<'_>, name: &str) -> bool {
    if let Some(all) = &source.facts.qualifiers {
        return all.contains(name);
    }
    let idents = source.idents.iter().copied();
    let mut uses = idents.filter(|&at| source.str(at) == name && !source.uses.covers(at)).peekable();
    uses.peek().is_some() && uses.all(|token| is_qualifier(source, token))
}

/// Returns whether a name qualifies an enumerator that HIP has.
pub(super) fn is_qualifier(source: &Source<'_>, token: usize) -> bool {
    source.colons(token + 1) && known(source.str(token + 3)).is_some_and(|row| row.hip.is_some())
}

/// Splits an item of which only a part comes from CUDA declarations.
fn split(
    source: &Source<'_>,
    item: &Use,
    all: &[Leaf<'_>],
    targets: &[Option<(&'static str, usize)>],
    found: &mut Found,
) {
    let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut alone: Vec<String> = Vec::new();
    for (leaf, target) in all.iter().zip(targets) {
        let Some((to, segments)) = *target else { continue };
        if leaf.path.last().is_some_and(|name| vanishes(source, name)) {
            continue;
        }
        let mut rest: Vec<String> = Vec::new();
        for (n, &name) in leaf.path.iter().enumerate().skip(segments) {
            let inside = n + 1 < leaf.path.len() || matches!(leaf.tree.end, End::Glob);
            if inside && enums::type_name(source, name).is_some() {
                continue;
            }
            let row = known(name);
            let hip = row.and_then(|row| row.hip);
            match (&row, hip) {
                (Some(row), Some(_)) => found.translated(row),
                (Some(row), None) => {
                    let at = source.tokens[leaf.tree.first].start;
                    found.left(source.text, at, row, "`hip_runtime::sys` has no such name");
                }
                _ => {}
            }
            rest.push(hip.unwrap_or(name).to_owned());
        }
        let alias = match &leaf.tree.end {
            End::Alias(token) => format!(" as {}", source.str(*token)),
            _ => String::new(),
        };
        if matches!(leaf.tree.end, End::Glob) {
            rest.push("*".to_owned());
        }
        if rest.is_empty() {
            // The module or item itself, with its former name.
            let name = leaf.path.last().copied().unwrap_or("");
            let keeps = alias.is_empty() && !to.ends_with(&format!("::{name}"));
            alone.push(if keeps { format!("{to} as {name}") } else { format!("{to}{alias}") });
        } else {
            lists.entry(to).or_default().push(rest.join("::") + &alias);
        }
    }
    let before = source.text[source.tokens[item.start].start..source.tokens[item.keyword].start].to_owned();
    let mut lines: Vec<String> = alone.into_iter().map(|path| format!("{before}use {path};")).collect();
    for (to, mut names) in lists {
        names.sort();
        names.dedup();
        let names = match names.as_slice() {
            [one] => one.clone(),
            _ => format!("{{{}}}", names.join(", ")),
        };
        lines.push(format!("{before}use {to}::{names};"));
    }
    let start = source.tokens[item.start].start;
    let column = source.text[..start].rfind('\n').map_or(start, |n| start - n - 1);
    let indent: String =
        source.text[start - column..start].chars().take_while(|c| c.is_whitespace()).collect();
    let text = lines.join(&format!("\n{indent}"));
    if targets.iter().all(Option::is_some) {
        found.edit(source.range(item.start, item.end), text, Sureness::Certain, RULE);
        return;
    }
    if !text.is_empty() {
        found.edit(start..start, format!("{text}\n{indent}"), Sureness::Certain, RULE);
    }
    let gone: BTreeSet<usize> =
        all.iter().zip(targets).filter(|(_, t)| t.is_some()).map(|(leaf, _)| leaf.tree.first).collect();
    prune(source, &item.tree, &gone, found);
}

/// Removes the given leaves, and groups that become empty.
fn prune(source: &Source<'_>, tree: &Tree, gone: &BTreeSet<usize>, found: &mut Found) {
    let End::Group(inner) = &tree.end else { return };
    // Adjacent branches are removed together: first and last token of each run, commas included.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for branch in inner {
        if !is_gone(branch, gone) {
            prune(source, branch, gone, found);
            continue;
        }
        let last = branch.last + usize::from(source.is(branch.last + 1, b','));
        match runs.last_mut() {
            Some(run) if run.1 + 1 == branch.first => run.1 = last,
            _ => runs.push((branch.first, last)),
        }
    }
    for (first, last) in runs {
        found.edit(removal_range(source, first, last, tree.last), "", Sureness::Certain, RULE);
    }
}

/// Returns the byte range of a run of branches with its surrounding space; the group closes at `close`.
fn removal_range(source: &Source<'_>, first: usize, last: usize, close: usize) -> std::ops::Range<usize> {
    let at = source.range(first, last);
    let blank = |from: usize, to: usize| source.text[from..to].chars().all(char::is_whitespace);
    if last + 1 < close {
        // Another branch follows; a comment between stays.
        let next = source.tokens[last + 1].start;
        return at.start..if blank(at.end, next) { next } else { at.end };
    }
    let before = source.tokens[first - 1].range();
    if !source.is(first - 1, b',') || !blank(before.end, at.start) {
        return at;
    }
    // The last branches are removed with their line, or with the comma before them.
    let lines = source.text[before.end..at.start].contains('\n');
    if lines { before.end..at.end } else { before.start..at.end }
}

fn is_gone(tree: &Tree, gone: &BTreeSet<usize>) -> bool {
    match &tree.end {
        End::Group(inner) => !inner.is_empty() && inner.iter().all(|t| is_gone(t, gone)),
        _ => gone.contains(&tree.first),
    }
}
