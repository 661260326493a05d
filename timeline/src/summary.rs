//! What a simulation comes to: counters, and who waited for whom.

use crate::{Doing, Event, Launched, Sink, Time};
use device::{Op, StreamId};
use std::collections::BTreeMap;

/// How often and how long operations of one stream were held back by another stream's in the same channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBack {
    /// Whose operations waited.
    pub victim: StreamId,
    /// Whose operations were in front.
    pub culprit: StreamId,
    /// In which channel.
    pub channel: u32,
    /// How often.
    pub count: u64,
    /// How long, all together, picoseconds.
    pub time: Time,
    /// The longest time, picoseconds.
    pub longest: Time,
    /// What waited then, and behind what.
    pub what: String,
    /// See `what`.
    pub behind: String,
    /// The channel is one for copies.
    pub copies: bool,
}

/// How often and how long host threads were blocked by a full channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostBlock {
    /// Which thread.
    pub host: u32,
    /// By which channel.
    pub channel: u32,
    /// How often.
    pub count: u64,
    /// How long, all together, picoseconds.
    pub time: Time,
    /// The longest time, picoseconds.
    pub longest: Time,
    /// What was first in the channel then, and its stream.
    pub first: Option<(String, StreamId)>,
}

/// Listens to a simulation and adds up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// When the last thing ended, picoseconds.
    pub end: Time,
    /// Kernels launched.
    pub grids: u64,
    /// Blocks run.
    pub blocks: u64,
    /// Copies and fills.
    pub copies: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Most operations that waited in one channel.
    pub deepest: u32,
    /// Picoseconds that blocks ran, added up over all of them.
    pub block_time: u128,
    /// Picoseconds that copy engines were busy.
    pub copy_time: u128,
    /// What blocks launched: these grids and their blocks are among the others.
    pub launched: Launched,
    held: BTreeMap<(StreamId, StreamId, u32), HeldBack>,
    blocked: BTreeMap<(u32, u32), HostBlock>,
    /// Grids that time went on without the end of, by stream and what they are.
    given_up: BTreeMap<(StreamId, String), u64>,
}

impl Summary {
    /// False dependencies: the longest first, then in order of their streams.
    pub fn held_back(&self) -> Vec<HeldBack> {
        let mut all: Vec<_> = self.held.values().cloned().collect();
        all.sort_by_key(|held| std::cmp::Reverse(held.time));
        all
    }

    /// Grids that time went on without the end of: their streams, what they are, and how many.
    pub fn given_up(&self) -> impl Iterator<Item = (StreamId, &str, u64)> {
        self.given_up.iter().map(|((stream, what), &count)| (*stream, what.as_str(), count))
    }

    /// Host threads that were blocked: the longest first, then in order of their numbers.
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
                    sum.first = first.map(|(doing, stream)| (doing.words(), stream));
                }
            }
            Event::Submitted { channel, doing, .. } => {
                self.deepest = self.deepest.max(channel.map_or(0, |(_, depth)| depth));
                match doing {
                    Doing::Grid { .. } => self.grids += 1,
                    Doing::Copy { bytes, .. } => {
                        self.copies += 1;
                        self.bytes += bytes;
                    }
                    Doing::Host | Doing::Record | Doing::Wait => {}
                }
            }
            Event::GivenUp { stream, doing, .. } => {
                *self.given_up.entry((stream, doing.words())).or_default() += 1;
            }
            Event::Passed { .. } | Event::Memory { .. } => {}
            Event::HeldBack { stream, doing, by, by_doing, channel, start, end, .. } => {
                let sum = self.held.entry((stream, by.1, channel)).or_insert_with(|| HeldBack {
                    victim: stream,
                    culprit: by.1,
                    channel,
                    count: 0,
                    time: 0,
                    longest: 0,
                    what: String::new(),
                    behind: String::new(),
                    copies: matches!(doing, Doing::Copy { way, .. } if matches!(way.op(), Op::Transfer(_))),
                });
                (sum.count, sum.time) = (sum.count + 1, sum.time + (end - start));
                if end - start > sum.longest {
                    (sum.longest, sum.what, sum.behind) = (end - start, doing.words(), by_doing.words());
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
