//! Happens-before edges through memory: which words kernels spin on, and which blocks and copies wrote those.
//!
//! Only the virtual timeline needs this, so it is off until a module is loaded that has a kernel with a
//! spin-wait. From then on compiled code reports spin-waits and writes that others may wait for
//! ([`ptx::pass::Instrumentation::waits`]); copies and fills report their ranges. A spin-wait ends, in
//! virtual time, when its cause is complete: the last store to the word and every atomic operation since. If
//! the thread's loop condition can be evaluated, the cause is the [first value](first_value) that satisfies
//! it, not the value found.
//!
//! A word that the host may write, and that no kernel has written, is taken to be written by the host.
//!
//! This module only records. It does not influence which block runs.

mod first_value;
mod words;

use self::first_value::{Found, Search};
use self::words::{BlockKey, Copy, Shape, Word, Write};
use super::counter_order::CounterOrder;
use crate::Error;
use crate::memory::Memory;
use crate::memory::observer::Observer;
use crate::sync::{Arc, Global, Ordering, Rank, fixed};
use crate::types::AllocationKind;
use device::OpId;
use ptx::pass::{EARLY, HAS_CONDITION, HAS_VALUE, UPDATES};
use ptx::system::{Call, Caller, CallerMemory, RETRY};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Limit of words with a write history. On overflow all histories are cleared, and waits on those words are
/// not modelled.
const MAX_WORDS: usize = 1 << 20;
/// Limit of writes in all histories together; the same on overflow.
const MAX_WRITES: usize = 1 << 20;
/// Limit of recorded copies and fills; the oldest are dropped.
const MAX_COPIES: usize = 1 << 10;

/// Origin of a word's value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// Block of launch `grid`, after `at` cycles of its own.
    Block { grid: u64, block: u64, at: u64 },
    /// Copy or fill.
    Whole(OpId),
}

/// Cause of the end of a spin-wait: the origins of the awaited value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cause {
    pub(crate) sources: Arc<[Source]>,
    pub(crate) host: bool,
}

/// Completed spin-wait of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waited {
    pub(crate) block: u64,
    /// Cycles that the thread had executed.
    pub(crate) at: u64,
    pub(crate) cause: Cause,
}

/// Synchronisation of a launch with others through memory.
#[derive(Default, Debug)]
pub(crate) struct GridSync {
    /// Spin-waits, in the order in which they were reported.
    pub(crate) waited: Vec<Waited>,
    /// `true` if it wrote words that others may wait for.
    pub(crate) wrote: bool,
}

struct WaitState {
    words: BTreeMap<u64, Word>,
    copies: VecDeque<Copy>,
    /// Number of all recorded writes, and of those in the histories.
    writes: u64,
    known: usize,
    /// Threads whose loop condition is being evaluated on earlier values.
    searches: BTreeMap<(BlockKey, u32), Search>,
    grids: BTreeMap<u64, GridSync>,
    /// Threads that have synchronised and are to yield: launch, block, thread.
    yields: BTreeSet<(u64, u64, u32)>,
}

static STATE: Global<WaitState> = Global::new(
    Rank::Leaf,
    WaitState {
        words: BTreeMap::new(),
        copies: VecDeque::new(),
        writes: 0,
        known: 0,
        searches: BTreeMap::new(),
        grids: BTreeMap::new(),
        yields: BTreeSet::new(),
    },
);

/// Set once a module with a spin-waiting kernel is loaded.
static ENABLED: fixed::AtomicBool = fixed::AtomicBool::new(false);

/// Enables recording: a module with a spin-waiting kernel was loaded.
pub(crate) fn enable() {
    ENABLED.store(true, Ordering::Relaxed);
}

/// Returns whether kernels that are compiled now are to report spin-waits and writes.
pub(crate) fn is_enabled() -> bool {
    ENABLED.load(Ordering::Relaxed)
}

thread_local!(static CURRENT_OP: Cell<Option<OpId>> = const { Cell::new(None) });

/// Runs `task`; its writes are recorded as those of operation `op` of the front end.
pub(super) fn as_operation<R>(op: OpId, task: impl FnOnce() -> R) -> R {
    let before = CURRENT_OP.replace(Some(op));
    let done = task();
    CURRENT_OP.set(before);
    done
}

/// Records that a copy or fill is about to write `bytes` bytes from `start`.
pub(crate) fn record_copy(start: u64, bytes: impl FnOnce() -> Result<u64, Error>) {
    if is_enabled()
        && let Some(op) = CURRENT_OP.get()
        // A range that overflows was refused when the copy was planned.
        && let Ok(bytes) = bytes()
    {
        let mut state = STATE.lock();
        state.writes += 1;
        let when = state.writes;
        if state.copies.len() == MAX_COPIES {
            state.copies.pop_front();
        }
        state.copies.push_back(Copy { start, end: start.saturating_add(bytes), op, when });
    }
}

/// Observer that records the ranges that copies and fills write.
pub(crate) struct CopyRecorder;

impl Observer for CopyRecorder {
    fn writes(&self, start: u64, bytes: &dyn Fn() -> Result<u64, Error>) {
        record_copy(start, bytes);
    }
}

/// Removes and returns the synchronisation record of a launch.
pub(super) fn take(grid: u64) -> Option<GridSync> {
    if !is_enabled() {
        return None;
    }
    let mut state = STATE.lock();
    state.searches.retain(|((of, _), _), _| *of != grid);
    state.grids.remove(&grid)
}

impl WaitState {
    fn record_write(&mut self, word: u64, mut write: Write) {
        self.writes += 1;
        write.when = self.writes;
        if self.known >= MAX_WRITES || self.words.len() >= MAX_WORDS && !self.words.contains_key(&word) {
            self.words.clear();
            self.known = 0;
        }
        let (by, late) = (write.by, write.late);
        let word = self.words.entry(word).or_default();
        self.known += usize::from(!word.push(write));
        if late || word.seen(by).is_some() {
            word.sees(by, word.last());
        }
        self.grids.entry(by.0).or_default().wrote = true;
    }

    /// Last copy over a word, among those before write number `before`.
    fn last_copy(&self, word: u64, before: u64) -> Option<Copy> {
        last_copy(&self.copies, word, before)
    }

    /// Origins of a word's value after the write at `place`.
    fn sources(&mut self, address: u64, place: u64) -> Option<Arc<[Source]>> {
        let when = self.words.get(&address)?.write(place)?.when;
        let copy = self.last_copy(address, when);
        Some(self.words.get_mut(&address)?.sources(place, copy))
    }

    /// Records that a thread looked at a word and leaves its spin-wait. Returns whether the thread has to
    /// evaluate its loop condition on earlier values.
    fn record_look(&mut self, by: BlockKey, thread: u32, executed: u64, look: &Look) -> bool {
        let address = look.shape.word();
        let word = self.words.get(&address);
        let last = word.map_or(0, Word::last);
        let when = word.and_then(|word| word.write(last)).map_or(0, |write| write.when);
        let copied = self.last_copy(address, u64::MAX).filter(|copy| copy.when > when);
        let seen = word.and_then(|word| word.seen(by));
        // A value other than the last one written by a kernel was written by the host.
        let written = word.and_then(|word| word.write(last)).filter(|write| write.shape == look.shape);
        let settled = written.filter(|write| write.late || write.by == by);
        let foreign = settled.and_then(|write| write.new).is_some_and(|new| Some(new) != look.value);
        if let Some(copy) = copied {
            self.record_wait(
                by,
                executed,
                Cause { sources: [Source::Whole(copy.op)].into(), host: look.of_host },
            );
        } else if word.is_none() || look.of_host && foreign {
            if look.of_host {
                self.record_wait(by, executed, Cause { sources: Arc::default(), host: true });
            }
        } else if look.testable && seen.is_none_or(|seen| seen < last) {
            self.searches.insert((by, thread), Search::new(look.shape, executed, last));
            return self.next_question((by, thread));
        } else {
            self.resolve(by, executed, address, Found::Write(last));
        }
        false
    }

    /// Records the wait of a thread whose awaited value is now known.
    fn resolve(&mut self, by: BlockKey, executed: u64, address: u64, found: Found) {
        let sources = match found {
            Found::Before => return,
            Found::Copied(copy) => Some([Source::Whole(copy.op)].into()),
            Found::Write(place) => {
                if let Some(word) = self.words.get_mut(&address) {
                    word.sees(by, place);
                }
                self.sources(address, place)
            }
        };
        let own =
            |&source: &Source| matches!(source, Source::Block { grid, block, .. } if (grid, block) == by);
        // A block does not wait for its own writes.
        if let Some(sources) = sources.filter(|sources| !sources.iter().all(own)) {
            self.record_wait(by, executed, Cause { sources, host: false });
        }
    }

    /// Advances the search to the next value to be evaluated. Returns `false` once the awaited value is
    /// known.
    fn next_question(&mut self, thread: (BlockKey, u32)) -> bool {
        let Some(search) = self.searches.get_mut(&thread) else { return false };
        let word = self.words.get(&search.word());
        let Some(Err(found)) = word.map(|word| search.next(word, word.seen(thread.0))) else {
            return word.is_some();
        };
        self.finish_search(thread, found);
        false
    }

    /// Takes a thread's evaluation of its condition. Returns whether there is another value to evaluate.
    fn record_answer(&mut self, thread: (BlockKey, u32), exits: bool) -> bool {
        let Some(search) = self.searches.get_mut(&thread) else { return false };
        let address = search.word();
        let Some(word) = self.words.get(&address) else { return false };
        let copies = &self.copies;
        match search.answer(exits, word, |before| last_copy(copies, address, before)) {
            Some(found) => {
                self.finish_search(thread, found);
                false
            }
            None => self.next_question(thread),
        }
    }

    fn finish_search(&mut self, thread: (BlockKey, u32), found: Found) {
        if let Some(search) = self.searches.remove(&thread) {
            self.resolve(thread.0, search.executed, search.word(), found);
        }
    }

    fn record_wait(&mut self, (grid, block): (u64, u64), at: u64, cause: Cause) {
        let waited = &mut self.grids.entry(grid).or_default().waited;
        // Other threads of the block often wait for the same value.
        let known = |other: &&Waited| {
            other.block == block
                && Arc::ptr_eq(&other.cause.sources, &cause.sources)
                && other.cause.host == cause.host
        };
        if !waited.iter().rev().take(DEDUP_WINDOW).any(|other| known(&other)) {
            waited.push(Waited { block, at, cause });
        }
    }
}

/// Last copy over a word, among those before write number `before`.
fn last_copy(copies: &VecDeque<Copy>, word: u64, before: u64) -> Option<Copy> {
    copies.iter().rev().find(|copy| copy.when < before && copy.covers(word)).copied()
}

/// Number of preceding waits that are compared with a new one, to drop duplicates by threads of one block.
const DEDUP_WINDOW: usize = 64;

/// Look at a word by a spinning thread.
struct Look {
    shape: Shape,
    /// Value found, if it can be read.
    value: Option<u64>,
    /// `true` if the thread can evaluate its loop condition on other values.
    testable: bool,
    /// `true` if the host may write the word.
    of_host: bool,
}

/// Receiver of the reports that the threads of one launch make.
pub(crate) struct WaitRecorder<'a> {
    /// Number of the launch.
    pub(crate) grid: u64,
    /// Cycles an instruction of its threads.
    pub(crate) pace: u64,
    pub(crate) memory: &'a Memory,
    pub(crate) counter_order: &'a CounterOrder,
}

impl WaitRecorder<'_> {
    /// Handles a call by a thread and returns its result.
    pub(crate) fn call(&self, call: Call, caller: Caller, args: &[u64], reach: &mut dyn CallerMemory) -> u64 {
        let pace = self.pace;
        let by = (self.grid, caller.block);
        let thread = (by, caller.thread);
        let is = |bytes: u64, flag: u32| bytes & u64::from(flag) != 0;
        let shape = |address, bytes: u64| Shape {
            address,
            bytes: bytes & !u64::from(UPDATES | EARLY | HAS_VALUE | HAS_CONDITION),
        };
        match (call, args) {
            (Call::Wrote, &[address, bytes, executed, value]) => {
                let (shape, at) = (shape(address, bytes), executed.saturating_mul(pace));
                if shape.bytes == 0 || !self.is_shared(address) {
                    return 0;
                }
                let early = is(bytes, EARLY);
                let value = is(bytes, HAS_VALUE).then_some(value & mask(shape.bytes));
                let there = read(reach, shape);
                let (old, new) = if early { (there, value) } else { (value, there) };
                let mut state = STATE.lock();
                for n in 0..(address % 4 + shape.bytes).div_ceil(4) {
                    let write = Write::new(by, at, shape, !is(bytes, UPDATES), !early).with_values(old, new);
                    state.record_write(shape.word() + 4 * n, write);
                }
                0
            }
            (Call::Waited, &[address, bytes, executed]) => {
                if !self.is_shared(address) {
                    return 0;
                }
                let shape = shape(address, bytes);
                let (value, testable) = (read(reach, shape), is(bytes, HAS_CONDITION));
                let look = Look { shape, value, testable, of_host: self.is_of_host(address) };
                let mut state = STATE.lock();
                // A thread that only reads keeps its time slice.
                if !is(bytes, UPDATES) {
                    state.yields.insert((self.grid, caller.block, caller.thread));
                }
                state.record_look(by, caller.thread, executed.saturating_mul(pace), &look).into()
            }
            (Call::Candidate, _) => STATE.lock().searches.get(&thread).map_or(0, Search::candidate),
            (Call::Evaluated, &[exits]) => STATE.lock().record_answer(thread, exits != 0).into(),
            (Call::OrderCounter, &[executed]) => {
                let due = self.counter_order.request(caller.block, executed.saturating_mul(pace));
                if due { 0 } else { RETRY.into() }
            }
            (Call::YieldSlice, _) => {
                let gives = STATE.lock().yields.remove(&(self.grid, caller.block, caller.thread));
                if gives { RETRY.into() } else { 0 }
            }
            _ => 0,
        }
    }

    /// Returns whether blocks other than the calling one can access a word.
    fn is_shared(&self, address: u64) -> bool {
        !self.memory.window().arenas().contains(&address)
    }

    /// Returns whether the host may write a word.
    fn is_of_host(&self, address: u64) -> bool {
        let of_host = |kind| {
            matches!(
                kind,
                AllocationKind::Managed(_) | AllocationKind::Pinned(_) | AllocationKind::Registered(_)
            )
        };
        self.memory.find(address).is_none_or(|allocation| of_host(allocation.kind))
    }
}

/// Mask of the low `bytes` bytes.
fn mask(bytes: u64) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

/// Reads a value of at most eight bytes.
fn read(reach: &mut dyn CallerMemory, Shape { address, bytes }: Shape) -> Option<u64> {
    let mut word = [0; 8];
    let whole = reach.read(address, word.get_mut(..usize::try_from(bytes).ok()?)?);
    whole.then(|| u64::from_le_bytes(word))
}
