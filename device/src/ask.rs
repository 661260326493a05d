//! What can be asked about operations, streams and channels. Nothing here changes anything.

use crate::{ContextId, Device, Op, OpId, Progress, Refused, StreamId, StreamKind, StreamName};

impl Device {
    /// Whether an operation has completed (or is none of this device's).
    pub fn is_done(&self, op: OpId) -> bool {
        !self.graph.contains(op)
    }

    /// The context that an operation belongs to, while it is under way.
    pub fn context_of(&self, op: OpId) -> Option<ContextId> {
        self.graph.context(op)
    }

    /// Whether an operation is another that has not completed, or has to wait for it. For one that is many
    /// operations away the answer is `false`.
    pub fn waits_for(&self, then: OpId, first: OpId) -> bool {
        self.graph.waits_for(then, first)
    }

    /// The first of those that an operation still waits for: itself, for another one in front of it in its
    /// channel, or for a grid that has its SMs, which may be the same.
    pub fn held_by(&self, op: OpId) -> Option<OpId> {
        let ahead = || {
            let channel = self.graph.channel(op).filter(|_| self.graph.is_free(op))?;
            let owner = self.contexts.get(self.graph.context(op)?)?;
            owner.channels.head(channel).filter(|&head| head != op)
        };
        self.graph.first_wanted(op).or_else(ahead).or_else(|| self.dispatcher.held_by(op))
    }

    /// How far a grid is; none if it has not reached the front of its stream, or has ended.
    pub fn progress(&self, grid: OpId) -> Option<Progress> {
        self.dispatcher.progress(grid)
    }

    /// The stream that a host thread put an operation into which has not completed.
    pub fn stream_of(&self, op: OpId) -> Option<StreamId> {
        self.graph.stream(op)
    }

    /// What that is called.
    pub fn stream_name(&self, op: OpId) -> Option<StreamName> {
        self.graph.stream_name(op)
    }

    /// All operations that have not completed.
    pub fn operations(&self) -> impl Iterator<Item = OpId> + '_ {
        self.graph.ids()
    }

    /// The operation that is first in a channel of a stream's context, and how many wait there.
    pub fn head_of(&self, stream: StreamId, channel: u32) -> Option<(OpId, u32)> {
        let owner = self.contexts.get(self.streams.get(stream)?.context)?;
        Some((owner.channels.head(channel)?, owner.channels.depth(channel)))
    }

    /// The channel that an operation would go to if it was put into a stream now, with its context, whether
    /// there is room or not; none if it takes no entry.
    pub fn channel_for(&self, stream: StreamId, op: &Op) -> Option<(ContextId, u32)> {
        let s = self.streams.get(stream)?;
        let channels = &self.contexts.get(s.context)?.channels;
        Some((s.context, channels.chosen(stream, (s.queues, op.lane()?), self.clock) as u32))
    }

    /// What is told of a channel's fill where it has no room; none if there is no such context.
    pub fn fullness(&self, (context, channel): (ContextId, u32)) -> Option<Refused> {
        Some(self.contexts.get(context)?.channels.full(channel))
    }

    /// The channel of an operation that has not completed, and how many operations wait there.
    pub fn channel_of(&self, op: OpId) -> Option<(u32, u32)> {
        let channel = self.graph.channel(op)?;
        let owner = self.contexts.get(self.graph.context(op)?)?;
        Some((channel, owner.channels.depth(channel)))
    }

    /// The grids that have blocks running.
    pub fn running(&self) -> impl Iterator<Item = OpId> {
        self.dispatcher.running()
    }

    /// The last operation of a stream that has not completed.
    pub fn last_of(&self, stream: StreamId) -> Option<OpId> {
        self.streams.get(stream)?.last.filter(|&op| !self.is_done(op))
    }

    /// The last operation that was put into a stream, complete or not.
    pub fn last_ever_of(&self, stream: StreamId) -> Option<OpId> {
        self.streams.get(stream)?.last
    }

    /// Operations that a query or wait of a stream is about: its last one that has not completed. For a
    /// legacy default stream also those of the blocking streams, destroyed ones too: its next operation
    /// would wait for them (observed on an H200).
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

    /// Number of streams, destroyed ones too, whose work is not complete.
    pub fn streams_with_work(&self) -> usize {
        self.contexts.iter().map(|(context, _)| self.last_of_context(context).len()).sum()
    }

    /// The last operations of all streams of a context that have not completed, in order of the streams'
    /// making; then those of streams that were destroyed.
    pub fn last_of_context(&self, context: ContextId) -> Vec<OpId> {
        let Some(context) = self.contexts.get(context) else { return Vec::new() };
        let orphans = context.orphans.iter().map(|&(_, op)| op).filter(|&op| !self.is_done(op));
        context.streams.iter().filter_map(|&s| self.last_of(s)).chain(orphans).collect()
    }
}
