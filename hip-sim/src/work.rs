//! Kernels of a workload: steps of each thread for the virtual timeline.

use device::GridSpec;
use std::sync::Arc;
use timeline::{Body, Child, Cost, Offer, Step, Target};

/// Threads of a parent's block.
const PARENT: usize = 256;
const CHILD: u32 = 64;
const WARP: usize = 32;

/// Cost of work for a thread, counted in the kernels of `testdata/cuda/spawn`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Instructions.
    pub(super) instructions: u64,
    /// Loads from contiguous addresses, which hit the first-level cache.
    pub(super) near: u64,
    /// Loads and atomics at any address, with a dependent next instruction.
    pub(super) far: u64,
}

impl Effort {
    pub(super) const fn new(instructions: u64, near: u64, far: u64) -> Self {
        Effort { instructions, near, far }
    }

    /// Returns the cycles of a warp: 6 for an instruction, as in the time model; 30 for a contiguous load and
    /// 300 for any other, about the values published for Kepler.
    pub(super) const fn cycles(self) -> u64 {
        6 * self.instructions + 30 * self.near + 300 * self.far
    }
}

/// Cycles before the first instruction of a block, as in the time model.
const START: u64 = 300;

/// Run time of the blocks of a thread's child.
#[derive(Clone)]
pub(super) enum Blocks {
    /// Equal items, one a thread: cycles of each.
    Equal(u64),
    /// Cycles by block.
    Each(Arc<[u32]>),
}

/// Work of one thread of a parent.
pub(super) struct Thread {
    /// Items.
    pub(super) items: u32,
    /// Cycles of the serial work.
    pub(super) serial: u64,
    /// Cost of a child instead, with 64 threads a block and a thread for each item.
    pub(super) child: Blocks,
}

impl Thread {
    /// Returns a thread with equal items, processed serially or in a thread each.
    pub(super) fn with_equal_items(items: u32, serial: Effort, child: Effort) -> Thread {
        Thread { items, serial: u64::from(items) * serial.cycles(), child: Blocks::Equal(child.cycles()) }
    }
}

/// A kernel launch of a workload.
pub struct Kernel {
    pub(super) blocks: u64,
    pub(super) cost: Cost,
}

/// Builds a kernel with its possible launches.
pub(super) fn kernel(name: &Arc<str>, prologue: Effort, threads: &[Thread]) -> Kernel {
    let bodies: Vec<Body> = threads
        .chunks(PARENT)
        .map(|block| block.chunks(WARP).map(|warp| steps(name, prologue, warp)).collect())
        .collect();
    Kernel { blocks: bodies.len() as u64, cost: Cost::Work(bodies.into()) }
}

/// Builds the steps of a warp: its threads start together, those with work decide, and then those without a
/// launch do theirs.
fn steps(name: &Arc<str>, prologue: Effort, warp: &[Thread]) -> Vec<Step> {
    let begin = START + prologue.cycles();
    let offer = |thread: &Thread| {
        let cost = match &thread.child {
            Blocks::Equal(cycles) => Cost::Each(START + cycles),
            Blocks::Each(list) => {
                Cost::List(list.iter().map(|&cycles| cycles.saturating_add(START as u32)).collect())
            }
        };
        let grid = GridSpec::new(u64::from(thread.items.div_ceil(CHILD)), CHILD);
        let child =
            Child { target: Target::FireAndForget, name: Arc::clone(name), grid, cost, decided: None };
        Offer { items: u64::from(thread.items), serial: thread.serial, child }
    };
    let offers: Arc<[Offer]> = warp.iter().filter(|thread| thread.items > 0).map(offer).collect();
    if offers.is_empty() {
        return vec![Step::Run(begin)];
    }
    vec![Step::Run(begin), Step::Offer(offers)]
}

/// Returns the threads of a parent's block.
pub(super) const fn parent_threads() -> u32 {
    PARENT as u32
}
