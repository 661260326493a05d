//! Semantics of pure operations, compared with independent formulas in wider arithmetic.

use hip_ptx::interp::value::eval;
use hip_ptx::ir::{FloatOp, IntOp, Mode, Op, Round, Scalar, Type};
use proptest::prelude::*;

fn int(op: IntOp, a: u32, b: u32) -> u32 {
    eval(&Op::Int(op), Type::I32, &[Type::I32; 2], &[a.into(), b.into()]) as u32
}

fn float(op: FloatOp, round: Round, a: f32, b: f32) -> f32 {
    let op = Op::Float { op, ty: Scalar::F32, mode: Mode { round, ..Mode::RN } };
    f32::from_bits(eval(&op, Type::F32, &[Type::F32; 2], &[a.to_bits().into(), b.to_bits().into()]) as u32)
}

proptest! {
    #[test]
    fn integers_agree_with_wide_arithmetic(a: u32, b: u32) {
        let (wa, wb) = (i64::from(a as i32), i64::from(b as i32));
        prop_assert_eq!(int(IntOp::Add, a, b), (u64::from(a) + u64::from(b)) as u32);
        prop_assert_eq!(int(IntOp::Sub, a, b), (wa - wb) as u32);
        prop_assert_eq!(int(IntOp::MulHiU, a, b), ((u64::from(a) * u64::from(b)) >> 32) as u32);
        prop_assert_eq!(int(IntOp::MulHiS, a, b), ((wa * wb) >> 32) as u32);
        prop_assert_eq!(int(IntOp::AddSat, a, b) as i32, (a as i32).saturating_add(b as i32));
        prop_assert_eq!(int(IntOp::MinS, a, b) as i32, (a as i32).min(b as i32));
        if b != 0 {
            let (q, r) = (int(IntOp::DivS, a, b), int(IntOp::RemS, a, b));
            prop_assert_eq!((wa / wb) as u32, q);
            prop_assert_eq!(q.wrapping_mul(b).wrapping_add(r), a);
        }
    }

    #[test]
    fn carries_join_halves(a: u64, b: u64) {
        let half = |x: u64, n: u32| u128::from((x >> (32 * n)) as u32);
        let types = [Type::I32, Type::I32, Type::Pred];
        let at = |op: &Op, ty, n, c| eval(op, ty, &types, &[half(a, n), half(b, n), c]);
        let carry = at(&Op::CarryOut, Type::Pred, 0, 0);
        let sum = at(&Op::AddCarry, Type::I32, 1, carry) << 32 | at(&Op::AddCarry, Type::I32, 0, 0);
        prop_assert_eq!(sum as u64, a.wrapping_add(b));
        let borrow = at(&Op::BorrowOut, Type::Pred, 0, 0);
        let rest = at(&Op::SubBorrow, Type::I32, 1, borrow) << 32 | at(&Op::SubBorrow, Type::I32, 0, 0);
        prop_assert_eq!(rest as u64, a.wrapping_sub(b));
    }

    /// Directed results enclose the product of two binary32 numbers, which is exact in binary64.
    #[test]
    fn directed_rounding_encloses_the_exact_product(a in -1e15f32..1e15, b in -1e15f32..1e15) {
        let exact = f64::from(a) * f64::from(b);
        let [down, up, zero] = [Round::Down, Round::Up, Round::Zero].map(|r| float(FloatOp::Mul, r, a, b));
        prop_assert!(f64::from(down) <= exact && exact <= f64::from(up));
        prop_assert!(up == down || up == down.next_up());
        prop_assert_eq!(zero, if exact < 0.0 { up } else { down });
    }

    #[test]
    fn square_roots_enclose(a in 0f64..1e300) {
        let root = |round| {
            let op = Op::FloatUnary {
                op: hip_ptx::ir::FloatUnary::Sqrt, ty: Scalar::F64, mode: Mode { round, ..Mode::RN },
            };
            f64::from_bits(eval(&op, Type::F64, &[Type::F64], &[a.to_bits().into()]) as u64)
        };
        prop_assert_eq!(root(Round::Nearest), a.sqrt());
        let (down, up) = (root(Round::Down), root(Round::Up));
        prop_assert!(down <= a.sqrt() && a.sqrt() <= up && (up == down || up == down.next_up()));
    }
}
