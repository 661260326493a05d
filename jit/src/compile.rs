//! Compilation modes and errors.

use crate::stack::MOST_FRAME;
use ptx::demangle::Readable;

/// Mode in which a kernel's code runs the lanes of a warp.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Mode {
    /// Chosen by use: rarely executed kernels are compiled quickly, frequently executed ones for speed.
    #[default]
    Auto,
    /// One thread after another.
    Scalar,
    /// In strips of lanes in vectors, if the kernel allows it.
    Vector,
    /// One thread after another, in code that is compiled quickly.
    Quick,
}

/// Reason for which a kernel could not be compiled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompileError {
    /// This machine's processor is not supported by the code generator.
    #[error("no code can be made for this processor: {0}")]
    Host(String),
    /// The code generator refused the function: a bug of this crate.
    #[error("kernel `{}` could not be compiled: {reason}", Readable(kernel))]
    Codegen {
        /// The kernel.
        kernel: String,
        /// Message of the code generator.
        reason: String,
    },
    /// The frame of its code exceeds the maximum stack.
    #[error(
        "kernel `{}` needs a stack frame of {bytes} bytes for spilled values, the limit is {MOST_FRAME}",
        Readable(kernel)
    )]
    Frame {
        /// The kernel.
        kernel: String,
        /// Bytes of the frame.
        bytes: u32,
    },
    /// The system provided no memory for the code.
    #[error("no memory for compiled code: {0}")]
    Memory(String),
}
