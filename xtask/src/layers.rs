//! Layers: the table that orders crates and files, its laws, and `cargo xtask layers`, which prints import
//! circles.

mod crates;
mod graph;
mod imports;
mod laws;
mod page;
mod table;

pub(crate) use laws::complaints;
pub(crate) use page::file;

use crate::workspace::{Outcome, root};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// Arguments of `cargo xtask layers`.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    /// Folders of the crates to look at, below the workspace's; all without it
    #[arg(value_name = "CRATE")]
    crates: Vec<String>,
    /// Also print the imports inside each circle
    #[arg(long)]
    imports: bool,
    /// Write the figures to a file, too, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Source files of a crate and their imports, tests left out.
struct Figures {
    name: String,
    /// Paths of the files below `src`.
    names: Vec<String>,
    lines: usize,
    imports: Vec<imports::Import>,
    /// Files of each circle, the largest circle first.
    circles: Vec<Vec<String>>,
}

impl Figures {
    fn of(name: &str) -> Outcome<Figures> {
        Ok(Figures::new(name, &imports::Sources::read(&root().join(name).join("src"))?))
    }

    fn new(name: &str, sources: &imports::Sources) -> Figures {
        let circles = graph::circles(sources.names().len(), &sources.edges());
        let text = |file: usize| sources.names()[file].clone();
        Figures {
            name: name.to_owned(),
            names: sources.names().to_vec(),
            lines: sources.lines(),
            imports: sources.imports(),
            circles: circles.into_iter().map(|files| files.into_iter().map(text).collect()).collect(),
        }
    }

    /// Imports inside circles.
    fn inside(&self) -> impl Iterator<Item = (&str, &str)> {
        let together = |from, to| self.circles.iter().any(|files| files.contains(from) && files.contains(to));
        let ends = self.imports.iter().map(|import| (&self.names[import.from], &self.names[import.to]));
        ends.filter(move |(from, to)| together(from, to)).map(|(from, to)| (from.as_str(), to.as_str()))
    }

    fn largest(&self) -> usize {
        self.circles.first().map_or(0, Vec::len)
    }

    fn json(&self) -> Value {
        json!({ "crate": self.name, "files": self.names.len(), "lines": self.lines, "circles": self.circles })
    }
}

/// Prints the figures of the crates that were asked for.
///
/// # Errors
/// A crate has no sources, or a file is no Rust.
pub(crate) fn run(request: &Request) -> Outcome<()> {
    let crates = if request.crates.is_empty() { members()? } else { request.crates.clone() };
    let figures = crates.iter().map(|name| Figures::of(name)).collect::<Outcome<Vec<_>>>()?;
    eprintln!("{:24} {:>5} {:>7} {:>14} {:>8}", "crate", "files", "lines", "largest circle", "circles");
    for crate_ in &figures {
        let Figures { name, names, lines, circles, .. } = crate_;
        let (files, largest) = (names.len(), crate_.largest());
        eprintln!("{name:24} {files:>5} {lines:>7} {largest:>14} {:>8}", circles.len());
        for files in circles {
            eprintln!("    {}", files.join(" "));
        }
        for (from, to) in crate_.inside().filter(|_| request.imports) {
            eprintln!("        {from} imports {to}");
        }
    }
    if let Some(file) = &request.json {
        let rows: Vec<Value> = figures.iter().map(Figures::json).collect();
        let text = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())? + "\n";
        fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

/// Directories of the workspace's crates.
pub(crate) fn members() -> Outcome<Vec<String>> {
    Ok(crates::crates()?.into_iter().map(|crate_| crate_.name).collect())
}
