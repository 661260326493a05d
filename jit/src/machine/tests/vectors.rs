//! Vectors. Those of 128 bits are compared with Cranelift's; wider ones with themselves part by part, since
//! their operations act on each lane alone.

use super::scalars::{FLOATS, INTS};
use super::{
    Case, EACH, RESULTS, ROUNDS, Random, by_cranelift, by_ours, case, compare, function, levels, run, same,
};
use crate::machine::{Extra, Level};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{
    AbiParam, ConstantData, Endianness, ExtFuncData, ExternalName, Inst, InstBuilder, MemFlagsData,
    Signature, Type, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;

type Build = fn(&mut FunctionBuilder<'_>, &[Value]) -> Value;

/// Operations on each lane, with the number of operands.
const EACH_LANE: [(&str, usize, Build, &[Type]); 40] = {
    const I: &[Type] = &[types::I32X4, types::I64X2];
    const W: &[Type] = &[types::I32X4];
    const F: &[Type] = &[types::F32X4, types::F64X2];
    const ALL: &[Type] = &[types::I32X4, types::I64X2, types::F32X4, types::F64X2];
    [
        ("iadd", 2, |b, v| b.ins().iadd(v[0], v[1]), I),
        ("isub", 2, |b, v| b.ins().isub(v[0], v[1]), I),
        ("imul", 2, |b, v| b.ins().imul(v[0], v[1]), I),
        ("ineg", 1, |b, v| b.ins().ineg(v[0]), I),
        ("iabs", 1, |b, v| b.ins().iabs(v[0]), W),
        ("umin", 2, |b, v| b.ins().umin(v[0], v[1]), W),
        ("umax", 2, |b, v| b.ins().umax(v[0], v[1]), W),
        ("smin", 2, |b, v| b.ins().smin(v[0], v[1]), W),
        ("smax", 2, |b, v| b.ins().smax(v[0], v[1]), W),
        ("ishl 5", 1, |b, v| b.ins().ishl_imm_u(v[0], 5), I),
        ("ushr 5", 1, |b, v| b.ins().ushr_imm_u(v[0], 5), I),
        ("sshr 5", 1, |b, v| b.ins().sshr_imm_u(v[0], 5), I),
        ("band", 2, |b, v| b.ins().band(v[0], v[1]), ALL),
        ("bor", 2, |b, v| b.ins().bor(v[0], v[1]), ALL),
        ("bxor", 2, |b, v| b.ins().bxor(v[0], v[1]), ALL),
        ("bxor with itself", 1, |b, v| b.ins().bxor(v[0], v[0]), I),
        ("band_not", 2, |b, v| b.ins().band_not(v[0], v[1]), I),
        ("bnot", 1, |b, v| b.ins().bnot(v[0]), I),
        ("rotation", 1, |b, v| joined(b, v[0], v[0], [5, 27]), W),
        ("rotation of 64 bits", 1, |b, v| joined(b, v[0], v[0], [23, 41]), I),
        ("shifts of two", 2, |b, v| joined(b, v[0], v[1], [5, 27]), I),
        (
            "bxor of three rotations",
            1,
            |b, v| {
                let [x, y, z] = [[2, 30], [13, 19], [22, 10]].map(|by| joined(b, v[0], v[0], by));
                let sum = b.ins().bxor(x, y);
                b.ins().bxor(sum, z)
            },
            W,
        ),
        (
            "choice",
            3,
            |b, v| {
                let (yes, not) = (b.ins().band(v[0], v[1]), b.ins().bnot(v[0]));
                let no = b.ins().band(not, v[2]);
                b.ins().bor(yes, no)
            },
            I,
        ),
        (
            "majority",
            3,
            |b, v| {
                let [x, y, z] = [(0, 1), (0, 2), (1, 2)].map(|(m, n)| b.ins().band(v[m], v[n]));
                let sum = b.ins().bxor(x, y);
                b.ins().bxor(sum, z)
            },
            I,
        ),
        (
            "logic with a second use",
            3,
            |b, v| {
                let both = b.ins().bor(v[0], v[1]);
                let other = b.ins().bxor(both, v[2]);
                let not = b.ins().bnot(other);
                let sum = b.ins().iadd(both, not);
                let masked = b.ins().band_not(sum, v[2]);
                let more = b.ins().bor(masked, v[0]);
                b.ins().bxor(more, both)
            },
            I,
        ),
        ("bitselect", 3, |b, v| b.ins().bitselect(v[0], v[1], v[2]), ALL),
        ("fadd", 2, |b, v| b.ins().fadd(v[0], v[1]), F),
        ("fsub", 2, |b, v| b.ins().fsub(v[0], v[1]), F),
        ("fmul", 2, |b, v| b.ins().fmul(v[0], v[1]), F),
        ("fdiv", 2, |b, v| b.ins().fdiv(v[0], v[1]), F),
        ("fma", 3, |b, v| b.ins().fma(v[0], v[1], v[2]), F),
        ("fma of one", 2, |b, v| b.ins().fma(v[0], v[0], v[1]), F),
        ("sqrt", 1, |b, v| b.ins().sqrt(v[0]), F),
        ("fneg", 1, |b, v| b.ins().fneg(v[0]), F),
        ("fabs", 1, |b, v| b.ins().fabs(v[0]), F),
        ("floor", 1, |b, v| b.ins().floor(v[0]), F),
        ("ceil", 1, |b, v| b.ins().ceil(v[0]), F),
        ("trunc", 1, |b, v| b.ins().trunc(v[0]), F),
        ("nearest", 1, |b, v| b.ins().nearest(v[0]), F),
        (
            "three sums",
            3,
            |b, v| {
                let sum = b.ins().fadd(v[0], v[1]);
                let other = b.ins().fmul(sum, v[2]);
                let fused = b.ins().fma(sum, v[2], other);
                b.ins().fsub(fused, sum)
            },
            F,
        ),
    ]
};

/// Joins the bits of two shifts, to the left and to the right.
fn joined(b: &mut FunctionBuilder<'_>, a: Value, other: Value, by: [i64; 2]) -> Value {
    let left = b.ins().ishl_imm_u(a, by[0]);
    let right = b.ins().ushr_imm_u(other, by[1]);
    b.ins().bor(left, right)
}

fn little() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

pub(super) fn wider(ty: Type, parts: u32) -> Type {
    ty.lane_type().by(ty.lane_count() * parts).expect("a vector")
}

/// Builds an operation on vectors of some parts of 128 bits.
type BuildWide = Box<dyn Fn(&mut FunctionBuilder<'_>, &[Value], u32) -> Value>;

/// An operation on each lane, for any width.
struct Lanes {
    name: String,
    types: Vec<Type>,
    result: Type,
    build: BuildWide,
}

fn lanes() -> Vec<Lanes> {
    let mut all = Vec::new();
    let mut add = |name: String, types: &[Type], result: Type, build: BuildWide| {
        all.push(Lanes { name, types: types.to_vec(), result, build });
    };
    for (name, count, build, types) in EACH_LANE {
        for &ty in types {
            add(format!("{name}.{ty}"), &[ty, ty, ty][..count], ty, Box::new(move |b, v, _| build(b, v)));
        }
    }
    for ty in [types::I32X4, types::I64X2] {
        for code in INTS {
            add(
                format!("icmp {code}.{ty}"),
                &[ty, ty],
                ty,
                Box::new(move |b, v, _| b.ins().icmp(code, v[0], v[1])),
            );
            add(
                format!("chosen {code}.{ty}"),
                &[ty; 4],
                ty,
                Box::new(move |b, v, _| {
                    let mask = b.ins().icmp(code, v[0], v[1]);
                    b.ins().bitselect(mask, v[2], v[3])
                }),
            );
        }
    }
    for (ty, int) in [(types::F32X4, types::I32X4), (types::F64X2, types::I64X2)] {
        // Cranelift has no vectors for the other two.
        let both = [FloatCC::OrderedNotEqual, FloatCC::UnorderedOrEqual];
        for code in FLOATS.into_iter().filter(|code| !both.contains(code)) {
            add(
                format!("fcmp {code}.{ty}"),
                &[ty, ty],
                int,
                Box::new(move |b, v, _| b.ins().fcmp(code, v[0], v[1])),
            );
            add(
                format!("chosen {code}.{ty}"),
                &[ty; 4],
                ty,
                Box::new(move |b, v, parts| {
                    let mask = b.ins().fcmp(code, v[0], v[1]);
                    let mask = b.ins().bitcast(wider(ty, parts), little(), mask);
                    b.ins().bitselect(mask, v[2], v[3])
                }),
            );
        }
    }
    let (ints, floats) = (types::I32X4, types::F32X4);
    add(
        "fcvt_from_sint".into(),
        &[ints],
        floats,
        Box::new(move |b, v, p| b.ins().fcvt_from_sint(wider(floats, p), v[0])),
    );
    add(
        "fcvt_from_uint".into(),
        &[ints],
        floats,
        Box::new(move |b, v, p| b.ins().fcvt_from_uint(wider(floats, p), v[0])),
    );
    add(
        "fcvt_to_sint_sat".into(),
        &[floats],
        ints,
        Box::new(move |b, v, p| b.ins().fcvt_to_sint_sat(wider(ints, p), v[0])),
    );
    add(
        "fcvt_to_uint_sat".into(),
        &[floats],
        ints,
        Box::new(move |b, v, p| b.ins().fcvt_to_uint_sat(wider(ints, p), v[0])),
    );
    all
}

#[test]
fn each_lane() {
    let cases: Vec<Case> = lanes()
        .into_iter()
        .map(|own| case(own.name, &own.types, own.result, move |b, v| (own.build)(b, v, 1)))
        .collect();
    compare(&cases);
}

#[test]
fn each_lane_of_wide_vectors() {
    for level in levels() {
        for parts in [2, 4].into_iter().filter(|&parts| parts * 16 <= level.vector_bytes()) {
            for own in lanes() {
                let types: Vec<Type> = own.types.iter().map(|&ty| wider(ty, parts)).collect();
                let narrow = by_cranelift(&function(&own.types, |b, v| vec![(own.build)(b, v, 1)]));
                let wide = by_ours(&function(&types, |b, v| vec![(own.build)(b, v, parts)]), level);
                let mut random = Random(0x2545_f491_4f6c_dd1d);
                for _ in 0..ROUNDS {
                    let mut words = random.words();
                    let given = words;
                    run(&wide, &mut words);
                    for part in 0..parts as usize {
                        let mut expected = given;
                        for n in 0..own.types.len() {
                            expected.copy_within(n * EACH + 16 * part..n * EACH + 16 * part + 16, n * EACH);
                        }
                        run(&narrow, &mut expected);
                        let at = RESULTS * EACH;
                        assert!(
                            same(&words[at + 16 * part..][..16], &expected[at..at + 16], own.result),
                            "{} of {parts} at {level:?}, part {part}",
                            own.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn across_lanes() {
    let mut cases: Vec<Case> = Vec::new();
    let words = types::I32X4;
    let shuffles: [[u8; 16]; 9] = [
        [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27],
        [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23],
        [8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31],
        [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23],
        [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15],
        [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12],
        [31, 0, 30, 1, 29, 2, 28, 3, 27, 4, 26, 5, 25, 6, 24, 7],
        [16, 17, 18, 19, 24, 25, 26, 27, 20, 21, 22, 23, 28, 29, 30, 31],
        [24, 25, 26, 27, 20, 21, 22, 23, 4, 5, 6, 7, 0, 1, 2, 3],
    ];
    for (n, bytes) in shuffles.into_iter().enumerate() {
        for one in [false, true] {
            cases.push(case(format!("shuffle {n} {one}"), &[words, words], words, move |b, v| {
                let [x, y] = [v[0], v[usize::from(!one)]].map(|v| b.ins().bitcast(types::I8X16, little(), v));
                let pick = b.func.dfg.immediates.push(ConstantData::from(&bytes[..]));
                let picked = b.ins().shuffle(x, y, pick);
                b.ins().bitcast(words, little(), picked)
            }));
        }
    }
    let widen: [(&str, Build); 4] = [
        ("swiden_low", |b, v| b.ins().swiden_low(v[0])),
        ("swiden_high", |b, v| b.ins().swiden_high(v[0])),
        ("uwiden_low", |b, v| b.ins().uwiden_low(v[0])),
        ("uwiden_high", |b, v| b.ins().uwiden_high(v[0])),
    ];
    for (name, build) in widen {
        cases.push(case(name, &[words], types::I64X2, build));
        cases.push(case(format!("product of {name}"), &[words, words], types::I64X2, move |b, v| {
            let (x, y) = (build(b, &v[..1]), build(b, &v[1..]));
            b.ins().imul(x, y)
        }));
    }
    let doubles = types::F64X2;
    cases.push(case("fvpromote_low", &[types::F32X4], doubles, |b, v| b.ins().fvpromote_low(v[0])));
    cases.push(case("fvdemote", &[doubles], types::F32X4, |b, v| b.ins().fvdemote(v[0])));
    for signed in [false, true] {
        cases.push(case(format!("doubles of words {signed}"), &[words], doubles, move |b, v| {
            if signed {
                let low = b.ins().swiden_low(v[0]);
                b.ins().fcvt_from_sint(types::F64X2, low)
            } else {
                let low = b.ins().uwiden_low(v[0]);
                b.ins().fcvt_from_uint(types::F64X2, low)
            }
        }));
        cases.push(case(format!("words of doubles {signed}"), &[doubles], words, move |b, v| {
            let zero = b.func.dfg.constants.insert(vec![0; 16].into());
            let zero = b.ins().vconst(types::I64X2, zero);
            if signed {
                let long = b.ins().fcvt_to_sint_sat(types::I64X2, v[0]);
                b.ins().snarrow(long, zero)
            } else {
                let long = b.ins().fcvt_to_uint_sat(types::I64X2, v[0]);
                b.ins().uunarrow(long, zero)
            }
        }));
    }
    for ty in [types::I32X4, types::I64X2, types::F32X4, types::F64X2] {
        let lane = ty.lane_type();
        cases.push(case(format!("splat.{ty}"), &[lane], ty, move |b, v| b.ins().splat(ty, v[0])));
        for n in 0..ty.lane_count() as u8 {
            cases.push(case(format!("extractlane {n}.{ty}"), &[ty], lane, move |b, v| {
                b.ins().extractlane(v[0], n)
            }));
            cases.push(case(format!("insertlane {n}.{ty}"), &[ty, lane], ty, move |b, v| {
                b.ins().insertlane(v[0], v[1], n)
            }));
        }
    }
    for (ty, bits) in [(types::I32X4, 30), (types::I64X2, 62)] {
        for code in INTS {
            cases.push(case(format!("any {code}.{ty}"), &[ty, ty], types::I8, move |b, v| {
                let few = [v[0], v[1]].map(|v| b.ins().ushr_imm_u(v, bits));
                let mask = b.ins().icmp(code, few[0], few[1]);
                b.ins().vany_true(mask)
            }));
            cases.push(case(format!("bits of {code}.{ty}"), &[ty, ty], types::I32, move |b, v| {
                let mask = b.ins().icmp(code, v[0], v[1]);
                b.ins().vhigh_bits(types::I32, mask)
            }));
        }
    }
    for ty in [types::F32X4, types::F64X2] {
        cases.push(case(format!("a NaN.{ty}"), &[ty, ty], types::I8, |b, v| {
            let mask = b.ins().fcmp(FloatCC::Unordered, v[0], v[1]);
            b.ins().vany_true(mask)
        }));
        cases.push(case(format!("bits of NaNs.{ty}"), &[ty, ty], types::I32, |b, v| {
            let mask = b.ins().fcmp(FloatCC::Unordered, v[0], v[1]);
            b.ins().vhigh_bits(types::I32, mask)
        }));
    }
    for ty in [types::I32X4, types::I64X2] {
        cases.push(case(format!("vhigh_bits.{ty}"), &[ty], types::I32, |b, v| {
            b.ins().vhigh_bits(types::I32, v[0])
        }));
        cases.push(case(format!("vany_true.{ty}"), &[ty, ty], types::I8, |b, v| {
            let few = b.ins().band(v[0], v[1]);
            let few = b.ins().ushr_imm_u(few, 29);
            b.ins().vany_true(few)
        }));
        cases.push(case(format!("vall_true.{ty}"), &[ty], types::I8, |b, v| b.ins().vall_true(v[0])));
        cases.push(case(format!("shift by a variable.{ty}"), &[ty, types::I32], ty, |b, v| {
            let up = b.ins().ishl(v[0], v[1]);
            let down = b.ins().ushr(v[0], v[1]);
            b.ins().bxor(up, down)
        }));
    }
    cases.push(case("sshr by a variable", &[words, types::I32], words, |b, v| b.ins().sshr(v[0], v[1])));
    compare(&cases);
}

/// Emits an operation beyond Cranelift's.
pub(super) fn extra(b: &mut FunctionBuilder<'_>, op: Extra, args: &[Value], result: Type) -> Value {
    let call = call_extra(b, op, args, Some(result));
    b.inst_results(call)[0]
}

/// Emits such an operation without a result.
pub(super) fn extra_effect(b: &mut FunctionBuilder<'_>, op: Extra, args: &[Value]) {
    call_extra(b, op, args, None);
}

fn call_extra(b: &mut FunctionBuilder<'_>, op: Extra, args: &[Value], result: Option<Type>) -> Inst {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.extend(args.iter().map(|&v| AbiParam::new(b.func.dfg.value_type(v))));
    signature.returns.extend(result.map(AbiParam::new));
    let signature = b.import_signature(signature);
    let name = ExternalName::user(b.func.declare_imported_user_function(op.name()));
    let function = b.import_function(ExtFuncData { name, signature, colocated: false, patchable: false });
    b.ins().call(function, args)
}

/// Returns the words of a vector in memory.
pub(super) fn words_at(words: &[u8], at: usize, count: usize) -> Vec<u32> {
    words[at..at + 4 * count].as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect()
}

/// Runs a function of vectors of a width on random words, and returns operands and result.
pub(super) fn on_words(
    level: Level,
    types: &[Type],
    result: Type,
    build: impl Fn(&mut FunctionBuilder<'_>, &[Value]) -> Value,
    mut check: impl FnMut(&[Vec<u32>], Vec<u32>),
) {
    let code = by_ours(&function(types, |b, v| vec![build(b, v)]), level);
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..ROUNDS {
        let mut words = random.words();
        let given: Vec<Vec<u32>> = types
            .iter()
            .enumerate()
            .map(|(n, ty)| words_at(&words, n * EACH, ty.bytes() as usize / 4))
            .collect();
        run(&code, &mut words);
        check(&given, words_at(&words, RESULTS * EACH, result.bytes().div_ceil(4) as usize));
    }
}

#[test]
fn across_lanes_of_wide_vectors() {
    for level in levels() {
        for bytes in [32u32, 64].into_iter().filter(|&bytes| bytes <= level.vector_bytes()) {
            let parts = bytes / 16;
            let n = bytes as usize / 4;
            let (ints, longs) = (wider(types::I32X4, parts), wider(types::I64X2, parts));
            let (singles, doubles) = (wider(types::F32X4, parts), wider(types::F64X2, parts));
            let half = |v: &[u32], high: bool| v[if high { n / 2..n } else { 0..n / 2 }].to_vec();
            let pick = |v: &[Vec<u32>], odd: usize| -> Vec<u32> {
                v[0].iter().chain(&v[1]).skip(odd).step_by(2).copied().collect()
            };
            for (op, odd) in [(Extra::Even, 0), (Extra::Odd, 1)] {
                on_words(
                    level,
                    &[ints, ints],
                    ints,
                    |b, v| extra(b, op, v, ints),
                    |v, r| assert_eq!(r, pick(v, odd)),
                );
            }
            for (op, high) in [(Extra::InterleaveLow, false), (Extra::InterleaveHigh, true)] {
                let mixed = |v: &[Vec<u32>]| -> Vec<u32> {
                    half(&v[0], high).into_iter().zip(half(&v[1], high)).flat_map(|(a, b)| [a, b]).collect()
                };
                on_words(
                    level,
                    &[ints, ints],
                    longs,
                    |b, v| extra(b, op, v, longs),
                    |v, r| assert_eq!(r, mixed(v)),
                );
            }
            on_words(
                level,
                &[ints, ints],
                ints,
                |b, v| extra(b, Extra::Join, v, ints),
                |v, r| {
                    assert_eq!(r, [half(&v[0], false), half(&v[1], false)].concat());
                },
            );
            let narrow = wider(types::I32X4, parts / 2);
            on_words(
                level,
                &[narrow, narrow],
                ints,
                |b, v| extra(b, Extra::Join, v, ints),
                |v, r| {
                    assert_eq!(r, v.concat());
                },
            );
            on_words(
                level,
                &[ints],
                ints,
                |b, v| extra(b, Extra::High, v, ints),
                |v, r| {
                    assert_eq!(r[..n / 2], half(&v[0], true));
                },
            );
            let float = f32::from_bits;
            let double = |v: &[u32]| f64::from_bits(u64::from(v[0]) | u64::from(v[1]) << 32);
            on_words(
                level,
                &[singles],
                doubles,
                |b, v| extra(b, Extra::Promote, v, doubles),
                |v, r| {
                    for (x, y) in v[0].iter().zip(r.chunks(2)) {
                        assert!(
                            f64::from(float(*x)) == double(y) || float(*x).is_nan() && double(y).is_nan()
                        );
                    }
                },
            );
            on_words(
                level,
                &[doubles],
                singles,
                |b, v| extra(b, Extra::Demote, v, singles),
                |v, r| {
                    for (x, y) in v[0].chunks(2).zip(&r) {
                        assert!(double(x) as f32 == float(*y) || double(x).is_nan() && float(*y).is_nan());
                    }
                    assert!(r[n / 2..].iter().all(|&word| word == 0));
                },
            );
            for (signed, high) in [(false, false), (false, true), (true, false), (true, true)] {
                let build: Build = match (signed, high) {
                    (false, false) => |b, v| b.ins().uwiden_low(v[0]),
                    (false, true) => |b, v| b.ins().uwiden_high(v[0]),
                    (true, false) => |b, v| b.ins().swiden_low(v[0]),
                    (true, true) => |b, v| b.ins().swiden_high(v[0]),
                };
                on_words(level, &[ints], longs, build, |v, r| {
                    let own = half(&v[0], high)
                        .into_iter()
                        .flat_map(|x| [x, if signed { ((x as i32) >> 31) as u32 } else { 0 }]);
                    assert_eq!(r, own.collect::<Vec<_>>());
                });
                on_words(
                    level,
                    &[ints, ints],
                    longs,
                    |b, v| {
                        let (x, y) = (build(b, &v[..1]), build(b, &v[1..]));
                        b.ins().imul(x, y)
                    },
                    |v, r| {
                        let own = half(&v[0], high).into_iter().zip(half(&v[1], high)).flat_map(|(x, y)| {
                            let product = if signed {
                                (i64::from(x as i32) * i64::from(y as i32)) as u64
                            } else {
                                u64::from(x) * u64::from(y)
                            };
                            [product as u32, (product >> 32) as u32]
                        });
                        assert_eq!(r, own.collect::<Vec<_>>());
                    },
                );
            }
            for signed in [false, true] {
                on_words(
                    level,
                    &[ints],
                    doubles,
                    |b, v| {
                        if signed {
                            let low = b.ins().swiden_low(v[0]);
                            b.ins().fcvt_from_sint(doubles, low)
                        } else {
                            let low = b.ins().uwiden_low(v[0]);
                            b.ins().fcvt_from_uint(doubles, low)
                        }
                    },
                    |v, r| {
                        for (&x, y) in v[0].iter().zip(r.chunks(2)) {
                            assert_eq!(double(y), if signed { f64::from(x as i32) } else { f64::from(x) });
                        }
                    },
                );
                on_words(
                    level,
                    &[doubles],
                    ints,
                    |b, v| {
                        let zero = b.func.dfg.constants.insert(vec![0; bytes as usize].into());
                        let zero = b.ins().vconst(longs, zero);
                        if signed {
                            let long = b.ins().fcvt_to_sint_sat(longs, v[0]);
                            b.ins().snarrow(long, zero)
                        } else {
                            let long = b.ins().fcvt_to_uint_sat(longs, v[0]);
                            b.ins().uunarrow(long, zero)
                        }
                    },
                    |v, r| {
                        for (x, &y) in v[0].chunks(2).zip(&r) {
                            let own = double(x);
                            assert_eq!(y, if signed { own as i32 as u32 } else { own as u32 }, "{own}");
                        }
                        assert!(r[n / 2..].iter().all(|&word| word == 0));
                    },
                );
            }
            on_words(
                level,
                &[ints],
                types::I32,
                |b, v| b.ins().vhigh_bits(types::I32, v[0]),
                |v, r| {
                    assert_eq!(r[0], v[0].iter().rev().fold(0, |bits, x| bits << 1 | x >> 31));
                },
            );
            on_words(
                level,
                &[ints],
                types::I32,
                |b, v| {
                    let any = b.ins().vany_true(v[0]);
                    let all = b.ins().vall_true(v[0]);
                    let [any, all] = [any, all].map(|flag| b.ins().uextend(types::I32, flag));
                    let any = b.ins().ishl_imm_u(any, 1);
                    b.ins().bor(any, all)
                },
                |v, r| {
                    let (any, all) = (v[0].iter().any(|&x| x != 0), v[0].iter().all(|&x| x != 0));
                    assert_eq!(r[0], u32::from(any) << 1 | u32::from(all));
                },
            );
            let less = |x: &[u32], y: &[u32]| x.iter().zip(y).map(|(x, y)| x < y).collect::<Vec<_>>();
            on_words(
                level,
                &[ints, ints],
                types::I32,
                |b, v| {
                    let mask = b.ins().icmp(IntCC::UnsignedLessThan, v[0], v[1]);
                    b.ins().vhigh_bits(types::I32, mask)
                },
                |v, r| {
                    let bits = less(&v[0], &v[1]);
                    assert_eq!(r[0], bits.iter().rev().fold(0, |all, &bit| all << 1 | u32::from(bit)));
                },
            );
            on_words(
                level,
                &[ints, ints],
                types::I8,
                |b, v| {
                    let few = [v[0], v[1]].map(|v| b.ins().ushr_imm_u(v, 31));
                    let mask = b.ins().icmp(IntCC::UnsignedLessThan, few[0], few[1]);
                    b.ins().vany_true(mask)
                },
                |v, r| {
                    let top = |v: &[u32]| v.iter().map(|x| x >> 31).collect::<Vec<_>>();
                    assert_eq!(r[0] & 255, u32::from(less(&top(&v[0]), &top(&v[1])).contains(&true)));
                },
            );
            for lane in 0..n as u8 {
                on_words(
                    level,
                    &[ints],
                    types::I32,
                    |b, v| b.ins().extractlane(v[0], lane),
                    |v, r| {
                        assert_eq!(r[0], v[0][usize::from(lane)]);
                    },
                );
                on_words(
                    level,
                    &[singles],
                    types::F32,
                    |b, v| b.ins().extractlane(v[0], lane),
                    |v, r| {
                        assert_eq!(r[0], v[0][usize::from(lane)]);
                    },
                );
            }
            for lane in 0..n as u8 / 2 {
                on_words(
                    level,
                    &[longs],
                    types::I64,
                    |b, v| b.ins().extractlane(v[0], lane),
                    |v, r| {
                        assert_eq!(r, v[0][2 * usize::from(lane)..][..2]);
                    },
                );
            }
        }
    }
}
