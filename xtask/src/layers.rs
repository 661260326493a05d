//! `cargo xtask layers`: which source files of a crate import each other in circles.

mod graph;
mod imports;

use crate::workspace::{Outcome, root};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

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
    files: usize,
    lines: usize,
    /// Files of each circle, the largest circle first.
    circles: Vec<Vec<String>>,
    /// Imports inside circles: importing file, imported file.
    inside: Vec<(String, String)>,
}

impl Figures {
    fn of(name: &str) -> Outcome<Figures> {
        let sources = imports::Sources::read(&root().join(name).join("src"))?;
        let edges = sources.edges();
        let circles = graph::circles(sources.names().len(), &edges);
        let text = |file: usize| sources.names()[file].clone();
        let together = |from, to| circles.iter().any(|files| files.contains(&from) && files.contains(&to));
        let inside = edges.iter().filter(|(from, to)| together(*from, *to));
        Ok(Figures {
            name: name.to_owned(),
            files: sources.names().len(),
            lines: sources.lines(),
            inside: inside.map(|&(from, to)| (text(from), text(to))).collect(),
            circles: circles.into_iter().map(|files| files.into_iter().map(text).collect()).collect(),
        })
    }

    fn largest(&self) -> usize {
        self.circles.first().map_or(0, Vec::len)
    }

    fn json(&self) -> Value {
        json!({ "crate": self.name, "files": self.files, "lines": self.lines, "circles": self.circles })
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
        let Figures { name, files, lines, circles, .. } = crate_;
        eprintln!("{name:24} {files:>5} {lines:>7} {:>14} {:>8}", crate_.largest(), circles.len());
        for files in circles {
            eprintln!("    {}", files.join(" "));
        }
        for (from, to) in crate_.inside.iter().filter(|_| request.imports) {
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

/// Folders of the workspace's crates.
fn members() -> Outcome<Vec<String>> {
    let path = root().join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let manifest: toml::Table = text.parse().map_err(|e| format!("{}: {e}", path.display()))?;
    let members = manifest["workspace"]["members"].as_array().into_iter().flatten();
    let folders = members.filter_map(|member| member.as_str()).map(str::to_owned);
    Ok(folders.filter(|folder| Path::new(root()).join(folder).join("src").is_dir()).collect())
}
