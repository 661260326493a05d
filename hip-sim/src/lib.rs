//! Study of launches from kernels: the same work done by threads alone, with all launches, with a threshold,
//! and with SPAWN's decisions, in virtual time.
//!
//! A workload is computed here, on seeded inputs, by the algorithm of its kernels (`testdata/cuda/spawn`),
//! and the work of each thread of each launch is recorded. The launch policies are then simulated. Nothing
//! here is measured or fitted: costs of work are in the efforts of each workload, costs of launches in
//! [`Launching`].

pub mod chart;
mod graph;
mod picture;
mod seeded;
mod table;
mod traverse;
mod work;

pub use graph::Graph;
pub use work::Kernel;

use device::{Config, GridSpec, Placement, Spec, StreamKind};
use std::sync::Arc;
use table::{Genome, Keys};
use timeline::spawn::Variant;
use timeline::{Call, Cost, Launched, Launching, Policy, Rest, Simulation, Summary, Time, Timing};

/// Size of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// About a second for everything: for tests.
    Small,
    /// Full size, for the study.
    Study,
}

/// Launches of iterative workloads, each on other data: batches, frames, time steps.
const ROUNDS: u32 = 16;

/// The workloads with their inputs.
pub const PAIRS: [&str; 14] = [
    "AMR",
    "BFS-citation",
    "BFS-graph500",
    "GC-citation",
    "GC-graph500",
    "JOIN-gaussian",
    "JOIN-uniform",
    "MM-large",
    "MM-small",
    "Mandel",
    "SA-elegans",
    "SA-thaliana",
    "SSSP-citation",
    "SSSP-graph500",
];

/// Returns the kernels of a workload on its input, in launch order; `None` for an unknown workload.
pub fn kernels(pair: &str, size: Size) -> Option<Vec<Kernel>> {
    let by = |small: u32, study: u32| if size == Size::Small { small } else { study };
    let (workload, input) = pair.split_once('-').unwrap_or((pair, ""));
    let rounds = by(2, ROUNDS);
    // Colouring needs a kernel for each of hundreds of colours.
    let scale = by(11, if workload == "GC" { 13 } else { 15 });
    let graph = || match input {
        "citation" => Some(Graph::citations(scale, 42)),
        "graph500" => Some(Graph::graph500(scale, 42)),
        _ => None,
    };
    let genome = |repeats, families, seed| Genome { length: by(20_000, 1 << 20), repeats, families, seed };
    let reads = |genome| Some(table::align(genome, by(512, 16_384) as usize, rounds as usize).1);
    let join = |keys| Some(table::join(keys, by(1 << 14, 1 << 18), by(256, 4096), rounds.into()).1);
    Some(match (workload, input) {
        ("AMR", "") => picture::refine(by(96, 320).into(), rounds.into()).1,
        ("Mandel", "") => picture::mandelbrot(by(512, 2048).into(), rounds.into()).1,
        ("BFS", _) => traverse::search(&graph()?).1,
        ("GC", _) => traverse::colour(&graph()?).1,
        ("SSSP", _) => traverse::shortest(&graph()?).1,
        ("JOIN", "gaussian") => join(Keys::Gaussian)?,
        ("JOIN", "uniform") => join(Keys::Uniform)?,
        ("MM", "large") => table::multiply(by(256, 1024), rounds as usize),
        ("MM", "small") => table::multiply(by(96, 256), rounds as usize),
        ("SA", "elegans") => reads(genome(300, 12, 7))?,
        ("SA", "thaliana") => reads(genome(150, 60, 8))?,
        _ => return None,
    })
}

/// Reference results of the workloads' kernels, by the algorithms here.
pub mod answer {
    use super::{Graph, picture, traverse};

    pub use super::picture::View;

    /// Returns the distance of each vertex from the [hub](Graph::hub) in edges; `u32::MAX` if it is
    /// unreachable.
    pub fn levels(graph: &Graph) -> Vec<u32> {
        traverse::search(graph).0
    }

    /// Returns the distances with edge weights of 1 to 16, by SplitMix64's first word for the smaller vertex
    /// · 2^32 + the larger one.
    pub fn distances(graph: &Graph) -> Vec<u32> {
        traverse::shortest(graph).0
    }

    /// Returns the round in which each vertex gets its colour.
    pub fn colours(graph: &Graph) -> Vec<u32> {
        traverse::colour(graph).0
    }

    /// Returns the cells of a mesh that are refined in each step, into 16 × 16 and into 64 × 64.
    pub fn refined(side: u32, steps: u32) -> Vec<[u32; 2]> {
        picture::refine(side.into(), steps.into()).0
    }

    /// Returns the sum of all pixels of each frame.
    pub fn dwells(side: u32, frames: u32) -> Vec<u64> {
        picture::mandelbrot(side.into(), frames.into()).0
    }

    /// Returns the part of the plane that a frame shows.
    pub fn view(frame: u32) -> View {
        picture::view(frame.into())
    }
}

/// Launch policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// No launches.
    Flat,
    /// Each thread with more items than a threshold launches.
    Above(u64),
    /// SPAWN decides.
    Spawn(Variant),
}

impl Way {
    /// Each thread with work launches: the policy of a simple program.
    pub const ALWAYS: Way = Way::Above(0);
    /// Each thread with more items than a warp has threads launches: the policy of a careful program.
    pub const CAREFUL: Way = Way::Above(timeline::spawn::LEAST);

    const fn policy(self) -> Policy {
        match self {
            Way::Flat => Policy::Never,
            Way::Above(items) => Policy::Above(items),
            Way::Spawn(variant) => Policy::Spawn(variant),
        }
    }
}

/// Result of a policy.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Virtual time from the first launch to the end of the last kernel, picoseconds.
    pub time: Time,
    /// Statistics of launches.
    pub launched: Launched,
}

/// A device, and the costs of launches by blocks on it.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The device.
    pub spec: Spec,
    /// Costs of launches.
    pub launching: Launching,
}

impl Machine {
    /// Returns the paper's simulated device: thirteen SMs with 16 blocks and 64 warps each, 32 queues, launch
    /// overhead as published.
    pub fn kepler() -> Option<Machine> {
        let spec = Spec::named("Tesla K20c")?;
        Some(Machine { spec, launching: Launching { pending: u32::MAX, ..Launching::KEPLER } })
    }

    /// Returns an H200 with the observed overheads.
    pub fn h200() -> Machine {
        Machine { spec: Spec::h200(), launching: Launching { pending: u32::MAX, ..Launching::H200 } }
    }
}

/// Runs kernels one after the other, as a host thread that waits for each does.
pub fn run(machine: &Machine, kernels: &[Kernel], way: Way) -> Outcome {
    let timing = Timing::from_spec(&machine.spec);
    let mut simulation =
        Simulation::new(machine.spec.clone(), Placement::default(), timing, Summary::default());
    simulation.set_launching(machine.launching);
    simulation.set_policy(way.policy());
    let context = simulation.create_context(&Config::default());
    let stream = simulation.create_stream(context, StreamKind::NonBlocking, 0, None);
    let name: Arc<str> = Arc::from("parent");
    for (kernel, stream) in kernels.iter().zip(std::iter::repeat(stream).flatten()) {
        let grid = GridSpec::new(kernel.blocks, work::parent_threads());
        let cost: Cost = kernel.cost.clone();
        simulation.call(0, Call::Launch { stream, name: Arc::clone(&name), grid, cost });
        simulation.call(0, Call::SyncStream(stream));
    }
    // The host waits only for work that ends.
    let rest = simulation.run();
    debug_assert_eq!(rest, Rest::Finished);
    let summary = simulation.sink();
    Outcome { time: summary.end, launched: summary.launched.clone() }
}

/// Results of a workload with all policies.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Its name and input.
    pub pair: &'static str,
    /// No launches.
    pub flat: Outcome,
    /// Each threshold of the sweep; the first one launches always.
    pub sweep: Vec<(u64, Outcome)>,
    /// SPAWN.
    pub spawn: Outcome,
    /// SPAWN without the capacity floor.
    pub window: Outcome,
}

/// Thresholds of the offline search: items above which a thread launches.
pub const THRESHOLDS: [u64; 13] = [0, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024, 2048, 4096];

impl Compared {
    /// Runs a workload with all policies; `None` for an unknown workload.
    pub fn run(machine: &Machine, pair: &'static str, size: Size) -> Option<Compared> {
        let kernels = kernels(pair, size)?;
        let run = |way| run(machine, &kernels, way);
        Some(Compared {
            pair,
            flat: run(Way::Flat),
            sweep: THRESHOLDS.iter().map(|&items| (items, run(Way::Above(items)))).collect(),
            spawn: run(Way::Spawn(Variant::CapacityFloor)),
            window: run(Way::Spawn(Variant::Window)),
        })
    }

    /// Returns the result of launching always.
    pub fn always(&self) -> &Outcome {
        self.sweep.first().map_or(&self.flat, |(_, outcome)| outcome)
    }

    /// Returns the result of launching more than a warp's work.
    pub fn careful(&self) -> &Outcome {
        let found = self.sweep.iter().find(|(items, _)| Way::Above(*items) == Way::CAREFUL);
        found.map_or(&self.flat, |(_, outcome)| outcome)
    }

    /// Returns the best threshold of the sweep and its result; `None` as threshold for no launches.
    pub fn best(&self) -> (Option<u64>, &Outcome) {
        let all = self.sweep.iter().map(|(items, outcome)| (Some(*items), outcome));
        let best = all.min_by_key(|(_, outcome)| outcome.time);
        best.filter(|(_, outcome)| outcome.time < self.flat.time).unwrap_or((None, &self.flat))
    }
}
