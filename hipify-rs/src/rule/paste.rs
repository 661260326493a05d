//! Names that the preprocessor composes. They cannot be translated, so their parts are reported.

use super::{File, Name};
use crate::edit::{Edit, Sureness};
use crate::lex::{Token, TokenKind};
use crate::map;
use crate::report::{Reason, Report};
use crate::scan::{Scan, Word};
use crate::scope::Source;

/// Prefixes of CUDA names.
const PREFIXES: [&[u8]; 14] = [
    b"cuda",
    b"cu",
    b"CU",
    b"CUDA",
    b"cublas",
    b"CUBLAS",
    b"cufft",
    b"CUFFT",
    b"curand",
    b"CURAND",
    b"cusparse",
    b"CUSPARSE",
    b"cusolver",
    b"cudnn",
];

/// Returns whether the rule may apply to a text.
pub fn applies(text: &[u8], tokens: &[Token], scan: &Scan) -> bool {
    scan.places.hashes.iter().any(|&at| {
        let word = at.checked_sub(1).map_or(&b""[..], |before| tokens[before].text(text));
        begins(word) || starts(word)
    })
}

fn begins(word: &[u8]) -> bool {
    PREFIXES.contains(&word.strip_suffix(b"_").unwrap_or(word))
}

/// Limit of macros that are considered; it bounds the time for degenerate input.
const MACROS: usize = 256;

/// Returns the macro parameters that are only pasted or made into strings: the macro's name, and the index of
/// the parameter.
fn pasting<'a>(source: Source<'a>, hashes: &[usize]) -> Vec<(&'a [u8], usize)> {
    let mut found = Vec::new();
    let mut directives: Vec<_> = hashes.iter().filter_map(|&at| source.structure.directive(at)).collect();
    directives.dedup();
    for directive in directives.into_iter().take(MACROS) {
        let (name, open) = (directive.start + 2, directive.start + 3);
        let called = source.is(open, b'(') && source.tokens[open - 1].end == source.tokens[open].start;
        let Some(close) = source.structure.partner(open).filter(|_| called) else { continue };
        if source.word(directive.start + 1) != b"define" {
            continue;
        }
        let parameters = (open + 1..close).filter(|&n| source.tokens[n].kind == TokenKind::Ident);
        for (n, parameter) in parameters.enumerate() {
            let word = source.word(parameter);
            let joined = |at: usize| source.is(at, b'#') && source.is(at + 1, b'#');
            let (mut pasted, mut plain) = (false, false);
            for at in (close + 1..directive.end).filter(|&at| source.word(at) == word) {
                let pastes = joined(at + 1) || joined(at - 2);
                pasted |= pastes;
                plain |= !pastes && !source.is(at - 1, b'#');
            }
            if pasted && !plain {
                found.push((source.word(name), n));
            }
        }
    }
    found
}

/// Keeps names that are passed to macros which paste them, since the pasted names stay as well. The name must
/// be the whole argument.
pub(crate) fn leave(source: Source<'_>, scan: &Scan, names: &mut [Name]) {
    if scan.places.hashes.is_empty() || names.is_empty() {
        return;
    }
    let macros = pasting(source, &scan.places.hashes);
    for name in names.iter_mut().filter(|name| !name.member && !macros.is_empty()) {
        name.member = is_pasted(source, name.token, &macros);
    }
}

/// Returns whether a token is the whole of an argument that a macro pastes.
fn is_pasted(source: Source<'_>, at: usize, macros: &[(&[u8], usize)]) -> bool {
    let ends = |at: usize| [b'(', b',', b')'].iter().any(|&b| source.is(at, b));
    let Some(open) = source.structure.inside(at).filter(|_| at > 0 && ends(at - 1) && ends(at + 1)) else {
        return false;
    };
    let Some(name) = open.checked_sub(1).filter(|_| source.is(open, b'(')) else { return false };
    macros.iter().filter(|(macro_name, _)| *macro_name == source.word(name)).any(|(_, n)| {
        let arguments = source.structure.partner(open).and_then(|close| source.arguments(open, close));
        arguments.is_some_and(|all| all.get(*n).is_some_and(|argument| argument.tokens == (at..at + 1)))
    })
}

/// Returns whether the name that a macro makes of `cuda` and its parameter, at `at + 3`, is one of the
/// runtime's in all of the macro's uses here: `#define CALL(call) check(cuda##call)` in `CALL(Free(p))`.
fn composes_names(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let Some(directive) = source.structure.directive(at) else { return false };
    let (name, open) = (directive.start + 2, directive.start + 3);
    let Some(close) = source.structure.partner(open).filter(|_| source.is(open, b'(')) else { return false };
    let joined = at >= 2 && source.is(at - 1, b'#') && source.is(at - 2, b'#') || source.is(at + 4, b'#');
    let parameters = (open + 1..close).filter(|&n| source.tokens[n].kind == TokenKind::Ident);
    let Some(number) = parameters.map(|n| source.word(n)).position(|word| word == source.word(at + 3)) else {
        return false;
    };
    let is_use = |n: usize| source.word(n) == source.word(name) && source.is(n + 1, b'(');
    let mut uses = (0..file.tokens.len().saturating_sub(2)).filter(|&n| n != name && is_use(n));
    let is_known = |n: usize| {
        let arguments = source.structure.partner(n + 1).and_then(|close| source.arguments(n + 1, close));
        let first = arguments.and_then(|all| all.get(number).map(|argument| argument.tokens.start));
        let composed = first.map(|first| [b"cuda".as_slice(), source.word(first)].concat());
        // A parameter of another macro can be any name.
        source.structure.directive(n).is_some()
            || composed
                .and_then(|name| map::name_bytes(&name).map(|row| row.family == "runtime"))
                .unwrap_or(false)
    };
    source.word(directive.start + 1) == b"define" && !joined && uses.all(is_known)
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    // A word before `##`, or one that is a whole argument of a macro.
    let pasted = |at: &usize| {
        source.is(at + 2, b'#')
            && source.structure.directive(*at).is_some()
            && (begins(source.word(*at)) || starts(source.word(*at)))
    };
    let given = |at: &usize| {
        let byte = |at: usize| file.tokens.get(at).map_or(0, Token::byte);
        matches!(byte(at + 1), b')' | b',') && *at > 0 && matches!(byte(at - 1), b'(' | b',')
    };
    let before = file.scan.places.hashes.iter().filter_map(|at| at.checked_sub(1)).filter(pasted);
    for at in before.chain(file.scan.words(&[Word::Begin, Word::Cuda]).filter(given)) {
        let text = "the preprocessor may compose a CUDA name from this: check the resulting name";
        report.note(file.text, file.tokens[at].start, Reason::Look, text.to_owned());
        if source.word(at) == b"cuda" && source.is(at + 2, b'#') && composes_names(file, at) {
            let (at, with) = (file.tokens[at].range(), "hip".into());
            edits.push(Edit { at, with, sureness: Sureness::Likely, rule: "paste" });
        }
    }
    let macros = pasting(source, &file.scan.places.hashes);
    let names = file.names.iter().filter(|name| name.member && !macros.is_empty());
    for name in names.filter(|name| is_pasted(source, name.token, &macros)) {
        let word = String::from_utf8_lossy(source.word(name.token));
        let text = format!("`{word}` stays: a macro composes other names of it with `##`");
        report.note(file.text, name.start, Reason::Look, text);
    }
}

/// Returns whether a word begins like a CUDA name: `cudaMemcpy##kind`.
fn starts(word: &[u8]) -> bool {
    PREFIXES.iter().any(|prefix| {
        word.strip_prefix(*prefix).is_some_and(|rest| {
            rest.first().is_some_and(|b| b.is_ascii_uppercase() || *b == b'_') && prefix.len() > 1
        })
    })
}
