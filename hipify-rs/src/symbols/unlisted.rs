//! Names that are formed like CUDA's and stand in no table: newer than the tables, misspelt, or the
//! program's own. Those that the program declares are its own.

use super::{enumerator, is_function_pointer, macro_parameter};
use crate::name::Name;
use crate::scan::Scan;
use crate::scope::Source;
use crate::structure::Structure;
use crate::{Options, lex, map};
use std::collections::BTreeSet;

fn is_unlisted(name: &Name) -> bool {
    name.row.note == map::UNLISTED
}

/// Returns the names formed like CUDA's that a text declares, in whatever scope. In other files of the
/// program they are the program's, too.
pub fn own(text: &[u8]) -> Vec<String> {
    if !has_any(text) {
        return Vec::new();
    }
    let lex::Lexed { tokens, directives, places } = lex::lex_whole(text);
    let structure = Structure::new(text, &tokens, directives);
    let (_, names) = Scan::new(text, &tokens, places, &Options::default());
    let own = declared(Source { text, tokens: &tokens, structure: &structure }, &names);
    own.into_iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// Returns whether a text has such names at all, which most have not.
fn has_any(text: &[u8]) -> bool {
    let stems = ["cu", "CU", "nvrtc"];
    let found = stems.iter().flat_map(|stem| {
        let starts = memchr::memmem::find_iter(text, stem.as_bytes());
        starts.filter(|&at| at == 0 || !lex::in_ident(text[at - 1]))
    });
    found.into_iter().any(|at| {
        let length = text[at..].iter().take_while(|&&b| lex::in_ident(b)).count();
        let word = &text[at..at + length];
        map::unlisted(word).is_some() && map::name_bytes(word).is_none()
    })
}

/// Marks such names as members if the text declares them, pastes them together or only asks for them in a
/// condition, or if they are macros that are called: CUDA's constants are not.
pub(super) fn mark(source: Source<'_>, names: &mut [Name]) {
    let own = declared(source, names);
    for name in names.iter_mut().filter(|name| is_unlisted(name)) {
        let directive = source.structure.directive(name.token);
        let is_asked = directive.is_some_and(|directive| source.word(directive.start + 1) != b"define");
        let next = name.token + 1;
        let is_macro = name.row.cuda.ends_with('_') && source.is(next, b'(');
        let is_pasted = source.is(next, b'#') || name.token > 0 && source.is(name.token - 1, b'#');
        name.member |= is_asked || is_macro || is_pasted || own.contains(source.word(name.token));
    }
}

fn declared<'a>(source: Source<'a>, names: &[Name]) -> BTreeSet<&'a [u8]> {
    let own = names.iter().filter(|name| is_unlisted(name) && declares(source, name.token));
    own.map(|name| source.word(name.token)).collect()
}

fn declares(source: Source<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or(&b""[..], |before| source.word(before));
    matches!(before, b"class" | b"concept" | b"enum" | b"namespace" | b"struct" | b"typename" | b"union")
        || source.declares(at).is_some()
        || source.declares_type(at)
        || enumerator(source, at).is_some()
        || macro_parameter(source, at).is_some()
        || is_function_pointer(source, at)
        || is_binding(source, at)
}

/// Returns whether a name is declared in brackets: `auto [a, b] = f()`, `[a = b] { … }`.
fn is_binding(source: Source<'_>, at: usize) -> bool {
    let open = source.structure.inside(at).filter(|&open| source.is(open, b'['));
    open.is_some_and(|open| {
        let named = open > 0 && matches!(source.word(open - 1), b"auto") || source.is(open - 1, b'&');
        named || source.is(at + 1, b'=')
    })
}

#[cfg(test)]
mod tests {
    use super::own;

    #[test]
    fn declared_names() {
        let text = b"void cuDoThis(int cuCount); struct cudaThing { float *cuPart; }; enum { CU_MINE, A };\n\
            #define CU_CHECK(x) x\ntypedef int CUmine; using cudaOther = int; auto [cuFirst, b] = f();\n\
            void f() { cuNotMine(1); cudaFree(0); CUtheirs x; int y = CU_THEIRS; cudaStream_t s; }";
        let names = own(text);
        let want = [
            "CU_CHECK",
            "CU_MINE",
            "CUmine",
            "cuCount",
            "cuDoThis",
            "cuFirst",
            "cuPart",
            "cudaOther",
            "cudaThing",
        ];
        assert_eq!(names, want);
        let templates =
            b"void f(std::map<int, B> cuMap) { std::vector<n::A<int>> cuAll = g(); A<3> cuFew[2]; }";
        assert_eq!(own(templates), ["cuAll", "cuFew", "cuMap"]);
        assert!(own(b"bool b = x < y && y > cuLimit; if (x < 3 || 4 > cuLimit) f(n > cuLimit);").is_empty());
        assert!(own(b"int current = cubic(3); cudaFree(0);").is_empty());
    }
}
