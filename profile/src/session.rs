//! Profile of a process while it runs: launches are added when they end.

use crate::balance::Balance;
use crate::clock::{Bound, Constants, Estimate, Input};
use crate::code::{Code, Kind};
use crate::counters::{Counters, Work};
use crate::lines;
use crate::report::{self, Counts, Kernel, Launch, Line, Occupancy, Profile, VERSION};
use crate::{Class, Recorder};
use device::Spec;
use device::occupancy::blocks_per_sm;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Launches that are kept one by one.
const MOST_LAUNCHES: usize = 20_000;
/// Launches of a kernel that are compared with later ones.
const MOST_KNOWN: usize = 256;

/// A kernel with its text.
#[derive(Debug)]
pub struct Profiled {
    /// Blocks and memory instructions.
    pub code: Arc<Code>,
    /// Lines of the text that its instructions name.
    lines: BTreeMap<u32, lines::Line>,
}

impl Profiled {
    /// Creates the facts about a kernel of a module; `run` is the form that engines run, with their own
    /// instrumentation.
    pub fn new(function: &ptx::ir::Function, run: &ptx::ir::Function, text: &str) -> Profiled {
        let code = Code::instrumented(function, run);
        let blocks = code
            .blocks
            .iter()
            .flat_map(|block| block.lines.iter().map(|&(line, _)| line).chain([block.line]));
        let wanted: BTreeSet<u32> = blocks.chain(code.sites.iter().map(|site| site.line)).collect();
        let lines = lines::find(text, |line| wanted.contains(&line));
        Profiled { code: Arc::new(code), lines }
    }
}

/// Shape and resources of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Registers of a thread by machine code; 0 if unknown.
    pub registers: u32,
    /// Shared memory of a block, bytes.
    pub shared: u32,
    /// First address of device memory.
    pub base: u64,
}

impl Facts {
    pub(crate) fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }

    /// Returns the registers for the occupancy: those of machine code, or an estimate.
    pub(crate) fn registers_or(&self, code: &Code) -> u32 {
        if self.registers > 0 { self.registers } else { code.registers }
    }

    /// Returns the facts that the recorder of a launch needs.
    pub fn shape(&self, spec: &Spec, code: &Code, most_blocks: u64) -> crate::Shape {
        let resident = blocks_per_sm(spec, self.threads(), self.registers_or(code), self.shared).max(1);
        let on_one = u64::from(resident).min(self.blocks().div_ceil(u64::from(spec.sms)));
        let shared = on_one * u64::from(spec.shared_of_block(self.shared));
        // An H200's SM has 256 KiB for shared memory and the first level; 28 KiB more than for shared memory.
        let whole = u64::from(spec.shared_per_sm) + (28 << 10);
        crate::Shape {
            blocks: self.blocks(),
            block: self.block,
            first_level: whole.saturating_sub(shared),
            resident: u64::from(resident),
            sms: u64::from(spec.sms),
            most_blocks,
            base: self.base,
        }
    }
}

/// Sums of a kernel.
struct Sum {
    profiled: Arc<Profiled>,
    row: Kernel,
    lines: BTreeMap<u32, Counts>,
    busy: BTreeMap<Bound, f64>,
    bounds: BTreeMap<Bound, f64>,
    /// Launches that need not be recorded again, by shape and parameters.
    known: VecDeque<(Facts, Vec<u8>, Known)>,
}

/// Share of a launch in the sums of its kernel.
#[derive(Debug)]
struct Addend {
    counts: Counts,
    lines: BTreeMap<u32, Counts>,
    classes: [u64; Class::ALL.len()],
    estimate: Estimate,
    /// Blocks that were counted.
    recorded: u64,
    lost: u64,
}

/// Counters and duration of a launch, from an equal one.
#[derive(Clone, Debug)]
pub struct Known(Arc<Addend>);

/// Launches so far.
pub struct Session {
    spec: Spec,
    constants: Constants,
    kernels: Vec<Sum>,
    launches: Vec<Launch>,
    left_out: u64,
}

impl Session {
    /// Creates an empty session on a device.
    pub fn new(spec: &Spec) -> Session {
        let constants = Constants::new(spec);
        Session { spec: spec.clone(), constants, kernels: Vec::new(), launches: Vec::new(), left_out: 0 }
    }

    /// Adds a launch that has ended, with its parameters.
    pub fn add(&mut self, profiled: &Arc<Profiled>, facts: &Facts, params: &[u8], recorder: &Recorder) {
        let (counters, touched) = recorder.result();
        let recorded = counters.work.len() as u64;
        if recorded == 0 {
            return;
        }
        let code = &profiled.code;
        let factor = facts.blocks() as f64 / recorded as f64;
        let registers = facts.registers_or(code);
        let resident = blocks_per_sm(&self.spec, facts.threads(), registers, facts.shared).max(1);
        let sms = u64::from(self.spec.sms);
        let balance = Balance::of_recorded(&counters.work, facts.blocks(), sms, u64::from(resident));
        let input = Input::scaled(counters.total(), &counters, touched, (factor, resident), balance);
        let addend = Addend::new(code, &counters, self.constants.estimate(&input), factor);
        let known = Known(Arc::new(addend));
        self.add_known(profiled, facts, &known);
        if code.independent && recorder.is_complete() {
            let at = self.kernel(profiled, facts);
            let all = &mut self.kernels[at].known;
            if all.len() == MOST_KNOWN {
                all.pop_front();
            }
            all.push_back((*facts, params.to_vec(), known));
        }
    }

    /// Returns what is known of a launch because one of the same kernel, shape and parameters has ended, and
    /// its counters follow from these.
    pub fn known(&self, profiled: &Arc<Profiled>, facts: &Facts, params: &[u8]) -> Option<Known> {
        let sum = self.kernels.iter().find(|sum| Arc::ptr_eq(&sum.profiled, profiled))?;
        let (.., known) = sum.known.iter().find(|(shape, own, _)| shape == facts && own == params)?;
        Some(known.clone())
    }

    /// Adds a launch that has ended and was not recorded, since it is [known](Self::known).
    pub fn add_known(&mut self, profiled: &Arc<Profiled>, facts: &Facts, known: &Known) {
        let at = self.kernel(profiled, facts);
        let sum = &mut self.kernels[at];
        let Known(addend) = known;
        sum.add(addend, &self.constants);
        sum.row.blocks[0] += facts.blocks();
        sum.row.blocks[1] += addend.recorded;
        sum.row.occupancy = occupancy(&self.spec, facts, facts.registers_or(&profiled.code));
        if self.launches.len() < MOST_LAUNCHES {
            let (grid, block) = (facts.grid, facts.block);
            let (ns, bound) = (addend.estimate.ns, addend.estimate.bound());
            self.launches.push(Launch { kernel: at, grid, block, ns, bound });
        } else {
            self.left_out += 1;
        }
    }

    fn kernel(&mut self, profiled: &Arc<Profiled>, facts: &Facts) -> usize {
        if let Some(at) = self.kernels.iter().position(|sum| Arc::ptr_eq(&sum.profiled, profiled)) {
            return at;
        }
        let row = Kernel {
            name: ptx::demangle::Readable(&profiled.code.name).to_string(),
            launches: 0,
            ns: 0.0,
            bound: Bound::Issue,
            busy: BTreeMap::new(),
            counts: Counts::default(),
            classes: BTreeMap::new(),
            blocks: [0; 2],
            lost: 0,
            occupancy: occupancy(&self.spec, facts, facts.registers_or(&profiled.code)),
            lines: Vec::new(),
        };
        let profiled = Arc::clone(profiled);
        let (lines, busy, bounds) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        self.kernels.push(Sum { profiled, row, lines, busy, bounds, known: VecDeque::new() });
        self.kernels.len() - 1
    }

    /// Returns the profile of the launches so far.
    pub fn profile(&self) -> Profile {
        let mut order: Vec<usize> = (0..self.kernels.len()).collect();
        order.sort_by(|&a, &b| self.kernels[b].row.ns.total_cmp(&self.kernels[a].row.ns));
        let mut places = vec![0; order.len()];
        for (place, &at) in order.iter().enumerate() {
            places[at] = place;
        }
        let launches =
            self.launches.iter().map(|launch| Launch { kernel: places[launch.kernel], ..launch.clone() });
        let lanes =
            |name: &str| self.constants.get(name) * 32.0 * self.constants.ghz * 1e9 * self.constants.sms;
        Profile {
            version: VERSION,
            device: report::Device {
                name: self.spec.name.clone(),
                sms: self.spec.sms,
                mhz: self.spec.clock_khz / 1000,
                memory_bandwidth: f64::from(self.spec.memory_clock_khz) * 2e3 * f64::from(self.spec.bus_bits)
                    / 8.0,
                peak_flops: [2.0 * lanes("fma"), 2.0 * lanes("fp64")],
                recorded: self.constants.recorded,
                most_warps: self.spec.threads_per_sm / 32,
                most_blocks: self.spec.blocks_per_sm,
            },
            kernels: order.iter().map(|&at| self.kernels[at].row()).collect(),
            launches: launches.collect(),
            launches_left_out: self.left_out,
        }
    }
}

impl Input {
    /// Creates the clock's input from counters of some of a launch's blocks; `factor` is the number of all
    /// blocks for each of them.
    pub fn scaled(
        mut work: Work,
        counters: &Counters,
        touched: [u64; 3],
        (factor, resident): (f64, u32),
        balance: Balance,
    ) -> Input {
        let recorded = counters.work.len() as f64;
        let scale = |value: &mut u64| *value = (*value as f64 * factor).round() as u64;
        work.classes.iter_mut().for_each(scale);
        let Work { wavefronts, requests, sectors, beyond, missed, loads, warps, .. } = &mut work;
        [wavefronts, requests, sectors, beyond, missed, loads, warps].into_iter().for_each(scale);
        let Work { lines, load_lines, store_lines, stored, slow, .. } = &mut work;
        [lines, load_lines, store_lines, stored, slow].into_iter().for_each(scale);
        let busiest = counters.slices.iter().copied().max().unwrap_or(0) as f64 * factor;
        let touched = touched.map(|sectors| sectors as f64 * factor);
        Input { work, blocks: recorded * factor, resident: f64::from(resident), touched, busiest, balance }
    }
}

impl Addend {
    fn new(code: &Code, counters: &Counters, estimate: Estimate, factor: f64) -> Addend {
        let (mut counts, mut lines) = (Counts::default(), BTreeMap::<u32, Counts>::new());
        let mut add = |line: u32, one: Counts| {
            let mut one = one;
            one.scale(factor);
            lines.entry(line).or_default().add(&one);
            counts.add(&one);
        };
        for (block, executed) in code.blocks.iter().zip(&counters.blocks) {
            for &(line, instructions) in &block.lines {
                let (instructions, thread_instructions) =
                    (executed.warps * u64::from(instructions), executed.lanes * u64::from(instructions));
                add(line, Counts { instructions, thread_instructions, ..Counts::default() });
            }
            let branches = if block.branches { executed.warps } else { 0 };
            let [flops, double_flops] = block.flops.map(|count| executed.lanes * u64::from(count));
            let barriers = executed.warps * u64::from(block.barriers);
            let diverged = executed.diverged;
            add(
                block.line,
                Counts { branches, diverged, barriers, flops, double_flops, ..Counts::default() },
            );
        }
        for (site, found) in code.sites.iter().zip(&counters.sites) {
            let mut one = Counts {
                local_requests: found.local,
                local_sectors: found.local_sectors,
                first_level_hits: found.hits,
                shared_requests: found.shared,
                wavefronts: found.wavefronts,
                bank_conflicts: found.wavefronts - found.ideal,
                ..Counts::default()
            };
            if found.global > 0 {
                let bytes = found.lanes * u64::from(site.bytes);
                one.ideal_sectors = bytes.div_ceil(32).max(found.global).min(found.sectors);
            }
            match site.kind {
                Kind::Load => (one.load_requests, one.load_sectors) = (found.global, found.sectors),
                Kind::Store => (one.store_requests, one.store_sectors) = (found.global, found.sectors),
                Kind::Atom | Kind::Red => {
                    (one.atomic_requests, one.atomic_sectors) = (found.global, found.sectors)
                }
            }
            add(site.line, one);
        }
        let beyond = counters.total().beyond;
        counts.second_level_sectors = (beyond as f64 * factor) as u64;
        counts.second_level_hits = (beyond as f64 * factor * estimate.second_level_hits) as u64;
        [counts.memory_read, counts.memory_written] = estimate.memory_bytes.map(|bytes| bytes as u64);
        let classes = Class::ALL.map(|class| {
            let made: u64 = counters.work.iter().map(|work| work.classes[class as usize]).sum();
            (made as f64 * factor) as u64
        });
        Addend { counts, lines, classes, estimate, recorded: counters.work.len() as u64, lost: counters.lost }
    }
}

impl Sum {
    fn add(&mut self, addend: &Addend, constants: &Constants) {
        self.row.counts.add(&addend.counts);
        for (&line, counts) in &addend.lines {
            self.lines.entry(line).or_default().add(counts);
        }
        for (class, made) in Class::ALL.into_iter().zip(addend.classes) {
            *self.row.classes.entry(class.name().to_owned()).or_default() += made;
        }
        let estimate = &addend.estimate;
        self.row.launches += 1;
        self.row.ns += estimate.ns;
        self.row.lost += addend.lost;
        *self.bounds.entry(estimate.bound()).or_default() += estimate.ns;
        for bound in Bound::ALL {
            *self.busy.entry(bound).or_default() += estimate.share(bound, constants) * estimate.ns;
        }
    }

    fn row(&self) -> Kernel {
        let longest = self.bounds.iter().max_by(|a, b| a.1.total_cmp(b.1));
        let line = |(&ptx, counts): (&u32, &Counts)| {
            let known = self.profiled.lines.get(&ptx).cloned().unwrap_or_default();
            Line { ptx, text: known.text, source: known.source, counts: *counts }
        };
        let is_counted = |(_, counts): &(&u32, &Counts)| **counts != Counts::default();
        Kernel {
            bound: longest.map_or(Bound::Issue, |(&bound, _)| bound),
            busy: self.busy.iter().map(|(&bound, &time)| (bound, time / self.row.ns.max(1.0))).collect(),
            lines: self.lines.iter().filter(is_counted).map(line).collect(),
            ..self.row.clone()
        }
    }
}

fn occupancy(spec: &Spec, facts: &Facts, registers: u32) -> Occupancy {
    let threads = facts.threads();
    let warps = |threads: u32, registers: u32, shared: u32| {
        blocks_per_sm(spec, threads, registers, shared) * threads.div_ceil(32)
    };
    let blocks = blocks_per_sm(spec, threads, registers, facts.shared);
    let in_grid = facts.blocks().div_ceil(u64::from(spec.sms)).min(u64::from(u32::MAX)) as u32;
    // What limits the blocks no longer does when there is none of it.
    let limit = match blocks {
        _ if in_grid < blocks => "grid",
        _ if blocks_per_sm(spec, threads, 0, facts.shared) > blocks => "registers",
        _ if blocks_per_sm(spec, threads, registers, 0) > blocks => "shared memory",
        _ if blocks >= spec.blocks_per_sm => "blocks",
        _ => "threads",
    };
    Occupancy {
        threads,
        registers,
        registers_known: facts.registers > 0,
        shared: facts.shared,
        blocks: blocks.min(in_grid.max(1)),
        warps: blocks.min(in_grid.max(1)) * threads.div_ceil(32),
        limit: limit.to_owned(),
        by_threads: (1..=spec.threads_per_block / 32)
            .map(|n| [n * 32, warps(n * 32, registers, facts.shared)])
            .collect(),
        by_registers: (2..=32).map(|n| n * 8).map(|n| [n, warps(threads, n, facts.shared)]).collect(),
        by_shared: (0..=spec.shared_per_block_optin / 4096)
            .map(|n| [n * 4, warps(threads, registers, n * 4096)])
            .collect(),
    }
}
