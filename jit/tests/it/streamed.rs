//! Grids that store more than caches hold, past the caches: whole lines and others, words of 4 and 8 bytes,
//! four words a thread, and blocks with idle threads.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

/// Bytes from which the stores of a grid bypass the caches.
const STREAMED: u32 = 32 << 20;

/// Runs a kernel whose threads store their number times an odd one, `bytes` long (for 16 bytes: three words
/// of it, and their number), `shift` bytes from the start of its buffer. `idle` threads do not.
fn check(bytes: u32, shift: usize, idle: u32) {
    let threads = STREAMED / bytes;
    let limit = threads - idle;
    let (ty, stored) = match bytes {
        4 => ("u32", "%r5"),
        8 => ("u64", "%rd4"),
        _ => ("v4.u32", "{%r5, %r5, %r5, %r1}"),
    };
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u32 limit)\n{{\n\
        .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [out]; ld.param.u32 %r4, [limit];\n\
        mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %ctaid.x; mad.lo.u32 %r1, %r3, %r2, %r1;\n\
        setp.ge.u32 %p1, %r1, %r4; @%p1 ret;\n\
        mul.lo.u32 %r5, %r1, 0x9e3779b1; mul.wide.u32 %rd4, %r1, 0x9e3779b1;\n\
        mul.wide.u32 %rd2, %r1, {bytes}; add.s64 %rd3, %rd1, %rd2; st.global.{ty} [%rd3], {stored};\nret;\n}}\n"
    );
    let module = Module::parse(&text).expect("a module");
    let mut device = Device::new();
    let mut out = vec![0; shift + STREAMED as usize];
    let address = device.place("out", &out) + shift as u64;
    let mut params = address.to_le_bytes().to_vec();
    params.extend(limit.to_le_bytes());
    let kernel = kernel(&module, "k", Mode::Vector).expect("a kernel");
    let geometry = Geometry::new([threads / 256, 1, 1], [256, 1, 1]);
    device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("no fault");
    device.check_guards().expect("no stray write");
    for (n, words) in (0..limit).zip(out[shift..].chunks_exact_mut(bytes as usize)) {
        let product = (u64::from(n) * 0x9e37_79b1).to_le_bytes();
        match bytes {
            16 => {
                words[..12].copy_from_slice(&product[..4].repeat(3));
                words[12..].copy_from_slice(&n.to_le_bytes());
            }
            _ => words.copy_from_slice(&product[..bytes as usize]),
        }
    }
    assert!(device.bytes("out") == out, "{bytes} bytes, {shift} from a line's start, {idle} idle threads");
}

#[test]
fn whole_lines_and_others() {
    for (bytes, shift, idle) in
        [(4, 0, 0), (4, 4, 0), (8, 0, 0), (4, 0, 77), (16, 0, 0), (16, 16, 0), (16, 0, 77)]
    {
        check(bytes, shift, idle);
    }
}
