//! `testdata/ptx/run`: small kernels with expected results, before and after the passes.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::small::{self, Small};

pub(super) const BASE: u64 = 0x10_0000;

/// Allocates a module's variables after the buffer and applies the relocations of their initialisers.
pub(super) fn place_variables(module: &Module, memory: &mut Arena) -> Vec<u64> {
    let mut addresses = Vec::new();
    for var in &module.vars {
        let at = memory.bytes.len().next_multiple_of((var.align as usize).max(16));
        memory.bytes.resize(at, 0);
        memory.bytes.extend(&var.init);
        memory.bytes.resize(at + var.size as usize, 0);
        addresses.push(BASE + at as u64);
    }
    for (var, address) in module.vars.iter().zip(&addresses) {
        for r in &var.relocations {
            let value = addresses[r.target.index()].wrapping_add_signed(r.addend) >> r.shift;
            let at = (address - BASE + r.offset) as usize;
            memory.bytes[at..at + r.bytes as usize].copy_from_slice(&value.to_le_bytes()[..r.bytes as usize]);
        }
    }
    addresses
}

fn run(case: &Small, passes: bool) -> Result<(), String> {
    let module = Module::parse(&case.text).map_err(|e| e.to_string())?;
    let mut function = module.lower("k").map_err(|e| e.to_string())?;
    if passes {
        hip_ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
    }
    let mut memory = Arena { base: BASE, bytes: case.bytes() };
    let vars = place_variables(&module, &mut memory);
    let geometry = Geometry { cluster: case.cluster, ..Geometry::new(case.grid, case.block) };
    let geometry = geometry.for_kernel(&function.attributes, 16).map_err(|e| e.to_string())?;
    run_grid(&function, geometry, &BASE.to_le_bytes(), 0, &vars, &mut memory).map_err(|e| e.to_string())?;
    case.difference(&memory.bytes[..case.bytes().len()]).map_or(Ok(()), Err)
}

#[test]
fn small_kernels_have_the_expected_results() {
    let mut wrong = Vec::new();
    for case in small::all() {
        for passes in [false, true] {
            wrong.extend(run(&case, passes).err().map(|e| format!("{} (passes: {passes}): {e}", case.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
