//! Text of linked modules: header, files, declarations of functions, variables in dependency order,
//! functions.

use super::Read;
use super::merge::{Place, Plan};
use crate::lex::{Lexer, TokenKind};
use crate::parse::index::Linkage;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

pub(super) fn text(read: &[Read<'_>], plan: &Plan<'_>) -> String {
    let mut out = header(read);
    let files = files(read);
    for (name, number) in &files.numbers {
        let _ = writeln!(out, ".file {number} {name}");
    }
    let functions = || plan.kept.iter().filter(|place| place.is_function);
    for place in functions() {
        let function = &read[place.unit].index.functions[place.number];
        if !function.kernel {
            let _ = writeln!(
                out,
                "{};",
                copied(read, plan, &files, place.unit, function.header.clone()).trim_end()
            );
        }
    }
    for place in in_dependency_order(read, plan) {
        let var = &read[place.unit].index.vars[place.number];
        let part = |range: &Range<usize>| copied(read, plan, &files, place.unit, range.clone());
        let _ = writeln!(out, "{} {};", part(&var.prefix), part(&var.declarator));
    }
    for place in functions() {
        let function = &read[place.unit].index.functions[place.number];
        if let Some(body) = &function.body {
            let part = |range: &Range<usize>| copied(read, plan, &files, place.unit, range.clone());
            let _ = writeln!(out, "\n{}\n{{{}}}", part(&function.header), part(body));
        }
    }
    for (unit, one) in read.iter().enumerate() {
        for (name, target) in &one.index.aliases {
            let replacement =
                |name: &str| plan.renamed[unit].get(name).cloned().unwrap_or_else(|| name.to_owned());
            let _ = writeln!(out, ".alias {}, {};", replacement(name), replacement(target));
        }
    }
    out
}

/// Returns the header: the newest version and the highest architecture; architecture-specific targets take
/// precedence.
fn header(read: &[Read<'_>]) -> String {
    let version = read.iter().map(|r| r.index.version).max().unwrap_or((1, 0));
    let rank = |target: &str| {
        let digits: String = target.chars().filter(char::is_ascii_digit).collect();
        (digits.parse::<u32>().unwrap_or(0), target.len())
    };
    let target = read.iter().map(|r| r.index.target).max_by_key(|target| rank(target)).unwrap_or("sm_20");
    let bits = read.iter().map(|r| r.index.address_size).max().unwrap_or(64);
    format!(".version {}.{}\n.target {target}\n.address_size {bits}\n", version.0, version.1)
}

/// Source files of line information.
struct Files<'a> {
    /// Names as written, with their numbers in the result.
    numbers: Vec<(&'a str, usize)>,
    /// Numbers in the result, by module and number in the module.
    by_unit: BTreeMap<(usize, &'a str), usize>,
}

fn files<'a>(read: &[Read<'a>]) -> Files<'a> {
    let mut files = Files { numbers: Vec::new(), by_unit: BTreeMap::new() };
    for (unit, one) in read.iter().enumerate() {
        let mut lexer = Lexer::new(one.unit.text, 0..one.unit.text.len());
        loop {
            let token = lexer.next();
            if token.kind == TokenKind::End {
                break;
            }
            if token.kind != TokenKind::Directive || lexer.text(token) != ".file" {
                continue;
            }
            let (number, name) = (lexer.next(), lexer.next());
            let (number, name) = (lexer.text(number), lexer.text(name));
            let known = files.numbers.iter().find(|(known, _)| *known == name).map(|(_, n)| *n);
            let place = known.unwrap_or_else(|| {
                files.numbers.push((name, files.numbers.len() + 1));
                files.numbers.len()
            });
            files.by_unit.insert((unit, number), place);
        }
    }
    files
}

/// Returns a piece of a module's text, with names and file numbers replaced.
fn copied(read: &[Read<'_>], plan: &Plan<'_>, files: &Files<'_>, unit: usize, range: Range<usize>) -> String {
    let text = read[unit].unit.text;
    let names = &plan.renamed[unit];
    let mut out = String::with_capacity(range.len() + 16);
    let mut done = range.start;
    let mut lexer = Lexer::new(text, range.clone());
    // Count of the numbers read after `.loc`; the first one is a file number.
    let mut numbers = None;
    loop {
        let token = lexer.next();
        let word = lexer.text(token);
        let replacement = match (token.kind, numbers) {
            (TokenKind::End, _) => break,
            (TokenKind::Number, Some(0)) => {
                numbers = Some(1);
                files.by_unit.get(&(unit, word)).map(ToString::to_string)
            }
            (TokenKind::Number, Some(_)) => None,
            // The rest of the line refers to debug sections, which are dropped: `, function_name $L,
            // inlined_at 1 4 2`.
            (TokenKind::Punct(b','), Some(_)) => {
                numbers = None;
                let at = token.start as usize;
                let end = text[at..range.end].find('\n').map_or(range.end, |length| at + length);
                out.push_str(&text[done..at]);
                done = end;
                lexer = Lexer::new(text, end..range.end);
                None
            }
            (kind, _) => {
                numbers = (kind == TokenKind::Directive && word == ".loc").then_some(0);
                if kind == TokenKind::Word { names.get(word).cloned() } else { None }
            }
        };
        if let Some(replacement) = replacement {
            let at = token.range();
            out.push_str(&text[done..at.start]);
            out.push_str(&replacement);
            done = at.end;
        }
    }
    out.push_str(&text[done..range.end]);
    out
}

/// Returns the variables, each after the variables whose addresses it contains. Cyclic references keep their
/// original order.
fn in_dependency_order(read: &[Read<'_>], plan: &Plan<'_>) -> Vec<Place> {
    let variables: Vec<Place> = plan.kept.iter().copied().filter(|place| !place.is_function).collect();
    let mut shared = BTreeMap::new();
    let mut own = BTreeMap::new();
    for place in &variables {
        let var = &read[place.unit].index.vars[place.number];
        match var.linkage {
            Linkage::Local => drop(own.insert((place.unit, var.decl.name), *place)),
            _ => drop(shared.insert(var.decl.name, *place)),
        }
    }
    let needs = |place: Place| {
        let references = &read[place.unit].index.vars[place.number].references;
        let found = references.iter().filter_map(|reference| {
            own.get(&(place.unit, reference.name)).or_else(|| shared.get(reference.name)).copied()
        });
        found.collect::<Vec<_>>()
    };
    let mut seen = std::collections::BTreeSet::new();
    let mut order = Vec::new();
    for place in variables {
        // Iterative depth-first search: dependencies are pushed above the variable that needs them.
        let mut stack = vec![(place, false)];
        while let Some((at, is_ready)) = stack.pop() {
            if is_ready {
                order.push(at);
            } else if seen.insert(at) {
                stack.push((at, true));
                stack.extend(needs(at).into_iter().rev().map(|needed| (needed, false)));
            }
        }
    }
    order
}
