//! Blocks of a row of the grid that run as one: strips do what single threads do, whatever says which threads
//! are idle, how a thread finds its column, and where a page is missing.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::{Fault, FaultKind, Geometry};
use std::sync::Arc;

const PITCH: u32 = 352;
const WORDS: u32 = PITCH * 52;

/// A thread's column in the grid, `%r1`.
const COLUMN: &str = "mad.lo.u32 %r1, %r4, %r3, %r2;";

/// Returns a kernel of threads that add three neighbours in one buffer and store the sum in another one,
/// where `guard` lets them: it sets `%p1` from `%r1`, the column, `%r10`, the row, and `%r11`, the plane of
/// 24 rows. `column` computes `%r1` from `%r2`, `%r3` and `%r4`: thread, length of the block, and block.
fn neighbours(column: &str, guard: &str) -> String {
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 limit)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<24>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n\
        ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r20, [limit];\n\
        mov.u32 %r2, %tid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ctaid.x; {column}\n\
        mov.u32 %r5, %tid.y; mov.u32 %r6, %ntid.y; mov.u32 %r7, %ctaid.y; mad.lo.u32 %r10, %r7, %r6, %r5;\n\
        mov.u32 %r11, %ctaid.z; {guard}\n@!%p1 bra DONE;\n\
        mad.lo.u32 %r12, %r11, 24, %r10; mad.lo.u32 %r12, %r12, {PITCH}, %r1; mul.wide.s32 %rd3, %r12, 4;\n\
        add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n\
        ld.global.f32 %f1, [%rd4+-4]; ld.global.f32 %f2, [%rd4+4]; ld.global.f32 %f3, [%rd4+{below}];\n\
        add.f32 %f4, %f1, %f2; add.f32 %f4, %f4, %f3; st.global.f32 [%rd5], %f4;\n\
        DONE:\nret;\n}}\n",
        below = 4 * PITCH,
    )
}

fn run(text: &str, mode: Mode, (grid, block): ([u32; 3], [u32; 3]), limit: u32) -> Vec<u8> {
    let module = Module::parse(text).expect("a module");
    let mut device = Device::new();
    let bytes: Vec<u8> = (0..WORDS).flat_map(|n| (n as f32).to_le_bytes()).collect();
    let buffers = ["in", "out"].map(|name| device.place(name, &bytes));
    let mut params: Vec<u8> = buffers.iter().flat_map(|at| (at + 64).to_le_bytes()).collect();
    params.extend(limit.to_le_bytes());
    let kernel = kernel(&module, "k", mode).expect("a kernel");
    let geometry = Geometry::new(grid, block);
    device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("no fault");
    device.check_guards().expect("no stray write");
    device.bytes("out").to_vec()
}

fn compare(column: &str, guard: &str, shape: ([u32; 3], [u32; 3])) {
    let text = neighbours(column, guard);
    for limit in [1, 20, 33, 64, 130, 1000] {
        let [expected, got] = [Mode::Quick, Mode::Vector].map(|mode| run(&text, mode, shape, limit));
        assert!(got == expected, "{column} {guard}, {shape:?}, limit {limit}");
    }
}

#[test]
fn joined_blocks_do_what_threads_do() {
    let guards = [
        // All borders of a cube, as in a stencil.
        "setp.ge.s32 %p1, %r1, 1; setp.ge.and.s32 %p1, %r10, 1, %p1; setp.ge.and.s32 %p1, %r11, 1, %p1; \
         sub.u32 %r13, %r20, 1; setp.lt.and.s32 %p1, %r1, %r13, %p1; setp.lt.and.s32 %p1, %r10, 14, %p1;",
        "setp.lt.u32 %p1, %r1, %r20;",
        "setp.lt.u32 %p1, %r10, %r20;",
        "setp.ge.s32 %p1, %r10, 2; setp.lt.and.s32 %p1, %r10, %r20, %p1;",
        "setp.eq.s32 %p1, %r10, 5;",
        "setp.ne.s32 %p1, %r10, 5;",
        "setp.eq.s32 %p1, %r1, %r20;",
        "setp.ge.s32 %p1, %r1, 40; setp.lt.and.s32 %p1, %r1, 50, %p1;",
        // Rows differ: blocks run alone, or under masks.
        "setp.ge.s32 %p1, %r1, %r10;",
        "add.u32 %r13, %r1, %r10; setp.lt.s32 %p1, %r13, %r20;",
    ];
    let shapes = [
        ([5, 2, 2], [32, 8, 1]),
        ([2, 3, 2], [64, 4, 1]),
        ([3, 2, 1], [48, 5, 1]),
        ([10, 1, 2], [16, 16, 1]),
        ([1, 2, 1], [96, 2, 1]),
    ];
    for (guard, shape) in guards.into_iter().flat_map(|guard| shapes.map(|shape| (guard, shape))) {
        compare(COLUMN, guard, shape);
    }
}

/// Blocks are joined only if a thread knows no more than its column, and if neighbours are as far apart as a
/// block is long.
#[test]
fn threads_that_know_their_block_keep_it() {
    let columns = [
        "shl.b32 %r1, %r4, 5; add.u32 %r1, %r1, %r2;",
        "mul.lo.u32 %r1, %r4, 32; add.u32 %r1, %r2, %r1;",
        "mul.lo.u32 %r1, %r4, 30; add.u32 %r1, %r2, %r1;",
        "add.u32 %r1, %r4, %r2;",
        "mad.lo.u32 %r1, %r4, %r3, %r2; sub.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r2;",
        "mad.lo.u32 %r1, %r4, %r3, %r2; add.u32 %r1, %r1, %r4;",
        "mad.lo.u32 %r1, %r4, %r3, %r2; mov.u32 %r21, %smid; shr.u32 %r21, %r21, 31; add.u32 %r1, %r1, %r21;",
    ];
    for column in columns {
        for guard in
            ["setp.lt.u32 %p1, %r1, %r20;", "setp.lt.u32 %p1, %r2, %r20;", "setp.eq.u32 %p1, %r4, 2;"]
        {
            for block in [[32, 8, 1], [16, 8, 1], [64, 2, 1]] {
                compare(column, guard, ([4, 2, 2], block));
            }
        }
    }
}

/// An unmapped page stops the block that reads it.
#[test]
fn page_faults_name_one_of_joined_blocks() {
    // All rows are one.
    let text = neighbours(COLUMN, "setp.ge.s32 %p1, %r1, 1;")
        .replace(&format!("+{}]", 4 * PITCH), "]")
        .replace(&format!("%r12, {PITCH}, %r1"), "%r12, 0, %r1");
    let module = Module::parse(&text).expect("a module");
    for (mode, last) in [Mode::Quick, Mode::Vector].into_iter().flat_map(|m| [40, 100, 250].map(|n| (m, n))) {
        let mut device = Device::new();
        let out = device.place("out", &vec![0; 4 * WORDS as usize]);
        let heap = device.window.heap();
        let end = (heap.start + (heap.end - heap.start) / 2).next_multiple_of(1 << 21);
        device.window.commit(end - 4096..end).expect("memory");
        // The word to the right of column `last` of the first row is not there.
        let pointers = [end - 4 * (last + 1), out].into_iter().flat_map(u64::to_le_bytes);
        let params: Vec<u8> = pointers.chain([0; 4]).collect();
        let kernel = kernel(&module, "k", mode).expect("a kernel");
        let geometry = Geometry::new([9, 1, 1], [32, 2, 1]);
        let ran = device.run(&kernel, geometry, &params, 0, &Arc::from([]));
        let Err(Fault { kind, block, .. }) = ran else { panic!("{mode:?}: no fault") };
        assert!(matches!(kind, FaultKind::IllegalAddress { write: false, bytes: 4, .. }), "{kind:?}");
        assert_eq!(block, [last as u32 / 32, 0, 0], "{mode:?}");
    }
}
