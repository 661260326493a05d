//! Quotients and remainders of 32-bit integers.
//!
//! Binary64 holds every 32-bit integer, and the rounded quotient of two of them never reaches the next whole
//! number: an exact quotient below it is smaller by at least one part in 2^32. So lanes are divided as
//! doubles. An affine value divided by a uniform one (a thread index that becomes row and column) mostly has
//! the same quotient in all lanes; then one division is enough.

use super::chunk::{Chunks, MOST};
use super::kind::Kind;
use super::state::Vectors;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, IntOp, Type, Value};

impl Vectors<'_> {
    pub(super) fn divided(&mut self, op: IntOp, inst: &Inst) -> Chunks {
        let [a, b] = [0, 1].map(|n| inst.args[n]);
        match (self.kind(a), self.kind(b)) {
            (Kind::Affine(stride), Kind::Uniform) if (1..1 << 16).contains(&stride) => {
                self.one_quotient(op, (a, b), stride)
            }
            _ => self.each_divided(op, (a, b)),
        }
    }

    /// Emits a division with a fast path for equal quotients in all lanes.
    fn one_quotient(&mut self, op: IntOp, (a, b): (Value, Value), stride: i64) -> Chunks {
        let (base, by) = (self.base(a), self.base(b));
        let least = self.e.b.ins().iconst(types::I32, 1);
        let some = self.e.b.ins().umax(by, least);
        let signed = matches!(op, IntOp::DivS | IntOp::RemS);
        // For non-negative operands unsigned division gives the signed result too.
        let quotient = self.e.b.ins().udiv(base, some);
        let whole = self.e.b.ins().imul(quotient, some);
        let rest = self.e.b.ins().isub(base, whole);
        let [wide_rest, wide_by] = [rest, by].map(|v| self.e.b.ins().uextend(types::I64, v));
        let last = self.e.b.ins().iadd_imm_s(wide_rest, stride * i64::from(self.width - 1));
        let mut one = self.e.b.ins().icmp(IntCC::UnsignedLessThan, last, wide_by);
        // The last lane must neither wrap nor change its sign.
        let wide = self.e.b.ins().uextend(types::I64, base);
        let end = self.e.b.ins().iadd_imm_s(wide, stride * i64::from(self.width - 1));
        let signs = if signed { self.e.b.ins().bor(end, wide_by) } else { end };
        let over = self.e.b.ins().ushr_imm_u(signs, if signed { 31 } else { 32 });
        let inside = self.e.b.ins().icmp_imm_u(IntCC::Equal, over, 0);
        one = self.e.b.ins().band(one, inside);
        let [same, different, after] = std::array::from_fn(|_| self.e.b.create_block());
        let mut out = [base; MOST];
        let ints = self.ints();
        for lanes in out.iter_mut().take(self.words()) {
            *lanes = self.e.b.append_block_param(after, ints);
        }
        let vectors = self.active.vectors;
        self.e.b.ins().brif(one, same, &[], different, &[]);
        self.e.open(same);
        let all = match op {
            IntOp::DivU | IntOp::DivS => self.splat(Type::I32, quotient),
            _ => self.ramp(Type::I32, rest, stride),
        };
        self.jump_with(&all, after);
        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(different);
        let each = self.each_divided(op, (a, b));
        self.jump_with(&each, after);
        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(after);
        out
    }

    fn jump_with(&mut self, chunks: &Chunks, to: cranelift_codegen::ir::Block) {
        let words: Vec<BlockArg> = chunks[..self.words()].iter().map(|&lanes| lanes.into()).collect();
        self.e.b.ins().jump(to, &words);
    }

    /// Divides each lane. Division by zero gives all ones; the least number divided by -1 wraps.
    fn each_divided(&mut self, op: IntOp, (a, b): (Value, Value)) -> Chunks {
        let signed = matches!(op, IntOp::DivS | IntOp::RemS);
        let [a, b] = [a, b].map(|v| self.chunks(v));
        let [mut x, y] = [&a, &b].map(|words| self.doubles_of(signed, words));
        for n in 0..2 * self.words() {
            x[n] = self.e.b.ins().fdiv(x[n], y[n]);
        }
        let mut out = self.integers_of(signed, &x);
        let [ones, none] = [-1i64, 0].map(|n| {
            let n = self.e.b.ins().iconst(types::I32, n & 0xffff_ffff);
            self.splat(Type::I32, n)[0]
        });
        for n in 0..self.words() {
            out[n] = self.finished(op, (a[n], b[n], out[n]), (ones, none));
        }
        out
    }

    fn finished(&mut self, op: IntOp, (a, b, quotient): (Cl, Cl, Cl), (ones, none): (Cl, Cl)) -> Cl {
        let ins = &mut self.e.b;
        let mut result = quotient;
        if matches!(op, IntOp::DivS | IntOp::RemS) {
            let by_minus_one = ins.ins().icmp(IntCC::Equal, b, ones);
            let negated = ins.ins().ineg(a);
            result = ins.ins().bitselect(by_minus_one, negated, result);
        }
        if matches!(op, IntOp::RemU | IntOp::RemS) {
            let whole = ins.ins().imul(result, b);
            result = ins.ins().isub(a, whole);
        }
        let by_zero = ins.ins().icmp(IntCC::Equal, b, none);
        ins.ins().bor(result, by_zero)
    }
}
