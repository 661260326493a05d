//! The checker (`HIP_SOFT_CHECK`): what kernels may touch, and what they did.
//!
//! Kernels run as compiled code that asks here before it touches memory (`jit::check`), or on the reference
//! interpreter, which reports the same. An access of device-visible memory must lie in one live allocation,
//! the one that its pointer points to; bytes that are used must be bytes that somebody wrote (device and
//! shared memory; copies carry that along; module variables, managed and page-locked memory count as
//! written); two accesses of a place must be ordered ([`race`], [`grid`]); barriers and warp operations
//! must be used as CUDA says ([`sync`]). A wrong access is told on standard error and left out (a load reads
//! zeros), and the kernel goes on, so that more is found; one outside the device window faults as it always
//! does.

mod block;
mod clocks;
mod flight;
mod grid;
mod json;
mod kernel;
mod quick;
mod race;
mod report;
mod shadow;
mod sync;

use crate::config::{Checks, config};
use crate::exit;
use crate::memory::observer::Observer;
use crate::memory::range::Allocation;
use crate::sync::{Arc, AtomicU64, Mutex, OnceLock, Ordering, Rank};
use grid::Grid;
use jit::guard::Guard;
use report::{Finding, Reports, What};
use shadow::{Live, Near, Shadow};

pub(crate) use block::{BlockState, Parts};
pub(crate) use kernel::{Facts, Kernel, Watcher};

/// What the process exits with if anything was found.
const EXIT_CODE: i32 = 66;

/// Bytes behind each allocation that belong to none.
const RED_ZONE: u64 = 512;

/// The process's checker.
pub(crate) struct Checker {
    checks: Checks,
    shadow: Mutex<Shadow>,
    /// How often that changed.
    changes: AtomicU64,
    reports: Mutex<Reports>,
    /// Memory for what launches do, used again.
    grids: Mutex<Vec<Grid>>,
    /// What closes device memory to the host.
    guard: OnceLock<Option<Guard>>,
}

/// Of launches that have ended, the memory of so many is kept.
const SPARE_GRIDS: usize = 2;

/// The checker, if one is wanted.
pub(crate) fn checker() -> Option<&'static Checker> {
    static CHECKER: OnceLock<Option<Checker>> = OnceLock::new();
    let make = || {
        let checks = config().checks;
        checks.any().then(|| {
            exit::at_exit(exit::Part::Checker, last_word);
            Checker {
                checks,
                shadow: Mutex::new(Rank::Leaf, Shadow::default()),
                changes: AtomicU64::new(1),
                reports: Mutex::new(Rank::Leaf, Reports::default()),
                grids: Mutex::new(Rank::Leaf, Vec::new()),
                guard: OnceLock::new(),
            }
        })
    };
    CHECKER.get_or_init(make).as_ref()
}

/// The end of the process: writes the summary; the exit code if there were errors.
fn last_word() -> Option<i32> {
    let (summary, errors) = checker()?.summary()?;
    eprintln!("{summary}");
    errors.then_some(EXIT_CODE)
}

/// Work for a device has been done: what the host touched of its memory is reported, and closed again.
pub(crate) fn settle() {
    if let Some(checker) = checker() {
        checker.settle();
    }
}

impl Checker {
    /// What code of kernels asks about.
    pub(crate) const fn asks(&self) -> jit::check::Checked {
        let Checks { memory, race, uninit, sync, .. } = self.checks;
        match (race || uninit, memory || sync) {
            (true, _) => jit::check::Checked::All,
            (false, true) => jit::check::Checked::Bounds,
            (false, false) => jit::check::Checked::No,
        }
    }

    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Release);
    }

    fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// What blocks of a launch do to global memory: nothing yet.
    fn grid(&self) -> Box<Grid> {
        let spare = self.grids.lock().pop();
        let mut grid = Box::new(spare.unwrap_or_default());
        grid.begin();
        grid
    }

    /// Keeps memory of a launch that has ended.
    fn spare(&self, grid: Grid) {
        let mut grids = self.grids.lock();
        if grids.len() < SPARE_GRIDS {
            grids.push(grid);
        }
    }

    /// Notes that an allocation became the heap that kernels allocate from.
    pub(crate) fn is_heap(&self, base: u64) {
        self.shadow.lock().is_heap(base);
        self.changed();
    }

    /// Notes what a kernel allocated.
    pub(crate) fn kernel_allocated(&self, base: u64, bytes: u64) {
        self.shadow.lock().kernel_allocated(base, bytes);
        self.changed();
    }

    /// Notes that a kernel freed what it had allocated.
    pub(crate) fn taken_back(&self, base: u64) {
        self.shadow.lock().taken_back(base);
        self.changed();
    }

    fn live(&self, address: u64, bytes: u64) -> Option<Live> {
        self.shadow.lock().live(address, bytes)
    }

    fn nearest(&self, address: u64) -> Option<Near> {
        self.shadow.lock().nearest(address)
    }

    /// The end of the process: what was never freed is found. The last line, if anything was found, and
    /// whether it was an error.
    fn summary(&self) -> Option<(String, bool)> {
        self.settle();
        if self.checks.leak {
            let left = self.shadow.lock().left(0..=u64::MAX);
            left.into_iter().for_each(|near| self.add_of_host(What::Leak(near)));
        }
        self.write_report();
        let reports = self.reports.lock();
        Some((reports.summary()?, reports.has_errors()))
    }

    /// Writes what was found to the file that `HIP_SOFT_CHECK_REPORT` names, also if it is nothing.
    fn write_report(&self) {
        let Some(path) = &config().check_report else { return };
        let text = self.reports.lock().json();
        if let Err(error) = std::fs::write(path, text) {
            crate::trace::complain(&format!(
                "the checker's report was not written to {}: {error}",
                path.display()
            ));
        }
    }

    fn add_of_host(&self, what: What) {
        self.add(&Finding { what, kernel: "", text: "", line: 0, block: None, thread: None });
    }

    fn add(&self, finding: &Finding<'_>) {
        let line = self.reports.lock().add(finding);
        if let Some(line) = line {
            eprint!("{line}");
        }
    }
}

impl Observer for Checker {
    fn red_zone(&self) -> u64 {
        RED_ZONE
    }

    fn closes_memory(&self) -> bool {
        true
    }

    fn guard(&self, window: &jit::Window) -> Option<Guard> {
        *self.guard.get_or_init(|| {
            let made = self.checks.host.then(|| Guard::new(window))?;
            let refused = |error: &std::io::Error| {
                crate::trace::complain(&format!(
                    "HIP_SOFT_CHECK: accesses by the host are not seen: {error}"
                ));
            };
            made.inspect_err(refused).ok()
        })
    }

    fn allocated(&self, allocation: &Allocation) {
        self.shadow.lock().allocated(allocation);
        self.changed();
    }

    fn freed(&self, allocation: &Arc<Allocation>) {
        self.settle();
        let gone = self.shadow.lock().freed(allocation);
        self.changed();
        drop(gone);
    }

    fn wrote(&self, address: u64, bytes: u64) {
        self.shadow.lock().wrote(address, bytes);
    }

    fn copied(&self, to: u64, from: u64, bytes: u64) {
        self.shadow.lock().copied(to, from, bytes);
    }

    fn beyond(&self, what: &'static str, address: u64, bytes: u64) {
        if self.checks.memory {
            let near = self.nearest(address);
            self.add_of_host(What::Copy { what, address, bytes, near });
        }
    }

    fn owner_ends(&self, bases: &[u64]) {
        if self.checks.leak {
            let shadow = self.shadow.lock();
            let left: Vec<Near> = bases.iter().flat_map(|&base| shadow.left_of(base)).collect();
            drop(shadow);
            left.into_iter().for_each(|near| self.add_of_host(What::Leak(near)));
        }
    }

    fn settle(&self) {
        let Some(guard) = self.guard.get().copied().flatten() else { return };
        let touched = guard.settle();
        for touch in &touched.touches {
            let near = self.nearest(touch.address);
            self.add_of_host(What::Host { touch: *touch, site: touch.site(), near });
        }
        if touched.more > 0 {
            let more = touched.more;
            crate::trace::complain(&format!("HIP_SOFT_CHECK: {more} accesses by the host were not recorded"));
        }
    }
}
