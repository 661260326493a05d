//! Permuted words of shared memory: exchanges at distances, swizzled rows and transposed tiles, by all
//! threads of a block or by some, near the end of the memory and beyond it, and in blocks with rows that end
//! within a strip. Vector code does what single threads do.

use crate::outcome::outcome;
use hip_jit::Mode;
use ptx::exec::Geometry;

/// Words of shared memory.
const WORDS: u32 = 256;

/// Which word a thread exchanges: code that computes its number in `%r3` from the thread's in `%r1`.
const PLACES: [(&str, &str); 13] = [
    ("pairs next to each other", "shl.b32 %r2, %r1, 1; and.b32 %r3, %r1, 1; sub.u32 %r3, %r2, %r3;"),
    ("pairs four apart", "shl.b32 %r2, %r1, 1; and.b32 %r3, %r1, 3; sub.u32 %r3, %r2, %r3;"),
    ("pairs 32 apart", "shl.b32 %r2, %r1, 1; and.b32 %r3, %r1, 31; sub.u32 %r3, %r2, %r3;"),
    ("partners at 1", "xor.b32 %r3, %r1, 1;"),
    ("partners at 5 and 64", "xor.b32 %r3, %r1, 69;"),
    ("partners at 31", "xor.b32 %r3, %r1, 31;"),
    (
        "rows of eight, swizzled",
        "shr.u32 %r2, %r1, 3; xor.b32 %r2, %r2, %r1; and.b32 %r2, %r2, 7; and.b32 %r3, %r1, 120; or.b32 %r3, %r3, %r2;",
    ),
    (
        "tiles of four by eight, transposed",
        "and.b32 %r2, %r1, 3; shl.b32 %r2, %r2, 3; shr.u32 %r3, %r1, 2; and.b32 %r3, %r3, 7; add.u32 %r2, %r2, %r3; \
         and.b32 %r3, %r1, 96; add.u32 %r3, %r3, %r2;",
    ),
    ("every other lane's", "and.b32 %r3, %r1, 1; mad.lo.u32 %r3, %r3, 100, %r1;"),
    ("downwards", "xor.b32 %r3, %r1, 127;"),
    // Where lanes leave the loop, the number of its iteration is no longer one of all.
    (
        "of different iterations",
        "mov.u32 %r2, 0; and.b32 %r13, %r1, 3;\nLOOP:\nshl.b32 %r3, %r2, 4; add.u32 %r3, %r3, %r1; add.u32 %r2, %r2, 1; \
         setp.le.u32 %p3, %r2, %r13; @%p3 bra LOOP;",
    ),
    ("at an unknown distance", "xor.b32 %r3, %r1, %r9;"),
    ("from an unknown word on", "xor.b32 %r3, %r1, 1; add.u32 %r3, %r3, %r9;"),
];

/// A kernel in which threads from `from` on, below `to`, load the word at a place, and store it at the place,
/// plus their number, if it is not `skipped` modulo 3. Then all words are copied to the buffer. `odd` threads
/// alone wait for each other between the computation of the place and the load.
fn text(
    place: &str,
    offset: u32,
    (from, to): (u32, u32),
    skipped: u32,
    (threads, odd): (u32, bool),
) -> String {
    let [before, between] = match odd {
        true => {
            ["and.b32 %r14, %r1, 1; setp.eq.u32 %p1, %r14, 0; @%p1 bra BARRIER;", "bar.warp.sync 0xaaaaaaaa;"]
        }
        false => ["", ""],
    };
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer, .param .u32 number)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<4>; .shared .align 16 .b8 own[{bytes}];\n\
        ld.param.u64 %rd1, [buffer]; ld.param.u32 %r9, [number]; mov.u32 %r1, %tid.x; mov.u32 %r4, %tid.y;\n\
        mov.u32 %r5, %ntid.x; mad.lo.u32 %r8, %r4, %r5, %r1; mov.u32 %r6, own; mov.u32 %r5, %r8;\nCOPY:\n\
        setp.ge.u32 %p1, %r5, {WORDS}; @%p1 bra COPIED; shl.b32 %r10, %r5, 2; add.u32 %r10, %r10, %r6;\n\
        mul.lo.u32 %r7, %r5, 2654435761; st.shared.u32 [%r10], %r7; add.u32 %r5, %r5, {threads}; bra COPY;\n\
        COPIED:\nbar.sync 0;\nsetp.lt.u32 %p1, %r8, {from}; @%p1 bra BARRIER;\n\
        setp.ge.u32 %p1, %r8, {to}; @%p1 bra BARRIER;\n{before}\n{place}\n{between}\n\
        shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r6; ld.shared.u32 %r11, [%r3+{offset}];\n\
        add.u32 %r11, %r11, %r8; rem.u32 %r12, %r11, 3; setp.eq.u32 %p2, %r12, {skipped}; @%p2 bra BARRIER;\n\
        st.shared.u32 [%r3+{offset}], %r11;\nBARRIER:\nbar.sync 0;\nmov.u32 %r5, %r8;\nOUT:\n\
        setp.ge.u32 %p1, %r5, {WORDS}; @%p1 bra DONE; shl.b32 %r10, %r5, 2; add.u32 %r10, %r10, %r6;\n\
        ld.shared.u32 %r7, [%r10]; mul.wide.u32 %rd2, %r5, 4; add.s64 %rd2, %rd1, %rd2;\n\
        st.global.u32 [%rd2], %r7; add.u32 %r5, %r5, {threads}; bra OUT;\nDONE:\nret;\n}}\n",
        bytes = 4 * WORDS,
    )
}

fn run(text: &str, block: [u32; 3], mode: Mode) -> Result<Vec<u8>, String> {
    run_at(text, 6, block, mode)
}

fn run_at(text: &str, number: u32, block: [u32; 3], mode: Mode) -> Result<Vec<u8>, String> {
    let geometry = Geometry::new([1; 3], block);
    outcome(text, mode, geometry, &[&[0; 4 * WORDS as usize]], &number.to_le_bytes())
}

#[test]
fn permuted_words_of_shared_memory_are_what_threads_load_and_store() {
    let blocks = [[128, 1, 1], [100, 1, 1], [64, 2, 1], [16, 8, 1], [20, 6, 1]];
    for (name, place) in PLACES {
        for block in blocks {
            let threads = block[0] * block[1];
            // No word is skipped by 3; two threads of one number would race for their word.
            let all = (0, if block[1] == 1 { threads } else { block[0] });
            let odd = block == [128, 1, 1];
            let some = (5, all.1.min(67));
            for (part, skipped, offset, odd) in
                [(all, 3, 0, false), (all, 1, 8, false), (some, 0, 4, false), (all, 3, 0, odd)]
            {
                let text = text(place, offset, part, skipped, (threads, odd));
                let expected = run(&text, block, Mode::Quick);
                let got = run(&text, block, Mode::Vector);
                assert!(expected.is_ok(), "{name}: {expected:?}");
                let what = format!("{name}, block {block:?}, threads {part:?}, offset {offset}");
                assert!(got == expected, "{what}: {:?}", got.err());
            }
        }
    }
}

#[test]
fn permuted_words_beyond_shared_memory_are_faults() {
    for (name, place) in PLACES {
        for offset in [4 * WORDS - 64, 4 * WORDS - 4, 4 * WORDS] {
            let text = text(place, offset, (0, 128), 3, (128, false));
            let [expected, got] = [Mode::Quick, Mode::Vector].map(|mode| run(&text, [128, 1, 1], mode));
            assert!(expected.is_err(), "{name}, offset {offset}");
            assert_eq!(got, expected, "{name}, offset {offset}");
        }
    }
}

#[test]
fn words_at_any_distance_are_exchanged() {
    let partner = "xor.b32 %r3, %r1, %r9;";
    let pair = "div.u32 %r2, %r1, %r9; rem.u32 %r3, %r1, %r9; mul.lo.u32 %r2, %r2, %r9; \
                shl.b32 %r2, %r2, 1; add.u32 %r3, %r3, %r2;";
    for number in [1, 2, 7, 8, 15, 16, 31, 32, 48, 64, 127, 128, 255] {
        for (part, skipped, offset) in [((0, 128), 3, 0), ((0, 128), 1, 4), ((5, 67), 0, 0)] {
            for place in [partner, pair] {
                let text = text(place, offset, part, skipped, (128, false));
                let [expected, got] =
                    [Mode::Quick, Mode::Vector].map(|mode| run_at(&text, number, [128, 1, 1], mode));
                let fits = place == pair || number < 128 || offset == 0;
                assert_eq!(expected.is_ok(), fits, "distance {number}: {expected:?}");
                assert!(got == expected, "distance {number}, {part:?}, offset {offset}: {:?}", got.err());
            }
        }
    }
}
