//! Functions of the special function unit, smaller and larger numbers in strips, compared with the
//! interpreter's definition and with scalar code.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use ptx::sfu;
use std::sync::Arc;

const THREADS: u32 = 256;

/// A function of the unit; `true` stands for `.ftz`.
type Function = fn(u32, bool) -> u32;

/// Computes an instruction of two words, of which it may use one, for each pair.
fn run(instruction: &str, [a, b]: [&[u32]; 2], mode: Mode) -> Vec<u32> {
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out)\n{{\n\
        .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [out];\n\
        mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, {THREADS}, %r1; mul.wide.u32 %rd4, %r3, 4;\n\
        add.s64 %rd1, %rd1, %rd4; add.s64 %rd2, %rd2, %rd4; add.s64 %rd3, %rd3, %rd4;\n\
        ld.global.f32 %f1, [%rd1]; ld.global.f32 %f2, [%rd2];\n{instruction};\nst.global.f32 [%rd3], %f3;\nret;\n}}\n"
    );
    let module = Module::parse(&text).expect("a module");
    let mut device = Device::new();
    let bytes = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    let mut params = device.place("a", &bytes(a)).to_le_bytes().to_vec();
    params.extend(device.place("b", &bytes(b)).to_le_bytes());
    params.extend(device.place("out", &vec![0; 4 * a.len()]).to_le_bytes());
    let kernel = kernel(&module, "k", mode).expect("a kernel");
    let geometry = Geometry::new([a.len() as u32 / THREADS, 1, 1], [THREADS, 1, 1]);
    device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("a launch");
    device.bytes("out").as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

/// Numbers of all sizes with all offsets of 17 bits, and those around the borders of binades and of segments.
fn numbers() -> Vec<u32> {
    let spread = (0..1u32 << 17).map(|n| n.wrapping_mul(131_071));
    let borders = (0..512).map(|upper| upper << 23);
    let segments =
        (0..128).flat_map(|n| [126u32, 127, 0x86, 0x17f, 0x185].map(|upper| upper << 23 | n << 16));
    let around = |border: u32| (0..4).map(move |n| border.wrapping_add(n).wrapping_sub(2));
    let mut all: Vec<u32> = spread.chain(borders.chain(segments).flat_map(around)).collect();
    all.resize(all.len().next_multiple_of(THREADS as usize), 0);
    all
}

#[test]
fn functions_equal_the_interpreters() {
    let functions: [(&str, Function); 5] =
        [("ex2", sfu::ex2), ("lg2", sfu::lg2), ("rcp", sfu::rcp), ("rsqrt", sfu::rsqrt), ("sqrt", sfu::sqrt)];
    let numbers = numbers();
    for (name, function) in functions {
        for ftz in [true, false] {
            let ending = if ftz { ".ftz" } else { "" };
            let instruction = format!("{name}.approx{ending}.f32 %f3, %f1");
            let made = run(&instruction, [&numbers; 2], Mode::Vector);
            for (&x, made) in numbers.iter().zip(made) {
                assert_eq!(made, function(x, ftz), "{instruction} of {x:x}");
            }
        }
    }
}

#[test]
fn smaller_and_larger_numbers_equal_those_of_scalar_code() {
    // Zeros, subnormal numbers, ones, infinities, and quiet and signalling NaNs.
    let sizes = [0u32, 1, 0x7f_ffff, 0x80_0000, 127 << 23, 0xff << 23, 0x7fc0_0000, 0x7f80_0001, 0x7fff_ffff];
    let kinds: Vec<u32> = sizes.iter().flat_map(|&size| [size, size | 1 << 31]).collect();
    let pairs = || kinds.iter().flat_map(|&a| kinds.iter().map(move |&b| [a, b]));
    let [mut a, mut b] = [0, 1].map(|n| pairs().map(|pair| pair[n]).collect::<Vec<u32>>());
    for words in [&mut a, &mut b] {
        words.resize(words.len().next_multiple_of(THREADS as usize), 0);
    }
    for instruction in [
        "min.ftz.f32 %f3, %f1, %f2",
        "max.ftz.f32 %f3, %f1, %f2",
        "max.ftz.f32 %f3, %f1, 0f7F800001",
        "min.ftz.f32 %f3, 0f7F800001, %f1",
        "add.ftz.f32 %f4, %f1, %f1; max.ftz.f32 %f3, %f4, %f2",
        "min.f32 %f3, %f1, %f2",
        "max.f32 %f3, %f1, %f2",
    ] {
        let [expected, made] = [Mode::Scalar, Mode::Vector].map(|mode| run(instruction, [&a, &b], mode));
        for (n, (made, expected)) in made.iter().zip(&expected).enumerate() {
            assert_eq!(made, expected, "{instruction} of {:x} and {:x}", a[n], b[n]);
        }
    }
}
