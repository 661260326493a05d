//! Communicators: a rank's view of its team.

use crate::inbox::{Channel, Failure, Inbox, Step};
use crate::last_error::fail;
use crate::operators::Operators;
use crate::status::Status;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use work::{Handles, Pointer};

/// `ncclUniqueId`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct UniqueId {
    /// Bytes that only the library reads.
    pub internal: [u8; 128],
}

/// A process, by a number that it drew.
pub(crate) type Process = u128;

/// Rank of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    pub(crate) process: Process,
    pub(crate) device: i32,
}

/// Numbers of the next operations.
#[derive(Default)]
struct Next {
    collective: u64,
    control: u64,
    to: BTreeMap<u32, u64>,
    from: BTreeMap<u32, u64>,
}

/// A rank of a team.
pub(crate) struct Communicator {
    pub(crate) team: u64,
    pub(crate) rank: u32,
    pub(crate) members: Vec<Member>,
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) is_blocking: bool,
    pub(crate) operators: Operators,
    next: Mutex<Next>,
    /// Operations that were submitted and have not ended.
    outstanding: Mutex<usize>,
    ended: Condvar,
}

impl Communicator {
    pub(crate) fn new(
        team: u64,
        rank: u32,
        members: Vec<Member>,
        inbox: Arc<Inbox>,
        is_blocking: bool,
    ) -> Communicator {
        Communicator {
            team,
            rank,
            members,
            inbox,
            is_blocking,
            operators: Operators::default(),
            next: Mutex::default(),
            outstanding: Mutex::default(),
            ended: Condvar::new(),
        }
    }

    /// Number of ranks.
    pub(crate) fn size(&self) -> u32 {
        self.members.len() as u32
    }

    /// Ordinal of the rank's device.
    pub(crate) fn device(&self) -> i32 {
        self.members[self.rank as usize].device
    }

    /// Checks the number of a rank.
    pub(crate) fn check_rank(&self, what: &str, rank: i64) -> Result<u32, Status> {
        let known = u32::try_from(rank).ok().filter(|&rank| rank < self.size());
        known.ok_or_else(|| {
            fail(Status::InvalidArgument, format!("{what} {rank} is no rank of {}", self.size()))
        })
    }

    fn next(&self) -> MutexGuard<'_, Next> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Numbers an operation of all ranks.
    pub(crate) fn number(&self, channel: Channel) -> Step {
        let mut next = self.next();
        let count = match channel {
            Channel::Control => &mut next.control,
            _ => &mut next.collective,
        };
        *count += 1;
        Step { channel, operation: *count, run: 0, phase: 0 }
    }

    /// Numbers what is sent to a rank, or received from it.
    pub(crate) fn number_pair(&self, peer: u32, sends: bool) -> Step {
        let mut next = self.next();
        let counts = if sends { &mut next.to } else { &mut next.from };
        let count = counts.entry(peer).or_default();
        *count += 1;
        Step { channel: Channel::Pair, operation: *count, run: 0, phase: 0 }
    }

    /// The failure, if there was one.
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.inbox.failure()
    }

    /// Refuses calls after a failure.
    pub(crate) fn check(&self) -> Result<(), Status> {
        match self.failure() {
            Some(failure) => Err(fail(failure.status, &failure.why)),
            None => Ok(()),
        }
    }

    /// Notes that an operation was submitted, or has ended.
    pub(crate) fn count(&self, change: isize) {
        let mut outstanding = self.outstanding.lock().unwrap_or_else(PoisonError::into_inner);
        *outstanding = outstanding.saturating_add_signed(change);
        if *outstanding == 0 {
            self.ended.notify_all();
        }
    }

    /// Waits until all operations have ended, at most until the limit. Returns whether they have.
    pub(crate) fn settle(&self) -> bool {
        let deadline = Instant::now() + crate::settings::timeout();
        let mut outstanding = self.outstanding.lock().unwrap_or_else(PoisonError::into_inner);
        while *outstanding > 0 && self.failure().is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return false;
            }
            let waited = self.ended.wait_timeout(outstanding, left.min(Duration::from_millis(100)));
            outstanding = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Whether all operations have ended.
    pub(crate) fn is_settled(&self) -> bool {
        *self.outstanding.lock().unwrap_or_else(PoisonError::into_inner) == 0
    }
}

/// State of a handle.
#[derive(Clone)]
enum State {
    /// Its ranks have not met.
    Meeting,
    Ready(Arc<Communicator>),
    Failed(Status),
}

/// Object of a handle, which exists from the first call on.
pub(crate) struct Entry {
    state: Mutex<State>,
    finalized: Mutex<bool>,
    settings: (i32, bool),
}

static ENTRIES: Handles<Entry> = Handles::new();

impl Entry {
    /// Creates a handle for a communicator whose ranks will meet.
    pub(crate) fn open(device: i32, is_blocking: bool) -> (Pointer, Arc<Entry>) {
        let (state, finalized) = (Mutex::new(State::Meeting), Mutex::new(false));
        let handle = ENTRIES.add(Entry { state, finalized, settings: (device, is_blocking) });
        let entry = ENTRIES.get(handle).unwrap_or_else(|| unreachable!("just added"));
        (handle, entry)
    }

    /// The entry of a handle.
    pub(crate) fn get(handle: Pointer) -> Result<Arc<Entry>, Status> {
        ENTRIES.get(handle).ok_or_else(|| fail(Status::InvalidArgument, "the handle is no communicator"))
    }

    /// Removes a handle.
    pub(crate) fn close(handle: Pointer) -> Result<Arc<Entry>, Status> {
        ENTRIES.remove(handle).ok_or_else(|| fail(Status::InvalidArgument, "the handle is no communicator"))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how the meeting ended.
    pub(crate) fn set(&self, made: Result<Communicator, Status>) -> Result<(), Status> {
        let (state, outcome) = match made {
            Ok(communicator) => (State::Ready(Arc::new(communicator)), Ok(())),
            Err(status) => (State::Failed(status), Err(status)),
        };
        *self.state() = state;
        outcome
    }

    pub(crate) fn is_blocking(&self) -> bool {
        self.settings.1
    }

    /// Marks it as finalized. Returns whether it was before.
    pub(crate) fn finalize(&self) -> bool {
        std::mem::replace(&mut *self.finalized.lock().unwrap_or_else(PoisonError::into_inner), true)
    }

    /// The communicator, if its ranks have met.
    pub(crate) fn communicator(&self) -> Result<Arc<Communicator>, Status> {
        match &*self.state() {
            State::Ready(communicator) => Ok(Arc::clone(communicator)),
            State::Meeting => Err(fail(Status::InvalidUsage, "the communicator's ranks have not met")),
            State::Failed(status) => Err(*status),
        }
    }

    /// `ncclCommGetAsyncError`
    pub(crate) fn async_status(&self) -> Status {
        let finalized = *self.finalized.lock().unwrap_or_else(PoisonError::into_inner);
        match &*self.state() {
            State::Meeting => Status::InProgress,
            State::Failed(status) => *status,
            State::Ready(communicator) => match communicator.failure() {
                Some(failure) => failure.status,
                None if finalized && !communicator.is_settled() => Status::InProgress,
                None => Status::Success,
            },
        }
    }
}

/// The communicator of a handle, for a call that uses it.
pub(crate) fn communicator(handle: Pointer) -> Result<Arc<Communicator>, Status> {
    let communicator = Entry::get(handle)?.communicator()?;
    communicator.check()?;
    Ok(communicator)
}
