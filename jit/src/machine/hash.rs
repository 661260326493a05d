//! Hash tables of this code generator: keys are a few small numbers of its own, so that no key is chosen to
//! collide, and the standard hash would take longer than the rest of a search.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(super) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;
pub(super) type Members<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// Hash that multiplies by an odd number for each number of a key.
#[derive(Clone, Copy, Default)]
pub(super) struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        rest.iter().for_each(|&byte| self.mix(byte.into()));
    }

    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.mix(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    /// Tables take their places from the low bits, to which the product adds least.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
