//! Small kernels of `testdata/ptx/run`: compiled code of both modes leaves the expected memory.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use testdata::small::{self, Small};

fn run(case: &Small, mode: Mode) -> Result<(), String> {
    let module = Module::parse(&case.text).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    let base = device.place("buffer", &case.bytes());
    let kernel = kernel(&module, "k", mode)?;
    let geometry = Geometry { cluster: case.cluster, ..Geometry::new(case.grid, case.block) };
    let geometry = geometry.for_kernel(&kernel.function().attributes, 16).map_err(|e| e.to_string())?;
    let vars = device.place_variables(&module)?;
    device.run(&kernel, geometry, &base.to_le_bytes(), 0, &vars).map_err(|e| e.to_string())?;
    device.check_guards()?;
    case.difference(device.bytes("buffer")).map_or(Ok(()), Err)
}

#[test]
fn small_kernels_leave_what_they_must() {
    let mut wrong = Vec::new();
    for case in small::all() {
        for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
            wrong.extend(run(&case, mode).err().map(|e| format!("{} ({mode:?}): {e}", case.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
