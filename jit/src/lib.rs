//! Compiles PTX kernels to the CPU and runs their blocks.
//!
//! A [`Kernel`] holds the IR of one kernel. It is compiled at its first run, once for each way that the
//! threads of a block lie in vectors: quickly at first, and again for speed, in the background, if it runs
//! often enough. Kernels with equal IR share their code through a [`Cache`]. A [`Launch`] is a kernel with a
//! shape and arguments. A [`Worker`] is the state that one thread needs to run blocks of any launch. The
//! caller decides which block runs when; any worker can resume a [`Cluster`] of blocks that yielded.
//!
//! Kernels reach nothing but the [`Window`]: see [`window`] for the layout of device memory and `trap` for
//! the handling of an access outside it.

#![expect(unsafe_code, reason = "compiled code, its memory and its faults are reached through raw pointers")]

mod abi;
mod arena;
mod background;
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
mod machine;
mod object;
mod pages;
pub mod passes;
mod probe;
mod reach;
mod registers;
pub mod signals;
mod sites;
mod stack;
mod tile;
pub mod trace;
mod trap;
pub mod watch;
pub mod window;
mod worker;
mod working;

pub use cache::Cache;
pub use code::Code;
pub use compile::{CompileError, Mode};
pub use exec::{Cluster, Outcome, Started};
pub use kernel::{Kernel, Log};
pub use launch::{Launch, LaunchError, Setup};
pub use limits::Limits;
pub use machine::limit_vectors;
pub use reach::{OutsideReach, Reach};
pub use window::Window;
pub use worker::Worker;
