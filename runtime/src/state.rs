//! The process's devices, tables and memory, and what each thread has current.
//!
//! A thread has a stack of contexts, as the CUDA driver API has it. With nothing on it, the primary context
//! of the thread's device is current and is made at its first use, as HIP has it.

use crate::Error;
use crate::Status;
use crate::backend::{self, Owner};
use crate::choice::{Backend, Chosen, choose};
use crate::config::{Config, config};
use crate::cuda;
use crate::exit;
use crate::handle::Id;
pub(crate) use crate::object::process::Process;
use crate::object::{
    ArrayObject, ContextKind, ContextObject, DeviceObject, EventObject, FunctionObject, MipmapObject,
    ModuleObject, StreamObject,
};
use crate::software;
use crate::sync::{Arc, AtomicBool, AtomicU32, Mutex, OnceLock, Ordering, Rank, fixed};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Starts the process as the settings want it.
fn start(config: &Config) -> Result<&'static Process, Error> {
    exit::at_fork();
    let (memory, devices) = match choose(config)? {
        Chosen::Software => {
            let (memory, devices) = software::start(config)?;
            (memory as &dyn backend::Memory, devices)
        }
        Chosen::Cuda(driver) => {
            let started = cuda::start(config, *driver)?;
            IS_CUDA.store(true, Ordering::Release);
            started
        }
    };
    exit::at_exit(exit::Part::Devices, finish);
    Ok(Process::new(memory, |process| {
        let numbered = devices.into_iter().enumerate();
        numbered.map(|(ordinal, device)| DeviceObject::new(process, ordinal, device)).collect()
    }))
}

impl Process {
    /// Makes a context on a device.
    ///
    /// # Errors
    /// Those of the device; `ContextDestroyed` for a green context whose primary context ended meanwhile.
    pub(crate) fn make_context(
        &self,
        device: &'static DeviceObject,
        kind: ContextKind,
        flags: u32,
    ) -> Result<Arc<ContextObject>, Error> {
        static NUMBERS: fixed::AtomicU64 = fixed::AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (named, textures) = match &kind {
            ContextKind::Green { primary, .. } => (false, Arc::clone(&primary.textures)),
            _ => (true, Arc::new(Mutex::new(Rank::Leaf, BTreeMap::new()))),
        };
        self.objects.try_insert(|id| {
            let backend = backend_of(device, &kind, flags, Owner { word: id.word(), name: id.to_string() })?;
            Ok(ContextObject {
                id,
                device: device.ordinal,
                on: device,
                kind,
                number,
                flags: AtomicU32::new(flags),
                default_stream: Arc::clone(&backend).default_stream(),
                backend,
                destroyed: AtomicBool::new(false),
                attached: AtomicU32::new(0),
                named: AtomicBool::new(named),
                streams: Mutex::new(Rank::Object, BTreeSet::new()),
                extras: Mutex::new(Rank::Object, BTreeMap::new()),
                textures,
            })
        })
    }

    /// Ends a context: stops what runs in it, frees its memory, makes the handles of what was in it stale.
    pub(crate) fn end_context(&self, context: &Arc<ContextObject>) {
        if context.destroyed.swap(true, Ordering::AcqRel) {
            return;
        }
        let green = context.is_green();
        context.backend.stop();
        // The objects go after the lock: some free memory when they go.
        let gone = self.objects.with(|tables| {
            let _ = tables.table::<ContextObject>().remove(context.id);
            let mut gone: Vec<Arc<dyn std::any::Any + Send + Sync>> = Vec::new();
            macro_rules! take {
                ($ty:ty, $is:expr) => {
                    gone.extend(tables.take_all::<$ty>($is).into_iter().map(|object| object as _))
                };
            }
            if !green {
                take!(StreamObject, |s| s.context.id == context.id);
                take!(EventObject, |e| e.context.id == context.id);
                take!(FunctionObject, |f| f.context.id == context.id);
                take!(ModuleObject, |m| m.context.id == context.id);
                take!(ArrayObject, |a| a.context == context.id.word());
                take!(MipmapObject, |m| m.context == context.id.word());
            }
            gone
        });
        drop(gone);
        context.backend.end();
    }
}

/// Makes the device's own part of a context.
fn backend_of(
    device: &'static DeviceObject,
    kind: &ContextKind,
    flags: u32,
    owner: Owner,
) -> Result<Arc<dyn backend::Context>, Error> {
    match kind {
        ContextKind::Green { described, queues, primary } => {
            Arc::clone(&primary.backend).green(owner, described, queues.set)
        }
        _ => {
            let is_primary = matches!(kind, ContextKind::Primary);
            device.backend.context(owner, backend::NewContext { is_primary, flags })
        }
    }
}

/// The process runs on GPUs.
static IS_CUDA: fixed::AtomicBool = fixed::AtomicBool::new(false);

/// Returns the kind of device that the process runs on, which it starts with.
///
/// # Errors
/// Those of the start.
pub fn backend() -> Result<Backend, Error> {
    process()?;
    Ok(if IS_CUDA.load(Ordering::Acquire) { Backend::Cuda } else { Backend::Software })
}

static PROCESS: OnceLock<Result<&'static Process, Error>> = OnceLock::new();

/// Reports work that is in flight when the process ends, which never completes.
fn report_dropped(process: &Process) {
    let streams: usize = process.devices().iter().map(|device| device.backend.streams_with_work()).sum();
    let what = match streams {
        0 => return,
        1 => "a stream".to_owned(),
        _ => format!("{streams} streams"),
    };
    let line = format_args!("the process ended before the work of {what}, which is dropped");
    crate::trace::report(crate::trace::Failure::Dropped, line);
}

/// The end of the process: timelines and the account of managed memory say what they have to say.
fn finish() -> Option<i32> {
    if let Some(Ok(process)) = PROCESS.get() {
        report_dropped(process);
        process.devices().iter().for_each(|device| device.backend.finish());
        process.memory.finish();
    }
    None
}

/// The process's root, made at the first call.
///
/// # Errors
/// The system refuses the address range, or the device that is asked for is unknown. `Forked` in a copy of a
/// process that has one: its device memory is the parent's, and its threads are not there.
#[inline(always)]
pub(crate) fn process() -> Result<&'static Process, Error> {
    if exit::is_forked() {
        return Err(Error::Forked);
    }
    PROCESS.get_or_init(|| start(config())).clone()
}

/// State of a thread: its current contexts, default streams and last errors.
pub(crate) struct Thread {
    /// Ordinal of the device that an empty stack stands for.
    pub(crate) device: usize,
    pub(crate) stack: Vec<Id<ContextObject>>,
    /// `true` since a call used the primary context while the stack was empty: it is then current.
    pub(crate) is_implicit: bool,
    /// The thread's own default stream, by context.
    pub(crate) own_streams: BTreeMap<Id<ContextObject>, Arc<StreamObject>>,
    /// The last error of the thread's calls.
    pub(crate) last_error: Option<Status>,
    /// The one before it.
    pub(crate) error_before: Option<Status>,
}

impl Thread {
    /// A thread that has made no call yet.
    const NEW: Thread = Thread {
        device: 0,
        stack: Vec::new(),
        is_implicit: false,
        own_streams: BTreeMap::new(),
        last_error: None,
        error_before: None,
    };
}

/// Uses the calling thread's state.
#[inline]
pub(crate) fn thread<R>(use_it: impl FnOnce(&mut Thread) -> R) -> R {
    // Known when the program is linked: a question reads it where it lies.
    thread_local!(static THREAD: RefCell<Thread> = const { RefCell::new(Thread::NEW) });
    // A thread that is going away has lost its state: it sees a fresh one.
    let mut use_it = Some(use_it);
    let result = THREAD.try_with(|thread| use_it.take().map(|f| f(&mut thread.borrow_mut())));
    match (result, use_it) {
        (Ok(Some(result)), _) => result,
        (_, Some(use_it)) => use_it(&mut { Thread::NEW }),
        // `try_with` either runs the closure, which yields a result, or leaves it.
        (_, None) => unreachable!("the closure ran and left no result"),
    }
}

/// The context that is current on the calling thread, sound or not.
///
/// # Errors
/// `ContextDestroyed` if it is gone; what keeps the primary context from being made.
pub(crate) fn current() -> Result<Arc<ContextObject>, Error> {
    let process = process()?;
    let (device, top) = thread(|t| (t.device, t.stack.last().copied()));
    match top {
        Some(id) => process.get(id),
        None => {
            let context = primary(process.device(device as i64)?, true)?;
            thread(|t| t.is_implicit = true);
            Ok(context)
        }
    }
}

/// The context that is current, fit for use.
///
/// # Errors
/// As [`current`], and `Fault` if a kernel spoilt it.
pub(crate) fn usable() -> Result<Arc<ContextObject>, Error> {
    let context = current()?;
    context.check()?;
    Ok(context)
}

/// A device's primary context, made if there is none.
///
/// # Errors
/// None but those of the process's start.
pub(crate) fn primary(device: &'static DeviceObject, implicit: bool) -> Result<Arc<ContextObject>, Error> {
    let mut primary = device.primary.lock();
    primary.implicit |= implicit;
    if let Some(context) = &primary.context {
        return Ok(Arc::clone(context));
    }
    let context = process()?.make_context(device, ContextKind::Primary, primary.flags)?;
    primary.context = Some(Arc::clone(&context));
    Ok(context)
}
