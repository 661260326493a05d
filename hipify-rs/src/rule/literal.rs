//! Numbers used for enumerators that have other values in HIP: `(CUdevice_attribute)16` is another attribute
//! there.

use super::{File, Name};
use crate::call;
use crate::edit::{Edit, Sureness};
use crate::lex::{Token, TokenKind};
use crate::map::RuleSet;
use crate::map::literals::{ARGUMENTS, TYPES, row};
use crate::report::{Reason, Report};

fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?.trim_end_matches(['u', 'U', 'l', 'L']);
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8).ok(),
        None => text.parse().ok(),
    }
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for name in file.names.iter().filter(|name| name.row.rules.contains(RuleSet::LITERAL) && !name.member) {
        let (token, ty) = if let Some((_, ty)) = TYPES.iter().find(|(ty, _)| *ty == name.row.cuda) {
            (typed(file, name), *ty)
        } else if let Some((_, argument, ty)) = ARGUMENTS.iter().find(|(f, ..)| *f == name.row.cuda) {
            (passed(file, name, *argument), *ty)
        } else {
            continue;
        };
        // A line splice after the number would join the name with the next line.
        let Some(token) = token.filter(|t| file.text.get(t.end) != Some(&b'\\')) else { continue };
        let Some((cuda, hip)) = number(token.text(file.text)).and_then(|n| row(ty, n)) else { continue };
        if hip == "-" {
            let text = format!("the number is `{cuda}`, which has no equivalent in HIP");
            report.note(file.text, token.start, Reason::Unsupported, text);
        } else {
            let (at, with) = (token.range(), hip.into());
            edits.push(Edit { at, with, sureness: Sureness::Likely, rule: "literal" });
        }
    }
}

/// Returns the number converted to this type: `(T)7`, `T(7)`, `static_cast<T>(7)`, `T x = 7`.
fn typed<'t>(file: &File<'t>, name: &Name) -> Option<&'t Token> {
    let is = |n: usize, b: u8| file.tokens.get(n).is_some_and(|t| t.is(b));
    let (at, tokens) = (name.token, file.tokens);
    let open = if at > 0 && tokens[at - 1].text(file.text) == b"enum" {
        at.checked_sub(2)?
    } else {
        at.wrapping_sub(1)
    };
    let cast = at >= 2 && tokens[at - 2].text(file.text) == b"static_cast" && is(at - 1, b'<');
    let named = tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Ident) && is(at + 2, b'=');
    let ends = |n: usize| [b';', b',', b')'].iter().any(|&b| is(n, b));
    // Index of the number, if nothing continues the expression after it.
    let place = match () {
        () if is(open, b'(') && is(at + 1, b')') => at + 2,
        () if is(at + 1, b'(') && is(at + 3, b')') => at + 2,
        () if cast && is(at + 1, b'>') && is(at + 2, b'(') && is(at + 4, b')') => at + 3,
        () if named && ends(at + 4) => at + 3,
        () => return None,
    };
    tokens.get(place).filter(|t| t.kind == TokenKind::Number)
}

/// Returns the number that is the whole of an argument.
fn passed<'t>(file: &File<'t>, name: &Name, argument: usize) -> Option<&'t Token> {
    let call = call::find(file.scope(), name.token)?;
    let range = call.arguments.get(argument)?;
    let at = file.tokens.partition_point(|t| t.start < range.start);
    file.tokens.get(at).filter(|t| t.range() == *range && t.kind == TokenKind::Number)
}
