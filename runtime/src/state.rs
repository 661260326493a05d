//! The process's devices, tables and memory, and what each thread has current.
//!
//! A thread has a stack of contexts, as the CUDA driver API has it. With nothing on it, the primary context of the
//! thread's device is current and is made at its first use, as HIP has it.

use crate::Error;
use crate::Status;
use crate::config::{Config, MemorySetting, config};
use crate::exec::Health;
use crate::exec::engine::Engine;
use crate::exec::timeline::Timeline;
use crate::exit;
use crate::graph::{ExecObject, GraphObject, NodeObject, UserObject};
use crate::handle::{Id, Kind, Missing, Table};
use crate::memory::machine::Machine;
use crate::memory::unified::Settings;
use crate::memory::{Memory, Room};
use crate::object::{
    ArrayObject, ContextKind, ContextObject, DescObject, EventObject, FunctionObject, KernelObject,
    LibraryObject, LinkObject, MipmapObject, ModuleObject, MulticastObject, PhysicalObject, PoolObject,
    ProgramObject, StreamObject,
};
use crate::sync::{Arc, AtomicBool, AtomicU32, AtomicU64, Mutex, OnceLock, Ordering, Rank, fixed};
use crate::trace::{Level, log};
use device::residence::Habits;
use device::{Device as FrontEnd, Spec, StreamKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// One simulated device.
pub(crate) struct DeviceObject {
    pub(crate) ordinal: usize,
    /// Its number among all there are, whether the program sees them or not.
    pub(crate) physical: u32,
    pub(crate) spec: Spec,
    pub(crate) engine: Engine,
    pub(crate) primary: Mutex<Primary>,
    /// The pool that it begins with, made when it is first asked for.
    pub(crate) first_pool: OnceLock<Id<PoolObject>>,
    /// The word of the pool that was made its own; 0 for the first one.
    pub(crate) current_pool: AtomicU64,
}

/// A device's primary context.
#[derive(Default)]
pub(crate) struct Primary {
    pub(crate) context: Option<Arc<ContextObject>>,
    /// How often it was retained and not released.
    pub(crate) retained: u32,
    /// Flags for the next one.
    pub(crate) flags: u32,
    /// A program that never retains it uses it: it stays when the last retain is released.
    pub(crate) implicit: bool,
}

/// A kind of object that has a table.
pub(crate) trait Object: Kind + Sized + 'static {
    fn table(tables: &Tables) -> &Table<Self, Arc<Self>>;
    fn table_mut(tables: &mut Tables) -> &mut Table<Self, Arc<Self>>;
}

macro_rules! tables {
    ($($field:ident: $ty:ty,)*) => {
        /// All objects of the process.
        #[derive(Default)]
        pub(crate) struct Tables {
            $(pub(crate) $field: Table<$ty, Arc<$ty>>,)*
        }

        $(impl Object for $ty {
            fn table(tables: &Tables) -> &Table<Self, Arc<Self>> {
                &tables.$field
            }
            fn table_mut(tables: &mut Tables) -> &mut Table<Self, Arc<Self>> {
                &mut tables.$field
            }
        })*
    };
}

tables! {
    contexts: ContextObject,
    streams: StreamObject,
    events: EventObject,
    modules: ModuleObject,
    functions: FunctionObject,
    descs: DescObject,
    arrays: ArrayObject,
    mipmaps: MipmapObject,
    links: LinkObject,
    libraries: LibraryObject,
    kernels: KernelObject,
    graphs: GraphObject,
    nodes: NodeObject,
    executables: ExecObject,
    users: UserObject,
    pools: PoolObject,
    physicals: PhysicalObject,
    multicasts: MulticastObject,
    programs: ProgramObject,
}

/// All objects by their handles, shared by threads.
pub(crate) struct Objects(Mutex<Tables>);

impl Default for Objects {
    fn default() -> Self {
        Objects(Mutex::new(Rank::Tables, Tables::default()))
    }
}

impl Objects {
    /// The object a handle names.
    ///
    /// # Errors
    /// `StaleHandle`, `BadHandle`; for a context `ContextDestroyed`, `NoContext`.
    pub(crate) fn get<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        let found = T::table(&self.0.lock()).get(id).cloned();
        found.map_err(|missing| missing_error(id, missing))
    }

    /// Keeps an object that knows its handle.
    pub(crate) fn insert<T: Object>(&self, make: impl FnOnce(Id<T>) -> T) -> Arc<T> {
        let mut tables = self.0.lock();
        let table = T::table_mut(&mut tables);
        let id = table.insert_with(|id| Arc::new(make(id)));
        Arc::clone(table.get(id).expect("inserted just before, under the same lock"))
    }

    /// Takes an object out: its handle is stale from here.
    ///
    /// # Errors
    /// As [`Objects::get`].
    pub(crate) fn remove<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        let gone = T::table_mut(&mut self.0.lock()).remove(id);
        gone.map_err(|missing| missing_error(id, missing))
    }
}

/// The process's root.
pub(crate) struct Process {
    pub(crate) devices: Vec<DeviceObject>,
    pub(crate) memory: &'static Memory,
    objects: Objects,
}

impl Process {
    fn start(config: &Config) -> Result<Process, Error> {
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
            Box::leak(Box::new(Memory::new(Arc::clone(&window), &rooms, machine, managed)));
        let device = |(ordinal, spec): (usize, Spec)| DeviceObject {
            ordinal,
            physical: physical[ordinal],
            engine: Engine::new(
                ordinal,
                FrontEnd::placing(spec.clone(), config.placement),
                Timeline::wanted(ordinal, &spec),
                Arc::clone(&window),
                Some(memory),
            ),
            spec,
            primary: Mutex::new(Rank::Primary, Primary::default()),
            first_pool: OnceLock::new(),
            current_pool: AtomicU64::new(0),
        };
        if config.simulates() || config.managed.report || config.checks.any() {
            exit::at_exit(exit::Part::Devices, finish);
        }
        let devices = specs.into_iter().enumerate().map(device).collect();
        Ok(Process { devices, memory, objects: Objects::default() })
    }

    /// The device with an ordinal.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoDevice`.
    pub(crate) fn device(&self, ordinal: i64) -> Result<&DeviceObject, Error> {
        if self.devices.is_empty() {
            return Err(Error::NoDevice);
        }
        let found = usize::try_from(ordinal).ok().and_then(|n| self.devices.get(n));
        found.ok_or(Error::BadOrdinal { ordinal, count: self.devices.len() })
    }

    pub(crate) fn device_of(&self, context: &ContextObject) -> &DeviceObject {
        &self.devices[context.device]
    }

    pub(crate) fn tables<R>(&self, use_them: impl FnOnce(&mut Tables) -> R) -> R {
        use_them(&mut self.objects.0.lock())
    }

    /// As [`Objects::get`].
    pub(crate) fn get<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        self.objects.get(id)
    }

    /// As [`Objects::insert`].
    pub(crate) fn insert<T: Object>(&self, make: impl FnOnce(Id<T>) -> T) -> Arc<T> {
        self.objects.insert(make)
    }

    /// As [`Objects::remove`].
    pub(crate) fn remove<T: Object>(&self, id: Id<T>) -> Result<Arc<T>, Error> {
        self.objects.remove(id)
    }

    /// Makes a context on a device.
    pub(crate) fn make_context(
        &self,
        device: &DeviceObject,
        kind: ContextKind,
        flags: u32,
    ) -> Arc<ContextObject> {
        let (front, health, default_stream) = match &kind {
            ContextKind::Green { sms, queues, primary } => {
                // Its default stream never waits for the primary's.
                let sms = Some(sms.sms.clone());
                let stream = device.engine.create_stream(primary.front, StreamKind::NonBlocking, 0, sms);
                stream.into_iter().for_each(|stream| device.engine.set_queues(stream, queues.set));
                (primary.front, Arc::clone(&primary.health), stream.unwrap_or(primary.default_stream))
            }
            _ => {
                let channels = device::Config {
                    binding: config().binding,
                    copy_channels: config().copy_connections.unwrap_or(config().connections),
                    ..device::Config::scaled(config().connections, config().queue_quarters)
                };
                let (front, stream) = device.engine.create_context(&channels);
                let stream = stream.expect("the context was made just before");
                (front, Arc::new(Health::default()), stream)
            }
        };
        static NUMBERS: fixed::AtomicU64 = fixed::AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let named = !matches!(kind, ContextKind::Green { .. });
        self.insert(|id| ContextObject {
            id,
            device: device.ordinal,
            kind,
            number,
            flags: AtomicU32::new(flags),
            front,
            default_stream,
            health,
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
        let device = self.device_of(context);
        let green = context.is_green();
        if !green {
            device.engine.stop(context.front);
            context.health.desk.write();
        }
        // The objects go after the lock: some free memory when they go.
        let gone = self.tables(|tables| {
            let _ = tables.contexts.remove(context.id);
            let mut gone: Vec<Arc<dyn std::any::Any + Send + Sync>> = Vec::new();
            let streams: Vec<_> = of_context(&tables.streams, |s| s.context.id == context.id);
            if !green {
                take(&mut tables.streams, streams, &mut gone);
                let events = of_context(&tables.events, |e| e.context.id == context.id);
                take(&mut tables.events, events, &mut gone);
                let functions = of_context(&tables.functions, |f| f.context.id == context.id);
                take(&mut tables.functions, functions, &mut gone);
                let modules = of_context(&tables.modules, |m| m.context.id == context.id);
                take(&mut tables.modules, modules, &mut gone);
                let arrays = of_context(&tables.arrays, |a| a.context == context.id.word());
                take(&mut tables.arrays, arrays, &mut gone);
                let mipmaps = of_context(&tables.mipmaps, |m| m.context == context.id.word());
                take(&mut tables.mipmaps, mipmaps, &mut gone);
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
            self.memory.remove_of(context.id.word());
        }
    }
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

fn of_context<T: Object>(table: &Table<T, Arc<T>>, is: impl Fn(&T) -> bool) -> Vec<Id<T>> {
    table.iter().filter(|(_, object)| is(object)).map(|(id, _)| id).collect()
}

fn take<T: Object + Send + Sync>(
    table: &mut Table<T, Arc<T>>,
    ids: Vec<Id<T>>,
    gone: &mut Vec<Arc<dyn std::any::Any + Send + Sync>>,
) {
    gone.extend(ids.into_iter().filter_map(|id| table.remove(id).ok()).map(|o| o as _));
}

fn missing_error<T: Object>(id: Id<T>, missing: Missing) -> Error {
    match (missing, T::TAG == ContextObject::TAG) {
        (Missing::Stale, true) => Error::ContextDestroyed { context: id.to_string() },
        (Missing::Stale, false) => Error::StaleHandle { kind: T::NAME, handle: id.to_string() },
        (Missing::Foreign, true) => Error::NoContext { what: "a handle that names none" },
        (Missing::Foreign, false) => Error::BadHandle { kind: T::NAME, word: id.word() },
    }
}

static PROCESS: OnceLock<Result<Process, Error>> = OnceLock::new();

/// The end of the process: timelines and the account of managed memory say what they have to say.
fn finish() -> Option<i32> {
    if let Some(Ok(process)) = PROCESS.get() {
        process.devices.iter().for_each(|device| device.engine.finish());
        if config().managed.report {
            eprint!("{}", process.memory.unified().report());
        }
    }
    None
}

/// The process's root, made at the first call.
///
/// # Errors
/// The system refuses the address range, or the device that is asked for is unknown. `Forked` in a copy of a process
/// that has one: its device memory is the parent's, and its threads are not there.
#[inline(always)]
pub(crate) fn process() -> Result<&'static Process, Error> {
    if exit::is_forked() {
        return Err(Error::Forked);
    }
    PROCESS.get_or_init(|| Process::start(config())).as_ref().map_err(Clone::clone)
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
pub(crate) fn primary(device: &DeviceObject, implicit: bool) -> Result<Arc<ContextObject>, Error> {
    let mut primary = device.primary.lock();
    primary.implicit |= implicit;
    if let Some(context) = &primary.context {
        return Ok(Arc::clone(context));
    }
    let context = process()?.make_context(device, ContextKind::Primary, primary.flags);
    primary.context = Some(Arc::clone(&context));
    Ok(context)
}

#[cfg(all(test, feature = "models"))]
mod models;
