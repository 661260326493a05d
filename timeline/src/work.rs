//! Steps of blocks that launch grids: their warps execute, launch or decide to launch grids, and wait for
//! them.

use crate::Cost;
use crate::spawn::{Decision, Variant};
use device::{ChildStream, GridSpec, Spec};
use std::sync::Arc;

/// Stream into which a thread launches a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A stream of the thread's block: 0 is its default stream. Below [`Target::STREAMS`].
    Block(u32),
    /// A stream shared by all blocks of the grid. Below [`Target::STREAMS`].
    Grid(u32),
    /// Immediately and unordered.
    FireAndForget,
    /// After the launching grid.
    Tail,
}

impl Target {
    /// Upper limit of stream numbers.
    pub const STREAMS: u32 = 1 << 24;

    /// Converts to the front end's numbering, which covers all streams of a grid.
    pub(super) fn child_stream(self, block: u64) -> ChildStream {
        let number = |stream: u32| u64::from(stream % Target::STREAMS);
        match self {
            Target::Block(stream) => ChildStream::Stream(((block + 1) << 24) | number(stream)),
            Target::Grid(stream) => ChildStream::Stream(number(stream)),
            Target::FireAndForget => ChildStream::FireAndForget,
            Target::Tail => ChildStream::Tail,
        }
    }
}

/// A grid launched by a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// Its stream.
    pub target: Target,
    /// The kernel's name.
    pub name: Arc<str>,
    /// Its shape.
    pub grid: GridSpec,
    /// Run time of its blocks.
    pub cost: Cost,
    /// The decision to launch it and the amount of work, if it was made before.
    pub decided: Option<(Decision, u64)>,
}

/// Work that a thread may do itself or launch a grid for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Items that the thread would process serially.
    pub items: u64,
    /// Cycles of that.
    pub serial: u64,
    /// The grid.
    pub child: Child,
}

/// Next step of a warp.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Executes for a number of cycles.
    Run(u64),
    /// Launches a grid from several threads at the same time.
    Launch(Arc<[Child]>),
    /// Work of several threads; the [`Policy`] decides which launch. The others do their work after those
    /// have launched.
    Offer(Arc<[Offer]>),
    /// A thread decided earlier to do work itself, in the warp's next execution.
    Declined {
        /// The decision.
        decision: Decision,
        /// Amount of work.
        items: u64,
    },
    /// Waits for all grids that its block has launched. A block with all warps waiting gives up its SM
    /// meanwhile.
    Join,
}

/// Steps of a block's warps.
pub type Body = Arc<[Vec<Step>]>;

/// Policy for offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// None.
    Never,
    /// Those with more items than a threshold.
    Above(u64),
    /// Those that [SPAWN](crate::spawn) expects to be faster.
    Spawn(Variant),
}

/// Costs, in SM clock cycles, and resources of launches by blocks. A warp with `x` launching threads is busy
/// for `lane · x + warp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launching {
    /// Cost of each launching thread.
    pub lane: u64,
    /// Cost of each warp with a launching thread.
    pub warp: u64,
    /// Time from the release of a child to its first block.
    pub dispatch: u64,
    /// The same for a grid of a parent's tail.
    pub tail: u64,
    /// Minimum time between two launches on the whole device.
    pub interval: u64,
    /// Hardware queues.
    pub queues: u32,
    /// Maximum number of pending launches.
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

    /// Observed on an H200: a warp's launches take 450 · x + 9300; a tail starts 8 µs after the work it waits
    /// for; launches are at least 0.24 µs apart. From a parent's start to its child's are 5.7 µs, all of it
    /// in the launch call.
    pub const H200: Launching = Launching {
        lane: 450,
        warp: 9300,
        dispatch: 0,
        tail: 15_800,
        interval: 480,
        queues: 128,
        pending: device::PENDING,
    };

    /// Returns the closest set for a device: Kepler's for that generation, else the H200's with the device's
    /// own queues.
    pub fn from_spec(spec: &Spec) -> Launching {
        let nearest = if spec.capability < (6, 0) { Launching::KEPLER } else { Launching::H200 };
        Launching { queues: spec.resident_grids, ..nearest }
    }

    /// Returns the cycles in which `lanes` threads of a warp launch.
    pub fn overhead(&self, lanes: u64) -> u64 {
        if lanes == 0 { 0 } else { self.lane.saturating_mul(lanes).saturating_add(self.warp) }
    }

    /// Sets a cost by name; `false` if the name is unknown or the value out of range.
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
