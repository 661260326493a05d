//! Instruction forms of `testdata/gpu/sweep`: compiled code leaves an H200's bits, for every sixth form,
//! thread by thread and in strips. `SWEEP=all` runs all forms in all modes.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;
use testdata::sweep::{self, Probe};

const THREADS: u32 = sweep::THREADS as u32;

fn run(device: &mut Device, probe: &Probe, mode: Mode) -> Result<(), String> {
    let module = Module::parse(&probe.module).map_err(|e| e.to_string())?;
    let kernel = kernel(&module, "k", mode)?;
    device.bytes("output").fill(testdata::mma::FILL);
    let mut params = device.address("input").to_le_bytes().to_vec();
    params.extend(device.address("output").to_le_bytes());
    let vars = Arc::from(Vec::new());
    let geometry = Geometry::new([1, 1, 1], [THREADS, 1, 1]);
    device
        .run(&kernel, geometry, &params, 0, &vars)
        .map_err(|f| format!("{} ({mode:?}): {f}", probe.text))?;
    probe.check(device.bytes("output")).map_err(|e| format!("{e} ({mode:?})"))
}

#[test]
fn forms_that_only_compute_leave_an_h200s_bits() {
    let table = testdata::root().join("../ptx/src/isa.tsv");
    let table = std::fs::read_to_string(table).expect("the table of forms");
    let mut device = Device::new();
    device.place("input", &sweep::inputs());
    device.place("output", &vec![0; Probe::output(sweep::THREADS)]);
    let all = std::env::var_os("SWEEP").is_some();
    let modes: &[Mode] =
        if all { &[Mode::Vector, Mode::Scalar, Mode::Quick] } else { &[Mode::Vector, Mode::Quick] };
    let mut wrong = Vec::new();
    for probe in sweep::probes(&table).iter().step_by(if all { 1 } else { 6 }) {
        wrong.extend(modes.iter().filter_map(|&mode| run(&mut device, probe, mode).err()));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
