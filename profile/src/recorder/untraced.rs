//! Accesses without recorded addresses: in shared memory at constant distances from lane to lane, and in
//! constant memory, which counts no requests. Their costs follow from the warp and the lanes that take part.

use super::BlockRecorder;
use crate::code::{Code, Merge, Site};
use crate::counters::SiteCounts;
use crate::request::Request;
use ptx::analysis::lane_offsets::Offsets;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Limit of sets of lanes with known wavefronts.
const MOST_KNOWN: usize = 4096;

/// Accesses of a kernel in one block shape.
pub(super) struct Untraced {
    /// Accesses of each basic block.
    by_block: Vec<Vec<Access>>,
    /// Lanes of each warp.
    lanes: Vec<u32>,
}

/// An access in a basic block.
struct Access {
    site: usize,
    /// The request to shared memory that it is; none in constant memory, and for a part of a merged one.
    request: Option<Arc<Pattern>>,
}

/// A request to shared memory.
struct Pattern {
    /// Bytes that a lane accesses.
    bytes: u32,
    /// Lanes at one address take turns.
    serial: bool,
    /// Offsets by thread, modulo 2³².
    offsets: Vec<u32>,
    /// Wavefronts by warp, if all lanes take part, and their number without conflicts.
    whole: Vec<(u32, u32)>,
}

impl Untraced {
    pub(super) fn new(code: &Code, block: [u32; 3]) -> Untraced {
        let threads: u32 = block.iter().product();
        let lanes = |warp: u32| u32::MAX >> (32 - (threads - 32 * warp).min(32));
        let lanes: Vec<u32> = (0..threads.div_ceil(32)).map(lanes).collect();
        let mut patterns: BTreeMap<(*const Offsets, u32, bool), Arc<Pattern>> = BTreeMap::new();
        let mut pattern = |facts: &Site| {
            let offsets = facts.offsets.as_ref()?;
            let bytes = match facts.merge {
                Merge::First(count) => facts.bytes * count,
                Merge::No => facts.bytes,
                Merge::Rest => return None,
            };
            let made = || {
                let (offsets, serial) = (offsets.of_threads(block), facts.serial);
                let mut made = Pattern { bytes, serial, offsets, whole: Vec::new() };
                let warps = lanes.iter().enumerate();
                made.whole = warps.map(|(warp, &mask)| made.wavefronts(warp, mask)).collect();
                Arc::new(made)
            };
            Some(Arc::clone(patterns.entry((Arc::as_ptr(offsets), bytes, facts.serial)).or_insert_with(made)))
        };
        let mut access = |site: usize| Access { site, request: pattern(&code.sites[site]) };
        let mut of_block = |sites: std::ops::Range<usize>| {
            sites.filter(|&site| code.sites[site].word.is_none()).map(&mut access).collect()
        };
        let by_block = code.blocks.iter().map(|block| of_block(block.sites.clone())).collect();
        Untraced { by_block, lanes }
    }
}

impl Pattern {
    /// Returns the wavefronts of some lanes of a warp, and their number without conflicts.
    fn wavefronts(&self, warp: usize, mask: u32) -> (u32, u32) {
        let mut addresses = [0; 32];
        for (address, &offset) in addresses.iter_mut().zip(self.offsets.iter().skip(32 * warp)) {
            *address = offset.into();
        }
        Request { mask, addresses: &addresses, bytes: self.bytes }.shared_wavefronts(self.serial)
    }
}

/// Adds requests to the counts of their instruction; returns their wavefronts.
fn add(counts: &mut SiteCounts, times: u64, (wavefronts, ideal): (u32, u32)) -> u64 {
    counts.shared += times;
    counts.wavefronts += times * u64::from(wavefronts);
    counts.ideal += times * u64::from(ideal);
    times * u64::from(wavefronts)
}

/// Executions by a block of the grid.
pub(super) struct Accesses {
    facts: Arc<Untraced>,
    /// Executions by all lanes of a warp, by basic block and warp.
    whole: Vec<u64>,
    /// Wavefronts by site, warp and lanes.
    known: BTreeMap<(usize, usize, u32), (u32, u32)>,
}

impl Accesses {
    pub(super) fn new(facts: &Arc<Untraced>) -> Accesses {
        let whole = vec![0; facts.by_block.len() * facts.lanes.len()];
        Accesses { facts: Arc::clone(facts), whole, known: BTreeMap::new() }
    }

    /// Counts an execution of a basic block, if all lanes of the warp take part. Returns whether they do.
    pub(super) fn count_whole(&mut self, block: usize, warp: usize, mask: u32) -> bool {
        let lanes = &self.facts.lanes;
        let is_whole = lanes.get(warp) == Some(&mask);
        if is_whole {
            self.whole[block * lanes.len() + warp] += 1;
        }
        is_whole
    }
}

impl BlockRecorder {
    /// Counts the accesses without recorded addresses of a basic block that some lanes of a warp execute.
    pub(super) fn untraced(&mut self, block: usize, warp: usize, mask: u32) {
        let Accesses { facts, known, .. } = &mut self.accesses;
        for access in &facts.by_block[block] {
            let counts = &mut self.counters.sites[access.site];
            counts.lanes += u64::from(mask.count_ones());
            let Some(request) = &access.request else { continue };
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            let key = (access.site, warp, mask);
            let wavefronts = *known.entry(key).or_insert_with(|| request.wavefronts(warp, mask));
            self.work.wavefronts += add(counts, 1, wavefronts);
        }
    }

    /// Adds what whole warps executed, when the block of the grid has ended.
    pub(super) fn add_whole(&mut self) {
        let (code, facts) = (Arc::clone(&self.code), Arc::clone(&self.accesses.facts));
        let mut whole = std::mem::take(&mut self.accesses.whole);
        for (at, count) in whole.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let (block, warp) = (at / facts.lanes.len(), at % facts.lanes.len());
            let (times, mask) = (std::mem::take(count), facts.lanes[warp]);
            self.executed(&code, (block, warp), times, mask);
            for access in &facts.by_block[block] {
                let counts = &mut self.counters.sites[access.site];
                counts.lanes += times * u64::from(mask.count_ones());
                if let Some(request) = &access.request {
                    self.work.wavefronts += add(counts, times, request.whole[warp]);
                }
            }
        }
        self.accesses.whole = whole;
    }
}
