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
        // A product vanishes or stays.
        ("mul.f32 %f3, %f0, %f1; add.f32 %f4, %f3, %f2; mul.rn.f32 %f5, %f3, %f4;", 0),
        ("mul.f32 %f3, %f0, %f1; add.f32 %f4, %f3, %f2; sub.f32 %f5, %f4, %f3;", 2),
        ("mul.f32 %f3, %f0, %f1; add.f32 %f5, %f3, %f3;", 0),
        ("mul.f32 %f3, %f0, %f1; neg.f32 %f4, %f3; add.f32 %f5, %f4, %f2;", 1),
        // Of two products one is fused.
        ("mul.f32 %f3, %f0, %f1; mul.f32 %f4, %f1, %f2; sub.f32 %f5, %f3, %f4;", 1),
        // A quotient ends in a product, unless it is correctly rounded.
        ("div.approx.f32 %f3, %f0, %f1; add.f32 %f5, %f3, %f2;", 1),
        ("div.full.ftz.f32 %f3, %f0, %f1; add.ftz.f32 %f5, %f3, %f2;", 1),
        ("div.rn.f32 %f3, %f0, %f1; add.f32 %f5, %f3, %f2;", 0),
        // A rounded quotient in between has branches; only factors without a register pass them.
        ("mul.f32 %f3, %f0, %f1; div.rn.f32 %f4, %f0, %f2; add.f32 %f5, %f3, %f4;", 0),
        ("mul.f32 %f3, %f0, 0f3C23D70A; div.rn.f32 %f4, %f0, %f2; add.f32 %f5, %f3, %f4;", 1),
    ] {
        assert_eq!(fused("sm_80", body), count, "{body}");
        assert_eq!(fused("sm_80, debug", body), 0, "{body}");
    }
}

/// Returns the bits of the last operation's operands after lowering, as text.
fn lowered(body: &str) -> String {
    let text = format!(
        ".version 7.0\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 p) {{\n.reg .f32 %f<9>;\n.reg .b64 %q<2>;\nld.param.u64 %q0, [p];\n\
         ld.global.f32 %f0, [%q0];\n{body}\nst.global.f32 [%q0+16], %f5;\nret;\n}}\n"
    );
    Module::parse(&text).and_then(|module| module.lower("k")).expect("a kernel").to_string()
}

#[test]
fn functions_of_constants_are_rounded_results() {
    // 1 / sqrt(32) and 1 / 3, and what the special function unit computes itself.
    for (body, has, lacks) in [
        ("rsqrt.approx.ftz.f32 %f5, 0f42000000;", "3e3504f3", "rsqrt"),
        ("div.approx.ftz.f32 %f5, %f0, 0f40400000;", "3eaaaaab", "div"),
        ("tanh.approx.f32 %f5, 0f40400000;", "tanh", "3f7ebbe9"),
        ("ex2.approx.f32 %f5, 0fC3480000;", "ex2", "none"),
    ] {
        let text = lowered(body).to_lowercase();
        assert!(text.contains(has) && !text.contains(lacks), "{body}: {text}");
    }
}

#[test]
fn callers_and_functions_are_not_fused() {
    let module = ".version 7.0\n.target sm_80\n.address_size 64\n\
        .func (.reg .f32 %r) twice(.reg .f32 %x) { add.f32 %r, %x, %x; ret; }\n\
        .visible .entry k(.param .u64 p) {\n.reg .f32 %f<9>;\n.reg .b64 %q<2>;\nld.param.u64 %q0, [p];\n\
        ld.global.f32 %f0, [%q0];\nmul.f32 %f1, %f0, %f0;\ncall (%f2), twice, (%f0);\n\
        add.f32 %f3, %f1, %f2;\nst.global.f32 [%q0+16], %f3;\nret;\n}\n";
    let function = Module::parse(module).and_then(|module| module.lower("k")).expect("a kernel");
    assert_eq!(function.to_string().matches("fma").count(), 0, "{function}");
}
