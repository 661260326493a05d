//! Conditions on the compiler: `__CUDA_ARCH__`, `CUDA_VERSION`.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::marks::{Marks, Word};
use crate::report::{Reason, Report};

const ARCH: &[u8] = b"__CUDA_ARCH__";

/// Whether a text has something for this rule.
pub fn any(marks: &Marks) -> bool {
    marks.has(&[Word::Arch, Word::Version])
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    // The directive that was looked at last, and whether it asks for the number.
    let mut last: Option<(usize, bool)> = None;
    for at in file.marks.words(&[Word::Arch, Word::Version]) {
        let (token, word) = (&file.tokens[at], source.word(at));
        let directive = source.structure.directive(at).filter(|d| {
            matches!(
                source.word(d.start + 1),
                b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef"
            )
        });
        if word != ARCH && (directive.is_some() || !source.is_member(at)) {
            let prose = source.structure.directive(at).is_some_and(|d| source.word(d.start + 1) == b"error");
            if prose || is_asked(file, at) || at > 0 && source.word(at - 1) == b"define" {
                continue;
            }
            let text = "a version of CUDA's, which HIP does not define: see that the branch for HIP is the right one";
            report.note(file.text, token.start, Reason::Look, text.to_owned());
        }
        if word != ARCH {
            continue;
        }
        let compared = directive.is_none_or(|d| match last {
            Some((start, compared)) if start == d.start => compared,
            _ => last.insert((d.start, d.clone().any(|n| source.word(n) == ARCH && !is_asked(file, n)))).1,
        });
        if compared {
            // Said once, where the number is asked for.
            if directive.is_none() || !is_asked(file, at) {
                let text = "AMD's devices have no compute capability: this is undefined there";
                report.note(file.text, token.start, Reason::Look, text.to_owned());
            }
        } else {
            let with = "__HIP_DEVICE_COMPILE__".into();
            edits.push(Edit { at: token.range(), with, sureness: Sureness::Likely, rule: "conditional" });
        }
    }
}

/// Whether a condition asks if the name is defined, and not for its value.
fn is_asked(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let before = at.checked_sub(1).map_or(&b""[..], |n| source.word(n));
    let paren = at > 1 && source.is(at - 1, b'(') && source.word(at - 2) == b"defined";
    let head = matches!(before, b"ifdef" | b"ifndef" | b"elifdef" | b"elifndef" | b"defined" | b"undef");
    source.structure.directive(at).is_some() && (head || paren)
}
