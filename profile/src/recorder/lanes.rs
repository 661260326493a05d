//! Records of code that runs thread by thread: the lanes of a warp, one after the other, are put back in
//! step.
//!
//! Of the blocks at which lanes stand, the first by [rank](crate::code::BlockCode::rank) is executed by all
//! lanes that stand there, which is where a GPU reconverges diverged lanes of structured programs.

use super::BlockRecorder;
use crate::code::Code;
use crate::request::lanes;
use crate::words::LANE;
use std::ops::Range;
use std::sync::Arc;

/// A lane's words in a region.
#[derive(Clone, Copy, Default)]
struct Cursor {
    at: usize,
    end: usize,
    /// Block at which it stands; `NONE` at its end.
    block: u32,
}

const NONE: u32 = u32::MAX;

/// A warp in a region.
#[derive(Clone, Default)]
pub(super) struct Warp {
    index: usize,
    /// Lanes that have words.
    mask: u32,
    /// `true` if all of them executed the same blocks.
    alike: bool,
    /// Words of the first of them, and how many of them are done, if all are alike.
    first: Range<usize>,
    ahead: usize,
    cursors: [Cursor; 32],
}

impl BlockRecorder {
    /// Counts what the lanes of whole warps executed in a region.
    pub(super) fn threads(&mut self, words: &[u64]) {
        let code = Arc::clone(&self.code);
        // After a loss, the rest of a lane comes first.
        let mut at = words.iter().position(|word| word & LANE != 0).unwrap_or(words.len());
        let mut warps = std::mem::take(&mut self.warps);
        let mut count = 0;
        while let Some(&first) = words.get(at).filter(|&&word| word & LANE != 0) {
            if count == warps.len() {
                warps.push(Warp::default());
            }
            at = parse(&code, words, at, (first & !LANE) as usize / 32, &mut warps[count]);
            count += 1;
        }
        let mut running = count;
        while running > 0 {
            running = 0;
            for warp in &mut warps[..count] {
                let more = match warp.alike {
                    true => self.step_together(&code, words, warp),
                    false => self.step_diverged(&code, words, warp),
                };
                running += usize::from(more);
            }
        }
        self.warps = warps;
    }

    /// Executes the next block of a warp whose lanes all executed the same ones; returns whether there was
    /// one.
    fn step_together(&mut self, code: &Code, words: &[u64], warp: &mut Warp) -> bool {
        let at = warp.first.start + warp.ahead;
        if at >= warp.first.end {
            return false;
        }
        let block = words[at] as usize;
        self.execute(code, words, warp, block, warp.mask);
        warp.ahead += code.words(block);
        true
    }

    /// Executes the next block of a warp whose lanes executed different ones; returns whether there was one.
    fn step_diverged(&mut self, code: &Code, words: &[u64], warp: &mut Warp) -> bool {
        let standing = |lane: usize| {
            let block = warp.cursors[lane].block;
            (block != NONE).then(|| (code.blocks[block as usize].rank, block))
        };
        let Some((_, block)) = lanes(warp.mask).filter_map(standing).min() else { return false };
        let here = lanes(warp.mask)
            .filter(|&lane| warp.cursors[lane].block == block)
            .fold(0, |all, lane| all | 1 << lane);
        self.execute(code, words, warp, block as usize, here);
        let step = code.words(block as usize);
        let (mut next, mut several) = (None, false);
        for lane in lanes(here) {
            let cursor = &mut warp.cursors[lane];
            cursor.at += step;
            cursor.block = if cursor.at < cursor.end { words[cursor.at] as u32 } else { NONE };
            several |= next.is_some_and(|other| other != cursor.block);
            next = Some(cursor.block);
        }
        let diverges = several && code.blocks[block as usize].branches;
        self.counters.blocks[block as usize].diverged += u64::from(diverges);
        true
    }

    /// Counts a block that some lanes of a warp execute together.
    fn execute(&mut self, code: &Code, words: &[u64], warp: &Warp, block: usize, mask: u32) {
        self.enter(code, block, warp.index, mask);
        for at in code.blocks[block].sites.clone() {
            let site = &code.sites[at];
            let Some(word) = site.word else { continue };
            for lane in lanes(mask) {
                self.addresses[lane] = words[warp.cursors[lane].at + warp.ahead + word];
            }
            self.each(site, at, warp.index, mask);
        }
    }
}

/// Finds the words of a warp's lanes; returns where they end.
fn parse(code: &Code, words: &[u64], mut at: usize, index: usize, warp: &mut Warp) -> usize {
    (warp.index, warp.mask, warp.alike) = (index, 0, true);
    let mut first = None;
    while let Some(&word) = words.get(at).filter(|&&word| {
        word & LANE != 0 && (word & !LANE) as usize / 32 == index && warp.mask >> (word % 32) & 1 == 0
    }) {
        let lane = (word & !LANE) as usize % 32;
        let start = at + 1;
        at = match &first {
            Some(shape) if warp.alike && is_alike(code, words, Range::clone(shape), start) => {
                start + shape.len()
            }
            known => {
                warp.alike &= known.is_none();
                walk(code, words, start)
            }
        };
        first.get_or_insert(start..at);
        warp.mask |= 1 << lane;
        let block = if at > start { words[start] as u32 } else { NONE };
        warp.cursors[lane] = Cursor { at: start, end: at, block };
    }
    (warp.first, warp.ahead) = (first.unwrap_or(at..at), 0);
    at
}

/// Returns the end of a lane's words.
fn walk(code: &Code, words: &[u64], mut at: usize) -> usize {
    while let Some(&word) = words.get(at)
        && word & LANE == 0
        && (word as usize) < code.blocks.len()
    {
        at += code.words(word as usize);
    }
    at.min(words.len())
}

/// Returns whether the words at `start` are those of a lane that executed the same blocks as another one.
fn is_alike(code: &Code, words: &[u64], other: Range<usize>, start: usize) -> bool {
    let end = start + other.len();
    if end > words.len() || words.get(end).is_some_and(|word| word & LANE == 0) {
        return false;
    }
    let mut at = other.start;
    while at < other.end {
        let block = words[at];
        if words[start + at - other.start] != block {
            return false;
        }
        at += code.words(block as usize);
    }
    true
}
