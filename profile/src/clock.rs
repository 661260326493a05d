//! Clock: the duration of a launch from what its blocks do.
//!
//! Each resource that a launch uses has a time: the pipes of its busiest SM, the caches, the memory, the
//! slice of the second-level cache with the most atomic operations, the start of blocks, and the longest
//! chain of dependent instructions. The duration is a norm of those times, near their maximum, plus that of
//! an empty launch. A few warps do the same at the same time: then the time of a chain adds to that of the
//! busiest resource. Many hide each other's chains. The constants were recorded on an H200; for other devices
//! they are scaled by the numbers of data sheets.

use crate::balance::Balance;
use crate::class::Class;
use crate::counters::Work;
use device::Spec;
use serde::{Deserialize, Serialize};

/// Resource that may bound a launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Issue slots of the warp schedulers; branches and barriers take several.
    Issue,
    /// Pipe for single precision arithmetic and products.
    Fma,
    /// Pipe for integers and logic.
    Alu,
    /// Pipe for double precision.
    Fp64,
    /// Pipe for special functions and conversions.
    Special,
    /// Tensor cores.
    Tensor,
    /// Shuffles.
    Exchange,
    /// Shared memory.
    Shared,
    /// First-level cache.
    FirstLevel,
    /// Second-level cache.
    SecondLevel,
    /// Device memory.
    Memory,
    /// Atomic operations on the same place.
    Atomics,
    /// Dependent instructions and memory latency.
    Latency,
    /// Start of blocks.
    Start,
}

impl Bound {
    /// All bounds, in order.
    pub const ALL: [Bound; 14] = [
        Bound::Issue,
        Bound::Fma,
        Bound::Alu,
        Bound::Fp64,
        Bound::Special,
        Bound::Tensor,
        Bound::Exchange,
        Bound::Shared,
        Bound::FirstLevel,
        Bound::SecondLevel,
        Bound::Memory,
        Bound::Atomics,
        Bound::Latency,
        Bound::Start,
    ];

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Issue => "issue slots",
            Bound::Fma => "FMA pipe",
            Bound::Alu => "ALU pipe",
            Bound::Fp64 => "FP64 pipe",
            Bound::Special => "special functions",
            Bound::Tensor => "tensor cores",
            Bound::Exchange => "shuffles",
            Bound::Shared => "shared memory",
            Bound::FirstLevel => "L1 cache",
            Bound::SecondLevel => "L2 cache",
            Bound::Memory => "memory bandwidth",
            Bound::Atomics => "contended atomics",
            Bound::Latency => "latency",
            Bound::Start => "start of blocks",
        }
    }
}

const TABLE: &str = include_str!("clock.tsv");

/// Constants of a device.
#[derive(Clone, PartialEq, Debug)]
pub struct Constants {
    values: Vec<(&'static str, f64)>,
    /// SMs.
    pub sms: f64,
    /// SM clock, GHz.
    pub ghz: f64,
    /// Device memory, bytes a cycle.
    memory_bytes: f64,
    /// Second-level cache, bytes.
    second_level: f64,
    /// `true` if the constants were recorded on this device.
    pub recorded: bool,
}

impl Constants {
    /// Returns the constants of a device: recorded ones for an H200, else scaled by its data sheet.
    pub fn new(spec: &Spec) -> Constants {
        let values = tsv::table::<3>(TABLE).filter_map(|[name, value, _]| Some((name, value.parse().ok()?)));
        let mut values: Vec<(&'static str, f64)> = values.collect();
        let recorded = spec.name == "NVIDIA H200";
        // Warps a cycle for double precision and for single, by compute capability (CUDA's programming guide,
        // throughput of native arithmetic instructions).
        let (major, minor) = spec.capability;
        let double = match (major, minor) {
            (6 | 7, 0) | (8, 0) => 1.0,
            (9 | 10, 0) => 2.0,
            _ => 1.0 / 16.0,
        };
        let single = match (major, minor) {
            (7, _) | (6, 0) | (8, 0) => 2.0,
            _ => 4.0,
        };
        if !recorded {
            for (name, value) in &mut values {
                match *name {
                    "fp64" => *value = double,
                    "fma" => *value = single,
                    _ => {}
                }
            }
        }
        let ghz = f64::from(spec.clock_khz) / 1e6;
        let memory = f64::from(spec.memory_clock_khz) * 2e3 * f64::from(spec.bus_bits) / 8.0;
        Constants {
            values,
            sms: f64::from(spec.sms),
            ghz,
            memory_bytes: memory / (ghz * 1e9),
            second_level: f64::from(spec.l2_bytes),
            recorded,
        }
    }

    /// Returns a constant by name; 0 if the table has none.
    pub fn get(&self, name: &str) -> f64 {
        self.values.iter().find(|(own, _)| *own == name).map_or(0.0, |(_, value)| *value)
    }
}

/// A launch, as far as the clock needs it.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Work of all blocks.
    pub work: Work,
    /// Blocks.
    pub blocks: f64,
    /// Blocks that an SM holds at once.
    pub resident: f64,
    /// Different sectors read, written and either.
    pub touched: [f64; 3],
    /// Atomic sector operations of the busiest slice.
    pub busiest: f64,
    /// Loads of SMs relative to those of equal blocks.
    pub balance: Balance,
}

/// Estimated duration of a launch.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Nanoseconds.
    pub ns: f64,
    /// Cycles that each resource needs, in the order of [`Bound::ALL`].
    pub cycles: [f64; Bound::ALL.len()],
    /// Bytes that come from and go to device memory.
    pub memory_bytes: [f64; 2],
    /// Sector accesses of the second level that hit it, as a part.
    pub second_level_hits: f64,
}

impl Estimate {
    /// Returns the resource that needs the longest.
    pub fn bound(&self) -> Bound {
        let longest = (0..self.cycles.len()).max_by(|&a, &b| self.cycles[a].total_cmp(&self.cycles[b]));
        Bound::ALL[longest.unwrap_or(0)]
    }

    /// Returns the part of the duration in which a resource is busy.
    pub fn share(&self, bound: Bound, constants: &Constants) -> f64 {
        self.cycles[bound as usize] / (self.ns * constants.ghz).max(1.0)
    }
}

/// Returns a norm of times: near their maximum, the nearer the larger the exponent.
fn norm(times: impl IntoIterator<Item = f64>, power: f64) -> f64 {
    let sum: f64 = times.into_iter().map(|time| time.max(0.0).powf(power)).sum();
    sum.powf(1.0 / power)
}

/// Size of a sector, bytes.
const SECTOR: f64 = 32.0;

impl Constants {
    /// Estimates the duration of a launch.
    pub fn estimate(&self, input: &Input) -> Estimate {
        let Input { work, blocks, resident, touched, busiest, balance } = input;
        let (blocks, resident) = (blocks.max(1.0), resident.max(1.0));
        // Blocks of an SM, and rounds of resident ones.
        let most = (blocks / self.sms).ceil();
        let even = (most / resident).max(1.0);
        let per_sm = |amount: u64| amount as f64 / blocks * most * balance.busiest;
        let class = |class: Class| per_sm(work.classes[class as usize]);
        let pipe = |one: Class| class(one) / self.get(one.name());

        // Memory: what exceeds the second level is fetched again in proportion.
        let beyond = work.beyond as f64;
        let [read, written, either] = *touched;
        let again = (1.0 - self.get("l2_part") * self.second_level / (either * SECTOR).max(1.0)).max(0.0);
        let stores = work.stored as f64;
        let loads = (beyond - stores).max(read);
        let fetched = read + (loads - read) * again;
        let stored = written + (stores - written).max(0.0) * again;
        let hits = if beyond > 0.0 { 1.0 - (fetched / beyond).min(1.0) } else { 1.0 };

        // Latency of an average access to global memory: each further line of a request takes its time.
        // Blocks that start one after the other read the same places in step, and all wait for the memory.
        let of_loads = |part: f64| if work.loads > 0 { part / work.loads as f64 } else { 0.0 };
        let missed = of_loads(work.missed as f64);
        let part_of_loads = |part: f64| if loads > 0.0 { (part / loads).min(1.0) } else { 0.0 };
        let (in_step, later) = (part_of_loads(read * blocks.min(self.sms)), part_of_loads(fetched));
        let from_memory = later.max(in_step / even + later * (1.0 - 1.0 / even));
        let lines = if work.requests > 0 { work.lines as f64 / work.requests as f64 } else { 1.0 };
        let second = self.get("l2_latency")
            + self.get("memory_latency") * from_memory
            + (lines - 1.0).max(0.0)
                * (self.get("miss_latency") + self.get("memory_line_latency") * from_memory);
        let global = self.get("l1_latency") + missed * second;
        let conflicts = per_sm(work.wavefronts) / class(Class::Memory).max(1.0);
        let shared = self.get("shared_latency") + (conflicts - 1.0).max(0.0);
        let [cycles, global_loads, shared_loads] = work.path.map(|part| part as f64);
        let chain = cycles * self.get("chain_part")
            + global_loads * global
            + shared_loads * shared
            + work.barriers as f64 * self.get("barrier_latency");
        // A warp issues in order: what it issues delays its chain.
        let issued = work.instructions() as f64 / work.warps.max(1) as f64 * self.get("own_issue");
        let rounds = (even + (even.ceil() - even) * self.get("tail_part")) * balance.longest;
        let warps = work.warps as f64 / blocks;

        let mut times = [0.0; Bound::ALL.len()];
        let mut set = |bound: Bound, cycles: f64| times[bound as usize] = cycles;
        let issue = per_sm(work.instructions()) / self.get("issue");
        set(Bound::Issue, issue.max(pipe(Class::Branch)).max(pipe(Class::Barrier)));
        set(Bound::Fma, pipe(Class::Fma) + per_sm(work.slow) / self.get("fma"));
        set(Bound::Alu, pipe(Class::Alu));
        set(Bound::Fp64, pipe(Class::Fp64));
        set(Bound::Special, pipe(Class::Special));
        set(Bound::Tensor, pipe(Class::Tensor));
        set(Bound::Exchange, pipe(Class::Exchange));
        set(Bound::Shared, per_sm(work.wavefronts) / self.get("wavefronts"));
        let first = per_sm(work.sectors) / self.get("l1_sectors");
        set(Bound::FirstLevel, first.max(per_sm(work.lines) / self.get("l1_lines")));
        let load_sectors = (beyond - stores) / self.get("load_sectors");
        let loaded = load_sectors.max(work.load_lines as f64 / self.get("load_lines"));
        let store_sectors = stores / self.get("store_sectors");
        let sent = store_sectors.max(work.store_lines as f64 / self.get("store_lines"));
        set(Bound::SecondLevel, (loaded + sent) / self.sms);
        let moved = (fetched + stored * self.get("write_weight")) * SECTOR;
        set(Bound::Memory, moved / (self.memory_bytes * self.get("memory_part")));
        set(Bound::Atomics, busiest * self.get("atomic"));
        set(Bound::Latency, (chain + issued) * rounds);
        set(Bound::Start, most * (self.get("start_block") + self.get("start_warp") * warps));
        let (pipes, others) = times.split_at(Bound::Shared as usize);
        let pipe = pipes.iter().copied().fold(0.0, f64::max);
        let others = Bound::ALL.iter().skip(pipes.len()).zip(others);
        let others = others.filter(|(bound, _)| **bound != Bound::Latency).map(|(_, time)| *time);
        let busy = norm(others.chain([pipe]), self.get("norm"));
        // What hides latency from each other: warps, or blocks if their warps wait for each other.
        let apart = resident.min(most) * if work.barriers > 1 { 1.0 } else { warps };
        let power = 1.0 + self.get("overlap") * apart.max(1.0).log2();
        let total = self.get("empty") + norm([busy, times[Bound::Latency as usize]], power);
        Estimate {
            ns: total / self.ghz,
            cycles: times,
            // What fits the second level stays there.
            memory_bytes: [
                fetched * SECTOR,
                (stored * SECTOR - self.get("dirty_part") * self.second_level).max(0.0),
            ],
            second_level_hits: hits,
        }
    }
}
