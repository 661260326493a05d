//! Events (HIP: "Event Management").

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::config::{Clock, config};
use crate::exec::observer::Waited;
use crate::graph::{Operation, capture};
use crate::handle::Id;
use crate::object::{EventObject, Recorded};
use crate::state::{process, usable};
use crate::submit;
use crate::sync::{Arc, Mutex, OnceLock, Rank};

/// Waiting for the event yields the processor (`hipEventBlockingSync`).
pub const BLOCKING_SYNC: u32 = 1;
pub use crate::submit::event::DISABLE_TIMING;
/// Other processes may use the event.
pub const INTERPROCESS: u32 = 4;
/// AMD's flags about fences, which mean nothing on memory that is coherent: accepted.
const FENCES: u32 = 0xe000_0000;

/// Of those, that later work of the device sees what came before, and that the host does: one or the other.
const RELEASES: u32 = 0xc000_0000;

/// How often a wait looks at an event that other processes share.
const LOOK_AFTER: std::time::Duration = std::time::Duration::from_micros(50);

/// Makes an event in the current context.
///
/// # Errors
/// `BadFlags`; what is wrong with the current context.
pub fn create(flags: u32) -> Result<Id<EventObject>, Error> {
    let known = BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS | FENCES;
    let shared_with_times = flags & (INTERPROCESS | DISABLE_TIMING) == INTERPROCESS;
    if flags & !known != 0 || shared_with_times || flags & RELEASES == RELEASES {
        return Err(Error::BadFlags { what: "an event", got: flags.into() });
    }
    let context = usable()?;
    let event = process()?.insert(|id| EventObject {
        id,
        context,
        flags,
        recorded: Mutex::new(Rank::Leaf, None),
        shared: OnceLock::new(),
    });
    Ok(event.id)
}

/// Destroys an event; what waits for its last record goes on waiting.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn destroy(id: Id<EventObject>) -> Result<(), Error> {
    process()?.remove(id).map(drop)
}

/// Records an event in a stream of its own context.
///
/// # Errors
/// `ContextsDiffer`; what is wrong with the handles.
pub fn record(id: Id<EventObject>, stream: StreamRef) -> Result<(), Error> {
    record_with_flags(id, stream, 0)
}

/// As [`record`]; with [`stream::EXTERNAL`] a capture has a node for it.
///
/// # Errors
/// As [`record`]; `BadFlags`.
pub fn record_with_flags(id: Id<EventObject>, stream: StreamRef, flags: u32) -> Result<(), Error> {
    if flags > stream::EXTERNAL {
        return Err(Error::BadFlags { what: "a record", got: flags.into() });
    }
    let event = process()?.get(id)?;
    let stream = stream::resolve(stream)?;
    let captured = match flags {
        stream::EXTERNAL => capture::take(&stream, || Ok(Operation::Record(Arc::clone(&event))))?,
        _ => capture::record(&event, &stream)?,
    };
    if captured { Ok(()) } else { submit::event::record(&event, &stream) }
}

/// Whether an event's last record was reached; one never recorded counts as reached.
///
/// # Errors
/// `NotReady`; `Fault`; what is wrong with the handle.
pub fn query(id: Id<EventObject>) -> Result<(), Error> {
    let event = process()?.get(id)?;
    capture::ask(&event, true)?;
    capture::unsafe_call()?;
    let recorded = event.recorded.lock().clone();
    if let Some(shared) = event.shared.get() {
        return if shared.has(shared.records.load()) { Ok(()) } else { Err(Error::NotReady) };
    }
    let Some(recorded) = recorded else { return Ok(()) };
    recorded.health.check()?;
    if recorded.mark.time().is_some() { Ok(()) } else { Err(Error::NotReady) }
}

/// Waits until an event's last record is reached.
///
/// # Errors
/// `Fault`; what is wrong with the handle.
pub fn synchronize(id: Id<EventObject>) -> Result<(), Error> {
    let process = process()?;
    let event = process.get(id)?;
    capture::ask(&event, true)?;
    capture::unsafe_call()?;
    if let Some(shared) = event.shared.get() {
        // Another process may have recorded it: nobody here is told when that is reached.
        let records = shared.records.load();
        while !shared.has(records) {
            event.context.check()?;
            std::thread::sleep(LOOK_AFTER);
        }
    }
    let recorded = event.recorded.lock().clone();
    let Some(recorded) = recorded else { return Ok(()) };
    let engine = &process.device(recorded.device as i64)?.engine;
    engine.wait(&[recorded.op])?;
    engine.waits_for(Waited::Op(recorded.op));
    event.context.settle()
}

/// Milliseconds between two events' records.
///
/// # Errors
/// `NeverRecorded`, `NoTiming`, `NotReady`, `Fault`; what is wrong with the handles.
pub fn elapsed(start: Id<EventObject>, end: Id<EventObject>) -> Result<f32, Error> {
    let time = |id: Id<EventObject>| {
        let event = process()?.get(id)?;
        if event.flags & DISABLE_TIMING != 0 {
            return Err(Error::NoTiming { event: id.to_string() });
        }
        capture::ask(&event, false)?;
        let recorded = event.recorded.lock().clone();
        let recorded = recorded.ok_or_else(|| Error::NeverRecorded { event: id.to_string() })?;
        recorded.health.check()?;
        Ok(recorded.mark.time().map(|time| (time, recorded)))
    };
    let (Some((start, first)), Some((end, second))) = (time(start)?, time(end)?) else {
        return Err(Error::NotReady);
    };
    if config().clock == Clock::Virtual {
        let process = process()?;
        let on_timeline = |recorded: &Recorded| -> Result<Option<u64>, Error> {
            Ok(process.device(recorded.device as i64)?.engine.virtual_time(recorded.op, &recorded.mark))
        };
        if let (Some(first), Some(second)) = (on_timeline(&first)?, on_timeline(&second)?) {
            let picoseconds = i128::from(second) - i128::from(first);
            return Ok((picoseconds as f64 / 1e9) as f32);
        }
    }
    // An end before the start gives a negative time, as on hardware.
    let seconds = match end.checked_duration_since(start) {
        Some(after) => after.as_secs_f64(),
        None => -start.duration_since(end).as_secs_f64(),
    };
    Ok((seconds * 1e3) as f32)
}
