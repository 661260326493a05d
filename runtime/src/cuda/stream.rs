//! Streams.

use super::context::{Context, Queue, as_host_function};
use super::event::{Event, gpu_event};
use super::failure::NOT_READY;
use super::recording::Recorded;
use super::words::{self, Step};
use super::{copies, kernel, managed};
use crate::Error;
use crate::backend::{self, DeviceWork, End, HostCondition, HostFunction};
use crate::config::config;
use crate::sync::{Arc, Ordering, fixed};
use crate::types::{Direction, Extent, LaunchShape, Location, MemOp, Pattern, Pitch, Pointer};
use cuda_driver::Handle;
use device::StreamKind;
use std::any::Any;
use timeline::Way;

/// Stream of a GPU; destroyed when nothing refers to it any more.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) queue: Queue,
    number: u64,
    priority: i32,
}

/// A GPU's own stream.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn gpu_stream(stream: &dyn backend::Stream) -> Result<&Stream, Error> {
    let stream: &dyn Any = stream;
    stream.downcast_ref().ok_or_else(|| crate::bug::bug!("a stream of another kind of device"))
}

/// `CU_STREAM_NON_BLOCKING`
const NON_BLOCKING: u32 = 1;

impl Stream {
    fn with_handle(context: Arc<Context>, handle: Handle, priority: i32) -> Stream {
        static NUMBERS: fixed::AtomicU64 = fixed::AtomicU64::new(1);
        Stream { queue: Queue { context, handle }, number: NUMBERS.fetch_add(1, Ordering::Relaxed), priority }
    }

    /// A context's legacy default stream.
    pub(super) fn legacy(context: Arc<Context>) -> Stream {
        Stream::with_handle(context, Handle::LEGACY_STREAM, 0)
    }

    /// Makes a stream.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(context: Arc<Context>, kind: StreamKind, priority: i32) -> Result<Stream, Error> {
        let flags = if kind == StreamKind::NonBlocking { NON_BLOCKING } else { 0 };
        let mut handle = Handle::default();
        context.call(|driver| match &context.green {
            Some(green) => driver.cuGreenCtxStreamCreate(&mut handle, green.handle, NON_BLOCKING, priority),
            None => driver.cuStreamCreateWithPriority(&mut handle, flags, priority),
        })?;
        Ok(Stream::with_handle(context, handle, priority))
    }
}

impl Stream {
    /// Makes an operation, and records it if the settings ask for that.
    #[inline]
    fn operation(
        &self,
        call: &'static str,
        what: impl FnOnce() -> Recorded,
        operation: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let context = &self.queue.context;
        match &context.device.recording {
            None => operation(),
            Some(recording) => {
                recording.operation(context, (self.number, self.queue.handle), call, what(), operation)
            }
        }
    }

    fn recorded_copy(
        &self,
        (to, from, extent): (&End, &End, Extent),
        copy: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.operation("copy", || Recorded::copy(&self.queue.context, to, from, extent), copy)
    }

    fn recorded_fill(
        &self,
        pattern: Pattern,
        values: Extent,
        fill: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let bytes = || {
            pattern
                .size()
                .saturating_mul(values.width.saturating_mul(values.height).saturating_mul(values.depth))
        };
        self.operation("fill", || Recorded::Copy(Way::Fill, bytes()), fill)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.queue.handle == Handle::LEGACY_STREAM {
            return;
        }
        // The driver destroys those of a context with it, and keeps what they hold until it is done; those of
        // a green context stay.
        let whole = self.queue.context.whole();
        if !whole.has_ended() {
            let _ = whole.call(|driver| driver.cuStreamDestroy_v2(self.queue.handle));
        }
    }
}

/// Refuses what a library of ours would do: it computes on the host, which does not reach a GPU's memory.
fn refuse_work(name: &str) -> Result<(), Error> {
    crate::trace::complain(&format!("{name}: not available on a GPU; use NVIDIA's library"));
    Err(Error::Unsupported { what: "work of a library on a GPU's memory" })
}

impl backend::Stream for Stream {
    fn number(&self) -> u64 {
        self.number
    }

    fn launch(
        &self,
        kernel: &dyn backend::Kernel,
        shape: LaunchShape,
        parameters: &[u8],
    ) -> Result<(), Error> {
        let kernel = kernel::gpu_kernel(kernel)?;
        let launch = || kernel.launch(&shape, parameters, &self.queue);
        self.operation("launch", || Recorded::launch(kernel.readable(), &shape), launch)?;
        if config().launch_blocking {
            return self.queue.wait();
        }
        Ok(())
    }

    fn copy(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        let copy = || copies::copy(&self.queue, to, from, extent, direction);
        self.recorded_copy((to, from, extent), copy)
    }

    fn copy_node(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        let copy = || copies::copy_when_reached(&self.queue, to, from, extent, direction);
        self.recorded_copy((to, from, extent), copy)
    }

    fn copy_and_wait(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        backend::Stream::copy(self, to, from, extent, direction)?;
        self.queue.wait()
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error> {
        let what = || Recorded::Copy(Way::HostToDevice, bytes.len() as u64);
        self.operation("copy", what, || copies::write(&self.queue, to, bytes))
    }

    fn read(&self, bytes: &mut [u8], from: u64) -> Result<(), Error> {
        let size = bytes.len() as u64;
        let what = || Recorded::Copy(Way::DeviceToHost, size);
        self.operation("copy", what, || copies::read(&self.queue, bytes, from))
    }

    fn fill(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error> {
        self.recorded_fill(pattern, values, || copies::fill(&self.queue, to, pattern, values))
    }

    fn fill_node(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error> {
        self.recorded_fill(pattern, values, || copies::fill(&self.queue, to, pattern, values))
    }

    fn prefetch(&self, range: (u64, u64), to: Location, discard: bool) -> Result<(), Error> {
        let numbers = self.queue.context.device.memory.numbers();
        managed::prefetch(&self.queue, numbers, range, to, discard)
    }

    fn discard(&self, range: (u64, u64)) -> Result<(), Error> {
        self.queue.call(|driver, on| driver.discard(range, None, on))
    }

    fn attach(&self, address: u64, flags: u32) -> Result<(), Error> {
        self.queue.call(|driver, on| driver.cuStreamAttachMemAsync(on, address, 0, flags))
    }

    fn call(&self, function: HostFunction) -> Result<(), Error> {
        let function = Box::new(move || as_host_function(function));
        let call = || self.queue.call(|driver, on| driver.call_host(on, function));
        self.operation("host function", || Recorded::Host, call)
    }

    fn call_or_drop(&self, function: HostFunction) -> Result<(), Error> {
        let function = Box::new(move || as_host_function(function));
        let call = || self.queue.call(|driver, on| driver.call_or_drop(on, function));
        self.operation("host function", || Recorded::Host, call)
    }

    fn work(&self, name: &Arc<str>, _work: DeviceWork) -> Result<(), Error> {
        refuse_work(name)
    }

    fn wait_until(&self, name: &Arc<str>, _condition: HostCondition) -> Result<(), Error> {
        refuse_work(name)
    }

    fn words(&self, operations: &[MemOp]) -> Result<(), Error> {
        for step in words::steps(operations)? {
            match step {
                Step::Plain(mut list) => {
                    self.queue.call(|driver, on| driver.memory_operations(on, &mut list))?;
                }
                Step::Masked(wait) => {
                    let kernel = self.queue.context.whole().masked_wait()?;
                    self.queue.call(|driver, on| wait.launch(driver, kernel, on))?;
                }
            }
        }
        Ok(())
    }

    fn assign(&self, _values: Vec<(Arc<backend::Condition>, u32)>) -> Result<(), Error> {
        Err(super::contexts::no_conditions())
    }

    fn graph(
        &self,
        _graph: Arc<backend::DeviceGraph>,
        _known: Option<Arc<backend::DeviceExec>>,
    ) -> Result<(), Error> {
        Err(Error::Unsupported { what: "launches of graphs by kernels on a GPU" })
    }

    fn branch(&self, _node: Arc<backend::Conditional>) -> Result<(), Error> {
        Err(super::contexts::no_conditions())
    }

    fn free(&self, address: u64, _pool: Option<&dyn backend::Pool>) -> Result<(), Error> {
        self.queue.context.device.memory.free_in(&self.queue, address)
    }

    fn record(&self, event: &dyn backend::Event) -> Result<(), Error> {
        let event = gpu_event(event)?;
        self.queue.call(|driver, on| driver.cuEventRecord(event.handle, on))?;
        event.note_record();
        Ok(())
    }

    fn wait(&self, event: &dyn backend::Event) -> Result<(), Error> {
        let event = gpu_event(event)?;
        if !event.was_recorded() {
            return Ok(());
        }
        self.queue.call(|driver, on| driver.cuStreamWaitEvent(on, event.handle, 0))
    }

    fn tail(&self) -> Option<Arc<dyn backend::Event>> {
        let event = Event::spare(self.queue.context.whole())
            .and_then(|event| backend::Stream::record(self, &event).map(|()| event));
        match event {
            Ok(event) => Some(Arc::new(event)),
            // Without an event, only a wait knows the end. Nothing runs in a context that fails here, too.
            Err(_) => {
                let _ = self.queue.wait();
                None
            }
        }
    }

    fn is_idle(&self) -> bool {
        let Ok(driver) = self.queue.context.enter() else { return true };
        match driver.cuStreamQuery(self.queue.handle) {
            Ok(()) => true,
            Err(failure) if failure.code == NOT_READY => false,
            // Nothing of a stream whose context is unusable is left to be done.
            Err(failure) => {
                self.queue.context.failed(failure);
                true
            }
        }
    }

    fn synchronize(&self) -> Result<(), Error> {
        self.queue.wait()
    }

    fn priority(&self) -> i32 {
        let mut priority = self.priority;
        let _ = self.queue.call(|driver, on| driver.cuStreamGetPriority(on, &mut priority));
        priority
    }

    fn set_priority(&self, priority: i32) {
        let value = hip_sys::hipLaunchAttributeValue { priority };
        let attribute = hip_sys::hipLaunchAttributeID::hipLaunchAttributePriority.0;
        let _ = self.queue.call(|driver, on| driver.cuStreamSetAttribute(on, attribute, &value));
    }

    fn destroy(&self) {
        // The driver's goes with the last reference: an event or a graph may still refer to it.
    }

    fn driver_handle(&self) -> Result<usize, Error> {
        Ok(self.queue.handle.0)
    }
}
