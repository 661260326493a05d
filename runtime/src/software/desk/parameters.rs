//! Memory that the arguments of launches are written to, and how many launches have not ended.

use crate::Error;
use crate::memory::Memory;
use crate::sync::{AtomicU32, Mutex, Ordering, Rank};
use crate::types::{AllocationKind, Request};
use ptx::system::{Freed, Heap};

/// `cudaLimitDevRuntimePendingLaunchCount` of an H200.
pub(crate) const PENDING: u32 = 2048;

/// Bytes that are allocated at once; one launch takes no more.
const CHUNK: u64 = 1 << 20;

/// Of one context.
#[derive(Debug)]
pub(crate) struct Parameters {
    chunks: Mutex<Vec<Heap>>,
    /// Launches that have not ended, and how many there may be.
    launched: AtomicU32,
    limit: AtomicU32,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            chunks: Mutex::new(Rank::KernelHeap, Vec::new()),
            launched: AtomicU32::new(0),
            limit: AtomicU32::new(PENDING),
        }
    }
}

impl Parameters {
    /// Device memory for so many bytes, of a context (`owner`).
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn allocate(
        &self,
        memory: &Memory,
        (device, owner): (usize, u64),
        bytes: u64,
    ) -> Result<u64, Error> {
        if bytes > CHUNK {
            return Err(Error::OutOfMemory { wanted: bytes, free: CHUNK });
        }
        let mut chunks = self.chunks.lock();
        if let Some(address) =
            chunks.iter_mut().map(|chunk| chunk.allocate(bytes)).find(|&address| address != 0)
        {
            return Ok(address);
        }
        // It goes with the context's other memory when the context ends.
        let request = Request { bytes: CHUNK, kind: AllocationKind::Variable, device, owner };
        let base = memory.allocate(request)?.base();
        let mut chunk = Heap::new(base..base + CHUNK);
        let address = chunk.allocate(bytes);
        chunks.push(chunk);
        Ok(address)
    }

    /// Gives memory back.
    pub(crate) fn free(&self, address: u64) {
        let mut chunks = self.chunks.lock();
        let _ = chunks.iter_mut().map(|chunk| chunk.free(address)).find(|freed| *freed == Freed::Fine);
    }

    /// Counts a launch; `false` if there are as many as there may be.
    pub(crate) fn begin(&self) -> bool {
        let limit = self.limit.load(Ordering::Relaxed);
        let more = |launched: u32| (launched < limit).then_some(launched + 1);
        self.launched.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// A launch has ended.
    pub(crate) fn ended(&self) {
        self.launched.fetch_sub(1, Ordering::Relaxed);
    }

    /// Sets how many launches may be under way.
    pub(crate) fn set_limit(&self, launches: u32) {
        self.limit.store(launches, Ordering::Relaxed);
    }
}
