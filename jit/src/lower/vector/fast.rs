//! Binary32 with flushed subnormal numbers or saturation, and the approximate functions of the hardware.
//!
//! A result equal to the smallest normal number may have to be flushed (see `flush_result` of the
//! interpreter): the host computes those.

use super::chunk::{Chunks, MOST, little, slot_of};
use super::nan::is_approximated;
use super::state::Vectors;
use crate::hostcalls::{Approximate, ROW_LANES};
use crate::lower::convert::rounded;
use crate::lower::float::NAN_F32;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value as Cl, types};
use ptx::ir::{Approx, Inst, Mode, Round, Type, Value};
use ptx::libdevice::single::Single;

/// Smallest normal binary32.
const SMALLEST: f32 = f32::MIN_POSITIVE;

impl Vectors<'_> {
    fn float(&mut self, x: f32) -> Cl {
        let x = self.e.b.ins().f32const(x);
        self.splat(Type::F32, x)[0]
    }

    /// Replaces subnormal numbers by zeros of their sign.
    fn flushed(&mut self, x: Cl) -> Cl {
        let (ints, singles) = (self.ints(), self.singles());
        if self.e.flushing {
            // The machine flushes what is multiplied. NaNs become quiet.
            let one = self.e.b.ins().f32const(1.0);
            let one = self.splat(Type::F32, one)[0];
            return self.e.b.ins().fmul(x, one);
        }
        let bits = self.e.b.ins().bitcast(ints, little(), x);
        let [normal, sign] = [2 * SMALLEST.to_bits(), 1 << 31].map(|n| {
            let n = self.e.b.ins().iconst(types::I32, i64::from(n));
            self.splat(Type::I32, n)[0]
        });
        let magnitude = self.e.b.ins().iadd(bits, bits);
        let small = self.e.b.ins().icmp(IntCC::UnsignedLessThan, magnitude, normal);
        let zero = self.e.b.ins().band(bits, sign);
        let kept = self.e.b.ins().bitselect(small, zero, bits);
        self.e.b.ins().bitcast(singles, little(), kept)
    }

    /// Returns the vectors of an operand with subnormal numbers flushed, if the mode says so and there may be
    /// some.
    pub(super) fn mode_operand(&mut self, mode: Mode, v: Value, chunks: &Chunks) -> Chunks {
        let mut taken = *chunks;
        if mode.ftz && !self.analysis.flushed[v.index()] {
            for lanes in taken.iter_mut().take(self.words()) {
                *lanes = self.flushed(*lanes);
            }
        }
        taken
    }

    /// Flushes and saturates a result as the mode says. `rounds` is `true` if it may have been rounded up to
    /// the smallest normal number.
    pub(super) fn mode_result(&mut self, mode: Mode, inst: &Inst, raw: &Chunks, rounds: bool) -> Chunks {
        let mut given = *raw;
        if mode.ftz {
            for lanes in given.iter_mut().take(self.words()) {
                *lanes = self.flushed(*lanes);
            }
        }
        if mode.sat {
            let (zero, one) = (self.float(0.0), self.float(1.0));
            for lanes in given.iter_mut().take(self.words()) {
                *lanes = self.clamped(*lanes, zero, one);
            }
        }
        if mode.ftz && rounds { self.recheck_smallest(inst, raw, given) } else { given }
    }

    /// Clamps to 0..=1; a NaN gives 0.
    fn clamped(&mut self, x: Cl, zero: Cl, one: Cl) -> Cl {
        let positive = self.e.b.ins().fcmp(FloatCC::GreaterThan, x, zero);
        let singles = self.singles();
        let positive = self.e.b.ins().bitcast(singles, little(), positive);
        let x = self.e.b.ins().band(x, positive);
        let below = self.e.b.ins().fcmp(FloatCC::LessThan, x, one);
        let below = self.e.b.ins().bitcast(singles, little(), below);
        self.e.b.ins().bitselect(below, x, one)
    }

    /// Calls the host for the exact result if a lane is the smallest normal number.
    fn recheck_smallest(&mut self, inst: &Inst, raw: &Chunks, given: Chunks) -> Chunks {
        let smallest = self.float(SMALLEST);
        let mut any = None;
        for &x in &raw[..self.words()] {
            let magnitude = self.e.b.ins().fabs(x);
            let edge = self.e.b.ins().fcmp(FloatCC::Equal, magnitude, smallest);
            any = Some(any.map_or(edge, |any| self.e.b.ins().bor(any, edge)));
        }
        match any {
            Some(any) => self.unless_any(any, inst, &given),
            None => given,
        }
    }

    /// Returns the lanes of an instruction's result, or what the host computes if a lane's condition holds.
    pub(super) fn unless_any(&mut self, condition: Cl, inst: &Inst, given: &Chunks) -> Chunks {
        let any = self.e.b.ins().vany_true(condition);
        let [ask, resume] = std::array::from_fn(|_| self.e.b.create_block());
        let mut out = *given;
        for lanes in out.iter_mut().take(self.words()) {
            let vector = self.e.b.func.dfg.value_type(*lanes);
            *lanes = self.e.b.append_block_param(resume, vector);
        }
        let plain: Vec<BlockArg> = given[..self.words()].iter().map(|&x| x.into()).collect();
        self.e.b.ins().brif(any, ask, &[], resume, &plain);
        self.e.open(ask);
        let warm = self.e.enter_cold();
        let id = ptx::ir::InstId::new(self.e.inst as usize);
        debug_assert_eq!(self.e.f.inst(id), inst);
        let exact: Vec<BlockArg> = self.by_host(id)[..self.words()].iter().map(|&x| x.into()).collect();
        self.e.b.ins().jump(resume, &exact);
        self.e.leave_cold(warm);
        self.e.open(resume);
        out
    }

    /// Computes an approximate function as the hardware does, but for its NaNs.
    pub(super) fn approximated(&mut self, op: Approx, ftz: bool, inst: &Inst) -> Chunks {
        // The unit has no quotients: this one is a product, which the machine flushes as the hardware does.
        if let (Approx::Div, true, &[a, b]) = (op, self.e.flushing, inst.args.as_slice()) {
            let (mut product, inverse) = (self.raw_chunks(a), self.inverse(b));
            for n in 0..self.words() {
                product[n] = self.e.b.ins().fmul(product[n], inverse[n]);
            }
            return product;
        }
        self.by_unit(op, ftz, &inst.args)
    }

    /// Returns the unit's reciprocals of a value in a kernel that flushes: those that were computed where it
    /// is defined, or those that this block has computed last, if it is the same value.
    fn inverse(&mut self, v: Value) -> Chunks {
        let (entered, singles) = (self.active.entered, self.singles());
        let known = self.storage.inverses.iter().find(|own| own.0 == v && own.1 == singles);
        if let Some(&(_, _, cell)) = known.filter(|_| self.side.is_none()) {
            return [self.read(cell); MOST];
        }
        match self.storage.inverse {
            Some((known, at, chunks)) if known == v && at == entered => chunks,
            _ => {
                let chunks = self.by_unit(Approx::Rcp, true, &[v]);
                self.storage.inverse = Some((v, entered, chunks));
                chunks
            }
        }
    }

    /// Computes the reciprocal of a uniform value that has just been set, if loops divide by it.
    pub(super) fn invert_early(&mut self, v: Value) {
        // Strips that run together have values of their own.
        if !self.analysis.outer_divisors[v.index()] || !self.e.flushing || self.side.is_some() {
            return;
        }
        let singles = self.singles();
        let inverse = self.by_unit(Approx::Rcp, true, &[v])[0];
        let known = self.storage.inverses.iter().find(|own| own.0 == v && own.1 == singles);
        let cell = match known {
            Some(own) => own.2,
            None => {
                let cell = self.cell(singles, false);
                self.storage.inverses.push((v, singles, cell));
                cell
            }
        };
        self.write(cell, inverse);
    }

    /// Computes a function of the unit for the strip, in line or by a call of the host.
    fn by_unit(&mut self, op: Approx, ftz: bool, args: &[Value]) -> Chunks {
        const ROW: i32 = ROW_LANES as i32 * 4;
        if let &[x] = args
            && !(self.e.flushing && Approximate { op, ftz }.computes())
        {
            let chunks = self.raw_chunks(x);
            if let Some(made) = self.in_line(op, ftz, &chunks) {
                return made;
            }
        }
        let slot = *self
            .e
            .slots
            .rows
            .get_or_insert_with(|| self.e.b.create_sized_stack_slot(slot_of(2 * ROW as u32)));
        for (row, &v) in (0..).zip(args) {
            let chunks = self.raw_chunks(v);
            self.store_row((slot, row * ROW), Type::F32, &chunks);
        }
        let operands = self.e.b.ins().stack_addr(types::I64, slot, 0);
        self.e.call_approximate(Approximate { op, ftz }, operands, self.width);
        self.load_row((slot, 0), Type::F32)
    }

    /// Computes an approximate function in binary64 and rounds once.
    pub(super) fn fast_approximated(&mut self, op: Approx, ftz: bool, inst: &Inst) -> Option<Chunks> {
        if !is_approximated(op) {
            return None;
        }
        let mode = Mode { ftz, ..Mode::RN };
        let mut operands = Vec::new();
        for &v in &inst.args {
            let chunks = self.raw_chunks(v);
            operands.push(self.mode_operand(mode, v, &chunks));
        }
        let mut out: Chunks = [operands[0][0]; MOST];
        for n in 0..self.words() {
            let halves = [0, 1].map(|half| {
                let wide: Vec<Cl> =
                    operands.iter().map(|chunks| self.promoted(chunks[n], half == 1)).collect();
                let result = self.in_double(op, &wide);
                let result = if ftz { self.flushed_double(result) } else { result };
                self.demoted(result)
            });
            out[n] = self.halves_joined(halves[0], halves[1], self.singles());
        }
        Some(out)
    }

    /// Converts two of four lanes to binary64.
    pub(super) fn promoted(&mut self, x: Cl, high: bool) -> Cl {
        if self.singles() != types::F32X4 {
            let x = if high { self.e.extra(Extra::High, &[x], self.singles()) } else { x };
            return self.e.extra(Extra::Promote, &[x], self.doubles_type());
        }
        if !high {
            return self.e.b.ins().fvpromote_low(x);
        }
        let upper: Vec<u8> = (8..16).chain(8..16).collect();
        let moved = self.shuffled(x, x, &upper, types::F32X4);
        self.e.b.ins().fvpromote_low(moved)
    }

    /// Rounds lanes to binary32; they become the lower half of a vector.
    pub(super) fn demoted(&mut self, x: Cl) -> Cl {
        if self.singles() == types::F32X4 {
            return self.e.b.ins().fvdemote(x);
        }
        self.e.extra(Extra::Demote, &[x], self.singles())
    }

    pub(super) fn double(&mut self, x: f64) -> Cl {
        let x = self.e.b.ins().f64const(x);
        self.splat(Type::F64, x)[0]
    }

    fn in_double(&mut self, op: Approx, x: &[Cl]) -> Cl {
        match op {
            Approx::Rcp => {
                let one = self.double(1.0);
                self.e.b.ins().fdiv(one, x[0])
            }
            Approx::Sqrt => self.e.b.ins().sqrt(x[0]),
            Approx::Rsqrt => {
                let root = self.e.b.ins().sqrt(x[0]);
                let one = self.double(1.0);
                self.e.b.ins().fdiv(one, root)
            }
            Approx::DivFull => self.e.b.ins().fdiv(x[0], x[1]),
            Approx::Lg2 => self.single(Single::Log(1.0), x[0]),
            Approx::Ex2 => self.single(Single::Exp(1.0), x[0]),
            _ => {
                // The reciprocal of a finite divisor above 2^126 counts as zero.
                let quotient = self.e.b.ins().fdiv(x[0], x[1]);
                let sign = self.double(-0.0);
                let signed = self.e.b.ins().band(x[1], sign);
                let vanished = self.e.b.ins().fmul(x[0], signed);
                let magnitude = self.e.b.ins().fabs(x[1]);
                let (large, infinite) = (self.double(2f64.powi(126)), self.double(f64::INFINITY));
                let above = self.e.b.ins().fcmp(FloatCC::GreaterThan, magnitude, large);
                let finite = self.e.b.ins().fcmp(FloatCC::LessThan, magnitude, infinite);
                let mask = self.e.b.ins().band(above, finite);
                let doubles = self.doubles_type();
                let mask = self.e.b.ins().bitcast(doubles, little(), mask);
                self.e.b.ins().bitselect(mask, vanished, quotient)
            }
        }
    }

    /// Replaces numbers that binary32 rounds below its smallest normal number by zeros of their sign.
    fn flushed_double(&mut self, x: Cl) -> Cl {
        let smallest = self.double(f64::from(SMALLEST));
        let magnitude = self.e.b.ins().fabs(x);
        let small = self.e.b.ins().fcmp(FloatCC::LessThan, magnitude, smallest);
        let magnitude_bits = self.e.b.ins().ushr_imm_u(small, 1);
        let (longs, doubles) = (self.longs(), self.doubles_type());
        let bits = self.e.b.ins().bitcast(longs, little(), x);
        let kept = self.e.b.ins().band_not(bits, magnitude_bits);
        self.e.b.ins().bitcast(doubles, little(), kept)
    }

    /// Converts binary32 to the nearest representable 32-bit integers.
    pub(super) fn rounded_to_integers(&mut self, signed: bool, mode: Mode, inst: &Inst) -> Option<Chunks> {
        let chunks = self.raw_chunks(inst.args[0]);
        let mut out = self.mode_operand(Mode { ftz: mode.ftz, ..Mode::RN }, inst.args[0], &chunks);
        let ints = self.ints();
        for lanes in out.iter_mut().take(self.words()) {
            // The conversion itself truncates.
            let whole =
                if mode.round == Round::Zero { *lanes } else { rounded(&mut self.e.b, *lanes, mode.round)? };
            *lanes = if signed {
                self.e.b.ins().fcvt_to_sint_sat(ints, whole)
            } else {
                self.e.b.ins().fcvt_to_uint_sat(ints, whole)
            };
        }
        Some(out)
    }

    /// Replaces every NaN of binary32 arithmetic by PTX's. The fast path for vectors without a NaN is one
    /// test.
    pub(super) fn canonical(&mut self, raw: Chunks) -> Chunks {
        let words = self.words();
        let mut any = None;
        for pair in raw[..words].chunks(2) {
            let odd = self.e.b.ins().fcmp(FloatCC::Unordered, pair[0], pair[pair.len() - 1]);
            any = Some(any.map_or(odd, |any| self.e.b.ins().bor(any, odd)));
        }
        let Some(any) = any else { return raw };
        let any = self.e.b.ins().vany_true(any);
        let [mend, resume] = std::array::from_fn(|_| self.e.b.create_block());
        let mut out = raw;
        let singles = self.singles();
        for chunk in out.iter_mut().take(words) {
            *chunk = self.e.b.append_block_param(resume, singles);
        }
        let numbers: Vec<BlockArg> = raw[..words].iter().map(|&x| x.into()).collect();
        self.e.b.ins().brif(any, mend, &[], resume, &numbers);
        self.e.open(mend);
        let warm = self.e.enter_cold();
        let nan = self.e.b.ins().f32const(f32::from_bits(NAN_F32));
        let nan = self.splat(Type::F32, nan)[0];
        let mut mended: Vec<BlockArg> = Vec::new();
        for &chunk in &raw[..words] {
            let is_number = self.e.b.ins().fcmp(FloatCC::Ordered, chunk, chunk);
            let mask = self.e.b.ins().bitcast(singles, little(), is_number);
            mended.push(self.e.b.ins().bitselect(mask, chunk, nan).into());
        }
        self.e.b.ins().jump(resume, &mended);
        self.e.leave_cold(warm);
        self.e.open(resume);
        out
    }
}
