//! Collection of the [`Facts`] of a text in pieces.

use super::enums::{self, Variables};
use super::facts::Facts;
use super::foreign::{is_script, twice_among};
use super::import::is_qualifier;
use super::lex;
use super::pointer::TYPES;
use super::source::{Source, known, may_be_known};
use super::symbols::Symbols;
use super::tree;
use super::uses::Uses;
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
        let idents = lex::idents(&tokens);
        let uses = Uses::new(piece, &tokens, &idents, &none);
        let symbols = Symbols::new(piece, &tokens, &idents, &uses, &none);
        let mut foreign: Vec<(&str, usize)> = symbols.foreign.into_iter().collect();
        foreign.sort_by_key(|(_, at)| *at);
        for (name, _) in foreign {
            if facts.foreign.insert(name.to_owned()) {
                order.push(name.to_owned());
            }
        }
        facts.names.extend(symbols.names.into_keys().map(str::to_owned));
        // A later import of the same name wins, as within a piece.
        facts.imports.names.extend(uses.imports.names);
        facts.imports.whole.extend(uses.imports.whole);
        facts.script |= is_script(piece);
    }
    let twice = twice_among(&order.iter().map(String::as_str).collect::<Vec<_>>());
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
        let idents = lex::idents(&tokens);
        let uses = Uses::new(piece, &tokens, &idents, facts);
        let symbols = Symbols::new(piece, &tokens, &idents, &uses, facts);
        let (tokens, idents) = (&tokens[..], &idents[..]);
        let source = Source { text: piece, tokens, idents, uses: &uses, symbols: &symbols, facts };
        let found = enums::variables(&source);
        all.enumerations.extend(found.enumerations);
        all.others.extend(found.others);
        let found = tree::declared(&source, &TYPES, &mut Vec::new());
        pointers.extend(found.into_iter().map(str::to_owned));
        for token in idents.iter().copied().filter(|&token| !uses.covers(token)) {
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
