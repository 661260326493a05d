//! Workloads on tables: a join of relations, matrix products, and reads aligned to a genome.

use super::seeded::Seeded;
use super::work::{Effort, Kernel, Thread, kernel};
use std::sync::Arc;

/// Distribution of a relation's keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keys {
    /// Uniform.
    Uniform,
    /// Gaussian around the middle, with a deviation of an eighth of the range.
    Gaussian,
}

/// Joins two relations of `size` rows each in `buckets` buckets by key: a thread for a bucket looks up each
/// row of one relation in the other. Runs `batches` times with different rows. Returns the number of pairs
/// found in each batch.
pub(super) fn join(keys: Keys, size: u32, buckets: u32, batches: u64) -> (Vec<u64>, Vec<Kernel>) {
    let name = Arc::from("join_bucket");
    let mut found = Vec::new();
    let kernels = (0..batches).map(|batch| {
        let mut random = Seeded::new(batch * 2 + u64::from(keys == Keys::Gaussian) + 77);
        let mut relation = || {
            let mut rows = vec![Vec::new(); buckets as usize];
            for _ in 0..size {
                // A key: its bucket, and 8 bits within.
                let range = i64::from(buckets) << 8;
                let key = match keys {
                    Keys::Uniform => i64::from(random.below(range as u32)),
                    Keys::Gaussian => (range / 2 + ((random.normal() * range) >> 35)).clamp(0, range - 1),
                };
                rows[(key >> 8) as usize].push(key & 255);
            }
            rows
        };
        let (left, right) = (relation(), relation());
        let mut pairs = 0;
        let threads: Vec<Thread> = left
            .iter()
            .zip(&right)
            .map(|(left, right)| {
                pairs += left
                    .iter()
                    .map(|key| right.iter().filter(|other| *other == key).count() as u64)
                    .sum::<u64>();
                let scan = right.len() as u64;
                let one = Effort::new(6 + 5 * scan, 1 + scan, 0);
                Thread::with_equal_items(left.len() as u32, one, Effort::new(16 + 5 * scan, scan, 1))
            })
            .collect();
        found.push(pairs);
        kernel(&name, Effort::new(20, 2, 1), &threads)
    });
    let kernels = kernels.collect();
    (found, kernels)
}

/// Computes `count` products of `side` × `side` matrices, one after the other: a thread for a row of the
/// result, with the row's elements as items.
pub(super) fn multiply(side: u32, count: usize) -> Vec<Kernel> {
    let name: Arc<str> = Arc::from("mm_row");
    let long = u64::from(side);
    // The row of one matrix is contiguous, the column of the other strided for a single thread; adjacent
    // threads read it together.
    let one = Effort::new(8 + 4 * long, 2 * long, 0);
    let child = Effort::new(18 + 4 * long, 2 * long, 1);
    let row = |_| Thread::with_equal_items(side, one, child);
    (0..count)
        .map(|_| kernel(&name, Effort::new(14, 0, 0), &(0..side).map(row).collect::<Vec<_>>()))
        .collect()
}

/// Repetitiveness of a genome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Genome {
    /// Length in bases.
    pub(super) length: u32,
    /// Bases in repeats, per thousand.
    pub(super) repeats: u32,
    /// Kinds of repeats: with fewer, each occurs more often.
    pub(super) families: u32,
    pub(super) seed: u64,
}

/// Length of a seed, bases.
const SEED: usize = 8;
const REPEAT: usize = 120;
const READ: usize = 96;

/// Aligns `reads` reads, `batches` times: a thread for a read. Its items are the positions of the read's
/// first 8 bases in the genome; each is compared base by base, 16 to a word. Returns the number of best
/// positions with at most 4 mismatches, by batch.
pub(super) fn align(genome: Genome, reads: usize, batches: usize) -> (Vec<u64>, Vec<Kernel>) {
    let name = Arc::from("sa_places");
    let mut random = Seeded::new(genome.seed);
    let mut bases = |count: usize| -> Vec<u8> { (0..count).map(|_| random.below(4) as u8).collect() };
    let families: Vec<Vec<u8>> = (0..genome.families).map(|_| bases(REPEAT)).collect();
    let mut text = bases(genome.length as usize);
    let copies = u64::from(genome.length) * u64::from(genome.repeats) / 1000 / REPEAT as u64;
    for _ in 0..copies {
        let at = random.below(genome.length - REPEAT as u32) as usize;
        // Early families are more frequent.
        let family = random.below(genome.families).min(random.below(genome.families));
        for (place, &base) in text[at..at + REPEAT].iter_mut().zip(&families[family as usize]) {
            // Copies differ in one base of 32.
            *place = if random.below(32) == 0 { random.below(4) as u8 } else { base };
        }
    }
    let seed_of = |bases: &[u8]| bases[..SEED].iter().fold(0, |seed, &base| seed << 2 | usize::from(base));
    let mut places: Vec<Vec<u32>> = vec![Vec::new(); 1 << (2 * SEED)];
    for at in 0..=text.len() - READ {
        places[seed_of(&text[at..])].push(at as u32);
    }
    let compare = Effort::new(10 + 7 * (READ / 16) as u64, (READ / 16) as u64, 1);
    let compare_child = Effort::new(18 + 7 * (READ / 16) as u64, (READ / 16) as u64, 2);
    let mut fits = Vec::new();
    let kernels = (0..batches).map(|_| {
        let mut fit = 0;
        let threads: Vec<Thread> = (0..reads)
            .map(|_| {
                let at = random.below(genome.length - READ as u32) as usize;
                let mut read = text[at..at + READ].to_vec();
                read[SEED + random.below((READ - SEED) as u32) as usize] = random.below(4) as u8;
                let candidates = &places[seed_of(&read)];
                let wrong = |&at: &u32| text[at as usize..].iter().zip(&read).filter(|(a, b)| a != b).count();
                fit += candidates.iter().filter(|at| wrong(at) <= 4).count() as u64;
                Thread::with_equal_items(candidates.len() as u32, compare, compare_child)
            })
            .collect();
        fits.push(fit);
        kernel(&name, Effort::new(60, 3, 2), &threads)
    });
    let kernels = kernels.collect();
    (fits, kernels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_read_fits_where_it_was_taken() {
        let genome = Genome { length: 5000, repeats: 300, families: 3, seed: 5 };
        let (fits, kernels) = align(genome, 64, 2);
        assert_eq!(kernels.len(), 2);
        assert!(fits.iter().all(|&fit| fit >= 64), "{fits:?}");
    }

    #[test]
    fn skewed_keys_meet_more_often() {
        let (uniform, _) = join(Keys::Uniform, 8192, 128, 2);
        let (gaussian, _) = join(Keys::Gaussian, 8192, 128, 2);
        // 8192² pairs of rows, one in 2^15 of which has the same key.
        assert!(uniform.iter().all(|found| (1800..2300).contains(found)), "{uniform:?}");
        assert!(gaussian.iter().zip(&uniform).all(|(gaussian, uniform)| gaussian > uniform), "{gaussian:?}");
    }
}
