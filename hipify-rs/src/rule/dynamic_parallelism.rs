//! Launches from device code: they stay, as only this SDK's compiler supports them.

use super::File;
use crate::edit::Edit;
use crate::report::{Reason, Report};
use crate::scan::Word;
use std::ops::Range;

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    if file.launches.is_empty() {
        return;
    }
    let bodies = bodies(file);
    for launch in file.launches.iter().filter(|launch| is_inside(&bodies, launch.open.start)) {
        let text = "only this SDK's `hipcc` compiles launches from device code; other HIP compilers do not"
            .to_owned();
        report.note(file.text, file.tokens[launch.open.start].start, Reason::Look, text);
    }
}

/// Returns whether a token lies in one of these bodies.
pub(super) fn is_inside(bodies: &[Range<usize>], at: usize) -> bool {
    let before = bodies.partition_point(|body| body.start <= at);
    before.checked_sub(1).is_some_and(|n| bodies[n].contains(&at))
}

/// Returns the bodies of functions that only run on the device, in order; of nested ones only the outer.
pub(super) fn bodies(file: &File<'_>) -> Vec<Range<usize>> {
    let source = file.scope();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut done = 0;
    for at in file.scan.words(&[Word::Global, Word::Device]).map(|at| at + 1) {
        if at <= done {
            continue;
        }
        let mut both = at > 1 && source.word(at - 2) == b"__host__";
        let mut open = at;
        while open < file.tokens.len()
            && !matches!(file.tokens[open].byte(), b'{' | b';' | b'}' | b')' | b'=')
        {
            both |= source.word(open) == b"__host__";
            open = match file.tokens[open].byte() {
                b'(' | b'[' => source.structure.partner(open).unwrap_or(open).max(open) + 1,
                _ => open + 1,
            };
        }
        if !both && source.is(open, b'{') {
            let close = source.structure.partner(open).filter(|&close| close > open);
            found.push(open..close.unwrap_or(open));
        }
        done = found.last().map_or(at, |body| body.end.max(at)).max(open);
    }
    found
}
