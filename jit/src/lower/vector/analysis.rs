//! Facts of a kernel that are known before code for strips is made.

use super::again::Again;
use super::kind::{self, Kind};
use super::{nan, rows, steady, values};
use crate::lower::float::has_fma;
use cranelift_codegen::isa::TargetIsa;
use ptx::analysis::converge::Convergence;
use ptx::analysis::regions::{Region, Regions, Start};
use ptx::analysis::uniform::{ShapeClass, Uniformity};
use ptx::ir::{Function, Type, Value};

/// Lanes of a strip for blocks of a shape: 16 where that many lie in one row, else 8.
pub(crate) const fn width(block: [u32; 3]) -> u32 {
    match block {
        [x, 1, 1] if x > 8 => 16,
        [x, _, _] if x % 16 == 0 => 16,
        _ => 8,
    }
}

/// Instructions for the code generator that one of a kernel takes in strips, at least.
pub(crate) const LEAST_CODE: usize = 3;

/// What is known of a kernel before code for strips is made.
pub(crate) struct Analysis {
    pub(crate) regions: Regions,
    pub(super) flow: Convergence,
    pub(super) uniformity: Uniformity,
    pub(super) kinds: Vec<Kind>,
    /// Values that a region finds in the frame and defines for some lanes, while others go on with what they
    /// had.
    pub(super) again: Again,
    /// Lanes of a strip.
    pub(crate) width: u32,
    /// The block is one row.
    pub(super) linear: bool,
    /// Values that are kept in memory.
    pub(super) memory: Vec<bool>,
    /// Values that are computed once a region.
    pub(super) steady: Vec<bool>,
    /// Those and what follows from a thread's place in its row, see [`rows`].
    pub(super) known: Vec<bool>,
    /// What regions and the driver hand each other.
    pub(crate) frame: Vec<Value>,
    /// Values of which the frame has lane 0 only, see [`frame`].
    pub(super) single: Vec<bool>,
    /// Values that are used at all.
    pub(super) used: Vec<bool>,
    /// Values that are used outside their block's instructions.
    pub(super) escapes: Vec<bool>,
    /// Values that may hold any NaN, see [`nan`].
    pub(super) raw: Vec<bool>,
    /// Accesses of the block's and the threads' own memory are laid out lane after lane, see [`own`].
    pub(super) laid_out: bool,
}

impl Analysis {
    /// Analyses a kernel; `None` for one that must run thread by thread: one whose threads wait for each
    /// other in loops, whose control flow has no order, that calls functions which are not in place, or that
    /// computes in 128 bits.
    ///
    /// Calls could run in strips, and are better off without: a function that is called for real keeps what
    /// is alive across calls in its frame, which is touched lane by lane, and its end parts the lanes by
    /// who called. Measured, 256 threads a block: `fib` took 8.5 times as long, a loop of indirect calls
    /// 1.9 times, 1.1 with 8 turns of plain arithmetic a call; with 64 it was 1.3 times as fast. What a
    /// loop's turns are is known only when they run.
    pub(crate) fn analyse(
        f: &Function,
        flow: &Convergence,
        (shape, width): (ShapeClass, u32),
        isa: &dyn TargetIsa,
    ) -> Option<Analysis> {
        let waits = Regions::at_sync_and_waits(f, flow);
        let waiting = waits.iter().any(|(_, region)| region.start == Start::WaitingLoop);
        let wide = (0..f.value_count()).any(|n| f.ty(Value::new(n)) == Type::I128);
        let calls = f.stack_bytes > 0;
        if flow.loops.irreducible() || waiting || wide || calls {
            return None;
        }
        let uniformity = Uniformity::of(f, flow, shape);
        let regions = Regions::at_sync(f, flow);
        let kinds = kind::kinds(f, &uniformity, &regions);
        let again = Again::of(f, &uniformity, &regions);
        let memory = values::in_memory(f, &uniformity);
        let raw = nan::raw(f, &kinds, has_fma(isa));
        let steady = steady::steady(f, &kinds);
        let known = rows::known(f, &kinds, &steady, shape);
        let kept = steady::kept(&regions, &known, &steady::read_by_driver(f));
        let single = values::single(f, &kinds, &uniformity);
        let escapes = values::escaping(f);
        let used = values::used(f);
        let laid_out = values::are_few(f, &kinds);
        let linear = shape == ShapeClass::Linear;
        // The classes rule this out: one scalar cannot hold what lanes have from different trips.
        if !again.are_all(|v| kinds[v.index()] == Kind::Varying || known[v.index()]) {
            return None;
        }
        Some(Analysis {
            regions,
            flow: flow.clone(),
            uniformity,
            kinds,
            again,
            width,
            linear,
            memory,
            steady,
            known,
            frame: kept,
            single,
            used,
            escapes,
            raw,
            laid_out,
        })
    }
}

impl Analysis {
    /// Instructions for the code generator that strips take at least: some for each instruction, and at the
    /// start of each region the loops around it and what it finds in the frame.
    pub(crate) fn least_code(&self, f: &Function) -> usize {
        let vectors = (self.width / 4) as usize;
        let region = |region: &Region| {
            let insts: usize = region.blocks.iter().map(|&b| f.block(b).insts.len()).sum();
            REGION + vectors * region.live_in.len() + LEAST_CODE * insts
        };
        self.regions.iter().map(|(_, r)| region(r)).sum()
    }
}

/// Instructions of the loops around a region.
const REGION: usize = 40;
