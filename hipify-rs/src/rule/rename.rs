//! Identifiers by the tables.

use super::{File, Name};
use crate::edit::{Edit, Sureness};
use crate::lex::{Kind, Token};
use crate::report::{Reason, Report};
use crate::{Options, map, parse};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// All identifiers of a text that the tables know, each with the name that it gets under these options as its HIP name.
pub fn known(text: &[u8], tokens: &[Token], options: &Options) -> Vec<Name> {
    let legacy = legacy_blas(text, tokens);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Ident {
            continue;
        }
        let Some(mut row) = std::str::from_utf8(token.text(text)).ok().and_then(map::name) else { continue };
        if row.kind == map::Kind::Namespace && !super::namespace::is_namespace(text, tokens, at) {
            continue;
        }
        row.hip = row.becomes(options.target);
        if legacy && map::is_v2_only(row.cuda) {
            row.hip = None;
            row.note = "`cublas.h` declares it without a handle; move to `cublas_v2.h` first";
        }
        let dot = at > 0 && tokens[at - 1].is(b'.');
        let arrow = at > 1 && tokens[at - 1].is(b'>') && tokens[at - 2].is(b'-');
        found.push(Name { token: at, start: token.start, end: token.end, row, member: dot || arrow });
    }
    found
}

/// Whether the cuBLAS functions of a text are those of the older header, which take no handle.
fn legacy_blas(text: &[u8], tokens: &[Token]) -> bool {
    let includes = |name: &[u8]| {
        tokens
            .iter()
            .any(|t| t.kind == Kind::Header && t.text(text).get(1..t.end - t.start - 1) == Some(name))
    };
    includes(b"cublas.h") && !includes(b"cublas_v2.h")
}

/// Whether a name counts in the report: device functions that HIP spells alike are no translation.
pub(crate) fn counts(row: &map::Row) -> bool {
    row.kind != map::Kind::Device || row.hip.is_some_and(|hip| hip != row.cuda)
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let own = if may_declare(file) {
        file.tree().map(|tree| declared(tree.root_node(), file.text)).unwrap_or_default()
    } else {
        BTreeSet::new()
    };
    // Rules that looked at the arguments may have found the function already.
    let done = |e: &&Edit| !e.at.is_empty() && e.sureness != Sureness::Suggested;
    let mut taken: Vec<_> = edits.iter().filter(done).map(|e| e.at.clone()).collect();
    taken.sort_by_key(|at| at.start);
    let (mut taken, mut until) = (taken.into_iter().peekable(), 0);
    for name in file.names {
        while let Some(at) = taken.next_if(|at| at.start <= name.start) {
            until = until.max(at.end);
        }
        if name.member || own.contains(name.row.cuda) || name.start < until {
            continue;
        }
        let Some(hip) = name.row.hip else {
            if name.row.kind != map::Kind::Device {
                let why = if name.row.note.is_empty() { "HIP has no such name" } else { name.row.note };
                report.note(
                    file.text,
                    name.start,
                    Reason::Unsupported,
                    format!("`{}` stays: {why}", name.row.cuda),
                );
            }
            continue;
        };
        if hip == name.row.cuda {
            continue;
        }
        // In code that did not parse the name is all there is to go by.
        let sure = file
            .tree
            .parsed()
            .is_none_or(|tree| parse::leaf(tree, name.start, name.end).is_some_and(|n| !n.is_error()));
        let sureness = if sure { Sureness::Certain } else { Sureness::Likely };
        edits.push(Edit { at: name.start..name.end, with: hip.to_owned(), sureness, rule: "rename" });
    }
}

/// Words that may stand before a name without declaring it.
const NO_TYPES: [&[u8]; 16] = [
    b"return",
    b"case",
    b"else",
    b"new",
    b"const",
    b"volatile",
    b"static",
    b"struct",
    b"enum",
    b"typename",
    b"throw",
    b"goto",
    b"do",
    b"define",
    b"constexpr",
    b"inline",
];

/// Whether a name of CUDA's stands where a variable, parameter or field would be declared. Most files have none, and
/// need no tree to know so.
fn may_declare(file: &File<'_>) -> bool {
    file.names.iter().filter(|name| !name.member && name.token > 0).any(|name| {
        let before = &file.tokens[name.token - 1];
        let type_before = match before.kind {
            Kind::Ident => !NO_TYPES.contains(&before.text(file.text)),
            Kind::Punct(b) => matches!(b, b'*' | b'&' | b'>'),
            _ => false,
        };
        let ends = [b';', b'=', b',', b')', b'[', b'{', b':'];
        type_before && file.tokens.get(name.token + 1).is_some_and(|after| ends.iter().any(|&b| after.is(b)))
    })
}

/// Names of variables, parameters and fields that the file declares and that look like CUDA's.
fn declared(root: Node<'_>, text: &[u8]) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        let mut cursor = node.walk();
        if matches!(node.kind(), "declaration" | "field_declaration" | "parameter_declaration") {
            for mut declarator in node.children_by_field_name("declarator", &mut cursor) {
                // A declared function of this name is a declaration of CUDA's own.
                while let Some(inner) = declarator.child_by_field_name("declarator") {
                    if declarator.kind() == "function_declarator" {
                        break;
                    }
                    declarator = inner;
                }
                if matches!(declarator.kind(), "identifier" | "field_identifier")
                    && let Some(row) =
                        std::str::from_utf8(&text[declarator.byte_range()]).ok().and_then(map::name)
                {
                    found.insert(row.cuda);
                }
            }
        }
        stack.extend(node.named_children(&mut cursor));
    }
    found
}
