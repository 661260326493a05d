//! `__launch_bounds__`: HIP's takes two arguments, and the second counts something else.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::marks::Word;
use crate::report::{Reason, Report};

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for at in file.marks.words(&[Word::LaunchBounds]) {
        let open = at + 1;
        let Some(close) = source.structure.partner(open).filter(|_| source.is(open, b'(')) else { continue };
        let Some(arguments) = source.arguments(open, close) else { continue };
        let place = file.tokens[at].start;
        if let [_, second, third] = arguments.as_slice() {
            let range = second.bytes.end..third.bytes.end;
            edits.push(Edit {
                at: range,
                with: "".into(),
                sureness: Sureness::Likely,
                rule: "launch_bounds",
            });
            let text = "HIP's launch bounds say nothing of clusters: the third argument went".to_owned();
            report.note(file.text, place, Reason::Look, text);
        }
        if arguments.len() > 1 {
            let text = "the second launch bound counts warps on an execution unit in HIP, blocks on a multiprocessor in CUDA";
            report.note(file.text, place, Reason::Look, text.to_owned());
        }
    }
}
