//! Context of the software device: its part of the front end, and what its kernels and streams share.

use super::desk::Desk;
use super::device::Device;
use super::event::Event;
use super::limits::Limits;
use crate::Error;
use crate::backend::Owner;
use crate::config::config;
use crate::exec::engine::Engine;
use crate::exec::{self, Health};
use crate::fault::KernelFault;
use crate::memory::Memory;
use crate::sync::{Arc, AtomicBool, Mutex, Ordering, Rank};
use crate::trace;
use crate::types::SmResource;
use device::{ContextId, StreamId, StreamKind};
use ptx::exec::{Fault, FaultKind};

/// Context of the software device.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) device: &'static Device,
    /// Word of the context that owns memory: a green context's is its primary context's.
    pub(crate) owner: u64,
    /// Text of the handle, for messages.
    pub(super) name: String,
    /// Context of the front end. Green contexts share their primary context's.
    pub(crate) front: ContextId,
    pub(super) default_stream: StreamId,
    /// Shared with green contexts, as are the desk and the limits.
    pub(crate) health: Arc<Health>,
    pub(crate) desk: Arc<Desk>,
    pub(super) limits: Arc<Limits>,
    /// The part of the device that a green context has.
    pub(super) green: Option<Green>,
    pub(super) ended: AtomicBool,
    /// Streams that were made in it and not destroyed, the default stream first.
    pub(super) streams: Mutex<Vec<StreamId>>,
    /// Records that streams which are yet to be made wait for, too.
    pub(super) awaited: Mutex<Vec<Arc<Event>>>,
}

/// Part of a device that a green context has.
#[derive(Debug)]
pub(super) struct Green {
    pub(super) sms: SmResource,
    /// Set of channels that its streams use.
    pub(super) queues: u32,
    pub(super) primary: Arc<Context>,
}

impl Context {
    /// Makes a context of all of a device.
    pub(crate) fn new(device: &'static Device, owner: Owner) -> Arc<Context> {
        let channels = device::Config {
            binding: config().binding,
            copy_channels: config().copy_connections.unwrap_or(config().connections),
            ..device::Config::scaled(config().connections, config().queue_quarters)
        };
        let (front, stream) = device.engine.create_context(&channels);
        let default_stream = stream.expect("the context was made just before");
        Arc::new(Context {
            device,
            owner: owner.word,
            name: owner.name,
            front,
            default_stream,
            health: Arc::default(),
            desk: Arc::default(),
            limits: Arc::default(),
            green: None,
            ended: AtomicBool::new(false),
            streams: Mutex::new(Rank::Object, vec![default_stream]),
            awaited: Mutex::new(Rank::Object, Vec::new()),
        })
    }

    /// Makes a green context in this one.
    pub(super) fn make_green(self: Arc<Self>, owner: Owner, sms: SmResource, queues: u32) -> Arc<Context> {
        let engine = self.engine();
        // Its default stream never waits for the primary context's.
        let stream = engine.create_stream(self.front, StreamKind::NonBlocking, 0, Some(sms.sms.clone()));
        stream.into_iter().for_each(|stream| engine.set_queues(stream, queues));
        let default_stream = stream.unwrap_or(self.default_stream);
        Arc::new(Context {
            device: self.device,
            owner: self.owner,
            name: owner.name,
            front: self.front,
            default_stream,
            health: Arc::clone(&self.health),
            desk: Arc::clone(&self.desk),
            limits: Arc::clone(&self.limits),
            green: Some(Green { sms, queues, primary: self }),
            ended: AtomicBool::new(false),
            streams: Mutex::new(Rank::Object, vec![default_stream]),
            awaited: Mutex::new(Rank::Object, Vec::new()),
        })
    }

    /// Ends the context with a fault of work that is no kernel, and stops all of its other work.
    pub(crate) fn poison(&self, name: &str, kind: FaultKind) {
        let memory = match kind {
            FaultKind::IllegalAddress { address, .. } => Some(exec::nearby(self.memory(), address)),
            _ => None,
        };
        let fault =
            Fault { kind, kernel: name.to_owned(), line: 0, block: [0; 3], thread: None, candidates: 1 };
        let fault = KernelFault { fault, memory };
        let text = fault.to_string();
        if self.health.poison(fault) {
            trace::log(trace::Level::Error, format_args!("{text}"));
            trace::report(trace::Failure::Fault, format_args!("{text}"));
            self.engine().cancel(self.front);
        }
    }

    /// Returns the device's engine.
    pub(crate) fn engine(&self) -> &'static Engine {
        &self.device.engine
    }

    /// Returns all memory of the process.
    pub(crate) fn memory(&self) -> &'static Memory {
        self.device.memory
    }

    /// Returns the SMs that its kernels may use; none if these are all.
    pub(crate) fn sms(&self) -> Option<&SmResource> {
        self.green.as_ref().map(|green| &green.sms)
    }

    /// Returns the set of channels that its streams use.
    pub(super) fn queues(&self) -> u32 {
        self.green.as_ref().map_or(0, |green| green.queues)
    }

    /// Error of a call on the context after its end.
    pub(super) fn destroyed(&self) -> Error {
        Error::ContextDestroyed { context: self.name.clone() }
    }

    /// Fails if the context has ended or is poisoned.
    ///
    /// # Errors
    /// `ContextDestroyed`, `Fault`.
    pub(super) fn usable(&self) -> Result<(), Error> {
        let primary_ended = || self.green.as_ref().is_some_and(|green| green.primary.has_ended());
        if self.has_ended() || primary_ended() {
            return Err(self.destroyed());
        }
        self.health.check()
    }

    /// Writes what kernels have printed, after a wait for work. Fails if the work did not get to its end.
    /// A green context that has ended counts as its primary context.
    ///
    /// # Errors
    /// `ContextDestroyed`, `Fault`.
    pub(super) fn settle(&self) -> Result<(), Error> {
        self.desk.write();
        let whole = self.green.as_ref().map_or(self, |green| &green.primary);
        if whole.has_ended() {
            return Err(whole.destroyed());
        }
        self.health.check()
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }
}
