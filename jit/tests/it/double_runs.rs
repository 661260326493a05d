//! Runs of binary64 arithmetic, some lanes with NaNs: their payloads are those of single threads.

use crate::outcome::outcome;
use hip_jit::Mode;
use ptx::exec::Geometry;
use std::fmt::Write;

const THREADS: u32 = 100;

/// Number of values that a thread loads.
const LOADED: u64 = 4;

/// Number of operations, more than a run has.
const COUNT: u64 = 40;

/// Bits of operands: NaNs, quiet and signalling, infinities, zeros, subnormal numbers, numbers.
const WORDS: [u64; 16] = [
    0x7ff8_0000_0000_1234,
    0xfff8_0000_0000_0001,
    0x7ff0_0000_0000_0055,
    0xfff0_0000_dead_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0,
    1 << 63,
    1,
    0x800f_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0xbff8_0000_0000_0000,
    0x4059_0000_0000_0000,
    0x3fd5_5555_5555_5555,
    0xc340_0000_0000_0001,
    0x7fef_ffff_ffff_ffff,
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % limit
    }
}

/// Returns a kernel of arithmetic on what its threads below `to` load. It stores each result if `all`, else
/// the last one.
fn text(seed: u64, to: u32, all: bool) -> String {
    let mut random = Random(seed);
    let mut body = String::new();
    for n in LOADED..LOADED + COUNT {
        let [a, b, c] = std::array::from_fn(|_| n - 1 - random.below(n.min(6)));
        let inst = match random.below(10) {
            0 => format!("sub.f64 %f{n}, %f{a}, %f{b};"),
            1 => format!("mul.f64 %f{n}, %f{a}, %f{b};"),
            2 => format!("div.rn.f64 %f{n}, %f{a}, %f{b};"),
            3 => format!("sqrt.rn.f64 %f{n}, %f{a};"),
            4 => format!("neg.f64 %f{n}, %f{a};"),
            5 => format!("rcp.rn.f64 %f{n}, %f{a};"),
            6 => format!("add.f64 %f{n}, %f{a}, 0d3FF8000000000000;"),
            // These end a run, or stand in it.
            7 => format!("min.f64 %f{n}, %f{a}, %f{b};\nadd.u32 %r3, %r3, %r1;"),
            8 => format!("setp.lt.f64 %p2, %f{a}, %f{b}; selp.f64 %f{n}, %f{b}, %f{c}, %p2;"),
            _ => format!("fma.rn.f64 %f{n}, %f{a}, %f{b}, %f{c};\nmul.lo.u32 %r3, %r3, 3;"),
        };
        let _ = writeln!(body, "{inst}");
    }
    let stored = if all { LOADED..LOADED + COUNT } else { LOADED + COUNT - 1..LOADED + COUNT };
    for n in stored {
        let _ = writeln!(body, "st.global.f64 [%rd5+{}], %f{n};", 8 * (n - LOADED));
    }
    let loads: String = (0..LOADED).map(|n| format!("ld.global.f64 %f{n}, [%rd4+{}];\n", 8 * n)).collect();
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f64 %f<{values}>;\n\
        ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.u32 %r3, 1;\n\
        setp.ge.u32 %p1, %r1, {to}; @%p1 bra DONE;\n\
        mul.wide.u32 %rd3, %r1, {each}; add.s64 %rd4, %rd1, %rd3;\n\
        mul.wide.u32 %rd3, %r1, {size}; add.s64 %rd5, %rd2, %rd3;\n{loads}{body}\
        st.global.u32 [%rd5+{last}], %r3;\nDONE:\nret;\n}}\n",
        values = LOADED + COUNT,
        each = 8 * LOADED,
        size = 8 * (COUNT + 1),
        last = 8 * COUNT,
    )
}

fn run(text: &str, special: u64, mode: Mode) -> Vec<u8> {
    let mut random = Random(special);
    let words = (0..u64::from(THREADS) * LOADED).map(|_| {
        // Most lanes have numbers.
        let numbers = if random.below(8) < special { 0 } else { 10 };
        WORDS[(numbers + random.below(WORDS.len() as u64 - numbers)) as usize]
    });
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    let out = vec![0x5a; (u64::from(THREADS) * 8 * (COUNT + 1)) as usize];
    let geometry = Geometry::new([1; 3], [THREADS, 1, 1]);
    outcome(text, mode, geometry, &[&bytes, &out], &[]).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn runs_with_nans_give_what_threads_give() {
    for seed in 0..4 {
        for (to, all) in [(THREADS, true), (THREADS, false), (37, true), (50, false)] {
            let text = text(seed, to, all);
            for special in [0, 1, 4] {
                let [expected, got] = [Mode::Quick, Mode::Vector].map(|mode| run(&text, special, mode));
                assert!(
                    got == expected,
                    "kernel {seed}, {to} threads, {all}, {special} special in 8\n{text}"
                );
            }
        }
    }
}
