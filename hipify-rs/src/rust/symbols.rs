//! Symbol table of a file: names that the program declares itself, and names of C libraries that it declares
//! by hand.

use super::facts::Facts;
use super::item::close;
use super::source::may_be_known;
use super::uses::Uses;
use crate::lex::{Token, TokenKind};
use std::collections::BTreeMap;

/// Declarations of a file, or of a piece of one.
pub(crate) struct Symbols<'f> {
    /// Declarations of the other pieces.
    facts: &'f Facts,
    /// Functions, types, constants, enumerators and variables of the program, with the declaring tokens; only
    /// names that the tables may know.
    pub(crate) names: BTreeMap<&'f str, usize>,
    /// Functions and statics in `extern` blocks, with their tokens.
    pub(crate) foreign: BTreeMap<&'f str, usize>,
    /// The `{` and `}` of these blocks.
    pub(crate) blocks: Vec<(usize, usize)>,
}

/// Returns whether a declared name follows this word.
fn declares(before: &str) -> bool {
    matches!(
        before,
        "fn" | "struct"
            | "enum"
            | "union"
            | "type"
            | "trait"
            | "mod"
            | "const"
            | "static"
            | "let"
            | "mut"
            | "ref"
    )
}

impl<'f> Symbols<'f> {
    pub(crate) fn new(
        text: &'f str,
        tokens: &[Token],
        idents: &[usize],
        uses: &Uses<'_>,
        facts: &'f Facts,
    ) -> Symbols<'f> {
        let mut out = Symbols { facts, names: BTreeMap::new(), foreign: BTreeMap::new(), blocks: Vec::new() };
        let str = |n: usize| tokens.get(n).map_or("", |t: &Token| &text[t.range()]);
        let is = |n: usize, punct: u8| tokens.get(n).is_some_and(|t| t.is(punct));
        let mut enums = Vec::new();
        for &at in idents {
            if str(at) == "extern" {
                let abi = tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Literal);
                let open = at + 1 + usize::from(abi);
                if is(open, b'{') {
                    out.blocks.push((open, close(tokens, open)));
                }
            }
            let after_word = at > 0 && tokens[at - 1].kind == TokenKind::Ident;
            let before = if after_word { str(at - 1) } else { "" };
            let looped = before == "for" && str(at + 1) == "in";
            let declared = (declares(before) || looped) && !uses.covers(at);
            // `name: T` is a parameter, field or binding, but not a path and not a label.
            let typed = is(at + 1, b':') && !is(at + 2, b':') && (at == 0 || !is(at - 1, b':'));
            let closure = at > 0 && is(at - 1, b'|') && (is(at + 1, b'|') || is(at + 1, b','));
            if !declared && !typed && !closure {
                continue;
            }
            let in_block = out.blocks.last().is_some_and(|(open, close)| (*open..*close).contains(&at));
            // `*mut T`, `*const T` and `&mut T` are types.
            let pointed_at =
                matches!(before, "mut" | "const") && at > 1 && (is(at - 2, b'*') || is(at - 2, b'&'));
            let name = str(at);
            if in_block && matches!(before, "fn" | "static" | "mut") && !pointed_at {
                out.foreign.entry(name).or_insert(at);
            } else if !pointed_at {
                if before == "enum" {
                    enums.push(at);
                }
                out.add(name, at);
            }
        }
        for at in enums {
            out.variants(at, text, tokens);
        }
        out
    }

    fn add(&mut self, name: &'f str, at: usize) {
        if may_be_known(name) {
            self.names.entry(name).or_insert(at);
        }
    }

    /// Adds the enumerators of the enumeration named at a token.
    fn variants(&mut self, name: usize, text: &'f str, tokens: &[Token]) {
        let Some(open) = (name..tokens.len().min(name + 64)).find(|&n| tokens[n].is(b'{')) else { return };
        let end = close(tokens, open);
        let (mut depth, mut fresh) = (0usize, true);
        for at in open + 1..end {
            match tokens[at].kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                TokenKind::Punct(b',') if depth == 0 => fresh = true,
                TokenKind::Ident if depth == 0 && fresh => {
                    fresh = false;
                    self.add(&text[tokens[at].range()], at);
                }
                _ => {}
            }
        }
    }

    /// Returns whether a name is the program's own.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.facts.names.contains(name)
    }

    /// Returns whether an `extern` block declares a name.
    pub(crate) fn is_foreign(&self, name: &str) -> bool {
        self.foreign.contains_key(name) || self.facts.foreign.contains(name)
    }
}
