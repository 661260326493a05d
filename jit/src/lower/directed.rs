//! Arithmetic of binary32 and binary64 that rounds down, up or toward zero. Processors with AVX-512 have it;
//! elsewhere the host computes it.

use super::emitter::Emitter;
use crate::machine::{Direction, Extra};
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{FloatOp, FloatUnary, Mode, Op, Round, Scalar};

/// Returns the direction in which an operation rounds, and its mode.
pub(super) fn direction(op: &Op) -> Option<(Direction, Mode)> {
    let (Op::Float { ty, mode, .. } | Op::Fma { ty, mode } | Op::FloatUnary { ty, mode, .. }) = *op else {
        return None;
    };
    let direction = match mode.round {
        Round::Down => Direction::Down,
        Round::Up => Direction::Up,
        Round::Zero => Direction::Zero,
        Round::Nearest | Round::NearestAway => return None,
    };
    let rounds = match *op {
        Op::Float { op, .. } => matches!(op, FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div),
        Op::FloatUnary { op, .. } => matches!(op, FloatUnary::Sqrt | FloatUnary::Rcp),
        _ => true,
    };
    let native = ty == Scalar::F32 && !mode.relu || ty == Scalar::F64;
    (native && rounds).then_some((direction, mode))
}

impl Emitter<'_> {
    /// Emits an operation that [has a direction](direction) on scalars or vectors, without the rest of its
    /// mode. Its result has the machine's NaNs.
    pub(super) fn directed(&mut self, op: &Op, operands: &[Cl]) -> Option<Cl> {
        let (direction, _) = direction(op)?;
        let &first = operands.first()?;
        let ty = self.b.func.dfg.value_type(first);
        let last = self.b.ins().iconst(types::I32, direction as i64);
        let second = operands.get(1).copied();
        let (extra, args) = match *op {
            Op::Float { op: FloatOp::Add, .. } => (Extra::RoundedSum, vec![first, second?]),
            Op::Float { op: FloatOp::Sub, .. } => {
                let negative = self.b.ins().fneg(second?);
                (Extra::RoundedSum, vec![first, negative])
            }
            Op::Float { op: FloatOp::Mul, .. } => (Extra::RoundedProduct, vec![first, second?]),
            Op::Float { op: FloatOp::Div, .. } => (Extra::RoundedQuotient, vec![first, second?]),
            Op::FloatUnary { op: FloatUnary::Rcp, .. } => {
                let one = self.float_one(ty);
                (Extra::RoundedQuotient, vec![one, first])
            }
            Op::FloatUnary { op: FloatUnary::Sqrt, .. } => (Extra::RoundedRoot, vec![first]),
            Op::Fma { .. } => (Extra::RoundedFma, operands.to_vec()),
            _ => return None,
        };
        Some(self.extra(extra, &[args, vec![last]].concat(), ty))
    }

    /// Returns 1 as a scalar or in all lanes.
    pub(super) fn float_one(&mut self, ty: types::Type) -> Cl {
        let one = match ty.lane_type() {
            types::F64 => self.b.ins().f64const(1.0),
            _ => self.b.ins().f32const(1.0),
        };
        if ty.is_vector() { self.b.ins().splat(ty, one) } else { one }
    }
}
