//! Happens-before relation between the threads of a block, by vector clocks.
//!
//! A block has one clock, which every synchronisation advances. A barrier of all threads starts an epoch: all
//! older accesses happen before what follows. An operation by all lanes of a warp does the same for the warp.
//! Other barriers, partial warp operations, and strong accesses between fences transfer vectors: for each
//! thread, the time up to which its accesses are known.

use crate::sync::Arc;
use ptx::exec::WARP;
use ptx::interp::watch::{Access, AccessKind, Arrival, Event, WarpArrival};
use ptx::ir::{AtomOp, Order, Space};
use std::collections::BTreeMap;

/// Vector clock: for each thread, the time up to which its accesses are known.
type Known = Arc<[u32]>;

/// Clocks of one block.
#[derive(Default)]
pub(super) struct Clocks {
    threads: usize,
    pub(super) now: u32,
    /// Start of the epoch: older accesses are known to all threads.
    pub(super) epoch: u32,
    /// Start of each warp's own epoch: older accesses by its lanes are known to all its lanes.
    warps: Vec<u32>,
    known: Vec<Option<Known>>,
    /// Vector of each thread at its last fence, which its relaxed writes publish.
    fenced: Vec<Option<Known>>,
    /// Vectors that each thread has read by relaxed loads, which its next fence acquires.
    pending: Vec<Option<Known>>,
    /// Set if any of the three holds a vector.
    any: bool,
    /// Vectors published by arrivals at each barrier, and by strong writes to each place.
    barriers: BTreeMap<u32, Vec<u32>>,
    places: BTreeMap<(bool, u64), Known>,
}

fn join(into: &mut Vec<u32>, from: &[u32]) {
    if into.is_empty() {
        into.extend_from_slice(from);
    }
    for (to, &from) in into.iter_mut().zip(from) {
        *to = from.max(*to);
    }
}

impl Clocks {
    /// Starts with another block; time continues.
    pub(super) fn reset(&mut self, threads: usize) {
        let empty = vec![None; threads];
        self.now += 1;
        self.threads = threads;
        (self.known, self.fenced, self.pending) = (empty.clone(), empty.clone(), empty);
        self.warps = vec![0; threads.div_ceil(WARP as usize)];
        self.barriers.clear();
        self.places.clear();
        (self.epoch, self.any) = (self.now, false);
    }

    /// Advances the clock.
    pub(super) fn tick(&mut self) {
        self.now += 1;
    }

    /// Returns whether an access by thread `by` at `time` happens before what thread `t` does now.
    pub(super) fn knows(&self, t: usize, by: usize, time: u32) -> bool {
        time < self.epoch
            || by == t
            || by / WARP as usize == t / WARP as usize && time < self.warps[t / WARP as usize]
            || self.any && self.known[t].as_ref().is_some_and(|known| time <= known[by])
    }

    /// Returns whether all ordering so far is by barriers of the block and operations of whole warps.
    pub(super) fn is_simple(&self) -> bool {
        !self.any
    }

    /// Returns whether an access by thread `by` at `time` is known to all lanes of its warp.
    pub(super) fn is_known_to_warp(&self, by: usize, time: u32) -> bool {
        time < self.warps[by / WARP as usize]
    }

    /// Handles an event other than an access.
    pub(super) fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Access(..) | Event::Async { .. } => {}
            Event::Fence { thread } => self.fence(thread as usize),
            Event::Arrive(Arrival { barrier, thread, .. }) => {
                let known = self.publish(thread as usize);
                join(self.barriers.entry(barrier).or_default(), &known);
            }
            Event::Open { barrier, all: true, .. } => {
                self.barriers.remove(&barrier);
                self.now += 1;
                self.epoch = self.now;
                if std::mem::take(&mut self.any) {
                    [&mut self.known, &mut self.fenced, &mut self.pending]
                        .into_iter()
                        .for_each(|all| all.fill(None));
                }
            }
            Event::Open { barrier, threads, all: false } => {
                let known: Known = self.barriers.remove(&barrier).unwrap_or_default().into();
                if known.len() == self.threads {
                    // The threads have waited since their arrivals, so their own vectors are part of the
                    // union.
                    for &t in threads {
                        self.known[t as usize] = Some(Arc::clone(&known));
                    }
                    self.any = true;
                }
            }
            Event::Warp(meeting) => self.warp_sync(&meeting),
        }
    }

    fn warp_sync(&mut self, &WarpArrival { first, lanes, .. }: &WarpArrival) {
        let first = first as usize;
        let there = (self.threads - first).min(WARP as usize);
        let members = (0..there).filter(|n| lanes >> n & 1 != 0).map(|n| first + n);
        let whole = lanes.count_ones() as usize == there;
        if whole {
            self.now += 1;
            self.warps[first / WARP as usize] = self.now;
            if !self.any || members.clone().all(|t| self.known[t].is_none()) {
                return;
            }
        }
        let mut known = Vec::new();
        members.clone().for_each(|t| join(&mut known, &self.publish(t)));
        let known: Known = known.into();
        members.for_each(|t| self.known[t] = Some(Arc::clone(&known)));
        self.any = true;
    }

    fn fence(&mut self, t: usize) {
        if let Some(pending) = self.pending[t].take() {
            self.learn(t, &pending);
        }
        self.fenced[t] = Some(self.publish(t).into());
        self.any = true;
    }

    fn learn(&mut self, t: usize, more: &[u32]) {
        let mut known = self.known[t].as_deref().unwrap_or_default().to_vec();
        join(&mut known, more);
        self.known[t] = Some(known.into());
        self.any = true;
    }

    /// Vector of all that a thread knows, for publication; later accesses of the thread are not included.
    fn publish(&mut self, t: usize) -> Vec<u32> {
        let mut known = match &self.known[t] {
            Some(known) => known.to_vec(),
            None => vec![0; self.threads],
        };
        let warp = t / WARP as usize;
        let lanes = warp * WARP as usize..self.threads.min((warp + 1) * WARP as usize);
        for time in &mut known[lanes] {
            *time = u32::max(*time, self.warps[warp].saturating_sub(1));
        }
        known[t] = self.now;
        self.now += 1;
        known
    }

    /// Acquires the vector of a place: now for an acquiring access, else at the next fence.
    pub(super) fn acquire(&mut self, t: usize, access: &Access) {
        if !access.kind.reads() || self.places.is_empty() {
            return;
        }
        let Some(known) = self.places.get(&place(access)).map(Arc::clone) else { return };
        let arrives = matches!(access.kind, AccessKind::Atom(AtomOp::Arrive { .. }));
        if arrives || matches!(access.order, Order::Acquire | Order::AcqRel | Order::SeqCst) {
            return self.learn(t, &known);
        }
        let mut pending = self.pending[t].as_deref().unwrap_or_default().to_vec();
        join(&mut pending, &known);
        self.pending[t] = Some(pending.into());
        self.any = true;
    }

    /// Publishes a vector at a place: the current one for a releasing write, else that of the last fence.
    pub(super) fn release(&mut self, t: usize, access: &Access) {
        let known = match releases(access) {
            true => Some(self.publish(t)),
            false => self.fenced[t].as_ref().map(|known| known.to_vec()),
        };
        let Some(known) = known else { return };
        let place = self.places.entry(place(access)).or_default();
        let mut all = place.to_vec();
        join(&mut all, &known);
        *place = all.into();
    }
}

/// Returns whether a write releases earlier accesses without a fence.
pub(super) fn releases(access: &Access) -> bool {
    matches!(access.kind, AccessKind::Atom(AtomOp::Arrive { .. }))
        || matches!(access.order, Order::Release | Order::AcqRel | Order::SeqCst)
}

/// Returns whether an access is a strong operation (PTX ISA, "Memory Consistency Model").
pub(super) fn is_strong(access: &Access) -> bool {
    access.order != Order::Weak || matches!(access.kind, AccessKind::Atom(_))
}

fn place(access: &Access) -> (bool, u64) {
    (access.space == Space::Shared, access.address)
}
