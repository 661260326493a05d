//! Loads of lanes a few words apart: whole vectors are loaded, and their words permuted. A gather of eight
//! lanes takes as long as ten permutations (3.7 ns on a Zen 5).

use super::chunk::{Chunks, MOST, little};
use super::memory::Access;
use super::state::Vectors;
use crate::lower::memory::KERNEL;
use crate::machine::Extra;
use cranelift_codegen::ir::{ConstantData, InstBuilder, Value as Cl, types};

/// Maximum distance of lanes, bytes. Beyond, as many permutations take as long as loads of single lanes.
const APART: i64 = 32;

/// Size of a vector, bytes.
const VECTOR: i64 = 64;

impl Vectors<'_> {
    /// Loads values of lanes `stride` bytes apart, the first at a tested place; returns whether it did. No
    /// byte after the last lane's is read.
    pub(super) fn load_interleaved(&mut self, access: &Access, (at, first): (Cl, i64), stride: i64) -> bool {
        let bytes = i64::from(access.ty.bytes());
        let all = bytes * access.values.len() as i64;
        let layout = self.layout(self.e.f.ty(access.values[0]));
        if stride % 4 != 0 || stride > APART || stride <= bytes || all > stride {
            return false;
        }
        if i64::from(layout.vector.bytes()) != VECTOR {
            return false;
        }
        let lanes = VECTOR / bytes;
        let span = (lanes - 1) * stride + all;
        let last = (span - 1) / VECTOR;
        let place = |k: i64| if k == last { span - VECTOR } else { k * VECTOR };
        let mut out: Vec<Chunks> = vec![[at; MOST]; access.values.len()];
        for n in 0..layout.count {
            let start = first + n as i64 * lanes * stride;
            let parts: Vec<Cl> = (0..=last)
                .map(|k| self.e.b.ins().load(types::I32X16, KERNEL, at, (start + place(k)) as i32))
                .collect();
            for (value, chunks) in out.iter_mut().enumerate() {
                // The part and the word in it, for each word of the result.
                let words = (0..VECTOR / 4).map(|word| {
                    let position = word * 4 / bytes * stride + value as i64 * bytes + word * 4 % bytes;
                    let part = (position / VECTOR).min(last);
                    (part, (position - place(part)) / 4)
                });
                chunks[n] = self.words_of_parts(&parts, &words.collect::<Vec<_>>());
            }
        }
        for (&v, mut chunks) in access.values.iter().zip(out) {
            let vector = self.layout(self.e.f.ty(v)).vector;
            if vector != types::I32X16 {
                for chunk in &mut chunks[..layout.count] {
                    *chunk = self.e.b.ins().bitcast(vector, little(), *chunk);
                }
            }
            self.set_chunks(v, &chunks);
        }
        true
    }

    /// Returns a vector of words of others: the number of a vector, and of a word in it.
    fn words_of_parts(&mut self, parts: &[Cl], words: &[(i64, i64)]) -> Cl {
        let mut all = parts[0];
        for (k, &part) in parts.iter().enumerate().skip(1) {
            let numbers = (0..).zip(words).map(|(at, &(from, word))| match from {
                from if from == k as i64 => VECTOR / 4 + word,
                0 if k == 1 => word,
                _ => at,
            });
            let numbers: Vec<u8> = numbers.flat_map(|n| (n as u32).to_le_bytes()).collect();
            let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(numbers.as_slice()));
            let numbers = self.e.b.ins().vconst(types::I32X16, constant);
            all = self.e.extra(Extra::Pick, &[all, numbers, part], types::I32X16);
        }
        all
    }
}
