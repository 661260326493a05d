//! Streams.

use crate::api::{StreamRef, stream};
use crate::handle::Id;
use crate::object::StreamObject;
use crate::{Context, Error, Event, api};

/// Stream, destroyed on drop; its submitted work continues.
#[derive(Debug)]
pub struct Stream(Id<StreamObject>);

impl Stream {
    /// Creates a blocking stream in the current context, which synchronises with the legacy default stream.
    ///
    /// # Errors
    /// Errors of the current context.
    pub fn new() -> Result<Stream, Error> {
        stream::create(0, 0).map(Stream)
    }

    /// Creates a non-blocking stream in the current context. Lower priorities are more urgent; see
    /// [`stream::PRIORITIES`].
    ///
    /// # Errors
    /// Errors of the current context.
    pub fn non_blocking(priority: i32) -> Result<Stream, Error> {
        stream::create(stream::NON_BLOCKING, priority).map(Stream)
    }

    /// Creates a stream in a context that need not be current.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    pub fn of(context: &Context) -> Result<Stream, Error> {
        api::green::create_stream(context.id(), stream::NON_BLOCKING, 0).map(Stream)
    }

    /// Creates a stream of a priority in a context that need not be current.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    pub fn with_priority(context: &Context, priority: i32) -> Result<Stream, Error> {
        api::green::create_stream(context.id(), stream::NON_BLOCKING, priority).map(Stream)
    }

    /// Waits until its work is done.
    ///
    /// # Errors
    /// `Fault`.
    pub fn synchronize(&self) -> Result<(), Error> {
        stream::synchronize(self.handle())
    }

    /// Returns whether its work is complete.
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

    /// Makes later work wait for an event's last record.
    ///
    /// # Errors
    /// `Fault`.
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        stream::wait_event(self.handle(), event.id(), 0)
    }

    /// Calls a function after its earlier work. The function must not call the API.
    ///
    /// # Errors
    /// `Fault`.
    pub fn call(&self, function: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        stream::add_callback(self.handle(), function)
    }

    /// Stream argument for calls of [`api`].
    pub const fn handle(&self) -> StreamRef {
        StreamRef::Id(self.0)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // An error means that it was destroyed with its context.
        let _ = stream::destroy(self.0);
    }
}
