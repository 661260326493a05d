//! Overloads on types that become one type in HIP: `f(CUresult)` and `f(cudaError_t)` become one
//! function, which a program may define once. The second becomes a template, which yields to the plain
//! function if both are compiled.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::map::{NameKind, Row};
use crate::report::{Reason, Report};
use crate::scope::Source;
use crate::structure::Argument;
use std::collections::BTreeMap;

/// Limit of tokens between a parameter list and the body: `const`, `noexcept`, `override`.
const HEAD: usize = 8;

/// Definition of a function: the token of its name, and for each parameter whether it has a type of the
/// driver API.
struct Definition {
    name: usize,
    driver: Vec<bool>,
}

/// Enclosing bracket of a definition, its name, and its parameter types in HIP.
type Signature<'a> = (Option<usize>, &'a [u8], Vec<String>);

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let uses = |family: &str| file.names.iter().any(|n| is_type(&n.row) && n.row.family == family);
    if !uses("driver") || !uses("runtime") {
        return;
    }
    let source = file.scope();
    let types = file.names.iter().filter(|n| is_type(&n.row) && !n.member);
    let mut lists: Vec<usize> = types.filter_map(|n| source.structure.inside(n.token)).collect();
    lists.dedup();
    let defined: Vec<usize> = lists.into_iter().filter(|&open| is_definition(source, open)).collect();
    // Signatures are needed only if a name is defined twice, which is rare.
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
            // Definitions that are the same in CUDA, too, are in different branches of a condition.
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
                        "made a template, which is used only if that one is not compiled"
                    }
                    None => "defined twice now: rename one",
                };
                let text = format!(
                    "the parameter types of this `{word}` and of the one on line {line} are the same in HIP: it is {becomes}"
                );
                report.note(file.text, file.tokens[name].start, Reason::Look, text);
            }
            Some(_) => {}
            None => drop(seen.insert(key, Definition { name, driver })),
        }
    }
}

/// Returns the first token of a definition, given its name, if it can become a template.
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

/// Returns whether a row is a type of the driver or runtime API.
fn is_type(row: &Row) -> bool {
    row.kind == NameKind::Type && row.hip.is_some() && matches!(row.family, "driver" | "runtime")
}

/// Returns whether this bracket holds the parameters of a function definition.
fn is_definition(source: Source<'_>, open: usize) -> bool {
    let name = open.checked_sub(1).filter(|_| source.is(open, b'('));
    let Some(close) = source.structure.partner(open).filter(|_| name.is_some()) else { return false };
    let mut behind = close + 1..source.tokens.len().min(close + HEAD);
    let body = behind.find(|&n| matches!(source.tokens[n].byte(), b'{' | b';' | b'(' | b'}'));
    body.is_some_and(|body| source.is(body, b'{')) && name.is_some_and(|name| source.declares(name).is_some())
}

/// Returns, for the parameters in this bracket, whether each has a type of the driver API, and its type in
/// HIP.
fn signature(file: &File<'_>, open: usize) -> Option<(Vec<bool>, Vec<String>)> {
    let source = file.scope();
    let close = source.structure.partner(open)?;
    let parameters = source.arguments(open, close)?;
    let driver = parameters.iter().map(|p| is_driver_type(file, p)).collect();
    let types = parameters.iter().map(|p| in_hip(file, p)).collect::<Option<_>>()?;
    Some((driver, types))
}

/// Returns whether a parameter has a type of the driver API.
fn is_driver_type(file: &File<'_>, parameter: &Argument) -> bool {
    let first = file.names.partition_point(|n| n.token < parameter.tokens.start);
    let inside = file.names[first..].iter().take_while(|n| n.token < parameter.tokens.end);
    inside.into_iter().any(|n| n.row.family == "driver")
}

/// Returns the type of a parameter in HIP, without its name and default.
fn in_hip(file: &File<'_>, parameter: &Argument) -> Option<String> {
    let source = file.scope();
    let tokens = parameter.tokens.clone();
    let end = tokens.clone().find(|&n| source.is(n, b'=')).unwrap_or(tokens.end);
    let named = end > tokens.start + 1 && source.declares(end - 1).is_some();
    let last = if named { end - 1 } else { end };
    let words = (tokens.start..last).map(|n| file.renamed(file.tokens[n].range()));
    words.collect::<Option<Vec<_>>>().map(|words| words.join(" "))
}
