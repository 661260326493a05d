//! Registers under pressure, parameters of blocks that form cycles, tables, calls, and large frames.

use super::{EACH, Level, RESULTS, Random, by_cranelift, by_ours, compile, function, levels, run};
use crate::machine::SPARING;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, BlockArg, Function, InstBuilder, JumpTableData, MemFlagsData, Signature, StackSlotData,
    StackSlotKind, Type, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;

/// Compares all results of a function, which has some of a type.
fn agree(name: &str, f: &Function, bytes: usize) {
    let expected = by_cranelift(f);
    for level in levels() {
        let ours = by_ours(f, level);
        let mut random = Random(0xfeed_beef_1234_5677);
        for _ in 0..20 {
            let words = random.words();
            let (mut a, mut b) = (words, words);
            run(&expected, &mut a);
            run(&ours, &mut b);
            let results = RESULTS * EACH..RESULTS * EACH + bytes;
            assert_eq!(a[results.clone()], b[results], "{name} at {level:?}");
        }
    }
}

fn mixed(b: &mut FunctionBuilder<'_>, x: Value, y: Value, n: usize) -> Value {
    match n % 3 {
        0 => b.ins().iadd(x, y),
        1 => b.ins().bxor(x, y),
        _ => b.ins().isub(x, y),
    }
}

/// Computes many values, then combines them from the first on.
fn pressure(ty: Type, count: usize) -> Function {
    function(&[ty, ty], |b, v| {
        let mut values = vec![v[0], v[1]];
        for n in 0..count {
            let next = mixed(b, values[n], values[n + 1], n);
            values.push(next);
        }
        let mut sum = values[0];
        for (n, &value) in values.iter().enumerate() {
            sum = mixed(b, value, sum, n);
        }
        vec![sum]
    })
}

#[test]
fn more_values_than_registers() {
    for count in [3, 12, 14, 15, 16, 31, 32, 33, 100] {
        agree("integers", &pressure(types::I64, count), 8);
        agree("vectors", &pressure(types::I32X4, count), 16);
    }
}

/// A loop whose parameters are exchanged in each iteration, with a value from before it.
fn rotation(ty: Type, count: usize) -> Function {
    function(&[ty; 2], |b, v| {
        let [head, done] = std::array::from_fn(|_| b.create_block());
        let mut start = vec![v[0], v[1]];
        for n in 2..count {
            let next = mixed(b, start[n - 1], start[n - 2], n);
            start.push(next);
        }
        let around = mixed(b, v[0], v[1], 1);
        let times = b.ins().iconst(types::I32, 7);
        let counter = b.append_block_param(head, types::I32);
        let params: Vec<Value> = (0..count).map(|_| b.append_block_param(head, ty)).collect();
        let args: Vec<BlockArg> = [times].iter().chain(&start).map(|&v| v.into()).collect();
        b.ins().jump(head, &args);
        b.switch_to_block(head);
        let mut next = params.clone();
        next.rotate_left(1);
        next.swap(0, count / 2);
        next[0] = mixed(b, next[0], around, 0);
        let less = b.ins().iadd_imm_s(counter, -1);
        let args: Vec<BlockArg> = [less].iter().chain(&next).map(|&v| v.into()).collect();
        b.ins().brif(less, head, &args, done, &[]);
        b.switch_to_block(done);
        params.into_iter().take(8).collect()
    })
}

#[test]
fn parameters_in_cycles() {
    for count in [2, 3, 5, 9, 14, 16, 20, 33, 40] {
        agree("integers", &rotation(types::I64, count), 8 * EACH);
        agree("vectors", &rotation(types::I32X4, count), 8 * EACH);
    }
}

#[test]
fn nested_loops_and_rare_code() {
    let f = function(&[types::I64, types::I64], |b, v| {
        let [outer, inner, rare, join, next, done] = std::array::from_fn(|_| b.create_block());
        b.set_cold_block(rare);
        let [n, sum] = [types::I32, types::I64].map(|ty| b.append_block_param(outer, ty));
        let [k, own] = [types::I32, types::I64].map(|ty| b.append_block_param(inner, ty));
        let joined = b.append_block_param(join, types::I64);
        let mut around = Vec::new();
        for at in 0..20 {
            let value = b.ins().imul_imm_s(v[0], 2 * at + 1);
            around.push(b.ins().bxor(value, v[1]));
        }
        let five = b.ins().iconst(types::I32, 5);
        b.ins().jump(outer, &[five.into(), v[0].into()]);
        b.switch_to_block(outer);
        let times = b.ins().iconst(types::I32, 4);
        b.ins().jump(inner, &[times.into(), sum.into()]);
        b.switch_to_block(inner);
        let more = b.ins().iadd(own, around[3]);
        let odd = b.ins().band_imm_u(more, 3);
        let odd = b.ins().icmp_imm_u(IntCC::Equal, odd, 3);
        b.ins().brif(odd, rare, &[], join, &[more.into()]);
        b.switch_to_block(rare);
        let mut all = more;
        for &value in &around {
            all = b.ins().iadd(all, value);
        }
        b.ins().jump(join, &[all.into()]);
        b.switch_to_block(join);
        let less = b.ins().iadd_imm_s(k, -1);
        b.ins().brif(less, inner, &[less.into(), joined.into()], next, &[]);
        b.switch_to_block(next);
        let less = b.ins().iadd_imm_s(n, -1);
        let rest = b.ins().bxor(joined, around[7]);
        b.ins().brif(less, outer, &[less.into(), rest.into()], done, &[]);
        b.switch_to_block(done);
        vec![rest]
    });
    agree("loops", &f, 8);
}

#[test]
fn a_comparison_with_memory_has_several_uses() {
    let f = function(&[types::I32, types::I32, types::I64], |b, v| {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = b.create_sized_stack_slot(slot);
        b.ins().stack_store(types::I64, v[1], slot, 0);
        let loaded = b.ins().stack_load(types::I64, types::I32, slot, 0);
        let less = b.ins().icmp(IntCC::UnsignedLessThan, v[0], loaded);
        let not = b.ins().icmp_imm_u(IntCC::Equal, less, 0);
        let one = b.ins().iadd_imm_s(v[2], 1);
        let first = b.ins().select(less, one, v[2]);
        let second = b.ins().select(not, v[2], first);
        let third = b.ins().select(not, one, second);
        vec![first, second, third]
    });
    agree("selects", &f, 3 * EACH);
}

#[test]
fn a_sum_with_memory_is_part_of_an_address() {
    let f = function(&[types::I64, types::I64], |b, v| {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = b.create_sized_stack_slot(slot);
        b.ins().stack_store(types::I64, v[1], slot, 0);
        let loaded = b.ins().stack_load(types::I64, types::I64, slot, 0);
        let sum = b.ins().iadd(loaded, v[0]);
        let zero = b.ins().iconst(types::I64, 0);
        let again = b.ins().iadd(zero, sum);
        let next = b.create_block();
        b.ins().jump(next, &[]);
        b.switch_to_block(next);
        let less = b.ins().iadd_imm_s(again, -3);
        vec![again, less]
    });
    agree("sums", &f, 2 * EACH);
}

#[test]
fn tables() {
    let f = function(&[types::I32, types::I64], |b, v| {
        let done = b.create_block();
        let result = b.append_block_param(done, types::I64);
        let cases: [_; 5] = std::array::from_fn(|_| b.create_block());
        let calls: Vec<_> = cases.iter().map(|&c| b.func.dfg.block_call(c, &[] as &[BlockArg])).collect();
        let table = b.create_jump_table(JumpTableData::new(calls[4], &calls[..4]));
        let index = b.ins().band_imm_u(v[0], 7);
        b.ins().br_table(index, table);
        for (n, case) in cases.into_iter().enumerate() {
            b.switch_to_block(case);
            let own = b.ins().imul_imm_s(v[1], n as i64 + 3);
            b.ins().jump(done, &[own.into()]);
        }
        b.switch_to_block(done);
        vec![result]
    });
    agree("a table", &f, 8);
}

/// The function that compiled code calls: its arguments as digits.
extern "C" fn digits(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64) -> u64 {
    [a, b, c, d, e, f].iter().fold(0, |all: u64, x| all.wrapping_mul(10).wrapping_add(*x))
}

#[test]
fn calls() {
    for vectors in [false, true] {
        let ty = if vectors { types::F64X2 } else { types::I64 };
        let f = function(&[types::I64, types::I64, ty], |b, v| {
            let mut signature = Signature::new(CallConv::SystemV);
            signature.params.extend([AbiParam::new(types::I64); 6]);
            signature.returns.push(AbiParam::new(types::I64));
            let signature = b.import_signature(signature);
            let entry: extern "C" fn(u64, u64, u64, u64, u64, u64) -> u64 = digits;
            let target = b.ins().iconst(types::I64, entry as usize as i64);
            let mut values = vec![v[0], v[1]];
            for n in 0..10 {
                let next = mixed(b, values[n], values[n + 1], n);
                values.push(next);
            }
            let args = [values[5], values[0], values[9], values[3], values[3], values[1]];
            let call = b.ins().call_indirect(signature, target, &args);
            let first = b.inst_results(call)[0];
            let args = [first, values[2], values[1], values[0], first, values[11]];
            let call = b.ins().call_indirect(signature, target, &args);
            let second = b.inst_results(call)[0];
            let kept = values.iter().fold(second, |sum, &value| b.ins().iadd(sum, value));
            vec![kept, v[2]]
        });
        agree("calls", &f, EACH + ty.bytes() as usize);
    }
}

/// The same without a change of any register but the result's.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
extern "C" fn sparing_digits(_a: u64, _b: u64, _c: u64, _d: u64, _e: u64, _f: u64) -> u64 {
    core::arch::naked_asm!(
        "mov rax, rdi",
        "imul rax, rax, 10",
        "add rax, rsi",
        "imul rax, rax, 10",
        "add rax, rdx",
        "imul rax, rax, 10",
        "add rax, rcx",
        "imul rax, rax, 10",
        "add rax, r8",
        "imul rax, rax, 10",
        "add rax, r9",
        "ret",
    )
}

#[test]
#[cfg(target_arch = "x86_64")]
fn sparing_calls_keep_registers() {
    for count in [1, 5, 12, 16, 40] {
        let f = function(&[types::I64, types::I64, types::I64X2, types::I64X2], |b, v| {
            let mut signature = Signature::new(SPARING);
            signature.params.extend([AbiParam::new(types::I64); 6]);
            signature.returns.push(AbiParam::new(types::I64));
            let signature = b.import_signature(signature);
            let entry: extern "C" fn(u64, u64, u64, u64, u64, u64) -> u64 = sparing_digits;
            let target = b.ins().iconst(types::I64, entry as usize as i64);
            let (mut ints, mut vectors) = (vec![v[0], v[1]], vec![v[2], v[3]]);
            for values in [&mut ints, &mut vectors] {
                for n in 0..count {
                    let next = mixed(b, values[n], values[n + 1], n);
                    values.push(next);
                }
            }
            let args = [ints[2], ints[0], ints[1], ints[0], ints[count], ints[1]];
            let call = b.ins().call_indirect(signature, target, &args);
            let made = b.inst_results(call)[0];
            let kept = ints.iter().fold(made, |sum, &value| b.ins().iadd(sum, value));
            let wide = vectors.iter().fold(vectors[0], |sum, &value| b.ins().iadd(sum, value));
            vec![kept, wide]
        });
        agree("sparing calls", &f, EACH + 16);
    }
}

#[test]
fn large_frames() {
    for bytes in [4000, 5000, 70_000, 1 << 20] {
        let f = function(&[types::I64], |b, v| {
            let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4);
            let slot = b.create_sized_stack_slot(slot);
            b.ins().stack_store(types::I64, v[0], slot, 0);
            b.ins().stack_store(types::I64, v[0], slot, bytes as i32 - 8);
            let last = b.ins().stack_load(types::I64, types::I64, slot, bytes as i32 - 8);
            let first = b.ins().stack_load(types::I64, types::I64, slot, 0);
            vec![b.ins().iadd(last, first)]
        });
        agree("a frame", &f, 8);
        for level in levels() {
            let made = compile(&f, level).unwrap_or_else(|e| panic!("{}", e.0));
            assert!(made.frame >= bytes, "{} of {bytes}", made.frame);
        }
    }
}

#[test]
fn places_name_the_loads_that_may_fault() {
    let f = function(&[types::I64, types::F32], |b, v| {
        b.set_srcloc(cranelift_codegen::ir::SourceLoc::new(41));
        let x = b.ins().load(types::F32, MemFlagsData::new(), v[0], 0);
        b.set_srcloc(cranelift_codegen::ir::SourceLoc::new(42));
        vec![b.ins().fadd(v[1], x)]
    });
    for level in levels() {
        let made = compile(&f, level).unwrap_or_else(|e| panic!("{}", e.0));
        let places: Vec<u32> = made.places.iter().map(|place| place.1).collect();
        assert!(places.contains(&41), "the load is part of the addition: {places:?}");
    }
}

#[test]
fn what_is_not_taken_is_refused() {
    let f = function(&[types::I64], |b, v| {
        let wide = b.ins().uextend(types::I128, v[0]);
        let both = b.ins().iadd(wide, wide);
        vec![b.ins().ireduce(types::I64, both)]
    });
    let refused = compile(&f, Level::Avx2).err().expect("128-bit integers are not taken");
    assert!(refused.0.contains("i128"), "{}", refused.0);
}

/// Stores to one of two places of the frame, whose addresses are parameters of a block beside many values.
fn places(count: usize) -> Function {
    function(&[types::I64; 2], |b, v| {
        let slot = b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 32, 3));
        let zero = b.ins().iconst(types::I64, 0);
        for at in [0, 8, 16, 24] {
            b.ins().stack_store(types::I64, zero, slot, at);
        }
        let [own, other] = [0, 16].map(|at| b.ins().stack_addr(types::I64, slot, at));
        let mut values = vec![v[0], v[1]];
        for n in 0..count {
            let next = mixed(b, values[n], values[n + 1], n);
            values.push(next);
        }
        let [yes, no, after] = std::array::from_fn(|_| b.create_block());
        for _ in 0..values.len() + 1 {
            b.append_block_param(after, types::I64);
        }
        let odd = b.ins().band_imm_u(v[0], 1);
        b.ins().brif(odd, yes, &[], no, &[]);
        for (block, place) in [(yes, own), (no, other)] {
            b.switch_to_block(block);
            let args: Vec<BlockArg> = values.iter().copied().chain([place]).map(BlockArg::from).collect();
            b.ins().jump(after, &args);
        }
        b.switch_to_block(after);
        let params = b.block_params(after).to_vec();
        let place = params[values.len()];
        let flags = MemFlagsData::trusted();
        b.ins().store(flags, v[1], place, 8);
        let apart = b.ins().isub(place, own);
        b.ins().store(flags, apart, other, 0);
        let mut sum = b.ins().load(types::I64, flags, own, 8);
        for (n, at) in [16, 24].into_iter().enumerate() {
            let word = b.ins().stack_load(types::I64, types::I64, slot, at);
            let word = b.ins().rotr_imm_u(word, n as i64 + 1);
            sum = b.ins().bxor(sum, word);
        }
        for (n, &param) in params[..values.len()].iter().enumerate() {
            sum = mixed(b, param, sum, n);
        }
        vec![sum]
    })
}

#[test]
fn addresses_of_the_frame() {
    for count in [0, 8, 12, 30] {
        agree("places", &places(count), 8);
    }
}
