//! Tokens of a Rust file, with the queries that rules use.

use super::facts::Facts;
use super::item::close;
pub(crate) use super::item::item_start;
use super::symbols::Symbols;
use super::uses::Uses;
use crate::edit::{Edit, Sureness};
use crate::lex::{Token, TokenKind};
use crate::map::{self, Row, extensions};
use crate::report::{Reason, Report};
use std::collections::BTreeSet;
use std::ops::Range;

/// File to which the rules are applied.
pub(crate) struct Source<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [Token],
    /// Positions of the identifiers among the tokens.
    pub(crate) idents: &'a [usize],
    pub(crate) uses: &'a Uses<'a>,
    pub(crate) symbols: &'a Symbols<'a>,
    /// Facts of the other pieces, if the text is one of several.
    pub(crate) facts: &'a Facts,
}

/// Edits and notes of the rules.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) edits: Vec<Edit>,
    pub(crate) report: Report,
    /// Paths of other crates that have been reported.
    pub(crate) advised: BTreeSet<&'static str>,
}

impl Found {
    pub(crate) fn edit(
        &mut self,
        at: Range<usize>,
        with: impl Into<String>,
        sureness: Sureness,
        rule: &'static str,
    ) {
        self.edits.push(Edit { at, with: with.into().into(), sureness, rule });
    }

    pub(crate) fn note(&mut self, text: &str, at: usize, reason: Reason, message: String) {
        self.report.note(text.as_bytes(), at, reason, message);
    }

    /// Counts a translated name.
    pub(crate) fn translated(&mut self, row: &Row) {
        self.report.families.entry(row.family).or_default().translated += 1;
    }

    /// Counts and reports a use of a crate with its own interface, which stays.
    pub(crate) fn stays(&mut self, text: &str, at: usize, message: String) {
        self.report.families.entry("Rust crates").or_default().left += 1;
        self.note(text, at, Reason::Unsupported, message);
    }

    /// Counts and reports a name that stays.
    pub(crate) fn left(&mut self, text: &str, at: usize, row: &Row, why: &str) {
        self.report.families.entry(row.family).or_default().left += 1;
        self.note(text, at, Reason::Unsupported, format!("`{}` stays: {why}", row.cuda));
    }
}

/// Returns whether a name belongs to the APIs that `hip_runtime::sys` declares.
pub(crate) fn declared(row: &Row) -> bool {
    matches!(row.family, "driver" | "runtime") && !row.hip.is_some_and(|hip| hip.starts_with("hiprtc"))
}

/// Returns the name that an identifier spells: `r#type` is `type`.
fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Returns `false` for most names that the tables lack: a fast prefilter of [`known`].
pub(crate) fn may_be_known(name: &str) -> bool {
    map::may_know(plain(name).as_bytes())
}

/// Looks up an identifier of a Rust program.
pub(crate) fn known(name: &str) -> Option<Row> {
    let name = plain(name);
    let host = |row: &Row| {
        matches!(
            row.kind,
            map::NameKind::Function | map::NameKind::Type | map::NameKind::Constant | map::NameKind::Macro
        )
    };
    let row = map::name(name).filter(host)?;
    // `hip_runtime::sys` declares HIP's API; this SDK's extensions are declared for C only.
    match row.hip.and_then(extensions::substitute) {
        Some(note) => Some(Row { hip: None, note, ..row }),
        None => Some(row),
    }
}

impl<'a> Source<'a> {
    pub(crate) fn str(&self, token: usize) -> &'a str {
        self.tokens.get(token).map_or("", |t| &self.text[t.range()])
    }

    pub(crate) fn is(&self, token: usize, punct: u8) -> bool {
        self.tokens.get(token).is_some_and(|t| t.is(punct))
    }

    pub(crate) fn is_ident(&self, token: usize) -> bool {
        self.tokens.get(token).is_some_and(|t| t.kind == TokenKind::Ident)
    }

    /// Returns whether `::` begins at a token.
    pub(crate) fn colons(&self, token: usize) -> bool {
        self.is(token, b':')
            && self.is(token + 1, b':')
            && self.tokens[token].end == self.tokens[token + 1].start
    }

    /// Returns the segments of the path that begins at a token.
    pub(crate) fn path(&self, first: usize) -> Vec<usize> {
        let mut segments = vec![first];
        let mut at = first;
        while self.colons(at + 1) && self.is_ident(at + 3) {
            at += 3;
            segments.push(at);
        }
        segments
    }

    /// Returns the last segment of the path that begins at a token.
    pub(crate) fn path_end(&self, first: usize) -> usize {
        let mut at = first;
        while self.colons(at + 1) && self.is_ident(at + 3) {
            at += 3;
        }
        at
    }

    /// Returns the token that closes the bracket at `open`; the last token if none does.
    pub(crate) fn close(&self, open: usize) -> usize {
        close(self.tokens, open)
    }

    /// Returns the byte range of some tokens, including the last.
    pub(crate) fn range(&self, first: usize, last: usize) -> Range<usize> {
        self.tokens[first].start..self.tokens[last].end
    }
}
