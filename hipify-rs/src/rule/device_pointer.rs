//! Device pointers: an integer in CUDA's driver API, a `void *` in HIP, for which C++ has no arithmetic.

mod integer;
mod typed;

use super::File;
use crate::chevron::tripled;
use crate::declarations::{Declarations, NameFilter};
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::map::RuleSet;
use crate::map::rules::DEVICE_POINTERS;
use crate::report::{Reason, Report};
use crate::scope::{Declared, Source};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Limit of tokens in a list of declarators.
const LIST: usize = 512;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let named = file.names.iter().any(|n| n.row.rules.contains(RuleSet::DEVICE_POINTER) && !n.member);
    if !named && !file.options.program.concerns(file.text, file.tokens, &file.scan.places.idents) {
        return integer::literals(file, edits);
    }
    // The tree has types; the tokens also cover macros and text that does not parse. Where both propose
    // edits, those of the tree are used.
    let typed = typed::run(file);
    let (mut sites, mut notes) = (Vec::new(), Vec::new());
    by_tokens(file, &mut sites, &mut notes);
    let starts: BTreeSet<usize> = typed.edits.iter().flat_map(|e| [e.at.start, e.at.end]).collect();
    sites.retain(|site: &Vec<Edit>| {
        let from = site.iter().map(|e| e.at.start).min().unwrap_or(0);
        let to = site.iter().map(|e| e.at.end).max().unwrap_or(0);
        starts.range(from..=to).next().is_none()
    });
    edits.extend(typed.edits);
    edits.extend(sites.into_iter().flatten());
    for at in notes {
        let before = &typed.done[..typed.done.partition_point(|done| done.start <= at)];
        if !before.iter().rev().take(LIST).any(|done| done.contains(&at)) {
            let text = "HIP's device pointer is a `void *`, for which C++ has no arithmetic".to_owned();
            report.note(file.text, at, Reason::Look, text);
        }
    }
}

/// Collects the edits of each site by tokens alone, and the sites that need attention.
fn by_tokens(file: &File<'_>, sites: &mut Vec<Vec<Edit>>, notes: &mut Vec<usize>) {
    let source = file.scope();
    let mut single = Vec::new();
    integer::literals(file, &mut single);
    sites.extend(single.drain(..).map(|edit| vec![edit]));
    let variables = variables(file);
    integer::through_casts(file, &mut single);
    while let (Some(close), Some(open)) = (single.pop(), single.pop()) {
        sites.push(vec![open, close]);
    }
    if variables.is_empty() {
        return;
    }
    // Right operands of differences, which were handled with their left operands.
    let mut done = BTreeSet::new();
    let mut members = Members::new();
    let filter = NameFilter::new(variables.iter().copied());
    let is = |word: &[u8]| filter.may_contain(word) && variables.contains(word);
    let named = file.scan.places.idents.iter().copied().filter(|&at| is(source.word(at)));
    let idents: Vec<usize> = named.collect();
    let declarations = Declarations::collect(source, &idents, |_| true);
    let declared = Known { source, declarations: &declarations, idents: &idents };
    for &at in &idents {
        let token = &file.tokens[at];
        // An unused list is reused for the next name.
        if sites.last().is_none_or(|site| !site.is_empty()) {
            sites.push(Vec::new());
        }
        let site = sites.last_mut().expect("pushed above");
        let mut push = |at: Range<usize>, text: Cow<'static, str>| {
            site.push(Edit { at, with: text, sureness: Sureness::Likely, rule: "device_pointer" });
        };
        // The next token rejects most words, more cheaply than a lookup.
        // `p[i]` for an array of device pointers.
        let close = if source.is(at + 1, b'[') { source.structure.partner(at + 1) } else { None };
        let end = close.unwrap_or(at);
        let next = file.tokens.get(end + 1).map_or(0, |t| t.byte());
        if matches!(next, b'=' | b';' | b',') {
            integer::converted(&declared, file, at, &mut push, &mut members);
            continue;
        }
        if !matches!(next, b'+' | b'-' | b'%' | b'/' | b'&' | b'|' | b'^' | b'>')
            && !source.is(at.wrapping_sub(1), b'+')
        {
            continue;
        }
        let operator = operator(source, end + 1);
        if matches!(operator, Operator::Other) && !source.is(at.wrapping_sub(1), b'+') {
            continue;
        }
        if done.contains(&at) {
            continue;
        }
        let first = source.primary_start(at);
        // `*p` for a pointer to a device pointer.
        let star = first.checked_sub(1).filter(|&star| close.is_none() && source.is(star, b'*'));
        let star = star.filter(|&star| begins_operand(source, star));
        let first = star.unwrap_or(first);
        let through = star.is_some() || close.is_some();
        if source.declares(at).is_some() || !is_device_pointer(&declared, at, through, &mut members) {
            continue;
        }
        let start = file.tokens[first].start;
        let alone = begins_operand(source, first);
        match operator {
            Operator::Sum(op) if alone && !is_launched(source, op) => {
                let right = op + 1;
                let last = source.sum_end(op);
                let name = source.primary_end(right);
                if source.is(op, b'-')
                    && name <= last
                    && is_device_pointer(&declared, name, false, &mut members)
                {
                    // A distance in bytes.
                    push(start..start, "(char *)".into());
                    push(file.tokens[right].start..file.tokens[right].start, "(char *)".into());
                    done.insert(name);
                } else if integer::aligned(&declared, first, last, &mut members, &mut push) {
                    // The sum is a number; the result becomes a pointer.
                } else if last > op && source.is_closed(last) {
                    push(start..start, "(hipDeviceptr_t)((char *)".into());
                    push(file.tokens[last].end..file.tokens[last].end, ")".into());
                }
            }
            Operator::Assign(op) if source.statement_start(at) == first => {
                let last = source.statement_end(op + 2);
                if last <= op + 1 || !source.is_closed(last) {
                    continue;
                }
                let sign = file.tokens[op].byte() as char;
                let spliced = (op + 2..=last)
                    .any(|n| matches!(file.tokens[n].byte(), b'+' | b'-' | b'?' | b'&' | b'|' | b'<' | b'>'));
                let (open, close) = if spliced { ("(", "))") } else { ("", ")") };
                let whole = String::from_utf8_lossy(&file.text[start..file.tokens[end].end]);
                let with = format!("= (hipDeviceptr_t)((char *){whole} {sign} {open}").into();
                // Keep the space after the operator.
                let (at, gap) = (file.tokens[op].start..file.tokens[op + 2].start, file.tokens[op + 1].end);
                let plain = file.text[gap..at.end].iter().all(|b| *b == b' ');
                push(if plain { at } else { file.tokens[op].start..gap }, with);
                push(file.tokens[last].end..file.tokens[last].end, close.into());
            }
            Operator::Integer if alone => {
                integer::result(&declared, first, &mut members, &mut push);
                push(start..start, "(uintptr_t)".into());
            }
            Operator::Other | Operator::Integer => {}
            // The program casts it to a pointer or a number of its choice.
            Operator::Sum(_) if first > 0 && source.is(first - 1, b')') => {}
            _ => notes.push(token.start),
        }
    }
}

enum Operator {
    /// `+` or `-`, at this token.
    Sum(usize),
    /// `+=` or `-=`, which begins at this token.
    Assign(usize),
    /// `++` and `--`.
    Step,
    /// Operator for integers only: `%`, `/`, `&`, `>>`.
    Integer,
    /// Any other token.
    Other,
}

fn operator(source: Source<'_>, at: usize) -> Operator {
    let joined = |n: usize| source.tokens.get(n..n + 2).is_some_and(|t| t[0].end == t[1].start);
    let next = if joined(at) { source.tokens[at + 1].byte() } else { 0 };
    match (source.tokens.get(at).map_or(0, |t| t.byte()), next) {
        (b'+', b'+') | (b'-', b'-') => Operator::Step,
        (b'+' | b'-', b'=') => Operator::Assign(at),
        (b'-', b'>') => Operator::Other,
        (b'+' | b'-', _) => Operator::Sum(at),
        (b'&', b'&' | b'=') | (b'%' | b'/' | b'|' | b'^', b'=' | b'|') => Operator::Other,
        (b'%' | b'/' | b'&' | b'|' | b'^', _) | (b'>', b'>') => Operator::Integer,
        _ => Operator::Other,
    }
}

/// Returns whether a sum contains or precedes a launch: parentheses around it would become the launch's
/// operand.
fn is_launched(source: Source<'_>, operator: usize) -> bool {
    (operator + 1..=source.sum_end(operator) + 1).any(|at| tripled(source.tokens, at, b'<'))
}

/// Returns whether an operand begins a sum: no token before it binds it.
fn begins_operand(source: Source<'_>, first: usize) -> bool {
    let Some(before) = first.checked_sub(1) else { return true };
    match source.tokens[before].kind {
        TokenKind::Punct(b) => {
            matches!(b, b'(' | b',' | b'=' | b'{' | b'[' | b';' | b'?' | b':' | b'<' | b'>' | b'}')
        }
        TokenKind::Ident => matches!(source.word(before), b"return" | b"case" | b"co_return"),
        _ => false,
    }
}

/// Returns the names that the file declares as device pointers: variables, parameters and members.
fn variables<'a>(file: &File<'a>) -> BTreeSet<&'a [u8]> {
    let source = file.scope();
    let mut found = BTreeSet::new();
    for name in file.names.iter().filter(|n| n.row.rules.contains(RuleSet::DEVICE_POINTER) && !n.member) {
        let parameter = source.statement_start(name.token).checked_sub(1).is_some_and(|p| source.is(p, b'('));
        for at in name.token + 1..file.tokens.len().min(name.token + LIST) {
            let token = &file.tokens[at];
            match token.kind {
                TokenKind::Ident => drop(found.insert(source.word(at))),
                TokenKind::Punct(b';' | b'{' | b')' | b'}') => break,
                TokenKind::Punct(b',') if parameter => break,
                _ => {}
            }
        }
    }
    found
}

/// Names of members, with whether every class of the file declares them as device pointers. Filled on demand.
type Members<'a> = BTreeMap<&'a [u8], bool>;

/// Text with its declarations.
struct Known<'a> {
    source: Source<'a>,
    declarations: &'a Declarations,
    idents: &'a [usize],
}

/// Returns whether a name refers to a device pointer or, with `through`, to a pointer to one. For a member,
/// all classes of the file must agree.
fn is_device_pointer<'a>(known: &Known<'a>, at: usize, through: bool, members: &mut Members<'a>) -> bool {
    let Known { source, declarations, idents } = *known;
    let is = |found: Declared| {
        found.pointer == through && source.names_type(&found.ty, &DEVICE_POINTERS.map(str::as_bytes))
    };
    let name = source.word(at);
    if source.tokens[at].kind != TokenKind::Ident {
        return false;
    }
    if source.is_member(at) {
        if through {
            return declarations.all_are(source, idents, name, is);
        }
        return *members.entry(name).or_insert_with(|| declarations.all_are(source, idents, name, is));
    }
    declarations.lookup(source, idents, at, name).is_some_and(is)
}
