//! Decisions of `hipExtSpawnDecide`: whether a thread launches its work or does it itself (`docs/spawn.md`).
//!
//! Kernels execute ahead of virtual time, so the state of the device at the thread's virtual time is unknown.
//! The decision is based on the costs of children of earlier grids and on the launches of the thread's own
//! block, assuming that as many other blocks as run concurrently launch the same. So it depends on the
//! program alone, not on the speed of workers.

use super::{Action, Family, GridObjects, Requests};
use crate::config::config;
use crate::software::desk::ledger::{Decided, QUEUES};
use ptx::exec::WARP;
use ptx::system::Caller;
use std::collections::BTreeMap;
use timeline::Launching;
use timeline::spawn::{Candidate, Controller, Setting};

/// Decisions for the threads of a grid.
#[derive(Default)]
pub(super) struct Decisions {
    before: Option<Controller>,
    blocks: BTreeMap<u64, Block>,
    /// Threads that were to launch and have not yet, by block and thread.
    pub(super) pending: BTreeMap<(u64, u32), Decided>,
}

struct Block {
    controller: Controller,
    /// Number of launches by each warp.
    lanes: BTreeMap<u32, u64>,
}

impl Family {
    /// Removes and returns the decision for the launch that a thread is making.
    pub(super) fn decision(&self, caller: Caller) -> Option<Decided> {
        if config().spawn == Setting::Off {
            return None;
        }
        self.state.lock().decisions.pending.remove(&(caller.block, caller.thread))
    }
}

impl Requests {
    /// Decides on `work items, grid, block`: 1 for a launch, 0 for the calling thread to do the work.
    pub(super) fn spawn_decide(&self, caller: Caller, args: &[u64]) -> u64 {
        let Setting::On(variant) = config().spawn else { return 1 };
        let spec = &self.family.context.device.spec;
        let arg = |n: usize| args.get(n).copied().unwrap_or(0) & u64::from(u32::MAX);
        let product = |from: usize| arg(from).saturating_mul(arg(from + 1)).saturating_mul(arg(from + 2));
        let (items, blocks) = (arg(0), product(1));
        let threads = u32::try_from(product(4)).unwrap_or(u32::MAX);
        let at_a_time = |threads: u32| {
            let per_sm = device::occupancy::blocks_per_sm(spec, threads, 0, 0);
            u64::from(per_sm) * u64::from(spec.sms)
        };
        let launching = Launching::from_spec(spec);

        let mut state = self.family.state.lock();
        let GridObjects { decisions, .. } = &mut *state;
        let fresh = || self.desk.ledger.known();
        let before = decisions
            .before
            .get_or_insert_with(|| fresh().unwrap_or_else(|| Controller::new(variant, QUEUES)));
        let block = decisions
            .blocks
            .entry(caller.block)
            .or_insert_with(|| Block { controller: before.clone(), lanes: BTreeMap::new() });
        let lanes = block.lanes.entry(caller.thread / WARP).or_default();
        let candidate = Candidate {
            items,
            blocks,
            overhead: launching.overhead(*lanes + 1),
            capacity: at_a_time(threads),
        };
        // The virtual time is unknown here.
        let decision = block.controller.decide(0, candidate);
        if decision.launch {
            *lanes += 1;
            block.controller.launched(blocks);
            let beside = self.family.blocks.min(at_a_time(self.family.threads)).saturating_sub(1);
            block.controller.expect(blocks.saturating_mul(beside));
            decisions.pending.insert((caller.block, caller.thread), (decision, items));
        } else {
            self.family.record(caller, || Action::Declined { decided: (decision, items) });
        }
        decision.launch.into()
    }
}
