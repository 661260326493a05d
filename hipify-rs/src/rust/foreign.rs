//! Hand-written `extern "C"` blocks: library names, and pairs of CUDA functions that map to one HIP function.

use super::source::{Found, Source, item_start, known};
use super::symbols::Symbols;
use crate::edit::Sureness;
use crate::lex::{Token, TokenKind};
use crate::report::Reason;
use crate::{Options, link_libraries};
use std::collections::{BTreeMap, BTreeSet};

const RULE: &str = "rust_extern";

/// Returns the functions whose HIP function another function of the file already maps to: `cudaMalloc` next
/// to `cuMemAlloc_v2`. They keep their names and count as the program's own from here on.
pub(crate) fn twice(symbols: &Symbols<'_>) -> BTreeMap<String, &'static str> {
    let mut order: Vec<(&str, usize)> = symbols.foreign.iter().map(|(name, at)| (*name, *at)).collect();
    order.sort_by_key(|(_, at)| *at);
    let order: Vec<&str> = order.into_iter().map(|(name, _)| name).collect();
    twice_among(&order)
}

/// Returns such functions among those declared, in their order.
pub(super) fn twice_among(order: &[&str]) -> BTreeMap<String, &'static str> {
    // Functions declared under HIP names already.
    let mut taken: BTreeSet<&str> = order.iter().copied().filter(|name| known(name).is_none()).collect();
    let mut found = BTreeMap::new();
    for &name in order {
        let Some(hip) = known(name).and_then(|row| row.hip) else { continue };
        if !taken.insert(hip) {
            found.insert(name.to_owned(), hip);
        }
    }
    found
}

pub(crate) fn run(source: &Source<'_>, twice: &BTreeMap<String, &'static str>, found: &mut Found) {
    for (name, hip) in twice {
        let Some(&at) = source.symbols.names.get(name.as_str()) else { continue };
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
    for (at, _) in source.tokens.iter().enumerate().filter(|(_, token)| token.is(b'#')) {
        let in_import = || {
            let n = source.uses.all.partition_point(|item| item.keyword <= at);
            source.uses.all.get(n).is_some_and(|item| item.start <= at)
        };
        if source.is(at + 1, b'[') && !in_import() {
            attribute(source, at + 2, source.close(at + 1), found);
        }
    }
}

/// Translates attributes: `#[link(name = "cuda")]`, `#[link_name = "cuInit"]`, also within `cfg_attr`.
fn attribute(source: &Source<'_>, from: usize, to: usize, found: &mut Found) {
    let (mut link, mut renamed) = (false, false);
    for at in from..to {
        let (word, value) = (source.str(at), at + 2);
        link |= word == "link" && source.is(at + 1, b'(');
        let is_text =
            source.is(at + 1, b'=') && source.tokens.get(value).is_some_and(|t| t.kind == TokenKind::Literal);
        if !is_text {
            continue;
        }
        let Some((place, text)) = inner(source, &source.tokens[value]) else { continue };
        match word {
            "name" if link => match link_libraries::library(text) {
                Some(link_libraries::Library { hip: Some(hip), .. }) if *hip != *text => {
                    renamed = true;
                    found.edit(place, hip, Sureness::Certain, RULE);
                }
                Some(link_libraries::Library { hip: None, .. }) => {
                    let message = format!("the library `{text}` stays: HIP has no equivalent");
                    found.note(source.text, place.start, Reason::Unsupported, message);
                }
                _ => {}
            },
            // HIP's libraries are shared libraries.
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

/// Returns the content of a plain string literal.
fn inner<'a>(source: &Source<'a>, token: &Token) -> Option<(std::ops::Range<usize>, &'a str)> {
    let range = token.start + 1..token.end.checked_sub(1)?;
    let text = source.text.get(range.clone())?;
    source.text[token.range()].starts_with('"').then_some((range, text))
}

/// Returns whether a text is a build script, which prints to cargo.
pub(super) fn is_script(text: &str) -> bool {
    text.contains("cargo:")
}

/// Finds CUDA function names in strings, which programs look up at run time. They are reported, or translated
/// with `--strings`.
pub(crate) fn strings(source: &Source<'_>, options: &Options, found: &mut Found) {
    let script = source.facts.script || is_script(source.text);
    for (at, token) in source.tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Literal) {
        if at > 1 && source.str(at - 2) == "link_name" {
            continue;
        }
        if let Some((at, inside)) = inner(source, token)
            && let Some((part, with)) = crate::build::directive(inside)
        {
            found.edit(at.start + part.start..at.start + part.end, with, Sureness::Certain, RULE);
            continue;
        }
        // A default for CUDA's directory in a build script.
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
        if row.kind != crate::map::NameKind::Function {
            continue;
        }
        if let (true, Some(hip)) = (options.strings, row.hip) {
            let start = token.start + source.text[token.range()].find(name).unwrap_or(0);
            found.edit(start..start + name.len(), hip, Sureness::Certain, RULE);
            continue;
        }
        let message = match row.hip {
            Some(hip) => {
                format!(
                    "the string \"{name}\" stays: if it is used to look up a function, HIP's name is `{hip}`"
                )
            }
            None => format!("the string \"{name}\" stays: HIP has no such function"),
        };
        found.note(source.text, token.start, Reason::Look, message);
    }
}
