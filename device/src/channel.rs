//! GPFIFO rings: how many operations wait before the front end, and which stream pushes where.
//!
//! An entry is free again when the front end has passed it, not when the work ends. Three entries of a ring are never
//! filled (measured: 1021 of 1024 can wait). Beside the ring a channel has a pushbuffer for methods and parameters, which
//! fills up first when parameters are large (measured: from about 2.4 KB).

use crate::id::{OpId, StreamId};
use crate::{Binding, Config, Refused};
use std::collections::VecDeque;

const NEVER_FILLED: u32 = 3;
/// Bytes of a pushbuffer that are never filled, and what a push takes beside its parameters (fitted to an H200's counts
/// for parameters of 3008 and 4008 bytes at all five scales; 98.5 to 102.5 KB and 1579 to 1581 bytes fit).
const SLACK_BYTES: u64 = 98_900;
const PUSH_BYTES: u64 = 1_580;

#[derive(Default)]
struct Channel {
    /// What waits, with its bytes in the pushbuffer.
    ring: VecDeque<(OpId, u64)>,
    /// Sum of those bytes.
    bytes: u64,
    /// The stream that pushed last.
    owner: Option<StreamId>,
    /// When that was; 0 for never.
    pushed: u64,
}

/// The channels of one context.
pub(crate) struct Channels {
    all: Vec<Channel>,
    capacity: u32,
    /// Bytes of a pushbuffer that can be filled.
    room: u64,
    binding: Binding,
    clock: u64,
}

impl Channels {
    pub(crate) fn new(config: &Config) -> Self {
        let count = config.channels.clamp(1, 32);
        Channels {
            all: (0..count).map(|_| Channel::default()).collect(),
            capacity: config.ring_entries.saturating_sub(NEVER_FILLED).max(1),
            room: config.pushbuffer_bytes.saturating_sub(SLACK_BYTES),
            binding: config.binding,
            clock: 0,
        }
    }

    /// The channel the stream's next operation goes to, if it has room for an entry with `params` bytes of parameters.
    ///
    /// Dynamic binding: a stream that was the last to push stays, even on a full ring; else an idle channel, else any, each
    /// time the least recently used (measured).
    pub(crate) fn reserve(&self, stream: StreamId, params: u32) -> Result<u32, Refused> {
        let channel = match self.binding {
            Binding::Static => stream.place() % self.all.len() as u32,
            Binding::Dynamic => self.choose(stream),
        };
        let chosen = &self.all[channel as usize];
        let entries = chosen.ring.len() as u32;
        // What alone is too large for a pushbuffer goes into an empty one.
        let bytes_fit = entries == 0 || chosen.bytes + bytes_of(params) <= self.room;
        if entries < self.capacity && bytes_fit {
            Ok(channel)
        } else {
            Err(Refused::ChannelFull { channel, entries, bytes: chosen.bytes })
        }
    }

    fn choose(&self, stream: StreamId) -> u32 {
        let all = || self.all.iter().enumerate();
        let chosen = all()
            .find(|(_, c)| c.owner == Some(stream))
            .or_else(|| all().filter(|(_, c)| c.ring.is_empty()).min_by_key(|(_, c)| c.pushed))
            .or_else(|| all().min_by_key(|(_, c)| c.pushed));
        // There is at least one channel.
        chosen.map_or(0, |(number, _)| number as u32)
    }

    /// Pushes; how deep the ring is then.
    pub(crate) fn push(&mut self, channel: u32, stream: StreamId, op: OpId, params: u32) -> u32 {
        self.clock += 1;
        let channel = &mut self.all[channel as usize];
        let bytes = bytes_of(params);
        channel.ring.push_back((op, bytes));
        channel.bytes += bytes;
        channel.owner = Some(stream);
        channel.pushed = self.clock;
        channel.ring.len() as u32
    }

    /// Operations that wait in a ring.
    pub(crate) fn depth(&self, channel: u32) -> u32 {
        self.all[channel as usize].ring.len() as u32
    }

    pub(crate) fn head(&self, channel: u32) -> Option<OpId> {
        self.all[channel as usize].ring.front().map(|&(op, _)| op)
    }

    pub(crate) fn pop(&mut self, channel: u32) {
        let channel = &mut self.all[channel as usize];
        if let Some((_, bytes)) = channel.ring.pop_front() {
            channel.bytes -= bytes;
        }
    }

    /// A stream is gone: it owns no channel any more.
    pub(crate) fn forget(&mut self, stream: StreamId) {
        for channel in self.all.iter_mut().filter(|c| c.owner == Some(stream)) {
            channel.owner = None;
        }
    }
}

/// Bytes that a push takes of the pushbuffer.
fn bytes_of(params: u32) -> u64 {
    PUSH_BYTES + u64::from(params)
}
