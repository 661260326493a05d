//! Words in which the blocks of a grid count the instructions that their threads executed, behind two that
//! say how many picoseconds a cycle is long and how many cycles an instruction takes.

use crate::Error;
use crate::memory::{Lent, Memory};
use crate::sync::{Arc, Mutex, Rank};

/// Most grids are small, and their words are part of what a launch takes: so many words are allocated at once
/// for them.
const SLAB: u64 = 4096;
/// Words before those of the blocks.
const BEFORE: u64 = 2;
/// Grids of more blocks have an allocation of their own.
const SMALL: u64 = 64;

/// A word for each block of a grid, to which its threads add the instructions they executed.
pub(crate) struct Counts {
    words: Arc<Lent>,
    address: u64,
    blocks: u64,
}

/// Where such words come from.
pub(super) struct Counters(Mutex<Option<Slab>>);

/// Zeros, the first of which are given away. They are let go with the last grid that has some of them.
struct Slab {
    words: Arc<Lent>,
    given: u64,
}

impl Counters {
    pub(super) fn new() -> Counters {
        Counters(Mutex::new(Rank::Leaf, None))
    }

    /// Zeros for so many blocks, whose clocks go on by so many cycles with each instruction, each of so many
    /// picoseconds.
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
        let mut before = [0; 8 * BEFORE as usize];
        let (first, last) = before.split_at_mut(8);
        first.copy_from_slice(&cycle.to_le_bytes());
        last.copy_from_slice(&pace.to_le_bytes());
        match memory.window().write(counts.address - 8 * BEFORE, &before) {
            true => Ok(counts),
            false => Err(Error::OutOfMemory { wanted: 8 * BEFORE, free: 0 }),
        }
    }

    fn zeros(&self, memory: &'static Memory, blocks: u64) -> Result<Counts, Error> {
        if blocks > SMALL {
            let words = Arc::new(zeros(memory, blocks.saturating_add(BEFORE))?);
            return Ok(Counts { address: words.base() + 8 * BEFORE, words, blocks });
        }
        if let Some(slab) = &mut *self.0.lock()
            && slab.given + BEFORE + blocks <= SLAB
        {
            let address = slab.words.base() + 8 * (slab.given + BEFORE);
            slab.given += BEFORE + blocks;
            return Ok(Counts { words: Arc::clone(&slab.words), address, blocks });
        }
        let words = Arc::new(zeros(memory, SLAB)?);
        let counts = Counts { words: Arc::clone(&words), address: words.base() + 8 * BEFORE, blocks };
        let before = self.0.lock().replace(Slab { words, given: BEFORE + blocks });
        // Not under the lock: it may be the last that has this memory.
        drop(before);
        Ok(counts)
    }
}

/// # Errors
/// `OutOfMemory`.
fn zeros(memory: &'static Memory, words: u64) -> Result<Lent, Error> {
    let wanted = words.saturating_mul(8).max(8);
    // A program's device memory is its own.
    let lent = Lent::of_host(memory, wanted)?;
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
    /// The address that the kernel takes.
    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    /// Of how many blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// What was counted.
    pub(super) fn words(&self) -> Vec<u64> {
        let mut bytes = vec![0; usize::try_from(self.blocks.saturating_mul(8)).unwrap_or(0)];
        if !bytes.is_empty() && !self.words.memory().window().read(self.address, &mut bytes) {
            bytes.clear();
        }
        bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
    }
}
