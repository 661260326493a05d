//! Conversions between number formats, and between wide integers and their parts, in vectors.
//!
//! Integers of 16 bits are zero-extended to lanes of 32, so narrow formats are truncated and extended there.

use super::chunk::{Chunks, little};
use super::state::Vectors;
use crate::lower::convert::{clamped, ends_of, is_integer, is_native, rounded};
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Type as ClType, Value as Cl, types};
use ptx::ir::{Inst, Mode, Round, Scalar, Type};

impl Vectors<'_> {
    pub(super) fn convert(
        &mut self,
        (to, from): (Scalar, Scalar),
        mode: Mode,
        integral: bool,
        ty: Type,
        inst: &Inst,
    ) -> Option<Chunks> {
        let &[operand] = inst.args.as_slice() else { return None };
        let first = self.e.f.ty(operand);
        let narrow = |ty: Type| matches!(ty, Type::I16 | Type::I32);
        let short = |ty: Type| narrow(ty) || ty == Type::I64;
        match (is_integer(from), is_integer(to)) {
            (true, true) if !mode.sat && !integral && short(first) && short(ty) => {
                self.between_integers(to, from, (first, ty), inst)
            }
            (true, false) if mode == Mode::RN && narrow(first) => self.floats_of(to, from, inst),
            (false, true) if from == Scalar::F32 && narrow(ty) && !integral => {
                let whole = self.rounded_to_integers(to.is_signed(), mode, inst)?;
                let clamped = self.clamped_to(to, whole);
                Some(self.lanes_of(to, ty, clamped))
            }
            (false, true)
                if from == Scalar::F64
                    && to.bits() == 32
                    && ty == Type::I32
                    && is_native(to, from, mode, integral) =>
            {
                self.doubles_to_integers(to.is_signed(), mode.round, inst)
            }
            (false, false) if is_native(to, from, mode, integral) => {
                self.between_floats(to, (mode, integral), inst)
            }
            _ => None,
        }
    }

    fn between_integers(
        &mut self,
        to: Scalar,
        from: Scalar,
        (first, ty): (Type, Type),
        inst: &Inst,
    ) -> Option<Chunks> {
        let chunks = self.chunks(inst.args[0]);
        match (first, ty) {
            (Type::I64, Type::I64) if to.bits() == 64 && from.bits() == 64 => Some(chunks),
            (Type::I64, Type::I64) => None,
            (Type::I64, _) => {
                let low = self.parts_of(&chunks, 0);
                let low = if from.bits() < to.bits() { self.extended_lanes(from, low) } else { low };
                Some(self.lanes_of(to, ty, low))
            }
            (_, Type::I64) if to.bits() == 64 => {
                let exact = self.extended_lanes(from, chunks);
                Some(self.widened(from.is_signed(), &exact))
            }
            (_, Type::I64) => None,
            _ => {
                let exact = if from.bits() < to.bits() { self.extended_lanes(from, chunks) } else { chunks };
                Some(self.lanes_of(to, ty, exact))
            }
        }
    }

    /// Returns the low bits of lanes in a format, as a register of up to 32 bits holds them.
    fn lanes_of(&mut self, format: Scalar, ty: Type, chunks: Chunks) -> Chunks {
        let extended = self.extended_lanes(format, chunks);
        if ty == Type::I16 && (format.is_signed() || format.bits() > 16) {
            return self.cut(extended, 16);
        }
        extended
    }

    /// Extends the low bits of lanes by the sign of a format of up to 32 bits.
    pub(super) fn extended_lanes(&mut self, format: Scalar, mut chunks: Chunks) -> Chunks {
        let bits = i64::from(format.bits());
        if bits >= 32 {
            return chunks;
        }
        if !format.is_signed() {
            return self.cut(chunks, bits);
        }
        for lanes in chunks.iter_mut().take(self.words()) {
            let up = self.e.b.ins().ishl_imm_u(*lanes, 32 - bits);
            *lanes = self.e.b.ins().sshr_imm_u(up, 32 - bits);
        }
        chunks
    }

    /// Keeps the low `bits` of lanes and clears the rest.
    pub(super) fn cut(&mut self, mut chunks: Chunks, bits: i64) -> Chunks {
        let ones = self.e.b.ins().iconst(types::I32, (1 << bits) - 1);
        let ones = self.splat(Type::I32, ones)[0];
        for lanes in chunks.iter_mut().take(self.words()) {
            *lanes = self.e.b.ins().band(*lanes, ones);
        }
        chunks
    }

    /// Returns the low (0) or high (1) words of 64-bit lanes.
    pub(super) fn parts_of(&mut self, wide: &Chunks, part: u8) -> Chunks {
        if self.ints() != types::I32X4 {
            let op = if part == 0 { Extra::Even } else { Extra::Odd };
            let mut narrow = *wide;
            for (n, lanes) in narrow.iter_mut().enumerate().take(self.words()) {
                *lanes = self.e.extra(op, &[wide[2 * n], wide[2 * n + 1]], self.ints());
            }
            return narrow;
        }
        let bytes: Vec<u8> = (0..4u8).flat_map(|k| (0..4u8).map(move |n| 8 * k + 4 * part + n)).collect();
        let mut narrow = *wide;
        for (n, lanes) in narrow.iter_mut().enumerate().take(self.words()) {
            *lanes = self.shuffled(wide[2 * n], wide[2 * n + 1], &bytes, types::I32X4);
        }
        narrow
    }

    /// Combines low and high words to 64-bit lanes.
    pub(super) fn packed(&mut self, low: &Chunks, high: &Chunks) -> Chunks {
        let mut wide = *low;
        if self.ints() != types::I32X4 {
            for n in 0..self.words() {
                for (at, op) in [Extra::InterleaveLow, Extra::InterleaveHigh].into_iter().enumerate() {
                    wide[2 * n + at] = self.e.extra(op, &[low[n], high[n]], self.longs());
                }
            }
            return wide;
        }
        for n in 0..self.words() {
            for half in 0..2u8 {
                let pair = (8 * half..8 * half + 8).collect::<Vec<u8>>();
                let of = |word: &[u8], other: u8| word.iter().map(|b| b + other).collect::<Vec<u8>>();
                let bytes: Vec<u8> =
                    pair.chunks(4).flat_map(|word| [of(word, 0), of(word, 16)].concat()).collect();
                let at = 2 * n + usize::from(half);
                wide[at] = self.shuffled(low[n], high[n], &bytes, types::I64X2);
            }
        }
        wide
    }

    /// Shuffles bytes of two vectors.
    pub(super) fn shuffled(&mut self, a: Cl, b: Cl, bytes: &[u8], to: ClType) -> Cl {
        let [a, b] = [a, b].map(|v| self.e.b.ins().bitcast(types::I8X16, little(), v));
        let pick = self.e.b.func.dfg.immediates.push(bytes.into());
        let picked = self.e.b.ins().shuffle(a, b, pick);
        self.e.b.ins().bitcast(to, little(), picked)
    }

    fn floats_of(&mut self, to: Scalar, from: Scalar, inst: &Inst) -> Option<Chunks> {
        let chunks = self.chunks(inst.args[0]);
        let mut exact = self.extended_lanes(from, chunks);
        let signed = from.is_signed() || from.bits() < 32;
        let singles = self.singles();
        match to {
            Scalar::F32 => {
                for lanes in exact.iter_mut().take(self.words()) {
                    *lanes = if signed {
                        self.e.b.ins().fcvt_from_sint(singles, *lanes)
                    } else {
                        self.e.b.ins().fcvt_from_uint(singles, *lanes)
                    };
                }
                Some(exact)
            }
            Scalar::F64 => Some(self.doubles_of(signed, &exact)),
            _ => None,
        }
    }

    /// Converts 32-bit integers to binary64.
    pub(super) fn doubles_of(&mut self, signed: bool, words: &Chunks) -> Chunks {
        let upper: Vec<u8> = (8..16).chain(8..16).collect();
        let mut wide = *words;
        let doubles = self.doubles_type();
        for n in 0..self.words() {
            let moved = if self.ints() == types::I32X4 {
                self.shuffled(words[n], words[n], &upper, types::I32X4)
            } else {
                self.e.extra(Extra::High, &[words[n]], self.ints())
            };
            for (at, half) in [words[n], moved].into_iter().enumerate() {
                wide[2 * n + at] = if signed {
                    let low = self.e.b.ins().swiden_low(half);
                    self.e.b.ins().fcvt_from_sint(doubles, low)
                } else {
                    let low = self.e.b.ins().uwiden_low(half);
                    self.e.b.ins().fcvt_from_uint(doubles, low)
                };
            }
        }
        wide
    }

    /// Joins the low halves of two vectors.
    pub(super) fn halves_joined(&mut self, low: Cl, high: Cl, to: ClType) -> Cl {
        if self.ints() != types::I32X4 {
            return self.e.extra(Extra::Join, &[low, high], to);
        }
        let bytes: Vec<u8> = (0..8).chain(16..24).collect();
        self.shuffled(low, high, &bytes, to)
    }

    /// Converts integral binary64 values to 32-bit integers: clamped, and a NaN to 0.
    pub(super) fn integers_of(&mut self, signed: bool, wide: &Chunks) -> Chunks {
        let (ints, longs) = (self.ints(), self.longs());
        let zero = self.e.b.func.dfg.constants.insert(vec![0; longs.bytes() as usize].into());
        let mut words = *wide;
        for (n, lanes) in words.iter_mut().enumerate().take(self.words()) {
            let [low, high] = [2 * n, 2 * n + 1].map(|at| {
                let b = &mut self.e.b;
                let zero = b.ins().vconst(longs, zero);
                if signed {
                    let long = b.ins().fcvt_to_sint_sat(longs, wide[at]);
                    b.ins().snarrow(long, zero)
                } else {
                    let long = b.ins().fcvt_to_uint_sat(longs, wide[at]);
                    b.ins().uunarrow(long, zero)
                }
            });
            *lanes = self.halves_joined(low, high, ints);
        }
        words
    }

    fn doubles_to_integers(&mut self, signed: bool, round: Round, inst: &Inst) -> Option<Chunks> {
        let given = self.chunks(inst.args[0]);
        let whole = self.all_whole(&given, Type::F64, round)?;
        let words = self.integers_of(signed, &whole);
        // A NaN gives the top bit only.
        let mut odd = given;
        for lanes in odd.iter_mut().take(2 * self.words()) {
            *lanes = self.e.b.ins().fcmp(FloatCC::Unordered, *lanes, *lanes);
        }
        let odd = self.parts_of(&odd, 0);
        let top = self.e.b.ins().iconst(types::I32, 0x8000_0000);
        let top = self.splat(Type::I32, top)[0];
        let mut out = words;
        for (n, lanes) in out.iter_mut().enumerate().take(self.words()) {
            *lanes = self.e.b.ins().bitselect(odd[n], top, *lanes);
        }
        Some(out)
    }

    fn all_whole(&mut self, chunks: &Chunks, ty: Type, round: Round) -> Option<Chunks> {
        let mut whole = *chunks;
        for lanes in whole.iter_mut().take(self.layout(ty).count) {
            *lanes = rounded(&mut self.e.b, *lanes, round)?;
        }
        Some(whole)
    }

    fn between_floats(&mut self, to: Scalar, (mode, integral): (Mode, bool), inst: &Inst) -> Option<Chunks> {
        let given = self.chunks(inst.args[0]);
        if integral {
            let whole = self.all_whole(&given, to.register(), mode.round)?;
            return Some(if to == Scalar::F32 { self.canonical(whole) } else { whole });
        }
        let mut out = given;
        for n in 0..self.words() {
            if to == Scalar::F64 {
                for high in [false, true] {
                    out[2 * n + usize::from(high)] = self.promoted(given[n], high);
                }
            } else {
                let [low, high] = [2 * n, 2 * n + 1].map(|at| self.demoted(given[at]));
                out[n] = self.halves_joined(low, high, self.singles());
            }
        }
        Some(out)
    }

    /// Clamps 32-bit integers to the range of a narrower format.
    fn clamped_to(&mut self, to: Scalar, mut chunks: Chunks) -> Chunks {
        if to.bits() >= 32 {
            return chunks;
        }
        let ends = ends_of(to).map(|n| {
            let n = self.e.b.ins().iconst(types::I32, n);
            self.splat(Type::I32, n)[0]
        });
        for lanes in chunks.iter_mut().take(self.words()) {
            *lanes = clamped(&mut self.e.b, to, *lanes, ends);
        }
        chunks
    }

    /// Packs words or half words, lowest first.
    pub(super) fn side_by_side(&mut self, ty: Type, inst: &Inst) -> Option<Chunks> {
        let &[low, high] = inst.args.as_slice() else { return None };
        let both = [low, high].map(|v| self.e.f.ty(v));
        match (ty, both) {
            (Type::I64, [Type::I32, Type::I32]) => {
                let [low, high] = [low, high].map(|v| self.chunks(v));
                Some(self.packed(&low, &high))
            }
            (Type::I32, [Type::I16, Type::I16]) => {
                let [mut low, high] = [low, high].map(|v| self.chunks(v));
                for n in 0..self.words() {
                    let up = self.e.b.ins().ishl_imm_u(high[n], 16);
                    low[n] = self.e.b.ins().bor(low[n], up);
                }
                Some(low)
            }
            _ => None,
        }
    }

    /// Returns part `n` of each lane, as wide as the result.
    pub(super) fn picked(&mut self, n: u8, ty: Type, inst: &Inst) -> Option<Chunks> {
        let &[whole] = inst.args.as_slice() else { return None };
        match (self.e.f.ty(whole), ty) {
            (Type::I64, Type::I32) if n < 2 => {
                let chunks = self.chunks(whole);
                Some(self.parts_of(&chunks, n))
            }
            (Type::I32, Type::I16) if n < 2 => {
                let mut chunks = self.chunks(whole);
                if n == 0 {
                    return Some(self.cut(chunks, 16));
                }
                for lanes in chunks.iter_mut().take(self.words()) {
                    *lanes = self.e.b.ins().ushr_imm_u(*lanes, 16);
                }
                Some(chunks)
            }
            _ => None,
        }
    }

    /// Returns the smaller or larger of 64-bit integers.
    pub(super) fn wide_extreme(&mut self, wins: IntCC, a: Cl, b: Cl) -> Cl {
        let mask = self.e.b.ins().icmp(wins, a, b);
        self.e.b.ins().bitselect(mask, a, b)
    }
}
