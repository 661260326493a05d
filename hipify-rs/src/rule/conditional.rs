//! Conditions on the compiler: `__CUDA_ARCH__`, `CUDA_VERSION`.

use super::File;
use crate::cuda_version::{HEADER_MACROS, NUMBER};
use crate::edit::{Edit, Sureness};
use crate::excluded::{self, Defines};
use crate::map::WORDS;
use crate::report::{Reason, Report};
use crate::scan::{Scan, Word};
use std::ops::Range;

const ARCH: &[u8] = b"__CUDA_ARCH__";

/// Returns whether the rule may apply to a text.
pub fn applies(scan: &Scan) -> bool {
    scan.has(&[Word::Arch, Word::Version])
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    // The previous directive, and whether it uses the macro's value.
    let mut last: Option<(usize, bool)> = None;
    let mut excluded = None;
    for at in file.scan.words(&[Word::Arch, Word::Version]) {
        let (token, word) = (&file.tokens[at], source.word(at));
        let directive = source.structure.directive(at).filter(|d| {
            matches!(
                source.word(d.start + 1),
                b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef"
            )
        });
        if word != ARCH && (directive.is_some() || !source.is_member(at)) {
            let prose = source.structure.directive(at).is_some_and(|d| source.word(d.start + 1) == b"error");
            if prose || tests_definition(file, at) || at > 0 && source.word(at - 1) == b"define" {
                continue;
            }
            let lost = directive.and_then(|d| dropped(file, d.end, &mut excluded));
            let reckons = source.structure.directive(at).is_none() && file.declaration(at, word).is_none();
            if reckons && HEADER_MACROS.iter().any(|name| name.as_bytes() == word) {
                let with = NUMBER.into();
                edits.push(Edit { at: token.range(), with, sureness: Sureness::Likely, rule: "conditional" });
                let text = format!("HIP has no CUDA version: {NUMBER} is used instead");
                report.note(file.text, token.start, Reason::Look, text);
                continue;
            }
            let text = match lost {
                Some((first, last)) => format!(
                    "HIP does not define this CUDA version: it counts as 0, so lines {first} to {last} are not compiled"
                ),
                None => {
                    "HIP does not define this CUDA version: check that HIP takes the right branch".to_owned()
                }
            };
            report.note(file.text, token.start, Reason::Look, text);
        }
        if word != ARCH {
            continue;
        }
        let compared = directive.is_none_or(|d| match last {
            Some((start, compared)) if start == d.start => compared,
            _ => {
                last.insert((
                    d.start,
                    d.clone().any(|n| source.word(n) == ARCH && !tests_definition(file, n)),
                ))
                .1
            }
        });
        if compared {
            // Reported once, where the value is used.
            if directive.is_none() || !tests_definition(file, at) {
                let text = "AMD's devices have no compute capability, so this macro is undefined";
                report.note(file.text, token.start, Reason::Look, text.to_owned());
            }
        } else {
            let with = "__HIP_DEVICE_COMPILE__".into();
            edits.push(Edit { at: token.range(), with, sureness: Sureness::Likely, rule: "conditional" });
        }
    }
}

/// Returns the lines of the branch after a directive, if a compiler skips it when CUDA versions are 0.
fn dropped(file: &File<'_>, from: usize, excluded: &mut Option<Vec<Range<usize>>>) -> Option<(usize, usize)> {
    let all = excluded.get_or_insert_with(|| {
        let versions = WORDS.iter().filter(|(_, word)| *word == Word::Version);
        let mut defines: Defines = versions.map(|(name, _)| ((*name).to_owned(), "0".to_owned())).collect();
        defines.extend(file.options.skip.iter().flatten().map(|(name, value)| (name.clone(), value.clone())));
        excluded::find(file.scope(), &defines)
    });
    let n = all.partition_point(|range| range.start < from);
    let range = all.get(n).filter(|range| range.start == from)?;
    let line = |token: usize| 1 + memchr::memchr_iter(b'\n', &file.text[..file.tokens[token].start]).count();
    Some((line(range.start), line(range.end - 1)))
}

/// Returns whether a condition tests if the macro is defined, rather than its value.
fn tests_definition(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let before = at.checked_sub(1).map_or(&b""[..], |n| source.word(n));
    let paren = at > 1 && source.is(at - 1, b'(') && source.word(at - 2) == b"defined";
    let head = matches!(before, b"ifdef" | b"ifndef" | b"elifdef" | b"elifndef" | b"defined" | b"undef");
    source.structure.directive(at).is_some() && (head || paren)
}
