//! Carrying out what the front end decides: threads that run blocks, copies and host functions.
//!
//! One [`Engine`](engine::Engine) a device. It owns the modelled front end under a lock and is the only one who feeds
//! it. No lock is held while a kernel, a copy or a host function runs.

pub(crate) mod engine;
pub(crate) mod host;
mod stdio;
mod worker;

use crate::memory::Piece;
use crate::module::load::Image;
use crate::sync::{Arc, AtomicU64, OnceLock, Ordering};
use ptx::exec::Fault;
use std::time::Instant;

/// A kernel launch on its way.
pub(crate) struct Grid {
    /// What the JIT needs to run its blocks.
    pub(crate) launch: jit::Launch,
    /// The front end's context that it runs in.
    pub(crate) context: device::ContextId,
    /// Where a fault is noted.
    pub(crate) health: Arc<Health>,
    /// Keeps the module's variables until the grid is done.
    pub(crate) _image: Arc<Image>,
    /// Where the blocks of a cooperative grid meet.
    pub(crate) _workspace: Option<Piece>,
}

/// What a context's kernels did to it: the first fault stays (CUDA: the context is unusable from then on).
#[derive(Default, Debug)]
pub(crate) struct Health {
    /// Where what its kernels ask of the host arrives.
    pub(crate) desk: Arc<host::Desk>,
    fault: OnceLock<Arc<Fault>>,
}

impl Health {
    /// Notes a fault; whether it was the first.
    pub(crate) fn fall_ill(&self, fault: Fault) -> bool {
        self.fault.set(Arc::new(fault)).is_ok()
    }

    /// After waiting: writes what kernels have printed, and fails with the fault if there was one.
    pub(crate) fn settle(&self) -> Result<(), crate::Error> {
        self.desk.write();
        self.check()
    }

    /// Fails with the fault if there was one.
    pub(crate) fn check(&self) -> Result<(), crate::Error> {
        match self.fault.get() {
            None => Ok(()),
            Some(fault) => Err(crate::Error::Fault(Arc::clone(fault))),
        }
    }
}

/// When an event's record was reached.
#[derive(Default, Debug)]
pub(crate) struct Mark(OnceLock<Instant>);

impl Mark {
    pub(crate) fn set(&self, now: Instant) {
        // An operation completes once.
        let _ = self.0.set(now);
    }

    pub(crate) fn time(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// Copies and host functions.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// What there is to do for an operation of the front end.
pub(crate) enum Work {
    /// A kernel launch.
    Grid(Arc<Grid>),
    /// A copy or fill: by the copy thread.
    Copy(Task),
    /// A copy or fill that the submitting thread waits for, and carries out itself.
    OwnCopy(Task),
    /// A host function.
    Host(Task),
    /// An event's record.
    Mark(Arc<Mark>),
    /// Nothing: its completion is all that matters.
    Nothing,
}

/// Numbers launches, so that each can be told apart.
pub(crate) fn next_grid_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
