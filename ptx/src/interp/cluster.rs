//! Cluster of blocks: executes them in time slices, gives them access to each other's shared memory, and
//! implements the cluster's barrier.
//!
//! A block of a launch without clusters is a cluster of its own.

use super::block::{Block, Progress};
use super::space::cluster_address;
use super::thread::ThreadState;
use super::watch::Event;
use super::{LaunchState, Memory};
use crate::exec::{BARRIERS, Fault, FaultKind};
use crate::ir::Space;

/// A cluster between two time slices.
pub(super) struct Cluster {
    blocks: Vec<Block>,
}

/// Memory as seen by one block of a cluster: the shared memory of the other blocks precedes all other memory.
struct ClusterMemory<'a, M> {
    memory: &'a mut M,
    shared: &'a mut [Vec<u8>],
}

impl<M> ClusterMemory<'_, M> {
    fn piece(&mut self, address: u64, len: usize) -> Option<&mut [u8]> {
        let (rank, at) = cluster_address(address)?;
        let at = at as usize;
        self.shared.get_mut(rank as usize)?.get_mut(at..at.checked_add(len)?)
    }
}

/// Distinguishes an access to the shared memory of a block outside the cluster from one beyond the shared
/// memory of a block in it.
fn refine_fault(fault: Fault, blocks: usize) -> Fault {
    match fault.kind {
        FaultKind::IllegalAddress { address, .. } | FaultKind::Misaligned { address, .. }
            if cluster_address(address).is_some_and(|(rank, _)| rank as usize >= blocks) =>
        {
            Fault { kind: FaultKind::NoPeer { address }, ..fault }
        }
        _ => fault,
    }
}

impl<M: Memory> Memory for ClusterMemory<'_, M> {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        if cluster_address(address).is_none() {
            return self.memory.load(address, bytes);
        }
        self.piece(address, bytes.len()).map(|piece| bytes.copy_from_slice(piece)).is_some()
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        if cluster_address(address).is_none() {
            return self.memory.store(address, bytes);
        }
        self.piece(address, bytes.len()).map(|piece| piece.copy_from_slice(bytes)).is_some()
    }

    fn cancelled(&mut self) -> bool {
        self.memory.cancelled()
    }

    fn host(&self) -> Option<&dyn crate::system::Host> {
        self.memory.host()
    }

    fn shared_host(&self) -> Option<std::sync::Arc<dyn crate::system::Host>> {
        self.memory.shared_host()
    }

    fn textures(&self) -> Option<std::sync::Arc<crate::texture::Table>> {
        self.memory.textures()
    }

    fn workspace(&self) -> u64 {
        self.memory.workspace()
    }

    fn is_watched(&self) -> bool {
        self.memory.is_watched()
    }

    fn begin_slice(&mut self, rank: usize) {
        self.memory.begin_slice(rank);
    }

    fn watch(&mut self, event: Event<'_>) -> bool {
        match event {
            // Watchers know the memory of one block and device memory. Shared memory of other blocks is
            // checked here.
            Event::Access(access, _)
                if access.space == Space::Global && cluster_address(access.address).is_some() =>
            {
                true
            }
            event => self.memory.watch(event),
        }
    }
}

impl Cluster {
    /// Creates the cluster with a linear index.
    pub(super) fn new(launch: &LaunchState<'_>, index: u64) -> Self {
        let size = u64::from(launch.geometry.cluster_blocks());
        let blocks =
            (index * size..(index + 1) * size).map(|n| Block::new(launch, launch.geometry.block_at(n)));
        Cluster { blocks: blocks.collect() }
    }

    /// Runs until all threads have ended (`true`), or until a block has used up its time slice and no other
    /// can continue.
    pub(super) fn resume(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        clock: &mut u64,
    ) -> Result<bool, Fault> {
        let mut shared = vec![Vec::new(); self.blocks.len()];
        loop {
            let (mut moved, mut yielded, mut ended) = (false, false, true);
            for rank in 0..self.blocks.len() {
                if self.blocks[rank].has_ended() {
                    continue;
                }
                memory.begin_slice(rank);
                // The other blocks' shared memories are moved to `shared` for the time slice.
                let lend = |blocks: &mut [Block], shared: &mut [Vec<u8>]| {
                    for (n, (block, place)) in blocks.iter_mut().zip(shared).enumerate() {
                        if n != rank {
                            std::mem::swap(&mut block.spaces.shared, place);
                        }
                    }
                };
                lend(&mut self.blocks, &mut shared);
                let mut view = ClusterMemory { memory: &mut *memory, shared: &mut shared };
                let progress = self.blocks[rank].resume(launch, &mut view, clock);
                lend(&mut self.blocks, &mut shared);
                match progress
                    .map_err(|fault| refine_fault(fault, launch.geometry.cluster_blocks() as usize))?
                {
                    Progress::Done => moved = true,
                    Progress::Yielded => (yielded, ended) = (true, false),
                    Progress::Waiting(something) => {
                        moved |= something;
                        ended = false;
                    }
                }
            }
            if ended {
                return Ok(true);
            }
            moved |= self.open(launch, memory);
            if yielded {
                return Ok(false);
            }
            if !moved {
                let stuck = self.blocks.iter().find(|block| !block.has_ended()).unwrap_or(&self.blocks[0]);
                return Err(stuck.deadlock(launch));
            }
        }
    }

    /// Opens the barrier if all threads that have not ended have arrived. Returns whether it did.
    fn open(&mut self, launch: &LaunchState<'_>, memory: &mut impl Memory) -> bool {
        let has_arrived = |block: &Block| {
            let mut threads = block.threads.iter().zip(&block.arrived);
            threads.all(|(thread, &arrived)| arrived || thread.state == ThreadState::Exited)
        };
        let any_arrived = self.blocks.iter().any(|block| block.arrived.contains(&true));
        if !any_arrived || !self.blocks.iter().all(has_arrived) {
            return false;
        }
        let threads: Vec<u32> = (0..launch.geometry.threads()).collect();
        for (rank, block) in self.blocks.iter_mut().enumerate() {
            block.arrived.fill(false);
            memory.begin_slice(rank);
            memory.watch(Event::Open { barrier: BARRIERS, threads: &threads, all: false });
        }
        true
    }

    /// Returns the idle iterations of spin-wait loops in the last time slice; 0 if there was other progress.
    pub(super) fn idle(&self) -> u64 {
        let idle = self.blocks.iter().filter(|block| !block.has_ended()).map(|block| block.idle);
        idle.sum::<Option<u64>>().unwrap_or(0)
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the fault of a cluster of a cancelled launch.
    pub(super) fn cancelled(&self, launch: &LaunchState<'_>) -> Fault {
        self.blocks[0].fault(launch, FaultKind::Cancelled, 0, None)
    }
}
