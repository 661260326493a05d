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
    /// The rest of a subsequence, of which some words were taken.
    fn new(seed: u64, subsequence: u64, taken: u64) -> Philox {
        // The first word of a block makes it.
        let block = if taken.is_multiple_of(4) { [0; 4] } else { block(seed, subsequence, taken / 4) };
        Philox { seed, subsequence, taken, block }
    }
}

/// Number of subsequences that take turns.
const COUNT: usize = 65_536;
/// Values that a subsequence gives at its turn.
const OF_TURN: usize = 4;

/// Subsequences that take turns.
pub(crate) struct Turns {
    seed: u64,
    /// Number of the next value.
    next: u64,
    /// Words that the whole turns of each subsequence took.
    taken: Vec<u64>,
}

impl Turns {
    /// Begins at a value, those before being words.
    pub(crate) fn new(seed: u64, offset: u64) -> Turns {
        let turns = offset / OF_TURN as u64;
        let (rounds, within) = (turns / COUNT as u64, turns % COUNT as u64);
        let words = |lane| (rounds + u64::from(lane < within)) * OF_TURN as u64;
        Turns { seed, next: offset, taken: (0..COUNT as u64).map(words).collect() }
    }

    /// Fills values, of which `draw` makes as many at once as `width` says.
    pub(crate) fn fill<T: Copy + Default>(
        &mut self,
        mut values: &mut [T],
        width: usize,
        draw: &dyn Fn(&mut dyn Source, &mut [T]),
    ) {
        while !values.is_empty() {
            let subsequence = self.next / OF_TURN as u64 % COUNT as u64;
            let taken = &mut self.taken[subsequence as usize];
            let mut source = Philox::new(self.seed, subsequence, *taken);
            let mut turn = [T::default(); OF_TURN];
            turn.chunks_mut(width).for_each(|part| draw(&mut source, part));
            let rest = &turn[(self.next % OF_TURN as u64) as usize..];
            let (now, later) = values.split_at_mut(rest.len().min(values.len()));
            now.copy_from_slice(&rest[..now.len()]);
            if now.len() == rest.len() {
                *taken = source.taken;
            }
            self.next = self.next.wrapping_add(now.len() as u64);
            values = later;
        }
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
