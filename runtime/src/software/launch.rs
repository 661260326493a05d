//! Kernel launches: a kernel with a shape and arguments becomes a grid, and an operation of a stream.

use super::context::Context;
use super::kernel::Kernel;
use super::stream::Stream;
use crate::Error;
use crate::check::{self as checking, checker};
use crate::config::config;
use crate::device_runtime::{Origin, Requests};
use crate::exec::counts::Instructions;
use crate::exec::{Grid, Program, Traced, Work, interp, next_grid_id};
use crate::memory::unified::touches::Touches;
use crate::memory::{Memory, RuntimeBuffer};
use crate::module::load::Image;
use crate::profile::profiler;
use crate::sync::{Arc, AtomicBool, AtomicU64};
use crate::types::LaunchShape;
use ::profile::Facts;
use device::{GridSpec, Op};
use ptx::pass::OrderDependence;
use ptx::system::Host;

/// Launches a kernel of the stream's context.
///
/// # Errors
/// As [`backend::Stream::launch`](crate::backend::Stream::launch).
pub(super) fn launch(
    function: &Kernel,
    shape: LaunchShape,
    params: &[u8],
    stream: &Stream,
) -> Result<(), Error> {
    let origin = Origin::Stream(stream.front);
    let (grid, spec) = prepare(function, shape, params, &stream.context, origin)?;
    let op = stream.submit(&Op::Grid(spec), Work::Grid(Arc::new(grid)))?;
    if config().launch_blocking {
        stream.engine().wait(&[op])?;
        return stream.context.settle();
    }
    Ok(())
}

/// A launch in a context, ready to be handed to the front end: by a host thread in a stream, or by another
/// kernel.
///
/// # Errors
/// As [`launch`], but for what only its stream tells.
pub(super) fn prepare(
    function: &Kernel,
    shape: LaunchShape,
    params: &[u8],
    context: &Arc<Context>,
    origin: Origin<'_>,
) -> Result<(Grid, GridSpec), Error> {
    let (memory, device) = (context.memory(), context.device);
    let geometry = function.geometry(&shape)?;
    let code = function.code()?;
    let mut block = params.to_vec();
    block.resize(function.param_bytes as usize, 0);
    let grid_id = next_grid_id();
    // Without its module a kernel can launch none.
    let module = function.module.upgrade();
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
    let identity = (grid_id, (geometry.blocks(), geometry.threads()));
    let requests = Requests::new(context, module, identity, pace, (origin, prepare));
    let host: Arc<dyn Host> = Arc::clone(&requests) as Arc<dyn Host>;
    let facts = Facts {
        grid: geometry.grid,
        block: geometry.block,
        registers: spec.registers,
        shared: spec.shared_bytes,
        base: memory.window().base(),
    };
    let paced = code.paces.as_ref().map(|paces| match origin {
        Origin::Stream(_) => paces.of_launch(facts, &device.spec),
        Origin::Kernel(launch) => paces.of_child(launch.siblings(), facts, &device.spec),
    });
    let (modelled, recorder) = paced.unzip();
    let recorder = recorder.flatten();
    let repeats = code.repeats.as_ref().filter(|_| pace.is_some());
    let shape_of = (geometry.grid, geometry.block, shape.shared_bytes);
    let found = repeats.map(|repeats| repeats.find(shape_of, &block));
    let (kernel, known, counted) = match found {
        // Records are those of the instrumented kernel.
        Some(Ok((counts, kernel))) if recorder.is_none() => (kernel, Some(Instructions::Known(counts)), None),
        Some(Err(counted)) => (Arc::clone(&code.kernel), None, Some(counted)),
        _ => (Arc::clone(&code.kernel), None, None),
    };
    let counts = match known {
        Some(_) => None,
        None => device.engine.counts(memory, spec.blocks, (&device.spec, pace))?,
    };
    let touches = Touches::from_settings(memory)?;
    if config().notes().any() && known.is_none() {
        // What kernels note comes by parameters behind their own.
        let own = (kernel.function().param_bytes - config().notes().param_bytes()) as usize;
        block.resize(own, 0);
        block.extend(counts.iter().flat_map(|counts| counts.address().to_le_bytes()));
        block.extend(touches.iter().flat_map(Touches::params).flat_map(u64::to_le_bytes));
    }
    let instructions = known.or_else(|| Some(Instructions::Counted(counts?, counted)));
    let touches = touches.map(|touches| Traced::new(touches, geometry.blocks(), device.ordinal));
    let workspace = if shape.cooperative { Some(workspace(memory, device.ordinal)?) } else { None };
    let stack = match code.kernel.function().stack_bytes {
        0 => 0,
        _ => context.stack_limit(),
    };
    let reach = memory.reach_of(device.ordinal, context.owner, origin.stream());
    let allocated_shared = allocated_shared(&device.spec, spec.shared_bytes);
    let asks = checker().filter(|checker| checker.checked() != jit::check::Checked::No);
    let checked = code.facts.as_ref().zip(asks).map(|(facts, checker)| {
        let kernel = code.kernel.function();
        let shared = u64::from(kernel.shared_bytes) + u64::from(shape.shared_bytes);
        let local = u64::from(kernel.local_bytes_with(stack)).next_multiple_of(16);
        let (params, facts) = (block.clone(), Arc::clone(facts));
        checking::Kernel::new(checker, memory, facts, geometry, params, (shared, local))
    });
    let launch = if config().interprets() {
        Program::Interpreted(interp::InterpretedLaunch {
            function: Arc::clone(code.kernel.function()),
            text: Arc::clone(&function.image.text),
            checked,
            geometry,
            params: block,
            dynamic_shared: shape.shared_bytes,
            allocated_shared,
            stack,
            vars: Arc::clone(&code.vars),
            memory,
            reach,
            host,
            workspace: workspace.as_ref().map_or(0, RuntimeBuffer::base),
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
        let far = reach.as_ref().map(|_| kernel.with_outside_reach());
        let kernel = far.as_ref().unwrap_or(&kernel);
        let launch = jit::Launch::new(kernel, setup, Arc::clone(&code.vars), memory.window());
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
        let trace = match profiler().zip(code.profiled.as_ref()) {
            Some((profiler, kernel)) => Some(profiler.launch(kernel, (facts, &block), &device.spec)),
            None => recorder,
        };
        if let Some(trace) = trace {
            launch = launch.with_trace(trace).map_err(|error| Error::Launch(Arc::new(error)))?;
        }
        Program::Compiled(match &workspace {
            Some(lent) => launch.with_workspace(lent.base()),
            None => launch,
        })
    };
    let grid = Grid {
        launch,
        context: context.front,
        device_side: requests,
        child_launch: None,
        health: Arc::clone(&context.health),
        memory,
        _image: Arc::<Image>::clone(&function.image),
        _workspace: workspace,
        threads: spec.threads,
        cost: Arc::clone(&code.cost),
        registers: spec.registers,
        shared_bytes: spec.shared_bytes,
        order: if pace.is_some() { code.order } else { OrderDependence::None },
        instructions,
        modelled,
        touches,
        idle: AtomicU64::new(0),
        reported: AtomicBool::new(false),
    };
    Ok((grid, spec))
}

/// Shared memory that a block has which asks for so many bytes: devices hand it out in whole units (observed
/// on an H200).
fn allocated_shared(spec: &device::Spec, asked: u32) -> u32 {
    spec.shared_of_block(asked) - spec.reserved_shared
}

/// Checks that a green context has a unit of SMs that holds a cluster.
///
/// # Errors
/// `Refused`.
fn check_units(context: &Context, spec: &device::Spec, grid: &GridSpec) -> Result<(), Error> {
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

/// Makes the workspace that `%envreg1` and `%envreg2` give the blocks of a cooperative grid: of an H200's
/// size, with the counter of the grid's barrier.
fn workspace(memory: &'static Memory, device: usize) -> Result<RuntimeBuffer, Error> {
    const WORKSPACE: [u32; 2] = [16, 0];
    let bytes: Vec<u8> = WORKSPACE.into_iter().flat_map(u32::to_le_bytes).collect();
    let lent = RuntimeBuffer::new(memory, device, WORKSPACE[0].into())?;
    match memory.window().write(lent.base(), &bytes) {
        true => Ok(lent),
        false => Err(Error::OutOfMemory { wanted: 16, free: 0 }),
    }
}
