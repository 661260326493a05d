//! `cuda-compat/include`: headers of CUDA's functions, written from the tables of what each takes and
//! answers. They declare every spelling that the libraries export; the tests compile them against the
//! libraries, and hold the tables against NVIDIA's.

use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

const WRITTEN: &str =
    "/* Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those. */\n";

/// Result and argument types of a function.
struct Declaration {
    whose: String,
    returns: String,
    parameters: String,
}

impl Declaration {
    /// In C, without a semicolon.
    fn text(&self, symbol: &str) -> String {
        let space = if self.returns.ends_with('*') { "" } else { " " };
        let parameters = if self.parameters == "-" { "void" } else { &self.parameters };
        format!("{}{space}{symbol}({parameters})", self.returns)
    }
}

/// By symbol: one declaration, or one for each version of the runtime.
type Declarations = BTreeMap<String, Vec<Declaration>>;

fn declarations() -> Outcome<Declarations> {
    let mut all = Declarations::new();
    for cells in Table::read(&root().join("cuda-compat/api/declarations.tsv"))?.rows {
        let [symbol, whose, returns, parameters] = <[String; 4]>::try_from(cells)
            .map_err(|cells| format!("cuda-compat/api/declarations.tsv: {cells:?} is no row"))?;
        all.entry(symbol).or_default().push(Declaration { whose, returns, parameters });
    }
    Ok(all)
}

/// The spelling that is declared for another: itself, or the one without the mark of threads' own streams.
fn declared<'a>(all: &'a Declarations, symbol: &str) -> Option<&'a Vec<Declaration>> {
    let base = symbol.strip_suffix("_ptsz").or_else(|| symbol.strip_suffix("_ptds"));
    all.get(symbol).or_else(|| all.get(base?))
}

/// The headers.
pub(crate) fn files() -> Outcome<Vec<(PathBuf, String)>> {
    let all = declarations()?;
    let symbols = |table: &str| -> Outcome<Vec<(String, bool)>> {
        let table = Table::read(&root().join("cuda-compat/api").join(table))?;
        let mut rows: Vec<(String, bool)> = Vec::new();
        for row in table.rows {
            let has_call = row.last().is_some_and(|call| call != "-");
            match rows.last_mut() {
                // A name with changed arguments has a row for each form.
                Some((name, called)) if *name == row[0] => *called |= has_call,
                _ => rows.push((row[0].clone(), has_call)),
            }
        }
        Ok(rows)
    };
    let nvml = all.iter().filter(|(_, of)| of[0].whose == "nvml");
    let nvml: Vec<(String, bool)> = nvml.map(|(name, _)| (name.clone(), true)).collect();
    let mut files = vec![("types.h", types()?)];
    let mut known: BTreeSet<String> = nvml.iter().map(|(name, _)| name.clone()).collect();
    for (file, what, symbols) in [
        ("driver.h", "CUDA's driver", symbols("functions.tsv")?),
        ("nvml.h", "NVML", nvml),
        ("runtime.h", "CUDA's runtime, by default of version 13 (CUDART_VERSION)", symbols("runtime.tsv")?),
    ] {
        files.push((file, functions(&all, what, &symbols)?));
        known.extend(symbols.into_iter().map(|(name, _)| name));
    }
    if let Some(name) = all.keys().find(|name| !known.contains(*name)) {
        return Err(format!("cuda-compat/api/declarations.tsv: no library has `{name}`"));
    }
    let folder = root().join("cuda-compat/include");
    Ok(files.into_iter().map(|(name, text)| (folder.join(name), text)).collect())
}

/// Opens a header.
fn opening(what: &str) -> String {
    format!("{WRITTEN}/* {what}. */\n#pragma once\n")
}

fn functions(all: &Declarations, what: &str, symbols: &[(String, bool)]) -> Outcome<String> {
    let mut out = opening(&format!("Functions of {what}, in every spelling"));
    out += "#include \"types.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    let mut versions: BTreeMap<&str, String> = BTreeMap::new();
    for (symbol, has_call) in symbols {
        let Some(found) = declared(all, symbol) else {
            if *has_call {
                return Err(format!("cuda-compat/api/declarations.tsv lacks `{symbol}`"));
            }
            continue;
        };
        for one in found {
            let to = match one.whose.as_str() {
                version @ ("12" | "13") => versions.entry(version).or_default(),
                _ => &mut out,
            };
            let _ = writeln!(to, "{};", one.text(symbol));
        }
    }
    if let [(_, older), (_, newer)] = versions.into_iter().collect::<Vec<_>>().as_slice() {
        let _ = write!(
            out,
            "\n#if defined CUDART_VERSION && CUDART_VERSION < 13000\n{older}#else\n{newer}#endif\n"
        );
    }
    out += "\n#ifdef __cplusplus\n}\n#endif\n";
    Ok(out)
}

/// The types that functions take, each behind what it is made of.
fn types() -> Outcome<String> {
    let mut out = opening(
        "Types of CUDA's functions. Enumerations are numbers here. Structures that functions pass by value are complete",
    );
    out += "#include <stddef.h>\n";
    let rows = Table::read(&root().join("cuda-compat/api/types.tsv"))?.rows;
    for wanted in ["number", "enumeration", "handle", "structure", "function"] {
        out += "\n";
        for cells in &rows {
            let [name, kind, what] = cells.as_slice() else {
                return Err(format!("cuda-compat/api/types.tsv: {cells:?} is no row"));
            };
            let line = match kind.as_str() {
                other if other != wanted => continue,
                "number" => format!("typedef {what} {name};"),
                "enumeration" => format!("typedef unsigned int {name};"),
                "handle" => match what.strip_prefix("const ") {
                    Some(what) => format!("typedef const struct {what}{name};"),
                    None => format!("typedef struct {what}{name};"),
                },
                "structure" if what == "-" => format!("typedef struct {name} {name};"),
                "structure" => format!("typedef struct {name} {{ {what} }} {name};"),
                _ => format!("typedef {};", what.replacen("(*)", &format!("(*{name})"), 1)),
            };
            let _ = writeln!(out, "{line}");
        }
    }
    Ok(out)
}
