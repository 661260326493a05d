//! Counters of a launch: by block of the kernel, by memory instruction, and by block of the grid.

use crate::class::Class;
use crate::code::Code;

/// Executions of a basic block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BlockCounts {
    /// By warps.
    pub warps: u64,
    /// By lanes.
    pub lanes: u64,
    /// By warps whose lanes then continued at different blocks.
    pub diverged: u64,
}

/// Executions of a memory instruction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SiteCounts {
    /// Requests of warps to global memory.
    pub global: u64,
    /// Requests of warps to local memory.
    pub local: u64,
    /// Requests of warps to shared memory.
    pub shared: u64,
    /// Lanes in those.
    pub lanes: u64,
    /// Sectors of global memory.
    pub sectors: u64,
    /// Sectors of local memory.
    pub local_sectors: u64,
    /// Of both: sectors that the first-level cache had.
    pub hits: u64,
    /// Lines of global and local memory.
    pub lines: u64,
    /// Wavefronts of shared memory, and their number without bank conflicts.
    pub wavefronts: u64,
    /// Wavefronts of shared memory without bank conflicts.
    pub ideal: u64,
}

impl SiteCounts {
    fn add(&mut self, other: &SiteCounts, times: u64) {
        let SiteCounts {
            global,
            local,
            shared,
            lanes,
            sectors,
            local_sectors,
            hits,
            lines,
            wavefronts,
            ideal,
        } = other;
        self.global += times * global;
        self.local += times * local;
        self.shared += times * shared;
        self.lanes += times * lanes;
        self.sectors += times * sectors;
        self.local_sectors += times * local_sectors;
        self.hits += times * hits;
        self.lines += times * lines;
        self.wavefronts += times * wavefronts;
        self.ideal += times * ideal;
    }
}

/// Loads of an instruction that the first-level cache may serve, of some blocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Loads {
    /// Sectors.
    pub sectors: u64,
    /// Sectors that it had.
    pub hits: u64,
    /// Lines of requests.
    pub lines: u64,
    /// Lines of which it had all sectors.
    pub hit_lines: u64,
    /// Requests.
    pub requests: u64,
    /// Requests that had all sectors at once: none was on its way for a warp in step with it.
    pub hit_requests: u64,
}

impl Loads {
    /// Adds the loads of another instruction.
    pub fn add(&mut self, other: &Loads) {
        let Loads { sectors, hits, lines, hit_lines, requests, hit_requests } = other;
        self.sectors += sectors;
        self.hits += hits;
        self.lines += lines;
        self.hit_lines += hit_lines;
        self.requests += requests;
        self.hit_requests += hit_requests;
    }
}

/// Loads that the first-level caches serve: they do not go to the second level.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Served {
    /// Sectors.
    pub sectors: u64,
    /// Lines of requests.
    pub lines: u64,
    /// Requests.
    pub requests: u64,
}

/// Work of one block of the grid, for the clock.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Linear index.
    pub block: u64,
    /// Estimated machine instructions of its warps by class.
    pub classes: [u64; Class::ALL.len()],
    /// Instructions of class `fma` that occupy their pipe twice as long: see [`crate::code::BlockCode`].
    pub slow: u64,
    /// Wavefronts of shared memory.
    pub wavefronts: u64,
    /// Requests to global and local memory.
    pub requests: u64,
    /// Their sectors, those of atomic operations excluded.
    pub sectors: u64,
    /// Sectors that go to the second level: stores, atomic operations, and loads that miss the first one. Of
    /// a single block, all loads do; [`Counters::total`] knows better.
    pub beyond: u64,
    /// Lines of requests to global and local memory: a request's cost in the first level.
    pub lines: u64,
    /// Lines of loads that go to the second level.
    pub load_lines: u64,
    /// Lines of stores.
    pub store_lines: u64,
    /// Sectors of stores.
    pub stored: u64,
    /// Load requests that missed the first level, or waited for what another warp in step with it missed.
    pub missed: u64,
    /// Load requests.
    pub loads: u64,
    /// Longest chain of a warp: cycles, global and shared accesses.
    pub path: [u64; 3],
    /// Barriers that a warp passes.
    pub barriers: u64,
    /// Warps.
    pub warps: u64,
}

impl Work {
    /// Adds the work of another block; of chains the longer one remains.
    pub fn add(&mut self, other: &Work) {
        for (mine, theirs) in self.classes.iter_mut().zip(other.classes) {
            *mine += theirs;
        }
        self.slow += other.slow;
        self.wavefronts += other.wavefronts;
        self.requests += other.requests;
        self.sectors += other.sectors;
        self.beyond += other.beyond;
        self.lines += other.lines;
        self.load_lines += other.load_lines;
        self.store_lines += other.store_lines;
        self.stored += other.stored;
        self.missed += other.missed;
        self.loads += other.loads;
        self.barriers = self.barriers.max(other.barriers);
        self.warps += other.warps;
        for (mine, theirs) in self.path.iter_mut().zip(other.path) {
            *mine = (*mine).max(theirs);
        }
    }

    /// Returns the assumed length of its longest chain, in cycles.
    pub fn chain(&self) -> u64 {
        let [cycles, global, shared] = self.path;
        cycles + 400 * global + 30 * shared
    }

    /// Returns all estimated instructions.
    pub fn instructions(&self) -> u64 {
        self.classes.iter().sum()
    }
}

/// Slices of the second level that atomic operations are counted for.
pub const SLICES: usize = 48;

/// Counters of a launch, or of some of its blocks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// By basic block.
    pub blocks: Vec<BlockCounts>,
    /// By memory instruction.
    pub sites: Vec<SiteCounts>,
    /// By block of the grid, in no order until [`Self::sort`].
    pub work: Vec<Work>,
    /// Loads of all these blocks that the first-level caches serve.
    pub served: Served,
    /// Sector operations of atomic instructions on global memory, by slice.
    pub slices: Vec<u64>,
    /// Warps whose records were too long: their counts are missing.
    pub lost: u64,
}

impl Counters {
    /// Creates zeros for a kernel.
    pub fn new(code: &Code) -> Counters {
        Counters {
            blocks: vec![BlockCounts::default(); code.blocks.len()],
            sites: vec![SiteCounts::default(); code.sites.len()],
            work: Vec::new(),
            served: Served::default(),
            slices: vec![0; SLICES],
            lost: 0,
        }
    }

    /// Adds the counters of other blocks of the same launch.
    pub fn add(&mut self, other: &Counters) {
        self.add_sums(other, 1);
        self.work.extend_from_slice(&other.work);
        self.lost += other.lost;
    }

    /// Adds the sums of other blocks, several times.
    pub(crate) fn add_sums(&mut self, other: &Counters, times: u64) {
        for (mine, theirs) in self.blocks.iter_mut().zip(&other.blocks) {
            mine.warps += times * theirs.warps;
            mine.lanes += times * theirs.lanes;
            mine.diverged += times * theirs.diverged;
        }
        for (mine, theirs) in self.sites.iter_mut().zip(&other.sites) {
            mine.add(theirs, times);
        }
        for (mine, theirs) in self.slices.iter_mut().zip(&other.slices) {
            *mine += times * theirs;
        }
    }

    /// Sets all counters to zero.
    pub fn clear(&mut self) {
        self.blocks.fill(BlockCounts::default());
        self.sites.fill(SiteCounts::default());
        self.slices.fill(0);
        self.work.clear();
        self.lost = 0;
    }

    /// Returns the work of all blocks.
    pub fn total(&self) -> Work {
        let mut total = Work::default();
        self.work.iter().for_each(|block| total.add(block));
        total.beyond = total.beyond.saturating_sub(self.served.sectors);
        total.load_lines = total.load_lines.saturating_sub(self.served.lines);
        total.missed = total.missed.saturating_sub(self.served.requests);
        total
    }

    /// Sorts the work of blocks by their index.
    pub fn sort(&mut self) {
        self.work.sort_unstable_by_key(|work| work.block);
    }
}
