//! Shifts by lanes, and accesses of memory by lanes.

use super::vectors::{extra, on_words, wider, words_at};
use super::{EACH, RESULTS, Random, by_ours, function, levels, run};
use crate::machine::{Extra, Level};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::FunctionBuilder;

#[test]
fn shifts_by_lanes_are_exact_beyond_the_width() {
    for level in levels() {
        for bytes in [16u32, 32, 64].into_iter().filter(|&bytes| bytes <= level.vector_bytes()) {
            let ints = wider(types::I32X4, bytes / 16);
            type Shift = fn(u32, u32) -> u32;
            let shifts: [(Extra, Shift); 3] = [
                (Extra::ShiftLeft, |a, n| a.checked_shl(n).unwrap_or(0)),
                (Extra::ShiftRight, |a, n| a.checked_shr(n).unwrap_or(0)),
                (Extra::ShiftRightSigned, |a, n| (a as i32 >> n.min(31)) as u32),
            ];
            for (op, shift) in shifts {
                // Small amounts are rare among random words.
                let small = |b: &mut FunctionBuilder<'_>, v: &[Value]| {
                    let amounts = b.ins().ushr_imm_u(v[1], 26);
                    extra(b, op, &[v[0], amounts], ints)
                };
                on_words(level, &[ints, ints], ints, small, |v, r| {
                    for ((&a, &n), &made) in v[0].iter().zip(&v[1]).zip(&r) {
                        assert_eq!(made, shift(a, n >> 26), "{op:?} {a:x} {}", n >> 26);
                    }
                });
                let any = |b: &mut FunctionBuilder<'_>, v: &[Value]| extra(b, op, v, ints);
                on_words(level, &[ints, ints], ints, any, |v, r| {
                    for ((&a, &n), &made) in v[0].iter().zip(&v[1]).zip(&r) {
                        assert_eq!(made, shift(a, n), "{op:?} {a:x} {n}");
                    }
                });
            }
        }
    }
}

/// Returns addresses of words from `start` bytes on, by the lowest four bits of each lane.
fn addresses(b: &mut FunctionBuilder<'_>, lanes: Value, start: usize, log_bytes: i64) -> Value {
    let entry = b.func.layout.entry_block().expect("an entry");
    let at = b.block_params(entry)[0];
    let at = b.ins().iadd_imm_s(at, start as i64);
    let longs = b.func.dfg.value_type(lanes);
    let (at, low) = (b.ins().splat(longs, at), b.ins().iconst(types::I64, 15));
    let low = b.ins().splat(longs, low);
    let number = b.ins().band(lanes, low);
    let offset = b.ins().ishl_imm_u(number, log_bytes);
    b.ins().iadd(at, offset)
}

fn words(bytes: &[u8], long: bool, at: usize, count: usize) -> Vec<u64> {
    let words = words_at(bytes, at, count << u32::from(long));
    if long {
        words.chunks(2).map(|w| u64::from(w[0]) | u64::from(w[1]) << 32).collect()
    } else {
        words.into_iter().map(u64::from).collect()
    }
}

#[test]
fn gathers_scatters_and_stores_of_lanes_reach_their_words() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    for parts in [1u32, 2, 4] {
        let longs = wider(types::I64X2, parts);
        let count = longs.lane_count() as usize;
        for (lane, log_bytes) in [(types::I32, 2), (types::I64, 3)] {
            let long = lane == types::I64;
            // Words of 64 addresses in 128 bits are half a vector.
            let data: Type = lane.by(longs.lane_count().max(128 / lane.bits())).expect("a vector");
            let [gather, load_lanes] = [Extra::Gather, Extra::LoadLanes].map(|load| {
                function(&[longs, data, data], |b, v| {
                    let from = addresses(b, v[0], EACH, log_bytes);
                    vec![extra(b, load, &[from], data)]
                })
            });
            let scatter = function(&[longs, data, types::I32], |b, v| {
                let to = addresses(b, v[0], (RESULTS + 1) * EACH, log_bytes);
                super::vectors::extra_effect(b, Extra::Scatter, &[to, v[1], v[2]]);
                vec![v[2]]
            });
            let store = function(&[longs, data, types::I32], |b, v| {
                let entry = b.func.layout.entry_block().expect("an entry");
                let at = b.block_params(entry)[0];
                let at = b.ins().iadd_imm_s(at, ((RESULTS + 1) * EACH) as i64);
                super::vectors::extra_effect(b, Extra::StoreLanes, &[at, v[1], v[2]]);
                vec![v[2]]
            });
            let [gather, load_lanes, scatter, store] =
                [gather, load_lanes, scatter, store].map(|f| by_ours(&f, Level::Avx512));
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            for _ in 0..200 {
                let before = random.words();
                let numbers = words(&before, true, 0, count).into_iter().map(|n| n as usize & 15);
                let numbers: Vec<usize> = numbers.collect();
                let mask = words(&before, false, 2 * EACH, 1)[0];
                let all = 16;
                let table = words(&before, long, EACH, all);
                let wanted: Vec<u64> = numbers.iter().map(|&n| table[n]).collect();
                for code in [&gather, &load_lanes] {
                    let mut now = before;
                    run(code, &mut now);
                    assert_eq!(words(&now, long, RESULTS * EACH, count), wanted, "gather {data} by {longs}");
                }

                let given = words(&before, long, EACH, data.lane_count() as usize);
                let place = (RESULTS + 1) * EACH;
                let mut now = before;
                run(&scatter, &mut now);
                let mut wanted = words(&before, long, place, all);
                for (k, &n) in numbers.iter().enumerate().filter(|(k, _)| mask >> k & 1 != 0) {
                    wanted[n] = given[k];
                }
                assert_eq!(words(&now, long, place, all), wanted, "scatter {data} by {longs}");

                let mut now = before;
                run(&store, &mut now);
                let mut wanted = words(&before, long, place, all);
                for (k, &word) in given.iter().enumerate().filter(|(k, _)| mask >> k & 1 != 0) {
                    wanted[k] = word;
                }
                assert_eq!(words(&now, long, place, all), wanted, "store of lanes of {data}");
            }
        }
    }
}

#[test]
fn lanes_near_an_address_are_reached_on_both_sides() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    for (parts, lane) in [1u32, 2, 4].into_iter().flat_map(|n| [(n, types::I32), (n, types::I64)]) {
        let (long, data) = (lane == types::I64, wider(lane.by(128 / lane.bits()).expect("a vector"), parts));
        let count = data.lane_count() as usize;
        let ints = wider(types::I32X4, parts);
        // Numbers from -8 to 7, and the address of what has number 0.
        let near = |b: &mut FunctionBuilder<'_>, lanes: Value, start: usize| {
            let entry = b.func.layout.entry_block().expect("an entry");
            let at = b.block_params(entry)[0];
            let base = b.ins().iadd_imm_s(at, (start + 8 * lane.bytes() as usize) as i64);
            let left = b.ins().ishl_imm_u(lanes, 28);
            (base, b.ins().sshr_imm_s(left, 28))
        };
        let unit = i64::from(lane.bytes());
        for masked in [false, true] {
            let chosen = |b: &mut FunctionBuilder<'_>, lanes: Value| {
                if masked { lanes } else { b.ins().iconst(types::I32, -1) }
            };
            let gather = function(&[ints, data, types::I32], |b, v| {
                let (base, offsets) = near(b, v[0], EACH);
                let (lanes, unit) = (chosen(b, v[2]), b.ins().iconst(types::I32, unit));
                vec![extra(b, Extra::GatherNear, &[base, offsets, lanes, unit], data)]
            });
            let scatter = function(&[ints, data, types::I32], |b, v| {
                let (base, offsets) = near(b, v[0], (RESULTS + 1) * EACH);
                let (lanes, unit) = (chosen(b, v[2]), b.ins().iconst(types::I32, unit));
                super::vectors::extra_effect(b, Extra::ScatterNear, &[base, offsets, v[1], lanes, unit]);
                vec![v[2]]
            });
            let [gather, scatter] = [gather, scatter].map(|f| by_ours(&f, Level::Avx512));
            let mut random = Random(0x2545_f491_4f6c_dd1d);
            for _ in 0..200 {
                let before = random.words();
                let numbers = words(&before, false, 0, count).into_iter();
                let numbers: Vec<usize> = numbers.map(|n| (n as usize & 15) ^ 8).collect();
                let mask = if masked { words(&before, false, 2 * EACH, 1)[0] } else { u64::MAX };
                let runs = |k: usize| mask >> k & 1 != 0;
                let mut now = before;
                run(&gather, &mut now);
                let table = words(&before, long, EACH, 16);
                let wanted: Vec<u64> =
                    numbers.iter().enumerate().map(|(k, &n)| if runs(k) { table[n] } else { 0 }).collect();
                assert_eq!(words(&now, long, RESULTS * EACH, count), wanted, "gather {data} under {mask:x}");

                let (given, place) = (words(&before, long, EACH, count), (RESULTS + 1) * EACH);
                let mut now = before;
                run(&scatter, &mut now);
                let mut wanted = words(&before, long, place, 16);
                for (k, &n) in numbers.iter().enumerate().filter(|(k, _)| runs(*k)) {
                    wanted[n] = given[k];
                }
                assert_eq!(words(&now, long, place, 16), wanted, "scatter {data} under {mask:x}");
            }
        }
    }
}

#[test]
fn scatters_of_bytes_and_halves_reach_their_places() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    for (parts, (op, log_bytes)) in
        [1u32, 2, 4].into_iter().flat_map(|n| [(n, (Extra::ScatterBytes, 0)), (n, (Extra::ScatterHalves, 1))])
    {
        let longs = wider(types::I64X2, parts);
        let count = longs.lane_count() as usize;
        let data = types::I32.by(longs.lane_count().max(4)).expect("a vector");
        let f = function(&[longs, data, types::I32], |b, v| {
            let to = addresses(b, v[0], (RESULTS + 1) * EACH, log_bytes);
            super::vectors::extra_effect(b, op, &[to, v[1], v[2]]);
            vec![v[2]]
        });
        let code = by_ours(&f, Level::Avx512);
        let mut random = Random(0x1357_9bdf_0246_8ace);
        for _ in 0..200 {
            let before = random.words();
            let [mask, place] = [words(&before, false, 2 * EACH, 1)[0] as usize, (RESULTS + 1) * EACH];
            let mut now = before;
            run(&code, &mut now);
            let mut wanted = before[place..place + 32].to_vec();
            for (k, n) in words(&before, true, 0, count).into_iter().enumerate() {
                let (from, to) = (EACH + 4 * k, (n as usize & 15) << log_bytes);
                if mask >> k & 1 != 0 {
                    let each = 1 << log_bytes;
                    wanted[to..to + each].copy_from_slice(&before[from..from + each]);
                }
            }
            assert_eq!(now[place..place + 32], wanted, "{op:?} by {longs} under {mask:x}");
        }
    }
}

#[test]
fn lines_go_past_the_caches() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    let ints = wider(types::I32X4, 4);
    let f = function(&[ints, ints], |b, v| {
        let entry = b.func.layout.entry_block().expect("an entry");
        let at = b.block_params(entry)[0];
        // The first multiple of 64 behind the first result.
        let at = b.ins().iadd_imm_s(at, ((RESULTS + 1) * EACH + 63) as i64);
        let at = b.ins().band_imm_s(at, -64);
        super::vectors::extra_effect(b, Extra::StoreLine, &[at, v[1]]);
        vec![b.ins().load(ints, MemFlagsData::new(), at, 0)]
    });
    let code = by_ours(&f, Level::Avx512);
    let mut now = Random(0x9e37_79b9_7f4a_7c15).words();
    let wanted = words(&now, false, EACH, 16);
    run(&code, &mut now);
    assert_eq!(words(&now, false, RESULTS * EACH, 16), wanted);
}

#[test]
fn prefetches_of_any_address_change_nothing() {
    for level in levels() {
        let f = function(&[types::I64X2, types::I64X2, types::I64X2], |b, v| {
            let nowhere = b.ins().iconst(types::I64, 0x10);
            let at = b.ins().extractlane(v[0], 0);
            for prefetch in [Extra::Prefetch, Extra::PrefetchFar, Extra::PrefetchWrite] {
                super::vectors::extra_effect(b, prefetch, &[nowhere]);
                super::vectors::extra_effect(b, prefetch, &[at]);
            }
            vec![v[1]]
        });
        let code = by_ours(&f, level);
        let before = Random(0x9e37_79b9_7f4a_7c15).words();
        let mut now = before;
        run(&code, &mut now);
        assert_eq!(words(&now, true, RESULTS * EACH, 2), words(&before, true, EACH, 2), "{level:?}");
    }
}

#[test]
fn rows_come_from_their_offsets() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    let ints = wider(types::I32X4, 4);
    // The first vector's words become offsets of pieces in the second operand's place.
    let f = function(&[ints, ints], |b, v| {
        let entry = b.func.layout.entry_block().expect("an entry");
        let at = b.block_params(entry)[0];
        let low = b.ins().iconst(types::I32, 12);
        let low = b.ins().splat(ints, low);
        let offsets = b.ins().band(v[0], low);
        let kept = b.ins().iadd_imm_s(at, ((RESULTS + 1) * EACH) as i64);
        b.ins().store(MemFlagsData::new(), offsets, kept, 0);
        let base = b.ins().iadd_imm_s(at, EACH as i64);
        vec![extra(b, Extra::LoadRows, &[kept, base], ints)]
    });
    let code = by_ours(&f, Level::Avx512);
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..100 {
        let before = random.words();
        let piece = |n: usize| words_at(&before, EACH + (words_at(&before, 0, 4)[n] & 12) as usize, 4);
        let wanted: Vec<u32> = (0..4).flat_map(piece).collect();
        let mut now = before;
        run(&code, &mut now);
        assert_eq!(words_at(&now, RESULTS * EACH, 16), wanted);
    }
}

#[test]
fn rows_come_from_their_addresses() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    let ints = wider(types::I32X4, 4);
    let places = [2usize, 0, 9, 5];
    // The addresses lie behind the results.
    let f = function(&[ints, ints], |b, _| {
        let entry = b.func.layout.entry_block().expect("an entry");
        let at = b.block_params(entry)[0];
        let kept = b.ins().iadd_imm_s(at, ((RESULTS + 1) * EACH) as i64);
        for (n, place) in places.iter().enumerate() {
            let place = b.ins().iadd_imm_s(at, (EACH + 4 * place) as i64);
            b.ins().store(MemFlagsData::new(), place, kept, 8 * n as i32);
        }
        vec![extra(b, Extra::LoadRowsAt, &[kept], ints)]
    });
    let code = by_ours(&f, Level::Avx512);
    let before = Random(0x1234_5678_9abc_def1).words();
    let wanted: Vec<u32> =
        places.into_iter().flat_map(|place| words_at(&before, EACH + 4 * place, 4)).collect();
    let mut now = before;
    run(&code, &mut now);
    assert_eq!(words_at(&now, RESULTS * EACH, 16), wanted);
}

#[test]
fn rows_go_to_their_addresses() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    let ints = wider(types::I32X4, 4);
    // Places in the results; the last one counts.
    let places = [4usize, 12, 0, 4];
    let f = function(&[ints, ints], |b, v| {
        let entry = b.func.layout.entry_block().expect("an entry");
        let at = b.block_params(entry)[0];
        let kept = b.ins().iadd_imm_s(at, ((RESULTS + 1) * EACH) as i64);
        for (n, place) in places.iter().enumerate() {
            let place = b.ins().iadd_imm_s(at, (RESULTS * EACH + 4 * place) as i64);
            b.ins().store(MemFlagsData::new(), place, kept, 8 * n as i32);
        }
        super::vectors::extra_effect(b, Extra::StoreRowsAt, &[kept, v[0]]);
        vec![]
    });
    let code = by_ours(&f, Level::Avx512);
    let before = Random(0x1234_5678_9abc_def1).words();
    let mut wanted = words_at(&before, RESULTS * EACH, 16);
    for (n, place) in places.into_iter().enumerate() {
        wanted[place..place + 4].copy_from_slice(&words_at(&before, 16 * n, 4));
    }
    let mut now = before;
    run(&code, &mut now);
    assert_eq!(words_at(&now, RESULTS * EACH, 16), wanted);
}

#[test]
fn masked_loads_leave_zeros() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    for (parts, lane) in [1u32, 2, 4].into_iter().flat_map(|parts| [(parts, types::I32), (parts, types::I64)])
    {
        let long = lane == types::I64;
        let data = lane.by(16 * parts / lane.bytes()).expect("a vector");
        let f = function(&[data, types::I32], |b, v| {
            let entry = b.func.layout.entry_block().expect("an entry");
            let at = b.block_params(entry)[0];
            vec![extra(b, Extra::LoadMasked, &[at, v[1]], data)]
        });
        let code = by_ours(&f, Level::Avx512);
        let mut random = Random(0x0bad_5eed_1234_5677);
        for _ in 0..100 {
            let before = random.words();
            let mask = words(&before, false, EACH, 1)[0];
            let all = words(&before, long, 0, data.lane_count() as usize);
            let kept = |(k, &word): (usize, &u64)| if mask >> k & 1 != 0 { word } else { 0 };
            let wanted: Vec<u64> = all.iter().enumerate().map(kept).collect();
            let mut now = before;
            run(&code, &mut now);
            assert_eq!(words(&now, long, RESULTS * EACH, all.len()), wanted, "{data} under {mask:x}");
        }
    }
}
