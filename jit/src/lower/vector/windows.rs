//! Loads and stores of shared memory with permuted lanes: exchanges of sorting networks and of Fourier
//! transforms, and tiles with swizzled rows.
//!
//! If the [steps](super::steps) of their addresses are guessed right, the lanes touch few vectors: these are
//! loaded or stored whole, and their words permuted, where a gather or scatter would do one word after the
//! other.

use super::chunk::{MOST, little};
use super::memory::Access;
use super::state::Vectors;
use super::steps::Steps;
use crate::lower::memory::KERNEL;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Space, Type, Value};
use std::collections::BTreeMap;

/// Size of a vector and of a word, bytes.
const VECTOR: i64 = 64;
const WORD: i64 = 4;

/// Maximum vectors from which the words of one are taken: beyond, permutations take as long as loads of
/// single lanes.
const MOST_PARTS: usize = 4;

/// Maximum vectors of an access.
const MOST_VECTORS: i64 = 8;

/// The vectors that an access touches, from the first to the last.
pub(super) struct Windows {
    /// Difference of each lane's address from lane 0's, bytes.
    steps: Vec<i64>,
    /// Place of each lane's word: number of the vector, and of the word in it.
    places: Vec<(i64, i64)>,
    /// Bytes from the start of the first vector to lane 0's word.
    before: i64,
    vectors: i64,
}

impl Windows {
    /// Returns the windows for addresses with some steps.
    fn new(steps: Steps) -> Option<Windows> {
        // Vectors lie at multiples of their size, as far as is known.
        let size = VECTOR.min(1 << steps.known.min(VECTOR.ilog2()));
        let inside = steps.low as i64 & (size - 1);
        let far = (MOST_VECTORS * VECTOR) as u64;
        if steps.lanes.iter().any(|step| step.unsigned_abs() >= far || step % WORD != 0) {
            return None;
        }
        let (least, most) = steps.lanes.iter().fold((0, 0), |(a, b), &step| (a.min(step), b.max(step)));
        let first = (inside + least).div_euclid(VECTOR) * VECTOR;
        let place = |step: &i64| ((inside + step - first) / VECTOR, (inside + step - first) % VECTOR / WORD);
        let places: Vec<(i64, i64)> = steps.lanes.iter().map(place).collect();
        let vectors = (inside + most - first) / VECTOR + 1;
        let fits = inside % WORD == 0 && vectors <= MOST_VECTORS;
        fits.then_some(Windows { steps: steps.lanes, places, before: inside - first, vectors })
    }

    /// Returns whether no two lanes have a word in common.
    fn is_permutation(&self) -> bool {
        let mut places = self.places.clone();
        places.sort_unstable();
        places.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns whether each vector of `lanes` results takes its words from few.
    fn are_few(&self, lanes: usize) -> bool {
        let parts = |places: &[(i64, i64)]| {
            let mut parts: Vec<i64> = places.iter().map(|place| place.0).collect();
            parts.sort_unstable();
            parts.dedup();
            parts.len()
        };
        self.places.chunks(lanes).all(|places| parts(places) <= MOST_PARTS)
    }
}

impl Vectors<'_> {
    /// Returns the vectors that an access of shared memory touches if the guess of its steps is right; `None`
    /// if there is no guess, or if single lanes are faster.
    pub(super) fn windows(&self, access: &Access) -> Option<Windows> {
        let &[_] = access.values.as_slice() else { return None };
        if access.space != Space::Shared || !self.is_of_words(access) {
            return None;
        }
        let f = self.e.f;
        let mut steps = Steps::guess(f, &self.analysis.kinds, self.width, access.address)?;
        steps.low = steps.low.wrapping_add(access.own_offset as u64);
        let windows = Windows::new(steps)?;
        let fits = match access.load {
            true => windows.are_few(VECTOR as usize / WORD as usize),
            false => windows.is_permutation(),
        };
        fits.then_some(windows)
    }

    /// Loads or stores by whole vectors if the steps are as guessed, and else as `other` does.
    pub(super) fn by_windows(&mut self, access: &Access, windows: &Windows, other: impl FnOnce(&mut Self)) {
        let (differs, first) = self.differs_from_steps(access, windows);
        let first = self.e.with_offset(access.space, first, access.own_offset);
        let span = windows.vectors * VECTOR;
        let unit = WORD.trailing_zeros();
        let inside = self.lies_inside(access.space, first, -windows.before, (span, unit));
        let Some(base) = self.e.base(access.space) else { return other(self) };
        let fast = |this: &mut Self| {
            let at = this.e.b.ins().iadd(base, first);
            let at = this.e.b.ins().iadd_imm_s(at, -windows.before);
            match access.load {
                true => this.load_windows(access.values[0], windows, at),
                false => this.store_windows(access.values[0], windows, at),
            }
        };
        self.either_all(&[(differs, false), (inside, true)], fast, other);
    }

    /// Tests whether the lanes' addresses, without an access's offset, do not have the steps that were
    /// guessed, once for all accesses of a list of instructions. Also returns lane 0's.
    fn differs_from_steps(&mut self, access: &Access, windows: &Windows) -> (Cl, Cl) {
        let known = self.storage.guessed.iter().find(|own| own.0 == access.address);
        if let Some(&(_, known)) = known {
            return known;
        }
        let addresses = self.low_words(access.address);
        let first = self.extract(Type::I32, &addresses, 0);
        let steps = self.pattern(windows.steps.iter().map(|&step| step as u32));
        let start = self.splat(Type::I32, first);
        let words = self.words();
        let expected: Vec<Cl> = (0..words).map(|n| self.e.b.ins().iadd(start[n], steps[n])).collect();
        let differs = self.differ(&addresses[..words], &expected);
        self.storage.guessed.push((access.address, (differs, first)));
        (differs, first)
    }

    fn load_windows(&mut self, v: Value, windows: &Windows, at: Cl) {
        let layout = self.layout(self.e.f.ty(v));
        let mut loaded: BTreeMap<i64, Cl> = BTreeMap::new();
        let mut out = [at; MOST];
        for (chunk, places) in
            out[..layout.count].iter_mut().zip(windows.places.chunks(layout.lanes as usize))
        {
            for &(vector, _) in places {
                let load = || self.e.b.ins().load(types::I32X16, KERNEL, at, (vector * VECTOR) as i32);
                loaded.entry(vector).or_insert_with(load);
            }
            *chunk = self.words_at(&loaded, places);
        }
        self.set_words(v, &out);
    }

    /// Stores the lanes' words among those that are there: no other thread runs meanwhile that might write
    /// these.
    fn store_windows(&mut self, v: Value, windows: &Windows, at: Cl) {
        let layout = self.layout(self.e.f.ty(v));
        let chunks = self.chunks(v);
        let words = |this: &mut Self, chunks: &[Cl]| -> BTreeMap<i64, Cl> {
            let ints = chunks.iter().map(|&chunk| match this.e.b.func.dfg.value_type(chunk) {
                types::I32X16 => chunk,
                _ => this.e.b.ins().bitcast(types::I32X16, little(), chunk),
            });
            (0..).zip(ints.collect::<Vec<Cl>>()).collect()
        };
        let data = words(self, &chunks[..layout.count]);
        let mask = self.may_idle().then(|| {
            let mask = self.mask_vectors();
            words(self, &mask[..layout.count])
        });
        let lanes = i64::from(layout.lanes);
        for vector in 0..windows.vectors {
            // The lane of each word, if there is one.
            let mut from = vec![None; lanes as usize];
            for (lane, &(_, word)) in (0..).zip(&windows.places).filter(|(_, place)| place.0 == vector) {
                from[word as usize] = Some((lane / lanes, lane % lanes));
            }
            let Some(any) = from.iter().flatten().next().copied() else { continue };
            let places: Vec<(i64, i64)> = from.iter().map(|place| place.unwrap_or(any)).collect();
            let new = self.words_at(&data, &places);
            let mut stored = mask.as_ref().map(|mask| self.words_at(mask, &places));
            if from.contains(&None) {
                let own = from.iter().map(|place| if place.is_some() { u32::MAX } else { 0 });
                let own = self.pattern(own)[0];
                stored = Some(stored.map_or(own, |stored| self.e.b.ins().band(stored, own)));
            }
            let place = (vector * VECTOR) as i32;
            let new = match stored {
                None => new,
                Some(stored) => {
                    let old = self.e.b.ins().load(types::I32X16, KERNEL, at, place);
                    self.e.b.ins().bitselect(stored, new, old)
                }
            };
            self.e.b.ins().store(KERNEL, new, at, place);
        }
    }

    /// Returns a vector of words of others.
    fn words_at(&mut self, vectors: &BTreeMap<i64, Cl>, places: &[(i64, i64)]) -> Cl {
        let mut parts: Vec<i64> = places.iter().map(|place| place.0).collect();
        parts.sort_unstable();
        parts.dedup();
        let in_order = places.iter().zip(0..).all(|(place, n)| place.1 == n);
        match parts[..] {
            [only] if in_order => vectors[&only],
            // One that is permuted counts as two.
            [only] => self
                .words_of_parts(&[vectors[&only]; 2], &places.iter().map(|p| (0, p.1)).collect::<Vec<_>>()),
            _ => {
                let number = |part: i64| parts.iter().position(|&other| other == part).unwrap_or(0) as i64;
                let words: Vec<(i64, i64)> = places.iter().map(|p| (number(p.0), p.1)).collect();
                let parts: Vec<Cl> = parts.iter().map(|part| vectors[part]).collect();
                self.words_of_parts(&parts, &words)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Windows;
    use crate::lower::vector::steps::Steps;

    #[test]
    fn pairs_share_their_vectors() {
        // Words 2, 3, 6, 7 and so on of four vectors at multiples of 64 bytes.
        let lanes = (0..32).map(|lane| 4 * (2 * lane - (lane & 1))).collect();
        let windows = Windows::new(Steps { lanes, low: 8, known: 8 }).expect("near lanes");
        assert_eq!((windows.before, windows.vectors), (8, 4));
        assert_eq!(windows.places[..4], [(0, 2), (0, 3), (0, 6), (0, 7)]);
        assert!(windows.is_permutation() && windows.are_few(16));
    }

    #[test]
    fn lanes_below_the_first() {
        let lanes = (0..16).map(|lane| -4 * lane).collect();
        let windows = Windows::new(Steps { lanes, low: 0, known: 0 }).expect("near lanes");
        assert_eq!((windows.before, windows.vectors), (64, 2));
        assert_eq!(windows.places[..2], [(1, 0), (0, 15)]);
    }

    #[test]
    fn far_and_odd_lanes_are_refused() {
        let refused = |lanes: Vec<i64>| Windows::new(Steps { lanes, low: 0, known: 0 }).is_none();
        assert!(refused(vec![0, 4096]));
        assert!(refused(vec![0, i64::MIN, i64::MAX]));
        assert!(refused(vec![0, 2]));
    }
}
