//! Symbols of the program with names like CUDA's: members, variables, functions, enumerators, and names
//! qualified by a scope of the program.

mod macros;
pub(crate) mod members;
mod unlisted;

use crate::chevron;
use crate::lex::TokenKind;
use crate::map;
use crate::name::Name;
use crate::scope::Source;
pub use macros::macros;
pub(crate) use members::declared as declared_members;
pub use members::{Members, add as add_members, members};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
pub use unlisted::own;

/// Scan as members the names that refer to the program's own symbols.
pub fn mark(source: Source<'_>, names: &mut [Name]) {
    let macros = own_macros(source, names);
    unlisted::mark(source, names);
    let mut hidden: BTreeMap<&'static str, Vec<Range<usize>>> = BTreeMap::new();
    for name in names.iter_mut() {
        if macros.contains(source.word(name.token))
            || qualified_by_own(source, name.token)
            || is_alias_of_hip(source, name)
            || is_prose(source, name.token)
        {
            name.member = true;
        }
        if name.member {
            continue;
        }
        match hidden_range(source, name) {
            Some(range) => {
                // The declared name itself is the program's too; it may precede the range.
                let all = hidden.entry(name.row.cuda).or_default();
                all.push(name.token..name.token + 1);
                all.push(range);
            }
            None => name.member = is_wrapper_of_hip(source, name),
        }
    }
    hidden.values_mut().for_each(merge);
    for name in names {
        // `::cudaFree` always names the global function.
        if name.token > 1 && source.is(name.token - 1, b':') && source.is(name.token - 2, b':') {
            continue;
        }
        let Some(ranges) = hidden.get(name.row.cuda) else { continue };
        let n = ranges.partition_point(|range| range.end <= name.token);
        name.member |= ranges.get(n).is_some_and(|range| range.contains(&name.token));
    }
}

/// Returns the names that a text declares as the program's own at file scope.
pub(crate) fn file_scope(source: Source<'_>, names: &[Name]) -> BTreeSet<String> {
    let all = 0..source.tokens.len();
    let own = names
        .iter()
        .filter(|name| !name.member && hidden_range(source, name).is_some_and(|range| range == all));
    own.map(|name| String::from_utf8_lossy(source.word(name.token)).into_owned()).collect()
}

/// Returns the macros that a text defines with names that only begin like a library's.
fn own_macros<'a>(source: Source<'a>, names: &[Name]) -> BTreeSet<&'a [u8]> {
    // A name with a row of its own belongs to the library, even if the text redefines it.
    let claimed = |name: &Name| name.row.cuda.as_bytes() != source.word(name.token);
    if !names.iter().any(claimed) {
        return BTreeSet::new();
    }
    let defines = source.structure.directives().iter().filter(|d| source.word(d.start + 1) == b"define");
    let words = defines.map(|d| source.word(d.start + 2));
    words.filter(|word| map::claimed(word).is_some() && map::name_bytes(word).is_none()).collect()
}

/// Sorts ranges and merges those that overlap.
fn merge(ranges: &mut Vec<Range<usize>>) {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges.drain(..) {
        match joined.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => joined.push(range),
        }
    }
    *ranges = joined;
}

/// Words that are no scope: in `return ::cuInit(0)` and `inline ::CUdevice f()` the scope is the global one.
const NO_SCOPES: [&[u8]; 43] = [
    b"__device__",
    b"__forceinline__",
    b"__global__",
    b"__host__",
    b"__inline__",
    b"and",
    b"auto",
    b"case",
    b"co_await",
    b"co_return",
    b"co_yield",
    b"const",
    b"consteval",
    b"constexpr",
    b"constinit",
    b"delete",
    b"else",
    b"enum",
    b"explicit",
    b"export",
    b"extern",
    b"final",
    b"friend",
    b"goto",
    b"inline",
    b"mutable",
    b"new",
    b"noexcept",
    b"not",
    b"operator",
    b"or",
    b"override",
    b"register",
    b"return",
    b"sizeof",
    b"static",
    b"struct",
    b"throw",
    b"typedef",
    b"typename",
    b"union",
    b"virtual",
    b"volatile",
];

/// Returns whether a name is qualified by a scope that the tables do not know: `mine::cudaMalloc`,
/// `Op::cudaFree`.
fn qualified_by_own(source: Source<'_>, at: usize) -> bool {
    if at < 3 || !source.is(at - 1, b':') || !source.is(at - 2, b':') {
        return false;
    }
    let scope = &source.tokens[at - 3];
    let word = source.word(at - 3);
    // `API ::cudaError_t f()`: a word separated from `::` by a blank does not qualify the name.
    let separate =
        scope.end < source.tokens[at - 2].start && source.tokens[at - 1].end == source.tokens[at].start;
    // `cudaError::cudaSuccess` is CUDA's enumerator.
    scope.kind == TokenKind::Ident
        && !separate
        && NO_SCOPES.binary_search(&word).is_err()
        && !matches!(word, b"cuda" | b"std" | b"nv")
        && map::name_bytes(word).is_none()
}

/// Returns whether a word is part of an `#error` or a computed `#include`, which stays. An edit could end an
/// `#include` that lacks its `>`.
fn is_prose(source: Source<'_>, at: usize) -> bool {
    let directive = source.structure.directive(at);
    directive.is_some_and(|d| matches!(source.word(d.start + 1), b"error" | b"warning" | b"include"))
}

/// Prefixes of names of HIP and of AMD's libraries.
const HIP_PREFIXES: [&[u8]; 9] =
    [b"hip", b"HIP", b"__hip", b"roc", b"ROC", b"miopen", b"MIOPEN", b"rccl", b"amdsmi"];

fn is_hip(word: &[u8]) -> bool {
    HIP_PREFIXES.iter().any(|begin| word.starts_with(begin))
}

/// Returns whether the program maps this name to HIP itself: `#define cudaMalloc hipMalloc`, `#define
/// cudaMallocHost(p, n) hipHostMalloc(p, n, 0)`, `typedef hipStream_t CUstream;`, `using CUstream =
/// hipStream_t;`. A translation would define the HIP name as itself.
fn is_alias_of_hip(source: Source<'_>, name: &Name) -> bool {
    let at = name.token;
    let Some(before) = at.checked_sub(1) else { return false };
    if source.word(before) == b"define" {
        let Some(directive) = source.structure.directive(at) else { return false };
        let called = source.is(at + 1, b'(') && source.tokens[at].end == source.tokens[at + 1].start;
        let body =
            if called { source.structure.partner(at + 1).map(|close| close + 1) } else { Some(at + 1) };
        return body.is_some_and(|body| body < directive.end && is_hip(source.word(body)));
    }
    if source.word(before) == b"using" {
        return source.is(at + 1, b'=') && is_hip(source.word(at + 2));
    }
    let first = source.statement_start(at);
    source.is(at + 1, b';')
        && source.word(first) == b"typedef"
        && first + 1 < at
        && is_hip(source.word(at - 1))
}

/// Limit of tokens in the body of a wrapper.
const WRAPPER: usize = 256;

/// Returns whether the program defines this function as a wrapper of HIP's: `cudaError_t cudaFree(void *p) {
/// return hipFree(p); }`. The translation would call itself.
fn is_wrapper_of_hip(source: Source<'_>, name: &Name) -> bool {
    let Some(hip) = name.row.hip.filter(|_| name.row.kind == map::NameKind::Function) else { return false };
    let Some(close) = source.structure.partner(name.token + 1).filter(|_| source.is(name.token + 1, b'('))
    else {
        return false;
    };
    let Some(end) = source.structure.partner(close + 1).filter(|_| source.is(close + 1, b'{')) else {
        return false;
    };
    (close + 1..end.min(close + WRAPPER)).any(|n| source.word(n) == hip.as_bytes() && source.is(n + 1, b'('))
        && source.declares(name.token).is_some()
}

/// Returns the tokens in which a declaration hides CUDA's name. `None` if the name is not declared here, or
/// is a redeclaration of CUDA's own.
fn hidden_range(source: Source<'_>, name: &Name) -> Option<Range<usize>> {
    let at = name.token;
    if let Some(range) = enumerator(source, at) {
        return Some(range);
    }
    if let Some(range) = macro_parameter(source, at) {
        return Some(range);
    }
    if has_constructor(source, at) {
        return Some(local_scope(source, at).unwrap_or(0..source.tokens.len()));
    }
    // `(enum cudaDeviceAttr)10`: the keyword before the name makes no declaration.
    if at > 0 && matches!(source.word(at - 1), b"enum" | b"struct" | b"union") {
        return None;
    }
    if is_function_pointer(source, at) {
        // At file scope it replaces the function in all files of the program.
        return local_scope(source, source.statement_start(at).checked_sub(1)?);
    }
    let declared = source.declares(at)?;
    // `x * CUDART_PI` is a product: nobody names a pointer like a macro or an enumerator.
    if declared.pointer && matches!(name.row.kind, map::NameKind::Macro | map::NameKind::Constant) {
        return None;
    }
    // A label, a loop variable or a bit field.
    let parens = source.statement_start(at).checked_sub(1).filter(|&open| source.is(open, b'('));
    let looped = parens.is_some_and(|open| open > 0 && source.word(open - 1) == b"for");
    if source.is(at + 1, b':') && !looped && !block_is_class(source, at) {
        return None;
    }
    let words = |range: Range<usize>| range.map(|n| source.word(n));
    if source.is(at + 1, b'(') {
        // A signature with CUDA's types is CUDA's function: redeclared, or replaced.
        let close = source.structure.partner(at + 1).unwrap_or(at + 1);
        // `int f()<<<1, 1>>>()` launches the result of a call.
        let mut last = close;
        while let Some(next) = source.structure.partner(last + 1).filter(|_| source.is(last + 1, b'(')) {
            last = next;
        }
        if chevron::tripled(source.tokens, last + 1, b'<') {
            return None;
        }
        let cuda = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|w| map::name(w).is_some());
        let foreign = words(declared.ty.clone()).any(cuda) || words(at + 2..close).any(cuda);
        let c = declared.ty.start > 0 && source.word(declared.ty.start - 1).starts_with(b"\"C");
        if foreign || c || name.row.kind != map::NameKind::Function {
            return enclosing_block(source, at)
                .filter(|block| !block.is_empty() && foreign_scope(source, block.start));
        }
        return Some(enclosing_block(source, at).unwrap_or(0..source.tokens.len()));
    }
    // At file scope, a pointer with a function's name replaces the function in all files of the program.
    let block = local_scope(source, at);
    match block {
        Some(block) => Some(block),
        None if declared.pointer || name.row.kind != map::NameKind::Function => None,
        None if words(declared.ty).any(|w| w == b"typedef") => None,
        None => Some(0..source.tokens.len()),
    }
}

/// Returns whether a class with this name and a constructor is defined here: CUDA's structures have none.
fn has_constructor(source: Source<'_>, at: usize) -> bool {
    if at == 0 || !matches!(source.word(at - 1), b"struct" | b"class") {
        return false;
    }
    let ends = |n: &usize| source.is(*n, b'{') || source.is(*n, b';') || source.is(*n, b')');
    let open = (at + 1..source.tokens.len()).find(ends).filter(|&open| source.is(open, b'{'));
    let Some((open, close)) = open.and_then(|open| Some((open, source.structure.partner(open)?))) else {
        return false;
    };
    let constructs = |n: usize| {
        source.word(n) == source.word(at)
            && source.is(n + 1, b'(')
            && !source.is(n - 1, b'~')
            && source.structure.inside(n) == Some(open)
    };
    (open + 1..close).any(constructs)
}

/// Returns whether the name is declared as in `T (*name)(…)`.
fn is_function_pointer(source: Source<'_>, at: usize) -> bool {
    at > 2
        && source.is(at - 1, b'*')
        && source.is(at - 2, b'(')
        && source.tokens[at - 3].kind == TokenKind::Ident
        && source.structure.partner(at - 2).is_some_and(|close| close == at + 1 && source.is(close + 1, b'('))
}

/// Returns whether the block that opens here is a class or a named namespace, whose members are the
/// program's.
fn foreign_scope(source: Source<'_>, open: usize) -> bool {
    let start = source.statement_start(open);
    source.is_class(open) || (source.word(start) == b"namespace" && open > start + 1)
}

fn block_is_class(source: Source<'_>, at: usize) -> bool {
    enclosing_block(source, at).is_some_and(|block| source.is_class(block.start))
}

/// Returns the innermost braces around a token, ignoring those of `extern "C"` and of unnamed namespaces.
fn enclosing_block(source: Source<'_>, at: usize) -> Option<Range<usize>> {
    let mut place = at;
    loop {
        place = source.structure.inside(place)?;
        if !source.is(place, b'{') {
            continue;
        }
        let start = source.statement_start(place);
        let c = source.word(start) == b"extern" && source.word(start + 1).starts_with(b"\"");
        let unnamed = source.word(start) == b"namespace" && place == start + 1;
        if !c && !unnamed {
            let close = source.structure.partner(place).unwrap_or(source.tokens.len());
            return Some(place..close);
        }
    }
}

/// Returns the scope of a variable or parameter declared here: its block, or the parameter list and the body
/// after it.
fn local_scope(source: Source<'_>, at: usize) -> Option<Range<usize>> {
    let start = source.statement_start(at);
    if start > 0 && source.is(start - 1, b'(') {
        let close = source.structure.partner(start - 1)?;
        let mut end = close + 1;
        // Skip qualifiers, a trailing type and initialisers before the body.
        while end < source.tokens.len() && !matches!(source.tokens[end].byte(), b'{' | b';' | b'}' | b')') {
            end = match source.tokens[end].byte() {
                b'(' => source.structure.partner(end).unwrap_or(end).max(end) + 1,
                _ => end + 1,
            };
        }
        let body = if source.is(end, b'{') { source.structure.partner(end) } else { None };
        return Some(start..body.unwrap_or(end.max(close)));
    }
    let block = enclosing_block(source, at)?;
    // A member is visible in all of its class, a local from its declaration on.
    let from = if source.is_class(block.start) { block.start } else { at };
    Some(from..block.end)
}

/// Returns the range in which an enumerator hides CUDA's name: `enum { cudaThing, … }`.
fn enumerator(source: Source<'_>, at: usize) -> Option<Range<usize>> {
    let entry = at > 0 && matches!(source.tokens[at - 1].byte(), b'{' | b',');
    let ends = matches!(source.tokens.get(at + 1).map_or(0, |t| t.byte()), b',' | b'}' | b'=');
    if !entry || !ends {
        return None;
    }
    let open = source.structure.inside(at).filter(|&open| source.is(open, b'{'))?;
    let start = source.statement_start(open).max(open.saturating_sub(WRAPPER));
    let head = (start..open).map(|n| source.word(n));
    let is_enum = head.clone().any(|w| w == b"enum");
    if !is_enum {
        return None;
    }
    // A copy of CUDA's enumeration in a header of the program is CUDA's.
    let cuda = |w: &[u8]| std::str::from_utf8(w).is_ok_and(|w| map::name(w).is_some());
    let close = source.structure.partner(open)?;
    if head.clone().any(cuda) || cuda(source.word(close + 1)) {
        return None;
    }
    if head.clone().any(|w| matches!(w, b"class" | b"struct")) {
        return Some(open..close);
    }
    Some(enclosing_block(source, start.max(1)).unwrap_or(0..source.tokens.len()))
}

/// Returns the directive in which a macro parameter hides CUDA's name: `#define CALL(cudaFree) cudaFree(1)`.
fn macro_parameter(source: Source<'_>, at: usize) -> Option<Range<usize>> {
    let directive = source.structure.directive(at)?;
    let open = directive.start + 3;
    if source.word(directive.start + 1) != b"define" || !source.is(open, b'(') || at <= open {
        return None;
    }
    let touches = source.tokens[open - 1].end == source.tokens[open].start;
    let close = source.structure.partner(open)?;
    (touches && at < close).then(|| directive.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::Scan;
    use crate::structure::Structure;
    use crate::{Options, lex};

    /// Returns the text with `!` before names that are the program's own.
    fn shown(text: &str) -> String {
        let lex::Lexed { tokens, directives, places } = lex::lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let (_, mut names) = Scan::new(text.as_bytes(), &tokens, places, &Options::default());
        mark(Source { text: text.as_bytes(), tokens: &tokens, structure: &structure }, &mut names);
        let mut out = text.to_owned();
        names.iter().rev().filter(|n| n.member).for_each(|n| out.insert(n.start, '!'));
        out
    }

    #[test]
    fn own_names_are_distinguished_from_cudas() {
        for text in [
            "struct S { int !cuInit; void f() { !cuInit = 1; } }; void g() { cuInit(0); x.!cuInit = 2; }",
            "void f(int !cudaFree, int b) const { !cudaFree++; } void g() { cudaFree(p); }",
            "void f() { cudaFree(q); { auto !cudaFree = g(); !cudaFree(q); } cudaFree(p); }",
            "void f() { for (int !cuInit = 0; !cuInit < 3; ++!cuInit) { g(!cuInit); } cuInit(0); }",
            "static int !cuInit(int x) { return x; } int y = !cuInit(3);",
            "CUresult cuInit(unsigned f); extern \"C\" int cuInit(unsigned); int y = cuInit(3);",
            "namespace mine { cudaError_t !cudaFree(void *); } void f() { mine::!cudaFree(p); ::cudaFree(p); }",
            "enum Op { !cudaMalloc, !cudaFree = 4 }; int f(Op o) { return o == !cudaFree; }",
            "enum class Op { !cudaMalloc, A }; void f() { g(Op::!cudaMalloc); cudaMalloc(&p, 1); }",
            "#define CALL(!cudaFree, x) !cudaFree(x)\nvoid f() { cudaFree(p); }",
            "#define cudaFree(x) my_free(x)\nvoid f() { cudaFree(p); }",
            "int a = 3, !cuInit = 4; int b = !cuInit;",
            "int f() { if (n * cudaSuccess) return cuInit(0); g(n * cudaSuccess, m & cudaSuccess); }",
            "S::S(T *!cuInit, int n) : a(!cuInit) {} void f() { cuInit(0); }",
            "int f() { switch (e) { case cudaSuccess: return 1; default: return e == cudaError::cudaSuccess; } }",
            "extern tcuInit *cuInit; CUresult (*cuMemAlloc)(CUdeviceptr *, size_t); void f() { cuInit(0); }",
            "struct T { CUresult (*!cuInit)(unsigned); void f() { !cuInit(0); ::cuInit(0); } }; int r = t.!cuInit(0);",
            "void f() { for (auto !cuInit : all) { g(!cuInit); } cuInit(0); }",
            "#define !cudaFree hipFree\n#define !cudaMalloc(p, n) hipMalloc(p, n)\n#define !cudaInit cuInit\n",
            "#define !CUBLAS_OP_N HIPBLAS_R_16F\n#define cudaMemcpy(a) mine(a)\n",
            "typedef hipStream_t !CUstream; using !CUevent = hipEvent_t; typedef void *CUcontext;",
            "CUresult !cuMemRelease(CUmemGenericAllocationHandle h) { return hipMemRelease(h); } int x = cuMemRelease(h);",
            "CUresult cuInit(unsigned f) { return driver->init(f); }",
            "void f() { cudaMalloc(&p, 4); CHECK\n cudaFree(p); CHECK\n cudaFree(q); CHECK }",
            "struct S { BOOL !cuInit(int n); }; namespace n { BOOL !cudaFree(int n); }",
            "inline ::CUdevice f(const ::CUevent e); API ::cudaError_t g(); operator ::CUmodule(); mine :: !CUlimit x;",
            "auto l = [](int !cudaFree) { return !cudaFree; }; int k = cudaFree(0);",
            "cudaError_t e = cudaSuccess; cudaStream_t s; CUcontext c{}; e ? cudaSuccess : cudaSuccess;",
            "struct T { cudaStream_t s; cudaError_t e = cudaSuccess; T() : s(cudaStreamLegacy) {} };",
        ] {
            assert_eq!(shown(&text.replace('!', "")), text);
        }
    }
}
