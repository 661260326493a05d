//! File to which the rules are applied, with the queries that they use.

use crate::Options;
use crate::chevron::Chevron;
use crate::declarations::Declarations;
use crate::lex::Token;
use crate::map::RuleSet;
use crate::name::Name;
use crate::scan::Scan;
use crate::scope::{Declared, Source};
use crate::structure::{Argument, Structure};
use crate::types::Types;
use std::cell::OnceCell;

/// Position of a piece in its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Part {
    /// `true` for all pieces but the first, which has the includes.
    pub(crate) rest: bool,
    /// `true` if a piece has device code.
    pub(crate) device: bool,
}

/// File to which the rules are applied.
pub struct File<'a> {
    /// Original text.
    pub text: &'a [u8],
    /// Tokens of the text.
    pub tokens: &'a [Token],
    /// Brackets and directives.
    pub structure: &'a Structure,
    /// Launches, in order.
    pub launches: &'a [Chevron],
    /// Names found in the tables, in order of position.
    pub names: &'a [Name],
    /// Other results of the scan over the tokens.
    pub scan: &'a Scan,
    /// Settings of the translation.
    pub options: &'a Options,
    /// Declarations, collected when rules look them up.
    pub declarations: Declarations,
    /// Types, computed when a rule needs them.
    pub(crate) types: OnceCell<Option<Types<'a>>>,
    /// Position, if this is a piece of a longer text.
    pub(crate) part: Part,
}

impl<'a> File<'a> {
    /// Returns a part of the text with its names translated, for rules that move it. `None` if it is not
    /// UTF-8.
    pub fn renamed(&self, range: std::ops::Range<usize>) -> Option<String> {
        let (mut out, mut done) = (Vec::new(), range.start);
        let first = self.names.partition_point(|name| name.start < range.start);
        let inside = self.names[first..].iter().take_while(|name| name.end <= range.end);
        for name in inside.filter(|name| !name.member) {
            let Some(hip) = name.row.hip else { continue };
            out.extend(&self.text[done..name.start]);
            out.extend(hip.as_bytes());
            done = name.end;
        }
        out.extend(&self.text[done..range.end]);
        String::from_utf8(out).ok()
    }

    /// Returns the text with its tokens and structure.
    pub fn scope(&self) -> Source<'a> {
        Source { text: self.text, tokens: self.tokens, structure: self.structure }
    }

    /// Returns the declaration of a name that is visible at a token.
    pub fn declaration(&self, place: usize, name: &[u8]) -> Option<Declared> {
        self.declarations.lookup(self.scope(), &self.scan.places.idents, place, name)
    }

    /// Returns the declared type of a function of the file.
    pub fn function(&self, name: &[u8]) -> Option<Declared> {
        self.declarations.function(self.scope(), &self.scan.places.idents, name)
    }

    /// Returns the types of expressions. `None` if the text has no syntax tree.
    pub fn types(&self) -> Option<&Types<'a>> {
        let make = || {
            let device = |name: &&Name| name.row.rules.contains(RuleSet::DEVICE_POINTER) && !name.member;
            let devices = self.names.iter().filter(device).map(|name| name.start).collect();
            Types::new(self.scope(), &self.scan.chevrons, &self.options.program, devices)
        };
        self.types.get_or_init(make).as_ref()
    }

    /// Returns the calls of these functions, also in macro bodies: the name and the arguments. Declarations
    /// are excluded, as are calls whose arguments cannot be counted.
    pub fn calls_with(&self, functions: &[&str]) -> Vec<(Name, Vec<Argument>)> {
        let candidates = self.names.iter().filter(|n| n.row.rules.contains(RuleSet::CALL) && !n.member);
        let names = candidates.filter(|n| functions.contains(&n.row.cuda));
        let call = |name: &Name| {
            let open = name.token + 1;
            if !self.tokens.get(open)?.is(b'(') || self.scope().declares(name.token).is_some() {
                return None;
            }
            let arguments = self.scope().arguments(open, self.structure.partner(open)?)?;
            Some((*name, arguments))
        };
        names.filter_map(call).collect()
    }

    /// Returns whether a rule may rewrite the text between two brackets, of which it only translates the
    /// names. Not if other rules may edit it: it contains a statement outside inner brackets, a launch, or a
    /// call whose arguments change. Nor if a name of the tables is declared in it, which makes it the
    /// program's own only in its context.
    pub fn is_plain(&self, open: usize, close: usize) -> bool {
        let tokens = open + 1..close;
        let first = self.names.partition_point(|name| name.token < tokens.start);
        let names = self.names[first..].iter().take_while(|name| name.token < tokens.end);
        let changed = |name: &Name| {
            let rules = [RuleSet::ARGUMENT, RuleSet::CALL, RuleSet::INITIALIZER];
            if name.member {
                return self.scope().declares(name.token).is_some();
            }
            rules.into_iter().any(|rule| name.row.rules.contains(rule))
        };
        let launch = self.launches.partition_point(|launch| launch.open.start < tokens.start);
        let statement = |at: usize| self.tokens[at].is(b';') && self.structure.inside(at) == Some(open);
        !tokens.clone().any(statement)
            && self.launches.get(launch).is_none_or(|launch| launch.open.start >= tokens.end)
            && !names.into_iter().any(changed)
    }

    /// Returns the bytes of an argument.
    pub fn argument(&self, argument: &Argument) -> &'a [u8] {
        &self.text[argument.bytes.clone()]
    }
}
