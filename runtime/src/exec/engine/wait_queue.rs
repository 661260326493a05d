//! Queue of host threads that wait for room in a channel, first come, first served. It never blocks by
//! itself.

use device::ContextId;

/// Channel of a context.
type Channel = (ContextId, u32);

/// Waiting threads in order of arrival, each with its channel.
#[derive(Default)]
pub(super) struct WaitQueue {
    next: u64,
    waiting: Vec<(Ticket, Channel)>,
}

/// Place of a thread in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ticket(u64);

impl WaitQueue {
    /// Returns whether no thread waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns whether another thread waits for the channel that came before the holder of `ticket`, or any
    /// if it has none.
    pub(super) fn is_behind(&self, ticket: Option<Ticket>, channel: Channel) -> bool {
        self.waiting
            .iter()
            .take_while(|(other, _)| Some(*other) != ticket)
            .any(|&(_, wanted)| wanted == channel)
    }

    /// Enqueues the caller for a channel, with its ticket or a new one. Returns `true` if it waited for
    /// another channel before: threads behind it there may now proceed.
    pub(super) fn wait(&mut self, ticket: &mut Option<Ticket>, channel: Channel) -> bool {
        let mine = *ticket.get_or_insert_with(|| {
            self.next += 1;
            self.waiting.push((Ticket(self.next), channel));
            Ticket(self.next)
        });
        match self.waiting.iter_mut().find(|(other, _)| *other == mine) {
            Some((_, wanted)) => std::mem::replace(wanted, channel) != channel,
            None => false,
        }
    }

    /// Leaves the queue. Returns whether other threads still wait.
    pub(super) fn leave(&mut self, ticket: Option<Ticket>) -> bool {
        self.waiting.retain(|(other, _)| Some(*other) != ticket);
        ticket.is_some() && !self.is_empty()
    }
}
