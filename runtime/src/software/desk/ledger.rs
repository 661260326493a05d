//! Costs of launches by kernels, for threads that ask whether a launch pays.

use crate::config::config;
use crate::sync::{Mutex, Rank};
use device::GridSpec;
use timeline::spawn::{Controller, Decision, Setting};
use timeline::{Cost, Step};

/// Hardware queues for children, as an H200's and most devices' resident grids.
pub(crate) const QUEUES: u32 = 128;

/// A decision, and how much work it was about.
pub(crate) type Decided = (Decision, u64);

/// Costs of child grids of a context.
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

impl Default for Ledger {
    fn default() -> Self {
        Ledger(Mutex::new(Rank::Leaf, Sums::default()))
    }
}

impl Ledger {
    /// Returns the costs so far.
    pub(crate) fn known(&self) -> Option<Controller> {
        self.0.lock().known.clone()
    }

    /// A child has ended.
    pub(crate) fn add(&self, grid: &GridSpec, cost: &Cost, decided: Option<Decided>) {
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
