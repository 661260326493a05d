//! Half precision: strips and single threads give the interpreter's bits, for all halves, for numbers of
//! binary32 around the halves and around what lies between two of them, and for pairs and triples.

use crate::host::Device;
use hip_jit::{Kernel, Mode};
use ptx::Module;
use ptx::exec::Geometry;
use ptx::interp::{Arena, run_grid};
use std::sync::Arc;

/// Threads of a block.
const THREADS: usize = 256;

/// Runs an instruction on rows of three words, of which it reads `%r1` to `%r3` (`%rs1` to `%rs3` and `%f1`
/// to `%f3` are the same bits), and compares what it leaves in `%r4` (from `%rs4` or `%f4`, if it names
/// them).
pub(crate) fn check(instruction: &str, rows: &[[u32; 3]]) {
    let result = match instruction {
        text if text.contains("%rs4") => "cvt.u32.u16 %r4, %rs4;",
        text if text.contains("%f4") => "mov.b32 %r4, %f4;",
        text if text.contains("%p4") => "selp.u32 %r4, 1, 0, %p4;",
        _ => "",
    };
    let bits: String = (1..4)
        .map(|n| {
            format!(
                "ld.global.u32 %r{n}, [%rd3+{}]; cvt.u16.u32 %rs{n}, %r{n}; mov.b32 %f{n}, %r{n};\n",
                4 * n - 4
            )
        })
        .collect();
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 rows)\n{{\n\
        .reg .pred %p<5>; .reg .b16 %rs<5>; .reg .b32 %r<9>; .reg .f32 %f<5>; .reg .b64 %rd<5>;\n\
        ld.param.u64 %rd1, [rows]; mov.u32 %r5, %tid.x; mov.u32 %r6, %ctaid.x; mad.lo.u32 %r5, %r6, {THREADS}, %r5;\n\
        mul.wide.u32 %rd2, %r5, 16; add.s64 %rd3, %rd1, %rd2;\n{bits}{instruction}\n{result}\n\
        st.global.u32 [%rd3+12], %r4;\nret;\n}}\n"
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{instruction}: {e}"));
    let mut bytes: Vec<u8> =
        rows.iter().flat_map(|&[a, b, c]| [a, b, c, 0]).flat_map(u32::to_le_bytes).collect();
    bytes.resize(bytes.len().next_multiple_of(16 * THREADS), 0);
    let geometry = Geometry::new([(bytes.len() / 16 / THREADS) as u32, 1, 1], [THREADS as u32, 1, 1]);
    let mut device = Device::new();
    let base = device.place("rows", &bytes);
    let mut function = module.lower("k").expect("a kernel");
    let mut memory = Arena { base, bytes: bytes.clone() };
    run_grid(&function, geometry, &base.to_le_bytes(), 0, &[], &mut memory).expect("no fault");
    ptx::pass::run(&mut function).expect("passes");
    let function = Arc::new(function);
    for mode in [Mode::Scalar, Mode::Vector] {
        device.bytes("rows").copy_from_slice(&bytes);
        let kernel = Arc::new(Kernel::new(Arc::clone(&function), mode));
        device.run(&kernel, geometry, &base.to_le_bytes(), 0, &Arc::from(Vec::new())).expect("no fault");
        let wrong =
            device.bytes("rows").chunks(16).zip(memory.bytes.chunks(16)).find(|(got, want)| got != want);
        if let Some((got, want)) = wrong {
            panic!("{instruction} {mode:?}: {got:02x?}, the interpreter has {want:02x?}");
        }
    }
}

/// Returns the next of a sequence of numbers without a pattern.
pub(crate) fn next(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(0x915f_77f5).wrapping_add(0x1234_5679);
    *seed ^ *seed >> 15
}

/// Returns halves at which something changes: the least and greatest of each kind, and their neighbours.
fn edges() -> Vec<u32> {
    let own = [
        0, 1, 2, 0x3ff, 0x400, 0x401, 0x7ff, 0x1400, 0x3bff, 0x3c00, 0x3c01, 0x5800, 0x7bfe, 0x7bff, 0x7c00,
        0x7c01, 0x7e00, 0x7fff, // Now those of bfloat16.
        0x7f, 0x80, 0x81, 0x1f81, 0x3f80, 0x3f81, 0x5fff, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0,
    ];
    own.iter().flat_map(|&n| [n, n | 0x8000]).collect()
}

#[test]
fn all_halves_widen_as_in_the_interpreter() {
    let rows: Vec<[u32; 3]> = (0..1 << 16).map(|n| [n, 0, 0]).collect();
    for instruction in [
        "cvt.f32.f16 %f4, %rs1;",
        "cvt.f32.bf16 %f4, %rs1;",
        "neg.bf16 %rs4, %rs1;",
        "abs.bf16 %rs4, %rs1;",
        "neg.f16 %rs4, %rs1;",
        "abs.f16 %rs4, %rs1;",
    ] {
        check(instruction, &rows);
    }
}

#[test]
fn numbers_narrow_as_in_the_interpreter() {
    let mut seed = 1;
    let mut numbers: Vec<u32> = (0..20_000).map(|_| next(&mut seed)).collect();
    // Each exponent with fractions around a half's last digit and half of it, and those of bfloat16.
    for top in 0..512 {
        for fraction in [
            0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x3000, 0x7fff, 0x8000, 0x8001, 0x1_8000, 0x7f_f000,
            0x7f_ffff,
        ] {
            numbers.push(top << 23 | fraction);
        }
    }
    let rows: Vec<[u32; 3]> = numbers.iter().zip(numbers.iter().rev()).map(|(&a, &b)| [a, b, 0]).collect();
    for instruction in [
        "cvt.rn.f16.f32 %rs4, %f1;",
        "cvt.rn.bf16.f32 %rs4, %f1;",
        "cvt.rn.f16x2.f32 %r4, %f1, %f2;",
        "cvt.rn.bf16x2.f32 %r4, %f1, %f2;",
        "cvt.rn.relu.f16.f32 %rs4, %f1;",
        "cvt.rz.f16.f32 %rs4, %f1;",
        "cvt.rn.sat.f16.f32 %rs4, %f1;",
        "cvt.rz.bf16.f32 %rs4, %f1;",
        "cvt.rz.relu.f16x2.f32 %r4, %f1, %f2;",
        "cvt.rz.bf16x2.f32 %r4, %f1, %f2;",
        "min.NaN.f32 %f4, %f1, %f2;",
        "max.NaN.f32 %f4, %f1, %f2;",
        "cvt.rn.relu.bf16x2.f32 %r4, %f1, %f2;",
    ] {
        check(instruction, &rows);
    }
}

#[test]
fn integers_become_halves_and_back_as_in_the_interpreter() {
    let halves: Vec<[u32; 3]> = (0..1 << 16).map(|n| [n, 0, 0]).collect();
    let mut seed = 5;
    let mut numbers: Vec<u32> = (0..4000).map(|n| next(&mut seed) >> (n % 32)).collect();
    numbers.extend((0..32).flat_map(|bit| [1 << bit, (1u32 << bit).wrapping_sub(1), 3 << bit >> 1]));
    numbers.extend(
        [65503, 65504, 65519, 65520, 65521, 0x0100_0001, u32::MAX]
            .iter()
            .flat_map(|&n: &u32| [n, n.wrapping_neg()]),
    );
    let integers: Vec<[u32; 3]> = numbers.iter().map(|&n| [n, 0, 0]).collect();
    for (ty, register) in
        [("u8", "%rs"), ("s8", "%rs"), ("u16", "%rs"), ("s16", "%rs"), ("u32", "%r"), ("s32", "%r")]
    {
        check(&format!("cvt.rn.f16.{ty} %rs4, {register}1;"), &integers);
        for round in ["rni", "rzi", "rmi", "rpi"] {
            check(&format!("cvt.{round}.{ty}.f16 {register}4, %rs1;"), &halves);
        }
    }
}

#[test]
fn pairs_and_triples_do_what_they_do_in_the_interpreter() {
    let edges = edges();
    // Other halves above, for two at once.
    let row = |a: u32, b: u32, c: u32| [a | b << 16, b | c << 16, c | a << 16];
    let (mut rows, mut triples) = (Vec::new(), Vec::new());
    for &a in &edges {
        for (&b, &other) in edges.iter().zip(edges.iter().rev()) {
            rows.push(row(a, b, other));
            triples.extend(edges.iter().map(|&c| row(a, b, c)));
        }
    }
    let mut seed = 7;
    for _ in 0..6000 {
        let [a, b, c] = std::array::from_fn(|_| next(&mut seed));
        // Sums of numbers of a like size cancel, or lie between two halves.
        let near = |x: u32, bits: u32| x & 0x83ff_83ff | bits;
        rows.push([a, b, c]);
        rows.push([near(a, 0x3c00_3800), near(b, 0x3800_3c00), near(c, 0x3c00_1400)]);
        rows.push([near(a, 0x2400_1800), near(b, 0x1800_2000), near(c, 0x0000_0400)]);
        // The same in bfloat16, and products about its least and greatest numbers.
        let near = |x: u32, bits: u32| x & 0x807f_807f | bits;
        rows.push([near(a, 0x3f80_3f00), near(b, 0x3f00_3f80), near(c, 0x3f80_3b80)]);
        rows.push([near(a, 0x1f80_2080), near(b, 0x1f00_1c00), near(c, 0x0080_0000)]);
        rows.push([near(a, 0x5f80_6000), near(b, 0x5f80_5f00), near(c, 0x7f00_3f80)]);
    }
    triples.extend(&rows);
    for ty in ["f16", "bf16"] {
        for op in ["add", "sub", "mul", "min", "max", "min.NaN", "max.NaN"] {
            check(&format!("{op}.{ty} %rs4, %rs1, %rs2;"), &rows);
            check(&format!("{op}.{ty}x2 %r4, %r1, %r2;"), &rows);
        }
        check(&format!("fma.rn.{ty}x2 %r4, %r1, %r2, %r3;"), &triples);
        check(&format!("fma.rn.{ty} %rs4, %rs1, %rs2, %rs3;"), &rows);
        check(&format!("fma.rn.relu.{ty}x2 %r4, %r1, %r2, %r3;"), &rows);
        check(&format!("neg.{ty}x2 %r4, %r1;"), &rows);
    }
    for mode in [".ftz", ".sat", ".ftz.sat"] {
        for op in ["add", "sub", "mul"] {
            check(&format!("{op}{mode}.f16x2 %r4, %r1, %r2;"), &rows);
        }
        check(&format!("fma.rn{mode}.f16x2 %r4, %r1, %r2, %r3;"), &triples);
    }
    check("fma.rn.ftz.relu.f16 %rs4, %rs1, %rs2, %rs3;", &rows);
    for form in ["min.ftz.f16", "max.ftz.NaN.f16", "neg.ftz.f16", "abs.ftz.f16"] {
        let more = if form.starts_with('m') { ", %rs2" } else { "" };
        check(&format!("{form} %rs4, %rs1{more};"), &rows);
    }
    check("setp.lt.ftz.f16 %p4, %rs1, %rs2;", &rows);
    check("setp.neu.ftz.f16 %p4, %rs1, %rs2;", &rows);
    for relation in
        ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
    {
        check(&format!("setp.{relation}.f16 %p4, %rs1, %rs2;"), &rows);
        check(&format!("setp.{relation}.bf16 %p4, %rs1, %rs2;"), &rows);
    }
}
