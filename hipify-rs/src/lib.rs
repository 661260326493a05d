//! Translates CUDA sources to the unified `hip*` API.
//!
//! [`translate`] is pure: it takes bytes and returns bytes and a [`Report`](report::Report), and reads no
//! file, clock or environment. [`walk`] handles files; `main` handles the command line.
//!
//! A [lexer](lex) drives the renaming. It sees every identifier outside comments and literals, also in macro
//! bodies and in code that does not parse. Rules that need structure derive it from the same tokens:
//! [brackets and arguments](structure), [scopes](scope), [launches](chevron). A syntax tree gives rules the
//! [types] of expressions, and [checks](parse) the output. Rules return [edits](edit) and never change text.
//! The edits are applied once, and the result is lexed again to prove that nothing else changed.

pub mod build;
pub mod call;
pub mod chevron;
pub mod choices;
pub mod compile_commands;
pub mod config;
pub mod cpp;
pub mod cuda_version;
pub mod declarations;
pub mod diff;
pub mod edit;
pub mod excluded;
mod kernels;
pub mod lex;
pub mod link_libraries;
pub mod map;
pub mod mask;
pub mod name;
mod naming;
pub mod options;
pub mod parse;
pub mod prefilter;
pub mod proof;
pub mod renames;
pub mod report;
pub mod rule;
pub mod rust;
pub mod scan;
pub mod scope;
pub mod structure;
pub mod symbols;
pub mod types;
pub mod undo;
pub mod walk;
pub mod write;

pub use choices::{KernelLaunch, Release, Target, WarpMasks};
pub use cpp::translate;
pub use options::Options;
pub use report::Translation;
