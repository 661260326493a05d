//! Counters of kernels as a GPU's profiler defines them, and a model of their durations.
//!
//! An engine records what each lane executes: blocks and the addresses of memory instructions. A [`Recorder`]
//! puts the lanes of a warp back in step and counts requests, sectors, bank conflicts, divergence and
//! instructions by class ([`counters`]). This crate knows of no engine and reads no clock.

pub mod cache;
pub mod class;
pub mod code;
pub mod counters;
pub mod recorder;
pub mod request;

pub use class::Class;
pub use code::Code;
pub use counters::Counters;
pub use recorder::{BlockRecorder, OwnMemory, Recorder, Shape};
