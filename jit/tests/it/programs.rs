//! Short instruction sequences of `testdata/gpu/sweep/programs.tsv`, every twelfth: compiled code leaves an
//! H200's bits. `SWEEP=all` runs all in all modes; `PROGRAMS` names another file of them.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use testdata::sweep::{self, Program};

fn run(device: &mut Device, program: &Program, mode: Mode) -> Result<(), String> {
    let told = |e: &dyn std::fmt::Display| format!("{} ({mode:?}): {e}", program.body);
    let module = Module::parse(&program.module()).map_err(|e| told(&e))?;
    let kernel = kernel(&module, "k", mode).map_err(|e| told(&e))?;
    device.bytes("output").fill(sweep::FILL);
    let vars = device.place_variables(&module)?;
    let params = Program::params(device.address("input"), device.address("output"));
    let geometry = Geometry::new([1, 1, 1], [sweep::THREADS as u32, 1, 1]);
    device.run(&kernel, geometry, &params, 0, &vars).map_err(|f| told(&f))?;
    program.check(device.bytes("output")).map_err(|e| format!("{e} ({mode:?})"))
}

#[test]
fn programs_leave_an_h200s_bits() {
    let file = std::env::var_os("PROGRAMS").map(std::path::PathBuf::from);
    let mut device = Device::new();
    device.place("input", &sweep::inputs());
    device.place("output", &vec![0; Program::OUTPUT]);
    let all = std::env::var_os("SWEEP").is_some();
    let modes: &[Mode] =
        if all { &[Mode::Vector, Mode::Scalar, Mode::Quick] } else { &[Mode::Vector, Mode::Quick] };
    let mut wrong = Vec::new();
    for program in sweep::programs(file.as_deref()).iter().step_by(if all { 1 } else { 12 }) {
        wrong.extend(modes.iter().filter_map(|&mode| run(&mut device, program, mode).err()));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
