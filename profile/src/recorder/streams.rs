//! First-level caches of some SMs: the loads of the blocks that they hold, in a fixed order.
//!
//! Blocks run in any order here, so those of the chosen SMs keep what they load. When the launch has ended,
//! the blocks that an SM would hold at once take turns, request by request, and the next one takes the place
//! of one that has ended. What hits there holds for the blocks of other SMs.

use super::Shape;
use crate::cache::FirstLevel;
use crate::code::Code;
use crate::counters::{Counters, Loads};
use std::collections::{BTreeMap, VecDeque};

/// Blocks that keep their loads.
const BLOCKS: u64 = 64;
/// Blocks of an SM that keep their loads, for each that it holds at once.
const WAVES: u64 = 2;
/// Loads of a block that are kept, by line.
const MOST: usize = 1 << 16;

/// Access of a warp to a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) line: u64,
    pub(super) site: u32,
    /// Sectors, a bit each.
    pub(super) sectors: u8,
    /// `true` for the first line of a request.
    pub(super) begins: bool,
    /// `true` for a load; otherwise an atomic operation drops the sectors.
    pub(super) load: bool,
}

/// Accesses of a block.
#[derive(Clone, Default, Debug)]
pub(super) struct Stream {
    touches: Vec<Touch>,
}

impl Stream {
    /// Adds an access, up to a limit.
    pub(super) fn push(&mut self, touch: Touch) {
        if self.touches.len() < MOST {
            self.touches.push(touch);
        }
    }
}

impl Shape {
    /// Returns the SM that holds a block, if the loads of its blocks are kept.
    pub(super) fn sampled_sm(&self, index: u64) -> Option<u64> {
        let (sms, at_once) = (self.sms.max(1), self.resident.max(1));
        let holds = at_once.min(self.blocks.div_ceil(sms));
        let count = (BLOCKS / (WAVES * holds).max(1)).clamp(1, sms);
        let sm = index % sms;
        // The k-th of those SMs is that at k · sms / count.
        let k = (sm * count).div_ceil(sms);
        let sampled = k < count && k * sms / count == sm && index / sms < WAVES * holds;
        sampled.then_some(sm)
    }
}

/// Runs the accesses of blocks, by index, through the caches of their SMs. Returns the loads by memory
/// instruction.
pub(super) fn run(shape: &Shape, code: &Code, streams: &BTreeMap<u64, Stream>) -> Vec<Loads> {
    let mut loads = vec![Loads::default(); code.sites.len()];
    let mut sms: BTreeMap<u64, VecDeque<&[Touch]>> = BTreeMap::new();
    for (&index, stream) in streams {
        if let Some(sm) = shape.sampled_sm(index) {
            sms.entry(sm).or_default().push_back(&stream.touches);
        }
    }
    for mut waiting in sms.into_values() {
        let mut cache =
            Cache { lines: FirstLevel::new(shape.first_level), requests: vec![0; code.sites.len()] };
        let mut running: Vec<&[Touch]> = Vec::new();
        loop {
            while (running.len() as u64) < shape.resident
                && let Some(next) = waiting.pop_front()
            {
                running.push(next);
            }
            if running.is_empty() {
                break;
            }
            let in_step = running.len() as u64 * u64::from(shape.threads().div_ceil(32));
            for block in &mut running {
                *block = request(block, &mut cache, in_step, &mut loads);
            }
            running.retain(|block| !block.is_empty());
        }
    }
    loads
}

/// First-level cache of an SM, and the requests of each memory instruction so far.
struct Cache {
    lines: FirstLevel,
    requests: Vec<u64>,
}

/// Runs the first request of a block; returns the others. Warps that run the same code in step, `in_step` of
/// them, wait together for what one of them fetches.
fn request<'a>(block: &'a [Touch], cache: &mut Cache, in_step: u64, loads: &mut [Loads]) -> &'a [Touch] {
    let Some((first, rest)) = block.split_first() else { return block };
    let count = 1 + rest.iter().take_while(|touch| !touch.begins).count();
    let (own, rest) = block.split_at(count);
    let site = first.site as usize;
    cache.requests[site] += 1;
    // The instruction, and the number among its requests.
    let number = (site as u64) << 40 | cache.requests[site];
    let sums = &mut loads[site];
    let mut waits = false;
    for touch in own {
        if !touch.load {
            cache.lines.drop_sectors(touch.line, touch.sectors);
            continue;
        }
        let found = cache.lines.load(touch.line, touch.sectors, number);
        sums.sectors += u64::from(touch.sectors.count_ones());
        sums.hits += u64::from(found.sectors.count_ones());
        sums.lines += 1;
        sums.hit_lines += u64::from(found.sectors == touch.sectors);
        waits |= number.wrapping_sub(found.fetched_by) < in_step;
    }
    if first.load {
        sums.requests += 1;
        sums.hit_requests += u64::from(!waits);
    }
    rest
}

/// Sets what the first level serves, from the loads of some blocks.
pub(super) fn apply(code: &Code, loads: &[Loads], counters: &mut Counters) {
    let mut all = Loads::default();
    loads.iter().for_each(|sums| all.add(sums));
    for ((site, sums), counts) in code.sites.iter().zip(loads).zip(&mut counters.sites) {
        if !site.is_cached() {
            continue;
        }
        // What only other blocks execute hits like the rest.
        let sums = if sums.sectors > 0 { sums } else { &all };
        let part = |hits: u64, all: u64, of: u64| match all {
            0 => 0,
            _ => (u128::from(of) * u128::from(hits) / u128::from(all)) as u64,
        };
        counts.hits = part(sums.hits, sums.sectors, counts.sectors + counts.local_sectors);
        counters.served.sectors += counts.hits;
        counters.served.lines += part(sums.hit_lines, sums.lines, counts.lines);
        counters.served.requests += part(sums.hit_requests, sums.requests, counts.global + counts.local);
    }
}
