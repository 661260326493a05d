//! Events (HIP: "Event Management").

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::graph::{Operation, capture};
use crate::handle::Id;
use crate::object::EventObject;
use crate::state::{process, usable};
use crate::sync::Arc;

/// Waiting for the event yields the processor (`hipEventBlockingSync`).
pub const BLOCKING_SYNC: u32 = 1;
pub use crate::backend::DISABLE_TIMING;
/// Other processes may use the event.
pub const INTERPROCESS: u32 = 4;
/// AMD's flags about fences, which mean nothing on memory that is coherent: accepted.
const FENCES: u32 = 0xe000_0000;

/// Mutually exclusive ones of these: release to the device, release to the system.
const RELEASES: u32 = 0xc000_0000;

/// Creates an event in the current context.
///
/// # Errors
/// `BadFlags`; errors of the current context.
pub fn create(flags: u32) -> Result<Id<EventObject>, Error> {
    let known = BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS | FENCES;
    let shared_with_times = flags & (INTERPROCESS | DISABLE_TIMING) == INTERPROCESS;
    if flags & !known != 0 || shared_with_times || flags & RELEASES == RELEASES {
        return Err(Error::BadFlags { what: "an event", got: flags.into() });
    }
    let context = usable()?;
    let backend = Arc::clone(&context.backend).event(flags)?;
    Ok(process()?.insert(|id| EventObject { id, context, flags, opened: false, backend }).id)
}

/// Destroys an event; waits for its last record are unaffected.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn destroy(id: Id<EventObject>) -> Result<(), Error> {
    process()?.remove(id).map(drop)
}

/// Records an event in a stream of its own context.
///
/// # Errors
/// `ContextsDiffer`; errors of the handles.
pub fn record(id: Id<EventObject>, stream: StreamRef) -> Result<(), Error> {
    record_with_flags(id, stream, 0)
}

/// Records an event; with [`stream::EXTERNAL`] a capture gets a node for the record.
///
/// # Errors
/// Those of [`record`]; `BadFlags`.
pub fn record_with_flags(id: Id<EventObject>, stream: StreamRef, flags: u32) -> Result<(), Error> {
    if flags > stream::EXTERNAL {
        return Err(Error::BadFlags { what: "a record", got: flags.into() });
    }
    let (event, stream) = stream::resolve_with(id, stream)?;
    let captured = match flags {
        stream::EXTERNAL => capture::take(&stream, || Ok(Operation::Record(Arc::clone(&event))))?,
        _ => capture::record(&event, &stream)?,
    };
    if captured { Ok(()) } else { stream.record(&event) }
}

/// Succeeds if an event's last record was reached, or it was never recorded.
///
/// # Errors
/// `NotReady`; `Fault`; errors of the handle.
pub fn query(id: Id<EventObject>) -> Result<(), Error> {
    let event = process()?.get(id)?;
    capture::ask(&event, true)?;
    capture::unsafe_call()?;
    if event.backend.is_reached()? { Ok(()) } else { Err(Error::NotReady) }
}

/// Waits until an event's last record is reached.
///
/// # Errors
/// `Fault`; errors of the handle.
pub fn synchronize(id: Id<EventObject>) -> Result<(), Error> {
    let event = process()?.get(id)?;
    capture::ask(&event, true)?;
    capture::unsafe_call()?;
    event.backend.synchronize()
}

/// Milliseconds between two events' records.
///
/// # Errors
/// `NeverRecorded`, `NoTiming`, `NotReady`, `Fault`; errors of the handles.
pub fn elapsed(start: Id<EventObject>, end: Id<EventObject>) -> Result<f32, Error> {
    let recorded = |id: Id<EventObject>| {
        let event = process()?.get(id)?;
        if event.flags & DISABLE_TIMING != 0 {
            return Err(Error::NoTiming { event: id.to_string() });
        }
        capture::ask(&event, false)?;
        match event.backend.is_recorded() {
            true => Ok(event),
            false => Err(Error::NeverRecorded { event: id.to_string() }),
        }
    };
    let (start, end) = (recorded(start)?, recorded(end)?);
    start.backend.elapsed(&*end.backend)
}
