//! Per-block instruction counters of a grid, in device-visible memory.
//!
//! Two header words precede a grid's counters: picoseconds a cycle, and cycles an instruction.

use crate::Error;
use crate::memory::{Memory, RuntimeBuffer};
use crate::profile::repeats::Counted;
use crate::sync::{Arc, Mutex, Rank};

/// Words in a slab. Most grids are small and launch latency matters, so small grids share an allocation.
const SLAB: u64 = 4096;
/// Header words before the counters.
const HEADER: u64 = 2;
/// Largest grid, in blocks, that takes its counters from a slab.
const SMALL_GRID: u64 = 64;

/// Executed instructions of a grid, by block.
pub(crate) enum Instructions {
    /// They are counted. If the launch is given, its counts are those of others, too.
    Counted(Counts, Option<Counted>),
    /// Those of an earlier launch.
    Known(Arc<[u64]>),
}

impl Instructions {
    /// Number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        match self {
            Instructions::Counted(counts, _) => counts.blocks,
            Instructions::Known(words) => words.len() as u64,
        }
    }

    /// Returns the instructions of each block of a grid that has ended, and keeps them for others if it was
    /// `complete`.
    pub(super) fn ended(&self, complete: bool) -> Arc<[u64]> {
        let (counts, launch) = match self {
            Instructions::Counted(counts, launch) => (counts, launch),
            Instructions::Known(words) => return Arc::clone(words),
        };
        let words = counts.words();
        if let Some(launch) = launch.as_ref().filter(|_| complete && !words.contains(&0)) {
            launch.ended(&words);
        }
        words.into()
    }
}

/// Instruction counters of a grid: one 64-bit word for each block, to which the block's threads add.
pub(crate) struct Counts {
    words: Arc<RuntimeBuffer>,
    address: u64,
    blocks: u64,
}

/// Allocator of instruction counters.
pub(super) struct CounterAllocator(Mutex<Option<Slab>>);

/// Zeroed words, handed out from the front. Freed with the last grid that uses some of them.
struct Slab {
    words: Arc<RuntimeBuffer>,
    used: u64,
}

impl CounterAllocator {
    pub(super) fn new() -> CounterAllocator {
        CounterAllocator(Mutex::new(Rank::Leaf, None))
    }

    /// Allocates zeroed counters for `blocks` blocks. `cycle` is picoseconds a cycle, `pace` cycles an
    /// instruction; kernels derive their clocks from both.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn take(
        &self,
        memory: &'static Memory,
        blocks: u64,
        (cycle, pace): (u64, u64),
    ) -> Result<Counts, Error> {
        let counts = self.zeros(memory, blocks)?;
        let mut before = [0; 8 * HEADER as usize];
        let (first, last) = before.split_at_mut(8);
        first.copy_from_slice(&cycle.to_le_bytes());
        last.copy_from_slice(&pace.to_le_bytes());
        match memory.window().write(counts.address - 8 * HEADER, &before) {
            true => Ok(counts),
            false => Err(Error::OutOfMemory { wanted: 8 * HEADER, free: 0 }),
        }
    }

    fn zeros(&self, memory: &'static Memory, blocks: u64) -> Result<Counts, Error> {
        if blocks > SMALL_GRID {
            let words = Arc::new(zeros(memory, blocks.saturating_add(HEADER))?);
            return Ok(Counts { address: words.base() + 8 * HEADER, words, blocks });
        }
        if let Some(slab) = &mut *self.0.lock()
            && slab.used + HEADER + blocks <= SLAB
        {
            let address = slab.words.base() + 8 * (slab.used + HEADER);
            slab.used += HEADER + blocks;
            return Ok(Counts { words: Arc::clone(&slab.words), address, blocks });
        }
        let words = Arc::new(zeros(memory, SLAB)?);
        let counts = Counts { words: Arc::clone(&words), address: words.base() + 8 * HEADER, blocks };
        let before = self.0.lock().replace(Slab { words, used: HEADER + blocks });
        // Dropped without the lock held: this may be the last reference, which frees memory.
        drop(before);
        Ok(counts)
    }
}

/// Allocates zeroed words.
///
/// # Errors
/// `OutOfMemory`.
fn zeros(memory: &'static Memory, words: u64) -> Result<RuntimeBuffer, Error> {
    let wanted = words.saturating_mul(8).max(8);
    // Host memory, so that the counters take nothing from the program's device memory.
    let lent = RuntimeBuffer::on_host(memory, wanted)?;
    let zeros = vec![0; wanted.min(64 << 10) as usize];
    for at in (0..wanted).step_by(zeros.len()) {
        let bytes = usize::try_from(wanted - at).map_or(zeros.len(), |left| left.min(zeros.len()));
        if !memory.window().write(lent.base() + at, &zeros[..bytes]) {
            return Err(Error::OutOfMemory { wanted, free: 0 });
        }
    }
    Ok(lent)
}

impl Counts {
    /// Address of the first counter, as passed to the kernel.
    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    /// Reads all counters; empty if the memory cannot be read.
    fn words(&self) -> Vec<u64> {
        let mut bytes = vec![0; usize::try_from(self.blocks.saturating_mul(8)).unwrap_or(0)];
        if !bytes.is_empty() && !self.words.memory().window().read(self.address, &mut bytes) {
            bytes.clear();
        }
        bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
    }
}
