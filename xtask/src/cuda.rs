//! `cuda-compat/src/forward.rs`: CUDA's driver functions by every spelling, from the table of which HIP call
//! each is.

use crate::api::Api;
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A spelling of a function.
struct Row {
    symbol: String,
    function: String,
    since: String,
    needs: String,
    arguments: String,
    call: String,
}

fn rows() -> Outcome<Vec<Row>> {
    let table = Table::read(&root().join("cuda-compat/api/functions.tsv"))?;
    let row = |cells: Vec<String>| match <[String; 6]>::try_from(cells) {
        Ok([symbol, function, since, needs, arguments, call]) => {
            Ok(Row { symbol, function, since, needs, arguments, call })
        }
        Err(cells) => Err(format!("cuda-compat/api/functions.tsv: {cells:?} is no row")),
    };
    table.rows.into_iter().map(row).collect()
}

/// The file.
pub(crate) fn text(api: &Api) -> Outcome<String> {
    let rows = rows()?;
    let mut out = String::from(
        "//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.\n//!\n\
         //! CUDA's driver functions that are HIP calls, those that are missing, and every spelling by name.\n\n\
         use crate::entry::{\n    Address, NONE, PER_THREAD, Pointer, Spelling, aliases, forwards, named, per_thread, refusals,\n};\n\
         use crate::own::*;\nuse cudart::entry::Ipc;\nuse cudart::own::edges;\n",
    );
    out += "\n#[rustfmt::skip]\nforwards! {\n";
    let is_forward = |row: &&Row| row.call != "own" && row.call != "-" && !row.call.starts_with("alias ");
    for row in rows.iter().filter(is_forward) {
        let Row { symbol, needs, arguments, call, .. } = row;
        let said = Forward { symbol, needs: Some(needs), arguments, call };
        let _ = writeln!(out, "    {}", forward(api, &said, &["Ipc"])?);
    }
    out += "}\n\n#[rustfmt::skip]\naliases! {\n";
    for row in &rows {
        if let Some(own) = row.call.strip_prefix("alias ") {
            let _ = writeln!(out, "    {}", alias(row, own));
        }
    }
    out += "}\n\n#[rustfmt::skip]\nrefusals! {\n";
    for row in rows.iter().filter(|row| row.call == "-") {
        let _ = writeln!(out, "    {},", row.symbol);
    }
    out += "}\n\n/// What `cuGetProcAddress` finds, by function.\n#[rustfmt::skip]\npub(crate) static SPELLINGS: &[Spelling] = &[\n";
    let found = rows.iter().filter(|row| row.since != "-");
    let mut found: Vec<(&str, &str, &str)> = found
        .flat_map(|row| {
            let names = row.function.split(", ").zip(row.since.split(", "));
            names.map(|(function, since)| (function, row.symbol.as_str(), since))
        })
        .collect();
    found.sort_unstable();
    for (function, symbol, since) in found {
        let _ = writeln!(
            out,
            "    Spelling {{ function: \"{function}\", symbol: \"{symbol}\", since: {since}, code: Address({symbol} as *const ()) }},"
        );
    }
    out += "];\n";
    Ok(out)
}

/// `cuName(a: Pointer, b: u32) init = name(a.cast(), b as _);`
fn alias(row: &Row, own: &str) -> String {
    let classes: Vec<&str> = row.arguments.split(", ").filter(|&class| class != "-").collect();
    let letters = || (b'a'..=b'z').map(char::from);
    let taken: Vec<String> = letters().zip(&classes).map(|(a, class)| format!("{a}: {class}")).collect();
    let passed = |(a, &class): (char, &&str)| match class {
        "Pointer" => format!("{a}.cast()"),
        _ => format!("{a} as _"),
    };
    let passed: Vec<String> = letters().zip(&classes).map(passed).collect();
    format!("{}({}) {} = {own}({});", row.symbol, taken.join(", "), row.needs, passed.join(", "))
}

/// Devices' attributes, as both APIs' libraries have them.
pub(crate) fn attributes(api: &Api) -> Outcome<String> {
    let mut out = String::from(
        "\n/// Devices' attributes by CUDA's numbers: HIP's number, or a value and the compute capability that it takes.\n\
         #[rustfmt::skip]\npub(crate) static DEVICE_ATTRIBUTES: &[(u32, Option<u32>, i32, i32)] = &[\n",
    );
    let of_enum = api.enums.iter().filter(|(of, _, _)| of == "hipDeviceAttribute_t");
    let hip: BTreeMap<&str, &str> = of_enum.map(|(_, name, value)| (name.as_str(), value.as_str())).collect();
    for cells in Table::read(&root().join("cuda-compat/api/device_attributes.tsv"))?.rows {
        let [value, cuda, name] = cells.as_slice() else {
            return Err(format!("device_attributes.tsv: {cells:?}"));
        };
        let row = match name.strip_prefix('=') {
            Some(constant) => {
                let (constant, since) = constant.split_once(' ').unwrap_or((constant, "0"));
                format!("None, {constant}, {since}")
            }
            None => {
                let number = hip.get(name.as_str()).ok_or_else(|| format!("{cuda}: HIP has no `{name}`"))?;
                format!("Some({number}), 0, 0")
            }
        };
        let _ = writeln!(out, "    ({value}, {row}), // {cuda}");
    }
    out += "];\n";
    Ok(out)
}

/// A function that is a HIP call, as tables say it.
pub(crate) struct Forward<'a> {
    pub(crate) symbol: &'a str,
    /// Requirement before the call, if the macro takes one.
    pub(crate) needs: Option<&'a str>,
    pub(crate) arguments: &'a str,
    pub(crate) call: &'a str,
}

/// `hipName(a, per_thread(b), 4); wait` with every argument's class, as the macro takes it; what is done
/// about edges' data after the call stands in brackets.
pub(crate) fn forward(api: &Api, row: &Forward<'_>, structures: &[&str]) -> Outcome<String> {
    let wrong = |what: &str| format!("cuda-compat: `{}`: {what}", row.symbol);
    let classes: Vec<&str> = match row.arguments {
        "-" => Vec::new(),
        some => some.split(", ").collect(),
    };
    let numbers = ["Pointer", "f32", "u16", "u32", "u64", "u8"];
    if let Some(class) = classes.iter().find(|c| !numbers.contains(c) && !structures.contains(c)) {
        return Err(wrong(&format!("`{class}` is no class")));
    }
    let (call, wait) = match row.call.strip_suffix("; wait") {
        Some(call) => (call, " wait"),
        None => (row.call, ""),
    };
    let (call, after) = match call.split_once("; ") {
        Some((call, answer)) => (call, format!(" [{answer}]")),
        None => (call, String::new()),
    };
    let (hip, values) = call.split_once('(').ok_or_else(|| wrong("no call"))?;
    let values = values.strip_suffix(')').ok_or_else(|| wrong("no call"))?;
    let of = api.functions.iter().find(|f| f.name == hip && f.returns == "hipError_t");
    let values: Vec<&str> = values.split(", ").filter(|v| !v.is_empty()).collect();
    let wanted = match of {
        Some(of) if of.params == "void" => 0,
        Some(of) => of.params.split(',').count(),
        // Those between our own libraries have no table, and those beyond HIP's have none of parameters.
        None if hip.starts_with("__hipFront") || api.extensions.iter().any(|(name, _)| name == hip) => {
            values.len()
        }
        None => return Err(wrong(&format!("HIP has no `{hip}`"))),
    };
    if values.len() != wanted {
        return Err(wrong(&format!("{} values, `{hip}` takes {wanted}", values.len())));
    }
    let class = |value: &str| match value {
        value
            if value.ends_with("Pointer")
                || value.starts_with("per_thread")
                || value.starts_with("edges(")
                || value.starts_with("named") =>
        {
            Ok("Pointer")
        }
        "PER_THREAD" | "NONE" => Ok("Pointer"),
        value if value.ends_with("as u32") => Ok("u32"),
        value if value.ends_with("as u64") || value == "u64::MAX" => Ok("u64"),
        value if value.parse::<u32>().is_ok() => Ok("u32"),
        value => {
            let at = value.bytes().next().map_or(usize::MAX, |b| usize::from(b.wrapping_sub(b'a')));
            let known = if value.len() == 1 { classes.get(at) } else { None };
            known.copied().ok_or_else(|| wrong(&format!("`{value}` is no argument")))
        }
    };
    let words = |value: &str| -> Vec<String> {
        value.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    let used: BTreeSet<String> = values.iter().copied().chain([after.as_str()]).flat_map(words).collect();
    let mut passed = Vec::new();
    for value in values {
        passed.push(format!("{value} => {}", class(value)?));
    }
    let letters = (b'a'..=b'z').map(char::from);
    let name = |letter: char| match used.contains(&letter.to_string()) {
        true => letter.to_string(),
        false => format!("_{letter}"),
    };
    let taken: Vec<String> =
        letters.zip(&classes).map(|(letter, class)| format!("{}: {class}", name(letter))).collect();
    let needs = row.needs.map(|needs| format!(" {needs}")).unwrap_or_default();
    let passed = passed.join(", ");
    Ok(format!("{}({}){needs} = {hip}({passed}){wait}{after};", row.symbol, taken.join(", ")))
}

/// The chapter of COVERAGE.md.
pub(crate) fn coverage() -> Outcome<String> {
    let rows = rows()?;
    let have: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row.call != "-" && row.since != "-")
        .flat_map(|row| row.function.split(", "))
        .collect();
    let all: BTreeSet<&str> = rows.iter().flat_map(|row| row.function.split(", ")).collect();
    let symbols = rows.iter().filter(|row| row.call != "-").count();
    let lacking: Vec<&str> = all.difference(&have).copied().collect();
    Ok(format!(
        "\n## CUDA's driver API (12.9 and 13)\n\n`libcuda.so.1` of crate `cuda-compat`: {} of {} functions, {symbols} of {} spellings. The others \
         are exported, say their\nname once on standard error, and answer `CUDA_ERROR_NOT_SUPPORTED`; among them the oldest spellings, whose \
         device addresses\nhave 32 bits, and contexts and launches with parameters or attributes.\n\n**Missing**: {}\n",
        have.len(),
        all.len(),
        rows.len(),
        lacking.join(", ")
    ))
}
