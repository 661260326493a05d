//! Events of all work of an execution context.

use crate::Error;
use crate::graph::capture;
use crate::handle::Id;
use crate::object::{ContextObject, EventObject};
use crate::state::process;
use crate::sync::Arc;

/// Records an event after all work that the streams of an execution context hold now.
///
/// # Errors
/// `ContextsDiffer`; `Capture` while a stream of it captures, which is invalidated; errors of the
/// handles.
pub fn record_event(id: Id<ContextObject>, recorded: Id<EventObject>) -> Result<(), Error> {
    let process = process()?;
    let (owner, event) = (process.get(id)?, process.get(recorded)?);
    owner.check()?;
    capture::refuse_in(&owner)?;
    if event.context.owner() != owner.owner() {
        return Err(Error::ContextsDiffer { what: "the event and the stream" });
    }
    Arc::clone(&owner.backend).record(&*event.backend)
}

/// Later work of an execution context waits for an event's last record: that of its streams, its default
/// streams, and of streams that are yet to be made.
///
/// # Errors
/// `Capture` while a stream of it captures or if the event was captured, which is invalidated; errors of
/// the handles.
pub fn wait_event(id: Id<ContextObject>, awaited: Id<EventObject>) -> Result<(), Error> {
    let process = process()?;
    let (owner, event) = (process.get(id)?, process.get(awaited)?);
    owner.check()?;
    capture::refuse_in(&owner)?;
    capture::refuse_event(&event)?;
    Arc::clone(&owner.backend).wait(&*event.backend)
}
