//! Where kernels meet in memory: which words they wait for in loops, and who wrote those.
//!
//! Only for the virtual timeline, and only once a module is loaded some kernel of which waits in a loop for
//! what others write. Compiled code then says what it waited for, and what it wrote that may be waited for
//! ([`ptx::pass::Notes::meets`]); copies and fills say what they write. A wait lasts until everything was
//! done that its word holds: the last store and every atomic operation since. Where the thread can tell, that
//! is the [first value](judge) with which it goes on, not what it found.
//!
//! Words that the host may write, and nobody else has, are taken to be written by it.
//!
//! Of a block's own life only this is noted; nothing here decides who runs.

mod judge;
mod words;

use self::judge::{Found, Judging};
use self::words::{By, Copy, Shape, Word, Write};
use super::due::Dues;
use crate::Error;
use crate::memory::observer::Observer;
use crate::memory::{AllocationKind, Memory};
use crate::sync::{Arc, Global, Ordering, Rank, fixed};
use device::OpId;
use ptx::pass::{ADDS, EARLY, JUDGED, VALUED};
use ptx::system::{AGAIN, Call, Caller, Reach};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// So many words are known at most; when there are more, all are forgotten, and who waits for one of them is
/// not held up.
const MOST_WORDS: usize = 1 << 20;
/// So many of their writes are known one by one; when there are more, the same.
const MOST_WRITES: usize = 1 << 20;
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

struct State {
    words: BTreeMap<u64, Word>,
    copies: VecDeque<Copy>,
    /// How many writes there were of all these, and how many are known one by one.
    writes: u64,
    known: usize,
    /// Threads that are asked for which value of a word they waited.
    judging: BTreeMap<(By, u32), Judging>,
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
        known: 0,
        judging: BTreeMap::new(),
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
        let when = state.writes;
        if state.copies.len() == MOST_COPIES {
            state.copies.pop_front();
        }
        state.copies.push_back(Copy { start, end: start.saturating_add(bytes), op, when });
    }
}

/// Notes what copies and fills write.
pub(crate) struct Writes;

impl Observer for Writes {
    fn writes(&self, start: u64, bytes: &dyn Fn() -> Result<u64, Error>) {
        copies(start, bytes);
    }
}

/// What a launch met, which is forgotten here.
pub(super) fn take(grid: u64) -> Option<Met> {
    if !wanted() {
        return None;
    }
    let mut state = STATE.lock();
    state.judging.retain(|((of, _), _), _| *of != grid);
    state.met.remove(&grid)
}

impl State {
    fn wrote(&mut self, word: u64, mut write: Write) {
        self.writes += 1;
        write.when = self.writes;
        if self.known >= MOST_WRITES || self.words.len() >= MOST_WORDS && !self.words.contains_key(&word) {
            self.words.clear();
            self.known = 0;
        }
        let (by, late) = (write.by, write.late);
        let word = self.words.entry(word).or_default();
        self.known += usize::from(!word.push(write));
        if late || word.seen(by).is_some() {
            word.sees(by, word.last());
        }
        self.met.entry(by.0).or_default().wrote = true;
    }

    /// The last copy to a word that came before so many writes.
    fn copy(&self, word: u64, before: u64) -> Option<Copy> {
        last_copy(&self.copies, word, before)
    }

    /// What a word's value comes from after one of its writes.
    fn sources(&mut self, address: u64, place: u64) -> Option<Arc<[Source]>> {
        let when = self.words.get(&address)?.write(place)?.when;
        let copy = self.copy(address, when);
        Some(self.words.get_mut(&address)?.sources(place, copy))
    }

    /// A thread goes on that looked at a word and found a value there.
    fn looked(&mut self, by: By, thread: u32, executed: u64, look: &Look) -> bool {
        let address = look.shape.word();
        let word = self.words.get(&address);
        let last = word.map_or(0, Word::last);
        let when = word.and_then(|word| word.write(last)).map_or(0, |write| write.when);
        let copied = self.copy(address, u64::MAX).filter(|copy| copy.when > when);
        let seen = word.and_then(|word| word.seen(by));
        // Another value than the last that a kernel put there is the host's.
        let written = word.and_then(|word| word.write(last)).filter(|write| write.shape == look.shape);
        let settled = written.filter(|write| write.late || write.by == by);
        let foreign = settled.and_then(|write| write.new).is_some_and(|new| Some(new) != look.value);
        if let Some(copy) = copied {
            self.waited(by, executed, Cause { sources: [Source::Whole(copy.op)].into(), host: look.of_host });
        } else if word.is_none() || look.of_host && foreign {
            if look.of_host {
                self.waited(by, executed, Cause { sources: Arc::default(), host: true });
            }
        } else if look.judged && seen.is_none_or(|seen| seen < last) {
            self.judging.insert((by, thread), Judging::new(look.shape, executed, last));
            return self.asks((by, thread));
        } else {
            self.found(by, executed, address, Found::Write(last));
        }
        false
    }

    /// It is known what a thread waited for.
    fn found(&mut self, by: By, executed: u64, address: u64, found: Found) {
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
        // What a block has written itself it does not wait for.
        if let Some(sources) = sources.filter(|sources| !sources.iter().all(own)) {
            self.waited(by, executed, Cause { sources, host: false });
        }
    }

    /// Has a thread asked about the next value. Whether there is one; else it is known what it waited for.
    fn asks(&mut self, who: (By, u32)) -> bool {
        let Some(judging) = self.judging.get_mut(&who) else { return false };
        let word = self.words.get(&judging.word());
        let Some(Err(found)) = word.map(|word| judging.next(word, word.seen(who.0))) else {
            return word.is_some();
        };
        self.settled(who, found);
        false
    }

    /// A thread has answered; whether there is more to ask.
    fn judged(&mut self, who: (By, u32), exits: bool) -> bool {
        let Some(judging) = self.judging.get_mut(&who) else { return false };
        let address = judging.word();
        let Some(word) = self.words.get(&address) else { return false };
        let copies = &self.copies;
        match judging.answer(exits, word, |before| last_copy(copies, address, before)) {
            Some(found) => {
                self.settled(who, found);
                false
            }
            None => self.asks(who),
        }
    }

    fn settled(&mut self, who: (By, u32), found: Found) {
        if let Some(judging) = self.judging.remove(&who) {
            self.found(who.0, judging.executed, judging.word(), found);
        }
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

/// The last copy to a word that came before so many writes.
fn last_copy(copies: &VecDeque<Copy>, word: u64, before: u64) -> Option<Copy> {
    copies.iter().rev().find(|copy| copy.when < before && copy.covers(word)).copied()
}

/// So many waits before one may be the same as it: of threads of the same block, among those of others.
const BESIDE: usize = 64;

/// A look at a word.
struct Look {
    shape: Shape,
    /// What is there.
    value: Option<u64>,
    /// The thread can be asked.
    judged: bool,
    /// The host may write it.
    of_host: bool,
}

/// A launch whose threads tell of where they meet.
pub(crate) struct Party<'a> {
    /// Number of the launch.
    pub(crate) grid: u64,
    /// Cycles that an instruction of its threads takes.
    pub(crate) pace: u64,
    pub(crate) memory: &'a Memory,
    pub(crate) dues: &'a Dues,
}

impl Party<'_> {
    /// Takes what a thread tells, and answers it.
    pub(crate) fn call(&self, call: Call, caller: Caller, args: &[u64], reach: &mut dyn Reach) -> u64 {
        let pace = self.pace;
        let by = (self.grid, caller.block);
        let who = (by, caller.thread);
        let is = |bytes: u64, flag: u32| bytes & u64::from(flag) != 0;
        let shape = |address, bytes: u64| Shape {
            address,
            bytes: bytes & !u64::from(ADDS | EARLY | VALUED | JUDGED),
        };
        match (call, args) {
            (Call::Wrote, &[address, bytes, executed, value]) => {
                let (shape, at) = (shape(address, bytes), executed.saturating_mul(pace));
                if shape.bytes == 0 || !self.is_shared(address) {
                    return 0;
                }
                let early = is(bytes, EARLY);
                let value = is(bytes, VALUED).then_some(value & mask(shape.bytes));
                let there = read(reach, shape);
                let (old, new) = if early { (there, value) } else { (value, there) };
                let mut state = STATE.lock();
                for n in 0..(address % 4 + shape.bytes).div_ceil(4) {
                    let write = Write::of(by, at, shape, !is(bytes, ADDS), !early).with_values(old, new);
                    state.wrote(shape.word() + 4 * n, write);
                }
                0
            }
            (Call::Met, &[address, bytes, executed]) => {
                if !self.is_shared(address) {
                    return 0;
                }
                let shape = shape(address, bytes);
                let (value, judged) = (read(reach, shape), is(bytes, JUDGED));
                let look = Look { shape, value, judged, of_host: self.is_of_host(address) };
                let mut state = STATE.lock();
                // Who only reads keeps its turn.
                if !is(bytes, ADDS) {
                    state.turns.insert((self.grid, caller.block, caller.thread));
                }
                state.looked(by, caller.thread, executed.saturating_mul(pace), &look).into()
            }
            (Call::Candidate, _) => STATE.lock().judging.get(&who).map_or(0, Judging::value_asked),
            (Call::Judge, &[exits]) => STATE.lock().judged(who, exits != 0).into(),
            (Call::Due, &[executed]) => {
                let due = self.dues.is_due(caller.block, executed.saturating_mul(pace));
                if due { 0 } else { AGAIN.into() }
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
        !self.memory.window().arenas().contains(&address)
    }

    /// Whether the host may write a word.
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

/// The low bits of so many bytes.
fn mask(bytes: u64) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

/// What is there, if that is no more than eight bytes.
fn read(reach: &mut dyn Reach, Shape { address, bytes }: Shape) -> Option<u64> {
    let mut word = [0; 8];
    let whole = reach.read(address, word.get_mut(..usize::try_from(bytes).ok()?)?);
    whole.then(|| u64::from_le_bytes(word))
}
