//! Loops with more sums than registers, as in matrix products with tiles in registers: strips run them in
//! turns, and do what single threads do, up to the first fault.

use crate::outcome::outcome;
use hip_jit::Mode;
use ptx::exec::Geometry;
use std::fmt::Write as _;

/// Rows and columns of a thread's tile of sums.
const ROWS: usize = 6;
const COLUMNS: usize = 7;

/// Threads of a block.
const THREADS: u32 = 64;

/// Returns a kernel with a tile of sums a thread; `within` is done in each iteration of the loop, `after`
/// behind it. `%r7` counts iterations; `%r8` and `%r9` are the addresses of a row's and a column's factors.
fn text(within: &str, after: &str) -> String {
    let mut text = String::from(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 buffer)\n{\n\
        .reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<100>;\n\
        .shared .align 16 .b8 words[4096];\n\
        ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n\
        mov.u32 %r2, words; shl.b32 %r3, %r1, 2; add.u32 %r3, %r3, %r2;\n",
    );
    for n in 0..1024 / THREADS {
        let at = 4 * n * THREADS;
        _ = writeln!(text, "ld.global.f32 %f1, [%rd3+{at}]; st.shared.f32 [%r3+{at}], %f1;");
    }
    text += "bar.sync 0;\nshr.u32 %r4, %r1, 4; mad.lo.u32 %r8, %r4, 192, %r2;\n\
        and.b32 %r5, %r1, 15; mad.lo.u32 %r9, %r5, 28, %r2; mov.u32 %r7, 0; mov.u32 %r10, 0; mov.f32 %f99, 0f3F800000;\n";
    for n in 0..ROWS * COLUMNS {
        _ = writeln!(text, "mov.f32 %f{}, 0f{:08X};", 20 + n, (n as f32).to_bits());
    }
    text += "AGAIN:\n";
    for n in 0..ROWS {
        _ = writeln!(text, "ld.shared.f32 %f{n}, [%r8+{}];", 32 * n);
    }
    for n in 0..COLUMNS {
        _ = writeln!(text, "ld.shared.f32 %f{}, [%r9+{}];", 10 + n, 4 * n);
    }
    for n in 0..ROWS * COLUMNS {
        let (row, column) = (n / COLUMNS, 10 + n % COLUMNS);
        _ = writeln!(text, "fma.rn.f32 %f{0}, %f{row}, %f{column}, %f{0};", 20 + n);
    }
    text += within;
    text += "add.u32 %r8, %r8, 4; add.u32 %r9, %r9, 448; add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 5; @%p1 bra AGAIN;\n";
    text += after;
    text += "mov.f32 %f98, 0f00000000;\n";
    for n in 0..ROWS * COLUMNS {
        // Sums are not commutative: each has its place in the result.
        _ = writeln!(text, "fma.rn.f32 %f98, %f98, 0f3F8147AE, %f{};", 20 + n);
    }
    text + "mov.b32 %r11, %f98; xor.b32 %r11, %r11, %r10; st.global.u32 [%rd3], %r11;\nret;\n}\n"
}

fn run(text: &str, mode: Mode) -> Result<Vec<u8>, String> {
    let number = |n: u32| (n.wrapping_mul(0x9e37_79b9) >> 16) as f32 / 65536.0 - 0.25;
    let bytes: Vec<u8> = (0..1024).flat_map(|n| number(n).to_le_bytes()).collect();
    outcome(text, mode, Geometry::new([2, 1, 1], [THREADS, 1, 1]), &[&bytes], &[])
}

#[test]
fn turns_give_the_sums_of_single_threads() {
    let cases = [
        ("", ""),
        // What belongs to no sum: a count of its own, and a factor of the next iteration.
        ("mad.lo.u32 %r10, %r10, 3, %r7;", ""),
        ("add.f32 %f99, %f99, %f0; mov.b32 %r10, %f99;", "add.f32 %f20, %f20, %f99;"),
        // Sums that take others, and one that decides how often the loop runs.
        ("add.f32 %f21, %f21, %f60; mov.f32 %f97, %f30; mov.f32 %f30, %f31; mov.f32 %f31, %f97;", ""),
        ("setp.gt.f32 %p2, %f45, 0f7F000000; @%p2 bra PAST;", "PAST:\n"),
        // A sum that becomes an address, and one that is set anew.
        (
            "cvt.rzi.u32.f32 %r12, %f24; and.b32 %r12, %r12, 60; add.u32 %r12, %r12, %r2; ld.shared.u32 %r10, [%r12];",
            "",
        ),
        ("mov.f32 %f33, %f12;", "mul.f32 %f34, %f33, %f12;"),
        // One lane is off its grid, or out of bounds, in a late iteration.
        (
            "setp.eq.u32 %p3, %r1, 37; selp.u32 %r13, %r7, 0, %p3; shr.u32 %r13, %r13, 2; add.u32 %r9, %r9, %r13;",
            "",
        ),
        (
            "setp.eq.u32 %p3, %r1, 21; shl.b32 %r13, %r7, 20; selp.u32 %r13, %r13, 0, %p3; add.u32 %r8, %r8, %r13;",
            "",
        ),
        // A store: such a loop has no turns.
        ("st.shared.f32 [%r3+3072], %f20;", "ld.shared.f32 %f20, [%r3+3072];\n"),
    ];
    for (within, after) in cases {
        let text = text(within, after);
        let expected = run(&text, Mode::Quick);
        let got = run(&text, Mode::Vector);
        assert!(got == expected, "{:?}, not {:?}: {within}", got.err(), expected.err());
    }
}
