//! Pieces of data on their way between ranks: a rank's inbox collects those of each step of each operation.

use crate::last_error::fail;
use crate::status::Status;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

/// A range of bytes that ranks of a process share.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    all: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Piece {
    /// All of some bytes.
    pub(crate) fn new(bytes: Vec<u8>) -> Piece {
        let range = 0..bytes.len();
        Piece { all: Arc::new(bytes), range }
    }

    /// A part of it.
    pub(crate) fn part(&self, range: Range<usize>) -> Piece {
        let start = self.range.start;
        Piece { all: Arc::clone(&self.all), range: start + range.start..start + range.end }
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.all[self.range.clone()]
    }
}

/// Ranks that take part in an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Channel {
    /// All, in a collective.
    All,
    /// A sender and a receiver.
    Pair,
    /// All, when they make communicators.
    Control,
}

/// Step of one execution of an operation. Ranks that make the same calls in the same order have equal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    pub(crate) channel: Channel,
    /// Number of the operation in its channel.
    pub(crate) operation: u64,
    /// Number of the execution: an operation in a graph runs at each launch.
    pub(crate) run: u64,
    pub(crate) phase: u8,
}

/// Pieces by the rank that they come from.
pub(crate) type Pieces = BTreeMap<u32, Piece>;

/// Key of what belongs together: a pair's operations count for themselves.
type Slot = (Step, Option<u32>);

/// Failure of a rank; its operations end without results.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) why: String,
    pub(crate) since: Instant,
}

/// Pieces for a rank that it has not taken yet.
#[derive(Default, Debug)]
pub(crate) struct Inbox {
    slots: Mutex<HashMap<Slot, Pieces>>,
    arrived: Condvar,
    failure: OnceLock<Failure>,
    /// The program has ended the rank's operations.
    is_aborted: AtomicBool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, HashMap<Slot, Pieces>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(step: Step, from: u32) -> Slot {
        (step, (step.channel == Channel::Pair).then_some(from))
    }

    /// Adds a piece.
    pub(crate) fn put(&self, step: Step, from: u32, piece: Piece) {
        self.lock().entry(Inbox::slot(step, from)).or_default().insert(from, piece);
        self.arrived.notify_all();
    }

    /// Notes a failure; the first one stays.
    pub(crate) fn fail(&self, status: Status, why: &str) {
        self.failure.get_or_init(|| {
            fail(status, why);
            Failure { status, why: why.to_owned(), since: Instant::now() }
        });
        self.arrived.notify_all();
    }

    /// The failure, if there was one.
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.failure.get()
    }

    /// Ends the rank's operations, as the program wants.
    pub(crate) fn abort(&self) {
        self.is_aborted.store(true, Ordering::Release);
        self.arrived.notify_all();
    }

    /// Whether the program has ended the rank's operations.
    pub(crate) fn is_aborted(&self) -> bool {
        self.is_aborted.load(Ordering::Acquire)
    }

    /// Waits for the next piece or failure, at most for some time.
    pub(crate) fn wait(&self, most: Duration) {
        drop(self.arrived.wait_timeout(self.lock(), most));
    }

    /// Returns those of some ranks from which nothing has come for a step.
    pub(crate) fn missing(&self, step: Step, from: &[u32]) -> Vec<u32> {
        let slots = self.lock();
        let has_come =
            |from: u32| slots.get(&Inbox::slot(step, from)).is_some_and(|pieces| pieces.contains_key(&from));
        from.iter().copied().filter(|&from| !has_come(from)).collect()
    }

    /// Takes the pieces of a step, which come from these ranks.
    pub(crate) fn take(&self, step: Step, from: &[u32]) -> Pieces {
        let first = from.first().copied().unwrap_or_default();
        self.lock().remove(&Inbox::slot(step, first)).unwrap_or_default()
    }
}

/// Inbox of a rank, as others find it.
enum Place {
    /// Pieces came before the rank knew that all ranks have met.
    Early(Arc<Inbox>),
    /// The rank has it, or is gone.
    Open(Weak<Inbox>),
}

/// Inboxes of this process, by communicator and rank. Those of ranks that are gone stay, so that late pieces
/// do not collect.
static INBOXES: RwLock<BTreeMap<(u64, u32), Place>> = RwLock::new(BTreeMap::new());

/// Opens the inbox of a rank.
pub(crate) fn open(team: u64, rank: u32) -> Arc<Inbox> {
    let mut all = INBOXES.write().unwrap_or_else(PoisonError::into_inner);
    let inbox = match all.get(&(team, rank)) {
        Some(Place::Early(inbox)) => Arc::clone(inbox),
        _ => Arc::default(),
    };
    all.insert((team, rank), Place::Open(Arc::downgrade(&inbox)));
    inbox
}

/// The inbox of a rank of this process, unless it is gone.
pub(crate) fn find(team: u64, rank: u32) -> Option<Arc<Inbox>> {
    let find = |place: &Place| match place {
        Place::Early(inbox) => Some(Arc::clone(inbox)),
        Place::Open(inbox) => inbox.upgrade(),
    };
    if let Some(place) = INBOXES.read().unwrap_or_else(PoisonError::into_inner).get(&(team, rank)) {
        return find(place);
    }
    let mut all = INBOXES.write().unwrap_or_else(PoisonError::into_inner);
    find(all.entry((team, rank)).or_insert_with(|| Place::Early(Arc::default())))
}
