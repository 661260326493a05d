//! The table of clients, and the part of the book that shows it.

use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Lines between which the part of the book stands.
const BEGIN: &str = "<!-- Written by `cargo xtask check --write` from xtask/clients/clients.tsv -->\n";
const END: &str = "<!-- End of what clients.tsv says -->\n";

/// How a client is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Its script of `xtask/clients`, by a Python with its packages.
    Script,
    /// The same, with a library of the name `libnvrtc.so`.
    ScriptWithNvrtc,
    /// Its package of `xtask/clients`, by cargo.
    Cargo,
    /// hashcat's self-tests.
    Hashcat,
    /// By hand.
    Hand,
}

/// Row of the table.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) name: String,
    title: String,
    pub(crate) how: How,
    /// Python packages of versions that were tried together, the client's first.
    pub(crate) packages: Vec<String>,
    /// Version of what is no package.
    version: String,
    runs: String,
    fails: String,
}

impl Client {
    /// Returns its version, by default that of its package.
    pub(crate) fn version(&self) -> &str {
        let pinned = self.packages.first().and_then(|package| package.split_once("=="));
        let is_told = !self.version.is_empty();
        pinned.filter(|_| !is_told).map_or(self.version.as_str(), |(_, version)| version)
    }

    /// Returns whether another has the same Python packages, in any order.
    pub(crate) fn shares_packages_with(&self, other: &Client) -> bool {
        let all = |client: &Client| client.packages.iter().cloned().collect::<BTreeSet<String>>();
        all(self) == all(other)
    }

    fn new(row: &[String]) -> Outcome<Client> {
        let [name, title, how, packages, version, runs, fails] = row else {
            return Err(format!("clients.tsv: {row:?}"));
        };
        let how = match how.as_str() {
            "script" => How::Script,
            "script, libnvrtc.so" => How::ScriptWithNvrtc,
            "cargo" => How::Cargo,
            "hashcat" => How::Hashcat,
            "by hand" => How::Hand,
            other => return Err(format!("clients.tsv: {name}: unknown way {other}")),
        };
        let [title, version, runs, fails] =
            [title, version, runs, fails].map(|text: &String| if text == "-" { "" } else { text }.to_owned());
        let packages = packages.split(' ').filter(|package| *package != "-").map(str::to_owned).collect();
        Ok(Client { name: name.clone(), title, how, packages, version, runs, fails })
    }
}

/// Reads the table.
///
/// # Errors
/// The table cannot be read, or has a row of another kind.
pub(crate) fn clients() -> Outcome<Vec<Client>> {
    Table::read(&root().join("xtask/clients/clients.tsv"))?.rows.iter().map(|row| Client::new(row)).collect()
}

/// Returns the page of the book with the part as the table has it.
///
/// # Errors
/// A file cannot be read, or the part has no place in it.
pub(crate) fn page() -> Outcome<(PathBuf, String)> {
    let path = root().join("docs/guides/clients.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let place = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = place.ok_or("docs/guides/clients.md: no place for the table of clients")?;
    let mut rows = "\n| client | version | runs | does not |\n|---|---|---|---|\n".to_owned();
    for client in clients()? {
        let tried = if client.how == How::Hand { "" } else { " \\*" };
        let Client { title, runs, fails, .. } = &client;
        let _ = writeln!(rows, "| {title}{tried} | {} | {runs} | {fails} |", client.version());
    }
    Ok((path, format!("{before}{BEGIN}{rows}\n{END}{after}")))
}
