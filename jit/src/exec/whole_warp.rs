//! Warp operations of whole warps: all live lanes of every warp of the block stand at one operation, and
//! those that name the same lanes are these lanes. No matching is needed, and 32-bit words are moved a warp
//! at a time.

use super::{Block, lanes};
use crate::abi::{Slot, slot_bytes};
use crate::launch::Launch;
use crate::lower::plan::Home;
use ptx::exec::WARP;
use ptx::interp::mma::row_holder;
use ptx::interp::shfl_source;
use ptx::ir::{InstId, Op, Shfl, Value, Vote};

/// Lanes that supply the results of an [`Op::Rows`], plain and transposed.
static HOLDERS: [[[u8; WARP as usize]; 8]; 2] = holders();

const fn holders() -> [[[u8; WARP as usize]; 8]; 2] {
    let mut all = [[[0; WARP as usize]; 8]; 2];
    let mut n = 0;
    while n < 2 * 8 * WARP as usize {
        let (lane, result, transposed) = (n % 32, n / 32 % 8, n / 32 / 8);
        all[transposed][result][lane] = row_holder(transposed == 1, result, lane) as u8;
        n += 1;
    }
    all
}

/// One word a lane.
type Words = [u32; WARP as usize];

impl Block {
    /// Carries out an operation at which all live lanes of the block stand; `false` if some would have to
    /// wait.
    pub(super) fn whole_warps(&mut self, launch: &Launch, id: InstId) -> bool {
        let there = |block: &Self| (0..block.live.len()).filter(|&w| block.live[w] != 0).collect::<Vec<_>>();
        let mut warps = Vec::new();
        for w in there(self) {
            let Some(groups) = self.groups(launch, w, id) else { return false };
            warps.push((w, groups));
        }
        for (w, groups) in warps {
            self.in_whole_warp(launch, (w, &groups), id);
        }
        true
    }

    /// Carries out an operation at which all live lanes of a warp wait; `false` if some would have to keep
    /// waiting.
    pub(super) fn whole_warp(&mut self, launch: &Launch, warp: usize, id: InstId) -> bool {
        let Some(groups) = self.groups(launch, warp, id) else { return false };
        self.in_whole_warp(launch, (warp, &groups), id);
        self.ready[warp] |= self.live[warp];
        true
    }

    /// Returns the live lanes that each live lane of a warp names, if those that name the same are these.
    fn groups(&mut self, launch: &Launch, warp: usize, id: InstId) -> Option<Words> {
        let inst = launch.function().inst(id);
        let live = self.live[warp];
        let all = [live; WARP as usize];
        let Some(&mask) = inst.args.last().filter(|_| inst.op != Op::ActiveMask) else {
            return Some(all);
        };
        // With missing lanes the watcher gets a report for each lane.
        if self.watched.is_some() && live != u32::MAX {
            return None;
        }
        if let Home::Constant(bits) = launch.code(self.better).plan.home(mask) {
            return (bits as u32 & live == live).then_some(all);
        }
        let masks = self.words(launch, warp, mask)?;
        let mut open = live;
        while open != 0 {
            let own = masks[open.trailing_zeros() as usize];
            let group = lanes(live).filter(|&n| masks[n] == own).fold(0, |group, n| group | 1 << n);
            // A report is of all lanes.
            if own & live != group || self.watched.is_some() && group != live {
                return None;
            }
            open &= !group;
        }
        Some(masks.map(|mask| mask & live))
    }

    fn in_whole_warp(&mut self, launch: &Launch, (warp, groups): (usize, &Words), id: InstId) {
        let inst = launch.function().inst(id);
        let live = self.live[warp];
        if self.watched.is_some() && inst.op != Op::ActiveMask && !inst.args.is_empty() {
            self.report_warp_op(launch, (warp * WARP as usize, u32::MAX), id, (u32::MAX, 0));
        }
        let moved = match inst.op {
            Op::WarpSync | Op::Converge { .. } => true,
            Op::Shfl(mode) => self.move_words(launch, (warp, groups), mode, id),
            Op::Rows { transposed, .. } => self.move_rows(launch, (warp, groups), transposed, id),
            Op::Vote(vote) => self.vote(launch, (warp, groups), vote, id),
            _ => false,
        };
        let mut open = if moved { 0 } else { live };
        while open != 0 {
            let group = groups[open.trailing_zeros() as usize];
            let members = (inst.op != Op::ActiveMask && !inst.args.is_empty()).then_some(group);
            self.carry_out(launch, warp * WARP as usize, id, group, members);
            open &= !group;
        }
    }

    /// Carries out a `shfl` of a warp among groups of its lanes; `false` if its operands are not words.
    fn move_words(
        &mut self,
        launch: &Launch,
        (warp, groups): (usize, &Words),
        mode: Shfl,
        id: InstId,
    ) -> bool {
        let inst = launch.function().inst(id);
        let &[value, b, c, _] = inst.args.as_slice() else { return false };
        let (Some(values), Some(b), Some(c)) =
            (self.words(launch, warp, value), self.words(launch, warp, b), self.words(launch, warp, c))
        else {
            return false;
        };
        let (mut moved, mut there) = ([0; WARP as usize], [0; WARP as usize]);
        for lane in 0..WARP as usize {
            let (source, in_range) = shfl_source(mode, lane as u32, b[lane], c[lane]);
            let source_is_absent = groups[lane] >> source & 1 == 0;
            moved[lane] = if source_is_absent { 0 } else { values[source as usize] };
            there[lane] = if in_range { u32::MAX } else { 0 };
        }
        for (&result, words) in inst.results.iter().zip([&moved, &there]) {
            if !self.set_words(launch, warp, result, words) {
                return false;
            }
        }
        true
    }

    /// Carries out a vote of a warp among groups of its lanes; `false` if its operand or its result is not
    /// one word a lane.
    fn vote(&mut self, launch: &Launch, (warp, groups): (usize, &Words), vote: Vote, id: InstId) -> bool {
        let inst = launch.function().inst(id);
        let Some(words) = inst.args.first().and_then(|&v| self.words(launch, warp, v)) else { return false };
        let all = words.iter().rev().fold(0, |set, &word| set << 1 | u32::from(word != 0));
        let truth = |holds: bool| if holds { u32::MAX } else { 0 };
        let results = groups.map(|group| {
            let set = all & group;
            match vote {
                Vote::Ballot => set,
                Vote::All => truth(set == group),
                Vote::Any => truth(set != 0),
                Vote::Uni => truth(set == group || set == 0),
            }
        });
        inst.results.iter().all(|&v| self.set_words(launch, warp, v, &results))
    }

    /// Carries out a distribution of row addresses in a warp without missing lanes.
    fn move_rows(
        &mut self,
        launch: &Launch,
        (warp, groups): (usize, &Words),
        transposed: bool,
        id: InstId,
    ) -> bool {
        let inst = launch.function().inst(id);
        let Some(rows) = inst.args.first().and_then(|&v| self.words(launch, warp, v)) else { return false };
        *groups == [u32::MAX; WARP as usize]
            && inst.results.iter().enumerate().all(|(n, &result)| {
                let Some(holders) = HOLDERS[usize::from(transposed)].get(n) else { return false };
                let words = holders.map(|lane| rows[usize::from(lane) % rows.len()]);
                self.set_words(launch, warp, result, &words)
            })
    }

    fn range(&self, launch: &Launch, warp: usize, slot: Slot) -> std::ops::Range<usize> {
        let start = warp * launch.code(self.better).plan.frame_bytes as usize + slot.offset as usize;
        start..start + 4 * WARP as usize
    }

    /// Returns a value of a warp's lanes, if it is one word a lane.
    pub(super) fn words(&mut self, launch: &Launch, warp: usize, v: Value) -> Option<Words> {
        let mut words = [0; WARP as usize];
        self.read_words(launch, warp, v, &mut words).then_some(words)
    }

    /// Reads a value of a warp's lanes; returns whether it is one word a lane.
    pub(super) fn read_words(&mut self, launch: &Launch, warp: usize, v: Value, words: &mut Words) -> bool {
        match launch.code(self.better).plan.home(v) {
            Home::Constant(bits) => words.fill(bits as u32),
            Home::Slot(slot) if slot_bytes(slot.ty) == 4 => {
                let range = self.range(launch, warp, slot);
                let bytes = &self.bytes()[range];
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
                    *word = u32::from_le_bytes(*bytes);
                }
            }
            _ => return false,
        }
        true
    }

    /// Stores one word a lane; returns whether the value is such. The value may be unused.
    pub(super) fn set_words(&mut self, launch: &Launch, warp: usize, v: Value, words: &Words) -> bool {
        let slot = match launch.code(self.better).plan.home(v) {
            Home::Slot(slot) if slot_bytes(slot.ty) == 4 => slot,
            Home::Nowhere => return true,
            _ => return false,
        };
        let range = self.range(launch, warp, slot);
        let bytes = &mut self.bytes()[range];
        for (bytes, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        true
    }
}
