//! Counters and durations compared with those of Nsight Compute on an H200.

#![expect(clippy::disallowed_methods, reason = "the crate reads no file; its tests do")]

mod clock;
mod command;
mod device;
mod instrumented;
mod interpreter;
mod outputs;
mod recorded;
mod requests;
