//! What `hipExtSpawnDecide` answers: whether a thread's work is launched (`docs/spawn.md`).
//!
//! Kernels run ahead of their virtual timeline, so a thread that asks cannot be told what runs at its own
//! virtual time. It is answered from what children of earlier grids came to, and from what its own block has
//! launched so far, with as many other blocks taken to do the same as run at a time. So answers depend on the
//! program alone, not on which worker was faster.

use super::{Family, Requests, State, What};
use crate::config::config;
use crate::object::desk::ledger::{Decided, QUEUES};
use ptx::exec::WARP;
use ptx::system::Caller;
use std::collections::BTreeMap;
use timeline::Launching;
use timeline::spawn::{Candidate, Controller, Setting};

/// What threads of a grid have asked.
#[derive(Default)]
pub(super) struct Asked {
    before: Option<Controller>,
    blocks: BTreeMap<u64, Block>,
    /// Threads that were told to launch and have not, by block and thread.
    pub(super) told: BTreeMap<(u64, u32), Decided>,
}

struct Block {
    controller: Controller,
    /// Launches of each warp.
    lanes: BTreeMap<u32, u64>,
}

impl Family {
    /// What a thread was told about the launch that it makes now.
    pub(super) fn decided(&self, caller: Caller) -> Option<Decided> {
        if config().spawn == Setting::Off {
            return None;
        }
        self.state.lock().asked.told.remove(&(caller.block, caller.thread))
    }
}

impl Requests {
    /// `work items, grid, block`: 1 to launch, 0 for the calling thread to do it.
    pub(super) fn spawn_decide(&self, caller: Caller, args: &[u64]) -> u64 {
        let Setting::On(variant) = config().spawn else { return 1 };
        let spec = &self.family.context.on.spec;
        let arg = |n: usize| args.get(n).copied().unwrap_or(0) & u64::from(u32::MAX);
        let product = |from: usize| arg(from).saturating_mul(arg(from + 1)).saturating_mul(arg(from + 2));
        let (items, blocks) = (arg(0), product(1));
        let threads = u32::try_from(product(4)).unwrap_or(u32::MAX);
        let at_a_time = |threads: u32| {
            let per_sm = device::occupancy::blocks_per_sm(spec, threads, 0, 0);
            u64::from(per_sm) * u64::from(spec.sms)
        };
        let launching = Launching::of(spec);

        let mut state = self.family.state.lock();
        let State { asked, .. } = &mut *state;
        let fresh = || self.desk.ledger.known();
        let before =
            asked.before.get_or_insert_with(|| fresh().unwrap_or_else(|| Controller::new(variant, QUEUES)));
        let block = asked
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
        // Nothing here knows how late it is.
        let decision = block.controller.decide(0, candidate);
        if decision.launch {
            *lanes += 1;
            block.controller.launched(blocks);
            let beside = self.family.blocks.min(at_a_time(self.family.threads)).saturating_sub(1);
            block.controller.expect(blocks.saturating_mul(beside));
            asked.told.insert((caller.block, caller.thread), (decision, items));
        } else {
            self.family.note(caller, || What::Declined { decided: (decision, items) });
        }
        decision.launch.into()
    }
}
