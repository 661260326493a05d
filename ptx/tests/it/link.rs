//! Linked modules: merged names, separate names, errors.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use hip_ptx::link::{LinkError, Unit, link};

const HEAD: &str = ".version 7.0\n.target sm_70\n.address_size 64\n";

const MAIN: &str = r#"
.file 1 "main.cu"
.file 2 "shared.h"
.extern .func (.param .b32 r) twice (.param .b32 x);
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v);
.extern .func never_called ();
.extern .global .align 4 .u32 counter;
.extern .shared .align 4 .b8 room[];
.global .align 1 .b8 $str[3] = {104, 105, 0};
.visible .global .align 8 .u64 table[2] = {hidden, counter};
.global .align 4 .u32 hidden = 7;
.weak .func (.param .b32 r) once (.param .b32 x)
{ .reg .b32 %r<2>; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; ret; }
.visible .entry main (.param .u64 out)
{
    .reg .b32 %r<4>; .reg .b64 %rd<4>;
    .loc 1 3 5
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [hidden];
    { .param .b32 p; .param .b32 q; st.param.b32 [p], %r1; call (q), twice, (p); ld.param.b32 %r2, [q]; }
    .loc 1 4 2
    .loc 2 9 1, function_name $L__info, inlined_at 1 4 2
    ld.global.u32 %r3, [counter];
    add.u32 %r2, %r2, %r3;
    mov.u64 %rd2, $str;
    st.shared.u32 [room], %r2;
    st.global.u32 [%rd1], %r2;
    ret;
}
"#;

const OTHER: &str = r#"
.file 1 "shared.h"
.extern .shared .align 16 .b8 room[];
.global .align 1 .b8 $str[2] = {97, 0};
.global .align 4 .u32 hidden = 100;
.visible .global .align 4 .u32 counter = 20;
.weak .func (.param .b32 r) once (.param .b32 x)
{ .reg .b32 %r<2>; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; ret; }
.visible .func (.param .b32 r) twice (.param .b32 x) // @twice
{
    .reg .b32 %r<4>;
    .loc 1 12 1
    ld.param.b32 %r1, [x];
    ld.global.u32 %r2, [hidden];
    mad.lo.u32 %r3, %r1, 2, %r2;
    st.param.b32 [r], %r3;
    ret;
}
"#;

fn linked(bodies: &[(&str, &str)]) -> Result<String, Vec<String>> {
    let texts: Vec<(&str, String)> =
        bodies.iter().map(|(name, body)| (*name, format!("{HEAD}{body}"))).collect();
    let units: Vec<Unit<'_>> = texts.iter().map(|(name, text)| Unit { name, text }).collect();
    link(&units).map_err(|all| all.iter().map(LinkError::to_string).collect())
}

#[test]
fn global_names_merge_and_local_names_stay_separate() {
    let text = linked(&[("main.o", MAIN), ("other.o", OTHER)]).unwrap();
    insta::assert_snapshot!(text);
    let module = Module::parse(&text).unwrap();
    let names: Vec<&str> = module.vars.iter().map(|var| var.name.as_str()).collect();
    assert_eq!(names, ["$str", "hidden", "counter", "table", "$str$u1", "hidden$u1"]);
    module.lower("main").unwrap();
}

/// Each module uses its own `hidden`, in either order: 2 × 7 + 100, and `counter`.
#[test]
fn linked_code_runs() {
    const BASE: u64 = 0x10_0000;
    for order in [[("main.o", MAIN), ("other.o", OTHER)], [("other.o", OTHER), ("main.o", MAIN)]] {
        let module = Module::parse(&linked(&order).unwrap()).unwrap();
        let function = module.lower("main").unwrap();
        // Variables follow the result, 16 bytes each.
        let mut memory = Arena { base: BASE, bytes: vec![0; 256] };
        let addresses: Vec<u64> = (1..=module.vars.len() as u64).map(|n| BASE + 16 * n).collect();
        for (var, address) in module.vars.iter().zip(&addresses) {
            let at = (address - BASE) as usize;
            memory.bytes[at..at + var.init.len()].copy_from_slice(&var.init);
        }
        let geometry = Geometry::new([1, 1, 1], [1, 1, 1]);
        run_grid(&function, geometry, &BASE.to_le_bytes(), 64, &addresses, &mut memory).unwrap();
        assert_eq!(memory.bytes[..4], 134u32.to_le_bytes());
    }
}

#[test]
fn a_module_alone_means_the_same() {
    for body in [OTHER, "\n.visible .entry k () { ret; }\n"] {
        let once = linked(&[("a.o", body)]).unwrap();
        let again = link(&[Unit { name: "a.o", text: &once }]).unwrap();
        assert_eq!(once, again);
    }
}

/// A kernel of another module, declared by clang as a function, and the device runtime, which no module
/// defines.
#[test]
fn kernels_of_other_modules_can_be_launched() {
    let parent = r"
.extern .func child (.param .b64 child_param_0, .param .b32 child_param_1);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2 (.param .b64 buffer, .param .b64 stream);
.visible .global .align 8 .u64 handle[1] = {child};
.visible .entry parent ()
{
    .reg .b64 %rd<2>;
    mov.u64 %rd1, child;
    { .param .b64 b; .param .b64 s; .param .b32 q; st.param.b64 [b], %rd1; st.param.b64 [s], %rd1;
      call (q), __cudaCDP2LaunchDeviceV2, (b, s); }
    ret;
}
";
    let child = ".visible .entry child (.param .u64 p, .param .u32 v) { ret; }\n";
    for order in [[("a.o", parent), ("b.o", child)], [("b.o", child), ("a.o", parent)]] {
        let module = Module::parse(&linked(&order).unwrap()).unwrap();
        module.lower("parent").unwrap();
        let handle = u64::from_le_bytes(module.vars[0].init[..8].try_into().unwrap());
        assert_eq!(module.kernel_at(handle), Some("child"));
        assert_eq!(
            [handle + 1, handle + 16, 0].map(|other| module.kernel_at(other).is_some_and(|k| k == "child")),
            [false; 3]
        );
    }
    // Functions take small integers in words.
    for small in ["u8", "u16"] {
        let child = format!(".visible .entry child (.param .u64 p, .param .{small} v) {{ ret; }}\n");
        linked(&[("a.o", parent), ("b.o", &child)]).unwrap();
    }
    let other = ".visible .entry child (.param .u64 p) { ret; }\n";
    let differs = linked(&[("a.o", parent), ("b.o", other)]).expect_err("linked");
    assert_eq!(
        differs[0],
        "'child' is a function () of (8, 4) bytes in 'a.o' and a kernel () of (8) bytes in 'b.o'"
    );
}

#[test]
fn mismatches_are_reported_by_name() {
    let refused = |bodies: &[(&str, &str)]| linked(bodies).expect_err("linked");
    let undefined = refused(&[("main.o", MAIN)]);
    assert_eq!(
        undefined,
        ["Undefined reference to 'counter' in 'main.o'", "Undefined reference to 'twice' in 'main.o'"]
    );
    let twice = refused(&[("a.o", OTHER), ("b.o", OTHER)]);
    assert_eq!(
        twice,
        [
            "Multiple definition of 'counter' in 'b.o', first defined in 'a.o'",
            "Multiple definition of 'twice' in 'b.o', first defined in 'a.o'"
        ]
    );
    let differs = refused(&[
        ("a.o", ".visible .global .align 4 .b8 x[12];\n"),
        ("b.o", ".extern .global .align 4 .b8 x[8];\n.visible .global .u64 p = x;\n"),
    ]);
    assert_eq!(
        differs,
        ["'x' is a global variable of 12 bytes in 'a.o' and a global variable of 8 bytes in 'b.o'"]
    );
    let malformed = refused(&[("a.o", OTHER), ("b.o", ".visible .globl .u32 x;\n")]);
    assert!(malformed[0].starts_with("b.o: ") && malformed[0].contains(".globl"), "{malformed:?}");
    assert_eq!(link(&[]).unwrap_err(), [LinkError::Empty]);
}

#[test]
fn of_weak_and_common_definitions_one_stays() {
    let text = linked(&[
        ("a.o", ".weak .global .u32 w = 1;\n.common .global .align 4 .b8 c[4];\n"),
        ("b.o", ".visible .global .u32 w = 2;\n.common .global .align 4 .b8 c[16];\n"),
        (
            "c.o",
            ".weak .global .u32 w = 3;\n.extern .global .align 4 .b8 c[];\n.visible .global .u64 p = c;\n",
        ),
    ])
    .unwrap();
    let module = Module::parse(&text).unwrap();
    let of = |name: &str| module.vars.iter().find(|var| var.name == name).map(|v| (v.size, v.init.clone()));
    assert_eq!(of("w"), Some((4, vec![2, 0, 0, 0])));
    assert_eq!(of("c").map(|c| c.0), Some(16));
    assert_eq!(module.vars.len(), 3);
}
