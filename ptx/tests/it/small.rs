//! `testdata/ptx/run`: small kernels leave what they must, before and after the passes.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::small::{self, Small};

const BASE: u64 = 0x10_0000;

fn run(case: &Small, passes: bool) -> Result<(), String> {
    let module = Module::parse(&case.text).map_err(|e| e.to_string())?;
    let mut function = module.lower("k").map_err(|e| e.to_string())?;
    if passes {
        hip_ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
    }
    let mut memory = Arena { base: BASE, bytes: case.bytes() };
    let geometry = Geometry { cluster: case.cluster, ..Geometry::new(case.grid, case.block) };
    let geometry = geometry.for_kernel(&function.attributes, 16).map_err(|e| e.to_string())?;
    run_grid(&function, geometry, &BASE.to_le_bytes(), 0, &[], &mut memory).map_err(|e| e.to_string())?;
    case.difference(&memory.bytes).map_or(Ok(()), Err)
}

#[test]
fn small_kernels_leave_what_they_must() {
    let mut wrong = Vec::new();
    for case in small::all() {
        for passes in [false, true] {
            wrong.extend(run(&case, passes).err().map(|e| format!("{} (passes: {passes}): {e}", case.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
