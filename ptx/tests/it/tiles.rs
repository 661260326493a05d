//! Masks of tiles that are known when code is made, and what only looks like them.

use hip_ptx::analysis::converge::Convergence;
use hip_ptx::analysis::regions::sync_at_end;
use hip_ptx::analysis::tiles::{self, Lanes};
use hip_ptx::analysis::uniform::{ShapeClass, Uniformity};
use hip_ptx::ir::{Function, Op};
use hip_ptx::{Module, pass};

/// Returns a kernel with a loop that votes with a mask, which some instructions leave in `%r1`.
fn kernel(mask: &str) -> Function {
    let text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<4>;\n\
        ld.param.u64 %rd1, [buffer]; mov.u32 %r10, %laneid; mov.u32 %r11, %tid.x; mov.u32 %r12, %tid.y;\n\
        mov.u32 %r2, 0;\n{mask}\nAGAIN:\nsetp.gt.u32 %p1, %r11, %r2;\nvote.sync.ballot.b32 %r3, %p1, %r1;\n\
        st.global.u32 [%rd1], %r3;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, 4;\n@%p2 bra AGAIN;\nret;\n}}\n"
    );
    let mut f = Module::parse(&text).expect("a module").lower("k").expect("a kernel");
    pass::run(&mut f).expect("passes");
    f
}

/// Returns the masks of the vote in blocks of one dimension and in others, and whether strips of 32 and of 16
/// lanes leave its loop together.
fn masks_and_unity(f: &Function) -> ([Option<tiles::Masks>; 2], [bool; 2]) {
    let vote = f
        .blocks()
        .filter_map(|b| sync_at_end(f, b))
        .find(|&id| matches!(f.inst(id).op, Op::Vote(_)))
        .expect("a vote");
    let flow = Convergence::new(f);
    let together = |width| {
        let uniformity = Uniformity::new(f, &flow, (ShapeClass::Linear, width));
        f.blocks().all(|b| !uniformity.is_divergent(b))
    };
    ([Lanes::InX, Lanes::Anywhere].map(|lanes| tiles::masks(f, lanes, vote)), [32, 16].map(together))
}

#[test]
fn masks_of_tiles_are_known() {
    let eights: tiles::Masks = std::array::from_fn(|lane| 0xff << (lane & !7));
    let halves = std::array::from_fn(|lane| 0xffff << (lane & 16));
    let odd = std::array::from_fn(|lane| 0x5555_5555 << (lane & 1));
    for (text, expected, is_in_x, together) in [
        ("mov.u32 %r1, -1;", [u32::MAX; 32], false, [true; 2]),
        ("and.b32 %r4, %r10, 24; shl.b32 %r1, 255, %r4;", eights, false, [true; 2]),
        ("and.b32 %r4, %r11, 24; shl.b32 %r1, 255, %r4;", eights, true, [true; 2]),
        ("shr.u32 %r4, %r10, 3; mul.lo.u32 %r4, %r4, 8; shl.b32 %r1, 255, %r4;", eights, false, [true; 2]),
        ("and.b32 %r4, %r10, 16; shl.b32 %r1, 65535, %r4;", halves, false, [true; 2]),
        // Strips of 16 lanes may come to it one after the other, and half of each would wait.
        ("and.b32 %r4, %r10, 1; shl.b32 %r1, 0x55555555, %r4;", odd, false, [true, false]),
    ] {
        let ([in_x, anywhere], is_together) = masks_and_unity(&kernel(text));
        assert_eq!(in_x, Some(expected), "{text}");
        assert_eq!(anywhere, (!is_in_x).then_some(expected), "{text}");
        assert_eq!(is_together, together, "{text}");
    }
}

#[test]
fn other_masks_are_not() {
    for text in [
        // Of some lanes only; of a tile that the lane is not in; of tiles that overlap; of a lane's own rest.
        "mov.u32 %r1, 255;",
        "and.b32 %r4, %r10, 24; xor.b32 %r4, %r4, 8; shl.b32 %r1, 255, %r4;",
        "and.b32 %r4, %r10, 24; shl.b32 %r1, 511, %r4;",
        "shl.b32 %r1, -1, %r10;",
        // By rows, which may have any length; by what the warp decides; by memory.
        "and.b32 %r4, %r12, 3; shl.b32 %r4, %r4, 3; shl.b32 %r1, 255, %r4;",
        "shr.u32 %r4, %r11, 5; and.b32 %r4, %r4, 3; shl.b32 %r4, %r4, 3; shl.b32 %r1, 255, %r4;",
        "ld.global.u32 %r1, [%rd1];",
    ] {
        assert_eq!(masks_and_unity(&kernel(text)).0, [None; 2], "{text}");
    }
}
