//! Names in strings that a program looks up at run time: `dlsym(library, "cuMemAlloc_v2")`,
//! `dlopen("libcuda.so.1", …)`.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::{Token, TokenKind};
use crate::map;
use crate::report::{Reason, Report};
use crate::scan::Scan;
use std::ops::Range;

/// Shared libraries and their equivalents.
pub const SONAMES: &str = include_str!("../../map/sonames.tsv");

/// Functions whose first argument is the name of a function.
const LOOK_UPS: [&str; 4] = [
    "hipExtGetDriverEntryPointByVersion",
    "hipGetDriverEntryPoint",
    "hipGetDriverEntryPoint_spt",
    "hipGetProcAddress",
];

/// Name in a string, with its replacement.
struct Found {
    /// Byte range between the quotes.
    at: Range<usize>,
    cuda: String,
    hip: Option<&'static str>,
}

fn found(file: &File<'_>, token: &Token) -> Option<Found> {
    let (at, inside) = contents(file.text, token)?;
    if let Some(row) = map::name(inside).filter(|row| row.kind == map::NameKind::Function) {
        // A lookup of a function with the same name in HIP needs no change.
        let hip = row.becomes(file.options.target);
        return (hip != Some(row.cuda)).then(|| Found { at, cuda: inside.to_owned(), hip });
    }
    let library = inside.find(".so").map(|dot| &inside[..dot + 3]).filter(|_| inside.starts_with("lib"))?;
    let [_, hip] = tsv::table(SONAMES).find(|[cuda, _]| *cuda == library)?;
    Some(Found { at, cuda: inside.to_owned(), hip: Some(hip) })
}

/// Returns the content of a string that has no prefix and may be a name.
fn contents<'a>(text: &'a [u8], token: &Token) -> Option<(Range<usize>, &'a str)> {
    if token.kind != TokenKind::Literal || token.end - token.start < 6 {
        return None;
    }
    let at = token.start + 1..token.end - 1;
    if text[token.start] != b'"' || text[at.end] != b'"' {
        return None;
    }
    let inside = std::str::from_utf8(&text[at.clone()]).ok()?;
    let name = inside.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'));
    name.then_some((at, inside))
}

/// Returns whether a literal is the first argument of a function that looks functions up by their names.
fn is_asked_for(file: &File<'_>, literal: usize) -> bool {
    let Some(called) = literal.checked_sub(2).filter(|_| file.tokens[literal - 1].is(b'(')) else {
        return false;
    };
    let name = file.names.binary_search_by_key(&called, |name| name.token).map(|at| &file.names[at]);
    name.is_ok_and(|name| !name.member && name.row.hip.is_some_and(|hip| LOOK_UPS.contains(&hip)))
}

/// Returns whether the rule may apply to a text.
pub fn applies(text: &[u8], tokens: &[Token], scan: &Scan) -> bool {
    scan.places.literals.iter().any(|&at| {
        contents(text, &tokens[at]).is_some_and(|(_, name)| {
            name.starts_with("lib") || map::name(name).is_some_and(|row| row.kind == map::NameKind::Function)
        })
    })
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for &literal in &file.scan.places.literals {
        let token = &file.tokens[literal];
        let Some(Found { at, cuda, hip }) = found(file, token) else { continue };
        let (reason, text) = match (hip, file.options.strings || is_asked_for(file, literal)) {
            (Some(hip), true) => {
                let with = hip.into();
                edits.push(Edit { at, with, sureness: Sureness::Likely, rule: "string" });
                continue;
            }
            (Some(hip), false) => {
                (Reason::Look, format!("the string names `{cuda}`; use `--strings` to replace it by `{hip}`"))
            }
            (None, _) => {
                (Reason::Unsupported, format!("the string names `{cuda}`, which has no equivalent in HIP"))
            }
        };
        report.note(file.text, token.start, reason, text);
    }
}
