//! Requests of kernels to the host: `printf`, `assert`, `malloc`, `free`, and the device runtime.
//!
//! This module defines the meaning of calls of the external functions `vprintf`, `__assertfail`, `malloc` and
//! `free` for all engines: the text of a call, the order of texts, and the addresses of allocations. It
//! writes to no file; texts are passed to the engine's caller as [`Output`].

mod call;
mod collect;
mod format;
mod heap;
mod number;
mod order;

pub use call::{Call, Caller, CallerMemory, RETRY, STREAM_PER_THREAD};
pub use collect::Collector;
pub use format::{Read, Unreadable, assertion, print};
pub use heap::{Freed, Heap};
pub use order::{Text, ThreadText, sort_texts};

/// Functions that the driver provides to all modules (CUDA C++ Programming Guide, "Formatted Output",
/// "Assertion", "Dynamic Global Memory Allocation"). Those of the device runtime are [`Call`]s.
pub const DRIVER_FUNCTIONS: [&str; 4] = ["__assertfail", "free", "malloc", "vprintf"];

/// Destination of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Channel {
    /// `printf`: standard output.
    Out,
    /// `assert`: standard error.
    Err,
}

/// Texts of a block, in order, ready to be written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Output {
    /// Linear index of the block.
    pub block: u64,
    /// Texts and their destinations.
    pub texts: Vec<(Channel, Vec<u8>)>,
}

/// Returns the address of replica `number` of an address that is not a multicast one.
pub const fn only_replica(address: u64, number: u32) -> u64 {
    if number == 0 { address } else { 0 }
}

/// Host that serves requests of kernels.
pub trait Host: Send + Sync {
    /// Receives the output of a block since the last call.
    fn write_output(&self, output: Output);
    /// Allocates from the device heap, 16-byte aligned; returns 0 if it is full.
    fn allocate(&self, bytes: u64) -> u64;
    /// Frees an allocation of the device heap.
    fn free(&self, address: u64) -> Freed;
    /// Executes a call of the device runtime. Returns its result, or [`RETRY`] if it
    /// [blocks](Call::may_block).
    ///
    /// # Errors
    /// Returns the fault that stops the thread.
    fn call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn CallerMemory,
    ) -> Result<u64, crate::exec::FaultKind> {
        let _ = (caller, args, reach);
        Ok(call.unsupported_result())
    }
    /// Returns the address of replica `number` of a multicast address
    /// ([`Op::Replica`](crate::ir::Op::Replica)).
    fn replica(&self, address: u64, number: u32) -> u64 {
        only_replica(address, number)
    }
    /// Returns the textures and surfaces that handles refer to.
    fn textures(&self) -> Option<&std::sync::Arc<crate::texture::Table>> {
        None
    }
}
