//! `extern "C"` blocks written by hand: the libraries they name, and functions that HIP has one of for two of
//! CUDA's.

use super::own::Own;
use super::source::{Found, Source, item_start, known};
use crate::edit::Sureness;
use crate::lex::{Kind, Token};
use crate::report::Reason;
use crate::{Options, links};
use std::collections::{BTreeMap, BTreeSet};

const RULE: &str = "rust_extern";

/// Functions that become a HIP function which another one of the file has become: `cudaMalloc` beside
/// `cuMemAlloc_v2`. They keep their names, and are the program's own from here on.
pub(crate) fn twice(own: &Own) -> BTreeMap<String, &'static str> {
    // What already has HIP's name has it for good.
    let mut taken: BTreeSet<&str> =
        own.foreign.keys().map(String::as_str).filter(|name| known(name).is_none()).collect();
    let mut found = BTreeMap::new();
    let mut order: Vec<(&String, &usize)> = own.foreign.iter().collect();
    order.sort_by_key(|(_, at)| **at);
    for (name, _) in order {
        let Some(hip) = known(name).and_then(|row| row.hip) else { continue };
        if !taken.insert(hip) {
            found.insert(name.clone(), hip);
        }
    }
    found
}

pub(crate) fn run(source: &Source<'_>, twice: &BTreeMap<String, &'static str>, found: &mut Found) {
    for (name, hip) in twice {
        let Some(&at) = source.own.names.get(name) else { continue };
        let (start, visible) = item_start(source.text, source.tokens, at - 1);
        let named = (start..visible).any(|n| source.str(n) == "link_name");
        if !named {
            let place = source.tokens[visible].start;
            found.edit(place..place, format!("#[link_name = \"{hip}\"] "), Sureness::Certain, RULE);
        }
        if let Some(row) = known(name) {
            found.translated(&row);
        }
    }
    for at in 0..source.tokens.len() {
        let of_import = || {
            let n = source.uses.all.partition_point(|item| item.keyword <= at);
            source.uses.all.get(n).is_some_and(|item| item.start <= at)
        };
        if source.is(at, b'#') && source.is(at + 1, b'[') && !of_import() {
            attribute(source, at + 2, source.close(at + 1), found);
        }
    }
}

/// `#[link(name = "cuda")]`, `#[link_name = "cuInit"]`, also within `cfg_attr`.
fn attribute(source: &Source<'_>, from: usize, to: usize, found: &mut Found) {
    let (mut link, mut renamed) = (false, false);
    for at in from..to {
        let (word, value) = (source.str(at), at + 2);
        link |= word == "link" && source.is(at + 1, b'(');
        let is_text =
            source.is(at + 1, b'=') && source.tokens.get(value).is_some_and(|t| t.kind == Kind::Literal);
        if !is_text {
            continue;
        }
        let Some((place, text)) = inner(source, &source.tokens[value]) else { continue };
        match word {
            "name" if link => match links::library(text) {
                Some(links::Library { hip: Some(hip), .. }) if *hip != *text => {
                    renamed = true;
                    found.edit(place, hip, Sureness::Certain, RULE);
                }
                Some(links::Library { hip: None, .. }) => {
                    let message = format!("the library `{text}` stays: HIP has none for it");
                    found.note(source.text, place.start, Reason::Unsupported, message);
                }
                _ => {}
            },
            // HIP's libraries are shared ones.
            "kind" if renamed && text == "static" => found.edit(place, "dylib", Sureness::Certain, RULE),
            "link_name" => {
                if let Some(hip) = known(text).and_then(|row| row.hip) {
                    found.edit(place, hip, Sureness::Certain, RULE);
                }
            }
            _ => {}
        }
    }
}

/// What stands between the quotes of a plain string.
fn inner<'a>(source: &Source<'a>, token: &Token) -> Option<(std::ops::Range<usize>, &'a str)> {
    let range = token.start + 1..token.end.checked_sub(1)?;
    let text = source.text.get(range.clone())?;
    source.text[token.range()].starts_with('"').then_some((range, text))
}

/// Names of CUDA's functions in strings, as programs look them up at run time: reported, or translated if
/// asked.
pub(crate) fn strings(source: &Source<'_>, options: &Options, found: &mut Found) {
    let script = source.text.contains("cargo:");
    for (at, token) in source.tokens.iter().enumerate().filter(|(_, t)| t.kind == Kind::Literal) {
        if at > 1 && source.str(at - 2) == "link_name" {
            continue;
        }
        if let Some((at, inside)) = inner(source, token)
            && let Some((part, with)) = crate::build::directive(inside)
        {
            found.edit(at.start + part.start..at.start + part.end, with, Sureness::Certain, RULE);
            continue;
        }
        // In a build script, where CUDA lies unless somebody says so.
        if let Some((place, "/usr/local/cuda")) = inner(source, token).filter(|_| script) {
            found.edit(place, "/opt/rocm", Sureness::Certain, RULE);
            continue;
        }
        // `env::var("CUDA_PATH")`, `env!("CUDA_HOME")`
        let asks = at > 1 && source.is(at - 1, b'(') && matches!(source.str(at - 2), "var" | "var_os")
            || at > 2 && source.is(at - 2, b'!') && matches!(source.str(at - 3), "env" | "option_env");
        if let Some((place, "CUDA_HOME" | "CUDA_PATH" | "CUDA_ROOT")) = inner(source, token).filter(|_| asks)
        {
            found.edit(place, "HIP_PATH", Sureness::Certain, RULE);
            continue;
        }
        let text = source.text[token.range()].trim_start_matches(['b', 'c']);
        let name = text.trim_matches('"').trim_end_matches("\\0");
        let looks = text.starts_with('"') && (name.starts_with("cu") || name.starts_with("nvrtc"));
        let Some(row) = known(name).filter(|_| looks) else { continue };
        if row.kind != crate::map::Kind::Function {
            continue;
        }
        if let (true, Some(hip)) = (options.strings, row.hip) {
            let start = token.start + source.text[token.range()].find(name).unwrap_or(0);
            found.edit(start..start + name.len(), hip, Sureness::Certain, RULE);
            continue;
        }
        let message = match row.hip {
            Some(hip) => {
                format!("the string \"{name}\" stays: if a function is looked up by it, HIP has `{hip}`")
            }
            None => format!("the string \"{name}\" stays: HIP has no such function"),
        };
        found.note(source.text, token.start, Reason::Look, message);
    }
}
