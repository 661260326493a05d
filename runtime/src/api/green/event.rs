//! Events of all work of an execution context.

use crate::Error;
use crate::api::context;
use crate::exec::Work;
use crate::graph::capture;
use crate::handle::Id;
use crate::object::{ContextObject, EventObject, StreamObject};
use crate::state::process;
use crate::submit::{event, stream};
use crate::sync::Arc;
use device::{Op, StreamId, StreamKind};

/// Records an event after all work that the streams of an execution context hold now.
///
/// # Errors
/// `ContextsDiffer`; `Capture` while a stream of it captures, which is spoilt; what is wrong with the
/// handles.
pub fn record_event(id: Id<ContextObject>, recorded: Id<EventObject>) -> Result<(), Error> {
    let process = process()?;
    let (owner, event) = (process.get(id)?, process.get(recorded)?);
    owner.check()?;
    capture::refuse_in(&owner)?;
    let engine = owner.engine();
    // A stream that lives for this one record waits for all others.
    let front = engine.create_stream(owner.front, StreamKind::NonBlocking, 0, None);
    let front = front.ok_or_else(|| Error::ContextDestroyed { context: id.to_string() })?;
    let mark = view(&owner, front);
    engine.set_queues(front, owner.queues());
    let done = context::last_ops(&owner)?
        .into_iter()
        .try_for_each(|op| engine.submit(front, &Op::Wait(op), Work::Nothing).map(drop))
        .and_then(|()| event::record(&event, &mark));
    engine.destroy_stream(front);
    done
}

/// A stream of the front end that no handle names.
fn view(context: &Arc<ContextObject>, front: StreamId) -> StreamObject {
    StreamObject { id: None, context: Arc::clone(context), front, kind: StreamKind::NonBlocking, priority: 0 }
}

/// Later work of an execution context waits for an event's last record: that of its streams, its default
/// streams, and of streams that are yet to be made.
///
/// # Errors
/// `Capture` while a stream of it captures or if the event was captured, which is spoilt; what is wrong with
/// the handles.
pub fn wait_event(id: Id<ContextObject>, awaited: Id<EventObject>) -> Result<(), Error> {
    let process = process()?;
    let (owner, event) = (process.get(id)?, process.get(awaited)?);
    owner.check()?;
    capture::refuse_in(&owner)?;
    capture::refuse_event(&event)?;
    let Some(record) = event.recorded.lock().clone() else { return Ok(()) };
    let reached = |event: &EventObject| {
        event.recorded.lock().as_ref().is_none_or(|recorded| recorded.mark.time().is_some())
    };
    // What the event stands for later is another matter: this record is kept in an event of its own.
    let kept = Arc::new(event.with_record(record));
    {
        let mut list = owner.awaited.lock();
        list.retain(|event| !reached(event));
        list.push(Arc::clone(&kept));
    }
    let fronts = context::streams_of(&owner)?;
    fronts.into_iter().try_for_each(|front| stream::wait(&view(&owner, front), &kept))
}
