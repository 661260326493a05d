//! Loads of lanes a few words apart: whole vectors are loaded, and their words permuted. A gather of eight
//! lanes takes as long as ten permutations (3.7 ns on a Zen 5).
//!
//! If lanes are a power of two of elements apart, the vectors are joined in pairs, and these again: each step
//! keeps half of the elements of twice as many lanes. Loads of other elements of the same structures share
//! the vectors and the first steps, as long as nothing is stored in between: `k` elements of `k` take
//! `k · log2 k` permutations instead of `k · (k - 1)`.

use super::chunk::{Chunks, MOST};
use super::group::{Part, Structures};
use super::memory::Access;
use super::state::Vectors;
use crate::lower::memory::KERNEL;
use crate::machine::Extra;
use cranelift_codegen::ir::{ConstantData, InstBuilder, Value as Cl, types};
use std::collections::BTreeMap;

/// Maximum distance of lanes, bytes. Beyond, as many permutations take as long as loads of single lanes.
const APART: i64 = 32;

/// Size of a vector, bytes.
const VECTOR: i64 = 64;

impl Vectors<'_> {
    /// Loads values of lanes `stride` bytes apart, the first at a tested place; returns whether it did. No
    /// byte is read beyond those that were tested.
    pub(super) fn load_interleaved(&mut self, access: &Access, at: Cl, stride: i64) -> bool {
        let bytes = i64::from(access.ty.bytes());
        let all = bytes * access.values.len() as i64;
        let layout = self.layout(self.e.f.ty(access.values[0]));
        if stride % 4 != 0 || stride > APART || stride <= bytes || all > stride {
            return false;
        }
        if i64::from(layout.vector.bytes()) != VECTOR {
            return false;
        }
        let elements = stride / bytes;
        let out: Vec<Chunks> = if stride % bytes == 0 && elements.count_ones() == 1 {
            let mut own = self.structures(access, at, (stride, bytes));
            let first = (access.offset - own.first) / bytes;
            let level = elements.ilog2();
            let values = 0..access.values.len() as i64;
            let out = values.map(|value| {
                let mut chunks = [at; MOST];
                for (chunk, n) in chunks[..layout.count].iter_mut().zip(0..) {
                    *chunk = self.part(&mut own, Part { chunk: n, level, group: 0, first: first + value });
                }
                chunks
            });
            let out = out.collect();
            if access.weak {
                self.storage.structures.push(own);
            }
            out
        } else {
            self.load_apart(access, at, (stride, bytes))
        };
        for (&v, chunks) in access.values.iter().zip(out) {
            self.set_words(v, &chunks);
        }
        true
    }

    /// Takes the structures of an access, with what was made of them.
    fn structures(&mut self, access: &Access, at: Cl, (stride, bytes): (i64, i64)) -> Structures {
        let group = self.group_for(access);
        let (key, entered) = ((access.key(), at, stride, bytes), self.active.entered);
        let first = group.low + (access.offset - group.low).div_euclid(stride) * stride;
        let used = (group.high - first).min(stride);
        let end = access.offset + access.bytes();
        if end > first + used || (access.offset - first) % bytes != 0 || used % 4 != 0 {
            let (first, used) = (access.offset, access.bytes());
            return Structures { key, entered, first, used, made: BTreeMap::new() };
        }
        let same = |own: &Structures| {
            own.key == key && own.entered == entered && (own.first, own.used) == (first, used)
        };
        match self.storage.structures.iter().position(same) {
            Some(n) if access.weak => self.storage.structures.swap_remove(n),
            _ => Structures { key, entered, first, used, made: BTreeMap::new() },
        }
    }

    /// Returns a vector of elements of structures.
    fn part(&mut self, own: &mut Structures, part: Part) -> Cl {
        if let Some(&made) = own.made.get(&part) {
            return made;
        }
        let (_, at, stride, bytes) = own.key;
        let (lanes, elements) = (VECTOR / bytes, stride / bytes);
        // The last vector ends with the last byte that may be read.
        let late = stride - own.used;
        let made = if part.level == 0 {
            let late = if part.group == elements - 1 { late } else { 0 };
            let place = own.first + part.chunk * lanes * stride + part.group * VECTOR - late;
            self.e.b.ins().load(types::I32X16, KERNEL, at, place as i32)
        } else {
            let of_child = elements >> (part.level - 1);
            let child = |half: i64| Part {
                level: part.level - 1,
                group: 2 * part.group + half,
                first: part.first - part.first % of_child,
                ..part
            };
            let children = [child(0), child(1)];
            let kept = elements >> part.level;
            let half = lanes / kept / 2;
            let words = bytes / 4;
            let numbers: Vec<u8> = (0..lanes * words)
                .flat_map(|word| {
                    let (lane, element) = (word / words / kept, word / words % kept);
                    let from = lane / half;
                    let whole = part.level == 1 && children[from as usize].group == elements - 1;
                    let skipped = if whole { late / 4 } else { 0 };
                    let before = lane % half * of_child + part.first % of_child + element;
                    // Elements beyond the last byte are not asked for.
                    let number = (before * words + word % words + skipped).min(VECTOR / 4 - 1);
                    ((from * VECTOR / 4 + number) as u32).to_le_bytes()
                })
                .collect();
            let [a, b] = children.map(|child| self.part(own, child));
            let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(numbers.as_slice()));
            let numbers = self.e.b.ins().vconst(types::I32X16, constant);
            self.e.extra(Extra::Pick, &[a, numbers, b], types::I32X16)
        };
        own.made.insert(part, made);
        made
    }

    /// Loads values of lanes any number of words apart.
    fn load_apart(&mut self, access: &Access, at: Cl, (stride, bytes): (i64, i64)) -> Vec<Chunks> {
        let layout = self.layout(self.e.f.ty(access.values[0]));
        let lanes = VECTOR / bytes;
        let span = (lanes - 1) * stride + access.bytes();
        let last = (span - 1) / VECTOR;
        let place = |k: i64| if k == last { span - VECTOR } else { k * VECTOR };
        let mut out: Vec<Chunks> = vec![[at; MOST]; access.values.len()];
        for n in 0..layout.count {
            let start = access.offset + n as i64 * lanes * stride;
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
        out
    }

    /// Returns a vector of words of others: the number of a vector, and of a word in it.
    pub(super) fn words_of_parts(&mut self, parts: &[Cl], words: &[(i64, i64)]) -> Cl {
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
