//! Pages accessed by a kernel: compiled code sets marks, which are read after its end.

use super::Unified;
use crate::Error;
use crate::memory::{Memory, RuntimeBuffer};
use crate::sync::{Mutex, Rank};
use device::residence::PAGE;
use std::ops::Range;

/// Bytes of marks for a page.
const MARKS: u64 = 4;
/// Bytes of marks read at once.
const STEP: u64 = 64 << 10;

/// Pool of mark arrays in no use; all their marks are zero.
pub(super) struct Spare(Mutex<Vec<RuntimeBuffer>>);

impl Default for Spare {
    fn default() -> Self {
        Spare(Mutex::new(Rank::Leaf, Vec::new()))
    }
}

/// Pages of an allocation that a kernel accessed, all in the same ways.
pub(super) struct Touched {
    pub(super) region: u64,
    pub(super) pages: Range<u64>,
    /// Accessed by loads, by stores, by atomic operations.
    pub(super) ways: [bool; 3],
}

/// Marks of one launch.
pub(crate) struct Touches {
    marks: RuntimeBuffer,
    /// Number of the newest allocation at the launch. Later allocations may reuse addresses that the kernel
    /// accessed.
    newest: u64,
}

impl Touches {
    /// Creates marks for a launch, if the settings ask for them.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn from_settings(memory: &'static Memory) -> Result<Option<Touches>, Error> {
        if !memory.unified().settings.kernels {
            return Ok(None);
        }
        let spare = memory.unified().spare.0.lock().pop();
        let marks = match spare {
            Some(spare) => spare,
            None => RuntimeBuffer::on_host(memory, (memory.window().size() / PAGE + 1) * MARKS)?,
        };
        Ok(Some(Touches { marks, newest: memory.newest() }))
    }

    /// Parameters of the kernel: see [`ptx::pass::Instrumentation::pages`].
    pub(crate) fn params(&self) -> [u64; 3] {
        let window = self.marks.memory().window();
        [self.marks.base(), window.base(), window.size() / PAGE]
    }

    /// Passes the accessed pages to the model after the kernel's end, and recycles the marks.
    pub(crate) fn settle(self, kernel: &str, device: usize) {
        let memory = self.marks.memory();
        let mut touched = Vec::new();
        for (region, base, bytes) in memory.unified().allocations() {
            take(&self.marks, region, base, bytes, &mut touched);
        }
        touched.retain(|touched| touched.region <= self.newest);
        memory.unified().apply_kernel_accesses(kernel, device, &touched, &memory.budget);
        // Marks outside of managed memory stay until managed memory is allocated there: see `Spare::clear`.
        memory.unified().spare.0.lock().push(self.marks);
    }
}

impl Spare {
    /// Clears the marks of a new allocation.
    pub(super) fn clear(&self, base: u64, bytes: u64) {
        self.0.lock().iter().for_each(|marks| take(marks, 0, base, bytes, &mut Vec::new()));
    }
}

/// Reads and clears the marks of an allocation.
fn take(marks: &RuntimeBuffer, region: u64, base: u64, bytes: u64, touched: &mut Vec<Touched>) {
    let window = marks.memory().window();
    let (first, pages) = ((base - window.base()) / PAGE, bytes.div_ceil(PAGE));
    let mut page = 0;
    while page < pages {
        let count = (STEP / MARKS).min(pages - page);
        let at = marks.base() + (first + page) * MARKS;
        let mut step = vec![0; (count * MARKS) as usize];
        if window.read(at, &mut step) && step.iter().any(|&mark| mark != 0) {
            for (n, mark) in (page..).zip(step.chunks_exact(MARKS as usize)) {
                note(touched, region, n, [mark[0] != 0, mark[1] != 0, mark[2] != 0]);
            }
            window.write(at, &vec![0; step.len()]);
        }
        page += count;
    }
}

/// Appends a page to the last run, or starts a new run.
fn note(touched: &mut Vec<Touched>, region: u64, page: u64, ways: [bool; 3]) {
    if ways == [false; 3] {
        return;
    }
    match touched.last_mut() {
        Some(last) if last.region == region && last.pages.end == page && last.ways == ways => {
            last.pages.end += 1;
        }
        _ => touched.push(Touched { region, pages: page..page + 1, ways }),
    }
}

impl Unified {
    /// Managed allocations: number, first address, bytes.
    fn allocations(&self) -> Vec<(u64, u64, u64)> {
        let state = self.state.lock();
        let live = state.live.iter().filter(|(region, _)| **region != super::PAGEABLE);
        live.map(|(&region, live)| (region, live.base, live.bytes)).collect()
    }
}
