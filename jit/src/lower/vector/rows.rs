//! Values that are affine in a thread's position in its row, and the part of a row where a condition holds.
//!
//! A row is the threads of a block with one `y` and one `z`; a block without these axes is one row. Sums and
//! products of `%tid.x` step from lane to lane, and equally from strip to strip. Such values are recomputed
//! where they are used and never kept in the frame; conditions that depend on them alone are evaluated once a
//! row: see [`sweep`](super::sweep).

use super::invariant::is_invariant;
use super::kind::{Kind, is_widening};
use ptx::analysis::uniform::ShapeClass;
use ptx::ir::{Cmp, Function, Inst, IntOp, IntUnary, Op, Space, Sreg, Type, Value};

/// Maximum operations of a value that is recomputed.
const MOST: u32 = 20;

/// Returns the row-affine values, block-invariant ones included.
pub(super) fn row_affine(f: &Function, kinds: &[Kind], invariant: &[bool], shape: ShapeClass) -> Vec<bool> {
    let mut cost: Vec<Option<u32>> = invariant.iter().map(|&s| s.then_some(1)).collect();
    if shape == ShapeClass::Any {
        return invariant.to_vec();
    }
    loop {
        let mut changed = false;
        for inst in f.blocks().flat_map(|b| &f.block(b).insts).map(|&i| f.inst(i)) {
            let &[result] = inst.results.as_slice() else { continue };
            if cost[result.index()].is_some() || !is_affine_result(f, kinds, inst, kinds[result.index()]) {
                continue;
            }
            let parts = inst.args.iter().map(|v| match f.constant(*v) {
                Some(_) => Some(0),
                None => cost[v.index()],
            });
            let Some(sum) = parts.sum::<Option<u32>>().filter(|&sum| sum < MOST) else { continue };
            cost[result.index()] = Some(sum + 1);
            changed = true;
        }
        if !changed {
            return cost.iter().map(Option::is_some).collect();
        }
    }
}

/// Returns whether the result of an operation on row-affine values is row-affine.
fn is_affine_result(f: &Function, kinds: &[Kind], inst: &Inst, result: Kind) -> bool {
    if result == Kind::Varying || matches!(inst.op, Op::Const(_)) {
        return false;
    }
    if let Op::Sreg(register) = inst.op {
        return matches!(register, Sreg::Tid(_));
    }
    if inst.args.iter().all(|&v| f.constant(v).is_some() || kinds[v.index()] == Kind::Uniform) {
        return is_invariant(f, &inst.op, &inst.args);
    }
    match inst.op {
        Op::Int(op) => matches!(op, IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Shl),
        Op::IntUnary(op) => op == IntUnary::Neg,
        Op::MulWide { .. } => true,
        Op::Cvt { .. } => inst.results.iter().all(|&v| f.ty(v) == Type::I64 && widens(f, v)),
        Op::Cvta { space, .. } => space != Space::Local,
        _ => false,
    }
}

/// Returns whether a value is 64 bits widened from 32.
pub(super) fn widens(f: &Function, v: Value) -> bool {
    match f.value(v).def {
        ptx::ir::Def::Inst(id, _) => is_widening(f, id).is_some(),
        ptx::ir::Def::Param(..) => false,
    }
}

/// A comparison of a value that steps along a row with a uniform one; it holds for a part of the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bound {
    /// The value that steps by one; `None` if neither side does.
    pub(super) stepping: Option<Value>,
    pub(super) limit: Value,
    pub(super) signed: bool,
    pub(super) op: Cmp,
    /// The other side if neither steps.
    pub(super) fixed: Value,
}

/// Returns comparisons with a conjunction equivalent to `cond == want`, if there are such.
pub(super) fn bounds(
    f: &Function,
    kinds: &[Kind],
    row_affine: &[bool],
    cond: Value,
    want: bool,
) -> Option<Vec<Bound>> {
    let mut found = Vec::new();
    let mut todo = vec![(cond, want)];
    while let Some((v, want)) = todo.pop() {
        if found.len() + todo.len() > MOST as usize {
            return None;
        }
        let inst = f.def_inst(v)?;
        match (&inst.op, inst.args.as_slice()) {
            (Op::Int(IntOp::And), &[a, b]) if want => todo.extend([(a, true), (b, true)]),
            (Op::Int(IntOp::Or), &[a, b]) if !want => todo.extend([(a, false), (b, false)]),
            (Op::IntUnary(IntUnary::Not), &[a]) => todo.push((a, !want)),
            (&Op::Cmp { op, ty, .. }, &[a, b]) if !ty.is_float() => {
                let op = if want { op } else { inverse(op)? };
                found.push(bound(f, kinds, row_affine, op, ty.is_signed(), (a, b))?);
            }
            _ => return None,
        }
    }
    Some(found)
}

fn bound(
    f: &Function,
    kinds: &[Kind],
    row_affine: &[bool],
    op: Cmp,
    signed: bool,
    (a, b): (Value, Value),
) -> Option<Bound> {
    let available = |v: Value| row_affine[v.index()] || f.constant(v).is_some();
    if !available(a) || !available(b) || !matches!(f.ty(a), Type::I32 | Type::I64) {
        return None;
    }
    let with = |stepping, limit, op| Bound { stepping, limit, signed, op, fixed: a };
    let bound = match (kinds[a.index()], kinds[b.index()]) {
        (Kind::Uniform, Kind::Uniform) => with(None, b, op),
        (Kind::Affine(1) | Kind::Widened(1), Kind::Uniform) => with(Some(a), b, op),
        (Kind::Uniform, Kind::Affine(1) | Kind::Widened(1)) => with(Some(b), a, mirrored(op)?),
        _ => return None,
    };
    // A condition that holds everywhere but at one place is no contiguous part of a row.
    let part =
        bound.stepping.is_none() || matches!(bound.op, Cmp::Eq | Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge);
    part.then_some(bound)
}

const fn inverse(op: Cmp) -> Option<Cmp> {
    Some(match op {
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
        Cmp::Lt => Cmp::Ge,
        Cmp::Le => Cmp::Gt,
        Cmp::Gt => Cmp::Le,
        Cmp::Ge => Cmp::Lt,
        _ => return None,
    })
}

const fn mirrored(op: Cmp) -> Option<Cmp> {
    Some(match op {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Eq | Cmp::Ne => op,
        _ => return None,
    })
}
