//! Rules of translation, and the order in which they run.
//!
//! A rule inspects a file and returns edits; it never changes text and never panics. If two rules edit the
//! same bytes, the one listed first wins: structure before names.

pub mod advise;
pub mod argument;
pub mod assembly;
pub mod attribute;
pub mod backslash;
mod branch;
pub mod compiler;
pub mod conditional;
pub mod context;
pub mod dependent;
pub mod device_pointer;
pub mod dynamic_parallelism;
pub mod excluded;
pub mod extension;
mod file;
pub mod half2;
pub mod include;
pub mod initializer;
pub mod launch;
pub mod launch_bounds;
pub mod literal;
pub mod member;
pub mod namespace;
pub mod overload;
pub mod pages;
pub mod paste;
pub mod pragma;
pub mod rename;
pub mod restrict;
pub mod setting;
pub mod shared;
pub mod string;
pub mod texture_reference;
pub mod thrust;
pub mod warp;

use crate::edit::Edit;
pub use crate::name::Name;
use crate::report::Report;
pub use file::File;
pub(crate) use file::Part;

/// Rule of translation.
pub struct Rule {
    /// Name, for `--explain`.
    pub name: &'static str,
    /// Description: purpose, reason, and examples, which are also its tests.
    pub page: &'static str,
    /// Function that collects the edits and notes.
    pub run: fn(&File<'_>, &mut Vec<Edit>, &mut Report),
}

macro_rules! rules {
    ($($module:ident),*) => {
        /// All rules, in the order in which they run.
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
    compiler,
    conditional,
    context,
    advise,
    argument,
    literal,
    member,
    backslash,
    initializer,
    device_pointer,
    half2,
    launch,
    launch_bounds,
    attribute,
    restrict,
    shared,
    dependent,
    dynamic_parallelism,
    extension,
    texture_reference,
    thrust,
    assembly,
    paste,
    pragma,
    overload,
    warp,
    string,
    rename
);

/// Iterates over the name and page of every rule, including those for Rust and build files.
pub fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALL.iter().map(|rule| (rule.name, rule.page)).chain(pages::RUST).chain(pages::BUILD)
}
