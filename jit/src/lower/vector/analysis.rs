//! Facts about a kernel that are computed before code for strips is made.

use super::kind::{self, Kind};
use super::redefined::Redefined;
use super::warp_kind::{is_in_registers, is_of_matrices};
use super::{flush, invariant, nan, rows, streamed, subnormal, values};
use crate::lower::float::has_fma;
use cranelift_codegen::isa::TargetIsa;
use ptx::analysis::converge::Convergence;
use ptx::analysis::dom::Dominators;
use ptx::analysis::loops::Loops;
use ptx::analysis::regions::{Region, Regions, Start, is_plain_barrier, sync_at_end};
use ptx::analysis::retry;
use ptx::analysis::tiles::{self, Lanes, Masks};
use ptx::analysis::uniform::{ShapeClass, Uniformity};
use ptx::exec::WARP;
use ptx::ir::{BlockId, Function, InstId, Type, Value};
use std::collections::BTreeMap;

/// Returns the lanes of a strip for a block shape: 16 if a row has that many, else 8. If strips of whole
/// warps are possible, 32 where a row has that many.
pub(crate) const fn width(block: [u32; 3], whole_warps: bool) -> u32 {
    match block {
        [x, 1, 1] if whole_warps && x > 16 => 32,
        [x, _, _] if whole_warps && x % 32 == 0 => 32,
        [x, 1, 1] if x > 8 => 16,
        [x, _, _] if x % 16 == 0 => 16,
        _ => 8,
    }
}

/// Lower bound of Cranelift instructions for one instruction of a kernel in strips.
pub(crate) const LEAST_CODE: usize = 3;

/// Facts about a kernel that are computed before code for strips is made.
pub(crate) struct Analysis {
    pub(crate) regions: Regions,
    /// The regions with what follows warp operations that a strip of a whole warp does in registers: where
    /// all lanes reach those together, and where they follow a trace.
    pub(super) extended: Regions,
    pub(super) traced: Regions,
    /// Sync operations that strips carry out among their other instructions, by instruction: operations of
    /// matrices that all live lanes of a warp reach together. Missing lanes count as zero.
    pub(super) in_line: Vec<bool>,
    /// Sync operations that strips do themselves where all their lanes are active, by instruction.
    pub(super) in_registers: Vec<bool>,
    /// Masks of sync operations of all lanes of a warp, or of its tiles.
    pub(super) tiles: BTreeMap<InstId, Masks>,
    /// Compare-and-swaps by which loops retry an update.
    pub(super) retries: Vec<InstId>,
    pub(super) flow: Convergence,
    pub(super) uniformity: Uniformity,
    pub(super) kinds: Vec<Kind>,
    /// Values that a region finds in the frame and redefines for some lanes, while the others keep theirs.
    pub(super) redefined: Redefined,
    /// Lanes of a strip.
    pub(crate) width: u32,
    /// The block is one row.
    pub(super) linear: bool,
    /// Values that are kept in memory rather than in registers.
    pub(super) memory: Vec<bool>,
    /// Values that are equal in all threads of the block, computed once a region.
    pub(super) invariant: Vec<bool>,
    /// The invariant values, and those that are affine in a thread's position in its row: see [`rows`].
    pub(super) row_affine: Vec<bool>,
    /// Values that are known in each lane of a whole warp: see [`values::known_lanes`].
    pub(super) known_lanes: Vec<bool>,
    /// Values that cross regions or that the driver reads.
    pub(crate) frame: Vec<Value>,
    /// Values stored in the frame once a strip (lane 0): see [`frame`](super::frame).
    pub(super) stored_once: Vec<bool>,
    /// Blocks with one edge to them.
    pub(super) entered_once: Vec<bool>,
    /// Values that are used at all.
    pub(super) used: Vec<bool>,
    /// Values that are used outside their block's instructions.
    pub(super) escapes: Vec<bool>,
    /// Values that may hold a NaN other than PTX's: see [`nan`].
    pub(super) raw: Vec<bool>,
    /// Values that are never subnormal: see [`subnormal`].
    pub(super) flushed: Vec<bool>,
    /// Stores that may bypass the caches, by instruction: see [`streamed`].
    pub(super) streamed: Vec<bool>,
    /// Few functions of the special function unit are used, so that they may be in line.
    pub(super) few_approximate: bool,
    /// Divisors whose reciprocals are computed where they are defined: see [`values::outer_divisors`].
    pub(super) outer_divisors: Vec<bool>,
    /// The machine may flush subnormal numbers: see [`flush`].
    pub(super) flushes: bool,
    /// Regions at whose end all threads that ran it continue alike: see [`agreeing`].
    pub(super) agreeing: Vec<bool>,
    /// Values that the driver reads from the frame.
    pub(super) read_by_driver: Vec<bool>,
    /// `true` if accesses of shared and local memory are unrolled over the lanes: see
    /// [`block_memory`](super::block_memory).
    pub(super) laid_out: bool,
}

impl Analysis {
    /// Analyses a kernel. Returns `None` for one that must run thread by thread: its control flow is
    /// irreducible, it calls functions that were not inlined, or it computes in 128 bits.
    ///
    /// Calls could run in strips, but are faster thread by thread: a function that is not inlined keeps the
    /// values that are live across calls in its frame, accessed lane by lane, and its return diverges by call
    /// site. Measured with 256 threads a block: `fib` took 8.5 times as long, a loop of indirect calls 1.9
    /// times, or 1.1 with 8 iterations of plain arithmetic a call; with 64 iterations it was 1.3 times as
    /// fast. The number of iterations is known at run time only.
    pub(crate) fn analyse(
        f: &Function,
        flow: &Convergence,
        (shape, width): (ShapeClass, u32),
        (isa, vector_bytes): (&dyn TargetIsa, u32),
    ) -> Option<Analysis> {
        let wide = (0..f.value_count()).any(|n| f.ty(Value::new(n)) == Type::I128);
        let calls = f.stack_bytes > 0;
        if flow.loops.irreducible() || wide || calls {
            return None;
        }
        let uniformity = Uniformity::new(f, flow, (shape, width));
        let tiles = tiles::all_masks(f, Lanes::in_strips(shape, width));
        // Permutations of one vector or two.
        let exchanges = width == WARP || width == WARP / 2 && vector_bytes == 64;
        let in_registers: Vec<bool> = (0..f.inst_count())
            .map(InstId::new)
            .map(|id| exchanges && is_in_registers(f, tiles.get(&id), width, id))
            .collect();
        let in_strips = |id: InstId| in_registers[id.index()];
        let together: Vec<bool> = {
            let mut together = vec![false; f.inst_count()];
            for b in f.blocks().filter(|&b| !uniformity.is_controlled(b) && !uniformity.is_desynchronized(b))
            {
                f.block(b).insts.iter().for_each(|id| together[id.index()] = true);
            }
            together
        };
        let matrix = |id: InstId| in_strips(id) && is_of_matrices(&f.inst(id).op);
        let in_line: Vec<bool> = (0..f.inst_count()).map(|n| together[n] && matrix(InstId::new(n))).collect();
        let waits = |b: BlockId| sync_at_end(f, b).filter(|id| !in_line[id.index()]);
        let syncs: Vec<InstId> = f.blocks().filter_map(waits).collect();
        let regions = Regions::split_at_some(f, flow, |id| !in_line[id.index()]);
        let extended = regions.extended(f, flow, |id| in_strips(id) && together[id.index()]);
        let traced = regions.extended(f, flow, in_strips);
        let kinds = kind::kinds(f, &uniformity, [&regions, &extended, &traced]);
        let redefined = Redefined::find(f, &uniformity, &extended);
        let memory = values::in_memory(f, &uniformity);
        let raw = nan::raw(f, &kinds, has_fma(isa));
        let invariant = invariant::invariant(f, &kinds);
        let row_affine = rows::row_affine(f, &kinds, &invariant, shape);
        let agreeing = agreeing(f, flow, &traced);
        let read_by_driver = invariant::read_by_driver(f, &syncs);
        let known_lanes = values::known_lanes(f, &kinds, width);
        let recomputed: Vec<bool> = row_affine.iter().zip(&known_lanes).map(|(&a, &b)| a || b).collect();
        let kept = invariant::kept(&regions, &recomputed, &read_by_driver);
        let stored_once = values::stored_once(f, &kinds, &uniformity, &syncs);
        let mut escapes = values::escaping(f);
        // They come after the block's other instructions.
        for id in (0..f.inst_count()).filter(|&n| in_line[n]).map(InstId::new) {
            f.inst(id).args.iter().for_each(|v| escapes[v.index()] = true);
        }
        let used = values::used(f);
        let mut edges = vec![0_u32; f.blocks().len()];
        f.blocks().flat_map(|b| f.block(b).term.edges()).for_each(|edge| edges[edge.to.index()] += 1);
        let entered_once = edges.into_iter().map(|count| count == 1).collect();
        let outer_divisors = values::outer_divisors(f, flow, &kinds);
        let dominators = Dominators::new(&flow.real);
        let loops = Loops::new(&flow.real, &dominators);
        let retries = retry::retries(f, &flow.real, &dominators, &loops);
        let retries = retries.into_iter().map(|retry| retry.swap).collect();
        let laid_out = values::are_few(f, &kinds, vector_bytes);
        let linear = shape == ShapeClass::Linear;
        // The uniformity classes rule this out: one scalar cannot hold values of different iterations.
        if !redefined.all_divergent(|v| kinds[v.index()] == Kind::Varying || row_affine[v.index()]) {
            return None;
        }
        Some(Analysis {
            in_line,
            in_registers,
            tiles,
            retries,
            regions,
            extended,
            traced,
            flow: flow.clone(),
            uniformity,
            kinds,
            redefined,
            width,
            linear,
            memory,
            invariant,
            row_affine,
            known_lanes,
            frame: kept,
            stored_once,
            entered_once,
            used,
            escapes,
            raw,
            flushed: subnormal::flushed(f),
            streamed: streamed::streamed(f),
            few_approximate: values::few_approximate(f),
            outer_divisors,
            flushes: flush::is_possible(f),
            read_by_driver,
            agreeing,
            laid_out,
        })
    }
}

/// Returns the regions that all threads of a block start together and leave alike: behind a barrier of the
/// block, with branches that depend only on what all threads have in common.
fn agreeing(f: &Function, flow: &Convergence, regions: &Regions) -> Vec<bool> {
    let block = Uniformity::new(f, flow, (ShapeClass::Block, WARP));
    let together = |region: &Region| match region.start {
        Start::Entry => true,
        Start::After(id) => is_plain_barrier(f, id),
        Start::Join => false,
    };
    let alike = |b: &BlockId| !block.is_divergent(*b) && !block.is_desynchronized(*b);
    regions.iter().map(|(_, region)| together(region) && region.blocks.iter().all(alike)).collect()
}

impl Analysis {
    /// Returns the sync operation at the end of a block, unless strips carry it out in line.
    pub(super) fn sync_at_end(&self, f: &Function, b: BlockId) -> Option<InstId> {
        sync_at_end(f, b).filter(|id| !self.in_line[id.index()])
    }

    /// Returns a lower bound of the Cranelift instructions for strips: some for each instruction and, at the
    /// start of each region, its loops over strips and its loads from the frame.
    pub(crate) fn least_code(&self, f: &Function, vector_bytes: u32) -> usize {
        // A value of 32 bits.
        let vectors = (self.width * 4).div_ceil(vector_bytes) as usize;
        let region = |region: &Region| {
            let insts: usize = region.blocks.iter().map(|&b| f.block(b).insts.len()).sum();
            REGION + vectors * region.live_in.len() + LEAST_CODE * insts
        };
        self.regions.iter().map(|(_, r)| region(r)).sum()
    }
}

/// Cranelift instructions of the loops around a region.
const REGION: usize = 40;
