//! Recorder of a launch: the words that its lanes recorded become counters.
//!
//! A warp's lanes run one after another in this process. Here they are put back in step: of the blocks at
//! which lanes stand, the first by [rank](crate::code::BlockCode::rank) is executed by all lanes that stand
//! there, which is where a GPU reconverges diverged lanes of structured programs.

use crate::cache::{FirstLevel, Footprint, WRITTEN};
use crate::code::{Code, Kind, Merge, Site};
use crate::counters::{Counters, SLICES, Work};
use crate::request::{LINE, Request, SECTOR, lanes};
use ptx::ir::Space;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

/// Flag of a word that holds a thread's index: that of the engine.
const LANE: u64 = 1 << 63;

/// A block's own memory, as ranges of generic addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnMemory {
    /// Shared memory.
    pub shared: Range<u64>,
    /// Local memory of all threads.
    pub local: Range<u64>,
    /// Local memory of a thread, bytes.
    pub local_bytes: u64,
}

/// Launch facts that counters depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Blocks of the grid.
    pub blocks: u64,
    /// Threads of a block.
    pub threads: u32,
    /// First-level cache that a block has for itself, bytes.
    pub first_level: u64,
    /// Blocks that the device holds at once.
    pub resident: u64,
    /// Maximum number of blocks to record, spread over the grid; the others are assumed to be like them.
    pub most_blocks: u64,
    /// First address of device memory, a multiple of a page. It differs from run to run, but the places of
    /// sectors in caches must not.
    pub base: u64,
}

impl Shape {
    /// Returns whether a block is recorded.
    pub fn records(&self, index: u64) -> bool {
        if self.blocks <= self.most_blocks {
            return true;
        }
        // The k-th recorded block is that at k · blocks / most.
        let (all, most) = (u128::from(self.blocks), u128::from(self.most_blocks.max(1)));
        let k = (u128::from(index) * most).div_ceil(all);
        k < most && k * all / most == u128::from(index)
    }
}

#[derive(Default)]
struct Totals {
    counters: Counters,
    footprint: Footprint,
    spare: Vec<BlockRecorder>,
}

/// Recorder of a launch.
pub struct Recorder {
    code: Arc<Code>,
    shape: Shape,
    totals: Mutex<Totals>,
}

impl Recorder {
    /// Creates a recorder.
    pub fn new(code: Arc<Code>, shape: Shape) -> Recorder {
        let totals = Totals { counters: Counters::new(&code), ..Totals::default() };
        Recorder { code, shape, totals: Mutex::new(totals) }
    }

    /// Returns the kernel.
    pub fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// Returns whether a block is recorded.
    pub fn records(&self, index: u64) -> bool {
        self.shape.records(index)
    }

    /// Returns the facts about the launch.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    fn totals(&self) -> MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Returns the recorder of a block that starts.
    pub fn block(&self, index: u64, memory: OwnMemory) -> BlockRecorder {
        let spare = self.totals().spare.pop();
        let mut block = spare.unwrap_or_else(|| BlockRecorder::new(&self.code, &self.shape));
        block.start(index, memory, &self.shape);
        block
    }

    /// Adds a block that has ended.
    pub fn end(&self, mut block: BlockRecorder) {
        block.close();
        let mut totals = self.totals();
        totals.counters.add(&block.counters);
        totals.footprint.add(&block.touched);
        block.touched.clear();
        block.counters.clear();
        totals.spare.push(block);
    }

    /// Returns the counters so far, and the sectors that were touched: read, written, either.
    pub fn result(&self) -> (Counters, [u64; 3]) {
        let totals = self.totals();
        let mut counters = totals.counters.clone();
        counters.sort();
        (counters, totals.footprint.sizes())
    }
}

/// A lane's words in a region.
#[derive(Clone, Copy, Default)]
struct Cursor {
    at: usize,
    end: usize,
    /// Block at which it stands; `NONE` at its end.
    block: u32,
}

const NONE: u32 = u32::MAX;

/// A warp in a region.
#[derive(Clone, Default)]
struct Warp {
    index: usize,
    /// Lanes that have words.
    mask: u32,
    /// `true` if all of them executed the same blocks.
    alike: bool,
    /// Words of the first of them, and how many of them are done, if all are alike.
    first: Range<usize>,
    ahead: usize,
    cursors: [Cursor; 32],
}

/// Recorder of one block of the grid.
pub struct BlockRecorder {
    code: Arc<Code>,
    counters: Counters,
    memory: OwnMemory,
    index: u64,
    /// First-level cache, and the place of the block's local memory in it.
    cache: FirstLevel,
    local_base: u64,
    /// Sector at which device memory begins.
    first_sector: u64,
    /// Longest chains by warp.
    paths: Vec<[u64; 3]>,
    barriers: Vec<u64>,
    work: Work,
    /// Sectors that went beyond the first level, and the number at which duplicates are removed.
    touched: Vec<u64>,
    most_touched: usize,
    sectors: Vec<u64>,
    /// State of the warps of a region; kept for its memory.
    warps: Vec<Warp>,
    addresses: Box<[u64; 32]>,
}

/// Smallest number of touched sectors at which duplicates are removed.
const TOUCHED: usize = 1 << 16;

impl BlockRecorder {
    fn new(code: &Arc<Code>, shape: &Shape) -> BlockRecorder {
        let warps = shape.threads.div_ceil(32) as usize;
        BlockRecorder {
            code: Arc::clone(code),
            counters: Counters::new(code),
            memory: OwnMemory { shared: 0..0, local: 0..0, local_bytes: 0 },
            index: 0,
            cache: FirstLevel::new(shape.first_level),
            local_base: 0,
            first_sector: shape.base / SECTOR,
            paths: vec![[0; 3]; warps],
            barriers: vec![0; warps],
            work: Work::default(),
            touched: Vec::new(),
            most_touched: TOUCHED,
            sectors: Vec::new(),
            warps: Vec::new(),
            addresses: Box::default(),
        }
    }

    fn start(&mut self, index: u64, memory: OwnMemory, shape: &Shape) {
        // Local memory is a place of the device for each resident thread; blocks share these over time.
        let place = index % shape.resident.max(1);
        let threads = u64::from(shape.threads.next_multiple_of(32));
        self.local_base = (1 << 60) + place * threads * memory.local_bytes.next_multiple_of(4);
        (self.index, self.memory) = (index, memory);
        self.cache.clear();
        self.paths.fill([0; 3]);
        self.barriers.fill(0);
        self.work = Work { block: index, warps: self.paths.len() as u64, ..Work::default() };
    }

    /// Notes that a warp's words were lost.
    pub fn lost(&mut self) {
        self.counters.lost += 1;
    }

    fn close(&mut self) {
        for (counts, code) in self.counters.blocks.iter().zip(&self.code.blocks) {
            for (sum, &count) in self.work.classes.iter_mut().zip(&code.classes) {
                *sum += counts.warps * u64::from(count);
            }
        }
        let length = |path: &[u64; 3]| path[0] + 400 * path[1] + 30 * path[2];
        self.work.path = self.paths.iter().copied().max_by_key(length).unwrap_or_default();
        self.work.barriers = self.barriers.iter().copied().max().unwrap_or(0);
        self.counters.work.push(self.work);
        self.touched.sort_unstable();
        self.touched.dedup();
    }

    /// Counts what the lanes of whole warps executed in a region. The warps take turns, block by block, as
    /// the caches would see them on a GPU.
    pub fn lanes(&mut self, words: &[u64]) {
        // After a loss, the rest of a lane comes first.
        let mut at = words.iter().position(|word| word & LANE != 0).unwrap_or(words.len());
        let mut warps = std::mem::take(&mut self.warps);
        let mut count = 0;
        while let Some(&first) = words.get(at).filter(|&&word| word & LANE != 0) {
            if count == warps.len() {
                warps.push(Warp::default());
            }
            at = self.parse(words, at, (first & !LANE) as usize / 32, &mut warps[count]);
            count += 1;
        }
        let mut running = count;
        while running > 0 {
            running = 0;
            for warp in &mut warps[..count] {
                running += usize::from(self.step(words, warp));
            }
        }
        self.warps = warps;
    }

    /// Finds the words of a warp's lanes; returns where they end.
    fn parse(&self, words: &[u64], mut at: usize, index: usize, warp: &mut Warp) -> usize {
        (warp.index, warp.mask, warp.alike) = (index, 0, true);
        let mut first = None;
        while let Some(&word) = words.get(at).filter(|&&word| {
            word & LANE != 0 && (word & !LANE) as usize / 32 == index && warp.mask >> (word % 32) & 1 == 0
        }) {
            let lane = (word & !LANE) as usize % 32;
            let start = at + 1;
            at = match &first {
                Some(shape) if warp.alike && self.is_alike(words, Range::clone(shape), start) => {
                    start + shape.len()
                }
                known => {
                    warp.alike &= known.is_none();
                    self.walk(words, start)
                }
            };
            first.get_or_insert(start..at);
            warp.mask |= 1 << lane;
            let block = if at > start { words[start] as u32 } else { NONE };
            warp.cursors[lane] = Cursor { at: start, end: at, block };
        }
        (warp.first, warp.ahead) = (first.unwrap_or(at..at), 0);
        at
    }

    /// Executes the next block of a warp; returns whether there was one.
    fn step(&mut self, words: &[u64], warp: &mut Warp) -> bool {
        if warp.alike { self.step_together(words, warp) } else { self.step_diverged(words, warp) }
    }

    /// Returns the end of a lane's words.
    fn walk(&self, words: &[u64], mut at: usize) -> usize {
        while let Some(&word) = words.get(at)
            && word & LANE == 0
            && (word as usize) < self.code.blocks.len()
        {
            at += self.code.words(word as usize);
        }
        at.min(words.len())
    }

    /// Returns whether the words at `start` are those of a lane that executed the same blocks as another one.
    fn is_alike(&self, words: &[u64], other: Range<usize>, start: usize) -> bool {
        let end = start + other.len();
        if end > words.len() || words.get(end).is_some_and(|word| word & LANE == 0) {
            return false;
        }
        let mut at = other.start;
        while at < other.end {
            let block = words[at];
            if words[start + at - other.start] != block {
                return false;
            }
            at += self.code.words(block as usize);
        }
        true
    }

    /// Executes the next block of a warp whose lanes all executed the same ones.
    fn step_together(&mut self, words: &[u64], warp: &mut Warp) -> bool {
        let at = warp.first.start + warp.ahead;
        if at >= warp.first.end {
            return false;
        }
        let block = words[at] as usize;
        self.execute(words, warp, block, warp.mask);
        warp.ahead += self.code.words(block);
        true
    }

    /// Executes the next block of a warp whose lanes executed different ones.
    fn step_diverged(&mut self, words: &[u64], warp: &mut Warp) -> bool {
        let code = Arc::clone(&self.code);
        let standing = |lane: usize| {
            let block = warp.cursors[lane].block;
            (block != NONE).then(|| (code.blocks[block as usize].rank, block))
        };
        let Some((_, block)) = lanes(warp.mask).filter_map(standing).min() else { return false };
        let here = lanes(warp.mask)
            .filter(|&lane| warp.cursors[lane].block == block)
            .fold(0, |all, lane| all | 1 << lane);
        self.execute(words, warp, block as usize, here);
        let step = code.words(block as usize);
        let (mut next, mut several) = (None, false);
        for lane in lanes(here) {
            let cursor = &mut warp.cursors[lane];
            cursor.at += step;
            cursor.block = if cursor.at < cursor.end { words[cursor.at] as u32 } else { NONE };
            several |= next.is_some_and(|other| other != cursor.block);
            next = Some(cursor.block);
        }
        let diverges = several && code.blocks[block as usize].branches;
        self.counters.blocks[block as usize].diverged += u64::from(diverges);
        true
    }

    /// Counts a block that some lanes of a warp execute together.
    fn execute(&mut self, words: &[u64], state: &Warp, block: usize, mask: u32) {
        let warp = state.index;
        let code = Arc::clone(&self.code);
        let counts = &mut self.counters.blocks[block];
        counts.warps += 1;
        counts.lanes += u64::from(mask.count_ones());
        let body = &code.blocks[block];
        if let Some(path) = self.paths.get_mut(warp) {
            path[0] += u64::from(body.path.cycles);
            path[1] += u64::from(body.path.global);
            path[2] += u64::from(body.path.shared);
            self.barriers[warp] += u64::from(body.barriers);
        }
        for at in body.sites.clone() {
            let site = &code.sites[at];
            for lane in lanes(mask) {
                self.addresses[lane] = words[state.cursors[lane].at + state.ahead + site.word];
            }
            self.site(site, at, warp, mask);
        }
    }

    /// Counts a memory instruction of a warp.
    fn site(&mut self, site: &Site, at: usize, warp: usize, mask: u32) {
        self.counters.sites[at].lanes += u64::from(mask.count_ones());
        match site.space {
            Space::Shared | Space::Cluster => self.shared(site, at, mask),
            Space::Local => self.local(site, at, warp, mask),
            Space::Global => self.global(site, at, mask),
            Space::Const | Space::Param => {}
            Space::Generic => {
                let OwnMemory { shared, local, local_bytes } = self.memory.clone();
                let within = |range: &Range<u64>| {
                    lanes(mask)
                        .filter(|&lane| range.contains(&self.addresses[lane]))
                        .fold(0, |all, lane| all | 1 << lane)
                };
                let (in_shared, in_local) = (within(&shared), within(&local));
                let rest = mask & !in_shared & !in_local;
                if rest != 0 {
                    self.global(site, at, rest);
                }
                if in_shared != 0 {
                    lanes(in_shared).for_each(|lane| self.addresses[lane] -= shared.start);
                    self.shared(site, at, in_shared);
                }
                if in_local != 0 {
                    for lane in lanes(in_local) {
                        self.addresses[lane] = (self.addresses[lane] - local.start) % local_bytes.max(1);
                    }
                    self.local(site, at, warp, in_local);
                }
            }
        }
    }

    fn shared(&mut self, site: &Site, at: usize, mask: u32) {
        let mut bytes = site.bytes;
        match site.merge {
            Merge::No => {}
            Merge::First(count) => bytes *= count,
            Merge::Rest => return,
        }
        let request = Request { mask, addresses: &self.addresses, bytes };
        let (wavefronts, ideal) = request.wavefronts();
        let counts = &mut self.counters.sites[at];
        counts.shared += 1;
        counts.wavefronts += u64::from(wavefronts);
        counts.ideal += u64::from(ideal);
        self.work.wavefronts += u64::from(wavefronts);
    }

    /// Local memory is interleaved: the same word of a warp's lanes is 128 contiguous bytes.
    fn local(&mut self, site: &Site, at: usize, warp: usize, mask: u32) {
        let base = self.local_base + warp as u64 * 32 * self.memory.local_bytes;
        let mut sectors = std::mem::take(&mut self.sectors);
        sectors.clear();
        for word in 0..u64::from(site.bytes.div_ceil(4).max(1)) {
            for lane in lanes(mask) {
                let place = base + (self.addresses[lane] / 4 + word) * 128 + lane as u64 * 4;
                sectors.push(place / SECTOR);
            }
        }
        sectors.sort_unstable();
        sectors.dedup();
        let counts = &mut self.counters.sites[at];
        counts.local += 1;
        counts.local_sectors += sectors.len() as u64;
        self.through_caches(site, at, &sectors);
        self.sectors = sectors;
    }

    fn global(&mut self, site: &Site, at: usize, mask: u32) {
        let mut sectors = std::mem::take(&mut self.sectors);
        let request = Request { mask, addresses: &self.addresses, bytes: site.bytes };
        match site.kind {
            Kind::Load | Kind::Store => request.sectors(&mut sectors),
            Kind::Atom | Kind::Red => request.atomic_sectors(site.reduced, &mut sectors),
        }
        for sector in sectors.iter_mut().filter(|sector| **sector >= self.first_sector) {
            *sector -= self.first_sector;
        }
        let counts = &mut self.counters.sites[at];
        counts.global += 1;
        counts.sectors += sectors.len() as u64;
        self.through_caches(site, at, &sectors);
        self.sectors = sectors;
    }

    fn through_caches(&mut self, site: &Site, at: usize, sectors: &[u64]) {
        self.work.requests += 1;
        let lines = sectors.chunk_by(|a, b| a * SECTOR / LINE == b * SECTOR / LINE).count() as u64;
        self.work.lines += lines;
        match site.kind {
            Kind::Load => {
                let (mut hits, mut missed_line) = (0, u64::MAX);
                for &sector in sectors {
                    if site.plain && self.cache.load(sector) {
                        hits += 1;
                        continue;
                    }
                    self.touched.push(sector);
                    let line = sector * SECTOR / LINE;
                    self.work.load_lines += u64::from(line != missed_line);
                    missed_line = line;
                }
                let all = sectors.len() as u64;
                self.counters.sites[at].hits += hits;
                self.work.sectors += all;
                self.work.beyond += all - hits;
                self.work.loads += 1;
                self.work.missed += u64::from(hits < all);
            }
            Kind::Store => {
                self.touched.extend(sectors.iter().map(|&sector| sector | WRITTEN));
                self.work.sectors += sectors.len() as u64;
                self.work.beyond += sectors.len() as u64;
                self.work.stored += sectors.len() as u64;
                self.work.store_lines += lines;
            }
            Kind::Atom | Kind::Red => {
                for &sector in sectors {
                    self.cache.drop_sector(sector);
                    self.counters.slices[slice_of(sector)] += u64::from(site.weight);
                }
                self.touched.extend_from_slice(sectors);
                self.work.beyond += sectors.len() as u64;
                if site.kind == Kind::Atom {
                    self.work.loads += 1;
                    self.work.missed += 1;
                }
            }
        }
        if self.touched.len() > self.most_touched {
            self.touched.sort_unstable();
            self.touched.dedup();
            self.most_touched = TOUCHED.max(2 * self.touched.len());
        }
    }
}

/// Returns the slice of the second level that serves a sector: eight slices share a page of 4 KiB, line by
/// line. The real function is unknown.
fn slice_of(sector: u64) -> usize {
    let (line, page) = (sector * SECTOR / LINE, (sector * SECTOR) >> 12);
    let mixed = page.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    ((mixed + line % 8 * (SLICES as u64 / 8)) % SLICES as u64) as usize
}
