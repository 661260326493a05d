//! Caches: the first level of an SM, and what a grid touches.
//!
//! The second level is not simulated access by access: the sectors that a grid touches are collected, and
//! what exceeds its size misses again in proportion.

use crate::request::{LINE, SECTOR};
use std::collections::BTreeMap;

/// Ways of a set.
const WAYS: usize = 4;
/// Sectors of a line.
pub const SECTORS: u64 = LINE / SECTOR;

/// Returns the lines of neighbouring sectors, from the first to the last, each with its sectors, a bit each.
pub(crate) fn lines_of(first: u64, last: u64) -> impl Iterator<Item = (u64, u8)> {
    (first / SECTORS..=last / SECTORS).map(move |line| {
        let start = SECTORS * line;
        let [from, to] = [first, last].map(|at| at.clamp(start, start + SECTORS - 1) - start);
        (line, (2 << to) - (1 << from))
    })
}

/// A line of a first-level cache.
#[derive(Clone, Copy, Default, Debug)]
struct Way {
    /// Line plus 1; 0 if there is none.
    line: u64,
    /// Sectors, a bit each.
    sectors: u8,
    /// Request that last fetched sectors of it.
    fetched_by: u64,
}

/// Result of a load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Sectors that were there, a bit each.
    pub sectors: u8,
    /// Request that last fetched sectors of the line: this one, if not all were there.
    pub fetched_by: u64,
}

/// First-level cache of an SM.
#[derive(Clone, Debug)]
pub struct FirstLevel {
    /// Lines by set and way; the most recently used comes first.
    lines: Vec<[Way; WAYS]>,
}

impl FirstLevel {
    /// Creates an empty cache of about `bytes` bytes.
    pub fn new(bytes: u64) -> FirstLevel {
        let sets = (bytes / LINE / WAYS as u64).max(1);
        FirstLevel { lines: vec![[Way::default(); WAYS]; sets as usize] }
    }

    fn set(&mut self, line: u64) -> &mut [Way; WAYS] {
        let sets = self.lines.len() as u64;
        let mixed = (line ^ line >> 13).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        &mut self.lines[(mixed % sets) as usize]
    }

    /// Loads sectors of a line, a bit each, for a request with that number.
    pub fn load(&mut self, line: u64, sectors: u8, request: u64) -> Found {
        let key = line + 1;
        let set = self.set(key);
        let Some(way) = set.iter().position(|way| way.line == key) else {
            set.rotate_right(1);
            set[0] = Way { line: key, sectors, fetched_by: request };
            return Found { sectors: 0, fetched_by: request };
        };
        set[..=way].rotate_right(1);
        let own = &mut set[0];
        let here = own.sectors & sectors;
        if here != sectors {
            own.sectors |= sectors;
            own.fetched_by = request;
        }
        Found { sectors: here, fetched_by: own.fetched_by }
    }

    /// Drops sectors that another level changes: by an atomic operation.
    pub fn drop_sectors(&mut self, line: u64, dropped: u8) {
        let key = line + 1;
        for way in self.set(key) {
            if way.line == key {
                way.sectors &= !dropped;
            }
        }
    }
}

/// Lines of a piece of memory.
const PIECE: u64 = 1 << 13;
/// Pieces that are found without a search.
const RECENT: u64 = 1024;

/// Sectors of a piece, a bit each.
#[derive(Clone, Debug)]
struct Piece {
    read: [u64; (PIECE * SECTORS / 64) as usize],
    written: [u64; (PIECE * SECTORS / 64) as usize],
}

impl Piece {
    /// Adds sectors of a line, a bit each.
    #[inline]
    fn touch(&mut self, line: u64, sectors: u8, written: bool) {
        let (at, shift) = (line % PIECE * SECTORS / 64, line % PIECE * SECTORS % 64);
        let words = if written { &mut self.written } else { &mut self.read };
        words[at as usize] |= u64::from(sectors) << shift;
    }
}

/// Returns the place of a piece, which is added if it is new.
#[cold]
fn find(places: &mut BTreeMap<u64, usize>, pieces: &mut Vec<Piece>, number: u64) -> usize {
    const NONE: [u64; (PIECE * SECTORS / 64) as usize] = [0; (PIECE * SECTORS / 64) as usize];
    let place = *places.entry(number).or_insert(pieces.len());
    if place == pieces.len() {
        pieces.push(Piece { read: NONE, written: NONE });
    }
    place
}

/// Sectors that a grid has touched.
#[derive(Clone, Default, Debug)]
pub struct Footprint {
    /// Places of the pieces.
    places: BTreeMap<u64, usize>,
    pieces: Vec<Piece>,
    /// Pieces plus 1 that were touched last, and their places.
    recent: Vec<(u64, usize)>,
}

impl Footprint {
    /// Adds sectors of a line, a bit each.
    #[inline]
    pub fn touch(&mut self, line: u64, sectors: u8, written: bool) {
        let place = self.place(line / PIECE);
        self.pieces[place].touch(line, sectors, written);
    }

    /// Adds lines, each with its sectors.
    pub fn touch_all(&mut self, lines: &[(u64, u8)], written: bool) {
        let (mut number, mut place) = (u64::MAX, 0);
        for &(line, sectors) in lines {
            if line / PIECE != number {
                number = line / PIECE;
                place = self.place(number);
            }
            self.pieces[place].touch(line, sectors, written);
        }
    }

    /// Returns the place of a piece.
    #[inline]
    fn place(&mut self, number: u64) -> usize {
        if self.recent.is_empty() {
            self.recent = vec![(0, 0); RECENT as usize];
        }
        let recent = &mut self.recent[(number % RECENT) as usize];
        if recent.0 != number + 1 {
            *recent = (number + 1, find(&mut self.places, &mut self.pieces, number));
        }
        recent.1
    }

    /// Adds what another one has.
    pub fn add(&mut self, other: &Footprint) {
        for (&number, &place) in &other.places {
            let (mine, theirs) = (self.place(number), &other.pieces[place]);
            let mine = &mut self.pieces[mine];
            mine.read.iter_mut().zip(&theirs.read).for_each(|(a, b)| *a |= b);
            mine.written.iter_mut().zip(&theirs.written).for_each(|(a, b)| *a |= b);
        }
    }

    /// Returns the numbers of different sectors: read, written, either.
    pub fn sizes(&self) -> [u64; 3] {
        let mut sizes = [0; 3];
        for piece in &self.pieces {
            for (read, written) in piece.read.iter().zip(&piece.written) {
                for (size, word) in sizes.iter_mut().zip([*read, *written, read | written]) {
                    *size += u64::from(word.count_ones());
                }
            }
        }
        sizes
    }
}
