//! Hash table from names to rows, built on the first lookup.
//!
//! Nearly all identifiers of a program are not CUDA's, and each of them is looked up. A binary search over
//! the table's text takes a microsecond, this a few nanoseconds. Building it takes half a millisecond.

/// Minimum ratio of slots to rows; the number of slots is rounded up to a power of two. It keeps probes
/// short.
const ROOM: usize = 3;

/// Number of bits in each filter, which rejects most names without access to the table: the table exceeds the
/// L1 cache.
const BITS: usize = 1 << 16;

/// Hash table with linear probing. The upper half of a slot is that of the name's hash, the lower half 1 +
/// the row; 0 is an empty slot.
pub(super) struct Index {
    slots: Vec<u64>,
    mask: usize,
    /// Filter by the first two bytes, the last byte and the length of names.
    ends: Box<[u64; BITS / 64]>,
    /// Filter by hash.
    bits: Box<[u64; BITS / 64]>,
}

/// Returns the filter bit of a hash: word index, and mask.
fn bit(hash: u64) -> (usize, u64) {
    let n = (hash >> 15) as usize % BITS;
    (n / 64, 1 << (n % 64))
}

/// Returns the filter bit of a name's first two bytes, last byte and length. A single byte counts as all
/// three.
#[inline]
fn ends(name: &[u8]) -> (usize, u64) {
    let [first, rest @ ..] = name else { return (0, 1) };
    let (second, last) = (rest.first().unwrap_or(first), rest.last().unwrap_or(first));
    let key = u32::from_le_bytes([*first, *second, *last, name.len() as u8]);
    let n = (key.wrapping_mul(0x9e37_79b1) >> 16) as usize % BITS;
    (n / 64, 1 << (n % 64))
}

/// Hashes eight bytes at a time. For the fixed names of the tables, so not resistant to attacks.
pub(crate) fn hash(name: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = name.len() as u64;
    let mut words = name.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("chunks of eight are eight long"));
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(K);
    }
    let rest = words.remainder();
    let last = rest.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
    hash = (hash.rotate_left(23) ^ last).wrapping_mul(K);
    hash ^ hash >> 29
}

impl Index {
    /// Builds the index. Rows are numbered in this order; of equal names the first one wins.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a [u8]> + Clone) -> Index {
        let size = (names.clone().count() * ROOM).next_power_of_two().max(16);
        let bits = || Box::new([0; BITS / 64]);
        let mut index = Index { slots: vec![0; size], mask: size - 1, ends: bits(), bits: bits() };
        for (row, name) in (0u32..).zip(names) {
            let (word, of_ends) = ends(name);
            index.ends[word] |= of_ends;
            let hash = hash(name);
            let (word, bit) = bit(hash);
            index.bits[word] |= bit;
            let mut at = hash as usize & index.mask;
            // Names with equal upper halves get successive slots; `find` checks both.
            while index.slots[at] != 0 {
                at = (at + 1) & index.mask;
            }
            index.slots[at] = hash & !u64::from(u32::MAX) | u64::from(row + 1);
        }
        index
    }

    /// Returns `false` for most names that the index lacks. The fastest check.
    #[inline]
    pub(super) fn may_hold(&self, name: &[u8]) -> bool {
        let (word, bit) = ends(name);
        self.ends[word] & bit != 0
    }

    /// Returns the first row of a name that `is_it` accepts.
    pub(super) fn find<R>(&self, name: &[u8], mut is_it: impl FnMut(u32) -> Option<R>) -> Option<R> {
        if !self.may_hold(name) {
            return None;
        }
        let hash = hash(name);
        let (word, bit) = bit(hash);
        if self.bits[word] & bit == 0 {
            return None;
        }
        let mut at = hash as usize & self.mask;
        while self.slots[at] != 0 {
            if self.slots[at] >> 32 == hash >> 32
                && let Some(row) = is_it(self.slots[at] as u32 - 1)
            {
                return Some(row);
            }
            at = (at + 1) & self.mask;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn the_first_of_equal_names_is_found() {
        let names: Vec<String> = (0..5000).map(|n| format!("cudaName{}", n % 4000)).collect();
        let index = Index::new(names.iter().map(|name| name.as_bytes()));
        let find =
            |name: &str| index.find(name.as_bytes(), |row| (names[row as usize] == name).then_some(row));
        for (n, name) in names.iter().enumerate() {
            assert_eq!(find(name), Some(n as u32 % 4000));
        }
        assert_eq!((find("cudaName4000"), find(""), find("x")), (None, None, None));
    }
}
