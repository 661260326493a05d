//! Where a name's row is: a hash table over the sorted texts, made once, when the first name is asked for.
//!
//! Almost every identifier of a program is no name of CUDA's, and each of them asks: a binary search over the
//! text costs a microsecond, this a few nanoseconds. Making it takes half a millisecond of a run.

/// The table's size is a power of two at least this many times the number of rows, so that a probe ends soon.
const ROOM: usize = 3;

/// Bits that say of most names that are not there, without a look into the table, which is larger than the
/// nearest cache.
const BITS: usize = 1 << 16;

/// The upper half of a slot is that of the name's hash, the lower one plus the row's number; 0 is empty.
pub(super) struct Index {
    slots: Vec<u64>,
    mask: usize,
    /// By how names begin, how they end and how long they are: most others are told by that alone.
    ends: Box<[u64; BITS / 64]>,
    /// By their hashes.
    bits: Box<[u64; BITS / 64]>,
}

/// Where a hash has its bit: the word, and the bit in it.
fn bit(hash: u64) -> (usize, u64) {
    let n = (hash >> 15) as usize % BITS;
    (n / 64, 1 << (n % 64))
}

/// Where the beginning, the end and the length of a name have their bit. Of a name of one byte that is its
/// beginning.
#[inline]
fn ends(name: &[u8]) -> (usize, u64) {
    let [first, rest @ ..] = name else { return (0, 1) };
    let (second, last) = (rest.first().unwrap_or(first), rest.last().unwrap_or(first));
    let key = u32::from_le_bytes([*first, *second, *last, name.len() as u8]);
    let n = (key.wrapping_mul(0x9e37_79b1) >> 16) as usize % BITS;
    (n / 64, 1 << (n % 64))
}

/// Mixes eight bytes at a time; for table names only, not against an adversary.
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
    /// Of names, by their numbers in this order; of equal names the first counts.
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
            // Two names of one upper half stand one after the other: `find` looks at both.
            while index.slots[at] != 0 {
                at = (at + 1) & index.mask;
            }
            index.slots[at] = hash & !u64::from(u32::MAX) | u64::from(row + 1);
        }
        index
    }

    /// Whether a name may be there, by its ends: the quickest question.
    #[inline]
    pub(super) fn may_hold(&self, name: &[u8]) -> bool {
        let (word, bit) = ends(name);
        self.ends[word] & bit != 0
    }

    /// The first row under a name that `is_it` agrees to.
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
    fn the_first_of_equal_names_is_found_and_no_other_name() {
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
