//! Records of code that runs in strips: blocks with the lanes that execute them, in the order of execution.
//!
//! If strips are whole warps, the records are what the warps do. Otherwise the strips of a warp are put back
//! in step, as [lanes](super::lanes) are.

use super::BlockRecorder;
use crate::cache::lines_of;
use crate::code::{Code, Kind, Site};
use crate::request::SECTOR;
use crate::words::{Addresses, HEADER, Header, STRIP};
use ptx::ir::Space;
use std::ops::Range;
use std::sync::Arc;

/// Strips of a warp, at most.
pub(super) const MOST_STRIPS: usize = 4;

/// A warp in a region: the words of its strips that are left.
#[derive(Clone, Default)]
pub(super) struct Strips {
    index: usize,
    strips: [Range<usize>; MOST_STRIPS],
    count: usize,
}

/// Lanes of a strip that execute a block, from its first one on.
#[derive(Clone, Copy, Default)]
struct Part {
    first: usize,
    lanes: u32,
}

/// A branch of a warp, until one of its lanes continues.
#[derive(Clone, Copy)]
pub(super) struct Open {
    block: usize,
    mask: u32,
}

impl BlockRecorder {
    /// Counts what strips executed, region by region.
    pub(super) fn strips(&mut self, words: &[u64]) {
        let code = Arc::clone(&self.code);
        let mut warps = std::mem::take(&mut self.strips);
        let mut at = 0;
        while at < words.len() {
            at = find_region(words, at, &mut warps);
            let mut running = !warps.is_empty();
            while running {
                running = false;
                for warp in &mut warps {
                    running |= self.next(&code, words, warp);
                }
            }
        }
        self.strips = warps;
    }

    /// Executes the next block of a warp; returns whether there was one.
    fn next(&mut self, code: &Code, words: &[u64], warp: &mut Strips) -> bool {
        if let ([strip], index) = (&mut warp.strips[..warp.count], warp.index) {
            if is_done(strip) {
                return false;
            }
            let header = Header::new(words[strip.start]);
            let record = strip.start..strip.end.min(strip.start + header.words);
            strip.start += header.words.max(1);
            self.record(code, header, words, record, index);
            return true;
        }
        let heads = warp.strips[..warp.count].iter().filter(|strip| !is_done(strip));
        let head = |strip: &Range<usize>| {
            let block = Header::new(words[strip.start]).block;
            code.blocks.get(block).map(|body| (body.rank, block))
        };
        let Some((_, block)) = heads.filter_map(head).min() else { return false };
        self.merged(code, words, warp, block);
        true
    }

    /// Counts a record of a strip that is all of its warp, or all that runs of it.
    fn record(&mut self, code: &Code, header: Header, words: &[u64], place: Range<usize>, warp: usize) {
        let (first, record) = (header.thread % 32, &words[place.clone()]);
        let (Some(&lanes), Some(body)) = (record.get(1), code.blocks.get(header.block)) else { return };
        let mask = (lanes as u32) << first;
        self.branch(warp, header.block, mask, body.branches && !(header.leads && body.is_told));
        self.enter(code, header.block, warp, mask);
        if header.leads {
            self.lead(code, header.block, warp, mask);
        }
        let (mut at, mut sites, mut word) = (HEADER, code.recorded_sites(header.block).peekable(), 1);
        while let Some((addresses, length)) = record.get(at..).and_then(Addresses::read) {
            if let Some(site) = sites.next_if(|&site| code.sites[site].word == Some(word)) {
                let start = self.start_place(words, &code.sites[site], addresses, place.start + at);
                self.model.request(start.as_slice());
                match addresses {
                    Addresses::Step(base, stride, narrow) if first == 0 => {
                        self.step(&code.sites[site], site, warp, mask, (base, stride, narrow));
                    }
                    Addresses::Each32(words) if words.len() == 16 => {
                        self.narrow(&code.sites[site], site, warp, mask, words);
                    }
                    _ => {
                        addresses.expand(&mut self.addresses[first..]);
                        self.each(&code.sites[site], site, warp, mask);
                    }
                }
            }
            (at, word) = (at + length, word + 1);
        }
    }

    /// Counts what a record of a whole warp stands for beside its block: the blocks that follow, and that the
    /// lanes of an earlier branch have diverged.
    fn lead(&mut self, code: &Code, block: usize, warp: usize, mask: u32) {
        let body = &code.blocks[block];
        let (start, count) = (warp * code.blocks.len(), code.blocks.len());
        let Some(leading) = self.leading.get_mut(start..start + count) else { return };
        if let Some(branch) = body.tells {
            let all = leading[code.blocks[branch].leader];
            self.counters.blocks[branch].diverged += u64::from(all != mask);
        }
        leading[block] = mask;
        for &other in &body.led {
            self.enter(code, other, warp, mask);
        }
    }

    /// Counts the next block of several strips of a warp.
    fn merged(&mut self, code: &Code, words: &[u64], warp: &mut Strips, block: usize) {
        let (mut mask, mut here): (u32, [(Part, Range<usize>); MOST_STRIPS]) = (0, Default::default());
        let (mut count, mut accesses) = (0, false);
        for strip in warp.strips[..warp.count].iter_mut().filter(|strip| !is_done(strip)) {
            let header = Header::new(words[strip.start]);
            if header.block != block {
                continue;
            }
            let end = strip.end.min(strip.start + header.words);
            let first = header.thread % 32;
            let lanes = words.get(strip.start + 1).map_or(0, |&lanes| lanes as u32);
            mask |= lanes << first;
            here[count] = (Part { first, lanes }, strip.start + HEADER..end);
            (count, accesses) = (count + 1, accesses || header.words > HEADER);
            strip.start += header.words.max(1);
        }
        let body = &code.blocks[block];
        self.branch(warp.index, block, mask, body.branches);
        self.enter(code, block, warp.index, mask);
        if !accesses {
            return;
        }
        let (mut sites, mut word) = (code.recorded_sites(block).peekable(), 1);
        loop {
            let site = sites.next_if(|&site| code.sites[site].word == Some(word));
            let mut parts = [const { None }; MOST_STRIPS];
            let mut places = [0; MOST_STRIPS];
            for (((part, range), found), place) in here[..count].iter_mut().zip(&mut parts).zip(&mut places) {
                if let Some((addresses, read)) = words.get(range.clone()).and_then(Addresses::read) {
                    *place = range.start;
                    range.start += read;
                    *found = Some((*part, addresses));
                }
            }
            let parts = parts.iter().zip(places).filter_map(|(part, place)| Some((part.as_ref()?, place)));
            if parts.clone().next().is_none() {
                return;
            }
            if let Some(at) = site {
                let site = &code.sites[at];
                let (mut starts, mut found) = ([0; MOST_STRIPS], 0);
                for ((_, addresses), place) in parts.clone() {
                    if let Some(start) = self.start_place(words, site, *addresses, place) {
                        starts[found] = start;
                        found += 1;
                    }
                }
                let all = found == parts.clone().count();
                self.model.request(if all { &starts[..found] } else { &[] });
                let parts = parts.map(|(part, _)| part);
                if !self.rows(site, at, mask, parts.clone()) {
                    parts.for_each(|(part, addresses)| addresses.expand(&mut self.addresses[part.first..]));
                    self.each(site, at, warp.index, mask);
                }
            }
            word += 1;
        }
    }

    /// Counts a load or store of global memory if each of its strips touches neighbouring sectors. Returns
    /// whether that is so.
    fn rows<'a>(
        &mut self,
        site: &Site,
        at: usize,
        mask: u32,
        parts: impl Iterator<Item = &'a (Part, Addresses<'a>)>,
    ) -> bool {
        if site.space != Space::Global || site.is_atomic() {
            return false;
        }
        self.touched.clear();
        let (mut runs, mut count) = ([const { 0..0 }; MOST_STRIPS], 0);
        for &(Part { lanes, .. }, addresses) in parts {
            let last = lanes.trailing_ones();
            let Addresses::Step(base, step, false) = addresses else { return false };
            // Lanes are no further apart than sectors are long, so that none is left out.
            if last == 0 || lanes >> (last - 1) != 1 || step.unsigned_abs() > SECTOR {
                return false;
            }
            let end = base.wrapping_add_signed(i64::from(last - 1) * step);
            let run = self.bytes_in_caches(base.min(end)..base.max(end) + u64::from(site.bytes));
            for (line, sectors) in lines_of(run.start / SECTOR, (run.end - 1) / SECTOR) {
                self.touched.add_sectors(line, sectors);
            }
            (runs[count], count) = (run, count + 1);
        }
        self.model.runs(&runs[..count], site.kind == Kind::Store);
        self.counters.sites[at].lanes += u64::from(mask.count_ones());
        self.global_lines(site, at, self.touched.sectors());
        true
    }

    /// Returns the place of an access's start, if the start may differ in a block that repeats this one: its
    /// words begin at `place`.
    fn start_place(
        &self,
        words: &[u64],
        site: &Site,
        addresses: Addresses<'_>,
        place: usize,
    ) -> Option<usize> {
        let is_start = matches!(addresses, Addresses::Step(_, _, false))
            && site.space == Space::Global
            && !site.is_atomic()
            && words[place + 1] >= self.base;
        is_start.then_some(place + 1)
    }

    /// Notes that lanes execute a block: a branch has diverged if only some of its lanes come here next.
    fn branch(&mut self, warp: usize, block: usize, mask: u32, branches: bool) {
        let (counters, Some(open)) = (&mut self.counters, self.open.get_mut(warp)) else { return };
        open.retain(|open| {
            let continues = open.mask & mask != 0;
            if continues && open.mask & !mask != 0 {
                counters.blocks[open.block].diverged += 1;
            }
            !continues
        });
        if branches {
            open.push(Open { block, mask });
        }
    }
}

fn is_done(strip: &Range<usize>) -> bool {
    strip.start >= strip.end
}

/// Finds the words of a region's strips from `at` on; returns where they end.
fn find_region(words: &[u64], mut at: usize, warps: &mut Vec<Strips>) -> usize {
    warps.clear();
    let mut last = None;
    while let Some(&word) = words.get(at).filter(|&&word| word & STRIP != 0) {
        let Header { thread, words: size, .. } = Header::new(word);
        if last.is_some_and(|last| thread < last) {
            return at;
        }
        let end = at + size.max(1);
        let index = thread / 32;
        if warps.last().is_none_or(|warp| warp.index != index) {
            warps.push(Strips { index, ..Strips::default() });
            last = None;
        }
        if let Some(warp) = warps.last_mut() {
            if last != Some(thread) && warp.count < MOST_STRIPS {
                warp.strips[warp.count] = at..end;
                warp.count += 1;
            } else if let Some(strip) = warp.strips[..warp.count].last_mut() {
                strip.end = end;
            }
        }
        (last, at) = (Some(thread), end);
    }
    // Anything else is no record.
    if words.get(at).is_some_and(|word| word & STRIP == 0) { words.len() } else { at }
}
