//! Clusters of blocks: one thread runs the blocks in time slices, and they meet at a barrier of their own.
//!
//! Atomics on shared memory, also on another block's, therefore stay plain operations. A block of a launch
//! without clusters is a cluster of its own.

use super::{Block, Pause};
use crate::launch::Launch;
use crate::window::Window;
use ptx::exec::Fault;
use std::fmt;
use std::sync::Arc;

/// A running cluster, or its memory between two clusters.
#[derive(Default)]
pub struct Cluster {
    blocks: Vec<Block>,
    /// Number of blocks in the cluster.
    count: usize,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.blocks[..self.count]).finish()
    }
}

impl Cluster {
    /// Makes this the cluster with a linear index, before its first time slice; its blocks' SMs are `sms`, or
    /// 0 beyond the end of the list.
    pub(crate) fn reset(
        &mut self,
        window: &Arc<Window>,
        launch: &Launch,
        index: u64,
        sms: &[u16],
    ) -> Result<(), Fault> {
        self.count = launch.geometry.cluster_blocks() as usize;
        if self.blocks.len() < self.count {
            self.blocks.resize_with(self.count, Block::default);
        }
        let blocks = &mut self.blocks[..self.count];
        for (n, block) in (index * blocks.len() as u64..).zip(&mut *blocks) {
            let sm = sms.get((n % self.count as u64) as usize).copied().unwrap_or(0);
            block.reset(window, launch, n, sm.into())?;
        }
        if blocks.len() > 1 {
            let bases: Vec<u64> = blocks.iter().map(Block::shared).collect();
            for (block, &own) in blocks.iter_mut().zip(&bases) {
                block.peers[0] = own;
                block.peers[1..=bases.len()].copy_from_slice(&bases);
            }
        }
        Ok(())
    }

    /// Returns whether its first block runs the code that records what lanes execute.
    pub(crate) fn is_recorded(&self, launch: &Launch) -> bool {
        launch.trace.is_some() && self.blocks[..self.count].first().is_some_and(|block| !block.better)
    }

    /// Returns the work of its blocks that run quick code: threads and loop iterations, to decide when better
    /// code is worth it.
    pub(crate) fn work(&self, launch: &Launch) -> u64 {
        let blocks = self.blocks[..self.count].iter().filter(|block| !block.better);
        blocks.map(|block| u64::from(launch.geometry.threads()) + block.iterations()).sum()
    }

    /// Returns its blocks that have not ended.
    pub(super) fn running(&self) -> impl Iterator<Item = &Block> {
        self.blocks[..self.count].iter().filter(|block| !block.has_ended())
    }

    /// Returns the number of clusters that have ended since the last reset, besides the current one.
    pub(crate) fn passed(&self) -> u64 {
        self.blocks[..self.count].iter().map(|block| block.passed).sum()
    }

    /// Runs until all threads have ended (`true`) or the time slice is over (`false`); may continue with the
    /// clusters that follow, for as many blocks as `following` has SMs.
    pub(crate) fn run(&mut self, launch: &Launch, fuel: u64, following: &[u16]) -> Result<bool, Fault> {
        let ended = self.run_slices(launch, fuel, following);
        if let Err(fault) = &ended {
            let mut blocks = self.blocks[..self.count].iter_mut();
            if let Some(block) = blocks.find(|block| block.is_at(fault.block)) {
                block.stopped_by(fault);
            }
        }
        ended
    }

    fn run_slices(&mut self, launch: &Launch, fuel: u64, following: &[u16]) -> Result<bool, Fault> {
        loop {
            let (mut moved, mut turn_over, mut ended) = (false, false, true);
            for block in self.blocks[..self.count].iter_mut().filter(|block| !block.has_ended()) {
                let pause = block.run(launch, fuel, following);
                block.paused();
                match pause? {
                    Pause::Done => {
                        block.end_trace();
                        moved = true;
                    }
                    Pause::SliceEnd => (turn_over, ended) = (true, false),
                    Pause::Cluster(something) => {
                        moved |= something;
                        ended = false;
                    }
                }
            }
            if ended {
                return Ok(true);
            }
            moved |= self.open();
            if turn_over {
                return Ok(false);
            }
            if !moved {
                let waiting = self.blocks[..self.count].iter().find(|block| !block.has_ended());
                return Err(waiting.unwrap_or(&self.blocks[0]).deadlock(launch));
            }
        }
    }

    /// Opens the barrier if all live threads have arrived; returns whether it did.
    fn open(&mut self) -> bool {
        let blocks = &mut self.blocks[..self.count];
        let come =
            |block: &Block| block.live.iter().zip(&block.arrived).all(|(&live, &come)| live & !come == 0);
        let anyone = blocks.iter().any(|block| block.arrived.iter().any(|&come| come != 0));
        let opens = anyone && blocks.iter().all(come);
        if opens {
            for block in blocks {
                block.arrived.fill(0);
                block.cluster_opened();
            }
        }
        opens
    }
}

impl Block {
    /// Returns the base of the block's shared memory.
    fn shared(&self) -> u64 {
        self.context.as_ref().map_or(0, |context| context.shared)
    }

    /// Handles a thread at the cluster's barrier, as arrival or wait; returns whether it can continue.
    pub(super) fn reach_cluster_barrier(&mut self, t: usize, arrives: bool) -> bool {
        let (warp, bit) = (t / 32, 1 << (t % 32));
        let goes = arrives || self.arrived[warp] & bit == 0;
        if arrives {
            self.cluster_arrived(t);
            self.arrived[warp] |= bit;
        }
        if goes {
            self.release(t);
        }
        goes
    }
}
