//! Kernels, and when they are compiled.
//!
//! Code is made in one of two ways: in the least time, or such that it runs fast. A launch begins with the
//! best code if that is there, else with the other. Which kernels are worth their best code depends on how
//! often threads went through them and round their loops: on counts, never on a clock. It is made
//! [beside](crate::background) their launches, and no launch waits for it. Both compute the same.

use crate::background;
use crate::beyond::Asks;
use crate::cache::{Cache, Meaning};
use crate::check::Checked;
use crate::code::Code;
use crate::compile::{CompileError, Mode};
use crate::limits::Limits;
use crate::lower;
use ptx::analysis::cfg::Graph;
use ptx::analysis::dom::Dominators;
use ptx::analysis::loops::Loops;
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::Function;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Passes of a thread through the kernel, or round a loop, that make it worth its best code: a pass of code
/// that was made in the least time costs about 2 ns an instruction, and making the best code 50 to 100 µs an
/// instruction.
const HOT: u64 = 1 << 15;

/// How often a loop is expected to go round, to begin with.
const TURNS: u64 = 8;

/// Writes a line about how kernels are compiled.
pub type Log = fn(fmt::Arguments<'_>);

pub(crate) type Compiled = Result<Arc<Code>, Arc<CompileError>>;
pub(crate) type Slot = Arc<OnceLock<Compiled>>;
/// How code is made, and for which ways that lanes lie in vectors if that matters.
type Variant = (Mode, Option<(ShapeClass, u32)>);

/// A kernel; compiled when it first runs, once for each class of block shapes that its code depends on.
pub struct Kernel {
    function: Arc<Function>,
    mode: Mode,
    /// What its code asks the host about: with `far` addresses that lie outside what a launch reaches by
    /// itself.
    asks: Asks,
    /// The same kernel, with such code.
    other: OnceLock<Arc<Kernel>>,
    cache: Option<(Arc<Cache>, OnceLock<Meaning>)>,
    limits: Limits,
    log: Option<Log>,
    /// The variants that the thread for it has been asked for.
    asked: Mutex<BTreeSet<Variant>>,
    compiled: Mutex<BTreeMap<Variant, Slot>>,
    /// Passes that were counted.
    passes: AtomicU64,
    /// Passes that a thread is expected to make.
    expected: OnceLock<u64>,
    /// Its instructions.
    size: OnceLock<usize>,
}

impl Kernel {
    /// A kernel from IR that the passes have run over.
    pub fn new(function: Arc<Function>, mode: Mode) -> Kernel {
        let (compiled, passes) = (Mutex::default(), AtomicU64::new(0));
        let (other, expected, size) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let limits = Limits::default();
        Kernel {
            function,
            mode,
            asks: Asks::default(),
            other,
            cache: None,
            limits,
            log: None,
            asked: Mutex::default(),
            compiled,
            passes,
            expected,
            size,
        }
    }

    /// The same kernel, whose best code may take so much to make.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Kernel {
        Kernel { limits, ..self }
    }

    /// The same kernel, which has it written down if it is compiled otherwise than was asked for.
    #[must_use]
    pub fn with_log(self, log: Log) -> Kernel {
        Kernel { log: Some(log), ..self }
    }

    /// The same kernel, which shares its code with all that mean the same.
    #[must_use]
    pub fn with_cache(self, cache: Arc<Cache>) -> Kernel {
        Kernel { cache: Some((cache, OnceLock::new())), ..self }
    }

    /// The same kernel, with code that asks whether it may touch what lies outside the [reach](crate::Reach)
    /// of its launch, and goes on if so. Such code is slower where it asks, and there alone.
    pub fn far(&self) -> Arc<Kernel> {
        let make = || {
            let kernel = Kernel::new(Arc::clone(&self.function), self.mode);
            let cache = self.cache.as_ref().map(|(cache, _)| (Arc::clone(cache), OnceLock::new()));
            let (limits, log) = (self.limits, self.log);
            let asks = Asks { far: true, ..self.asks };
            Arc::new(Kernel { asks, cache, limits, log, ..kernel })
        };
        Arc::clone(self.other.get_or_init(make))
    }

    /// The same kernel, with code that asks a [watcher](crate::check) about what it does; such code runs
    /// thread by thread.
    #[must_use]
    pub fn checked(self, checked: Checked) -> Kernel {
        Kernel { asks: Asks { checked, ..self.asks }, ..self }
    }

    /// What its code asks a watcher about.
    pub(crate) fn asks(&self) -> Checked {
        self.asks.checked
    }

    /// The variant of code for a block shape; what is watched runs thread by thread.
    fn variant(&self, mode: Mode, block: [u32; 3]) -> Variant {
        match (self.asks.checked, mode) {
            (Checked::No, _) | (_, Mode::Quick) => variant(mode, block),
            _ => variant(Mode::Scalar, block),
        }
    }

    /// The kernel's IR.
    pub fn function(&self) -> &Arc<Function> {
        &self.function
    }

    /// The best code for a block shape, compiled if this is its first use.
    ///
    /// # Errors
    /// See [`CompileError`]; the same error comes again each time.
    pub fn compile(&self, block: [u32; 3]) -> Compiled {
        self.made(self.variant(self.mode, block))
    }

    /// The code that a launch of so many threads starts with, and where better code will be if that is made
    /// meanwhile.
    pub(crate) fn start(
        self: &Arc<Self>,
        block: [u32; 3],
        threads: u64,
    ) -> Result<(Arc<Code>, Option<Slot>), Arc<CompileError>> {
        if self.mode != Mode::Auto {
            return Ok((self.compile(block)?, None));
        }
        let best = self.variant(Mode::Auto, block);
        if let Some(Ok(code)) = self.there(best) {
            return Ok((code, None));
        }
        let expected = threads.saturating_mul(*self.expected.get_or_init(|| expected_passes(&self.function)));
        let hot = self.passes.load(Ordering::Relaxed).saturating_add(expected) >= HOT;
        let quick = self.made(self.variant(Mode::Quick, block))?;
        if self.size() > self.limits.instructions {
            return Ok((quick, None));
        }
        let slot = self.slot(best);
        if hot {
            self.improve(block);
        }
        Ok((quick, Some(slot)))
    }

    /// Has the best code made by the thread for it.
    pub(crate) fn improve(self: &Arc<Self>, block: [u32; 3]) {
        let best = self.variant(Mode::Auto, block);
        let mut asked = self.asked.lock().unwrap_or_else(|e| e.into_inner());
        if asked.insert(best) {
            let kernel = Arc::downgrade(self);
            let job = move || {
                // Its module may be gone by now.
                if let Some(kernel) = kernel.upgrade() {
                    // An error is kept with the code: what there is has to do.
                    let _ = kernel.compile(block);
                }
            };
            if !background::request(Box::new(job)) {
                asked.remove(&best);
            }
        }
    }

    /// Its instructions.
    fn size(&self) -> usize {
        *self.size.get_or_init(|| {
            let size = lower::instructions(&self.function);
            let most = self.limits.instructions;
            if self.mode == Mode::Auto && size > most {
                let name = &self.function.name;
                self.note(format_args!("`{name}`: {size} instructions, best code is made of {most} at most"));
            }
            size
        })
    }

    fn note(&self, what: fmt::Arguments<'_>) {
        if let Some(log) = self.log {
            log(what);
        }
    }

    /// Notes that threads went so often through code that was made in the least time.
    pub(crate) fn count(&self, passes: u64) {
        self.passes.fetch_add(passes, Ordering::Relaxed);
    }

    /// Whether the kernel is worth its best code.
    pub(crate) fn is_hot(&self) -> bool {
        self.passes.load(Ordering::Relaxed) >= HOT
    }

    /// Where a variant's code is, or will be.
    fn slot(&self, variant: Variant) -> Slot {
        let mut compiled = self.compiled.lock().unwrap_or_else(|e| e.into_inner());
        Arc::clone(compiled.entry(variant).or_default())
    }

    fn made(&self, variant: Variant) -> Compiled {
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
                        let meaning = meaning.get_or_init(|| Meaning::of(&self.function));
                        let key = cache.key(meaning, mode, lanes, (self.asks, &self.limits))?;
                        cache.code(&self.function, key, make)
                    }
                    None => Ok(Arc::new(Code::load(&self.function, make()?)?)),
                }
            })
            .clone()
    }

    /// Code that need not be made.
    fn there(&self, variant: Variant) -> Option<Compiled> {
        let mut compiled = self.compiled.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(slot) = compiled.get(&variant) {
            return slot.get().cloned();
        }
        // Asked once: what the cache gets later comes by this kernel, or is as good as none.
        let (cache, meaning) = self.cache.as_ref()?;
        let meaning = meaning.get_or_init(|| Meaning::of(&self.function));
        let key = cache.key(meaning, variant.0, variant.1, (self.asks, &self.limits)).ok()?;
        let code = cache.find(&self.function, key);
        let slot = compiled.entry(variant).or_default();
        let _ = slot.set(Ok(code?));
        slot.get().cloned()
    }
}

/// The variant of code for a block shape. What runs thread by thread is the same for all.
fn variant(mode: Mode, block: [u32; 3]) -> Variant {
    let width = lower::width(block);
    match mode {
        Mode::Scalar | Mode::Quick => (mode, None),
        Mode::Auto | Mode::Vector => (mode, Some((ShapeClass::of(block, width), width))),
    }
}

/// How often a thread is expected to come by the most frequent place of a kernel.
fn expected_passes(f: &Function) -> u64 {
    let graph = Graph::of(f);
    let loops = Loops::of(&graph, &Dominators::of(&graph));
    let deepest = loops.iter().map(|(_, l)| l.depth).max().unwrap_or(0);
    TURNS.saturating_pow(deepest.min(8))
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.function.name)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}
