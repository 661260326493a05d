//! PTX: text → syntax tree → typed IR → passes, and the reference interpreter, which defines the meaning of
//! the IR.
//!
//! This crate reads no file, clock or environment variable and generates no code. The JIT and the interpreter
//! both start from [`ir`].

pub mod analysis;
mod ast;
pub mod demangle;
pub mod diag;
pub mod exec;
pub mod interp;
pub mod ir;
mod lex;
pub mod libdevice;
pub mod link;
mod lower;
pub mod module;
mod parse;
pub mod pass;
pub mod sfu;
pub mod source;
pub mod standstill;
pub mod system;
pub mod tensor;
pub mod texture;

pub use diag::{Diagnostic, Diagnostics};
pub use module::Module;
pub use parse::index::FOR_AMD;
