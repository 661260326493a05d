//! Warpgroup multiplications, compiled, compared with an H200's results.

use crate::host::{Device, kernel};
use hip_jit::{Kernel, Mode};
use ptx::Module;
use ptx::exec::Geometry;
use std::collections::BTreeMap;
use std::sync::Arc;
use testdata::wgmma::{self, Trial};

fn run(trial: &Trial, kernel: &Arc<Kernel>) -> Result<(), String> {
    let mut device = Device::new();
    let operands = device.place("operands", &trial.operands());
    let results = device.place("results", &vec![0; trial.bytes()]);
    let geometry = Geometry::new([1, 1, 1], [128, 1, 1]);
    let run = device.run(kernel, geometry, &trial.params(operands, results), 0, &Arc::from(Vec::new()));
    device.check_guards()?;
    trial.check(run.map(|()| &*device.bytes("results")).map_err(|fault| fault.kind.cuda_error().unwrap_or(0)))
}

/// Runs every `step`th trial from `from` on.
fn check(mode: Mode, from: usize, step: usize) {
    let module = Module::parse(&wgmma::kernels(&wgmma::forms())).unwrap();
    let mut kernels = BTreeMap::new();
    let trials: Vec<Trial> = wgmma::trials().into_iter().skip(from).step_by(step).collect();
    let mut wrong = Vec::new();
    for trial in &trials {
        let name = &trial.form().name;
        let kernel = kernels.entry(name.clone()).or_insert_with(|| kernel(&module, name, mode).unwrap());
        wrong.extend(run(trial, kernel).err());
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

#[test]
fn quickly_made_code_gives_what_the_gpu_gave() {
    check(Mode::Quick, 0, 2);
}

#[test]
fn scalar_code_gives_what_the_gpu_gave() {
    check(Mode::Scalar, 1, 10);
}

#[test]
fn strips_give_what_the_gpu_gave() {
    check(Mode::Vector, 1, 2);
}
