//! The part of ARCHITECTURE.md that shows the table of layers.

use super::table::{Layer, Layers, WORKSPACE};
use crate::workspace::{Outcome, root};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Lines between which the part stands.
const BEGIN: &str = "<!-- Written by `cargo xtask check --write` from layers.tsv -->\n";
const END: &str = "<!-- End of what layers.tsv says -->\n";

/// ARCHITECTURE.md with the part as the table has it.
///
/// # Errors
/// A file cannot be read, or the part has no place in it.
pub(crate) fn file() -> Outcome<(PathBuf, String)> {
    let path = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let place = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = place.ok_or("ARCHITECTURE.md: no place for the table of layers")?;
    Ok((path, format!("{before}{BEGIN}{}{END}{after}", tables(&Layers::read()?))))
}

fn tables(layers: &Layers) -> String {
    let mut text = "\n| layer | crates |\n|---|---|\n".to_owned();
    for Layer { name, members, .. } in layers.of(WORKSPACE).iter().rev() {
        let _ = writeln!(
            text,
            "| {name} | {} |",
            members.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ")
        );
    }
    text += "\n| crate | layer | files |\n|---|---|---|\n";
    for crate_ in layers.crates() {
        for (n, Layer { name, members, .. }) in layers.of(crate_).iter().rev().enumerate() {
            let shown = if n == 0 { format!("`{crate_}`") } else { String::new() };
            let rest = if layers.of(crate_).len() == 1 { "all" } else { "the others" };
            let _ = writeln!(text, "| {shown} | {name} | {} |", members.join(" ").replace('*', rest));
        }
    }
    text + "\n"
}
