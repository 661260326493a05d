//! Folds integer operations on constants, algebraic identities, branches whose way is known, and block
//! parameters that get one value on all ways.
//!
//! Floats are left alone: what their operations give is for the interpreter to say.

use super::replace::{Replace, remove_params};
use crate::analysis::cfg::Graph;
use crate::ir::{BlockId, Class, Cmp, Edge, Function, Inst, IntOp, IntUnary, Op, Scalar, Term, Type, Value};

/// Rounds after which folding stops; each needs only what the one before made constant.
const ROUNDS: usize = 4;

/// The pass.
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

/// What an instruction comes down to.
enum Simpler {
    /// These bits.
    Const(u64),
    /// Another value.
    Same(Value),
}

fn instructions(f: &mut Function) -> bool {
    let order = Graph::of(f).reverse_postorder();
    let mut replace = Replace::new(f);
    let mut changed = false;
    for b in order.into_iter().map(BlockId::new) {
        for k in 0..f.block(b).insts.len() {
            let i = f.block(b).insts[k];
            f.inst_mut(i).args.iter_mut().for_each(|v| *v = replace.get(*v));
            let inst = f.inst(i);
            let &[result] = &inst.results[..] else { continue };
            match simpler(f, inst, f.ty(result)) {
                Some(Simpler::Const(bits)) => {
                    let bits = bits & mask(f.ty(result));
                    let inst = f.inst_mut(i);
                    inst.op = Op::Const(bits);
                    inst.args.clear();
                    changed = true;
                }
                Some(Simpler::Same(v)) => replace.set(result, v),
                None => {}
            }
        }
    }
    replace.apply(f) | changed
}

const fn mask(ty: Type) -> u64 {
    match ty.bits() {
        64.. => u64::MAX,
        n => (1 << n) - 1,
    }
}

/// `bits` of a value of `ty`, read as a signed number.
const fn signed(ty: Type, bits: u64) -> i64 {
    let unused = 64u32.saturating_sub(ty.bits());
    ((bits << unused) as i64) >> unused
}

fn simpler(f: &Function, inst: &Inst, ty: Type) -> Option<Simpler> {
    let a = inst.args.first().copied()?;
    if ty.bits() > 64 || inst.args.iter().any(|&v| f.ty(v).bits() > 64) {
        return None;
    }
    let constant = |k: usize| inst.args.get(k).and_then(|&v| f.constant(v));
    let arg_ty = f.ty(a);
    match inst.op {
        Op::Int(op) => int(op, ty, a, constant(0), inst.args[1], constant(1)),
        Op::IntUnary(op) => {
            if let (IntUnary::Not | IntUnary::Neg, Some(inner)) = (op, f.def_inst(a))
                && inner.op == inst.op
            {
                return Some(Simpler::Same(inner.args[0]));
            }
            let x = constant(0)?;
            Some(Simpler::Const(match op {
                IntUnary::Neg => x.wrapping_neg(),
                IntUnary::Not => !x,
                IntUnary::Abs => signed(arg_ty, x).unsigned_abs(),
                IntUnary::Popc => u64::from(x.count_ones()),
                IntUnary::Clz => u64::from(x.leading_zeros() - (64 - arg_ty.bits())),
                IntUnary::Brev => x.reverse_bits() >> (64 - arg_ty.bits()),
            }))
        }
        Op::MulWide { signed: is_signed } => {
            let (x, y) = (constant(0)?, constant(1)?);
            let product = if is_signed {
                signed(arg_ty, x).wrapping_mul(signed(arg_ty, y)) as u64
            } else {
                x.wrapping_mul(y)
            };
            Some(Simpler::Const(product))
        }
        Op::Select => match (constant(0), &inst.args[..]) {
            (Some(p), &[_, yes, no]) => Some(Simpler::Same(if p & 1 == 1 { yes } else { no })),
            (None, &[_, yes, no]) if yes == no => Some(Simpler::Same(yes)),
            _ => None,
        },
        Op::Cmp { op, ty: read, .. } => compare(op, read, constant(0)?, constant(1)?).map(Simpler::Const),
        Op::Bitcast if arg_ty == ty => Some(Simpler::Same(a)),
        Op::Bitcast => match (constant(0), f.def_inst(a)) {
            (Some(bits), _) => Some(Simpler::Const(bits)),
            (None, Some(inner)) if inner.op == Op::Bitcast && f.ty(inner.args[0]) == ty => {
                Some(Simpler::Same(inner.args[0]))
            }
            _ => None,
        },
        Op::Cvt { to, from, mode, integral: false } if !mode.sat && inst.args.len() == 1 => {
            let integer = |s: Scalar| matches!(s.class(), Class::Bits | Class::Signed | Class::Unsigned);
            if !integer(to) || !integer(from) {
                return None;
            }
            if arg_ty == ty && to.bits() == ty.bits() && from.bits() == ty.bits() {
                return Some(Simpler::Same(a));
            }
            let extended = extend(from, constant(0)?);
            Some(Simpler::Const(extend(to, extended)))
        }
        Op::Part(n) => {
            let bits = ty.bits();
            Some(Simpler::Const(constant(0)?.checked_shr(bits * u32::from(n))?))
        }
        _ => None,
    }
}

/// The low bits that a scalar reads, extended by its sign to 64.
fn extend(s: Scalar, bits: u64) -> u64 {
    let unused = 64u32.saturating_sub(s.bits());
    if s.is_signed() { (((bits << unused) as i64) >> unused) as u64 } else { bits << unused >> unused }
}

fn int(op: IntOp, ty: Type, a: Value, x: Option<u64>, b: Value, y: Option<u64>) -> Option<Simpler> {
    use IntOp::{Add, And, MaxS, MaxU, MinS, MinU, Mul, Or, Shl, ShrS, ShrU, Sub, Xor};
    let ones = mask(ty);
    if let (Some(x), Some(y)) = (x, y) {
        let (sx, sy) = (signed(ty, x), signed(ty, y));
        let by = u32::try_from(y).unwrap_or(u32::MAX);
        let last = ty.bits() - 1;
        return Some(Simpler::Const(match op {
            Add => x.wrapping_add(y),
            Sub => x.wrapping_sub(y),
            Mul => x.wrapping_mul(y),
            And => x & y,
            Or => x | y,
            Xor => x ^ y,
            MinU => x.min(y),
            MaxU => x.max(y),
            MinS => sx.min(sy) as u64,
            MaxS => sx.max(sy) as u64,
            Shl => {
                if by > last {
                    0
                } else {
                    x << by
                }
            }
            ShrU => {
                if by > last {
                    0
                } else {
                    x >> by
                }
            }
            ShrS => (sx >> by.min(last)) as u64,
            _ => return None,
        }));
    }
    match (op, x, y) {
        (Add | Sub | Or | Xor | Shl | ShrU | ShrS, _, Some(0)) => Some(Simpler::Same(a)),
        (Add | Or | Xor, Some(0), _) => Some(Simpler::Same(b)),
        (Mul, _, Some(1)) => Some(Simpler::Same(a)),
        (Mul, Some(1), _) => Some(Simpler::Same(b)),
        (Mul | And, _, Some(0)) | (Mul | And, Some(0), _) | (Shl | ShrU, Some(0), _) => {
            Some(Simpler::Const(0))
        }
        (And, _, Some(y)) if y == ones => Some(Simpler::Same(a)),
        (And, Some(x), _) if x == ones => Some(Simpler::Same(b)),
        (Sub | Xor, ..) if a == b => Some(Simpler::Const(0)),
        (And | Or | MinS | MinU | MaxS | MaxU, ..) if a == b => Some(Simpler::Same(a)),
        _ => None,
    }
}

fn compare(op: Cmp, read: Scalar, x: u64, y: u64) -> Option<u64> {
    if !matches!(read.class(), Class::Bits | Class::Signed | Class::Unsigned) {
        return None;
    }
    let (x, y) = (extend(read, x), extend(read, y));
    let order = if read.is_signed() { (x as i64).cmp(&(y as i64)) } else { x.cmp(&y) };
    Some(u64::from(match op {
        Cmp::Eq => order.is_eq(),
        Cmp::Ne => order.is_ne(),
        Cmp::Lt => order.is_lt(),
        Cmp::Le => order.is_le(),
        Cmp::Gt => order.is_gt(),
        Cmp::Ge => order.is_ge(),
        _ => return None,
    }))
}

/// Branches on constants and branches whose ways are one become jumps; a negated condition swaps the ways.
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

/// Parameters that every edge passes the same value (or the parameter itself) are that value.
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
