//! Lines of caches that one request touches.

use crate::cache::SECTORS;

/// Places of the table: a power of two, no less than twice the lines of any request. A lane of global memory
/// touches two lines at most, one of local memory four.
const PLACES: usize = 256;

/// Lines with their sectors, a bit each, in the order of their first lane.
///
/// Lines of unrelated addresses are found by a hash: a sort of 32 numbers takes several times as long.
#[derive(Clone)]
pub struct Touched {
    lines: Vec<(u64, u8)>,
    /// Numbers of lines in `lines` plus 1, from the place of a line's hash on.
    places: [u8; PLACES],
    /// Last line that was added, by its number.
    last: usize,
}

impl Default for Touched {
    fn default() -> Touched {
        Touched { lines: Vec::new(), places: [0; PLACES], last: 0 }
    }
}

impl Touched {
    /// Removes all lines.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.places.fill(0);
    }

    /// Adds a sector.
    #[inline]
    pub fn add(&mut self, sector: u64) {
        self.add_sectors(sector / SECTORS, 1 << (sector % SECTORS));
    }

    /// Adds sectors of a line, a bit each.
    #[inline]
    pub fn add_sectors(&mut self, line: u64, sectors: u8) {
        if let Some(last) = self.lines.get_mut(self.last)
            && last.0 == line
        {
            last.1 |= sectors;
            return;
        }
        self.find(line, sectors);
    }

    #[inline]
    fn find(&mut self, line: u64, sectors: u8) {
        let mut place = (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize;
        loop {
            let number = usize::from(self.places[place]);
            match number.checked_sub(1).map(|number| (number, &mut self.lines[number])) {
                Some((number, known)) if known.0 == line => {
                    known.1 |= sectors;
                    self.last = number;
                    return;
                }
                Some(_) => place = (place + 1) % PLACES,
                None => break,
            }
        }
        self.last = self.lines.len();
        self.lines.push((line, sectors));
        self.places[place] = self.lines.len() as u8;
    }

    /// Sorts the lines. None may be added until all are removed.
    pub fn sort(&mut self) {
        self.lines.sort_unstable();
    }

    /// The lines, each with its sectors.
    pub fn lines(&self) -> &[(u64, u8)] {
        &self.lines
    }

    /// Returns the number of sectors.
    pub fn sectors(&self) -> u64 {
        self.lines.iter().map(|(_, sectors)| u64::from(sectors.count_ones())).sum()
    }
}
