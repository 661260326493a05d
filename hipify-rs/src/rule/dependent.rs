//! `A<T>::cast<3>(x)` and `typename A<T>::of<U>` in templates: clang requires `template` before the name of a
//! dependent template.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::Report;
use crate::scan::Word;
use crate::scope::Source;
use std::collections::BTreeMap;

/// Words before a qualified name that does not call a function.
const NO_CALLS: [&[u8]; 6] = [b"typename", b"template", b"class", b"struct", b"using", b"friend"];

/// Limits of a head's parameters and of a declaration up to its `{`, tokens.
const LONGEST: usize = 2048;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut Report) {
    let source = file.scope();
    // Templates by their end, which all heads of one have in common.
    let mut by_end: BTreeMap<usize, Template<'_>> = BTreeMap::new();
    for at in file.scan.words(&[Word::Template]) {
        let Some((parameters, behind)) = parameters(source, at + 1) else { continue };
        let Some(end) = end(source, behind) else { continue };
        let template = by_end.entry(end).or_insert(Template { head: at + 1, end, parameters: Vec::new() });
        template.parameters.extend(parameters);
    }
    let mut templates: Vec<Template<'_>> = by_end.into_values().collect();
    templates.sort_by_key(|template| template.head);
    let mut templates = templates.into_iter().peekable();
    let (mut open, mut known, mut found) = (Vec::new(), Parameters::default(), Vec::new());
    // Whether each open brace is that of a class, innermost last.
    let mut braces: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < file.tokens.len() {
        while let Some(template) = open.pop_if(|open: &mut Template<'_>| open.end <= at) {
            known.remove(&template);
        }
        if open.is_empty() {
            let Some(next) = templates.peek() else { break };
            at = at.max(next.head);
            braces.clear();
        }
        while let Some(template) = templates.next_if(|template| template.head <= at) {
            known.add(&template);
            open.push(template);
        }
        match file.tokens[at].kind {
            TokenKind::Punct(b'{') => braces.push(source.is_class(at)),
            TokenKind::Punct(b'}') => {
                braces.pop();
            }
            TokenKind::Punct(b'<') if at > 0 && file.tokens[at - 1].kind == TokenKind::Ident => {
                let name = at - 1;
                let is_in_function = braces.last() == Some(&false);
                let is_called = || angle_close(source, at).is_some_and(|end| source.is(end + 1, b'('));
                let qualified = qualified(source, name, &known);
                let is_type = qualified == Some(b"typename");
                let is_name = qualified.is_some_and(|before| !NO_CALLS.contains(&before));
                if is_type || is_in_function && (is_name || is_member(file, name, &known)) && is_called() {
                    found.push(name);
                }
            }
            _ => {}
        }
        at += 1;
    }
    for name in found {
        let at = file.tokens[name].start;
        edits.push(Edit {
            at: at..at,
            with: "template ".into(),
            sureness: Sureness::Likely,
            rule: "dependent",
        });
    }
}

/// A template: a function, a class, an alias.
struct Template<'a> {
    /// The `<` of the first head.
    head: usize,
    /// The `}`, or the `;` of a declaration.
    end: usize,
    parameters: Vec<&'a [u8]>,
}

/// Parameters of the templates around a place, with the number of templates that have each.
#[derive(Default)]
struct Parameters<'a>(BTreeMap<&'a [u8], usize>);

impl<'a> Parameters<'a> {
    fn add(&mut self, template: &Template<'a>) {
        for &name in &template.parameters {
            *self.0.entry(name).or_default() += 1;
        }
    }

    fn remove(&mut self, template: &Template<'a>) {
        for name in &template.parameters {
            if let Some(count) = self.0.get_mut(name) {
                *count -= 1;
            }
        }
    }

    fn contains(&self, name: &[u8]) -> bool {
        self.0.get(name).is_some_and(|&count| count > 0)
    }
}

/// Returns the names of a template's parameters, and the first token behind the list that opens here.
fn parameters<'a>(source: Source<'a>, open: usize) -> Option<(Vec<&'a [u8]>, usize)> {
    if !source.is(open, b'<') {
        return None;
    }
    let (mut names, mut depth) = (Vec::new(), 0usize);
    for at in open..open + LONGEST {
        let token = source.tokens.get(at)?;
        let ends_name = matches!(token.kind, TokenKind::Punct(b',' | b'=' | b'>'));
        if ends_name && depth == 1 && source.tokens[at - 1].kind == TokenKind::Ident {
            names.push(source.word(at - 1));
        }
        match token.kind {
            TokenKind::Punct(b'<') => depth += 1,
            TokenKind::Punct(b'>') => depth -= 1,
            TokenKind::Punct(b';' | b'{' | b'}') => return None,
            _ => {}
        }
        if depth == 0 {
            return Some((names, at + 1));
        }
    }
    None
}

/// Returns the end of what a template head precedes: the `}`, or the `;` of a declaration.
fn end(source: Source<'_>, first: usize) -> Option<usize> {
    let mut at = first;
    while at < first + LONGEST {
        match source.tokens.get(at)?.kind {
            TokenKind::Punct(b'{') => return source.structure.partner(at).filter(|&end| end > at),
            TokenKind::Punct(b';') => return Some(at),
            TokenKind::Punct(b'}') => return None,
            TokenKind::Punct(b'(' | b'[') => {
                at = source.structure.partner(at).filter(|&close| close > at)? + 1
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the word before a name that is qualified by a type that depends on a parameter: `A<T>::name`,
/// `T::name`.
fn qualified<'a>(source: Source<'a>, name: usize, parameters: &Parameters<'_>) -> Option<&'a [u8]> {
    if name < 4 || !source.is(name - 1, b':') || !source.is(name - 2, b':') {
        return None;
    }
    let scope = name - 3;
    let (first, depends) = if source.is(scope, b'>') {
        let open = source.angle_open(scope, 0)?;
        (open - 1, (open..scope).any(|at| parameters.contains(source.word(at))))
    } else {
        (scope, parameters.contains(source.word(scope)))
    };
    let mut start = first;
    while start >= 3 && source.is(start - 1, b':') && source.is(start - 2, b':') {
        start -= if source.tokens[start - 3].kind == TokenKind::Ident { 3 } else { 2 };
    }
    (depends && start > 0).then(|| source.word(start - 1))
}

/// Returns whether a name is a member of a variable with a type that depends on a parameter: `a.name`,
/// `a->name`.
fn is_member(file: &File<'_>, name: usize, parameters: &Parameters<'_>) -> bool {
    let source = file.scope();
    let object = if name >= 2 && source.is(name - 1, b'.') {
        name - 2
    } else if name >= 3 && source.is(name - 1, b'>') && source.is(name - 2, b'-') {
        name - 3
    } else {
        return false;
    };
    file.tokens[object].kind == TokenKind::Ident
        && !object
            .checked_sub(1)
            .is_some_and(|n| matches!(file.tokens[n].kind, TokenKind::Punct(b'.' | b'>' | b':')))
        && file
            .declaration(object, source.word(object))
            .is_some_and(|declared| declared.ty.clone().any(|at| parameters.contains(source.word(at))))
}

/// Returns the `>` of template arguments: names, numbers, and types of them.
pub(super) fn angle_close(source: Source<'_>, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in open..source.tokens.len().min(open + 64) {
        match source.tokens[at].kind {
            TokenKind::Punct(b'<') => depth += 1,
            TokenKind::Punct(b'>') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            // A condition: `a<b && c>(d)`.
            TokenKind::Punct(b'&') if source.is(at + 1, b'&') => return None,
            TokenKind::Punct(b',' | b':' | b'*' | b'&' | b'+') | TokenKind::Ident | TokenKind::Number => {}
            _ => return None,
        }
    }
    None
}
