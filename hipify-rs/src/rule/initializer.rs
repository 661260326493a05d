//! Braced lists for structures that order their fields differently in HIP: the entries are named and
//! reordered.

use super::{File, Name};
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::map::RuleSet;
use crate::map::fields::{Struct, structs};
use crate::report::{Reason, Report};
use crate::scan::Word;
use crate::structure::Argument;
use std::collections::BTreeMap;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let types = file.names.iter().filter(|n| {
        n.row.rules.contains(RuleSet::INITIALIZER)
            && !n.member
            && n.row.hip.is_some()
            && n.row.kind == crate::map::NameKind::Type
    });
    let mut with_parts = Vec::new();
    for name in types {
        let Some(found) = structs().get(name.row.cuda) else { continue };
        for open in lists(file, name) {
            match list(file, found, open) {
                Ok(Some(edit)) => edits.push(edit),
                Ok(None) => {}
                Err(why) => {
                    let hip = name.row.hip.unwrap_or_default();
                    let text =
                        format!("this list stays, although `{hip}` has another order of fields: {why}");
                    report.note(file.text, file.tokens[open].start, Reason::Look, text);
                }
            }
        }
        if found.fields.iter().any(|field| field.contains('.')) {
            with_parts.push(name.row.cuda.as_bytes());
        }
    }
    if !with_parts.is_empty() {
        parts(file, &with_parts, edits);
    }
}

/// Returns the braces that initialise values of the type named here.
fn lists(file: &File<'_>, name: &Name) -> Vec<usize> {
    let source = file.scope();
    let mut found = Vec::new();
    let mut at = name.token + 1;
    // `T{…}`, `(T){…}`
    if source.is(at, b'{') || (source.is(at, b')') && source.is(at + 1, b'{')) {
        let open = if source.is(at, b'{') { at } else { at + 1 };
        let head = name.token.checked_sub(1).map_or(&b""[..], |before| source.word(before));
        if !matches!(head, b"struct" | b"union") || source.is(at, b')') {
            found.push(open);
        }
        return found;
    }
    // `T a = {…}, b[] = {{…}, {…}};`
    while source.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Ident) {
        let mut next = at + 1;
        let array = source.is(next, b'[');
        while source.is(next, b'[') {
            let Some(close) = source.structure.partner(next).filter(|&close| close > next) else {
                return found;
            };
            next = close + 1;
        }
        next += usize::from(source.is(next, b'='));
        if source.is(next, b'{') {
            let Some(close) = source.structure.partner(next).filter(|&close| close > next) else {
                return found;
            };
            if array {
                let entries = source.arguments(next, close).unwrap_or_default();
                found.extend(entries.iter().map(|e| e.tokens.start).filter(|&open| source.is(open, b'{')));
            } else {
                found.push(next);
            }
            next = close + 1;
        }
        if !source.is(next, b',') {
            break;
        }
        at = next + 1;
    }
    found
}

/// Translates one list. The error says why it stays.
fn list(file: &File<'_>, of: &Struct, open: usize) -> Result<Option<Edit>, &'static str> {
    let source = file.scope();
    let close = source.structure.partner(open).ok_or("its brace is not closed")?;
    let entries = source.arguments(open, close).ok_or("its entries cannot be separated")?;
    let inside = file.tokens[open].end..file.tokens[close].start;
    let edit = |with: String| Edit {
        at: inside.clone(),
        with: with.into(),
        sureness: Sureness::Likely,
        rule: "initializer",
    };
    let named = |entry: &Argument| source.is(entry.tokens.start, b'.');
    match entries.as_slice() {
        [] => return Ok(None),
        // Zero for all fields: in HIP the first field is another one and may not be a number.
        [zero] if !named(zero) && matches!(file.argument(zero), b"0" | b"NULL" | b"nullptr") => {
            let number = of.order.first() == of.fields.first();
            return Ok((!number).then(|| edit(String::new())));
        }
        // A copy of another value.
        [one] if !named(one) => return Ok(None),
        _ => {}
    }
    if !file.is_plain(open, close) {
        return Err("it contains a launch, a statement or a call that changes");
    }
    let mut values: BTreeMap<&str, String> = BTreeMap::new();
    let mut last = inside.start;
    let mut given = Vec::new();
    for (n, entry) in entries.iter().enumerate() {
        let between = &file.text[last..entry.bytes.start];
        if between.iter().any(|b| !b.is_ascii_whitespace() && *b != b',') {
            return Err("there is a comment between its entries");
        }
        last = entry.bytes.end;
        let (field, value) = if named(entry) {
            let word = source.word(entry.tokens.start + 1);
            let field =
                of.fields.iter().find(|f| cuda_name(f).as_bytes() == word).ok_or("a field is unknown")?;
            if !source.is(entry.tokens.start + 2, b'=') || entry.tokens.len() < 4 {
                return Err("a field is initialised member by member");
            }
            (*field, file.tokens[entry.tokens.start + 3].start..entry.bytes.end)
        } else {
            (*of.fields.get(n).ok_or("it has more entries than fields")?, entry.bytes.clone())
        };
        let value = file.renamed(value).ok_or("it is not UTF-8")?;
        given.push(field);
        values.insert(field, value);
    }
    if file.text[last..inside.end].iter().any(|b| !b.is_ascii_whitespace() && *b != b',') {
        return Err("there is a comment between its entries");
    }
    // Already in HIP's order, with names.
    let place = |field: &&str| of.order.iter().position(|o| o == field);
    if entries.iter().all(named)
        && given.iter().map(place).is_sorted()
        && given.iter().all(|f| place(f).is_some())
    {
        return Ok(None);
    }
    let value_of = |field: &&'static str| {
        let whole = values.get(field).cloned();
        let parts: Vec<_> =
            ["x", "y", "z"].iter().map(|part| values.get(format!("{field}.{part}").as_str())).collect();
        let parts = parts.iter().any(Option::is_some).then(|| {
            let all: Vec<&str> = parts.iter().map(|p| p.map_or("1", String::as_str)).collect();
            format!("{{{}}}", all.join(", "))
        });
        whole.or(parts).map(|value| format!(".{field} = {value}"))
    };
    let all: Vec<String> = of.order.iter().filter_map(value_of).collect();
    // If the entries are on lines of their own, keep that layout.
    let first = &file.text[inside.start..entries[0].bytes.start];
    let before_second = entries.get(1).map_or(&b" "[..], |e| {
        let from =
            file.text[entries[0].bytes.end..e.bytes.start].iter().position(|b| *b == b',').unwrap_or(0);
        &file.text[entries[0].bytes.end + from + 1..e.bytes.start]
    });
    let gap = if before_second.contains(&b'\n') { before_second } else { b" " };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let tail = text(&file.text[last..inside.end]);
    Ok(Some(edit(format!("{}{}{tail}", text(first), all.join(&format!(",{}", text(gap)))))))
}

/// Returns CUDA's name of a part of a field: `gridDimX` for `gridDim.x`.
fn cuda_name(field: &str) -> String {
    field.split_once('.').map_or(field.to_owned(), |(name, part)| name.to_owned() + &part.to_uppercase())
}

/// Translates parts of fields where the object's declared type is one of these: `node.gridDimX` →
/// `node.gridDim.x`.
fn parts(file: &File<'_>, types: &[&[u8]], edits: &mut Vec<Edit>) {
    let source = file.scope();
    for at in file.scan.words(&[Word::GridPart]) {
        let field = match source.word(at) {
            b"gridDimX" => "gridDim.x",
            b"gridDimY" => "gridDim.y",
            b"gridDimZ" => "gridDim.z",
            b"blockDimX" => "blockDim.x",
            b"blockDimY" => "blockDim.y",
            b"blockDimZ" => "blockDim.z",
            _ => continue,
        };
        if !source.is_member(at) || at < 2 {
            continue;
        }
        let object = if source.is(at - 1, b'.') { at - 2 } else { at.saturating_sub(3) };
        let declared = file.declaration(object, source.word(object));
        if declared.is_some_and(|found| source.names_type(&found.ty, types)) {
            let sureness = Sureness::Likely;
            edits.push(Edit {
                at: file.tokens[at].range(),
                with: field.into(),
                sureness,
                rule: "initializer",
            });
        }
    }
}
