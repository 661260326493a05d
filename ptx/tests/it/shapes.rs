//! Kernels of shapes that no program has: they are lowered in time in proportion to their text, or refused.

use hip_ptx::{Module, pass};
use std::fmt::Write;
use testdata::shapes::nests;

fn lowered(text: &str) -> Result<(), String> {
    let mut f = Module::parse(text).expect("a module").lower("k").map_err(|e| e.to_string())?;
    pass::run(&mut f).map_err(|e| e.to_string())
}

#[test]
fn loops_are_nested_to_a_limit() {
    lowered(&nests(2, 128)).expect("a kernel");
    let refused = lowered(&nests(1, 129)).expect_err("a refusal");
    assert!(refused.contains("'k' has loops in more than 128 others"), "{refused}");
}

/// Blocks that each continue at any of them, and change one of so many registers.
fn switches(blocks: usize, registers: usize) -> String {
    let mut text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %i;\n\
         .reg .b32 %r<{registers}>;\nmov.u32 %i, %tid.x;\n"
    );
    let names: Vec<String> = (0..blocks).map(|n| format!("B{n}")).collect();
    writeln!(text, "T: .branchtargets {};", names.join(", ")).expect("text");
    for n in 0..blocks {
        let register = n % registers;
        write!(
            text,
            "B{n}: add.u32 %r{register}, %r{register}, %i;\nadd.u32 %i, %i, %r{register};\nbrx.idx %i, T;\n"
        )
        .expect("text");
    }
    text + "ret;\n}\n"
}

#[test]
fn values_at_the_targets_of_switches_are_limited() {
    lowered(&switches(60, 20)).expect("a kernel");
    let refused = lowered(&switches(400, 100)).expect_err("a refusal");
    assert!(refused.contains("'k' has more than 8388608 values at the edges"), "{refused}");
}
