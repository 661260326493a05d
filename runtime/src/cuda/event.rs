//! Events.

use super::context::Context;
use super::failure::NOT_READY;
use crate::Error;
use crate::backend;
use crate::sync::{Arc, AtomicBool, Ordering};
use cuda_driver::Handle;
use hip_sys::hipIpcEventHandle_t;
use std::any::Any;

/// Event of a GPU; destroyed when nothing refers to it any more.
#[derive(Debug)]
pub(super) struct Event {
    context: Arc<Context>,
    /// `CUevent`
    pub(super) handle: Handle,
    recorded: AtomicBool,
    /// Another process records it.
    is_opened: bool,
    /// The driver's event goes back to its context, for the next of this kind.
    is_spare: bool,
}

/// Number of events that a context keeps.
const SPARE: usize = 64;

/// Flags that CUDA has: waiting blocks the thread, no times, other processes.
const FLAGS: u32 = 7;

/// A GPU's own event.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn gpu_event(event: &dyn backend::Event) -> Result<&Event, Error> {
    let event: &dyn Any = event;
    event.downcast_ref().ok_or_else(|| crate::bug::bug!("an event of another kind of device"))
}

impl Event {
    /// Makes an event.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(context: Arc<Context>, flags: u32) -> Result<Event, Error> {
        let mut handle = Handle::default();
        context.call(|driver| driver.cuEventCreate(&mut handle, flags & FLAGS))?;
        Ok(Event { context, handle, recorded: AtomicBool::new(false), is_opened: false, is_spare: false })
    }

    /// Makes an event without timing, of one that was used before if there is one: streams that wait for that
    /// have taken its record.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn spare(context: &Arc<Context>) -> Result<Event, Error> {
        let kept = context.spare_events.lock().pop();
        let mut handle = kept.unwrap_or_default();
        if kept.is_none() {
            context.call(|driver| driver.cuEventCreate(&mut handle, backend::DISABLE_TIMING & FLAGS))?;
        }
        let (context, recorded) = (Arc::clone(context), AtomicBool::new(false));
        Ok(Event { context, handle, recorded, is_opened: false, is_spare: true })
    }

    /// Opens another process's event.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn open(context: Arc<Context>, exported: &[u8; 64]) -> Result<Event, Error> {
        let bytes = hipIpcEventHandle_t { reserved: exported.map(|byte| byte as _) };
        let mut handle = Handle::default();
        context.call(|driver| driver.cuIpcOpenEventHandle(&mut handle, bytes))?;
        Ok(Event { context, handle, recorded: AtomicBool::new(false), is_opened: true, is_spare: false })
    }

    /// Notes that it was recorded.
    pub(super) fn note_record(&self) {
        self.recorded.store(true, Ordering::Release);
    }

    /// Returns whether it may have been recorded.
    pub(super) fn was_recorded(&self) -> bool {
        self.is_opened || self.recorded.load(Ordering::Acquire)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.is_spare {
            let mut spare = self.context.spare_events.lock();
            if spare.len() < SPARE {
                spare.push(self.handle);
                return;
            }
        }
        if !self.context.has_ended() {
            let _ = self.context.call(|driver| driver.cuEventDestroy_v2(self.handle));
        }
    }
}

impl backend::Event for Event {
    fn is_recorded(&self) -> bool {
        self.recorded.load(Ordering::Acquire)
    }

    fn is_reached(&self) -> Result<bool, Error> {
        let driver = self.context.enter()?;
        match driver.cuEventQuery(self.handle) {
            Ok(()) => Ok(true),
            Err(failure) if failure.code == NOT_READY => Ok(false),
            Err(failure) => Err(self.context.failed(failure)),
        }
    }

    fn synchronize(&self) -> Result<(), Error> {
        if !self.was_recorded() {
            return Ok(());
        }
        let wait = || self.context.call(|driver| driver.cuEventSynchronize(self.handle));
        self.context.recorded_wait(wait)
    }

    fn elapsed(&self, end: &dyn backend::Event) -> Result<f32, Error> {
        let end = gpu_event(end)?.handle;
        let mut milliseconds = 0.0;
        let driver = self.context.enter()?;
        match driver.cuEventElapsedTime(&mut milliseconds, self.handle, end) {
            Ok(()) => Ok(milliseconds),
            Err(failure) if failure.code == NOT_READY => Err(Error::NotReady),
            Err(failure) => Err(self.context.failed(failure)),
        }
    }

    fn export(&self) -> Result<[u8; 64], Error> {
        let mut bytes = hipIpcEventHandle_t { reserved: [0; 64] };
        self.context.call(|driver| driver.cuIpcGetEventHandle(&mut bytes, self.handle))?;
        Ok(bytes.reserved.map(|byte| byte as u8))
    }
}
