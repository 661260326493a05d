//! Where kernels meet in memory: which words they wait for in loops, and who wrote those.
//!
//! Only for the virtual timeline, and only once a module is loaded some kernel of which waits in a loop for what others write. Compiled code
//! then says what it waited for, and what it wrote that may be waited for ([`ptx::pass::Notes::meets`]); copies and fills say what
//! they write. A wait lasts until everything was done that its word holds: the last store and every atomic operation since.
//!
//! Words that the host may write, and nobody else has, are taken to be written by it.
//!
//! Of a block's own life only this is noted; nothing here decides who runs.

use super::host::Requests;
use crate::Error;
use crate::memory::AllocationKind;
use crate::state::process;
use crate::sync::{Arc, Global, Ordering, Rank, fixed};
use device::OpId;
use ptx::system::{AGAIN, Call, Caller};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// So many words are known at most; when there are more, all are forgotten, and who waits for one of them is not held up.
const MOST_WORDS: usize = 1 << 20;
/// So many writes by copies and fills are.
const MOST_COPIES: usize = 1 << 10;

/// Something that a word's value came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// A block of a launch, by its number, after so many cycles of its own.
    Block { grid: u64, block: u64, at: u64 },
    /// A copy or fill.
    Whole(OpId),
}

/// What a word's value came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cause {
    pub(crate) sources: Arc<[Source]>,
    pub(crate) host: bool,
}

/// A thread of a block has waited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waited {
    pub(crate) block: u64,
    /// Cycles that it had executed.
    pub(crate) at: u64,
    pub(crate) cause: Cause,
}

/// What a launch has met.
#[derive(Default, Debug)]
pub(crate) struct Met {
    /// In the order in which it was told.
    pub(crate) waited: Vec<Waited>,
    /// Whether others may have waited for it.
    pub(crate) wrote: bool,
}

/// A word that was written.
#[derive(Default)]
struct Word {
    /// The last write by each block, since a store was the last to replace it.
    by: BTreeMap<(u64, u64), u64>,
    /// When that was, and the last write of all, as writes are counted.
    replaced: u64,
    last: u64,
    /// What `by` is, for those that read the word before it is written again.
    sources: Option<Arc<[Source]>>,
}

struct State {
    words: BTreeMap<u64, Word>,
    /// Start, end, the operation, and when.
    copies: VecDeque<(u64, u64, OpId, u64)>,
    writes: u64,
    met: BTreeMap<u64, Met>,
    /// Threads that have met others and are to give up their turn: launch, block, thread.
    turns: BTreeSet<(u64, u64, u32)>,
}

static STATE: Global<State> = Global::new(
    Rank::Leaf,
    State {
        words: BTreeMap::new(),
        copies: VecDeque::new(),
        writes: 0,
        met: BTreeMap::new(),
        turns: BTreeSet::new(),
    },
);

/// Some module that was loaded has a kernel that waits for what others write.
static WANTED: fixed::AtomicBool = fixed::AtomicBool::new(false);

/// A module was loaded some kernel of which does.
pub(crate) fn want() {
    WANTED.store(true, Ordering::Relaxed);
}

/// Whether kernels that are compiled now are to tell.
pub(crate) fn wanted() -> bool {
    WANTED.load(Ordering::Relaxed)
}

thread_local!(static CARRIED: Cell<Option<OpId>> = const { Cell::new(None) });

/// Carries out a task as an operation of the front end.
pub(super) fn as_operation<R>(op: OpId, task: impl FnOnce() -> R) -> R {
    let before = CARRIED.replace(Some(op));
    let done = task();
    CARRIED.set(before);
    done
}

/// A copy or fill is about to write so many bytes.
pub(crate) fn copies(start: u64, bytes: impl FnOnce() -> Result<u64, Error>) {
    if wanted()
        && let Some(op) = CARRIED.get()
        // What cannot be spanned was refused when it was planned.
        && let Ok(bytes) = bytes()
    {
        let mut state = STATE.lock();
        state.writes += 1;
        let now = state.writes;
        if state.copies.len() == MOST_COPIES {
            state.copies.pop_front();
        }
        state.copies.push_back((start, start.saturating_add(bytes), op, now));
    }
}

/// What a launch met, which is forgotten here.
pub(super) fn take(grid: u64) -> Option<Met> {
    if !wanted() {
        return None;
    }
    STATE.lock().met.remove(&grid)
}

impl State {
    fn wrote(&mut self, (grid, block): (u64, u64), at: u64, address: u64, replaces: bool) {
        self.writes += 1;
        let now = self.writes;
        if self.words.len() >= MOST_WORDS && !self.words.contains_key(&address) {
            self.words.clear();
        }
        let word = self.words.entry(address).or_default();
        if replaces {
            word.by.clear();
            word.replaced = now;
        }
        word.by.insert((grid, block), at);
        (word.last, word.sources) = (now, None);
        self.met.entry(grid).or_default().wrote = true;
    }

    /// What a word's value came from, and whether any of it was blocks.
    fn sources(&mut self, address: u64) -> (Option<Arc<[Source]>>, bool) {
        let word = self.words.get_mut(&address);
        let (replaced, last) = word.as_ref().map_or((0, 0), |word| (word.replaced, word.last));
        let copy = self.copies.iter().rev().find(|(start, end, ..)| (*start..*end).contains(&address));
        let copy = copy.filter(|(.., when)| *when > replaced).map(|&(.., op, when)| (op, when));
        let Some(word) = word else { return (copy.map(|(op, _)| [Source::Whole(op)].into()), false) };
        match copy {
            Some((op, when)) if when > last => return (Some([Source::Whole(op)].into()), false),
            _ => {}
        }
        let sources = word.sources.get_or_insert_with(|| {
            let blocks = word.by.iter().map(|(&(grid, block), &at)| Source::Block { grid, block, at });
            blocks.chain(copy.map(|(op, _)| Source::Whole(op))).collect()
        });
        (Some(Arc::clone(sources)), true)
    }

    fn waited(&mut self, (grid, block): (u64, u64), at: u64, cause: Cause) {
        let waited = &mut self.met.entry(grid).or_default().waited;
        // Its other threads waited for the same.
        let known = |other: &&Waited| {
            other.block == block
                && Arc::ptr_eq(&other.cause.sources, &cause.sources)
                && other.cause.host == cause.host
        };
        if !waited.iter().rev().take(BESIDE).any(|other| known(&other)) {
            waited.push(Waited { block, at, cause });
        }
    }
}

/// So many waits before one may be the same as it: of threads of the same block, among those of others.
const BESIDE: usize = 64;

/// Atomic operations add to what a word holds; `bytes` of a call says so with this. A thread that has only read says it, too.
const ADDS: u64 = ptx::pass::ADDS as u64;

impl Requests {
    /// What threads tell of where they meet.
    pub(super) fn meets(&self, call: Call, caller: Caller, args: &[u64]) -> u64 {
        let Some(pace) = self.pace else { return 0 };
        let by = (self.grid, caller.block);
        match (call, args) {
            (Call::Wrote, &[address, bytes, executed]) => {
                let (size, adds) = (bytes & !ADDS, bytes & ADDS != 0);
                if size != 0 && self.is_shared(address) {
                    let at = executed.saturating_mul(pace);
                    let mut state = STATE.lock();
                    (0..size.div_ceil(4)).for_each(|n| {
                        state.wrote(by, at, (address & !3) + 4 * n, !adds);
                    });
                }
                0
            }
            (Call::Met, &[address, bytes, executed]) => {
                if self.is_shared(address) {
                    let of_host = self.is_of_host(address);
                    let mut state = STATE.lock();
                    let (sources, of_blocks) = state.sources(address & !3);
                    let host = of_host && !of_blocks;
                    let own = |&source: &Source| matches!(source, Source::Block { grid, block, .. } if (grid, block) == by);
                    // What a block has written itself it does not wait for.
                    let sources = sources.filter(|sources| !sources.iter().all(own));
                    if sources.is_some() || host {
                        let cause = Cause { sources: sources.unwrap_or_default(), host };
                        state.waited(by, executed.saturating_mul(pace), cause);
                    }
                    // Who only reads keeps its turn.
                    if bytes & ADDS == 0 {
                        state.turns.insert((self.grid, caller.block, caller.thread));
                    }
                }
                0
            }
            (Call::Turn, _) => {
                let gives = STATE.lock().turns.remove(&(self.grid, caller.block, caller.thread));
                if gives { AGAIN.into() } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether blocks other than its own may reach a word.
    fn is_shared(&self, address: u64) -> bool {
        process().is_ok_and(|process| !process.memory.window().arenas().contains(&address))
    }

    /// Whether the host may write a word.
    fn is_of_host(&self, address: u64) -> bool {
        let of_host = |kind| {
            matches!(
                kind,
                AllocationKind::Managed(_) | AllocationKind::Pinned(_) | AllocationKind::Registered(_)
            )
        };
        process().is_ok_and(|process| match process.memory.find(address) {
            Some(allocation) => of_host(allocation.kind),
            None => true,
        })
    }
}
