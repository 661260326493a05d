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

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut Report) {
    let source = file.scope();
    // Templates by their end: the first head, the `{`, and the parameters of all heads.
    let mut templates: BTreeMap<usize, Template<'_>> = BTreeMap::new();
    for at in file.scan.words(&[Word::Template]) {
        let Some((parameters, behind)) = parameters(source, at + 1) else { continue };
        let Some((open, end)) = extent(source, behind) else { continue };
        let template =
            templates.entry(end).or_insert(Template { head: at + 1, open, parameters: Vec::new() });
        template.parameters.extend(parameters);
    }
    let mut found: Vec<usize> = Vec::new();
    for (&end, Template { head, open, parameters }) in &templates {
        // Whether each open brace is that of a class, innermost last.
        let mut braces: Vec<bool> = Vec::new();
        for at in *head..end {
            match file.tokens[at].kind {
                TokenKind::Punct(b'{') => braces.push(source.is_class(at)),
                TokenKind::Punct(b'}') => {
                    braces.pop();
                }
                TokenKind::Punct(b'<') if file.tokens[at - 1].kind == TokenKind::Ident => {
                    let name = at - 1;
                    let is_in_function = at > *open && braces.last() == Some(&false);
                    let is_called = || angle_close(source, at).is_some_and(|end| source.is(end + 1, b'('));
                    let qualified = qualified(source, name, parameters);
                    let is_type = qualified == Some(b"typename");
                    let is_name = qualified.is_some_and(|before| !NO_CALLS.contains(&before));
                    if is_type
                        || is_in_function && (is_name || is_member(file, name, parameters)) && is_called()
                    {
                        found.push(name);
                    }
                }
                _ => {}
            }
        }
    }
    found.sort_unstable();
    found.dedup();
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
    /// The `{`; the end, if there is none.
    open: usize,
    parameters: Vec<&'a [u8]>,
}

/// Returns the names of a template's parameters, and the first token behind the list that opens here.
fn parameters<'a>(source: Source<'a>, open: usize) -> Option<(Vec<&'a [u8]>, usize)> {
    if !source.is(open, b'<') {
        return None;
    }
    let (mut names, mut depth) = (Vec::new(), 0usize);
    for at in open.. {
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

/// Returns the `{` of what a template head precedes, and its end: the `}`, or the `;` of a declaration, which
/// stands for the `{`, too.
fn extent(source: Source<'_>, first: usize) -> Option<(usize, usize)> {
    let mut at = first;
    loop {
        match source.tokens.get(at)?.kind {
            TokenKind::Punct(b'{') => {
                return Some((at, source.structure.partner(at).filter(|&end| end > at)?));
            }
            TokenKind::Punct(b';') => return Some((at, at)),
            TokenKind::Punct(b'}') => return None,
            TokenKind::Punct(b'(' | b'[') => {
                at = source.structure.partner(at).filter(|&close| close > at)? + 1
            }
            _ => at += 1,
        }
    }
}

/// Returns the word before a name that is qualified by a type that depends on a parameter: `A<T>::name`,
/// `T::name`.
fn qualified<'a>(source: Source<'a>, name: usize, parameters: &[&[u8]]) -> Option<&'a [u8]> {
    if name < 4 || !source.is(name - 1, b':') || !source.is(name - 2, b':') {
        return None;
    }
    let scope = name - 3;
    let (first, depends) = if source.is(scope, b'>') {
        let open = source.angle_open(scope, 0)?;
        (open - 1, (open..scope).any(|at| parameters.contains(&source.word(at))))
    } else {
        (scope, parameters.contains(&source.word(scope)))
    };
    let mut start = first;
    while start >= 3 && source.is(start - 1, b':') && source.is(start - 2, b':') {
        start -= if source.tokens[start - 3].kind == TokenKind::Ident { 3 } else { 2 };
    }
    (depends && start > 0).then(|| source.word(start - 1))
}

/// Returns whether a name is a member of a variable with a type that depends on a parameter: `a.name`,
/// `a->name`.
fn is_member(file: &File<'_>, name: usize, parameters: &[&[u8]]) -> bool {
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
            .is_some_and(|declared| declared.ty.clone().any(|at| parameters.contains(&source.word(at))))
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
