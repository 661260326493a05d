//! The runtime through its Rust API. Each test has a context of its own, so that a fault in one spoils no other.

mod blocked;
mod cache;
mod check;
mod child;
mod cluster;
mod ends;
mod errors;
mod fault;
mod front;
mod graph;
mod green;
mod host;
mod launch;
mod launch_errors;
mod lifetimes;
mod managed;
mod memory;
mod module;
mod queue;
mod readme;
mod registers;
mod registry;
mod report;
mod sms;
mod spawn;
mod standstill;
mod storm;
mod stream;
mod stuck;
mod threads;
mod timeline;

use hip_runtime::{Context, Device, Module};

const KERNELS: &str = include_str!("kernels.ptx");

/// A context of its own, current on this thread, with the kernels loaded.
fn setup() -> (Module, Context) {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    (Module::from_bytes(KERNELS.as_bytes()).expect("the kernels"), context)
}
