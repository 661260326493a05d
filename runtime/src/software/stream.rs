//! Streams of the software device.

use super::array::memory_of;
use super::context::Context;
use super::event::{self, Event, Record};
use super::{copies, kernels, launch, pool, words, work};
use crate::Error;
use crate::backend::{
    self, Conditional, DeviceExec, DeviceGraph, DeviceWork, End, HostCondition, HostFunction,
};
use crate::device_runtime::{self, Origin};
use crate::exec::engine::Engine;
use crate::exec::observer::Waited;
use crate::exec::{self, Mark, Work};
use crate::memory::copy::Copy;
use crate::sync::{Arc, Ordering, fixed};
use crate::types::{Direction, Extent, LaunchShape, Location, MemOp, Pattern, Pitch, Pointer};
use device::{Op, OpId, SmSet, StreamId, StreamKind};
use std::any::Any;

/// Stream of the software device.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(super) context: Arc<Context>,
    /// Stream of the front end.
    pub(super) front: StreamId,
    number: u64,
    /// Priority that it was made with.
    priority: i32,
}

/// The software device's own stream.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn software_stream(stream: &dyn backend::Stream) -> Result<&Stream, Error> {
    let stream: &dyn Any = stream;
    stream.downcast_ref().ok_or_else(|| crate::bug::bug!("a stream of another kind of device"))
}

impl Stream {
    /// A stream that the front end has already.
    pub(super) fn of_front(context: Arc<Context>, front: StreamId, priority: i32) -> Stream {
        static NUMBERS: fixed::AtomicU64 = fixed::AtomicU64::new(1);
        Stream { context, front, number: NUMBERS.fetch_add(1, Ordering::Relaxed), priority }
    }

    /// Makes a stream, which uses its context's channels and waits for what its context waits for.
    pub(super) fn new(
        context: Arc<Context>,
        kind: StreamKind,
        priority: i32,
        sms: Option<SmSet>,
    ) -> Result<Stream, Error> {
        let sms = sms.or_else(|| context.sms().map(|resource| resource.sms.clone()));
        let front = context.engine().create_stream(context.front, kind, priority, sms);
        let front = front.ok_or_else(|| context.destroyed())?;
        let queues = context.queues();
        if queues != 0 {
            context.engine().set_queues(front, queues);
        }
        context.streams.lock().push(front);
        let awaited = context.awaited.lock().clone();
        let stream = Stream::of_front(context, front, priority);
        awaited.iter().try_for_each(|event| stream.wait_for(event))?;
        Ok(stream)
    }

    fn plan(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<Copy, Error> {
        Copy::plan_box(self.context.memory(), memory_of(to)?, memory_of(from)?, extent, direction)
    }

    pub(super) fn engine(&self) -> &'static Engine {
        self.context.engine()
    }

    /// Submits an operation.
    pub(super) fn submit(&self, op: &Op, work: Work) -> Result<OpId, Error> {
        self.engine().submit(self.front, op, work)
    }

    /// Has later work wait for a condition.
    pub(super) fn hold_until(&self, condition: exec::Condition) -> Result<(), Error> {
        self.submit(&Op::Host, Work::Until(self.context.front, condition)).map(drop)
    }

    pub(super) fn wait_for(&self, event: &Event) -> Result<(), Error> {
        if let Some(shared) = event.shared.get() {
            let (records, reached) = (shared.records.load(), Arc::clone(&shared.reached));
            return self.hold_until(Box::new(move || reached.load() >= records));
        }
        let Some(Record { op, mark, device, .. }) = event.last() else { return Ok(()) };
        if device.ordinal == self.context.device.ordinal {
            return self.submit(&Op::Wait(op), Work::Nothing).map(drop);
        }
        // Devices do not know each other's operations: the condition is that the record was reached.
        let mark = mark.ok_or_else(|| crate::bug::bug!("a stream waits for another device's tail"))?;
        self.hold_until(Box::new(move || mark.time().is_some()))
    }

    pub(super) fn record_event(&self, event: &Event) -> Result<(), Error> {
        let mark = Arc::new(Mark::default());
        let op = self.submit(&Op::Record { timing: event.timing }, Work::Mark(Arc::clone(&mark)))?;
        if let Some(shared) = event.shared.get() {
            let (number, reached) = (shared.records.count(), Arc::clone(&shared.reached));
            self.submit(&Op::Copy, Work::Copy(Box::new(move || reached.raise(number))))?;
        }
        *event.recorded.lock() = Some(self.record_at(op, Some(mark)));
        Ok(())
    }

    fn record_at(&self, op: OpId, mark: Option<Arc<Mark>>) -> Record {
        Record { op, mark, device: self.context.device, health: Arc::clone(&self.context.health) }
    }
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
        launch::launch(kernels::software_kernel(kernel)?, shape, parameters, self)
    }

    fn copy(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        let plan = self.plan(to, from, extent, direction)?;
        if plan.writes_host() {
            return copies::carry_out(self, plan);
        }
        copies::submit(self, plan.stage())
    }

    fn copy_node(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        copies::submit(self, self.plan(to, from, extent, direction)?)
    }

    fn copy_and_wait(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        copies::carry_out(self, self.plan(to, from, extent, direction)?)
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error> {
        copies::write(self, to, bytes)
    }

    fn read(&self, bytes: &mut [u8], from: u64) -> Result<(), Error> {
        copies::read(self, bytes, from)
    }

    fn fill(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error> {
        copies::fill(self, to, pattern, values)
    }

    fn fill_node(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error> {
        copies::fill_anywhere(self, to, pattern, values)
    }

    fn prefetch(&self, range: (u64, u64), to: Location, discard: bool) -> Result<(), Error> {
        copies::prefetch(self, range, to, discard)
    }

    fn discard(&self, range: (u64, u64)) -> Result<(), Error> {
        copies::discard(self, range)
    }

    fn attach(&self, address: u64, flags: u32) -> Result<(), Error> {
        copies::attach(self, address, flags)
    }

    fn call(&self, function: HostFunction) -> Result<(), Error> {
        self.submit(&Op::Host, Work::Host(function)).map(drop)
    }

    fn work(&self, name: &Arc<str>, work: DeviceWork) -> Result<(), Error> {
        work::submit(self, name, work)
    }

    fn wait_until(&self, _name: &Arc<str>, condition: HostCondition) -> Result<(), Error> {
        self.context.health.check()?;
        self.hold_until(Box::new(move || condition()))
    }

    fn words(&self, operations: &[MemOp]) -> Result<(), Error> {
        words::submit(self, operations)
    }

    fn assign(&self, values: Vec<(Arc<backend::Condition>, u32)>) -> Result<(), Error> {
        let assign = move || values.iter().for_each(|(condition, value)| condition.set(*value));
        self.submit(&Op::Host, Work::Copy(Box::new(assign))).map(drop)
    }

    fn branch(&self, node: Arc<Conditional>) -> Result<(), Error> {
        self.context.health.check()?;
        let fork =
            device_runtime::conditional(node, &self.context, Origin::Stream(self.front), launch::prepare);
        self.submit(&Op::Copy, Work::Fork(fork)).map(drop)
    }

    fn graph(&self, graph: Arc<DeviceGraph>, known: Option<Arc<DeviceExec>>) -> Result<(), Error> {
        self.context.health.check()?;
        let origin = Origin::Stream(self.front);
        let fork = device_runtime::whole_graph((graph, known), &self.context, origin, launch::prepare);
        self.submit(&Op::Copy, Work::Fork(fork)).map(drop)
    }

    fn free(&self, address: u64, pool: Option<&dyn backend::Pool>) -> Result<(), Error> {
        pool::free(self, address, pool)
    }

    fn record(&self, event: &dyn backend::Event) -> Result<(), Error> {
        self.record_event(event::software_event(event)?)
    }

    fn wait(&self, event: &dyn backend::Event) -> Result<(), Error> {
        self.wait_for(event::software_event(event)?)
    }

    fn tail(&self) -> Option<Arc<dyn backend::Event>> {
        let record = self.record_at(self.engine().last_of(self.front)?, None);
        Some(Arc::new(Event::new(Arc::clone(&self.context), false, Some(record))))
    }

    fn is_idle(&self) -> bool {
        self.engine().substitute();
        self.engine().with(|front| front.pending_of(self.front).is_empty())
    }

    fn synchronize(&self) -> Result<(), Error> {
        let engine = self.engine();
        let pending = engine.with(|front| front.pending_of(self.front));
        engine.wait(&pending)?;
        engine.waits_for(Waited::Stream(self.front));
        self.context.settle()
    }

    fn priority(&self) -> i32 {
        self.engine().with(|front| front.priority(self.front)).unwrap_or(self.priority)
    }

    fn set_priority(&self, priority: i32) {
        self.engine().with(|front| front.set_priority(self.front, priority));
    }

    fn destroy(&self) {
        self.context.streams.lock().retain(|&stream| stream != self.front);
        self.context.memory().detach(self.context.device.ordinal, self.front);
        self.engine().destroy_stream(self.front);
    }
}
