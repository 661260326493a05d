//! Snapshots of the IR of small kernels, one for each kind of statement.

use hip_ptx::Module;
use hip_ptx::ir::print;

/// Returns the IR of a kernel with this body, preceded by the declarations `before`.
fn ir(before: &str, body: &str) -> String {
    let text = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n{before}\n\
         .visible .entry k(.param .u64 p, .param .u32 n)\n{{\n\
         .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %d<9>;\n\
         ld.param.u64 %d0, [p]; ld.param.u32 %r0, [n];\n{body}\n}}\n"
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    print::function(&module.lower("k").unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn guards_become_selects_or_branches() {
    insta::assert_snapshot!(ir(
        "",
        "setp.ne.u32 %p1, %r0, 0;\n@!%p1 add.u32 %r0, %r0, 5;\n@%p1 st.global.u32 [%d0+4], %r0;\nret;"
    ));
}

#[test]
fn a_loop_has_parameters_for_changing_values_only() {
    insta::assert_snapshot!(ir(
        "",
        "mov.u32 %r1, 0;\nmov.f32 %f1, 0f00000000;\n\
         L:\ncvt.rn.f32.u32 %f2, %r1;\nadd.f32 %f1, %f1, %f2;\nadd.u32 %r1, %r1, 1;\n\
         setp.lt.u32 %p1, %r1, %r0;\n@%p1 bra L;\nst.global.f32 [%d0], %f1;\nret;"
    ));
}

#[test]
fn a_call_is_inlined_and_its_scalars_stay_values() {
    let callee = ".func (.param .b32 out) pick(.param .b32 a, .param .align 8 .b8 s[16])\n{\n\
        .reg .pred %p; .reg .b32 %r<3>;\nld.param.b32 %r0, [a];\nld.param.b32 %r1, [s+8];\n\
        setp.eq.u32 %p, %r0, 0;\n@%p bra Z;\nst.param.b32 [out], %r1;\nret;\nZ: st.param.b32 [out], %r0;\nret;\n}";
    insta::assert_snapshot!(ir(
        callee,
        "{\n.param .b32 x;\nst.param.b32 [x], %r0;\n.param .align 8 .b8 y[16];\nst.param.b64 [y+8], %d0;\n\
         .param .b32 z;\ncall (z), pick, (x, y);\nld.param.b32 %r2, [z];\n}\nst.global.u32 [%d0], %r2;\nret;"
    ));
}

#[test]
fn a_carry_is_a_value() {
    insta::assert_snapshot!(ir(
        "",
        "add.cc.u32 %r1, %r0, %r0;\naddc.cc.u32 %r2, %r0, 1;\nsubc.u32 %r3, %r2, %r1;\n\
         st.global.v2.u32 [%d0], {%r1, %r3};\nret;"
    ));
}

#[test]
fn variables_have_places() {
    insta::assert_snapshot!(ir(
        ".shared .align 4 .b8 a[6];\n.shared .align 8 .b8 b[8];\n.extern .shared .align 16 .b8 dyn[];\n\
         .shared .b8 unused[100];\n.global .u32 g[4];\n.const .f32 c = 1.5;",
        ".local .align 8 .b8 depot[12];\nld.shared.u32 %r1, [b+4];\nmov.u32 %r2, dyn;\n\
         st.shared.u8 [%r2+-1], %r1;\nmov.u64 %d1, depot;\nst.local.u32 [%d1+8], %r1;\nld.shared.u8 %r3, [a];\n\
         atom.global.add.u32 %r4, [g+8], %r3;\nld.const.f32 %f1, [c];\nst.global.f32 [%d0], %f1;\nret;"
    ));
}

#[test]
fn a_table_of_branches_is_a_switch() {
    insta::assert_snapshot!(ir(
        "",
        "T: .branchtargets A, B, A;\nbrx.idx %r0, T;\nA: mov.b32 {%h1, %h2}, %r0;\nmov.b32 %r1, {%h2, %h1};\n\
         st.global.u32 [%d0], %r1;\nret;\nB: trap;"
    ));
}
