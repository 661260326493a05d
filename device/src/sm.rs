//! Sets of SMs, and free resources of an SM.

use crate::grid::GridSpec;
use crate::{Refused, Spec};
use std::fmt;
use std::str::FromStr;

const WORDS: usize = 4;

/// A set of SMs of one device, at most 256.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct SmSet([u64; WORDS]);

impl SmSet {
    /// Returns the first `count` SMs.
    pub fn first(count: u32) -> Self {
        (0..count).map(|sm| sm as u16).collect()
    }

    /// Adds an SM; numbers from 256 on are ignored.
    pub fn insert(&mut self, sm: u16) {
        if let Some(word) = self.0.get_mut(usize::from(sm / 64)) {
            *word |= 1 << (sm % 64);
        }
    }

    /// Returns whether the SM is in the set.
    pub fn contains(&self, sm: u16) -> bool {
        self.0.get(usize::from(sm / 64)).is_some_and(|word| word >> (sm % 64) & 1 == 1)
    }

    /// Returns the number of SMs.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Returns whether the sets share an SM.
    pub fn overlaps(&self, other: &SmSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns the intersection.
    #[must_use]
    pub fn shared_with(&self, other: &SmSet) -> SmSet {
        SmSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Adds all SMs of another set.
    pub fn extend_from(&mut self, other: &SmSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Iterates over the SMs in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.iter_from(0)
    }

    /// Iterates over the SMs from `first` on, in ascending order.
    pub(crate) fn iter_from(&self, first: u16) -> impl Iterator<Item = u16> + '_ {
        let (skip, within) = (usize::from(first / 64), first % 64);
        let words = self.0.iter().enumerate().skip(skip).map(move |(at, &word)| {
            let word = if at == skip { word >> within << within } else { word };
            (word, at as u16 * 64)
        });
        words.flat_map(|(mut word, base)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
                word &= word - 1;
                Some(base + bit)
            })
        })
    }
}

impl FromIterator<u16> for SmSet {
    fn from_iter<I: IntoIterator<Item = u16>>(sms: I) -> Self {
        let mut set = SmSet::default();
        sms.into_iter().for_each(|sm| set.insert(sm));
        set
    }
}

/// Formats as ranges: `0-15,32`.
impl fmt::Display for SmSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sms = self.iter().peekable();
        let mut first = true;
        while let Some(start) = sms.next() {
            let mut end = start;
            while sms.next_if_eq(&(end + 1)).is_some() {
                end += 1;
            }
            let comma = if first { "" } else { "," };
            first = false;
            if start == end {
                write!(f, "{comma}{start}")?;
            } else {
                write!(f, "{comma}{start}-{end}")?;
            }
        }
        Ok(())
    }
}

/// Error of a text that names no SMs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSms(pub String);

/// Parses the output of `Display`.
impl FromStr for SmSet {
    type Err = NoSms;

    fn from_str(text: &str) -> Result<Self, NoSms> {
        let mut set = SmSet::default();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |text: &str| text.parse::<u16>().ok().filter(|&sm| usize::from(sm) < WORDS * 64);
            match number(first).zip(number(last)) {
                Some((first, last)) if first <= last => (first..=last).for_each(|sm| set.insert(sm)),
                _ => return Err(NoSms(part.to_owned())),
            }
        }
        Ok(set)
    }
}

impl fmt::Debug for SmSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Maximum blocks of clusters on an SM (observed for small blocks on an H200): each takes the room of
/// several.
const MOST_OF_CLUSTERS: u32 = 8;

/// Free resources of an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    blocks: u32,
    threads: u32,
    registers: u32,
    shared: u32,
}

impl Room {
    /// Returns the resources of an empty SM.
    pub(crate) fn whole(spec: &Spec) -> Self {
        Room {
            blocks: spec.blocks_per_sm,
            threads: spec.threads_per_sm,
            registers: spec.regs_per_sm,
            shared: spec.shared_per_sm,
        }
    }

    /// Returns the demand of one block of the grid.
    pub(crate) fn of_block(spec: &Spec, grid: &GridSpec) -> Self {
        Room {
            blocks: if grid.cluster > 1 { (spec.blocks_per_sm / MOST_OF_CLUSTERS).max(1) } else { 1 },
            threads: grid.threads.div_ceil(32) * 32,
            registers: spec.registers_of_block(grid.threads, grid.registers),
            shared: spec.shared_of_block(grid.shared_bytes),
        }
    }

    /// Returns how many blocks of a size fit.
    pub(crate) fn fits(&self, block: &Room) -> u32 {
        let by = |have: u32, need: u32| have.checked_div(need).unwrap_or(u32::MAX);
        by(self.blocks, block.blocks)
            .min(by(self.threads, block.threads))
            .min(by(self.registers, block.registers))
            .min(by(self.shared, block.shared))
    }

    /// Returns whether a block of a size fits.
    pub(crate) fn holds(&self, block: &Room) -> bool {
        self.blocks >= block.blocks
            && self.threads >= block.threads
            && self.registers >= block.registers
            && self.shared >= block.shared
    }

    /// Returns the refusal of a block that does not fit, with the first resource that is insufficient.
    pub(crate) fn shortage(&self, block: &Room) -> Option<Refused> {
        [
            ("threads", block.threads, self.threads),
            ("registers", block.registers, self.registers),
            ("bytes of shared memory", block.shared, self.shared),
        ]
        .into_iter()
        .find(|(_, needed, available)| needed > available)
        .map(|(what, needed, available)| Refused::BlockTooLarge { what, needed, available })
    }

    pub(crate) fn take(&mut self, block: &Room) {
        self.blocks -= block.blocks;
        self.threads -= block.threads;
        self.registers -= block.registers;
        self.shared -= block.shared;
    }

    pub(crate) fn give(&mut self, block: &Room) {
        self.blocks += block.blocks;
        self.threads += block.threads;
        self.registers += block.registers;
        self.shared += block.shared;
    }
}
