//! Diagnosis of blocks without progress. It does not change them.

use super::LaunchState;
use super::block::Block;
use super::cluster::Cluster;
use super::stepped::{Resident, SteppedLaunch};
use super::thread::ThreadState;
use crate::exec::{BARRIERS, WARP};
use crate::ir::{Barrier, Op, Space};
use crate::standstill::{Peek, Reason, SpinLoops, Standstill};

impl SteppedLaunch<'_> {
    /// Returns the conditions that a cluster's threads wait for; `None` if any thread makes progress.
    pub fn standstill(&self, resident: &Resident, peek: &Peek<'_>) -> Option<Vec<Standstill>> {
        resident.cluster().standstill(self.launch(), peek)
    }
}

impl Cluster {
    fn standstill(&self, launch: &LaunchState<'_>, peek: &Peek<'_>) -> Option<Vec<Standstill>> {
        let polls = SpinLoops::new(launch.function);
        let blocks = self.blocks().iter().filter(|block| !block.has_ended());
        blocks
            .map(|block| {
                let threads =
                    (0..block.threads.len()).filter(|&t| block.threads[t].state != ThreadState::Exited);
                let reasons: Option<Vec<_>> =
                    threads.map(|t| Some((t as u32, block.reason(launch, &polls, t, peek)?))).collect();
                Some(Standstill::new(&launch.function.name, block.at, reasons?))
            })
            .collect()
    }
}

impl Block {
    /// Returns the condition that a thread waits for, and its line.
    fn reason(
        &self,
        launch: &LaunchState<'_>,
        polls: &SpinLoops<'_>,
        t: usize,
        peek: &Peek<'_>,
    ) -> Option<(u32, Reason)> {
        if self.threads[t].state == ThreadState::Ready {
            let known = |v| Some(self.get(launch, t, v) as u64);
            let peek = |space, address, bytes| self.peek(space, address, bytes, peek);
            return polls.reason(self.threads[t].block.index(), &known, &peek);
        }
        let inst = self.sync_inst(launch, t);
        let arg = |n: usize| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v) as u32);
        let reason = match inst.op {
            Op::Barrier { kind: Barrier::ClusterArrive | Barrier::ClusterWait, .. } => Reason::Cluster,
            Op::Barrier { counted, .. } => {
                let number = arg(0) % BARRIERS;
                let arrived = self.arrivals(number);
                let live = (0..).zip(arrived).map(|(w, &arrived)| (w, self.live(w as usize) & !arrived));
                let missing = live.filter(|own| own.1 != 0).collect();
                let all = arrived.iter().map(|lanes| lanes.count_ones()).sum();
                Reason::Barrier { number, expected: counted.then(|| arg(1)), arrived: all, missing }
            }
            _ => {
                let (warp, at) = (t / WARP as usize, (self.threads[t].block, self.threads[t].next));
                let named = inst.args.last().map_or(u32::MAX, |&v| self.get(launch, t, v) as u32);
                let first = warp * WARP as usize;
                let here = self.threads[first..].iter().take(WARP as usize).enumerate();
                let arrived =
                    here.filter(|(_, own)| own.state == ThreadState::Sync && (own.block, own.next) == at);
                let arrived = arrived.fold(0, |all, (n, _)| all | 1 << n);
                Reason::Lanes(named & self.live(warp) & !arrived)
            }
        };
        Some((inst.line, reason))
    }

    /// Reads memory that a thread polls.
    fn peek(&self, space: Space, address: u64, bytes: u32, outside: &Peek<'_>) -> Option<u64> {
        match space {
            Space::Shared => {
                let at = usize::try_from(address).ok()?;
                let own = self.spaces.shared.get(at..at.checked_add(bytes as usize)?)?;
                let mut word = [0; 8];
                word.get_mut(..own.len())?.copy_from_slice(own);
                Some(u64::from_le_bytes(word))
            }
            Space::Generic | Space::Global => outside(address, bytes),
            _ => None,
        }
    }
}
