//! The reference interpreter: it defines the meaning of the IR, one thread at a time.
//!
//! All other engines are tested against it, so it is simple rather than fast. Each thread of a block runs
//! until it reaches a sync operation or ends; then the operations that all participating threads have reached
//! are executed. A thread that polls memory for long yields to others, including other blocks, so that
//! kernels whose blocks wait for each other terminate. The interpreter has no state between launches and
//! starts no threads.

mod block;
mod cluster;
pub mod mbarrier;
pub mod mma;
mod space;
mod standstill;
mod stepped;
mod system;
mod tensor;
mod texture;
mod thread;
pub mod value;
mod warp;
pub mod watch;

pub use space::combine as atomic_result;
pub use stepped::{Resident, SteppedLaunch};
pub use tensor::fault as tensor_fault;
pub use texture::fault as texture_fault;
pub use warp::{
    missing_sources as warp_missing_sources, result_in_lane as warp_result, source_lane as shfl_source,
};

use crate::exec::{Fault, Geometry};
use crate::ir::Function;
use cluster::Cluster;
use std::collections::VecDeque;

/// Device-visible memory, by 64-bit address. The interpreter calls it from one thread.
pub trait Memory {
    /// Reads `bytes` from `address`. Returns `false`, and reads nothing, if any of it is not device-visible.
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Stores `bytes` at `address`. Returns `false`, and stores nothing, if any of it is not device-visible.
    fn store(&mut self, address: u64, bytes: &[u8]) -> bool;
    /// Returns `true` to stop the kernel with [`FaultKind::Cancelled`](crate::exec::FaultKind::Cancelled).
    /// Queried regularly while the kernel runs.
    fn cancelled(&mut self) -> bool {
        false
    }
    /// Returns the host that serves requests of kernels; without one, texts are dropped and the heap is
    /// empty.
    fn host(&self) -> Option<&dyn crate::system::Host> {
        None
    }
    /// Returns the host with shared ownership, because calls of the device runtime access the thread's memory
    /// meanwhile.
    fn shared_host(&self) -> Option<std::sync::Arc<dyn crate::system::Host>> {
        None
    }
    /// Returns the textures and surfaces; without them, all handles are invalid.
    fn textures(&self) -> Option<std::sync::Arc<crate::texture::Table>> {
        self.host().and_then(crate::system::Host::textures).cloned()
    }
    /// Returns the address of a cooperative grid's workspace, for `%envreg1` and `%envreg2`; 0 if the launch
    /// is not cooperative.
    fn workspace(&self) -> u64 {
        0
    }
    /// Announces the rank in its cluster of the block that causes the next events.
    fn begin_slice(&mut self, _rank: usize) {}
    /// Returns whether events of the running block are observed.
    fn is_watched(&self) -> bool {
        false
    }
    /// Receives an event of the running block. For an access, `false` suppresses it.
    fn watch(&mut self, _event: watch::Event<'_>) -> bool {
        true
    }
}

/// A contiguous piece of memory, for tests and tools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena {
    /// Device address of the first byte.
    pub base: u64,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl Arena {
    fn range(&self, address: u64, len: usize) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(address.checked_sub(self.base)?).ok()?;
        let end = start.checked_add(len)?;
        (end <= self.bytes.len()).then_some(start..end)
    }
}

impl Memory for Arena {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.range(address, bytes.len()).map(|r| bytes.copy_from_slice(&self.bytes[r])).is_some()
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.range(address, bytes.len()).map(|r| self.bytes[r].copy_from_slice(bytes)).is_some()
    }
}

/// State that all blocks of a launch share.
struct LaunchState<'a> {
    function: &'a Function,
    geometry: Geometry,
    params: &'a [u8],
    dynamic_shared: u32,
    vars: &'a [u64],
    /// Shared memory that a block may access, in bytes.
    shared_bytes: usize,
    /// Value of `%total_smem_size`.
    total_shared: u32,
    /// Local memory of a thread, in bytes.
    local_bytes: usize,
    /// Index of the first register of each value; wide values have two.
    slots: Vec<u32>,
    /// Number of registers of a thread.
    registers: usize,
}

impl<'a> LaunchState<'a> {
    fn new(
        function: &'a Function,
        geometry: Geometry,
        params: &'a [u8],
        dynamic_shared: u32,
        vars: &'a [u64],
    ) -> Self {
        let mut registers = 0;
        let slots = (0..function.value_count())
            .map(|v| {
                let first = registers;
                registers += function.ty(crate::ir::Value::new(v)).bits().div_ceil(64);
                first
            })
            .collect();
        let (local_bytes, registers) = (function.local_bytes as usize, registers as usize);
        let shared_bytes = function.shared_bytes as usize + dynamic_shared as usize;
        LaunchState {
            function,
            geometry,
            params,
            dynamic_shared,
            vars,
            shared_bytes,
            total_shared: function.shared_bytes + dynamic_shared,
            local_bytes,
            slots,
            registers,
        }
    }
}

/// Runs a kernel over a grid.
///
/// `params` is the parameter block in the function's layout, `dynamic_shared` the bytes of shared memory
/// beyond the function's own, `vars` the addresses of the module's variables by [`crate::ir::VarId`].
///
/// # Errors
/// Returns the first fault of a thread. Stores of other threads before it remain.
pub fn run_grid(
    function: &Function,
    geometry: Geometry,
    params: &[u8],
    dynamic_shared: u32,
    vars: &[u64],
    memory: &mut impl Memory,
) -> Result<(), Fault> {
    let launch = LaunchState::new(function, geometry, params, dynamic_shared, vars);
    let mut clock = 0;
    let clusters = geometry.blocks() / u64::from(geometry.cluster_blocks());
    let mut coming = (0..clusters).map(|n| Cluster::new(&launch, n));
    let mut resident = VecDeque::new();
    // Each round adds a cluster, so that all become resident if they wait for each other.
    loop {
        resident.extend(coming.next());
        let Some(mut cluster) = resident.pop_front() else { return Ok(()) };
        if !cluster.resume(&launch, memory, &mut clock)? {
            if memory.cancelled() {
                return Err(cluster.cancelled(&launch));
            }
            resident.push_back(cluster);
        }
    }
}
