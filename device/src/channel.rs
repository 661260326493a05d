//! GPFIFO rings: the operations that wait for the front end, and the binding of streams to channels.
//!
//! An entry is free again when the front end has passed it, not when the work ends. Three entries of a ring
//! are never filled (observed on an H200: 1021 of 1024 can wait). Beside the ring a channel has a pushbuffer
//! for methods and parameters, which fills up first when parameters are large (from about 2.4 KB).
//!
//! Uploads and downloads have separate channels of their own; copies within the device and fills share those
//! of kernels (observed for each kind of work behind a stalled one of each kind).

use crate::id::{OpId, StreamId};
use crate::{Binding, Config, Lane, Refused};
use std::collections::VecDeque;
use std::ops::Range;

const NEVER_FILLED: u32 = 3;
/// Bytes of a pushbuffer that are never filled (fitted to an H200's counts for parameters of 3008 and 4008
/// bytes at all five scales; 98.5 to 102.5 KB fit).
const SLACK_BYTES: u64 = 98_900;

/// Bytes of a push besides its parameters (fitted likewise; 1579 to 1581 fit).
const PUSH_BYTES: u64 = 1_580;
/// Maximum number of channels of one kind in a context.
const MOST: u32 = 32;

#[derive(Default)]
struct Channel {
    /// Waiting operations, with their bytes in the pushbuffer.
    ring: VecDeque<(OpId, u64)>,
    /// Sum of those bytes.
    bytes: u64,
    /// The stream that pushed last.
    owner: Option<StreamId>,
    /// Number of that push within the context; 0 for none.
    pushed: u64,
    /// Time of that push, by the driver's clock.
    pushed_at: u64,
}

/// The channels of one context.
pub(crate) struct Channels {
    all: Vec<Channel>,
    /// Sets of channels by lane; the first set is the context's default.
    sets: Vec<[Range<usize>; Lane::COUNT]>,
    capacity: u32,
    /// Usable bytes of a pushbuffer.
    room: u64,
    binding: Binding,
    /// Time after a push until a channel counts as idle: for kernels, and for copies.
    settle: [u64; 2],
    clock: u64,
}

impl Channels {
    pub(crate) fn new(config: &Config) -> Self {
        let mut channels = Channels {
            all: Vec::new(),
            sets: Vec::new(),
            capacity: config.ring_entries.saturating_sub(NEVER_FILLED).max(1),
            room: config.pushbuffer_bytes.saturating_sub(SLACK_BYTES),
            binding: config.binding,
            settle: [config.settle, config.copy_settle],
            clock: 0,
        };
        channels.add_set(config.channels, config.copy_channels);
        channels
    }

    /// Adds a set of channels and returns its number.
    pub(crate) fn add_set(&mut self, compute: u32, copies: u32) -> u32 {
        let mut lane = |count: u32| {
            let first = self.all.len();
            self.all.resize_with(first + count.clamp(1, MOST) as usize, Channel::default);
            first..self.all.len()
        };
        let set = [lane(compute), lane(copies), lane(copies)];
        self.sets.push(set);
        self.sets.len() as u32 - 1
    }

    /// Iterates over the sets with a number of kernel channels, except the first, in which nothing waits.
    pub(crate) fn idle_sets(&self, compute: u32) -> impl Iterator<Item = u32> + '_ {
        let fits = move |set: &[Range<usize>; Lane::COUNT]| {
            let waits = |range: &Range<usize>| self.all[range.clone()].iter().any(|c| !c.ring.is_empty());
            set[0].len() == compute.clamp(1, MOST) as usize && !set.iter().any(waits)
        };
        (0..).zip(&self.sets).skip(1).filter(move |(_, set)| fits(set)).map(|(number, _)| number)
    }

    pub(crate) fn has_set(&self, set: u32) -> bool {
        (set as usize) < self.sets.len()
    }

    /// Returns the lane of a channel.
    pub(crate) fn lane(&self, channel: u32) -> Lane {
        let within = |set: &[Range<usize>; Lane::COUNT]| {
            set.iter()
                .zip(Lane::ALL)
                .find(|(range, _)| range.contains(&(channel as usize)))
                .map(|(_, lane)| lane)
        };
        self.sets.iter().find_map(within).unwrap_or(Lane::Compute)
    }

    /// Returns the channel for the stream's next operation, if it has room for an entry with `params` bytes
    /// of parameters.
    ///
    /// Dynamic binding: a stream that was the last to push stays, even on a full ring; else it moves to an
    /// idle channel, else to any, each time the least recently used (observed on an H200).
    pub(crate) fn reserve(
        &self,
        stream: StreamId,
        (set, lane): (u32, Lane),
        params: u32,
        now: u64,
    ) -> Result<u32, Refused> {
        let channel = self.chosen(stream, (set, lane), now);
        let chosen = &self.all[channel];
        let (channel, entries) = (channel as u32, chosen.ring.len() as u32);
        // A push that exceeds the pushbuffer fits into an empty one.
        let bytes_fit = entries == 0 || chosen.bytes + bytes_of(params) <= self.room;
        if entries < self.capacity && bytes_fit { Ok(channel) } else { Err(self.full(channel)) }
    }

    /// Returns the channel for the stream's next operation, with or without room.
    pub(crate) fn chosen(&self, stream: StreamId, (set, lane): (u32, Lane), now: u64) -> usize {
        let range = self.sets.get(set as usize).unwrap_or(&self.sets[0])[lane as usize].clone();
        match self.binding {
            Binding::Static => range.start + stream.index() as usize % range.len(),
            Binding::Dynamic => {
                self.choose(stream, range, now, self.settle[usize::from(lane != Lane::Compute)])
            }
        }
    }

    fn choose(&self, stream: StreamId, range: Range<usize>, now: u64, settle: u64) -> usize {
        let all = || range.clone().map(|number| (number, &self.all[number]));
        let settled = |c: &Channel| c.pushed == 0 || now.saturating_sub(c.pushed_at) >= settle;
        let idle = |c: &Channel| c.ring.is_empty() && settled(c);
        let chosen = all()
            .find(|(_, c)| c.owner == Some(stream))
            .or_else(|| all().filter(|(_, c)| idle(c)).min_by_key(|(_, c)| c.pushed))
            .or_else(|| all().min_by_key(|(_, c)| c.pushed));
        // There is at least one channel.
        chosen.map_or(range.start, |(number, _)| number)
    }

    /// Pushes an operation; returns the depth of the ring afterwards.
    pub(crate) fn push(&mut self, channel: u32, stream: StreamId, op: OpId, params: u32, now: u64) -> u32 {
        self.clock += 1;
        let channel = &mut self.all[channel as usize];
        let bytes = bytes_of(params);
        channel.ring.push_back((op, bytes));
        channel.bytes += bytes;
        channel.owner = Some(stream);
        channel.pushed = self.clock;
        channel.pushed_at = now;
        channel.ring.len() as u32
    }

    /// Returns the number of operations in a ring.
    pub(crate) fn depth(&self, channel: u32) -> u32 {
        self.all[channel as usize].ring.len() as u32
    }

    /// Returns the error for a full channel.
    pub(crate) fn full(&self, channel: u32) -> Refused {
        let Channel { ring, bytes, .. } = &self.all[channel as usize];
        Refused::ChannelFull { channel, entries: ring.len() as u32, bytes: *bytes }
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

    /// Releases the channels of a destroyed stream.
    pub(crate) fn forget(&mut self, stream: StreamId) {
        for channel in self.all.iter_mut().filter(|c| c.owner == Some(stream)) {
            channel.owner = None;
        }
    }
}

/// Returns the bytes that a push takes in the pushbuffer.
fn bytes_of(params: u32) -> u64 {
    PUSH_BYTES + u64::from(params)
}
