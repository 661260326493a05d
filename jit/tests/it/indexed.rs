//! Elements of arrays at an index of each lane: `base[index]` with signed and unsigned indices, units of 1 to
//! 8 bytes, in loops, under conditions, in shared and local memory, and beyond the ends of memory. Vector
//! code does what single threads do.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const THREADS: u32 = 100;

/// Bytes of the buffer that threads access.
const BYTES: usize = 1 << 14;

/// Kernels: thread n, in `%r1`, finds in `%r2` a number of its own from -300 to 299, in `%rd1` the middle of
/// the buffer, and leaves a result in `%rd5`.
const KERNELS: [(&str, &str); 18] = [
    ("signed", "mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %rd5, [%rd3];"),
    (
        "offset",
        "mul.wide.s32 %rd2, %r2, 8; add.s64 %rd3, %rd2, %rd1; ld.global.f64 %fd1, [%rd3+40]; mov.b64 %rd5, %fd1;",
    ),
    ("half", "mul.wide.s32 %rd2, %r2, 8; add.s64 %rd3, %rd2, %rd1; ld.global.s32 %rd5, [%rd3-4];"),
    (
        "shifted",
        "cvt.s64.s32 %rd2, %r2; shl.b64 %rd2, %rd2, 3; add.s64 %rd3, %rd1, %rd2; ld.global.u64 %rd5, [%rd3];",
    ),
    (
        "unsigned",
        "add.s32 %r3, %r2, 300; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3-64]; \
         mov.b32 %r4, %f1; cvt.u64.u32 %rd5, %r4;",
    ),
    ("bytes", "cvt.s64.s32 %rd2, %r2; add.s64 %rd3, %rd1, %rd2; ld.global.u8 %rd5, [%rd3];"),
    (
        "store",
        "mad.lo.s32 %r3, %r1, 7, -350; mul.wide.s32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; \
         st.global.u32 [%rd3+4], %r2; mov.b64 %rd5, %rd2;",
    ),
    (
        "some lanes",
        "mov.b64 %rd5, 7; setp.lt.s32 %p1, %r2, 0; @%p1 bra DONE; shl.b32 %r3, %r2, 22; @%p1 mov.u32 %r2, %r3; \
         mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %rd5, [%rd3]; st.global.u32 [%rd3], %r1;",
    ),
    (
        "wild when idle",
        "mov.b64 %rd5, 7; shl.b32 %r3, %r2, 21; setp.lt.s32 %p1, %r2, 0; selp.b32 %r3, %r3, %r2, %p1; \
         mul.wide.s32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; @%p1 bra DONE; ld.global.u32 %rd5, [%rd3];",
    ),
    (
        "loop",
        "mov.b64 %rd5, 0; mov.u32 %r3, 0; add.s64 %rd4, %rd1, 0; MORE: mul.wide.s32 %rd2, %r2, 4; \
         add.s64 %rd3, %rd4, %rd2; ld.global.s32 %rd6, [%rd3]; add.s64 %rd5, %rd5, %rd6; add.s64 %rd4, %rd4, 12; \
         add.u32 %r3, %r3, 1; and.b32 %r4, %r2, 7; setp.le.u32 %p1, %r3, %r4; @%p1 bra MORE;",
    ),
    (
        "shared",
        "mov.u32 %r3, s; shl.b32 %r4, %r1, 3; add.u32 %r4, %r4, %r3; st.shared.u64 [%r4], %rd1; \
         st.shared.u32 [%r4], %r2; bar.sync 0; and.b32 %r5, %r2, 63; mad.lo.u32 %r5, %r5, 8, %r3; \
         ld.shared.u32 %rd5, [%r5+96]; xor.b32 %r6, %r1, 37; mad.lo.u32 %r6, %r6, 12, %r3; bar.sync 0; \
         setp.ge.u32 %p1, %r1, 64; @%p1 bra DONE; st.shared.u32 [%r6], %r2; ld.shared.u32 %rd6, [%r6]; \
         add.s64 %rd5, %rd5, %rd6;",
    ),
    (
        "local",
        "mov.u32 %r3, l; and.b32 %r4, %r2, 15; mad.lo.u32 %r4, %r4, 8, %r3; st.local.u64 [%r3], %rd2; \
         mov.b64 %rd2, 5; st.local.u64 [%r4], %rd2; st.local.u32 [%r4+4], %r1; mov.b64 %rd5, 9; \
         setp.lt.s32 %p1, %r2, 20; @%p1 bra DONE; ld.local.u64 %rd5, [%r4];",
    ),
    (
        "clamped",
        "add.s32 %r3, %r1, -7; max.s32 %r3, %r3, 0; min.s32 %r3, %r3, 60; mul.wide.s32 %rd2, %r3, 4; \
         add.s64 %rd3, %rd1, %rd2; ld.global.u32 %rd5, [%rd3]; ld.global.s32 %rd6, [%rd3+400]; \
         add.s64 %rd5, %rd5, %rd6; mul.wide.u32 %rd2, %r3, 8; add.s64 %rd3, %rd1, %rd2; st.global.u64 [%rd3-2000], %rd5;",
    ),
    (
        "wrapped",
        "add.s32 %r3, %r1, 37; and.b32 %r3, %r3, 63; mul.wide.s32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; \
         ld.global.u32 %rd5, [%rd3]; xor.b32 %r4, %r1, 16; mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; \
         ld.global.u32 %rd6, [%rd3]; add.s64 %rd5, %rd5, %rd6; xor.b32 %r4, %r1, 3; mul.wide.s32 %rd2, %r4, 4; \
         add.s64 %rd3, %rd1, %rd2; ld.global.u32 %rd6, [%rd3]; mul.wide.s32 %rd2, %r3, 8; mad.lo.u64 %rd5, %rd5, 5, %rd6;",
    ),
    (
        "clamped up to an end",
        "add.s32 %r3, %r1, 1960; min.s32 %r3, %r3, 2047; setp.eq.u32 %p1, %r1, 20; @%p1 bra DONE; \
         mul.wide.s32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %rd5, [%rd3];",
    ),
    (
        "clamped beyond an end",
        "add.s32 %r3, %r1, 2147483580; max.u32 %r3, %r3, 5; mul.wide.s32 %rd2, %r3, 8; add.s64 %rd3, %rd1, %rd2; \
         ld.global.u64 %rd5, [%rd3];",
    ),
    ("odd base", "mul.wide.s32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %rd5, [%rd3+2];"),
    (
        "outside",
        "setp.eq.u32 %p1, %r1, 71; selp.b32 %r2, 2147483647, %r2, %p1; mul.wide.s32 %rd2, %r2, 8; \
         add.s64 %rd3, %rd1, %rd2; ld.global.u64 %rd5, [%rd3];",
    ),
];

/// Returns the buffer and the results that a kernel leaves, or its fault, with an address relative to the
/// buffer.
fn run(body: &str, mode: Mode) -> Result<(Vec<u8>, Vec<u8>), String> {
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 words, .param .u64 sums)\n{{\n\
        .shared .align 8 .b8 s[1536]; .local .align 8 .b8 l[128];\n\
        .reg .pred %p<2>; .reg .b32 %r<9>; .reg .f32 %f<2>; .reg .f64 %fd<2>; .reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [words]; ld.param.u64 %rd8, [sums]; mov.u32 %r1, %tid.x;\n\
        mul.wide.u32 %rd7, %r1, 8; add.s64 %rd8, %rd8, %rd7; ld.global.u32 %r2, [%rd8];\n\
        add.s64 %rd1, %rd1, {half}; {body}\nDONE: st.global.u64 [%rd8], %rd5;\nret;\n}}\n",
        half = BYTES / 2
    );
    let module = Module::parse(&text).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    // No float is a NaN.
    let words: Vec<u8> = (0..BYTES as u32 / 4)
        .flat_map(|n| (n.wrapping_mul(0x9e37_79b9) & 0x3fff_ffff).to_le_bytes())
        .collect();
    let numbers: Vec<u8> =
        (0..THREADS).flat_map(|n| i64::from(n.wrapping_mul(7919) as i32 % 600 - 300).to_le_bytes()).collect();
    let mut params = device.place("words", &words).to_le_bytes().to_vec();
    params.extend(device.place("sums", &numbers).to_le_bytes());
    let kernel = kernel(&module, "k", mode)?;
    let end = device.run(&kernel, Geometry::new([1; 3], [THREADS, 1, 1]), &params, 0, &Arc::from(Vec::new()));
    end.map_err(|fault| {
        let text = fault.to_string();
        let (before, after) = text.split_once("0x").expect("an address");
        let (address, after) = after.split_once(' ').expect("more");
        let address = u64::from_str_radix(address, 16).expect("a number");
        // Of a page that is not there strips do not tell the thread.
        let after = after.split(", thread").next().unwrap_or(after);
        format!("{before}{}, {after}", address.wrapping_sub(device.address("words")) as i64)
    })?;
    device.check_guards()?;
    Ok((device.bytes("words").to_vec(), device.bytes("sums").to_vec()))
}

#[test]
fn elements_at_an_index_are_what_threads_access() {
    for (name, body) in KERNELS {
        let [expected, got] = [Mode::Quick, Mode::Vector].map(|mode| run(body, mode));
        assert_eq!(
            expected.is_err(),
            matches!(name, "clamped beyond an end" | "odd base" | "outside"),
            "{name}: {:?}",
            expected.err()
        );
        assert!(got == expected, "{name}: {:?} instead of {:?}", got.err(), expected.err());
    }
}
