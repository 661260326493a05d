//! Contexts, their sets of channels, and streams: how they come and go, and what can be turned about them
//! later.

use crate::channel::Channels;
use crate::{Config, Context, ContextId, Device, Lane, SmSet, Stream, StreamId, StreamKind, StreamName};

impl Device {
    /// From here on streams are numbered in the order of their making: no number is used again when a stream
    /// is gone.
    pub fn number_all_streams(&mut self) {
        self.streams.always_anew();
    }

    /// Makes a context with channels of its own.
    pub fn create_context(&mut self, config: &Config) -> ContextId {
        let channels = Channels::new(config);
        self.contexts.insert(Context { channels, streams: Vec::new(), orphans: Vec::new(), aborted: false })
    }

    /// Forgets a context and its streams. What is still running must be reported all the same.
    pub fn destroy_context(&mut self, context: ContextId) {
        self.abort(context);
        self.children.forget_context(context);
        if let Some(gone) = self.contexts.remove(context) {
            for stream in gone.streams {
                self.streams.remove(stream);
            }
        }
    }

    /// Makes a stream. `priority` is CUDA's, lower is more urgent; `sms` are the SMs its blocks may run on,
    /// of those that the device has: all if `None`. `None` if there is no such context.
    pub fn create_stream(
        &mut self,
        context: ContextId,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Option<StreamId> {
        let all = SmSet::first(self.spec.sms);
        let sms = sms.map_or_else(|| all.clone(), |sms| sms.shared_with(&all));
        let owner = self.contexts.get_mut(context)?;
        let name = StreamName { kind, number: self.streams_made };
        self.streams_made += 1;
        let id = self.streams.insert(Stream { context, name, priority, sms, queues: 0, last: None });
        owner.streams.push(id);
        Some(id)
    }

    /// Gives a context another set of channels, so many for kernels, which only the streams [put
    /// there](Device::set_queues) use: its number. One of the same size that no stream uses any more is
    /// given again. `None` if there is no such context.
    pub fn create_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        let owner = self.contexts.get_mut(context)?;
        let used =
            |set: u32| owner.streams.iter().any(|&s| self.streams.get(s).is_some_and(|s| s.queues == set));
        let again = owner.channels.idle_sets(channels).find(|&set| !used(set));
        Some(again.unwrap_or_else(|| owner.channels.add_set(channels, channels)))
    }

    /// Gives a context another set of channels, whether or not there is one that no stream uses: its number.
    pub fn add_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        Some(self.contexts.get_mut(context)?.channels.add_set(channels, channels))
    }

    /// Puts a stream on a set of channels of its context; 0 is the set that the context began with. A set
    /// that there is not changes nothing.
    pub fn set_queues(&mut self, stream: StreamId, queues: u32) {
        if let Some(s) = self.streams.get_mut(stream)
            && self.contexts.get(s.context).is_some_and(|context| context.channels.has_set(queues))
        {
            s.queues = queues;
        }
    }

    /// What a channel of a context is for.
    pub fn lane_of(&self, context: ContextId, channel: u32) -> Option<Lane> {
        Some(self.contexts.get(context)?.channels.lane(channel))
    }

    /// A stream's priority.
    pub fn priority(&self, stream: StreamId) -> Option<i32> {
        self.streams.get(stream).map(|s| s.priority)
    }

    /// Gives a stream another priority: for operations that come after.
    pub fn set_priority(&mut self, stream: StreamId, priority: i32) {
        if let Some(s) = self.streams.get_mut(stream) {
            s.priority = priority;
        }
    }

    /// Forgets a stream. Its operations go on to their end.
    pub fn destroy_stream(&mut self, stream: StreamId) {
        if let Some(gone) = self.streams.remove(stream)
            && let Some(context) = self.contexts.get_mut(gone.context)
        {
            context.streams.retain(|&s| s != stream);
            context.channels.forget(stream);
            context.orphans.retain(|&(_, op)| self.graph.contains(op));
            let kind = gone.name.kind;
            context.orphans.extend(gone.last.filter(|&op| self.graph.contains(op)).map(|op| (kind, op)));
        }
    }
}
