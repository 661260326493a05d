//! What a rule is, and all of them in the order they are asked.
//!
//! A rule looks at a file and returns edits; it never changes text and never panics. Where two rules touch the same
//! bytes the one that stands first here wins: rules of structure before names.

pub mod advise;
pub mod alignment;
pub mod argument;
pub mod assembly;
pub mod conditional;
pub mod context;
pub mod device_pointer;
pub mod dynamic_parallelism;
pub mod excluded;
pub mod extension;
pub mod half2;
pub mod include;
pub mod initializer;
pub mod launch;
pub mod launch_bounds;
pub mod literal;
pub mod namespace;
pub mod overload;
pub mod paste;
pub mod rename;
pub mod setting;
pub mod string;
pub mod texture_reference;
pub mod warp;

use crate::Options;
use crate::chevron::Launch;
use crate::declared::Declarations;
use crate::edit::Edit;
use crate::lex::Token;
use crate::map::{Asked, Row};
use crate::marks::Marks;
use crate::pieces::Part;
use crate::report::Report;
use crate::scope::{Declared, Source};
use crate::structure::{Argument, Structure};
use crate::types::Types;
use std::cell::OnceCell;

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

/// An identifier that the tables know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its token's number.
    pub token: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What the tables know.
    pub row: Row,
    /// Whether it is the program's own: a member of something (`x.name`, `x->name`), or declared by the program.
    pub member: bool,
}

impl<'a> File<'a> {
    /// A piece of the text with its names translated, for rules that put it elsewhere. `None` if it is no UTF-8.
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
            let device = |name: &&Name| name.row.asked.by(Asked::DEVICE_POINTER) && !name.member;
            let devices = self.names.iter().filter(device).map(|name| name.start).collect();
            Types::new(self.scope(), &self.marks.chevrons, &self.options.program, devices)
        };
        self.types.get_or_init(make).as_ref()
    }

    /// The calls of these functions, in macro bodies too: the name and its arguments. Calls whose arguments cannot be
    /// counted, and declarations, are none.
    pub fn calls_with(&self, functions: &[&str]) -> Vec<(Name, Vec<Argument>)> {
        let asked = self.names.iter().filter(|n| n.row.asked.by(Asked::CALL) && !n.member);
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

    /// Whether nothing between a bracket and its other one is other rules' business: no statements but those in brackets of
    /// their own, no launches, no calls whose arguments change. Who writes a piece of text anew writes only its names anew.
    /// Nor does one of the tables' names read as declared there: it is the program's own by what stands around it.
    pub fn is_plain(&self, open: usize, close: usize) -> bool {
        let tokens = open + 1..close;
        let first = self.names.partition_point(|name| name.token < tokens.start);
        let names = self.names[first..].iter().take_while(|name| name.token < tokens.end);
        let changed = |name: &Name| {
            let asked = [Asked::ARGUMENT, Asked::CALL, Asked::INITIALIZER];
            if name.member {
                return self.scope().declares(name.token).is_some();
            }
            asked.into_iter().any(|rule| name.row.asked.by(rule))
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

/// A rule.
pub struct Rule {
    /// Its name, for `--explain`.
    pub name: &'static str,
    /// Its page: what, why, and examples that are its tests.
    pub page: &'static str,
    /// What it does.
    pub run: fn(&File<'_>, &mut Vec<Edit>, &mut Report),
}

macro_rules! rules {
    ($($module:ident),*) => {
        /// All rules.
        pub const ALL: &[Rule] = &[$(Rule {
            name: stringify!($module),
            page: include_str!(concat!("../rules/", stringify!($module), ".md")),
            run: $module::run,
        }),*];
    };
}

rules!(
    setting,
    excluded,
    include,
    namespace,
    conditional,
    context,
    advise,
    argument,
    literal,
    initializer,
    device_pointer,
    half2,
    launch,
    launch_bounds,
    alignment,
    dynamic_parallelism,
    extension,
    texture_reference,
    assembly,
    paste,
    overload,
    warp,
    string,
    rename
);

/// The names that rules look for.
pub(crate) fn asked() -> impl Iterator<Item = (Asked, &'static str)> {
    let calls = [GREEN, advise::ADVISE, advise::PREFETCH, context::CREATE].into_iter().flatten();
    let calls = calls.map(|name| (Asked::CALL, *name));
    let arguments = argument::functions().map(|name| (Asked::ARGUMENT, name));
    let structures = initializer::structures().map(|name| (Asked::INITIALIZER, name));
    let literals = literal::names().map(|name| (Asked::LITERAL, name));
    let pointers = device_pointer::TYPES.iter().map(|name| (Asked::DEVICE_POINTER, *name));
    calls.chain(arguments).chain(structures).chain(literals).chain(pointers)
}

/// What makes green contexts.
const GREEN: &[&str] = &["cuGreenCtxCreate", "cudaGreenCtxCreate"];

/// `cuGreenCtxCreate` wants the flag 1 in CUDA 12, HIP wants 0 and makes no default stream.
fn green_flag(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    use crate::edit::Sureness;
    for (name, args) in file.calls_with(GREEN) {
        let [_, _, _, flags] = args.as_slice() else { continue };
        match file.argument(flags) {
            b"0" | b"CU_GREEN_CTX_DEFAULT_STREAM" | b"CU_GREEN_CTX_NONE" => {}
            b"1" | b"1u" | b"0x1" => edits.push(Edit {
                at: flags.bytes.clone(),
                with: "0".into(),
                sureness: Sureness::Certain,
                rule: "context",
            }),
            other => {
                let text = String::from_utf8_lossy(other);
                let text = format!("`hipGreenCtxCreate` wants flags of 0: see that `{text}` is");
                report.note(file.text, name.start, crate::report::Reason::Look, text);
            }
        }
    }
}

/// The name and page of every rule, those for Rust and build files included.
pub fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALL.iter().map(|rule| (rule.name, rule.page)).chain(crate::rust::PAGES).chain(crate::build::PAGES)
}
