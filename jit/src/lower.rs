//! Translation of IR to machine code with Cranelift.
//!
//! Each kernel becomes one function. Its arguments are a region's number and a range of warps; for each warp
//! it runs the lanes of the warp's mask through the region, records the next region of each lane, and returns
//! the smallest and the greatest of those.

mod arith;
mod atomic;
mod builder;
mod check;
mod control;
mod convert;
mod directed;
mod effort;
mod emitter;
mod fields;
mod float;
mod fold;
mod half;
mod half_integers;
mod held;
mod logic;
mod memory;
mod pack;
pub(crate) mod plan;
mod special;
mod system;
mod trace;
mod unseen;
mod vector;
mod words;

use crate::compile::{CompileError, Mode};
use crate::limits::Limits;
use crate::machine::{self, Level};
use crate::object::Object;
use crate::passes::{Pass, timed};
use crate::reach::Asks;
use crate::sites::SiteIds;
use crate::stack::MOST_FRAME;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function as ClifFunction, Signature, UserFuncName, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, verify_function};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use effort::Effort;
use emitter::Emitter;
use plan::Plan;
use ptx::analysis::converge::Convergence;
use ptx::analysis::regions::{Regions, Start};
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::{Function, Op, Space};
use std::convert::Infallible;
use std::ops::Range;
use std::sync::OnceLock;

pub(crate) use vector::width;

/// Size beyond which strips have half a warp: two vectors a value exceed the registers, and take twice the
/// code.
const MOST_OF_WARPS: usize = 1000;

/// Returns whether strips of whole warps pay. Half of the lanes need not wait for the other half's results,
/// and warp operations are done in registers. Atomic operations on shared memory are done lane by lane: a
/// histogram takes 1.7 times as long. So are addresses that half a warp has in common. Tiles of half a warp
/// do their operations in registers in strips of that size, too.
pub(crate) fn takes_whole_warps(f: &Function) -> bool {
    let mut insts = f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| &f.inst(id).op);
    let by_lane = insts.any(|op| matches!(op, Op::Atom { space: Space::Shared, .. }));
    let is_short = instructions(f) <= MOST_OF_WARPS;
    let plain = is_short && !by_lane;
    let pays = plain && !vector::has_halves(f) || vector::exchanges_in_registers(f);
    has_whole_warps() && pays && !vector::has_tiles_of_halves(f)
}

/// Returns the bytes that a thread stores past the caches if its grid stores much.
pub(crate) fn streamed_bytes(f: &Function) -> u64 {
    vector::streamed_bytes(f)
}

/// Returns whether strips of whole warps are possible.
pub(crate) fn has_whole_warps() -> bool {
    Level::usable() == Some(Level::Avx512)
}

type Isa = Result<OwnedTargetIsa, CompileError>;

/// Returns the code generator for this processor. Its optimiser is off: our own IR is already optimised, and
/// it makes unrolled kernels slower.
fn isa(effort: Effort) -> Result<&'static OwnedTargetIsa, CompileError> {
    static QUICK: OnceLock<Isa> = OnceLock::new();
    static BEST: OnceLock<Isa> = OnceLock::new();
    let (isa, registers) = match effort {
        Effort::Least => (&QUICK, "single_pass"),
        Effort::Most => (&BEST, "backtracking"),
    };
    let host = |e: &dyn std::fmt::Display| CompileError::Host(e.to_string());
    let made = isa.get_or_init(|| {
        let mut flags = settings::builder();
        let verify = if cfg!(debug_assertions) { "true" } else { "false" };
        for (name, value) in [
            ("opt_level", "none"),
            ("enable_verifier", verify),
            ("is_pic", "false"),
            ("regalloc_algorithm", registers),
            ("enable_probestack", "true"),
            ("probestack_strategy", "inline"),
        ] {
            flags.set(name, value).map_err(|e| host(&e))?;
        }
        let builder = cranelift_native::builder().map_err(|e| host(&e))?;
        builder.finish(settings::Flags::new(flags)).map_err(|e| host(&e))
    });
    made.as_ref().map_err(Clone::clone)
}

/// Returns the target and the settings of the code generator, as text.
///
/// # Errors
/// See [`CompileError::Host`].
pub(crate) fn processor() -> Result<String, CompileError> {
    let isa = isa(Effort::Most)?;
    let features: Vec<String> = isa.isa_flags().iter().map(|flag| flag.to_string()).collect();
    Ok(format!(
        "{}\n{}{}\n{:?} {}",
        isa.triple(),
        isa.flags(),
        features.join("\n"),
        Level::usable(),
        machine::has_bytes()
    ))
}

/// Maximum size of a kernel that is compiled thread by thread with the backtracking allocator, which takes
/// several times as long.
const MOST_AT_LENGTH: usize = 100_000;

/// Size beyond which a kernel uses strips of 8 lanes with vectors of 128 bits: wider strips take twice the
/// code.
const MOST_WIDE: usize = 300;

/// Size of the vectors that every code generator has, bytes.
const NARROWEST: u32 = 16;

/// Stack size for compiling, bytes: the caller's stack may be small.
const STACK: usize = 8 << 20;

/// Compiles a kernel on a stack of its own: see [`make`].
pub(crate) fn compile(
    f: &Function,
    mode: Mode,
    lanes: Option<(ShapeClass, u32)>,
    asks: Asks,
    limits: &Limits,
) -> Result<(Object, Option<String>), CompileError> {
    stacker::grow(STACK, || make(f, mode, lanes, asks, limits))
}

/// Returns the number of a kernel's instructions.
pub(crate) fn instructions(f: &Function) -> usize {
    f.blocks().map(|b| f.block(b).insts.len()).sum()
}

/// Compiles a kernel: in strips if the mode asks for them, they are possible and the lane layout is known;
/// else thread by thread. Reports if the requested code would have exceeded its limits, and if our own code
/// generator refused it.
fn make(
    f: &Function,
    mode: Mode,
    lanes: Option<(ShapeClass, u32)>,
    asks: Asks,
    limits: &Limits,
) -> Result<(Object, Option<String>), CompileError> {
    let flow = timed(Pass::Analyse, || Convergence::new(f), |_| 0);
    let insts = instructions(f);
    let mut remarks = Vec::new();
    // A row that is a multiple of 16 is one of 8 too.
    let narrower = |width: u32| width.min(if insts > MOST_WIDE { 8 } else { 16 });
    if matches!(mode, Mode::Auto | Mode::Vector)
        && let Some((shape, width)) = lanes
    {
        let most = limits.generated();
        let strips = |width, vector_bytes| {
            in_strips(f, &flow, (shape, width), (most, vector_bytes), (asks, mode), limits)
        };
        let widest = match Level::usable() {
            Some(level) => match strips(width, level.vector_bytes()) {
                // Narrower strips leave warp operations to the driver.
                Ok(None) | Err(Refusal::Large(_)) if width > 16 => strips(16, level.vector_bytes()),
                made => made,
            },
            None => strips(narrower(width), NARROWEST),
        };
        // Vectors that the code generator refuses may be taken if they are narrow.
        let made = match widest {
            Err(Refusal::Codegen(CompileError::Codegen { reason, .. })) if Level::usable().is_some() => {
                remarks.push(format!(
                    "our code generator refuses vectors of more than {} bits: {reason}",
                    8 * NARROWEST
                ));
                strips(narrower(width), NARROWEST)
            }
            made => made,
        };
        match made {
            Ok(Some((object, refused))) => {
                remarks.extend(refused.map(left_to_cranelift));
                return Ok((object, remark(f, &remarks)));
            }
            Ok(None) => {}
            Err(Refusal::Large(what)) => remarks.push(format!("{what}: its code runs thread by thread")),
            Err(Refusal::Codegen(error)) if mode == Mode::Vector => return Err(error),
            // What the code generator refuses in vectors may still compile thread by thread.
            Err(Refusal::Codegen(_)) => {}
        }
    }
    let most = if mode == Mode::Quick || insts > MOST_AT_LENGTH { Effort::Least } else { Effort::Most };
    let (object, effort, refused) = thread_by_thread(f, &flow, most, asks, limits)?;
    remarks.extend(refused.map(left_to_cranelift));
    if mode != Mode::Quick && effort == Effort::Least {
        let why = if most == effort {
            format!(
                "{insts} instructions exceed the limit of {MOST_AT_LENGTH} for allocating registers with backtracking"
            )
        } else {
            "allocating registers with backtracking would take too long or too much memory".into()
        };
        remarks.push(format!("{why}: registers are allocated in one pass"));
    }
    Ok((object, remark(f, &remarks)))
}

/// Returns the remark on a function that our own code generator refused.
fn left_to_cranelift(reason: String) -> String {
    format!("our code generator refuses {reason}: Cranelift's code is used")
}

/// Joins the remarks on a kernel.
fn remark(f: &Function, remarks: &[String]) -> Option<String> {
    (!remarks.is_empty()).then(|| format!("`{}`: {}", f.name, remarks.join("; ")))
}

/// Reason for which requested vector code was not made.
enum Refusal {
    /// It would exceed the limits.
    Large(String),
    /// The code generator refused it.
    Codegen(CompileError),
}

/// Compiles code for strips of lanes, in vectors of at most some bytes. Returns `None` for a kernel that must
/// run thread by thread, or is faster so if the mode leaves the choice; else the code, and what our own code
/// generator refused.
fn in_strips(
    f: &Function,
    flow: &Convergence,
    lanes: (ShapeClass, u32),
    (most, vector_bytes): (usize, u32),
    (asks, mode): (Asks, Mode),
    limits: &Limits,
) -> Result<Option<(Object, Option<String>)>, Refusal> {
    let insts = instructions(f);
    if insts > limits.instructions.min(most / vector::LEAST_CODE) {
        return Err(Refusal::Large(format!("{insts} instructions exceed the limit for vector code")));
    }
    let isa = isa(Effort::Most).map_err(Refusal::Codegen)?;
    let analysis = timed(
        Pass::Analyse,
        || vector::Analysis::analyse(f, flow, lanes, (isa.as_ref(), vector_bytes)),
        |_| 0,
    );
    let Some(mut analysis) = analysis else { return Ok(None) };
    if vector_bytes == NARROWEST {
        analysis.fit_registers(f);
    }
    // Lane by lane, records cost more than the kernel.
    if mode == Mode::Auto && !asks.traced && !analysis.is_profitable(f, vector_bytes) {
        return Ok(None);
    }
    let expected = analysis.least_code(f, vector_bytes);
    if expected > most {
        return Err(Refusal::Large(format!(
            "vector code needs at least {expected} instructions, the limit is {most}"
        )));
    }
    let starts = starts(&analysis.regions);
    let frame = plan::share(f, &analysis.regions, &analysis.frame);
    let plan = Plan::new(f, starts.clone(), &frame);
    let bounds = vector::Bounds { most, vector_bytes, asks, limits: *limits };
    let emit = |b: FunctionBuilder<'_>, isa| vector::emit(f, &plan, &analysis, b, isa, bounds);
    let made = generate(f, vector_bytes > NARROWEST, emit, |_| Effort::Most);
    match made.map_err(Refusal::Codegen)? {
        Ok(Generated { machine, places, sites, stack, refused }) => {
            let (parts, width) = (vec![(0, 0)], analysis.width);
            Ok(Some((Object { machine, parts, places, sites, starts, frame, width, stack }, refused)))
        }
        Err(vector::NotVectorizable::Order) => Ok(None),
        Err(vector::NotVectorizable::Large) => {
            Err(Refusal::Large("vector code would exceed the limit of memory".into()))
        }
    }
}

/// Compiles code that runs one thread after another. Returns it with the least effort that Cranelift has put
/// into one of its functions (`most`, unless that would take too long), and the first reason for which our
/// own code generator, which has one effort, refused one.
fn thread_by_thread(
    f: &Function,
    flow: &Convergence,
    most: Effort,
    asks: Asks,
    limits: &Limits,
) -> Result<(Object, Effort, Option<String>), CompileError> {
    let regions = Regions::split_at_sync_and_joins(f, flow);
    let (starts, frame) = (starts(&regions), plan::share(f, &regions, regions.frame()));
    let plan = Plan::new(f, starts.clone(), &frame);
    let unseen = unseen::unseen_nans(f, &plan);
    let (mut machine, mut places, mut sites) = (Vec::new(), Vec::new(), SiteIds::default());
    let (mut parts, mut stack, mut least, mut refused) = (Vec::new(), 0, Effort::Most, None);
    let quick = most == Effort::Least;
    for part in parts_of(f, &regions) {
        let first = part.start as u32;
        let before = std::mem::take(&mut sites);
        let emit = |b: FunctionBuilder<'_>, isa| {
            let mut emitter = Emitter::new(f, &plan, b, isa, (asks, before));
            emitter.unseen_nans = &unseen;
            Ok::<_, Infallible>(emitter.emit(&regions, part, quick))
        };
        let Ok(made) = generate(f, false, emit, |function| {
            let effort = effort::affordable(function, most, limits);
            least = least.min(effort);
            effort
        })?;
        machine.resize(usize::next_multiple_of(machine.len(), ALIGN), 0);
        let at = machine.len() as u32;
        parts.push((first, at));
        places.extend(made.places.into_iter().map(|(start, inst)| (at + start, inst)));
        machine.extend(made.machine);
        sites = made.sites;
        stack = stack.max(made.stack);
        refused = refused.or(made.refused);
    }
    Ok((Object { machine, parts, places, sites, starts, frame, width: 1, stack }, least, refused))
}

/// Alignment of a function's code, bytes.
const ALIGN: usize = 16;

/// Minimum size of a Cranelift function before another one is begun, in instructions. The code generator
/// holds some KiB for each instruction of the function at hand, and its time grows slightly faster than
/// linearly.
const PART: usize = 1 << 13;

/// Groups regions into functions of about [`PART`] instructions. Any grouping is possible, since scalar code
/// returns to the driver between regions.
fn parts_of(f: &Function, regions: &Regions) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut weight) = (Vec::new(), 0, 0);
    for (n, region) in regions.iter() {
        let insts: usize = region.blocks.iter().map(|&b| 2 + f.block(b).insts.len()).sum();
        weight += REGION + insts + region.live_in.len();
        if weight >= PART {
            parts.push(start..n + 1);
            (start, weight) = (n + 1, 0);
        }
    }
    if start < regions.iter().len() {
        parts.push(start..regions.iter().len());
    }
    parts
}

/// Assumed size of the loops around a region's code, in instructions.
const REGION: usize = 20;

fn starts(regions: &Regions) -> Vec<Start> {
    regions.iter().map(|(_, region)| region.start).collect()
}

/// Machine code of a function.
struct Generated {
    machine: Vec<u8>,
    /// Instruction of each piece of code, by offset.
    places: Vec<(u32, u32)>,
    /// Instructions that the host carries out.
    sites: SiteIds,
    /// Size of its stack frame, bytes.
    stack: u32,
    /// Reason why our own code generator refused the function, if the code is Cranelift's.
    refused: Option<String>,
}

/// Emits a function and generates its machine code: with our own code generator if it takes the function,
/// else with Cranelift, with an effort that depends on its size. `is_wide` if the function may have vectors
/// of more than 128 bits. The inner error is the emitter's.
fn generate<E>(
    f: &Function,
    is_wide: bool,
    emit: impl FnOnce(FunctionBuilder<'_>, &'static dyn TargetIsa) -> Result<SiteIds, E>,
    effort: impl FnOnce(&ClifFunction) -> Effort,
) -> Result<Result<Generated, E>, CompileError> {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.extend([types::I64, types::I32, types::I32, types::I32].map(AbiParam::new));
    signature.returns.push(AbiParam::new(types::I64));
    let mut context =
        Context::for_function(ClifFunction::with_name_signature(UserFuncName::default(), signature));
    let mut builder_context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    let target = isa(Effort::Most)?.as_ref();
    let sites = match timed(Pass::Emit, || emit(builder, target), |_| 0) {
        Ok(sites) => sites,
        Err(e) => return Ok(Err(e)),
    };
    timed(Pass::Emit, || context.func.dfg.num_insts(), |&insts| insts);

    let failed = |reason: String| CompileError::Codegen { kernel: f.name.clone(), reason };
    if cfg!(debug_assertions) && !is_wide {
        let flags = isa(Effort::Most)?.as_ref();
        verify_function(&context.func, flags).map_err(|errors| failed(errors.to_string()))?;
    }
    let mut refused = None;
    if let Some(level) = Level::usable() {
        timed(Pass::Order, || machine::remove_redundant(&mut context.func), |_| 0);
        match machine::compile(&context.func, level) {
            Ok(made) if made.frame > MOST_FRAME => {
                return Err(CompileError::Frame { kernel: f.name.clone(), bytes: made.frame });
            }
            Ok(machine::Compiled { bytes, places, frame }) => {
                return Ok(Ok(Generated { machine: bytes, places, sites, stack: frame, refused: None }));
            }
            // Cranelift has no vectors of this size.
            Err(reason) if is_wide => return Err(failed(reason.0)),
            Err(reason) => refused = Some(reason.0),
        }
    }
    let isa = isa(effort(&context.func))?;
    let compile = |context: &mut Context| {
        let compiled = context.compile(isa.as_ref(), &mut ControlPlane::default());
        compiled.map(|_| ()).map_err(|e| failed(format!("{:?}", e.inner)))
    };
    timed(Pass::Cranelift, || compile(&mut context), |_| 0)?;
    let Some(compiled) = context.compiled_code() else { return Err(failed("no code was made".into())) };
    timed(Pass::Cranelift, || compiled.buffer.data().len(), |&bytes| bytes);
    if let Some(relocation) = compiled.buffer.relocs().first() {
        return Err(failed(format!("it calls a library function, {:?}", relocation.target)));
    }
    let stack = compiled.buffer.frame_layout().map_or(0, |layout| layout.frame_to_fp_offset);
    if stack > MOST_FRAME {
        return Err(CompileError::Frame { kernel: f.name.clone(), bytes: stack });
    }
    let places =
        compiled.buffer.get_srclocs_sorted().iter().map(|place| (place.start, place.loc.bits())).collect();
    Ok(Ok(Generated { machine: compiled.buffer.data().to_vec(), places, sites, stack, refused }))
}
