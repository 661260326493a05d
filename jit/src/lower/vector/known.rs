//! Lanes that are known when code is made: numbers of lanes within a whole warp, conditions on them, and the
//! masks that follow.

use super::chunk::{Chunks, MOST};
use super::kind::Kind;
use super::state::Vectors;
use super::values::is_lane_number;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{ConstantData, InstBuilder, InstructionData, Opcode, Value as Cl};
use ptx::ir::{Type, Value};

impl Vectors<'_> {
    /// Returns lane 0's scalar of a value that is the number of the lane in its warp.
    pub(super) fn lane_number(&self, v: Value) -> Option<i64> {
        is_lane_number(self.e.f, &self.analysis.kinds, self.width, v).then_some(0)
    }

    /// Returns the words of vectors that are known.
    pub(super) fn known_words(&self, chunks: &[Cl]) -> Option<Vec<u32>> {
        let mut words = Vec::new();
        for &chunk in &chunks[..self.words()] {
            let dfg = &self.e.b.func.dfg;
            if dfg.value_type(chunk) != self.ints() {
                return None;
            }
            match dfg.insts[dfg.value_def(chunk).inst()?] {
                InstructionData::UnaryConst { opcode: Opcode::Vconst, constant_handle } => {
                    let bytes = dfg.constants.get(constant_handle).as_slice();
                    words.extend(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)));
                }
                InstructionData::Unary { opcode: Opcode::Splat, arg } => {
                    let word = self.e.const_value(arg)? as u32;
                    words.extend(std::iter::repeat_n(word, self.ints().lane_count() as usize));
                }
                _ => return None,
            }
        }
        Some(words)
    }

    /// Returns vectors of known words.
    pub(super) fn pattern(&mut self, words: impl Iterator<Item = u32>) -> Chunks {
        let words: Vec<u32> = words.collect();
        let ints = self.ints();
        let mut chunks = [self.active.mask; MOST];
        for (chunk, words) in chunks.iter_mut().zip(words.chunks(ints.lane_count() as usize)) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
            *chunk = self.e.b.ins().vconst(ints, constant);
        }
        chunks
    }

    /// Compares known words of 32 bits; `None` if they are not known.
    pub(super) fn compared_when_made(&mut self, code: IntCC, a: &Chunks, b: &Chunks) -> Option<Chunks> {
        let (a, b) = (self.known_words(a)?, self.known_words(b)?);
        let holds = |(a, b): (u32, u32)| match code {
            IntCC::Equal => a == b,
            IntCC::NotEqual => a != b,
            IntCC::UnsignedLessThan => a < b,
            IntCC::UnsignedLessThanOrEqual => a <= b,
            IntCC::UnsignedGreaterThan => a > b,
            IntCC::UnsignedGreaterThanOrEqual => a >= b,
            IntCC::SignedLessThan => (a as i32) < b as i32,
            IntCC::SignedLessThanOrEqual => a as i32 <= b as i32,
            IntCC::SignedGreaterThan => a as i32 > b as i32,
            IntCC::SignedGreaterThanOrEqual => a as i32 >= b as i32,
        };
        let made: Vec<u32> =
            a.into_iter().zip(b).map(|pair| if holds(pair) { u32::MAX } else { 0 }).collect();
        Some(self.pattern(made.into_iter()))
    }

    /// Returns the value of the last active lane, as a scalar; `None` if it takes a loop to find it.
    pub(super) fn of_last_lane(&mut self, v: Value) -> Option<Cl> {
        let ty = self.e.f.ty(v);
        if self.kind(v) == Kind::Uniform {
            return Some(self.base(v));
        }
        let mask = self.active.mask;
        if let Some(mask) = self.e.const_value(mask) {
            let last = (mask as u32).checked_ilog2()?;
            return Some(self.lane_value(v, last));
        }
        let (ints, words) = (self.ints(), self.words());
        if ints.bits() != 512 || self.layout(ty).lane_shift() != 2 || words > 2 {
            return None;
        }
        // 31 less the number of zeros above.
        let zeros = self.e.b.ins().clz(mask);
        let number = self.e.b.ins().bxor_imm_u(zeros, 31);
        let numbers = self.e.b.ins().splat(ints, number);
        let chunks = self.chunks(v);
        let own = [0, words - 1].map(|n| {
            let chunk = chunks[n];
            if self.e.b.func.dfg.value_type(chunk) == ints {
                chunk
            } else {
                self.e.b.ins().bitcast(ints, super::chunk::little(), chunk)
            }
        });
        let moved = self.e.extra(crate::machine::Extra::Pick, &[own[0], numbers, own[1]], ints);
        let vector = self.layout(ty).vector;
        let moved = if vector == ints {
            moved
        } else {
            self.e.b.ins().bitcast(vector, super::chunk::little(), moved)
        };
        let mut out = chunks;
        out[0] = moved;
        Some(self.extract(ty, &out, 0))
    }

    /// Returns the type of values that [`Self::of_last_lane`] takes for any mask.
    pub(super) fn has_last_lane(&self, ty: Type) -> bool {
        let known = self.e.const_value(self.active.mask).is_some();
        known || self.ints().bits() == 512 && self.layout(ty).lane_shift() == 2 && self.words() <= 2
    }
}
