//! The memory checker (`HIP_SOFT_CHECK`): what kernels may touch, and what they did.
//!
//! Kernels run on the reference interpreter, which tells of every access. An access of device-visible memory must lie
//! in one live allocation; a read must find bytes that somebody wrote (device and shared memory; copies carry that
//! along; module variables, managed and page-locked memory count as written); two accesses of a byte of shared memory
//! must be ordered (see [`race`]). A wrong access is told on standard error and left out (a load reads zeros), and the
//! kernel goes on, so that more is found; one outside the device window faults as it always does.

mod json;
mod race;
mod report;
mod shadow;

use crate::config::{Checks, config};
use crate::memory::range::Allocation;
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use ptx::exec::{Fault, FaultKind, Geometry};
use ptx::interp::watch::{Access, Event};
use ptx::ir::Space;
use race::Races;
use report::{Finding, Reports, What};
use shadow::{Bits, Shadow};

/// What the process exits with if anything was found.
pub(crate) const EXIT_CODE: i32 = 66;

/// The process's checker.
pub(crate) struct Checker {
    checks: Checks,
    shadow: Mutex<Shadow>,
    reports: Mutex<Reports>,
}

/// The checker, if one is wanted.
pub(crate) fn checker() -> Option<&'static Checker> {
    static CHECKER: OnceLock<Option<Checker>> = OnceLock::new();
    let make = || {
        let checks = config().checks;
        checks.any().then(|| {
            crate::exec::exit::at_exit();
            Checker {
                checks,
                shadow: Mutex::new(Rank::Leaf, Shadow::default()),
                reports: Mutex::new(Rank::Leaf, Reports::default()),
            }
        })
    };
    CHECKER.get_or_init(make).as_ref()
}

/// The kernel that a block belongs to.
pub(crate) struct Kernel<'a> {
    pub(crate) name: &'a str,
    /// The module's text.
    pub(crate) text: &'a str,
    pub(crate) geometry: Geometry,
    /// Bytes of shared memory of a block.
    pub(crate) shared: u64,
    /// Bytes of local memory of a thread.
    pub(crate) local: u64,
}

/// What is known of one running block.
pub(crate) struct BlockState {
    at: [u32; 3],
    races: Option<Races>,
    /// Bytes of its shared memory that somebody wrote.
    written: Option<Bits>,
    /// An access that was told and is about to fault.
    told: bool,
}

impl Checker {
    /// Notes a new allocation.
    pub(crate) fn allocated(&self, allocation: &Allocation) {
        self.shadow.lock().allocated(allocation);
    }

    /// Notes that an allocation was freed.
    pub(crate) fn freed(&self, allocation: &Arc<Allocation>) {
        let gone = self.shadow.lock().freed(allocation);
        drop(gone);
    }

    /// Notes that an allocation became the heap that kernels allocate from.
    pub(crate) fn is_heap(&self, base: u64) {
        self.shadow.lock().is_heap(base);
    }

    /// Notes what a kernel allocated.
    pub(crate) fn kernel_allocated(&self, base: u64, bytes: u64) {
        self.shadow.lock().kernel_allocated(base, bytes);
    }

    /// Notes that a kernel freed what it had allocated.
    pub(crate) fn taken_back(&self, base: u64) {
        self.shadow.lock().taken_back(base);
    }

    /// Notes that the host wrote a range.
    pub(crate) fn wrote(&self, address: u64, bytes: u64) {
        self.shadow.lock().wrote(address, bytes);
    }

    /// Notes that a range was copied.
    pub(crate) fn copied(&self, to: u64, from: u64, bytes: u64) {
        self.shadow.lock().copied(to, from, bytes);
    }

    /// The last line, if anything was found.
    pub(crate) fn summary(&self) -> Option<String> {
        self.reports.lock().summary()
    }

    /// Writes what was found to the file that `HIP_SOFT_CHECK_REPORT` names, also if it is nothing.
    pub(crate) fn write_report(&self) {
        let Some(path) = &config().check_report else { return };
        let text = self.reports.lock().json();
        if let Err(error) = std::fs::write(path, text) {
            crate::trace::complain(&format!(
                "the checker's report was not written to {}: {error}",
                path.display()
            ));
        }
    }

    /// A block before its first turn.
    pub(crate) fn block(&self, kernel: &Kernel<'_>, at: [u32; 3]) -> BlockState {
        let Checks { race, uninit, .. } = self.checks;
        BlockState {
            at,
            races: race.then(|| Races::new(kernel.geometry.threads() as usize, kernel.shared as usize)),
            written: uninit.then(|| Bits::new(kernel.shared)),
            told: false,
        }
    }

    /// Looks at an event; whether an access may be carried out.
    pub(crate) fn event(&self, kernel: &Kernel<'_>, block: &mut BlockState, event: Event<'_>) -> bool {
        if let Event::Access(access) = event
            && !self.access(kernel, block, &access)
        {
            return false;
        }
        if let (Some(past), Event::Access(access)) =
            (block.races.as_mut().and_then(|r| r.event(event)), event)
        {
            let other = kernel.geometry.thread_at(past.thread);
            let what = What::Race { access, other, other_line: past.line, other_wrote: past.write };
            self.tell(kernel, block.at, &access, what);
        }
        true
    }

    /// Looks for what is wrong with an access by itself; whether it may be carried out.
    fn access(&self, kernel: &Kernel<'_>, block: &mut BlockState, access: &Access) -> bool {
        let &Access { space, address, bytes, kind, .. } = access;
        let size = u64::from(bytes);
        let limit = match space {
            Space::Shared => kernel.shared,
            Space::Local => kernel.local,
            Space::Param => return true,
            _ => return self.global(kernel, block, access),
        };
        if size > limit || address > limit - size {
            if self.checks.memory {
                self.tell(kernel, block.at, access, What::Beyond(*access, limit));
            }
            // Without the check the kernel faults, as it always does.
            return !self.checks.memory;
        }
        // Local memory is not looked at: compilers copy what nobody wrote there, as parts of structures.
        let written = block.written.as_mut().filter(|_| space == Space::Shared);
        if let Some(written) = written {
            let first = (address..address + size).find(|&at| !written.get(at)).filter(|_| kind.reads());
            if kind.writes() || first.is_some() {
                // Each byte is told once.
                written.set(address, size, true);
            }
            if let Some(first) = first {
                self.tell(kernel, block.at, access, What::Unwritten(*access, first, None));
            }
        }
        true
    }

    fn global(&self, kernel: &Kernel<'_>, block: &mut BlockState, access: &Access) -> bool {
        let &Access { address, bytes, kind, .. } = access;
        let size = u64::from(bytes);
        let mut shadow = self.shadow.lock();
        if !shadow.is_live(address, size) {
            let near = shadow.nearest(address);
            drop(shadow);
            if !self.checks.memory {
                return true;
            }
            self.tell(kernel, block.at, access, What::Outside(*access, near));
            block.told = !crate::state::process().is_ok_and(|process| process.memory.is_ours(address));
            return block.told;
        }
        let first = shadow.unwritten(address, size).filter(|_| self.checks.uninit && kind.reads());
        let near = first.and_then(|first| shadow.nearest(first));
        if first.is_some() {
            // Each byte is told once. What a kernel stores is noted when it is stored.
            shadow.wrote(address, size);
        }
        drop(shadow);
        if let Some(first) = first {
            self.tell(kernel, block.at, access, What::Unwritten(*access, first, near));
        }
        true
    }

    /// Notes what stopped a block.
    pub(crate) fn fault(&self, kernel: &Kernel<'_>, block: &BlockState, fault: &Fault) {
        let ours = matches!(fault.kind, FaultKind::IllegalAddress { .. } | FaultKind::Misaligned { .. });
        if ours && !block.told && self.checks.memory {
            self.add(&Finding::fault(fault, kernel.text));
        }
    }

    fn tell(&self, kernel: &Kernel<'_>, block: [u32; 3], access: &Access, what: What) {
        let thread = Some(kernel.geometry.thread_at(access.thread));
        let (kernel, text) = (kernel.name, kernel.text);
        self.add(&Finding { what, kernel, text, line: access.line, block, thread });
    }

    fn add(&self, finding: &Finding<'_>) {
        let line = self.reports.lock().add(finding);
        if let Some(line) = line {
            eprint!("{line}");
        }
    }
}
