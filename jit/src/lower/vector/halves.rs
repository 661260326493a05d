//! Half precision and bit fields in vectors: see [`half`](crate::lower::half) and
//! [`fields`](crate::lower::fields).

use super::chunk::{Chunks, little};
use super::state::Vectors;
use crate::lower::fields::is_possible;
use crate::lower::half::is_half;
use crate::lower::half_integers::is_half_integer;
use crate::lower::words::Words;
use crate::machine::Extra;
use cranelift_codegen::ir::{FuncRef, InstBuilder, Value as Cl};
use ptx::ir::{Cmp, Inst, Scalar, Type, Value};

impl Vectors<'_> {
    /// Emits an operation of half precision, or a conversion from or to it.
    pub(super) fn halves(&mut self, ty: Type, inst: &Inst) -> Option<Chunks> {
        let integers = matches!(inst.args[..], [v] if is_half_integer(&inst.op, ty, self.e.f.ty(v)));
        if !is_half(&inst.op) && !integers {
            return None;
        }
        let operands: Vec<Chunks> = inst.args.iter().map(|&v| self.words_of_lanes(v)).collect();
        let (ints, singles, converts) = (self.ints(), self.singles(), self.half_conversions());
        let (mut out, mut asks) = (*operands.first()?, None);
        for n in 0..self.words() {
            let args: Vec<Cl> = operands.iter().map(|own| own[n]).collect();
            let mut own = Words { converts, ..Words::new(&mut self.e.b, ints) };
            let made = match integers {
                true => own.half_integer(&inst.op, ty, args[0])?,
                false => own.half_result(&inst.op, &args)?,
            };
            if let Some(lanes) = own.asks {
                asks = Some(asks.map_or(lanes, |asks| self.e.b.ins().bor(asks, lanes)));
            }
            out[n] = if ty == Type::F32 { self.e.b.ins().bitcast(singles, little(), made) } else { made };
        }
        Some(match asks {
            Some(asks) => self.unless_any(asks, inst, &out),
            None => out,
        })
    }

    /// Emits an operation on bit fields or bytes of words.
    pub(super) fn fields(&mut self, ty: Type, inst: &Inst) -> Option<Chunks> {
        let given: Vec<Type> = inst.args.iter().map(|&v| self.e.f.ty(v)).collect();
        if !is_possible(&inst.op, ty, &given) {
            return None;
        }
        let constants: Vec<Option<u32>> =
            inst.args.iter().map(|&v| self.e.f.constant(v).map(|n| n as u32)).collect();
        let operands: Vec<Chunks> = inst.args.iter().map(|&v| self.words_of_lanes(v)).collect();
        let (ints, singles) = (self.ints(), self.singles());
        let mut out = *operands.first()?;
        for n in 0..self.words() {
            let args: Vec<Cl> = operands.iter().map(|own| own[n]).collect();
            let made = Words::new(&mut self.e.b, ints).field_result(&inst.op, &args, &constants)?;
            out[n] = if ty == Type::F32 { self.e.b.ins().bitcast(singles, little(), made) } else { made };
        }
        Some(if ty == Type::I16 { self.cut(out, 16) } else { out })
    }

    /// Compares halves.
    pub(super) fn compare_halves(
        &mut self,
        op: Cmp,
        (scalar, ftz): (Scalar, bool),
        inst: &Inst,
    ) -> Option<Chunks> {
        let brain = scalar == Scalar::Bf16;
        if !(scalar == Scalar::F16 || brain && !ftz) {
            return None;
        }
        let [a, b] = [0, 1].map(|n| self.chunks(inst.args[n]));
        let (ints, converts) = (self.ints(), self.half_conversions());
        let mut out = a;
        for n in 0..self.words() {
            let [x, y] = [a[n], b[n]].map(|half| {
                let mut own = Words { converts, ..Words::new(&mut self.e.b, ints) };
                let half = if ftz { own.flushed_half(half) } else { half };
                own.wide(half, brain)
            });
            out[n] = self.compare_floats(op, x, y);
        }
        Some(out)
    }

    /// Returns the functions that convert halves in words to binary32 and back, if the machine has them.
    fn half_conversions(&mut self) -> Option<[FuncRef; 2]> {
        if self.bounds.vector_bytes != 64 {
            return None;
        }
        let (ints, singles) = (self.ints(), self.singles());
        Some([
            self.e.extra_function(Extra::FromHalves, &[ints], Some(singles)),
            self.e.extra_function(Extra::ToHalves, &[singles], Some(ints)),
        ])
    }

    /// Returns the bits of a value's lanes, which have at most 32.
    fn words_of_lanes(&mut self, v: Value) -> Chunks {
        let mut chunks = self.chunks(v);
        if self.e.f.ty(v) == Type::F32 {
            let ints = self.ints();
            for lanes in chunks.iter_mut().take(self.words()) {
                *lanes = self.e.b.ins().bitcast(ints, little(), *lanes);
            }
        }
        chunks
    }
}
