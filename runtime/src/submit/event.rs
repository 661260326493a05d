//! Records of events.

use crate::Error;
use crate::exec::{Mark, Work};
use crate::object::{EventObject, Recorded, StreamObject};
use crate::sync::Arc;
use device::Op;

/// The event takes no times.
pub const DISABLE_TIMING: u32 = 2;

/// Records an event in a stream of its own context.
///
/// # Errors
/// `ContextsDiffer`; what is wrong with the stream.
pub(crate) fn record(event: &EventObject, stream: &StreamObject) -> Result<(), Error> {
    if event.context.owner() != stream.context.owner() {
        return Err(Error::ContextsDiffer { what: "the event and the stream" });
    }
    let device = stream.context.on;
    let mark = Arc::new(Mark::default());
    let op = Op::Record { timing: event.flags & DISABLE_TIMING == 0 };
    let op = device.engine.submit(stream.front, &op, Work::Mark(Arc::clone(&mark)))?;
    if let Some(shared) = event.shared.get() {
        let (number, reached) = (shared.records.count(), Arc::clone(&shared.reached));
        let raise = Box::new(move || reached.raise(number));
        device.engine.submit(stream.front, &Op::Copy, Work::Copy(raise))?;
    }
    let health = Arc::clone(&stream.context.health);
    *event.recorded.lock() = Some(Recorded { op, mark, device: device.ordinal, health });
    Ok(())
}
