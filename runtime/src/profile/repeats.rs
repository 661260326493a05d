//! Instruction counts of repeated launches in virtual time.
//!
//! If a kernel's branches follow from a launch's shape and some parameters, launches that have these in
//! common execute as many instructions, block by block. The first is counted. The others run the code that
//! they run without virtual time.

use crate::sync::{Arc, Mutex, OnceLock, Rank};
use ptx::analysis::branching::deciding_parameters;
use ptx::ir::Function;
use std::collections::BTreeMap;
use std::ops::Range;

/// Limit of the counts of a kernel that are kept, in blocks of grids and launches. Beyond, all are dropped.
const MOST: usize = 1 << 20;

/// Launch facts that counts follow from: the grid and the block by axis, dynamic shared memory in bytes, and
/// the bytes of the deciding parameters.
type Key = ([u32; 3], [u32; 3], u32, Vec<u8>);

/// Counts of a kernel's launches.
pub(crate) struct Repeats {
    /// The kernel before the passes, and what makes it executable.
    plain: Function,
    build: fn(Function) -> Option<Arc<jit::Kernel>>,
    built: OnceLock<Option<Arc<jit::Kernel>>>,
    /// Bytes of the deciding parameters.
    deciding: Vec<Range<u32>>,
    known: Mutex<BTreeMap<Key, Arc<[u64]>>>,
}

/// Launch with counts that serve others.
pub(crate) struct Counted {
    repeats: Arc<Repeats>,
    key: Key,
}

impl Repeats {
    /// Creates the counts of a kernel in its instrumented form, `run`; `plain` is the kernel before the
    /// passes. `None` if counts follow from more than a launch's shape and parameters.
    pub(crate) fn new(
        run: &Function,
        plain: Function,
        build: fn(Function) -> Option<Arc<jit::Kernel>>,
    ) -> Option<Arc<Repeats>> {
        let deciding = deciding_parameters(run)?;
        let known = Mutex::new(Rank::Leaf, BTreeMap::new());
        Some(Arc::new(Repeats { plain, build, built: OnceLock::new(), deciding, known }))
    }

    /// Returns the counts of a launch by block, with the kernel that does not count, if they are known; else
    /// the launch that is to be counted.
    pub(crate) fn find(
        self: &Arc<Repeats>,
        (grid, block, shared): ([u32; 3], [u32; 3], u32),
        params: &[u8],
    ) -> Result<(Arc<[u64]>, Arc<jit::Kernel>), Counted> {
        let bytes = |range: &Range<u32>| params.get(range.start as usize..range.end as usize);
        let decided = self.deciding.iter().flat_map(|range| bytes(range).unwrap_or_default());
        let key = (grid, block, shared, decided.copied().collect());
        let known = self.known.lock().get(&key).cloned();
        let build = || (self.build)(self.plain.clone());
        match known.and_then(|known| Some((known, self.built.get_or_init(build).clone()?))) {
            Some(found) => Ok(found),
            None => Err(Counted { repeats: Arc::clone(self), key }),
        }
    }
}

impl Counted {
    /// Keeps the counts of the launch, which has ended.
    pub(crate) fn ended(&self, counts: &[u64]) {
        let mut known = self.repeats.known.lock();
        let kept: usize = known.values().map(|counts| counts.len() + 1).sum();
        if kept.saturating_add(counts.len()) >= MOST {
            known.clear();
        }
        if counts.len() < MOST {
            known.insert(self.key.clone(), counts.into());
        }
    }
}
