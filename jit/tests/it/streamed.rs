//! Grids that store more than caches hold, past the caches: whole lines and others, words of 4 and 8 bytes,
//! and blocks with idle threads.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

/// Threads whose words bypass the caches together.
const THREADS: u32 = 1 << 23;

/// Runs a kernel whose thread `n < limit` stores `n` times an odd number, `bytes` long, `shift` bytes from the
/// start of its buffer.
fn check(bytes: u64, shift: usize, limit: u32) {
    let (ty, register) = if bytes == 8 { ("u64", "%rd4") } else { ("u32", "%r5") };
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u32 limit)\n{{\n\
        .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [out]; ld.param.u32 %r4, [limit];\n\
        mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %ctaid.x; mad.lo.u32 %r1, %r3, %r2, %r1;\n\
        setp.ge.u32 %p1, %r1, %r4; @%p1 ret;\n\
        mul.lo.u32 %r5, %r1, 0x9e3779b1; mul.wide.u32 %rd4, %r1, 0x9e3779b1;\n\
        mul.wide.u32 %rd2, %r1, {bytes}; add.s64 %rd3, %rd1, %rd2; st.global.{ty} [%rd3], {register};\nret;\n}}\n"
    );
    let module = Module::parse(&text).expect("a module");
    let mut device = Device::new();
    let mut out = vec![0; shift + (u64::from(THREADS) * bytes) as usize];
    let address = device.place("out", &out) + shift as u64;
    let mut params = address.to_le_bytes().to_vec();
    params.extend(limit.to_le_bytes());
    let kernel = kernel(&module, "k", Mode::Vector).expect("a kernel");
    let geometry = Geometry::new([THREADS / 256, 1, 1], [256, 1, 1]);
    device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("no fault");
    device.check_guards().expect("no stray write");
    for (n, word) in out[shift..].chunks_exact_mut(bytes as usize).enumerate().take(limit as usize) {
        word.copy_from_slice(&(n as u64).wrapping_mul(0x9e37_79b1).to_le_bytes()[..bytes as usize]);
    }
    assert!(device.bytes("out") == out, "{bytes} bytes, {shift} from a line's start, {limit} threads");
}

#[test]
fn whole_lines_and_others() {
    check(4, 0, THREADS);
    check(4, 4, THREADS);
    check(8, 0, THREADS);
    check(4, 0, THREADS - 77);
}
