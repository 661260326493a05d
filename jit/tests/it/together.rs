//! Strips of several rows that run together, lanes of whole strips that run apart, conditions on the number
//! of the lane, and stores of all lanes to one address. Strips do what single threads do.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const WORDS: u32 = 8192;

/// Block shapes: numbers of rows that are no multiple of four, one row, rows of several strips, short rows.
const SHAPES: [[u32; 3]; 8] =
    [[16, 16, 1], [32, 7, 1], [48, 5, 1], [16, 3, 1], [64, 1, 1], [96, 2, 1], [20, 6, 1], [16, 4, 2]];

/// Returns a kernel: `%r1` is the column, `%r2` the row, `%r3` the thread's index in its block, `%rd3` the
/// address of the thread's word of the output, `%rd2` the input's, `%r9` a parameter. It stores `%r20`.
fn text(body: &str) -> String {
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n)\n{{\n\
        .reg .pred %p<9>; .reg .b32 %r<60>; .reg .b64 %rd<20>; .reg .f32 %f<20>;\n\
        .shared .align 4 .b8 tile[4096];\n\
        ld.param.u64 %rd2, [in]; ld.param.u64 %rd1, [out]; ld.param.u32 %r9, [n];\n\
        mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ctaid.x;\n\
        mov.u32 %r6, %tid.z; mov.u32 %r7, %ntid.y; mad.lo.u32 %r3, %r6, %r7, %r2;\n\
        mad.lo.u32 %r3, %r3, %r4, %r1; mad.lo.u32 %r8, %r5, 1024, %r3;\n\
        mul.wide.u32 %rd4, %r8, 4; add.u64 %rd3, %rd1, %rd4; mov.u32 %r20, 0;\n\
        {body}\nDONE:\nst.global.u32 [%rd3], %r20;\nEND:\nret;\n}}\n"
    )
}

/// Returns the output, or the kind of the fault.
fn left(text: &str, block: [u32; 3], n: u32, mode: Mode) -> Result<Vec<u8>, String> {
    let module = Module::parse(text).expect("a kernel");
    let mut device = Device::new();
    let bytes: Vec<u8> =
        (0..WORDS).flat_map(|n| (n.wrapping_mul(2_654_435_769) >> 9).to_le_bytes()).collect();
    let mut params = device.place("in", &bytes).to_le_bytes().to_vec();
    params.extend(device.place("out", &[0; 4 * WORDS as usize]).to_le_bytes());
    params.extend(n.to_le_bytes());
    let kernel = kernel(&module, "k", mode).expect("a kernel that lowers");
    let ran = device.run(&kernel, Geometry::new([3, 1, 1], block), &params, 0, &Arc::from([]));
    device.check_guards().expect("stores inside the buffers");
    match ran {
        Ok(()) => Ok(device.bytes("out").to_vec()),
        Err(fault) => Err(format!("{:?}", std::mem::discriminant(&fault.kind))),
    }
}

fn compare(bodies: &[&str], numbers: &[u32]) {
    for body in bodies {
        let text = text(body);
        for (shape, &n) in SHAPES.iter().flat_map(|shape| numbers.iter().map(move |n| (*shape, n))) {
            let want = left(&text, shape, n, Mode::Quick);
            let got = left(&text, shape, n, Mode::Vector);
            assert!(got == want, "{shape:?}, {n}: {:?}, not {:?}\n{body}", got.err(), want.err());
        }
    }
}

#[test]
fn rows_that_run_together_do_what_threads_do() {
    let product = |guard: &str, row: &str| {
        format!(
            "{guard}\nmul.lo.u32 %r10, %r2, {row}; mul.wide.u32 %rd5, %r10, 4; add.u64 %rd6, %rd2, %rd5;\n\
            mul.wide.u32 %rd7, %r1, 4; add.u64 %rd8, %rd2, %rd7; mov.u32 %r11, 0; setp.eq.u32 %p2, %r9, 0;\n\
            @%p2 bra DONE;\n\
            AGAIN: ld.global.u32 %r12, [%rd6]; ld.global.u32 %r13, [%rd8]; shr.u32 %r14, %r13, 7;\n\
            mad.lo.u32 %r20, %r12, %r14, %r20; xor.b32 %r15, %r13, %r11; add.u32 %r20, %r20, %r15;\n\
            shl.b32 %r16, %r20, 1; shr.u32 %r17, %r20, 31; or.b32 %r20, %r16, %r17;\n\
            add.u64 %rd6, %rd6, 4; add.u64 %rd8, %rd8, 256; add.u32 %r11, %r11, 1;\n\
            setp.lt.u32 %p1, %r11, %r9; @%p1 bra AGAIN;"
        )
    };
    let plain = product("", "64");
    let guarded = product(
        "setp.ge.u32 %p3, %r2, 13; setp.ge.u32 %p4, %r1, 40; or.pred %p3, %p3, %p4; @%p3 bra END;",
        "64",
    );
    // Rows far apart leave the input; so does a long loop.
    let far = product("", "6000");
    // A trip count that differs from row to row, and one that is a shared word.
    let ragged = "mov.u32 %r11, 0;\nAGAIN: mad.lo.u32 %r20, %r20, 5, %r1; add.u32 %r11, %r11, 1;\n\
        add.u32 %r12, %r2, %r9; setp.le.u32 %p1, %r11, %r12; @%p1 bra AGAIN;";
    let loaded = "ld.global.u32 %r12, [%rd2+64]; and.b32 %r12, %r12, 15; mov.u32 %r11, 0;\n\
        AGAIN: mad.lo.u32 %r20, %r20, 5, %r3; add.u32 %r11, %r11, 1; setp.le.u32 %p1, %r11, %r12;\n\
        mul.wide.u32 %rd5, %r1, 4; add.u64 %rd6, %rd2, %rd5; ld.global.u32 %r13, [%rd6+128];\n\
        add.u32 %r20, %r20, %r13; @%p1 bra AGAIN;";
    // Values that change places on the back-edge, shared ones among them, and a value for after a barrier.
    let rotated = "mov.u32 %r11, 0; mov.u32 %r12, %r1; mov.u32 %r13, %r2; mov.u32 %r14, 1; mov.u32 %r20, %r3;\n\
        AGAIN: mov.u32 %r15, %r12; mov.u32 %r12, %r14; add.u32 %r16, %r13, %r15; mov.u32 %r13, %r12;\n\
        mad.lo.u32 %r14, %r15, 3, 1; mad.lo.u32 %r20, %r20, 7, %r16; mul.lo.u32 %r18, %r14, 9;\n\
        add.u32 %r11, %r11, 1; setp.le.u32 %p1, %r11, %r9; @%p1 bra AGAIN;\n\
        bar.sync 0; add.u32 %r20, %r20, %r18; mov.u32 %r19, tile; shl.b32 %r21, %r1, 2; add.u32 %r19, %r19, %r21;\n\
        ld.shared.u32 %r22, [%r19]; add.u32 %r20, %r20, %r22; mad.lo.u32 %r20, %r14, 11, %r20;";
    compare(&[&plain, &guarded, &far, ragged, loaded, rotated], &[0, 1, 5, 17]);
    compare(&[&plain], &[400]);
}

#[test]
fn lanes_that_run_apart_do_what_threads_do() {
    let word = "mul.wide.u32 %rd5, %r3, 4; add.u64 %rd6, %rd2, %rd5; ld.global.u32 %r10, [%rd6];";
    // One side, both sides, one in the other, a switch of results, and a side that faults in some lanes.
    let bodies = [
        format!(
            "{word} and.b32 %r11, %r10, 1; setp.eq.u32 %p1, %r11, 0; mov.u32 %r20, 7; @%p1 bra DONE; mul.lo.u32 %r20, %r10, 3;"
        ),
        format!(
            "{word} setp.lt.u32 %p1, %r10, %r9; @%p1 bra ONE; mad.lo.u32 %r20, %r10, 3, %r1; st.global.u32 [%rd3], %r20;\n\
            ld.global.u32 %r21, [%rd6+512]; add.u32 %r20, %r20, %r21; bra JOIN;\n\
            ONE: and.b32 %r12, %r10, 2; setp.eq.u32 %p2, %r12, 0; mov.u32 %r20, 5; @%p2 bra JOIN;\n\
            xor.b32 %r20, %r10, %r2; ld.global.u32 %r22, [%rd6+4]; add.u32 %r20, %r20, %r22;\n\
            JOIN: add.u32 %r20, %r20, %r10; shl.b32 %r23, %r3, 2; and.b32 %r23, %r23, 4092; mov.u32 %r24, tile;\n\
            add.u32 %r23, %r24, %r23; st.shared.u32 [%r23], %r20; bar.sync 0; ld.shared.u32 %r25, [%r24+16];\n\
            add.u32 %r20, %r20, %r25; mad.lo.u32 %r20, %r10, 13, %r20;"
        ),
        format!(
            "{word} and.b32 %r11, %r10, 63; setp.ne.u32 %p1, %r11, 3; @%p1 bra DONE;\n\
            mul.wide.u32 %rd7, %r9, 1048576; add.u64 %rd8, %rd6, %rd7; ld.global.u32 %r20, [%rd8];"
        ),
        // Shared memory under masks, at contiguous and at other addresses.
        format!(
            "{word} shl.b32 %r11, %r3, 2; and.b32 %r11, %r11, 4092; mov.u32 %r12, tile; add.u32 %r11, %r11, %r12;\n\
            st.shared.u32 [%r11], %r10; and.b32 %r13, %r10, 3; setp.eq.u32 %p1, %r13, 1; @%p1 bra NEXT;\n\
            st.shared.u32 [%r11], %r3; xor.b32 %r14, %r11, 0; ld.shared.u32 %r20, [%r14];\n\
            NEXT: add.u32 %r20, %r20, 1; bar.sync 0; ld.shared.u32 %r15, [%r11]; add.u32 %r20, %r20, %r15;"
        ),
    ];
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    compare(&bodies, &[0, 1 << 21, 1 << 22]);
}

#[test]
fn numbers_of_lanes_are_known() {
    let mut bodies = Vec::new();
    for (number, op) in [
        ("and.b32 %r10, %r1, 31;", "lt.u32"),
        ("mov.u32 %r10, %laneid;", "ne.s32"),
        ("rem.u32 %r10, %r3, 32;", "ge.u32"),
        ("and.b32 %r10, 31, %r3;", "gt.s32"),
    ] {
        bodies.push(format!(
            "{number} mul.lo.u32 %r11, %r3, 2654435761; setp.{op} %p1, %r10, 5; setp.eq.u32 %p2, %r10, 31;\n\
            shfl.sync.up.b32 %r12|%p3, %r11, 1, 0, -1; selp.b32 %r13, 3, %r12, %p1; add.u32 %r20, %r13, %r11;\n\
            shr.u32 %r14, %r3, 5; shl.b32 %r14, %r14, 2; mov.u32 %r15, tile; add.u32 %r14, %r14, %r15;\n\
            @!%p2 bra PAST; st.shared.u32 [%r14], %r20;\n\
            PAST: bar.sync 0; ld.shared.u32 %r16, [%r14]; selp.b32 %r17, %r16, 9, %p1; add.u32 %r20, %r20, %r17;\n\
            bar.sync 0; selp.b32 %r18, 1, 2, %p2; add.u32 %r20, %r20, %r18;"
        ));
    }
    // All lanes, or those of a condition, store to one word: the last one counts.
    for guard in [
        "",
        "and.b32 %r12, %r10, 5; setp.eq.u32 %p1, %r12, 0; @%p1 bra PAST;",
        "setp.gt.u32 %p1, %r1, 18; @%p1 bra PAST;",
    ] {
        bodies.push(format!(
            "mul.wide.u32 %rd5, %r3, 4; add.u64 %rd6, %rd2, %rd5; ld.global.u32 %r10, [%rd6]; shr.u32 %r14, %r1, 5;\n\
            shl.b32 %r14, %r14, 2; mov.u32 %r15, tile; add.u32 %r14, %r14, %r15; cvt.rn.f32.u32 %f1, %r10; {guard}\n\
            st.shared.u32 [%r14+128], %r10; st.shared.f32 [%r14+256], %f1;\n\
            PAST: bar.sync 0; ld.shared.u32 %r16, [%r14+128]; ld.shared.u32 %r17, [%r14+256]; add.u32 %r20, %r16, %r17;"
        ));
    }
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    // One warp stores to each word: with more, the order of warps is open.
    for body in bodies {
        let text = text(body);
        for shape in [[32, 1, 1], [64, 1, 1], [96, 1, 1], [20, 1, 1]] {
            let want = left(&text, shape, 0, Mode::Quick);
            let got = left(&text, shape, 0, Mode::Vector);
            assert!(got == want, "{shape:?}: {:?}, not {:?}\n{body}", got.err(), want.err());
        }
    }
}
