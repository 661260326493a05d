//! A profile as data: what programs write, and what the command reads.

use crate::clock::Bound;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the format.
pub const VERSION: u32 = 1;

/// Profile of a program's launches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// [`VERSION`].
    pub version: u32,
    /// The modelled device.
    pub device: Device,
    /// Sums of all launches of each kernel, the longest time first.
    pub kernels: Vec<Kernel>,
    /// Launches in the order of their ends.
    pub launches: Vec<Launch>,
    /// Launches beyond the limit that are only in the sums.
    pub launches_left_out: u64,
}

/// The modelled device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Device {
    /// Name.
    pub name: String,
    /// SMs.
    pub sms: u32,
    /// Clock, MHz.
    pub mhz: u32,
    /// Bandwidth of its memory by the data sheet, bytes a second.
    pub memory_bandwidth: f64,
    /// Single and double precision operations a second that its pipes can do.
    pub peak_flops: [f64; 2],
    /// `true` if the clock's constants were recorded on this device, `false` if they follow data sheets.
    pub recorded: bool,
    /// Warps and blocks that an SM holds.
    pub most_warps: u32,
    /// Blocks that an SM holds.
    pub most_blocks: u32,
}

/// Counters. Exact where all blocks were recorded, else scaled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Estimated machine instructions of warps.
    pub instructions: u64,
    /// The same for lanes: a warp's instruction counts once for each active lane.
    pub thread_instructions: u64,
    /// Conditional branches of warps.
    pub branches: u64,
    /// Branches after which lanes of a warp continued at different places.
    pub diverged: u64,
    /// Requests to global memory: loads.
    pub load_requests: u64,
    /// Sectors of those.
    pub load_sectors: u64,
    /// Stores.
    pub store_requests: u64,
    /// Sectors of those.
    pub store_sectors: u64,
    /// Atomic operations.
    pub atomic_requests: u64,
    /// Sector operations of those.
    pub atomic_sectors: u64,
    /// Fewest sectors for the lanes' bytes, over all of the above.
    pub ideal_sectors: u64,
    /// Requests to local memory.
    pub local_requests: u64,
    /// Sectors of those.
    pub local_sectors: u64,
    /// Loaded sectors that the first-level cache had (modelled).
    pub first_level_hits: u64,
    /// Requests to shared memory.
    pub shared_requests: u64,
    /// Wavefronts of those.
    pub wavefronts: u64,
    /// Wavefronts beyond those that the widths need.
    pub bank_conflicts: u64,
    /// Barriers of warps.
    pub barriers: u64,
    /// Single precision operations of lanes; a fused one counts twice.
    pub flops: u64,
    /// Double precision operations.
    pub double_flops: u64,
    /// Bytes from device memory (modelled).
    pub memory_read: u64,
    /// Bytes to device memory (modelled).
    pub memory_written: u64,
    /// Sectors that reached the second-level cache (modelled).
    pub second_level_sectors: u64,
    /// Of those, sectors that it had (modelled).
    pub second_level_hits: u64,
}

macro_rules! each_count {
    ($go:ident) => {
        $go!(
            instructions thread_instructions branches diverged load_requests load_sectors store_requests store_sectors
            atomic_requests atomic_sectors ideal_sectors local_requests local_sectors first_level_hits shared_requests
            wavefronts bank_conflicts barriers flops double_flops memory_read memory_written second_level_sectors
            second_level_hits
        )
    };
}

impl Counts {
    /// Adds other counts.
    pub fn add(&mut self, other: &Counts) {
        macro_rules! add {
            ($($field:ident)*) => {$( self.$field += other.$field; )*};
        }
        each_count!(add);
    }

    /// Multiplies all counts, which are those of a part of the blocks.
    pub(crate) fn scale(&mut self, factor: f64) {
        if factor == 1.0 {
            return;
        }
        macro_rules! scale {
            ($($field:ident)*) => {$( self.$field = (self.$field as f64 * factor).round() as u64; )*};
        }
        each_count!(scale);
    }

    /// Returns the counts with their names.
    pub fn named(&self) -> Vec<(&'static str, u64)> {
        macro_rules! names {
            ($($field:ident)*) => {vec![$( (stringify!($field), self.$field) ),*]};
        }
        each_count!(names)
    }

    /// Returns requests to global memory.
    pub fn requests(&self) -> u64 {
        self.load_requests + self.store_requests + self.atomic_requests
    }

    /// Returns sectors of global memory.
    pub fn sectors(&self) -> u64 {
        self.load_sectors + self.store_sectors + self.atomic_sectors
    }

    /// Returns sectors of global memory for each request.
    pub fn sectors_per_request(&self) -> f64 {
        ratio(self.sectors(), self.requests())
    }

    /// Returns bank conflicts for each request to shared memory.
    pub fn conflicts_per_request(&self) -> f64 {
        ratio(self.bank_conflicts, self.shared_requests)
    }

    /// Returns the part of branches that diverged.
    pub fn divergence(&self) -> f64 {
        ratio(self.diverged, self.branches)
    }

    /// Returns the mean number of active lanes of a warp's instruction.
    pub fn active_lanes(&self) -> f64 {
        ratio(self.thread_instructions, self.instructions)
    }
}

/// Returns a quotient, 0 for nothing of nothing.
pub(crate) fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// All launches of a kernel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kernel {
    /// Name, demangled.
    pub name: String,
    /// Launches.
    pub launches: u64,
    /// Modelled time of all launches, nanoseconds.
    pub ns: f64,
    /// Resource that bounds most of that time.
    pub bound: Bound,
    /// Part of the time in which each resource is busy.
    pub busy: BTreeMap<Bound, f64>,
    /// Sums.
    pub counts: Counts,
    /// Estimated machine instructions by class.
    pub classes: BTreeMap<String, u64>,
    /// Blocks of all launches, and those that were recorded.
    pub blocks: [u64; 2],
    /// Warps whose records were too long: counts are too small.
    pub lost: u64,
    /// Residence of its last launch.
    pub occupancy: Occupancy,
    /// Lines with counts, in the order of the PTX.
    pub lines: Vec<Line>,
}

/// Residence of a kernel's blocks on an SM.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Occupancy {
    /// Threads of a block.
    pub threads: u32,
    /// Registers of a thread.
    pub registers: u32,
    /// `true` if the registers are those of machine code, `false` if estimated.
    pub registers_known: bool,
    /// Shared memory of a block, bytes.
    pub shared: u32,
    /// Blocks on an SM.
    pub blocks: u32,
    /// Warps on an SM, of the most it holds.
    pub warps: u32,
    /// Limiter: `threads`, `registers`, `shared memory`, `blocks`, or `grid` if there are too few.
    pub limit: String,
    /// Warps with other block sizes: threads and warps.
    pub by_threads: Vec<[u32; 2]>,
    /// Warps with other registers.
    pub by_registers: Vec<[u32; 2]>,
    /// Warps with other shared memory, in KiB.
    pub by_shared: Vec<[u32; 2]>,
}

/// Counts of one line of PTX.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Line in the PTX.
    pub ptx: u32,
    /// Its text.
    pub text: String,
    /// File and line of the source.
    pub source: Option<(String, u32)>,
    /// Counts.
    pub counts: Counts,
}

/// One launch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Launch {
    /// Index of its kernel.
    pub kernel: usize,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Modelled duration, nanoseconds.
    pub ns: f64,
    /// Resource that bounds it.
    pub bound: Bound,
}
