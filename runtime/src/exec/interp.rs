//! Execution of blocks by the reference interpreter, for the memory checker and for comparison with compiled
//! code.
//!
//! One interpreted block runs at a time in the process: a global lock, the baton, is held for each time
//! slice. This makes atomics atomic, and orders the accesses that the checker sees.

use super::{Outcome, Running};
use crate::check::{self, BlockState, checker};
use crate::memory::Memory;
use crate::memory::copy::Copy;
use crate::memory::reach::Reachable;
use crate::sync::{Arc, AtomicBool, Global, Ordering, Rank};
use jit::check::BlockWatch;
use ptx::exec::Geometry;
use ptx::interp::{self, SteppedLaunch, watch::Event};
use ptx::ir::{Function, Space};
use ptx::standstill::{Peek, Standstill};
use ptx::system::Host;

pub(super) static BATON: Global<()> = Global::new(Rank::Baton, ());

/// Launch that is interpreted.
pub(crate) struct InterpretedLaunch {
    pub(crate) function: Arc<Function>,
    /// PTX text of the module, for reports.
    pub(crate) text: Arc<str>,
    /// Kernel as the checker sees it, if there is a checker.
    pub(crate) checked: Option<Arc<check::Kernel>>,
    pub(crate) geometry: Geometry,
    pub(crate) params: Vec<u8>,
    pub(crate) dynamic_shared: u32,
    /// Shared memory of a block, bytes. A block may access all of it; under the checker only what it asked
    /// for.
    pub(crate) allocated_shared: u32,
    /// Call stack of a thread, bytes, as the context's limit has it.
    pub(crate) stack: u64,
    pub(crate) vars: Arc<[u64]>,
    pub(crate) memory: &'static Memory,
    /// Device memory that it may access; `None` for all.
    pub(crate) reach: Option<Arc<Reachable>>,
    /// Handler of the kernel's calls to the host.
    pub(crate) host: Arc<dyn Host>,
    /// Address of a cooperative grid's workspace, or 0.
    pub(crate) workspace: u64,
    pub(crate) cancel: AtomicBool,
}

impl InterpretedLaunch {
    /// Shared memory that the kernel declares plus what the launch asks for, bytes.
    fn asked_shared(&self) -> u64 {
        u64::from(self.function.shared_bytes) + u64::from(self.dynamic_shared)
    }

    /// Bytes of the space `space`, if its addresses are offsets.
    pub(crate) fn space_bytes(&self, space: Space) -> Option<u64> {
        match space {
            Space::Shared if checker().is_some() => Some(self.asked_shared()),
            Space::Shared => Some(self.allocated_shared.into()),
            Space::Local => Some(self.function.local_bytes_with(self.stack).into()),
            Space::Param => Some(self.params.len() as u64),
            Space::Generic | Space::Global | Space::Const | Space::Cluster => None,
        }
    }
}

/// Suspended cluster of blocks.
pub(crate) struct Cluster {
    resident: interp::Resident,
    /// Checker's state of each block.
    checked: Option<Vec<BlockState>>,
}

impl Cluster {
    /// Loop trips that threads made in the last time slice; 0 if they did anything besides spinning.
    pub(super) fn idle(&self) -> u64 {
        self.resident.idle()
    }
}

/// Memory accesses of the blocks of a cluster.
struct View<'a> {
    launch: &'a InterpretedLaunch,
    checked: Option<&'a mut [BlockState]>,
    /// Rank, in the cluster, of the block that runs.
    rank: usize,
}

impl View<'_> {
    fn may(&self, address: u64, bytes: usize, write: bool) -> bool {
        self.launch.reach.as_ref().is_none_or(|reach| reach.allows(address, bytes as u64, write))
    }
}

impl interp::Memory for View<'_> {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        if !self.may(address, bytes.len(), false) {
            return false;
        }
        let from = self.launch.memory.reached(address, bytes.len() as u64);
        if let Ok(plan) = Copy::borrowing_mut(self.launch.memory, bytes, from) {
            plan.carry_out();
            return true;
        }
        Copy::from_leaving(self.launch.memory, bytes, address).map(Copy::carry_out).is_some()
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        if !self.may(address, bytes.len(), true) {
            let (reach, host) = (&self.launch.reach, &self.launch.host);
            if !reach.as_ref().is_some_and(|reach| reach.is_multicast(address)) {
                return false;
            }
            let mut replicas = (0..).map(|n| host.replica(address, n)).take_while(|&at| at != 0);
            return replicas.all(|at| at != address && self.store(at, bytes));
        }
        let to = self.launch.memory.reached(address, bytes.len() as u64);
        if let Ok(plan) = Copy::borrowing(self.launch.memory, to, bytes) {
            plan.carry_out();
            return true;
        }
        Copy::to_leaving(self.launch.memory, address, bytes).map(Copy::carry_out).is_some()
    }

    fn host(&self) -> Option<&dyn Host> {
        Some(&*self.launch.host)
    }

    fn shared_host(&self) -> Option<Arc<dyn Host>> {
        Some(Arc::clone(&self.launch.host))
    }

    fn workspace(&self) -> u64 {
        self.launch.workspace
    }

    fn cancelled(&mut self) -> bool {
        self.launch.cancel.load(Ordering::Relaxed)
    }

    fn is_watched(&self) -> bool {
        self.checked.is_some()
    }

    fn watch(&mut self, event: Event<'_>) -> bool {
        match &mut self.checked {
            Some(blocks) => blocks[self.rank].event(event),
            None => true,
        }
    }

    fn begin_slice(&mut self, rank: usize) {
        if let Some(blocks) = &mut self.checked {
            blocks[self.rank].pause();
        }
        self.rank = rank;
    }
}

impl InterpretedLaunch {
    fn turns(&self) -> SteppedLaunch<'_> {
        let turns =
            SteppedLaunch::new(&self.function, self.geometry, &self.params, self.dynamic_shared, &self.vars);
        turns.with_stack(self.stack).with_shared(self.allocated_shared, checker().is_some())
    }

    /// Runs a cluster until it ends or its time slice is over.
    pub(super) fn start(&self, cluster: u64) -> Outcome {
        let size = u64::from(self.geometry.cluster_blocks());
        let checked = self.checked.as_ref().map(|kernel| {
            (cluster * size..(cluster + 1) * size).map(|n| BlockState::new(kernel, n)).collect()
        });
        self.resume(Box::new(Cluster { resident: self.turns().cluster(cluster), checked }))
    }

    /// Returns what the cluster's threads wait for; `None` if some do more than wait.
    pub(super) fn standstill(&self, cluster: &Cluster, peek: &Peek<'_>) -> Option<Vec<Standstill>> {
        self.turns().standstill(&cluster.resident, peek)
    }

    /// Resumes a suspended cluster.
    pub(super) fn resume(&self, mut cluster: Box<Cluster>) -> Outcome {
        let Cluster { resident, checked } = &mut *cluster;
        let baton = BATON.lock();
        let mut view = View { launch: self, checked: checked.as_deref_mut(), rank: 0 };
        let (end, rank) = (self.turns().resume(resident, &mut view), view.rank);
        for (n, block) in checked.iter_mut().flatten().enumerate() {
            if let Err(fault) = &end
                && n == rank
            {
                block.fault(fault);
            }
            block.pause();
            // Memory may be freed before the next slice.
            block.changed();
        }
        drop(baton);
        match end {
            Ok(true) => Outcome::Done,
            Ok(false) => Outcome::Yielded(Running::Interpreted(cluster)),
            Err(fault) => Outcome::Fault(fault),
        }
    }
}
