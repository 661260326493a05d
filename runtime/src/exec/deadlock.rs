//! Deadlock report: the wait-for graph, printed when nothing has ended for a while.
//!
//! Host threads wait for operations and for room in channels. Operations wait for others before them in their
//! stream, for events, and for the head of their channel. Grids wait for SMs held by other grids or by their
//! own blocks. All these edges are known. The target of a spin-wait in a block, or of a stream's wait on a
//! word, is not known; edges that would close a cycle are reported as suspicions.
//!
//! This only reports: hardware would wait as well.

use super::Work;
use super::engine::EngineState;
use device::{OpId, StreamId};
use ptx::demangle::Readable;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Time without the end of any operation after which a report is made.
pub(super) const QUIET_TIME: Duration = Duration::from_secs(2);
/// Limit of suspicions of a kind for one grid.
const MAX_SUSPICIONS: usize = 4;
/// Description of an operation that waits for a condition.
const CONDITION_WAIT: &str = "a wait for a word or for another process";

/// Reason why a host thread waits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wait {
    Op(OpId),
    /// Room in a channel.
    Channel {
        stream: StreamId,
        channel: u32,
    },
}

/// Returns whether nothing progresses: blocks that have started spin, and no copy is executing. Host
/// functions that run are not considered, as they may wait themselves.
pub(super) fn is_quiescent(state: &EngineState) -> bool {
    state.beginning.is_empty()
        && state.begun_copies.is_empty()
        && !state.ready.iter().any(|job| job.is_fresh() || job.has_pending_update())
}

/// Returns whether all blocks of a grid have started, and the remaining ones only spin.
pub(super) fn only_spins(state: &EngineState, grid: OpId) -> bool {
    let begun = state.device.progress(grid).is_some_and(|far| far.running > 0);
    begun
        && !state.beginning.contains(&grid)
        && !state.ready.iter().any(|job| job.op == grid && (job.is_fresh() || job.has_pending_update()))
}

/// Lines of the report: one for each waiting host thread, each spinning grid, and each stream that waits on a
/// word.
pub(super) fn lines(state: &EngineState) -> Vec<String> {
    let mut lines = Vec::new();
    for &(host, wait) in &state.waits {
        lines.push(match wait {
            Wait::Op(op) => format!("host thread {host} waits: {}", chain(state, op)),
            Wait::Channel { stream, channel } => match state.device.head_of(stream, channel) {
                Some((head, depth)) => format!(
                    "host thread {host} waits: channel {channel} is full with {depth} operations, the first of which is {}",
                    chain(state, head)
                ),
                None => format!("host thread {host} waits: channel {channel} was full"),
            },
        });
    }
    // Spinning blocks, and operations that wait on a word: the target of their waits is unknown.
    let looping: BTreeSet<OpId> =
        state.ready.iter().map(|job| job.op).chain(state.running.iter().copied()).collect();
    let waiting: BTreeSet<OpId> =
        state.conditions.iter().map(|(op, ..)| *op).chain(looping.iter().copied()).collect();
    let held = Held::new(state);
    for &op in &waiting {
        let how = if looping.contains(&op) { "waits in a loop" } else { "goes on when that comes" };
        lines.push(format!("{} {how}", describe(state, op)));
        let of = state.device.stream_of(op);
        // Operations behind it in its own stream are expected to wait.
        let apart = held.dependents(op).into_iter().filter(|&other| state.device.stream_of(other) != of);
        for other in apart.take(MAX_SUSPICIONS) {
            lines.push(format!(
                "if it waits for {}: a cycle: {}",
                describe(state, other),
                chain(state, other)
            ));
        }
        if state.device.held_by(op) == Some(op) {
            lines.push("if it waits for its own blocks that have no SM: a cycle".to_owned());
        }
        for &(host, _) in state.waits.iter().take(MAX_SUSPICIONS) {
            lines.push(format!("if it waits for host thread {host}: a cycle"));
        }
    }
    lines.extend(pairs(state, &waiting, &held));
    lines
}

/// Suspected cycles of two operations with unknown targets, each waiting for something behind the other.
fn pairs(state: &EngineState, waiting: &BTreeSet<OpId>, held: &Held) -> Vec<String> {
    let first_behind = |op: OpId| held.dependents(op).into_iter().find(|op| !waiting.contains(op));
    let behind: Vec<(OpId, OpId)> = waiting.iter().filter_map(|&op| Some((op, first_behind(op)?))).collect();
    let of = |op| state.device.stream_of(op);
    let two =
        behind.iter().enumerate().flat_map(|(n, one)| behind[n + 1..].iter().map(move |other| (one, other)));
    let apart = two.filter(|((one, first), (other, second))| of(*one) != of(*other) && first != second);
    apart
        .take(MAX_SUSPICIONS)
        .map(|((one, first), (other, second))| {
            format!(
                "if {} waits for {}, and {} for {}: a cycle",
                describe(state, *one),
                chain(state, *second),
                describe(state, *other),
                chain(state, *first)
            )
        })
        .collect()
}

/// Direct dependents of each operation.
struct Held(BTreeMap<OpId, Vec<OpId>>);

impl Held {
    fn new(state: &EngineState) -> Held {
        let mut held: BTreeMap<OpId, Vec<OpId>> = BTreeMap::new();
        for op in state.device.operations() {
            if let Some(by) = state.device.held_by(op) {
                held.entry(by).or_default().push(op);
            }
        }
        Held(held)
    }

    /// All direct and indirect dependents of an operation, in order of their numbers.
    fn dependents(&self, op: OpId) -> BTreeSet<OpId> {
        let (mut behind, mut todo) = (BTreeSet::new(), vec![op]);
        while let Some(next) = todo.pop() {
            let held = self.0.get(&next).into_iter().flatten();
            todo.extend(held.filter(|&&other| other != op && behind.insert(other)));
        }
        behind
    }
}

fn chain(state: &EngineState, op: OpId) -> String {
    device::in_words(&state.device.chain_of(op), |op| describe(state, op))
}

fn describe(state: &EngineState, op: OpId) -> String {
    let (mut what, mut more) = (String::new(), String::new());
    match state.work.get(&op) {
        Some(Work::Grid(grid)) => {
            what = format!("grid `{}`", Readable(grid.launch.function_name()));
            more = match state.device.progress(op) {
                Some(far) if far.resident => format!(
                    " ({} of {} blocks have ended, {} run, {} have no SM)",
                    far.placed - far.running,
                    far.blocks,
                    far.running,
                    far.blocks - far.placed
                ),
                Some(_) => " (not among the grids that run at once)".to_owned(),
                None => String::new(),
            };
        }
        Some(Work::Fork(fork)) => what += &fork.name,
        Some(Work::Copy(_) | Work::OwnCopy(_) | Work::ShortCopy(_)) => what += "a copy",
        Some(Work::Free(_)) => what += "a free of memory",
        Some(Work::Host(_)) => what += "a host function",
        Some(Work::Until(..)) => what += CONDITION_WAIT,
        Some(Work::Mark(_)) => what += "an event",
        Some(Work::Nothing) if state.conditions.iter().any(|(until, ..)| *until == op) => {
            what += CONDITION_WAIT
        }
        Some(Work::Nothing) if state.begun_copies.contains(&op) => what += "a copy under way",
        Some(Work::Nothing) if state.tasks.contains(&op) => what += "a host function that runs",
        Some(Work::Nothing) | None => what += "a wait",
    }
    if let Some(stream) = state.device.stream_name(op) {
        what += &format!(" of {stream}");
    }
    if state.device.progress(op).is_none()
        && let Some((channel, _)) = state.device.channel_of(op)
    {
        what += &format!(" in channel {channel}");
    }
    what + &more
}
