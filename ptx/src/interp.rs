//! The reference interpreter: what the IR means, one thread at a time.
//!
//! It is the yardstick of every other engine, so it is obvious rather than fast: every thread of a block runs
//! until it reaches a sync operation or ends, then operations are carried out for which all threads have
//! come. A thread that polls memory for long gives others a turn, other blocks included, so kernels whose
//! blocks wait for each other end. It holds no state between launches and starts no threads.

mod block;
mod cluster;
pub mod mbarrier;
pub mod mma;
mod space;
mod standstill;
mod system;
mod tensor;
mod texture;
mod thread;
mod turns;
pub mod value;
mod warp;
pub mod watch;

pub use space::combine as atomic_result;
pub use tensor::fault as tensor_fault;
pub use texture::fault as texture_fault;
pub use turns::{Resident, Turns};
pub use warp::{absent as warp_absent, answer as warp_answer, source_lane as shfl_source};

use crate::exec::{Fault, Geometry};
use crate::ir::Function;
use cluster::Cluster;
use std::collections::VecDeque;

/// Device-visible memory, by 64-bit address. The interpreter calls it from one thread.
pub trait Memory {
    /// Fills `bytes` from `address`; `false` (and nothing read) if any of it is not device-visible.
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Stores `bytes` at `address`; `false` (and nothing stored) if any of it is not device-visible.
    fn store(&mut self, address: u64, bytes: &[u8]) -> bool;
    /// Asked now and then while a kernel runs; `true` stops it with
    /// [`FaultKind::Cancelled`](crate::exec::FaultKind::Cancelled).
    fn cancelled(&mut self) -> bool {
        false
    }
    /// Who does what kernels ask of the host; without one they print nowhere and their heap is empty.
    fn host(&self) -> Option<&dyn crate::system::Host> {
        None
    }
    /// The same, kept: calls of the device runtime reach the thread's memory while they are carried out.
    fn shared_host(&self) -> Option<std::sync::Arc<dyn crate::system::Host>> {
        None
    }
    /// The textures and surfaces that handles name; without them no handle names any.
    fn textures(&self) -> Option<std::sync::Arc<crate::texture::Table>> {
        self.host().and_then(crate::system::Host::textures).cloned()
    }
    /// Address of a cooperative grid's workspace, for `%envreg1` and `%envreg2`; 0 if the launch is not
    /// cooperative.
    fn workspace(&self) -> u64 {
        0
    }
    /// Told which block of its cluster the next events are of.
    fn turn_of(&mut self, _rank: usize) {}
    /// Whether anybody is told what the running block does.
    fn watches(&self) -> bool {
        false
    }
    /// Told what the running block does. For an access, `false` leaves it out.
    fn watch(&mut self, _event: watch::Event<'_>) -> bool {
        true
    }
}

/// Memory of one piece, for tests and tools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena {
    /// Device address of the first byte.
    pub base: u64,
    /// What it holds.
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

/// What all blocks of a launch share.
struct Launch<'a> {
    function: &'a Function,
    geometry: Geometry,
    params: &'a [u8],
    dynamic_shared: u32,
    vars: &'a [u64],
    /// Shared memory that a block may access, bytes.
    shared_bytes: usize,
    /// What `%total_smem_size` reads.
    total_shared: u32,
    /// Local memory of a thread, bytes.
    local_bytes: usize,
    /// First register of each value; wide values take two.
    slots: Vec<u32>,
    /// Registers of one thread.
    registers: usize,
}

impl<'a> Launch<'a> {
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
        Launch {
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
/// `params` is the parameter block as the function lays it out, `dynamic_shared` the bytes of shared memory
/// beyond what the function declares, `vars` the addresses of the module's variables by [`crate::ir::VarId`].
///
/// # Errors
/// The first fault of a thread; what other threads stored until then stays stored.
pub fn run_grid(
    function: &Function,
    geometry: Geometry,
    params: &[u8],
    dynamic_shared: u32,
    vars: &[u64],
    memory: &mut impl Memory,
) -> Result<(), Fault> {
    let launch = Launch::new(function, geometry, params, dynamic_shared, vars);
    let mut clock = 0;
    let clusters = geometry.blocks() / u64::from(geometry.cluster_blocks());
    let mut coming = (0..clusters).map(|n| Cluster::new(&launch, n));
    let mut resident = VecDeque::new();
    // One more comes in each round, so that all become resident if they wait for each other.
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
