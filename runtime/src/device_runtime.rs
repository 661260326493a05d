//! The device runtime: what kernels ask of the device they run on, above all to launch kernels.
//!
//! A [`Family`] is a grid as its threads see it. What they launch goes to the front end as a child of the
//! grid's own operation, in the same context, on the same SMs, with the same priority; the front end has the
//! grid complete after it. Streams and events that kernels make are the grid's, and hold nothing but the
//! operations that come before the next. Meaning: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism";
//! numbers and error codes: recorded on an H200.

mod launch;
mod memory;
mod noted;
mod query;
mod requests;
mod spawn;
mod stream;

use noted::{Noted, What};
pub(crate) use requests::Requests;

use crate::Error;
use crate::exec::device_side::Birth as _;
use crate::exec::{Grid, device_side, meeting};
use crate::object::desk::Desk;
use crate::object::{ContextObject, FunctionObject, ModuleObject};
use crate::sync::{Arc, AtomicBool, Mutex, OnceLock, Ordering, Rank};
use crate::types::LaunchShape;
use device::{GridSpec, OpId, StreamId};
use launch::Pending;
use ptx::exec::FaultKind;
use ptx::ir::Space;
use ptx::system::{AGAIN, Call, Caller, Freed, Host, Reach};
use std::collections::BTreeMap;
use stream::Line;
use timeline::Cost;

/// CUDA's numbers of what is told on the device.
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

/// Where a launch comes from.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// A host thread, in a stream.
    Stream(StreamId),
    /// Another kernel.
    Kernel(&'a Birth),
}

impl Origin<'_> {
    /// The stream, if a host thread launches.
    pub(crate) fn stream(self) -> Option<StreamId> {
        match self {
            Origin::Stream(stream) => Some(stream),
            Origin::Kernel(_) => None,
        }
    }
}

/// Makes a launch in a context ready to be handed to the front end.
pub(crate) type Prepare = fn(
    &FunctionObject,
    LaunchShape,
    &[u8],
    &Arc<ContextObject>,
    Origin<'_>,
) -> Result<(Grid, GridSpec), Error>;

/// A grid as its threads see it.
pub(crate) struct Family {
    context: Arc<ContextObject>,
    /// Where its kernel is from; none once that is unloaded.
    module: Option<Arc<ModuleObject>>,
    /// Its operation, once it has one.
    op: OnceLock<OpId>,
    /// Its place among the launches under way, if a kernel launched it.
    place: OnceLock<Arc<Place>>,
    state: Mutex<State>,
    /// Of each block that has some, children that have not ended and that are not launched to follow the
    /// grid.
    children: Mutex<BTreeMap<u64, u32>>,
    /// Its blocks, and the threads of each.
    blocks: u64,
    threads: u32,
    /// What the virtual timeline is to know, if there is one.
    noted: Mutex<Vec<Noted>>,
    /// A block waits for its children; one waits for room to launch.
    waits: AtomicBool,
    full: AtomicBool,
}

/// What the threads of a grid have made.
#[derive(Default)]
struct State {
    /// The last error of each thread that has one, by block and thread.
    errors: BTreeMap<(u64, u32), u32>,
    /// Kernels by the addresses they were launched by.
    kernels: BTreeMap<u64, Arc<FunctionObject>>,
    /// Launches whose arguments are being written, by the address of those.
    pending: BTreeMap<u64, Pending>,
    /// What comes before the next operation of each stream.
    lines: BTreeMap<Line, Vec<OpId>>,
    /// What each event waits for.
    events: BTreeMap<u64, Vec<OpId>>,
    /// What was asked about launches.
    asked: spawn::Asked,
}

/// A place among the launches under way, of which there are so many: taken until the launch is complete, or
/// until only what follows it is left of it.
struct Place {
    desk: Arc<Desk>,
    taken: AtomicBool,
}

impl Place {
    /// Gives it up. Once is enough.
    fn give(&self) {
        if self.taken.swap(false, Ordering::Relaxed) {
            self.desk.parameters.ended();
        }
    }
}

/// One launch: it has a place, and the block that made it may wait for it.
pub(crate) struct Birth {
    place: Arc<Place>,
    parent: Arc<Requests>,
    /// The block that may wait for it; none for what follows the parent.
    block: Option<u64>,
    ended: AtomicBool,
    /// Where the parent has noted it.
    noted: OnceLock<usize>,
}

impl Family {
    pub(crate) fn new(
        context: Arc<ContextObject>,
        module: Option<Arc<ModuleObject>>,
        (blocks, threads): (u64, u32),
    ) -> Family {
        Family {
            context,
            module,
            op: OnceLock::new(),
            place: OnceLock::new(),
            state: Mutex::new(Rank::Family, State::default()),
            children: Mutex::new(Rank::Leaf, BTreeMap::new()),
            blocks,
            threads,
            noted: Mutex::new(Rank::Leaf, Vec::new()),
            waits: AtomicBool::new(false),
            full: AtomicBool::new(false),
        }
    }

    /// The grid has become an operation.
    pub(super) fn born(&self, op: OpId) {
        // It becomes one once.
        let _ = self.op.set(op);
    }

    /// Whether blocks of it wait for children, so that those may have their room.
    pub(super) fn waits(&self) -> bool {
        self.waits.load(Ordering::Relaxed)
    }

    /// Whether it goes on by itself, as far as is known: it waits neither for children nor for room to
    /// launch.
    pub(super) fn goes_on(&self) -> bool {
        !self.waits() && !self.full.load(Ordering::Relaxed)
    }
}

impl Birth {
    /// One more launch of a grid: it is counted already in the context, and here with the block.
    fn new(parent: Arc<Requests>, block: Option<u64>) -> Birth {
        if let Some(block) = block {
            *parent.family.children.lock().entry(block).or_default() += 1;
        }
        let place = Arc::new(Place { desk: Arc::clone(&parent.desk), taken: AtomicBool::new(true) });
        Birth { place, parent, block, ended: AtomicBool::new(false), noted: OnceLock::new() }
    }

    /// It has become this grid.
    fn becomes(&self, family: &Family) {
        // A grid is launched once.
        let _ = family.place.set(Arc::clone(&self.place));
    }
}

impl device_side::Birth for Birth {
    fn begun(&self) {
        if self.block.is_none()
            && let Some(place) = self.parent.family.place.get()
        {
            place.give();
        }
    }

    fn end(&self) {
        if self.ended.swap(true, Ordering::Relaxed) {
            return;
        }
        self.place.give();
        let Some(block) = self.block else { return };
        let mut children = self.parent.family.children.lock();
        if let Some(left) = children.get_mut(&block) {
            *left -= 1;
            if *left == 0 {
                children.remove(&block);
            }
        }
    }

    fn cost(&self, known: Cost) {
        self.note_cost(known);
    }
}

impl Drop for Birth {
    fn drop(&mut self) {
        self.end();
    }
}

/// Words of a structure.
fn words<const N: usize>(reach: &mut dyn Reach, address: u64) -> Result<[u64; N], FaultKind> {
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

fn store(reach: &mut dyn Reach, address: u64, bytes: &[u8]) -> Result<(), FaultKind> {
    if reach.write(address, bytes) { Ok(()) } else { Err(illegal(address, bytes.len(), true)) }
}

fn illegal(address: u64, bytes: usize, write: bool) -> FaultKind {
    FaultKind::IllegalAddress { space: Space::Generic, address, bytes: bytes as u32, write }
}

/// What a call comes to: a value, or CUDA's number of what is wrong.
type Answer = Result<u64, Wrong>;

/// Why a call gives no value.
enum Wrong {
    /// Told the thread, and kept as its last error.
    Error(u32),
    /// Told the thread alone.
    Passing(u32),
    /// The thread is stopped.
    Fault(FaultKind),
    /// The call is to be made again.
    Again,
}

impl From<FaultKind> for Wrong {
    fn from(kind: FaultKind) -> Self {
        Wrong::Fault(kind)
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Wrong::Error(match error {
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
    /// Carries out a call of the device runtime.
    pub(super) fn device_call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn Reach,
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
            Call::Met | Call::Candidate | Call::Judge | Call::Turn | Call::Due | Call::Wrote => {
                return Ok(self.meets(call, caller, args, reach));
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
            Call::GetParameterBuffer | Call::GetParameterBufferV2 => self.parameter_buffer(call, args),
            Call::LaunchDevice | Call::LaunchDeviceV2 => self.launch_call(call, caller, args),
            Call::DeviceSynchronize => self.wait_for_children(caller),
        };
        let (error, kept) = match answer {
            Ok(value) => return Ok(value),
            Err(Wrong::Fault(kind)) => return Err(kind),
            Err(Wrong::Again) => return Ok(AGAIN.into()),
            Err(Wrong::Error(error)) => (error, true),
            Err(Wrong::Passing(error)) => (error, false),
        };
        if kept {
            self.family.state.lock().errors.insert(thread, error);
        }
        // A buffer that there cannot be is null.
        let buffer = matches!(call, Call::GetParameterBuffer | Call::GetParameterBufferV2);
        Ok(if buffer { 0 } else { error.into() })
    }

    /// What threads tell of where they meet, if there is a timeline.
    fn meets(&self, call: Call, caller: Caller, args: &[u64], reach: &mut dyn Reach) -> u64 {
        let Some(pace) = self.pace else { return 0 };
        let party = meeting::Party { grid: self.grid, pace, memory: self.memory(), dues: &self.dues };
        party.call(call, caller, args, reach)
    }

    fn device_malloc(&self, args: &[u64], reach: &mut dyn Reach) -> Answer {
        let address = self.allocate(args[1]);
        if address == 0 {
            return Err(Wrong::Error(code::NO_MEMORY));
        }
        store(reach, args[0], &address.to_le_bytes())?;
        Ok(0)
    }

    /// Whether all that a block has launched has ended, but for what follows the grid.
    fn wait_for_children(&self, caller: Caller) -> Answer {
        if self.family.children.lock().contains_key(&caller.block) {
            self.family.waits.store(true, Ordering::Relaxed);
            return Err(Wrong::Again);
        }
        self.family.note(caller, || What::Join);
        self.family.waits.store(false, Ordering::Relaxed);
        Ok(0)
    }
}
