//! Caches: the first level, one for each resident block's share of an SM, and the second level's contents.
//!
//! Results do not depend on the order in which blocks run, so that several threads may run them. A block has
//! its share of the first-level cache to itself. The second level is not simulated access by access: the
//! sectors that a grid touches are collected, and what exceeds its size misses again in proportion.

use crate::request::{LINE, SECTOR};
use std::collections::BTreeMap;

/// Ways of a set.
const WAYS: usize = 4;
/// Sectors of a line.
const SECTORS: u64 = LINE / SECTOR;

/// First-level cache of one block.
#[derive(Clone, Debug)]
pub struct FirstLevel {
    /// Lines plus 1, by set and way; the most recently used comes first.
    lines: Vec<[(u64, u8); WAYS]>,
}

impl FirstLevel {
    /// Creates an empty cache of about `bytes` bytes.
    pub fn new(bytes: u64) -> FirstLevel {
        let sets = (bytes / LINE / WAYS as u64).max(1);
        FirstLevel { lines: vec![[(0, 0); WAYS]; sets as usize] }
    }

    /// Empties the cache.
    pub fn clear(&mut self) {
        self.lines.fill([(0, 0); WAYS]);
    }

    fn set(&mut self, line: u64) -> &mut [(u64, u8); WAYS] {
        let sets = self.lines.len() as u64;
        let mixed = (line ^ line >> 13).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        &mut self.lines[(mixed % sets) as usize]
    }

    /// Loads a sector; returns whether it was there.
    pub fn load(&mut self, sector: u64) -> bool {
        let (key, bit) = (sector / SECTORS + 1, 1 << (sector % SECTORS));
        let set = self.set(key);
        let Some(way) = set.iter().position(|&(line, _)| line == key) else {
            set.rotate_right(1);
            set[0] = (key, bit);
            return false;
        };
        set[..=way].rotate_right(1);
        let hit = set[0].1 & bit != 0;
        set[0].1 |= bit;
        hit
    }

    /// Drops a sector that another level changes: by an atomic operation.
    pub fn drop_sector(&mut self, sector: u64) {
        let (key, bit) = (sector / SECTORS + 1, 1u8 << (sector % SECTORS));
        for (line, sectors) in self.set(key) {
            if *line == key {
                *sectors &= !bit;
            }
        }
    }
}

/// Sectors of a piece of memory, a bit each.
const PIECE: u64 = 4096;

/// Sectors that a grid has touched.
#[derive(Clone, Default, Debug)]
pub struct Footprint {
    read: BTreeMap<u64, Box<[u64; PIECE as usize / 64]>>,
    written: BTreeMap<u64, Box<[u64; PIECE as usize / 64]>>,
}

/// Flag of a sector that is written.
pub const WRITTEN: u64 = 1 << 63;

impl Footprint {
    /// Adds sectors, with [`WRITTEN`] for those that are written.
    pub fn add(&mut self, sectors: &[u64]) {
        let piece = |sector: &u64| ((sector & !WRITTEN) / PIECE) | (sector & WRITTEN);
        for run in sectors.chunk_by(|a, b| piece(a) == piece(b)) {
            let set = if run[0] & WRITTEN == 0 { &mut self.read } else { &mut self.written };
            let bits =
                set.entry((run[0] & !WRITTEN) / PIECE).or_insert_with(|| Box::new([0; PIECE as usize / 64]));
            for sector in run {
                let at = sector % PIECE;
                bits[(at / 64) as usize] |= 1 << (at % 64);
            }
        }
    }

    /// Returns the numbers of different sectors: read, written, either.
    pub fn sizes(&self) -> [u64; 3] {
        let count = |bits: &[u64]| bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let all = |set: &BTreeMap<u64, Box<[u64; PIECE as usize / 64]>>| {
            set.values().map(|bits| count(&**bits)).sum()
        };
        let (read, written): (u64, u64) = (all(&self.read), all(&self.written));
        let both: u64 = self
            .read
            .iter()
            .filter_map(|(piece, bits)| Some((bits, self.written.get(piece)?)))
            .map(|(a, b)| a.iter().zip(&**b).map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>())
            .sum();
        [read, written, read + written - both]
    }
}
