//! Collection of the [`Facts`] of a text in pieces.

use super::enums::{self, Variables};
use super::facts::Facts;
use super::foreign::{is_script, twice_among};
use super::import::is_qualifier;
use super::lex;
use super::pointer::TYPES;
use super::source::{Source, known};
use super::symbols::Symbols;
use super::tree;
use super::uses::Uses;
use crate::map;
use std::collections::BTreeSet;

/// Collects the facts of all pieces.
pub(super) fn collect(pieces: &[&str]) -> Facts {
    let mut facts = Facts::default();
    declarations(&mut facts, pieces);
    variables(&mut facts, pieces);
    facts
}

/// Collects the names that the program declares and imports.
fn declarations(facts: &mut Facts, pieces: &[&str]) {
    let none = Facts::default();
    let mut order: Vec<String> = Vec::new();
    for piece in pieces {
        let tokens = lex::lex(piece.as_bytes());
        let uses = Uses::new(piece, &tokens, &none);
        let symbols = Symbols::new(piece, &tokens, &uses, &none);
        let mut foreign: Vec<(String, usize)> = symbols.foreign.into_iter().collect();
        foreign.sort_by_key(|(_, at)| *at);
        for (name, _) in foreign {
            if facts.foreign.insert(name.clone()) {
                order.push(name);
            }
        }
        let names = symbols.names.into_keys();
        facts.names.extend(names.filter(|name| may_be_known(name)));
        // A later import of the same name wins, as within a piece.
        facts.imports.names.extend(uses.imports.names);
        facts.imports.whole.extend(uses.imports.whole);
        facts.script |= is_script(piece);
    }
    let twice = twice_among(&order.iter().collect::<Vec<_>>());
    for name in twice.keys() {
        facts.foreign.remove(name);
        facts.names.insert(name.clone());
    }
    facts.twice = Some(twice);
}

/// Collects the facts that depend on the program's own names.
fn variables(facts: &mut Facts, pieces: &[&str]) {
    let mut all = Variables::default();
    let (mut pointers, mut qualifiers) = (BTreeSet::new(), BTreeSet::new());
    let mut others = BTreeSet::new();
    for piece in pieces {
        let tokens = lex::lex(piece.as_bytes());
        let uses = Uses::new(piece, &tokens, facts);
        let symbols = Symbols::new(piece, &tokens, &uses, facts);
        let source = Source { text: piece, tokens: &tokens, uses: &uses, symbols: &symbols, facts };
        let found = enums::variables(&source);
        all.enumerations.extend(found.enumerations);
        all.others.extend(found.others);
        let found = tree::declared(&source, &TYPES, &mut Vec::new());
        pointers.extend(found.into_iter().map(str::to_owned));
        for token in (0..tokens.len()).filter(|&token| source.is_ident(token) && !uses.covers(token)) {
            let name = source.str(token);
            if !may_be_known(name) || known(name).is_none_or(|row| row.hip.is_some()) {
                continue;
            }
            let names = if is_qualifier(&source, token) { &mut qualifiers } else { &mut others };
            names.insert(name.to_owned());
        }
    }
    facts.enumerations = Some(all.known());
    facts.pointers = pointers;
    facts.qualifiers = Some(&qualifiers - &others);
}

/// Returns whether the tables may know a name.
fn may_be_known(name: &str) -> bool {
    map::may_know(name.strip_prefix("r#").unwrap_or(name).as_bytes())
}
