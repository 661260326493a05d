//! A file on its way through the rules, and the questions that they ask of it.

use crate::Options;
use crate::chevron::Launch;
use crate::declared::Declarations;
use crate::lex::Token;
use crate::map::Asked;
use crate::marks::Marks;
use crate::name::Name;
use crate::scope::{Declared, Source};
use crate::structure::{Argument, Structure};
use crate::types::Types;
use std::cell::OnceCell;

/// Place of a piece in its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Part {
    /// Something stands before it, which includes what it needs.
    pub(crate) rest: bool,
    /// Device code stands in it, or in what follows.
    pub(crate) device: bool,
}

/// A file on its way through the rules.
pub struct File<'a> {
    /// The text as it is.
    pub text: &'a [u8],
    /// Its tokens.
    pub tokens: &'a [Token],
    /// Their brackets and directives.
    pub structure: &'a Structure,
    /// Its launches, in order.
    pub launches: &'a [Launch],
    /// The names that the tables know, in order of place.
    pub names: &'a [Name],
    /// What else the walk over the tokens found.
    pub marks: &'a Marks,
    /// How to translate.
    pub options: &'a Options,
    /// What it declares, as far as rules have asked.
    pub declarations: Declarations,
    /// Its tree, if a rule has asked.
    pub(crate) types: OnceCell<Option<Types<'a>>>,
    /// Its place, if it is a piece of a text.
    pub(crate) part: Part,
}

impl<'a> File<'a> {
    /// A piece of the text with its names translated, for rules that put it elsewhere. `None` if it is no
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

    /// The text with what the tokens tell of it.
    pub fn scope(&self) -> Source<'a> {
        Source { text: self.text, tokens: self.tokens, structure: self.structure }
    }

    /// The declaration of a name that holds at a token.
    pub fn declaration(&self, place: usize, name: &[u8]) -> Option<Declared> {
        self.declarations.of(self.scope(), &self.marks.places.idents, place, name)
    }

    /// The type, as declared, of a function of the file's.
    pub fn function(&self, name: &[u8]) -> Option<Declared> {
        self.declarations.function(self.scope(), &self.marks.places.idents, name)
    }

    /// The types of its expressions. `None` if no tree can be made of it.
    pub fn types(&self) -> Option<&Types<'a>> {
        let make = || {
            let device = |name: &&Name| name.row.asked.includes(Asked::DEVICE_POINTER) && !name.member;
            let devices = self.names.iter().filter(device).map(|name| name.start).collect();
            Types::new(self.scope(), &self.marks.chevrons, &self.options.program, devices)
        };
        self.types.get_or_init(make).as_ref()
    }

    /// The calls of these functions, in macro bodies too: the name and its arguments. Calls whose arguments
    /// cannot be counted, and declarations, are none.
    pub fn calls_with(&self, functions: &[&str]) -> Vec<(Name, Vec<Argument>)> {
        let asked = self.names.iter().filter(|n| n.row.asked.includes(Asked::CALL) && !n.member);
        let names = asked.filter(|n| functions.contains(&n.row.cuda));
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

    /// Whether nothing between a bracket and its other one is other rules' business: no statements but those
    /// in brackets of their own, no launches, no calls whose arguments change. Who writes a piece of text
    /// anew writes only its names anew. Nor does one of the tables' names read as declared there: it is
    /// the program's own by what stands around it.
    pub fn is_plain(&self, open: usize, close: usize) -> bool {
        let tokens = open + 1..close;
        let first = self.names.partition_point(|name| name.token < tokens.start);
        let names = self.names[first..].iter().take_while(|name| name.token < tokens.end);
        let changed = |name: &Name| {
            let asked = [Asked::ARGUMENT, Asked::CALL, Asked::INITIALIZER];
            if name.member {
                return self.scope().declares(name.token).is_some();
            }
            asked.into_iter().any(|rule| name.row.asked.includes(rule))
        };
        let launch = self.launches.partition_point(|launch| launch.open.start < tokens.start);
        let statement = |at: usize| self.tokens[at].is(b';') && self.structure.inside(at) == Some(open);
        !tokens.clone().any(statement)
            && self.launches.get(launch).is_none_or(|launch| launch.open.start >= tokens.end)
            && !names.into_iter().any(changed)
    }

    /// The bytes of an argument.
    pub fn argument(&self, argument: &Argument) -> &'a [u8] {
        &self.text[argument.bytes.clone()]
    }
}
