//! Code that runs the lanes of a warp in strips, each value of a strip held in 128-bit vectors.
//!
//! A strip is 8 or 16 lanes. What all its lanes hold alike is one scalar, what grows by a known step from lane to lane
//! is the scalar of lane 0 (see [`kind`]); everything else is vectors. Where lanes part, the blocks they may run until
//! they meet are run one after the other, each for its own lanes (see [`chain`]). What has no vector form is done lane
//! by lane with the scalar emitter (see [`lanes`]), so both modes compute the same.

mod again;
mod along;
mod apiece;
mod atomic;
mod body;
mod chain;
mod control;
mod convert;
mod divide;
mod fast;
mod frame;
mod kind;
mod lanes;
mod memory;
mod nan;
mod ops;
mod own;
mod pays;
mod rows;
mod short;
mod single;
mod steady;
mod sweep;
mod trace;
mod value;
mod warp;

use super::emitter::Emitter;
use super::float::has_fma;
use super::plan::Plan;
use crate::abi::offset;
use crate::beyond::Asks;
use crate::hostcalls::SiteIds;
use crate::limits::Limits;
use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, JumpTableData, StackSlot, Type as ClType, Value as Cl, types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, Variable};
use kind::Kind;
use memory::Groups;
use ptx::analysis::converge::Convergence;
use ptx::analysis::regions::{Region, Regions, Start};
use ptx::analysis::uniform::{ShapeClass, Uniformity};
use ptx::ir::{Function, Type, Value};
use sweep::Whole;
use value::{Held, Masks};

pub(crate) use chain::Shapeless;

/// Lanes of the widest strip.
const WIDEST: u32 = 16;

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
    flow: Convergence,
    uniformity: Uniformity,
    kinds: Vec<Kind>,
    /// Values that a region finds in the frame and defines for some lanes, while others go on with what they had.
    again: again::Again,
    /// Lanes of a strip.
    pub(crate) width: u32,
    /// The block is one row.
    linear: bool,
    /// Values that are kept in memory.
    memory: Vec<bool>,
    /// Values that are computed once a region.
    steady: Vec<bool>,
    /// Those and what follows from a thread's place in its row, see [`rows`].
    known: Vec<bool>,
    /// What regions and the driver hand each other.
    pub(crate) frame: Vec<Value>,
    /// Values of which the frame has lane 0 only, see [`frame`].
    single: Vec<bool>,
    /// Values that are used at all.
    used: Vec<bool>,
    /// Values that are used outside their block's instructions.
    escapes: Vec<bool>,
    /// Values that may hold any NaN, see [`nan`].
    raw: Vec<bool>,
    /// Accesses of the block's and the threads' own memory are laid out lane after lane, see [`own`].
    laid_out: bool,
}

impl Analysis {
    /// `None` for a kernel that must run thread by thread: one whose threads wait for each other in loops, whose
    /// control flow has no order, that calls functions which are not in place, or that computes in 128 bits.
    ///
    /// Calls could run in strips, and are better off without: a function that is called for real keeps what is alive across calls in
    /// its frame, which is touched lane by lane, and its end parts the lanes by who called. Measured, 256 threads a block: `fib` took
    /// 8.5 times as long, a loop of indirect calls 1.9 times, 1.1 with 8 turns of plain arithmetic a call; with 64 it was 1.3 times
    /// as fast. What a loop's turns are is known only when they run.
    pub(crate) fn of(
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
        let again = again::Again::of(f, &uniformity, &regions);
        let memory = value::in_memory(f, &uniformity);
        let raw = nan::raw(f, &kinds, has_fma(isa));
        let steady = steady::steady(f, &kinds);
        let known = rows::known(f, &kinds, &steady, shape);
        let kept = steady::kept(&regions, &known, &steady::read_by_driver(f));
        let single = frame::single(f, &kinds, &uniformity);
        let escapes = body::escaping(f);
        let used = body::used(f);
        let laid_out = own::are_few(f, &kinds);
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
    /// Instructions for the code generator that strips take at least: some for each instruction, and at the start of each region the
    /// loops around it and what it finds in the frame.
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

/// What code of a region knows of the strip it runs.
#[derive(Clone, Copy)]
struct Strip {
    /// Number of the strip's first thread in the block, and of its first lane in the warp: `i32`.
    thread: Cl,
    lane: Cl,
    /// Address of the strip's first word and double word in the warp's first slot of each size.
    words: [Cl; 2],
    fault: Block,
    /// Where a strip goes that has come to the end of the region.
    end: Block,
}

struct Vectors<'a> {
    e: Emitter<'a>,
    analysis: &'a Analysis,
    /// Whether lanes may wait at different sync operations anywhere: then some lanes' values in the frame are to be
    /// kept while others run.
    apart: bool,
    /// Number of the region being emitted.
    own: usize,
    /// Of that region, and the values that something holds in it.
    held: Vec<Held>,
    holding: Vec<Value>,
    /// Places in memory by their types, and how many of each the region being emitted has taken: regions use the same ones.
    slots: Vec<(ClType, Vec<StackSlot>, usize)>,
    strip: Option<Strip>,
    /// Lanes of a strip.
    width: u32,
    /// Instructions for the code generator beyond which thread by thread is better: it would take too long.
    most: usize,
    /// What making it may take.
    limits: Limits,
    /// The lanes that run, a bit each.
    alive: Variable,
    /// The least and the greatest region that a lane goes on with.
    low: Variable,
    high: Variable,
    /// The lanes that the current block runs for, and the same as vectors of all zeros or ones.
    mask: Cl,
    mask_vectors: Option<Masks>,
    /// Whether the current block runs for all lanes that run at all.
    controlled: bool,
    /// Accesses of the current block that are tested together.
    groups: Groups,
    /// Where all lanes of the region go on, if that is one place.
    one_next: Option<usize>,
    /// Where the code of regions starts.
    starts: Vec<Block>,
    /// What is known of the whole strip that code is made for.
    whole: Option<Whole>,
    /// Values that the region found in the frame, ascending.
    live_in: Vec<Value>,
    /// Counts blocks as they are entered.
    entered: u32,
    /// Room for operands and results of what is done lane by lane.
    stages: Vec<StackSlot>,
}

/// Bounds of the code that is made.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Instructions for the code generator.
    pub(crate) most: usize,
    /// Addresses outside the reach are asked about.
    pub(crate) asks: Asks,
    pub(crate) limits: Limits,
}

/// Makes the whole function, or says why its control flow cannot be put in order.
pub(crate) fn emit<'a>(
    f: &'a Function,
    plan: &'a Plan,
    analysis: &'a Analysis,
    mut b: FunctionBuilder<'a>,
    isa: &'a dyn TargetIsa,
    Bounds { most, asks, limits }: Bounds,
) -> Result<SiteIds, Shapeless> {
    let [alive, low, high] = [types::I32; 3].map(|ty| b.declare_var(ty));
    let vectors = Vectors {
        e: Emitter::new(f, plan, b, isa, (asks, SiteIds::default())),
        analysis,
        apart: f.blocks().any(|b| analysis.uniformity.is_apart(b)),
        own: 0,
        held: vec![Held::default(); f.value_count()],
        holding: Vec::new(),
        slots: Vec::new(),
        strip: None,
        width: analysis.width,
        most,
        limits,
        alive,
        low,
        high,
        mask: Cl::from_u32(0),
        mask_vectors: None,
        controlled: false,
        groups: Groups::new(),
        one_next: None,
        starts: Vec::new(),
        whole: None,
        live_in: Vec::new(),
        entered: 0,
        stages: Vec::new(),
    };
    vectors.function()
}

impl Vectors<'_> {
    fn function(mut self) -> Result<SiteIds, Shapeless> {
        let regions = &self.analysis.regions;
        let entry = self.e.b.create_block();
        self.e.b.append_block_params_for_function_params(entry);
        self.e.b.switch_to_block(entry);
        let [context, _, last, region] = *self.e.b.block_params(entry) else {
            return Ok(self.e.finish());
        };
        self.e.context = context;
        self.e.reach = self.e.field(types::I64, offset!(reach));
        self.e.reach_bytes = self.e.field(types::I64, offset!(reach_bytes));
        let most = self.e.b.ins().iconst(types::I32, i64::from(u32::MAX));
        let least = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.def_var(self.low, most);
        self.e.b.def_var(self.high, least);
        let finish = self.e.b.create_block();
        self.starts = regions.iter().map(|_| self.e.b.create_block()).collect();
        let starts = self.starts.clone();
        let none = self.e.b.func.dfg.block_call(finish, &[] as &[BlockArg]);
        let calls: Vec<_> =
            starts.iter().map(|&s| self.e.b.func.dfg.block_call(s, &[] as &[BlockArg])).collect();
        let table = self.e.b.create_jump_table(JumpTableData::new(none, &calls));
        self.e.b.ins().br_table(region, table);
        for ((own, region), start) in regions.iter().zip(starts) {
            self.e.b.switch_to_block(start);
            self.strips((own, region), last, finish)?;
        }
        self.e.b.switch_to_block(finish);
        self.e.note_placed();
        let [low, high] = [self.low, self.high].map(|var| self.e.b.use_var(var));
        let [low, high] = [low, high].map(|v| self.e.b.ins().uextend(types::I64, v));
        let high = self.e.b.ins().ishl_imm_u(high, 32);
        let both = self.e.b.ins().bor(low, high);
        self.e.b.ins().return_(&[both]);
        if self.e.b.func.dfg.num_insts() > self.most {
            return Err(Shapeless::Large);
        }
        self.e.b.seal_all_blocks();
        Ok(self.e.finish())
    }

    /// Looks whether the code so far is within its bounds: asked at each block, so that what is too large is not made first.
    fn affordable(&self) -> Result<(), Shapeless> {
        let (insts, blocks) = (self.e.b.func.dfg.num_insts(), self.e.b.func.dfg.num_blocks());
        let within = insts <= self.most && self.limits.holds_pairs(self.e.variable_count(), blocks);
        if within { Ok(()) } else { Err(Shapeless::Large) }
    }

    fn strip(&self) -> Strip {
        self.strip.expect("regions are emitted for a strip")
    }

    /// What the lanes hold of a value.
    fn kind(&self, v: Value) -> Kind {
        self.analysis.kinds[v.index()]
    }
}
