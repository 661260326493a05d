//! What the program does, on the virtual timeline of its device.
//!
//! Every call that reaches the front end is made a second time, in a simulation: at the virtual time of the host thread that
//! made it, with blocks that take as long as the instructions they executed. What runs when, and what is seen in memory, is
//! decided by the engine alone; this only says when it would have been. The same calls in the same order give the same times.
//!
//! A grid's blocks are counted while they run, so time stands still at a grid's first block until it has really ended. A
//! kernel that waits for the host while the host asks for a time would stop both: after a while such a grid is taken to run
//! on, and its end is when it is known.

use super::{Grid, Mark, Work};
use crate::config::config;
use crate::sync::Arc;
use device::sim::chrome::Chrome;
use device::sim::{
    Call, Cost, Event, MemoryChange, Rest, Simulation, Sink, Summary, Ticket, Time, Timing, Way,
};
use device::{ContextId, Op, OpId, SmSet, Spec, StreamId, StreamKind};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::sync::atomic::{AtomicU32, Ordering};

/// Cycles of a block before its first instruction and after its last.
const BLOCK_CYCLES: u64 = 300;
/// Cycles between two instructions of a warp that depend on each other, in the mean.
const LATENCY_CYCLES: u64 = 6;
/// Instructions that an SM issues in a cycle.
const ISSUED: u64 = 4;
const WARP: u64 = 32;

/// What a host thread waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waited {
    Stream(StreamId),
    Context(ContextId),
    Op(OpId),
}

type Sinks = (Summary, Option<Chrome<BufWriter<File>>>);

/// A device's virtual timeline.
pub(crate) struct Timeline {
    simulation: Simulation<Sinks>,
    spec: Spec,
    contexts: BTreeMap<ContextId, ContextId>,
    streams: BTreeMap<StreamId, StreamId>,
    /// Operations that are not complete on the timeline, by what they are in the engine and here.
    tickets: BTreeMap<OpId, Ticket>,
    ops: BTreeMap<Ticket, OpId>,
    marks: BTreeMap<Ticket, Arc<Mark>>,
    /// The last operation of each stream, complete or not.
    last: BTreeMap<StreamId, OpId>,
    /// Ordinal of the device.
    device: usize,
    /// Operations that have really ended and are not complete here, with what became of managed memory when they ended.
    changes: BTreeMap<Ticket, Vec<MemoryChange>>,
    /// Those that are complete here since these times and have not really ended.
    ends: BTreeMap<OpId, Time>,
}

impl Timeline {
    /// A timeline, if the settings ask for one.
    pub(crate) fn wanted(ordinal: usize, spec: &Spec) -> Option<Box<Timeline>> {
        if !config().simulates() {
            return None;
        }
        let chrome = config().trace.as_ref().and_then(|path| {
            let mut path = path.clone();
            if ordinal > 0 {
                path.as_mut_os_string().push(format!(".{ordinal}"));
            }
            match File::create(&path) {
                Ok(file) => Some(Chrome::new(BufWriter::new(file), &spec.name, spec.sms)),
                Err(error) => {
                    crate::trace::complain(&format!("HIP_SOFT_TRACE: {}: {error}", path.display()));
                    None
                }
            }
        });
        let sinks = (Summary::default(), chrome);
        let mut simulation = Simulation::new(spec.clone(), config().placement, Timing::of(spec), sinks);
        simulation.keep_tickets();
        simulation.keep_open(true);
        Some(Box::new(Timeline {
            simulation,
            spec: spec.clone(),
            contexts: BTreeMap::new(),
            streams: BTreeMap::new(),
            tickets: BTreeMap::new(),
            ops: BTreeMap::new(),
            marks: BTreeMap::new(),
            last: BTreeMap::new(),
            device: ordinal,
            changes: BTreeMap::new(),
            ends: BTreeMap::new(),
        }))
    }

    pub(super) fn context(&mut self, real: ContextId, settings: &device::Config) {
        let own = self.simulation.create_context(settings);
        self.contexts.insert(real, own);
    }

    pub(super) fn create_queues(&mut self, context: ContextId, channels: u32) {
        // Both front ends number their sets alike: each was asked for the same ones.
        let own = self.contexts.get(&context);
        let _number = own.and_then(|&own| self.simulation.create_queues(own, channels));
    }

    pub(super) fn set_queues(&mut self, stream: StreamId, queues: u32) {
        if let Some(&own) = self.streams.get(&stream) {
            self.simulation.set_queues(own, queues);
        }
    }

    pub(super) fn stream(
        &mut self,
        real: StreamId,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<&SmSet>,
    ) {
        let Some(&context) = self.contexts.get(&context) else { return };
        let Some(own) = self.simulation.create_stream(context, kind, priority, sms.cloned()) else { return };
        self.streams.insert(real, own);
        let number = self.simulation.stream_number(own) as u32;
        if let Some(chrome) = &mut self.simulation.sink_mut().1 {
            let name = match kind {
                StreamKind::Legacy => "default stream".to_owned(),
                StreamKind::Blocking | StreamKind::NonBlocking => format!("stream {number}"),
            };
            chrome.name_stream(number, &name, sms);
        }
    }

    pub(super) fn destroy_stream(&mut self, real: StreamId) {
        let Some(own) = self.streams.remove(&real) else { return };
        self.last.remove(&real);
        self.simulation.call(host(), Call::Destroy(own));
    }

    /// The engine took an operation. `copied` says what a copy copies.
    pub(super) fn submitted(
        &mut self,
        real: OpId,
        stream: StreamId,
        op: &Op,
        work: &Work,
        copied: (Way, u64),
    ) {
        let Some(&own) = self.streams.get(&stream) else { return };
        self.last.insert(stream, real);
        let stream = own;
        let call = match op {
            Op::Grid(grid) => {
                let name = match work {
                    Work::Grid(grid) => grid.launch.function_name().into(),
                    _ => "kernel".into(),
                };
                let cost = if grid.blocks == 0 { Cost::Each(0) } else { Cost::Unknown };
                Call::Launch { stream, name, grid: grid.clone(), cost }
            }
            Op::Copy | Op::Transfer(_) => {
                let (way, bytes) = copied;
                Call::Copy { stream, way, bytes, wait: matches!(work, Work::OwnCopy(_)) }
            }
            Op::Host => Call::HostFunction { stream, duration: 0 },
            Op::Record { timing } => Call::Record { stream, event: 0, timing: *timing },
            Op::Wait(target) => match self.tickets.get(target) {
                Some(&ticket) => Call::WaitOn { stream, ticket },
                // It is complete: a ticket that nobody has.
                None => Call::WaitOn { stream, ticket: Ticket::MAX },
            },
        };
        let ticket = self.simulation.call(host(), call);
        self.tickets.insert(real, ticket);
        self.ops.insert(ticket, real);
        if let Work::Mark(mark) = work {
            self.marks.insert(ticket, Arc::clone(mark));
        }
    }

    /// The last operation that was put into a stream, if it is not complete here.
    pub(super) fn last_of(&self, stream: StreamId) -> Option<OpId> {
        self.last.get(&stream).copied().filter(|op| self.tickets.contains_key(op))
    }

    /// A host thread waits.
    pub(super) fn waited(&mut self, what: Waited) {
        let call = match what {
            Waited::Stream(stream) => self.streams.get(&stream).copied().map(Call::SyncStream),
            Waited::Context(context) => self.contexts.get(&context).copied().map(Call::SyncContext),
            Waited::Op(op) => Some(Call::SyncOn(self.tickets.get(&op).copied().into_iter().collect())),
        };
        if let Some(call) = call {
            self.simulation.call(host(), call);
        }
    }

    /// An operation has really ended: what became of managed memory by then is drawn where the operation ends here.
    pub(super) fn op_ended(&mut self, real: OpId, work: Option<&Work>) {
        let what = match work {
            Some(Work::Grid(grid)) => grid.launch.function_name(),
            _ => "prefetches and the host",
        };
        // What grids that grids launched bring about is told with their parents.
        if let Some(time) = self.ends.remove(&real) {
            self.draw(&crate::state::memory_changes(self.device, what), time);
        } else if let Some(&ticket) = self.tickets.get(&real) {
            self.changes.insert(ticket, crate::state::memory_changes(self.device, what));
        }
    }

    fn draw(&mut self, changes: &[MemoryChange], at: Time) {
        if let Some(chrome) = &mut self.simulation.sink_mut().1 {
            changes.iter().for_each(|change| chrome.event(&Event::Memory { change, at }));
        }
    }

    /// A grid has really ended: how long its blocks ran is known, and what they launched.
    pub(super) fn ended(&mut self, real: OpId, grid: &Grid) {
        let base = grid.counts.as_ref().map_or(Cost::Each(0), |counts| self.cost(grid, &counts.words()));
        let blocks = grid.counts.as_ref().map_or(0, super::Counts::blocks);
        let cost = grid.requests.family.cost(base, blocks, grid.threads.div_ceil(WARP as u32));
        match (&grid.birth, self.tickets.get(&real)) {
            // A child is part of what its parent costs.
            (Some(birth), _) => birth.cost(cost),
            (None, Some(&ticket)) => self.simulation.cost(ticket, cost),
            (None, None) => {}
        }
        if grid.birth.is_none() {
            grid.requests.desk.ledger.close();
        }
    }

    /// How many cycles blocks take that executed so many instructions, of all their threads together.
    ///
    /// A block takes the longer of two times: what its warps take when each waits for its own results, and its share of
    /// what the SM issues when as many such blocks are on it as fit.
    fn cost(&self, grid: &Grid, instructions: &[u64]) -> Cost {
        let (threads, shared) = (grid.threads.max(1), grid.shared_bytes);
        let warps = u64::from(threads).div_ceil(WARP);
        let beside = u64::from(device::occupancy::blocks_per_sm(&self.spec, threads, 0, shared).max(1));
        let cycles = |&count: &u64| {
            let of_warps = count.div_ceil(WARP);
            let waiting = of_warps.div_ceil(warps).saturating_mul(LATENCY_CYCLES);
            let issuing = of_warps.saturating_mul(beside).div_ceil(ISSUED);
            u32::try_from(BLOCK_CYCLES.saturating_add(waiting.max(issuing))).unwrap_or(u32::MAX)
        };
        let each: Vec<u32> = instructions.iter().map(cycles).collect();
        match each.split_first() {
            None => Cost::Each(0),
            Some((first, rest)) if rest.iter().all(|other| other == first) => Cost::Each(u64::from(*first)),
            Some(_) => Cost::List(each.into()),
        }
    }

    /// Goes on as far as possible; the operations that time stands still for.
    pub(super) fn run(&mut self) -> Vec<OpId> {
        let rest = self.simulation.run();
        for (ticket, time) in self.simulation.finished() {
            if let Some(real) = self.ops.remove(&ticket) {
                self.tickets.remove(&real);
                match self.changes.remove(&ticket) {
                    Some(changes) => self.draw(&changes, time),
                    None => drop(self.ends.insert(real, time)),
                }
            }
            if let Some(mark) = self.marks.remove(&ticket) {
                mark.set_virtual(time);
            }
        }
        match rest {
            Rest::Unknown(tickets) => {
                tickets.iter().filter_map(|ticket| self.ops.get(ticket).copied()).collect()
            }
            // A thread that waits for ever waits here as it does in the program.
            Rest::Finished | Rest::Deadlock(_) => Vec::new(),
        }
    }

    /// Goes on as if grids that time stands still for ran on.
    pub(super) fn give_up(&mut self, grids: &[OpId]) {
        for grid in grids {
            if let Some(&ticket) = self.tickets.get(grid) {
                self.simulation.give_up(ticket);
            }
        }
    }

    /// Hands what is drawn so far to the system.
    pub(super) fn flush(&mut self) {
        if let Some(chrome) = &mut self.simulation.sink_mut().1 {
            chrome.sync();
        }
    }

    /// The end of the process: closes the trace, and writes the report.
    pub(super) fn finish(&mut self) {
        self.simulation.keep_open(false);
        let mut unknown = self.run();
        while !unknown.is_empty() {
            self.give_up(&unknown);
            unknown = self.run();
        }
        if let Some(chrome) = self.simulation.sink_mut().1.take()
            && let Err(error) = chrome.finish()
        {
            crate::trace::complain(&format!("HIP_SOFT_TRACE: {error}"));
        }
        if config().report {
            eprint!("{}", self.report());
        }
    }

    /// Counters, false dependencies, blocked host threads, and who waits for whom at the end.
    fn report(&mut self) -> String {
        let rest = self.simulation.run();
        let micros =
            |picoseconds: u64| format!("{}.{:03} µs", picoseconds / 1_000_000, picoseconds / 1_000 % 1_000);
        let summary = &self.simulation.sink().0;
        let counters = self.simulation.device().counters();
        let mut text = format!(
            "hip: {}: {} of virtual time; {} grids with {} blocks, at most {} grids resident; {} copies of {} bytes; at \
             most {} operations waited in a channel\n",
            self.spec.name,
            micros(summary.end),
            summary.grids,
            summary.blocks,
            counters.most_resident,
            summary.copies,
            summary.bytes,
            summary.deepest
        );
        let launched = &summary.launched;
        if launched.grids + launched.refused > 0 {
            let mean = |total: u128| micros((total / u128::from(launched.grids.max(1))) as u64);
            text += &format!(
                "hip: kernels launched {} grids with {} blocks, at most {:.1} at a time; a launch took {}, then {} in queues; \
                 {} were refused\n",
                launched.grids,
                launched.blocks,
                launched.concurrent.peak(),
                mean(launched.overhead),
                mean(launched.queued),
                launched.refused
            );
        }
        for held in summary.held_back() {
            let name = |stream| self.simulation.stream_number(stream);
            text += &format!(
                "hip: false dependency: stream {} waited {} behind stream {} in channel {}, {} times; more channels \
                 (CUDA_DEVICE_MAX_CONNECTIONS) or another order of launches avoid it\n",
                name(held.victim),
                micros(held.time),
                name(held.culprit),
                held.channel,
                held.count
            );
        }
        for block in summary.host_blocks() {
            text += &format!(
                "hip: host thread {} was blocked {} by channel {}, {} times; larger queues \
                 (CUDA_SCALE_LAUNCH_QUEUES) or fewer launches avoid it\n",
                block.host,
                micros(block.time),
                block.channel,
                block.count
            );
        }
        if let Rest::Deadlock(lines) = rest {
            for line in lines {
                text += &format!("hip: deadlock: {line}\n");
            }
        }
        text
    }
}

/// The number of this thread: host threads are numbered in the order in which they first do something.
pub(super) fn host() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    thread_local! {
        static NUMBER: Cell<Option<u32>> = const { Cell::new(None) };
    }
    NUMBER.get().unwrap_or_else(|| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        NUMBER.set(Some(number));
        number
    })
}
