//! Times of a warp's `mma`, by the types of its elements, in strips and thread by thread.
//!
//! `cargo bench -p hip-jit --bench products` prints them for one core: minima of five launches, whose loops
//! of eight independent `mma`s have one A and new B. Compiling is not measured.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "a benchmark places buffers in device memory")]
#![allow(dead_code, reason = "the host is shared with the tests")]

#[path = "../tests/it/host.rs"]
mod host;

use hip_jit::Mode;
use host::Device;
use ptx::Module;
use ptx::exec::Geometry;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

const THREADS: usize = 128;
const BLOCKS: u32 = 16;

/// `mma`s in an iteration, and iterations.
const EACH: usize = 8;
const ITERATIONS: u32 = 64;

/// An operation: shape, types of D, A, B and C, registers of A, B and C, and the bits of a word of A or B
/// that are random and those that are set, so that it is of numbers near 1.
struct Form {
    shape: &'static str,
    types: [&'static str; 4],
    registers: [usize; 3],
    bits: [u32; 2],
}

const HALVES: [u32; 2] = [0x8fff_8fff, 0x3000_3000];
const BFLOATS: [u32; 2] = [0x83ff_83ff, 0x3c00_3c00];
const WORDS: [u32; 2] = [0x83ff_ffff, 0x3c00_0000];
const BYTES: [u32; 2] = [u32::MAX, 0];
const EIGHTHS: [u32; 2] = [0xb7b7_b7b7, 0];

const fn form(shape: &'static str, [d, a]: [&'static str; 2], registers: [usize; 3], bits: [u32; 2]) -> Form {
    Form { shape, types: [d, a, a, d], registers, bits }
}

const FORMS: [Form; 9] = [
    form("m16n8k16", ["f32", "f16"], [4, 2, 4], HALVES),
    form("m16n8k16", ["f16", "f16"], [4, 2, 2], HALVES),
    form("m16n8k16", ["f32", "bf16"], [4, 2, 4], BFLOATS),
    form("m16n8k8", ["f32", "tf32"], [4, 2, 4], WORDS),
    form("m16n8k4", ["f32", "tf32"], [2, 1, 4], WORDS),
    form("m16n8k32", ["s32", "s8"], [4, 2, 4], BYTES),
    form("m16n8k32", ["s32", "u8"], [4, 2, 4], BYTES),
    form("m16n8k32", ["f32", "e4m3"], [4, 2, 4], EIGHTHS),
    form("m16n8k32", ["f32", "e5m2"], [4, 2, 4], [0x8f8f_8f8f, 0x3030_3030]),
];

fn main() {
    let measured = std::env::args().any(|argument| argument == "--bench");
    println!("| ns an `mma` in strips | thread by thread | `mma` |\n|---|---|---|");
    // Without `--bench`, two show that it works.
    for form in FORMS.iter().take(if measured { FORMS.len() } else { 2 }) {
        let [strips, threads] = [Mode::Vector, Mode::Scalar].map(|mode| time(form, mode));
        println!("| {strips:.0} | {threads:.0} | `{}.{}` |", form.shape, form.types.join("."));
    }
}

/// Returns a kernel that adds eight products to sums of their own in each iteration.
fn text(form: &Form) -> String {
    let [a, b, c] = form.registers;
    let letter = if form.types[0] == "f32" { 'f' } else { 'r' };
    let list = |letter: char, first: usize, count: usize| {
        let names: Vec<String> = (first..first + count).map(|n| format!("%{letter}{n}")).collect();
        format!("{{{}}}", names.join(", "))
    };
    let mut text = String::from(
        ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{\n\
        .reg .pred %p<2>; .reg .b32 %r<90>; .reg .b64 %rd<4>; .reg .f32 %f<90>;\n\
        ld.param.u64 %rd1, [buffer]; mov.u32 %r0, %tid.x; mul.wide.u32 %rd2, %r0, 4; add.s64 %rd3, %rd1, %rd2;\n\
        ld.global.u32 %r1, [%rd3]; mov.u32 %r2, 0;\n",
    );
    for n in 0..a + b {
        _ = writeln!(
            text,
            "mul.lo.u32 %r{0}, %r1, {1}; and.b32 %r{0}, %r{0}, {2}; or.b32 %r{0}, %r{0}, {3};",
            3 + n,
            2 * n + 1,
            form.bits[0],
            form.bits[1]
        );
    }
    for n in 0..EACH * c {
        let (set, zero) = if letter == 'f' { ("mov.f32", "0f00000000") } else { ("mov.u32", "0") };
        _ = writeln!(text, "{set} %{letter}{}, {zero};", 20 + n);
    }
    text += "AGAIN:\nxor.b32 %r";
    _ = writeln!(text, "{0}, %r{0}, 1;", 3 + a);
    for n in 0..EACH {
        let sums = list(letter, 20 + n * c, c);
        _ = writeln!(
            text,
            "mma.sync.aligned.{}.row.col.{} {sums}, {}, {}, {sums};",
            form.shape,
            form.types.join("."),
            list('r', 3, a),
            list('r', 3 + a, b)
        );
    }
    _ = writeln!(text, "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, {ITERATIONS}; @%p1 bra AGAIN;");
    for n in 0..EACH * c {
        if letter == 'f' {
            _ = writeln!(text, "mov.b32 %r10, %f{};", 20 + n);
        } else {
            _ = writeln!(text, "mov.u32 %r10, %r{};", 20 + n);
        }
        text += "xor.b32 %r1, %r1, %r10;\n";
    }
    text + "st.global.u32 [%rd3], %r1;\nret;\n}\n"
}

/// Returns the time of an `mma`, ns.
fn time(form: &Form, mode: Mode) -> f64 {
    let module = Module::parse(&text(form)).expect("PTX");
    let kernel = host::kernel(&module, "k", mode).expect("a kernel that lowers");
    let words = (1..=THREADS as u32).map(|n| n.wrapping_mul(0x9e37_79b9));
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let mut device = Device::new();
    let base = device.place("words", &bytes);
    let geometry = Geometry::new([BLOCKS, 1, 1], [THREADS as u32, 1, 1]);
    let mut least = f64::INFINITY;
    // The first of them compiles.
    for _ in 0..6 {
        let start = Instant::now();
        device.run(&kernel, geometry, &base.to_le_bytes(), 0, &Arc::from(Vec::new())).expect("no fault");
        least = least.min(start.elapsed().as_secs_f64());
    }
    let products = f64::from(BLOCKS * ITERATIONS) * (THREADS / 32 * EACH) as f64;
    least * 1e9 / products
}
