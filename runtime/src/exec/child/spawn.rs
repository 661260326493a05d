//! What `hipExtSpawnDecide` answers: whether a thread's work is launched (`docs/spawn.md`).
//!
//! Kernels run ahead of their virtual timeline, so a thread that asks cannot be told what runs at its own virtual time. It is
//! answered from what children of earlier grids came to, and from what its own block has launched so far, with as many other
//! blocks taken to do the same as run at a time. So answers depend on the program alone, not on which worker was faster.

use super::{Family, State, What};
use crate::config::config;
use crate::exec::host::Requests;
use crate::sync::{Mutex, Rank};
use device::GridSpec;
use ptx::exec::WARP;
use ptx::system::Caller;
use std::collections::BTreeMap;
use timeline::spawn::{Candidate, Controller, Decision, Setting};
use timeline::{Cost, Launching, Step};

/// Hardware queues for children, as an H200's and most devices' resident grids.
const QUEUES: u32 = 128;

/// A decision, and how much work it was about.
pub(super) type Decided = (Decision, u64);

/// What children of a context's grids came to.
#[derive(Debug)]
pub(crate) struct Ledger(Mutex<Sums>);

#[derive(Default, Debug)]
struct Sums {
    known: Option<Controller>,
    /// Of grids whose first ancestor has not ended: sums, so that their order does not count.
    kernels: u64,
    blocks: u64,
    cycles: u64,
    item_cycles: u64,
}

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

impl Default for Ledger {
    fn default() -> Self {
        Ledger(Mutex::new(Rank::Leaf, Sums::default()))
    }
}

impl Ledger {
    /// A child has ended.
    pub(super) fn add(&self, grid: &GridSpec, cost: &Cost, decided: Option<Decided>) {
        if config().spawn == Setting::Off || grid.blocks == 0 {
            return;
        }
        let threads = grid.blocks.saturating_mul(grid.threads.into()).max(1);
        let items_a_thread = decided.map_or(1, |(_, items)| items.div_ceil(threads)).max(1);
        let cycles = cycles(cost, grid.blocks);
        let mut sums = self.0.lock();
        sums.kernels = sums.kernels.saturating_add(1);
        sums.blocks = sums.blocks.saturating_add(grid.blocks);
        sums.cycles = sums.cycles.saturating_add(cycles);
        sums.item_cycles = sums.item_cycles.saturating_add(cycles / items_a_thread);
    }

    /// A grid of the host's has ended, and so have its children.
    pub(crate) fn close(&self) {
        let mut sums = self.0.lock();
        let Sums { known, kernels, blocks, cycles, item_cycles } = std::mem::take(&mut *sums);
        sums.known = known;
        if let Some(known) = &mut sums.known {
            known.learn(kernels, blocks, cycles, item_cycles);
        } else if let Setting::On(variant) = config().spawn
            && blocks > 0
        {
            let mut first = Controller::new(variant, QUEUES);
            first.learn(kernels, blocks, cycles, item_cycles);
            sums.known = Some(first);
        }
    }
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
        let fresh = || self.desk.ledger.0.lock().known.clone();
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

/// Of all blocks together.
fn cycles(cost: &Cost, blocks: u64) -> u64 {
    let of_warp = |warp: &Vec<Step>| -> u64 {
        warp.iter().map(|step| if let Step::Run(cycles) = step { *cycles } else { 0 }).sum()
    };
    match cost {
        Cost::Each(cycles) => cycles.saturating_mul(blocks),
        Cost::List(list) => list.iter().map(|&cycles| u64::from(cycles)).sum(),
        Cost::Work(bodies) => bodies.iter().map(|body| body.iter().map(of_warp).max().unwrap_or(0)).sum(),
        Cost::Coupled(coupled) => coupled.cycles.iter().map(|&cycles| u64::from(cycles)).sum(),
        Cost::Endless | Cost::Unknown => 0,
    }
}
