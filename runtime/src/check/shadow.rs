//! What is known of device-visible memory beside its bytes: which allocations there are and were, and which
//! of their bytes somebody wrote.

use crate::memory::AllocationKind;
use crate::memory::range::Allocation;
use crate::sync::{Arc, AtomicU64, OnceLock, Ordering};
use std::collections::{BTreeMap, VecDeque};
use std::ops::{Range, RangeInclusive};

/// Freed allocations are kept back, so that an access of one is known for what it is, up to so many bytes …
const KEPT_BYTES: u64 = 256 << 20;
/// … and so many of them.
const KEPT: usize = 4096;

/// Words of a piece: bits of 32 KiB.
const PIECE: u64 = 512;

/// One bit a byte, in pieces that are made when a bit in them is set.
#[derive(Default)]
pub(super) struct Bits {
    pieces: Box<[OnceLock<Box<[AtomicU64]>>]>,
    words: u64,
}

/// The lowest bits of a word.
const fn low(bits: u64) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl Bits {
    pub(super) fn new(bytes: u64) -> Self {
        let words = bytes.div_ceil(64);
        Bits { pieces: (0..words.div_ceil(PIECE)).map(|_| OnceLock::new()).collect(), words }
    }

    /// As many bits that are 0; memory is used again.
    pub(super) fn clear(&mut self, bytes: u64) {
        if self.words == bytes.div_ceil(64) {
            let pieces = self.pieces.iter().filter_map(OnceLock::get);
            pieces.flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        } else {
            *self = Bits::new(bytes);
        }
    }

    #[inline]
    fn word(&self, n: u64) -> u64 {
        let piece = self.pieces.get((n / PIECE) as usize).and_then(OnceLock::get);
        piece.map_or(0, |piece| piece[(n % PIECE) as usize].load(Ordering::Relaxed))
    }

    /// To set bits in.
    fn made(&self, n: u64) -> Option<&AtomicU64> {
        let piece = self.pieces.get((n / PIECE) as usize)?;
        let make = || (0..PIECE).map(|_| AtomicU64::new(0)).collect();
        piece.get_or_init(make).get((n % PIECE) as usize)
    }

    #[cfg(test)]
    pub(super) fn get(&self, at: u64) -> bool {
        at < self.words * 64 && self.word(at / 64) >> (at % 64) & 1 != 0
    }

    /// As many bits as a range of at most 64 has, from its start on.
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

    /// The bytes of a range of at most 64 whose bit is 0, from its start on.
    #[inline]
    pub(super) fn unwritten(&self, range: &Range<u64>) -> u64 {
        let count = range.end - range.start;
        !self.bits(range.start, count) & low(count)
    }

    /// A range of at most 64 bytes was written but for some, which were copied from where nobody had written.
    #[inline]
    pub(super) fn wrote(&self, range: &Range<u64>, unwritten: u64) {
        let (count, shift) = (range.end - range.start, range.start % 64);
        if unwritten == 0 && shift + count <= 64 {
            let mask = low(count) << shift;
            if self.word(range.start / 64) & mask != mask
                && let Some(word) = self.made(range.start / 64)
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
            match self.made(at / 64) {
                Some(word) if value => word.fetch_or(mask, Ordering::Relaxed),
                Some(word) => word.fetch_and(!mask, Ordering::Relaxed),
                None => break,
            };
            at = next;
        }
    }
}

/// What an allocation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The program's.
    Program(AllocationKind),
    /// The heap that kernels allocate from: only what they allocated of it may be touched.
    Heap,
    /// Allocated by a kernel.
    Kernel,
}

/// One allocation, live or freed.
struct Known {
    bytes: u64,
    kind: What,
    serial: u64,
    freed: bool,
    /// Held while freed, so that nothing else comes to lie there.
    held: Option<Arc<Allocation>>,
    /// `None`: all of it counts as written.
    written: Option<Arc<Bits>>,
}

/// A live allocation.
#[derive(Clone)]
pub(super) struct Live {
    pub(super) base: u64,
    pub(super) bytes: u64,
    kind: What,
    serial: u64,
    /// `None`: all of it counts as written.
    pub(super) written: Option<Arc<Bits>>,
}

impl Live {
    /// Whether a kernel allocated it.
    pub(super) fn is_of_kernel(&self) -> bool {
        self.kind == What::Kernel
    }

    /// Whether both are allocations of which no pointer leads to another.
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

    /// As a report names it.
    pub(super) fn near(&self) -> Near {
        let &Live { base, bytes, kind, serial, .. } = self;
        Near { base, bytes, kind, serial, freed: false }
    }
}

/// An allocation as a report names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Near {
    pub(super) base: u64,
    pub(super) bytes: u64,
    pub(super) kind: What,
    pub(super) serial: u64,
    pub(super) freed: bool,
}

/// All allocations, by their first address.
#[derive(Default)]
pub(super) struct Shadow {
    known: BTreeMap<u64, Known>,
    freed: VecDeque<u64>,
    freed_bytes: u64,
}

impl Shadow {
    /// Notes a new allocation; device memory has not been written.
    pub(super) fn allocated(&mut self, allocation: &Allocation) {
        let &Allocation { bytes, kind, serial, .. } = allocation;
        let written = (kind == AllocationKind::Device).then(|| Arc::new(Bits::new(bytes)));
        let kind = What::Program(kind);
        let known = Known { bytes, kind, serial, freed: false, held: None, written };
        self.known.insert(allocation.base(), known);
    }

    /// Notes that an allocation became the heap that kernels allocate from.
    pub(super) fn is_heap(&mut self, base: u64) {
        if let Some(known) = self.known.get_mut(&base) {
            known.kind = What::Heap;
        }
    }

    /// Notes what a kernel allocated; it is not written yet.
    pub(super) fn kernel_allocated(&mut self, base: u64, bytes: u64) {
        self.forget(base, bytes);
        let (kind, written) = (What::Kernel, Some(Arc::new(Bits::new(bytes))));
        self.known.insert(base, Known { bytes, kind, serial: 0, freed: false, held: None, written });
    }

    /// Notes that a kernel freed what it had allocated.
    pub(super) fn taken_back(&mut self, base: u64) {
        match self.known.get_mut(&base) {
            Some(known) if known.kind == What::Kernel => {
                known.freed = true;
                known.written = None;
            }
            _ => {}
        }
    }

    /// Forgets what kernels once had of a range.
    fn forget(&mut self, base: u64, bytes: u64) {
        let old = |known: &Known| known.kind == What::Kernel;
        let gone: Vec<u64> =
            self.known.range(base..base + bytes).filter(|(_, known)| old(known)).map(|(&at, _)| at).collect();
        gone.iter().for_each(|at| {
            self.known.remove(at);
        });
    }

    /// Notes that an allocation was freed, and holds it; those that need no longer be held come back, to be
    /// dropped when no lock is held.
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
        while self.freed_bytes > KEPT_BYTES || self.freed.len() > KEPT {
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

    /// The live allocation that holds all of a range.
    pub(super) fn live(&self, address: u64, bytes: u64) -> Option<Live> {
        let (base, known) = self.holding(address)?;
        let fits = !known.freed && known.kind != What::Heap && bytes <= base + known.bytes - address;
        let &Known { bytes, kind, serial, ref written, .. } = known;
        fits.then(|| Live { base, bytes, kind, serial, written: written.clone() })
    }

    /// What the program, and what kernels, allocated of a range and did not free.
    pub(super) fn left(&self, range: RangeInclusive<u64>) -> Vec<Near> {
        let lasting = |kind: What| {
            use AllocationKind::{Device, Managed, Pinned, Pooled};
            matches!(kind, What::Kernel | What::Program(Device | Managed(_) | Pinned(_) | Pooled(_)))
        };
        let left = self.known.range(range).filter(|(_, known)| !known.freed && lasting(known.kind));
        left.map(|(&base, known)| known.near(base)).collect()
    }

    /// The same of an allocation.
    pub(super) fn left_of(&self, base: u64) -> Vec<Near> {
        let bytes = self.known.get(&base).map_or(0, |known| known.bytes);
        self.left(base..=base + bytes.saturating_sub(1))
    }

    /// The allocation that holds an address, or the nearest one to it.
    pub(super) fn nearest(&self, address: u64) -> Option<Near> {
        let distance = |&(&base, known): &(&u64, &Known)| match address.checked_sub(base) {
            None => base - address,
            Some(offset) => (offset + 1).saturating_sub(known.bytes),
        };
        let before = self.known.range(..=address).next_back();
        let behind = self.known.range(address..).next();
        // Of two equally near ones the first: running off an end is more common than running off a start.
        let (&base, known) = before.into_iter().chain(behind).min_by_key(distance)?;
        Some(known.near(base))
    }

    /// Notes that a range was written.
    pub(super) fn wrote(&mut self, address: u64, bytes: u64) {
        self.mark(address, bytes, None);
    }

    /// Notes that a range was copied from another: what was not written there is not written here.
    pub(super) fn copied(&mut self, to: u64, from: u64, bytes: u64) {
        let part = self.holding(from).and_then(|(base, known)| {
            let written = known.written.as_ref()?;
            let offset = from - base;
            let piece = |at: u64| (at, u64::min(64, bytes - at));
            let pieces = (0..bytes).step_by(64).map(piece);
            Some(pieces.map(|(at, count)| written.bits(offset + at, count)).collect::<Vec<u64>>())
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
    fn near(&self, base: u64) -> Near {
        let &Known { bytes, kind, serial, freed, .. } = self;
        Near { base, bytes, kind, serial, freed }
    }
}

impl Near {
    /// Whether an address lies in it.
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
