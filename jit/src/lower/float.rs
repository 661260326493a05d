//! Binary32 and binary64 arithmetic on which the machine agrees with PTX; the host does the rest.

use super::directed::direction;
use super::emitter::Emitter;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value as Cl, types};
use cranelift_codegen::isa::TargetIsa;
use ptx::ir::{Cmp, FloatOp, FloatUnary, InstId, Mode, Op, Scalar, Type, Value};

/// Bits of every NaN that binary32 arithmetic gives (observed on an H200).
pub(super) const NAN_F32: u32 = 0x7fff_ffff;

/// Returns whether the machine has a fused multiply-add.
pub(super) fn has_fma(isa: &dyn TargetIsa) -> bool {
    isa.isa_flags().iter().any(|flag| flag.name == "has_fma" && flag.as_bool() == Some(true))
}

/// Returns whether the machine has an instruction that rounds to integral values.
fn rounds(isa: &dyn TargetIsa) -> bool {
    let mut flags = isa.isa_flags().into_iter();
    flags.all(|flag| flag.name != "has_sse41" || flag.as_bool() == Some(true))
}

impl Emitter<'_> {
    pub(super) fn float(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        let arg = |n: usize| args.get(n).map(|a| a.1);
        let native = |scalar: Scalar| matches!(scalar, Scalar::F32 | Scalar::F64);
        if let Some(flushed) = self.flushed_by_machine(op)
            && let Some(value) = self.float(&flushed, ty, args)
        {
            return Some(value);
        }
        let value = match op {
            Op::Float { op: float, ty: scalar, mode } if native(*scalar) && *mode == Mode::RN => {
                let (a, b) = (arg(0)?, arg(1)?);
                match float {
                    FloatOp::Add => self.b.ins().fadd(a, b),
                    FloatOp::Sub => self.b.ins().fsub(a, b),
                    FloatOp::Mul => self.b.ins().fmul(a, b),
                    FloatOp::Div => self.b.ins().fdiv(a, b),
                    FloatOp::Min { nan: false, xorsign: false } => self.extreme(a, b, FloatCC::LessThan),
                    FloatOp::Max { nan: false, xorsign: false } => self.extreme(a, b, FloatCC::GreaterThan),
                    _ => return None,
                }
            }
            Op::Fma { ty: scalar, mode } if native(*scalar) && *mode == Mode::RN && self.has_fma() => {
                self.b.ins().fma(arg(0)?, arg(1)?, arg(2)?)
            }
            Op::FloatUnary { op: unary, ty: scalar, mode } if native(*scalar) && *mode == Mode::RN => {
                let a = arg(0)?;
                match unary {
                    FloatUnary::Neg => self.b.ins().fneg(a),
                    FloatUnary::Abs => self.b.ins().fabs(a),
                    FloatUnary::Sqrt => self.b.ins().sqrt(a),
                    FloatUnary::Rcp => {
                        let one = self.float_one(Self::clif(ty));
                        self.b.ins().fdiv(one, a)
                    }
                }
            }
            _ if self.directs && direction(op).is_some_and(|(_, mode)| !mode.ftz && !mode.sat) => {
                let operands: Vec<Cl> = args.iter().map(|&(_, arg)| arg).collect();
                self.directed(op, &operands)?
            }
            Op::Cmp { op, ty, ftz: false } if native(*ty) => return self.compare(*op, arg(0)?, arg(1)?),
            Op::Bitcast => {
                let to = Self::clif(ty);
                return Some(if args.first()?.0 == ty {
                    arg(0)?
                } else {
                    self.b.ins().bitcast(to, MemFlagsData::new(), arg(0)?)
                });
            }
            _ => return None,
        };
        let result = self.f.inst(InstId::new(self.inst as usize)).results.first();
        let unseen = |v: &Value| self.unseen_nans.get(v.index()).is_some_and(|&unseen| unseen);
        if ty == Type::F32 && result.is_some_and(unseen) {
            return Some(value);
        }
        Some(self.canonical_nan(ty, args, value))
    }

    /// Returns the operation that does the same as one with `.ftz` where the machine flushes.
    fn flushed_by_machine(&self, op: &Op) -> Option<Op> {
        let flushes = |mode: Mode| self.flushing && mode == Mode { ftz: true, ..Mode::RN };
        match *op {
            Op::Float { op, ty: ty @ Scalar::F32, mode } if flushes(mode) => {
                // These copy an operand.
                let copies = matches!(op, FloatOp::Min { .. } | FloatOp::Max { .. });
                (!copies).then_some(Op::Float { op, ty, mode: Mode::RN })
            }
            Op::Fma { ty: ty @ Scalar::F32, mode } if flushes(mode) => Some(Op::Fma { ty, mode: Mode::RN }),
            Op::FloatUnary { op: op @ (FloatUnary::Sqrt | FloatUnary::Rcp), ty: ty @ Scalar::F32, mode }
                if flushes(mode) =>
            {
                Some(Op::FloatUnary { op, ty, mode: Mode::RN })
            }
            Op::Cmp { op, ty: ty @ Scalar::F32, ftz: true } if self.flushing => {
                Some(Op::Cmp { op, ty, ftz: false })
            }
            _ => None,
        }
    }

    pub(super) fn has_fma(&self) -> bool {
        has_fma(self.isa)
    }

    pub(super) fn rounds(&self) -> bool {
        rounds(self.isa)
    }

    /// Replaces a NaN by PTX's: the canonical one in binary32; in binary64 one of the operands, chosen by the
    /// host.
    pub(super) fn canonical_nan(&mut self, ty: Type, args: &[(Type, Cl)], value: Cl) -> Cl {
        let nan = self.b.ins().fcmp(FloatCC::Unordered, value, value);
        if ty == Type::F32 {
            let canonical = self.b.ins().f32const(f32::from_bits(NAN_F32));
            return self.b.ins().select(nan, canonical, value);
        }
        let [ask, resume] = std::array::from_fn(|_| self.b.create_block());
        let result = self.b.append_block_param(resume, types::F64);
        self.b.ins().brif(nan, ask, &[], resume, &[value.into()]);
        self.open(ask);
        self.b.set_cold_block(ask);
        let exact = self.eval(ty, args);
        self.b.ins().jump(resume, &[exact.into()]);
        self.open(resume);
        result
    }

    /// Returns the smaller or larger of two; a number rather than a NaN; -0 is less than +0.
    fn extreme(&mut self, a: Cl, b: Cl, wins: FloatCC) -> Cl {
        let a_wins = self.b.ins().fcmp(wins, a, b);
        let picked = self.b.ins().select(a_wins, a, b);
        // Equal numbers differ at most in the sign of zero.
        let float = self.b.func.dfg.value_type(a);
        let [x, y] = [a, b].map(|v| self.b.ins().bitcast(float.as_int(), MemFlagsData::new(), v));
        let merged = if wins == FloatCC::LessThan { self.b.ins().bor(x, y) } else { self.b.ins().band(x, y) };
        let merged = self.b.ins().bitcast(float, MemFlagsData::new(), merged);
        let equal = self.b.ins().fcmp(FloatCC::Equal, a, b);
        let picked = self.b.ins().select(equal, merged, picked);
        let b_is_nan = self.b.ins().fcmp(FloatCC::Unordered, b, b);
        self.b.ins().select(b_is_nan, a, picked)
    }

    fn compare(&mut self, op: Cmp, a: Cl, b: Cl) -> Option<Cl> {
        let code = match op {
            Cmp::Eq => FloatCC::Equal,
            Cmp::Ne => FloatCC::OrderedNotEqual,
            Cmp::Lt => FloatCC::LessThan,
            Cmp::Le => FloatCC::LessThanOrEqual,
            Cmp::Gt => FloatCC::GreaterThan,
            Cmp::Ge => FloatCC::GreaterThanOrEqual,
            Cmp::EquU => FloatCC::UnorderedOrEqual,
            Cmp::NeuU => FloatCC::NotEqual,
            Cmp::LtuU => FloatCC::UnorderedOrLessThan,
            Cmp::LeuU => FloatCC::UnorderedOrLessThanOrEqual,
            Cmp::GtuU => FloatCC::UnorderedOrGreaterThan,
            Cmp::GeuU => FloatCC::UnorderedOrGreaterThanOrEqual,
            Cmp::Num => FloatCC::Ordered,
            Cmp::Nan => FloatCC::Unordered,
        };
        Some(self.b.ins().fcmp(code, a, b))
    }
}
