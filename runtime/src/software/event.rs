//! Events: what they were recorded behind, and when that was reached.

use super::context::Context;
use super::device::Device;
use super::share::SharedEvent;
use crate::Error;
use crate::backend;
use crate::config::{Clock, config};
use crate::exec::observer::Waited;
use crate::exec::{Health, Mark};
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use device::OpId;
use std::any::Any;
use std::time::{Duration, Instant};

/// Interval at which a wait looks at an event that other processes share.
const LOOK_AFTER: Duration = Duration::from_micros(50);

/// Event of the software device.
#[derive(Debug)]
pub(crate) struct Event {
    pub(super) context: Arc<Context>,
    pub(super) timing: bool,
    pub(super) recorded: Mutex<Option<Record>>,
    /// Words that other processes see, if they may.
    pub(super) shared: OnceLock<SharedEvent>,
}

/// Record of an event.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) op: OpId,
    /// When it was reached; none for a stream's [tail](backend::Stream::tail), which takes no time.
    pub(super) mark: Option<Arc<Mark>>,
    /// Device of the stream that it was recorded in.
    pub(super) device: &'static Device,
    pub(super) health: Arc<Health>,
}

impl Record {
    /// Time at which it was reached; none before.
    pub(super) fn time(&self) -> Option<Instant> {
        self.mark.as_ref()?.time()
    }

    /// Picoseconds on the device's virtual timeline, if there is one.
    fn virtual_time(&self) -> Option<u64> {
        self.device.engine.virtual_time(self.op, self.mark.as_ref()?)
    }
}

impl Event {
    /// Makes an event that was recorded, or was not.
    pub(super) fn new(context: Arc<Context>, timing: bool, record: Option<Record>) -> Event {
        let recorded = Mutex::new(Rank::Leaf, record);
        Event { context, timing, recorded, shared: OnceLock::new() }
    }

    /// Returns the last record.
    pub(super) fn last(&self) -> Option<Record> {
        self.recorded.lock().clone()
    }
}

/// The software device's own event.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn software_event(event: &dyn backend::Event) -> Result<&Event, Error> {
    let event: &dyn Any = event;
    event.downcast_ref().ok_or_else(|| crate::bug::bug!("an event of another kind of device"))
}

impl backend::Event for Event {
    fn is_recorded(&self) -> bool {
        self.recorded.lock().is_some()
    }

    fn is_reached(&self) -> Result<bool, Error> {
        let last = self.last();
        if let Some(shared) = self.shared.get() {
            return Ok(shared.has(shared.records.load()));
        }
        let Some(last) = last else { return Ok(true) };
        last.health.check()?;
        Ok(match last.mark {
            Some(mark) => mark.time().is_some(),
            None => last.device.engine.with(|front| front.is_done(last.op)),
        })
    }

    fn synchronize(&self) -> Result<(), Error> {
        if let Some(shared) = self.shared.get() {
            // Another process may have recorded it, which reports nothing to this one.
            let records = shared.records.load();
            while !shared.has(records) {
                self.context.usable()?;
                std::thread::sleep(LOOK_AFTER);
            }
        }
        let Some(last) = self.last() else { return Ok(()) };
        let engine = &last.device.engine;
        engine.wait(&[last.op])?;
        engine.waits_for(Waited::Op(last.op));
        self.context.settle()
    }

    fn elapsed(&self, end: &dyn backend::Event) -> Result<f32, Error> {
        let time = |event: &Event| match event.last() {
            Some(last) => last.health.check().map(|()| last.time().map(|time| (time, last))),
            None => Ok(None),
        };
        let (Some((start, first)), Some((end, second))) = (time(self)?, time(software_event(end)?)?) else {
            return Err(Error::NotReady);
        };
        if config().clock == Clock::Virtual
            && let (Some(first), Some(second)) = (first.virtual_time(), second.virtual_time())
        {
            let picoseconds = i128::from(second) - i128::from(first);
            return Ok((picoseconds as f64 / 1e9) as f32);
        }
        // An end before the start gives a negative time, as on hardware.
        let seconds = match end.checked_duration_since(start) {
            Some(after) => after.as_secs_f64(),
            None => -start.duration_since(end).as_secs_f64(),
        };
        Ok((seconds * 1e3) as f32)
    }

    fn export(&self) -> Result<[u8; 64], Error> {
        self.share()
    }
}
