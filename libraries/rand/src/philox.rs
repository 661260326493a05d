//! Philox4x32-10 (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).

use crate::source::Source;

/// A subsequence.
#[derive(Debug)]
pub(crate) struct Philox {
    seed: u64,
    subsequence: u64,
    /// Number of words that were taken.
    taken: u64,
    block: [u32; 4],
}

impl Philox {
    pub(crate) fn new(seed: u64, subsequence: u64) -> Philox {
        Philox { seed, subsequence, taken: 0, block: [0; 4] }
    }
}

/// Multiplies, and returns the high and low words.
fn split(a: u32, b: u32) -> (u32, u32) {
    let product = u64::from(a) * u64::from(b);
    ((product >> 32) as u32, product as u32)
}

fn block(seed: u64, subsequence: u64, place: u64) -> [u32; 4] {
    let (mut low, mut high) = (seed as u32, (seed >> 32) as u32);
    let mut c = [place as u32, (place >> 32) as u32, subsequence as u32, (subsequence >> 32) as u32];
    for _ in 0..10 {
        let (x, z) = (split(0xd251_1f53, c[0]), split(0xcd9e_8d57, c[2]));
        c = [z.0 ^ c[1] ^ low, z.1, x.0 ^ c[3] ^ high, x.1];
        low = low.wrapping_add(0x9e37_79b9);
        high = high.wrapping_add(0xbb67_ae85);
    }
    c
}

impl Source for Philox {
    fn word(&mut self) -> u32 {
        let within = (self.taken % 4) as usize;
        if within == 0 {
            self.block = block(self.seed, self.subsequence, self.taken / 4);
        }
        self.taken += 1;
        self.block[within]
    }
}
