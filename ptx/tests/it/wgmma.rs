//! Multiplications of warpgroups, interpreted, compared with results of an H200.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use hip_ptx::ir::Function;
use std::collections::BTreeMap;
use testdata::wgmma::{self, Trial};

const BASE: u64 = 0x7f00_0000_0000;

fn run(trial: &Trial, function: &Function) -> Result<(), String> {
    let mut arena = Arena { base: BASE, bytes: trial.operands() };
    let results = arena.bytes.len().next_multiple_of(256);
    arena.bytes.resize(results + trial.bytes(), 0);
    let geometry = Geometry::new([1, 1, 1], [128, 1, 1]);
    let params = trial.params(BASE, BASE + results as u64);
    let run = run_grid(function, geometry, &params, 0, &[], &mut arena);
    trial.check(run.map(|()| &arena.bytes[results..]).map_err(|fault| fault.kind.cuda_error().unwrap_or(0)))
}

#[test]
fn every_trial_gives_what_the_gpu_gave() {
    let module = Module::parse(&wgmma::kernels(&wgmma::forms())).unwrap();
    let mut kernels = BTreeMap::new();
    let trials = wgmma::trials();
    let mut wrong = Vec::new();
    for trial in &trials {
        let name = &trial.form().name;
        let function = kernels.entry(name.clone()).or_insert_with(|| module.lower(name).unwrap());
        wrong.extend(run(trial, function).err());
    }
    assert!(wrong.is_empty(), "{} of {} fail:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}
