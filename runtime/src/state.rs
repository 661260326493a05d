//! The process's devices, tables and memory, and what each thread has current.
//!
//! A thread has a stack of contexts, as the CUDA driver API has it. With nothing on it, the primary context
//! of the thread's device is current and is made at its first use, as HIP has it.

use crate::Error;
use crate::Status;
use crate::check::checker;
use crate::config::{Config, MemorySetting, config};
use crate::exec::Health;
use crate::exec::engine::Engine;
use crate::exec::spin_wait;
use crate::exec::timeline;
use crate::exit;
use crate::handle::Id;
use crate::memory::machine::Machine;
use crate::memory::observer::{Observer, Observers};
use crate::memory::unified::Settings;
use crate::memory::{Memory, Room};
use crate::object::device_object::Primary;
pub(crate) use crate::object::process::Process;
use crate::object::{
    ArrayObject, ContextKind, ContextObject, DeviceObject, EventObject, FunctionObject, MipmapObject,
    ModuleObject, StreamObject,
};
use crate::sync::{Arc, AtomicBool, AtomicU32, AtomicU64, Mutex, OnceLock, Ordering, Rank, fixed};
use crate::trace::{Level, log};
use device::residence::Habits;
use device::{Device as FrontEnd, Spec, StreamKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Starts the process as the settings want it.
fn start(config: &Config) -> Result<&'static Process, Error> {
    exit::at_fork();
    let mut spec = Spec::named(&config.device).ok_or(Error::NoDevice)?;
    // Programs see devices in the order of the list, which ends at one that there is not.
    let physical: Vec<u32> = match &config.visible {
        Some(list) => list.iter().copied().take_while(|&n| n < config.devices).collect(),
        None => (0..config.devices).collect(),
    };
    let window = jit::Window::reserve_for(physical.len() as u32)
        .map_err(|e| Error::System { what: "no address range for device memory", kind: e.kind() })?;
    let window = Arc::new(window);
    let (room, machine) = memory_for(config.memory, spec.memory_bytes, physical.len() as u64, &window);
    spec.memory_bytes = room.total;
    let specs: Vec<Spec> = physical.iter().map(|_| spec.clone()).collect();
    let rooms: Vec<Room> = specs.iter().map(|_| room).collect();
    let managed = Settings {
        concurrent: spec.managed.concurrent,
        pageable: spec.managed.pageable,
        coherent: spec.managed.from_host,
        account: config.managed.report,
        kernels: config.managed.kernels,
        host: config.managed.host,
        drawn: config.trace.is_some(),
        habits: Habits { pin_after: config.managed.pin_after, grow: config.managed.grow },
    };
    // What kernels touch stays as long as the threads that run them, which nobody ends.
    let memory: &'static Memory =
        Box::leak(Box::new(Memory::new(Arc::clone(&window), &rooms, machine, managed, observers(config))));
    let device = |process, (ordinal, spec): (usize, Spec)| DeviceObject {
        process,
        ordinal,
        physical: physical[ordinal],
        engine: Engine::new(
            ordinal,
            FrontEnd::placing(spec.clone(), config.placement),
            timeline::observer(ordinal, &spec),
            Arc::clone(&window),
            Some(memory),
        ),
        spec,
        primary: Mutex::new(Rank::Primary, Primary::default()),
        first_pool: OnceLock::new(),
        current_pool: AtomicU64::new(0),
    };
    exit::at_exit(exit::Part::Devices, finish);
    let devices = |process| specs.into_iter().enumerate().map(|spec| device(process, spec)).collect();
    Ok(Process::new(memory, devices))
}

impl Process {
    /// Makes a context on a device.
    pub(crate) fn make_context(
        &self,
        device: &'static DeviceObject,
        kind: ContextKind,
        flags: u32,
    ) -> Arc<ContextObject> {
        let (front, health, desk, default_stream) = match &kind {
            ContextKind::Green { sms, queues, primary } => {
                // Its default stream never waits for the primary's.
                let sms = Some(sms.sms.clone());
                let stream = device.engine.create_stream(primary.front, StreamKind::NonBlocking, 0, sms);
                stream.into_iter().for_each(|stream| device.engine.set_queues(stream, queues.set));
                let stream = stream.unwrap_or(primary.default_stream);
                (primary.front, Arc::clone(&primary.health), Arc::clone(&primary.desk), stream)
            }
            _ => {
                let channels = device::Config {
                    binding: config().binding,
                    copy_channels: config().copy_connections.unwrap_or(config().connections),
                    ..device::Config::scaled(config().connections, config().queue_quarters)
                };
                let (front, stream) = device.engine.create_context(&channels);
                let stream = stream.expect("the context was made just before");
                (front, Arc::new(Health::default()), Arc::default(), stream)
            }
        };
        static NUMBERS: fixed::AtomicU64 = fixed::AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let named = !matches!(kind, ContextKind::Green { .. });
        self.insert(|id| ContextObject {
            id,
            device: device.ordinal,
            on: device,
            kind,
            number,
            flags: AtomicU32::new(flags),
            front,
            default_stream,
            health,
            desk,
            destroyed: AtomicBool::new(false),
            attached: AtomicU32::new(0),
            named: AtomicBool::new(named),
            streams: Mutex::new(Rank::Object, BTreeSet::new()),
            extras: Mutex::new(Rank::Object, BTreeMap::new()),
            thread_streams: Mutex::new(Rank::Object, BTreeSet::new()),
            awaited: Mutex::new(Rank::Object, Vec::new()),
            limits: Mutex::new(Rank::Object, BTreeMap::new()),
        })
    }

    /// Ends a context: stops what runs in it, frees its memory, makes the handles of what was in it stale.
    pub(crate) fn end_context(&self, context: &Arc<ContextObject>) {
        if context.destroyed.swap(true, Ordering::AcqRel) {
            return;
        }
        let device = context.on;
        let green = context.is_green();
        if !green {
            device.engine.stop(context.front);
            context.desk.write();
        }
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
        if let ContextKind::Green { primary, .. } = &context.kind {
            if context.default_stream != primary.default_stream {
                device.engine.destroy_stream(context.default_stream);
            }
        } else {
            device.engine.with(|front| front.destroy_context(context.front));
            self.memory.remove_owned_by(context.id.word());
        }
    }
}

/// Observers of memory that the settings ask for.
fn observers(config: &Config) -> Observers {
    let checker = checker().map(|checker| checker as &dyn Observer);
    let writes = config.simulates().then_some(&spin_wait::CopyRecorder as &dyn Observer);
    let each: Vec<&dyn Observer> = checker.into_iter().chain(writes).collect();
    Observers::new(each.leak())
}

/// What each device has, and what this machine has for all of them, managed and page-locked memory.
fn memory_for(setting: MemorySetting, profile: u64, devices: u64, window: &jit::Window) -> (Room, u64) {
    let fixed = |total| (Room { total, others: 0 }, u64::MAX);
    let machine = match setting {
        MemorySetting::Bytes(bytes) => return fixed(bytes),
        MemorySetting::Device => return fixed(profile),
        MemorySetting::Fitting => Machine::survey(),
    };
    let Some(machine) = machine else { return fixed(profile) };
    // Each has its share: what one device takes never makes a promise to another untrue.
    let devices = devices.max(1);
    let (total, free) = machine.for_devices();
    let addresses = window.heap().end - window.heap().start;
    let total = (total.min(addresses) / devices).min(profile);
    let room = Room { total, others: total.saturating_sub(free / devices) };
    log(
        Level::Call,
        format_args!(
            "memory of each of {devices} devices: {} MiB, others use {} MiB of it; this process may have {}, now {}, less an \
             eighth; HIP_SOFT_MEMORY sets another size",
            room.total >> 20,
            room.others >> 20,
            machine.capacity,
            machine.available
        ),
    );
    (room, machine.for_all())
}

static PROCESS: OnceLock<Result<&'static Process, Error>> = OnceLock::new();

/// Reports work that is in flight when the process ends, which never completes.
fn report_dropped(process: &Process) {
    let streams: usize = process.devices().iter().map(|device| device.engine.streams_with_work()).sum();
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
        process.devices().iter().for_each(|device| device.engine.finish());
        if config().managed.report {
            eprint!("{}", process.memory.unified().report());
        }
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

/// What a thread has current.
pub(crate) struct Thread {
    /// Ordinal of the device that an empty stack stands for.
    pub(crate) device: usize,
    pub(crate) stack: Vec<Id<ContextObject>>,
    /// Whether a call used the primary context while the stack was empty: it is current since.
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
    let context = process()?.make_context(device, ContextKind::Primary, primary.flags);
    primary.context = Some(Arc::clone(&context));
    Ok(context)
}
