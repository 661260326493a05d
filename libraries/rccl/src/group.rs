//! Groups of calls, which are submitted together (`ncclGroupStart`, `ncclGroupEnd`).

use crate::communicator::Communicator;
use crate::last_error::fail;
use crate::operation::{self, Operation, Plan};
use crate::status::Status;
use std::cell::RefCell;
use std::sync::Arc;
use work::{Pointer, Stream};

/// A call that waits for other ranks on the host.
pub(crate) type Meeting = Box<dyn FnOnce() -> Result<(), Status> + Send>;

/// Calls of a thread's group.
#[derive(Default)]
struct Group {
    depth: usize,
    operations: Vec<(Arc<Communicator>, Plan, Stream)>,
    meetings: Vec<(Meeting, bool)>,
}

thread_local! {
    static GROUP: RefCell<Group> = RefCell::default();
}

/// Adds an operation to the thread's group, or submits it.
pub(crate) fn add(communicator: Arc<Communicator>, plan: Plan, stream: Pointer) -> Result<(), Status> {
    let stream = Stream::from_handle(stream);
    let now = GROUP.with_borrow_mut(|group| {
        if group.depth == 0 {
            return Some((communicator, plan));
        }
        group.operations.push((communicator, plan, stream));
        None
    });
    now.map_or(Ok(()), |(communicator, plan)| submit(vec![(communicator, plan, stream)]))
}

/// Runs a meeting with the thread's group, or now. One that does not block runs on a thread of its own.
pub(crate) fn meet(meeting: Meeting, is_blocking: bool) -> Result<(), Status> {
    let now = GROUP.with_borrow_mut(|group| {
        if group.depth == 0 {
            return Some(meeting);
        }
        group.meetings.push((meeting, is_blocking));
        None
    });
    match now {
        None => Ok(()),
        Some(meeting) if is_blocking => meeting(),
        Some(meeting) => run_all(vec![(meeting, false)]),
    }
}

/// Runs meetings side by side, as each may be of the others' ranks.
fn run_all(meetings: Vec<(Meeting, bool)>) -> Result<(), Status> {
    let mut outcome = Ok(());
    let started: Vec<_> = meetings
        .into_iter()
        .map(|(meeting, is_blocking)| {
            let thread = std::thread::Builder::new().name("hip-rccl-meet".to_owned()).spawn(meeting);
            (thread, is_blocking)
        })
        .collect();
    for (thread, is_blocking) in started {
        let thread = thread.map_err(|e| fail(Status::SystemError, format!("no thread: {e}")))?;
        let ended = match is_blocking {
            true => thread.join().unwrap_or(Err(Status::InternalError)),
            false => Err(Status::InProgress),
        };
        if outcome.is_ok() {
            outcome = ended;
        }
    }
    outcome
}

fn submit(operations: Vec<(Arc<Communicator>, Plan, Stream)>) -> Result<(), Status> {
    let operations: Vec<_> = operations
        .into_iter()
        .map(|(communicator, plan, stream)| (Arc::new(Operation::new(communicator, plan, stream)), stream))
        .collect();
    operation::submit(&operations)
}

/// `ncclGroupStart`
pub(crate) fn start() -> Result<(), Status> {
    GROUP.with_borrow_mut(|group| group.depth += 1);
    Ok(())
}

/// Ends a group. Returns its calls if it is the outermost.
fn leave() -> Result<Option<Group>, Status> {
    GROUP.with_borrow_mut(|group| match group.depth {
        0 => Err(fail(Status::InvalidUsage, "ncclGroupEnd: there was no ncclGroupStart")),
        1 => Ok(Some(std::mem::take(group))),
        _ => {
            group.depth -= 1;
            Ok(None)
        }
    })
}

/// `ncclGroupEnd`
pub(crate) fn end() -> Result<(), Status> {
    let Some(group) = leave()? else { return Ok(()) };
    let met = if group.meetings.is_empty() { Ok(()) } else { run_all(group.meetings) };
    submit(group.operations).and(met)
}

/// `ncclGroupSimulateEnd`: ends the group without its calls. Times are those of a network, which is not
/// modelled: the estimate stays undefined.
pub(crate) fn simulate_end(_info: Pointer) -> Result<(), Status> {
    leave().map(drop)
}
