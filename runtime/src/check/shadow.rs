//! Shadow state of device-visible memory: live and freed allocations, and which of their bytes were written.

use crate::memory::range::Allocation;
use crate::sync::{Arc, AtomicU64, OnceLock, Ordering};
use crate::types::AllocationKind;
use std::collections::{BTreeMap, VecDeque};
use std::ops::{Range, RangeInclusive};

/// Limit of freed allocations that are kept to recognise later accesses, bytes.
const MAX_KEPT_BYTES: u64 = 256 << 20;
/// Limit of their number.
const MAX_KEPT: usize = 4096;

/// Words of a chunk, which covers 32 KiB.
const CHUNK: u64 = 512;

/// Bit set with a bit for each byte, in chunks that are allocated when a bit in them is set.
#[derive(Default)]
pub(super) struct Bits {
    chunks: Box<[OnceLock<Box<[AtomicU64]>>]>,
    words: u64,
}

/// Mask of the lowest `bits` bits.
const fn low(bits: u64) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl Bits {
    pub(super) fn new(bytes: u64) -> Self {
        let words = bytes.div_ceil(64);
        Bits { chunks: (0..words.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect(), words }
    }

    /// Clears all bits for a size in bytes; memory is reused.
    pub(super) fn clear(&mut self, bytes: u64) {
        if self.words == bytes.div_ceil(64) {
            let chunks = self.chunks.iter().filter_map(OnceLock::get);
            chunks.flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        } else {
            *self = Bits::new(bytes);
        }
    }

    #[inline]
    fn word(&self, n: u64) -> u64 {
        let chunk = self.chunks.get((n / CHUNK) as usize).and_then(OnceLock::get);
        chunk.map_or(0, |chunk| chunk[(n % CHUNK) as usize].load(Ordering::Relaxed))
    }

    /// Word for setting bits in.
    fn word_mut(&self, n: u64) -> Option<&AtomicU64> {
        let chunk = self.chunks.get((n / CHUNK) as usize)?;
        let make = || (0..CHUNK).map(|_| AtomicU64::new(0)).collect();
        chunk.get_or_init(make).get((n % CHUNK) as usize)
    }

    #[cfg(test)]
    pub(super) fn get(&self, at: u64) -> bool {
        at < self.words * 64 && self.word(at / 64) >> (at % 64) & 1 != 0
    }

    /// Bits of a range of at most 64, from its start.
    #[inline]
    fn bits(&self, start: u64, count: u64) -> u64 {
        let word = |n: u64| if n < self.words { self.word(n) } else { u64::MAX };
        let (at, shift) = (start / 64, start % 64);
        let mut bits = word(at) >> shift;
        if shift + count > 64 {
            bits |= word(at + 1) << (64 - shift);
        }
        bits & low(count)
    }

    /// Mask of the unwritten bytes of a range of at most 64.
    #[inline]
    pub(super) fn unwritten(&self, range: &Range<u64>) -> u64 {
        let count = range.end - range.start;
        !self.bits(range.start, count) & low(count)
    }

    /// Records a write of at most 64 bytes; `unwritten` are bytes copied from unwritten ones.
    #[inline]
    pub(super) fn wrote(&self, range: &Range<u64>, unwritten: u64) {
        let (count, shift) = (range.end - range.start, range.start % 64);
        if unwritten == 0 && shift + count <= 64 {
            let mask = low(count) << shift;
            if self.word(range.start / 64) & mask != mask
                && let Some(word) = self.word_mut(range.start / 64)
            {
                word.fetch_or(mask, Ordering::Relaxed);
            }
            return;
        }
        for n in 0..count {
            self.set(range.start + n, 1, unwritten >> n & 1 == 0);
        }
    }

    pub(super) fn set(&self, start: u64, bytes: u64, value: bool) {
        let end = (start + bytes).min(self.words * 64);
        let mut at = start;
        while at < end {
            let next = (at / 64 * 64 + 64).min(end);
            let mask = (u64::MAX >> (64 - (next - at))) << (at % 64);
            match self.word_mut(at / 64) {
                Some(word) if value => word.fetch_or(mask, Ordering::Relaxed),
                Some(word) => word.fetch_and(!mask, Ordering::Relaxed),
                None => break,
            };
            at = next;
        }
    }
}

/// Kind of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// Allocation by the program.
    Program(AllocationKind),
    /// Heap that kernels allocate from: only their allocations in it may be accessed.
    Heap,
    /// Allocation by a kernel.
    Kernel,
}

/// Live or freed allocation.
struct Known {
    bytes: u64,
    kind: What,
    serial: u64,
    /// Its free waits for a stream's turn.
    is_leaving: bool,
    freed: bool,
    /// Keeps freed memory from being reused.
    held: Option<Arc<Allocation>>,
    /// Written bytes; `None` if all count as written.
    written: Option<Arc<Bits>>,
}

/// Live allocation.
#[derive(Clone)]
pub(super) struct Live {
    pub(super) base: u64,
    pub(super) bytes: u64,
    kind: What,
    serial: u64,
    /// Written bytes; `None` if all count as written.
    pub(super) written: Option<Arc<Bits>>,
}

impl Live {
    /// Returns whether a kernel allocated it.
    pub(super) fn is_of_kernel(&self) -> bool {
        self.kind == What::Kernel
    }

    /// Returns whether no valid pointer leads from one allocation to the other.
    pub(super) fn is_apart(&self, other: &Live) -> bool {
        let own = |live: &Live| {
            matches!(
                live.kind,
                What::Program(
                    AllocationKind::Device | AllocationKind::Managed(_) | AllocationKind::Pinned(_)
                )
            )
        };
        own(self) && own(other)
    }

    /// Description for a report.
    pub(super) fn describe(&self) -> Description {
        let &Live { base, bytes, kind, serial, .. } = self;
        Description { base, bytes, kind, serial, freed: false }
    }
}

/// Allocation, as described by a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub(super) base: u64,
    pub(super) bytes: u64,
    pub(super) kind: What,
    pub(super) serial: u64,
    pub(super) freed: bool,
}

/// All allocations by first address.
#[derive(Default)]
pub(super) struct Shadow {
    known: BTreeMap<u64, Known>,
    freed: VecDeque<u64>,
    freed_bytes: u64,
}

impl Shadow {
    /// Records a new allocation; device memory starts unwritten.
    pub(super) fn allocated(&mut self, allocation: &Allocation) {
        let &Allocation { bytes, kind, serial, .. } = allocation;
        let written = (kind == AllocationKind::Device).then(|| Arc::new(Bits::new(bytes)));
        let kind = What::Program(kind);
        let known = Known { bytes, kind, serial, is_leaving: false, freed: false, held: None, written };
        self.known.insert(allocation.base(), known);
    }

    /// Records that an allocation became the heap that kernels allocate from.
    pub(super) fn set_heap(&mut self, base: u64) {
        if let Some(known) = self.known.get_mut(&base) {
            known.kind = What::Heap;
        }
    }

    /// Records an allocation by a kernel; it starts unwritten.
    pub(super) fn kernel_allocated(&mut self, base: u64, bytes: u64) {
        self.forget(base, bytes);
        let (kind, written) = (What::Kernel, Some(Arc::new(Bits::new(bytes))));
        let known = Known { bytes, kind, serial: 0, is_leaving: false, freed: false, held: None, written };
        self.known.insert(base, known);
    }

    /// Records that a kernel freed its allocation.
    pub(super) fn kernel_freed(&mut self, base: u64) {
        match self.known.get_mut(&base) {
            Some(known) if known.kind == What::Kernel => {
                known.freed = true;
                known.written = None;
            }
            _ => {}
        }
    }

    /// Forgets allocations by kernels in a range.
    fn forget(&mut self, base: u64, bytes: u64) {
        let old = |known: &Known| known.kind == What::Kernel;
        let gone: Vec<u64> =
            self.known.range(base..base + bytes).filter(|(_, known)| old(known)).map(|(&at, _)| at).collect();
        gone.iter().for_each(|at| {
            self.known.remove(at);
        });
    }

    /// Records that the free of an allocation waits for a stream's turn: it is no leak.
    pub(super) fn free_is_queued(&mut self, base: u64) {
        if let Some(known) = self.known.get_mut(&base) {
            known.is_leaving = true;
        }
    }

    /// Records a freed allocation and keeps it. Returns those that are no longer kept, to be dropped without
    /// a lock held.
    pub(super) fn freed(&mut self, allocation: &Arc<Allocation>) -> Vec<Arc<Allocation>> {
        let base = allocation.base();
        self.forget(base, allocation.bytes);
        if let Some(known) = self.known.get_mut(&base) {
            known.freed = true;
            known.held = Some(Arc::clone(allocation));
            known.written = None;
            self.freed.push_back(base);
            self.freed_bytes += known.bytes;
        }
        let mut gone = Vec::new();
        while self.freed_bytes > MAX_KEPT_BYTES || self.freed.len() > MAX_KEPT {
            let Some(known) = self.freed.pop_front().and_then(|base| self.known.remove(&base)) else { break };
            self.freed_bytes -= known.bytes;
            gone.extend(known.held);
        }
        gone
    }

    fn holding(&self, address: u64) -> Option<(u64, &Known)> {
        let (&base, known) = self.known.range(..=address).next_back()?;
        (address - base < known.bytes).then_some((base, known))
    }

    /// Live allocation that contains all of a range.
    pub(super) fn live(&self, address: u64, bytes: u64) -> Option<Live> {
        let (base, known) = self.holding(address)?;
        let fits = !known.freed && known.kind != What::Heap && bytes <= base + known.bytes - address;
        let &Known { bytes, kind, serial, ref written, .. } = known;
        fits.then(|| Live { base, bytes, kind, serial, written: written.clone() })
    }

    /// Allocations in a range, by the program and by kernels, that were not freed.
    pub(super) fn not_freed(&self, range: RangeInclusive<u64>) -> Vec<Description> {
        let lasting = |kind: What| {
            use AllocationKind::{Device, Managed, Pinned, Pooled};
            matches!(kind, What::Kernel | What::Program(Device | Managed(_) | Pinned(_) | Pooled(_)))
        };
        let stays = |known: &Known| !known.freed && !known.is_leaving && lasting(known.kind);
        let left = self.known.range(range).filter(|(_, known)| stays(known));
        left.map(|(&base, known)| known.describe(base)).collect()
    }

    /// Allocations that were not freed in the one at `base`, including itself.
    pub(super) fn not_freed_in(&self, base: u64) -> Vec<Description> {
        let bytes = self.known.get(&base).map_or(0, |known| known.bytes);
        self.not_freed(base..=base + bytes.saturating_sub(1))
    }

    /// Allocation that contains an address, or the nearest one.
    pub(super) fn nearest(&self, address: u64) -> Option<Description> {
        let distance = |&(&base, known): &(&u64, &Known)| match address.checked_sub(base) {
            None => base - address,
            Some(offset) => (offset + 1).saturating_sub(known.bytes),
        };
        let before = self.known.range(..=address).next_back();
        let behind = self.known.range(address..).next();
        // On a tie the lower one: overruns are more common than underruns.
        let (&base, known) = before.into_iter().chain(behind).min_by_key(distance)?;
        Some(known.describe(base))
    }

    /// Records that a range was written.
    pub(super) fn wrote(&mut self, address: u64, bytes: u64) {
        self.mark(address, bytes, None);
    }

    /// Records a copy: bytes not written at the source are unwritten at the destination.
    pub(super) fn copied(&mut self, to: u64, from: u64, bytes: u64) {
        let part = self.holding(from).and_then(|(base, known)| {
            let written = known.written.as_ref()?;
            let offset = from - base;
            let chunk = |at: u64| (at, u64::min(64, bytes - at));
            let chunks = (0..bytes).step_by(64).map(chunk);
            Some(chunks.map(|(at, count)| written.bits(offset + at, count)).collect::<Vec<u64>>())
        });
        self.mark(to, bytes, part);
    }

    fn mark(&mut self, address: u64, bytes: u64, from: Option<Vec<u64>>) {
        let Some((&base, known)) = self.known.range(..=address).next_back() else { return };
        let (offset, limit) = (address - base, known.bytes);
        let Some(written) = &known.written else { return };
        if offset >= limit {
            return;
        }
        let bytes = bytes.min(limit - offset);
        match from {
            None => written.set(offset, bytes, true),
            Some(words) => {
                for (bits, at) in words.into_iter().zip((0..bytes).step_by(64)) {
                    let count = u64::min(64, bytes - at);
                    written.wrote(&(offset + at..offset + at + count), !bits & low(count));
                }
            }
        }
    }
}

impl Known {
    fn describe(&self, base: u64) -> Description {
        let &Known { bytes, kind, serial, freed, .. } = self;
        Description { base, bytes, kind, serial, freed }
    }
}

impl Description {
    /// Returns whether it contains an address.
    pub(super) fn holds(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_set_across_words() {
        let bits = Bits::new(200);
        bits.set(60, 80, true);
        assert!((0..200).all(|n| bits.get(n) == (60..140).contains(&n)));
        bits.set(64, 64, false);
        assert!((0..200).all(|n| bits.get(n) == ((60..64).contains(&n) || (128..140).contains(&n))));
        bits.set(190, 100, true);
        assert!(bits.get(199) && !bits.get(1000));
        assert_eq!(bits.unwritten(&(126..134)), 0b11);
        bits.wrote(&(126..134), 0b1000_0001);
        assert_eq!(bits.unwritten(&(124..136)), 0b10_0000_0111);
    }
}
