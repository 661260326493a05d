//! Compiles PTX kernels to the CPU and runs their blocks.
//!
//! A [`Kernel`] holds the IR of one kernel and compiles it when it first runs, once for each way that the threads of
//! a block lie in vectors. A [`Launch`] is a kernel with a shape and arguments. A [`Worker`] is what one thread needs to
//! run blocks of any launch. Which block runs when is the caller's business; a [`Block`] that gave up its turn can be
//! resumed by any worker.
//!
//! Kernels reach nothing but the [`Window`]: see [`window`] for how device memory is laid out and [`trap`] for what happens
//! to an access that misses.

#![expect(unsafe_code, reason = "compiled code, its memory and its faults are reached through raw pointers")]

mod abi;
mod code;
mod compile;
mod exec;
mod hostcalls;
mod launch;
mod lower;
mod object;
mod system;
pub mod trap;
pub mod window;

pub use compile::{Code, CompileError, Kernel, Mode};
pub use exec::{Block, Outcome};
pub use launch::{Launch, LaunchError, Setup, Worker};
pub use window::Window;
