//! Streams and events of kernels, and the order that they define.

use super::{Answer, CallError, GridObjects, Requests, code, store};
use device::{OpId, Order};
use ptx::system::{Call, Caller, CallerMemory, STREAM_PER_THREAD};
use timeline::Target;

/// `cudaStreamLegacy`: the default stream.
const LEGACY: u64 = 1;
/// `cudaStreamTailLaunch`, `cudaStreamFireAndForget`
const TAIL: u64 = 3;
const FIRE_AND_FORGET: u64 = 4;
/// First handle, and distance between handles.
const HANDLE: u64 = 0x100;
/// `cudaStreamNonBlocking`
const NON_BLOCKING: u64 = 1;
/// `cudaEventDisableTiming`, which is required on the device; `cudaEventBlockingSync`, which has no effect.
const DISABLE_TIMING: u64 = 2;
const BLOCKING_SYNC: u64 = 1;

/// Stream of a grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum GridStream {
    /// Default stream of a block.
    Block(u64),
    /// Default stream of a thread, by block and thread.
    Thread(u64, u32),
    /// Created stream.
    Named(u64),
}

/// Position of a launched operation in the order of a grid's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// After the operations of a stream.
    In(GridStream),
    /// Immediately.
    Now,
    /// After the grid.
    Tail,
}

impl Position {
    pub(super) fn is_tail(self) -> bool {
        self == Position::Tail
    }

    /// Description for the virtual timeline.
    pub(super) fn target(self) -> Target {
        // Numbers beyond the timeline's limit wrap: those streams share queues, which is harmless.
        let number = |n: u64| (n % u64::from(Target::STREAMS)) as u32;
        match self {
            Position::In(GridStream::Block(_)) => Target::Block(0),
            Position::In(GridStream::Thread(_, thread)) => Target::Block(1 + thread),
            Position::In(GridStream::Named(handle)) => Target::Grid(number(handle / HANDLE)),
            Position::Now => Target::FireAndForget,
            Position::Tail => Target::Tail,
        }
    }

    /// Description for the front end.
    pub(super) fn order(self, state: &GridObjects) -> Order {
        match self {
            Position::In(line) => Order::After(state.streams.get(&line).cloned().unwrap_or_default()),
            Position::Now => Order::After(Vec::new()),
            Position::Tail => Order::Tail,
        }
    }

    /// Makes an operation the last of its stream.
    pub(super) fn append(self, state: &mut GridObjects, op: OpId) {
        if let Position::In(line) = self {
            state.streams.insert(line, vec![op]);
        }
    }
}

/// Returns an unused handle.
fn fresh<'a>(used: impl DoubleEndedIterator<Item = &'a u64>) -> u64 {
    used.copied().next_back().unwrap_or(0) + HANDLE
}

impl GridObjects {
    /// Existing stream of a handle.
    fn stream(&self, stream: u64, caller: Caller) -> Option<GridStream> {
        Some(match stream {
            0 | LEGACY => GridStream::Block(caller.block),
            STREAM_PER_THREAD => GridStream::Thread(caller.block, caller.thread),
            named => Some(GridStream::Named(named)).filter(|line| self.streams.contains_key(line))?,
        })
    }
}

impl Requests {
    /// Position of a launch into a stream.
    pub(super) fn position(&self, stream: u64, caller: Caller) -> Result<Position, CallError> {
        match stream {
            TAIL => Ok(Position::Tail),
            FIRE_AND_FORGET => Ok(Position::Now),
            _ => {
                let line = self.family.state.lock().stream(stream, caller);
                line.map(Position::In).ok_or(CallError::Error(code::INVALID_HANDLE))
            }
        }
    }

    /// Creates, destroys and orders streams and events.
    pub(super) fn stream_call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn CallerMemory,
    ) -> Answer {
        let arg = |n: usize| args.get(n).copied().unwrap_or(0);
        let mut state = self.family.state.lock();
        let no_handle = CallError::Error(code::INVALID_HANDLE);
        match call {
            Call::StreamCreateWithFlags => {
                if arg(1) & !NON_BLOCKING != 0 {
                    return Err(CallError::Error(code::INVALID_VALUE));
                }
                let named = state.streams.keys().filter_map(|line| match line {
                    GridStream::Named(handle) => Some(handle),
                    _ => None,
                });
                let handle = fresh(named);
                state.streams.insert(GridStream::Named(handle), Vec::new());
                store(reach, arg(0), &handle.to_le_bytes())?;
            }
            Call::StreamDestroy => {
                state.streams.remove(&GridStream::Named(arg(0))).ok_or(no_handle)?;
            }
            Call::EventCreateWithFlags => {
                if arg(1) & !BLOCKING_SYNC != DISABLE_TIMING {
                    return Err(CallError::Error(code::INVALID_VALUE));
                }
                let handle = fresh(state.events.keys());
                state.events.insert(handle, Vec::new());
                store(reach, arg(0), &handle.to_le_bytes())?;
            }
            Call::EventDestroy => {
                state.events.remove(&arg(0)).ok_or(no_handle)?;
            }
            Call::StreamWaitEvent => {
                let line = self.waitable(&state, arg(0), caller)?;
                let before = state.events.get(&arg(1)).cloned().ok_or(no_handle)?;
                state.streams.entry(line).or_default().extend(before);
            }
            // `cudaEventRecord`, and with flags, which only matter to graphs.
            _ => {
                let line = self.waitable(&state, arg(1), caller)?;
                let before = state.streams.get(&line).cloned().unwrap_or_default();
                *state.events.get_mut(&arg(0)).ok_or(no_handle)? = before;
            }
        }
        Ok(0)
    }

    /// Stream for event calls, which exclude tail and fire-and-forget launches.
    fn waitable(&self, state: &GridObjects, stream: u64, caller: Caller) -> Result<GridStream, CallError> {
        match stream {
            TAIL | FIRE_AND_FORGET => Err(CallError::Error(code::INVALID_VALUE)),
            _ => state.stream(stream, caller).ok_or(CallError::Error(code::INVALID_HANDLE)),
        }
    }
}
