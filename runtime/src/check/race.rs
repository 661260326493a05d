//! Races in a block's shared memory: two accesses of a byte by different threads, one of them a write, that nothing
//! orders, not both strong, and not a read with an atomic (PTX ISA, "Memory Consistency Model": "data race").
//!
//! Threads carry vector clocks. A barrier that all threads wait at starts an epoch, in which nothing older counts;
//! other barriers, warp operations, and strong accesses between fences order the threads that take part. Of a byte's
//! readers two are kept, in different warps where possible.

use ptx::exec::WARP;
use ptx::interp::watch::{Access, Event, Kind};
use ptx::ir::{AtomOp, Order, Space};
use std::collections::BTreeMap;

/// An earlier access of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Past {
    pub(super) thread: u32,
    pub(super) line: u32,
    pub(super) write: bool,
    time: u32,
    epoch: u32,
    strong: bool,
    atomic: bool,
}

/// The last accesses of one byte.
#[derive(Clone, Copy, Default)]
struct Byte {
    write: Option<Past>,
    reads: [Option<Past>; 2],
}

/// By thread, how much of it is known.
type Clock = Vec<u32>;

/// The state of one block.
pub(super) struct Races {
    epoch: u32,
    /// Each thread's time.
    own: Vec<u32>,
    /// What each thread knows of the others; as long as needed.
    clocks: Vec<Clock>,
    bytes: Vec<Byte>,
    /// What each thread knew at its last fence: its relaxed writes pass that on.
    fenced: Vec<Clock>,
    /// What each thread read of others and will know at its next fence.
    pending: Vec<Clock>,
    /// What those passed on who arrived at a barrier, or wrote a place strongly.
    barriers: BTreeMap<u32, Clock>,
    places: BTreeMap<(bool, u64), Clock>,
}

fn join(into: &mut Clock, from: &[u32]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    for (to, &from) in into.iter_mut().zip(from) {
        *to = from.max(*to);
    }
}

impl Races {
    /// A block of so many threads with so many bytes of shared memory.
    pub(super) fn new(threads: usize, shared: usize) -> Self {
        Races {
            epoch: 0,
            own: vec![1; threads],
            clocks: vec![Clock::new(); threads],
            bytes: vec![Byte::default(); shared],
            fenced: vec![Clock::new(); threads],
            pending: vec![Clock::new(); threads],
            barriers: BTreeMap::new(),
            places: BTreeMap::new(),
        }
    }

    /// Takes an event in; the earlier access that an access races with.
    pub(super) fn event(&mut self, event: Event<'_>) -> Option<Past> {
        match event {
            Event::Access(access) => return self.access(access),
            Event::Fence { thread } => {
                let t = thread as usize;
                let pending = std::mem::take(&mut self.pending[t]);
                join(&mut self.clocks[t], &pending);
                self.fenced[t] = self.publish(t);
            }
            Event::Arrive { barrier, thread } => {
                let known = self.publish(thread as usize);
                join(self.barriers.entry(barrier).or_default(), &known);
            }
            Event::Open { barrier, all: true, .. } => {
                self.epoch += 1;
                self.barriers.remove(&barrier);
            }
            Event::Open { barrier, threads, all: false } => {
                let known = self.barriers.remove(&barrier).unwrap_or_default();
                threads.iter().for_each(|&t| join(&mut self.clocks[t as usize], &known));
            }
            Event::Warp { first, lanes } => {
                let members = || (0..WARP).filter(|n| lanes >> n & 1 != 0).map(|n| (first + n) as usize);
                let mut known = Clock::new();
                members().for_each(|t| join(&mut known, &self.publish(t)));
                members().for_each(|t| self.clocks[t].clone_from(&known));
            }
        }
        None
    }

    /// All that a thread knows, for others; what it does from now on is not part of it.
    fn publish(&mut self, t: usize) -> Clock {
        let mut known = self.clocks[t].clone();
        known.resize(known.len().max(t + 1), 0);
        known[t] = self.own[t];
        self.own[t] += 1;
        known
    }

    /// Whether thread `t` knows of an access.
    fn knows(&self, t: usize, past: &Past) -> bool {
        let by = past.thread as usize;
        past.epoch < self.epoch || by == t || self.clocks[t].get(by).is_some_and(|&time| past.time <= time)
    }

    fn access(&mut self, access: Access) -> Option<Past> {
        let t = access.thread as usize;
        let strong = access.order != Order::Weak || matches!(access.kind, Kind::Atom(_));
        if strong && matches!(access.space, Space::Shared | Space::Global) {
            self.acquire(t, &access);
        }
        let found = if access.space == Space::Shared { self.shared(&access, strong) } else { None };
        if strong && access.kind.writes() {
            self.release(t, &access);
        }
        found
    }

    fn shared(&mut self, access: &Access, strong: bool) -> Option<Past> {
        let t = access.thread as usize;
        let write = access.kind.writes();
        let atomic = matches!(access.kind, Kind::Atom(_));
        let now = Past {
            thread: access.thread,
            line: access.line,
            write,
            time: self.own[t],
            epoch: self.epoch,
            strong,
            atomic,
        };
        let start = access.address as usize;
        let end = start.saturating_add(access.bytes as usize).min(self.bytes.len());
        let mut found = None;
        for at in start..end {
            let Byte { write: written, reads } = self.bytes[at];
            let others = written.iter().chain(reads.iter().flatten().filter(|_| write));
            // A plain read that meets an atomic is how compare-and-swap loops begin: the swap finds out.
            let meets = |past: &Past| past.strong && strong || past.atomic && !write || atomic && !past.write;
            let races = |past: &&Past| !(meets(past) || self.knows(t, past));
            found = found.or(others.copied().find(|past| races(&past)));
            let byte = &mut self.bytes[at];
            if write {
                *byte = Byte { write: Some(now), reads: [None; 2] };
            } else {
                byte.read(now);
            }
        }
        found
    }

    /// What a strong read learns of: now if it acquires, else at the next fence.
    fn acquire(&mut self, t: usize, access: &Access) {
        if !access.kind.reads() {
            return;
        }
        let Some(known) = self.places.get(&place(access)) else { return };
        let arrives = matches!(access.kind, Kind::Atom(AtomOp::Arrive { .. }));
        match access.order {
            Order::Acquire | Order::AcqRel | Order::SeqCst => join(&mut self.clocks[t], known),
            _ if arrives => join(&mut self.clocks[t], known),
            _ => join(&mut self.pending[t], known),
        }
    }

    /// What a strong write passes on: all the thread knows if it releases, else what it knew at its last fence.
    fn release(&mut self, t: usize, access: &Access) {
        let arrives = matches!(access.kind, Kind::Atom(AtomOp::Arrive { .. }));
        let all = arrives || matches!(access.order, Order::Release | Order::AcqRel | Order::SeqCst);
        let known = if all { self.publish(t) } else { self.fenced[t].clone() };
        if !known.is_empty() {
            join(self.places.entry(place(access)).or_default(), &known);
        }
    }
}

fn place(access: &Access) -> (bool, u64) {
    (access.space == Space::Shared, access.address)
}

impl Byte {
    fn read(&mut self, now: Past) {
        let warp = |past: &Past| past.thread / WARP;
        let [first, second] = &mut self.reads;
        match (&first, &second) {
            (None, _) => *first = Some(now),
            (Some(a), _) if a.thread == now.thread || a.epoch < now.epoch => *first = Some(now),
            (_, None) => *second = Some(now),
            (Some(a), Some(b)) if warp(b) == warp(a) || warp(&now) != warp(a) || b.epoch < now.epoch => {
                *second = Some(now);
            }
            _ => {}
        }
    }
}
