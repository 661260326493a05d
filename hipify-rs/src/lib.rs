//! Translates CUDA sources to the unified `hip*` API.
//!
//! [`translate`] is pure: bytes in, bytes and a [`Report`](report::Report) out, no file, clock or
//! environment. Files are the business of [`walk`], the command line's of `main`.
//!
//! Renaming is driven by a [lexer](lex) that sees every identifier outside comments and literals, also in
//! macro bodies and in code that does not parse. Rules that need structure read it off the same tokens:
//! [brackets and arguments](structure), [scopes](scope), [launches](chevron). A syntax tree tells the [types]
//! of expressions to rules that need them, and serves to [check](parse) what came out.
//! Rules return [edits](edit) and never change text; the edits are applied once, and the result is lexed
//! again to prove that nothing else changed.

pub mod build;
pub mod call;
pub mod chevron;
pub mod choices;
pub mod compile_commands;
pub mod config;
pub mod cpp;
pub mod declared;
pub mod diff;
pub mod edit;
pub mod excluded;
pub mod gate;
mod kernels;
pub mod lex;
pub mod links;
pub mod map;
pub mod marks;
pub mod mask;
pub mod name;
mod naming;
pub mod options;
pub mod own;
pub mod parse;
pub mod proof;
pub mod renames;
pub mod report;
pub mod rule;
pub mod rust;
pub mod scope;
pub mod structure;
pub mod types;
pub mod undo;
pub mod walk;
pub mod write;

pub use choices::{KernelLaunch, Release, Target, WarpMasks};
pub use cpp::translate;
pub use options::Options;
pub use report::Translation;
