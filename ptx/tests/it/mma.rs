//! Matrix instructions of every form, interpreted, compared with results of an H200.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::mma::{self, FILL, Trial};

const BASE: u64 = 0x7f00_0000_0000;

fn run(trial: &Trial) -> Result<(), String> {
    let name = &trial.name;
    let module = Module::parse(&trial.ptx).map_err(|e| format!("{name}: {e}"))?;
    let function = module.lower("k").map_err(|e| format!("{name}: {e}"))?;
    let mut arena = Arena { base: BASE, bytes: trial.operands.clone() };
    let results = arena.bytes.len().next_multiple_of(256);
    arena.bytes.resize(results + trial.expected.len(), FILL);
    let mut params = BASE.to_le_bytes().to_vec();
    params.extend((BASE + results as u64).to_le_bytes());
    let geometry = Geometry::new([1, 1, 1], [32, 1, 1]);
    run_grid(&function, geometry, &params, 0, &[], &mut arena).map_err(|e| format!("{name}: {e}"))?;
    trial.check(&arena.bytes[results..])
}

#[test]
fn every_form_gives_what_the_gpu_gave() {
    let trials = mma::trials();
    let wrong: Vec<String> = trials.iter().filter_map(|trial| run(trial).err()).collect();
    assert!(wrong.is_empty(), "{} of {} fail:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}
