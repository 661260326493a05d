//! A block: execution of its threads in time slices, and block barriers.

use super::space::Spaces;
use super::thread::{Stop, Thread, ThreadState};
use super::watch::{Arrival, Event};
use super::{LaunchState, Memory};
use crate::exec::{BARRIERS, Fault, FaultKind, ReconvergenceTimeout, WARP};
use crate::ir::{Barrier, Inst, Op};
use crate::system::ThreadText;

/// Progress of a block in a time slice.
pub(super) enum Progress {
    /// All threads ended.
    Done,
    /// Some thread used up its time slice and can continue.
    Yielded,
    /// All threads wait for other blocks of the cluster; `true` if any thread ran before.
    Waiting(bool),
}

/// Number of idle iterations that a time slice counts as. It is more than the actual number, because an
/// interpreted iteration takes longer.
const SLICE_TRIPS: u64 = 1 << 13;

/// Limit of sync operations of a block's threads in a time slice.
const MAX_ROUNDS: u64 = 1 << 10;

/// Arrivals at a barrier since it last opened.
#[derive(Clone, Default)]
struct Arrivals {
    /// Lanes that arrived, by warp.
    lanes: Vec<u32>,
    /// Waiting threads, with their predicates.
    waiting: Vec<(usize, bool)>,
    /// Number of threads expected; `None`: all of the block.
    expected: Option<u32>,
}

/// A block between two time slices.
pub(super) struct Block {
    /// Coordinates in the grid.
    pub(super) at: [u32; 3],
    pub(super) threads: Vec<Thread>,
    pub(super) registers: Vec<u64>,
    pub(super) spaces: Spaces,
    pub(super) scratch: Vec<u128>,
    barriers: Vec<Arrivals>,
    /// Idle iterations of spin-wait loops in the last time slice; `None` if there was other progress.
    pub(super) idle: Option<u64>,
    /// For each warp, the timeout of lanes that wait for reconvergence.
    pub(super) timeout: Vec<ReconvergenceTimeout>,
    /// Threads that have arrived at the cluster's barrier since it last opened.
    pub(super) arrived: Vec<bool>,
    /// Texts of threads not yet handed out.
    pub(super) texts: Vec<ThreadText>,
    /// Line and thread of the first failed assertion.
    pub(super) asserted: Option<(u32, usize)>,
    /// Address of the grid's workspace; 0 without one.
    pub(super) workspace: u64,
}

impl Block {
    pub(super) fn new(launch: &LaunchState<'_>, at: [u32; 3]) -> Self {
        let threads = launch.geometry.threads() as usize;
        let start = Thread { state: ThreadState::Ready, block: launch.function.entry(), next: 0 };
        let barrier = Arrivals { lanes: vec![0; launch.geometry.warps() as usize], ..Arrivals::default() };
        Block {
            at,
            threads: vec![start; threads],
            registers: vec![0; launch.registers * threads],
            spaces: Spaces::new(launch, launch.geometry.rank(at)),
            scratch: Vec::new(),
            barriers: vec![barrier; BARRIERS as usize],
            idle: None,
            timeout: vec![ReconvergenceTimeout::default(); launch.geometry.warps() as usize],
            arrived: vec![false; threads],
            texts: Vec::new(),
            asserted: None,
            workspace: 0,
        }
    }

    /// Runs until all threads have ended or a thread has used up its time slice.
    pub(super) fn resume(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        clock: &mut u64,
    ) -> Result<Progress, Fault> {
        self.workspace = memory.workspace();
        let mut rounds = 0u64;
        self.idle = Some(0);
        loop {
            let mut moved = false;
            let mut slice_over = false;
            for t in 0..self.threads.len() {
                if self.threads[t].state != ThreadState::Ready {
                    continue;
                }
                moved = true;
                match self.run(launch, memory, clock, t) {
                    Ok(Stop::Arrived) => self.idle = None,
                    Ok(Stop::SliceEnd) if memory.cancelled() => return Ok(Progress::Yielded),
                    Ok(Stop::SliceEnd) => {
                        slice_over = true;
                        self.idle = self.idle.map(|trips| trips + SLICE_TRIPS);
                    }
                    Err((kind, line)) => {
                        self.flush_texts(launch, memory);
                        return Err(self.fault(launch, kind, line, Some(t)));
                    }
                }
            }
            self.flush_texts(launch, memory);
            if let Some((line, t)) = self.asserted {
                return Err(self.fault(launch, FaultKind::Assert, line, Some(t)));
            }
            let mut synced = false;
            for warp in 0..launch.geometry.warps() as usize {
                synced |= self.warp_operations(launch, memory, warp)?;
                synced |= self.converge(launch, warp);
            }
            synced |= self.block_barriers(launch, memory);
            if synced {
                (moved, self.idle) = (true, None);
            }
            if self.threads.iter().all(|t| t.state == ThreadState::Exited) {
                return Ok(Progress::Done);
            }
            if slice_over || moved && rounds >= MAX_ROUNDS {
                return Ok(Progress::Yielded);
            }
            if !moved {
                let at_cluster_barrier = |t| {
                    matches!(self.sync_inst(launch, t).op, Op::Barrier { kind: Barrier::ClusterWait, .. })
                };
                let mut stuck =
                    (0..self.threads.len()).filter(|&t| self.threads[t].state == ThreadState::Sync);
                if stuck.any(at_cluster_barrier) {
                    return Ok(Progress::Waiting(rounds > 0));
                }
                return Err(self.deadlock(launch));
            }
            rounds += 1;
        }
    }

    /// Returns whether all threads have ended.
    pub(super) fn has_ended(&self) -> bool {
        self.threads.iter().all(|t| t.state == ThreadState::Exited)
    }

    /// Returns the fault of a block in which no thread can continue.
    pub(super) fn deadlock(&self, launch: &LaunchState<'_>) -> Fault {
        let stuck = self.threads.iter().position(|t| t.state == ThreadState::Sync);
        let line = stuck.map_or(0, |t| self.sync_inst(launch, t).line);
        self.fault(launch, FaultKind::Deadlock, line, stuck)
    }

    pub(super) fn fault(
        &self,
        launch: &LaunchState<'_>,
        kind: FaultKind,
        line: u32,
        thread: Option<usize>,
    ) -> Fault {
        Fault {
            kind,
            kernel: launch.function.name.clone(),
            line,
            block: self.at,
            thread: thread.map(|t| launch.geometry.thread_at(t as u32)),
            candidates: 1,
        }
    }

    /// Returns the operation of a thread in [`ThreadState::Sync`].
    pub(super) fn sync_inst<'a>(&self, launch: &LaunchState<'a>, t: usize) -> &'a Inst {
        let Thread { block, next, .. } = self.threads[t];
        launch.function.inst(launch.function.block(block).insts[next])
    }

    /// Continues a thread after its sync operation.
    pub(super) fn release(&mut self, t: usize) {
        self.threads[t].next += 1;
        self.threads[t].state = ThreadState::Ready;
    }

    /// Returns the lanes of a warp that have not ended.
    pub(super) fn live(&self, warp: usize) -> u32 {
        let first = warp * WARP as usize;
        let lanes = self.threads[first..].iter().take(WARP as usize).enumerate();
        lanes.fold(0, |mask, (n, t)| if t.state == ThreadState::Exited { mask } else { mask | 1 << n })
    }

    /// Returns the lanes that have arrived at a barrier since it last opened, by warp.
    pub(super) fn arrivals(&self, number: u32) -> &[u32] {
        &self.barriers[number as usize].lanes
    }

    /// Records new arrivals at block barriers and opens those that are complete. Returns whether any thread
    /// can continue.
    fn block_barriers(&mut self, launch: &LaunchState<'_>, memory: &mut impl Memory) -> bool {
        let mut moved = false;
        for t in 0..self.threads.len() {
            if self.threads[t].state == ThreadState::Sync {
                moved |= self.arrive(launch, memory, t);
            }
        }
        for id in 0..self.barriers.len() {
            if self.is_complete(id) {
                self.open(launch, memory, id);
                moved = true;
            }
        }
        moved
    }

    /// Records the arrival of a thread at a barrier. A thread already recorded waits for the next opening.
    fn arrive(&mut self, launch: &LaunchState<'_>, memory: &mut impl Memory, t: usize) -> bool {
        let inst = self.sync_inst(launch, t);
        let Op::Barrier { kind, counted, .. } = inst.op else { return false };
        match kind {
            Barrier::ClusterArrive => {
                memory.watch(Event::Arrive(self.arrival(launch, t, BARRIERS, None)));
                self.arrived[t] = true;
                self.release(t);
                return true;
            }
            Barrier::ClusterWait if self.arrived[t] => return false,
            Barrier::ClusterWait => {
                self.release(t);
                return true;
            }
            _ => {}
        }
        let arg = |n: usize| self.get(launch, t, inst.args[n]) as u32;
        let id = arg(0) as usize % self.barriers.len();
        let expected = counted.then(|| arg(1));
        let pred = matches!(kind, Barrier::RedAnd | Barrier::RedOr | Barrier::RedPopc)
            && self.get(launch, t, inst.args[inst.args.len() - 1]) != 0;
        let arrival = self.arrival(launch, t, id as u32, expected);
        let barrier = &mut self.barriers[id];
        let (warp, bit) = (t / WARP as usize, 1 << (t % WARP as usize));
        if barrier.lanes[warp] & bit != 0 {
            return false;
        }
        memory.watch(Event::Arrive(arrival));
        barrier.lanes[warp] |= bit;
        barrier.expected = expected;
        if kind == Barrier::Arrive {
            self.release(t);
            return true;
        }
        barrier.waiting.push((t, pred));
        false
    }

    /// Returns the arrival of a thread at a barrier, for watchers.
    fn arrival(&self, launch: &LaunchState<'_>, t: usize, barrier: u32, expected: Option<u32>) -> Arrival {
        let Thread { block, next, .. } = self.threads[t];
        let id = launch.function.block(block).insts[next];
        let inst = launch.function.inst(id);
        let aligned = matches!(inst.op, Op::Barrier { aligned: true, .. });
        let (thread, line, inst) = (t as u32, inst.line, id.index() as u32);
        Arrival { barrier, thread, aligned, expected, line, inst }
    }

    /// A barrier without a count expects all threads that have not ended. A barrier with a count counts whole
    /// warps: lanes that have ended or never existed count with the others of their warp (PTX ISA, `bar`).
    fn is_complete(&self, id: usize) -> bool {
        let barrier = &self.barriers[id];
        let arrived = |warp: usize| barrier.lanes[warp];
        if barrier.lanes.iter().all(|&lanes| lanes == 0) {
            return false;
        }
        match barrier.expected {
            None => (0..barrier.lanes.len()).all(|w| self.live(w) & !arrived(w) == 0),
            Some(n) => {
                let count = |w: usize| match arrived(w) {
                    0 => 0,
                    lanes => (lanes | !self.live(w)).count_ones(),
                };
                (0..barrier.lanes.len()).map(count).sum::<u32>() >= n
            }
        }
    }

    fn open(&mut self, launch: &LaunchState<'_>, memory: &mut impl Memory, id: usize) {
        let waiting = std::mem::take(&mut self.barriers[id].waiting);
        self.barriers[id].lanes.fill(0);
        let threads: Vec<u32> = waiting.iter().map(|&(t, _)| t as u32).collect();
        let live = self.threads.iter().filter(|t| t.state != ThreadState::Exited).count();
        memory.watch(Event::Open { barrier: id as u32, threads: &threads, all: threads.len() == live });
        let yes = waiting.iter().filter(|(_, pred)| *pred).count();
        for &(t, _) in &waiting {
            let inst = self.sync_inst(launch, t);
            let answer = match inst.op {
                Op::Barrier { kind: Barrier::RedAnd, .. } => u128::from(yes == waiting.len()),
                Op::Barrier { kind: Barrier::RedOr, .. } => u128::from(yes > 0),
                _ => yes as u128,
            };
            if let Some(&result) = inst.results.first() {
                self.set(launch, t, result, answer);
            }
            self.release(t);
        }
    }
}
