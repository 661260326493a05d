//! Crates of the workspace and what they depend on, read off their manifests.

use crate::workspace::{Outcome, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A crate of the workspace.
pub(super) struct Crate {
    /// Its directory.
    pub(super) name: String,
    /// Name of its package.
    pub(super) package: String,
    /// Directories of the crates that it is built with, each with its line in the manifest. Those that only
    /// its tests use are left out.
    pub(super) needs: Vec<(String, usize)>,
}

fn manifest(path: &Path) -> Outcome<(String, toml::Table)> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let table = text.parse().map_err(|e| format!("{}: {e}", path.display()))?;
    Ok((text, table))
}

/// The crates, in the order of the workspace's manifest.
///
/// # Errors
/// A manifest cannot be read.
pub(super) fn crates() -> Outcome<Vec<Crate>> {
    let (_, workspace) = manifest(&root().join("Cargo.toml"))?;
    let shared = workspace["workspace"]["dependencies"].as_table().cloned().unwrap_or_default();
    let path = |value: &toml::Value| value.get("path").and_then(|path| path.as_str()).map(str::to_owned);
    let ours: BTreeMap<&str, String> =
        shared.iter().filter_map(|(name, value)| Some((name.as_str(), path(value)?))).collect();
    let members = workspace["workspace"]["members"].as_array().into_iter().flatten();
    let mut crates = Vec::new();
    for member in members.filter_map(|member| member.as_str()) {
        let (text, table) = manifest(&root().join(member).join("Cargo.toml"))?;
        let mut needs = Vec::new();
        for section in ["dependencies", "build-dependencies"] {
            let names = table.get(section).and_then(|section| section.as_table()).into_iter().flatten();
            for (name, _) in names.filter(|(name, _)| ours.contains_key(name.as_str())) {
                let begins =
                    |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', ' ']));
                let line = text.lines().position(begins).map_or(1, |n| n + 1);
                needs.push((ours[name.as_str()].clone(), line));
            }
        }
        let package = table["package"]["name"].as_str().unwrap_or_default().to_owned();
        crates.push(Crate { name: member.to_owned(), package, needs });
    }
    Ok(crates)
}
