//! The table of the C API, and which of its functions are implemented.

use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeSet;
use std::fs;

/// A function of the C API.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) returns: String,
    pub(crate) params: String,
    pub(crate) group: String,
}

/// A type other than an enumeration.
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) bytes: String,
    pub(crate) declaration: String,
}

/// A parameter that C++ programs may leave out.
pub(crate) struct Default {
    pub(crate) function: String,
    pub(crate) parameter: String,
    pub(crate) value: String,
}

/// All of it.
pub(crate) struct Api {
    pub(crate) functions: Vec<Function>,
    pub(crate) types: Vec<Type>,
    /// Enumeration, enumerator, value.
    pub(crate) enums: Vec<(String, String, String)>,
    pub(crate) macros: Vec<(String, String)>,
    /// Older names of run-time compilation.
    pub(crate) rtc_macros: Vec<(String, String)>,
    pub(crate) defaults: Vec<Default>,
    pub(crate) implemented: BTreeSet<String>,
    /// Functions of the library beyond HIP, and whether they are implemented.
    pub(crate) extensions: Vec<(String, bool)>,
}

impl Api {
    pub(crate) fn read() -> Outcome<Api> {
        let table = |name: &str| Table::read(&root().join("capi/api").join(name));
        let cell = |row: &[String], n: usize| row.get(n).cloned().unwrap_or_default();
        let function = |r: &Vec<String>| Function {
            name: cell(r, 0),
            returns: cell(r, 1),
            params: cell(r, 2),
            group: cell(r, 3),
        };
        let functions = table("functions.tsv")?.rows.iter().map(function).collect();
        let types = table("types.tsv")?
            .rows
            .iter()
            .map(|r| Type { name: cell(r, 0), kind: cell(r, 1), bytes: cell(r, 2), declaration: cell(r, 3) })
            .collect();
        let enums = table("enums.tsv")?.rows.iter().map(|r| (cell(r, 0), cell(r, 1), cell(r, 2))).collect();
        let pair = |r: &Vec<String>| (cell(r, 0), cell(r, 1));
        let macros = table("macros.tsv")?.rows.iter().map(pair).collect();
        let rtc_macros = table("rtc_macros.tsv")?.rows.iter().map(pair).collect();
        let default =
            |r: &Vec<String>| Default { function: cell(r, 0), parameter: cell(r, 1), value: cell(r, 2) };
        let defaults = table("defaults.tsv")?.rows.iter().map(default).collect();
        let mut implemented = implemented()?;
        let names = table("extensions.tsv")?.rows.into_iter().filter_map(|row| row.into_iter().next());
        let extensions = names.map(|name| (name.clone(), implemented.remove(&name))).collect();
        Ok(Api { functions, types, enums, macros, rtc_macros, defaults, implemented, extensions })
    }
}

/// Functions that the library declares outside its written stubs.
fn implemented() -> Outcome<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let folder = root().join("capi/src");
    for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        if path.file_name().is_some_and(|n| n == "stubs.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for line in text.lines() {
            let line = line.trim_start();
            let declared = ["fn ", "pub extern \"C\" fn ", "pub unsafe extern \"C\" fn "]
                .iter()
                .find_map(|start| line.strip_prefix(start));
            let name = declared.map(|rest| {
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            });
            // Those of `front` are between our own libraries.
            let public =
                |n: &String| n.starts_with("hip") || n.starts_with("__hip") && !n.starts_with("__hipFront");
            found.extend(name.filter(public));
        }
    }
    Ok(found)
}
