//! Loads of shared memory by lanes that exchange words at a distance known at run time: `tid ^ stride`,
//! `tid / stride * 2 * stride + tid % stride`.
//!
//! Sixteen lanes mostly find their words in the same 128 bytes, of which two vectors are loaded and permuted.

use super::chunk::MOST;
use super::kind::Kind;
use super::memory::Access;
use super::state::Vectors;
use crate::lower::memory::KERNEL;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{IntOp, Op, Space, Type, Value};

/// Size of what two vectors hold, bytes.
const BOTH: i64 = 128;

/// Bits of an offset that tell the word in it.
const WORD: i64 = BOTH - 4;

/// Maximum operations from an exchange to an address.
const DEPTH: u32 = 6;

impl Vectors<'_> {
    /// Returns whether an access probably finds the words of neighbouring lanes near each other.
    pub(super) fn is_exchange(&self, access: &Access) -> bool {
        let shared = access.space == Space::Shared && access.values.len() == 1;
        access.load && shared && self.is_of_words(access) && self.is_of_exchange(access.address, DEPTH)
    }

    /// Returns whether a value derives from one with a step by an operation on its bits with a uniform one,
    /// or by a quotient or remainder: `tid ^ stride`, `tid / stride`.
    fn is_of_exchange(&self, v: Value, depth: u32) -> bool {
        let Some((inst, depth)) = self.e.f.def_inst(v).zip(depth.checked_sub(1)) else { return false };
        let steps = |kind| matches!(kind, Kind::Affine(_));
        let exchanged = match inst.op {
            Op::Int(IntOp::Xor | IntOp::And | IntOp::Or | IntOp::ShrU) => true,
            Op::Int(IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS) => true,
            Op::Int(IntOp::Add | IntOp::Sub | IntOp::Shl | IntOp::Mul) => false,
            Op::MulWide { .. } | Op::Cvt { .. } => false,
            _ => return false,
        };
        let kinds: Vec<Kind> = inst.args.iter().map(|&v| self.kind(v)).collect();
        exchanged && kinds.contains(&Kind::Uniform) && kinds.into_iter().any(steps)
            || inst.args.iter().any(|&v| self.kind(v) == Kind::Varying && self.is_of_exchange(v, depth))
    }

    /// Loads by pairs of vectors if each sixteen lanes find their words in one, and else as `other` does.
    pub(super) fn by_pairs(&mut self, access: &Access, other: impl FnOnce(&mut Self)) {
        let Some(base) = self.e.base(access.space) else { return other(self) };
        let mut offsets = self.low_words(access.address);
        self.moved(&mut offsets, access.own_offset);
        let lanes = self.layout(Type::I32).lanes;
        let within = self.e.b.ins().iconst(types::I32, WORD);
        let within = self.splat(Type::I32, within)[0];
        let (mut bad, mut inside, mut pairs): (Option<Cl>, Option<Cl>, Vec<(Cl, Cl)>) =
            (None, None, Vec::new());
        for (n, &own) in offsets[..self.words()].iter().enumerate() {
            let first = self.extract(Type::I32, &offsets, n as u32 * lanes);
            let start = self.e.b.ins().band_imm_s(first, -BOTH);
            let from = self.splat(Type::I32, start)[0];
            let far = self.e.b.ins().isub(own, from);
            // Neither beyond the pair nor between two words.
            let odd = self.e.b.ins().band_not(far, within);
            bad = Some(bad.map_or(odd, |bad| self.e.b.ins().bor(bad, odd)));
            let start = self.e.b.ins().uextend(types::I64, start);
            let own = self.lies_inside(access.space, start, 0, (BOTH, 2));
            inside = Some(inside.map_or(own, |inside| self.e.b.ins().band(inside, own)));
            pairs.push((start, far));
        }
        let Some((bad, inside)) = bad.zip(inside) else { return other(self) };
        let any = self.e.b.ins().vany_true(bad);
        let near = self.e.b.ins().icmp_imm_u(IntCC::Equal, any, 0);
        let fine = self.e.b.ins().band(near, inside);
        self.either(fine, |this| this.load_pairs(access.values[0], base, &pairs), other);
    }

    fn load_pairs(&mut self, v: Value, base: Cl, pairs: &[(Cl, Cl)]) {
        let mut out = [base; MOST];
        for (chunk, &(start, far)) in out.iter_mut().zip(pairs) {
            let at = self.e.b.ins().iadd(base, start);
            let [low, high] = [0, 64].map(|place| self.e.b.ins().load(types::I32X16, KERNEL, at, place));
            let numbers = self.e.b.ins().ushr_imm_u(far, 2);
            *chunk = self.e.extra(Extra::Pick, &[low, numbers, high], types::I32X16);
        }
        self.set_words(v, &out);
    }
}
