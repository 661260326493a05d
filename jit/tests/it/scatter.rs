//! Loads that select words of shared memory to update: vector code does such runs lane by lane. Compared with
//! scalar code.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const WORDS: u32 = 1500;

/// Returns a kernel in which each thread reads `words` words, `per` at a time, and counts their bytes and
/// other bits in two tables, which are added up at the end. Loads come in batches, as from a compiler.
fn text(per: u32, words: u32) -> String {
    let mut body = String::new();
    for n in 0..per {
        body += &format!("ld.global.u32 %r{}, [%rd4+{}];\n", 20 + n, 4 * n);
    }
    for n in 0..per {
        let w = format!("%r{}", 20 + n);
        body += &format!(
            "shl.b32 %r5, {w}, 2; and.b32 %r5, %r5, 1020; add.s32 %r5, %r10, %r5; atom.shared.add.u32 %r6, [%r5], 1;\n\
            shr.u32 %r5, {w}, 6; and.b32 %r5, %r5, 1020; add.s32 %r5, %r11, %r5; red.shared.add.u32 [%r5], {w};\n\
            bfe.u32 %r7, {w}, 14, 8; and.b32 %r7, %r7, 252; add.s32 %r7, %r10, %r7; red.shared.max.s32 [%r7+1024], {w};\n\
            shr.u32 %r8, {w}, 22; and.b32 %r8, %r8, 1020; add.s32 %r8, %r11, %r8; xor.b32 %r9, {w}, %r12;\n\
            red.shared.or.b32 [%r8+1024], %r9; red.shared.and.b32 [%r8+2048], %r9;\n",
        );
    }
    let step = 4 * per;
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer, .param .u32 more)\n{{\n\
        .shared .align 4 .b8 one[2048]; .shared .align 4 .b8 other[3072];\n\
        .reg .pred %p<4>; .reg .b32 %r<32>; .reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [buffer]; ld.param.u32 %r12, [more]; mov.u32 %r10, one; mov.u32 %r11, other;\n\
        mov.u32 %r1, %tid.x; mov.u32 %r2, %r1; mov.u32 %r4, %ntid.x;\nGO:\n\
        mul.wide.u32 %rd2, %r2, {step}; add.s64 %rd4, %rd1, %rd2; mad.lo.u32 %r3, %r2, {per}, {per};\n\
        setp.gt.u32 %p1, %r3, {words}; @%p1 bra END;\n{body}\
        add.u32 %r2, %r2, %r4; bra GO;\nEND:\nbar.sync 0;\n\
        mov.u32 %r2, %r1;\nSHOW:\nsetp.ge.u32 %p2, %r2, 1280; @%p2 bra DONE;\n\
        mad.lo.u32 %r13, %r2, 4, %r10; ld.shared.u32 %r14, [%r13];\n\
        mul.wide.u32 %rd5, %r2, 4; add.s64 %rd5, %rd1, %rd5; st.global.u32 [%rd5+6000], %r14;\n\
        add.u32 %r2, %r2, %r4; bra SHOW;\nDONE:\nret;\n}}\n"
    )
}

fn run(per: u32, words: u32, threads: u32, mode: Mode) -> Result<Vec<u8>, String> {
    let module = Module::parse(&text(per, words)).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    let bytes: Vec<u8> = (0..u64::from(WORDS) + 1280)
        .flat_map(|n| (testdata::generate::draw(3, n) as u32).to_le_bytes())
        .collect();
    let base = device.place("buffer", &bytes);
    let kernel = kernel(&module, "k", mode)?;
    let mut params = base.to_le_bytes().to_vec();
    params.extend(0x1234_5678_u32.to_le_bytes());
    let geometry = Geometry::new([1; 3], [threads, 1, 1]);
    let vars = Arc::from(Vec::new());
    device.run(&kernel, geometry, &params, 0, &vars).map_err(|e| e.to_string())?;
    device.check_guards()?;
    Ok(device.bytes("buffer").to_vec())
}

#[test]
fn tables_are_counted_as_thread_by_thread() {
    let mut wrong = Vec::new();
    for per in [1, 2, 4] {
        for (words, threads) in [(WORDS, 256), (WORDS, 40), (777, 64), (200, 250), (31, 16), (3, 33)] {
            let [expected, got] = [Mode::Scalar, Mode::Vector].map(|mode| run(per, words, threads, mode));
            if expected.is_err() || got != expected {
                let at = expected.iter().flatten().zip(got.iter().flatten()).position(|(a, b)| a != b);
                let why = (expected.err(), got.err());
                wrong.push(format!("{per} at a time, {words} words, {threads} threads: byte {at:?} {why:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong.join("\n"));
}
