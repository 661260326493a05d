//! Shuffles of strips of whole warps, or of tiles in halves of them, in registers: permutations with sources
//! that are known when code is made, or that are computed.

use super::chunk::{Chunks, MOST, little};
use super::control::every;
use super::kind::Kind;
use super::state::Vectors;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{ConstantData, InstBuilder, types};
use ptx::interp::shfl_source;
use ptx::ir::{Inst, Shfl, Type, Value};

/// Lanes from which a shuffle reads, their own for those out of range, and ones where it is in range.
struct Sources {
    lanes: Chunks,
    in_range: Chunks,
}

impl Vectors<'_> {
    /// Emits a shuffle among the lanes of tiles. A source in another tile gives zero.
    pub(super) fn shuffle(&mut self, mode: Shfl, inst: &Inst, tiles: &[u32]) {
        let ty = self.e.f.ty(inst.args[0]);
        let words = self.chunks(inst.args[0]);
        let clamp = self.e.f.constant(inst.args[2]).unwrap_or(0) as u32;
        let has_tiles = tiles.iter().any(|&tile| tile != every(self.width));
        let ones = |is: bool| if is { u32::MAX } else { 0 };
        let (mut moved, kept, in_range) = match self.e.f.constant(inst.args[1]) {
            Some(b) => {
                let sources: Vec<(u32, bool)> =
                    (0..self.width).map(|lane| shfl_source(mode, lane, b as u32, clamp)).collect();
                let from: Vec<u32> = (0..)
                    .zip(&sources)
                    .map(|(lane, &(from, there))| if there { from } else { lane })
                    .collect();
                let in_tile = from.iter().zip(tiles).map(|(from, tile)| ones(tile >> from & 1 != 0));
                let kept = has_tiles.then(|| self.pattern(in_tile));
                let in_range = self.pattern(sources.iter().map(|source| ones(source.1)));
                (self.permuted(ty, &words, &from), kept, in_range)
            }
            None => {
                let Sources { lanes, in_range } = self.sources(mode, inst.args[1], clamp);
                let kept = has_tiles.then(|| self.in_tiles(tiles, &lanes));
                (self.picked_words(ty, &words, &lanes), kept, in_range)
            }
        };
        if let Some(kept) = kept {
            moved = self.kept_lanes(ty, &moved, &kept);
        }
        self.set_shuffled(inst, &moved, &in_range);
    }

    /// Sets the results of a shuffle: those of all lanes, if they read one lane.
    fn set_shuffled(&mut self, inst: &Inst, moved: &Chunks, in_range: &Chunks) {
        let uniform = |this: &Self, v: Value| this.kind(v) == Kind::Uniform;
        for (&v, chunks) in inst.results.iter().zip([moved, in_range]) {
            match self.e.f.ty(v) {
                // That lane is in range.
                Type::Pred if uniform(self, v) => {
                    let yes = self.e.b.ins().iconst(types::I8, 1);
                    self.set_base(v, yes);
                }
                ty if uniform(self, v) => {
                    let word = self.extract(ty, chunks, 0);
                    self.set_base(v, word);
                }
                _ => self.set_chunks(v, chunks),
            }
        }
    }

    /// Computes the sources of a shuffle from its second operand.
    fn sources(&mut self, mode: Shfl, b: Value, clamp: u32) -> Sources {
        let (clamp, segment) = (clamp & 31, clamp >> 8 & 31);
        let b = self.chunks(b);
        let all = 0..self.width;
        let own = self.pattern(all.clone());
        let start = self.pattern(all.clone().map(|lane| lane & segment));
        let most = self.pattern(all.clone().map(|lane| lane & segment | clamp & !segment));
        let bits = if mode == Shfl::Idx { 31 & !segment } else { 31 };
        let bits = self.pattern(all.map(|_| bits));
        let (mut lanes, mut in_range) = (own, own);
        for n in 0..self.words() {
            let b = self.e.b.ins().band(b[n], bits[n]);
            let (source, order) = match mode {
                Shfl::Up => (self.e.b.ins().isub(own[n], b), IntCC::SignedGreaterThanOrEqual),
                Shfl::Down => (self.e.b.ins().iadd(own[n], b), IntCC::SignedLessThanOrEqual),
                Shfl::Bfly => (self.e.b.ins().bxor(own[n], b), IntCC::SignedLessThanOrEqual),
                Shfl::Idx => (self.e.b.ins().bor(start[n], b), IntCC::SignedLessThanOrEqual),
            };
            let there = self.e.b.ins().icmp(order, source, most[n]);
            lanes[n] = match (mode, segment, clamp) {
                (Shfl::Idx, 0, 31) => source,
                _ => self.e.b.ins().bitselect(there, source, own[n]),
            };
            in_range[n] = there;
        }
        Sources { lanes, in_range }
    }

    /// Returns ones where a lane is in the tile of another.
    fn in_tiles(&mut self, tiles: &[u32], lanes: &Chunks) -> Chunks {
        let tiles = self.pattern(tiles.iter().copied());
        let one = self.pattern((0..self.width).map(|_| 1));
        let mut kept = tiles;
        for n in 0..self.words() {
            let bit = self.e.extra(Extra::ShiftRight, &[tiles[n], lanes[n]], self.ints());
            let bit = self.e.b.ins().band(bit, one[n]);
            kept[n] = self.e.b.ins().icmp(IntCC::Equal, bit, one[n]);
        }
        kept
    }

    /// Returns words of 32 bits with that of lane `from[n]` in lane `n`, in vectors of 16 lanes.
    fn picked_words(&mut self, ty: Type, words: &Chunks, from: &Chunks) -> Chunks {
        let (vector, ints) = (self.layout(ty).vector, self.ints());
        let own = self.as_integers(ty, words);
        let mut out = *words;
        for n in 0..self.words() {
            let last = own[self.words() - 1];
            let moved = self.e.extra(Extra::Pick, &[own[0], from[n], last], ints);
            out[n] = if vector == ints { moved } else { self.e.b.ins().bitcast(vector, little(), moved) };
        }
        out
    }

    /// Returns the bits of words.
    fn as_integers(&mut self, ty: Type, words: &Chunks) -> Chunks {
        let (vector, ints) = (self.layout(ty).vector, self.ints());
        let mut own = *words;
        if vector != ints {
            for word in own.iter_mut().take(self.words()) {
                *word = self.e.b.ins().bitcast(ints, little(), *word);
            }
        }
        own
    }

    /// Replaces words of 32 bits by zero in lanes that have no bits.
    fn kept_lanes(&mut self, ty: Type, words: &Chunks, kept: &Chunks) -> Chunks {
        let (vector, ints) = (self.layout(ty).vector, self.ints());
        let mut out = self.as_integers(ty, words);
        for (word, &kept) in out.iter_mut().zip(kept).take(self.words()) {
            let bits = self.e.b.ins().band(*word, kept);
            *word = if vector == ints { bits } else { self.e.b.ins().bitcast(vector, little(), bits) };
        }
        out
    }

    /// Returns words of 32 bits with that of lane `from[n]` in lane `n`.
    pub(super) fn permuted(&mut self, ty: Type, words: &Chunks, from: &[u32]) -> Chunks {
        let (vector, ints) = (self.layout(ty).vector, self.ints());
        let lanes = ints.lane_count();
        let own = self.as_integers(ty, words);
        let mut out = [self.active.mask; MOST];
        for (n, from) in from.chunks(lanes as usize).enumerate() {
            let first = from[0] / lanes;
            let other = from.iter().map(|lane| lane / lanes).find(|&part| part != first).unwrap_or(first);
            // A whole vector may only change places.
            let moved = if from.iter().enumerate().all(|(k, &lane)| lane == first * lanes + k as u32) {
                own[first as usize]
            } else {
                let numbers =
                    from.iter().map(|lane| lane % lanes + if lane / lanes == first { 0 } else { lanes });
                let bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
                let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
                let numbers = self.e.b.ins().vconst(ints, constant);
                self.e.extra(Extra::Pick, &[own[first as usize], numbers, own[other as usize]], ints)
            };
            out[n] = if vector == ints { moved } else { self.e.b.ins().bitcast(vector, little(), moved) };
        }
        out
    }
}
