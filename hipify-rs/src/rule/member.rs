//! Definitions of member functions outside of their class: nvcc takes the qualifiers from the class, clang
//! wants them again.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::Report;
use crate::scope::Source;
use crate::symbols::{self, Members, members};
use std::borrow::Cow;

/// Returns whether a text may define a member of a class in another file.
pub(crate) fn applies(text: &[u8], members: &Members) -> bool {
    let names = |class: &str| memchr::memmem::find(text, format!("{class}::").as_bytes()).is_some();
    let generic = || memchr::memmem::find(text, b">::").is_some();
    !members.is_empty() && (members.keys().any(|(class, _)| names(class)) || generic())
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _report: &mut Report) {
    let source = file.scope();
    if memchr::memmem::find(file.text, b"::").is_none() {
        return;
    }
    let own = symbols::declared_members(source);
    let known = match (own.is_empty(), file.options.members.is_empty()) {
        (true, true) => return,
        (true, false) => Cow::Borrowed(&file.options.members),
        _ => {
            let mut all = own;
            symbols::add_members(&mut all, file.options.members.clone());
            Cow::Owned(all)
        }
    };
    for &at in &file.scan.places.idents {
        let Some((qualifiers, start)) = definition(source, at, &known) else { continue };
        let place = file.tokens[start].start;
        let with = qualifiers.into();
        edits.push(Edit { at: place..place, with, sureness: Sureness::Certain, rule: "member" });
    }
}

/// Returns the qualifiers that the definition of the member named at a token lacks, and the token that
/// they go before.
fn definition(source: Source<'_>, at: usize, known: &Members) -> Option<(&'static str, usize)> {
    let is_tilde = at > 0 && source.is(at - 1, b'~');
    let colon = at.checked_sub(1 + usize::from(is_tilde))?;
    if colon == 0 || !source.is(colon, b':') || !source.is(colon - 1, b':') {
        return None;
    }
    // `A::f`, `A<T>::f`
    let last = colon.checked_sub(2)?;
    let class = if source.is(last, b'>') { source.angle_open(last, 0)?.checked_sub(1)? } else { last };
    if source.tokens[class].kind != TokenKind::Ident {
        return None;
    }
    let name = members::name_at(source, at, is_tilde)?;
    let text = |at: usize| String::from_utf8_lossy(source.word(at)).into_owned();
    let qualifiers = members::needed(known, text(class), name.text)?;
    let mut start = source.structure.statement_start(at);
    // Neither a call in a body nor a declaration.
    let is_outside = source.structure.inside(at).is_none_or(|open| {
        source.is(open, b'{') && source.word(source.structure.statement_start(open)) == b"namespace"
    });
    let close = source.structure.partner(name.open)?;
    let body = (close + 1..source.tokens.len()).find(|&n| source.is(n, b'{') || source.is(n, b';'))?;
    if !is_outside
        || source.is(body, b';')
        || source.structure.directive(at).is_some()
        || !members::qualifiers(source, start..at).is_empty()
    {
        return None;
    }
    while source.word(start) == b"template" && source.is(start + 1, b'<') {
        start = parameters_end(source, start + 1, at)?;
    }
    Some((qualifiers, start))
}

/// Returns the token after the template parameters that open here.
fn parameters_end(source: Source<'_>, open: usize, limit: usize) -> Option<usize> {
    let (mut depth, mut at) = (0usize, open);
    while at < limit {
        match source.tokens[at].byte() {
            b'(' | b'[' | b'{' => at = source.structure.partner(at).filter(|&end| end > at)?,
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at + 1),
            b'>' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}
