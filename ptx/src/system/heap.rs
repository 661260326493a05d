//! The device's heap, from which kernels allocate: addresses only, first fit, neighbours merged.

use std::collections::BTreeMap;
use std::ops::Range;

/// Alignment of what `malloc` gives (CUDA programming guide, "Dynamic Global Memory Allocation").
const ALIGN: u64 = 16;

/// What became of a call of `free`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freed {
    /// It is free, or was null.
    Fine,
    /// It lies in the heap, and nothing that is allocated starts there.
    Twice,
    /// It lies elsewhere.
    Foreign,
}

/// The heap of one context.
#[derive(Clone, Debug)]
pub struct Heap {
    range: Range<u64>,
    /// Free stretches: start → bytes.
    free: BTreeMap<u64, u64>,
    used: BTreeMap<u64, u64>,
}

impl Heap {
    /// A heap in a range of addresses.
    pub fn new(range: Range<u64>) -> Heap {
        let start = range.start.next_multiple_of(ALIGN);
        let mut free = BTreeMap::new();
        if start < range.end {
            free.insert(start, (range.end - start) / ALIGN * ALIGN);
        }
        Heap { range, free, used: BTreeMap::new() }
    }

    /// The start of so many bytes, at least one, 16-byte aligned; 0 if no stretch is long enough.
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

    /// Gives back what starts at an address.
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
    fn memory_comes_and_goes() {
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
