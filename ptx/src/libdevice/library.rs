//! PTX text of the library functions that a module declares but does not define: of a few instructions each,
//! and for GPUs also those that the engines compute themselves.

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

/// Functions compiled for GPUs, and the variables that they use, each after a blank line (`gpu/math.c`).
const MATH: &str = include_str!("math.ptx");

/// Machine that runs the completed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// An engine of this project, which computes [`Math`] itself.
    Engine,
    /// NVIDIA's assembler, which needs the text of every function.
    Assembler,
}

/// Returns the definitions of [`MATH`] by name, with their place in the text.
fn compiled() -> &'static BTreeMap<&'static str, (usize, &'static str)> {
    static ALL: OnceLock<BTreeMap<&str, (usize, &str)>> = OnceLock::new();
    let name = |text: &'static str| {
        let head = if text.starts_with(".global") { text.split('[').next() } else { text.lines().next() };
        head.and_then(|head| head.trim_end_matches('(').rsplit(' ').next())
    };
    let definitions = || MATH.split("\n\n").skip(1).enumerate();
    ALL.get_or_init(|| definitions().filter_map(|(at, text)| Some((name(text)?, (at, text)))).collect())
}

/// Returns the names of functions and variables of the library that a body uses.
fn callees(body: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    body.split(move |c| !is_name(c)).filter(|word| word.starts_with("__nv_") || word.starts_with("__hip_"))
}

/// Returns the row of a function.
fn row(name: &str) -> Option<&'static Row> {
    rows().get(name.strip_prefix("__nv_")?)
}

/// Returns the text of a module with the missing library functions appended; `None` if the library has none
/// of them.
///
/// `undefined` are the functions that the module declares without a body.
pub(crate) fn completed<'a>(
    text: &str,
    undefined: impl Iterator<Item = &'a str>,
    target: Target,
) -> Option<String> {
    let declared: Vec<&str> = undefined.collect();
    let has_text = |name: &str| target == Target::Assembler && compiled().contains_key(name);
    // Functions of rows, and compiled ones in the order of their text, in which callees come first.
    let (mut wanted, mut needed) = (BTreeSet::<&str>::new(), BTreeMap::<usize, &str>::new());
    let mut left: Vec<&str> = declared.clone();
    while let Some(name) = left.pop() {
        if let Some(row) = row(name) {
            if wanted.insert(name) {
                left.extend(callees(row.body));
            }
        } else if has_text(name)
            && let Some((at, text)) = compiled().get(name)
            && needed.insert(*at, text).is_none()
        {
            left.extend(callees(text));
        }
    }
    if wanted.is_empty() && needed.is_empty() {
        return None;
    }
    let mut out = text.to_owned();
    for text in needed.values() {
        out = out + "\n" + text + "\n";
    }
    // Functions that only the library calls have no declaration yet.
    let bodies = wanted.iter().filter_map(|name| row(name)).map(|row| row.body);
    let called: BTreeSet<&str> = bodies.flat_map(callees).collect();
    for name in called.iter().filter(|name| !declared.contains(name) && !wanted.contains(*name)) {
        if !has_text(name) {
            declare(&mut out, name);
        }
    }
    // Callees come first.
    let mut ordered: Vec<(&str, &Row)> =
        wanted.into_iter().filter_map(|name| Some((name, row(name)?))).collect();
    ordered.sort_by_key(|(_, row)| callees(row.body).next().is_some());
    for (name, row) in ordered {
        define(&mut out, name, row);
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
    let mut text = format!("\n.weak .func {head}{name}({})\n{{\n", formals.join(", "));
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
