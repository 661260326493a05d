//! Logarithms and powers for binary32, two lanes at a time in binary64, with the operations of
//! [`ptx::libdevice::single`] in the same order.

use super::chunk::{Chunks, MOST, little};
use super::state::Vectors;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, Type};
use ptx::libdevice::single::{BIAS, EXP, LOG, MAX_EXPONENT, ROUND_MAGIC, SQRT_HALF, Single};

impl Vectors<'_> {
    /// Computes a function of the math library in binary32.
    pub(super) fn library(&mut self, function: Single, inst: &Inst) -> Chunks {
        let given = self.raw_chunks(inst.args[0]);
        let mut out: Chunks = [given[0]; MOST];
        for n in 0..self.words() {
            let [low, high] = [false, true].map(|high| {
                let wide = self.promoted(given[n], high);
                let result = self.single(function, wide);
                self.demoted(result)
            });
            out[n] = self.halves_joined(low, high, self.singles());
        }
        self.canonical(out)
    }

    pub(super) fn single(&mut self, function: Single, x: Cl) -> Cl {
        match function {
            Single::Log(by) => {
                let log = self.log2(x);
                self.times(log, by)
            }
            Single::Exp(by) => {
                let x = self.times(x, by);
                self.exp2(x)
            }
        }
    }

    fn times(&mut self, x: Cl, by: f64) -> Cl {
        // A factor of 1 changes nothing; a NaN is canonicalised later.
        if by == 1.0 {
            return x;
        }
        let by = self.double(by);
        self.e.b.ins().fmul(x, by)
    }

    fn long(&mut self, n: i64) -> Cl {
        let n = self.e.b.ins().iconst(types::I64, n);
        self.splat(Type::I64, n)[0]
    }

    fn polynomial(&mut self, coefficients: &[f64], x: Cl) -> Cl {
        let mut sum = None;
        for &c in coefficients.iter().rev() {
            let c = self.double(c);
            sum = Some(match sum {
                None => c,
                Some(sum) => {
                    let product = self.e.b.ins().fmul(sum, x);
                    self.e.b.ins().fadd(product, c)
                }
            });
        }
        sum.unwrap_or(x)
    }

    fn as_long(&mut self, x: Cl) -> Cl {
        let longs = self.longs();
        self.e.b.ins().bitcast(longs, little(), x)
    }

    fn as_double(&mut self, x: Cl) -> Cl {
        let doubles = self.doubles_type();
        self.e.b.ins().bitcast(doubles, little(), x)
    }

    fn log2(&mut self, x: Cl) -> Cl {
        let bits = self.as_long(x);
        let offset = self.long((BIAS << 52).wrapping_sub(SQRT_HALF));
        let moved = self.e.b.ins().iadd(bits, offset);
        let exponent = self.e.b.ins().ushr_imm_u(moved, 52);
        // The exponent without its bias, in its bit position.
        let place = self.e.b.ins().ishl_imm_u(exponent, 52);
        let bias = self.long(BIAS << 52);
        let place = self.e.b.ins().isub(place, bias);
        let m = self.e.b.ins().isub(bits, place);
        let m = self.as_double(m);
        let one = self.double(1.0);
        let f = self.e.b.ins().fsub(m, one);
        let above = self.e.b.ins().fadd(m, one);
        let s = self.e.b.ins().fdiv(f, above);
        let square = self.e.b.ins().fmul(s, s);
        let sum = self.polynomial(&LOG, square);
        let sum = self.e.b.ins().fmul(sum, s);
        let ones = self.long(ROUND_MAGIC.to_bits() as i64);
        let whole = self.e.b.ins().iadd(ones, exponent);
        let whole = self.as_double(whole);
        let base = self.double(ROUND_MAGIC + BIAS as f64);
        let whole = self.e.b.ins().fsub(whole, base);
        let result = self.e.b.ins().fadd(whole, sum);
        // Zero gives -infinity, infinity itself; a negative number or a NaN gives a NaN.
        let [zero, infinite, lowest, odd] =
            [0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(|x| self.double(x));
        let finite = self.e.b.ins().fcmp(FloatCC::LessThan, x, infinite);
        let result = self.chosen(finite, result, x);
        let is_zero = self.e.b.ins().fcmp(FloatCC::Equal, x, zero);
        let rest = self.chosen(is_zero, lowest, odd);
        let positive = self.e.b.ins().fcmp(FloatCC::GreaterThan, x, zero);
        self.chosen(positive, result, rest)
    }

    fn exp2(&mut self, x: Cl) -> Cl {
        let [least, most] = [-MAX_EXPONENT, MAX_EXPONENT].map(|x| self.double(x));
        let below = self.e.b.ins().fcmp(FloatCC::LessThan, x, least);
        let clamped = self.chosen(below, least, x);
        let above = self.e.b.ins().fcmp(FloatCC::GreaterThan, x, most);
        let clamped = self.chosen(above, most, clamped);
        let ones = self.double(ROUND_MAGIC);
        let shifted = self.e.b.ins().fadd(clamped, ones);
        let whole = self.e.b.ins().fsub(shifted, ones);
        let rest = self.e.b.ins().fsub(clamped, whole);
        let part = self.polynomial(&EXP, rest);
        let [part, shifted] = [part, shifted].map(|x| self.as_long(x));
        let exponent = self.e.b.ins().ishl_imm_u(shifted, 52);
        let scaled = self.e.b.ins().iadd(part, exponent);
        let scaled = self.as_double(scaled);
        let number = self.e.b.ins().fcmp(FloatCC::Ordered, x, x);
        self.chosen(number, scaled, x)
    }

    fn chosen(&mut self, mask: Cl, yes: Cl, no: Cl) -> Cl {
        let mask = self.as_double(mask);
        self.e.b.ins().bitselect(mask, yes, no)
    }
}
