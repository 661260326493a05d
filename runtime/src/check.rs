//! Memory checker (`HIP_SOFT_CHECK`): finds invalid accesses, races and misuse of barriers in kernels.
//!
//! Kernels run as compiled code that calls the checker before memory accesses (`jit::check`), or on the
//! reference interpreter, which reports the same events. The rules: an access to device-visible memory is
//! inside one live allocation, the one that its pointer points to. Bytes that are used were written before;
//! this is checked for device and shared memory and tracked through copies, while module variables, managed
//! and page-locked memory count as written. Two accesses to a place are ordered ([`race`], [`grid`]).
//! Barriers and warp operations are used as CUDA defines ([`sync`]).
//!
//! An invalid access is reported ([`log`]) and skipped (a load reads zeros), so that the kernel
//! continues and further errors are found. An access outside of the device window faults as usual.

mod block;
mod clocks;
mod fast_path;
mod flight;
mod grid;
mod json;
mod kernel;
mod log;
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
use shadow::{Description, Live, Shadow};

pub(crate) use block::{BlockState, Parts};
pub(crate) use kernel::{Facts, Kernel, Watcher};

/// Unused bytes after each allocation.
const RED_ZONE: u64 = 512;

/// Checker of the process.
pub(crate) struct Checker {
    checks: Checks,
    shadow: Mutex<Shadow>,
    /// Number of changes of `shadow`.
    changes: AtomicU64,
    reports: Mutex<Reports>,
    /// Recycled memory for the accesses of launches.
    grids: Mutex<Vec<Grid>>,
    /// Guard that protects device memory from host access.
    guard: OnceLock<Option<Guard>>,
}

/// Limit of recycled `Grid`s.
const MAX_SPARE_GRIDS: usize = 2;

/// Returns the checker, if one is wanted.
pub(crate) fn checker() -> Option<&'static Checker> {
    static CHECKER: OnceLock<Option<Checker>> = OnceLock::new();
    let make = || {
        let checks = config().checks;
        checks.any().then(|| {
            exit::at_exit(exit::Part::Checker, finish);
            Checker {
                checks,
                shadow: Mutex::new(Rank::Leaf, Shadow::default()),
                changes: AtomicU64::new(1),
                reports: Mutex::new(Rank::Leaf, Reports::new(config().check_output.limit)),
                grids: Mutex::new(Rank::Leaf, Vec::new()),
                guard: OnceLock::new(),
            }
        })
    };
    CHECKER.get_or_init(make).as_ref()
}

/// Prints the summary at process exit. Returns the exit code if there were errors.
fn finish() -> Option<i32> {
    let (summary, errors) = checker()?.summary()?;
    log::write(&format!("{summary}\n"));
    Some(config().check_output.exit).filter(|&code| errors && code != 0).map(i32::from)
}

/// Reports accesses of the host to device memory after work for a device was done, and protects the memory
/// again.
pub(crate) fn settle() {
    if let Some(checker) = checker() {
        checker.settle();
    }
}

impl Checker {
    /// Checks that compiled code has to call for.
    pub(crate) const fn checked(&self) -> jit::check::Checked {
        let Checks { memory, race, uninit, sync, .. } = self.checks;
        match (race || uninit, memory || sync) {
            (true, _) => jit::check::Checked::All,
            (false, true) => jit::check::Checked::Bounds,
            (false, false) => jit::check::Checked::No,
        }
    }

    fn count_change(&self) {
        self.changes.fetch_add(1, Ordering::Release);
    }

    fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Empty record of a launch's accesses to global memory.
    fn grid(&self) -> Box<Grid> {
        let spare = self.grids.lock().pop();
        let mut grid = Box::new(spare.unwrap_or_default());
        grid.begin();
        grid
    }

    /// Recycles the record of a launch that has ended.
    fn spare(&self, grid: Grid) {
        let mut grids = self.grids.lock();
        if grids.len() < MAX_SPARE_GRIDS {
            grids.push(grid);
        }
    }

    /// Records that an allocation became the heap that kernels allocate from.
    pub(crate) fn set_heap(&self, base: u64) {
        self.shadow.lock().set_heap(base);
        self.count_change();
    }

    /// Records an allocation by a kernel.
    pub(crate) fn kernel_allocated(&self, base: u64, bytes: u64) {
        self.shadow.lock().kernel_allocated(base, bytes);
        self.count_change();
    }

    /// Records that a kernel freed its allocation.
    pub(crate) fn kernel_freed(&self, base: u64) {
        self.shadow.lock().kernel_freed(base);
        self.count_change();
    }

    fn live(&self, address: u64, bytes: u64) -> Option<Live> {
        self.shadow.lock().live(address, bytes)
    }

    fn nearest(&self, address: u64) -> Option<Description> {
        self.shadow.lock().nearest(address)
    }

    /// Completes the findings at process exit, with leaks. Returns the summary line, and whether there were
    /// errors; `None` without findings.
    fn summary(&self) -> Option<(String, bool)> {
        self.settle();
        if self.checks.leak {
            let left = self.shadow.lock().not_freed(0..=u64::MAX);
            left.into_iter().for_each(|near| self.add_host_finding(What::Leak(near)));
        }
        self.write_report();
        let reports = self.reports.lock();
        Some((reports.summary()?, reports.has_errors()))
    }

    /// Writes the report to the file of `HIP_SOFT_CHECK_REPORT`, even if it is empty.
    fn write_report(&self) {
        let Some(path) = config().check_output.report.as_deref().map(log::of_process) else { return };
        let text = self.reports.lock().json();
        if let Err(error) = std::fs::write(&path, text) {
            crate::trace::complain(&format!(
                "the checker's report was not written to {}: {error}",
                path.display()
            ));
        }
    }

    fn add_host_finding(&self, what: What) {
        self.add(&Finding { what, kernel: "", text: "", line: 0, block: None, thread: None });
    }

    fn add(&self, finding: &Finding<'_>) {
        let line = self.reports.lock().add(finding);
        if let Some(line) = line {
            log::write(&line);
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
        self.count_change();
    }

    fn free_is_queued(&self, base: u64) {
        self.shadow.lock().free_is_queued(base);
    }

    fn freed(&self, allocation: &Arc<Allocation>) {
        self.settle();
        let gone = self.shadow.lock().freed(allocation);
        self.count_change();
        drop(gone);
    }

    fn wrote(&self, address: u64, bytes: u64) {
        self.shadow.lock().wrote(address, bytes);
    }

    fn copied(&self, to: u64, from: u64, bytes: u64) {
        self.shadow.lock().copied(to, from, bytes);
    }

    fn out_of_bounds(&self, what: &'static str, address: u64, bytes: u64) {
        if self.checks.memory {
            let near = self.nearest(address);
            self.add_host_finding(What::Copy { what, address, bytes, near });
        }
    }

    fn owner_ends(&self, bases: &[u64]) {
        if self.checks.leak {
            let shadow = self.shadow.lock();
            let left: Vec<Description> = bases.iter().flat_map(|&base| shadow.not_freed_in(base)).collect();
            drop(shadow);
            left.into_iter().for_each(|near| self.add_host_finding(What::Leak(near)));
        }
    }

    fn settle(&self) {
        let Some(guard) = self.guard.get().copied().flatten() else { return };
        let touched = guard.settle();
        for touch in &touched.touches {
            let near = self.nearest(touch.address);
            self.add_host_finding(What::Host { touch: *touch, site: touch.site(), near });
        }
        if touched.more > 0 {
            let more = touched.more;
            crate::trace::complain(&format!("HIP_SOFT_CHECK: {more} accesses by the host were not recorded"));
        }
    }
}
