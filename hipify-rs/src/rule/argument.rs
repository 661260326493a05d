//! Calls that have other arguments in HIP: a cast, an argument more or less, another order, another function.
//! A table lists them.

use super::{File, Name};
use crate::call::{self, Call};
use crate::edit::{Edit, Sureness};
use crate::map::RuleSet;
use crate::map::arguments::{Action, Change, changes};
use crate::report::{Reason, Report};
use crate::{Options, Target};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for name in file.names.iter().filter(|name| name.row.rules.contains(RuleSet::ARGUMENT) && !name.member) {
        let Some((call, changes)) = changed(file, name) else { continue };
        if !changes.is_empty() {
            rewrite(file, name, &call, &changes, edits, report);
        }
    }
}

/// Returns a call of a name, and what changes in it.
fn changed(file: &File<'_>, name: &Name) -> Option<(Call, Vec<Change>)> {
    let changes = changes().get(name.row.cuda)?;
    let call = call::find(file.scope(), name.token)?;
    let fits = |change: &&Change| {
        change.count.is_none_or(|n| n == call.arguments.len())
            && change.target.is_none_or(|target| target == targeted(name, file.options))
            && change.release.is_none_or(|release| release == file.options.release)
    };
    let changes = changes.iter().filter(fits).copied().collect();
    Some((call, changes))
}

/// Returns the function that a call becomes for its arguments: this SDK's, if HIP's does not accept one, or
/// that of the change that renames it.
pub(super) fn renamed(file: &File<'_>, name: &Name) -> Option<&'static str> {
    let (call, changes) = changed(file, name)?;
    let renaming = || changes.iter().find(|change| change.action == Action::Rename).map(|change| change.text);
    extension_of_call(file, &call, &changes).or_else(renaming)
}

fn extension_of_call(file: &File<'_>, call: &Call, changes: &[Change]) -> Option<&'static str> {
    let is_given =
        |argument: usize| call.arguments.get(argument).is_some_and(|a| !is_null(&file.text[a.clone()]));
    changes.iter().find(|c| c.action == Action::Null && is_given(c.argument)).map(|change| change.text)
}

/// Returns the library that has the replacement of a name: AMD's own, or the portable one.
fn targeted(name: &Name, options: &Options) -> Target {
    match options.target {
        Target::Miopen if name.row.family == "cuDNN" => Target::Roc,
        Target::Miopen => Target::Hip,
        Target::RocMiopen => Target::Roc,
        target => target,
    }
}

/// Element of a new argument list.
enum Piece {
    /// Argument of the call.
    Old(usize),
    /// New argument.
    New(&'static str),
}

fn rewrite(
    file: &File<'_>,
    name: &Name,
    call: &Call,
    changes: &[Change],
    edits: &mut Vec<Edit>,
    report: &mut Report,
) {
    let args = &call.arguments;
    if let Some(function) = extension_of_call(file, call, changes) {
        let (at, with) = (name.start..name.end, function.into());
        return edits.push(Edit { at, with, sureness: Sureness::Certain, rule: "argument" });
    }
    let mut note = |reason, text: String| report.note(file.text, name.start, reason, text);
    let moves = changes.iter().any(|c| matches!(c.action, Action::Move { .. } | Action::Copy { .. }));
    let open = name.token + 1;
    if moves && !file.structure.partner(open).is_some_and(|close| file.is_plain(open, close)) {
        let cuda = name.row.cuda;
        let text =
            format!("`{cuda}` stays: its arguments contain a launch, a statement or a call that changes");
        note(Reason::Look, text);
        let (at, with) = (name.start..name.end, cuda.into());
        return edits.push(Edit { at, with, sureness: Sureness::Certain, rule: "argument" });
    }
    let mut push = |at: Range<usize>, with: Cow<'static, str>| {
        edits.push(Edit { at, with, sureness: Sureness::Certain, rule: "argument" });
    };
    let mut order: Vec<Piece> = (0..args.len()).map(Piece::Old).collect();
    for change in changes {
        let arg = args.get(change.argument).cloned();
        match (change.action, arg) {
            (Action::Rename, _) => push(name.start..name.end, change.text.into()),
            (Action::Note, _) => note(Reason::Look, format!("`{}`: {}", name.row.cuda, change.text)),
            (Action::Wrap, Some(arg)) => {
                let (before, after) = change.text.split_once("{}").unwrap_or((change.text, ""));
                if !file.text[arg.clone()].starts_with(before.as_bytes()) {
                    push(arg.start..arg.start, before.into());
                    push(arg.end..arg.end, after.into());
                }
            }
            (Action::Replace, Some(arg)) => push(arg, change.text.into()),
            (Action::Drop, Some(arg)) => {
                order.retain(|p| !matches!(p, Piece::Old(n) if *n == change.argument));
                if change.text != "-" && !is_null(&file.text[arg]) {
                    let text = format!(
                        "`{}` loses {}, which HIP's function does not accept",
                        name.row.cuda, change.text
                    );
                    note(Reason::Look, text);
                }
            }
            (Action::Null, Some(_)) => {
                order.retain(|p| !matches!(p, Piece::Old(n) if *n == change.argument));
            }
            // An insertion at the end goes after earlier ones.
            (Action::Insert, _) => {
                let at = place(&order, change.argument);
                order.insert(at, Piece::New(change.text));
            }
            (Action::Move { .. } | Action::Copy { .. }, Some(_)) => {}
            (_, None) => {
                let text = format!(
                    "`{}` has other parameters in HIP, and this call has {} arguments: check which are missing",
                    name.row.cuda,
                    args.len()
                );
                note(Reason::Look, text);
            }
        }
    }
    moved(&mut order, changes, args.len());
    arrange(file, call, &order, &mut push);
}

/// Returns the position in `order` before an argument of the call.
fn place(order: &[Piece], argument: usize) -> usize {
    order.iter().position(|p| matches!(p, Piece::Old(n) if *n >= argument)).unwrap_or(order.len())
}

/// Applies moves and copies; positions are those of the original call.
fn moved(order: &mut Vec<Piece>, changes: &[Change], arguments: usize) {
    let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut gone = Vec::new();
    for change in changes {
        match change.action {
            Action::Move { to, count } if change.argument + count <= arguments && to <= arguments => {
                let group = change.argument..change.argument + count;
                gone.extend(group.clone());
                before.entry(to).or_default().extend(group);
            }
            Action::Copy { to } if change.argument < arguments && to <= arguments => {
                before.entry(to).or_default().push(change.argument);
            }
            _ => {}
        }
    }
    if before.is_empty() {
        return;
    }
    let mut new = Vec::new();
    for piece in std::mem::take(order) {
        if let Piece::Old(n) = piece {
            new.extend(before.remove(&n).into_iter().flatten().map(Piece::Old));
            if gone.contains(&n) {
                continue;
            }
        }
        new.push(piece);
    }
    new.extend(before.into_values().flatten().map(Piece::Old));
    *order = new;
}

/// Writes the new argument list. Arguments that keep their order are not edited.
fn arrange(
    file: &File<'_>,
    call: &Call,
    order: &[Piece],
    push: &mut impl FnMut(Range<usize>, Cow<'static, str>),
) {
    let args = &call.arguments;
    let old = || order.iter().filter_map(|p| if let Piece::Old(n) = p { Some(*n) } else { None });
    if old().zip(old().skip(1)).all(|(a, b)| a < b) {
        for n in (0..args.len()).filter(|n| !old().any(|o| o == *n)) {
            // Remove it with the comma before it; the first argument with the comma after it.
            match (n, args.get(1)) {
                (0, Some(next)) => push(args[0].start..next.start, "".into()),
                (0, None) => push(args[0].clone(), "".into()),
                _ => {
                    // A comment after the previous argument stays with that argument.
                    let from = file.tokens.partition_point(|t| t.start < args[n - 1].end);
                    let comma = file.tokens.get(from).map_or(args[n - 1].end, |t| t.start);
                    push(comma..args[n].end, "".into());
                }
            }
        }
        let mut last = None;
        for piece in order {
            match piece {
                Piece::Old(n) => last = Some(*n),
                Piece::New(text) => match last {
                    Some(n) => push(args[n].end..args[n].end, format!(", {text}").into()),
                    None if args.is_empty() => push(call.open..call.open, (*text).into()),
                    None => push(call.open..call.open, format!("{text}, ").into()),
                },
            }
        }
        return;
    }
    // The order changes, so the whole list is replaced, with names translated.
    let texts: Option<Vec<String>> = order
        .iter()
        .map(|piece| match piece {
            Piece::Old(n) => file.renamed(args[*n].clone()),
            Piece::New(text) => Some((*text).to_owned()),
        })
        .collect();
    if let (Some(texts), Some(first), Some(last)) = (texts, args.first(), args.last()) {
        push(first.start..last.end, texts.join(", ").into());
    }
}

fn is_null(text: &[u8]) -> bool {
    matches!(text, b"NULL" | b"nullptr" | b"0" | b"{}")
}
