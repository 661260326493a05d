//! Operand and result types of each operation.

use super::Invariant;
use crate::ir::{
    Approx, Barrier, Class, Function, Inst, IntOp, IntUnary, Mma, Op, Scalar, Space, Sreg, Type, Vote,
};

/// Returns the violation of typing rules by an instruction, if any.
pub(super) fn violation(f: &Function, inst: &Inst) -> Option<Invariant> {
    let args: Vec<Type> = inst.args.iter().map(|&v| f.ty(v)).collect();
    let results: Vec<Type> = inst.results.iter().map(|&v| f.ty(v)).collect();
    if let Some(s) = bad_scalar(&inst.op) {
        return Some(Invariant::ScalarOf(s));
    }
    let (want, holds) = rule(&inst.op, &args, &results);
    (!holds).then_some(Invariant::Signature { want, args, results })
}

fn int(ty: Type) -> bool {
    matches!(ty, Type::I16 | Type::I32 | Type::I64)
}

fn word(ty: Type) -> bool {
    matches!(ty, Type::I32 | Type::I64)
}

/// Returns whether a register may hold what an access of `s` transfers: the register of `s`, a wider integer,
/// or a register of the same width and the other class.
fn holds_in_memory(s: Scalar, ty: Type) -> bool {
    match s.class() {
        Class::Pred => false,
        _ if ty.is_float() => s.bits() == ty.bits(),
        _ => ty != Type::Pred && ty.bits() >= s.bits(),
    }
}

/// Returns whether an operand of `s` may be in a register of this type.
fn reads(s: Scalar, ty: Type) -> bool {
    match s.class() {
        Class::Float => ty == s.register(),
        Class::Pred => ty == Type::Pred,
        _ => !ty.is_float() && ty != Type::Pred && ty.bits() >= s.bits(),
    }
}

/// Returns whether an address of `space` may have this type.
fn address(space: Space, ty: Type) -> bool {
    ty == Type::I64 || (ty == Type::I32 && matches!(space, Space::Shared | Space::Local | Space::Param))
}

/// Returns the scalar of an operation if the operation has no form for it.
fn bad_scalar(op: &Op) -> Option<Scalar> {
    let bad = |s: Scalar, fits: bool| (!fits).then_some(s);
    match *op {
        Op::Float { ty, .. } | Op::Fma { ty, .. } | Op::FloatUnary { ty, .. } | Op::Approx { ty, .. } => {
            bad(ty, ty.is_float())
        }
        Op::CopySign { ty } | Op::TestP { ty, .. } | Op::Math { ty, .. } => {
            bad(ty, matches!(ty, Scalar::F32 | Scalar::F64))
        }
        Op::Redux { ty, .. } => bad(ty, matches!(ty, Scalar::S32 | Scalar::U32 | Scalar::B32)),
        Op::Load { ty, .. } | Op::Store { ty, .. } | Op::Atom { ty, .. } => bad(ty, ty != Scalar::Pred),
        _ => None,
    }
}

/// Returns the signature of an operation in words, and whether the types match it.
#[expect(clippy::too_many_lines, reason = "one line or two for each operation")]
fn rule(op: &Op, args: &[Type], results: &[Type]) -> (&'static str, bool) {
    use Type::{I16, I32, I64, Pred};
    let only = |want_args: &[Type], want: &[Type]| args == want_args && results == want;
    // All operands and the one result have the same type, which `fits` accepts.
    let same = |n: usize, fits: fn(Type) -> bool| {
        results.len() == 1 && fits(results[0]) && args.len() == n && args.iter().all(|&t| t == results[0])
    };
    match *op {
        Op::Const(_) => ("→ T", args.is_empty() && results.len() == 1),
        Op::Sreg(s) => {
            let wide = matches!(s, Sreg::Clock64 | Sreg::GlobalTimer | Sreg::GridId);
            let fits = results == [I32] || (wide && results == [I64]);
            ("→ i32 or i64", args.is_empty() && fits)
        }
        Op::VarAddr(_) => ("→ i64", only(&[], &[I64])),
        Op::Int(IntOp::And | IntOp::Or | IntOp::Xor) => ("T, T → T", same(2, |t| !t.is_float())),
        Op::Int(IntOp::Shl | IntOp::ShrU | IntOp::ShrS) => {
            ("T, i32 → T", matches!((args, results), (&[a, I32], &[r]) if a == r && int(r)))
        }
        Op::Int(IntOp::AddSat | IntOp::SubSat) => ("i32, i32 → i32", only(&[I32, I32], &[I32])),
        Op::Int(_) => ("T, T → T", same(2, int)),
        Op::IntUnary(IntUnary::Clz | IntUnary::Popc) => {
            ("T → i32", matches!((args, results), (&[a], &[I32]) if word(a)))
        }
        Op::IntUnary(IntUnary::Not) => ("T → T", same(1, |t| !t.is_float())),
        Op::IntUnary(_) => ("T → T", same(1, int)),
        Op::MulWide { .. } => (
            "T, T → 2T",
            only(&[I16, I16], &[I32]) || only(&[I32, I32], &[I64]) || only(&[I64, I64], &[Type::I128]),
        ),
        Op::Mul24 { .. } | Op::Bmsk { .. } | Op::Szext { .. } => {
            ("i32, i32 → i32", only(&[I32, I32], &[I32]))
        }
        Op::Sad { .. } => ("T, T, T → T", same(3, int)),
        Op::AddCarry | Op::SubBorrow => (
            "T, T, pred → T",
            matches!((args, results), (&[a, b, Pred], &[r]) if a == b && a == r && word(a)),
        ),
        Op::CarryOut | Op::BorrowOut => {
            ("T, T, pred → pred", matches!((args, results), (&[a, b, Pred], &[Pred]) if a == b && word(a)))
        }
        Op::Bfind { .. } => ("T → i32", matches!((args, results), (&[a], &[I32]) if word(a))),
        Op::Bfe { .. } => {
            ("T, i32, i32 → T", matches!((args, results), (&[a, I32, I32], &[r]) if a == r && word(a)))
        }
        Op::Bfi => {
            let fits = matches!((args, results), (&[a, b, I32, I32], &[r]) if a == r && a == b && word(a));
            ("T, T, i32, i32 → T", fits)
        }
        Op::Fns | Op::Prmt(_) | Op::Lop3(_) | Op::Shf { .. } | Op::Dp4a { .. } | Op::Dp2a { .. } => {
            ("i32, i32, i32 → i32", only(&[I32, I32, I32], &[I32]))
        }
        Op::Clmad { .. } => ("i64, i64, i64 → i64", only(&[I64; 3], &[I64])),
        Op::Float { ty, .. } => ("T, T → T", only(&[ty.register(); 2], &[ty.register()])),
        Op::Fma { ty, .. } => ("T, T, T → T", only(&[ty.register(); 3], &[ty.register()])),
        Op::FloatUnary { ty, .. } => ("T → T", only(&[ty.register()], &[ty.register()])),
        Op::CopySign { ty } => ("T, T → T", only(&[ty.register(); 2], &[ty.register()])),
        Op::Approx { op: Approx::Div | Approx::DivFull, ty, .. } => {
            ("T, T → T", only(&[ty.register(); 2], &[ty.register()]))
        }
        Op::Math { op, ty } => {
            let (wants, gives) = op.signature();
            let fits = args.len() == wants.len()
                && args.iter().zip(wants).all(|(arg, want)| *arg == want.carried(ty))
                && results == [gives.carried(ty)];
            ("as the function's signature", fits)
        }
        Op::Approx { ty, .. } => ("T → T", only(&[ty.register()], &[ty.register()])),
        Op::TestP { ty, .. } => ("T → pred", only(&[ty.register()], &[Pred])),
        Op::Cmp { ty, .. } => {
            let fits = matches!(args, &[a, b] if a == b && reads(ty, a)) && results == [Pred];
            ("T, T → pred", fits)
        }
        Op::Select => {
            ("pred, T, T → T", matches!((args, results), (&[Pred, a, b], &[r]) if a == b && a == r))
        }
        Op::Cvt { to, from, .. } => {
            let fits = (1..=2).contains(&args.len())
                && args.iter().all(|&t| reads(from, t))
                && matches!(results, &[r] if reads(to, r));
            ("T' (, T') → T", fits)
        }
        Op::Bitcast => {
            let fits = matches!((args, results), (&[a], &[r]) if a.bits() == r.bits());
            ("T' → T of one width", fits)
        }
        Op::Pack => {
            let fits = match (args, results) {
                (&[p, ..], &[r]) => {
                    p != Pred && args.iter().all(|&t| t == p) && p.bits() * args.len() as u32 == r.bits()
                }
                _ => false,
            };
            ("n × P → T", fits)
        }
        Op::Part(n) => {
            let fits = matches!((args, results),
                (&[a], &[p]) if p != Pred && (u32::from(n) + 1) * p.bits() <= a.bits());
            ("T → P", fits)
        }
        Op::Cvta { to_generic: true, .. } => {
            ("i32 or i64 → i64", matches!((args, results), (&[a], &[I64]) if word(a)))
        }
        Op::Cvta { .. } => ("i64 → i32 or i64", matches!((args, results), (&[I64], &[r]) if word(r))),
        Op::IsSpace(_) => ("i64 → pred", only(&[I64], &[Pred])),
        Op::RankOf => ("i64 → i32", only(&[I64], &[I32])),
        Op::Replica => ("i64, i32 → i64", only(&[I64, I32], &[I64])),
        Op::Load { space, ty, .. } => {
            let fits = matches!(args, &[a] if address(space, a))
                && !results.is_empty()
                && results.iter().all(|&r| holds_in_memory(ty, r));
            ("addr → n × T", fits)
        }
        Op::Store { space, ty, .. } => {
            let fits = results.is_empty()
                && args.len() > 1
                && address(space, args[0])
                && args[1..].iter().all(|&a| holds_in_memory(ty, a));
            ("addr, n × T →", fits)
        }
        Op::Atom { space, op, ty, .. } => {
            let count = 1 + op.operands();
            let fits = args.len() == count
                && address(space, args[0])
                && args[1..].iter().all(|&a| a == args[1] && holds_in_memory(ty, a))
                && (results.is_empty() || results == [args[1]]);
            ("addr, T (, T) → T?", fits)
        }
        Op::Async(step) => ("what the step says", only(step.operand_types(), &[])),
        Op::Fence => ("→", only(&[], &[])),
        Op::Nanosleep => ("i32 →", only(&[I32], &[])),
        Op::Tensor(tensor) => ("what the copy says", only(&tensor.operand_types(), &[I32])),
        Op::Texture(request) => {
            ("what the request says", only(&request.operand_types(), &request.result_types()))
        }
        Op::System(system) => ("what the request says", only(system.operand_types(), system.result_types())),
        Op::Barrier { kind: Barrier::ClusterArrive | Barrier::ClusterWait, counted, .. } => {
            ("→", !counted && only(&[], &[]))
        }
        Op::Barrier { kind, counted, .. } => {
            let mut want = vec![I32; if counted { 2 } else { 1 }];
            let result: &[Type] = match kind {
                Barrier::RedAnd | Barrier::RedOr => &[Pred],
                Barrier::RedPopc => &[I32],
                _ => &[],
            };
            want.extend(if result.is_empty() { None } else { Some(Pred) });
            ("i32 (, i32) (, pred) → result?", only(&want, result))
        }
        Op::WarpSync => ("i32 →", only(&[I32], &[])),
        Op::Yield => ("T… →", results.is_empty()),
        Op::Converge { .. } => ("→", only(&[], &[])),
        Op::Shfl(_) => ("i32, i32, i32, i32 → i32, pred", only(&[I32; 4], &[I32, Pred])),
        Op::Vote(Vote::Ballot) => ("pred, i32 → i32", only(&[Pred, I32], &[I32])),
        Op::Vote(_) => ("pred, i32 → pred", only(&[Pred, I32], &[Pred])),
        Op::Match { all } => {
            let want: &[Type] = if all { &[I32, Pred] } else { &[I32] };
            ("T, i32 → i32 (, pred)", matches!(args, &[a, I32] if word(a)) && results == want)
        }
        Op::Redux { .. } => ("i32, i32 → i32", only(&[I32, I32], &[I32])),
        Op::ActiveMask => ("→ i32", only(&[], &[I32])),
        Op::Elect => ("i32 → i32, pred", only(&[I32], &[I32, Pred])),
        Op::Rows { matrices, transposed } => {
            let results_of_each = if transposed { 2 } else { 1 };
            let want = vec![I32; usize::from(matrices) * results_of_each];
            ("i32, i32 → n × i32", args == [I32, I32] && results == want)
        }
        Op::GroupMma(group) => {
            ("what the operation says", only(&group.operand_types(), &group.result_types()))
        }
        Op::Mma(m) => {
            let [a, b, c, d] = m.registers();
            let mut want = vec![Mma::register(m.a); a];
            want.extend(vec![Mma::register(m.b); b]);
            want.extend(vec![Mma::register(m.c); c]);
            want.extend(vec![I32; if m.sparse.is_some() { 2 } else { 1 }]);
            let fits = args == want && results == vec![Mma::register(m.d); d];
            ("A…, B…, C… (, i32), i32 → D…", fits)
        }
    }
}
