//! Warp operations in strips of whole warps: shuffles, votes and reductions by all lanes, in straight code,
//! in loops, under divergent branches, in blocks that end within a warp, and after lanes have ended. Strips
//! do what single threads do.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const WORDS: usize = 1024;

/// Returns a kernel that adds what `body` leaves in `%r9` to each thread's word. `%r1` is the thread, `%r2`
/// its word, `%r3` the lane.
fn text(body: &str) -> String {
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 buffer, .param .u32 three)\n{{\n\
        .reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n\
        .shared .align 16 .b8 words[1024];\n\
        ld.param.u64 %rd1, [buffer]; ld.param.u32 %r20, [three];\n\
        mov.u32 %r0, %ntid.x; mov.u32 %r4, %tid.y; mov.u32 %r5, %tid.x; mad.lo.u32 %r1, %r4, %r0, %r5;\n\
        mov.u32 %r6, %ctaid.x; mad.lo.u32 %r1, %r6, 300, %r1; mul.wide.u32 %rd2, %r1, 4;\n\
        add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3]; mov.u32 %r3, %laneid; mov.u32 %r9, 0;\n\
        {body}\n\
        add.u32 %r2, %r2, %r9; st.global.u32 [%rd3], %r2;\nDONE:\nret;\n}}\n"
    )
}

fn run(body: &str, block: [u32; 3], mode: Mode) -> Result<Vec<u8>, String> {
    let module = Module::parse(&text(body)).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    let bytes: Vec<u8> = (0..WORDS as u32).flat_map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
    let mut params = device.place("buffer", &bytes).to_le_bytes().to_vec();
    params.extend(3u32.to_le_bytes());
    let kernel = kernel(&module, "k", mode)?;
    let geometry = Geometry::new([3, 1, 1], block);
    device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).map_err(|fault| fault.to_string())?;
    device.check_guards()?;
    Ok(device.bytes("buffer").to_vec())
}

/// A sum of a warp by shuffles, as compilers unroll it.
fn sum(mode: &str) -> String {
    let step = |distance: u32| {
        format!(
            "shfl.sync.{mode}.b32 %r10|%p1, %r9, {distance}, 0x1f, 0xffffffff; add.u32 %r9, %r9, %r10;\
            selp.u32 %r11, {distance}, 0, %p1; add.u32 %r9, %r9, %r11;\n"
        )
    };
    format!("mov.u32 %r9, %r2;\n{}", [16, 8, 4, 2, 1].map(step).concat())
}

#[test]
fn exchanges_in_strips_do_what_threads_do() {
    let all = "0xffffffff";
    let [down, up, across] = ["down", "up", "bfly"].map(sum);
    let votes = format!(
        "and.b32 %r10, %r2, 12; setp.eq.u32 %p1, %r10, 8; vote.sync.ballot.b32 %r11, %p1, {all};\
        vote.sync.any.pred %p2, %p1, {all}; vote.sync.all.pred %p3, %p1, {all}; vote.sync.uni.pred %p4, %p1, {all};\
        selp.u32 %r12, 1, 0, %p2; selp.u32 %r13, 2, 0, %p3; selp.u32 %r14, 4, 0, %p4; add.u32 %r9, %r11, %r12;\
        add.u32 %r9, %r9, %r13; add.u32 %r9, %r9, %r14; bar.warp.sync {all}; popc.b32 %r15, %r11; add.u32 %r9, %r9, %r15;"
    );
    let reduced: String =
        ["add.u32", "min.s32", "max.s32", "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32"]
            .map(|op| {
                format!("redux.sync.{op} %r10, %r2, {all}; xor.b32 %r9, %r9, %r10; shl.b32 %r9, %r9, 1;\n")
            })
            .concat();
    let floats = "cvt.rn.f32.u32 %f1, %r2; mov.f32 %f2, 0f00000000; div.rn.f32 %f3, %f2, %f2; setp.gt.f32 %p1, %f1, 0f4F000000;\
        selp.f32 %f1, %f3, %f1, %p1; mov.b32 %r10, %f1; add.f32 %f1, %f1, %f1; mov.b32 %r16, %f1;\
        shfl.sync.bfly.b32 %r11, %r16, 3, 0x1f, 0xffffffff; mov.b32 %f4, %r11; add.f32 %f1, %f1, %f4; mov.b32 %r9, %f1;";
    let looped = format!(
        "mov.u32 %r15, 0;\nAGAIN:\nadd.u32 %r9, %r9, %r2; shfl.sync.down.b32 %r10, %r9, 5, 0x1f, {all};\
        xor.b32 %r9, %r9, %r10; add.u32 %r15, %r15, 1; setp.lt.u32 %p1, %r15, %r20; @%p1 bra AGAIN;"
    );
    let own = format!(
        "mov.u32 %r15, 0; and.b32 %r16, %r1, 32; shr.u32 %r16, %r16, 4; add.u32 %r16, %r16, 1;\nAGAIN:\n\
        add.u32 %r9, %r9, %r2; shfl.sync.up.b32 %r10, %r9, 1, 0, {all}; xor.b32 %r9, %r9, %r10;\
        add.u32 %r15, %r15, 1; setp.lt.u32 %p1, %r15, %r16; @%p1 bra AGAIN;"
    );
    let first_warp = format!(
        "{down} setp.eq.u32 %p5, %r3, 0; shr.u32 %r12, %r1, 5; and.b32 %r12, %r12, 31; mov.u32 %r13, words;\
        shl.b32 %r12, %r12, 2; add.u32 %r13, %r13, %r12; @!%p5 bra PAST; st.shared.u32 [%r13], %r9;\nPAST:\nbar.sync 0;\n\
        setp.lt.u32 %p6, %r5, 32; @!%p6 bra DONE; mov.u32 %r14, words; shl.b32 %r16, %r3, 2; add.u32 %r14, %r14, %r16;\
        ld.shared.u32 %r9, [%r14]; shfl.sync.bfly.b32 %r10, %r9, 4, 0x1f, {all}; add.u32 %r9, %r9, %r10;\
        shfl.sync.bfly.b32 %r10, %r9, 1, 0x1f, {all}; add.u32 %r9, %r9, %r10;"
    );
    let ended = format!("setp.eq.u32 %p5, %r5, 7; @%p5 bra DONE; bar.sync 0; {reduced}");
    let few = [4, 12, 16, 20, 28].map(|count| {
        format!(
            "{up} bar.sync 0; setp.ge.u32 %p5, %r5, {count}; @%p5 bra DONE; cvt.u64.u32 %rd4, %r9;\
            mul.lo.u64 %rd5, %rd4, %rd4; shr.u64 %rd5, %rd5, 7; cvt.u32.u64 %r9, %rd5;"
        )
    });
    let apart = format!(
        "and.b32 %r12, %r1, 1; setp.eq.u32 %p5, %r12, 0; @%p5 bra EVEN; add.u32 %r2, %r2, 3;\nEVEN:\n{across}"
    );
    let by_warp = [
        "shr.u32 %r12, %r5, 5;",
        "and.b32 %r12, %r5, 0x3e0; shr.u32 %r12, %r12, 5;",
        "div.u32 %r12, %r5, 32;",
        "add.u32 %r12, %r5, 64; shr.s32 %r12, %r12, 5; sub.u32 %r12, %r12, 2;",
        "shl.b32 %r12, %r6, 7; or.b32 %r12, %r12, %r5; shr.u32 %r12, %r12, 5; and.b32 %r12, %r12, 3;",
        "shr.u32 %r12, %r5, 3; and.b32 %r12, %r12, 0x1ffffffc; shr.u32 %r12, %r12, 2;",
        "rem.u32 %r12, %r5, 64; shr.u32 %r12, %r12, 5;",
        "cvt.u64.u32 %rd4, %r5; shr.u64 %rd4, %rd4, 5; cvt.u32.u64 %r12, %rd4;",
    ]
    .map(|number| {
        format!(
            "{number} setp.ne.u32 %p5, %r12, 1; @%p5 bra PAST; {up} and.b32 %r13, %r5, 31; and.b32 %r14, %r5, 0x3e0;\
            mad.lo.u32 %r14, %r4, %r0, %r14; add.u32 %r13, %r13, %r14; shl.b32 %r13, %r13, 2; mov.u32 %r14, words;\
            add.u32 %r14, %r14, %r13; st.shared.u32 [%r14], %r9; bar.warp.sync {all};\
            xor.b32 %r14, %r14, 12; ld.shared.u32 %r15, [%r14]; xor.b32 %r9, %r9, %r15;\nPAST:\nbar.sync 0;"
        )
    });
    let bodies = [down, up, across, votes, reduced, floats.into(), looped, own, first_warp, ended, apart];
    let bodies = bodies.into_iter().chain(few).chain(by_warp).collect::<Vec<String>>();
    let shapes =
        [[256, 1, 1], [32, 1, 1], [64, 4, 1], [96, 1, 1], [128, 2, 1], [40, 1, 1], [16, 4, 1], [20, 3, 1]];
    for (body, shape) in bodies.iter().flat_map(|body| shapes.map(|shape| (body, shape))) {
        compare(body, shape);
    }
}

fn compare(body: &str, shape: [u32; 3]) {
    let expected = run(body, shape, Mode::Quick);
    let got = run(body, shape, Mode::Vector);
    assert!(got == expected, "{shape:?}: {:?}, not {:?}: {body}", got.err(), expected.err());
}

/// Operations of matrices, where strips do them themselves and where they cannot: in straight code and loops,
/// in one warp only, with lanes that have ended or hold no row, and with rows out of bounds.
#[test]
fn matrices_in_strips_do_what_threads_do() {
    // Halves of all exponents, then of those without infinities and NaN.
    let fill = |mask: &str| {
        format!(
            "mad.lo.u32 %r21, %r4, %r0, %r5; shl.b32 %r12, %r21, 2; mov.u32 %r13, words; add.u32 %r12, %r12, %r13;\
            and.b32 %r14, %r2, {mask}; st.shared.u32 [%r12], %r14; bar.sync 0;\
            mad.lo.u32 %r12, %r3, 7, %r20; and.b32 %r12, %r12, 31; shl.b32 %r12, %r12, 4; add.u32 %r12, %r12, %r13;\
            mov.f32 %f1, 0f3F800000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;\n"
        )
    };
    let [special, plain] = ["0xffffffff", "0xbbffbbff"].map(fill);
    let load = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r22, %r23, %r24, %r25}, [%r12];\
        ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r26, %r27}, [%r12+256];\n";
    let across = "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r22, %r23, %r24, %r25}, [%r12+128];\
        ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r26, %r27}, [%r12];\n";
    let multiply = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r22, %r23, %r24, %r25},\
        {%r26, %r27}, {%f1, %f2, %f3, %f4};\n";
    let halves = "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r28, %r29}, {%r22, %r23}, {%r26}, {%r24, %r25};\
        mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r30, %r31, %r32, %r33}, {%r22, %r23, %r24, %r25},\
        {%r26, %r27}, {%r28, %r29, %r24, 5}; xor.b32 %r9, %r28, %r29; add.u32 %r9, %r9, %r31; xor.b32 %r9, %r9, %r33;\n";
    // Sums that two operations add to, one after the other, and A's registers as sums.
    let forked = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f5, %f6, %f7, %f8}, {%r22, %r23, %r24, %r25},\
        {%r26, %r27}, {%f1, %f2, %f3, %f4};\
        mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r22, %r23, %r24, %r25},\
        {%r27, %r26}, {%f5, %f6, %f7, %f8};\
        mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f5, %f6, %f7, %f8}, {%r24, %r25, %r22, %r23},\
        {%r26, %r27}, {%f5, %f6, %f7, %f8};\
        mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r30, %r31, %r32, %r33}, {%r22, %r23, %r24, %r25},\
        {%r26, %r27}, {%r22, %r23, %r24, %r25};\
        mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r30, %r31, %r32, %r33}, {%r22, %r23, %r24, %r25},\
        {%r26, %r27}, {%r30, %r31, %r32, %r33};\
        add.f32 %f1, %f1, %f6; sub.f32 %f3, %f3, %f8; mov.b32 %r10, %f5; add.u32 %r9, %r10, %r30;\
        mov.b32 %r10, %f7; xor.b32 %r9, %r9, %r10; add.u32 %r9, %r9, %r32; xor.b32 %r9, %r9, %r23;\n";
    let sum = "mov.b32 %r10, %f1; xor.b32 %r9, %r9, %r10; mov.b32 %r10, %f2; add.u32 %r9, %r9, %r10;\
        mov.b32 %r10, %f3; xor.b32 %r9, %r9, %r10; mov.b32 %r10, %f4; add.u32 %r9, %r9, %r10;\n";
    let looped = format!(
        "mov.u32 %r15, 0;\nAGAIN:\n{load}{multiply} add.u32 %r12, %r12, 16; add.u32 %r15, %r15, 1;\
        setp.lt.u32 %p1, %r15, %r20; @%p1 bra AGAIN;\n"
    );
    let one_warp =
        |work: &str| format!("shr.u32 %r34, %r5, 5; setp.ne.u32 %p5, %r34, 1; @%p5 bra PAST; {work}PAST:\n");
    let after_end = "setp.eq.u32 %p5, %r5, 7; @%p5 bra DONE;\n";
    // Eight lanes hold rows.
    let eight = "setp.lt.u32 %p5, %r3, 8; selp.u32 %r12, %r12, 0xfffffff1, %p5;\
        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r9}, [%r12];\n";
    let outside = "setp.eq.u32 %p5, %r3, 13; selp.u32 %r12, 0x10000, %r12, %p5;\n";
    let odd = "add.u32 %r12, %r12, 4;\n";
    let bodies = [
        format!("{special}{load}{multiply}{multiply}{sum}"),
        format!("{plain}{load}{multiply}{across}{multiply}{sum}"),
        format!("{plain}{load}{halves}"),
        format!("{plain}{load}{forked}{sum}"),
        format!("{plain}{after_end}{load}{forked}{sum}"),
        format!("{special}{load}{multiply}{forked}{sum}"),
        format!("{special}{across}{halves}"),
        format!("{plain}{looped}{sum}"),
        format!("{plain}{}{sum}", one_warp(&format!("{load}{multiply}"))),
        format!("{plain}{after_end}{load}{multiply}{sum}"),
        format!("{special}{after_end}{across}{multiply}{sum}"),
        format!("{plain}{eight}"),
        format!("{plain}{outside}{load}{multiply}{sum}"),
        format!("{plain}{odd}{load}{multiply}{sum}"),
    ];
    let shapes = [[256, 1, 1], [32, 1, 1], [64, 4, 1], [96, 1, 1], [40, 1, 1], [16, 4, 1]];
    for (body, shape) in bodies.iter().flat_map(|body| shapes.map(|shape| (body, shape))) {
        compare(body, shape);
    }
}
