//! Models of where threads meet in the runtime, for a model checker that tries every order of their steps.
//!
//! The files are the runtime's own, taken in by path; `sync` has the same names as `runtime/src/sync.rs`,
//! with loom's locks behind them. A model is a test: it fails where threads wait for ever, and where what it
//! asserts is wrong in any order.
#![cfg(test)]
#![expect(dead_code, reason = "models use part of what the runtime uses")]

#[path = "../../src/exec/bell.rs"]
mod bell;
#[path = "../../src/exec/follower.rs"]
mod follower;
mod sync;

mod front;
mod timeline;

/// Every order in which at most so many threads are stopped in the middle of something.
fn explore(stops: usize, model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(stops);
    builder.check(model);
}
