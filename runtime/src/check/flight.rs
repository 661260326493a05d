//! Asynchronous copies into shared memory that have not been waited for.
//!
//! The copies themselves are executed immediately, so early reads find the data anyway. Here a copy counts as
//! in flight until the copying thread waits for its group or, for a bulk copy, any thread of the block reads
//! its mbarrier object.

use ptx::ir::AsyncStep;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Bytes of a place, as a shift: copies have at least 4 bytes.
const SHIFT: u32 = 2;

/// Copy in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flight {
    pub(super) thread: u32,
    pub(super) line: u32,
    /// `true` if it is a bulk copy.
    pub(super) bulk: bool,
}

/// Copies of a thread: those after its last commit, and the committed groups.
#[derive(Default)]
struct ThreadCopies {
    open: Vec<u32>,
    groups: VecDeque<Vec<u32>>,
}

/// Copies of a block.
#[derive(Default)]
pub(super) struct Flights {
    /// Copies by number.
    all: BTreeMap<u32, (Flight, Range<u64>)>,
    next: u32,
    /// Number of the copy in flight to each place; 0 for none.
    places: Vec<u32>,
    threads: BTreeMap<u32, ThreadCopies>,
    objects: BTreeMap<u64, Vec<u32>>,
}

impl Flights {
    /// Handles a step of an asynchronous copy.
    pub(super) fn step(
        &mut self,
        step: AsyncStep,
        (thread, line): (u32, u32),
        to: Option<Range<u64>>,
        (groups, object): (u32, Option<u64>),
    ) {
        match (step, to, object) {
            (AsyncStep::Copy, Some(to), _) => {
                let number = self.begin(Flight { thread, line, bulk: false }, to);
                self.threads.entry(thread).or_default().open.push(number);
            }
            (AsyncStep::Bulk, Some(to), Some(object)) => {
                let number = self.begin(Flight { thread, line, bulk: true }, to);
                self.objects.entry(object).or_default().push(number);
            }
            (AsyncStep::Commit, ..) => {
                if let Some(own) = self.threads.get_mut(&thread) {
                    let group = std::mem::take(&mut own.open);
                    own.groups.push_back(group);
                }
            }
            // Users of the object wait for it as for any other arrival.
            (AsyncStep::Wait, ..) | (AsyncStep::Arrive, ..) => {
                let Some(own) = self.threads.get_mut(&thread) else { return };
                let all = step == AsyncStep::Arrive || groups == u32::MAX;
                let mut come = if all { std::mem::take(&mut own.open) } else { Vec::new() };
                while own.groups.len() > if all { 0 } else { groups as usize } {
                    come.extend(own.groups.pop_front().unwrap_or_default());
                }
                come.into_iter().for_each(|number| self.end(number));
            }
            // Copies into another block's memory are not checked.
            (AsyncStep::Copy | AsyncStep::Bulk, ..) => {}
        }
    }

    /// Returns whether a copy to any place of a range is in flight.
    pub(super) fn is_in_flight(&self, range: &Range<u64>) -> bool {
        let places = (range.start >> SHIFT) as usize..=((range.end - 1) >> SHIFT) as usize;
        !self.all.is_empty() && self.places.get(places).is_some_and(|places| places.iter().any(|&n| n != 0))
    }

    /// Completes the copies of an mbarrier object that a thread reads.
    pub(super) fn complete_object(&mut self, object: u64) {
        for number in self.objects.remove(&object).unwrap_or_default() {
            self.end(number);
        }
    }

    /// Removes and returns a copy in flight to any place of a range.
    pub(super) fn take_in_flight(&mut self, range: Range<u64>) -> Option<Flight> {
        if self.all.is_empty() {
            return None;
        }
        let places = (range.start >> SHIFT) as usize..=((range.end - 1) >> SHIFT) as usize;
        let number = *self.places.get(places)?.iter().find(|&&number| number != 0)?;
        let flight = self.all.get(&number)?.0;
        self.end(number);
        Some(flight)
    }

    fn begin(&mut self, flight: Flight, to: Range<u64>) -> u32 {
        self.next += 1;
        let end = (to.end.div_ceil(1 << SHIFT)) as usize;
        if self.places.len() < end {
            self.places.resize(end, 0);
        }
        self.places[(to.start >> SHIFT) as usize..end].fill(self.next);
        self.all.insert(self.next, (flight, to));
        self.next
    }

    fn end(&mut self, number: u32) {
        let Some((_, to)) = self.all.remove(&number) else { return };
        let places = (to.start >> SHIFT) as usize..(to.end.div_ceil(1 << SHIFT)) as usize;
        self.places[places].iter_mut().filter(|place| **place == number).for_each(|place| *place = 0);
    }
}
