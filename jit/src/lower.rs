//! IR → machine code, by way of Cranelift.
//!
//! One function a kernel. It is entered with a region's number and a range of warps; for each warp it runs the lanes of
//! the warp's mask through the region's code, notes where each goes on, and returns the least and the greatest of those.

mod arith;
mod atomic;
mod control;
mod convert;
mod emitter;
mod float;
mod fold;
mod logic;
mod memory;
mod pack;
pub(crate) mod plan;
mod special;
mod system;
mod vector;

use crate::compile::{CompileError, Mode};
use crate::hostcalls::SiteIds;
use crate::object::Object;
use crate::stack::MOST_FRAME;
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function as ClifFunction, Signature, UserFuncName, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use emitter::Emitter;
use plan::Plan;
use ptx::analysis::converge::Convergence;
use ptx::analysis::regions::{Regions, Start};
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::Function;
use std::convert::Infallible;
use std::sync::OnceLock;

pub(crate) use vector::width;

/// How much work the code generator puts in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// Registers in one pass: half the time, code that is half as fast.
    Least,
    /// The best code there is.
    Most,
}

type Isa = Result<OwnedTargetIsa, CompileError>;

/// The processor this runs on. Optimisation is done on our own IR: the code generator's makes unrolled kernels slower.
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

/// What the code generator knows of the processor, and how it is set.
///
/// # Errors
/// See [`CompileError::Host`].
pub(crate) fn processor() -> Result<String, CompileError> {
    let isa = isa(Effort::Most)?;
    let features: Vec<String> = isa.isa_flags().iter().map(|flag| flag.to_string()).collect();
    Ok(format!("{}\n{}{}", isa.triple(), isa.flags(), features.join("\n")))
}

/// Instructions of vector code that are compiled unasked: a fifth of a second's work.
const MOST_IN_VECTORS: usize = 60_000;

/// Instructions of a kernel beyond which its strips are of 8 lanes: wider ones take twice the code.
const MOST_WIDE: usize = 300;

/// Bytes of stack for compiling: the caller's may be as small as the program made it.
const STACK: usize = 8 << 20;

/// Compiles a kernel on a stack of its own: see [`make`].
pub(crate) fn compile(
    f: &Function,
    mode: Mode,
    lanes: Option<(ShapeClass, u32)>,
    far: bool,
) -> Result<Object, CompileError> {
    stacker::grow(STACK, || make(f, mode, lanes, far))
}

/// Compiles a kernel: in strips where that is asked for and possible, and it is told how lanes lie in them; else thread by
/// thread.
fn make(
    f: &Function,
    mode: Mode,
    lanes: Option<(ShapeClass, u32)>,
    far: bool,
) -> Result<Object, CompileError> {
    let flow = Convergence::of(f);
    let insts: usize = f.blocks().map(|b| f.block(b).insts.len()).sum();
    // A row that strips of 16 fit into is one for strips of 8.
    let narrower = |width: u32| if insts > MOST_WIDE { width.min(8) } else { width };
    if matches!(mode, Mode::Auto | Mode::Vector)
        && let Some((shape, width)) = lanes.map(|(shape, width)| (shape, narrower(width)))
        && let Some(analysis) = vector::Analysis::of(f, &flow, (shape, width), isa(Effort::Most)?.as_ref())
    {
        let starts = starts(&analysis.regions);
        let frame = plan::share(f, &analysis.regions, &analysis.frame);
        let plan = Plan::new(f, starts.clone(), &frame);
        let most = if mode == Mode::Vector { usize::MAX } else { MOST_IN_VECTORS };
        let made = generate(f, Effort::Most, |b, isa| vector::emit(f, &plan, &analysis, b, isa, (most, far)));
        if let (Err(error), Mode::Vector) = (&made, mode) {
            return Err(error.clone());
        }
        // What the code generator refuses in vectors it may still do one by one.
        if let Ok(Ok(Made { machine, places, sites, stack })) = made {
            let width = analysis.width;
            return Ok(Object { machine, places, sites, starts, frame, width, stack });
        }
    }
    let effort = if mode == Mode::Quick { Effort::Least } else { Effort::Most };
    let regions = Regions::at_sync_and_waits(f, &flow);
    let (starts, frame) = (starts(&regions), plan::share(f, &regions, regions.frame()));
    let plan = Plan::new(f, starts.clone(), &frame);
    let made = generate(f, effort, |b, isa| {
        Ok::<_, Infallible>(Emitter::new(f, &plan, b, isa, far).emit(&regions))
    })?;
    let Ok(Made { machine, places, sites, stack }) = made;
    Ok(Object { machine, places, sites, starts, frame, width: 1, stack })
}

fn starts(regions: &Regions) -> Vec<Start> {
    regions.iter().map(|(_, region)| region.start).collect()
}

/// Machine code of a function.
struct Made {
    machine: Vec<u8>,
    /// Instruction of each piece of it, by offset.
    places: Vec<(u32, u32)>,
    /// What it calls the host for.
    sites: SiteIds,
    /// Bytes of stack that its frame takes.
    stack: u32,
}

/// Has a function emitted and makes machine code of it; the inner error is the emitter's.
fn generate<E>(
    f: &Function,
    effort: Effort,
    emit: impl FnOnce(FunctionBuilder<'_>, &'static dyn TargetIsa) -> Result<SiteIds, E>,
) -> Result<Result<Made, E>, CompileError> {
    let isa = isa(effort)?;
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.extend([types::I64, types::I32, types::I32, types::I32].map(AbiParam::new));
    signature.returns.push(AbiParam::new(types::I64));
    let mut context =
        Context::for_function(ClifFunction::with_name_signature(UserFuncName::default(), signature));
    let mut builder_context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    let sites = match emit(builder, isa.as_ref()) {
        Ok(sites) => sites,
        Err(e) => return Ok(Err(e)),
    };

    let refused = |reason: String| CompileError::Codegen { kernel: f.name.clone(), reason };
    let compiled = context
        .compile(isa.as_ref(), &mut ControlPlane::default())
        .map_err(|e| refused(format!("{:?}", e.inner)))?;
    if let Some(relocation) = compiled.buffer.relocs().first() {
        return Err(refused(format!("it calls a library function, {:?}", relocation.target)));
    }
    let stack = compiled.buffer.frame_layout().map_or(0, |layout| layout.frame_to_fp_offset);
    if stack > MOST_FRAME {
        return Err(CompileError::Frame { kernel: f.name.clone(), bytes: stack });
    }
    let places =
        compiled.buffer.get_srclocs_sorted().iter().map(|place| (place.start, place.loc.bits())).collect();
    Ok(Ok(Made { machine: compiled.buffer.data().to_vec(), places, sites, stack }))
}
