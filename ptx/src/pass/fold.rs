//! Constant folding: operations on constants, integer identities, branches on constants, and block parameters
//! with a single value.
//!
//! The interpreter evaluates the operations; this pass has no arithmetic of its own.

use super::replace::{Replace, remove_params};
use crate::analysis::cfg::Graph;
use crate::interp::value;
use crate::ir::{BlockId, Class, Edge, Function, Inst, IntOp, IntUnary, Op, Scalar, Sreg, Term, Type, Value};

/// Limit of rounds; each uses the constants that the previous one found.
const ROUNDS: usize = 4;

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    for _ in 0..ROUNDS {
        let mut changed = instructions(f);
        changed |= branches(f);
        super::dce::remove_unreachable(f);
        changed |= parameters(f);
        if !changed {
            break;
        }
    }
}

/// Simplification of an instruction.
enum Simplified {
    /// A constant.
    Const(u64),
    /// An existing value.
    Same(Value),
}

fn instructions(f: &mut Function) -> bool {
    let order = Graph::from_function(f).reverse_postorder();
    let mut replace = Replace::new(f);
    let mut changed = false;
    for b in order.into_iter().map(BlockId::new) {
        for k in 0..f.block(b).insts.len() {
            let i = f.block(b).insts[k];
            f.inst_mut(i).args.iter_mut().for_each(|v| *v = replace.get(*v));
            let inst = f.inst(i);
            let &[result] = &inst.results[..] else { continue };
            match simplify(f, inst, f.ty(result)) {
                Some(Simplified::Const(bits)) => {
                    let inst = f.inst_mut(i);
                    inst.op = Op::Const(bits);
                    inst.args.clear();
                    changed = true;
                }
                Some(Simplified::Same(v)) => replace.set(result, v),
                None => {}
            }
        }
    }
    replace.apply(f) | changed
}

fn simplify(f: &Function, inst: &Inst, ty: Type) -> Option<Simplified> {
    if let Some(bits) = constant_of(f, inst, ty) {
        return Some(Simplified::Const(bits));
    }
    let &a = inst.args.first()?;
    let constant = |k: usize| inst.args.get(k).and_then(|&v| f.constant(v));
    match inst.op {
        Op::Int(IntOp::ShrS) if constant(1) == Some(u64::from(ty.bits() - 1)) && is_never_negative(f, a) => {
            Some(Simplified::Const(0))
        }
        Op::Int(op) => identity(op, ty, a, constant(0), *inst.args.get(1)?, constant(1)),
        Op::IntUnary(IntUnary::Not | IntUnary::Neg) => {
            f.def_inst(a).filter(|inner| inner.op == inst.op).map(|inner| Simplified::Same(inner.args[0]))
        }
        Op::Select => match (constant(0), &inst.args[..]) {
            (Some(p), &[_, yes, no]) => Some(Simplified::Same(if p & 1 == 1 { yes } else { no })),
            (None, &[_, yes, no]) if yes == no => Some(Simplified::Same(yes)),
            _ => None,
        },
        Op::Bitcast if f.ty(a) == ty => Some(Simplified::Same(a)),
        Op::Bitcast => {
            let inner = f.def_inst(a).filter(|inner| inner.op == Op::Bitcast)?;
            (f.ty(inner.args[0]) == ty).then(|| Simplified::Same(inner.args[0]))
        }
        // The low half of a widened value.
        Op::Cvt { to, from, mode, integral: false }
            if !mode.sat && is_integer(to, 32) && is_integer(from, 64) && ty == Type::I32 =>
        {
            widened(f, a).map(Simplified::Same)
        }
        Op::Part(0) if ty == Type::I32 => widened(f, a).map(Simplified::Same),
        // A conversion between signed and unsigned of a full register.
        Op::Cvt { to, from, mode, integral: false } if !mode.sat && inst.args.len() == 1 => {
            let whole = |s: Scalar| is_integer(s, ty.bits());
            (f.ty(a) == ty && whole(to) && whole(from)).then_some(Simplified::Same(a))
        }
        _ => None,
    }
}

/// Returns whether the sign of a number is known to be clear: division of a thread's number by a power of
/// two, if it is signed, adds a part of its sign first.
fn is_never_negative(f: &Function, v: Value) -> bool {
    let Some(inst) = f.def_inst(v) else { return false };
    let sign = |v: Value| f.constant(v).map(|bits| bits >> (f.ty(v).bits() - 1) & 1 == 1);
    match inst.op {
        Op::Sreg(Sreg::Tid(_) | Sreg::Ntid(_) | Sreg::LaneId) => true,
        Op::Int(IntOp::And) => inst.args.iter().any(|&v| sign(v) == Some(false)),
        Op::Int(IntOp::ShrU) => f.constant(inst.args[1]).is_some_and(|n| n > 0),
        _ => false,
    }
}

fn is_integer(s: Scalar, bits: u32) -> bool {
    matches!(s.class(), Class::Bits | Class::Signed | Class::Unsigned) && s.bits() == bits
}

/// Returns the 32-bit value that a 64-bit value extends, if any.
fn widened(f: &Function, v: Value) -> Option<Value> {
    let inst = f.def_inst(v)?;
    let &[inner] = &inst.args[..] else { return None };
    match inst.op {
        Op::Cvt { to, from, mode, integral: false }
            if !mode.sat && is_integer(to, 64) && is_integer(from, 32) && f.ty(inner) == Type::I32 =>
        {
            Some(inner)
        }
        _ => None,
    }
}

/// Returns the bits of an instruction's result if all its operands are constants.
fn constant_of(f: &Function, inst: &Inst, ty: Type) -> Option<u64> {
    if inst.args.is_empty() || ty.bits() > 64 || !value::is_known(&inst.op) {
        return None;
    }
    let args: Vec<u128> = inst.args.iter().map(|&v| f.constant(v).map(u128::from)).collect::<Option<_>>()?;
    let types: Vec<Type> = inst.args.iter().map(|&v| f.ty(v)).collect();
    u64::try_from(value::eval(&inst.op, ty, &types, &args)).ok()
}

/// Applies identities of integers and predicates.
fn identity(op: IntOp, ty: Type, a: Value, x: Option<u64>, b: Value, y: Option<u64>) -> Option<Simplified> {
    use IntOp::{Add, And, MaxS, MaxU, MinS, MinU, Mul, Or, Shl, ShrS, ShrU, Sub, Xor};
    let ones = u64::MAX >> 64u32.saturating_sub(ty.bits());
    match (op, x, y) {
        _ if ty.bits() > 64 => None,
        (Add | Sub | Or | Xor | Shl | ShrU | ShrS, _, Some(0)) => Some(Simplified::Same(a)),
        (Add | Or | Xor, Some(0), _) => Some(Simplified::Same(b)),
        (Mul, _, Some(1)) => Some(Simplified::Same(a)),
        (Mul, Some(1), _) => Some(Simplified::Same(b)),
        (Mul | And, _, Some(0)) | (Mul | And, Some(0), _) | (Shl | ShrU, Some(0), _) => {
            Some(Simplified::Const(0))
        }
        (And, _, Some(y)) if y == ones => Some(Simplified::Same(a)),
        (And, Some(x), _) if x == ones => Some(Simplified::Same(b)),
        (Sub | Xor, ..) if a == b => Some(Simplified::Const(0)),
        (And | Or | MinS | MinU | MaxS | MaxU, ..) if a == b => Some(Simplified::Same(a)),
        _ => None,
    }
}

/// Replaces branches on constants and branches with equal targets by jumps; removes a negated condition by
/// swapping the edges.
fn branches(f: &mut Function) -> bool {
    let mut changed = false;
    for b in f.blocks() {
        let new = match &f.block(b).term {
            Term::Branch { cond, then, other } => match (f.constant(*cond), f.def_inst(*cond)) {
                (Some(bits), _) => Term::Jump(if bits & 1 == 1 { then.clone() } else { other.clone() }),
                _ if then == other => Term::Jump(then.clone()),
                (None, Some(inst)) if inst.op == Op::IntUnary(IntUnary::Not) => {
                    Term::Branch { cond: inst.args[0], then: other.clone(), other: then.clone() }
                }
                _ => continue,
            },
            Term::Switch { index, targets } => match f.constant(*index) {
                Some(bits) => {
                    let last = targets.len() - 1;
                    let n = usize::try_from(bits).unwrap_or(last).min(last);
                    Term::Jump(targets[n].clone())
                }
                None if targets.iter().all(|t| *t == targets[0]) => Term::Jump(targets[0].clone()),
                None => continue,
            },
            _ => continue,
        };
        f.block_mut(b).term = new;
        changed = true;
    }
    changed
}

/// Replaces parameters that receive the same value (or themselves) along all edges.
fn parameters(f: &mut Function) -> bool {
    let mut passed: Vec<Option<Value>> = vec![None; f.value_count()];
    let mut mixed = vec![false; f.value_count()];
    let mut replace = Replace::new(f);
    let mut gone = vec![false; f.value_count()];
    let edges: Vec<Edge> =
        f.blocks().flat_map(|b| f.block(b).term.edges().cloned().collect::<Vec<_>>()).collect();
    for e in &edges {
        for (&p, &a) in f.block(e.to).params.iter().zip(&e.args) {
            if a != p {
                mixed[p.index()] |= *passed[p.index()].get_or_insert(a) != a;
            }
        }
    }
    let mut changed = false;
    for b in f.blocks() {
        for &p in &f.block(b).params {
            if let Some(a) = passed[p.index()].filter(|_| !mixed[p.index()])
                && replace.get(a) != p
            {
                replace.set(p, a);
                gone[p.index()] = true;
                changed = true;
            }
        }
    }
    replace.apply(f);
    remove_params(f, |v| gone[v.index()]);
    changed
}
