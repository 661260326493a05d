//! Stores of whole strips whose words follow each other in memory.
//!
//! Vectors of two or four words a thread are interleaved, so that memory is written in order: a scatter of
//! sixteen words takes longer than all permutations.

use super::chunk::{Chunks, little};
use super::group::LINE;
use super::memory::Access;
use super::state::Vectors;
use crate::abi::offset;
use crate::lower::memory::KERNEL;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::Value;

/// Words of a vector of 512 bits.
const WORDS: i64 = 16;

impl Vectors<'_> {
    /// Stores vectors, one after the other from a tested place on; past the caches, if the grid stores much
    /// and the lines are whole.
    pub(super) fn write_strip(&mut self, access: &Access, vectors: &[Cl], (at, first): (Cl, i32)) {
        let bytes = self.e.b.func.dfg.value_type(vectors[0]).bytes();
        let in_order = |this: &mut Self| {
            for (&vector, n) in vectors.iter().zip(0..) {
                this.e.b.ins().store(KERNEL, vector, at, first + n * bytes as i32);
            }
        };
        if !self.may_bypass(access) || i64::from(bytes) != LINE {
            return in_order(self);
        }
        let place = self.plus(at, i64::from(first));
        let rest = self.e.b.ins().band_imm_u(place, LINE - 1);
        let wanted = self.e.field(types::I64, offset!(streamed_at));
        let streams = self.e.b.ins().icmp(IntCC::Equal, rest, wanted);
        let past = |this: &mut Self| {
            for (&vector, n) in vectors.iter().zip(0..) {
                let line = this.e.b.ins().iadd_imm_s(place, n * LINE);
                this.e.extra_effect(Extra::StoreLine, &[line, vector]);
            }
        };
        self.either(streams, past, in_order);
    }

    /// Returns whether a store is of two or four words or double words a thread, which follow each other.
    pub(super) fn stores_rows(&self, access: &Access) -> bool {
        let several = matches!((access.values.len(), access.ty.bytes()), (2 | 4, 4) | (2, 8));
        let wide = |&v: &Value| i64::from(self.layout(self.e.f.ty(v)).vector.bytes()) == LINE;
        let own = !access.load && several && access.values.iter().all(wide);
        own && access.stride == Some(access.bytes()) && self.has_lanes(access)
    }

    /// Stores several words of each thread of a whole strip.
    pub(super) fn write_rows(&mut self, access: &Access, place: (Cl, i32)) {
        let vectors = self.thread_by_thread(access);
        self.write_strip(access, &vectors, place);
    }

    /// Returns whether a store is of 16 bytes a thread, and all threads of the strip store.
    pub(super) fn stores_pieces(&self, access: &Access) -> bool {
        let several = matches!((access.values.len(), access.ty.bytes()), (4, 4) | (2, 8));
        let wide = |&v: &Value| i64::from(self.layout(self.e.f.ty(v)).vector.bytes()) == LINE;
        let own = !access.load && several && access.values.iter().all(wide);
        own && !self.may_idle() && self.has_lanes(access)
    }

    /// Stores 16 bytes of each thread at tested addresses.
    pub(super) fn write_pieces(&mut self, access: &Access, addresses: &Chunks) {
        let vectors = self.thread_by_thread(access);
        let slot = self.addresses_in_memory(addresses);
        for (&vector, n) in vectors.iter().zip(0..) {
            let place = self.e.b.ins().stack_addr(types::I64, slot, n * LINE as i32);
            self.e.extra_effect(Extra::StoreRowsAt, &[place, vector]);
        }
    }

    /// Returns the words that a strip stores, in vectors: all of a thread, then those of the next.
    fn thread_by_thread(&mut self, access: &Access) -> Vec<Cl> {
        let count = self.layout(self.e.f.ty(access.values[0])).count;
        let unit = i64::from(access.ty.bytes()) / 4;
        let words: Vec<Chunks> = access.values.iter().map(|&v| self.words_in_vectors(v)).collect();
        let mut vectors = Vec::new();
        for n in 0..count {
            match words[..] {
                [a, b] => vectors.extend(self.interleaved(a[n], b[n], unit)),
                [a, b, c, d] => {
                    let [even, odd] = [(a, c), (b, d)].map(|(a, b)| self.interleaved(a[n], b[n], unit));
                    for (even, odd) in even.into_iter().zip(odd) {
                        vectors.extend(self.interleaved(even, odd, unit));
                    }
                }
                _ => {}
            }
        }
        vectors
    }

    /// Returns the units of two vectors, some words each, alternately: those of the lower halves, and those
    /// of the upper ones.
    fn interleaved(&mut self, a: Cl, b: Cl, unit: i64) -> [Cl; 2] {
        [0, WORDS / 2].map(|half| {
            let word = |n: i64| (n / unit % 2, half + n / unit / 2 * unit + n % unit);
            self.words_of_parts(&[a, b], &(0..WORDS).map(word).collect::<Vec<_>>())
        })
    }

    /// Returns a value's vectors of 512 bits as words.
    fn words_in_vectors(&mut self, v: Value) -> Chunks {
        let mut chunks = self.chunks(v);
        let layout = self.layout(self.e.f.ty(v));
        if layout.vector != types::I32X16 {
            for chunk in &mut chunks[..layout.count] {
                *chunk = self.e.b.ins().bitcast(types::I32X16, little(), *chunk);
            }
        }
        chunks
    }
}
