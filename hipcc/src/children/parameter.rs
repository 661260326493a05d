//! Parameters of kernels and of their templates: each gets a name, and its default can be omitted.

use super::source::Text;
use std::ops::Range;

/// One parameter.
pub(super) struct Parameter {
    /// The parameter with its name, without its default.
    pub(super) declared: String,
    /// The parameter with its name and default.
    pub(super) complete: String,
    /// Expression that passes its value on: its name, with `...` for a pack.
    pub(super) passed: String,
}

/// Words that do not end a declarator, so that the next word is not a name.
const TYPES: &[&[u8]] = &[
    b"__restrict",
    b"__restrict__",
    b"auto",
    b"bool",
    b"char",
    b"char16_t",
    b"char32_t",
    b"char8_t",
    b"class",
    b"const",
    b"double",
    b"float",
    b"int",
    b"long",
    b"short",
    b"signed",
    b"typename",
    b"unsigned",
    b"void",
    b"volatile",
    b"wchar_t",
];
/// Words that do not form a type without another one.
const QUALIFIERS: &[&[u8]] = &[b"class", b"const", b"enum", b"struct", b"typename", b"union", b"volatile"];

/// Parses a parameter. `number` makes a name for one without.
pub(super) fn parameter(text: &Text, entry: Range<usize>, number: usize) -> Parameter {
    let source = text.source();
    let end = default_at(text, entry.clone());
    let default = if end < entry.end { format!(" {}", text.written(end..entry.end)) } else { String::new() };
    // Attributes belong to the kernel itself.
    let mut start = entry.start;
    while source.word(start) == b"__attribute__" && start < end {
        start = text.behind(start + 1);
    }
    let is_pack = |name: usize| name >= start + 3 && (name - 3..name).all(|at| source.is(at, b'.'));
    let (declared, name, is_pack) = match name_at(text, start..end) {
        Found::Name(at) => {
            (text.written(start..end), String::from_utf8_lossy(source.word(at)).into_owned(), is_pack(at))
        }
        Found::Place(at) => {
            let name = format!("__hip_unnamed_{number}");
            let (before, behind) = (text.written(start..at), text.written(at..end));
            (format!("{before} {name}{behind}"), name, is_pack(at))
        }
    };
    let passed = if is_pack { format!("{name}...") } else { name };
    Parameter { complete: format!("{declared}{default}"), declared, passed }
}

/// Returns the position of a parameter's `=`, or its end if it has none.
fn default_at(text: &Text, entry: Range<usize>) -> usize {
    let source = text.source();
    let mut at = entry.start;
    while at < entry.end {
        at = match source.tokens[at].byte() {
            b'(' | b'[' | b'{' => text.behind(at),
            b'<' => text.list_close(at, entry.end).unwrap_or(at) + 1,
            b'=' => return at,
            _ => at + 1,
        };
    }
    entry.end
}

enum Found {
    /// The token of its name.
    Name(usize),
    /// It has no name. One can be inserted before this token.
    Place(usize),
}

fn name_at(text: &Text, range: Range<usize>) -> Found {
    let source = text.source();
    // `void (*f)(int)`, `int (&a)[4]`: after the `*`.
    let mut at = range.start;
    while at < range.end {
        if source.is(at, b'<') {
            at = text.list_close(at, range.end).unwrap_or(at) + 1;
            continue;
        }
        if source.is(at, b'(') && (source.is(at + 1, b'*') || source.is(at + 1, b'&')) {
            let close = text.behind(at) - 1;
            let name = (at + 2..close).find(|&n| text.is_name(n) && !QUALIFIERS.contains(&source.word(n)));
            return name.map_or(Found::Place(close), Found::Name);
        }
        at = if source.is(at, b'(') { text.behind(at) } else { at + 1 };
    }
    // Before the array bounds.
    let mut end = range.end;
    while end > range.start + 1 && source.is(end - 1, b']') {
        match source.structure.partner(end - 1) {
            Some(open) if open > range.start => end = open,
            _ => break,
        }
    }
    let last = end.saturating_sub(1);
    let is_joined = last >= 2 && text.is_scope(last - 2);
    let names_something = text.is_name(last)
        && last > range.start
        && !TYPES.contains(&source.word(last))
        && !is_joined
        && !is_qualified(text, range.start..last);
    if names_something { Found::Name(last) } else { Found::Place(end) }
}

/// Returns whether words are not a type without the next word: `const`, `struct`. A parameter of a template
/// (`class T`) has no type.
fn is_qualified(text: &Text, words: Range<usize>) -> bool {
    let source = text.source();
    let introduces = words.len() == 1 && matches!(source.word(words.start), b"class" | b"typename");
    !introduces && words.into_iter().all(|at| QUALIFIERS.contains(&source.word(at)))
}
