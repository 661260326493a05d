//! Calls whose arguments differ: a cast, one more, one less. Which ones is a table.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::parse;
use crate::report::{Reason, Report};

/// The table, one row a changed argument.
pub const TABLE: &str = include_str!("../../map/arguments.tsv");

enum Action {
    Wrap,
    Drop,
    Insert,
}

struct Change {
    cuda: &'static str,
    argument: usize,
    action: Action,
    text: &'static str,
}

fn changes() -> impl Iterator<Item = Change> {
    TABLE.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let (cuda, argument) = (fields.next()?, fields.next()?.parse().ok()?);
        let action = match fields.next()? {
            "wrap" => Action::Wrap,
            "drop" => Action::Drop,
            "insert" => Action::Insert,
            _ => return None,
        };
        Some(Change { cuda, argument, action, text: fields.next()? })
    })
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for change in changes() {
        for (name, call) in file.calls(&[change.cuda]) {
            let args = parse::arguments(call);
            let mut push = |at: std::ops::Range<usize>, with: String| {
                edits.push(Edit { at, with, sureness: Sureness::Certain, rule: "argument" });
            };
            match (&change.action, args.get(change.argument)) {
                (Action::Wrap, Some(arg)) => {
                    let (before, after) = change.text.split_once("{}").unwrap_or((change.text, ""));
                    if !file.source(*arg).starts_with(before.as_bytes()) {
                        push(arg.start_byte()..arg.start_byte(), before.to_owned());
                        push(arg.end_byte()..arg.end_byte(), after.to_owned());
                    }
                }
                (Action::Drop, Some(arg)) if change.argument > 0 => {
                    push(args[change.argument - 1].end_byte()..arg.end_byte(), String::new());
                    let text =
                        format!("`{}` lost {}: HIP's function does not take it", change.cuda, change.text);
                    report.note(file.text, name.start, Reason::Look, text);
                }
                (Action::Insert, None) if args.len() == change.argument => {
                    if let Some(last) = args.last() {
                        push(last.end_byte()..last.end_byte(), format!(", {}", change.text));
                    }
                }
                _ => {}
            }
        }
    }
}
