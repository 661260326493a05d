//! Uses of barriers and warp operations that CUDA leaves undefined. GPUs differ in their behaviour, which may
//! still be the intended one.

use ptx::exec::{BARRIERS, WARP};
use ptx::interp::watch::{Arrival, Event, WarpArrival};
use std::collections::BTreeMap;

/// Undefined use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misuse {
    /// Threads of a warp, or of the block, wait at different instructions of one barrier: thread and line of
    /// both.
    Divergent { here: (u32, u32), there: (u32, u32), warp: bool },
    /// A lane reads the value of a lane that does not participate.
    Source { lane: u32, line: u32, name: &'static str, named: u32, there: u32 },
    /// A lane is not in its own mask.
    NotNamed { lane: u32, line: u32, name: &'static str, named: u32 },
    /// The mask has lanes that have exited.
    Ended { lane: u32, line: u32, name: &'static str, named: u32, there: u32 },
}

impl Misuse {
    /// Thread and line of the finding.
    pub(super) const fn place(&self) -> (u32, u32) {
        match *self {
            Misuse::Divergent { here, .. } => here,
            Misuse::Source { lane, line, .. }
            | Misuse::NotNamed { lane, line, .. }
            | Misuse::Ended { lane, line, .. } => (lane, line),
        }
    }
}

/// Arrivals at each barrier of a block since it last opened.
#[derive(Default)]
pub(super) struct Sync {
    barriers: BTreeMap<u32, Vec<Arrival>>,
}

impl Sync {
    /// Handles an event. Returns the misuse, if any.
    pub(super) fn event(&mut self, event: &Event<'_>, threads: u32) -> Option<Misuse> {
        match *event {
            Event::Arrive(arrival) if arrival.barrier < BARRIERS => self.arrive(arrival),
            Event::Open { barrier, .. } => {
                self.barriers.remove(&barrier);
                None
            }
            Event::Warp(meeting) => warp(&meeting, threads),
            _ => None,
        }
    }

    fn arrive(&mut self, now: Arrival) -> Option<Misuse> {
        let others = self.barriers.entry(now.barrier).or_default();
        let apart = |other: &&Arrival| {
            let warp = other.thread / WARP == now.thread / WARP;
            other.inst != now.inst && (warp && now.aligned && other.aligned || whole(&now) && whole(other))
        };
        let found = others.iter().rev().find(apart).map(|other| Misuse::Divergent {
            here: (now.thread, now.line),
            there: (other.thread, other.line),
            warp: other.thread / WARP == now.thread / WARP,
        });
        others.push(now);
        found
    }
}

/// Returns whether it is a barrier of all threads, as `__syncthreads()` is.
fn whole(arrival: &Arrival) -> bool {
    arrival.aligned && arrival.expected.is_none()
}

fn warp(meeting: &WarpArrival, threads: u32) -> Option<Misuse> {
    let &WarpArrival { first, lanes, named, live, absent, line, name } = meeting;
    let thread = |mask: u32| first + mask.trailing_zeros();
    let there = lanes & named;
    if lanes & !named != 0 {
        return Some(Misuse::NotNamed { lane: thread(lanes & !named), line, name, named });
    }
    if absent != 0 {
        return Some(Misuse::Source { lane: thread(absent), line, name, named, there });
    }
    let exist = u32::MAX >> (WARP - (threads - first).min(WARP));
    let ended = named & exist & !live;
    (ended != 0).then(|| Misuse::Ended { lane: thread(lanes), line, name, named, there })
}
