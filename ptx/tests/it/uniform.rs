//! Values that threads of a strip have in common, if they number themselves by row and column.

use hip_ptx::analysis::converge::Convergence;
use hip_ptx::analysis::uniform::{Class, ShapeClass, Uniformity};
use hip_ptx::ir::{Op, Space, Value};
use hip_ptx::{Module, pass};

const WIDTH: u32 = 32;

/// A kernel that loads three words: at the number of a thread's row of 64, at its place in that, and at its
/// number over eight, in the block of threads `y * ntid.x + x`.
const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 buffer)
{
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	ld.param.u64 %rd1, [buffer];
	mov.u32 %r1, %tid.y;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.u32 %r4, %r1, %r2, %r3;
	cvt.u64.u32 %rd2, %r4;
	shr.u64 %rd3, %rd2, 6;
	shl.b64 %rd3, %rd3, 2;
	add.s64 %rd3, %rd3, %rd1;
	ld.global.u32 %r5, [%rd3];
	and.b64 %rd4, %rd2, 63;
	shl.b64 %rd4, %rd4, 2;
	add.s64 %rd4, %rd4, %rd1;
	ld.global.u32 %r6, [%rd4];
	shr.u64 %rd5, %rd2, 3;
	shl.b64 %rd5, %rd5, 2;
	add.s64 %rd5, %rd5, %rd1;
	ld.global.u32 %r7, [%rd5];
	add.u32 %r5, %r5, %r6;
	add.u32 %r5, %r5, %r7;
	st.global.u32 [%rd1], %r5;
	ret;
}
";

#[test]
fn rows_of_threads_have_their_number_in_common() {
    let mut f = Module::parse(TEXT).expect("a module").lower("k").expect("a kernel");
    pass::run(&mut f).expect("passes");
    let flow = Convergence::new(&f);
    let classes = |block: [u32; 3]| -> Vec<Class> {
        let uniformity = Uniformity::new(&f, &flow, (ShapeClass::new(block, WIDTH), WIDTH));
        let insts = f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| f.inst(id));
        let loads = insts.filter(|inst| matches!(inst.op, Op::Load { space, .. } if space != Space::Param));
        let addresses: Vec<Value> = loads.map(|inst| inst.args[0]).collect();
        addresses.into_iter().map(|v| uniformity.class(v)).collect()
    };
    let apart = Class::Affine { stride: 4, widened: false };
    let known = [Class::Uniform, apart, Class::Varying];
    for block in [[64, 1, 1], [100, 1, 1], [32, 8, 1], [64, 2, 2]] {
        assert_eq!(classes(block), known, "{block:?}");
    }
    assert_eq!(classes([16, 16, 1]), [Class::Varying; 3]);
}

/// Returns whether strips diverge where a loop ends by what a shuffle gives.
fn diverges(shuffle: &str) -> bool {
    let text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
        .reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<4>;\n\
        ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, 0;\nAGAIN:\n\
        add.u32 %r3, %r3, %r1;\nshfl.sync.{shuffle};\nst.global.u32 [%rd1], %r4;\n\
        setp.lt.u32 %p2, %r4, 90;\n@%p2 bra AGAIN;\nret;\n}}\n"
    );
    let mut f = Module::parse(&text).expect("a module").lower("k").expect("a kernel");
    pass::run(&mut f).expect("passes");
    let uniformity = Uniformity::new(&f, &Convergence::new(&f), (ShapeClass::Linear, WIDTH));
    f.blocks().any(|b| uniformity.is_divergent(b))
}

#[test]
fn one_lane_gives_the_same_to_all() {
    assert!(!diverges("idx.b32 %r4, %r3, 5, 31, -1"));
    assert!(!diverges("idx.b32 %r4, %r3, %r2, 31, -1"));
    for shuffle in [
        // From a lane of each tile, from one that each lane names, from a neighbour.
        "idx.b32 %r4, %r3, 5, 0x181f, -1",
        "idx.b32 %r4, %r3, %r1, 31, -1",
        "idx.b32 %r4, %r3, 5, 3, -1",
        "down.b32 %r4, %r3, 1, 31, -1",
    ] {
        assert!(diverges(shuffle), "{shuffle}");
    }
}
