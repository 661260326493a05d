//! GPFIFO rings: how many operations wait before the front end, and which stream pushes where.
//!
//! An entry is free again when the front end has passed it, not when the work ends. Three entries of a ring are never
//! filled (measured: 1021 of 1024 can wait).

use crate::id::{OpId, StreamId};
use crate::{Config, Refused};
use std::collections::VecDeque;

const NEVER_FILLED: u32 = 3;

#[derive(Default)]
struct Channel {
    ring: VecDeque<OpId>,
    /// The stream that pushed last.
    owner: Option<StreamId>,
    /// When that was; 0 for never.
    pushed: u64,
}

/// The channels of one context.
pub(crate) struct Channels {
    all: Vec<Channel>,
    capacity: u32,
    clock: u64,
}

impl Channels {
    pub(crate) fn new(config: &Config) -> Self {
        let count = config.channels.clamp(1, 32);
        Channels {
            all: (0..count).map(|_| Channel::default()).collect(),
            capacity: config.ring_entries.saturating_sub(NEVER_FILLED).max(1),
            clock: 0,
        }
    }

    /// The channel the stream's next operation goes to, if it has room.
    ///
    /// A stream that was the last to push stays, even on a full ring; else an idle channel, else any, each time
    /// the least recently used (measured: the binding is dynamic).
    pub(crate) fn reserve(&self, stream: StreamId) -> Result<u32, Refused> {
        let number = |channel: &(usize, &Channel)| channel.0 as u32;
        let all = || self.all.iter().enumerate();
        let chosen = all()
            .find(|(_, c)| c.owner == Some(stream))
            .or_else(|| all().filter(|(_, c)| c.ring.is_empty()).min_by_key(|(_, c)| c.pushed))
            .or_else(|| all().min_by_key(|(_, c)| c.pushed));
        // There is at least one channel.
        let channel = chosen.as_ref().map_or(0, number);
        let entries = self.all[channel as usize].ring.len() as u32;
        if entries < self.capacity { Ok(channel) } else { Err(Refused::ChannelFull { channel, entries }) }
    }

    /// Pushes; how deep the ring is then.
    pub(crate) fn push(&mut self, channel: u32, stream: StreamId, op: OpId) -> u32 {
        self.clock += 1;
        let channel = &mut self.all[channel as usize];
        channel.ring.push_back(op);
        channel.owner = Some(stream);
        channel.pushed = self.clock;
        channel.ring.len() as u32
    }

    pub(crate) fn head(&self, channel: u32) -> Option<OpId> {
        self.all[channel as usize].ring.front().copied()
    }

    pub(crate) fn pop(&mut self, channel: u32) {
        self.all[channel as usize].ring.pop_front();
    }

    /// A stream is gone: it owns no channel any more.
    pub(crate) fn forget(&mut self, stream: StreamId) {
        for channel in self.all.iter_mut().filter(|c| c.owner == Some(stream)) {
            channel.owner = None;
        }
    }
}
