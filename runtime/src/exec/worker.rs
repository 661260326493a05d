//! Worker threads, which run blocks.
//!
//! A worker takes a run of blocks from the front of the queue and puts the rest back at the end, so that
//! resident grids progress together. A block that yields goes to the end too, so that a kernel that waits for
//! another never starves it.

use super::engine::{EngineState, Shared};
use super::{Grid, Outcome, Program, Running, deadlock};
use crate::status::Status;
use crate::sync::{Arc, Guard};
use device::OpId;
use jit::Worker;
use ptx::exec::FaultKind;
use ptx::pass::OrderDependence;
use std::ops::Range;
use std::time::Instant;

/// Loop trips that a spinning block may make in a time slice: if other blocks are ready, and if none are. Few
/// in the first case, as the block probably waits for one of them.
const FUEL: (u64, u64) = (8, 1024);
/// The same for spinning blocks of a grid with a fixed block order: one, so that each waiter sees a word's
/// value before the next write.
const FIXED_FUEL: u64 = 1;
/// The same for blocks that update atomic counters in order. Few, as a thread that is not next asks in each
/// trip; at least two, or a compare-and-swap loop would never succeed.
const COUNTER_FUEL: u64 = 4;
/// Limit of blocks that are taken at once.
const MAX_BLOCKS_AT_ONCE: usize = 256;
/// The same for short blocks.
const MAX_SHORT_BLOCKS: usize = 1024;

/// Observer backlog, in records, that a worker processes before the next blocks.
const BACKLOG_LIMIT: usize = 1024;

/// Largest job, in blocks, that a waiting host thread runs itself, unless its blocks are short.
const HELP_LIMIT: usize = 4;

/// Blocks of a grid that are ready to run.
pub(super) struct BlockJob {
    pub(super) op: OpId,
    grid: Arc<Grid>,
    kind: JobKind,
    /// `true` if its grid's [counter order](super::counter_order) granted it the next update.
    granted: bool,
}

enum JobKind {
    /// Blocks that have not started, in whole clusters: index of the first, and the SM of each.
    Fresh(u64, Vec<u16>),
    /// Cluster that has yielded.
    Yielded(Waiting),
}

/// Suspended cluster of blocks.
struct Waiting {
    cluster: Running,
    /// Index of the first block.
    first: u64,
    /// SM of each block.
    sms: Vec<u16>,
    /// `true` if the blocks have released their SM resources to child grids that they wait for.
    aside: bool,
}

/// Result of a job.
#[derive(Default)]
struct Report {
    /// SMs of blocks that have ended.
    ended: Vec<u16>,
    yielded: Vec<Waiting>,
    fault: Option<ptx::exec::Fault>,
}

impl BlockJob {
    pub(super) fn fresh(op: OpId, grid: Arc<Grid>, first: u64, sms: Vec<u16>) -> Self {
        BlockJob { op, grid, kind: JobKind::Fresh(first, sms), granted: false }
    }

    /// Adds the blocks from `next` on, if they follow its own; none are left in `more` then. Blocks with a
    /// fixed order stay apart.
    pub(super) fn extend(&mut self, op: OpId, next: u64, more: &mut Vec<u16>) {
        if self.op != op || self.is_fixed() {
            return;
        }
        if let JobKind::Fresh(first, sms) = &mut self.kind
            && *first + sms.len() as u64 == next
        {
            sms.append(more);
        }
    }

    /// Splits off what exceeds one worker's share; `None` if nothing does.
    fn split(&mut self, workers: usize) -> Option<BlockJob> {
        let JobKind::Fresh(first, sms) = &mut self.kind else { return None };
        let take = match self.grid.order != OrderDependence::None {
            true => 1,
            false => {
                let worthwhile = self.grid.worthwhile_blocks().min(MAX_SHORT_BLOCKS);
                share(sms.len(), workers.max(1), worthwhile)
            }
        };
        let take = take.next_multiple_of(self.grid.launch.cluster_blocks());
        if take >= sms.len() {
            return None;
        }
        let rest = sms.split_off(take);
        let kind = JobKind::Fresh(*first + take as u64, rest);
        Some(BlockJob { op: self.op, grid: Arc::clone(&self.grid), kind, granted: false })
    }

    /// Returns whether it is all of a small compiled grid that has not started.
    fn is_small(&self) -> bool {
        let limit = self.grid.worthwhile_blocks().max(HELP_LIMIT);
        let few = matches!(&self.kind, JobKind::Fresh(_, sms) if sms.len() <= limit);
        few && matches!(self.grid.launch, Program::Compiled(_)) && !self.is_fixed()
    }

    /// Returns whether its blocks run in a fixed order, one at a time.
    pub(super) fn is_fixed(&self) -> bool {
        self.grid.order != OrderDependence::None
    }

    /// Returns whether its blocks have not started.
    pub(super) fn is_fresh(&self) -> bool {
        matches!(self.kind, JobKind::Fresh(..))
    }

    /// Returns whether its blocks would start while blocks of the launching grid are starting, see [`take`].
    fn precedes_parent(&self, beginning: &[OpId]) -> bool {
        let parent = || self.grid.child_launch.as_ref()?.parent();
        self.is_fresh() && parent().is_some_and(|parent| beginning.contains(&parent))
    }

    /// Returns whether a block of its grid has a pending counter update, which is work, not spinning.
    pub(super) fn has_pending_update(&self) -> bool {
        self.is_fixed() && self.grid.device_side.counter_order().has_pending()
    }

    /// Indices of its blocks.
    fn blocks(&self) -> Range<u64> {
        let (first, sms) = match &self.kind {
            JobKind::Fresh(first, sms) | JobKind::Yielded(Waiting { first, sms, .. }) => (*first, sms),
        };
        first..first + sms.len() as u64
    }

    /// SMs of its blocks.
    fn sms(&self) -> &[u16] {
        match &self.kind {
            JobKind::Fresh(_, sms) | JobKind::Yielded(Waiting { sms, .. }) => sms,
        }
    }

    fn run(self, worker: &mut Worker, fuel: u64) -> Report {
        let _working = jit::watch::Working::begin();
        jit::signals::renew();
        let _open = jit::signals::Open::begin();
        let mut report = Report::default();
        let launch = &self.grid.launch;
        let mut note = |outcome, first, sms: &[u16], aside| match outcome {
            Outcome::Done => report.ended.extend(sms),
            Outcome::Yielded(cluster) => {
                report.yielded.push(Waiting { cluster, first, sms: sms.to_vec(), aside });
            }
            Outcome::Fault(fault) => {
                report.ended.extend(sms);
                // A cancelled block did nothing invalid.
                if fault.kind != FaultKind::Cancelled {
                    report.fault.get_or_insert(fault);
                }
            }
        };
        match self.kind {
            JobKind::Fresh(first, sms) => {
                let size = launch.cluster_blocks();
                let (mut cluster, mut left) = (first / size as u64, sms.as_slice());
                while !left.is_empty() {
                    let (clusters, outcome) = launch.start(worker, cluster, left, fuel);
                    let (begun, rest) = left.split_at(left.len().min(clusters as usize * size));
                    let (ended, last) = begun.split_at(begun.len().saturating_sub(size));
                    let blocks = cluster * size as u64;
                    note(Outcome::Done, blocks, ended, false);
                    note(outcome, blocks + ended.len() as u64, last, false);
                    (cluster, left) = (cluster + clusters, rest);
                }
            }
            JobKind::Yielded(Waiting { cluster, first, sms, aside }) => {
                note(launch.resume(worker, cluster, fuel), first, &sms, aside);
            }
        }
        crate::check::settle();
        report
    }
}

/// Returns how many of a job's blocks a worker takes, if `worthwhile` is the least number that another thread
/// is worth waking for: all, or at most half. A worker that the system holds up with nearly all blocks of a
/// grid leaves room on few SMs, and the next grid would run on these alone.
fn share(blocks: usize, workers: usize, worthwhile: usize) -> usize {
    let share = blocks.div_ceil(workers * 2).clamp(1, MAX_BLOCKS_AT_ONCE).max(worthwhile);
    if share >= blocks { blocks } else { share.min(blocks.div_ceil(2)) }
}

/// Runs engine code; `None` if it panicked, which is a bug of ours and already printed. The caller then fails
/// the grid: if the thread just ended, waiters would never wake.
fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    // A block that panicked never runs again and its grid counts as failed, so its half-done state is not
    // observed.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).ok()
}

/// Body of a worker thread. An extra worker runs starved grids only, and ends if there are none.
pub(super) fn run(shared: &Arc<Shared>, extra: bool) {
    let mut worker = Worker::new(Arc::clone(&shared.window));
    let mut state = shared.state.lock();
    // Whether there may be an observer backlog that no other thread is processing.
    let mut follows = true;
    loop {
        let backlog = if follows { shared.backlog() } else { 0 };
        if backlog > if state.ready.is_empty() { 0 } else { BACKLOG_LIMIT } {
            drop(state);
            follows = shared.process_some();
            state = shared.state.lock();
            continue;
        }
        follows = true;
        let Some(job) = take(&mut state, extra) else {
            if extra {
                state.workers -= 1;
                state.extra -= 1;
                return;
            }
            shared.blocks.wait(&mut state);
            continue;
        };
        state = carry_out(shared, state, job, &mut worker);
    }
}

/// Runs blocks on the calling thread if `wanted` waits for a small grid: that is faster than waking a worker.
/// Blocks that yield are left to the workers, as are large grids. Returns whether anything ran.
pub(super) fn help<'a>(
    shared: &'a Arc<Shared>,
    mut state: Guard<'a, EngineState>,
    wanted: OpId,
) -> (Guard<'a, EngineState>, bool) {
    let EngineState { ready, device, beginning, .. } = &mut *state;
    // Restricted to this context: another context's kernel could keep this thread beyond the end of its own
    // context.
    let context = device.context_of(wanted);
    let serves = |job: &BlockJob| Some(job.grid.context) == context && device.waits_for(wanted, job.op);
    let small = |job: &BlockJob| job.is_small() && !job.precedes_parent(beginning);
    let Some(at) = ready.iter().position(|job| small(job) && serves(job)) else {
        return (state, false);
    };
    let Some(job) = ready.remove(at) else { return (state, false) };
    state.running.push(job.op);
    let mut worker = state.helpers.pop().unwrap_or_else(|| Worker::new(Arc::clone(&shared.window)));
    state = carry_out(shared, state, job, &mut worker);
    state.helpers.push(worker);
    (state, true)
}

/// Runs a job on the calling thread, because there are no workers. Returns whether there was a job.
pub(super) fn substitute<'a>(
    shared: &'a Arc<Shared>,
    mut state: Guard<'a, EngineState>,
) -> (Guard<'a, EngineState>, bool) {
    let Some(job) = take(&mut state, false) else { return (state, false) };
    let mut worker = state.helpers.pop().unwrap_or_else(|| Worker::new(Arc::clone(&shared.window)));
    state = carry_out(shared, state, job, &mut worker);
    state.helpers.push(worker);
    (state, true)
}

/// Runs a job that was taken off the queue.
fn carry_out<'a>(
    shared: &'a Arc<Shared>,
    mut state: Guard<'a, EngineState>,
    job: BlockJob,
    worker: &mut Worker,
) -> Guard<'a, EngineState> {
    let others = state.ready.len();
    if others > 0 {
        // This thread may be the worker that was woken for the other jobs.
        shared.wake_workers(&mut state, others);
    }
    // Updating a counter counts as work, like starting.
    let (fresh, fixed) = (job.is_fresh() || job.granted, job.is_fixed());
    if fresh {
        state.beginning.push(job.op);
    }
    drop(state);
    let (op, grid, sms) = (job.op, Arc::clone(&job.grid), job.sms().to_vec());
    let fuel = match (grid.order, others) {
        (OrderDependence::SpinWaits, _) => FIXED_FUEL,
        (OrderDependence::Counters, _) => COUNTER_FUEL,
        (OrderDependence::Memory, _) | (OrderDependence::None, 0) => FUEL.1,
        (OrderDependence::None, _) => FUEL.0,
    };
    let start = Instant::now();
    let report = guarded(|| job.run(worker, fuel)).unwrap_or_else(|| {
        *worker = Worker::new(Arc::clone(&shared.window));
        Report { ended: sms, fault: Some(grid.launch.bug_fault("the engine panicked")), ..Report::default() }
    });
    if fresh && report.yielded.is_empty() {
        grid.cost.note(report.ended.len() as u64 * u64::from(grid.threads), start.elapsed());
    }
    grid.settle(report.ended.len());
    let waiting: Vec<&Running> = report.yielded.iter().map(|waiting| &waiting.cluster).collect();
    let long = grid.waits_long(!report.ended.is_empty(), &waiting);
    if long && deadlock::is_quiescent(&shared.state.lock()) {
        grid.report_standstill(&waiting);
    }
    let mut state = shared.state.lock();
    if let Some(at) = state.beginning.iter().position(|&beginning| fresh && beginning == op) {
        state.beginning.swap_remove(at);
        if !state.ready.is_empty() && grid.device_side.has_children() {
            // Their blocks may have waited for this, and this thread may have other work.
            shared.wake_workers(&mut state, 1);
        }
    }
    if fixed {
        state.fixed_order_runs = false;
    }
    if let Some(at) = state.running.iter().position(|&running| running == op) {
        state.running.swap_remove(at);
    }
    if let Some(fault) = report.fault
        && grid.health.poison(grid.fault(fault))
    {
        if let Err(fault) = grid.health.check() {
            crate::trace::log(crate::trace::Level::Error, format_args!("{fault}"));
            // A failed assertion has already printed its message.
            if fault.status() != Status::Assert {
                crate::trace::report(crate::trace::Failure::Fault, format_args!("{fault}"));
            }
        }
        shared.stop(&mut state, grid.context);
    }
    if !report.ended.is_empty() {
        state.slices = 0;
        state.blocks_ended += 1;
        state.device.blocks_done(op, &report.ended);
    }
    let again = report.yielded.len();
    let family = &grid.device_side;
    state.slices += if family.may_progress() { again as u64 } else { 0 };
    for mut waiting in report.yielded {
        if family.waits_for_children() && !std::mem::replace(&mut waiting.aside, true) {
            state.device.relinquish(op, &waiting.sms);
        }
        let kind = JobKind::Yielded(waiting);
        state.ready.push_back(BlockJob { op, grid: Arc::clone(&grid), kind, granted: false });
    }
    shared.pump(&mut state);
    if again > 1 {
        shared.wake_workers(&mut state, again - 1);
    }
    state
}

/// Takes the next job off the queue.
///
/// Of a grid that launches grids, all blocks that are on the device start before those of its children: a GPU
/// takes microseconds for a launch by a kernel, and programs rely on it.
fn take(state: &mut EngineState, extra: bool) -> Option<BlockJob> {
    let free =
        |job: &BlockJob| !(state.fixed_order_runs && job.is_fixed() || job.precedes_parent(&state.beginning));
    let at = if extra { state.starved()? } else { state.ready.iter().position(free)? };
    let granted = !extra && move_next_job(state, at);
    let mut job = state.ready.remove(at)?;
    job.granted = granted;
    if granted {
        state.slices = 0;
    }
    state.fixed_order_runs |= job.is_fixed();
    match job.split(state.workers) {
        // All blocks start before any has its second slice.
        Some(rest) if rest.is_fixed() || rest.grid.device_side.has_children() => {
            state.ready.push_front(rest);
        }
        Some(rest) => state.ready.push_back(rest),
        None => {}
    }
    state.taken += 1;
    state.running.push(job.op);
    Some(job)
}

/// For grids whose blocks [update counters](super::counter_order), moves the grid's next job to the
/// place `at`. Returns whether that job may update. The displaced job runs later, so other grids keep their
/// share.
fn move_next_job(state: &mut EngineState, at: usize) -> bool {
    let Some(job) = state.ready.get(at).filter(|job| job.has_pending_update()) else { return false };
    let of_grid = |(_, other): &(usize, &BlockJob)| other.op == job.op && Arc::ptr_eq(&other.grid, &job.grid);
    let jobs = state.ready.iter().enumerate().filter(of_grid);
    let (places, blocks): (Vec<usize>, Vec<_>) =
        jobs.map(|(n, job)| (n, (job.blocks(), !job.is_fresh()))).unzip();
    let (next, granted) = job.grid.device_side.counter_order().next_job(&blocks);
    state.ready.swap(at, places[next]);
    granted
}

#[cfg(test)]
mod tests {
    use super::{guarded, share};

    #[test]
    fn a_worker_takes_a_part_or_all() {
        // Long blocks: every worker has two turns.
        assert_eq!(share(256, 2, 1), 64);
        assert_eq!(share(256, 64, 1), 2);
        // Short ones: never nearly all.
        assert_eq!(share(256, 2, 100), 100);
        assert_eq!(share(256, 2, 250), 128);
        assert_eq!(share(256, 2, 256), 256);
        assert_eq!(share(1, 2, 1), 1);
    }

    #[test]
    fn a_panic_is_reported_and_contained() {
        assert_eq!(guarded(|| 7), Some(7));
        assert_eq!(guarded(|| -> u8 { panic!("a test's panic") }), None);
    }
}
