//! Values that a thread's place in its block decides, as expressions of special registers.

use crate::interp::value::eval;
use crate::ir::{Def, Function, Op, Sreg, Type, Value};

/// Value that only the thread's place in its block decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Register(Sreg),
    /// An operation with its result's type, and the operands with theirs.
    Operation(Op, Type, Vec<(Type, Expression)>),
}

/// Place of a thread.
pub(super) struct Place {
    pub(super) tid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) lane: u32,
}

impl Expression {
    /// Returns the expression of a value that only such registers and constants decide.
    pub(super) fn new(f: &Function, v: Value) -> Expression {
        let Def::Inst(id, _) = f.value(v).def else { unreachable!("{v:?} is a parameter") };
        let inst = f.inst(id);
        match inst.op {
            Op::Sreg(register) => Expression::Register(register),
            _ => {
                let operands = inst.args.iter().map(|&arg| (f.ty(arg), Expression::new(f, arg))).collect();
                Expression::Operation(inst.op.clone(), f.ty(v), operands)
            }
        }
    }

    /// Returns whether it reads a register.
    pub(super) fn reads(&self, register: Sreg) -> bool {
        match self {
            Expression::Register(own) => *own == register,
            Expression::Operation(_, _, operands) => {
                operands.iter().any(|(_, operand)| operand.reads(register))
            }
        }
    }

    /// Returns the value at a place.
    pub(super) fn evaluate(&self, place: &Place) -> u128 {
        match self {
            Expression::Register(Sreg::Tid(n)) => place.tid[usize::from(*n)].into(),
            Expression::Register(Sreg::Ntid(n)) => place.block[usize::from(*n)].into(),
            Expression::Register(_) => place.lane.into(),
            Expression::Operation(op, ty, operands) => {
                let (types, args): (Vec<Type>, Vec<u128>) =
                    operands.iter().map(|(ty, operand)| (*ty, operand.evaluate(place))).unzip();
                eval(op, *ty, &types, &args)
            }
        }
    }
}
