//! Integer and predicate operations.

use super::emitter::Emitter;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Cmp, IntOp, IntUnary, Op, Scalar, Type};

impl Emitter<'_> {
    pub(super) fn integer(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        let arg = |n: usize| args.get(n).map(|a| a.1);
        let first = args.first()?.0;
        if args.iter().any(|a| a.0 == Type::I128) || ty == Type::I128 {
            return None;
        }
        Some(match op {
            Op::Int(op) => return self.binary(*op, ty, arg(0)?, arg(1)?),
            Op::IntUnary(op) => return self.unary(*op, first, arg(0)?),
            Op::MulWide { signed } => {
                let wide = Self::clif(ty);
                let [a, b] = [arg(0)?, arg(1)?].map(|v| match (self.const_value(v), wide) {
                    (Some(_), types::I64) => self.as_wide(Type::I32, *signed, v),
                    _ if *signed => self.b.ins().sextend(wide, v),
                    _ => self.b.ins().uextend(wide, v),
                });
                self.product(a, b)
            }
            Op::AddCarry | Op::CarryOut | Op::SubBorrow | Op::BorrowOut => {
                let carry = Self::clif(first);
                let carry = self.b.ins().uextend(carry, arg(2)?);
                return Some(self.carry(op, arg(0)?, arg(1)?, carry));
            }
            Op::Shf { left, clamp } => self.funnel(*left, *clamp, arg(0)?, arg(1)?, arg(2)?),
            Op::Lop3(table) => self.lop3(*table, arg(0)?, arg(1)?, arg(2)?),
            Op::Select => self.b.ins().select(arg(0)?, arg(1)?, arg(2)?),
            Op::Cmp { op, ty, .. } if !ty.is_float() => {
                let code = condition(*op, ty.is_signed())?;
                self.b.ins().icmp(code, arg(0)?, arg(1)?)
            }
            _ => return None,
        })
    }

    fn binary(&mut self, op: IntOp, ty: Type, a: Cl, b: Cl) -> Option<Cl> {
        let bits = i64::from(ty.bits());
        Some(match op {
            IntOp::Add if self.const_value(a) == Some(0) => b,
            IntOp::Add | IntOp::Sub if self.const_value(b) == Some(0) => a,
            IntOp::Add => self.b.ins().iadd(a, b),
            IntOp::Sub => self.b.ins().isub(a, b),
            IntOp::Mul => self.product(a, b),
            IntOp::MulHiU if ty == Type::I64 => self.b.ins().umulhi(a, b),
            IntOp::MulHiS if ty == Type::I64 => self.b.ins().smulhi(a, b),
            IntOp::MulHiU | IntOp::MulHiS => {
                let signed = op == IntOp::MulHiS;
                let [a, b] = [a, b].map(|v| {
                    if signed {
                        self.b.ins().sextend(types::I64, v)
                    } else {
                        self.b.ins().uextend(types::I64, v)
                    }
                });
                let product = self.b.ins().imul(a, b);
                let high = self.b.ins().ushr_imm_u(product, bits);
                self.b.ins().ireduce(Self::clif(ty), high)
            }
            IntOp::MinU => self.b.ins().umin(a, b),
            IntOp::MinS => self.b.ins().smin(a, b),
            IntOp::MaxU => self.b.ins().umax(a, b),
            IntOp::MaxS => self.b.ins().smax(a, b),
            IntOp::And => self.b.ins().band(a, b),
            IntOp::Or => self.b.ins().bor(a, b),
            IntOp::Xor => self.b.ins().bxor(a, b),
            IntOp::Shl | IntOp::ShrU | IntOp::ShrS if let Some(amount) = self.const_value(b) => {
                self.shift_by(op, ty, a, i64::from(amount as u32))
            }
            IntOp::Shl | IntOp::ShrU => {
                let amount = self.b.ins().band_imm_u(b, bits - 1);
                let shifted = if op == IntOp::Shl {
                    self.b.ins().ishl(a, amount)
                } else {
                    self.b.ins().ushr(a, amount)
                };
                let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, b, bits);
                let zero = self.b.ins().iconst(Self::clif(ty), 0);
                self.b.ins().select(inside, shifted, zero)
            }
            IntOp::ShrS => {
                let most = self.b.ins().iconst(types::I32, bits - 1);
                let amount = self.b.ins().umin(b, most);
                self.b.ins().sshr(a, amount)
            }
            IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS => self.divide(op, ty, a, b),
            IntOp::AddSat | IntOp::SubSat => return None,
        })
    }

    fn shift_by(&mut self, op: IntOp, ty: Type, a: Cl, amount: i64) -> Cl {
        let bits = i64::from(ty.bits());
        match op {
            _ if amount == 0 => a,
            IntOp::ShrS => self.b.ins().sshr_imm_u(a, amount.min(bits - 1)),
            _ if amount >= bits => self.b.ins().iconst(Self::clif(ty), 0),
            IntOp::Shl => self.b.ins().ishl_imm_u(a, amount),
            _ => self.b.ins().ushr_imm_u(a, amount),
        }
    }

    /// Division by zero gives all ones (observed on an H200); the least number divided by -1 wraps.
    fn divide(&mut self, op: IntOp, ty: Type, a: Cl, b: Cl) -> Cl {
        let clif = Self::clif(ty);
        let one = self.b.ins().iconst(clif, 1);
        let zero = self.b.ins().icmp_imm_u(IntCC::Equal, b, 0);
        let signed = matches!(op, IntOp::DivS | IntOp::RemS);
        // The machine's division must not see a divisor that makes it trap.
        let (mut safe, mut by_minus_one) = (self.b.ins().select(zero, one, b), None);
        if signed {
            let minus = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
            safe = self.b.ins().select(minus, one, safe);
            by_minus_one = Some(minus);
        }
        let result = match op {
            IntOp::DivU => self.b.ins().udiv(a, safe),
            IntOp::DivS => self.b.ins().sdiv(a, safe),
            IntOp::RemU => self.b.ins().urem(a, safe),
            _ => self.b.ins().srem(a, safe),
        };
        let result = match (op, by_minus_one) {
            (IntOp::DivS, Some(minus)) => {
                let negated = self.b.ins().ineg(a);
                self.b.ins().select(minus, negated, result)
            }
            _ => result,
        };
        let ones = self.b.ins().iconst(clif, -1);
        self.b.ins().select(zero, ones, result)
    }

    fn unary(&mut self, op: IntUnary, ty: Type, a: Cl) -> Option<Cl> {
        let narrow = |this: &mut Self, v: Cl| match ty {
            Type::I16 => this.b.ins().uextend(types::I32, v),
            Type::I64 => this.b.ins().ireduce(types::I32, v),
            _ => v,
        };
        Some(match op {
            IntUnary::Neg => self.b.ins().ineg(a),
            IntUnary::Not if ty == Type::Pred => self.b.ins().bxor_imm_u(a, 1),
            IntUnary::Not => self.b.ins().bnot(a),
            IntUnary::Abs => self.b.ins().iabs(a),
            IntUnary::Clz => {
                let count = self.b.ins().clz(a);
                narrow(self, count)
            }
            IntUnary::Popc => {
                let count = self.b.ins().popcnt(a);
                narrow(self, count)
            }
            IntUnary::Brev => self.b.ins().bitrev(a),
        })
    }

    fn carry(&mut self, op: &Op, a: Cl, b: Cl, c: Cl) -> Cl {
        match op {
            Op::AddCarry | Op::CarryOut => {
                let part = self.b.ins().iadd(a, b);
                let sum = self.b.ins().iadd(part, c);
                if *op == Op::AddCarry {
                    return sum;
                }
                let first = self.b.ins().icmp(IntCC::UnsignedLessThan, part, a);
                let second = self.b.ins().icmp(IntCC::UnsignedLessThan, sum, part);
                self.b.ins().bor(first, second)
            }
            _ => {
                let part = self.b.ins().isub(a, b);
                if *op == Op::SubBorrow {
                    return self.b.ins().isub(part, c);
                }
                let first = self.b.ins().icmp(IntCC::UnsignedLessThan, a, b);
                let second = self.b.ins().icmp(IntCC::UnsignedLessThan, part, c);
                self.b.ins().bor(first, second)
            }
        }
    }

    fn funnel(&mut self, left: bool, clamp: bool, low: Cl, high: Cl, n: Cl) -> Cl {
        let [low, high] = [low, high].map(|v| self.b.ins().uextend(types::I64, v));
        let high = self.b.ins().ishl_imm_u(high, 32);
        let both = self.b.ins().bor(low, high);
        let amount = if clamp {
            let most = self.b.ins().iconst(types::I32, 32);
            self.b.ins().umin(n, most)
        } else {
            self.b.ins().band_imm_u(n, 31)
        };
        let shifted = if left {
            let up = self.b.ins().ishl(both, amount);
            self.b.ins().ushr_imm_u(up, 32)
        } else {
            self.b.ins().ushr(both, amount)
        };
        self.b.ins().ireduce(types::I32, shifted)
    }

    /// Sign- or zero-extends a value from a scalar's width to a wider type.
    pub(super) fn extended(&mut self, value: Cl, from: Scalar, to: Type) -> Cl {
        let (narrow, wide) = (from.bits(), to.bits());
        let have = self.b.func.dfg.value_type(value).bits();
        let target = Self::clif(to);
        let narrow_type = match narrow {
            8 => types::I8,
            16 => types::I16,
            32 => types::I32,
            _ => types::I64,
        };
        let cut = if have > narrow { self.b.ins().ireduce(narrow_type, value) } else { value };
        match wide.cmp(&narrow) {
            std::cmp::Ordering::Greater if from.is_signed() => self.b.ins().sextend(target, cut),
            std::cmp::Ordering::Greater => self.b.ins().uextend(target, cut),
            std::cmp::Ordering::Equal => cut,
            std::cmp::Ordering::Less => self.b.ins().ireduce(target, cut),
        }
    }
}

pub(super) fn condition(op: Cmp, signed: bool) -> Option<IntCC> {
    Some(match (op, signed) {
        (Cmp::Eq, _) => IntCC::Equal,
        (Cmp::Ne, _) => IntCC::NotEqual,
        (Cmp::Lt, true) => IntCC::SignedLessThan,
        (Cmp::Le, true) => IntCC::SignedLessThanOrEqual,
        (Cmp::Gt, true) => IntCC::SignedGreaterThan,
        (Cmp::Ge, true) => IntCC::SignedGreaterThanOrEqual,
        (Cmp::Lt, false) => IntCC::UnsignedLessThan,
        (Cmp::Le, false) => IntCC::UnsignedLessThanOrEqual,
        (Cmp::Gt, false) => IntCC::UnsignedGreaterThan,
        (Cmp::Ge, false) => IntCC::UnsignedGreaterThanOrEqual,
        _ => return None,
    })
}
