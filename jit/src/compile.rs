//! Ways of compiling, and why it fails.

use crate::stack::MOST_FRAME;
use ptx::demangle::Readable;
use std::fmt;

/// How a kernel's code runs the lanes of a warp.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Mode {
    /// Whatever suits the kernel: what hardly runs is compiled in the least time, what runs often as well as
    /// can be.
    #[default]
    Auto,
    /// One thread after another.
    Scalar,
    /// In strips of lanes held in vectors, where the kernel allows it.
    Vector,
    /// One thread after another, in code that is made in the least time.
    Quick,
}

/// Why a kernel could not be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// This machine's processor is not supported by the code generator.
    Host(String),
    /// The code generator refused what it was given: a mistake of ours.
    Codegen {
        /// The kernel.
        kernel: String,
        /// What it says.
        reason: String,
    },
    /// The frame of its code is larger than a stack may be.
    Frame {
        /// The kernel.
        kernel: String,
        /// Bytes of the frame.
        bytes: u32,
    },
    /// The system gave no memory for the code.
    Memory(String),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Host(reason) => write!(f, "no code can be made for this processor: {reason}"),
            CompileError::Codegen { kernel, reason } => {
                write!(f, "kernel `{}` could not be compiled: {reason}", Readable(kernel))
            }
            CompileError::Frame { kernel, bytes } => write!(
                f,
                "kernel `{}` keeps {bytes} bytes of values outside registers at a time, at most {MOST_FRAME} are possible",
                Readable(kernel)
            ),
            CompileError::Memory(reason) => write!(f, "no memory for compiled code: {reason}"),
        }
    }
}

impl std::error::Error for CompileError {}
