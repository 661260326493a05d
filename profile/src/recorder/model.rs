//! Blocks of the grid that do what an earlier one did: their words are compared with its words, and what was
//! counted for it is counted for them.
//!
//! Starts of global loads and stores may differ. A run of neighbouring bytes must then have as many sectors
//! and lines as before; other requests differ by whole cache lines.

use super::OwnMemory;
use super::streams::{Stream, Touch};
use super::strips::MOST_STRIPS;
use crate::cache::{Footprint, SECTORS, lines_of};
use crate::counters::{Counters, Work};
use crate::request::{LINE, SECTOR};
use crate::touched;
use std::ops::Range;

/// Limit of a model's words and touched lines.
const MOST: usize = 1 << 18;
/// Number of blocks in succession that repeat none, after which blocks are no longer compared.
const PATIENCE: u32 = 16;

/// Handling of the current block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum State {
    /// It is counted.
    #[default]
    Counting,
    /// It is counted, and becomes the model.
    Making,
    /// It has repeated the model so far, and nothing was counted.
    Repeating,
}

/// Words that the block passed at once.
#[derive(Default)]
struct Passed {
    words: Vec<u64>,
    /// Starts that may differ; ascending once the model is complete.
    starts: Vec<Start>,
}

/// Start of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    /// Place among the words.
    at: usize,
    number: usize,
    /// `true` if it may differ by whole lines only.
    by_lines: bool,
}

/// Beginning of the distance of touched lines from those of the model.
#[derive(Clone, Copy)]
enum Origin {
    /// They are the same in each block.
    Fixed,
    /// The block's part of local memory.
    Local,
    /// The start of this number.
    Start(usize),
}

/// Knowledge of the request that is counted next.
#[derive(Clone, Copy)]
enum Next {
    /// The places of its starts among the words, and their number.
    Starts([usize; MOST_STRIPS], usize),
    /// The origin of its lines.
    Lines(Origin),
    /// Its runs, the last ones that were noted.
    Runs,
}

impl Default for Next {
    fn default() -> Next {
        Next::Lines(Origin::Fixed)
    }
}

/// Sectors of a line that the model touched.
struct Touched {
    line: u64,
    sectors: u8,
    written: bool,
    origin: Origin,
}

/// Request for some runs of neighbouring bytes.
struct Runs {
    /// Number of a start in the model, and bytes, as places of caches.
    runs: Vec<(usize, Range<u64>)>,
    written: bool,
    sectors: u64,
    lines: u64,
    /// Its lines, among those of all such requests.
    places: Range<usize>,
    /// Distance of the lines that were touched last, if it is the same for all runs.
    seen: u64,
}

/// Access that the first-level cache sees, in the order of accesses.
enum Seen {
    /// A line, by its number among the touched ones; `true` if it begins a request.
    Line(usize, bool),
    /// A request, by its number among those for runs.
    Runs(usize),
}

/// An earlier block.
#[derive(Default)]
pub(super) struct Model {
    state: State,
    passed: Vec<Passed>,
    touched: Vec<Touched>,
    runs: Vec<Runs>,
    /// Lines of these requests, each with its sectors.
    run_lines: Vec<(u64, u8)>,
    /// Accesses that the first-level cache sees, with their instruction; `true` for loads.
    seen: Vec<(Seen, u32, bool)>,
    counters: Counters,
    work: Work,
    /// Blocks that repeat the model.
    repeats: u64,
    /// An earlier model's counters, and the number of blocks that repeated it.
    settled: Option<(Counters, u64)>,
    /// `true` if the model was made to its end.
    complete: bool,
    memory: Option<OwnMemory>,
    local_base: u64,
    /// Number of starts.
    starts: usize,
    next: Next,
    size: usize,
    failures: u32,
    /// Of the current block: what it has passed so far, and by what its starts differ from the model's.
    position: usize,
    distances: Vec<u64>,
}

impl Model {
    /// Prepares for a block; it `may_repeat` the model if nothing but sums is needed of it.
    pub(super) fn start(&mut self, may_repeat: bool, memory: &OwnMemory, local_base: u64, is_generic: bool) {
        let same_memory = !is_generic || self.memory.as_ref() == Some(memory);
        self.position = 0;
        if self.complete && same_memory {
            self.state = if may_repeat { State::Repeating } else { State::Counting };
        } else {
            self.make(memory, local_base);
        }
    }

    /// Begins to make a model of the current block, unless too many blocks repeated none.
    fn make(&mut self, memory: &OwnMemory, local_base: u64) {
        let (failures, repeats) = (self.failures.saturating_add(1), self.repeats);
        let settled = (repeats > 0).then(|| (std::mem::take(&mut self.counters), repeats));
        let state = if failures > PATIENCE { State::Counting } else { State::Making };
        *self = Model { state, failures, settled, local_base, ..Model::default() };
        self.memory = Some(memory.clone());
    }

    /// Returns whether the block's next words repeat the model's. Then they need not be counted.
    pub(super) fn goes_on(&mut self, words: &[u64]) -> bool {
        if self.state != State::Repeating {
            return false;
        }
        let Some(model) = self.passed.get(self.position) else { return false };
        if model.words.len() != words.len() {
            return false;
        }
        let mut from = 0;
        for &Start { at, number, by_lines } in &model.starts {
            let distance = words[at].wrapping_sub(model.words[at]);
            if words[from..at] != model.words[from..at] || by_lines && distance % LINE != 0 {
                return false;
            }
            self.distances[number] = distance;
            from = at + 1;
        }
        let same = words[from..] == model.words[from..];
        self.position += usize::from(same);
        same
    }

    /// Returns the words of the current block that were not counted because it repeated the model until now.
    /// It becomes the next model, if any.
    pub(super) fn give_up(&mut self, memory: &OwnMemory, local_base: u64) -> Vec<Vec<u64>> {
        if self.state != State::Repeating {
            return Vec::new();
        }
        let mut passed = std::mem::take(&mut self.passed);
        passed.truncate(self.position);
        for Passed { words, starts } in &mut passed {
            for &Start { at, number, .. } in starts.iter() {
                words[at] = words[at].wrapping_add(self.distances[number]);
            }
        }
        self.make(memory, local_base);
        passed.into_iter().map(|passed| passed.words).collect()
    }

    /// Notes words that are counted next.
    pub(super) fn pass(&mut self, words: &[u64]) {
        if self.state == State::Making {
            self.size += words.len();
            self.passed.push(Passed { words: words.to_vec(), starts: Vec::new() });
            self.forget_if(self.size > MOST);
        }
    }

    /// Returns whether the current block becomes the model.
    pub(super) fn is_made(&self) -> bool {
        self.state == State::Making
    }

    /// Makes no model of the current block if something forbids it.
    pub(super) fn forget_if(&mut self, forbidden: bool) {
        if forbidden && self.state == State::Making {
            self.state = State::Counting;
        }
    }

    /// Notes that the addresses of the next request begin at these places of the words, and may differ in
    /// blocks that repeat this one. Without places they may not.
    pub(super) fn request(&mut self, places: &[usize]) {
        let mut own = [0; MOST_STRIPS];
        own.iter_mut().zip(places).for_each(|(own, place)| *own = *place);
        self.next = Next::Starts(own, places.len());
    }

    /// Adds a start of the next request.
    fn add_start(&mut self, at: usize, by_lines: bool) -> usize {
        let number = self.starts;
        if let Some(passed) = self.passed.last_mut() {
            passed.starts.push(Start { at, number, by_lines });
            self.starts += 1;
        }
        number
    }

    /// Notes that the request touches runs of neighbouring bytes, one for each start.
    pub(super) fn runs(&mut self, runs: &[Range<u64>], written: bool) {
        let Next::Starts(places, count) = self.next else { return };
        if self.state == State::Making && count > 0 && runs.len() == count {
            let numbers = places.map(|at| if at > 0 { self.add_start(at, false) } else { 0 });
            let runs = numbers.into_iter().zip(runs.iter().cloned()).collect();
            let places = self.run_lines.len()..self.run_lines.len();
            self.runs.push(Runs { runs, written, sectors: 0, lines: 0, places, seen: 0 });
            self.next = Next::Runs;
        }
    }

    /// Notes the number of sectors and lines of the request.
    pub(super) fn sizes(&mut self, sectors: u64, lines: u64) {
        if let (Next::Runs, Some(request)) = (self.next, self.runs.last_mut()) {
            (request.sectors, request.lines) = (sectors, lines);
        }
    }

    /// Notes that the next lines are of local memory.
    pub(super) fn local(&mut self) {
        self.next = Next::Lines(Origin::Local);
    }

    /// Notes a line that the request touches.
    #[inline]
    pub(super) fn touch(&mut self, line: u64, sectors: u8, written: bool) {
        if self.state != State::Making {
            return;
        }
        let origin = match self.next {
            Next::Runs => {
                self.run_lines.push((line, sectors));
                self.runs.iter_mut().next_back().into_iter().for_each(|runs| runs.places.end += 1);
                return self.forget_if(self.run_lines.len() > MOST);
            }
            Next::Lines(origin) => origin,
            Next::Starts([at, ..], 1) => Origin::Start(self.add_start(at, true)),
            Next::Starts(..) => Origin::Fixed,
        };
        self.next = Next::Lines(origin);
        self.touched.push(Touched { line, sectors, written, origin });
        self.forget_if(self.touched.len() > MOST);
    }

    /// Notes that the first-level cache sees the line that was just noted.
    pub(super) fn see(&mut self, site: u32, begins: bool, load: bool) {
        if self.state != State::Making {
            return;
        }
        match self.next {
            Next::Runs if begins => self.seen.push((Seen::Runs(self.runs.len() - 1), site, load)),
            Next::Runs => {}
            _ => self.seen.push((Seen::Line(self.touched.len() - 1, begins), site, load)),
        }
    }

    /// Returns the counters of the model, and the number of blocks that repeated it.
    pub(super) fn repeats(&self) -> (&Counters, u64) {
        (&self.counters, self.repeats)
    }

    /// Returns the same of an earlier model, once.
    pub(super) fn take_settled(&mut self) -> Option<(Counters, u64)> {
        self.settled.take()
    }

    /// Returns the work of the block, with the model's index, if it has repeated the model to its end. Then
    /// it is counted, and what the first-level cache sees is added to `stream`.
    pub(super) fn end(
        &mut self,
        local_base: u64,
        footprint: &mut Footprint,
        stream: Option<&mut Stream>,
    ) -> Option<Work> {
        let ended = self.state == State::Repeating && self.position == self.passed.len();
        let distances = &self.distances;
        if !ended || !self.runs.iter().all(|request| request.repeats(distances)) {
            return None;
        }
        let line = |touched: &Touched| {
            let distance = match touched.origin {
                Origin::Fixed => 0,
                Origin::Local => local_base.wrapping_sub(self.local_base),
                Origin::Start(number) => distances[number],
            };
            touched.line.checked_add_signed(distance.cast_signed() / LINE as i64)
        };
        if self.touched.iter().any(|touched| line(touched).is_none()) {
            return None;
        }
        for touched in &self.touched {
            footprint.touch(line(touched).unwrap_or_default(), touched.sectors, touched.written);
        }
        for request in &mut self.runs {
            match request.distance(distances) {
                Some(distance) if distance == request.seen => {}
                Some(distance) => {
                    request.seen = distance;
                    let lines = request.shifted(&self.run_lines, distance);
                    lines.for_each(|(line, sectors)| footprint.touch(line, sectors, request.written));
                }
                None => request.ranges(distances).for_each(|run| touch_run(footprint, run, request.written)),
            }
        }
        if let Some(stream) = stream {
            let mut merged = touched::Touched::default();
            for &(ref seen, site, load) in &self.seen {
                let mut push =
                    |(line, sectors), begins| stream.push(Touch { line, site, sectors, begins, load });
                match *seen {
                    Seen::Line(number, begins) => {
                        let touched = &self.touched[number];
                        push((line(touched).unwrap_or_default(), touched.sectors), begins);
                    }
                    Seen::Runs(number) => {
                        let request = &self.runs[number];
                        let mut begins = true;
                        let mut next = |line| push(line, std::mem::take(&mut begins));
                        if let Some(distance) = request.distance(distances) {
                            request.shifted(&self.run_lines, distance).for_each(next);
                        } else {
                            merged.clear();
                            let lines =
                                request.ranges(distances).flat_map(|(first, last)| lines_of(first, last));
                            lines.for_each(|(line, sectors)| merged.add_sectors(line, sectors));
                            merged.sort();
                            merged.lines().iter().for_each(|line| next(*line));
                        }
                    }
                }
            }
        }
        (self.repeats, self.failures) = (self.repeats + 1, 0);
        Some(self.work)
    }

    /// Completes the model with what was counted for its block.
    pub(super) fn complete(&mut self, counters: &Counters, work: Work) {
        if self.state != State::Making {
            return;
        }
        self.passed.iter_mut().for_each(|passed| passed.starts.sort_unstable());
        self.distances = vec![0; self.starts];
        self.counters = Counters { work: Vec::new(), ..counters.clone() };
        (self.work, self.complete) = (work, true);
    }
}

impl Runs {
    /// Returns the distance of the runs from the model's, if it is the same whole number of lines for all.
    fn distance(&self, distances: &[u64]) -> Option<u64> {
        let (first, rest) = self.runs.split_first()?;
        let distance = distances[first.0];
        let same =
            distance.is_multiple_of(LINE) && rest.iter().all(|(start, _)| distances[*start] == distance);
        same.then_some(distance)
    }

    /// Returns the lines of a request at such a distance, of `lines`, which are those of all requests.
    fn shifted<'a>(
        &self,
        lines: &'a [(u64, u8)],
        distance: u64,
    ) -> impl Iterator<Item = (u64, u8)> + use<'a> {
        let lines = lines.get(self.places.clone()).unwrap_or_default().iter();
        lines.map(move |&(line, sectors)| {
            (line.wrapping_add_signed(distance.cast_signed() / LINE as i64), sectors)
        })
    }

    /// Returns the first and last sector of each run in a block with starts at these distances from the
    /// model's. A run before device memory has sectors beyond its end.
    fn ranges(&self, distances: &[u64]) -> impl Iterator<Item = (u64, u64)> {
        self.runs.iter().map(|(start, run)| {
            let [from, last] = [run.start, run.end - 1].map(|at| at.wrapping_add(distances[*start]));
            (from / SECTOR, last / SECTOR)
        })
    }

    /// Returns whether the runs have as many sectors and lines as in the model.
    fn repeats(&self, distances: &[u64]) -> bool {
        if let Some(distance) = self.distance(distances) {
            // Addresses before device memory wrap around.
            let distance = distance.cast_signed();
            return self.runs.iter().all(|(_, run)| run.start.checked_add_signed(distance).is_some());
        }
        let (mut ranges, mut count) = ([(0, 0); MOST_STRIPS], 0);
        for (place, range) in ranges.iter_mut().zip(self.ranges(distances)) {
            (*place, count) = (range, count + 1);
        }
        let ranges = &mut ranges[..count];
        ranges.sort_unstable();
        let (mut sectors, mut lines, mut next_sector, mut next_line) = (0, 0, 0, 0);
        for &mut (first, last) in ranges {
            // Addresses before device memory wrap around.
            if first > last || first >= u64::MAX / SECTOR / 2 {
                return false;
            }
            sectors += (last + 1).saturating_sub(first.max(next_sector));
            lines += (last / SECTORS + 1).saturating_sub((first / SECTORS).max(next_line));
            (next_sector, next_line) = (next_sector.max(last + 1), next_line.max(last / SECTORS + 1));
        }
        (sectors, lines) == (self.sectors, self.lines)
    }
}

/// Notes that neighbouring sectors are touched.
fn touch_run(footprint: &mut Footprint, (first, last): (u64, u64), written: bool) {
    lines_of(first, last).for_each(|(line, sectors)| footprint.touch(line, sectors, written));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_repeat_none_stop_making_models() {
        let memory = OwnMemory { shared: 0..0, local: 0..0, local_bytes: 0 };
        let mut model = Model::default();
        let mut is_made = |words: u64| {
            model.start(true, &memory, 0, false);
            assert!(!model.goes_on(&[words]));
            model.give_up(&memory, 0);
            model.pass(&[words]);
            model.complete(&Counters::default(), Work::default());
            model.is_made()
        };
        let made = (0..64).filter(|&n| is_made(n)).count();
        assert_eq!(made, PATIENCE as usize);
    }
}
