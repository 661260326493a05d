//! Markdown report: counts by family and file, and every name that stays, with its place.

use super::{FileReport, Reason, total};
use std::fmt::Write as _;

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Formats the report.
pub fn write(files: &[FileReport<'_>], errors: &[String]) -> String {
    let all = total(files);
    let mut out = format!("# Translation\n\n{}\n", all.summary());
    out.push_str("\n## By family\n\n| family | translated | left | % |\n|---|---:|---:|---:|\n");
    for (family, count) in &all.families {
        let _ = writeln!(out, "| {family} | {} | {} | {} |", count.translated, count.left, count.coverage());
    }
    out.push_str("\n## By file\n\n| file | translated | left | % |\n|---|---:|---:|---:|\n");
    for file in files.iter().filter(|file| !file.report.families.is_empty()) {
        let count = file.report.total();
        let path = cell(&file.path);
        let _ = writeln!(out, "| {path} | {} | {} | {} |", count.translated, count.left, count.coverage());
    }
    for (title, reason) in [("Unsupported names", Reason::Unsupported), ("Places to check", Reason::Look)] {
        let notes: Vec<_> = files
            .iter()
            .flat_map(|file| file.report.notes.iter().map(move |note| (file, note)))
            .filter(|(_, note)| note.reason == reason)
            .collect();
        if !notes.is_empty() {
            let _ = write!(out, "\n## {title}\n\n| place | rule | note |\n|---|---|---|\n");
        }
        for (file, note) in notes {
            let (path, text) = (cell(&file.path), cell(&note.text));
            let advice = note.advice.as_deref().map(|a| format!(" — {}", cell(a))).unwrap_or_default();
            let _ =
                writeln!(out, "| {path}:{}:{} | {} | {text}{advice} |", note.line, note.column, note.rule);
        }
    }
    let remarks = files.iter().filter_map(|file| Some(format!("{}: {}", file.path, file.remark?)));
    let left: Vec<String> = remarks.chain(errors.iter().cloned()).collect();
    if !left.is_empty() {
        out.push_str("\n## Not translated\n\n");
        left.iter().for_each(|line| out.push_str(&format!("- {line}\n")));
    }
    out
}
