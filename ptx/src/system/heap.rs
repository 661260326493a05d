//! The device heap, from which kernels allocate. It manages addresses only: first fit, with adjacent free
//! ranges merged.

use std::collections::BTreeMap;
use std::ops::Range;

/// Alignment of allocations (CUDA programming guide, "Dynamic Global Memory Allocation").
const ALIGN: u64 = 16;

/// Result of a call of `free`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freed {
    /// Freed, or the address was null.
    Fine,
    /// The address is in the heap, but not the start of an allocation.
    Twice,
    /// The address is outside the heap.
    Foreign,
}

/// Heap of a context.
#[derive(Clone, Debug)]
pub struct Heap {
    range: Range<u64>,
    /// Free ranges: start → bytes.
    free: BTreeMap<u64, u64>,
    used: BTreeMap<u64, u64>,
}

impl Heap {
    /// Creates a heap in a range of addresses.
    pub fn new(range: Range<u64>) -> Heap {
        let start = range.start.next_multiple_of(ALIGN);
        let mut free = BTreeMap::new();
        if start < range.end {
            free.insert(start, (range.end - start) / ALIGN * ALIGN);
        }
        Heap { range, free, used: BTreeMap::new() }
    }

    /// Allocates `bytes`, at least one, and returns the start, 16-byte aligned; 0 if no free range is large
    /// enough.
    pub fn allocate(&mut self, bytes: u64) -> u64 {
        let Some(bytes) = bytes.max(1).checked_next_multiple_of(ALIGN) else { return 0 };
        let Some((&start, &len)) = self.free.iter().find(|&(_, &len)| len >= bytes) else { return 0 };
        self.free.remove(&start);
        if len > bytes {
            self.free.insert(start + bytes, len - bytes);
        }
        self.used.insert(start, bytes);
        start
    }

    /// Frees the allocation that starts at an address.
    pub fn free(&mut self, address: u64) -> Freed {
        if address == 0 {
            return Freed::Fine;
        }
        let Some(mut bytes) = self.used.remove(&address) else {
            return if self.range.contains(&address) { Freed::Twice } else { Freed::Foreign };
        };
        let mut start = address;
        if let Some((&before, &len)) = self.free.range(..start).next_back()
            && before + len == start
        {
            self.free.remove(&before);
            (start, bytes) = (before, len + bytes);
        }
        if let Some(len) = self.free.remove(&(start + bytes)) {
            bytes += len;
        }
        self.free.insert(start, bytes);
        Freed::Fine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_memory_is_reused() {
        let mut heap = Heap::new(0x1004..0x1100);
        let all: Vec<u64> = [0, 16, 17, 100].map(|bytes| heap.allocate(bytes)).into();
        assert_eq!(all, [0x1010, 0x1020, 0x1030, 0x1050]);
        assert_eq!(heap.allocate(u64::MAX), 0);
        assert_eq!(heap.allocate(0x40), 0x10c0, "the last piece");
        assert_eq!(heap.allocate(1), 0, "nothing is left");
        assert_eq!(heap.free(0x1024), Freed::Twice, "inside a piece");
        for address in all.into_iter().rev() {
            assert_eq!(heap.free(address), Freed::Fine);
            assert_eq!(heap.free(address), Freed::Twice);
        }
        assert_eq!((heap.free(0), heap.free(8)), (Freed::Fine, Freed::Foreign));
        assert_eq!(heap.allocate(0xb0), 0x1010, "neighbours are one again");
    }
}
