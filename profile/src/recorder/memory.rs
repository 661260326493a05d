//! Requests of warps: what the memory instructions of a block count.

use super::streams::Touch;
use super::{BlockRecorder, OwnMemory};
use crate::cache::{SECTORS, lines_of};
use crate::code::{Kind, Merge, Site};
use crate::counters::SLICES;
use crate::request::{Request, SECTOR, lanes};
use ptx::ir::Space;
use std::ops::Range;

/// Pattern of an instruction's last request to shared memory. Its wavefronts depend on nothing else: another
/// start shifts all lanes' banks alike.
#[derive(Clone)]
pub(super) struct Pattern {
    mask: u32,
    /// Step from lane to lane; [`NO_STEP`] if `distances` are the lanes' distances from the first one.
    step: i64,
    distances: [u32; 32],
    /// Part of the address that decides about the words of bytes.
    low: u64,
    wavefronts: (u32, u32),
}

const NO_STEP: i64 = i64::MAX;

impl Default for Pattern {
    fn default() -> Pattern {
        Pattern { mask: 0, step: NO_STEP, distances: [0; 32], low: 0, wavefronts: (0, 0) }
    }
}

impl BlockRecorder {
    /// Counts a memory instruction of a warp; `self.addresses` are those of its lanes.
    pub(super) fn each(&mut self, site: &Site, at: usize, warp: usize, mask: u32) {
        if mask == 0 || site.in_registers {
            return;
        }
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

    /// Counts a memory instruction with addresses that step by a constant from lane to lane; they wrap at 32
    /// bits if they are `narrow`.
    pub(super) fn step(
        &mut self,
        site: &Site,
        at: usize,
        warp: usize,
        mask: u32,
        (base, step, narrow): (u64, i64, bool),
    ) {
        if mask == 0 {
            return;
        }
        match site.space {
            Space::Shared if narrow => {
                let first = base.wrapping_add_signed(i64::from(mask.trailing_zeros()) * step);
                let low = low_bits(site, first);
                let known = &self.patterns[at];
                if site.merge == Merge::Rest || (known.mask, known.step, known.low) == (mask, step, low) {
                    self.counters.sites[at].lanes += u64::from(mask.count_ones());
                    return self.add_wavefronts(site, at, known.wavefronts);
                }
                self.expand(base, step, narrow);
                self.each(site, at, warp, mask);
                // What was just counted is the pattern's.
                (self.patterns[at].step, self.patterns[at].low) = (step, low);
            }
            Space::Global | Space::Generic
                if matches!(site.kind, Kind::Load | Kind::Store)
                    && !narrow
                    && step.unsigned_abs() <= SECTOR =>
            {
                let (first, last) = (mask.trailing_zeros(), 31 - mask.leading_zeros());
                let [a, b] = [first, last].map(|lane| base.wrapping_add_signed(i64::from(lane) * step));
                let range = a.min(b)..a.max(b) + u64::from(site.bytes);
                let apart = |other: &Range<u64>| range.end <= other.start || other.end <= range.start;
                let whole = mask >> first == u32::MAX >> (31 - (last - first));
                let own = site.space == Space::Generic
                    && !(apart(&self.memory.shared) && apart(&self.memory.local));
                if !whole || own {
                    self.expand(base, step, narrow);
                    return self.each(site, at, warp, mask);
                }
                self.counters.sites[at].lanes += u64::from(mask.count_ones());
                let bytes = self.bytes_in_caches(range);
                self.model.runs(std::slice::from_ref(&bytes), site.kind == Kind::Store);
                // Lanes are no further apart than sectors are long, so that none is left out.
                self.global_run(site, at, bytes.start / SECTOR, (bytes.end - 1) / SECTOR);
            }
            _ => {
                self.expand(base, step, narrow);
                self.each(site, at, warp, mask);
            }
        }
    }

    /// Counts a memory instruction of a warp with addresses of 32 bits, two in a word.
    pub(super) fn narrow(&mut self, site: &Site, at: usize, warp: usize, mask: u32, words: &[u64]) {
        if mask == u32::MAX && site.space == Space::Shared && site.merge != Merge::Rest {
            let (first, known) = (words[0] as u32, &self.patterns[at]);
            let same = words.iter().zip(known.distances.chunks_exact(2)).fold(0, |differ, (word, own)| {
                let [a, b] = [*word as u32, (word >> 32) as u32].map(|address| address.wrapping_sub(first));
                differ | (a ^ own[0]) | (b ^ own[1])
            });
            if (same, known.mask, known.low) == (0, mask, low_bits(site, first.into())) {
                self.counters.sites[at].lanes += 32;
                return self.add_wavefronts(site, at, known.wavefronts);
            }
        }
        crate::words::Addresses::Each32(words).expand(&mut self.addresses[..]);
        self.each(site, at, warp, mask);
    }

    fn expand(&mut self, base: u64, step: i64, narrow: bool) {
        crate::words::Addresses::Step(base, step, narrow).expand(&mut self.addresses[..]);
    }

    fn shared(&mut self, site: &Site, at: usize, mask: u32) {
        let bytes = match site.merge {
            Merge::No => site.bytes,
            Merge::First(count) => site.bytes * count,
            Merge::Rest => return,
        };
        let first = self.addresses[mask.trailing_zeros() as usize];
        let mut distances = [0u32; 32];
        for (lane, (to, address)) in distances.iter_mut().zip(self.addresses.iter()).enumerate() {
            *to = (address.wrapping_sub(first) as u32) & 0u32.wrapping_sub(mask >> lane & 1);
        }
        let low = low_bits(site, first);
        let known = &mut self.patterns[at];
        if (known.mask, known.low) != (mask, low) || known.distances != distances {
            let request = Request { mask, addresses: &self.addresses, bytes };
            let wavefronts = request.shared_wavefronts(site.serial);
            *known = Pattern { mask, step: NO_STEP, distances, low, wavefronts };
        }
        let wavefronts = known.wavefronts;
        self.add_wavefronts(site, at, wavefronts);
    }

    fn add_wavefronts(&mut self, site: &Site, at: usize, (wavefronts, ideal): (u32, u32)) {
        if site.merge == Merge::Rest {
            return;
        }
        let counts = &mut self.counters.sites[at];
        counts.shared += 1;
        counts.wavefronts += u64::from(wavefronts);
        counts.ideal += u64::from(ideal);
        self.work.wavefronts += u64::from(wavefronts);
    }

    /// Local memory is interleaved: the same word of a warp's lanes is 128 contiguous bytes.
    fn local(&mut self, site: &Site, at: usize, warp: usize, mask: u32) {
        let base = self.local_base + warp as u64 * 32 * self.memory.local_bytes;
        self.touched.clear();
        for word in 0..u64::from(site.bytes.div_ceil(4).max(1)) {
            for lane in lanes(mask) {
                let place = base + (self.addresses[lane] / 4 + word) * 128 + lane as u64 * 4;
                self.touched.add(place / SECTOR);
            }
        }
        let sectors = self.touched.sectors();
        let counts = &mut self.counters.sites[at];
        counts.local += 1;
        counts.local_sectors += sectors;
        self.model.local();
        self.through_caches(site, at, sectors);
    }

    fn global(&mut self, site: &Site, at: usize, mask: u32) {
        let mut addresses = [0; 32];
        for (place, &address) in addresses.iter_mut().zip(self.addresses.iter()) {
            *place = self.place(address);
        }
        let request = Request { mask, addresses: &addresses, bytes: site.bytes };
        match site.kind {
            Kind::Load | Kind::Store => {
                request.lines(&mut self.touched);
                self.global_lines(site, at, self.touched.sectors());
            }
            Kind::Atom | Kind::Red => {
                let mut sectors = std::mem::take(&mut self.sectors);
                request.atomic_sectors(site.reduced, &mut sectors);
                self.touched.clear();
                for (n, &sector) in sectors.iter().enumerate() {
                    self.touched.add(sector);
                    let neighbours = [n.wrapping_sub(1), n + 1].map(|at| sectors.get(at));
                    // Lanes that share an address get their results at half the rate.
                    let shares = site.kind == Kind::Atom && neighbours.contains(&Some(&sector));
                    self.counters.slices[slice_of(sector)] += u64::from(site.weight) << u32::from(shares);
                }
                self.global_lines(site, at, sectors.len() as u64);
                self.sectors = sectors;
            }
        }
    }

    /// Counts a request of so many sectors to the touched lines.
    pub(super) fn global_lines(&mut self, site: &Site, at: usize, sectors: u64) {
        let counts = &mut self.counters.sites[at];
        counts.global += 1;
        counts.sectors += sectors;
        self.through_caches(site, at, sectors);
    }

    /// Returns the place of an address in caches, which is the same in each run of the program.
    fn place(&self, address: u64) -> u64 {
        if address >= self.base { address - self.base } else { address }
    }

    /// Returns the places of neighbouring bytes in caches.
    pub(super) fn bytes_in_caches(&self, bytes: Range<u64>) -> Range<u64> {
        let start = self.place(bytes.start);
        start..start + (bytes.end - bytes.start)
    }

    /// Counts a load or store of neighbouring sectors.
    fn global_run(&mut self, site: &Site, at: usize, first: u64, last: u64) {
        let (all, lines) = (last - first + 1, first / SECTORS..=last / SECTORS);
        let counts = &mut self.counters.sites[at];
        counts.global += 1;
        counts.sectors += all;
        for (line, mask) in lines_of(first, last) {
            self.line(site, at, line, mask, line == *lines.start());
        }
        self.count_request(site, at, all, lines.end() - lines.start() + 1);
    }

    /// Counts what becomes of a request of so many sectors to the touched lines.
    fn through_caches(&mut self, site: &Site, at: usize, sectors: u64) {
        let lines = self.touched.lines().len();
        if self.stream.is_some() || self.model.is_made() {
            self.touched.sort();
            for number in 0..lines {
                let (line, sectors) = self.touched.lines()[number];
                self.line(site, at, line, sectors, number == 0);
            }
        } else {
            self.footprint.touch_all(self.touched.lines(), site.kind == Kind::Store);
        }
        self.count_request(site, at, sectors, lines as u64);
    }

    /// Notes that a request, of which it may be the first line, touches sectors of a line.
    fn line(&mut self, site: &Site, at: usize, line: u64, sectors: u8, begins: bool) {
        if self.counts {
            self.footprint.touch(line, sectors, site.kind == Kind::Store);
            self.model.touch(line, sectors, site.kind == Kind::Store);
        }
        let load = !site.is_atomic();
        if !load || site.is_cached() {
            self.model.see(at as u32, begins, load);
            if let Some(stream) = &mut self.stream {
                stream.push(Touch { line, site: at as u32, sectors, begins, load });
            }
        }
    }

    /// Counts a request of so many sectors and lines.
    fn count_request(&mut self, site: &Site, at: usize, all: u64, lines: u64) {
        self.model.sizes(all, lines);
        self.counters.sites[at].lines += lines;
        self.work.requests += 1;
        self.work.lines += lines;
        self.work.beyond += all;
        match site.kind {
            Kind::Load => {
                self.work.sectors += all;
                self.work.load_lines += lines;
                self.work.loads += 1;
                self.work.missed += 1;
            }
            Kind::Store => {
                self.work.sectors += all;
                self.work.stored += all;
                self.work.store_lines += lines;
            }
            Kind::Atom => {
                self.work.loads += 1;
                self.work.missed += 1;
            }
            Kind::Red => {}
        }
    }
}

/// Returns the part of an address that decides which words an access of bytes touches.
fn low_bits(site: &Site, address: u64) -> u64 {
    if site.bytes < 4 { address & 3 } else { 0 }
}

/// Returns the slice of the second level that serves a sector: eight slices share a page of 4 KiB, 512 bytes
/// each, as `atomic_1024` and `red_rows` suggest. The real function is unknown.
fn slice_of(sector: u64) -> usize {
    let (part, page) = ((sector * SECTOR) >> 9, (sector * SECTOR) >> 12);
    let mixed = page.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    ((mixed + part % 8 * (SLICES as u64 / 8)) % SLICES as u64) as usize
}
