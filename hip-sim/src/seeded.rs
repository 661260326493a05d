//! Numbers that look random and are the same everywhere: SplitMix64.

/// A source of numbers.
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

    /// Below `limit`, which is not 0; as even as 64 bits allow.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(limit)) >> 64) as u32
    }

    /// Sum of twelve dice: about normal, mean 0, deviation 1, in units of 2^-32.
    pub(super) fn normal(&mut self) -> i64 {
        (0..12).map(|_| i64::from(self.word() as u32)).sum::<i64>() - (6 << 32)
    }
}
