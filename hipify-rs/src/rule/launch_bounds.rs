//! `__launch_bounds__`: HIP's has at most two arguments, and the second has another unit.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use crate::scan::Word;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for at in file.scan.words(&[Word::LaunchBounds]) {
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
            let text = "HIP's launch bounds have no cluster size: the third argument is removed".to_owned();
            report.note(file.text, place, Reason::Look, text);
        }
        if arguments.len() > 1 {
            let text = "the second launch bound is warps per execution unit in HIP, but blocks per multiprocessor in CUDA";
            report.note(file.text, place, Reason::Look, text.to_owned());
        }
    }
}
