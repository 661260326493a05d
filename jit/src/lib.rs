//! Compiles PTX kernels to the CPU and runs their blocks.
//!
//! A [`Kernel`] holds the IR of one kernel and compiles it when it first runs, once for each way that the
//! threads of a block lie in vectors; first in the least time, and again, for speed, beside its launches,
//! when that pays. Kernels that mean the same share their code through a [`Cache`]. A [`Launch`] is a kernel
//! with a shape and arguments. A [`Worker`] is what one thread needs to run blocks of any launch. Which block
//! runs when is the caller's business; a [`Cluster`] of blocks that gave up its turn can be resumed by any
//! worker.
//!
//! Kernels reach nothing but the [`Window`]: see [`window`] for how device memory is laid out and `trap` for
//! what happens to an access that misses.

#![expect(unsafe_code, reason = "compiled code, its memory and its faults are reached through raw pointers")]

mod abi;
mod arena;
mod background;
mod beyond;
pub mod cache;
pub mod check;
mod code;
mod compile;
mod exec;
mod executable;
pub mod guard;
mod hostcalls;
mod kernel;
mod launch;
mod limits;
mod lower;
mod object;
mod pages;
pub mod signals;
mod sites;
mod stack;
mod tile;
mod trap;
pub mod watch;
pub mod window;
mod worker;
mod working;

pub use beyond::{Beyond, Reach};
pub use cache::Cache;
pub use code::Code;
pub use compile::{CompileError, Mode};
pub use exec::{Cluster, Outcome, Started};
pub use kernel::{Kernel, Log};
pub use launch::{Launch, LaunchError, Setup};
pub use limits::Limits;
pub use window::Window;
pub use worker::Worker;
