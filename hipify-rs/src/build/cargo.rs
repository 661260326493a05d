//! `Cargo.toml`: crates that declare CUDA's functions are replaced by `hip-runtime`; crates with an API of
//! their own stay next to it.
//!
//! Edited line by line, so that order, comments and spacing stay.

use super::file::Build;
use crate::report::Reason;
use crate::rust::{Mapping, package};
use std::ops::Range;

const OURS: &str = "hip-runtime = { version = \"0.1\", features = [\"link\"] }";

/// Line that begins with a dependency's name.
struct Line<'a> {
    at: Range<usize>,
    key: &'a str,
    value: &'a str,
}

pub(super) fn run(build: &mut Build<'_>) {
    let text = build.text;
    let mut section = String::new();
    let mut at = 0;
    // Sections that contain our crate already.
    let mut have: Vec<String> = sections_with_ours(text);
    let mut skipping = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let code = line.split('#').next().unwrap_or("").trim();
        if code.starts_with('[') {
            section = code.trim_matches(['[', ']']).trim().to_owned();
            skipping = false;
            if let Some((table, name)) = dependency_table(&section) {
                skipping = dependency(build, table, name, start..at, &mut have);
            }
            continue;
        }
        if skipping && !code.is_empty() {
            build.edit(start..at, "");
            continue;
        }
        if let Some((key, value)) = code.split_once('=') {
            let line = Line { at: start..at, key: key.trim(), value: value.trim() };
            entry(build, &section, &line, &mut have);
        }
    }
}

fn is_dependencies(section: &str) -> bool {
    section.ends_with("dependencies")
}

/// Splits the name of a dependency's table: `dependencies.cust_raw` → `dependencies`, `cust_raw`.
fn dependency_table(section: &str) -> Option<(&str, &str)> {
    let (table, name) = section.rsplit_once('.')?;
    is_dependencies(table).then_some((table, name.trim_matches('"')))
}

fn sections_with_ours(text: &str) -> Vec<String> {
    let (mut section, mut found) = ("", Vec::new());
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.split('#').next().unwrap_or("").trim().trim_matches(['[', ']']);
            if let Some((table, "hip-runtime")) = dependency_table(section) {
                found.push(table.to_owned());
            }
        } else if line.starts_with("hip-runtime") && is_dependencies(section) {
            found.push(section.to_owned());
        }
    }
    found
}

/// Returns the crate of an entry: the key, or the package that it renames.
fn named<'a>(key: &'a str, value: &'a str) -> &'a str {
    let renamed = value.split_once("package").and_then(|(_, rest)| rest.trim_start().strip_prefix('='));
    let name = renamed.and_then(|rest| rest.split('"').nth(1));
    name.unwrap_or(key.split('.').next().unwrap_or(key)).trim_matches('"')
}

fn entry(build: &mut Build<'_>, section: &str, line: &Line<'_>, have: &mut Vec<String>) {
    if section == "package"
        && line.key == "links"
        && matches!(line.value.trim_matches('"'), "cuda" | "cudart")
    {
        let value = line.at.start + build.text[line.at.clone()].find('"').unwrap_or(0);
        let end = build.text[value + 1..line.at.end].find('"').map_or(line.at.end, |n| value + n + 2);
        return build.edit(value..end, "\"amdhip64\"");
    }
    if !is_dependencies(section) {
        return;
    }
    let name = named(line.key, line.value);
    let Some(entry) = package(name) else { return };
    // A value over several lines is left unchanged.
    let whole = line.value.matches(['{', '[']).count() == line.value.matches(['}', ']']).count();
    match entry.mapping {
        Mapping::Sys(_) if whole => {
            let first = !have.iter().any(|s| s == section);
            build.note(line.at.start, Reason::Look, format!("`{name}` becomes `hip-runtime`, whose module `sys` declares HIP's functions; name its path or repository where it is not on a registry"));
            let text = &build.text[line.at.clone()];
            let code = text.split('#').next().unwrap_or("").trim_end().len();
            if first {
                have.push(section.to_owned());
                let indent = text.len() - text.trim_start().len();
                let optional = if line.value.contains("optional = true") {
                    OURS.replace(" }", ", optional = true }")
                } else {
                    OURS.to_owned()
                };
                build.edit(line.at.start + indent..line.at.start + code, optional);
            } else {
                build.edit(line.at.clone(), "");
            }
        }
        Mapping::Sys(_) => {
            let message = format!("`{name}` stays: replace it by `{OURS}`");
            build.note(line.at.start, Reason::Look, message);
        }
        Mapping::Item(_) | Mapping::Advice(_) => insert_before(build, section, name, line.at.start, have),
    }
}

/// Keeps a crate with an API of its own, and inserts ours before it.
fn insert_before(build: &mut Build<'_>, section: &str, name: &str, at: usize, have: &mut Vec<String>) {
    let message = format!("`{name}` stays next to `hip-runtime`: remove it once its API is no longer used");
    build.note(at, Reason::Look, message);
    if !have.iter().any(|s| s == section) {
        have.push(section.to_owned());
        build.edit(at..at, format!("{OURS}\n"));
    }
}

/// Translates a table of one dependency, `[dependencies.cust_raw]`; returns whether its lines are removed.
fn dependency(
    build: &mut Build<'_>,
    table: &str,
    name: &str,
    at: Range<usize>,
    have: &mut Vec<String>,
) -> bool {
    let Some(entry) = package(name) else { return false };
    if !matches!(entry.mapping, Mapping::Sys(_)) {
        let message =
            format!("`{name}` stays next to `hip-runtime`: remove it once its API is no longer used");
        build.note(at.start, Reason::Look, message);
        if !have.iter().any(|s| s == table) {
            have.push(table.to_owned());
            let ours = format!("[{table}.hip-runtime]\nversion = \"0.1\"\nfeatures = [\"link\"]\n\n");
            build.edit(at.start..at.start, ours);
        }
        return false;
    }
    let message = format!("`{name}` becomes `hip-runtime`, whose module `sys` declares HIP's functions");
    build.note(at.start, Reason::Look, message);
    if have.iter().any(|s| s == table) {
        build.edit(at, "");
    } else {
        have.push(table.to_owned());
        build.edit(at, format!("[{table}.hip-runtime]\nversion = \"0.1\"\nfeatures = [\"link\"]\n"));
    }
    true
}
