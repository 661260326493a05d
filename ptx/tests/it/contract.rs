//! Fusion of products and sums without a rounding modifier.

use hip_ptx::Module;

/// Returns the number of fused operations that a kernel's body becomes.
fn fused(target: &str, body: &str) -> usize {
    let text = format!(
        ".version 7.0\n.target {target}\n.address_size 64\n\
         .visible .entry k(.param .u64 p) {{\n.reg .f32 %f<9>;\n.reg .b64 %q<2>;\nld.param.u64 %q0, [p];\n\
         ld.global.f32 %f0, [%q0];\nld.global.f32 %f1, [%q0+4];\nld.global.f32 %f2, [%q0+8];\n{body}\n\
         st.global.f32 [%q0+16], %f5;\nret;\n}}\n"
    );
    let function = Module::parse(&text).and_then(|module| module.lower("k")).expect("a kernel");
    function.to_string().matches("fma").count()
}

#[test]
fn products_are_fused_with_sums_where_neither_has_a_rounding_modifier() {
    for (body, count) in [
        ("mul.f32 %f3, %f0, %f1; add.f32 %f5, %f3, %f2;", 1),
        ("mul.f32 %f3, %f0, %f1; sub.f32 %f5, %f2, %f3;", 1),
        ("mul.rn.f32 %f3, %f0, %f1; add.f32 %f5, %f3, %f2;", 0),
        ("mul.f32 %f3, %f0, %f1; add.rn.f32 %f5, %f3, %f2;", 0),
        ("mul.ftz.f32 %f3, %f0, %f1; add.f32 %f5, %f3, %f2;", 0),
        // A product with another use stays.
        ("mul.f32 %f3, %f0, %f1; add.f32 %f4, %f3, %f2; mul.rn.f32 %f5, %f3, %f4;", 0),
        // Of two products one is fused.
        ("mul.f32 %f3, %f0, %f1; mul.f32 %f4, %f1, %f2; sub.f32 %f5, %f3, %f4;", 1),
    ] {
        assert_eq!(fused("sm_80", body), count, "{body}");
        assert_eq!(fused("sm_80, debug", body), 0, "{body}");
    }
}
