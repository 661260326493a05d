//! `use` and `extern crate`: which names of the file stand for what, and where they say so.

use super::item::item_start;
use crate::lex::{Kind, Token};
use std::collections::BTreeMap;

/// The deepest nesting of groups that is read; deeper ones stay as they are.
const DEEPEST: usize = 64;

/// All `use` and `extern crate` items of a file.
#[derive(Default)]
pub(crate) struct Uses {
    pub(crate) all: Vec<Use>,
    /// Names that the file gives to paths.
    names: BTreeMap<String, Vec<String>>,
    /// Paths all of whose names are taken in.
    pub(crate) globs: Vec<Vec<String>>,
}

/// One item.
pub(crate) struct Use {
    /// Its first token, attributes included; its keyword; its `;`.
    pub(crate) start: usize,
    pub(crate) keyword: usize,
    pub(crate) end: usize,
    pub(crate) tree: Tree,
    /// Whether it is an `extern crate`.
    pub(crate) is_crate: bool,
}

/// A tree, or a branch of one: tokens of its path, and what ends it.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) segments: Vec<usize>,
    pub(crate) end: End,
    /// The last token.
    pub(crate) last: usize,
    /// The first token; the leading `::` if there is one.
    pub(crate) first: usize,
}

#[derive(Debug)]
pub(crate) enum End {
    /// The path's last segment is the name.
    Name,
    /// `as name`
    Alias(usize),
    /// `*`
    Glob,
    /// `{…}`
    Group(Vec<Tree>),
}

/// A leaf of a tree, with the whole path that it stands for.
pub(crate) struct Leaf<'t> {
    pub(crate) path: Vec<String>,
    pub(crate) tree: &'t Tree,
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Uses {
    pub(crate) fn of(text: &str, tokens: &[Token]) -> Uses {
        let reader = Reader { text, tokens };
        let mut out = Uses::default();
        let mut at = 0;
        while at < tokens.len() {
            let found = match reader.str(at) {
                // `use<'a>` in a bound is none.
                "use" if tokens[at].kind == Kind::Ident => reader.item(at, at + 1, false),
                "extern" if reader.str(at + 1) == "crate" => reader.item(at, at + 2, true),
                _ => None,
            };
            match found {
                Some(item) => {
                    at = item.end + 1;
                    out.remember(&item, &reader);
                    out.all.push(item);
                }
                None => at += 1,
            }
        }
        out
    }

    fn remember(&mut self, item: &Use, reader: &Reader<'_>) {
        for leaf in leaves(&item.tree, reader.text, reader.tokens) {
            match &leaf.tree.end {
                // Its name is known everywhere; paths are written anew.
                End::Name if item.is_crate => {}
                End::Name => {
                    if let Some(name) = leaf.path.last() {
                        self.names.insert(name.clone(), leaf.path.clone());
                    }
                }
                End::Alias(token) => {
                    self.names.insert(reader.str(*token).to_owned(), leaf.path);
                }
                End::Glob => self.globs.push(leaf.path),
                End::Group(_) => {}
            }
        }
    }

    /// A path with its first segment as the file has it from elsewhere, and whether it has.
    pub(crate) fn resolve<'p>(&'p self, path: &[&'p str]) -> (Vec<&'p str>, bool) {
        let Some((first, rest)) = path.split_first() else { return (Vec::new(), false) };
        match self.names.get(*first) {
            Some(whole) => (whole.iter().map(String::as_str).chain(rest.iter().copied()).collect(), true),
            None => (path.to_vec(), false),
        }
    }

    /// Whether the file gives this name to a path.
    pub(crate) fn gives(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Whether a token lies in one of the items.
    pub(crate) fn covers(&self, token: usize) -> bool {
        let at = self.all.partition_point(|item| item.end < token);
        self.all.get(at).is_some_and(|item| item.keyword <= token)
    }
}

/// The leaves of a tree; `self` stands for the path before it.
pub(crate) fn leaves<'t>(tree: &'t Tree, text: &str, tokens: &[Token]) -> Vec<Leaf<'t>> {
    let mut found = Vec::new();
    let mut open = vec![(tree, Vec::new())];
    while let Some((tree, before)) = open.pop() {
        let mut path: Vec<String> = before;
        path.extend(tree.segments.iter().map(|&s| text[tokens[s].range()].to_owned()));
        match &tree.end {
            End::Group(inner) => open.extend(inner.iter().rev().map(|t| (t, path.clone()))),
            _ => {
                path.retain(|segment| segment != "self" || path_is_self(tree, text, tokens));
                found.push(Leaf { path, tree });
            }
        }
    }
    found
}

/// `use self::x`: a path of the file's own module.
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
            if self.tokens.get(at).is_none_or(|t| t.kind != Kind::Ident) {
                return None;
            }
            segments.push(at);
            if self.is(at + 1, b':') && self.is(at + 2, b':') {
                at += 3;
                continue;
            }
            if self.str(at + 1) == "as" && self.tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Ident) {
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
