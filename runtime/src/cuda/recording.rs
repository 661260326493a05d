//! Trace and report of a GPU: operations of streams with the times of events around them, and calls of host
//! threads.
//!
//! The driver's times are read when a thread has waited, and at the end of a context. The first event of a
//! context is recorded while nothing runs: its time on the host is that on the GPU.

use super::context::Context;
use crate::backend::End;
use crate::config::{ReportSetting, config};
use crate::sync::{Arc, Mutex, Ordering, Rank, fixed};
use crate::trace::output;
use crate::types::{AllocationKind, Extent, LaunchShape};
use cuda_driver::{Driver, Failure, Handle};
use device::GridSpec;
use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;
use timeline::chrome::Chrome;
use timeline::measured::{Measured, Report};
use timeline::{Operation, Time, Way};

/// Operations whose times are read at once.
const BATCH: usize = 4096;
/// Time from the event that others are measured from after which a later one takes its place: 0.1 s, from
/// which on the driver's times are coarser than 8 ns.
const AGE: Time = 100_000_000_000;

/// Operation of a stream.
#[derive(Clone, Debug)]
pub(super) enum Recorded {
    /// A launch: the kernel's name and shape.
    Grid(Arc<str>, GridSpec),
    /// A copy or fill.
    Copy(Way, u64),
    /// A host function.
    Host,
}

impl Recorded {
    /// A launch of a kernel.
    pub(super) fn launch(name: &Arc<str>, shape: &LaunchShape) -> Recorded {
        let product = |sides: [u32; 3]| sides.into_iter().map(u64::from).product::<u64>();
        let (blocks, threads) = (product(shape.grid), product(shape.block) as u32);
        let cooperative = shape.cooperative;
        let cluster = shape.cluster.map_or(1, |sides| product(sides) as u32);
        let shared_bytes = shape.shared_bytes;
        let spec = GridSpec { cooperative, cluster, shared_bytes, ..GridSpec::new(blocks, threads) };
        Recorded::Grid(Arc::clone(name), spec)
    }

    /// A copy of a box.
    pub(super) fn copy(context: &Context, to: &End, from: &End, extent: Extent) -> Recorded {
        let device = |end: &End| match end {
            End::Array(_) => Some(context.device.ordinal),
            End::Memory(at, _) => {
                let found = context.device.memory.index.find(at.address())?;
                let is_host = matches!(found.kind, AllocationKind::Pinned(_) | AllocationKind::Registered(_));
                (!is_host).then_some(found.device)
            }
        };
        let way = match (device(to), device(from)) {
            (Some(to), Some(from)) if to != from => Way::Peer,
            (Some(_), Some(_)) => Way::DeviceToDevice,
            (Some(_), None) => Way::HostToDevice,
            (None, _) => Way::DeviceToHost,
        };
        let bytes = extent.width.saturating_mul(extent.height).saturating_mul(extent.depth);
        Recorded::Copy(way, bytes)
    }

    fn operation(&self) -> Operation<'_> {
        match self {
            Recorded::Grid(name, grid) => Operation::Grid { name, grid },
            Recorded::Copy(way, bytes) => Operation::Copy { way: *way, bytes: *bytes },
            Recorded::Host => Operation::Host,
        }
    }
}

/// Operation whose times are not read yet.
struct Pending {
    host: u32,
    call: &'static str,
    called: (Time, Time),
    stream: u32,
    what: Recorded,
    /// Events before and after it.
    around: [Handle; 2],
}

/// Operations of a context.
struct Operations {
    context: u64,
    /// Event that times are measured from, and its time.
    origin: (Handle, Time),
    free: Vec<Handle>,
    pending: Vec<Pending>,
}

struct Sinks {
    contexts: Vec<Operations>,
    trace: Option<Chrome<BufWriter<File>>>,
    report: Option<Report>,
}

/// Trace and report of one GPU.
pub(super) struct Recording {
    ordinal: usize,
    process: u32,
    start: Instant,
    sinks: Mutex<Sinks>,
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recording({})", self.ordinal)
    }
}

/// Number of the calling host thread, in the order in which threads make their first call.
fn host() -> u32 {
    static NEXT: fixed::AtomicU32 = fixed::AtomicU32::new(0);
    thread_local!(static NUMBER: Cell<u32> = const { Cell::new(u32::MAX) });
    if NUMBER.get() == u32::MAX {
        NUMBER.set(NEXT.fetch_add(1, Ordering::Relaxed));
    }
    NUMBER.get()
}

impl Recording {
    /// Starts the recording of a device, if the settings ask for one.
    pub(super) fn from_settings(ordinal: usize, device: &str) -> Option<Recording> {
        let wants_report = config().report != ReportSetting::Off;
        let trace = output::create("HIP_SOFT_TRACE", config().trace.as_deref(), ordinal)
            .map(|file| Chrome::of_measurements(file, device).with_limit(config().trace_size));
        let report = wants_report.then(|| Report::new(device));
        let sinks = Sinks { contexts: Vec::new(), trace, report };
        (sinks.trace.is_some() || sinks.report.is_some()).then(|| Recording {
            ordinal,
            process: std::process::id(),
            start: Instant::now(),
            sinks: Mutex::new(Rank::Timeline, sinks),
        })
    }

    fn now(&self) -> Time {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX).saturating_mul(1000)
    }

    /// Records an operation between two events of its stream.
    pub(super) fn operation<E>(
        &self,
        context: &Context,
        stream: (u64, Handle),
        call: &'static str,
        what: Recorded,
        operation: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let before = self.record(context, stream.1);
        let start = self.now();
        let outcome = operation();
        let called = (start, self.now());
        let after = self.record(context, stream.1);
        if let (Some(before), Some(after), Ok(())) = (before, after, &outcome) {
            let (host, stream, around) = (host(), stream.0 as u32, [before, after]);
            let done = Pending { host, call, called, stream, what, around };
            let is_full = self.sinks.lock().push(context, done);
            if is_full {
                self.settle(context);
            }
        }
        outcome
    }

    /// Records a new event in a stream; none if the driver refuses that.
    fn record(&self, context: &Context, stream: Handle) -> Option<Handle> {
        let event = self.event(context).ok()?;
        context.call(|driver| driver.cuEventRecord(event, stream)).ok()?;
        Some(event)
    }

    /// Returns an event of a context.
    fn event(&self, context: &Context) -> Result<Handle, crate::Error> {
        let root = context.root();
        let known = {
            let mut sinks = self.sinks.lock();
            let operations = sinks.of(root);
            operations.map(|operations| operations.free.pop())
        };
        if let Some(Some(event)) = known {
            return Ok(event);
        }
        let make = |driver: &Driver| {
            let mut event = Handle::default();
            driver.cuEventCreate(&mut event, 0).map(|()| event)
        };
        if known.is_none() {
            let origin = root.call(|driver| {
                let event = make(driver)?;
                driver.cuCtxSynchronize()?;
                driver.cuEventRecord(event, Handle::LEGACY_STREAM)?;
                driver.cuEventSynchronize(event).map(|()| event)
            })?;
            let origin = (origin, self.now());
            let (context, free, pending) = (root.serial(), Vec::new(), Vec::new());
            self.sinks.lock().contexts.push(Operations { context, origin, free, pending });
        }
        root.call(make)
    }

    /// Makes a call that waits, and reads the times of what has ended.
    pub(super) fn wait<E>(&self, context: &Context, wait: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        let start = self.now();
        let outcome = wait();
        let called = (start, self.now());
        self.sinks.lock().host_call(host(), "synchronize", called);
        self.settle(context);
        outcome
    }

    /// Reads the times of a context's operations that have ended.
    pub(super) fn settle(&self, context: &Context) {
        let Ok(driver) = context.root().enter() else { return };
        let mut sinks = self.sinks.lock();
        let Some(place) = sinks.place(context.root()) else { return };
        let mut pending = std::mem::take(&mut sinks.contexts[place].pending);
        pending.retain(|done| {
            if driver.cuEventQuery(done.around[1]).is_err() {
                return true;
            }
            let operations = &mut sinks.contexts[place];
            let ran = operations.times(driver, done.around).ok();
            sinks.measured(done, ran);
            false
        });
        sinks.contexts[place].pending.extend(pending);
    }

    /// Reads the times of a context that ends; its events go with it.
    pub(super) fn end(&self, context: &Context) {
        self.settle(context);
        let mut sinks = self.sinks.lock();
        if let Some(place) = sinks.place(context.root()) {
            let operations = sinks.contexts.remove(place);
            operations.pending.iter().for_each(|done| sinks.measured(done, None));
        }
    }

    /// Writes trace and report, when the process ends.
    pub(super) fn finish(&self, contexts: &[Arc<Context>]) {
        if self.process != std::process::id() {
            return;
        }
        contexts.iter().for_each(|context| self.end(context));
        let (trace, report) = {
            let mut sinks = self.sinks.lock();
            (sinks.trace.take(), sinks.report.take())
        };
        if let Some(trace) = trace {
            let is_cut = trace.is_cut();
            output::trace_ended(is_cut, trace.finish().map(drop));
        }
        if let Some(report) = report {
            output::report(self.ordinal, || report.lines(), || report.json());
        }
    }
}

impl Operations {
    /// Start and end of what is between two events.
    fn times(&mut self, driver: &Driver, around: [Handle; 2]) -> Result<(Time, Time), Failure> {
        let (origin, at) = self.origin;
        let time = |event| {
            let mut milliseconds = 0.0;
            driver.cuEventElapsedTime(&mut milliseconds, origin, event)?;
            Ok(at.saturating_add_signed((f64::from(milliseconds) * 1e9) as i64))
        };
        let (start, end) = (time(around[0])?, time(around[1])?);
        self.free.push(around[0]);
        match end > at + AGE {
            true => {
                self.origin = (around[1], end);
                self.free.push(origin);
            }
            false => self.free.push(around[1]),
        }
        Ok((start, end))
    }
}

impl Sinks {
    fn place(&self, root: &Context) -> Option<usize> {
        self.contexts.iter().position(|operations| operations.context == root.serial())
    }

    fn of(&mut self, root: &Context) -> Option<&mut Operations> {
        let place = self.place(root)?;
        self.contexts.get_mut(place)
    }

    /// Adds an operation. Returns whether it is time to read the times of all.
    fn push(&mut self, context: &Context, done: Pending) -> bool {
        let Some(operations) = self.of(context.root()) else { return false };
        operations.pending.push(done);
        operations.pending.len().is_multiple_of(BATCH)
    }

    fn measured(&mut self, done: &Pending, ran: Option<(Time, Time)>) {
        let Pending { host, call, called, stream, .. } = *done;
        let done = Measured { host, call, called, stream, operation: done.what.operation(), ran };
        if let Some(trace) = &mut self.trace {
            trace.measured(&done);
        }
        if let Some(report) = &mut self.report {
            report.measured(&done);
        }
    }

    fn host_call(&mut self, host: u32, what: &'static str, called: (Time, Time)) {
        if let Some(trace) = &mut self.trace {
            trace.host_call(host, what, called);
        }
        if let Some(report) = &mut self.report {
            report.host_call(what, called);
        }
    }
}
