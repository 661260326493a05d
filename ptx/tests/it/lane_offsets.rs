//! Addresses in shared memory at constant distances from lane to lane.

use hip_ptx::Module;
use hip_ptx::analysis::lane_offsets::LaneOffsets;
use hip_ptx::ir::{Function, InstId, Op, Space};

fn kernel(body: &str) -> Function {
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 n) {{\n\
         .reg .b32 %r<20>;\n.reg .b64 %d<4>;\n.reg .pred %q<4>;\n.shared .align 16 .b8 tile[4096];\n\
         mov.u32 %r0, %tid.x;\nmov.u32 %r1, %tid.y;\nld.param.u32 %r2, [n];\nmov.u32 %r3, tile;\n\
         {body}\nret;\n}}\n"
    );
    let module = Module::parse(&ptx).unwrap_or_else(|e| panic!("{e}"));
    let mut f = module.lower("k").unwrap_or_else(|e| panic!("{e}"));
    hip_ptx::pass::run(&mut f).unwrap_or_else(|e| panic!("{e}"));
    f
}

/// Returns the offsets of each store to shared memory, in order.
fn stores(f: &Function, block: [u32; 3]) -> Vec<Option<Vec<u32>>> {
    let offsets = LaneOffsets::new(f);
    let insts = f.blocks().flat_map(|block| f.block(block).insts.clone());
    let stores = insts.filter(|&id| matches!(f.inst(id).op, Op::Store { space: Space::Shared, .. }));
    let of = |id: InstId| {
        let found = offsets.offsets(id).map(|found| found.of_threads(block));
        assert_eq!(offsets.is_traced(f, id), found.is_none());
        found
    };
    stores.map(of).collect()
}

#[test]
fn an_index_of_the_thread_and_a_common_one_have_constant_distances() {
    let f = kernel(
        "mul.lo.u32 %r4, %r1, 64;\nadd.u32 %r4, %r3, %r4;\nmov.u32 %r5, 0;\n\
         again:\nst.shared.b32 [%r4+8], %r5;\nadd.u32 %r4, %r4, 4;\nadd.u32 %r5, %r5, 1;\n\
         setp.lt.u32 %q0, %r5, %r2;\n@%q0 bra again;\n\
         mov.u32 %r6, %ntid.x;\nmad.lo.u32 %r7, %r1, %r6, %r0;\nand.b32 %r7, %r7, 5;\n\
         shl.b32 %r8, %r7, 2;\nsub.u32 %r9, %r3, %r8;\nst.shared.b32 [%r9], %r5;",
    );
    let [rows, mixed] = &stores(&f, [2, 3, 1])[..] else { panic!("two stores") };
    assert_eq!(rows.as_deref(), Some(&[0, 0, 64, 64, 128, 128][..]));
    let number = |n: u32| 0u32.wrapping_sub(4 * (n & 5));
    assert_eq!(mixed.as_deref(), Some(&[0, 1, 2, 3, 4, 5].map(number)[..]));
}

#[test]
fn lanes_in_different_iterations_and_loaded_indices_have_not() {
    // Lanes leave the loop one after the other; a lane's own iteration is in its address.
    let after = kernel(
        "mov.u32 %r4, %r3;\nmov.u32 %r5, 0;\n\
         again:\nadd.u32 %r4, %r4, 4;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %q0, %r5, %r0;\n@%q0 bra again;\n\
         st.shared.b32 [%r4], %r5;",
    );
    assert_eq!(stores(&after, [32, 1, 1]), [None]);
    let loaded = kernel(
        "ld.param.u64 %d0, [p];\nmul.wide.u32 %d1, %r0, 4;\nadd.u64 %d0, %d0, %d1;\nld.global.u32 %r4, [%d0];\n\
         shl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r3, %r4;\nst.shared.b32 [%r4], %r0;",
    );
    assert_eq!(stores(&loaded, [32, 1, 1]), [None]);
    // Whether lanes' bytes share words depends on where the first is.
    let bytes = kernel("add.u32 %r4, %r3, %r2;\nadd.u32 %r4, %r4, %r0;\nst.shared.b8 [%r4], %r0;");
    assert_eq!(stores(&bytes, [32, 1, 1]), [None]);
    let chosen = kernel(
        "and.b32 %r4, %r0, 1;\nsetp.eq.u32 %q0, %r4, 0;\nmov.u32 %r5, %r3;\n@%q0 bra other;\n\
         add.u32 %r5, %r3, %r2;\nother:\nst.shared.b32 [%r5], %r0;",
    );
    assert_eq!(stores(&chosen, [32, 1, 1]), [None]);
}
