//! Modules, kernels and launches (HIP: "Module Management", "Execution Control").

pub use fatbin::{Extent, extent};

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::check::{self as checking, checker};
use crate::config::config;
use crate::exec::child::Birth;
use crate::exec::host::Requests;
use crate::exec::{Grid, Program, Traced, Work, interp, next_grid_id};
use crate::graph::{KernelCall, Operation, capture};
use crate::handle::Id;
use crate::memory::Lent;
use crate::memory::unified::touches::Touches;
use crate::module::image;
use crate::module::load::{Code, Image, target};
use crate::object::{ContextObject, FunctionObject, ModuleObject, StreamObject};
use crate::state::{process, usable};
use crate::sync::{Arc, AtomicBool, AtomicU32, AtomicU64, Mutex, OnceLock, Ordering, Rank};
use device::StreamId;
use device::{GridSpec, Op};
use ptx::exec::Geometry;
use ptx::pass::Order;
use ptx::system::Host;
use std::collections::BTreeMap;
use std::path::Path;

/// The greatest grid dimensions (CUDA: all devices since compute capability 3.0).
const MAX_GRID: [u64; 3] = [0x7fff_ffff, 65_535, 65_535];
/// The greatest block dimensions.
const MAX_BLOCK: [u64; 3] = [1024, 1024, 64];

/// Loads an image from memory: PTX text, an NVIDIA fat binary, or a host object with one in it.
///
/// # Errors
/// `Image`, `Ptx`, `PtxTarget`, `Unresolved` (see [`Error::jit_log`] for what the compiler says), `OutOfMemory`; what is
/// wrong with the current context.
pub fn load_data(bytes: &[u8]) -> Result<Id<ModuleObject>, Error> {
    load_in(usable()?, bytes)
}

/// As [`load_data`], into a context.
pub(crate) fn load_in(context: Arc<ContextObject>, bytes: &[u8]) -> Result<Id<ModuleObject>, Error> {
    let process = process()?;
    let device = context.on;
    let text = image::text(bytes, &device.spec)?;
    let machine = image::machine(bytes, &device.spec);
    let owner = context.owner();
    let image = Image::load((&text, machine), process.memory, &device.spec, device.ordinal, owner)?;
    let module = process.insert(|id| ModuleObject {
        id,
        context,
        image: Arc::new(image),
        functions: Mutex::new(Rank::Object, BTreeMap::new()),
    });
    Ok(module.id)
}

/// Loads an image from a file.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`; as [`load_data`].
pub fn load(path: &Path) -> Result<Id<ModuleObject>, Error> {
    usable()?;
    load_data(&image::read(path)?)
}

/// Unloads a module once all work of its context is done, as an H200 does: its kernels' handles are stale from here. A graph that launches
/// them keeps what it needs.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn unload(id: Id<ModuleObject>) -> Result<(), Error> {
    let process = process()?;
    let context = Arc::clone(&process.get(id)?.context);
    crate::api::context::wait_for(&context)?;
    let module = process.remove(id)?;
    let functions: Vec<_> = module.functions.lock().values().copied().collect();
    // Kernels that were never asked for have no handle; one that is gone already is no mistake.
    functions.into_iter().for_each(|function| drop(process.remove(function)));
    Ok(())
}

/// The kernel of a module that has a name. The same name gives the same handle.
///
/// # Errors
/// `EmptyName`, `NotFound`; what is wrong with the handle.
pub fn function(id: Id<ModuleObject>, name: &str) -> Result<Id<FunctionObject>, Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "kernel" });
    }
    function_of(&*process()?.get(id)?, name)
}

/// As [`function`], of a module at hand.
///
/// # Errors
/// `NotFound`.
pub(crate) fn function_of(module: &ModuleObject, name: &str) -> Result<Id<FunctionObject>, Error> {
    let process = process()?;
    if let Some(&known) = module.functions.lock().get(name) {
        return Ok(known);
    }
    let Some((params, param_bytes)) = module.image.ptx.params(name) else {
        let have = module.image.ptx.kernels().map(str::to_owned).collect();
        return Err(Error::NotFound { what: "kernel", name: name.to_owned(), have });
    };
    let function = process.insert(|function| FunctionObject {
        id: function,
        name: name.to_owned(),
        module: module.id,
        context: Arc::clone(&module.context),
        image: Arc::clone(&module.image),
        params,
        param_bytes,
        machine: module.image.machine.get(name).copied().unwrap_or_default(),
        code: OnceLock::new(),
        max_dynamic_shared: AtomicU32::new(u32::MAX),
        carveout: AtomicU32::new(u32::MAX),
        large_clusters: AtomicBool::new(false),
        cluster_scheduling: AtomicU32::new(0),
    });
    // Of two threads that ask at the same time one comes first; the other's object goes.
    let kept = *module.functions.lock().entry(name.to_owned()).or_insert(function.id);
    if kept != function.id {
        process.remove(function.id)?;
    }
    Ok(kept)
}

/// How many kernels a module has.
///
/// # Errors
/// What is wrong with the handle.
pub fn function_count(id: Id<ModuleObject>) -> Result<usize, Error> {
    Ok(process()?.get(id)?.image.ptx.kernels().count())
}

/// The first kernels of a module, `most` of them, in the order of its text.
///
/// # Errors
/// What is wrong with the handle.
pub fn functions(id: Id<ModuleObject>, most: usize) -> Result<Vec<Id<FunctionObject>>, Error> {
    let loaded = process()?.get(id)?;
    loaded.image.ptx.kernels().take(most).map(|name| function(id, name)).collect()
}

/// Address and size of a module's variable (`hipModuleGetGlobal`).
///
/// # Errors
/// `EmptyName`, `NotFound`; `NotAVariable` for a kernel or a texture reference (observed on an H200); what is wrong with the handle.
pub fn global(id: Id<ModuleObject>, name: &str) -> Result<(u64, u64), Error> {
    let found = variable(id, name)?;
    let module = process()?.get(id)?;
    let ptx = &module.image.ptx;
    match ptx.var(name).is_some_and(|var| ptx.vars[var.index()].opaque) {
        true => Err(Error::NotAVariable { name: name.to_owned() }),
        false => Ok(found),
    }
}

/// Address and size of a module's variable, texture references included.
///
/// # Errors
/// As [`global`].
pub(crate) fn variable(id: Id<ModuleObject>, name: &str) -> Result<(u64, u64), Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "variable" });
    }
    let module = process()?.get(id)?;
    let ptx = &module.image.ptx;
    if let Some(found) = module.image.var(name) {
        return Ok(found);
    }
    if ptx.params(name).is_some() {
        return Err(Error::NotAVariable { name: name.to_owned() });
    }
    let have = ptx.vars.iter().map(|var| var.name.clone()).collect();
    Err(Error::NotFound { what: "variable", name: name.to_owned(), have })
}

impl FunctionObject {
    /// The compiled kernel; the first call compiles it.
    ///
    /// # Errors
    /// `Ptx`: the same on every call.
    pub(crate) fn code(&self) -> Result<Arc<Code>, Error> {
        self.code.get_or_init(|| self.image.compile(&self.name).map(Arc::new)).clone()
    }

    /// Registers of a thread, as far as they are known: 0 if not, and they limit nothing. Those that a text allows (`.maxnreg`) are
    /// not those that a compiler takes.
    pub(crate) fn registers(&self) -> u32 {
        self.machine.registers.unwrap_or(0)
    }

    /// Most threads of a block that it says it is for.
    fn bound(&self, spec: &device::Spec) -> u32 {
        let shape = self.image.ptx.attributes(&self.name).and_then(|a| a.maxntid);
        let threads = shape.map_or(u64::MAX, |[x, y, z]| u64::from(x) * u64::from(y) * u64::from(z));
        threads.min(u64::from(spec.threads_per_block)) as u32
    }

    /// Most threads of a block of it: also those have registers. That it wants blocks of one shape (`.reqntid`) is not in it, as on
    /// an H200.
    pub(crate) fn max_threads(&self, spec: &device::Spec) -> u32 {
        self.bound(spec).min(device::occupancy::threads_with(spec, self.registers()))
    }

    /// Most dynamic shared memory of a block of it, bytes.
    pub(crate) fn max_dynamic_shared(&self, spec: &device::Spec, code: &Code) -> u32 {
        match self.max_dynamic_shared.load(Ordering::Relaxed) {
            u32::MAX => spec.shared_per_block.saturating_sub(code.shared_bytes),
            set => set,
        }
    }

    /// Most blocks of a cluster; before compute capability 9.0 there are none.
    pub(crate) fn most_in_cluster(&self, spec: &device::Spec) -> u32 {
        match self.large_clusters.load(Ordering::Relaxed) {
            _ if spec.capability.0 < 9 => 1,
            true => ptx::exec::LARGEST_CLUSTER,
            false => ptx::exec::PORTABLE_CLUSTER,
        }
    }
}

/// An attribute of a kernel (`hipFunction_attribute`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionAttribute {
    /// Most threads of a block.
    MaxThreadsPerBlock,
    /// Static shared memory, bytes.
    SharedBytes,
    /// Constant memory of the program's own, bytes.
    ConstBytes,
    /// Local memory of a thread, bytes.
    LocalBytes,
    /// Registers of a thread: those of the machine code beside the PTX; else those `.maxnreg` allows, or a usual number.
    Registers,
    /// The architecture that the PTX is for, major × 10 + minor.
    PtxVersion,
    /// Architecture of the machine code, major × 10 + minor: the device's.
    BinaryVersion,
    /// Whether global loads are cached: they are not modelled.
    CacheModeCa,
    /// Most dynamic shared memory, bytes; can be set.
    MaxDynamicShared,
    /// Preferred carve-out of shared memory, percent, −1 for the default; can be set.
    Carveout,
    /// Whether a launch must have clusters.
    ClusterMustBeSet,
    /// The cluster that it requires along x, blocks; 0 if none.
    ClusterWidth,
    /// Along y.
    ClusterHeight,
    /// Along z.
    ClusterDepth,
    /// Whether clusters of more than 8 blocks are allowed; can be set.
    NonPortableCluster,
    /// How clusters are best placed: a hint that is kept; can be set.
    ClusterScheduling,
}

impl FunctionAttribute {
    /// All, in the order of their numbers.
    const ALL: [FunctionAttribute; 16] = [
        FunctionAttribute::MaxThreadsPerBlock,
        FunctionAttribute::SharedBytes,
        FunctionAttribute::ConstBytes,
        FunctionAttribute::LocalBytes,
        FunctionAttribute::Registers,
        FunctionAttribute::PtxVersion,
        FunctionAttribute::BinaryVersion,
        FunctionAttribute::CacheModeCa,
        FunctionAttribute::MaxDynamicShared,
        FunctionAttribute::Carveout,
        FunctionAttribute::ClusterMustBeSet,
        FunctionAttribute::ClusterWidth,
        FunctionAttribute::ClusterHeight,
        FunctionAttribute::ClusterDepth,
        FunctionAttribute::NonPortableCluster,
        FunctionAttribute::ClusterScheduling,
    ];

    /// The attribute with a number.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    pub fn from_code(code: i32) -> Result<Self, Error> {
        let found = usize::try_from(code).ok().and_then(|n| Self::ALL.get(n)).copied();
        found.ok_or(Error::UnknownEnumerator { what: "function attribute", got: code.into() })
    }
}

/// An attribute of a kernel. Compiles the kernel where only that tells.
///
/// # Errors
/// `Ptx`; what is wrong with the handle.
pub fn attribute(id: Id<FunctionObject>, attribute: FunctionAttribute) -> Result<i32, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &function.context.on.spec;
    Ok(match attribute {
        FunctionAttribute::MaxThreadsPerBlock => function.max_threads(spec) as i32,
        FunctionAttribute::SharedBytes => function.code()?.shared_bytes as i32,
        FunctionAttribute::LocalBytes => match function.machine.local_bytes {
            Some(bytes) => bytes as i32,
            None => function.code()?.local_bytes as i32,
        },
        FunctionAttribute::ConstBytes => {
            i32::try_from(function.image.ptx.constant_bytes()).unwrap_or(i32::MAX)
        }
        FunctionAttribute::Registers => match (function.registers(), function.code()?.attributes.maxnreg) {
            (0, 0) => 32,
            (0, most) => most.min(255) as i32,
            (known, _) => known as i32,
        },
        FunctionAttribute::PtxVersion => target(&function.image.ptx).0 as i32,
        FunctionAttribute::BinaryVersion => (spec.capability.0 * 10 + spec.capability.1) as i32,
        FunctionAttribute::CacheModeCa => 0,
        FunctionAttribute::MaxDynamicShared => function.max_dynamic_shared(spec, &*function.code()?) as i32,
        FunctionAttribute::Carveout => function.carveout.load(Ordering::Relaxed) as i32,
        FunctionAttribute::ClusterMustBeSet => function.code()?.attributes.explicit_cluster.into(),
        FunctionAttribute::ClusterWidth => required_cluster(&function, 0)?,
        FunctionAttribute::ClusterHeight => required_cluster(&function, 1)?,
        FunctionAttribute::ClusterDepth => required_cluster(&function, 2)?,
        FunctionAttribute::NonPortableCluster => function.large_clusters.load(Ordering::Relaxed).into(),
        FunctionAttribute::ClusterScheduling => function.cluster_scheduling.load(Ordering::Relaxed) as i32,
    })
}

/// The extent of the cluster that a kernel requires, 0 if it requires none.
fn required_cluster(function: &FunctionObject, axis: usize) -> Result<i32, Error> {
    Ok(function.code()?.attributes.cluster.map_or(0, |cluster| cluster[axis] as i32))
}

/// Sets an attribute of a kernel.
///
/// # Errors
/// `UnknownEnumerator` for one that cannot be set; `SharedTooLarge`, `OutOfRange`; what is wrong with the handle.
pub fn set_attribute(id: Id<FunctionObject>, attribute: FunctionAttribute, value: i32) -> Result<(), Error> {
    let process = process()?;
    let function = process.get(id)?;
    match attribute {
        FunctionAttribute::MaxDynamicShared => {
            let code = function.code()?;
            let limit = function.context.on.spec.shared_per_block_optin;
            let wanted = u64::try_from(value).unwrap_or(u64::MAX).saturating_add(code.shared_bytes.into());
            if wanted > u64::from(limit) {
                let kernel = function.name.clone();
                return Err(Error::SharedTooLarge { kernel, wanted, limit: limit.into() });
            }
            function.max_dynamic_shared.store(value as u32, Ordering::Relaxed);
        }
        FunctionAttribute::Carveout => {
            if !(-1..=100).contains(&value) {
                let got = u64::try_from(value).unwrap_or(u64::MAX);
                return Err(Error::OutOfRange { what: "carve-out", got, min: 0, max: 100 });
            }
            function.carveout.store(value as u32, Ordering::Relaxed);
        }
        FunctionAttribute::NonPortableCluster => function.large_clusters.store(value != 0, Ordering::Relaxed),
        FunctionAttribute::ClusterScheduling => {
            let policy = u32::try_from(value).ok().filter(|&policy| policy <= 2);
            let what = "cluster scheduling policy";
            let policy = policy.ok_or(Error::UnknownEnumerator { what, got: value.into() })?;
            function.cluster_scheduling.store(policy, Ordering::Relaxed);
        }
        _ => {
            let got = FunctionAttribute::ALL.iter().position(|a| *a == attribute).unwrap_or(0) as i64;
            return Err(Error::UnknownEnumerator { what: "function attribute that can be set", got });
        }
    }
    Ok(())
}

/// A kernel's name.
///
/// # Errors
/// What is wrong with the handle.
pub fn name(id: Id<FunctionObject>) -> Result<String, Error> {
    Ok(process()?.get(id)?.name.clone())
}

/// A kernel's module.
///
/// # Errors
/// What is wrong with the handle.
pub fn module_of(id: Id<FunctionObject>) -> Result<Id<ModuleObject>, Error> {
    Ok(process()?.get(id)?.module)
}

/// Offset and size of a kernel's parameter.
///
/// # Errors
/// `OutOfRange`; what is wrong with the handle.
pub fn parameter(id: Id<FunctionObject>, index: u64) -> Result<(u32, u32), Error> {
    let function = process()?.get(id)?;
    let found = usize::try_from(index).ok().and_then(|n| function.params.get(n));
    found.map(|param| (param.offset, param.size)).ok_or(Error::OutOfRange {
        what: "index of a parameter",
        got: index,
        min: 0,
        max: (function.params.len() as u64).saturating_sub(1),
    })
}

/// Where each of a kernel's parameters lies, and the size of them all: what a caller with `kernelParams` has to gather.
///
/// # Errors
/// What is wrong with the handle.
pub fn params(id: Id<FunctionObject>) -> Result<Params, Error> {
    let function = process()?.get(id)?;
    let each = function.params.iter().map(|param| (param.offset, param.size)).collect();
    Ok(Params { each, bytes: function.param_bytes })
}

/// The layout of a kernel's parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params {
    /// Offset and size of each, bytes.
    pub each: Vec<(u32, u32)>,
    /// Size of all, bytes.
    pub bytes: u32,
}

/// The shape of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchShape {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block, bytes.
    pub shared_bytes: u32,
    /// All blocks must be resident at once.
    pub cooperative: bool,
    /// Blocks of a cluster, where the launch says so.
    pub cluster: Option<[u32; 3]>,
}

/// Launches a kernel. `params` is the parameter block; a shorter one is filled up with zeros.
///
/// # Errors
/// `BadDimension`, `BlockNotRequired`, `TooManyRegisters`, `BadCluster`, `SharedTooLarge`, `Refused`; `Ptx`, `Launch` at the kernel's
/// first launch;
/// `ContextsDiffer`; what is wrong with the handles.
pub fn launch(
    id: Id<FunctionObject>,
    shape: LaunchShape,
    params: &[u8],
    stream: StreamRef,
) -> Result<(), Error> {
    let function = process()?.get(id)?;
    let stream = stream::resolve(stream)?;
    let call = || {
        let call = KernelCall::new(Arc::clone(&function), id.word(), shape, params, &stream.context);
        call.map(Operation::Kernel)
    };
    if capture::take(&stream, call)? {
        return Ok(());
    }
    launch_in(&function, shape, params, &stream)
}

/// Finds what is wrong with a launch of a kernel in its own context.
///
/// # Errors
/// As [`launch`], but for what only its stream tells.
pub(crate) fn check(function: &FunctionObject, shape: &LaunchShape) -> Result<(), Error> {
    let device = function.context.on;
    check_launch(function, &device.spec, shape).map(drop)
}

/// Launches a kernel in a stream that does not capture.
///
/// # Errors
/// As [`launch`].
pub(crate) fn launch_in(
    function: &FunctionObject,
    shape: LaunchShape,
    params: &[u8],
    stream: &StreamObject,
) -> Result<(), Error> {
    if function.context.owner() != stream.context.owner() {
        return Err(Error::ContextsDiffer { what: "the kernel and the stream" });
    }
    let (grid, spec) = prepare(function, shape, params, &stream.context, Ok(stream.front))?;
    let engine = stream.context.engine();
    let op = engine.submit(stream.front, &Op::Grid(spec), Work::Grid(Arc::new(grid)))?;
    if config().launch_blocking {
        engine.wait(&[op])?;
        return stream.context.settle();
    }
    Ok(())
}

/// A launch in a context, ready to be handed to the front end: by a host thread in a stream, or by another kernel with its birth.
///
/// # Errors
/// As [`launch`], but for what only its stream tells.
pub(crate) fn prepare(
    function: &FunctionObject,
    shape: LaunchShape,
    params: &[u8],
    context: &Arc<ContextObject>,
    from: Result<StreamId, Birth>,
) -> Result<(Grid, GridSpec), Error> {
    let process = process()?;
    let device = context.on;
    let geometry = check_launch(function, &device.spec, &shape)?;
    let code = function.code()?;
    let mut block = params.to_vec();
    block.resize(function.param_bytes as usize, 0);
    let grid_id = next_grid_id();
    // Without its module a kernel can launch none.
    let module = process.get(function.module).ok();
    let spec = GridSpec {
        blocks: geometry.blocks(),
        threads: geometry.threads(),
        registers: function.registers(),
        shared_bytes: code.shared_bytes + shape.shared_bytes,
        cooperative: shape.cooperative,
        param_bytes: function.param_bytes,
        cluster: geometry.cluster_blocks(),
    };
    check_units(context, &device.spec, &spec)?;
    let pace = device.engine.pace(&device.spec, &spec);
    let shape_of = (grid_id, (geometry.blocks(), geometry.threads()));
    let requests = Requests::new(context, module, shape_of, (device.ordinal, pace));
    let host: Arc<dyn Host> = Arc::clone(&requests) as Arc<dyn Host>;
    let counts = device.engine.counts(process.memory, spec.blocks, (&device.spec, pace))?;
    let touches = Touches::wanted(process.memory)?;
    if config().notes().any() {
        // What kernels note comes by parameters behind their own.
        let own = (code.kernel.function().param_bytes - config().notes().param_bytes()) as usize;
        block.resize(own, 0);
        block.extend(counts.iter().flat_map(|counts| counts.address().to_le_bytes()));
        block.extend(touches.iter().flat_map(Touches::params).flat_map(u64::to_le_bytes));
    }
    let touches = touches.map(|touches| Traced::new(touches, geometry.blocks(), device.ordinal));
    let workspace = if shape.cooperative { Some(workspace(context.device)?) } else { None };
    let stack = match code.kernel.function().stack_bytes {
        0 => 0,
        _ => context.stack_limit(),
    };
    let (stream, birth) = from.map_or_else(|birth| (None, Some(birth)), |stream| (Some(stream), None));
    let reach = process.memory.reach_of(device.ordinal, context.owner(), stream);
    let allocated_shared = allocated_shared(&device.spec, spec.shared_bytes);
    let asks = checker().filter(|checker| checker.asks() != jit::check::Checked::No);
    let checked = code.facts.as_ref().zip(asks).map(|(facts, checker)| {
        let kernel = code.kernel.function();
        let shared = u64::from(kernel.shared_bytes) + u64::from(shape.shared_bytes);
        let local = u64::from(kernel.local_bytes_with(stack)).next_multiple_of(16);
        let (params, facts) = (block.clone(), Arc::clone(facts));
        checking::Kernel::new(checker, process.memory, facts, geometry, params, (shared, local))
    });
    let launch = if config().interprets() {
        Program::Interpreted(interp::Launch {
            function: Arc::clone(code.kernel.function()),
            text: Arc::clone(&function.image.text),
            checked,
            geometry,
            params: block,
            dynamic_shared: shape.shared_bytes,
            allocated_shared,
            stack,
            vars: Arc::clone(&code.vars),
            memory: process.memory,
            reach,
            host,
            workspace: workspace.as_ref().map_or(0, Lent::base),
            cancel: AtomicBool::new(false),
        })
    } else {
        let setup = jit::Setup {
            geometry,
            params: &block,
            dynamic_shared: shape.shared_bytes,
            allocated_shared,
            grid_id,
            sms: device.spec.sms,
        };
        let far = reach.as_ref().map(|_| code.kernel.far());
        let kernel = far.as_ref().unwrap_or(&code.kernel);
        let launch = jit::Launch::new(kernel, setup, Arc::clone(&code.vars), process.memory.window());
        let launch = launch.map_err(|error| Error::Launch(Arc::new(error)))?;
        let mut launch = launch.with_host(host);
        if let Some(reach) = reach {
            launch = launch.with_reach(reach.reach(&block));
        }
        if stack > 0 {
            launch = launch.with_stack(stack);
        }
        if let Some(kernel) = checked {
            launch = launch.with_watch(Arc::new(checking::Watcher(kernel)));
        }
        Program::Compiled(match &workspace {
            Some(lent) => launch.with_workspace(lent.base()),
            None => launch,
        })
    };
    let grid = Grid {
        launch,
        context: context.front,
        requests,
        birth,
        health: Arc::clone(&context.health),
        memory: process.memory,
        _image: Arc::<Image>::clone(&function.image),
        _workspace: workspace,
        threads: spec.threads,
        registers: spec.registers,
        shared_bytes: spec.shared_bytes,
        order: if pace.is_some() { code.order } else { Order::Any },
        counts,
        touches,
        idle: AtomicU64::new(0),
        told: AtomicBool::new(false),
    };
    Ok((grid, spec))
}

/// The geometry of a launch, if it may be.
///
/// # Errors
/// `BadDimension`, `BlockNotRequired`, `TooManyRegisters`, `BadCluster`, `SharedTooLarge`; `Ptx`, `Launch` at the kernel's first use.
fn check_launch(
    function: &FunctionObject,
    spec: &device::Spec,
    shape: &LaunchShape,
) -> Result<Geometry, Error> {
    check_shape(function, spec, shape)?;
    let code = function.code()?;
    let limit = function.max_dynamic_shared(spec, &code);
    if shape.shared_bytes > limit {
        let wanted = u64::from(shape.shared_bytes) + u64::from(code.shared_bytes);
        let limit = u64::from(limit) + u64::from(code.shared_bytes);
        return Err(Error::SharedTooLarge { kernel: function.name.clone(), wanted, limit });
    }
    let geometry = Geometry { cluster: shape.cluster, ..Geometry::new(shape.grid, shape.block) };
    geometry
        .for_kernel(&code.attributes, function.most_in_cluster(spec))
        .map_err(|why| Error::BadCluster { kernel: function.name.clone(), why })
}

/// Shared memory that a block has which asks for so many bytes: devices hand it out in whole units (observed on an H200).
fn allocated_shared(spec: &device::Spec, asked: u32) -> u32 {
    spec.shared_of_block(asked) - spec.reserved_shared
}

/// Whether a green context has a unit of SMs that holds a cluster; how many fit is the front end's business.
///
/// # Errors
/// `Refused`.
fn check_units(context: &ContextObject, spec: &device::Spec, grid: &GridSpec) -> Result<(), Error> {
    let Some(own) = context.sms().filter(|_| grid.cluster > 1) else { return Ok(()) };
    let units = device::partition::units(spec, &own.sms, &own.begins);
    match units.iter().any(|unit| unit.len() as u32 >= grid.cluster) {
        true => Ok(()),
        false => {
            let (cluster, blocks) = (grid.cluster, grid.blocks);
            Err(Error::Refused(device::Refused::ClusterTooLarge { cluster, blocks, fit: 0 }))
        }
    }
}

/// What `%envreg1` and `%envreg2` tell the blocks of a cooperative grid of: the size of an H200's workspace, and the
/// counter that they meet at.
fn workspace(device: usize) -> Result<Lent, Error> {
    const WORKSPACE: [u32; 2] = [16, 0];
    let memory = process()?.memory;
    let bytes: Vec<u8> = WORKSPACE.into_iter().flat_map(u32::to_le_bytes).collect();
    let lent = Lent::new(memory, device, WORKSPACE[0].into())?;
    match memory.window().write(lent.base(), &bytes) {
        true => Ok(lent),
        false => Err(Error::OutOfMemory { wanted: 16, free: 0 }),
    }
}

fn check_shape(function: &FunctionObject, spec: &device::Spec, shape: &LaunchShape) -> Result<(), Error> {
    const GRID: [&str; 3] = ["gridDim.x", "gridDim.y", "gridDim.z"];
    const BLOCK: [&str; 3] = ["blockDim.x", "blockDim.y", "blockDim.z"];
    for (names, got, limits) in [(GRID, shape.grid, MAX_GRID), (BLOCK, shape.block, MAX_BLOCK)] {
        for ((what, got), limit) in names.into_iter().zip(got).zip(limits) {
            let got = u64::from(got);
            if got == 0 || got > limit {
                return Err(Error::BadDimension { what, got, limit });
            }
        }
    }
    let threads = shape.block.into_iter().map(u64::from).product();
    let limit = u64::from(function.bound(spec));
    if threads > limit {
        return Err(Error::BadDimension { what: "the number of threads of a block", got: threads, limit });
    }
    match function.image.ptx.attributes(&function.name).and_then(|a| a.reqntid) {
        Some(required) if required != shape.block => {
            return Err(Error::BlockNotRequired {
                kernel: function.name.clone(),
                got: shape.block,
                required,
            });
        }
        _ => {}
    }
    let (threads, most) = (threads as u32, function.max_threads(spec));
    if threads > most {
        let (kernel, registers) = (function.name.clone(), function.registers());
        return Err(Error::TooManyRegisters { kernel, registers, threads, most });
    }
    Ok(())
}
