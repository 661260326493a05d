//! Contexts: the driver's, whether it is usable, and which one a thread has entered.

use super::device::Device;
use super::failure;
use super::partitions::Green;
use super::words::Masked;
use crate::Error;
use crate::backend::{Described, NewContext, Owner};
use crate::sync::{Arc, AtomicBool, AtomicU32, Mutex, OnceLock, Ordering, Rank, fixed};
use crate::trace::{self, Failure as Overlooked};
use cuda_driver::{Driver, Failure, Handle};
use std::any::Any;
use std::cell::Cell;

/// Context of a GPU.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) device: &'static Device,
    /// Word of the context that owns memory: a green context's is its primary context's.
    pub(super) owner: u64,
    /// Text of the handle, for messages.
    name: String,
    /// `CUcontext`
    pub(super) handle: Handle,
    is_primary: bool,
    /// The part of the device that a green context has.
    pub(super) green: Option<Green>,
    /// Unlike any other context's, also of those that are gone.
    serial: u64,
    /// The error that has made it unusable; 0 for none.
    poison: AtomicU32,
    ended: AtomicBool,
    /// Kernel of waits with a mask, once one was made.
    masked_wait: OnceLock<Handle>,
    /// Events without timing that nothing refers to any more: making one costs more than recording it.
    pub(super) spare_events: Mutex<Vec<Handle>>,
}

/// `CU_GREEN_CTX_DEFAULT_STREAM`
const DEFAULT_STREAM: u32 = 1;

thread_local! {
    /// Serial number of the context that is current in the driver on this thread; 0 for none of ours.
    static CURRENT: Cell<u64> = const { Cell::new(0) };
    /// The thread runs a function of the host for a stream.
    static IN_HOST_FUNCTION: Cell<bool> = const { Cell::new(false) };
}

/// Makes a call of the driver in a device's primary context, for a device without a context of ours.
///
/// # Errors
/// The driver's.
pub(super) fn in_primary<T>(
    device: &Device,
    call: impl FnOnce(&'static Driver) -> Result<T, Failure>,
) -> Result<T, Error> {
    let (driver, mut handle) = (device.driver, Handle::default());
    driver.cuDevicePrimaryCtxRetain(&mut handle, device.number)?;
    CURRENT.set(0);
    let outcome = driver.cuCtxSetCurrent(handle).and_then(|()| call(driver));
    driver.cuDevicePrimaryCtxRelease_v2(device.number)?;
    Ok(outcome?)
}

/// Returns whether the thread runs a function of the host for a stream.
pub(super) fn in_host_function() -> bool {
    IN_HOST_FUNCTION.get()
}

/// Runs a function of the host for a stream.
pub(super) fn as_host_function(function: impl FnOnce()) {
    IN_HOST_FUNCTION.set(true);
    function();
    IN_HOST_FUNCTION.set(false);
}

impl Context {
    /// Makes a context, or takes the device's primary one.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(device: &'static Device, owner: Owner, new: NewContext) -> Result<Arc<Context>, Error> {
        let driver = device.driver;
        let mut handle = Handle::default();
        if new.is_primary {
            // Flags of a context that another library keeps alive stay.
            let _ = driver.cuDevicePrimaryCtxSetFlags_v2(device.number, new.flags);
            driver.cuDevicePrimaryCtxRetain(&mut handle, device.number)?;
        } else {
            driver.cuCtxCreate_v2(&mut handle, new.flags, device.number)?;
        }
        let context = Context::with_handle(device, owner, handle, new.is_primary, None);
        // The driver has made a new one current.
        CURRENT.set(if new.is_primary { 0 } else { context.serial });
        device.memory.know_context(&context);
        Ok(context)
    }

    /// Makes a green context in this one.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn make_green(
        self: Arc<Self>,
        owner: Owner,
        described: &Described,
    ) -> Result<Arc<Context>, Error> {
        let (device, mut green, mut handle) = (self.device, Handle::default(), Handle::default());
        let descriptor = Handle(described.word);
        self.call(|driver| {
            driver.cuGreenCtxCreate(&mut green, descriptor, device.number, DEFAULT_STREAM)?;
            driver.cuCtxFromGreenCtx(&mut handle, green)
        })?;
        let owner = Owner { word: self.owner, name: owner.name };
        let green = Green { handle: green, primary: self, sms: described.sms.sms.len() };
        Ok(Context::with_handle(device, owner, handle, false, Some(green)))
    }

    fn with_handle(
        device: &'static Device,
        owner: Owner,
        handle: Handle,
        is_primary: bool,
        green: Option<Green>,
    ) -> Arc<Context> {
        static SERIALS: fixed::AtomicU64 = fixed::AtomicU64::new(1);
        Arc::new(Context {
            device,
            owner: owner.word,
            name: owner.name,
            handle,
            is_primary,
            green,
            serial: SERIALS.fetch_add(1, Ordering::Relaxed),
            poison: AtomicU32::new(0),
            ended: AtomicBool::new(false),
            masked_wait: OnceLock::new(),
            spare_events: Mutex::new(Rank::Leaf, Vec::new()),
        })
    }

    /// Returns the context that has modules, events and memory: itself, or a green context's primary.
    pub(super) fn whole(self: &Arc<Self>) -> &Arc<Context> {
        self.green.as_ref().map_or(self, |green| &green.primary)
    }

    /// Returns the context that has its events: itself, or a green context's primary.
    pub(super) fn root(&self) -> &Context {
        self.green.as_ref().map_or(self, |green| &green.primary)
    }

    /// Returns a number unlike any other context's.
    pub(super) fn serial(&self) -> u64 {
        self.serial
    }

    /// Returns the kernel of waits with a mask.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn masked_wait(&self) -> Result<Handle, Error> {
        if let Some(&kernel) = self.masked_wait.get() {
            return Ok(kernel);
        }
        // Of two threads one loads it in vain.
        let kernel = self.call(Masked::kernel)?;
        Ok(*self.masked_wait.get_or_init(|| kernel))
    }

    /// Returns the number of its SMs.
    pub(super) fn sm_count(&self) -> u32 {
        self.green.as_ref().map_or(self.device.spec.sms, |green| green.sms)
    }

    /// Makes it current in the driver on this thread.
    ///
    /// # Errors
    /// `ContextDestroyed`; the driver's.
    #[inline]
    pub(super) fn enter(&self) -> Result<&'static Driver, Error> {
        let driver = self.device.driver;
        if self.has_ended() {
            return Err(self.destroyed());
        }
        // A thread that is going away has lost its state: it enters each time.
        if !self.is_current() {
            driver.cuCtxSetCurrent(self.handle)?;
            let _ = CURRENT.try_with(|current| current.set(self.serial));
        }
        Ok(driver)
    }

    /// Returns whether it is known to be the driver's current one on this thread.
    pub(super) fn is_current(&self) -> bool {
        CURRENT.try_with(Cell::get) == Ok(self.serial)
    }

    /// Calls a function that may make another context current, with the driver's number of the device.
    ///
    /// # Errors
    /// As [`Context::enter`].
    pub(super) fn lend(&self, function: &mut dyn FnMut(i32)) -> Result<(), Error> {
        self.enter()?;
        crate::sync::holds_nothing();
        function(self.device.number);
        let _ = CURRENT.try_with(|current| current.set(0));
        Ok(())
    }

    /// Makes a call of the driver in it.
    ///
    /// # Errors
    /// `ContextDestroyed`; the driver's.
    #[inline]
    pub(super) fn call<T>(
        &self,
        call: impl FnOnce(&'static Driver) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        let driver = self.enter()?;
        call(driver).map_err(|failure| self.failed(failure))
    }

    /// Returns the error of a failed call, and notes one that makes the context unusable.
    #[cold]
    pub(super) fn failed(&self, failure: Failure) -> Error {
        let error = Error::from(failure);
        if failure::poisons(failure.code) {
            let first = self.poison.compare_exchange(0, failure.code, Ordering::AcqRel, Ordering::Acquire);
            if first.is_ok() {
                trace::report(
                    Overlooked::Fault,
                    format_args!("a kernel on device {}: {error}", self.device.ordinal),
                );
            }
        }
        error
    }

    /// Fails if a kernel has made it unusable.
    ///
    /// # Errors
    /// `Driver`.
    #[inline]
    pub(super) fn healthy(&self) -> Result<(), Error> {
        let poison = |context: &Context| context.poison.load(Ordering::Acquire);
        let whole = self.green.as_ref().map_or(0, |green| poison(&green.primary));
        match poison(self).max(whole) {
            0 => Ok(()),
            code => Err(Failure { call: "an earlier call", code }.into()),
        }
    }

    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
            || self.green.as_ref().is_some_and(|green| green.primary.has_ended())
    }

    fn destroyed(&self) -> Error {
        Error::ContextDestroyed { context: self.name.clone() }
    }

    /// Waits for its work.
    ///
    /// # Errors
    /// `WaitsInHostFunction`; the driver's.
    pub(super) fn wait(&self) -> Result<(), Error> {
        self.recorded_wait(|| self.call(Driver::cuCtxSynchronize))
    }

    /// Makes a call that waits.
    ///
    /// # Errors
    /// `WaitsInHostFunction`; those of the call.
    pub(super) fn recorded_wait(&self, wait: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        if in_host_function() {
            return Err(Error::WaitsInHostFunction);
        }
        crate::sync::holds_nothing();
        match &self.device.recording {
            None => wait(),
            Some(recording) => recording.wait(self, wait),
        }
    }

    /// Ends it: no call enters it any more.
    pub(super) fn finish(&self) {
        self.device.memory.wait_for_frees();
        if let Some(recording) = &self.device.recording
            && self.green.is_none()
        {
            recording.end(self);
        }
        // A primary context may live on.
        let spare = std::mem::take(&mut *self.spare_events.lock());
        for event in spare {
            let _ = self.call(|driver| driver.cuEventDestroy_v2(event));
        }
        if self.ended.swap(true, Ordering::AcqRel) {
            return;
        }
        let driver = self.device.driver;
        if self.green.is_none() {
            self.device.memory.forget_owner(self.owner);
        }
        // A context that a kernel has made unusable reports that once more.
        let _ = match &self.green {
            Some(green) => driver.cuGreenCtxDestroy(green.handle),
            None if self.is_primary => driver.cuDevicePrimaryCtxRelease_v2(self.device.number),
            None => driver.cuCtxDestroy_v2(self.handle),
        };
        let _ = CURRENT.try_with(|current| current.set(0));
    }
}

/// Stream of the driver in its context.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) context: Arc<Context>,
    /// `CUstream`
    pub(super) handle: Handle,
}

impl Queue {
    /// Makes a call of the driver in its context, with its handle.
    ///
    /// # Errors
    /// As [`Context::call`].
    #[inline]
    pub(super) fn call<T>(
        &self,
        call: impl FnOnce(&'static Driver, Handle) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        self.context.call(|driver| call(driver, self.handle))
    }

    /// Waits for its work.
    ///
    /// # Errors
    /// `WaitsInHostFunction`; the driver's.
    pub(super) fn wait(&self) -> Result<(), Error> {
        self.context.recorded_wait(|| self.call(Driver::cuStreamSynchronize))
    }
}

/// A GPU's own context.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn gpu_context(context: &dyn crate::backend::Context) -> Result<&Context, Error> {
    let context: &dyn Any = context;
    context.downcast_ref().ok_or_else(|| crate::bug::bug!("a context of another kind of device"))
}
