//! Execution of what the front end decides: threads that run blocks, copies and host functions.
//!
//! Each device has one [`Engine`](engine::Engine), the only user of the modelled front end, which it keeps
//! under a lock. No lock is held while a kernel, a copy or a host function runs.

pub(crate) mod block_cost;
mod consumer;
mod counted_condvar;
pub(crate) mod counter_order;
pub(crate) mod counts;
mod deadlock;
pub(crate) mod device_side;
pub(crate) mod engine;
mod fault_memory;
pub(crate) mod interp;
pub(crate) mod observer;
pub(crate) mod spin_wait;
mod standstill;
pub(crate) mod stdio;
pub(crate) mod timeline;
mod worker;

use block_cost::BlockCost;
use counts::Instructions;
use device_side::{ChildLaunch, DeviceSide};
pub(crate) use fault_memory::nearby;

use crate::fault::KernelFault;
use crate::memory::unified::touches::Touches;
use crate::memory::{Memory, RuntimeBuffer};
use crate::profile::pace::LaunchPace;
use crate::sync::{Arc, AtomicBool, AtomicU64, Mutex, OnceLock, Ordering, Rank, fixed};
use ptx::exec::{Fault, FaultKind};
use ptx::ir::Space;
use ptx::pass::OrderDependence;
use std::any::Any;
use std::time::Instant;

/// Kernel launch in flight.
pub(crate) struct Grid {
    /// Executable kernel with its arguments.
    pub(crate) launch: Program,
    /// Context in the front end.
    pub(crate) context: device::ContextId,
    /// Handler of the calls that its threads make.
    pub(crate) device_side: Arc<dyn DeviceSide>,
    /// Record of its launch by another grid, if a grid launched it.
    pub(crate) child_launch: Option<Box<dyn ChildLaunch>>,
    /// Health of the context, which a fault poisons.
    pub(crate) health: Arc<Health>,
    /// Memory of the process.
    pub(crate) memory: &'static Memory,
    /// Keeps the module's variables alive until the grid ends.
    pub(crate) _image: Arc<dyn Any + Send + Sync>,
    /// Workspace for grid-wide barriers of a cooperative launch.
    pub(crate) _workspace: Option<RuntimeBuffer>,
    /// Threads a block.
    pub(crate) threads: u32,
    /// Time that the kernel's blocks took lately.
    pub(crate) cost: Arc<BlockCost>,
    /// Registers a thread; 0 if unknown.
    pub(crate) registers: u32,
    /// Shared memory a block, bytes.
    pub(crate) shared_bytes: u32,
    /// Aspect of the kernel that depends on the block order; on a virtual timeline, that order is then fixed.
    pub(crate) order: OrderDependence,
    /// Instructions of its blocks, in virtual time.
    pub(crate) instructions: Option<Instructions>,
    /// Pace of its blocks in virtual time, if it is modelled.
    pub(crate) modelled: Option<LaunchPace>,
    /// Recorder of its memory accesses, if they are traced.
    pub(crate) touches: Option<Traced>,
    /// Trips round spin loops since a block last did something else, and whether the standstill was reported.
    pub(crate) idle: AtomicU64,
    pub(crate) reported: AtomicBool,
}

/// Recorder of the memory that a launch accesses.
pub(crate) struct Traced {
    touches: Mutex<Option<Touches>>,
    /// Number of blocks that have not ended.
    left: AtomicU64,
    device: usize,
}

impl Traced {
    /// Creates a recorder for a grid of `blocks` blocks.
    pub(crate) fn new(touches: Touches, blocks: u64, device: usize) -> Self {
        Traced { touches: Mutex::new(Rank::Object, Some(touches)), left: AtomicU64::new(blocks), device }
    }
}

impl Grid {
    /// Returns the number of blocks that are worth a job.
    fn worthwhile_blocks(&self) -> usize {
        self.cost.worthwhile_blocks(self.threads)
    }

    /// Accounts for the end of `ended` blocks. After the last, reports their accesses to managed memory.
    fn settle(&self, ended: usize) {
        let Some(traced) = &self.touches else { return };
        let ended = ended as u64;
        if ended > 0 && traced.left.fetch_sub(ended, Ordering::AcqRel) == ended {
            let touches = traced.touches.lock().take();
            if let Some(touches) = touches {
                touches.settle(self.launch.function_name(), traced.device);
            }
        }
    }
}

/// Kernel with a shape and arguments.
pub(crate) enum Program {
    Compiled(jit::Launch),
    Interpreted(interp::InterpretedLaunch),
}

/// Suspended block, or cluster of blocks.
pub(crate) enum Running {
    Compiled(Box<jit::Cluster>),
    Interpreted(Box<interp::Cluster>),
}

/// Result of a block's time slice.
pub(crate) enum Outcome {
    Done,
    Yielded(Running),
    Fault(Fault),
}

impl From<jit::Outcome> for Outcome {
    fn from(outcome: jit::Outcome) -> Self {
        match outcome {
            jit::Outcome::Done => Outcome::Done,
            jit::Outcome::Yielded(block) => Outcome::Yielded(Running::Compiled(block)),
            jit::Outcome::Fault(fault) => Outcome::Fault(fault),
        }
    }
}

impl Program {
    /// Stops all blocks at their next poll.
    pub(crate) fn cancel(&self) {
        match self {
            Program::Compiled(launch) => launch.cancel(),
            Program::Interpreted(launch) => launch.cancel.store(true, Ordering::Relaxed),
        }
    }

    /// Name of the kernel.
    fn function_name(&self) -> &str {
        match self {
            Program::Compiled(launch) => &launch.kernel().function().name,
            Program::Interpreted(launch) => &launch.function.name,
        }
    }

    /// Bytes of the space `space`, if its addresses are offsets.
    pub(crate) fn space_bytes(&self, space: Space) -> Option<u64> {
        match self {
            Program::Compiled(launch) => launch.space_bytes(space),
            Program::Interpreted(launch) => launch.space_bytes(space),
        }
    }

    /// Fault of a block that was resumed by another launch: a bug of ours.
    fn wrong_launch_fault(&self) -> Fault {
        let what = "a block was resumed by another launch than its own";
        debug_assert!(false, "bug: {what}");
        self.bug_fault(what)
    }

    /// Fault of blocks after a broken invariant of ours.
    fn bug_fault(&self, what: &'static str) -> Fault {
        let function = match self {
            Program::Compiled(launch) => launch.kernel().function(),
            Program::Interpreted(launch) => &launch.function,
        };
        let kind = FaultKind::Bug { what };
        Fault { kind, kernel: function.name.clone(), line: 0, block: [0; 3], thread: None, candidates: 1 }
    }

    /// Blocks a cluster; 1 without clusters.
    fn cluster_blocks(&self) -> usize {
        let geometry = match self {
            Program::Compiled(launch) => launch.geometry(),
            Program::Interpreted(launch) => launch.geometry,
        };
        geometry.cluster_blocks() as usize
    }

    /// Starts a cluster, and possibly some that follow it. Returns their number and the outcome of the last;
    /// all others have ended.
    fn start(&self, worker: &mut jit::Worker, cluster: u64, sms: &[u16], fuel: u64) -> (u64, Outcome) {
        match self {
            Program::Compiled(launch) => {
                let _baton = launch.is_watched().then(|| interp::BATON.lock());
                let started = launch.start(worker, cluster, sms, fuel);
                (started.clusters, started.outcome.into())
            }
            Program::Interpreted(launch) => (1, launch.start(cluster)),
        }
    }

    fn resume(&self, worker: &mut jit::Worker, block: Running, fuel: u64) -> Outcome {
        match (self, block) {
            (Program::Compiled(launch), Running::Compiled(block)) => {
                let _baton = launch.is_watched().then(|| interp::BATON.lock());
                launch.resume(worker, block, fuel).into()
            }
            (Program::Interpreted(launch), Running::Interpreted(block)) => launch.resume(block),
            (Program::Compiled(_), _) | (Program::Interpreted(_), _) => {
                Outcome::Fault(self.wrong_launch_fault())
            }
        }
    }
}

/// Health of a context: its first fault, after which it is unusable, as in CUDA.
#[derive(Default, Debug)]
pub(crate) struct Health {
    fault: OnceLock<Arc<KernelFault>>,
}

impl Health {
    /// Records a fault. Returns whether it was the first.
    pub(crate) fn poison(&self, fault: KernelFault) -> bool {
        self.fault.set(Arc::new(fault)).is_ok()
    }

    /// Fails with the recorded fault, if any.
    pub(crate) fn check(&self) -> Result<(), crate::Error> {
        match self.fault.get() {
            None => Ok(()),
            Some(fault) => Err(crate::Error::Fault(Arc::clone(fault))),
        }
    }
}

/// Times at which an event's record was reached.
#[derive(Default, Debug)]
pub(crate) struct Mark {
    wall: OnceLock<Instant>,
    /// Virtual time, picoseconds.
    on_timeline: OnceLock<::timeline::Time>,
}

impl Mark {
    pub(crate) fn set(&self, now: Instant) {
        // An operation completes once.
        let _ = self.wall.set(now);
    }

    pub(crate) fn time(&self) -> Option<Instant> {
        self.wall.get().copied()
    }

    fn set_virtual(&self, now: ::timeline::Time) {
        let _ = self.on_timeline.set(now);
    }

    /// Virtual time, picoseconds.
    pub(crate) fn virtual_time(&self) -> Option<::timeline::Time> {
        self.on_timeline.get().copied()
    }
}

/// Copy or host function.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// Wake-up condition of an operation; returns whether it holds now.
pub(crate) type Condition = Box<dyn FnMut() -> bool + Send>;

/// Operation that launches others from the device, as a kernel of one block does: a conditional node of a
/// graph. It is complete when all of them are.
pub(crate) struct Fork {
    /// Name in reports and on timelines.
    pub(crate) name: Arc<str>,
    /// Receiver of its launches, as for those of a kernel's threads.
    pub(crate) device_side: Arc<dyn DeviceSide>,
    /// Record of its own launch, if another operation launched it.
    pub(crate) child_launch: Option<Box<dyn ChildLaunch>>,
    /// Launches the others; none once it has started.
    pub(crate) task: Option<Task>,
}

/// Work of an operation of the front end.
pub(crate) enum Work {
    /// A kernel launch.
    Grid(Arc<Grid>),
    /// Launches of other operations, for the copy thread.
    Fork(Fork),
    /// Copy or fill, for the copy thread.
    Copy(Task),
    /// Copy or fill that the submitting thread waits for and executes itself.
    OwnCopy(Task),
    /// Short copy or fill, which the submitting thread executes if it may start at once.
    ShortCopy(Task),
    /// Free of memory in a stream's order, for the copy thread; no task once it has started.
    Free(Option<Task>),
    /// A host function.
    Host(Task),
    /// Wait of a context's stream for a condition.
    Until(device::ContextId, Condition),
    /// Record of an event.
    Mark(Arc<Mark>),
    /// No work: only the completion matters.
    Nothing,
}

impl Work {
    /// Host side of what it launches from the device, if it may.
    pub(crate) fn device_side(&self) -> Option<&Arc<dyn DeviceSide>> {
        match self {
            Work::Grid(grid) => Some(&grid.device_side),
            Work::Fork(fork) => Some(&fork.device_side),
            _ => None,
        }
    }

    /// Record of its launch from the device, if it was launched there.
    pub(crate) fn child_launch(&self) -> Option<&dyn ChildLaunch> {
        match self {
            Work::Grid(grid) => grid.child_launch.as_deref(),
            Work::Fork(fork) => fork.child_launch.as_deref(),
            _ => None,
        }
    }
}

/// Returns a new launch number, unique in the process.
pub(crate) fn next_grid_id() -> u64 {
    static NEXT: fixed::AtomicU64 = fixed::AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
