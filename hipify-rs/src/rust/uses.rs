//! `use` and `extern crate` items: the names that a file imports, and their positions.

use super::facts::{Facts, Imports};
use super::item::item_start;
use crate::lex::{Token, TokenKind};
use std::collections::BTreeSet;

/// Limit of nesting of groups; deeper ones stay unchanged.
const DEEPEST: usize = 64;

/// All `use` and `extern crate` items of a file, or of a piece of one.
pub(crate) struct Uses<'f> {
    pub(crate) all: Vec<Use>,
    pub(crate) imports: Imports,
    /// Items of the other pieces.
    facts: &'f Facts,
}

/// A `use` or `extern crate` item.
pub(crate) struct Use {
    /// First token, attributes included.
    pub(crate) start: usize,
    /// Token of the keyword.
    pub(crate) keyword: usize,
    /// Token of the `;`.
    pub(crate) end: usize,
    pub(crate) tree: Tree,
    /// `true` for an `extern crate`.
    pub(crate) is_crate: bool,
}

/// Use tree, or a branch of one.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) segments: Vec<usize>,
    pub(crate) end: End,
    /// Last token.
    pub(crate) last: usize,
    /// First token; the leading `::` if there is one.
    pub(crate) first: usize,
}

#[derive(Debug)]
pub(crate) enum End {
    /// Last segment of the path.
    Name,
    /// `as name`
    Alias(usize),
    /// `*`
    Glob,
    /// `{…}`
    Group(Vec<Tree>),
}

/// Leaf of a tree, with its full path.
pub(crate) struct Leaf<'t> {
    pub(crate) path: Vec<&'t str>,
    pub(crate) tree: &'t Tree,
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl<'f> Uses<'f> {
    pub(crate) fn new(text: &str, tokens: &[Token], idents: &[usize], facts: &'f Facts) -> Uses<'f> {
        let reader = Reader { text, tokens };
        let mut out = Uses { all: Vec::new(), imports: Imports::default(), facts };
        for &at in idents {
            if out.all.last().is_some_and(|item| at <= item.end) {
                continue;
            }
            let found = match reader.str(at) {
                // `use<'a>` in a bound is not an item.
                "use" => reader.item(at, at + 1, false),
                "extern" if reader.str(at + 1) == "crate" => reader.item(at, at + 2, true),
                _ => None,
            };
            if let Some(item) = found {
                out.add(&item, &reader);
                out.all.push(item);
            }
        }
        out
    }

    fn add(&mut self, item: &Use, reader: &Reader<'_>) {
        let owned = |path: Vec<&str>| path.into_iter().map(str::to_owned).collect();
        for leaf in leaves(&item.tree, reader.text, reader.tokens) {
            match &leaf.tree.end {
                // The crate's name is in scope everywhere; its paths are translated one by one.
                End::Name if item.is_crate => {
                    self.imports.whole.extend(leaf.path.last().map(|&name| name.to_owned()))
                }
                End::Name => {
                    if let Some(&name) = leaf.path.last() {
                        self.imports.names.insert(name.to_owned(), owned(leaf.path));
                    }
                }
                // `use {self as name}` names nothing; rustc refuses it.
                End::Alias(_) if leaf.path.is_empty() => {}
                End::Alias(token) => {
                    self.imports.names.insert(reader.str(*token).to_owned(), owned(leaf.path));
                }
                End::Glob => self.imports.whole.extend(leaf.path.first().map(|&name| name.to_owned())),
                End::Group(_) => {}
            }
        }
    }

    /// Expands the first segment of a path if it is imported; returns whether it is.
    pub(crate) fn resolve<'p>(&'p self, path: &[&'p str]) -> (Vec<&'p str>, bool) {
        let Some((first, rest)) = path.split_first() else { return (Vec::new(), false) };
        match self.path(first) {
            Some(whole) => (whole.iter().map(String::as_str).chain(rest.iter().copied()).collect(), true),
            None => (path.to_vec(), false),
        }
    }

    /// Returns the full path of an imported name.
    fn path(&self, name: &str) -> Option<&Vec<String>> {
        self.imports.names.get(name).or_else(|| self.facts.imports.names.get(name))
    }

    /// Returns the names that the file imports from some crates.
    pub(crate) fn imported_from(&self, is_wanted: impl Fn(&str) -> bool) -> BTreeSet<&str> {
        let all = self.imports.names.iter().chain(&self.facts.imports.names);
        all.filter(|(_, path)| path.first().is_some_and(|first| is_wanted(first)))
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// Returns whether the file imports everything from one of some crates.
    pub(crate) fn imports_all(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.imports.whole.iter().chain(&self.facts.imports.whole).any(|name| is_wanted(name))
    }

    /// Returns whether a token lies in one of the items.
    pub(crate) fn covers(&self, token: usize) -> bool {
        let at = self.all.partition_point(|item| item.end < token);
        self.all.get(at).is_some_and(|item| item.keyword <= token)
    }
}

/// Returns the leaves of a tree; `self` denotes the path before it.
pub(crate) fn leaves<'t>(tree: &'t Tree, text: &'t str, tokens: &[Token]) -> Vec<Leaf<'t>> {
    let mut found = Vec::new();
    let mut open = vec![(tree, Vec::new())];
    while let Some((tree, before)) = open.pop() {
        let mut path: Vec<&str> = before;
        path.extend(tree.segments.iter().map(|&s| &text[tokens[s].range()]));
        match &tree.end {
            End::Group(inner) => open.extend(inner.iter().rev().map(|t| (t, path.clone()))),
            _ => {
                path.retain(|&segment| segment != "self" || path_is_self(tree, text, tokens));
                found.push(Leaf { path, tree });
            }
        }
    }
    found
}

/// Returns whether a path begins in the file's own module: `use self::x`.
fn path_is_self(tree: &Tree, text: &str, tokens: &[Token]) -> bool {
    tree.segments.len() > 1 && tree.segments.first().is_some_and(|&s| &text[tokens[s].range()] == "self")
}

impl Reader<'_> {
    fn str(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |t| &self.text[t.range()])
    }

    fn is(&self, token: usize, punct: u8) -> bool {
        self.tokens.get(token).is_some_and(|t| t.is(punct))
    }

    fn item(&self, keyword: usize, from: usize, is_crate: bool) -> Option<Use> {
        let (tree, next) = self.tree(from, 0)?;
        let (start, _) = item_start(self.text, self.tokens, keyword);
        self.is(next, b';').then_some(Use { start, keyword, end: next, tree, is_crate })
    }

    fn tree(&self, from: usize, depth: usize) -> Option<(Tree, usize)> {
        let (mut at, mut segments) = (from, Vec::new());
        if self.is(at, b':') && self.is(at + 1, b':') {
            at += 2;
        }
        loop {
            if self.is(at, b'*') {
                return Some((Tree { segments, end: End::Glob, last: at, first: from }, at + 1));
            }
            if self.is(at, b'{') {
                let (inner, close) = self.group(at + 1, depth)?;
                return Some((
                    Tree { segments, end: End::Group(inner), last: close, first: from },
                    close + 1,
                ));
            }
            if self.tokens.get(at).is_none_or(|t| t.kind != TokenKind::Ident) {
                return None;
            }
            segments.push(at);
            if self.is(at + 1, b':') && self.is(at + 2, b':') {
                at += 3;
                continue;
            }
            if self.str(at + 1) == "as" && self.tokens.get(at + 2).is_some_and(|t| t.kind == TokenKind::Ident)
            {
                return Some((Tree { segments, end: End::Alias(at + 2), last: at + 2, first: from }, at + 3));
            }
            return Some((Tree { segments, end: End::Name, last: at, first: from }, at + 1));
        }
    }

    fn group(&self, from: usize, depth: usize) -> Option<(Vec<Tree>, usize)> {
        let (mut at, mut inner) = (from, Vec::new());
        if depth == DEEPEST {
            return None;
        }
        loop {
            if self.is(at, b'}') {
                return Some((inner, at));
            }
            let (tree, next) = self.tree(at, depth + 1)?;
            inner.push(tree);
            at = next;
            if self.is(at, b',') {
                at += 1;
            } else if !self.is(at, b'}') {
                return None;
            }
        }
    }
}
