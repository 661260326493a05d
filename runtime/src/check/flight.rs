//! Asynchronous copies into shared memory that nobody has waited for yet.
//!
//! Copies are done at once, so what is read too early is there all the same; here it counts as under way
//! until the thread that copied waits for its group, or, of a bulk copy, any thread of the block looks at its
//! mbarrier object.

use ptx::ir::AsyncStep;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Bytes of a place, as a shift: copies are of 4 bytes and more.
const SHIFT: u32 = 2;

/// A copy under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flight {
    pub(super) thread: u32,
    pub(super) line: u32,
    /// It is a bulk copy.
    pub(super) bulk: bool,
}

/// The copies of a thread: those since it last ended a group, and the groups.
#[derive(Default)]
struct Own {
    open: Vec<u32>,
    groups: VecDeque<Vec<u32>>,
}

/// The copies of a block.
#[derive(Default)]
pub(super) struct Flights {
    /// By number.
    all: BTreeMap<u32, (Flight, Range<u64>)>,
    next: u32,
    /// By place, the number of the copy under way there, 0 if none is.
    places: Vec<u32>,
    threads: BTreeMap<u32, Own>,
    objects: BTreeMap<u64, Vec<u32>>,
}

impl Flights {
    /// Takes a step in.
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
            // The object's users wait for it as for any other arrival.
            (AsyncStep::Wait, ..) | (AsyncStep::Arrive, ..) => {
                let Some(own) = self.threads.get_mut(&thread) else { return };
                let all = step == AsyncStep::Arrive || groups == u32::MAX;
                let mut come = if all { std::mem::take(&mut own.open) } else { Vec::new() };
                while own.groups.len() > if all { 0 } else { groups as usize } {
                    come.extend(own.groups.pop_front().unwrap_or_default());
                }
                come.into_iter().for_each(|number| self.end(number));
            }
            // Into another block's memory: that is not looked at.
            (AsyncStep::Copy | AsyncStep::Bulk, ..) => {}
        }
    }

    /// Whether a copy to a place of a range is under way.
    pub(super) fn is_over(&self, range: &Range<u64>) -> bool {
        let places = (range.start >> SHIFT) as usize..=((range.end - 1) >> SHIFT) as usize;
        !self.all.is_empty() && self.places.get(places).is_some_and(|places| places.iter().any(|&n| n != 0))
    }

    /// A thread looks at an mbarrier object.
    pub(super) fn look(&mut self, object: u64) {
        for number in self.objects.remove(&object).unwrap_or_default() {
            self.end(number);
        }
    }

    /// The copy under way to a place of a range. It is given once.
    pub(super) fn under_way(&mut self, range: Range<u64>) -> Option<Flight> {
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
