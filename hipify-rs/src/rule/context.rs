//! Contexts: `cuCtxCreate` has two to four arguments by version of CUDA; HIP's has three.

use super::{File, green_flag};
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use crate::structure::Argument;

const NULLS: [&[u8]; 4] = [b"NULL", b"nullptr", b"0", b"{}"];

/// What makes contexts.
pub(super) const CREATE: &[&str] = &["cuCtxCreate", "cuCtxCreate_v2", "cuCtxCreate_v3", "cuCtxCreate_v4"];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for (name, args) in file.calls_with(CREATE) {
        let delete = |from: usize, to: usize| Edit {
            at: from..to,
            with: "".into(),
            sureness: Sureness::Certain,
            rule: "context",
        };
        match args.as_slice() {
            // (context, parameters, flags, device) of CUDA 13
            [context, parameters, _, _] if NULLS.contains(&file.argument(parameters)) => {
                let (from, to) = without(file, context, parameters);
                edits.push(delete(from, to));
            }
            // (context, affinities, count, flags, device) of CUDA 11.4
            [context, affinities, count, _, _]
                if NULLS.contains(&file.argument(affinities)) && file.argument(count) == b"0" =>
            {
                let (from, to) = without(file, context, count);
                edits.push(delete(from, to));
            }
            [_, _, _, _] | [_, _, _, _, _] => {
                let text =
                    "`hipCtxCreate` takes no creation parameters: pass a null pointer for them".to_owned();
                report.note(file.text, name.start, Reason::Unsupported, text);
            }
            // (context, device): flags of 0
            [context, _] => edits.push(Edit {
                at: context.bytes.end..context.bytes.end,
                with: ", 0".into(),
                sureness: Sureness::Certain,
                rule: "context",
            }),
            _ => {}
        }
    }
    green_flag(file, edits, report);
}

/// What goes when the arguments after `kept`, up to `last`, go: the commas before them, or, where comments stand there, the
/// arguments and the commas behind them.
fn without(file: &File<'_>, kept: &Argument, last: &Argument) -> (usize, usize) {
    let plain =
        |from: usize, to: usize| file.text[from..to].iter().all(|b| b.is_ascii_whitespace() || *b == b',');
    let first = file.tokens[kept.tokens.end + 1].start;
    match file.tokens.get(last.tokens.end) {
        Some(comma) if comma.is(b',') && !plain(kept.bytes.end, first) => (first, comma.end),
        _ => (kept.bytes.end, last.bytes.end),
    }
}
