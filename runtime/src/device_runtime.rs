//! Device runtime: calls of kernels to the device they run on, mainly launches of kernels.
//!
//! A [`Family`] is a grid with the launches by its threads. A launch becomes a child of the grid's operation
//! in the front end, in the same context, on the same SMs, with the same priority; the grid's operation
//! completes after its children. Streams and events of kernels belong to the grid and consist only of the
//! operations that the next one has to wait for. Semantics: CUDA C++ Programming Guide, "CUDA Dynamic
//! Parallelism"; numbers and error codes: observed on an H200.

mod actions;
mod graph;
mod graph_launch;
mod launch;
mod memory;
mod query;
mod requests;
mod spawn;
mod stream;

use actions::{Action, Recorded};
pub(crate) use graph::conditional;
pub(crate) use graph_launch::whole_graph;
pub(crate) use requests::Requests;

use crate::Error;
use crate::exec::device_side::{ChildLaunch as _, Later};
use crate::exec::{Grid, device_side, spin_wait};
use crate::profile::pace::ChildPaces;
use crate::software::conditions;
use crate::software::context::Context;
use crate::software::desk::Desk;
use crate::software::kernel::Kernel;
use crate::software::module::Module;
use crate::sync::{Arc, AtomicBool, Mutex, OnceLock, Ordering, Rank};
use crate::types::LaunchShape;
use device::{GridSpec, OpId, StreamId};
use launch::Pending;
use ptx::exec::FaultKind;
use ptx::ir::Space;
use ptx::system::{Call, Caller, CallerMemory, Freed, Host, RETRY};
use std::collections::BTreeMap;
use stream::GridStream;
use timeline::Cost;

/// CUDA's error codes on the device.
mod code {
    pub(super) const INVALID_VALUE: u32 = 1;
    pub(super) const NO_MEMORY: u32 = 2;
    pub(super) const INVALID_CONFIGURATION: u32 = 9;
    pub(super) const INVALID_DIRECTION: u32 = 21;
    pub(super) const PENDING_COUNT: u32 = 69;
    pub(super) const INVALID_FUNCTION: u32 = 98;
    pub(super) const INVALID_DEVICE: u32 = 101;
    pub(super) const UNSUPPORTED_LIMIT: u32 = 215;
    pub(super) const INVALID_HANDLE: u32 = 400;
    pub(super) const UNKNOWN: u32 = 999;
    pub(super) const NOT_SUPPORTED: u32 = 801;
}

/// Origin of a launch.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// Host thread, in a stream.
    Stream(StreamId),
    /// Another kernel.
    Kernel(&'a ChildLaunch),
}

impl Origin<'_> {
    /// Stream of a launch by a host thread.
    pub(crate) fn stream(self) -> Option<StreamId> {
        match self {
            Origin::Stream(stream) => Some(stream),
            Origin::Kernel(_) => None,
        }
    }
}

/// Function that prepares a launch in a context for submission.
pub(crate) type Prepare =
    fn(&Kernel, LaunchShape, &[u8], &Arc<Context>, Origin<'_>) -> Result<(Grid, GridSpec), Error>;

/// Grid with the launches by its threads.
pub(crate) struct Family {
    context: Arc<Context>,
    /// Module of the kernel; `None` if that is unloaded.
    module: Option<Arc<Module>>,
    /// Its operation, once submitted.
    op: OnceLock<OpId>,
    /// Its place among the pending launches, if a kernel launched it.
    slot: OnceLock<Arc<PendingSlot>>,
    state: Mutex<GridObjects>,
    /// For each block: children, other than tail launches, that have not ended.
    children: Mutex<BTreeMap<u64, u32>>,
    /// Number of blocks, and threads a block.
    blocks: u64,
    threads: u32,
    /// Records for the virtual timeline, if there is one.
    actions: Mutex<Vec<Recorded>>,
    /// Paces of its launches in virtual time.
    paces: ChildPaces,
    /// Flags: a block waits for its children; a block waits for room to launch.
    waits: AtomicBool,
    full: AtomicBool,
}

/// Objects of a grid's threads.
#[derive(Default)]
struct GridObjects {
    /// Last error of each thread, by block and thread.
    errors: BTreeMap<(u64, u32), u32>,
    /// Kernels by device address.
    kernels: BTreeMap<u64, Arc<Kernel>>,
    /// Launches with incomplete arguments, by buffer address.
    pending: BTreeMap<u64, Pending>,
    /// Predecessors of each stream's next operation.
    streams: BTreeMap<GridStream, Vec<OpId>>,
    /// Operations that each event waits for.
    events: BTreeMap<u64, Vec<OpId>>,
    /// Decisions about launches.
    decisions: spawn::Decisions,
}

/// Place among the pending launches, whose number is limited: held until the launch is complete, or until
/// only its tail launches are left.
struct PendingSlot {
    desk: Arc<Desk>,
    taken: AtomicBool,
}

impl PendingSlot {
    /// Releases the place. Idempotent.
    fn release(&self) {
        if self.taken.swap(false, Ordering::Relaxed) {
            self.desk.parameters.ended();
        }
    }
}

/// Launch by a kernel, with its place and the block that may wait for it.
pub(crate) struct ChildLaunch {
    slot: Arc<PendingSlot>,
    parent: Arc<Requests>,
    /// Block that may wait for it; `None` for a tail launch.
    block: Option<u64>,
    /// Block and number of the thread that made it.
    by: (u64, u32),
    ended: AtomicBool,
    /// Index of the parent's record of it.
    index: OnceLock<usize>,
}

impl Family {
    pub(crate) fn new(
        context: Arc<Context>,
        module: Option<Arc<Module>>,
        (blocks, threads): (u64, u32),
    ) -> Family {
        Family {
            context,
            module,
            op: OnceLock::new(),
            slot: OnceLock::new(),
            state: Mutex::new(Rank::Family, GridObjects::default()),
            children: Mutex::new(Rank::Leaf, BTreeMap::new()),
            blocks,
            threads,
            actions: Mutex::new(Rank::Leaf, Vec::new()),
            paces: ChildPaces::default(),
            waits: AtomicBool::new(false),
            full: AtomicBool::new(false),
        }
    }

    /// Stores the operation of the grid.
    pub(super) fn submitted(&self, op: OpId) {
        // Set once.
        let _ = self.op.set(op);
    }

    /// Returns whether children, other than tail launches, have not ended.
    pub(super) fn has_children(&self) -> bool {
        !self.children.lock().is_empty()
    }

    /// Returns whether blocks of the grid wait for children, which may then take the blocks' SM resources.
    pub(super) fn waits_for_children(&self) -> bool {
        self.waits.load(Ordering::Relaxed)
    }

    /// Returns whether the grid may progress by itself: as far as is known, it waits neither for children nor
    /// for room to launch.
    pub(super) fn may_progress(&self) -> bool {
        !self.waits_for_children() && !self.full.load(Ordering::Relaxed)
    }
}

impl ChildLaunch {
    /// Creates the record of a launch, which is already counted in the context, and counts it for the block.
    fn new(parent: Arc<Requests>, block: Option<u64>, by: (u64, u32)) -> ChildLaunch {
        if let Some(block) = block {
            *parent.family.children.lock().entry(block).or_default() += 1;
        }
        let slot = Arc::new(PendingSlot { desk: Arc::clone(&parent.desk), taken: AtomicBool::new(true) });
        ChildLaunch { slot, parent, block, by, ended: AtomicBool::new(false), index: OnceLock::new() }
    }

    /// Creates the record of a launch of a graph's node, which takes no place.
    fn of_graph(parent: Arc<Requests>) -> ChildLaunch {
        let slot = Arc::new(PendingSlot { desk: Arc::clone(&parent.desk), taken: AtomicBool::new(false) });
        // One thread launches all nodes, one after the other.
        let by = (0, parent.family.recorded() as u32);
        ChildLaunch { slot, parent, block: None, by, ended: AtomicBool::new(false), index: OnceLock::new() }
    }

    /// Returns the paces of the launches by its grid, and the thread that made this one.
    pub(crate) fn siblings(&self) -> (&ChildPaces, (u64, u32)) {
        (&self.parent.family.paces, self.by)
    }

    /// Links the launched grid to its place.
    fn set_family(&self, family: &Family) {
        // A record launches one grid.
        let _ = family.slot.set(Arc::clone(&self.slot));
    }
}

impl device_side::ChildLaunch for ChildLaunch {
    fn parent(&self) -> Option<OpId> {
        self.parent.family.op.get().copied()
    }

    fn started(&self) {
        if self.block.is_none()
            && let Some(place) = self.parent.family.slot.get()
        {
            place.release();
        }
    }

    fn end(&self) {
        if self.ended.swap(true, Ordering::Relaxed) {
            return;
        }
        self.slot.release();
        let Some(block) = self.block else { return };
        let mut children = self.parent.family.children.lock();
        if let Some(left) = children.get_mut(&block) {
            *left -= 1;
            if *left == 0 {
                children.remove(&block);
            }
        }
    }

    fn cost(&self, known: Cost, later: Option<Later>) {
        self.record_cost(known, later);
    }
}

impl Drop for ChildLaunch {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads the words of a structure.
fn words<const N: usize>(reach: &mut dyn CallerMemory, address: u64) -> Result<[u64; N], FaultKind> {
    let mut bytes = vec![0; 8 * N];
    if !reach.read(address, &mut bytes) {
        return Err(illegal(address, bytes.len(), false));
    }
    let word = |n: usize| {
        let bytes: Option<[u8; 8]> = bytes.get(8 * n..8 * n + 8).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u64::from_le_bytes)
    };
    Ok(std::array::from_fn(word))
}

fn store(reach: &mut dyn CallerMemory, address: u64, bytes: &[u8]) -> Result<(), FaultKind> {
    if reach.write(address, bytes) { Ok(()) } else { Err(illegal(address, bytes.len(), true)) }
}

fn illegal(address: u64, bytes: usize, write: bool) -> FaultKind {
    FaultKind::IllegalAddress { space: Space::Generic, address, bytes: bytes as u32, write }
}

/// Result of a call: a value, or the reason why there is none.
type Answer = Result<u64, CallError>;

/// Reason why a call returns no value.
enum CallError {
    /// CUDA error, returned and stored as the thread's last error.
    Error(u32),
    /// CUDA error, returned only.
    ReturnedOnly(u32),
    /// Fault: the thread stops.
    Fault(FaultKind),
    /// The thread has to repeat the call.
    Retry,
}

impl From<FaultKind> for CallError {
    fn from(kind: FaultKind) -> Self {
        CallError::Fault(kind)
    }
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        CallError::Error(match error {
            Error::BadDimension { .. }
            | Error::BlockNotRequired { .. }
            | Error::TooManyRegisters { .. }
            | Error::BadCluster { .. }
            | Error::SharedTooLarge { .. }
            | Error::Refused(device::Refused::BlockTooLarge { .. }) => code::INVALID_CONFIGURATION,
            other => other.status() as u32,
        })
    }
}

impl Requests {
    /// Executes a call of the device runtime.
    pub(super) fn device_call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn CallerMemory,
    ) -> Result<u64, FaultKind> {
        let thread = (caller.block, caller.thread);
        let errors = |take: bool| {
            let mut state = self.family.state.lock();
            let error = if take { state.errors.remove(&thread) } else { state.errors.get(&thread).copied() };
            u64::from(error.unwrap_or(0))
        };
        let answer = match call {
            Call::GetLastError => return Ok(errors(true)),
            Call::PeekAtLastError => return Ok(errors(false)),
            Call::GetErrorString => return Ok(self.error_text(args[0] as u32, 1)),
            Call::GetErrorName => return Ok(self.error_text(args[0] as u32, 0)),
            Call::SpawnDecide => return Ok(self.spawn_decide(caller, args)),
            Call::Waited
            | Call::Candidate
            | Call::Evaluated
            | Call::YieldSlice
            | Call::OrderCounter
            | Call::Wrote => {
                return Ok(self.spin_wait_call(call, caller, args, reach));
            }
            Call::DeviceGetAttribute
            | Call::DeviceGetLimit
            | Call::DeviceGetCacheConfig
            | Call::DeviceGetSharedMemConfig
            | Call::GetDeviceCount
            | Call::GetDevice
            | Call::FuncGetAttributes
            | Call::RuntimeGetVersion
            | Call::OccupancyMaxActiveBlocksPerMultiprocessor
            | Call::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags => self.query(call, args, reach),
            Call::StreamCreateWithFlags
            | Call::StreamDestroy
            | Call::StreamWaitEvent
            | Call::EventCreateWithFlags
            | Call::EventRecord
            | Call::EventRecordWithFlags
            | Call::EventDestroy => self.stream_call(call, caller, args, reach),
            Call::MemcpyAsync
            | Call::Memcpy2DAsync
            | Call::Memcpy3DAsync
            | Call::MemsetAsync
            | Call::Memset2DAsync
            | Call::Memset3DAsync => self.memory_call(call, caller, args, reach),
            Call::Malloc => self.device_malloc(args, reach),
            Call::Free => match self.free(args[0]) {
                Freed::Fine => Ok(0),
                Freed::Twice => Err(FaultKind::BadFree { address: args[0] }.into()),
                Freed::Foreign => Err(illegal(args[0], 1, false).into()),
            },
            Call::CurrentGraphExec => return Ok(self.current_graph()),
            Call::GraphLaunch => self.launch_graph_call(args[0], args[1]),
            Call::GraphSetConditional => match conditions::set(args[0], args[1] as u32) {
                true => Ok(0),
                false => Err(illegal(args[0], 4, true).into()),
            },
            Call::GetParameterBuffer | Call::GetParameterBufferV2 => self.parameter_buffer(call, args),
            Call::LaunchDevice | Call::LaunchDeviceV2 => self.launch_call(call, caller, args),
            Call::DeviceSynchronize => self.wait_for_children(caller),
        };
        let (error, kept) = match answer {
            Ok(value) => return Ok(value),
            Err(CallError::Fault(kind)) => return Err(kind),
            Err(CallError::Retry) => return Ok(RETRY.into()),
            Err(CallError::Error(error)) => (error, true),
            Err(CallError::ReturnedOnly(error)) => (error, false),
        };
        if kept {
            self.family.state.lock().errors.insert(thread, error);
        }
        // A buffer that cannot be allocated is null.
        let buffer = matches!(call, Call::GetParameterBuffer | Call::GetParameterBufferV2);
        Ok(if buffer { 0 } else { error.into() })
    }

    /// Handles reports of spin-waits and writes, if there is a timeline.
    fn spin_wait_call(&self, call: Call, caller: Caller, args: &[u64], reach: &mut dyn CallerMemory) -> u64 {
        let Some(pace) = self.pace else { return 0 };
        let recorder = spin_wait::WaitRecorder {
            grid: self.grid,
            pace,
            memory: self.memory(),
            counter_order: &self.counter_order,
        };
        recorder.call(call, caller, args, reach)
    }

    fn device_malloc(&self, args: &[u64], reach: &mut dyn CallerMemory) -> Answer {
        let address = self.allocate(args[1]);
        if address == 0 {
            return Err(CallError::Error(code::NO_MEMORY));
        }
        store(reach, args[0], &address.to_le_bytes())?;
        Ok(0)
    }

    /// Succeeds if all launches of the block, other than tail launches, have ended; otherwise the call is
    /// repeated.
    fn wait_for_children(&self, caller: Caller) -> Answer {
        if self.family.children.lock().contains_key(&caller.block) {
            self.family.waits.store(true, Ordering::Relaxed);
            return Err(CallError::Retry);
        }
        self.family.record(caller, || Action::Join);
        self.family.waits.store(false, Ordering::Relaxed);
        Ok(0)
    }
}
