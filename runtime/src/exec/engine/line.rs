//! Threads that wait for room in a channel: who came first is served first. This module never waits itself.

use device::ContextId;

/// A channel of a context.
type Channel = (ContextId, u32);

/// Those who wait, in the order in which they came, and for which channel.
#[derive(Default)]
pub(super) struct Line {
    next: u64,
    waiting: Vec<(Ticket, Channel)>,
}

/// A thread's place in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ticket(u64);

impl Line {
    /// Whether nobody waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether someone waits for a channel who came before the holder of a ticket, or before someone who has
    /// none.
    pub(super) fn is_behind(&self, ticket: Option<Ticket>, channel: Channel) -> bool {
        self.waiting
            .iter()
            .take_while(|(other, _)| Some(*other) != ticket)
            .any(|&(_, wanted)| wanted == channel)
    }

    /// Waits for a channel: with the ticket there is, or a new one. Whether that lets others go on, who
    /// waited for another reason.
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

    /// Waits no more; whether others do.
    pub(super) fn leave(&mut self, ticket: Option<Ticket>) -> bool {
        self.waiting.retain(|(other, _)| Some(*other) != ticket);
        ticket.is_some() && !self.is_empty()
    }
}
