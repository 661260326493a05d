//! Bytes and half words that follow each other from lane to lane: one, and several to a word, signed or not,
//! in device, shared and local memory, by part of a block's threads; and the same at unrelated addresses.
//! Vector code does what single threads do.

use crate::outcome::outcome;
use hip_jit::Mode;
use ptx::exec::Geometry;

const THREADS: u32 = 100;

/// Places of threads that access memory at unrelated addresses: a power of two.
const PLACES: u32 = 128;

/// How the threads' places follow from their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// One after the other.
    Side,
    /// At unrelated places.
    Scattered,
}

/// Returns a kernel whose threads from `from` on, below `to`, copy `values` of a type, each plus its number,
/// through shared and local memory, and store their sum.
fn text(ty: &str, values: usize, register: (&str, u32), (from, to): (u32, u32), order: Order) -> String {
    let (prefix, bits) = register;
    let each: u32 = ty[1..].parse::<u32>().expect("a width") / 8;
    let size = each * values as u32;
    let list = |first: usize| {
        let names: Vec<String> = (first..first + values).map(|n| format!("%{prefix}{n}")).collect();
        if values == 1 { names[0].clone() } else { format!("{{{}}}", names.join(", ")) }
    };
    let vector = ["", "", ".v2", "", ".v4"][values];
    let adds: String =
        (10..10 + values).map(|n| format!("add.u{bits} %{prefix}{n}, %{prefix}{n}, 77;\n")).collect();
    let widen = |n: usize| match bits {
        16 => format!("cvt.s32.s16 %r3, %rs{n};\n"),
        64 => format!("cvt.u32.u64 %r3, %d{n};\n"),
        _ => format!("mov.u32 %r3, %r{n};\n"),
    };
    let sums: String =
        (20..20 + values).map(|n| format!("{}mad.lo.u32 %r4, %r4, 31, %r3;\n", widen(n))).collect();
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
        .reg .pred %p<4>; .reg .b16 %rs<40>; .reg .b32 %r<40>; .reg .b64 %rd<40>; .reg .b64 %d<40>; .shared .align 16 .b8 own[2048];\n\
        .local .align 16 .b8 private[64];\n\
        ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.u64 %rd9, own;\n\
        setp.ge.u32 %p1, %r1, {to}; @%p1 bra DONE;\nsetp.lt.u32 %p2, %r1, {from}; @%p2 bra DONE;\n\
{place}mul.wide.u32 %rd3, %r2, {size}; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; add.s64 %rd6, %rd9, %rd3;\n\
        ld.global{vector}.{ty} {loaded}, [%rd4];\n{adds}st.shared{vector}.{ty} [%rd6], {loaded};\n\
        ld.shared{vector}.{ty} {read}, [%rd6];\nmov.u64 %rd10, private; and.b64 %rd11, %rd3, 24;\n\
        add.s64 %rd10, %rd10, %rd11;\nst.local{vector}.{ty} [%rd10], {read};\nld.local{vector}.{ty} {read}, [%rd10];\n\
        st.global{vector}.{ty} [%rd5], {read};\nmov.u32 %r4, 5;\n{sums}\
        mul.wide.u32 %rd7, %r1, 4; add.s64 %rd7, %rd2, %rd7; st.global.u32 [%rd7+{all}], %r4;\nDONE:\nret;\n}}\n",
        loaded = list(10),
        read = list(20),
        place = match order {
            Order::Side => "mov.u32 %r2, %r1;\n",
            Order::Scattered => "mul.lo.u32 %r2, %r1, 37; and.b32 %r2, %r2, 127;\n",
        },
        all = size * PLACES,
    )
}

fn run(text: &str, size: u32, mode: Mode) -> Vec<u8> {
    let bytes: Vec<u8> = (0..size * PLACES).map(|n| (n.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
    let out = vec![0x5a; (size * PLACES + 4 * THREADS) as usize];
    let geometry = Geometry::new([1; 3], [THREADS, 1, 1]);
    outcome(text, mode, geometry, &[&bytes, &out], &[]).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Types of bytes and half words.
const SMALL: [&str; 6] = ["u8", "s8", "u16", "s16", "b8", "b16"];

/// Compares types, in numbers and registers of all sizes that hold them.
fn compare(types: &[&str], order: Order, parts: &[(u32, u32)]) {
    for &ty in types {
        let each: u32 = ty[1..].parse::<u32>().expect("a width") / 8;
        for values in [1, 2, 4].into_iter().filter(|&values| each as usize * values <= 16) {
            let fits = |register: &(&str, u32)| 8 * each <= register.1;
            for register in [("rs", 16), ("r", 32), ("d", 64)].into_iter().filter(fits) {
                for &threads in parts {
                    let text = text(ty, values, register, threads, order);
                    let [expected, got] =
                        [Mode::Quick, Mode::Vector].map(|mode| run(&text, each * values as u32, mode));
                    assert!(
                        got == expected,
                        "{values} of {ty} in {register:?}, threads {threads:?}, {order:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn lanes_of_bytes_and_halves_do_what_threads_do() {
    let parts = [(0, THREADS), (0, 67), (5, THREADS), (33, 90), (99, THREADS), (0, 1)];
    compare(&SMALL, Order::Side, &parts);
}

#[test]
fn bytes_and_halves_at_unrelated_addresses_are_those_of_threads() {
    compare(&SMALL, Order::Scattered, &[(0, THREADS), (0, 67), (33, 90), (99, THREADS)]);
}

#[test]
fn strips_with_idle_lanes_access_words_as_threads_do() {
    // The block's last strip has idle lanes without a branch: its tests fail.
    for order in [Order::Side, Order::Scattered] {
        compare(&["u32", "s32", "f32", "u64", "f64"], order, &[(0, THREADS), (33, 90)]);
    }
}
