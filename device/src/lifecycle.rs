//! Creation, destruction and later changes of contexts, their sets of channels, and streams.

use crate::channel::Channels;
use crate::{Config, Context, ContextId, Device, Lane, SmSet, Stream, StreamId, StreamKind, StreamName};

impl Device {
    /// Numbers streams in order of creation from here on: numbers are not reused after destruction.
    pub fn number_all_streams(&mut self) {
        self.streams.always_anew();
    }

    /// Creates a context with channels of its own.
    pub fn create_context(&mut self, config: &Config) -> ContextId {
        let channels = Channels::new(config);
        self.contexts.insert(Context { channels, streams: Vec::new(), orphans: Vec::new(), aborted: false })
    }

    /// Destroys a context and its streams. Running work must still be reported.
    pub fn destroy_context(&mut self, context: ContextId) {
        self.abort(context);
        self.children.forget_context(context);
        if let Some(gone) = self.contexts.remove(context) {
            for stream in gone.streams {
                self.streams.remove(stream);
            }
        }
    }

    /// Creates a stream. `priority` is CUDA's, lower is more urgent; `sms` are the SMs of the device on which
    /// its blocks may run: all if `None`. Returns `None` for an unknown context.
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

    /// Adds a set of channels to a context, `channels` for kernels, used only by streams
    /// [assigned](Device::set_queues) to it, and returns its number. A set of the same size without streams
    /// is reused. Returns `None` for an unknown context.
    pub fn create_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        let owner = self.contexts.get_mut(context)?;
        let used =
            |set: u32| owner.streams.iter().any(|&s| self.streams.get(s).is_some_and(|s| s.queues == set));
        let again = owner.channels.idle_sets(channels).find(|&set| !used(set));
        Some(again.unwrap_or_else(|| owner.channels.add_set(channels, channels)))
    }

    /// Adds a set of channels to a context without reuse, and returns its number.
    pub fn add_queues(&mut self, context: ContextId, channels: u32) -> Option<u32> {
        Some(self.contexts.get_mut(context)?.channels.add_set(channels, channels))
    }

    /// Assigns a stream to a set of channels of its context; 0 is the default set. An unknown set changes
    /// nothing.
    pub fn set_queues(&mut self, stream: StreamId, queues: u32) {
        if let Some(s) = self.streams.get_mut(stream)
            && self.contexts.get(s.context).is_some_and(|context| context.channels.has_set(queues))
        {
            s.queues = queues;
        }
    }

    /// Returns the lane of a context's channel.
    pub fn lane_of(&self, context: ContextId, channel: u32) -> Option<Lane> {
        Some(self.contexts.get(context)?.channels.lane(channel))
    }

    /// Returns a stream's priority.
    pub fn priority(&self, stream: StreamId) -> Option<i32> {
        self.streams.get(stream).map(|s| s.priority)
    }

    /// Sets a stream's priority for later operations.
    pub fn set_priority(&mut self, stream: StreamId, priority: i32) {
        if let Some(s) = self.streams.get_mut(stream) {
            s.priority = priority;
        }
    }

    /// Destroys a stream. Its operations continue to their end.
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
