//! Kernels, and when they are compiled.
//!
//! Code is made in one of two ways: in the least time, or such that it runs fast. Which of them a launch starts with, and
//! when it goes over to the other, depends on how often threads went through the kernel and round its loops: on counts,
//! never on a clock. Both compute the same.

use crate::cache::{Cache, Meaning};
use crate::compile::{Code, CompileError, Mode};
use crate::lower;
use ptx::analysis::cfg::Graph;
use ptx::analysis::dom::Dominators;
use ptx::analysis::loops::Loops;
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::Function;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Passes of a thread through the kernel, or round a loop, that make it worth its best code: a pass of code that was made
/// in the least time costs about 2 ns an instruction, and making the best code 50 to 100 µs an instruction.
const HOT: u64 = 1 << 15;

/// How often a loop is expected to go round, to begin with.
const TURNS: u64 = 8;

type Compiled = Result<Arc<Code>, Arc<CompileError>>;
/// How code is made, and for which ways that lanes lie in vectors if that matters.
type Variant = (Mode, Option<(ShapeClass, u32)>);

/// A kernel; compiled when it first runs, once for each class of block shapes that its code depends on.
pub struct Kernel {
    function: Arc<Function>,
    mode: Mode,
    /// Its code asks about addresses that lie outside what a launch reaches by itself.
    far: bool,
    /// The same kernel, with such code.
    other: OnceLock<Arc<Kernel>>,
    cache: Option<(Arc<Cache>, OnceLock<Meaning>)>,
    compiled: Mutex<BTreeMap<Variant, Arc<OnceLock<Compiled>>>>,
    /// Passes that were counted.
    passes: AtomicU64,
    /// Passes that a thread is expected to make.
    expected: OnceLock<u64>,
}

impl Kernel {
    /// A kernel from IR that the passes have run over.
    pub fn new(function: Arc<Function>, mode: Mode) -> Kernel {
        let (compiled, passes) = (Mutex::default(), AtomicU64::new(0));
        let (far, other, expected) = (false, OnceLock::new(), OnceLock::new());
        Kernel { function, mode, far, other, cache: None, compiled, passes, expected }
    }

    /// The same kernel, which shares its code with all that mean the same.
    #[must_use]
    pub fn with_cache(self, cache: Arc<Cache>) -> Kernel {
        Kernel { cache: Some((cache, OnceLock::new())), ..self }
    }

    /// The same kernel, with code that asks whether it may touch what lies outside the [reach](crate::Reach) of its launch,
    /// and goes on if so. Such code is slower where it asks, and there alone.
    pub fn far(&self) -> Arc<Kernel> {
        let make = || {
            let kernel = Kernel::new(Arc::clone(&self.function), self.mode);
            let cache = self.cache.as_ref().map(|(cache, _)| (Arc::clone(cache), OnceLock::new()));
            Arc::new(Kernel { far: true, cache, ..kernel })
        };
        Arc::clone(self.other.get_or_init(make))
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
        self.made(variant(self.mode, block))
    }

    /// The code that a launch of so many threads starts with; whether there may be better code later.
    pub(crate) fn start(
        &self,
        block: [u32; 3],
        threads: u64,
    ) -> Result<(Arc<Code>, bool), Arc<CompileError>> {
        if self.mode != Mode::Auto {
            return Ok((self.compile(block)?, false));
        }
        let expected = threads.saturating_mul(*self.expected.get_or_init(|| expected_passes(&self.function)));
        let best = variant(Mode::Auto, block);
        if self.passes.load(Ordering::Relaxed).saturating_add(expected) >= HOT {
            return Ok((self.made(best)?, false));
        }
        match self.there(best) {
            Some(code) => Ok((code?, false)),
            None => Ok((self.made(variant(Mode::Quick, block))?, true)),
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

    fn made(&self, variant: Variant) -> Compiled {
        let slot = {
            let mut compiled = self.compiled.lock().unwrap_or_else(|e| e.into_inner());
            Arc::clone(compiled.entry(variant).or_default())
        };
        slot.get_or_init(|| {
            let (mode, lanes) = variant;
            let make = || lower::compile(&self.function, mode, lanes, self.far);
            match &self.cache {
                Some((cache, meaning)) => {
                    let meaning = meaning.get_or_init(|| Meaning::of(&self.function));
                    cache.code(&self.function, cache.key(meaning, mode, lanes, self.far)?, make)
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
        let key = cache.key(meaning, variant.0, variant.1, self.far).ok()?;
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
