//! Shuffles with constant source lanes: compiled code does them itself where whole warps run, the driver
//! elsewhere, with the same results.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::fmt::Write as _;
use std::sync::Arc;

const BLOCKS: u32 = 3;
/// Operand `b`, and `c` by segment: the last lane of segments of 32, 8 and 2 lanes (their first for `up`).
const LANES: [u32; 9] = [0, 1, 2, 3, 4, 6, 16, 21, 31];
const SEGMENTS: [u32; 3] = [0, 0x1800, 0x1e00];

/// Returns a kernel in which each thread passes a word through all shuffles of a mode, and adds up the
/// results and their predicates. With `some`, threads above that index end before.
fn text(mode: &str, some: Option<u32>) -> String {
    let clamp = if mode == "up" { 0 } else { 31 };
    let mut body = String::new();
    for (n, (b, segment)) in LANES.iter().flat_map(|b| SEGMENTS.map(|s| (b, s))).enumerate() {
        let c = segment | clamp;
        // Every third has no predicate, every fourth passes a barrier of the warp.
        let told = if n % 3 == 0 { "" } else { "|%p1" };
        writeln!(body, "shfl.sync.{mode}.b32 %r3{told}, %r2, {b}, {c}, -1; mad.lo.u32 %r2, %r3, 3, %r2;")
            .expect("a string takes all");
        if n % 3 != 0 {
            body.push_str("selp.u32 %r4, 1000003, 17, %p1; add.u32 %r2, %r2, %r4;\n");
        }
        if n % 4 == 0 {
            body.push_str("bar.warp.sync -1;\n");
        }
    }
    // Of four warps whole ones remain, of two a part.
    let some = match some {
        Some(most) => format!("setp.gt.u32 %p2, %r1, {most}; @%p2 exit;"),
        None => String::new(),
    };
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<9>;\n\
         ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r5, %tid.y; mov.u32 %r6, %ntid.x;\n\
         mad.lo.u32 %r1, %r5, %r6, %r1; mov.u32 %r7, %ctaid.x; mad.lo.u32 %r7, %r7, 128, %r1;\n\
         mul.lo.u32 %r2, %r7, 2654435761; {some}\n{body}\
         mul.wide.u32 %rd2, %r7, 4; add.u64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r2; ret;\n}}\n"
    )
}

fn left(text: &str, block: [u32; 3], mode: Mode) -> Vec<u8> {
    let module = Module::parse(text).expect("a kernel");
    let mut device = Device::new();
    let base = device.place("out", &[0; 128 * 4 * BLOCKS as usize]);
    let kernel = kernel(&module, "k", mode).expect("a kernel that lowers");
    let geometry = Geometry::new([BLOCKS, 1, 1], block);
    device.run(&kernel, geometry, &base.to_le_bytes(), 0, &Arc::from([])).expect("no fault");
    device.check_guards().expect("stores inside the buffers");
    device.bytes("out").to_vec()
}

#[test]
fn constant_shuffles_equal_the_drivers() {
    for mode in ["up", "down", "bfly", "idx"] {
        for (block, some) in [
            ([64, 1, 1], None),
            ([64, 1, 1], Some(49)),
            ([128, 1, 1], None),
            ([128, 1, 1], Some(63)),
            ([100, 1, 1], None),
            ([16, 4, 1], None),
            ([8, 8, 1], None),
            ([12, 4, 1], None),
        ] {
            let text = text(mode, some);
            let want = left(&text, block, Mode::Scalar);
            assert!(want == left(&text, block, Mode::Vector), "{mode} {block:?} {some:?}");
        }
    }
}

#[test]
fn a_word_goes_down_a_warp() {
    // A single case by hand: lane n gets lane n + 5's word, the last five keep their own.
    let body = "shfl.sync.down.b32 %r2, %r1, 5, 31, -1;";
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .b32 %r<9>; .reg .b64 %rd<9>; ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; {body}\n\
         mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r2; ret;\n}}\n"
    );
    let words: Vec<u8> =
        (0..64_u32).map(|n| if n % 32 < 27 { n + 5 } else { n }).flat_map(u32::to_le_bytes).collect();
    for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
        assert!(left(&text, [64, 1, 1], mode)[..256] == words, "{mode:?}");
    }
}

#[test]
fn tiles_of_half_a_warp_have_strips_of_their_size() {
    let path = testdata::root().join("ptx/differential/tiles_of_halves.ptx");
    let text = std::fs::read_to_string(path).expect("a kernel");
    let module = Module::parse(&text).expect("PTX");
    let kernel = kernel(&module, "k", Mode::Vector).expect("a kernel that lowers");
    assert_eq!(kernel.compile([88, 1, 1]).expect("code").width(), 16);
}
