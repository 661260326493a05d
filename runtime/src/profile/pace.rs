//! Paces of kernels on the virtual timeline (`HIP_SOFT_BLOCK_TIME=modelled`): how long the instructions that
//! a block has executed take.
//!
//! Of the launches of a kernel in one shape, the first is recorded as for a profile, and the profiler's clock
//! estimates its duration. The instructions of all blocks are counted anyhow, and the others take their time
//! in proportion. So a launch has the same times in every run, whichever ends first.

use super::Recording;
use crate::config::{BlockTime, config};
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use crate::trace::complain;
use ::profile::blocks::Pace;
use ::profile::clock::Constants;
use ::profile::{Facts, Profiled, Recorder};
use device::Spec;
use jit::trace::Trace;
use ptx::ir::{Function, Op, System};
use std::collections::BTreeMap;

/// Blocks of a launch that are recorded, spread over the grid.
const RECORDED: u64 = 64;

/// Returns whether the settings ask for modelled durations, and allow them.
pub(crate) fn is_modelled() -> bool {
    static MODELLED: OnceLock<bool> = OnceLock::new();
    *MODELLED.get_or_init(|| {
        let wanted = config().block_time == BlockTime::Modelled && config().simulates();
        if wanted && config().interprets() {
            complain("HIP_SOFT_BLOCK_TIME=modelled: blocks take six cycles an instruction with HIP_SOFT_JIT=interp");
        }
        wanted && !config().interprets()
    })
}

/// Paces of a kernel by shape.
pub(crate) struct Paces {
    kernel: Arc<Profiled>,
    known: Mutex<BTreeMap<Shape, Known>>,
}

/// Threads of a block, its registers and shared bytes, and blocks of the grid, up to the next power of two:
/// grids of a similar size share a pace.
type Shape = ([u32; 3], u32, u32, u64);

/// Pace, once it is known; `None` if there is none.
type Known = Arc<OnceLock<Option<Pace>>>;

/// Pace of a launch, which is known once the first launch of its kernel and shape has ended.
pub(crate) struct LaunchPace {
    pace: Known,
    /// Recorder, if this is that launch.
    recording: Option<(Arc<Recorder>, Facts)>,
    /// Launches by kernels: the one that tells the pace in the end.
    sibling: Option<Arc<Mutex<Sibling>>>,
}

/// Paces of the launches by the threads of a grid.
///
/// Which of them comes first differs from run to run. Of those of a kernel and shape, the one by the first
/// thread tells the pace, and only once the grid has ended are all of them known. Each launch by an earlier
/// thread than those before is recorded, which are few.
pub(crate) struct ChildPaces(Mutex<BTreeMap<ChildKind, Arc<Mutex<Sibling>>>>);

/// Kernel, by its address, and shape.
type ChildKind = (usize, Shape);

/// Launch by a kernel that tells a pace: block and number of the thread that made it.
struct Sibling {
    by: (u64, u32),
    pace: Known,
    /// It keeps the kernel's address, by which the launch is found, from being reused.
    _kernel: Arc<Profiled>,
}

impl Default for ChildPaces {
    fn default() -> ChildPaces {
        ChildPaces(Mutex::new(Rank::Leaf, BTreeMap::new()))
    }
}

/// Pace of a launch by a kernel, to be asked once the grid of the kernel has ended.
pub(crate) struct LaterPace(Arc<Mutex<Sibling>>);

impl LaterPace {
    /// Returns the pace; `None` if there is none.
    pub(crate) fn get(&self) -> Option<Pace> {
        self.0.lock().pace.get().copied().flatten()
    }
}

impl Drop for LaunchPace {
    fn drop(&mut self) {
        // If the launch was refused or dropped, no pace will be known.
        if self.recording.is_some() {
            let _known = self.pace.set(None);
        }
    }
}

impl Paces {
    /// Creates the paces of a kernel in its instrumented form; its own parameters end at `own_bytes`. `None`
    /// if they are not wanted, and for kernels that launch kernels, whose steps are counted in instructions.
    pub(crate) fn new(run: &Function, own_bytes: u32, text: &str) -> Option<Paces> {
        let launches = |op: &Op| matches!(op, Op::System(System::Call(call)) if !call.is_instrumentation());
        let mut ops = run.blocks().flat_map(|block| &run.block(block).insts).map(|&inst| &run.inst(inst).op);
        if !is_modelled() || ops.any(launches) {
            return None;
        }
        let plain = ptx::pass::without_notes(run, own_bytes);
        let kernel = Arc::new(Profiled::new(&plain, run, text));
        Some(Paces { kernel, known: Mutex::new(Rank::Leaf, BTreeMap::new()) })
    }

    /// Returns the pace of a launch, and what records its blocks if it is the first of its shape.
    pub(crate) fn of_launch(&self, facts: Facts, spec: &Spec) -> (LaunchPace, Option<Arc<dyn Trace>>) {
        let shape = shape_of(&facts);
        let mut known = self.known.lock();
        if let Some(pace) = known.get(&shape) {
            return (LaunchPace { pace: Arc::clone(pace), recording: None, sibling: None }, None);
        }
        let pace = Known::default();
        known.insert(shape, Arc::clone(&pace));
        drop(known);
        self.recorded(pace, facts, spec, None)
    }

    /// Returns the same of a launch by a thread of a grid: the thread's block and its number in the block.
    /// The pace is known once the grid has ended.
    pub(crate) fn of_child(
        &self,
        (siblings, by): (&ChildPaces, (u64, u32)),
        facts: Facts,
        spec: &Spec,
    ) -> (LaunchPace, Option<Arc<dyn Trace>>) {
        let pace = Known::default();
        let own = || Sibling { by, pace: Arc::clone(&pace), _kernel: Arc::clone(&self.kernel) };
        let mut first = false;
        let sibling = {
            let mut known = siblings.0.lock();
            let place = known.entry((Arc::as_ptr(&self.kernel).addr(), shape_of(&facts)));
            let sibling = place.or_insert_with(|| {
                first = true;
                Arc::new(Mutex::new(Rank::Leaf, own()))
            });
            Arc::clone(sibling)
        };
        if !first {
            let mut sibling = sibling.lock();
            if by < sibling.by {
                *sibling = own();
                first = true;
            }
        }
        if !first {
            return (LaunchPace { pace, recording: None, sibling: Some(sibling) }, None);
        }
        self.recorded(pace, facts, spec, Some(sibling))
    }

    /// Returns the pace of a launch that tells it, and what records its blocks.
    fn recorded(
        &self,
        pace: Known,
        facts: Facts,
        spec: &Spec,
        sibling: Option<Arc<Mutex<Sibling>>>,
    ) -> (LaunchPace, Option<Arc<dyn Trace>>) {
        let shape = facts.shape(spec, &self.kernel.code, RECORDED);
        let recorder = Arc::new(Recorder::new(Arc::clone(&self.kernel.code), shape));
        let trace = Recording(Arc::clone(&recorder));
        (LaunchPace { pace, recording: Some((recorder, facts)), sibling }, Some(Arc::new(trace)))
    }
}

impl LaunchPace {
    /// Takes note of the launch's end: the instructions of each block, and the number of blocks that the
    /// timeline places on an SM.
    pub(crate) fn ended(&self, spec: &Spec, instructions: &[u64], resident: u64) {
        let superseded = |sibling: &Arc<Mutex<Sibling>>| !Arc::ptr_eq(&sibling.lock().pace, &self.pace);
        if let Some((recorder, facts)) = &self.recording
            && !self.sibling.as_ref().is_some_and(superseded)
        {
            let constants = Constants::new(spec);
            let pace = Pace::new((&constants, spec), facts, recorder, instructions, resident);
            let _known = self.pace.set(pace);
        }
    }

    /// Returns whether the pace is known by now, or this launch tells it.
    pub(crate) fn is_settled(&self) -> bool {
        self.recording.is_some() || self.pace.get().is_some()
    }

    /// Returns the pace; `None` if there is none.
    pub(crate) fn get(&self) -> Option<Pace> {
        self.pace.get().copied().flatten()
    }

    /// Returns the pace of a launch by a kernel.
    pub(crate) fn later(&self) -> Option<LaterPace> {
        self.sibling.clone().map(LaterPace)
    }
}

fn shape_of(facts: &Facts) -> Shape {
    let blocks: u64 = facts.grid.iter().map(|&n| u64::from(n)).product();
    (facts.block, facts.registers, facts.shared, blocks.next_power_of_two())
}
