//! Block driver: runs a block as a resumable state machine over regions.
//!
//! Compiled code runs the selected lanes from the start of a region until each has reached a sync operation,
//! the header of a waiting loop, or its end. The driver selects the lanes to run next, and carries out sync
//! operations on the operands in the frame. All state of a block is in its [`Block`].

mod barrier;
mod cluster;
mod converge;
mod frame;
mod matrix;
mod position;
mod reports;
mod standstill;
mod warp;
mod whole_warp;

use crate::abi::{BlockContext, ClusterPlace, FUEL, INST_BITS, NO_BLOCK, Stop};
use crate::arena::BlockArena;
use crate::check::Watched;
use crate::hostcalls;
use crate::launch::Launch;
use crate::trace::Traced;
use crate::trap::{self, Caught};
use crate::window::Window;
use barrier::BarrierState;
use ptx::analysis::regions::Start;
use ptx::exec::{Fault, FaultKind, ReconvergenceTimeout, WARP};
use ptx::ir::{Barrier, CLUSTER_SHIFT, Inst, InstId, Op, Space};
use std::sync::Arc;

/// Maximum rendezvous of a block's threads in one time slice, as the driver counts them.
const MAX_RENDEZVOUS: u32 = 1 << 12;

/// Loop iterations after which a rendezvous ends the time slice.
const MAX_ITERATIONS: u64 = 1 << 20;

pub use cluster::Cluster;

/// Result of a time slice of a cluster of blocks; a block without a cluster is one of its own.
#[derive(Debug)]
pub enum Outcome {
    /// All its threads have ended.
    Done,
    /// It waits for others and yielded.
    Yielded(Box<Cluster>),
    /// It was stopped.
    Fault(Fault),
}

/// Result of starting clusters.
#[derive(Debug)]
pub struct Started {
    /// Number of started clusters; all but the last have ended.
    pub clusters: u64,
    /// Result of the last one.
    pub outcome: Outcome,
}

/// Reason for which a block's threads stopped running.
pub(crate) enum Pause {
    /// All have ended.
    Done,
    /// The time slice is over.
    SliceEnd,
    /// All wait for other blocks of the cluster; `true` if any made progress before.
    Cluster(bool),
}

/// Facts about the active lanes that compiled code may rely on.
#[derive(Clone, Copy, Default)]
struct ActiveLanes {
    /// They are all live lanes, and no barrier has arrivals.
    together: bool,
    /// They are all lanes of the block, in rows of whole strips.
    whole: bool,
    /// They are all live lanes, in whole warps.
    whole_warps: bool,
}

/// A running block, or its memory between two blocks.
#[derive(Default)]
pub(crate) struct Block {
    memory: BlockArena,
    context: Option<Box<BlockContext>>,
    frame: Vec<u128>,
    /// Next region of each thread; 0 for one that has ended.
    at: Vec<u32>,
    /// `true` if the driver changed any of those.
    placed: bool,
    /// Masks by warp: lanes that can run, active lanes, live lanes.
    ready: Vec<u32>,
    masks: Vec<u32>,
    live: Vec<u32>,
    /// Existing lanes by warp, and whether each row of the block is made of whole strips, the end of a single
    /// row excepted.
    full: Vec<u32>,
    in_rows: bool,
    /// Region at which all live lanes of a warp stand, by warp.
    places: Vec<Option<u32>>,
    barriers: Vec<BarrierState>,
    /// Lanes that wait at a block barrier which has counted them, by warp.
    counted: Vec<u32>,
    /// Time that lanes kept in step have waited for others, by warp.
    patience: Vec<ReconvergenceTimeout>,
    /// Lanes that have arrived at the cluster's barrier since it last opened, by warp.
    arrived: Vec<u32>,
    /// Bases of the cluster's shared memories, see [`BlockContext::peers`].
    peers: Vec<u64>,
    started: bool,
    /// Iterations of waiting loops in this time slice; `None` if any other work was done.
    idle: Option<u64>,
    /// Rendezvous of threads in this time slice, as the driver saw them, and the loop iterations before it.
    rendezvous: u32,
    iterations_before: u64,
    /// Number of blocks that this one has become since the last reset.
    passed: u64,
    /// Scratch memory of matrix operations.
    matrices: matrix::Scratch,
    /// A warp operation that could not be carried out, and a thread that executed it.
    failed: Option<(FaultKind, InstId, usize)>,
    /// The block's watcher, and the ranges it has returned.
    watched: Option<Box<Watched>>,
    /// Record of a traced block, and the buffer of the one before.
    traced: Option<Box<Traced>>,
    trace_words: Vec<u64>,
    /// `true` if the block runs the launch's best code.
    pub(crate) better: bool,
    block: [u32; 3],
    /// Launch for which the context was made, 0 before the first, and its variant of code.
    made_for: (u64, bool),
}

impl std::fmt::Debug for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Block").field("block", &self.block).finish_non_exhaustive()
    }
}

// SAFETY: the addresses in a block's context point into the block's own vectors, into its launch and into the
// window; only the owner of the block uses them.
unsafe impl Send for Block {}

impl Block {
    /// Makes this the `index`-th block to be started, before its first region.
    pub(crate) fn reset(
        &mut self,
        window: &Arc<Window>,
        launch: &Launch,
        index: u64,
        sm: u32,
    ) -> Result<(), Fault> {
        self.better = match &launch.trace {
            Some(trace) => !trace.records(index),
            None => launch.current(),
        };
        self.block = launch.geometry.block_at(index);
        if self.made_for != (launch.number, self.better) {
            self.prepare(window, launch)?;
            self.made_for = (launch.number, self.better);
        }
        if let Some(context) = self.context.as_deref_mut() {
            let placed = [std::mem::take(&mut context.placed) != 0, std::mem::take(&mut self.placed)];
            if placed.contains(&true) {
                self.at.fill(0);
                self.places.fill(None);
            }
            (context.ctaid, context.smid, context.fuel) = (self.block, sm, FUEL);
            if launch.geometry.cluster.is_some() {
                context.cluster = ClusterPlace::from_block(&launch.geometry, self.block);
            } else {
                context.cluster.id = self.block;
            }
            // SAFETY: the arena is this block's own, committed, and large enough for its layout.
            unsafe {
                let params = context.params as *mut u8;
                std::ptr::copy_nonoverlapping(launch.params.as_ptr(), params, launch.params.len());
                // Equal inputs give equal outputs, even if a kernel reads memory that it never wrote.
                std::ptr::write_bytes(context.shared as *mut u8, 0, context.shared_bytes as usize);
            }
        }
        for lanes in [&mut self.live, &mut self.ready, &mut self.masks] {
            lanes.clone_from(&self.full);
        }
        self.arrived.fill(0);
        self.counted.fill(0);
        self.barriers.clear();
        self.patience.fill(ReconvergenceTimeout::default());
        (self.started, self.passed, self.failed) = (false, 0, None);
        let known = self.watched.take().map_or_else(Vec::new, |watched| watched.known);
        self.watched = launch.watch.as_ref().map(|watch| {
            let mut watched = Watched { watch: watch.block(index), known };
            watched.known.clear();
            watched.known.resize(launch.function().inst_count(), Default::default());
            Box::new(watched)
        });
        let width = launch.code(self.better).width;
        let context = self.context.as_deref().filter(|_| !self.better);
        let recorded = launch.trace.as_deref().zip(context);
        self.traced = recorded.and_then(|(trace, context)| {
            let facts = (launch.kernel.trace_words(), &launch.geometry, width);
            Traced::start(trace, facts, index, context, std::mem::take(&mut self.trace_words))
        });
        Ok(())
    }

    /// Prepares memory and context, which are the same for all blocks of a launch.
    fn prepare(&mut self, window: &Arc<Window>, launch: &Launch) -> Result<(), Fault> {
        let warps = launch.geometry.warps() as usize;
        let layout = launch.layout();
        let base = self.memory.at_least(window, layout.size).map_err(|_| {
            let what = "shared and local memory of a block";
            self.fault(launch, FaultKind::OutOfMemory { what }, None, None)
        })?;
        let code = launch.code(self.better);
        let frame = (code.plan.frame_bytes as usize).div_ceil(16) * warps;
        if self.frame.len() < frame {
            self.frame.resize(frame, 0);
        }
        self.at.clear();
        self.at.resize(warps * WARP as usize, 0);
        self.places.clear();
        self.places.resize(warps, None);
        self.patience.resize(warps, ReconvergenceTimeout::default());
        let threads = launch.geometry.threads();
        self.full.clear();
        self.full.extend((0..warps as u32).map(|w| lanes_below(threads - w * WARP)));
        let [x, y, z] = launch.geometry.block;
        self.in_rows = y * z == 1 || x % launch.code(self.better).width == 0;
        self.masks.clone_from(&self.full);
        self.arrived.clear();
        self.arrived.resize(warps, 0);
        self.counted.clear();
        self.counted.resize(warps, 0);
        self.peers.clear();
        self.peers.resize(256, NO_BLOCK);
        self.peers[..2].fill(base + layout.shared);
        let context = self.context.get_or_insert_with(Default::default);
        let arena = launch.window.arenas();
        **context = BlockContext {
            params: base,
            shared: base + layout.shared,
            shared_bytes: layout.shared_bytes,
            local: base + layout.local,
            local_bytes: layout.local_bytes,
            reach: launch.reach.start,
            reach_bytes: launch.reach.end - launch.reach.start,
            arena: arena.start,
            arena_bytes: arena.end - arena.start,
            streamed_at: if launch.streams { 0 } else { u64::MAX },
            vars: launch.vars.as_ptr() as u64,
            frame: self.frame.as_mut_ptr() as u64,
            masks: self.masks.as_ptr() as u64,
            next: self.at.as_mut_ptr() as u64,
            tids: launch.tids.as_ptr() as u64,
            cancel: (&raw const *launch.cancel) as u64,
            ntid: launch.geometry.block,
            nctaid: launch.geometry.grid,
            cluster: ClusterPlace::from_block(&launch.geometry, self.block),
            peers: self.peers.as_ptr() as u64,
            nsmid: launch.sms,
            dynamic_shared: launch.dynamic_shared,
            gridid: launch.grid_id,
            hosts: hostcalls::table(),
            evals: code.sites.evals.as_ptr() as u64,
            atoms: code.sites.atoms.as_ptr() as u64,
            workspace: [(launch.workspace >> 32) as u32, launch.workspace as u32],
            ..BlockContext::default()
        };
        Ok(())
    }

    /// Returns the number of loop iterations so far.
    pub(crate) fn iterations(&self) -> u64 {
        self.context.as_ref().map_or(0, |context| context.iterations + (FUEL - context.fuel.min(FUEL)))
    }

    /// Runs until all threads have ended, all wait for other blocks of the cluster, or the time slice is
    /// over. If compiled code reaches the end of the block without the driver, it continues with the blocks
    /// after it, one for each SM in `following`.
    pub(crate) fn run(&mut self, launch: &Launch, mut fuel: u64, following: &[u16]) -> Result<Pause, Fault> {
        let first = !std::mem::replace(&mut self.started, true);
        (self.rendezvous, self.iterations_before) = (0, self.iterations());
        self.idle = (!first).then_some(0);
        if first {
            if let Some(context) = self.context.as_deref_mut()
                && launch.geometry.cluster.is_none()
                && !launch.is_counted(self.better)
                && self.watched.is_none()
                && self.traced.is_none()
            {
                (context.following, context.following_sms) =
                    (following.len() as u32, following.as_ptr() as u64);
            }
            if self.run_together(launch, 0)? {
                return Ok(Pause::Done);
            }
        }
        let mut ever = first;
        loop {
            let mut moved = false;
            if let Some(region) = self.gathered(launch) {
                (ever, self.idle) = (true, None);
                if self.run_together(launch, region)? {
                    return Ok(Pause::Done);
                }
            }
            while let Some(region) = self.next_region(launch) {
                moved = true;
                self.select(region);
                self.step(launch, region)?;
            }
            for warp in 0..self.live.len() {
                moved |= self.warp_operations(launch, warp);
                moved |= self.converge(launch, warp);
            }
            self.has_failed(launch)?;
            moved |= self.block_barriers(launch);
            if self.has_ended() {
                return Ok(Pause::Done);
            }
            if moved {
                self.idle = None;
            }
            // Waiting loops come last, and each gets one iteration: any of the work above may have been what
            // they wait for.
            if self.next_waiting(launch, 0).is_some() {
                if fuel == 0 {
                    if launch.is_cancelled() {
                        return Err(self.fault(launch, FaultKind::Cancelled, None, None));
                    }
                    return Ok(Pause::SliceEnd);
                }
                fuel -= 1;
                moved = true;
                let mut behind = 0;
                while let Some(region) = self.next_waiting(launch, behind) {
                    self.select(region);
                    let stays = self.step(launch, region)? == (region, region);
                    self.idle = self.idle.filter(|_| stays).map(|trips| trips + self.trips());
                    behind = region;
                }
            }
            if !moved {
                let of_cluster = |t| {
                    let stands = self.sync_inst(launch, t);
                    stands.is_some_and(|(inst, _)| {
                        let op = &launch.function().inst(inst).op;
                        matches!(op, Op::Barrier { kind: Barrier::ClusterWait, .. })
                    })
                };
                if (0..self.at.len()).any(of_cluster) {
                    return Ok(Pause::Cluster(ever));
                }
                return Err(self.deadlock(launch));
            }
            ever = true;
            if self.count_rendezvous() {
                if launch.is_cancelled() {
                    return Err(self.fault(launch, FaultKind::Cancelled, None, None));
                }
                return Ok(Pause::SliceEnd);
            }
        }
    }

    /// Fails if an operation of a warp could not be carried out.
    fn has_failed(&mut self, launch: &Launch) -> Result<(), Fault> {
        match self.failed.take() {
            Some((kind, inst, thread)) => Err(self.fault(launch, kind, Some(inst), Some(thread))),
            None => Ok(()),
        }
    }

    /// Counts a rendezvous of threads; returns whether the time slice is used up.
    fn count_rendezvous(&mut self) -> bool {
        self.rendezvous += 1;
        self.rendezvous >= MAX_RENDEZVOUS
            || self.iterations().saturating_sub(self.iterations_before) >= MAX_ITERATIONS
    }

    /// Returns whether all threads have ended.
    fn has_ended(&self) -> bool {
        self.live.iter().all(|&lanes| lanes == 0)
    }

    /// Returns the fault of a block in which no thread can continue.
    fn deadlock(&self, launch: &Launch) -> Fault {
        let waiting = (0..self.at.len()).find(|&t| self.at[t] != 0);
        let inst = waiting.and_then(|t| self.sync_inst(launch, t)).map(|(inst, _)| inst);
        self.fault(launch, FaultKind::Deadlock, inst, waiting)
    }

    /// Runs all live lanes, which are ready at one region, from barrier to barrier while they stay together.
    /// Returns whether all have ended.
    fn run_together(&mut self, launch: &Launch, mut region: u32) -> Result<bool, Fault> {
        self.masks.clone_from(&self.live);
        let together = self.barriers.is_empty();
        let whole = self.in_rows && self.masks == self.full;
        let whole_warps = self.masks.iter().all(|&mask| mask == 0 || mask == u32::MAX);
        loop {
            let (low, high) = self.call(launch, region, ActiveLanes { together, whole, whole_warps })?;
            if low == high && high == 0 {
                return Ok(true);
            }
            let opens = low == high
                && together
                && !self.count_rendezvous()
                && match launch.code(self.better).plan.start(high) {
                    Some(Start::After(id)) if launch.code(self.better).plan.is_behind_warp_op(high) => {
                        self.whole_warps(launch, id)
                    }
                    _ => launch.code(self.better).plan.is_behind_barrier(high),
                };
            self.has_failed(launch)?;
            if low == high && launch.code(self.better).plan.is_join(high) {
                region = high;
                continue;
            }
            if opens {
                self.opened_for_all(launch, high);
            }
            if !opens {
                self.sort(launch, low, high);
                return Ok(false);
            }
            region = high;
        }
    }

    /// Runs the selected lanes through a region and sorts them by their next region. Returns the smallest and
    /// the greatest of those.
    fn step(&mut self, launch: &Launch, region: u32) -> Result<(u32, u32), Fault> {
        let (low, high) = self.call(launch, region, ActiveLanes::default())?;
        self.sort(launch, low, high);
        Ok((low, high))
    }

    /// Returns the fuel that the selected lanes use: their number, at least the cost of a call.
    fn trips(&self) -> u64 {
        self.masks.iter().map(|mask| u64::from(mask.count_ones())).sum::<u64>().max(16)
    }

    /// Runs the selected lanes through a region. Returns the smallest and the greatest next region.
    fn call(&mut self, launch: &Launch, region: u32, company: ActiveLanes) -> Result<(u32, u32), Fault> {
        let code = launch.code(self.better);
        let (range, entrance) = (code.executable.range(), code.entrance(region));
        let Some(context) = self.context.as_deref_mut() else { return Ok((0, 0)) };
        context.launch = &raw const *launch as u64;
        context.running = 0;
        self.matrices.forget();
        let reported = self.watched.is_some();
        let company = if reported { ActiveLanes::default() } else { company };
        if let Some(watched) = self.watched.as_deref_mut() {
            watched.refresh();
            context.known = watched.table(launch.kernel.asks());
            context.watched = &raw mut *watched as u64;
        }
        if let Some(traced) = self.traced.as_deref_mut() {
            traced.enter(context);
        }
        let warps = 0..self.live.len() as u32;
        context.together = u32::from(company.together);
        context.whole = if company.whole { launch.geometry.threads() } else { 0 };
        context.whole_warps = if company.whole_warps { warps.end } else { 0 };
        let following = context.following;
        // SAFETY: the code was compiled for this context and these regions; vectors that the context points
        // to are not resized while a block runs, and the launch, which owns code, tables and window,
        // outlives the call, as does the list of SMs that follow.
        let result = unsafe {
            let entrance = std::mem::transmute::<u64, trap::Entrance>(entrance);
            trap::call(entrance, (&range, launch.code(self.better).stack), context, warps, region)
        };
        let Ok(result) = result else {
            let what = "a stack for compiled code";
            return Err(self.fault(launch, FaultKind::OutOfMemory { what }, None, None));
        };
        let Some(context) = self.context.as_deref_mut() else { return Ok((0, 0)) };
        if let (Some(traced), Ok(summary)) = (self.traced.as_deref_mut(), &result)
            && *summary != trap::FAULTED
        {
            traced.leave(context);
        }
        self.block = context.ctaid;
        self.block[0] += std::mem::take(&mut context.joined_place) / context.ntid[0];
        self.passed += u64::from(following - std::mem::take(&mut context.following));
        let asserted = deliver_messages(launch, self.block, context);
        let summary = match result {
            Ok(trap::FAULTED) => return Err(self.stopped(launch)),
            Ok(summary) => summary,
            Err(caught) => return Err(self.caught(launch, caught, range.start)),
        };
        if let Some((inst, thread)) = asserted {
            let inst = InstId::new(inst as usize);
            return Err(self.fault(launch, FaultKind::Assert, Some(inst), Some(thread as usize)));
        }
        Ok((summary as u32, (summary >> 32) as u32))
    }

    /// Reports the end of a traced block.
    fn end_trace(&mut self) {
        if let Some(traced) = self.traced.take() {
            self.trace_words = traced.end();
        }
    }

    /// Makes a lane ready after its sync operation.
    fn release(&mut self, t: usize) {
        self.ready[t / 32] |= 1 << (t % 32);
    }

    /// Lanes of a warp at sync operations that may be carried out now. Lanes that a block barrier has counted
    /// are left out until it opens: while one thread polls, the others of its block cost nothing.
    fn at_sync(&self, warp: usize) -> u32 {
        self.live[warp] & !self.ready[warp] & !self.counted[warp]
    }

    /// Returns the sync operation at which a thread waits, and its region.
    fn sync_inst(&self, launch: &Launch, t: usize) -> Option<(InstId, u32)> {
        let at = *self.at.get(t)?;
        let waits = at != 0 && self.live[t / 32] & !self.ready[t / 32] & (1 << (t % 32)) != 0;
        match launch.code(self.better).plan.start(at) {
            Some(Start::After(inst)) if waits => Some((inst, at)),
            _ => None,
        }
    }

    fn fault(&self, launch: &Launch, kind: FaultKind, inst: Option<InstId>, thread: Option<usize>) -> Fault {
        Fault {
            kind,
            kernel: launch.function().name.clone(),
            line: inst.map_or(0, |i| launch.function().inst(i).line),
            block: self.block,
            thread: thread.map(|t| launch.geometry.thread_at(t as u32)),
            candidates: 1,
        }
    }

    /// Returns the fault of code that stopped by itself.
    fn stopped(&self, launch: &Launch) -> Fault {
        let Some(context) = &self.context else { return self.fault(launch, FaultKind::Trap, None, None) };
        let number = (context.stop_place & ((1 << INST_BITS) - 1)) as usize;
        let thread = Some(context.stop_thread as usize);
        if context.stop_place >> INST_BITS == Stop::Trap as u32 {
            let f = launch.function();
            let line = f.blocks().nth(number).map_or(0, |b| f.block(b).line);
            return Fault { line, ..self.fault(launch, FaultKind::Trap, None, thread) };
        }
        let inst = (number < launch.function().inst_count()).then(|| InstId::new(number));
        let address = context.stop_address;
        let access = inst.map(|i| access_of(launch.function().inst(i)));
        let (space, bytes, all, write) = access.unwrap_or((Space::Generic, 1, 1, false));
        let reached = context.stop_place >> INST_BITS == Stop::Reach as u32;
        let address = match reached {
            true => address.rotate_left(all.trailing_zeros()).wrapping_add(context.reach),
            false => address,
        };
        let kind = match context.stop_place >> INST_BITS {
            _ if address.wrapping_sub(NO_BLOCK) < 1 << CLUSTER_SHIFT => FaultKind::NoPeer { address },
            s if (reached || s == Stop::Access as u32) && address % u64::from(all) != 0 => {
                FaultKind::Misaligned { space, address, bytes: all }
            }
            s if s == Stop::Cancelled as u32 => FaultKind::Cancelled,
            s if s == Stop::Host as u32 => context.requests.failed.unwrap_or(FaultKind::Trap),
            _ => FaultKind::IllegalAddress { space, address, bytes, write },
        };
        self.fault(launch, kind, inst, thread)
    }

    /// Returns the fault of an access to an unmapped page.
    fn caught(&self, launch: &Launch, caught: Caught, start: u64) -> Fault {
        let inst =
            launch.code(self.better).inst_at((caught.pc - start) as u32).map(|i| InstId::new(i as usize));
        let access = inst.map(|i| access_of(launch.function().inst(i)));
        let (space, bytes, _, write) = access.unwrap_or((Space::Generic, 1, 1, false));
        let kind = FaultKind::IllegalAddress { space, address: caught.address, bytes, write };
        let running = self.context.as_ref().map_or(0, |context| context.running);
        let (first, count) = (running & 0xffff, running >> 16);
        let fault = self.fault(launch, kind, inst, (count != 0).then_some(first as usize));
        Fault { candidates: count.min(launch.geometry.threads().saturating_sub(first)).max(1), ..fault }
    }
}

/// Delivers the messages of threads in a region, in order; returns the first assertion that failed.
fn deliver_messages(launch: &Launch, block: [u32; 3], context: &mut BlockContext) -> Option<(u32, u32)> {
    if !context.requests.said.is_empty() {
        let texts = ptx::system::sort_texts(std::mem::take(&mut context.requests.said));
        if let Some(host) = &launch.host {
            host.write_output(ptx::system::Output { block: launch.geometry.linear(block), texts });
        }
    }
    context.requests.asserted.take()
}

/// Returns space, element size, total size and direction of an access, for the message of a fault.
fn access_of(inst: &Inst) -> (Space, u32, u32, bool) {
    match inst.op {
        Op::Load { space, ty, .. } => (space, ty.bytes(), ty.bytes() * inst.results.len() as u32, false),
        Op::Store { space, ty, .. } => (space, ty.bytes(), ty.bytes() * (inst.args.len() as u32 - 1), true),
        Op::Atom { space, ty, .. } => (space, ty.bytes(), ty.bytes(), true),
        _ => (Space::Generic, 1, 1, false),
    }
}

/// Iterates over the lanes of a mask, lowest first.
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lane)
    })
}

/// Returns a mask of the first `count` lanes, at most 32.
const fn lanes_below(count: u32) -> u32 {
    if count >= 32 { u32::MAX } else { (1 << count) - 1 }
}
