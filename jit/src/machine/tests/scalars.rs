//! Integers and floats.

use super::{Case, case, compare};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{
    AtomicRmwOp, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Type, Value, types,
};
use cranelift_frontend::FunctionBuilder;

pub(super) const INTS: [IntCC; 10] = [
    IntCC::Equal,
    IntCC::NotEqual,
    IntCC::SignedLessThan,
    IntCC::SignedGreaterThanOrEqual,
    IntCC::SignedGreaterThan,
    IntCC::SignedLessThanOrEqual,
    IntCC::UnsignedLessThan,
    IntCC::UnsignedGreaterThanOrEqual,
    IntCC::UnsignedGreaterThan,
    IntCC::UnsignedLessThanOrEqual,
];

pub(super) const FLOATS: [FloatCC; 14] = [
    FloatCC::Ordered,
    FloatCC::Unordered,
    FloatCC::Equal,
    FloatCC::NotEqual,
    FloatCC::OrderedNotEqual,
    FloatCC::UnorderedOrEqual,
    FloatCC::LessThan,
    FloatCC::LessThanOrEqual,
    FloatCC::GreaterThan,
    FloatCC::GreaterThanOrEqual,
    FloatCC::UnorderedOrLessThan,
    FloatCC::UnorderedOrLessThanOrEqual,
    FloatCC::UnorderedOrGreaterThan,
    FloatCC::UnorderedOrGreaterThanOrEqual,
];

type Binary = fn(&mut FunctionBuilder<'_>, Value, Value) -> Value;
type Unary = fn(&mut FunctionBuilder<'_>, Value) -> Value;

#[test]
fn integers() {
    let binary: [(&str, Binary); 16] = [
        ("iadd", |b, x, y| b.ins().iadd(x, y)),
        ("isub", |b, x, y| b.ins().isub(x, y)),
        ("imul", |b, x, y| b.ins().imul(x, y)),
        ("band", |b, x, y| b.ins().band(x, y)),
        ("bor", |b, x, y| b.ins().bor(x, y)),
        ("bxor", |b, x, y| b.ins().bxor(x, y)),
        ("band_not", |b, x, y| b.ins().band_not(x, y)),
        ("ishl", |b, x, y| b.ins().ishl(x, y)),
        ("ushr", |b, x, y| b.ins().ushr(x, y)),
        ("sshr", |b, x, y| b.ins().sshr(x, y)),
        ("umin", |b, x, y| b.ins().umin(x, y)),
        ("umax", |b, x, y| b.ins().umax(x, y)),
        ("smin", |b, x, y| b.ins().smin(x, y)),
        ("smax", |b, x, y| b.ins().smax(x, y)),
        ("difference twice", |b, x, y| {
            let d = b.ins().isub(x, y);
            b.ins().isub(d, x)
        }),
        ("address", |b, x, y| {
            let up = b.ins().ishl_imm_u(y, 2);
            let sum = b.ins().iadd(x, up);
            b.ins().iadd_imm_s(sum, -100)
        }),
    ];
    let unary: [(&str, Unary); 12] = [
        ("ineg", |b, x| b.ins().ineg(x)),
        ("bnot", |b, x| b.ins().bnot(x)),
        ("iabs", |b, x| b.ins().iabs(x)),
        ("clz", |b, x| b.ins().clz(x)),
        ("ctz", |b, x| b.ins().ctz(x)),
        ("popcnt", |b, x| b.ins().popcnt(x)),
        ("bitrev", |b, x| b.ins().bitrev(x)),
        ("plus 7", |b, x| b.ins().iadd_imm_s(x, 7)),
        ("times -3", |b, x| b.ins().imul_imm_s(x, -3)),
        ("and 0xf0", |b, x| b.ins().band_imm_u(x, 0xf0)),
        ("ushr 3", |b, x| b.ins().ushr_imm_u(x, 3)),
        ("sshr 3", |b, x| b.ins().sshr_imm_u(x, 3)),
    ];
    let mut cases: Vec<Case> = Vec::new();
    for ty in [types::I8, types::I16, types::I32, types::I64] {
        for (name, build) in binary {
            cases.push(case(format!("{name}.{ty}"), &[ty, ty], ty, move |b, v| build(b, v[0], v[1])));
        }
        for (name, build) in unary {
            cases.push(case(format!("{name}.{ty}"), &[ty], ty, move |b, v| build(b, v[0])));
        }
        for code in INTS {
            cases.push(case(format!("icmp {code}.{ty}"), &[ty, ty], types::I8, move |b, v| {
                b.ins().icmp(code, v[0], v[1])
            }));
            cases.push(case(format!("icmp {code} 5.{ty}"), &[ty], types::I8, move |b, v| {
                b.ins().icmp_imm_s(code, v[0], 5)
            }));
            cases.push(case(format!("select {code}.{ty}"), &[ty, ty, ty, ty], ty, move |b, v| {
                let cond = b.ins().icmp(code, v[0], v[1]);
                b.ins().select(cond, v[2], v[3])
            }));
            cases.push(case(
                format!("select of floats {code}.{ty}"),
                &[ty, ty, types::F64, types::F64],
                types::F64,
                move |b, v| {
                    let cond = b.ins().icmp(code, v[0], v[1]);
                    b.ins().select(cond, v[2], v[3])
                },
            ));
        }
        for to in [types::I16, types::I32, types::I64].into_iter().filter(|to| to.bits() > ty.bits()) {
            cases.push(case(format!("uextend.{ty}.{to}"), &[ty], to, move |b, v| b.ins().uextend(to, v[0])));
            cases.push(case(format!("sextend.{ty}.{to}"), &[ty], to, move |b, v| b.ins().sextend(to, v[0])));
            cases.push(case(format!("uextend of a sum.{ty}.{to}"), &[ty, ty], to, move |b, v| {
                let sum = b.ins().iadd(v[0], v[1]);
                b.ins().uextend(to, sum)
            }));
            cases.push(case(format!("cut.{ty}.{to}"), &[to, to], to, move |b, v| {
                let low = b.ins().ireduce(ty, v[0]);
                let wide = b.ins().uextend(to, low);
                b.ins().iadd(wide, v[1])
            }));
        }
    }
    let division: [(&str, Binary); 4] = [
        ("udiv", |b, x, y| b.ins().udiv(x, y)),
        ("urem", |b, x, y| b.ins().urem(x, y)),
        ("sdiv", |b, x, y| b.ins().sdiv(x, y)),
        ("srem", |b, x, y| b.ins().srem(x, y)),
    ];
    for ty in [types::I16, types::I32, types::I64] {
        for (name, build) in division {
            cases.push(case(format!("{name}.{ty}"), &[ty, ty], ty, move |b, v| {
                // Neither 0 nor -1.
                let some = b.ins().band_imm_u(v[1], 0x7e);
                let some = b.ins().bor_imm_u(some, 2);
                build(b, v[0], some)
            }));
        }
    }
    for (name, build) in
        [("umulhi", (|b, x, y| b.ins().umulhi(x, y)) as Binary), ("smulhi", |b, x, y| b.ins().smulhi(x, y))]
    {
        cases.push(case(name, &[types::I64; 2], types::I64, move |b, v| build(b, v[0], v[1])));
    }
    for ty in [types::I32, types::I64] {
        cases.push(case(format!("rotr.{ty}"), &[ty], ty, |b, v| b.ins().rotr_imm_u(v[0], 7)));
    }
    compare(&cases);
}

#[test]
fn floats() {
    let binary: [(&str, Binary); 4] = [
        ("fadd", |b, x, y| b.ins().fadd(x, y)),
        ("fsub", |b, x, y| b.ins().fsub(x, y)),
        ("fmul", |b, x, y| b.ins().fmul(x, y)),
        ("fdiv", |b, x, y| b.ins().fdiv(x, y)),
    ];
    let unary: [(&str, Unary); 7] = [
        ("sqrt", |b, x| b.ins().sqrt(x)),
        ("fneg", |b, x| b.ins().fneg(x)),
        ("fabs", |b, x| b.ins().fabs(x)),
        ("floor", |b, x| b.ins().floor(x)),
        ("ceil", |b, x| b.ins().ceil(x)),
        ("trunc", |b, x| b.ins().trunc(x)),
        ("nearest", |b, x| b.ins().nearest(x)),
    ];
    let mut cases: Vec<Case> = Vec::new();
    for ty in [types::F32, types::F64] {
        for (name, build) in binary {
            cases.push(case(format!("{name}.{ty}"), &[ty, ty], ty, move |b, v| build(b, v[0], v[1])));
        }
        for (name, build) in unary {
            cases.push(case(format!("{name}.{ty}"), &[ty], ty, move |b, v| build(b, v[0])));
        }
        cases.push(case(format!("fma.{ty}"), &[ty; 3], ty, |b, v| b.ins().fma(v[0], v[1], v[2])));
        for code in FLOATS {
            cases.push(case(format!("fcmp {code}.{ty}"), &[ty, ty], types::I8, move |b, v| {
                b.ins().fcmp(code, v[0], v[1])
            }));
            cases.push(case(format!("select {code}.{ty}"), &[ty; 4], ty, move |b, v| {
                let cond = b.ins().fcmp(code, v[0], v[1]);
                b.ins().select(cond, v[2], v[3])
            }));
            let int = types::I64;
            cases.push(case(
                format!("select of integers {code}.{ty}"),
                &[ty, ty, int, int],
                int,
                move |b, v| {
                    let cond = b.ins().fcmp(code, v[0], v[1]);
                    b.ins().select(cond, v[2], v[3])
                },
            ));
        }
        for int in [types::I32, types::I64] {
            cases.push(case(format!("fcvt_to_sint_sat.{ty}.{int}"), &[ty], int, move |b, v| {
                b.ins().fcvt_to_sint_sat(int, v[0])
            }));
            cases.push(case(format!("fcvt_to_uint_sat.{ty}.{int}"), &[ty], int, move |b, v| {
                b.ins().fcvt_to_uint_sat(int, v[0])
            }));
            cases.push(case(format!("fcvt_from_sint.{ty}.{int}"), &[int], ty, move |b, v| {
                b.ins().fcvt_from_sint(ty, v[0])
            }));
            cases.push(case(format!("fcvt_from_uint.{ty}.{int}"), &[int], ty, move |b, v| {
                b.ins().fcvt_from_uint(ty, v[0])
            }));
        }
        let int: Type = ty.as_int();
        let flags = MemFlagsData::new;
        cases.push(case("bitcast", &[int], ty, move |b, v| b.ins().bitcast(ty, flags(), v[0])));
        cases.push(case("bitcast back", &[ty], int, move |b, v| b.ins().bitcast(int, flags(), v[0])));
    }
    cases.push(case("fpromote", &[types::F32], types::F64, |b, v| b.ins().fpromote(types::F64, v[0])));
    cases.push(case("fdemote", &[types::F64], types::F32, |b, v| b.ins().fdemote(types::F32, v[0])));
    compare(&cases);
}

#[test]
fn memory() {
    let mut cases: Vec<Case> = Vec::new();
    let slot = |b: &mut FunctionBuilder<'_>| {
        b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 64, 3))
    };
    for ty in [types::I32, types::I64] {
        for op in [
            AtomicRmwOp::Add,
            AtomicRmwOp::And,
            AtomicRmwOp::Or,
            AtomicRmwOp::Xor,
            AtomicRmwOp::Xchg,
            AtomicRmwOp::Smin,
            AtomicRmwOp::Smax,
            AtomicRmwOp::Umin,
            AtomicRmwOp::Umax,
        ] {
            for returned in [false, true] {
                cases.push(case(format!("{op}.{ty} {returned}"), &[ty, ty], ty, move |b, v| {
                    let own = slot(b);
                    b.ins().stack_store(types::I64, v[0], own, 8);
                    let at = b.ins().stack_addr(types::I64, own, 8);
                    let old = b.ins().atomic_rmw(ty, MemFlagsData::new(), op, at, v[1]);
                    b.ins().fence();
                    if returned { old } else { b.ins().stack_load(types::I64, ty, own, 8) }
                }));
            }
        }
        cases.push(case(format!("cas.{ty}"), &[ty, ty, ty], ty, move |b, v| {
            let own = slot(b);
            let masked = b.ins().band_imm_u(v[0], 1);
            let expected = b.ins().band_imm_u(v[1], 1);
            b.ins().stack_store(types::I64, masked, own, 8);
            let at = b.ins().stack_addr(types::I64, own, 8);
            let old = b.ins().atomic_cas(MemFlagsData::new(), at, expected, v[2]);
            let now = b.ins().stack_load(types::I64, ty, own, 8);
            b.ins().bxor(old, now)
        }));
    }
    let change: [(&str, Binary); 6] = [
        ("iadd", |b, x, y| b.ins().iadd(x, y)),
        ("isub", |b, x, y| b.ins().isub(x, y)),
        ("band", |b, x, y| b.ins().band(y, x)),
        ("bor", |b, x, y| b.ins().bor(x, y)),
        ("bxor 5", |b, x, _| b.ins().bxor_imm_u(x, 5)),
        ("iadd 1000", |b, x, _| b.ins().iadd_imm_s(x, 1000)),
    ];
    for ty in [types::I16, types::I32, types::I64] {
        for (name, build) in change {
            cases.push(case(format!("{name} in memory.{ty}"), &[ty, ty], ty, move |b, v| {
                let own = slot(b);
                let at = b.ins().stack_addr(types::I64, own, 8);
                b.ins().store(MemFlagsData::new(), v[0], at, 4);
                let old = b.ins().load(ty, MemFlagsData::new(), at, 4);
                let new = build(b, old, v[1]);
                b.ins().store(MemFlagsData::new(), new, at, 4);
                b.ins().load(ty, MemFlagsData::new(), at, 4)
            }));
        }
    }
    for ty in [types::I8, types::I16, types::I32, types::I64, types::F32, types::F64, types::F32X4] {
        cases.push(case(format!("indexed.{ty}"), &[ty, types::I64], ty, move |b, v| {
            let own = slot(b);
            let start = b.ins().stack_addr(types::I64, own, 0);
            let index = b.ins().band_imm_u(v[1], 3);
            let offset = b.ins().ishl_imm_u(index, 3);
            let at = b.ins().iadd(start, offset);
            b.ins().store(MemFlagsData::new(), v[0], at, 4);
            let at = b.ins().iadd(start, offset);
            b.ins().load(ty, MemFlagsData::new(), at, 4)
        }));
    }
    compare(&cases);
}

/// Bits of a word that become an index: those of a mask, from a word shifted left, or right by a negative
/// number.
fn index(b: &mut FunctionBuilder<'_>, word: Value, shift: i64, mask: i64) -> Value {
    let shifted = if shift < 0 { b.ins().ushr_imm_u(word, -shift) } else { b.ins().ishl_imm_u(word, shift) };
    let bits = b.ins().band_imm_u(shifted, mask);
    b.ins().uextend(types::I64, bits)
}

#[test]
fn bits_of_a_word_are_an_index_with_a_factor() {
    let shifts = [0, 1, 2, 3, 4, -1, -5, -6, -14, -21, -22, -23, -30];
    let masks = [0x3fc, 0x3ff, 0x3f8, 0x1fc, 0x3fc00, 0x3_fffc, 0x7_fff8, 0xff, 0xffff_fffc, 0xfff0, 4];
    let mut cases = Vec::new();
    for (shift, mask) in shifts.into_iter().flat_map(|shift| masks.map(|mask| (shift, mask))) {
        let name = format!("bits {mask:#x} of a word shifted by {shift}");
        cases.push(case(format!("{name}, plus"), &[types::I64, types::I32], types::I64, move |b, v| {
            let index = index(b, v[1], shift, mask);
            b.ins().iadd(v[0], index)
        }));
        cases.push(case(format!("{name}, twice"), &[types::I64, types::I32], types::I64, move |b, v| {
            let index = index(b, v[1], shift, mask);
            let sum = b.ins().iadd(v[0], index);
            b.ins().bxor(sum, index)
        }));
        if mask & !0x3fc == 0 {
            cases.push(case(format!("{name}, in memory"), &[types::I32], types::I32, move |b, v| {
                let entry = b.func.layout.entry_block().expect("an entry");
                let at = b.block_params(entry)[0];
                let index = index(b, v[0], shift, mask);
                let place = b.ins().iadd(at, index);
                let flags = MemFlagsData::new();
                let old = b.ins().load(types::I32, flags, place, 0);
                let new = b.ins().iadd_imm_s(old, 1);
                b.ins().store(flags, new, place, 0);
                b.ins().load(types::I32, flags, at, 4)
            }));
        }
    }
    compare(&cases);
}
