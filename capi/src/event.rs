//! Events (HIP: "Event Management").

use crate::entry::{Out, entry_points};
use crate::types::{Event, Stream};
use runtime::api::{StreamRef, event};

entry_points! {
    /// Creates an event that records times.
    fn hipEventCreate(out: Out<Event>) {
        let out = out.wanted("event")?;
        out.set(Event::of(event::create(0)?));
    }
    /// Makes an event.
    fn hipEventCreateWithFlags(out: Out<Event>, flags: u32) {
        let out = out.wanted("event")?;
        out.set(Event::of(event::create(flags)?));
    }
    /// Destroys an event.
    fn hipEventDestroy(event: Event) { event::destroy(event.id()?)?; }
    /// Records an event in a stream.
    fn hipEventRecord(event: Event, stream: Stream) {
        event::record(event.id()?, StreamRef::from_word(stream.word())?)?;
    }
    /// Records an event in a stream; `flags` only matters while a graph is captured.
    fn hipEventRecordWithFlags(event: Event, stream: Stream, flags: u32) {
        event::record_with_flags(event.id()?, StreamRef::from_word(stream.word())?, flags)?;
    }
    /// Returns whether an event has completed.
    fn hipEventQuery(event: Event) { event::query(event.id()?)?; }
    /// Waits for an event.
    fn hipEventSynchronize(event: Event) { event::synchronize(event.id()?)?; }
    /// Milliseconds between two events.
    fn hipEventElapsedTime(out: Out<f32>, start: Event, stop: Event) {
        let out = out.wanted("ms")?;
        out.set(event::elapsed(start.id()?, stop.id()?)?);
    }
}
