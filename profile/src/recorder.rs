//! Recorder of a launch: the [words](crate::words) that its lanes recorded become counters.

mod lanes;
mod memory;
mod model;
mod streams;
mod strips;
mod untraced;

use crate::cache::Footprint;
use crate::code::Code;
use crate::counters::{Counters, Work};
use crate::touched::Touched;
use crate::words::STRIP;
use memory::Pattern;
use model::Model;
use ptx::ir::Space;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};
use streams::Stream;
use untraced::Untraced;

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
    /// Threads of a block, by axis.
    pub block: [u32; 3],
    /// First-level cache of an SM, bytes.
    pub first_level: u64,
    /// Blocks that an SM holds at once.
    pub resident: u64,
    /// SMs.
    pub sms: u64,
    /// Maximum number of blocks to count, spread over the grid; the others are assumed to be like them.
    pub most_blocks: u64,
    /// First address of device memory, a multiple of a page. It differs from run to run, but the places of
    /// sectors in caches must not.
    pub base: u64,
}

impl Shape {
    /// Returns the threads of a block.
    fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// Returns whether a block is recorded: it is counted, or its SM's first-level cache is simulated.
    pub fn records(&self, index: u64) -> bool {
        self.counts(index) || self.sampled_sm(index).is_some()
    }

    /// Returns the number of blocks that are counted.
    fn counted(&self) -> u64 {
        self.blocks.min(self.most_blocks)
    }

    /// Returns whether a block is counted.
    fn counts(&self, index: u64) -> bool {
        if self.blocks <= self.most_blocks {
            return true;
        }
        // The k-th counted block is that at k · blocks / most: the first one no earlier than that fraction.
        let (all, most) = (self.blocks, self.most_blocks);
        let beyond = match index.checked_mul(most) {
            Some(product) => product % all,
            None => (u128::from(index) * u128::from(most) % u128::from(all)) as u64,
        };
        beyond == 0 && most > 0 || all - beyond < most
    }
}

#[derive(Default)]
struct Totals {
    counters: Counters,
    /// Accesses of blocks on SMs with simulated caches.
    streams: BTreeMap<u64, Stream>,
    /// Recorders of blocks that have ended, with what their blocks touched.
    #[expect(clippy::vec_box, reason = "a recorder moves here and back for each block, and is large")]
    spare: Vec<Box<BlockRecorder>>,
}

/// Recorder of a launch.
pub struct Recorder {
    code: Arc<Code>,
    shape: Shape,
    untraced: Arc<Untraced>,
    totals: Mutex<Totals>,
}

impl Recorder {
    /// Creates a recorder.
    pub fn new(code: Arc<Code>, shape: Shape) -> Recorder {
        let totals = Totals { counters: Counters::new(&code), ..Totals::default() };
        let untraced = Arc::new(Untraced::new(&code, shape.block));
        Recorder { code, shape, untraced, totals: Mutex::new(totals) }
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
    pub fn block(&self, index: u64, memory: OwnMemory) -> Box<BlockRecorder> {
        let spare = self.totals().spare.pop();
        let mut block =
            spare.unwrap_or_else(|| Box::new(BlockRecorder::new(&self.code, &self.untraced, &self.shape)));
        block.start(index, memory, &self.shape);
        block
    }

    /// Adds a block that has ended.
    pub fn end(&self, mut block: Box<BlockRecorder>) {
        let repeats = block.close();
        let mut totals = self.totals();
        if let Some((counters, times)) = block.model.take_settled() {
            totals.counters.add_sums(&counters, times);
        }
        if let Some(stream) = block.stream.take() {
            totals.streams.insert(block.work.block, stream);
        }
        if repeats {
            totals.counters.work.push(block.work);
            return totals.spare.push(block);
        }
        if block.counts {
            totals.counters.add(&block.counters);
        }
        block.counters.clear();
        totals.spare.push(block);
    }

    /// Returns whether all blocks that are counted have ended, and nothing was lost.
    pub fn is_complete(&self) -> bool {
        let totals = self.totals();
        totals.counters.lost == 0 && totals.counters.work.len() as u64 == self.shape.counted()
    }

    /// Returns the counters so far, and the sectors that were touched: read, written, either.
    pub fn result(&self) -> (Counters, [u64; 3]) {
        let totals = self.totals();
        let mut counters = totals.counters.clone();
        for (model, times) in totals.spare.iter().map(|block| block.model.repeats()) {
            counters.add_sums(model, times);
        }
        counters.sort();
        let loads = streams::run(&self.shape, &self.code, &totals.streams);
        streams::apply(&self.code, &loads, &mut counters);
        let mut footprint = Footprint::default();
        totals.spare.iter().for_each(|block| footprint.add(&block.footprint));
        (counters, footprint.sizes())
    }
}

/// Recorder of blocks of the grid, one at a time.
pub struct BlockRecorder {
    code: Arc<Code>,
    counters: Counters,
    memory: OwnMemory,
    /// Place of the block's local memory in caches.
    local_base: u64,
    /// The block is counted; its accesses, if its SM's cache is simulated.
    counts: bool,
    stream: Option<Stream>,
    /// First address of device memory.
    base: u64,
    /// Longest chains by warp.
    paths: Vec<[u64; 3]>,
    barriers: Vec<u64>,
    work: Work,
    /// Sectors that were touched.
    footprint: Footprint,
    /// Last requests to shared memory, by memory instruction.
    patterns: Vec<Pattern>,
    /// Accesses without recorded addresses.
    accesses: untraced::Accesses,
    /// A block that the current one may repeat; `true` if the kernel has generic accesses.
    model: Model,
    is_generic: bool,
    /// Branches of each warp whose lanes have not continued.
    open: Vec<Vec<strips::Open>>,
    /// Lanes that executed a block last, by warp and block, if records stand for several.
    leading: Vec<u32>,
    /// Lines of the current request.
    touched: Touched,
    /// Buffers, kept for their memory.
    sectors: Vec<u64>,
    warps: Vec<lanes::Warp>,
    strips: Vec<strips::Strips>,
    addresses: Box<[u64; 32]>,
}

impl BlockRecorder {
    fn new(code: &Arc<Code>, untraced: &Arc<Untraced>, shape: &Shape) -> BlockRecorder {
        let warps = shape.threads().div_ceil(32) as usize;
        BlockRecorder {
            code: Arc::clone(code),
            counters: Counters::new(code),
            memory: OwnMemory { shared: 0..0, local: 0..0, local_bytes: 0 },
            local_base: 0,
            counts: false,
            stream: None,
            base: shape.base,
            paths: vec![[0; 3]; warps],
            barriers: vec![0; warps],
            work: Work::default(),
            footprint: Footprint::default(),
            patterns: vec![Pattern::default(); code.sites.len()],
            accesses: untraced::Accesses::new(untraced),
            model: Model::default(),
            is_generic: code.sites.iter().any(|site| site.space == Space::Generic),
            open: vec![Vec::new(); warps],
            leading: vec![0; warps * code.blocks.len()],
            touched: Touched::default(),
            sectors: Vec::new(),
            warps: Vec::new(),
            strips: Vec::new(),
            addresses: Box::default(),
        }
    }

    fn start(&mut self, index: u64, memory: OwnMemory, shape: &Shape) {
        // Local memory is a place of the device for each resident thread; blocks share these over time.
        let place = index % (shape.resident * shape.sms).max(1);
        let threads = u64::from(shape.threads().next_multiple_of(32));
        self.local_base = (1 << 60) + place * threads * memory.local_bytes.next_multiple_of(4);
        self.memory = memory;
        self.counts = shape.counts(index);
        self.stream = shape.sampled_sm(index).map(|_| Stream::default());
        self.model.start(self.counts, &self.memory, self.local_base, self.is_generic);
        self.model.forget_if(!self.counts);
        self.paths.fill([0; 3]);
        self.barriers.fill(0);
        self.open.iter_mut().for_each(Vec::clear);
        self.work = Work { block: index, warps: self.paths.len() as u64, ..Work::default() };
    }

    /// Notes that a warp's words were lost.
    pub fn lost(&mut self) {
        self.count_uncounted();
        self.model.forget_if(true);
        self.counters.lost += 1;
    }

    /// Completes the counts; returns whether they are those of the block that it repeated.
    fn close(&mut self) -> bool {
        if let Some(work) = self.model.end(self.local_base, &mut self.footprint, self.stream.as_mut()) {
            self.work = Work { block: self.work.block, ..work };
            return true;
        }
        self.count_uncounted();
        self.add_whole();
        for (counts, code) in self.counters.blocks.iter().zip(&self.code.blocks) {
            for (sum, &count) in self.work.classes.iter_mut().zip(&code.classes) {
                *sum += counts.warps * u64::from(count);
            }
            self.work.slow += counts.warps * u64::from(code.slow);
        }
        let length = |path: &[u64; 3]| path[0] + 400 * path[1] + 30 * path[2];
        self.work.path = self.paths.iter().copied().max_by_key(length).unwrap_or_default();
        self.work.barriers = self.barriers.iter().copied().max().unwrap_or(0);
        self.model.complete(&self.counters, self.work);
        self.counters.work.push(self.work);
        false
    }

    /// Counts what the lanes of whole warps executed. The warps take turns, block by block, as the caches
    /// would see them on a GPU.
    pub fn lanes(&mut self, words: &[u64]) {
        if !self.model.goes_on(words) {
            self.count_uncounted();
            self.count(words);
        }
    }

    /// Counts what the block did while it repeated the model, if it no longer does.
    fn count_uncounted(&mut self) {
        for words in self.model.give_up(&self.memory, self.local_base) {
            self.count(&words);
        }
    }

    fn count(&mut self, words: &[u64]) {
        let in_strips = words.first().is_some_and(|word| word & STRIP != 0);
        self.model.pass(words);
        self.model.forget_if(!in_strips);
        if in_strips { self.strips(words) } else { self.threads(words) }
    }

    /// Counts a block that some lanes of a warp execute together.
    fn enter(&mut self, code: &Code, block: usize, warp: usize, mask: u32) {
        if self.accesses.count_whole(block, warp, mask) {
            return;
        }
        self.executed(code, (block, warp), 1, mask);
        self.untraced(block, warp, mask);
    }

    /// Counts `times` executions of a block by lanes of a warp, without its accesses.
    fn executed(&mut self, code: &Code, (block, warp): (usize, usize), times: u64, mask: u32) {
        let counts = &mut self.counters.blocks[block];
        counts.warps += times;
        counts.lanes += times * u64::from(mask.count_ones());
        let body = &code.blocks[block];
        if let Some(path) = self.paths.get_mut(warp) {
            path[0] += times * u64::from(body.path.cycles);
            path[1] += times * u64::from(body.path.global);
            path[2] += times * u64::from(body.path.shared);
            self.barriers[warp] += times * u64::from(body.barriers);
        }
    }
}
