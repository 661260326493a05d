//! Which pages of a block come along with those that faulted.

use super::PAGES;
use std::ops::Range;

/// Of the pages of a part, so many percent must be there for the rest to come.
const THRESHOLD: u64 = 51;

const WORDS: usize = PAGES as usize / 64;

/// Some pages of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Subset([u64; WORDS]);

/// A mask of the bits of word `n` that a range of bits covers.
fn mask(n: usize, range: &Range<u64>) -> u64 {
    let first = n as u64 * 64;
    let (start, end) =
        (range.start.clamp(first, first + 64) - first, range.end.clamp(first, first + 64) - first);
    let below = |bit: u64| if bit == 64 { u64::MAX } else { (1 << bit) - 1 };
    below(end) & !below(start)
}

impl Subset {
    pub(super) fn add(&mut self, range: Range<u64>) {
        self.0.iter_mut().enumerate().for_each(|(n, word)| *word |= mask(n, &range));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    fn count(&self, range: &Range<u64>) -> u64 {
        self.0.iter().enumerate().map(|(n, word)| u64::from((word & mask(n, range)).count_ones())).sum()
    }
}

/// The largest parts of a block, of a power of two of pages, that hold a page that came and enough of those that are there. The
/// block may end early.
pub(super) fn parts(came: &Subset, there: &Subset, end: u64) -> Vec<Range<u64>> {
    let mut parts: Vec<Range<u64>> = Vec::new();
    let mut size = PAGES;
    while size > 1 {
        for start in (0..end).step_by(size as usize) {
            let part = start..(start + size).min(end);
            let within = parts.iter().any(|larger| larger.start <= part.start && part.end <= larger.end);
            let enough = || there.count(&part) * 100 >= (part.end - part.start) * THRESHOLD;
            if !within && came.count(&part) > 0 && enough() {
                parts.push(part);
            }
        }
        size /= 2;
    }
    parts.sort_by_key(|part| part.start);
    parts
}
