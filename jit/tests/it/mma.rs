//! Matrix instructions of every form, compiled, compared with an H200's results.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use testdata::mma::{self, FILL, Trial};

fn run(trial: &Trial, mode: Mode) -> Result<(), String> {
    let name = &trial.name;
    let module = Module::parse(&trial.ptx).map_err(|e| format!("{name}: {e}"))?;
    let kernel = kernel(&module, "k", mode).map_err(|e| format!("{name}: {e}"))?;
    let mut device = Device::new();
    let operands = device.place("operands", &trial.operands);
    let results = device.place("results", &vec![FILL; trial.expected.len()]);
    let params: Vec<u8> = [operands, results].iter().flat_map(|a| a.to_le_bytes()).collect();
    let geometry = Geometry::new([1, 1, 1], [32, 1, 1]);
    let vars = device.place_variables(&module)?;
    device.run(&kernel, geometry, &params, 0, &vars).map_err(|e| format!("{name}: {e}"))?;
    device.check_guards()?;
    trial.check(device.bytes("results"))
}

/// Runs every fifth trial: the interpreter runs all, and only the transfer of registers differs here.
fn check(mode: Mode) {
    let trials: Vec<Trial> = mma::trials().into_iter().step_by(5).collect();
    let wrong: Vec<String> = trials.iter().filter_map(|trial| run(trial, mode).err()).collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

#[test]
fn quickly_made_code_gives_what_the_gpu_gave() {
    check(Mode::Quick);
}

#[test]
fn scalar_code_gives_what_the_gpu_gave() {
    check(Mode::Scalar);
}

#[test]
fn strips_give_what_the_gpu_gave() {
    check(Mode::Vector);
}
