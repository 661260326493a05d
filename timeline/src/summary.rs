//! Summary of a simulation: counters, and waits between streams.

use crate::{Event, Launched, Operation, Sink, Time};
use device::{Op, StreamId};
use std::collections::BTreeMap;

/// Delays of one stream's operations by another stream's in the same channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBack {
    /// Stream of the delayed operations.
    pub victim: StreamId,
    /// Stream of the operations in front.
    pub culprit: StreamId,
    /// The channel.
    pub channel: u32,
    /// Number of delays.
    pub count: u64,
    /// Total time, picoseconds.
    pub time: Time,
    /// The longest time, picoseconds.
    pub longest: Time,
    /// Descriptions of the operations in the longest delay: the delayed one, and the one in front.
    pub what: String,
    /// See `what`.
    pub behind: String,
    /// `true` for a copy channel.
    pub copies: bool,
}

/// Blocking of a host thread by a full channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostBlock {
    /// The thread.
    pub host: u32,
    /// The channel.
    pub channel: u32,
    /// Number of times.
    pub count: u64,
    /// Total time, picoseconds.
    pub time: Time,
    /// The longest time, picoseconds.
    pub longest: Time,
    /// First operation in the channel at the longest time, and its stream.
    pub first: Option<(String, StreamId)>,
}

/// Consumer of events that adds them up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// End of the last event, picoseconds.
    pub end: Time,
    /// Kernels launched.
    pub grids: u64,
    /// Blocks run.
    pub blocks: u64,
    /// Copies and fills.
    pub copies: u64,
    /// Bytes copied.
    pub bytes: u64,
    /// Maximum number of operations that waited in one channel.
    pub deepest: u32,
    /// Total run time of blocks, picoseconds.
    pub block_time: u128,
    /// Total busy time of copy engines, picoseconds.
    pub copy_time: u128,
    /// Launches by blocks, which are included in the other counters.
    pub launched: Launched,
    held: BTreeMap<(StreamId, StreamId, u32), HeldBack>,
    blocked: BTreeMap<(u32, u32), HostBlock>,
    /// Grids without whose end time continued, by stream and description.
    given_up: BTreeMap<(StreamId, String), u64>,
}

impl Summary {
    /// Returns the false dependencies, the longest first, then by stream.
    pub fn held_back(&self) -> Vec<HeldBack> {
        let mut all: Vec<_> = self.held.values().cloned().collect();
        all.sort_by_key(|held| std::cmp::Reverse(held.time));
        all
    }

    /// Returns the grids without whose end time continued: stream, description and count.
    pub fn given_up(&self) -> impl Iterator<Item = (StreamId, &str, u64)> {
        self.given_up.iter().map(|((stream, what), &count)| (*stream, what.as_str(), count))
    }

    /// Returns the blocked host threads, the longest first, then by number.
    pub fn host_blocks(&self) -> Vec<HostBlock> {
        let mut all: Vec<_> = self.blocked.values().cloned().collect();
        all.sort_by_key(|block| std::cmp::Reverse(block.time));
        all
    }
}

impl Sink for Summary {
    fn event(&mut self, event: &Event<'_>) {
        self.launched.event(event);
        match *event {
            Event::Launched { .. } => self.grids += 1,
            Event::NotLaunched { .. } | Event::ChildBegan { .. } | Event::Decided { .. } => {}
            Event::HostCall { end, .. } | Event::HostFunction { end, .. } | Event::Completed { end, .. } => {
                self.end = self.end.max(end);
            }
            Event::HostBlocked { host, channel, first, start, end } => {
                let sum = self.blocked.entry((host, channel));
                let (count, time, longest) = (0, 0, 0);
                let sum = sum.or_insert(HostBlock { host, channel, count, time, longest, first: None });
                (sum.count, sum.time) = (sum.count + 1, sum.time + (end - start));
                if end - start > sum.longest {
                    sum.longest = end - start;
                    sum.first = first.map(|(operation, stream)| (operation.words(), stream));
                }
            }
            Event::Submitted { channel, operation, .. } => {
                self.deepest = self.deepest.max(channel.map_or(0, |(_, depth)| depth));
                match operation {
                    Operation::Grid { .. } => self.grids += 1,
                    Operation::Copy { bytes, .. } => {
                        self.copies += 1;
                        self.bytes += bytes;
                    }
                    Operation::Host | Operation::Record | Operation::Wait => {}
                }
            }
            Event::GivenUp { stream, operation, .. } => {
                *self.given_up.entry((stream, operation.words())).or_default() += 1;
            }
            Event::Passed { .. } | Event::Memory { .. } => {}
            Event::HeldBack { stream, operation, by, by_operation, channel, start, end, .. } => {
                let sum = self.held.entry((stream, by.1, channel)).or_insert_with(|| HeldBack {
                    victim: stream,
                    culprit: by.1,
                    channel,
                    count: 0,
                    time: 0,
                    longest: 0,
                    what: String::new(),
                    behind: String::new(),
                    copies: matches!(operation, Operation::Copy { way, .. } if matches!(way.op(), Op::Transfer(_))),
                });
                (sum.count, sum.time) = (sum.count + 1, sum.time + (end - start));
                if end - start > sum.longest {
                    (sum.longest, sum.what, sum.behind) =
                        (end - start, operation.words(), by_operation.words());
                }
            }
            Event::Blocks { sms, start, end, .. } => {
                self.blocks += sms.len() as u64;
                self.block_time += u128::from(end - start) * sms.len() as u128;
                self.end = self.end.max(end);
            }
            Event::Copied { start, end, .. } => self.copy_time += u128::from(end - start),
        }
    }
}
