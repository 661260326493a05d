//! Loom models of the runtime's synchronisation, which explore all interleavings.
//!
//! The modelled files are the runtime's own, included by path. `sync` has the names of `runtime/src/sync.rs`,
//! implemented by loom's primitives. A model is a test: it fails if threads wait for ever, or if an assertion
//! fails in any interleaving.
#![cfg(test)]
#![expect(dead_code, reason = "models use part of what the runtime uses")]

#[path = "../../src/exec/consumer.rs"]
mod consumer;
#[path = "../../src/exec/counted_condvar.rs"]
mod counted_condvar;
mod sync;

mod front;
mod timeline;

/// Explores all interleavings with at most `stops` preemptions.
fn explore(stops: usize, model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(stops);
    builder.check(model);
}
