//! One request of a warp, as the memory system serves it: 32-byte sectors of global memory, wavefronts of
//! shared memory. The rules were found with Nsight Compute on an H200 (`testdata/gpu/profile`).

use crate::touched::Touched;

/// Size of a sector, bytes.
pub const SECTOR: u64 = 32;
/// Size of a cache line, bytes.
pub const LINE: u64 = 128;

/// Lanes of a request, with their addresses.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Lanes that take part.
    pub mask: u32,
    /// Addresses by lane; those of other lanes mean nothing.
    pub addresses: &'a [u64; 32],
    /// Bytes that a lane accesses.
    pub bytes: u32,
}

/// Iterates over the lanes of a mask.
pub(crate) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lane)
    })
}

impl Request<'_> {
    /// Collects the lines that a load or store touches, with their sectors.
    pub fn lines(&self, found: &mut Touched) {
        found.clear();
        if self.mask == u32::MAX && self.bytes.is_power_of_two() && u64::from(self.bytes) <= SECTOR {
            // Accesses are aligned to their size, so that each lane touches one sector.
            return self.addresses.iter().for_each(|address| found.add(address / SECTOR));
        }
        for lane in lanes(self.mask) {
            let first = self.addresses[lane] / SECTOR;
            let last = (self.addresses[lane] + u64::from(self.bytes) - 1) / SECTOR;
            (first..=last).for_each(|sector| found.add(sector));
        }
    }

    /// Collects the sector operations of an atomic instruction: a sector counts as often as the address in it
    /// that most lanes share. A `reduced` request has one lane for each address.
    pub fn atomic_sectors(&self, reduced: bool, found: &mut Vec<u64>) {
        let (mut sorted, mut count) = ([0; 32], 0);
        for lane in lanes(self.mask) {
            sorted[count] = self.addresses[lane];
            count += 1;
        }
        let addresses = &mut sorted[..count];
        addresses.sort_unstable();
        found.clear();
        let (mut sector, mut most) = (u64::MAX, 0);
        for same in addresses.chunk_by(|a, b| a == b) {
            let (at, count) = (same[0] / SECTOR, if reduced { 1 } else { same.len() });
            if at != sector {
                (sector, most) = (at, 0);
            }
            for _ in most..count {
                found.push(at);
            }
            most = most.max(count);
        }
    }

    /// Returns the wavefronts of a shared-memory request, and how many it would be without bank conflicts.
    ///
    /// Lanes access 32 banks of four bytes. Accesses of 8 bytes go by half warps, those of 16 bytes by
    /// quarter warps, unless neighbouring lanes share their addresses. A bank serves one word a wavefront, to
    /// any number of lanes.
    pub fn wavefronts(&self) -> (u32, u32) {
        let mut all = (0, 0);
        for group in self.groups() {
            if group != 0 {
                all.0 += self.conflict_degree(group);
                all.1 += 1;
            }
        }
        all
    }

    /// Returns the wavefronts of a request whose lanes take turns at one address if it is `serial`: then a
    /// bank serves one lane a wavefront.
    pub fn shared_wavefronts(&self, serial: bool) -> (u32, u32) {
        if !serial {
            return self.wavefronts();
        }
        let mut banks = [0u32; 32];
        lanes(self.mask).for_each(|lane| banks[(self.addresses[lane] / 4 % 32) as usize] += 1);
        (banks.into_iter().max().unwrap_or(1).max(1), 1)
    }

    /// Returns the lanes that are served together.
    fn groups(&self) -> [u32; 4] {
        match self.bytes {
            0..=4 => [self.mask, 0, 0, 0],
            5..=8 => match self.pairs(self.mask) {
                true => [self.mask, 0, 0, 0],
                false => [self.mask & 0xffff, self.mask & 0xffff_0000, 0, 0],
            },
            _ => {
                let mut groups = [0; 4];
                for half in 0..2 {
                    let lanes = self.mask & 0xffff << (16 * half);
                    match self.pairs(lanes) {
                        true => groups[2 * half] = lanes,
                        false => {
                            groups[2 * half] = lanes & 0x00ff_00ff;
                            groups[2 * half + 1] = lanes & 0xff00_ff00;
                        }
                    }
                }
                groups
            }
        }
    }

    /// Returns whether lanes share addresses in pairs: each with its neighbour, or each with the one after
    /// that.
    fn pairs(&self, mask: u32) -> bool {
        let shared = |distance: usize| {
            lanes(mask).all(|lane| {
                let other = lane ^ distance;
                mask >> other & 1 == 0 || self.addresses[lane] == self.addresses[other]
            })
        };
        shared(1) || shared(2)
    }

    /// Returns the largest number of words that one bank serves to the lanes of a group.
    fn conflict_degree(&self, group: u32) -> u32 {
        let words = u64::from(self.bytes.div_ceil(4).max(1));
        let mut found = [0u64; 128];
        let mut count = 0;
        for lane in lanes(group) {
            let first = self.addresses[lane] / 4;
            for word in first..first + words {
                if count < found.len() {
                    found[count] = word;
                    count += 1;
                }
            }
        }
        let found = &found[..count];
        // Consecutive words, or one word: the common cases.
        if found.windows(2).all(|pair| pair[1] == pair[0] + 1) {
            return (count as u32).div_ceil(32).max(1);
        }
        // The different words of each bank, as a list: the place of one plus 1, or 0 at the end.
        let (mut heads, mut next, mut sizes) = ([0u8; 32], [0u8; 128], [0u32; 32]);
        for (n, &word) in found.iter().enumerate() {
            let bank = (word % 32) as usize;
            let mut at = heads[bank];
            while at != 0 && found[usize::from(at) - 1] != word {
                at = next[usize::from(at) - 1];
            }
            if at == 0 {
                (next[n], heads[bank]) = (heads[bank], n as u8 + 1);
                sizes[bank] += 1;
            }
        }
        sizes.into_iter().max().unwrap_or(1).max(1)
    }
}
