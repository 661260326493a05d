//! `cuda-driver/src/functions.rs`: functions of CUDA's driver that the backend `cuda` calls, as Rust declares
//! them.

use crate::c_decl::{Decl, members};
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Types by their C names.
type Types = BTreeMap<String, String>;

/// The file and its text.
pub(crate) fn file() -> Outcome<(PathBuf, String)> {
    let types = types()?;
    let declared: BTreeMap<String, String> = rows::<4>("cuda-compat/api/declarations.tsv")?
        .into_iter()
        .filter(|[_, library, _, _]| library == "driver")
        .map(|[symbol, _, _, parameters]| (symbol, parameters))
        .collect();
    let mut out = String::from(
        "//! Written by `cargo xtask check --write` from cuda-driver/api and cuda-compat/api: change those.\n//!\n\
         //! Functions of CUDA's driver.\n\n\
         use crate::Handle;\nuse crate::call::{CallbackFn, HostFn, functions};\nuse std::ffi::{c_char, c_void};\n\n\
         #[rustfmt::skip]\nfunctions! {\n",
    );
    for [symbol, form] in rows::<2>("cuda-driver/api/calls.tsv")? {
        let parameters =
            declared.get(&symbol).ok_or_else(|| format!("declarations.tsv: no `{symbol}` of the driver"))?;
        let is_safe = match form.as_str() {
            "safe" => true,
            "raw" => false,
            _ => return Err(format!("calls.tsv: `{symbol}`: `{form}` is no form")),
        };
        let parameters = if parameters == "-" { Vec::new() } else { members(parameters) };
        let mut arguments = Vec::new();
        for (letter, parameter) in ('a'..='z').zip(&parameters) {
            let ty =
                rust(&types, parameter, is_safe).map_err(|why| format!("calls.tsv: `{symbol}`: {why}"))?;
            arguments.push(format!("{letter}: {ty}"));
        }
        let _ = writeln!(out, "    {form} {symbol}({});", arguments.join(", "));
    }
    out += "}\n";
    Ok((root().join("cuda-driver/src/functions.rs"), out))
}

/// The chapter of COVERAGE.md.
pub(crate) fn coverage() -> Outcome<String> {
    let count = rows::<2>("cuda-driver/api/calls.tsv")?.len();
    let mut out = format!(
        "\n## GPUs (`HIP_BACKEND=cuda`)\n\nCUDA's driver is loaded at run time; {count} of its functions are called. All calls of this SDK reach it, except those \
         that are\nrefused with `hipErrorNotSupported`, by name:\n\n| call | reason |\n|---|---|\n"
    );
    for [call, reason] in rows("cuda-driver/api/refused.tsv")? {
        let _ = writeln!(out, "| {call} | {reason} |");
    }
    Ok(out)
}

fn rows<const N: usize>(path: &str) -> Outcome<Vec<[String; N]>> {
    let row = |cells: Vec<String>| cells.try_into().map_err(|cells| format!("{path}: {cells:?} is no row"));
    Table::read(&root().join(path))?.rows.into_iter().map(row).collect()
}

fn types() -> Outcome<Types> {
    let numbers = [
        ("char", "c_char"),
        ("float", "f32"),
        ("int", "i32"),
        ("size_t", "usize"),
        ("unsigned char", "u8"),
        ("unsigned int", "u32"),
        ("unsigned long", "u64"),
        ("unsigned long long", "u64"),
        ("unsigned short", "u16"),
        ("void", "c_void"),
    ];
    let mut types: Types = numbers.into_iter().map(|(c, rust)| (c.to_owned(), rust.to_owned())).collect();
    types.extend(rows::<2>("cuda-driver/api/structures.tsv")?.into_iter().map(|[cuda, rust]| (cuda, rust)));
    for [name, kind, what] in rows::<3>("cuda-compat/api/types.tsv")? {
        let rust = match (kind.as_str(), name.as_str()) {
            ("enumeration", _) => "u32",
            ("handle", _) => "Handle",
            (_, "CUhostFn") => "HostFn",
            (_, "CUstreamCallback") => "CallbackFn",
            ("number", _) => types.get(&what).ok_or_else(|| format!("types.tsv: `{what}`"))?,
            _ => continue,
        };
        let rust = rust.to_owned();
        types.insert(name, rust);
    }
    Ok(types)
}

/// A parameter's type: a reference for a single value, a pointer in a raw function.
fn rust(types: &Types, parameter: &Decl, is_safe: bool) -> Outcome<String> {
    let base = types.get(&parameter.base).ok_or_else(|| format!("no type for `{}`", parameter.base))?;
    if is_safe
        && (["c_void", "c_char", "CallbackFn", "HostFn"].contains(&base.as_str())
            || parameter.pointers.len() > 1)
    {
        return Err(format!("a safe function takes no `{}`", parameter.base));
    }
    let mut text = base.clone();
    let mut is_const = parameter.base_const;
    for &next in &parameter.pointers {
        let (constant, changing) = if is_safe { ("&", "&mut ") } else { ("*const ", "*mut ") };
        text = format!("{}{text}", if is_const { constant } else { changing });
        is_const = next;
    }
    Ok(text)
}
