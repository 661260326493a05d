//! Kernels in which only a row's first few threads are active, as known at compile time: vector code runs
//! them as a strip of minimal length. Compared with scalar code.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

/// Size of the buffer, bytes: numbers, with NaNs of several kinds among them.
const BYTES: usize = 8192;

/// Returns a kernel in which, after a barrier, the threads with `x` below `few` do various operations in
/// shared and global memory; at the end every thread stores its part of shared memory.
fn text(few: u32, block: [u32; 3]) -> String {
    let threads: u32 = block.iter().product();
    let [x, y, z] = block;
    let one_row =
        if y * z == 1 { "" } else { "or.b32 %r3, %r2, %r3; setp.ne.u32 %p3, %r3, 0; @%p3 bra PAST;" };
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
        .shared .align 16 .b8 s[6144]; .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<32>; .reg .f32 %f<9>;\n\
        .reg .b64 %rd<19>; .reg .f64 %d<9>;\n\
        ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;\n\
        mad.lo.u32 %r4, %r3, {y}, %r2; mad.lo.u32 %r4, %r4, {x}, %r1; mov.u32 %r5, s;\n\
        mad.lo.u32 %r6, %r4, 8, %r5; mul.wide.u32 %rd2, %r4, 8; add.s64 %rd3, %rd1, %rd2;\n\
        ld.global.u64 %rd4, [%rd3]; st.shared.u64 [%r6], %rd4; bar.sync 0;\n\
        setp.ge.s32 %p1, %r1, {few}; @%p1 bra PAST;\n\
        {one_row}\n\
        mad.lo.u32 %r7, %r1, 4, %r5;\n\
        ld.shared.f32 %f1, [%r7]; ld.shared.f32 %f2, [%r7+64]; add.f32 %f3, %f1, %f2; st.shared.f32 [%r7+4096], %f3;\n\
        ld.shared.u32 %r8, [%r7+8]; xor.b32 %r9, %r8, %r4; st.shared.u32 [%r7+4160], %r9;\n\
        mad.lo.u32 %r10, %r1, 8, %r5; ld.shared.f64 %d1, [%r10]; mul.f64 %d2, %d1, 0d3FF8000000000000;\n\
        st.shared.f64 [%r10+4224], %d2; ld.shared.v2.u32 {{%r11, %r12}}, [%r10+8]; st.shared.v2.u32 [%r10+4352], {{%r12, %r11}};\n\
        add.u32 %r13, %r5, %r1; ld.shared.u8 %h1, [%r13+3]; add.u16 %h1, %h1, 7; st.shared.u8 [%r13+4480], %h1;\n\
        and.b32 %r14, %r8, 15; mad.lo.u32 %r15, %r14, 4, %r5; atom.shared.add.u32 %r16, [%r15+4544], %r9;\n\
        ld.shared.u32 %r17, [%r15+32]; st.shared.u32 [%r7+4608], %r17;\n\
        mad.lo.u32 %r18, %r1, 12, %r5; st.shared.u32 [%r18+4672], %r1; ld.shared.u32 %r19, [s+20];\n\
        mul.wide.u32 %rd5, %r1, 4; add.s64 %rd6, %rd1, %rd5; st.global.u32 [%rd6+{at}], %r19;\n\
        ld.global.f32 %f4, [%rd6+{at}]; sub.f32 %f5, %f4, %f1; st.global.f32 [%rd6+{at}+64], %f5;\n\
        and.b32 %r20, %r8, 255; mul.wide.u32 %rd7, %r20, 4; add.s64 %rd8, %rd1, %rd7; ld.global.u32 %r21, [%rd8];\n\
        st.global.u32 [%rd6+{at}+128], %r21; red.global.add.u32 [%rd1+{at}+192], %r9;\n\
        setp.lt.u32 %p2, %r21, %r8; selp.f32 %f6, %f3, %f5, %p2; sqrt.rn.f32 %f6, %f6; st.global.f32 [%rd6+{at}+256], %f6;\n\
        st.global.u32 [%rd1+{at}+200], %r19;\n\
        PAST:\nbar.sync 0;\n\
        mov.u32 %r22, %r4;\nMORE:\nsetp.ge.u32 %p4, %r22, 512; @%p4 bra DONE;\n\
        mad.lo.u32 %r23, %r22, 4, %r5; ld.shared.u32 %r24, [%r23+4096];\n\
        mul.wide.u32 %rd9, %r22, 4; add.s64 %rd9, %rd1, %rd9; st.global.u32 [%rd9+6016], %r24;\n\
        add.u32 %r22, %r22, {threads}; bra MORE;\nDONE:\nret;\n}}\n",
        at = 4096
    )
}

fn run(few: u32, block: [u32; 3], mode: Mode) -> Result<Vec<u8>, String> {
    let module = Module::parse(&text(few, block)).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    let bytes: Vec<u8> = (0..BYTES as u64 / 4)
        .flat_map(|n| {
            let word = testdata::generate::draw(7, n) as u32;
            let word = if n % 5 == 0 { word | 0x7f80_0001 } else { word & 0xbfff_ffff };
            word.to_le_bytes()
        })
        .collect();
    let base = device.place("buffer", &bytes);
    let kernel = kernel(&module, "k", mode)?;
    let geometry = Geometry::new([1; 3], block);
    let vars = Arc::from(Vec::new());
    device.run(&kernel, geometry, &base.to_le_bytes(), 0, &vars).map_err(|e| e.to_string())?;
    device.check_guards()?;
    Ok(device.bytes("buffer").to_vec())
}

#[test]
fn short_strips_equal_scalar_code() {
    let mut wrong = Vec::new();
    for few in 1..17 {
        for block in [[256, 1, 1], [33, 1, 1], [3, 1, 1], [16, 3, 1]] {
            let [expected, got] = [Mode::Scalar, Mode::Vector].map(|mode| run(few, block, mode));
            if expected.is_err() || got != expected {
                let at = expected.iter().flatten().zip(got.iter().flatten()).position(|(a, b)| a != b);
                wrong.push(format!("{few} of {block:?}: byte {at:?}, {:?} {:?}", expected.err(), got.err()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
}
