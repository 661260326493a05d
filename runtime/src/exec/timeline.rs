//! Virtual timeline of a device: when the program's operations would run on the modelled hardware.
//!
//! Each call that reaches the front end is repeated in a simulation, at the virtual time of the host thread
//! that made it, with blocks whose duration follows from the instructions that they executed. The engine
//! alone decides what runs and which values memory has; the timeline only computes times. The same calls in
//! the same order give the same times.
//!
//! Instructions are counted while a grid runs, so virtual time stops at the first block of a grid that has
//! not ended. If that kernel waits for the host while the host queries a time, both would wait for ever.
//! After [`PATIENCE`](super::engine) such a grid is assumed to keep running, and its end is placed where it
//! becomes known. The same holds once too many calls are stored behind it.

mod coupled;
mod report;

use super::consumer::{Consumer, ConsumerQueue};
use super::counts::{CounterAllocator, Counts, Instructions};
use super::device_side::Later;
use super::observer::{EngineObserver, Operation, Record, Stall, Waited};
use super::spin_wait::{self, Source};
use super::{Grid, Mark};
use crate::Error;
use crate::config::config;
use crate::memory::Memory;
use crate::profile::pace::{LaterPace, LaunchPace};
use crate::sync::{Arc, AtomicUsize, Ordering};
use crate::trace::output::{self, create};
use ::profile::blocks::Pace;
use device::{ContextId, GridSpec, OpId, SmSet, Spec, StreamId, StreamKind, StreamName};
use ptx::demangle::Readable;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufWriter;
use timeline::chrome::Chrome;
use timeline::script::Recorder;
use timeline::{
    Call, Cost, Event, MemoryChange, Point, Rest, Simulation, Sink, Summary, Ticket, Time, Timing,
};

/// Cycles of a block before its first instruction and after its last, together.
const BLOCK_CYCLES: u64 = 300;
/// Mean latency between dependent instructions of a warp, cycles.
const LATENCY_CYCLES: u64 = 6;
/// Instructions that an SM issues a cycle.
const ISSUED: u64 = 4;
const WARP: u64 = 32;

type Sinks = (Summary, Option<Chrome<BufWriter<File>>>);

/// A device's virtual timeline.
pub(crate) struct Timeline {
    simulation: Simulation<Sinks>,
    /// Recorder of all calls as a script, if the settings ask for one.
    recorder: Option<Recorder<BufWriter<File>>>,
    /// Simulated numbers of streams that are default streams of their contexts.
    default_streams: BTreeSet<usize>,
    /// Ordinal of the device.
    ordinal: usize,
    /// Process that created it: a forked process has a copy, which stays silent.
    process: u32,
    spec: Spec,
    /// Simulated context of each context, and its number of additional sets of channels.
    contexts: BTreeMap<ContextId, (ContextId, u32)>,
    streams: BTreeMap<StreamId, StreamId>,
    /// Operations that are incomplete in virtual time, by ticket; tickets by operation, and by launch number.
    ops: BTreeMap<Ticket, Known>,
    tickets: BTreeMap<OpId, Ticket>,
    grids: BTreeMap<u64, Ticket>,
    /// Readable names of kernels by their symbols, shared by all launches of a kernel.
    names: BTreeMap<String, Arc<str>>,
    /// Number of calls that wait for virtual time to reach them; read without the lock.
    kept: Arc<AtomicUsize>,
    /// Set at process exit: output is complete.
    over: bool,
    /// Operations that are complete in virtual time and have not ended in the engine, with their virtual
    /// ends.
    ends: BTreeMap<OpId, Time>,
    /// Grids that have ended in the engine, before the launch that tells their pace.
    unpaced: Vec<(OpId, Arc<Grid>)>,
}

/// Operation that is incomplete in virtual time.
struct Known {
    /// Operation in the engine.
    real: OpId,
    /// Number of the launch, if it is one.
    grid: Option<u64>,
    /// Mark that receives the virtual time of completion.
    mark: Option<Arc<Mark>>,
    /// Changes of managed memory until its end in the engine, if it has ended and a trace is drawn.
    changes: Option<Vec<MemoryChange>>,
}

impl Consumer for Timeline {
    type Record = Record;

    fn consume(&mut self, record: Record) {
        if self.over {
            return;
        }
        match record {
            Record::Context { context, settings } => self.context(context, &settings),
            Record::Queues { context, channels, set } => self.create_queues(context, channels, set),
            Record::SetQueues { host, stream, queues } => self.set_queues(host, stream, queues),
            Record::Stream { stream, context, kind, priority, sms } => {
                self.stream(stream, context, kind, priority, sms.as_deref());
            }
            Record::Pending { host, context, launches } => {
                if let Some(&(context, _)) = self.contexts.get(&context) {
                    self.call(host, Call::Pending { context, launches });
                }
            }
            Record::Destroyed { host, stream } => self.destroy_stream(host, stream),
            Record::Submitted { host, stream, op, what } => self.submitted(host, stream, op, what),
            Record::Waited { host, what } => self.waited(host, what),
            Record::Forked { op, cost } => self.costs(op, cost),
            Record::Ended { op, grid, changes } => {
                self.changed(op, changes);
                if let Some(grid) = grid {
                    self.unpaced.push((op, grid));
                    self.settle();
                }
            }
        }
    }

    fn conclude(&mut self) {
        if !self.over {
            self.run();
        }
    }
}

impl Timeline {
    /// Creates a timeline, if the settings ask for one.
    fn from_settings(ordinal: usize, spec: &Spec) -> Option<Timeline> {
        if !config().simulates() {
            return None;
        }
        let trace = create("HIP_SOFT_TRACE", config().trace.as_deref(), ordinal);
        let chrome = trace.map(|file| {
            Chrome::new(file, &spec.name, spec.sms).with_limit(config().trace_size).with_device(spec)
        });
        let script = create("HIP_SOFT_RECORD", config().record.as_deref(), ordinal);
        let recorder = script.map(|file| Recorder::new(file, spec, config().placement));
        let sinks = (Summary::default(), chrome);
        let mut simulation =
            Simulation::new(spec.clone(), config().placement, Timing::from_spec(spec), sinks);
        simulation.keep_tickets();
        simulation.keep_open(true);
        Some(Timeline {
            simulation,
            recorder,
            default_streams: BTreeSet::new(),
            ordinal,
            process: std::process::id(),
            spec: spec.clone(),
            contexts: BTreeMap::new(),
            streams: BTreeMap::new(),
            ops: BTreeMap::new(),
            tickets: BTreeMap::new(),
            grids: BTreeMap::new(),
            names: BTreeMap::new(),
            kept: Arc::new(AtomicUsize::new(0)),
            over: false,
            ends: BTreeMap::new(),
            unpaced: Vec::new(),
        })
    }

    fn context(&mut self, real: ContextId, settings: &device::Config) {
        let own = self.simulation.create_context(settings);
        self.contexts.insert(real, (own, 0));
        if let Some(recorder) = &mut self.recorder {
            recorder.context(own, settings);
        }
    }

    fn create_queues(&mut self, context: ContextId, channels: u32, set: u32) {
        let Some((own, sets)) = self.contexts.get_mut(&context) else { return };
        // A set that exists already may still be in use here.
        if set <= *sets {
            return;
        }
        *sets += 1;
        // Both front ends number their sets in the same order.
        let _number = self.simulation.add_queues(*own, channels);
        if let Some(recorder) = &mut self.recorder {
            recorder.queues(*own, channels);
        }
    }

    fn set_queues(&mut self, host: u32, stream: StreamId, queues: u32) {
        if let Some(&own) = self.streams.get(&stream) {
            self.call(host, Call::Queues { stream: own, set: queues });
        }
    }

    fn stream(
        &mut self,
        real: StreamId,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<&SmSet>,
    ) {
        let Some(&(context, _)) = self.contexts.get(&context) else { return };
        let Some(own) = self.simulation.create_stream(context, kind, priority, sms.cloned()) else { return };
        self.streams.insert(real, own);
        if let Some(recorder) = &mut self.recorder {
            recorder.stream(own, context, (kind, priority), sms);
        }
        let number = self.simulation.stream_number(own);
        if kind == StreamKind::Legacy {
            self.default_streams.insert(number);
        }
        if let Some(chrome) = &mut self.simulation.sink_mut().1 {
            let name = StreamName { kind, number };
            chrome.name_stream(number as u32, &name.to_string(), sms);
        }
    }

    fn destroy_stream(&mut self, host: u32, real: StreamId) {
        let Some(own) = self.streams.remove(&real) else { return };
        self.call(host, Call::Destroy(own));
    }

    /// Makes a call of a host thread in the simulation.
    fn call(&mut self, host: u32, call: Call) -> Ticket {
        if let Some(recorder) = &mut self.recorder {
            if let Some(time) = self.simulation.late(host) {
                recorder.wait_until(host, time);
            }
            recorder.call(host, self.simulation.next_ticket(), &call);
        }
        self.simulation.call(host, call)
    }

    /// Repeats the submission of an operation.
    fn submitted(&mut self, host: u32, stream: StreamId, real: OpId, what: Operation) {
        let Some(&stream) = self.streams.get(&stream) else { return };
        let (mut mark, mut number) = (None, None);
        let call = match what {
            Operation::Grid { spec, grid } => {
                number = Some(grid.device_side.number());
                let name = self.name(grid.launch.function_name());
                let cost = if spec.blocks == 0 { Cost::Each(0) } else { Cost::Unknown };
                Call::Launch { stream, name, grid: spec, cost }
            }
            Operation::Fork { name, number: of } => {
                number = Some(of);
                Call::Launch { stream, name, grid: fork_grid(), cost: Cost::Unknown }
            }
            Operation::Copy { way, bytes, wait } => Call::Copy { stream, way, bytes, wait },
            Operation::Host => Call::HostFunction { stream, duration: 0 },
            Operation::Record { timing, mark: of } => {
                mark = of;
                Call::Record { stream, event: 0, timing }
            }
            Operation::Wait(target) => match self.tickets.get(&target) {
                Some(&ticket) => Call::WaitOn { stream, ticket },
                // The target is complete: this ticket is never issued, so nothing waits.
                None => Call::WaitOn { stream, ticket: Ticket::MAX },
            },
        };
        let ticket = self.call(host, call);
        self.tickets.insert(real, ticket);
        self.ops.insert(ticket, Known { real, grid: number, mark, changes: None });
        if let Some(number) = number {
            self.grids.insert(number, ticket);
        }
    }

    fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(readable) = self.names.get(name) {
            return Arc::clone(readable);
        }
        let readable: Arc<str> = Readable(name).to_string().into();
        self.names.insert(name.to_owned(), Arc::clone(&readable));
        readable
    }

    /// Repeats a wait of a host thread.
    fn waited(&mut self, host: u32, what: Waited) {
        let call = match what {
            Waited::Stream(stream) => self.streams.get(&stream).copied().map(Call::SyncStream),
            Waited::Context(context) => self.contexts.get(&context).map(|&(own, _)| Call::SyncContext(own)),
            Waited::Op(op) => Some(Call::SyncOn(self.tickets.get(&op).copied().into_iter().collect())),
        };
        if let Some(call) = call {
            self.call(host, call);
        }
    }

    /// Takes changes of managed memory until the end of an operation in the engine. They are drawn at its
    /// virtual end.
    fn changed(&mut self, real: OpId, changes: Vec<MemoryChange>) {
        if let Some(time) = self.ends.remove(&real) {
            self.draw(&changes, time);
        } else if self.is_drawn()
            && let Some(ticket) = self.tickets.get(&real)
            && let Some(known) = self.ops.get_mut(ticket)
        {
            known.changes = Some(changes);
        }
    }

    fn is_drawn(&self) -> bool {
        self.simulation.sink().1.is_some()
    }

    fn draw(&mut self, changes: &[MemoryChange], at: Time) {
        if let Some(chrome) = &mut self.simulation.sink_mut().1 {
            changes.iter().for_each(|change| chrome.event(&Event::Memory { change, at }));
        }
    }

    /// Takes the end of a grid in the engine: the cost of its blocks is known now.
    /// Takes note of the ends of grids whose pace is known: those before them may have told it.
    fn settle(&mut self) {
        while let Some(at) = self.unpaced.iter().position(|(_, grid)| is_settled(grid)) {
            let (op, grid) = self.unpaced.remove(at);
            self.ended(op, &grid);
        }
    }

    /// Takes the cost of an operation that is known now.
    fn costs(&mut self, real: OpId, cost: Cost) {
        if let Some(&ticket) = self.tickets.get(&real) {
            if let Some(recorder) = &mut self.recorder {
                recorder.cost(ticket, &cost);
            }
            self.simulation.cost(ticket, cost);
        }
    }

    fn ended(&mut self, real: OpId, grid: &Grid) {
        if self.tickets.contains_key(&real) {
            let (mut cost, _) = cost(&self.spec, grid);
            if let Some(waits) = spin_wait::take(grid.device_side.number()) {
                let blocks = grid.instructions.as_ref().map_or(0, Instructions::blocks);
                cost = coupled::cost(cost, blocks, waits, |source| self.point(source));
            }
            self.costs(real, cost);
        }
    }

    /// Point on the timeline of an origin; `None` if it is complete.
    fn point(&self, source: Source) -> Option<Point> {
        match source {
            Source::Block { grid, block, at } => {
                let launch = *self.grids.get(&grid)?;
                Some(Point::Block { launch, block, at: coupled::place(at) })
            }
            Source::Whole(op) => self.tickets.get(&op).map(|&ticket| Point::Whole(ticket)),
        }
    }

    /// Counter of stored calls, for reading without the lock.
    fn kept(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.kept)
    }

    /// Advances as far as possible. Returns the grids that it waits for.
    fn run(&mut self) -> Stall {
        let rest = self.simulation.run();
        for (ticket, time) in self.simulation.finished() {
            let Some(Known { real, grid, mark, changes }) = self.ops.remove(&ticket) else { continue };
            self.tickets.remove(&real);
            if let Some(number) = grid {
                self.grids.remove(&number);
            }
            match changes {
                Some(changes) => self.draw(&changes, time),
                None if self.is_drawn() => drop(self.ends.insert(real, time)),
                None => {}
            }
            if let Some(mark) = mark {
                mark.set_virtual(time);
            }
        }
        self.kept.store(self.simulation.kept(), Ordering::Relaxed);
        let of = |tickets: &[Ticket]| {
            tickets.iter().filter_map(|ticket| self.ops.get(ticket)).map(|known| known.real).collect()
        };
        match rest {
            Rest::Unknown(tickets) => Stall::Unknown(of(&tickets)),
            // A thread that waits for ever here waits for ever in the program.
            Rest::Finished | Rest::Deadlock(_) => Stall::Assumed(of(self.simulation.given_up())),
        }
    }

    /// Assumes that grids keep running whose ends virtual time waits for.
    fn assume_running(&mut self, grids: &[OpId]) {
        for grid in grids {
            // One that has ended, before the launch that would tell its pace, goes by its instructions.
            if let Some(at) = self.unpaced.iter().position(|(op, _)| op == grid) {
                let (op, ended) = self.unpaced.remove(at);
                self.ended(op, &ended);
                continue;
            }
            if let Some(&ticket) = self.tickets.get(grid) {
                self.simulation.give_up(ticket);
                if let Some(recorder) = &mut self.recorder {
                    let known =
                        "when it ended was not known in time; times behind its end may be others here";
                    recorder.remark(&format!("{ticket} was taken to run on: {known}"));
                }
            }
        }
    }

    /// Assumes the end of a grid that was assumed to keep running, as nothing else can advance.
    fn assume_ended(&mut self, grid: OpId) {
        if let Some(&ticket) = self.tickets.get(&grid) {
            self.simulation.let_end(ticket);
            if let Some(recorder) = &mut self.recorder {
                recorder.remark(&format!("{ticket} was taken to have ended: nothing went on without that"));
            }
        }
    }

    /// Flushes the trace and the recorded script to the system.
    fn flush(&mut self) {
        if let Some(chrome) = &mut self.simulation.sink_mut().1 {
            chrome.sync();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.sync();
        }
    }

    /// Closes the trace and prints the report at process exit. Idempotent.
    fn finish(&mut self) {
        if std::mem::replace(&mut self.over, true) || self.process != std::process::id() {
            return;
        }
        self.simulation.keep_open(false);
        while let Stall::Unknown(unknown) = self.run() {
            self.assume_running(&unknown);
        }
        if let Some(chrome) = self.simulation.sink_mut().1.take() {
            let is_cut = chrome.is_cut();
            output::trace_ended(is_cut, chrome.finish().map(drop));
        }
        if let Some(recorder) = self.recorder.take()
            && let Err(error) = recorder.finish()
        {
            crate::trace::complain(&format!("HIP_SOFT_RECORD: {error}"));
        }
        self.report();
    }
}

/// Creates the virtual-time observer of a device's engine, if the settings ask for one.
pub(crate) fn observer(ordinal: usize, spec: &Spec) -> Option<Box<dyn EngineObserver>> {
    let timeline = Timeline::from_settings(ordinal, spec)?;
    let (kept, counters) = (timeline.kept(), CounterAllocator::new());
    Some(Box::new(VirtualTime { queue: ConsumerQueue::new(timeline), kept, counters }))
}

/// Timeline behind a queue of records.
struct VirtualTime {
    queue: ConsumerQueue<Timeline>,
    kept: Arc<AtomicUsize>,
    counters: CounterAllocator,
}

impl EngineObserver for VirtualTime {
    fn record(&self, record: Record) -> usize {
        self.queue.push(record)
    }

    fn backlog(&self) -> usize {
        self.queue.backlog()
    }

    fn process_some(&self) -> bool {
        self.queue.process_some()
    }

    fn process_all(&self) {
        self.queue.query(|_| ());
    }

    fn advance(&self) -> Stall {
        self.queue.query(Timeline::run)
    }

    fn assume(&self, stall: &Stall) {
        self.queue.query(|timeline| match stall {
            Stall::Unknown(grids) => timeline.assume_running(grids),
            Stall::Assumed(grids) => grids.iter().take(1).for_each(|&grid| timeline.assume_ended(grid)),
        });
    }

    fn stored_calls(&self) -> usize {
        self.kept.load(Ordering::Relaxed)
    }

    fn flush(&self) {
        self.queue.query(Timeline::flush);
    }

    fn finish(&self) {
        let _said = self.queue.query_at_exit(Timeline::finish);
    }

    fn pace(&self, spec: &Spec, grid: &GridSpec) -> u64 {
        pace(spec, grid.threads, (grid.registers, grid.shared_bytes))
    }

    fn counts(&self, memory: &'static Memory, blocks: u64, spec: &Spec, pace: u64) -> Result<Counts, Error> {
        self.counters.take(memory, blocks, (Timing::from_spec(spec).cycle, pace))
    }

    fn cost(&self, spec: &Spec, grid: &Grid) -> (Cost, Option<Later>) {
        cost(spec, grid)
    }

    fn fork_cost(&self) -> Cost {
        Cost::Each(BLOCK_CYCLES)
    }

    fn wants_changes(&self) -> bool {
        config().trace.is_some()
    }

    fn execute(&self, op: OpId, task: &mut dyn FnMut()) {
        spin_wait::as_operation(op, task);
    }
}

/// Shape of an operation that launches others: a kernel of one warp.
pub(crate) fn fork_grid() -> GridSpec {
    GridSpec::new(1, WARP as u32)
}

/// Cost of the blocks of a grid that has ended, with their launches; drops their records. The pace of a grid
/// that a kernel launched is known later.
fn cost(spec: &Spec, grid: &Grid) -> (Cost, Option<Later>) {
    let mut later = None;
    let base = grid.instructions.as_ref().map_or(Cost::Each(0), |instructions| {
        let instructions = instructions.ended(grid.health.check().is_ok());
        let cycles = grid.modelled.as_ref().and_then(|pace| {
            let room = (grid.registers, grid.shared_bytes);
            let (_, resident) = warps_and_blocks_per_sm(spec, grid.threads.max(1), room);
            pace.ended(spec, &instructions, resident);
            later = pace.later().map(|pace| later_cost(pace, Arc::clone(&instructions)));
            modelled_cycles(pace.get(), &instructions).filter(|_| later.is_none())
        });
        cost_of_blocks(cycles.unwrap_or_else(|| cycles_of_instructions(spec, grid, &instructions)))
    });
    let blocks = grid.instructions.as_ref().map_or(0, Instructions::blocks);
    (grid.device_side.cost(base, blocks, grid.threads.div_ceil(WARP as u32)), later)
}

/// Cost of blocks that executed so many instructions, for a grid that launched none itself.
fn later_cost(pace: LaterPace, instructions: Arc<[u64]>) -> Later {
    Box::new(move || modelled_cycles(pace.get(), &instructions).map(cost_of_blocks))
}

/// Returns whether the duration of a grid that has ended can be told.
fn is_settled(grid: &Grid) -> bool {
    grid.modelled.as_ref().is_none_or(LaunchPace::is_settled)
}

/// Cycles of each block by the profiler's clock, if it tells the grid's pace.
fn modelled_cycles(pace: Option<Pace>, instructions: &[u64]) -> Option<Vec<u32>> {
    let pace = pace?;
    Some(instructions.iter().map(|&count| pace.cycles(count)).collect())
}

/// Cycles of each block, from the instructions that all its threads together have executed.
///
/// A block takes the longer of two times: the latency-bound time of its warps, and its share of the SM's
/// issue slots when the SM holds as many such blocks as fit.
fn cycles_of_instructions(spec: &Spec, grid: &Grid, instructions: &[u64]) -> Vec<u32> {
    let threads = grid.threads.max(1);
    let (warps, resident) = warps_and_blocks_per_sm(spec, threads, (grid.registers, grid.shared_bytes));
    let cycles = |&count: &u64| {
        // The last warp of a block may be partial.
        let of_warps = (u128::from(count) * u128::from(warps)).div_ceil(u128::from(threads)) as u64;
        let waiting = of_warps.div_ceil(warps).saturating_mul(LATENCY_CYCLES);
        let issuing = of_warps.saturating_mul(resident).div_ceil(ISSUED);
        u32::try_from(BLOCK_CYCLES.saturating_add(waiting.max(issuing))).unwrap_or(u32::MAX)
    };
    instructions.iter().map(cycles).collect()
}

fn cost_of_blocks(each: Vec<u32>) -> Cost {
    match each.split_first() {
        None => Cost::Each(0),
        Some((first, rest)) if rest.iter().all(|other| other == first) => Cost::Each(u64::from(*first)),
        Some(_) => Cost::List(each.into()),
    }
}

/// Warps of a block, and the number of such blocks that an SM holds, by threads a block, registers a thread
/// and shared bytes a block.
fn warps_and_blocks_per_sm(spec: &Spec, threads: u32, (registers, shared): (u32, u32)) -> (u64, u64) {
    let resident = device::occupancy::blocks_per_sm(spec, threads, registers, shared).max(1);
    (u64::from(threads).div_ceil(WARP), resident.into())
}

/// Cycles an instruction of every thread of a block, by which the clocks advance that kernels read.
fn pace(spec: &Spec, threads: u32, room: (u32, u32)) -> u64 {
    let (warps, resident) = warps_and_blocks_per_sm(spec, threads.max(1), room);
    LATENCY_CYCLES.max((warps * resident).div_ceil(ISSUED))
}
