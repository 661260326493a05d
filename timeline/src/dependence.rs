//! Blocks that wait on words which others write.
//!
//! Such a block executes up to a wait point, continues when its wake-up condition holds, and so on. The
//! condition is known from the real run: words that other blocks wrote after a number of cycles of their own,
//! operations that wrote them, or the host. Times thus follow from times alone, whatever the order of the
//! real run was; there is no polling.
//!
//! The time of a host's write is unknown and assumed as late as possible: when no thread and nothing on the
//! device can progress otherwise.

use crate::coupled::{Coupled, Point};
use crate::{End, Simulation, Sink, Ticket, Time};
use device::OpId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A launch in flight with blocks that wait or are waited for.
struct InFlight {
    op: OpId,
    coupled: Arc<Coupled>,
    /// Blocks that have started: first, count and time, in ascending order.
    begun: Vec<(u64, u64, Time)>,
    /// Blocks with wait points.
    blocks: BTreeMap<u64, Block>,
    causes: Vec<Condition>,
}

/// A started block with wait points.
struct Block {
    begin: Time,
    sm: u16,
    /// Index of its next wait point, and the end of its list.
    next: usize,
    end: usize,
    /// Total time waited.
    waited: Time,
    /// Total time waited after each wait point.
    history: Vec<(u64, Time)>,
}

impl Block {
    /// Returns the time at which it has executed `cycles` cycles, if it does not wait before.
    fn time(&self, cycles: u64, cycle: Time) -> Time {
        self.begin.saturating_add(cycles.saturating_mul(cycle)).saturating_add(self.waited)
    }
}

/// State of a wake-up condition.
#[derive(Default)]
struct Condition {
    begun: bool,
    /// Number of points with unknown times.
    left: usize,
    /// Latest of the known times.
    latest: Time,
    /// Blocks that wait for it.
    waiting: Vec<u64>,
}

/// A point in a launch's condition.
struct PendingPoint {
    launch: Ticket,
    cause: u32,
    point: Point,
}

/// All such launches.
#[derive(Default)]
pub(super) struct Dependences {
    launches: BTreeMap<Ticket, InFlight>,
    /// Conditions waiting for the progress of an operation or block.
    pending: BTreeMap<(Ticket, Option<u64>), Vec<PendingPoint>>,
    /// Blocks that may continue.
    free: VecDeque<(Ticket, u64)>,
    /// Blocks that wait for the host.
    for_host: Vec<(Ticket, u64)>,
}

impl Simulation<dyn Sink> {
    /// Starts blocks of such a launch.
    pub(super) fn begin_coupled(
        &mut self,
        begin: Time,
        (ticket, op): (Ticket, OpId),
        (first, sms): (u64, &[u16]),
        coupled: &Arc<Coupled>,
    ) {
        let launch = self.dependences.launches.entry(ticket).or_insert_with(|| InFlight {
            op,
            coupled: Arc::clone(coupled),
            begun: Vec::new(),
            blocks: BTreeMap::new(),
            causes: coupled.causes.iter().map(|_| Condition::default()).collect(),
        });
        launch.begun.push((first, sms.len() as u64, begin));
        let mut straight = Vec::new();
        for (block, &sm) in (first..).zip(sms) {
            let next = coupled.met.partition_point(|met| met.block < block);
            let end = next + coupled.met[next..].iter().take_while(|met| met.block == block).count();
            if next == end {
                straight.push((block, sm));
            } else {
                launch.blocks.insert(block, Block { begin, sm, next, end, waited: 0, history: Vec::new() });
            }
        }
        let waiting: Vec<u64> =
            launch.blocks.range(first..first + sms.len() as u64).map(|(&block, _)| block).collect();
        self.list_ends(begin, op, &coupled.cycles, &straight);
        if !self.dependences.pending.is_empty() {
            for (block, _) in straight {
                self.resolve_points(ticket, Some(block));
            }
        }
        self.dependences.free.extend(waiting.into_iter().map(|block| (ticket, block)));
        self.run_released();
    }

    /// Runs the blocks that may continue, and the blocks that they release.
    fn run_released(&mut self) {
        while let Some((ticket, block)) = self.dependences.free.pop_front() {
            self.run_coupled(ticket, block);
        }
    }

    /// Runs a block from its current position to its next wait or its end.
    fn run_coupled(&mut self, ticket: Ticket, number: u64) {
        loop {
            let (cycle, now) = (self.timing.cycle, self.now);
            let Some(launch) = self.dependences.launches.get_mut(&ticket) else { return };
            let coupled = Arc::clone(&launch.coupled);
            let Some(block) = launch.blocks.get_mut(&number) else { return };
            let Some(met) = coupled.met[..block.end].get(block.next) else {
                let place = usize::try_from(number).unwrap_or(usize::MAX);
                let cycles = coupled.cycles.get(place).or(coupled.cycles.last()).copied().unwrap_or(0);
                // A thread may take longer than the block's mean.
                let last = block.history.last().map_or(0, |&(place, _)| place);
                let end = block.time(u64::from(cycles).max(last), cycle);
                let (at, start, sms) = (end.max(now), block.begin, vec![block.sm]);
                let grid = launch.op;
                self.push(at, End::Blocks { grid, start, sms });
                return self.resolve_points(ticket, Some(number));
            };
            let here = block.time(met.at, cycle);
            if coupled.causes[met.cause as usize].host {
                self.push(here.max(now), End::Halt { ticket, block: number });
                return self.resolve_points(ticket, Some(number));
            }
            let Some(time) = self.time_of_cause(ticket, met.cause) else {
                if let Some(launch) = self.dependences.launches.get_mut(&ticket) {
                    launch.causes[met.cause as usize].waiting.push(number);
                }
                return self.resolve_points(ticket, Some(number));
            };
            self.pass_wait_point(ticket, number, time);
        }
    }

    /// Passes a wait point at time `until`.
    fn pass_wait_point(&mut self, ticket: Ticket, number: u64, until: Time) {
        let cycle = self.timing.cycle;
        let Some(launch) = self.dependences.launches.get_mut(&ticket) else { return };
        let Some(block) = launch.blocks.get_mut(&number) else { return };
        let Some(met) = launch.coupled.met.get(block.next) else { return };
        let here = block.time(met.at, cycle);
        block.waited = block.waited.saturating_add(until.saturating_sub(here));
        block.history.push((met.at, block.waited));
        block.next += 1;
    }

    /// Records a block that has reached a wait for the host.
    pub(super) fn wait_for_host(&mut self, ticket: Ticket, block: u64) {
        self.dependences.for_host.push((ticket, block));
    }

    /// Returns the time at which a condition held; `None` if it is not known yet, in which case its blocks
    /// are released later.
    fn time_of_cause(&mut self, ticket: Ticket, number: u32) -> Option<Time> {
        let launch = self.dependences.launches.get_mut(&ticket)?;
        let points = Arc::clone(&launch.coupled.causes[number as usize].points);
        let known = &mut launch.causes[number as usize];
        if known.begun {
            return (known.left == 0).then_some(known.latest);
        }
        known.begun = true;
        let (mut left, mut latest) = (0, 0);
        for &point in points.iter() {
            match self.time_of_point(point) {
                Some(time) => latest = latest.max(time),
                None => {
                    left += 1;
                    let pending = PendingPoint { launch: ticket, cause: number, point };
                    self.dependences.pending.entry(point.producer()).or_default().push(pending);
                }
            }
        }
        let known = &mut self.dependences.launches.get_mut(&ticket)?.causes[number as usize];
        (known.left, known.latest) = (left, latest);
        (left == 0).then_some(latest)
    }

    /// Returns the time of a point, as far as it is settled. A point of an operation that is no longer
    /// tracked lies in the past.
    fn time_of_point(&self, point: Point) -> Option<Time> {
        let under_way = |ticket| self.tickets.contains_key(&ticket);
        match point {
            Point::Whole(ticket) => (!under_way(ticket)).then_some(0),
            Point::Block { launch: ticket, block: number, at } => {
                let Some(launch) = self.dependences.launches.get(&ticket) else {
                    return (!under_way(ticket)).then_some(0);
                };
                let Some(block) = launch.blocks.get(&number) else {
                    let after = launch.begun.partition_point(|&(first, ..)| first <= number);
                    let &(first, many, begin) = launch.begun.get(after.checked_sub(1)?)?;
                    let begun = number - first < many;
                    return begun.then(|| begin.saturating_add(at.saturating_mul(self.timing.cycle)));
                };
                let place = launch.coupled.met[..block.end].get(block.next);
                if place.is_some_and(|met| met.at < at) {
                    return None;
                }
                let before = block.history.partition_point(|&(place, _)| place < at);
                let waited = before.checked_sub(1).map_or(0, |last| block.history[last].1);
                Some(block.begin.saturating_add(at.saturating_mul(self.timing.cycle)).saturating_add(waited))
            }
        }
    }

    /// Resolves the points that depend on an operation's or block's progress.
    fn resolve_points(&mut self, ticket: Ticket, block: Option<u64>) {
        for pending in self.dependences.pending.remove(&(ticket, block)).unwrap_or_default() {
            match self.time_of_point(pending.point) {
                Some(time) => self.apply_point(&pending, time),
                None => self.dependences.pending.entry((ticket, block)).or_default().push(pending),
            }
        }
    }

    /// Applies the time of a point: blocks without other unknown points continue.
    fn apply_point(&mut self, pending: &PendingPoint, time: Time) {
        let Some(launch) = self.dependences.launches.get_mut(&pending.launch) else { return };
        let known = &mut launch.causes[pending.cause as usize];
        known.left -= 1;
        known.latest = known.latest.max(time);
        if known.left > 0 {
            return;
        }
        let latest = known.latest;
        for block in std::mem::take(&mut known.waiting) {
            self.pass_wait_point(pending.launch, block, latest);
            self.dependences.free.push_back((pending.launch, block));
        }
    }

    /// Handles the completion of an operation.
    pub(super) fn end_coupled(&mut self, ticket: Ticket) {
        self.dependences.launches.remove(&ticket);
        if self.dependences.pending.is_empty() {
            return;
        }
        let (all, now) = ((ticket, None)..=(ticket, Some(u64::MAX)), self.now);
        let by_it: Vec<_> = self.dependences.pending.range(all).map(|pending| *pending.0).collect();
        for who in by_it {
            for pending in self.dependences.pending.remove(&who).unwrap_or_default() {
                self.apply_point(&pending, now);
            }
        }
        self.run_released();
    }

    /// Breaks a standstill: releases the blocks that wait for the host or, if there are none, the first one
    /// in a cycle of waits. Returns whether there was any.
    pub(super) fn break_standstill(&mut self) -> bool {
        let now = self.now;
        let released = std::mem::take(&mut self.dependences.for_host);
        for &(ticket, block) in &released {
            self.pass_wait_point(ticket, block, now);
            self.dependences.free.push_back((ticket, block));
        }
        if !released.is_empty() {
            self.run_released();
            return true;
        }
        let mut waiting = self.dependences.launches.iter_mut().flat_map(|(&ticket, launch)| {
            launch.causes.iter_mut().filter_map(move |known| Some((ticket, known.waiting.pop()?)))
        });
        let Some((ticket, block)) = waiting.next() else { return false };
        self.pass_wait_point(ticket, block, now);
        self.dependences.free.push_back((ticket, block));
        self.run_released();
        true
    }
}
