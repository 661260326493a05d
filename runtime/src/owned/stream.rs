//! Streams.

use crate::api::{StreamRef, stream};
use crate::handle::Id;
use crate::object::StreamObject;
use crate::{Context, Error, Event, api};

/// A stream, destroyed when dropped; what it holds goes on to its end.
#[derive(Debug)]
pub struct Stream(Id<StreamObject>);

impl Stream {
    /// A stream of the current context that the legacy default stream waits for, and that waits for it.
    ///
    /// # Errors
    /// What is wrong with the current context.
    pub fn new() -> Result<Stream, Error> {
        stream::create(0, 0).map(Stream)
    }

    /// A stream of the current context that has nothing to do with the legacy default stream. Lower
    /// priorities are more urgent; see [`stream::PRIORITIES`].
    ///
    /// # Errors
    /// What is wrong with the current context.
    pub fn non_blocking(priority: i32) -> Result<Stream, Error> {
        stream::create(stream::NON_BLOCKING, priority).map(Stream)
    }

    /// A stream of a context that need not be current.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    pub fn of(context: &Context) -> Result<Stream, Error> {
        api::green::create_stream(context.id(), stream::NON_BLOCKING, 0).map(Stream)
    }

    /// Waits until its work is done.
    ///
    /// # Errors
    /// `Fault`.
    pub fn synchronize(&self) -> Result<(), Error> {
        stream::synchronize(self.handle())
    }

    /// Whether its work is done.
    ///
    /// # Errors
    /// `Fault`.
    pub fn is_done(&self) -> Result<bool, Error> {
        match stream::query(self.handle()) {
            Ok(()) => Ok(true),
            Err(Error::NotReady) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Later work waits for an event's last record.
    ///
    /// # Errors
    /// `Fault`.
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        stream::wait_event(self.handle(), event.id(), 0)
    }

    /// Calls a function when its earlier work is done. The function must not call the API.
    ///
    /// # Errors
    /// `Fault`.
    pub fn call(&self, function: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        stream::add_callback(self.handle(), function)
    }

    /// As calls of [`api`] take it.
    pub const fn handle(&self) -> StreamRef {
        StreamRef::Id(self.0)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Gone with its context.
        let _ = stream::destroy(self.0);
    }
}
