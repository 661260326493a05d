//! Kernels and the choice of their code.
//!
//! Code is compiled in one of two ways: quickly, or for speed (the best code). A launch starts with the best
//! code if it exists, else with quick code. Counts of executed threads and loop iterations decide whether a
//! kernel is worth its best code; no clock is involved. The best code is made [in the
//! background](crate::background), and no launch waits for it. Both compute the same results.

use crate::background;
use crate::cache::{Cache, Meaning};
use crate::check::Checked;
use crate::code::Code;
use crate::compile::{CompileError, Mode};
use crate::limits::Limits;
use crate::lower;
use crate::passes::{Pass, timed};
use crate::reach::Asks;
use crate::trace;
use ptx::analysis::cfg::Graph;
use ptx::analysis::dom::Dominators;
use ptx::analysis::loops::Loops;
use ptx::analysis::uniform::ShapeClass;
use ptx::exec::WARP;
use ptx::ir::Function;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Number of thread passes through the kernel or its loops that make it worth its best code: a pass of quick
/// code costs about 2 ns an instruction, and making the best code 3 to 18 µs.
const HOT: u64 = 1 << 13;

/// Bytes that a grid stores past the caches, at least.
const STREAMED: u64 = 32 << 20;

/// Assumed iterations of a loop.
const LOOP_ITERATIONS: u64 = 8;

/// Writes a line about the compilation of kernels.
pub type Log = fn(fmt::Arguments<'_>);

pub(crate) type Compiled = Result<Arc<Code>, Arc<CompileError>>;
pub(crate) type Slot = Arc<OnceLock<Compiled>>;
/// Mode of compilation, and the lane layout if the code depends on it.
type Variant = (Mode, Option<(ShapeClass, u32)>);

/// A kernel; compiled at its first run, once for each class of block shapes on which its code depends.
pub struct Kernel {
    function: Arc<Function>,
    mode: Mode,
    /// Questions of its code to the host: with `far`, about addresses outside the reach of a launch.
    asks: Asks,
    /// The same kernel with `outside` set.
    other: OnceLock<Arc<Kernel>>,
    /// The same kernel with `traced` set.
    traced: OnceLock<Arc<Kernel>>,
    cache: Option<(Arc<Cache>, OnceLock<Meaning>)>,
    limits: Limits,
    log: Option<Log>,
    /// Variants requested from the background thread.
    asked: Mutex<BTreeSet<Variant>>,
    compiled: Mutex<BTreeMap<Variant, Slot>>,
    /// Passes counted so far.
    passes: AtomicU64,
    /// Expected passes of a thread.
    expected: OnceLock<u64>,
    /// Strips of whole warps pay.
    whole_warps: OnceLock<bool>,
    /// Number of instructions.
    size: OnceLock<usize>,
    /// Bytes that a thread stores past the caches if its grid stores much.
    streamed_bytes: OnceLock<u64>,
    /// Maximum number of words that traced code appends at once.
    trace_words: OnceLock<usize>,
}

impl Kernel {
    /// Creates a kernel from IR on which the passes have run.
    pub fn new(function: Arc<Function>, mode: Mode) -> Kernel {
        let (compiled, passes) = (Mutex::default(), AtomicU64::new(0));
        let (other, traced) = (OnceLock::new(), OnceLock::new());
        let (expected, size) = (OnceLock::new(), OnceLock::new());
        let limits = Limits::default();
        Kernel {
            function,
            mode,
            asks: Asks::default(),
            other,
            traced,
            cache: None,
            limits,
            log: None,
            asked: Mutex::default(),
            compiled,
            passes,
            expected,
            whole_warps: OnceLock::new(),
            size,
            streamed_bytes: OnceLock::new(),
            trace_words: OnceLock::new(),
        }
    }

    /// Returns the kernel with limits for its best code.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Kernel {
        Kernel { limits, ..self }
    }

    /// Returns the kernel with a log for deviations from the requested mode.
    #[must_use]
    pub fn with_log(self, log: Log) -> Kernel {
        Kernel { log: Some(log), ..self }
    }

    /// Returns the kernel with a cache, shared with all kernels of equal IR.
    #[must_use]
    pub fn with_cache(self, cache: Arc<Cache>) -> Kernel {
        Kernel { cache: Some((cache, OnceLock::new())), ..self }
    }

    /// Returns the same kernel with code that asks about addresses outside the [reach](crate::Reach) of its
    /// launch. Only the accesses that ask are slower.
    pub fn with_outside_reach(&self) -> Arc<Kernel> {
        let make = || Arc::new(self.with_questions(Asks { outside: true, ..self.asks }));
        Arc::clone(self.other.get_or_init(make))
    }

    /// Returns the kernel with code that reports to a [watcher](crate::check); such code runs thread by
    /// thread.
    #[must_use]
    pub fn checked(self, checked: Checked) -> Kernel {
        Kernel { asks: Asks { checked, ..self.asks }, ..self }
    }

    /// Returns the same kernel with code that [records](crate::trace) what its lanes execute.
    pub fn traced(&self) -> Arc<Kernel> {
        let make = || Arc::new(self.with_questions(Asks { traced: true, ..self.asks }));
        Arc::clone(self.traced.get_or_init(make))
    }

    /// Returns the same kernel with code that asks other questions.
    fn with_questions(&self, asks: Asks) -> Kernel {
        let kernel = Kernel::new(Arc::clone(&self.function), self.mode);
        let cache = self.cache.as_ref().map(|(cache, _)| (Arc::clone(cache), OnceLock::new()));
        let (limits, log) = (self.limits, self.log);
        Kernel { asks, cache, limits, log, ..kernel }
    }

    /// Returns the accesses about which its code asks a watcher.
    pub(crate) fn asks(&self) -> Checked {
        self.asks.checked
    }

    /// Returns the variant of code for a block shape; watched code runs thread by thread. Scalar code is the
    /// same for all shapes.
    fn variant(&self, mode: Mode, block: [u32; 3]) -> Variant {
        let by_thread = self.asks.checked != Checked::No;
        match mode {
            Mode::Auto | Mode::Vector if by_thread => (Mode::Scalar, None),
            Mode::Scalar | Mode::Quick => (mode, None),
            Mode::Auto | Mode::Vector => {
                let warps = *self.whole_warps.get_or_init(|| lower::takes_whole_warps(&self.function));
                // Records of whole warps need no merging. If a warp spans rows, code for a row is faster.
                let in_rows = ShapeClass::new(block, WARP) != ShapeClass::Any;
                let width = match self.asks.traced && lower::has_whole_warps() && in_rows {
                    true => WARP,
                    false => lower::width(block, warps),
                };
                (mode, Some((ShapeClass::new(block, width), width)))
            }
        }
    }

    /// Returns the [words](trace::most_words) that its code, if it is traced, appends at once.
    pub(crate) fn trace_words(&self) -> usize {
        *self.trace_words.get_or_init(|| trace::most_words(&self.function))
    }

    /// Returns whether code stores past the caches in a grid of so many threads: where it stores more than
    /// they hold.
    pub(crate) fn streams(&self, threads: u64) -> bool {
        let each = *self.streamed_bytes.get_or_init(|| lower::streamed_bytes(&self.function));
        threads.saturating_mul(each) >= STREAMED
    }

    /// Returns the kernel's IR.
    pub fn function(&self) -> &Arc<Function> {
        &self.function
    }

    /// Returns the best code for a block shape; compiles it at its first use.
    ///
    /// # Errors
    /// See [`CompileError`]; later calls return the same error.
    pub fn compile(&self, block: [u32; 3]) -> Compiled {
        self.compile_variant(self.variant(self.mode, block))
    }

    /// Returns the code for the start of a launch with `threads` threads, and the slot for better code if
    /// that is made later.
    pub(crate) fn start(
        self: &Arc<Self>,
        block: [u32; 3],
        threads: u64,
    ) -> Result<(Arc<Code>, Option<Slot>), Arc<CompileError>> {
        if self.mode != Mode::Auto {
            return Ok((self.compile(block)?, None));
        }
        let best = self.variant(Mode::Auto, block);
        if let Some(Ok(code)) = self.find_existing(best) {
            return Ok((code, None));
        }
        let expected = threads.saturating_mul(*self.expected.get_or_init(|| expected_passes(&self.function)));
        let hot = self.passes.load(Ordering::Relaxed).saturating_add(expected) >= HOT;
        let quick = self.compile_variant(self.variant(Mode::Quick, block))?;
        if self.size() > self.limits.instructions {
            return Ok((quick, None));
        }
        let slot = self.slot(best);
        if hot {
            self.improve(block);
        }
        Ok((quick, Some(slot)))
    }

    /// Requests the best code from the background thread.
    pub(crate) fn improve(self: &Arc<Self>, block: [u32; 3]) {
        let best = self.variant(Mode::Auto, block);
        let mut asked = self.asked.lock().unwrap_or_else(|e| e.into_inner());
        if asked.insert(best) {
            let kernel = Arc::downgrade(self);
            let job = move || {
                // The kernel's module may have been unloaded.
                if let Some(kernel) = kernel.upgrade() {
                    // An error is kept in the slot; the quick code continues to be used.
                    let _ = kernel.compile(block);
                }
            };
            if !background::request(Box::new(job)) {
                asked.remove(&best);
            }
        }
    }

    /// Returns the number of instructions.
    fn size(&self) -> usize {
        *self.size.get_or_init(|| {
            let size = lower::instructions(&self.function);
            let most = self.limits.instructions;
            if self.mode == Mode::Auto && size > most {
                let name = &self.function.name;
                self.note(format_args!(
                    "`{name}`: {size} instructions exceed the limit of {most} for optimised code"
                ));
            }
            size
        })
    }

    fn note(&self, what: fmt::Arguments<'_>) {
        if let Some(log) = self.log {
            log(what);
        }
    }

    /// Counts passes of threads through quick code.
    pub(crate) fn count(&self, passes: u64) {
        self.passes.fetch_add(passes, Ordering::Relaxed);
    }

    /// Returns whether the kernel is worth its best code.
    pub(crate) fn is_hot(&self) -> bool {
        self.passes.load(Ordering::Relaxed) >= HOT
    }

    /// Returns the slot of a variant's code.
    fn slot(&self, variant: Variant) -> Slot {
        let mut compiled = self.compiled.lock().unwrap_or_else(|e| e.into_inner());
        Arc::clone(compiled.entry(variant).or_default())
    }

    fn compile_variant(&self, variant: Variant) -> Compiled {
        self.slot(variant)
            .get_or_init(|| {
                let (mode, lanes) = variant;
                let make = || {
                    let (object, remark) =
                        lower::compile(&self.function, mode, lanes, self.asks, &self.limits)?;
                    if let Some(remark) = remark {
                        self.note(format_args!("{remark}"));
                    }
                    Ok(object)
                };
                match &self.cache {
                    Some((cache, meaning)) => {
                        let meaning = meaning.get_or_init(|| Meaning::digest(&self.function));
                        let key = cache.key(meaning, mode, lanes, (self.asks, &self.limits))?;
                        cache.code(&self.function, key, make)
                    }
                    None => {
                        let object = make()?;
                        let code = timed(Pass::Load, || Code::load(&self.function, object), |_| 0);
                        Ok(Arc::new(code?))
                    }
                }
            })
            .clone()
    }

    /// Returns code that exists already.
    fn find_existing(&self, variant: Variant) -> Option<Compiled> {
        let mut compiled = self.compiled.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(slot) = compiled.get(&variant) {
            return slot.get().cloned();
        }
        // The cache is asked once: code that enters it later comes from this kernel or hardly matters.
        let (cache, meaning) = self.cache.as_ref()?;
        let meaning = meaning.get_or_init(|| Meaning::digest(&self.function));
        let key = cache.key(meaning, variant.0, variant.1, (self.asks, &self.limits)).ok()?;
        let code = cache.find(&self.function, key);
        let slot = compiled.entry(variant).or_default();
        let _ = slot.set(Ok(code?));
        slot.get().cloned()
    }
}

/// Returns the expected number of passes of a thread through the kernel's most frequent block.
fn expected_passes(f: &Function) -> u64 {
    let graph = Graph::from_function(f);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    let deepest = loops.iter().map(|(_, l)| l.depth).max().unwrap_or(0);
    LOOP_ITERATIONS.saturating_pow(deepest.min(8))
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.function.name)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}
