//! `cargo xtask amd PROGRAM…`: the symbols and headers that a program uses and AMD's HIP does not have.
//! It reads tables; nothing is run on AMD's devices.

use crate::api::Api;
use crate::tables::Table;
use crate::workspace::{Outcome, output, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions of AMD's HIP 7.15, and additions of this SDK.
struct Known {
    functions: BTreeSet<String>,
    extensions: BTreeSet<String>,
    /// Release of each symbol, such as `7.1`.
    releases: BTreeMap<String, String>,
    /// Headers and directories of headers that AMD's HIP lacks, and where ROCm has them.
    headers: Vec<(String, String)>,
}

impl Known {
    fn read() -> Outcome<Known> {
        let api = Api::read()?;
        let pairs = |name: &str| -> Outcome<Vec<(String, String)>> {
            let table = Table::read(&root().join("capi/api").join(name))?;
            Ok(table.rows.into_iter().map(|row| (row[0].clone(), row[1].clone())).collect())
        };
        let releases: BTreeMap<String, String> = pairs("versions.tsv")?.into_iter().collect();
        let functions = api.functions.into_iter().map(|function| function.name);
        Ok(Known {
            functions: functions.chain(releases.keys().cloned()).collect(),
            extensions: api.extensions.into_iter().map(|(name, _)| name).collect(),
            releases,
            headers: pairs("beyond.tsv")?,
        })
    }

    /// Returns the complaint about a symbol of the HIP library.
    fn symbol(&self, name: &str) -> Option<String> {
        let is_known = self.functions.contains(name) && !self.extensions.contains(name);
        (!is_known).then(|| format!("symbol {name}: not in AMD's library"))
    }

    /// Returns the complaint about a header.
    fn header(&self, name: &str) -> Option<String> {
        let is_meant = |header: &str| header == name || header.ends_with('/') && name.starts_with(header);
        let (_, elsewhere) = self.headers.iter().find(|(header, _)| is_meant(header))?;
        let hint = if elsewhere == "-" { String::new() } else { format!("; {elsewhere} has its like") };
        Some(format!("header {name}: not in AMD's HIP{hint}"))
    }
}

/// Program, by what it uses.
#[derive(Default, Debug, PartialEq)]
struct Uses {
    symbols: BTreeSet<String>,
    headers: BTreeSet<String>,
}

/// Returns whether a word is a name of the HIP library.
fn is_of_hip(word: &str) -> bool {
    let rest = word.strip_prefix("__hip").or_else(|| word.strip_prefix("hip"));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Returns the symbols in `nm`'s list of what a file wants from others.
fn wanted(list: &str) -> Uses {
    let names = list.lines().filter_map(|line| line.split_whitespace().last());
    let names = names.map(|name| name.split('@').next().unwrap_or(name)).filter(|name| is_of_hip(name));
    Uses { symbols: names.map(str::to_owned).collect(), ..Uses::default() }
}

/// Returns the headers that a source includes, and the extensions of ours among its words.
fn mentioned(text: &str, known: &Known) -> Uses {
    let include = |line: &str| {
        let name = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let name = name.strip_prefix(['<', '"'])?.split(['>', '"']).next()?;
        Some(name.to_owned())
    };
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_ours = |word: &&str| known.extensions.contains(*word);
    Uses {
        headers: text.lines().filter_map(include).collect(),
        symbols: words.filter(is_ours).map(str::to_owned).collect(),
    }
}

/// Returns what a program or source file uses; none for a file that is neither.
fn uses(file: &Path, known: &Known) -> Outcome<Option<Uses>> {
    let bytes = fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    if bytes.starts_with(b"\x7fELF") {
        let list =
            output(Command::new("nm").args(["--dynamic", "--undefined-only"]).arg(file), "nm (binutils)")?;
        return Ok(Some(wanted(&list)));
    }
    Ok(String::from_utf8(bytes).ok().map(|text| mentioned(&text, known)))
}

/// Returns the files that are given or lie in given directories.
fn files(given: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in given {
        for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|e| e.to_string())?;
            if entry.file_type().is_file() {
                all.push(entry.into_path());
            }
        }
    }
    Ok(all)
}

/// Returns a release as numbers, for comparison.
fn order(release: &str) -> Vec<u32> {
    release.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// Returns a report on programs and sources.
///
/// # Errors
/// A file cannot be read; or something is not in AMD's HIP, with the report.
pub(crate) fn run(given: &[PathBuf]) -> Outcome<String> {
    let known = Known::read()?;
    let (mut report, mut lacking) = (String::new(), 0);
    for file in files(given)? {
        let Some(uses) = uses(&file, &known)? else { continue };
        let symbols = uses.symbols.iter().filter_map(|name| known.symbol(name));
        let complaints: Vec<String> =
            symbols.chain(uses.headers.iter().filter_map(|name| known.header(name))).collect();
        lacking += complaints.len();
        for complaint in complaints {
            report += &format!("{}: {complaint}\n", file.display());
        }
        let releases = uses.symbols.iter().filter_map(|name| known.releases.get(name));
        if let Some(newest) = releases.max_by_key(|release| order(release)) {
            let count = uses.symbols.len();
            report += &format!("{}: {count} symbols of HIP, the newest of HIP {newest}\n", file.display());
        }
    }
    report += "Device code must be compiled by ROCm's hipcc: this SDK embeds PTX. Not tried on AMD hardware.";
    match lacking {
        0 => Ok(report),
        _ => Err(format!("{lacking} names are not in AMD's HIP\n{report}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_beyond_amds_hip_are_found() {
        let known = Known::read().unwrap();
        let source =
            "#include <hip/hip_runtime.h>\n# include \"hip/std/atomic\"\nvoid f() { hipExtCtxAttach(); }\n";
        let uses = mentioned(source, &known);
        assert_eq!(uses.headers, ["hip/hip_runtime.h", "hip/std/atomic"].map(str::to_owned).into());
        assert_eq!(uses.symbols, ["hipExtCtxAttach".to_owned()].into());
        assert!(known.symbol("hipExtCtxAttach").is_some_and(|why| why.contains("not in AMD's library")));
        assert!(known.header("hip/std/atomic").is_some_and(|why| why.contains("libhipcxx")));
        assert_eq!((known.symbol("hipMalloc"), known.header("hip/hip_runtime.h")), (None, None));
    }

    #[test]
    fn symbols_come_from_the_dynamic_table() {
        let list = "                 U hipMalloc@hip_4.2\n                 U printf@GLIBC_2.2.5\n                 U hipster\n";
        assert_eq!(wanted(list).symbols, ["hipMalloc".to_owned()].into());
    }

    #[test]
    fn headers_of_the_table_exist() {
        for (header, _) in Known::read().unwrap().headers {
            assert!(root().join("capi/include").join(&header).exists(), "{header}");
        }
    }
}
