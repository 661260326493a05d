//! Words that kernels wrote: who did, in which order, and what was there before.

use super::Source;
use crate::sync::Arc;
use device::OpId;
use std::collections::{BTreeMap, VecDeque};

/// A block: the number of its launch, its own.
pub(super) type By = (u64, u64);

/// So many writes of a word are known one by one.
const MOST_WRITES: usize = 1 << 12;
/// Of so many blocks at most is known that they wrote or saw a word.
const MOST_BLOCKS: usize = 1 << 14;

/// Where a write lies: a word is looked at the same way, or its values are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) address: u64,
    pub(super) bytes: u64,
}

impl Shape {
    /// The word in which it begins.
    pub(super) fn word(self) -> u64 {
        self.address & !3
    }
}

/// A write of a word.
pub(super) struct Write {
    pub(super) by: By,
    /// After so many cycles of the block.
    pub(super) at: u64,
    /// Nothing of what was there counts any longer; it is not added to.
    pub(super) replaces: bool,
    /// It was told of when it was done, not before.
    pub(super) late: bool,
    /// When, as all writes are counted.
    pub(super) when: u64,
    pub(super) shape: Shape,
    /// What was there before, and what is there since, as far as that is known.
    pub(super) old: Option<u64>,
    pub(super) new: Option<u64>,
    /// What the word's value comes from since, once somebody has asked.
    sources: Option<Arc<[Source]>>,
}

/// A copy or fill of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Copy {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) op: OpId,
    /// When, as all writes are counted.
    pub(super) when: u64,
}

impl Copy {
    /// Whether it writes a word.
    pub(super) fn covers(&self, word: u64) -> bool {
        (self.start..self.end).contains(&word)
    }
}

/// A word that was written. Its writes are counted from 1; place 0 is before the first.
#[derive(Default)]
pub(super) struct Word {
    writes: VecDeque<Write>,
    /// How many came before these, and the last by each block since the word was replaced.
    gone: u64,
    base: BTreeMap<By, u64>,
    /// Up to which of the writes blocks that look at it have come.
    seen: BTreeMap<By, u64>,
}

/// Where what a word's value comes from begins.
enum End {
    /// With the first write, and all before it.
    Begin,
    /// With a write that replaced what was there.
    Replaced,
    /// With a copy.
    Copied,
    /// With what is known of an earlier write.
    Known(Arc<[Source]>),
}

impl Write {
    pub(super) fn of(by: By, at: u64, shape: Shape, replaces: bool, late: bool) -> Write {
        Write { by, at, replaces, late, when: 0, shape, old: None, new: None, sources: None }
    }

    /// With what was there before, and what is there since.
    pub(super) fn with_values(self, old: Option<u64>, new: Option<u64>) -> Write {
        Write { old, new, ..self }
    }
}

impl Word {
    /// How many writes there were.
    pub(super) fn last(&self) -> u64 {
        self.gone + self.writes.len() as u64
    }

    /// The place before the first write that is known.
    pub(super) fn start(&self) -> u64 {
        self.gone
    }

    pub(super) fn write(&self, place: u64) -> Option<&Write> {
        self.writes.get(usize::try_from(place.checked_sub(self.gone + 1)?).ok()?)
    }

    /// Up to where a block has come.
    pub(super) fn seen(&self, by: By) -> Option<u64> {
        self.seen.get(&by).copied()
    }

    /// A block has come to a place.
    pub(super) fn sees(&mut self, by: By, place: u64) {
        if self.seen.len() >= MOST_BLOCKS {
            self.seen.retain(|other, _| other.0 == by.0);
        }
        let seen = self.seen.entry(by).or_default();
        *seen = place.max(*seen);
    }

    /// One more write; whether an earlier one is forgotten for it.
    pub(super) fn push(&mut self, write: Write) -> bool {
        let forgets = self.writes.len() >= MOST_WRITES;
        if forgets && let Some(first) = self.writes.pop_front() {
            self.gone += 1;
            if first.replaces {
                self.base.clear();
            }
            self.base.insert(first.by, first.at);
        }
        self.writes.push_back(write);
        forgets
    }

    /// What the word's value comes from after one of its writes: the last that replaced it, or copy, and all
    /// since.
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
                self.base.iter().for_each(|(&by, &at)| _ = blocks.entry(by).or_insert(at));
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
        if blocks.len() > MOST_BLOCKS {
            blocks.retain(|other, _| other.0 == by.0);
        }
        let blocks = blocks.iter().map(|(&(grid, block), &at)| Source::Block { grid, block, at });
        let sources: Arc<[Source]> = blocks.chain(whole).collect();
        if let Some(write) = usize::try_from(place - self.gone - 1).ok().and_then(|n| self.writes.get_mut(n))
        {
            write.sources = Some(Arc::clone(&sources));
        }
        sources
    }
}
