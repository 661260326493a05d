//! Library functions that consist of a few instructions: PTX text for those that a module declares but does
//! not define.

use super::Math;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;

const TABLE: &str = include_str!("library.tsv");

/// Row of the table: types and body.
struct Row {
    types: &'static str,
    body: &'static str,
}

fn rows() -> &'static BTreeMap<&'static str, Row> {
    static ROWS: OnceLock<BTreeMap<&str, Row>> = OnceLock::new();
    ROWS.get_or_init(|| tsv::table(TABLE).map(|[name, types, body]| (name, Row { types, body })).collect())
}

/// Returns the names of functions called in a body.
fn callees(body: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    body.split(move |c| !is_name(c)).filter(|word| word.starts_with("__nv_") || word.starts_with("__hip_"))
}

/// Returns the text of a module with the missing library functions appended; `None` if the library has none
/// of them.
///
/// `undefined` are the functions that the module declares without a body.
pub(crate) fn completed<'a>(text: &str, undefined: impl Iterator<Item = &'a str>) -> Option<String> {
    let declared: Vec<&str> = undefined.collect();
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    let mut left: Vec<&str> = declared.clone();
    while let Some(name) = left.pop() {
        let Some(row) = name.strip_prefix("__nv_").and_then(|name| rows().get(name)) else { continue };
        if wanted.insert(name) {
            left.extend(callees(row.body));
        }
    }
    if wanted.is_empty() {
        return None;
    }
    let mut out = text.to_owned();
    // Functions that only the library calls have no declaration yet.
    let called: BTreeSet<&str> = wanted.iter().flat_map(|name| callees(rows()[&name[5..]].body)).collect();
    for name in called.iter().filter(|name| !declared.contains(name) && !wanted.contains(*name)) {
        declare(&mut out, name);
    }
    // Callees come first.
    let rank = |name: &&str| usize::from(callees(rows()[&name[5..]].body).next().is_some());
    let mut ordered: Vec<&str> = wanted.into_iter().collect();
    ordered.sort_by_key(rank);
    for name in ordered {
        define(&mut out, name, &rows()[&name[5..]]);
    }
    Some(out)
}

/// Declares a function that the engine computes.
fn declare(out: &mut String, name: &str) {
    let Some((math, precision)) = Math::from_symbol(name) else { return };
    let bits = |ty: super::MathType| ty.carried(precision).bits();
    let (params, result) = math.signature();
    let params: Vec<String> =
        params.iter().enumerate().map(|(n, ty)| format!(".param .b{} p{n}", bits(*ty))).collect();
    // Writing to a string cannot fail.
    let _: std::fmt::Result =
        writeln!(out, "\n.extern .func (.param .b{} r) {name}({});", bits(result), params.join(", "));
}

/// Returns the size in bits of a parameter, and the type of a register that holds it.
fn storage(letter: char) -> (u32, &'static str) {
    match letter {
        'f' => (32, "f32"),
        'd' => (64, "f64"),
        'l' | 'p' => (64, "b64"),
        'h' => (16, "b16"),
        _ => (32, "b32"),
    }
}

fn define(out: &mut String, name: &str, row: &Row) {
    let (result, params) = row.types.trim_end_matches(')').split_once('(').unwrap_or(("v", ""));
    let result = result.chars().next().filter(|letter| *letter != 'v');
    let params: Vec<(char, char)> = ('a'..).zip(params.chars()).collect();
    let formals: Vec<String> =
        params.iter().map(|(name, letter)| format!(".param .b{} {name}", storage(*letter).0)).collect();
    let head = result.map_or(String::new(), |letter| format!("(.param .b{} r) ", storage(letter).0));
    let mut text = format!("\n.visible .func {head}{name}({})\n{{\n", formals.join(", "));
    for (prefix, ty) in [("p", "pred"), ("t", "b32"), ("u", "b64"), ("f", "f32"), ("g", "f64")] {
        text += &format!("\t.reg .{ty} %{prefix}<4>;\n");
    }
    for (name, letter) in params.iter().copied().chain(result.map(|letter| ('r', letter))) {
        text += &format!("\t.reg .{} %{name};\n", storage(letter).1);
    }
    for (name, letter) in &params {
        text += &format!("\tld.param.{} %{name}, [{name}];\n", storage(*letter).1);
    }
    text += &format!("\t{}\n", row.body);
    if let Some(letter) = result {
        text += &format!("\tst.param.{} [r], %r;\n", storage(letter).1);
    }
    text += "\tret;\n}\n";
    out.push_str(&text);
}
