//! HTML report: one self-contained page that needs no network and no other file.
//!
//! It shows the coverage by family and file, every name that stays with its reason and a link to its place,
//! and each file next to its translation. It is readable without scripts; with scripts it can be searched.

use super::words::{Part, changed};
use super::{Count, FileReport, Note, Reason, total};
use crate::diff::Row;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Escapes text for HTML, including attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // HTML allows no other control characters.
            c if c.is_control() && c != '\t' && c != '\n' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Formats the cells of a count. Without names there is no coverage.
fn coverage(count: Count) -> String {
    if count.translated + count.left == 0 {
        return "<td class=n>0</td><td class=n>0</td><td class=n>–</td><td class=b></td>".to_owned();
    }
    let percent = count.coverage();
    format!(
        "<td class=n>{}</td><td class=n>{}</td><td class=n>{percent} %</td><td class=b><span class=bar><span style=\"width:{percent}%\"></span></span></td>",
        count.translated, count.left
    )
}

const COLUMNS: &str =
    "<th class=n>translated</th><th class=n>left</th><th class=n>coverage</th><th class=b></th>";

fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::Unsupported => "stays",
        Reason::Look => "look",
        Reason::Internal => "internal error",
    }
}

/// Formats backquoted names as code.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (n, part) in escape(text).split('`').enumerate() {
        if n > 0 {
            out.push_str(if n % 2 == 1 { "<code>" } else { "</code>" });
        }
        out.push_str(part);
    }
    if out.matches("<code>").count() > out.matches("</code>").count() {
        out.push_str("</code>");
    }
    out
}

/// Returns the text of a note without the word for its reason, which has a column of its own.
fn message(note: &Note) -> String {
    match note.reason {
        Reason::Unsupported => prose(&note.text.replacen(" stays: ", ": ", 1)),
        Reason::Look | Reason::Internal => prose(&note.text),
    }
}

/// Writes the report, piece by piece: for many files the page is large. `about` is the program's name with
/// its command line.
///
/// # Errors
/// Those of `to`.
pub fn write(
    files: &[FileReport<'_>],
    errors: &[String],
    about: &str,
    to: &mut impl io::Write,
) -> io::Result<()> {
    let all = total(files);
    let mut out = format!(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>hipify-rs: {}</title><style>\n{STYLE}</style></head><body>\n<h1>Translation report</h1>\n<p>{}</p>\n\
         <p class=weak>{}</p>\n<div class=search><input id=search type=search placeholder=\"search names of CUDA or HIP, files, reasons\" \
         aria-label=\"search names of CUDA or HIP, files, reasons\" autofocus> <span id=found role=status></span></div>\n",
        escape(&all.summary()),
        escape(&all.summary()),
        prose(about),
    );
    let mut flush = |out: &mut String| {
        to.write_all(out.as_bytes())?;
        out.clear();
        io::Result::Ok(())
    };
    families(&mut out, &all.families);
    file_table(&mut out, files);
    flush(&mut out)?;
    out.push_str("<h2>Unsupported names, and places to check</h2>\n<table class=notes><tr><th>place</th><th></th><th>rule</th><th>why</th></tr>\n");
    for (n, file) in files.iter().enumerate() {
        remaining(&mut out, n, file);
        flush(&mut out)?;
    }
    out.push_str("</table>\n");
    if !errors.is_empty() {
        out.push_str("<h2>Errors</h2>\n<ul>\n");
        errors.iter().for_each(|e| out.push_str(&format!("<li data-find=\"{0}\">{0}</li>\n", escape(e))));
        out.push_str("</ul>\n");
    }
    out.push_str("<h2>Side by side</h2>\n");
    for (n, file) in files.iter().enumerate().filter(|(_, file)| !file.rows.is_empty()) {
        side_by_side(&mut out, n, file);
        flush(&mut out)?;
    }
    let _ = write!(out, "<script>\n{SCRIPT}</script>\n</body></html>\n");
    flush(&mut out)
}

fn families(out: &mut String, families: &BTreeMap<&'static str, Count>) {
    let _ = write!(out, "<h2>By API family</h2>\n<table><tr><th>family</th>{COLUMNS}</tr>\n");
    for (family, count) in families {
        let family = escape(family);
        let _ = writeln!(out, "<tr data-find=\"{family}\"><td>{family}</td>{}</tr>", coverage(*count));
    }
    out.push_str("</table>\n");
}

fn file_table(out: &mut String, files: &[FileReport<'_>]) {
    let _ = write!(out, "<h2>By file</h2>\n<table><tr><th>file</th>{COLUMNS}</tr>\n");
    for (n, file) in files.iter().enumerate() {
        let path = escape(&file.path);
        let name = match (file.rows.is_empty(), file.remark) {
            (_, Some(remark)) => format!("{path} <span class=weak>{}</span>", escape(remark)),
            (true, None) => path.clone(),
            (false, None) => format!("<a href=\"#f{n}\">{path}</a>"),
        };
        if !file.report.families.is_empty() || file.changed || file.remark.is_some() {
            let total = file.report.total();
            let _ = writeln!(out, "<tr data-find=\"{path}\"><td>{name}</td>{}</tr>", coverage(total));
        }
    }
    out.push_str("</table>\n");
}

fn remaining(out: &mut String, n: usize, file: &FileReport<'_>) {
    for note in &file.report.notes {
        let Note { line, column, rule, text, .. } = note;
        let path = escape(&file.path);
        let find = escape(&format!("{} {rule} {text}", file.path));
        let advice = note.advice.as_deref().map(|a| format!("<br><span class=weak>{}</span>", prose(a)));
        let _ = writeln!(
            out,
            "<tr data-find=\"{find}\"><td><a href=\"#f{n}-{line}\">{path}:{line}:{column}</a></td><td>{}</td><td>{rule}</td><td>{}{}</td></tr>",
            word(note.reason),
            message(note),
            advice.unwrap_or_default(),
        );
    }
}

/// Formats a line, with the words marked that differ on the other side.
fn marked(parts: &[Part<'_>], class: &str) -> String {
    parts.iter().fold(String::new(), |out, part| match part {
        Part::Same(text) => out + &escape(text),
        Part::Changed(text) => out + &format!("<mark class={class}>{}</mark>", escape(text)),
    })
}

fn side_by_side(out: &mut String, n: usize, file: &FileReport<'_>) {
    let path = escape(&file.path);
    let _ = writeln!(
        out,
        "<details id=f{n} data-file=\"{path}\"><summary>{path}</summary><table class=diff>\
         <colgroup><col class=num><col><col class=num><col></colgroup>"
    );
    let mut notes = file.report.notes.iter().peekable();
    for row in file.rows.iter() {
        let (line, old, new, classes) = match row {
            Row::Same(a, b, text) => (Some(a), Some((a, text)), Some((b, text)), ["", ""]),
            Row::Changed(old, new) => {
                // A line without a counterpart is added or removed as a whole; in a pair, the words that
                // differ are marked.
                let whole = |class: &'static str, alone: bool| if alone { class } else { "" };
                let classes = [whole(" class=o", new.is_none()), whole(" class=w", old.is_none())];
                (old.map(|(n, _)| n), old, new, classes)
            }
            Row::Gap => {
                out.push_str("<tr class=gap><td colspan=4>⋯</td></tr>\n");
                continue;
            }
        };
        let id = line.map_or_else(String::new, |line| format!(" id=f{n}-{line}"));
        let same = if matches!(row, Row::Same(..)) { " class=same" } else { "" };
        let _ = write!(out, "<tr{id}{same}>");
        let texts = match (old, new) {
            (Some((_, old)), Some((_, new))) => {
                let (old, new) = changed(old, new);
                [marked(&old, "o"), marked(&new, "w")]
            }
            (old, new) => [old, new].map(|side| side.map_or_else(String::new, |(_, text)| escape(text))),
        };
        for ((side, text), class) in [old, new].into_iter().zip(texts).zip(classes) {
            let number = side.map_or_else(String::new, |(number, _)| number.to_string());
            let _ = write!(out, "<td class=n>{number}</td><td{class}>{text}</td>");
        }
        out.push_str("</tr>\n");
        while let Some(note) = notes.next_if(|note| line.is_some_and(|line| note.line <= line)) {
            let prefix = if note.text.contains(" stays") {
                String::new()
            } else {
                word(note.reason).to_owned() + ": "
            };
            let _ = writeln!(out, "<tr class=note><td colspan=4>{prefix}{}</td></tr>", prose(&note.text));
        }
    }
    out.push_str("</table></details>\n");
}

#[cfg(test)]
mod tests {
    #[test]
    fn sources_are_escaped() {
        assert_eq!(super::escape("<a href='x'>&\"\u{1}"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd}");
        assert_eq!(super::prose("`cu<T>` stays, ` odd"), "<code>cu&lt;T&gt;</code> stays, <code> odd</code>");
    }
}
