//! Member functions that classes declare for the device.

use crate::lex::{self, TokenKind};
use crate::scope::Source;
use crate::structure::Structure;
use std::collections::BTreeMap;

/// Qualifiers of member functions by class and name. `None` if overloads have different ones.
pub type Members = BTreeMap<(String, String), Option<&'static str>>;

/// Adds members of another file. Classes of the same name that disagree leave a member unknown.
pub fn add(members: &mut Members, more: Members) {
    for (name, qualifiers) in more {
        let known = members.entry(name).or_insert(qualifiers);
        if *known != qualifiers {
            *known = None;
        }
    }
}

/// Qualifier of a member that its class declares for the host alone.
const HOST: &str = "__host__ ";

/// Returns the members that the classes of a text declare, if one of them has a qualifier.
pub fn members(text: &[u8]) -> Members {
    if [&b"__device__"[..], b"__host__"].iter().all(|word| memchr::memmem::find(text, word).is_none()) {
        return Members::new();
    }
    let lex::Lexed { tokens, directives, .. } = lex::lex_whole(text);
    let structure = Structure::new(text, &tokens, directives);
    declared(Source { text, tokens: &tokens, structure: &structure })
}

/// Returns the members that the classes of a source declare with a qualifier, or beside such an overload.
pub(crate) fn declared(source: Source<'_>) -> Members {
    let mut found = Members::new();
    for open in (0..source.tokens.len()).filter(|&at| source.is(at, b'{')) {
        let (Some(class), Some(close)) = (class_name(source, open), source.structure.partner(open)) else {
            continue;
        };
        let mut at = open + 1;
        while at < close {
            let Some(name) = function_name(source, at, open) else {
                // Bodies and parameter lists hold no members of this class.
                at = source.structure.partner(at).filter(|&end| end > at).unwrap_or(at) + 1;
                continue;
            };
            let qualifiers = qualifiers(source, source.structure.statement_start(at)..at);
            add(&mut found, Members::from([((class.clone(), name.text), Some(qualifiers))]));
            at = source.structure.partner(name.open).unwrap_or(name.open) + 1;
        }
    }
    found.retain(|_, qualifiers| *qualifiers != Some(""));
    found
}

/// Name of a function in a declarator.
pub(crate) struct FunctionName {
    pub(crate) text: String,
    /// The parenthesis of its parameters.
    pub(crate) open: usize,
}

/// Returns the name of a function that begins at a token directly within a block: `f(`, `~A(`,
/// `operator+(`, `operator()(`.
fn function_name(source: Source<'_>, at: usize, block: usize) -> Option<FunctionName> {
    let is_tilde = at > 0 && source.is(at - 1, b'~');
    (source.structure.inside(at) == Some(block)).then(|| name_at(source, at, is_tilde))?
}

/// Returns the name of a function by its identifier, or `operator`, at a token.
pub(crate) fn name_at(source: Source<'_>, at: usize, is_tilde: bool) -> Option<FunctionName> {
    const NO_NAMES: [&[u8]; 6] =
        [b"__attribute__", b"__launch_bounds__", b"alignas", b"decltype", b"explicit", b"noexcept"];
    if source.tokens.get(at)?.kind != TokenKind::Ident || NO_NAMES.contains(&source.word(at)) {
        return None;
    }
    let word = |at: usize| String::from_utf8_lossy(source.word(at)).into_owned();
    if source.word(at) != b"operator" {
        let text = if is_tilde { format!("~{}", word(at)) } else { word(at) };
        return source.is(at + 1, b'(').then_some(FunctionName { text, open: at + 1 });
    }
    // The first parentheses of `operator()` belong to the name.
    let is_call = source.is(at + 1, b'(') && source.is(at + 2, b')');
    let first = if is_call { at + 3 } else { at + 1 };
    let open = (first..source.tokens.len().min(first + 8)).find(|&n| source.is(n, b'('))?;
    Some(FunctionName { text: (at..open).map(word).collect(), open })
}

/// Returns the name of the class with the body that opens here: `class alignas(8) A final : B {`. `None` for
/// other braces.
fn class_name(source: Source<'_>, open: usize) -> Option<String> {
    let head = source.structure.statement_start(open)..open;
    let key = head.clone().rev().find(|&n| matches!(source.word(n), b"class" | b"struct" | b"union"))?;
    let mut name = key + 1;
    // Attributes have parameters.
    while let Some(close) = source.structure.partner(name + 1).filter(|_| source.is(name + 1, b'(')) {
        name = close + 1;
    }
    let is_name = source.tokens.get(name)?.kind == TokenKind::Ident;
    let is_other = |n: usize| source.is(n, b'(') || source.is(n, b'=');
    let is_class = is_name
        && name < open
        && !(name + 1..open).any(is_other)
        && !head.clone().any(|n| source.word(n) == b"enum");
    is_class.then(|| String::from_utf8_lossy(source.word(name)).into_owned())
}

/// Returns the qualifiers among some tokens, as they are written before a declaration.
pub(crate) fn qualifiers(source: Source<'_>, tokens: std::ops::Range<usize>) -> &'static str {
    let has = |word: &[u8]| tokens.clone().any(|n| source.word(n) == word);
    match (has(b"__host__"), has(b"__device__")) {
        (true, true) => "__host__ __device__ ",
        (false, true) => "__device__ ",
        (true, false) => HOST,
        (false, false) => "",
    }
}

/// Returns the qualifiers that a definition outside of its class needs; a host function needs none.
pub(crate) fn needed(members: &Members, class: String, name: String) -> Option<&'static str> {
    members.get(&(class, name)).copied().flatten().filter(|&qualifiers| qualifiers != HOST)
}

#[cfg(test)]
mod tests {
    use super::{add, members};

    #[test]
    fn members_of_classes() {
        let text = b"struct A : B { __device__ A(int x); __host__ __device__ ~A(); int v; void host(int);\n\
            __device__ float operator()(int) const; __device__ A &operator+=(const A &); static __device__ int s();\n\
            __device__ int both(int); int both(float); __device__ int in() { return call(v); } };\n\
            template <class T> class C { public: __device__ T get(); }; __device__ int free(int);";
        let found = members(text);
        let shown: Vec<String> = found
            .iter()
            .map(|((class, name), qualifiers)| format!("{class}.{name} {}", qualifiers.unwrap_or("?").trim()))
            .collect();
        let want = [
            "A.A __device__",
            "A.both ?",
            "A.in __device__",
            "A.operator() __device__",
            "A.operator+= __device__",
            "A.s __device__",
            "A.~A __host__ __device__",
            "C.get __device__",
        ];
        assert_eq!(shown, want);
        // A class of the same name for the host, in another file.
        let mut all = found;
        add(&mut all, members(b"class C { __host__ T get(); T host(); };"));
        assert_eq!(all[&("C".to_owned(), "get".to_owned())], None);
        assert!(!all.contains_key(&("C".to_owned(), "host".to_owned())));
    }
}
