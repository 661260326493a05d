//! What kernels ask of the host: `printf`, `assert`, `malloc`, `free`, and what the device runtime offers.
//!
//! The meaning of the calls that PTX makes of the external functions `vprintf`, `__assertfail`, `malloc` and
//! `free`, for every engine: how a text is made, in which order texts appear, where memory of the device's
//! heap lies. Nothing here writes to a file; texts go to the engine's caller as [`Output`].

mod call;
mod collect;
mod format;
mod heap;
mod number;
mod order;

pub use call::{AGAIN, Call, Caller, Reach, STREAM_PER_THREAD};
pub use collect::Collector;
pub use format::{Read, Unreadable, assertion, print};
pub use heap::{Freed, Heap};
pub use order::{Note, Said, in_order};

/// Functions that the driver gives every module (CUDA C++ Programming Guide, "Formatted Output", "Assertion",
/// "Dynamic Global Memory Allocation"); those of the device runtime are [`Call`]s.
pub const DRIVER_FUNCTIONS: [&str; 4] = ["__assertfail", "free", "malloc", "vprintf"];

/// Where a text goes.
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
    /// The texts.
    pub texts: Vec<(Channel, Vec<u8>)>,
}

/// Address of replica `number` of an address that is not a multicast one.
pub const fn only_replica(address: u64, number: u32) -> u64 {
    if number == 0 { address } else { 0 }
}

/// What the host does for kernels.
pub trait Host: Send + Sync {
    /// Takes what a block said since it was last asked.
    fn say(&self, output: Output);
    /// Memory of the device's heap, 16-byte aligned; 0 if there is none left.
    fn allocate(&self, bytes: u64) -> u64;
    /// Gives memory back.
    fn free(&self, address: u64) -> Freed;
    /// Carries out a call of the device runtime: what it gives, [`AGAIN`] if it [waits](Call::waits).
    ///
    /// # Errors
    /// What stops the thread.
    fn call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn Reach,
    ) -> Result<u64, crate::exec::FaultKind> {
        let _ = (caller, args, reach);
        Ok(call.refused())
    }
    /// Address of replica `number` of a multicast address ([`Op::Replica`](crate::ir::Op::Replica)).
    fn replica(&self, address: u64, number: u32) -> u64 {
        only_replica(address, number)
    }
    /// The textures and surfaces that handles name.
    fn textures(&self) -> Option<std::sync::Arc<crate::texture::Table>> {
        None
    }
}
