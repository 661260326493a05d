//! Events.

use crate::api::event;
use crate::handle::Id;
use crate::object::EventObject;
use crate::{Error, Stream};
use std::time::Duration;

/// Event, destroyed on drop.
#[derive(Debug)]
pub struct Event(Id<EventObject>);

impl Event {
    /// Creates an event with timing in the current context.
    ///
    /// # Errors
    /// Errors of the current context.
    pub fn new() -> Result<Event, Error> {
        event::create(0).map(Event)
    }

    /// Creates an event without timing in the current context.
    ///
    /// # Errors
    /// Errors of the current context.
    pub fn without_timing() -> Result<Event, Error> {
        event::create(event::DISABLE_TIMING).map(Event)
    }

    pub(super) const fn from_id(id: Id<EventObject>) -> Event {
        Event(id)
    }

    /// Records it in a stream.
    ///
    /// # Errors
    /// `ContextsDiffer`, `Fault`.
    pub fn record(&self, stream: &Stream) -> Result<(), Error> {
        event::record(self.0, stream.handle())
    }

    /// Waits until its last record is reached.
    ///
    /// # Errors
    /// `Fault`.
    pub fn synchronize(&self) -> Result<(), Error> {
        event::synchronize(self.0)
    }

    /// Returns whether its last record is reached.
    ///
    /// # Errors
    /// `Fault`.
    pub fn is_done(&self) -> Result<bool, Error> {
        match event::query(self.0) {
            Ok(()) => Ok(true),
            Err(Error::NotReady) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Time from another event's last record to this one's; zero if this one was first.
    ///
    /// # Errors
    /// `NeverRecorded`, `NoTiming`, `NotReady`, `Fault`.
    pub fn elapsed_since(&self, start: &Event) -> Result<Duration, Error> {
        let milliseconds = event::elapsed(start.0, self.0)?;
        Ok(Duration::try_from_secs_f32(milliseconds / 1e3).unwrap_or_default())
    }

    /// Its handle.
    pub const fn id(&self) -> Id<EventObject> {
        self.0
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // An error means that it was destroyed with its context.
        let _ = event::destroy(self.0);
    }
}
