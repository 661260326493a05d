//! Constant folding during emission.
//!
//! The code generator's optimiser is off (see [`super`]), and our passes see only the kernel's own
//! instructions. Code around them that often folds to constants is emitted through these functions.

use super::emitter::Emitter;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, InstructionData, Opcode, Value as Cl, types};
use ptx::ir::Type;

impl Emitter<'_> {
    /// Returns a constant integer, sign-extended; `None` for any other value.
    pub(super) fn const_value(&self, v: Cl) -> Option<i64> {
        let dfg = &self.b.func.dfg;
        let ty = dfg.value_type(v);
        match dfg.insts[dfg.value_def(v).inst()?] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => {
                let above = 64_u32.saturating_sub(ty.bits());
                Some(imm.bits() << above >> above)
            }
            _ => None,
        }
    }

    fn number(&mut self, n: i64) -> Cl {
        self.b.ins().iconst(types::I64, n)
    }

    /// `a + b` in 64 bits.
    pub(super) fn sum(&mut self, a: Cl, b: Cl) -> Cl {
        match (self.const_value(a), self.const_value(b)) {
            (Some(a), Some(b)) => self.number(a.wrapping_add(b)),
            (Some(0), _) => b,
            (_, Some(n)) => self.plus(a, n),
            (Some(n), _) => self.plus(b, n),
            _ => self.b.ins().iadd(a, b),
        }
    }

    /// `a + n` in 64 bits.
    pub(super) fn plus(&mut self, a: Cl, n: i64) -> Cl {
        match self.const_value(a) {
            Some(a) => self.number(a.wrapping_add(n)),
            None if n == 0 => a,
            None => self.b.ins().iadd_imm_s(a, n),
        }
    }

    /// `a - b` in 64 bits.
    pub(super) fn difference(&mut self, a: Cl, b: Cl) -> Cl {
        match (self.const_value(a), self.const_value(b)) {
            (_, Some(b)) => self.plus(a, b.wrapping_neg()),
            _ => self.b.ins().isub(a, b),
        }
    }

    /// `a * n` in 64 bits.
    pub(super) fn times(&mut self, a: Cl, n: i64) -> Cl {
        match self.const_value(a) {
            Some(a) => self.number(a.wrapping_mul(n)),
            None if n == 1 => a,
            None if n > 0 && n.count_ones() == 1 => self.b.ins().ishl_imm_u(a, i64::from(n.trailing_zeros())),
            None => self.b.ins().imul_imm_s(a, n),
        }
    }

    /// `a * b`, of any size.
    pub(super) fn product(&mut self, a: Cl, b: Cl) -> Cl {
        let (a, b) = if self.const_value(a).is_some() { (b, a) } else { (a, b) };
        match self.const_value(b) {
            Some(0) => b,
            Some(1) => a,
            Some(n) if n > 0 && n.count_ones() == 1 => {
                self.b.ins().ishl_imm_u(a, i64::from(n.trailing_zeros()))
            }
            _ => self.b.ins().imul(a, b),
        }
    }

    /// Returns the largest multiple of `step`, a power of two, that is at most `a`, in 64 bits.
    pub(super) fn down_to(&mut self, a: Cl, step: i64) -> Cl {
        match self.const_value(a) {
            Some(a) => self.number(a & -step),
            None => self.b.ins().band_imm_s(a, -step),
        }
    }

    /// Returns the smallest multiple of `step`, a power of two, that is at least `a`, in 64 bits.
    pub(super) fn up_to(&mut self, a: Cl, step: i64) -> Cl {
        let beyond = self.plus(a, step - 1);
        self.down_to(beyond, step)
    }

    /// Returns the smaller of two 64-bit numbers, signed.
    pub(super) fn lesser(&mut self, a: Cl, b: Cl) -> Cl {
        match (self.const_value(a), self.const_value(b)) {
            (Some(a), Some(b)) => self.number(a.min(b)),
            _ if a == b => a,
            _ => self.b.ins().smin(a, b),
        }
    }

    /// Returns the greater of two 64-bit numbers, signed.
    pub(super) fn greater(&mut self, a: Cl, b: Cl) -> Cl {
        match (self.const_value(a), self.const_value(b)) {
            (Some(a), Some(b)) => self.number(a.max(b)),
            _ if a == b => a,
            _ => self.b.ins().smax(a, b),
        }
    }

    /// Returns the flag `a < b`, signed.
    pub(super) fn is_less(&mut self, a: Cl, b: Cl) -> Cl {
        match (self.const_value(a), self.const_value(b)) {
            (Some(a), Some(b)) => self.b.ins().iconst(types::I8, i64::from(a < b)),
            _ => self.b.ins().icmp(IntCC::SignedLessThan, a, b),
        }
    }

    /// Returns the conjunction of two flags.
    pub(super) fn both(&mut self, a: Cl, b: Cl) -> Cl {
        match (self.const_value(a), self.const_value(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ => self.b.ins().band(a, b),
        }
    }

    /// Returns `a` if a flag is set, else `b`.
    pub(super) fn select(&mut self, flag: Cl, a: Cl, b: Cl) -> Cl {
        match self.const_value(flag) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.b.ins().select(flag, a, b),
        }
    }

    /// Jumps to `yes` if a flag is set, else to `no`.
    pub(super) fn branch(&mut self, flag: Cl, (yes, given): (Block, &[BlockArg]), no: (Block, &[BlockArg])) {
        match self.const_value(flag) {
            Some(0) => self.b.ins().jump(no.0, no.1),
            Some(_) => self.b.ins().jump(yes, given),
            None => self.b.ins().brif(flag, yes, given, no.0, no.1),
        };
    }

    /// Extends an integer value to 64 bits.
    pub(super) fn as_wide(&mut self, ty: Type, signed: bool, n: Cl) -> Cl {
        match (self.const_value(n), ty, signed) {
            (_, Type::I64, _) => n,
            (Some(n), Type::I32, false) => self.number(i64::from(n as u32)),
            (Some(n), Type::I32, true) => self.number(i64::from(n as i32)),
            (.., true) => self.b.ins().sextend(types::I64, n),
            (.., false) => self.b.ins().uextend(types::I64, n),
        }
    }
}
