//! Loads and stores of lanes a few words apart, of one value and several, at the end of a buffer, and by part
//! of a block's threads: some ended before, or are beside. Vector code does what single threads do.

use crate::host::{Device, kernel};
use crate::outcome::outcome;
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const THREADS: u32 = 100;

/// An access to elements of an array of structures.
#[derive(Clone, Copy, Debug)]
struct Element {
    /// Size of a structure, and place of the access in it, bytes.
    size: u32,
    first: u32,
    /// Values, and bytes of each.
    values: usize,
    bytes: u32,
    shared: bool,
}

impl Element {
    /// Returns a kernel whose threads from `from` on, below `to`, add the values of a thread's structure to
    /// its words behind the structures, and count them up.
    fn text(self, from: u32, to: u32) -> String {
        let Element { size, first, values, bytes, shared } = self;
        let (register, bits) = if bytes == 8 { ("%rd", 64) } else { ("%r", 32) };
        let names: Vec<String> = (0..values).map(|n| format!("{register}{}", 20 + n)).collect();
        let list = match &names[..] {
            [one] => one.clone(),
            several => format!("{{{}}}", several.join(", ")),
        };
        let vector = ["", "", ".v2", "", ".v4"][values];
        let space = if shared { "shared" } else { "global" };
        let adds: String =
            names.iter().map(|name| format!("add.u{bits} {register}30, {register}30, {name};\n")).collect();
        let counts: String = names.iter().map(|name| format!("add.u{bits} {name}, {name}, 3;\n")).collect();
        let copy = if shared {
            format!(
                "mov.u32 %r10, %r1;\nCOPY:\nsetp.ge.u32 %p3, %r10, {words}; @%p3 bra COPIED; mul.wide.u32 %rd5, %r10, 4;\
                add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r11, [%rd6]; add.s64 %rd6, %rd9, %rd5; st.shared.u32 [%rd6], %r11;\
                add.u32 %r10, %r10, {THREADS}; bra COPY;\nCOPIED:\nbar.sync 0;\nmov.u64 %rd8, %rd9;\n",
                words = size * THREADS / 4
            )
        } else {
            "mov.u64 %rd8, %rd1;\n".to_owned()
        };
        format!(
            ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
            .reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<40>; .shared .align 16 .b8 own[{all}];\n\
            ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u64 %rd9, own;\n{copy}\
            setp.ge.u32 %p1, %r1, {to}; @%p1 bra DONE;\nsetp.lt.u32 %p2, %r1, {from}; @%p2 bra PAST;\n\
            mul.wide.u32 %rd2, %r1, {size}; add.s64 %rd3, %rd8, %rd2; mov.u64 %rd30, 0; mov.u32 %r30, 0;\n\
            ld.{space}{vector}.u{bits} {list}, [%rd3+{first}];\n{adds}{counts}\
            st.{space}{vector}.u{bits} [%rd3+{first}], {list};\nbra ADD;\nPAST:\nmov.u32 %r30, 7; mov.u64 %rd30, 7;\nADD:\n\
            mul.wide.u32 %rd4, %r1, {bytes}; add.s64 %rd4, %rd1, %rd4; st.global.u{bits} [%rd4+{all}], {register}30;\n\
            DONE:\nret;\n}}\n",
            all = size * THREADS,
        )
    }

    fn run(self, from: u32, to: u32, mode: Mode) -> Result<Vec<u8>, String> {
        let words = (self.size + self.bytes) * THREADS / 4;
        let bytes: Vec<u8> = (0..words).flat_map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
        let geometry = Geometry::new([1; 3], [THREADS, 1, 1]);
        outcome(&self.text(from, to), mode, geometry, &[&bytes], &[])
    }
}

#[test]
fn lanes_a_few_words_apart_load_what_threads_do() {
    let plain = [8, 12, 16, 20, 28, 32, 36].map(|size| (size, size - 4, 1, 4));
    let others = [(8, 0, 2, 4), (12, 4, 1, 4), (16, 8, 2, 4), (16, 0, 4, 4), (32, 16, 4, 4), (24, 8, 2, 4)];
    let doubles = [(16, 8, 1, 8), (24, 0, 1, 8), (32, 16, 2, 8), (16, 0, 2, 8), (40, 8, 1, 8)];
    for (size, first, values, bytes) in plain.into_iter().chain(others).chain(doubles) {
        for shared in [false, true] {
            let element = Element { size, first, values, bytes, shared };
            for (from, to) in [(0, THREADS), (0, 67), (5, THREADS), (33, 90), (99, THREADS), (0, 1)] {
                let expected = element.run(from, to, Mode::Quick);
                let got = element.run(from, to, Mode::Vector);
                assert!(expected.is_ok(), "{element:?}: {expected:?}");
                assert!(got == expected, "{element:?}, threads {from}..{to}: {:?}", got.err());
            }
        }
    }
}

/// A kernel whose threads read all words of their structure, in an order of its own, of which `stored` is
/// stored after the first half of the reads.
fn structure(words: u32, order: &[u32], stored: u32) -> String {
    let read =
        |&word: &u32| format!("ld.shared.u32 %r10, [%r3+{}]; mad.lo.u32 %r4, %r4, 33, %r10;\n", 4 * word);
    let (before, after) = order.split_at(order.len() / 2);
    let [before, after] = [before, after].map(|words| words.iter().map(read).collect::<String>());
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<40>; .shared .align 16 .b8 own[{bytes}];\n\
        ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, own; mov.u32 %r5, %r1;\nCOPY:\n\
        setp.ge.u32 %p1, %r5, {all}; @%p1 bra COPIED; shl.b32 %r6, %r5, 2; add.u32 %r6, %r6, %r2;\n\
        mul.lo.u32 %r7, %r5, 2654435761; st.shared.u32 [%r6], %r7; add.u32 %r5, %r5, {THREADS}; bra COPY;\n\
        COPIED:\nbar.sync 0;\nmul.lo.u32 %r3, %r1, {size}; add.u32 %r3, %r3, %r2; mov.u32 %r4, 1;\n{before}\
        st.shared.u32 [%r3+{place}], %r4;\n{after}mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2;\n\
        st.global.u32 [%rd2], %r4; ret;\n}}\n",
        bytes = 4 * words * THREADS,
        all = words * THREADS,
        size = 4 * words,
        place = 4 * stored,
    )
}

#[test]
fn words_of_structures_share_what_was_loaded_before_a_store() {
    let orders: [(u32, &[u32]); 5] = [
        (8, &[0, 1, 2, 3, 4, 5, 6, 7]),
        (8, &[7, 3, 5, 1, 1, 3, 5, 7]),
        (8, &[5, 6, 2, 6, 5, 2]),
        (4, &[2, 1, 0, 1, 2]),
        (2, &[1, 0, 1, 0]),
    ];
    for (words, order) in orders {
        for &stored in order {
            let module = Module::parse(&structure(words, order, stored)).expect("a kernel");
            let run = |mode| {
                let mut device = Device::new();
                let params = device.place("buffer", &[0; 4 * THREADS as usize]).to_le_bytes();
                let kernel = kernel(&module, "k", mode).expect("a kernel that lowers");
                let geometry = Geometry::new([1; 3], [THREADS, 1, 1]);
                device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("no fault");
                device.check_guards().expect("whole guards");
                device.bytes("buffer").to_vec()
            };
            assert!(run(Mode::Vector) == run(Mode::Quick), "{words} words, {order:?}, {stored} stored");
        }
    }
}
