//! What is known of device-visible memory beside its bytes: which allocations there are and were, and which of their
//! bytes somebody wrote.

use crate::memory::AllocationKind;
use crate::memory::range::Allocation;
use crate::sync::Arc;
use std::collections::{BTreeMap, VecDeque};

/// Freed allocations are kept back, so that an access of one is known for what it is, up to so many bytes …
const KEPT_BYTES: u64 = 256 << 20;
/// … and so many of them.
const KEPT: usize = 4096;

/// One bit a byte.
#[derive(Clone, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(bytes: u64) -> Self {
        Bits(vec![0; bytes.div_ceil(64) as usize])
    }

    pub(super) fn get(&self, at: u64) -> bool {
        self.0.get((at / 64) as usize).is_some_and(|word| word >> (at % 64) & 1 != 0)
    }

    pub(super) fn set(&mut self, start: u64, bytes: u64, value: bool) {
        let end = (start + bytes).min(self.0.len() as u64 * 64);
        let mut at = start;
        while at < end {
            let next = (at / 64 * 64 + 64).min(end);
            let mask = (u64::MAX >> (64 - (next - at))) << (at % 64);
            let word = &mut self.0[(at / 64) as usize];
            *word = if value { *word | mask } else { *word & !mask };
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
    written: Option<Bits>,
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
        let written = (kind == AllocationKind::Device).then(|| Bits::new(bytes));
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
        let (kind, written) = (What::Kernel, Some(Bits::new(bytes)));
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

    /// Notes that an allocation was freed, and holds it; those that need no longer be held come back, to be dropped
    /// when no lock is held.
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

    /// Whether all of a range lies in one live allocation.
    pub(super) fn is_live(&self, address: u64, bytes: u64) -> bool {
        self.holding(address).is_some_and(|(base, known)| {
            !known.freed && known.kind != What::Heap && bytes <= base + known.bytes - address
        })
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
        let (bytes, kind, serial) = (known.bytes, known.kind, known.serial);
        Some(Near { base, bytes, kind, serial, freed: known.freed })
    }

    /// The first byte of a range that nobody wrote.
    pub(super) fn unwritten(&self, address: u64, bytes: u64) -> Option<u64> {
        let (base, known) = self.holding(address)?;
        let written = known.written.as_ref()?;
        (address..address + bytes).find(|at| !written.get(at - base))
    }

    /// Notes that a range was written.
    pub(super) fn wrote(&mut self, address: u64, bytes: u64) {
        self.mark(address, bytes, None);
    }

    /// Notes that a range was copied from another: what was not written there is not written here.
    pub(super) fn copied(&mut self, to: u64, from: u64, bytes: u64) {
        let part = self.holding(from).and_then(|(base, known)| {
            let written = known.written.as_ref()?;
            Some((from - base..from - base + bytes).map(|at| written.get(at)).collect::<Vec<bool>>())
        });
        self.mark(to, bytes, part);
    }

    fn mark(&mut self, address: u64, bytes: u64, from: Option<Vec<bool>>) {
        let Some((&base, known)) = self.known.range_mut(..=address).next_back() else { return };
        let (offset, limit) = (address - base, known.bytes);
        let Some(written) = &mut known.written else { return };
        if offset >= limit {
            return;
        }
        let bytes = bytes.min(limit - offset);
        match from {
            None => written.set(offset, bytes, true),
            Some(bits) => {
                bits.iter().zip(offset..offset + bytes).for_each(|(&bit, at)| written.set(at, 1, bit))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_set_across_words() {
        let mut bits = Bits::new(200);
        bits.set(60, 80, true);
        assert!((0..200).all(|n| bits.get(n) == (60..140).contains(&n)));
        bits.set(64, 64, false);
        assert!((0..200).all(|n| bits.get(n) == ((60..64).contains(&n) || (128..140).contains(&n))));
        bits.set(190, 100, true);
        assert!(bits.get(199) && !bits.get(1000));
    }
}
