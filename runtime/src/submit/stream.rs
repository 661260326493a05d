//! Streams: their making, and waits for events.

use crate::Error;
use crate::exec::{Condition, Work};
use crate::handle::Id;
use crate::object::{ContextObject, EventObject, StreamObject};
use crate::sync::Arc;
use device::{Op, StreamKind};

/// Makes a stream in a context.
///
/// # Errors
/// `ContextDestroyed`.
pub(crate) fn make(
    context: Arc<ContextObject>,
    kind: StreamKind,
    priority: i32,
    id: Option<Id<StreamObject>>,
) -> Result<StreamObject, Error> {
    let sms = context.sms().map(|resource| resource.sms.clone());
    let engine = context.engine();
    let front = engine.create_stream(context.front, kind, priority, sms);
    let front = front.ok_or_else(|| Error::ContextDestroyed { context: context.id.to_string() })?;
    let stream = StreamObject { id, context, front, kind, priority };
    begin(&stream)?;
    Ok(stream)
}

/// Later work of a stream waits for an event's last record; an event never recorded holds nothing up.
///
/// # Errors
/// What is wrong with the stream.
pub(crate) fn wait(stream: &StreamObject, event: &EventObject) -> Result<(), Error> {
    if let Some(shared) = event.shared.get() {
        let engine = stream.context.engine();
        let (records, reached) = (shared.records.load(), Arc::clone(&shared.reached));
        let condition = Box::new(move || reached.load() >= records);
        engine.submit(stream.front, &Op::Host, Work::Until(stream.context.front, condition))?;
        return Ok(());
    }
    let recorded = event.recorded.lock().clone();
    let Some(recorded) = recorded else { return Ok(()) };
    let device = stream.context.on;
    if recorded.device == device.ordinal {
        device.engine.submit(stream.front, &Op::Wait(recorded.op), Work::Nothing)?;
        return Ok(());
    }
    // Devices do not know each other's operations: it is looked at whether the record was reached.
    let reached: Condition = Box::new(move || recorded.mark.time().is_some());
    device.engine.submit(stream.front, &Op::Host, Work::Until(stream.context.front, reached))?;
    Ok(())
}

/// A stream was made: it uses its context's queues, and waits for what its context waits for.
///
/// # Errors
/// None but those of the process's start, unless the context is gone.
pub(crate) fn begin(stream: &StreamObject) -> Result<(), Error> {
    let queues = stream.context.queues();
    if queues != 0 {
        stream.context.engine().set_queues(stream.front, queues);
    }
    let awaited = stream.context.awaited.lock().clone();
    awaited.iter().try_for_each(|event| wait(stream, event))
}
