//! Casts and imports of enumerations, which are number types with associated constants in `hip_runtime::sys`:
//! a cast takes `.0`, and enumerators are imported from the module.

use super::source::{Found, Source, declared, known};
use super::tree::open;
use super::uses::{End, Tree};
use crate::edit::Sureness;
use crate::lex::TokenKind;
use crate::map;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

const RULE: &str = "rust_enum";

/// Types and constants of `hip_runtime::sys`: `enum` for enumerations, `number` for constants that are plain
/// numbers.
const TABLE: &str = include_str!("../../map/rust_sys.tsv");

/// CUDA functions that do not return an enumeration.
const OTHERS: [&str; 3] = ["cudaCreateChannelDesc", "cudaGetErrorName", "cudaGetErrorString"];

/// Number types in casts.
const NUMBERS: [&str; 22] = [
    "c_char",
    "c_int",
    "c_long",
    "c_longlong",
    "c_short",
    "c_uchar",
    "c_uint",
    "c_ulong",
    "c_ulonglong",
    "c_ushort",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
];

fn kind(hip: &str) -> Option<&'static str> {
    static ROWS: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| tsv::table(TABLE).map(|[name, kind]| (name, kind)).collect());
    rows.get(hip).copied()
}

/// Returns HIP's name of a CUDA enumeration.
pub(super) fn type_name(source: &Source<'_>, name: &str) -> Option<&'static str> {
    let row = known(name)
        .filter(|row| row.kind == map::NameKind::Type && declared(row) && !source.symbols.has(name))?;
    row.hip.filter(|hip| kind(hip) == Some("enum"))
}

/// Returns the segment of a `use` tree that is an enumeration from which enumerators are imported; the first
/// `skip` segments are ignored.
pub(super) fn opened(source: &Source<'_>, tree: &Tree, skip: usize) -> Option<usize> {
    let below = usize::from(matches!(tree.end, End::Name | End::Alias(_)));
    let segments = tree.segments.get(skip..tree.segments.len().checked_sub(below)?)?;
    segments.iter().rposition(|&token| type_name(source, source.str(token)).is_some()).map(|n| skip + n)
}

/// Translates casts of enumerations: `code as u32`, `CUresult::CUDA_SUCCESS as i32`, `cuInit(0) as u32`.
pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    let casts: Vec<usize> = source.idents.iter().copied().filter(|&at| is_cast(source, at)).collect();
    if casts.is_empty() {
        return;
    }
    let own;
    let variables = match &source.facts.enumerations {
        Some(all) => all,
        None => {
            own = variables(source).known();
            &own
        }
    };
    for at in casts {
        if is_enumeration(source, at - 1, variables) {
            let end = source.tokens[at - 1].end;
            found.edit(end..end, ".0", Sureness::Likely, RULE);
        }
    }
}

fn is_cast(source: &Source<'_>, at: usize) -> bool {
    at > 0
        && source.is_ident(at + 1)
        && source.str(at) == "as"
        && !source.uses.covers(at)
        && NUMBERS.contains(&source.str(source.path_end(at + 1)))
}

/// Returns whether the operand that ends at a token has an enumeration's type.
fn is_enumeration(source: &Source<'_>, last: usize, variables: &BTreeSet<String>) -> bool {
    match source.tokens[last].kind {
        TokenKind::Ident => {
            let name = source.str(last);
            let before = |byte| last > 0 && source.is(last - 1, byte);
            if before(b':') {
                return is_enumerator(source, last);
            }
            let member = before(b'.') && !(last > 1 && source.is(last - 2, b'.'));
            !before(b'$') && (variables.contains(name) || !member && is_enumerator(source, last))
        }
        TokenKind::Punct(b')') => is_call(source, last),
        TokenKind::Punct(b'}') => {
            let open = open(source, last).filter(|&open| open > 0 && source.str(open - 1) == "unsafe");
            open.is_some() && source.is(last - 1, b')') && is_call(source, last - 1)
        }
        _ => false,
    }
}

/// Returns whether a token is an enumerator. Constants that are macros in HIP are plain numbers.
fn is_enumerator(source: &Source<'_>, token: usize) -> bool {
    let name = source.str(token);
    let row = known(name).filter(|row| row.kind == map::NameKind::Constant && declared(row));
    let hip = row.and_then(|row| row.hip).filter(|hip| hip.starts_with(|c: char| c.is_ascii_alphabetic()));
    hip.is_some_and(|hip| kind(hip).is_none()) && !source.symbols.has(name)
}

/// Returns whether the call that ends at a token returns an error code.
fn is_call(source: &Source<'_>, last: usize) -> bool {
    let name = open(source, last).and_then(|open| open.checked_sub(1)).filter(|&name| source.is_ident(name));
    name.is_some_and(|name| is_function(source, name))
}

fn is_function(source: &Source<'_>, token: usize) -> bool {
    let name = source.str(token);
    let row = known(name).filter(|row| row.kind == map::NameKind::Function && declared(row));
    row.is_some_and(|row| row.hip.is_some())
        && !OTHERS.contains(&name)
        && !source.symbols.has(name)
        && !source.symbols.is_foreign(name)
}

/// Names of variables, parameters and fields.
#[derive(Default)]
pub(super) struct Variables {
    /// Those of which a declaration is an enumeration.
    pub(super) enumerations: BTreeSet<String>,
    /// Those of which a declaration is something else.
    pub(super) others: BTreeSet<String>,
}

impl Variables {
    /// Returns the names that are enumerations in all their declarations.
    pub(super) fn known(&self) -> BTreeSet<String> {
        &self.enumerations - &self.others
    }
}

/// Returns the declared names.
pub(super) fn variables(source: &Source<'_>) -> Variables {
    let mut all = Variables::default();
    for &at in source.idents {
        // Most names are neither; this is tested before the position in an item.
        let (typed, bound) = (is_typed(source, at), is_bound(source, at));
        if !typed && !bound || source.uses.covers(at) {
            continue;
        }
        let name = source.str(at);
        let is = if typed {
            let ty = source.str(source.path_end(at + 2));
            match type_name(source, ty) {
                Some(_) => true,
                // The value of a field is no type.
                None if NUMBERS.contains(&ty) || ty.starts_with(char::is_uppercase) => false,
                None => continue,
            }
        } else {
            let unsafe_ = usize::from(source.str(at + 2) == "unsafe" && source.is(at + 3, b'{'));
            let value = at + 2 + 2 * unsafe_;
            // A macro's argument may have any type.
            if source.is(value, b'$') {
                continue;
            }
            let last = source.path_end(value);
            if source.is(last + 1, b'(') { is_function(source, last) } else { is_enumerator(source, last) }
        };
        let names = if is { &mut all.enumerations } else { &mut all.others };
        if !names.contains(name) {
            names.insert(name.to_owned());
        }
    }
    all
}

/// Returns whether a name is followed by its type: `name: Type`.
fn is_typed(source: &Source<'_>, at: usize) -> bool {
    source.is(at + 1, b':') && !source.colons(at + 1) && !(at > 0 && source.is(at - 1, b':'))
}

/// Returns whether a name is bound by `let name =` or `let mut name =`.
fn is_bound(source: &Source<'_>, at: usize) -> bool {
    if !source.is(at + 1, b'=') || source.is(at + 2, b'=') {
        return false;
    }
    let before = at.checked_sub(1).map_or("", |before| source.str(before));
    let mutable = before == "mut" && at > 1 && source.str(at - 2) == "let";
    before == "let" || mutable
}
