//! Portable pseudo-random numbers: SplitMix64.

/// State of the generator.
pub(super) struct Seeded(u64);

impl Seeded {
    pub(super) const fn new(seed: u64) -> Self {
        Seeded(seed)
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// Returns a number below `limit`, which is not 0; as uniform as 64 bits allow.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(limit)) >> 64) as u32
    }

    /// Returns an approximately normal number, mean 0, deviation 1, in units of 2^-32: the sum of twelve
    /// words.
    pub(super) fn normal(&mut self) -> i64 {
        (0..12).map(|_| i64::from(self.word() as u32)).sum::<i64>() - (6 << 32)
    }
}
