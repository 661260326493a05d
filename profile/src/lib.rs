//! Counters of kernels as a GPU's profiler defines them, and a model of their durations.
//!
//! An engine records what lanes execute: blocks and the addresses of memory instructions. A [`Recorder`] puts
//! the lanes of a warp back in step where the engine did not run them so, and counts requests, sectors, bank
//! conflicts, divergence and instructions by class ([`counters`]). This crate knows of no engine and reads no
//! clock.

pub mod advice;
pub mod balance;
pub mod blocks;
pub mod cache;
pub mod class;
pub mod clock;
pub mod code;
pub mod compare;
pub mod counters;
pub mod html;
pub mod lines;
pub mod recorder;
pub mod report;
pub mod request;
pub mod session;
pub mod summary;
pub mod touched;
pub mod words;

pub use class::Class;
pub use code::Code;
pub use counters::Counters;
pub use recorder::{BlockRecorder, OwnMemory, Recorder, Shape};
pub use report::Profile;
pub use session::{Facts, Known, Profiled, Session};
