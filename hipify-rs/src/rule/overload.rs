//! Functions that only a type tells apart which HIP has once: `f(CUresult)` and `f(cudaError_t)` become one
//! function, and a program may define it once. The second becomes a template, which yields to the plain
//! function where both are compiled.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::map::{Kind, Row};
use crate::report::{Reason, Report};
use crate::scope::Source;
use crate::structure::Argument;
use std::collections::BTreeMap;

/// How many tokens may stand between a list of parameters and the body: `const`, `noexcept`, `override`.
const HEAD: usize = 8;

/// A definition: its name's token, and whether its parameters are of the driver API's types, by parameter.
struct Definition {
    name: usize,
    driver: Vec<bool>,
}

/// The bracket around a definition, its name, and its parameters in HIP.
type Signature<'a> = (Option<usize>, &'a [u8], Vec<String>);

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let of = |family: &str| file.names.iter().any(|n| is_type(&n.row) && n.row.family == family);
    if !of("driver") || !of("runtime") {
        return;
    }
    let source = file.scope();
    let types = file.names.iter().filter(|n| is_type(&n.row) && !n.member);
    let mut lists: Vec<usize> = types.filter_map(|n| source.structure.inside(n.token)).collect();
    lists.dedup();
    let defined: Vec<usize> = lists.into_iter().filter(|&open| is_definition(source, open)).collect();
    // A signature is asked for where a name is defined twice, which is rare.
    let place = |open: usize| (source.structure.inside(open), source.word(open - 1));
    let mut count: BTreeMap<_, usize> = BTreeMap::new();
    defined.iter().for_each(|&open| *count.entry(place(open)).or_default() += 1);
    let mut seen: BTreeMap<Signature<'_>, Definition> = BTreeMap::new();
    for open in defined.into_iter().filter(|&open| count[&place(open)] > 1) {
        let Some((driver, parameters)) = signature(file, open) else { continue };
        let name = open - 1;
        let (inside, word) = place(open);
        let key = (inside, word, parameters);
        match seen.get(&key) {
            // What is the same in CUDA, too, stands in two branches of a condition.
            Some(first) if first.driver != driver => {
                let at = file.tokens[first.name].start;
                let line = 1 + memchr::memchr_iter(b'\n', &file.text[..at]).count();
                let word = String::from_utf8_lossy(source.word(name));
                let becomes = match plain(source, name) {
                    Some(start) => {
                        let start = file.tokens[start].start;
                        let with = "template <typename = void> ".into();
                        edits.push(Edit {
                            at: start..start,
                            with,
                            sureness: Sureness::Likely,
                            rule: "overload",
                        });
                        "a template, as it may be defined once, and is called where that one is not compiled"
                    }
                    None => "defined twice",
                };
                let text = format!(
                    "HIP has one type for what tells this `{word}` from that of line {line}: it is {becomes}"
                );
                report.note(file.text, file.tokens[name].start, Reason::Look, text);
            }
            Some(_) => {}
            None => drop(seen.insert(key, Definition { name, driver })),
        }
    }
}

/// The first token of a definition that can become a template, by its name's.
fn plain(source: Source<'_>, name: usize) -> Option<usize> {
    let start = source.statement_start(name);
    let head = start..name;
    let binds = |n: usize| {
        source.is(n, b':')
            || source.is(n, b'~')
            || matches!(source.word(n), b"template" | b"virtual" | b"extern" | b"friend" | b"operator")
    };
    let is_plain = !head.clone().any(binds) && !source.structure.has_directive(start..name + 1);
    (is_plain && !head.is_empty()).then_some(start)
}

/// Whether a row is a type that may stand in one of both APIs.
fn is_type(row: &Row) -> bool {
    row.kind == Kind::Type && row.hip.is_some() && matches!(row.family, "driver" | "runtime")
}

/// Whether a function is defined whose parameters stand in this bracket.
fn is_definition(source: Source<'_>, open: usize) -> bool {
    let name = open.checked_sub(1).filter(|_| source.is(open, b'('));
    let Some(close) = source.structure.partner(open).filter(|_| name.is_some()) else { return false };
    let mut behind = close + 1..source.tokens.len().min(close + HEAD);
    let body = behind.find(|&n| matches!(source.tokens[n].byte(), b'{' | b';' | b'(' | b'}'));
    body.is_some_and(|body| source.is(body, b'{')) && name.is_some_and(|name| source.declares(name).is_some())
}

/// Of the parameters in this bracket, which are of types of the driver API, and what they are in HIP, without
/// their names.
fn signature(file: &File<'_>, open: usize) -> Option<(Vec<bool>, Vec<String>)> {
    let source = file.scope();
    let close = source.structure.partner(open)?;
    let parameters = source.arguments(open, close)?;
    let driver = parameters.iter().map(|p| of_driver(file, p)).collect();
    let types = parameters.iter().map(|p| in_hip(file, p)).collect::<Option<_>>()?;
    Some((driver, types))
}

/// Whether a parameter names a type of the driver API.
fn of_driver(file: &File<'_>, parameter: &Argument) -> bool {
    let first = file.names.partition_point(|n| n.token < parameter.tokens.start);
    let inside = file.names[first..].iter().take_while(|n| n.token < parameter.tokens.end);
    inside.into_iter().any(|n| n.row.family == "driver")
}

/// The type of a parameter in HIP: without its name and what it is by default.
fn in_hip(file: &File<'_>, parameter: &Argument) -> Option<String> {
    let source = file.scope();
    let tokens = parameter.tokens.clone();
    let end = tokens.clone().find(|&n| source.is(n, b'=')).unwrap_or(tokens.end);
    let named = end > tokens.start + 1 && source.declares(end - 1).is_some();
    let last = if named { end - 1 } else { end };
    let words = (tokens.start..last).map(|n| file.renamed(file.tokens[n].range()));
    words.collect::<Option<Vec<_>>>().map(|words| words.join(" "))
}
