//! History of the words that kernels wrote: which block wrote which value, in which order.

use super::Source;
use crate::sync::Arc;
use device::OpId;
use std::collections::{BTreeMap, VecDeque};

/// Block: number of its launch, and index in it.
pub(super) type BlockKey = (u64, u64);

/// Limit of writes in the history of a word.
const MAX_WRITES: usize = 1 << 12;
/// Limit of writing blocks, and of reading blocks, that are recorded for a word.
const MAX_BLOCKS: usize = 1 << 14;

/// Address and size of an access. Values are only comparable between accesses of the same shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) address: u64,
    pub(super) bytes: u64,
}

impl Shape {
    /// Address of the word in which it begins.
    pub(super) fn word(self) -> u64 {
        self.address & !3
    }
}

/// Write of a word.
pub(super) struct Write {
    pub(super) by: BlockKey,
    /// Cycles that the block had executed.
    pub(super) at: u64,
    /// `true` if the write replaces the previous value, rather than adding to it.
    pub(super) replaces: bool,
    /// `true` if it was reported after it was done, not before.
    pub(super) late: bool,
    /// Number of the write, among all writes.
    pub(super) when: u64,
    pub(super) shape: Shape,
    /// Values before and after the write, if known.
    pub(super) old: Option<u64>,
    pub(super) new: Option<u64>,
    /// Origins of the word's value after the write, once queried.
    sources: Option<Arc<[Source]>>,
}

/// Copy or fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Copy {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) op: OpId,
    /// Number of the write, among all writes.
    pub(super) when: u64,
}

impl Copy {
    /// Returns whether it writes a word.
    pub(super) fn covers(&self, word: u64) -> bool {
        (self.start..self.end).contains(&word)
    }
}

/// Write history of a word. Writes have places from 1; place 0 is before the first.
#[derive(Default)]
pub(super) struct Word {
    writes: VecDeque<Write>,
    /// Number of writes that were dropped from the history.
    dropped: u64,
    /// Last dropped write of each block, since the word was last replaced.
    dropped_by: BTreeMap<BlockKey, u64>,
    /// Last place that each block has seen.
    seen: BTreeMap<BlockKey, u64>,
}

/// Reason why the walk back over a word's writes stopped.
enum End {
    /// The history's begin: dropped writes contribute, too.
    Begin,
    /// A write that replaced the value.
    Replaced,
    /// A copy.
    Copied,
    /// An earlier write with known origins.
    Known(Arc<[Source]>),
}

impl Write {
    pub(super) fn new(by: BlockKey, at: u64, shape: Shape, replaces: bool, late: bool) -> Write {
        Write { by, at, replaces, late, when: 0, shape, old: None, new: None, sources: None }
    }

    /// Adds the values before and after the write.
    pub(super) fn with_values(self, old: Option<u64>, new: Option<u64>) -> Write {
        Write { old, new, ..self }
    }
}

impl Word {
    /// Place of the last write.
    pub(super) fn last(&self) -> u64 {
        self.dropped + self.writes.len() as u64
    }

    /// Place before the first write in the history.
    pub(super) fn start(&self) -> u64 {
        self.dropped
    }

    pub(super) fn write(&self, place: u64) -> Option<&Write> {
        self.writes.get(usize::try_from(place.checked_sub(self.dropped + 1)?).ok()?)
    }

    /// Last place that a block has seen.
    pub(super) fn seen(&self, by: BlockKey) -> Option<u64> {
        self.seen.get(&by).copied()
    }

    /// Records that a block has seen a place.
    pub(super) fn sees(&mut self, by: BlockKey, place: u64) {
        if self.seen.len() >= MAX_BLOCKS {
            self.seen.retain(|other, _| other.0 == by.0);
        }
        let seen = self.seen.entry(by).or_default();
        *seen = place.max(*seen);
    }

    /// Appends a write. Returns whether the oldest one was dropped.
    pub(super) fn push(&mut self, write: Write) -> bool {
        let forgets = self.writes.len() >= MAX_WRITES;
        if forgets && let Some(first) = self.writes.pop_front() {
            self.dropped += 1;
            if first.replaces {
                self.dropped_by.clear();
            }
            self.dropped_by.insert(first.by, first.at);
        }
        self.writes.push_back(write);
        forgets
    }

    /// Origins of the word's value after the write at `place`: the last write or copy that replaced it, and
    /// all later ones.
    pub(super) fn sources(&mut self, place: u64, copy: Option<Copy>) -> Arc<[Source]> {
        let Some(write) = self.write(place) else { return Arc::default() };
        if let Some(sources) = &write.sources {
            return Arc::clone(sources);
        }
        let (when, by) = (write.when, write.by);
        let copy = copy.filter(|copy| copy.when < when);
        let (mut blocks, mut whole) = (BTreeMap::new(), None);
        let mut here = place;
        let end = loop {
            match self.write(here) {
                None => break End::Begin,
                Some(write) if copy.is_some_and(|copy| write.when < copy.when) => break End::Copied,
                Some(Write { sources: Some(sources), .. }) => break End::Known(Arc::clone(sources)),
                Some(write) => {
                    blocks.entry(write.by).or_insert(write.at);
                    if write.replaces {
                        break End::Replaced;
                    }
                }
            }
            here -= 1;
        };
        match end {
            End::Begin => {
                self.dropped_by.iter().for_each(|(&by, &at)| _ = blocks.entry(by).or_insert(at));
                whole = copy.map(|copy| Source::Whole(copy.op));
            }
            End::Copied => whole = copy.map(|copy| Source::Whole(copy.op)),
            End::Known(sources) => {
                for &source in sources.iter() {
                    match source {
                        Source::Block { grid, block, at } => _ = blocks.entry((grid, block)).or_insert(at),
                        Source::Whole(_) => whole = Some(source),
                    }
                }
            }
            End::Replaced => {}
        }
        if blocks.len() > MAX_BLOCKS {
            blocks.retain(|other, _| other.0 == by.0);
        }
        let blocks = blocks.iter().map(|(&(grid, block), &at)| Source::Block { grid, block, at });
        let sources: Arc<[Source]> = blocks.chain(whole).collect();
        if let Some(write) =
            usize::try_from(place - self.dropped - 1).ok().and_then(|n| self.writes.get_mut(n))
        {
            write.sources = Some(Arc::clone(&sources));
        }
        sources
    }
}
