//! Kernels of a workload: what each thread does, as steps for the virtual timeline.

use device::GridSpec;
use std::sync::Arc;
use timeline::{Body, Child, Cost, Offer, Step, Target};

/// Threads of a parent's block, and of a child's.
const PARENT: usize = 256;
const CHILD: u32 = 64;
const WARP: usize = 32;

/// What something costs a thread. What stands here is read off the kernels in `testdata/cuda/spawn`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Instructions.
    pub(super) instructions: u64,
    /// Loads whose address is next to the one before: the first-level cache has them.
    pub(super) near: u64,
    /// Loads and atomics anywhere, on whose value the next instruction waits.
    pub(super) far: u64,
}

impl Effort {
    pub(super) const fn new(instructions: u64, near: u64, far: u64) -> Self {
        Effort { instructions, near, far }
    }

    /// Cycles of a warp: 6 for an instruction, as in the model of time; 30 for a load nearby and 300 for one
    /// far away, which are about what is published for Kepler.
    pub(super) const fn cycles(self) -> u64 {
        6 * self.instructions + 30 * self.near + 300 * self.far
    }
}

/// Cycles before the first instruction of a block, as in the model of time.
const START: u64 = 300;

/// How long the blocks of a thread's child take.
#[derive(Clone)]
pub(super) enum Blocks {
    /// An item each of their threads, all alike, so many cycles.
    Alike(u64),
    /// Block by block.
    Each(Arc<[u32]>),
}

/// What one thread of a parent does.
pub(super) struct Thread {
    /// Items.
    pub(super) items: u32,
    /// Cycles that they take the thread, one after the other.
    pub(super) serial: u64,
    /// What a child takes instead, with 64 threads a block and a thread for each item.
    pub(super) child: Blocks,
}

impl Thread {
    /// Items that are all alike, for one thread, and in a thread each.
    pub(super) fn alike(items: u32, serial: Effort, child: Effort) -> Thread {
        Thread { items, serial: u64::from(items) * serial.cycles(), child: Blocks::Alike(child.cycles()) }
    }
}

/// A kernel launch of a workload.
pub struct Kernel {
    pub(super) blocks: u64,
    pub(super) cost: Cost,
}

/// What a kernel does, and what there is in it to decide.
pub(super) fn kernel(name: &Arc<str>, prologue: Effort, threads: &[Thread]) -> Kernel {
    let bodies: Vec<Body> = threads
        .chunks(PARENT)
        .map(|block| block.chunks(WARP).map(|warp| steps(name, prologue, warp)).collect())
        .collect();
    Kernel { blocks: bodies.len() as u64, cost: Cost::Work(bodies.into()) }
}

/// A warp's: its threads begin together, those with work ask, and then those that have launched nothing do
/// theirs.
fn steps(name: &Arc<str>, prologue: Effort, warp: &[Thread]) -> Vec<Step> {
    let begin = START + prologue.cycles();
    let offer = |thread: &Thread| {
        let cost = match &thread.child {
            Blocks::Alike(cycles) => Cost::Each(START + cycles),
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

/// Threads of a parent's block.
pub(super) const fn parent_threads() -> u32 {
    PARENT as u32
}
