//! Blocks of several rows: addresses and guards that step from row to row, wrap, or leave the buffer in some
//! row; tiles in shared memory; loops that all threads leave together. Strips do what single threads do.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const WORDS: u32 = 4096;

/// Block shapes: rows of one strip and of several, a single row, planes of several layers, short rows.
const SHAPES: [[u32; 3]; 8] =
    [[16, 16, 1], [32, 8, 1], [48, 5, 1], [16, 2, 1], [64, 1, 1], [16, 4, 2], [24, 3, 1], [8, 8, 1]];

/// Each thread adds what it has summed of a tile to `buffer[row * pitch + column]`, for `row = y + first_row`
/// and `column = x`, where `guard` lets it.
#[derive(Clone, Copy, Debug)]
struct Tiled {
    first_row: u32,
    pitch: u32,
    /// Test of `%r10`, the row, and `%r1`, the column, against limits: sets `%p1`.
    guard: &'static str,
    limit: u32,
    /// Widening of the 32-bit index.
    sign: char,
    iterations: u32,
}

impl Tiled {
    fn text(&self) -> String {
        let Tiled { first_row, pitch, guard, limit, sign, iterations } = *self;
        format!(
            ".version 8.6\n.target sm_90\n.address_size 64\n\
            .visible .entry k(.param .u64 buffer, .param .u32 limit, .param .u32 trips)\n{{\n\
            .reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n\
            .shared .align 4 .b8 tile[8192];\n\
            ld.param.u64 %rd1, [buffer]; ld.param.u32 %r20, [limit]; ld.param.u32 %r21, [trips];\n\
            mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ntid.x; mov.u32 %r30, %tid.z;\n\
            add.u32 %r10, %r2, {first_row}; mov.u32 %r22, {limit}; add.u32 %r22, %r22, %r20;\n\
            mad.lo.u32 %r11, %r10, {pitch}, %r1;\n\
            mul.wide.{sign}32 %rd2, %r11, 4; add.s64 %rd3, %rd1, %rd2;\n\
            mov.u32 %r5, tile; mul.lo.u32 %r6, %r2, %r3; add.u32 %r6, %r6, %r1; shl.b32 %r6, %r6, 2;\n\
            add.u32 %r7, %r5, %r6; shl.b32 %r8, %r1, 2; add.u32 %r8, %r5, %r8;\n\
            mov.u32 %r15, 0; mov.u32 %r16, 0;\n\
            AGAIN:\n\
            mad.lo.u32 %r12, %r2, 1000, %r1; add.u32 %r12, %r12, %r15; st.shared.u32 [%r7], %r12;\n\
            bar.sync 0;\n\
            ld.shared.u32 %r13, [%r8]; ld.shared.u32 %r14, [%r7]; add.u32 %r16, %r16, %r13;\n\
            shl.b32 %r16, %r16, 1; add.u32 %r16, %r16, %r14;\n\
            bar.sync 0;\n\
            add.u32 %r15, %r15, 1; add.u32 %r23, %r21, {iterations}; setp.lt.u32 %p2, %r15, %r23;\n\
            @%p2 bra AGAIN;\n\
            setp.ne.u32 %p3, %r30, 0; @%p3 bra DONE;\n\
            {guard}\n@!%p1 bra DONE;\n\
            ld.global.u32 %r17, [%rd3]; add.u32 %r17, %r17, %r16; st.global.u32 [%rd3], %r17;\n\
            DONE:\nret;\n}}\n"
        )
    }

    /// Returns the buffer, or the message of the fault without the thread.
    fn run(&self, block: [u32; 3], mode: Mode) -> Result<Vec<u8>, String> {
        let module = Module::parse(&self.text()).expect("a module");
        let mut device = Device::new();
        let bytes: Vec<u8> = (0..WORDS).flat_map(|n| (7 * n).to_le_bytes()).collect();
        let base = device.place("buffer", &bytes);
        let mut params = base.to_le_bytes().to_vec();
        params.extend([0; 8]);
        let kernel = kernel(&module, "k", mode)?;
        let ran = device.run(&kernel, Geometry::new([3, 1, 1], block), &params, 0, &Arc::from(Vec::new()));
        device.check_guards()?;
        match ran {
            Ok(()) => Ok(device.bytes("buffer").to_vec()),
            Err(fault) => Err(format!("{:?}", std::mem::discriminant(&fault.kind))),
        }
    }
}

#[test]
fn planes_of_strips_do_what_threads_do() {
    let all = "setp.eq.u32 %p1, %r1, %r1;";
    let rows = "setp.lt.u32 %p1, %r10, %r22;";
    let signed = "setp.lt.s32 %p1, %r10, %r22;";
    let both = "setp.lt.u32 %p1, %r10, %r22; setp.lt.and.u32 %p1, %r1, 20, %p1;";
    let one = "setp.eq.u32 %p1, %r10, %r22;";
    let not = "setp.ne.u32 %p1, %r10, %r22;";
    let unsigned =
        |first_row, pitch, guard, limit| Tiled { first_row, pitch, guard, limit, sign: 'u', iterations: 3 };
    let cases = [
        unsigned(0, 64, all, 0),
        unsigned(5, 48, rows, 9),
        unsigned(0, 64, rows, 100),
        unsigned(2, 64, both, 12),
        unsigned(1, 64, one, 3),
        unsigned(1, 64, not, 3),
        // The row wraps, and with it the guard.
        unsigned(u32::MAX - 2, 64, rows, 9),
        Tiled { sign: 's', ..unsigned(0x7fff_fffe, 0, signed, 0x7fff_ffff) },
        // The index wraps from row to row.
        unsigned(0, 1 << 30, rows, 4),
        Tiled { sign: 's', ..unsigned(1, 0x4000_0010, all, 0) },
        unsigned(0, u32::MAX - 63, rows, 1),
        // Rows leave the buffer, the last ones or those between.
        unsigned(60, 64, all, 0),
        unsigned(0, 0x2000_0000, all, 0),
        Tiled { iterations: 1, ..unsigned(3, 64, rows, 7) },
    ];
    for (case, shape) in cases.into_iter().flat_map(|case| SHAPES.map(|shape| (case, shape))) {
        let expected = case.run(shape, Mode::Quick);
        let got = case.run(shape, Mode::Vector);
        assert!(got == expected, "{case:?}, {shape:?}: {:?}, not {:?}", got.err(), expected.err());
    }
}

/// Returns a kernel of threads that add three neighbours in one buffer, words of `word`, and store the sum
/// in another one, where `guard` lets them: it sets `%p1` from `%r10`, the row, and `%r1`, the column.
fn bordered(guard: &str, word: &str) -> String {
    let (float, bytes) = if word == "f64" { ("%fd", 8) } else { ("%f", 4) };
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
        .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 limit)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<24>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n\
        ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r20, [limit];\n\
        mov.u32 %r2, %tid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ctaid.x; mad.lo.u32 %r1, %r4, %r3, %r2;\n\
        mov.u32 %r10, %tid.y; {guard}\n@!%p1 bra DONE;\n\
        mad.lo.u32 %r11, %r10, 256, %r1; mul.wide.s32 %rd3, %r11, {bytes};\n\
        add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n\
        ld.global.{word} {float}1, [%rd4+-{bytes}]; ld.global.{word} {float}2, [%rd4+{bytes}];\n\
        ld.global.{word} {float}3, [%rd4+{below}]; add.{word} {float}4, {float}1, {float}2;\n\
        add.{word} {float}4, {float}4, {float}3; st.global.{word} [%rd5], {float}4;\n\
        DONE:\nret;\n}}\n",
        below = 256 * bytes,
    )
}

/// Threads at borders are idle, in all rows of a block alike or not.
#[test]
fn planes_with_idle_borders_do_what_threads_do() {
    let guards = [
        "setp.ge.s32 %p1, %r1, 1; sub.s32 %r12, %r20, 1; setp.lt.and.s32 %p1, %r1, %r12, %p1;",
        "setp.lt.u32 %p1, %r1, %r20;",
        "setp.ge.s32 %p1, %r1, 1; setp.ge.and.s32 %p1, %r10, 1, %p1; setp.lt.and.s32 %p1, %r10, 6, %p1;",
        "setp.ge.s32 %p1, %r1, %r10;",
        "add.u32 %r12, %r1, %r10; setp.lt.s32 %p1, %r12, %r20;",
        "setp.eq.s32 %p1, %r1, 5;",
        "sub.u32 %r12, %r1, 3; setp.lt.u32 %p1, %r12, %r20;",
        // Bounds that rise and fall: they are equal in the first and the last row.
        "sub.s32 %r12, 7, %r10; setp.ge.s32 %p1, %r1, %r10; setp.ge.and.s32 %p1, %r1, %r12, %p1;",
    ];
    let shapes = [[32, 8, 1], [64, 8, 1], [48, 5, 1], [16, 16, 1], [96, 2, 1]];
    for (guard, word) in guards.into_iter().flat_map(|guard| [(guard, "f32"), (guard, "f64")]) {
        let text = bordered(guard, word);
        let module = Module::parse(&text).expect("a module");
        for (shape, limit) in shapes.into_iter().flat_map(|shape| [40u32, 70, 1000].map(|n| (shape, n))) {
            let [expected, got] = [Mode::Quick, Mode::Vector].map(|mode| {
                let mut device = Device::new();
                let numbers = |n: u32| match word {
                    "f64" => f64::from(n % 1000).to_le_bytes().to_vec(),
                    _ => (n as f32).to_le_bytes().to_vec(),
                };
                let bytes: Vec<u8> = (0..5120).flat_map(numbers).collect();
                let buffers = ["in", "out"].map(|name| device.place(name, &bytes));
                // The first row begins within the buffers.
                let mut params: Vec<u8> = buffers.iter().flat_map(|at| (at + 64).to_le_bytes()).collect();
                params.extend(limit.to_le_bytes());
                let kernel = kernel(&module, "k", mode).expect("a kernel");
                let geometry = Geometry::new([2, 1, 1], shape);
                device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("no fault");
                device.check_guards().expect("no stray write");
                device.bytes("out").to_vec()
            });
            assert!(got == expected, "{guard} {word}, {shape:?}, limit {limit}");
        }
    }
}
