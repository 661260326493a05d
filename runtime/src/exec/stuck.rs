//! When nothing goes on any more: who waits for whom.
//!
//! Host threads wait for operations and for room in channels; operations for others before them in their stream, for events,
//! for what stands in front of them in their channel; grids for SMs that others hold, or their own blocks. All that is known.
//! What a block waits for in a loop is not: that it could be the very thing that waits for it is said as a suspicion.
//!
//! It never ends anything: hardware would wait as well.

use super::Work;
use super::engine::State;
use device::{OpId, StreamId};
use std::collections::BTreeSet;
use std::time::Duration;

/// Nothing has ended for so long.
pub(super) const AFTER: Duration = Duration::from_secs(2);
/// So many suspicions are told of one grid.
const MOST: usize = 4;

/// What a host thread waits for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wait {
    Op(OpId),
    /// Room.
    Channel {
        stream: StreamId,
        channel: u32,
    },
}

/// Whether nobody is at work: blocks that have begun wait in loops, and no copy is under way. A host function that runs
/// may itself wait.
pub(super) fn rests(state: &State) -> bool {
    state.beginning.is_empty()
        && state.begun_copies.is_empty()
        && !state.ready.iter().any(|job| job.is_fresh())
}

/// Whether all blocks of a grid have begun, and what has not ended of them waits in loops.
pub(super) fn only_waits(state: &State, grid: OpId) -> bool {
    let begun = state.device.progress(grid).is_some_and(|far| far.running > 0);
    begun
        && !state.beginning.contains(&grid)
        && !state.ready.iter().any(|job| job.op == grid && job.is_fresh())
}

/// Who waits for whom: a line for each host thread that waits, and for each grid that waits in a loop.
pub(super) fn lines(state: &State) -> Vec<String> {
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
    let spinning: BTreeSet<OpId> =
        state.ready.iter().map(|job| job.op).chain(state.running.iter().copied()).collect();
    for &grid in &spinning {
        lines.push(format!("{} waits in a loop", describe(state, grid)));
        let held = state.device.operations().filter(|&op| op != grid);
        let held = held.filter_map(|op| {
            let steps = steps(state, op);
            // What only comes behind it in its own stream is no surprise.
            let apart = state.device.stream_of(op) != state.device.stream_of(grid);
            (apart && steps.contains(&grid)).then_some((op, steps))
        });
        for (op, steps) in held.take(MOST) {
            let way: Vec<String> = steps.iter().map(|&op| describe(state, op)).collect();
            lines.push(format!("if it waits for {}: a cycle: {}", describe(state, op), way.join(" ← ")));
        }
        if state.device.held_by(grid) == Some(grid) {
            lines.push("if it waits for its own blocks that have no SM: a cycle".to_owned());
        }
        for &(host, _) in &state.waits {
            lines.push(format!("if it waits for host thread {host}: a cycle"));
        }
    }
    lines.extend(pairs(state, &spinning));
    lines
}

/// Two grids that wait in loops, each perhaps for what comes behind the other.
fn pairs(state: &State, spinning: &BTreeSet<OpId>) -> Vec<String> {
    let behind = |grid: OpId| {
        let mut held = state.device.operations().filter(|&op| op != grid && !spinning.contains(&op));
        held.find(|&op| steps(state, op).contains(&grid))
    };
    let held: Vec<(OpId, OpId)> = spinning.iter().filter_map(|&grid| Some((grid, behind(grid)?))).collect();
    let of = |op| state.device.stream_of(op);
    let two =
        held.iter().enumerate().flat_map(|(n, one)| held[n + 1..].iter().map(move |other| (one, other)));
    let apart = two.filter(|((one, first), (other, second))| of(*one) != of(*other) && first != second);
    apart
        .take(MOST)
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

/// An operation, what holds it, and so on to the end or to one that was there before.
fn steps(state: &State, op: OpId) -> Vec<OpId> {
    let mut seen = vec![op];
    while let Some(next) = seen.last().and_then(|&op| state.device.held_by(op)) {
        let again = seen.contains(&next);
        seen.push(next);
        if again {
            break;
        }
    }
    seen
}

fn chain(state: &State, op: OpId) -> String {
    let steps = steps(state, op);
    let mut text = String::new();
    for (at, &op) in steps.iter().enumerate() {
        text += if at == 0 { "" } else { " ← " };
        if steps[..at].contains(&op) {
            text += "itself";
        } else {
            text += &describe(state, op);
        }
    }
    text
}

fn describe(state: &State, op: OpId) -> String {
    let (mut what, mut more) = (String::new(), String::new());
    match state.work.get(&op) {
        Some(Work::Grid(grid)) => {
            what = format!("grid `{}`", grid.launch.function_name());
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
        Some(Work::Copy(_) | Work::OwnCopy(_)) => what += "a copy",
        Some(Work::Host(_)) => what += "a host function",
        Some(Work::Until(..)) => what += "a wait for a word or for another process",
        Some(Work::Mark(_)) => what += "an event",
        Some(Work::Nothing) if state.begun_copies.contains(&op) => what += "a copy under way",
        Some(Work::Nothing) if state.tasks.contains(&op) => what += "a host function that runs",
        Some(Work::Nothing) | None => what += "a wait",
    }
    if let Some(stream) = state.device.stream_of(op) {
        what += &format!(" of {stream}");
    }
    if state.device.progress(op).is_none()
        && let Some((channel, _)) = state.device.channel_of(op)
    {
        what += &format!(" in channel {channel}");
    }
    what + &more
}
