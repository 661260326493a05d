//! `capi/symbols.map`: the linker's list of the symbol versions of `libamdhip64`, from the table of HIP
//! releases.

use crate::api::Api;
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// A release, as numbers: 6.10 is after 6.9.
type Release = (u32, u32);

fn release(text: &str) -> Outcome<Release> {
    let parts = text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts.ok_or_else(|| format!("capi/api/versions.tsv: `{text}` is no release"))
}

/// Functions between our own libraries, in order.
fn version_script_symbols() -> Outcome<BTreeSet<String>> {
    let path = root().join("capi/src/front.rs");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let declared = text.match_indices("fn __hipFront").map(|(at, _)| &text[at + 3..]);
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    Ok(declared.map(name).collect())
}

/// The file and its text. Functions that no row names have the last release; what is not HIP's has a version
/// of ours.
pub(crate) fn file(api: &Api) -> Outcome<(PathBuf, String)> {
    let mut releases: BTreeMap<Release, Vec<String>> = BTreeMap::new();
    let mut rows = BTreeMap::new();
    for row in Table::read(&root().join("capi/api/versions.tsv"))?.rows {
        let [name, version] = row.as_slice() else {
            return Err(format!("capi/api/versions.tsv: {row:?} is no row"));
        };
        rows.insert(name.clone(), release(version)?);
    }
    let last = rows.values().max().copied().unwrap_or_default();
    for function in &api.functions {
        rows.entry(function.name.clone()).or_insert(last);
    }
    for (name, of) in rows {
        releases.entry(of).or_default().push(name);
    }
    let mut out =
        String::from("# Written by `cargo xtask check --write` from capi/api/versions.tsv: change that.\n");
    let mut before = String::new();
    for ((major, minor), names) in releases {
        let _ = writeln!(out, "hip_{major}.{minor} {{\n  global:");
        for name in names {
            let _ = writeln!(out, "    {name};");
        }
        let _ = writeln!(out, "}}{before};");
        before = format!(" hip_{major}.{minor}");
    }
    out += "hip_soft_1 {\n  global:\n";
    let extensions = api.extensions.iter().map(|(name, _)| name.clone());
    for name in version_script_symbols()?.into_iter().chain(extensions) {
        let _ = writeln!(out, "    {name};");
    }
    let _ = writeln!(out, "}}{before};");
    Ok((root().join("capi/symbols.map"), out))
}
