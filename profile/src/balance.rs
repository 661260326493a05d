//! Balance of a launch: how unequal the work of SMs is when blocks differ.

use crate::counters::Work;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Limit of blocks that are placed one by one; larger grids even out.
const MOST: usize = 1 << 16;

/// Factors by which unequal blocks change the load of SMs; 1 if all blocks are equal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balance {
    /// Work of the busiest SM, relative to that of as many average blocks.
    pub busiest: f64,
    /// Time until the last chain has ended, relative to rounds of the longest one.
    pub longest: f64,
}

impl Balance {
    /// Balance of equal blocks.
    pub const EVEN: Balance = Balance { busiest: 1.0, longest: 1.0 };

    /// Places blocks like the recorded ones, `work` in order of their index.
    pub fn of_recorded(work: &[Work], blocks: u64, sms: u64, resident: u64) -> Balance {
        let sizes: Vec<(u64, u64)> = work.iter().map(|own| (own.instructions(), own.chain())).collect();
        Balance::new(&sizes, blocks, sms, resident)
    }

    /// Places blocks on SMs as the front end does: one after the other round the SMs, then wherever a block
    /// ends first. `sizes` are instructions and the length of the longest chain of all blocks, or of some
    /// that are spread over the grid.
    pub fn new(sizes: &[(u64, u64)], blocks: u64, sms: u64, resident: u64) -> Balance {
        let (sms, resident) = (sms.max(1) as usize, resident.max(1) as usize);
        let is_even = sizes.windows(2).all(|two| two[0] == two[1]);
        if is_even || blocks > MOST as u64 {
            return Balance::EVEN;
        }
        let blocks = blocks as usize;
        // Blocks that were not recorded are like the nearest one before.
        let size = |block: usize| sizes[(block * sizes.len() / blocks).min(sizes.len() - 1)];
        let mut load = vec![0u64; sms];
        // Ends of blocks, with their number and SM.
        let mut ends: BinaryHeap<Reverse<(u64, usize, usize)>> = BinaryHeap::new();
        let mut last = 0;
        for block in 0..blocks {
            let (instructions, chain) = size(block);
            let (start, sm) = match ends.len() < sms * resident {
                true => (0, block % sms),
                false => ends.pop().map_or((0, 0), |Reverse((end, _, sm))| (end, sm)),
            };
            load[sm] += instructions;
            ends.push(Reverse((start + chain, block, sm)));
            last = last.max(start + chain);
        }
        let mean = (0..blocks).map(|block| size(block).0).sum::<u64>() as f64 / blocks as f64;
        let longest = sizes.iter().map(|size| size.1).max().unwrap_or(0) as f64;
        let most = load.iter().copied().max().unwrap_or(0) as f64;
        let part = |own: f64, whole: f64| if whole > 0.0 { own / whole } else { 1.0 };
        Balance {
            busiest: part(most, mean * blocks.div_ceil(sms) as f64),
            longest: part(last as f64, longest * blocks.div_ceil(sms * resident) as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Balance;

    fn balance(sizes: &[u64], sms: u64, resident: u64) -> (f64, f64) {
        let sizes: Vec<(u64, u64)> = sizes.iter().map(|&size| (size, size)).collect();
        let found = Balance::new(&sizes, sizes.len() as u64, sms, resident);
        (found.busiest, found.longest)
    }

    #[test]
    fn unequal_blocks_load_some_sms_more() {
        assert_eq!(balance(&[5; 8], 2, 1), (1.0, 1.0));
        // Each other block is long: they share an SM.
        assert_eq!(balance(&[30, 10, 30, 10], 2, 2), (1.5, 1.0));
        // The third block starts where the short one ended.
        assert_eq!(balance(&[30, 10, 10, 10], 2, 1), (1.0, 0.5));
    }
}
