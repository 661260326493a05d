//! Blocks that wait for what others write.
//!
//! Such a block executes up to where it waits, goes on when what it waits for has come, and so on. What that
//! was is known from its real run: words that other blocks wrote after so many cycles of their own,
//! operations that wrote them, or the host. So times follow from times, whatever the order of the real run;
//! nothing is polled.
//!
//! When the host wrote a word is not known: as late as can be, when no thread and nothing on the device can
//! go on otherwise.

use crate::coupled::{Coupled, Point};
use crate::{End, Simulation, Sink, Ticket, Time};
use device::OpId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A launch under way some of whose blocks wait or write what others wait for.
struct Launch {
    op: OpId,
    coupled: Arc<Coupled>,
    /// Blocks that have begun: the first ones, how many, and when. Ascending.
    begun: Vec<(u64, u64, Time)>,
    /// Those that wait anywhere.
    blocks: BTreeMap<u64, Block>,
    causes: Vec<Known>,
}

/// A block that has begun and waits.
struct Block {
    begin: Time,
    sm: u16,
    /// The next place where it waits, and the end of those.
    next: usize,
    end: usize,
    /// How long it has waited in all.
    waited: Time,
    /// The same after each place.
    history: Vec<(u64, Time)>,
}

impl Block {
    /// When it has executed so many cycles, if it waits no more before.
    fn time(&self, cycles: u64, cycle: Time) -> Time {
        self.begin.saturating_add(cycles.saturating_mul(cycle)).saturating_add(self.waited)
    }
}

/// What is known of a cause.
#[derive(Default)]
struct Known {
    begun: bool,
    /// Points whose times are not known.
    left: usize,
    /// The latest of the others.
    latest: Time,
    /// Blocks that wait for it.
    waiting: Vec<u64>,
}

/// A point of a cause of a launch.
struct Asked {
    launch: Ticket,
    cause: u32,
    point: Point,
}

/// All such launches.
#[derive(Default)]
pub(super) struct Meetings {
    launches: BTreeMap<Ticket, Launch>,
    /// Points whose times will be known when somebody has gone on.
    asked: BTreeMap<(Ticket, Option<u64>), Vec<Asked>>,
    /// Blocks that may go on.
    free: VecDeque<(Ticket, u64)>,
    /// Blocks that wait for the host.
    for_host: Vec<(Ticket, u64)>,
}

impl<S: Sink> Simulation<S> {
    /// Blocks of such a launch begin.
    pub(super) fn coupled_begin(
        &mut self,
        begin: Time,
        (ticket, op): (Ticket, OpId),
        (first, sms): (u64, &[u16]),
        coupled: &Arc<Coupled>,
    ) {
        let launch = self.meetings.launches.entry(ticket).or_insert_with(|| Launch {
            op,
            coupled: Arc::clone(coupled),
            begun: Vec::new(),
            blocks: BTreeMap::new(),
            causes: coupled.causes.iter().map(|_| Known::default()).collect(),
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
        if !self.meetings.asked.is_empty() {
            for (block, _) in straight {
                self.gone_on(ticket, Some(block));
            }
        }
        self.meetings.free.extend(waiting.into_iter().map(|block| (ticket, block)));
        self.coupled_go_on();
    }

    /// Blocks that may go on do, and those whom that frees.
    fn coupled_go_on(&mut self) {
        while let Some((ticket, block)) = self.meetings.free.pop_front() {
            self.coupled_goes_on(ticket, block);
        }
    }

    /// A block goes on from where it is.
    fn coupled_goes_on(&mut self, ticket: Ticket, number: u64) {
        loop {
            let (cycle, now) = (self.timing.cycle, self.now);
            let Some(launch) = self.meetings.launches.get_mut(&ticket) else { return };
            let coupled = Arc::clone(&launch.coupled);
            let Some(block) = launch.blocks.get_mut(&number) else { return };
            let Some(met) = coupled.met[..block.end].get(block.next) else {
                let place = usize::try_from(number).unwrap_or(usize::MAX);
                let cycles = coupled.cycles.get(place).or(coupled.cycles.last()).copied().unwrap_or(0);
                // A thread may take longer than the block's threads do in the mean.
                let last = block.history.last().map_or(0, |&(place, _)| place);
                let end = block.time(u64::from(cycles).max(last), cycle);
                let (at, start, sms) = (end.max(now), block.begin, vec![block.sm]);
                let grid = launch.op;
                self.push(at, End::Blocks { grid, start, sms });
                return self.gone_on(ticket, Some(number));
            };
            let here = block.time(met.at, cycle);
            if coupled.causes[met.cause as usize].host {
                self.push(here.max(now), End::Halt { ticket, block: number });
                return self.gone_on(ticket, Some(number));
            }
            let Some(time) = self.time_of_cause(ticket, met.cause) else {
                if let Some(launch) = self.meetings.launches.get_mut(&ticket) {
                    launch.causes[met.cause as usize].waiting.push(number);
                }
                return self.gone_on(ticket, Some(number));
            };
            self.coupled_passes(ticket, number, time);
        }
    }

    /// A block passes a place where it waited until some time.
    fn coupled_passes(&mut self, ticket: Ticket, number: u64, until: Time) {
        let cycle = self.timing.cycle;
        let Some(launch) = self.meetings.launches.get_mut(&ticket) else { return };
        let Some(block) = launch.blocks.get_mut(&number) else { return };
        let Some(met) = launch.coupled.met.get(block.next) else { return };
        let here = block.time(met.at, cycle);
        block.waited = block.waited.saturating_add(until.saturating_sub(here));
        block.history.push((met.at, block.waited));
        block.next += 1;
    }

    /// A block has come to where it waits for the host.
    pub(super) fn coupled_halts(&mut self, ticket: Ticket, block: u64) {
        self.meetings.for_host.push((ticket, block));
    }

    /// When all of a cause had come; none if that is not known yet: then blocks that wait for it are told
    /// when it is.
    fn time_of_cause(&mut self, ticket: Ticket, number: u32) -> Option<Time> {
        let launch = self.meetings.launches.get_mut(&ticket)?;
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
                    let asked = Asked { launch: ticket, cause: number, point };
                    self.meetings.asked.entry(point.by()).or_default().push(asked);
                }
            }
        }
        let known = &mut self.meetings.launches.get_mut(&ticket)?.causes[number as usize];
        (known.left, known.latest) = (left, latest);
        (left == 0).then_some(latest)
    }

    /// When something was done, as far as that is settled. What is over and forgotten was done before now.
    fn time_of_point(&self, point: Point) -> Option<Time> {
        let under_way = |ticket| self.tickets.contains_key(&ticket);
        match point {
            Point::Whole(ticket) => (!under_way(ticket)).then_some(0),
            Point::Block { launch: ticket, block: number, at } => {
                let Some(launch) = self.meetings.launches.get(&ticket) else {
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

    /// Somebody has gone on: who asked for that is told.
    fn gone_on(&mut self, ticket: Ticket, block: Option<u64>) {
        for asked in self.meetings.asked.remove(&(ticket, block)).unwrap_or_default() {
            match self.time_of_point(asked.point) {
                Some(time) => self.answered(&asked, time),
                None => self.meetings.asked.entry((ticket, block)).or_default().push(asked),
            }
        }
    }

    /// The time of a point that was asked for: blocks that waited for nothing else go on.
    fn answered(&mut self, asked: &Asked, time: Time) {
        let Some(launch) = self.meetings.launches.get_mut(&asked.launch) else { return };
        let known = &mut launch.causes[asked.cause as usize];
        known.left -= 1;
        known.latest = known.latest.max(time);
        if known.left > 0 {
            return;
        }
        let latest = known.latest;
        for block in std::mem::take(&mut known.waiting) {
            self.coupled_passes(asked.launch, block, latest);
            self.meetings.free.push_back((asked.launch, block));
        }
    }

    /// An operation is complete.
    pub(super) fn coupled_over(&mut self, ticket: Ticket) {
        self.meetings.launches.remove(&ticket);
        if self.meetings.asked.is_empty() {
            return;
        }
        let (all, now) = ((ticket, None)..=(ticket, Some(u64::MAX)), self.now);
        let by_it: Vec<_> = self.meetings.asked.range(all).map(|asked| *asked.0).collect();
        for who in by_it {
            for asked in self.meetings.asked.remove(&who).unwrap_or_default() {
                self.answered(&asked, now);
            }
        }
        self.coupled_go_on();
    }

    /// Nothing goes on otherwise: blocks that wait for the host go on, and if there is none, the first that
    /// waits for others that wait for it. Whether there was any.
    pub(super) fn coupled_release(&mut self) -> bool {
        let now = self.now;
        let released = std::mem::take(&mut self.meetings.for_host);
        for &(ticket, block) in &released {
            self.coupled_passes(ticket, block, now);
            self.meetings.free.push_back((ticket, block));
        }
        if !released.is_empty() {
            self.coupled_go_on();
            return true;
        }
        let mut waiting = self.meetings.launches.iter_mut().flat_map(|(&ticket, launch)| {
            launch.causes.iter_mut().filter_map(move |known| Some((ticket, known.waiting.pop()?)))
        });
        let Some((ticket, block)) = waiting.next() else { return false };
        self.coupled_passes(ticket, block, now);
        self.meetings.free.push_back((ticket, block));
        self.coupled_go_on();
        true
    }
}
