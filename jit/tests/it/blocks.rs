//! Blocks that compiled code runs one after the other without the driver: each has its own index and fresh
//! memory.

use crate::host::{Device, kernel};
use hip_jit::{Launch, Mode, Outcome, Setup, Worker};
use ptx::Module;
use ptx::exec::{FaultKind, Geometry};
use std::sync::Arc;

const GRID: [u32; 3] = [3, 4, 2];

/// Returns a kernel in which every thread adds up its coordinates and the initial word of shared memory,
/// which it then changes; with `fault`, a thread of block (1, 2, 1) reads an unmapped address.
fn text(fault: bool) -> String {
    let fault = if fault { "ld.global.u32 %r11, [%rd4]; add.u32 %r9, %r9, %r11;" } else { "" };
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<9>;\n.shared .align 4 .b8 s[256];\n\
         ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.y;\n\
         mov.u32 %r4, %ctaid.z; mad.lo.u32 %r5, %r4, 4, %r3; mad.lo.u32 %r5, %r5, 3, %r2;\n\
         mad.lo.u32 %r6, %r5, 64, %r1; mul.wide.u32 %rd2, %r6, 4; add.u64 %rd3, %rd1, %rd2;\n\
         shl.b32 %r7, %r1, 2; mov.u32 %r8, s; add.u32 %r7, %r7, %r8; ld.shared.u32 %r9, [%r7];\n\
         mov.u32 %r10, %smid; mad.lo.u32 %r9, %r10, 1000, %r9; add.u32 %r9, %r9, %r6;\n\
         st.shared.u32 [%r7], 1000000; setp.eq.u32 %p1, %r5, 19; selp.b64 %rd4, 64, %rd3, %p1;\n\
         {fault}\nbar.sync 0;\nst.global.u32 [%rd3], %r9; ret;\n}}\n"
    )
}

#[test]
fn each_block_is_itself_and_starts_afresh() {
    let module = Module::parse(&text(false)).expect("a kernel");
    let geometry = Geometry::new(GRID, [64, 1, 1]);
    let expected: Vec<u8> = (0..24 * 64u32).flat_map(|n| (n + n / 64 * 1000).to_le_bytes()).collect();
    for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
        let mut device = Device::new();
        let base = device.place("out", &vec![0; expected.len()]);
        let kernel = kernel(&module, "k", mode).expect("a kernel that lowers");
        device.run(&kernel, geometry, &base.to_le_bytes(), 0, &Arc::from([])).expect("no fault");
        assert!(device.bytes("out") == expected, "{mode:?}");
    }
}

#[test]
fn a_run_ends_with_its_sms_and_a_fault_names_its_block() {
    let module = Module::parse(&text(true)).expect("a kernel");
    let mut device = Device::new();
    let params = device.place("out", &[0; 24 * 64 * 4]).to_le_bytes();
    let kernel = kernel(&module, "k", Mode::Vector).expect("a kernel that lowers");
    let geometry = Geometry::new(GRID, [64, 1, 1]);
    let setup =
        Setup { geometry, params: &params, dynamic_shared: 0, allocated_shared: 0, grid_id: 1, sms: 132 };
    let launch = Launch::new(&kernel, setup, Arc::from([]), &device.window).expect("a launch");
    let mut worker = Worker::new(Arc::clone(&device.window));

    let started = launch.start(&mut worker, 2, &[7; 5], 64);
    assert!(matches!(started.outcome, Outcome::Done));
    assert_eq!(started.clusters, 5);
    let written: Vec<usize> =
        (0..24).filter(|&b| device.bytes("out")[b * 256 + 4..][..4] != [0; 4]).collect();
    assert_eq!(written, [2, 3, 4, 5, 6]);

    let started = launch.start(&mut worker, 16, &[0; 8], 64);
    let Outcome::Fault(fault) = started.outcome else { panic!("address 64 is nobody's") };
    assert_eq!((started.clusters, fault.block), (4, [1, 2, 1]));
    assert!(matches!(fault.kind, FaultKind::IllegalAddress { address: 64, .. }), "{fault}");
}
