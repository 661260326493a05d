//! `launch!` of cust and rustacuda, replaced by `hip_runtime::launch!`: same chevrons, but the stream is
//! passed by reference.

use super::source::{Found, Source};
use crate::edit::Sureness;
use crate::report::Reason;

const RULE: &str = "rust_launch";

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    for (mark, _) in source.tokens.iter().enumerate().filter(|(_, token)| token.is(b'!')) {
        let Some(at) = mark.checked_sub(1) else { continue };
        let is_macro = source.str(at) == "launch" && !source.uses.covers(at);
        if !is_macro || !(source.is(at + 2, b'(') || source.is(at + 2, b'{') || source.is(at + 2, b'[')) {
            continue;
        }
        let mut first = at;
        while first >= 3 && source.colons(first - 2) && source.is_ident(first - 3) {
            first -= 3;
        }
        let path: Vec<&str> = source.path(first).iter().map(|&t| source.str(t)).collect();
        let (whole, imported) = source.uses.resolve(&path);
        let theirs = |name: &str| matches!(name, "cust" | "rustacuda");
        let known = matches!(whole.as_slice(), [krate, "launch"] if theirs(krate));
        // Imported by a prelude, or by `#[macro_use] extern crate`.
        let taken_in = path.len() == 1 && source.uses.imports_all(theirs);
        if !known && (!taken_in || imported) {
            continue;
        }
        // Its `use` was rewritten already; other spellings become the full path.
        if !imported {
            found.edit(source.range(first, at), "hip_runtime::launch", Sureness::Certain, RULE);
        }
        found.report.launch();
        let close = source.close(at + 2);
        match settings(source, at + 3, close) {
            Some(settings) => stream(source, &settings, found),
            None => {
                let text = "this launch has no `<<<…>>>`; see `hip_runtime::launch!`".to_owned();
                found.note(source.text, source.tokens[at].start, Reason::Look, text);
            }
        }
    }
}

/// Returns the settings between the chevrons, each by its first and last token.
fn settings(source: &Source<'_>, from: usize, close: usize) -> Option<Vec<(usize, usize)>> {
    let run = |at: usize, punct: u8| (at..at + 3).all(|n| n < close && source.is(n, punct));
    let open = (from..close).find(|&at| run(at, b'<'))?;
    // The arguments are the last group, preceded by `>>>`.
    let mut at = open + 3;
    let mut end = None;
    while at < close {
        if source.is(at, b'(') && at >= 3 && run(at - 3, b'>') {
            end = Some(at - 3);
        }
        at = if source.is(at, b'(') || source.is(at, b'[') || source.is(at, b'{') {
            source.close(at) + 1
        } else {
            at + 1
        };
    }
    let end = end?;
    let (mut found, mut start, mut at) = (Vec::new(), open + 3, open + 3);
    while at <= end {
        if at == end || source.is(at, b',') {
            if start < at {
                found.push((start, at - 1));
            }
            start = at + 1;
        }
        let opens = source.is(at, b'(') || source.is(at, b'[') || source.is(at, b'{');
        at = if opens { source.close(at) + 1 } else { at + 1 };
    }
    Some(found)
}

fn stream(source: &Source<'_>, settings: &[(usize, usize)], found: &mut Found) {
    let Some(&(first, last)) = settings.get(3) else { return };
    if source.is(first, b'&') {
        return;
    }
    // `self.stream` and `stream` are places; other expressions need parentheses.
    let place = (first..=last).all(|t| source.is_ident(t) || source.is(t, b'.'));
    let (open, close) = if place { ("&", "") } else { ("&(", ")") };
    let at = source.range(first, last);
    found.edit(at.start..at.start, open, Sureness::Likely, RULE);
    if !close.is_empty() {
        found.edit(at.end..at.end, close, Sureness::Likely, RULE);
    }
}
