//! Queries about operations, streams and channels. Nothing here changes any state.

use crate::{ContextId, Device, Op, OpId, Progress, Refused, StreamId, StreamKind, StreamName};

impl Device {
    /// Returns whether an operation has completed, or is unknown to this device.
    pub fn is_done(&self, op: OpId) -> bool {
        !self.graph.contains(op)
    }

    /// Returns the context of an incomplete operation.
    pub fn context_of(&self, op: OpId) -> Option<ContextId> {
        self.graph.context(op)
    }

    /// Returns whether `then` is `first` or depends on it, for a `first` that has not completed. The search
    /// is bounded: `false` if they are many operations apart.
    pub fn waits_for(&self, then: OpId, first: OpId) -> bool {
        self.graph.waits_for(then, first)
    }

    /// Returns the root of an operation's wait: a dependence, the head of its channel, or a grid that
    /// occupies its SMs, which may be the same grid.
    pub fn held_by(&self, op: OpId) -> Option<OpId> {
        let ahead = || {
            let channel = self.graph.channel(op).filter(|_| self.graph.is_free(op))?;
            let owner = self.contexts.get(self.graph.context(op)?)?;
            owner.channels.head(channel).filter(|&head| head != op)
        };
        self.graph.first_wanted(op).or_else(ahead).or_else(|| self.dispatcher.held_by(op))
    }

    /// Returns a grid's progress; `None` if it has not reached the front of its stream, or has ended.
    pub fn progress(&self, grid: OpId) -> Option<Progress> {
        self.dispatcher.progress(grid)
    }

    /// Returns the stream into which a host thread put an incomplete operation.
    pub fn stream_of(&self, op: OpId) -> Option<StreamId> {
        self.graph.stream(op)
    }

    /// Returns the name of that stream.
    pub fn stream_name(&self, op: OpId) -> Option<StreamName> {
        self.graph.stream_name(op)
    }

    /// Iterates over the operations that have not completed.
    pub fn operations(&self) -> impl Iterator<Item = OpId> + '_ {
        self.graph.ids()
    }

    /// Returns the head of a channel of a stream's context, and the number of operations that wait there.
    pub fn head_of(&self, stream: StreamId, channel: u32) -> Option<(OpId, u32)> {
        let owner = self.contexts.get(self.streams.get(stream)?.context)?;
        Some((owner.channels.head(channel)?, owner.channels.depth(channel)))
    }

    /// Returns the context and channel to which an operation would go if it was submitted to a stream now,
    /// with or without room; `None` if it takes no entry.
    pub fn channel_for(&self, stream: StreamId, op: &Op) -> Option<(ContextId, u32)> {
        let s = self.streams.get(stream)?;
        let channels = &self.contexts.get(s.context)?.channels;
        Some((s.context, channels.chosen(stream, (s.queues, op.lane()?), self.clock) as u32))
    }

    /// Returns the error for a full channel, with its fill level; `None` for an unknown context.
    pub fn fullness(&self, (context, channel): (ContextId, u32)) -> Option<Refused> {
        Some(self.contexts.get(context)?.channels.full(channel))
    }

    /// Returns the channel of an incomplete operation, and the number of operations that wait there.
    pub fn channel_of(&self, op: OpId) -> Option<(u32, u32)> {
        let channel = self.graph.channel(op)?;
        let owner = self.contexts.get(self.graph.context(op)?)?;
        Some((channel, owner.channels.depth(channel)))
    }

    /// Iterates over the grids with running blocks.
    pub fn running(&self) -> impl Iterator<Item = OpId> {
        self.dispatcher.running()
    }

    /// Returns the last operation of a stream if it has not completed.
    pub fn last_of(&self, stream: StreamId) -> Option<OpId> {
        self.streams.get(stream)?.last.filter(|&op| !self.is_done(op))
    }

    /// Returns the last operation submitted to a stream, complete or not.
    pub fn last_ever_of(&self, stream: StreamId) -> Option<OpId> {
        self.streams.get(stream)?.last
    }

    /// Returns the operations that a query or wait of a stream covers: its last one if incomplete. A legacy
    /// default stream also covers those of blocking streams, destroyed ones too, for which its next operation
    /// would wait (observed on an H200).
    pub fn pending_of(&self, stream: StreamId) -> Vec<OpId> {
        let Some(of) = self.streams.get(stream) else { return Vec::new() };
        let own = self.last_of(stream);
        let context = self.contexts.get(of.context).filter(|_| of.name.kind == StreamKind::Legacy);
        let Some(context) = context else { return own.into_iter().collect() };
        let blocking =
            |&s: &StreamId| self.streams.get(s).is_some_and(|s| s.name.kind == StreamKind::Blocking);
        let others = context.streams.iter().copied().filter(blocking).filter_map(|s| self.last_of(s));
        let orphans = context.orphans.iter().filter(|(kind, _)| *kind == StreamKind::Blocking);
        let orphans = orphans.map(|&(_, op)| op).filter(|&op| !self.is_done(op));
        own.into_iter().chain(others).chain(orphans).collect()
    }

    /// Returns the number of streams with incomplete work, destroyed ones included.
    pub fn streams_with_work(&self) -> usize {
        self.contexts.iter().map(|(context, _)| self.last_of_context(context).len()).sum()
    }

    /// Returns the last incomplete operations of all streams of a context, in order of the streams' creation;
    /// then those of destroyed streams.
    pub fn last_of_context(&self, context: ContextId) -> Vec<OpId> {
        let Some(context) = self.contexts.get(context) else { return Vec::new() };
        let orphans = context.orphans.iter().map(|&(_, op)| op).filter(|&op| !self.is_done(op));
        context.streams.iter().filter_map(|&s| self.last_of(s)).chain(orphans).collect()
    }
}
