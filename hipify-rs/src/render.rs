//! Display of notes: with the source line and an underlined range, or in one line each.

use crate::cli::Messages;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use hipify_rs::report::{Note, Reason};
use std::fmt::Write as _;

/// Longest source line shown, in bytes. A note for a longer line gives the column only.
const LONG_LINE: usize = 400;

/// Formats the notes of one file.
pub(crate) fn notes(path: &str, text: &[u8], notes: &[Note], how: Messages, colour: bool) -> String {
    let mut out = String::new();
    for note in notes {
        match (how, line_of(text, note)) {
            (Messages::Json, _) => return out,
            (Messages::Human, Some((line, start))) => {
                snippet(&mut out, path, note, line, start, colour);
            }
            _ => {
                let Note { line, column, text, rule, .. } = note;
                let _ = writeln!(out, "{path}:{line}:{column}: {}[{rule}]: {text}", word(note.reason));
            }
        }
    }
    out
}

pub(crate) fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::Unsupported => "unsupported",
        Reason::Look => "look",
        Reason::Internal => "internal error",
    }
}

/// Returns the line that a note begins on, and its start offset.
fn line_of<'a>(text: &'a [u8], note: &Note) -> Option<(&'a [u8], usize)> {
    let start = note.at.start.checked_sub(note.column - 1)?;
    let rest = text.get(start..)?;
    let line = rest.split(|&b| b == b'\n').next()?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (line.len() <= LONG_LINE && note.reason != Reason::Internal).then_some((line, start))
}

fn snippet(out: &mut String, path: &str, note: &Note, line: &[u8], start: usize, colour: bool) {
    // Offsets are computed in the displayed text: invalid UTF-8 is shown as replacement characters, which are
    // longer.
    let shown = |upto: usize| String::from_utf8_lossy(&line[..upto.min(line.len())]).into_owned();
    let span = shown(note.at.start - start).len()..shown(note.at.end - start).len();
    let source = shown(line.len());
    let (level, label) = match note.reason {
        Reason::Unsupported => (Level::WARNING, "stays"),
        Reason::Look => (Level::NOTE, "look here"),
        Reason::Internal => (Level::ERROR, ""),
    };
    let level = level.with_name(word(note.reason));
    let annotation = AnnotationKind::Primary.span(span).label(label);
    let place = Snippet::source(source).line_start(note.line).path(path).annotation(annotation);
    let mut group = level.primary_title(note.text.as_str()).id(note.rule).element(place);
    if let Some(advice) = &note.advice {
        group = group.element(Level::HELP.message(advice.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    out.push_str(&renderer.render(&[group]));
    out.push_str("\n\n");
}
