//! What blocks do whose cost is more than a time: their warps execute, launch grids, decide whether to, and
//! wait for them.

use crate::Cost;
use crate::spawn::{Decision, Variant};
use device::{ChildStream, GridSpec, Spec};
use std::sync::Arc;

/// Where a thread launches a grid to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A stream of the thread's block: 0 is its default stream. Below [`Target::STREAMS`].
    Block(u32),
    /// A stream that all blocks of the grid share. Below [`Target::STREAMS`].
    Grid(u32),
    /// At once, and in no order.
    FireAndForget,
    /// Behind the launching grid.
    Tail,
}

impl Target {
    /// Numbers of streams are below this.
    pub const STREAMS: u32 = 1 << 24;

    /// For the front end, which numbers all streams of a grid together.
    pub(super) fn of_block(self, block: u64) -> ChildStream {
        let number = |stream: u32| u64::from(stream % Target::STREAMS);
        match self {
            Target::Block(stream) => ChildStream::Stream(((block + 1) << 24) | number(stream)),
            Target::Grid(stream) => ChildStream::Stream(number(stream)),
            Target::FireAndForget => ChildStream::FireAndForget,
            Target::Tail => ChildStream::Tail,
        }
    }
}

/// A grid that a thread launches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// Where to.
    pub target: Target,
    /// The kernel's name.
    pub name: Arc<str>,
    /// Its shape.
    pub grid: GridSpec,
    /// How long its blocks run.
    pub cost: Cost,
    /// The decision to launch it and how much work that was about, if one was made before.
    pub decided: Option<(Decision, u64)>,
}

/// Work that a thread may do itself or launch a grid for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What the thread would do one after the other.
    pub items: u64,
    /// Cycles it would take the thread.
    pub serial: u64,
    /// The grid.
    pub child: Child,
}

/// What a warp does next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Executes for so many cycles.
    Run(u64),
    /// Threads of it launch a grid each, at the same time.
    Launch(Arc<[Child]>),
    /// Threads of it have work each; the [`Policy`] says who launches. The others do theirs when those have
    /// launched.
    Offer(Arc<[Offer]>),
    /// A thread of it decided before to do work itself, in what the warp executes next.
    Declined {
        /// What was decided.
        decision: Decision,
        /// How much work it was about.
        items: u64,
    },
    /// Waits for all grids that its block has launched. A block all of whose warps wait gives its SM back
    /// until then.
    Join,
}

/// What the warps of a block do.
pub type Body = Arc<[Vec<Step>]>;

/// Which offers are launched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// None.
    Never,
    /// Those of more than so many items.
    Above(u64),
    /// Those that [SPAWN](crate::spawn) expects to pay.
    Spawn(Variant),
}

/// What launches by blocks cost, in SM clock cycles, and what there is for them. A warp in which `x` threads
/// launch is busy for `lane · x + warp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launching {
    /// For each launching thread.
    pub lane: u64,
    /// For each warp in which a thread launches.
    pub warp: u64,
    /// From the moment nothing holds a child back to its first block.
    pub dispatch: u64,
    /// The same for a grid of a parent's tail.
    pub tail: u64,
    /// Between two launches on the whole device.
    pub interval: u64,
    /// Hardware queues.
    pub queues: u32,
    /// Launches that may wait to begin.
    pub pending: u32,
}

impl Launching {
    /// Kepler as published, with 32 hardware queues: `cudaGetParameterBuffer` and `cudaLaunchDevice` together
    /// 1721 · x + 20210, dispatch 283.
    pub const KEPLER: Launching = Launching {
        lane: 1721,
        warp: 20_210,
        dispatch: 283,
        tail: 283,
        interval: 0,
        queues: 32,
        pending: device::PENDING,
    };

    /// An H200, measured: a warp's launches take 450 · x + 9300; a tail begins 8 µs after what it waits for;
    /// many launches are at best 0.24 µs apart. From a parent's start to its child's are 5.7 µs, which is
    /// the launch alone.
    pub const H200: Launching = Launching {
        lane: 450,
        warp: 9300,
        dispatch: 0,
        tail: 15_800,
        interval: 480,
        queues: 128,
        pending: device::PENDING,
    };

    /// The one that is nearer to a device: Kepler's and its contemporaries', or an H200's with the device's
    /// own queues.
    pub fn of(spec: &Spec) -> Launching {
        let nearest = if spec.capability < (6, 0) { Launching::KEPLER } else { Launching::H200 };
        Launching { queues: spec.resident_grids, ..nearest }
    }

    /// Cycles in which `lanes` threads of a warp launch.
    pub fn overhead(&self, lanes: u64) -> u64 {
        if lanes == 0 { 0 } else { self.lane.saturating_mul(lanes).saturating_add(self.warp) }
    }

    /// Changes one by its name; false if there is none of that name, or it cannot have that value.
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        let small = u32::try_from(value).ok();
        match (name, small) {
            ("lane", _) => self.lane = value,
            ("warp", _) => self.warp = value,
            ("dispatch", _) => self.dispatch = value,
            ("tail", _) => self.tail = value,
            ("interval", _) => self.interval = value,
            ("queues", Some(queues @ 1..=1024)) => self.queues = queues,
            ("pending", Some(pending)) => self.pending = pending,
            _ => return false,
        }
        true
    }
}
