//! Carrying out what the front end decides: threads that run blocks, copies and host functions.
//!
//! One [`Engine`](engine::Engine) a device. It owns the modelled front end under a lock and is the only one
//! who feeds it. No lock is held while a kernel, a copy or a host function runs.

mod bell;
mod counts;
pub(crate) mod device_side;
pub(crate) mod due;
pub(crate) mod engine;
mod follower;
pub(crate) mod interp;
pub(crate) mod meeting;
mod near;
pub(crate) mod observer;
mod standstill;
pub(crate) mod stdio;
mod stuck;
pub(crate) mod timeline;
mod worker;

use counts::Counts;
use device_side::{Birth, DeviceSide};

use crate::fault::KernelFault;
use crate::memory::unified::touches::Touches;
use crate::memory::{Lent, Memory};
use crate::sync::{Arc, AtomicBool, AtomicU64, Mutex, OnceLock, Ordering, Rank, fixed};
use ptx::exec::{Fault, FaultKind};
use ptx::ir::Space;
use ptx::pass::Order;
use std::any::Any;
use std::time::Instant;

/// A kernel launch on its way.
pub(crate) struct Grid {
    /// What it takes to run its blocks.
    pub(crate) launch: Program,
    /// The front end's context that it runs in.
    pub(crate) context: device::ContextId,
    /// What its threads call.
    pub(crate) device_side: Arc<dyn DeviceSide>,
    /// Its launch by another grid, if it was one.
    pub(crate) birth: Option<Box<dyn Birth>>,
    /// Where a fault is noted.
    pub(crate) health: Arc<Health>,
    /// Memory of its process.
    pub(crate) memory: &'static Memory,
    /// Keeps the module's variables until the grid is done.
    pub(crate) _image: Arc<dyn Any + Send + Sync>,
    /// Where the blocks of a cooperative grid meet.
    pub(crate) _workspace: Option<Lent>,
    /// Threads of a block.
    pub(crate) threads: u32,
    /// Registers of a thread, 0 if unknown.
    pub(crate) registers: u32,
    /// Shared memory of a block, bytes.
    pub(crate) shared_bytes: u32,
    /// What hangs on the order of its blocks, if there is a timeline: then it is always the same.
    pub(crate) order: Order,
    /// Where its blocks count their instructions, if they do.
    pub(crate) counts: Option<Counts>,
    /// What they touch, if that is traced.
    pub(crate) touches: Option<Traced>,
    /// Trips round loops that wait since any of its blocks did something else, and whether it was told what
    /// they wait for.
    pub(crate) idle: AtomicU64,
    pub(crate) told: AtomicBool,
}

/// A launch whose touches are traced.
pub(crate) struct Traced {
    touches: Mutex<Option<Touches>>,
    /// Blocks that have not ended.
    left: AtomicU64,
    device: usize,
}

impl Traced {
    /// For so many blocks.
    pub(crate) fn new(touches: Touches, blocks: u64, device: usize) -> Self {
        Traced { touches: Mutex::new(Rank::Object, Some(touches)), left: AtomicU64::new(blocks), device }
    }
}

impl Grid {
    /// So many of its blocks have ended; after the last, managed memory is told what they touched.
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

/// A kernel with a shape and arguments.
pub(crate) enum Program {
    Compiled(jit::Launch),
    Interpreted(interp::Launch),
}

/// A block, or a cluster of blocks, that gave up its turn.
pub(crate) enum Running {
    Compiled(Box<jit::Cluster>),
    Interpreted(Box<interp::Cluster>),
}

/// How a block's turn ended.
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
    /// Tells all blocks to stop at their next look.
    pub(crate) fn cancel(&self) {
        match self {
            Program::Compiled(launch) => launch.cancel(),
            Program::Interpreted(launch) => launch.cancel.store(true, Ordering::Relaxed),
        }
    }

    /// The kernel's name.
    fn function_name(&self) -> &str {
        match self {
            Program::Compiled(launch) => &launch.kernel().function().name,
            Program::Interpreted(launch) => &launch.function.name,
        }
    }

    /// Bytes of a space that offsets count in.
    pub(crate) fn space_bytes(&self, space: Space) -> Option<u64> {
        match self {
            Program::Compiled(launch) => launch.space_bytes(space),
            Program::Interpreted(launch) => launch.space_bytes(space),
        }
    }

    /// The end of a block that another launch started.
    fn lost(&self) -> Fault {
        let what = "a block was resumed by another launch than its own";
        debug_assert!(false, "bug: {what}");
        self.broken(what)
    }

    /// The end of blocks by a promise of ours that was broken.
    fn broken(&self, what: &'static str) -> Fault {
        let function = match self {
            Program::Compiled(launch) => launch.kernel().function(),
            Program::Interpreted(launch) => &launch.function,
        };
        let kind = FaultKind::Bug { what };
        Fault { kind, kernel: function.name.clone(), line: 0, block: [0; 3], thread: None, among: 1 }
    }

    /// Blocks of a cluster: 1 where there are no clusters.
    fn cluster_blocks(&self) -> usize {
        let geometry = match self {
            Program::Compiled(launch) => launch.geometry(),
            Program::Interpreted(launch) => launch.geometry,
        };
        geometry.cluster_blocks() as usize
    }

    /// Starts a cluster, and maybe some of those after it: how many, and what became of the last. All others
    /// have ended.
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
            (Program::Compiled(_), _) | (Program::Interpreted(_), _) => Outcome::Fault(self.lost()),
        }
    }
}

/// What a context's kernels did to it: the first fault stays (CUDA: the context is unusable from then on).
#[derive(Default, Debug)]
pub(crate) struct Health {
    fault: OnceLock<Arc<KernelFault>>,
}

impl Health {
    /// Notes a fault; whether it was the first.
    pub(crate) fn fall_ill(&self, fault: KernelFault) -> bool {
        self.fault.set(Arc::new(fault)).is_ok()
    }

    /// Fails with the fault if there was one.
    pub(crate) fn check(&self) -> Result<(), crate::Error> {
        match self.fault.get() {
            None => Ok(()),
            Some(fault) => Err(crate::Error::Fault(Arc::clone(fault))),
        }
    }
}

/// When an event's record was reached.
#[derive(Default, Debug)]
pub(crate) struct Mark {
    wall: OnceLock<Instant>,
    /// On the device's virtual timeline, picoseconds.
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

    /// Picoseconds on the device's virtual timeline.
    pub(crate) fn virtual_time(&self) -> Option<::timeline::Time> {
        self.on_timeline.get().copied()
    }
}

/// Copies and host functions.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// A condition that an operation waits for: whether it holds now.
pub(crate) type Condition = Box<dyn FnMut() -> bool + Send>;

/// What there is to do for an operation of the front end.
pub(crate) enum Work {
    /// A kernel launch.
    Grid(Arc<Grid>),
    /// A copy or fill: by the copy thread.
    Copy(Task),
    /// A copy or fill that the submitting thread waits for, and carries out itself.
    OwnCopy(Task),
    /// A host function.
    Host(Task),
    /// A wait of a context's stream for a condition that somebody else brings about.
    Until(device::ContextId, Condition),
    /// An event's record.
    Mark(Arc<Mark>),
    /// Nothing: its completion is all that matters.
    Nothing,
}

/// Numbers launches, so that each can be told apart.
pub(crate) fn next_grid_id() -> u64 {
    static NEXT: fixed::AtomicU64 = fixed::AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
