//! Results as text.

use super::record::{Counts, Row, Stage};
use std::fmt::Write as _;

/// Stages as the table's columns have them.
pub(super) const STAGES: [(&str, Stage); 5] = [
    ("translated", Stage::Translated),
    ("configured", Stage::Configured),
    ("built", Stage::Built),
    ("ran", Stage::Ran),
    ("right", Stage::Right),
];

/// Returns the text of a stage's cell: `yes`, `NO` where the program stopped, `-` after that and where
/// nothing is checked.
pub(super) fn cell(row: &Row, stage: Stage) -> &'static str {
    if row.reached >= stage {
        "yes"
    } else if row.reached as u8 + 1 == stage as u8 && !row.is_good() {
        "NO"
    } else {
        "-"
    }
}

/// The table for people, with the reasons of what failed below it.
pub(super) fn text(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name().len()).max().unwrap_or(0).max(8);
    let mut text = format!("{:<width$}  translated  configured  built  ran  right  seconds\n", "program");
    for row in rows {
        let cells = STAGES.map(|(_, stage)| cell(row, stage));
        let [translated, configured, built, ran, right] = cells;
        let _ = writeln!(
            text,
            "{:<width$}  {translated:<10}  {configured:<10}  {built:<5}  {ran:<3}  {right:<5}  {:>7.1}",
            row.name(),
            row.seconds
        );
    }
    text.push('\n');
    for row in rows.iter().filter(|row| !row.is_good()) {
        let _ = writeln!(text, "{} {}: {}", row.name(), row.verdict(), why(row));
    }
    let _ = writeln!(text, "{}", Counts::new(rows).sentence());
    text
}

/// Why a program failed: the manifest's reason, if it has one, and the run's.
pub(super) fn why(row: &Row) -> String {
    let found = row.reason.as_deref().unwrap_or("");
    match (&row.needs, &row.known) {
        (Some(library), _) => format!("needs {library}; {found}"),
        (None, Some(known)) => format!("known: {known}; {found}"),
        (None, None) => found.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record;
    use super::*;

    fn row(program: &str, reached: Stage, judge: &str, reason: Option<&str>) -> Row {
        Row {
            repository: "a/b".to_owned(),
            program: program.to_owned(),
            reached,
            judge: judge.to_owned(),
            reason: reason.map(str::to_owned),
            needs: None,
            known: None,
            seconds: 1.0,
            build_seconds: 0.0,
            run_seconds: 0.0,
            peak: 0,
        }
    }

    #[test]
    fn cells_end_where_a_program_stopped() {
        let built = row("x", Stage::Built, "output", Some("signal 11"));
        let cells = STAGES.map(|(_, stage)| cell(&built, stage));
        assert_eq!(cells, ["yes", "yes", "yes", "NO", "-"]);
        let ran = row("x", Stage::Ran, "runs", None);
        assert_eq!(STAGES.map(|(_, stage)| cell(&ran, stage)), ["yes", "yes", "yes", "yes", "-"]);
        assert!(ran.is_good());
    }

    #[test]
    fn libraries_and_unchecked_programs_are_counted_apart() {
        let mut library = row("l", Stage::Configured, "output", Some("no header"));
        library.needs = Some("hipBLAS".to_owned());
        let rows = [
            row("r", Stage::Right, "exit", None),
            row("w", Stage::Ran, "output", Some("wrong")),
            row("u", Stage::Ran, "runs", None),
            row("c", Stage::Configured, "output", Some("error")),
            library,
        ];
        let counts = record::Counts::new(&rows);
        assert_eq!((counts.programs, counts.need_library, counts.built), (5, 1, 3));
        assert_eq!((counts.judged, counts.right, counts.unchecked, counts.runs), (2, 1, 1, 1));
        assert!(counts.sentence().contains("3 build (75.0 %)"), "{}", counts.sentence());
    }
}
