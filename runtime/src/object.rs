//! The objects that handles name: contexts, streams, events, modules, kernels, resource descriptors.
//!
//! They hold what is true of an object; what may be done with it is in [`api`](crate::api).

mod brought;
pub(crate) mod device_object;
pub(crate) mod extras;
pub(crate) mod pool;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod resource;
pub(crate) mod slots;
mod stream;
pub(crate) mod texture;
mod virtual_memory;

pub(crate) use device_object::DeviceObject;
pub use pool::PoolObject;
pub use program::ProgramObject;
pub use resource::{DescObject, QueueConfig, QueueWish, SmResource, WorkQueues};
pub(crate) use stream::{Kept, Life};
pub use virtual_memory::{MulticastObject, PhysicalObject};

use crate::backend::{self, Described};
use crate::handle::{Id, Missing};
use crate::objects::kinds;
use crate::sync::{Arc, AtomicBool, AtomicU32, Mutex, OnceLock, Ordering, Rank};
use crate::types::ArrayDesc;
use device::StreamKind;
use extras::Extras;
use process::Process;
use std::collections::{BTreeMap, BTreeSet};
use texture::Made;

kinds! {
    ContextObject = 1, "context" => fn missing(id: Id<Self>, missing: Missing) -> crate::Error {
        match missing {
            Missing::Stale => crate::Error::ContextDestroyed { context: id.to_string() },
            Missing::Foreign => crate::Error::NoContext { what: "a handle that names none" },
        }
    };
    StreamObject = 2, "stream";
    EventObject = 3, "event";
    ModuleObject = 4, "module";
    FunctionObject = 5, "function";
    ArrayObject = 7, "array";
    MipmapObject = 8, "array with levels";
    LinkObject = 9, "link";
    LibraryObject = 10, "library";
    KernelObject = 11, "kernel";
}

/// Kind of a context.
#[derive(Clone, Debug)]
pub enum ContextKind {
    /// The device's primary context.
    Primary,
    /// Made by `hipCtxCreate`.
    Created,
    /// A green context: part of the SMs, in the primary context.
    Green {
        /// Its SMs.
        described: Described,
        /// Its work queues.
        queues: WorkQueues,
        /// The primary context.
        primary: Arc<ContextObject>,
    },
}

/// A context. Made by the calls of [`api::context`](crate::api::context) and
/// [`api::green`](crate::api::green).
#[derive(Debug)]
pub struct ContextObject {
    pub(crate) id: Id<ContextObject>,
    /// Ordinal of its device.
    pub(crate) device: usize,
    pub(crate) on: &'static DeviceObject,
    pub(crate) kind: ContextKind,
    /// Number of the context in the process, counted from 1.
    pub(crate) number: u64,
    pub(crate) flags: AtomicU32,
    /// The device's own context.
    pub(crate) backend: Arc<dyn backend::Context>,
    /// Legacy default stream.
    pub(crate) default_stream: Arc<dyn backend::Stream>,
    pub(crate) destroyed: AtomicBool,
    /// Uses beyond the first, which calls counted.
    pub(crate) attached: AtomicU32,
    /// `true` if calls by CUDA's names accept it as a context; a green one only after it was converted.
    pub(crate) named: AtomicBool,
    /// The streams that were made in it.
    pub(crate) streams: Mutex<BTreeSet<Id<StreamObject>>>,
    /// Attributes of streams and the like, by the streams' numbers, where something was set or asked for.
    pub(crate) extras: Mutex<BTreeMap<u64, Extras>>,
    /// Sources of textures and surfaces, by handle. Green contexts share the primary's.
    pub(crate) textures: Arc<Mutex<BTreeMap<u64, Made>>>,
}

impl ContextObject {
    /// All memory of the process.
    pub(crate) fn memory(&self) -> &'static dyn backend::Memory {
        self.on.process.memory
    }

    /// The process that it belongs to.
    pub(crate) fn process(&self) -> &'static Process {
        self.on.process
    }

    /// The SMs its kernels may use; all if `None`.
    pub(crate) fn sms(&self) -> Option<&SmResource> {
        match &self.kind {
            ContextKind::Green { described, .. } => Some(&described.sms),
            _ => None,
        }
    }

    /// Returns whether it is a green context.
    pub(crate) fn is_green(&self) -> bool {
        matches!(self.kind, ContextKind::Green { .. })
    }

    /// The context that owns memory and modules: itself, or a green context's primary.
    pub(crate) fn owner(&self) -> u64 {
        match &self.kind {
            ContextKind::Green { primary, .. } => primary.id.word(),
            _ => self.id.word(),
        }
    }

    /// Fails if it is gone, or was spoilt by a fault.
    ///
    /// # Errors
    /// `ContextDestroyed`, `Fault`.
    pub(crate) fn check(&self) -> Result<(), crate::Error> {
        let gone = match &self.kind {
            ContextKind::Green { primary, .. } => {
                self.destroyed.load(Ordering::Acquire) || primary.destroyed.load(Ordering::Acquire)
            }
            _ => self.destroyed.load(Ordering::Acquire),
        };
        if gone {
            return Err(crate::Error::ContextDestroyed { context: self.id.to_string() });
        }
        self.backend.check()
    }
}

/// A stream.
#[derive(Debug)]
pub struct StreamObject {
    pub(crate) id: Option<Id<StreamObject>>,
    pub(crate) context: Arc<ContextObject>,
    /// The device's own stream.
    pub(crate) backend: Arc<dyn backend::Stream>,
    pub(crate) kind: StreamKind,
    pub(crate) priority: i32,
    pub(crate) life: Life,
}

/// An event.
#[derive(Debug)]
pub struct EventObject {
    pub(crate) id: Id<EventObject>,
    pub(crate) context: Arc<ContextObject>,
    pub(crate) flags: u32,
    /// It is another process's.
    pub(crate) opened: bool,
    /// The device's own event.
    pub(crate) backend: Arc<dyn backend::Event>,
}

/// A loaded module.
pub struct ModuleObject {
    pub(crate) id: Id<ModuleObject>,
    pub(crate) context: Arc<ContextObject>,
    /// The device's own module.
    pub(crate) backend: Arc<dyn backend::Module>,
    pub(crate) functions: Mutex<BTreeMap<String, Id<FunctionObject>>>,
}

/// A kernel of a module.
pub struct FunctionObject {
    pub(crate) id: Id<FunctionObject>,
    pub(crate) name: String,
    pub(crate) module: Id<ModuleObject>,
    pub(crate) context: Arc<ContextObject>,
    /// The device's own kernel.
    pub(crate) backend: Arc<dyn backend::Kernel>,
    pub(crate) prepared: Mutex<Prepared>,
}

/// Settings and parameters of a kernel's next launch in the manner of CUDA before release 4.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// Threads of a block.
    pub(crate) block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub(crate) shared: u32,
    pub(crate) parameters: Vec<u8>,
}

impl Default for Prepared {
    fn default() -> Prepared {
        Prepared { block: [1; 3], shared: 0, parameters: Vec::new() }
    }
}

impl ModuleObject {
    /// The kernel that has a name. The same name gives the same handle.
    ///
    /// # Errors
    /// `NotFound`.
    pub(crate) fn function(&self, name: &str) -> Result<Id<FunctionObject>, crate::Error> {
        if let Some(&known) = self.functions.lock().get(name) {
            return Ok(known);
        }
        let backend = Arc::clone(&self.backend).kernel(name)?;
        let process = self.context.process();
        let function = process.insert(|id| FunctionObject {
            id,
            name: name.to_owned(),
            module: self.id,
            context: Arc::clone(&self.context),
            backend,
            prepared: Mutex::new(Rank::Leaf, Prepared::default()),
        });
        // Of two threads that ask at the same time one comes first; the other's object goes.
        let kept = *self.functions.lock().entry(name.to_owned()).or_insert(function.id);
        if kept != function.id {
            process.remove(function.id)?;
        }
        Ok(kept)
    }
}

/// An array, or a level of one with levels.
#[derive(Debug)]
pub struct ArrayObject {
    pub(crate) id: Id<ArrayObject>,
    /// The word of the context it was made in.
    pub(crate) context: u64,
    pub(crate) desc: ArrayDesc,
    /// It is a level, whose memory another array has.
    pub(crate) is_level: bool,
    /// The device's own array.
    pub(crate) backend: Arc<dyn backend::Array>,
}

/// An array with levels.
#[derive(Debug)]
pub struct MipmapObject {
    pub(crate) id: Id<MipmapObject>,
    /// The word of the context it was made in.
    pub(crate) context: u64,
    pub(crate) desc: ArrayDesc,
    /// Its levels, as far as they were asked for.
    pub(crate) levels: Vec<OnceLock<Id<ArrayObject>>>,
    /// The device's own array.
    pub(crate) backend: Arc<dyn backend::MipmappedArray>,
}

/// Modules on their way to become one.
pub struct LinkObject {
    pub(crate) id: Id<LinkObject>,
    /// Compute capability of the device that they are for.
    pub(crate) capability: (u32, u32),
    /// Caller's buffer for errors: an address and a size, which are never dereferenced here.
    pub(crate) log: Option<(u64, u64)>,
    /// The device's own link.
    pub(crate) backend: Box<dyn backend::Link>,
    /// The outcome, once it was asked for.
    pub(crate) image: OnceLock<Arc<[u8]>>,
}

/// An image that contexts load when they need it.
pub struct LibraryObject {
    pub(crate) id: Id<LibraryObject>,
    pub(crate) bytes: Arc<[u8]>,
    /// Contents, read on first use.
    pub(crate) contents: OnceLock<Result<Arc<backend::Contents>, crate::Error>>,
    /// Modules that contexts have loaded.
    pub(crate) modules: Mutex<BTreeMap<Id<ContextObject>, Id<ModuleObject>>>,
    pub(crate) kernels: Mutex<BTreeMap<String, Id<KernelObject>>>,
}

/// A kernel of a library, in no context.
pub struct KernelObject {
    pub(crate) id: Id<KernelObject>,
    pub(crate) name: String,
    pub(crate) library: Id<LibraryObject>,
    /// By the device's ordinal and the attribute: what was set, for contexts that load it later.
    pub(crate) settings: Mutex<BTreeMap<(usize, i32), i32>>,
}
