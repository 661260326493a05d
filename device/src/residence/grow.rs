//! Selection of the pages that migrate together with a faulting page.

use super::PAGES;
use std::ops::Range;

/// Percentage of a part's pages that must be resident for the rest to follow.
const THRESHOLD: u64 = 51;

const WORDS: usize = PAGES as usize / 64;

/// A subset of a block's pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Subset([u64; WORDS]);

/// Returns a mask of the bits of word `n` that a range of bits covers.
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

    fn count(&self, range: &Range<u64>) -> u64 {
        self.0.iter().enumerate().map(|(n, word)| u64::from((word & mask(n, range)).count_ones())).sum()
    }

    /// Returns the largest part of a block, of a power of two of pages, that contains a page and has enough
    /// pages in this set; the page itself if there is none. The block may be truncated.
    pub(super) fn part_around(&self, page: u64, end: u64) -> Range<u64> {
        let mut size = PAGES;
        while size > 1 {
            let start = page / size * size;
            let part = start..(start + size).min(end);
            if self.count(&part) * 100 >= (part.end - part.start) * THRESHOLD {
                return part;
            }
            size /= 2;
        }
        page..page + 1
    }
}
