//! Copies through tensor maps, interpreted, compared with results of an H200.

use crate::tensor_map::{bytes, map};
use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use hip_ptx::ir::Function;
use std::collections::BTreeMap;
use testdata::tensor::{self, BESIDE, GUARD, Trial};

const BASE: u64 = 0x7f00_0000_0000;

fn run(trial: &Trial, function: &Function) -> Result<(), String> {
    let (mut memory, tensor) = (trial.memory(), trial.memory().len());
    let place = |memory: &mut Vec<u8>, bytes: &[u8]| {
        memory.resize(memory.len().next_multiple_of(1024), 0);
        memory.extend_from_slice(bytes);
        BASE + (memory.len() - bytes.len()) as u64
    };
    let data = place(&mut memory, &trial.data());
    let answer = place(&mut memory, &[0; 2048]);
    let at = BASE + GUARD as u64;
    let params = trial.params(&bytes(trial, at), [at, data, answer, answer + 1024]);
    let blocks = trial.blocks();
    let cluster = (blocks > 1).then_some([blocks, 1, 1]);
    let geometry = Geometry { cluster, ..Geometry::new([blocks, 1, 1], [128, 1, 1]) };
    let mut device = Arena { base: BASE, bytes: memory };
    let shared = trial.bytes() as u32 + BESIDE;
    let run = run_grid(function, geometry, &params, shared, &[], &mut device);
    let run = run.map(|_| ()).map_err(|fault| fault.kind.cuda_error());
    let part = |address: u64, len: usize| &device.bytes[(address - BASE) as usize..][..len];
    let done = part(answer, 1)[0].into();
    trial.check(run, done, &device.bytes[..tensor], part(data, trial.data().len()))
}

#[test]
fn every_copy_is_the_gpu_s() {
    let module = Module::parse(&tensor::kernels()).unwrap();
    let mut kernels = BTreeMap::new();
    let trials = tensor::trials();
    let mut wrong = Vec::new();
    for trial in &trials {
        let function =
            kernels.entry(trial.kernel()).or_insert_with(|| module.lower(&trial.kernel()).unwrap());
        wrong.extend(run(trial, function).err());
    }
    assert!(wrong.is_empty(), "{} of {} fail:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

/// Arguments that the driver accepts. Null pointers are tested in the runtime.
#[test]
fn maps_are_made_and_refused_as_the_driver_does() {
    let mut seen = [0; 2];
    for trial in tensor::codes().iter().filter(|trial| !trial.has("null")) {
        let made = map(trial, 0x1000 + trial.number("base") as u64);
        let made = made.and_then(|mut map| match trial.has("address") {
            true => hip_ptx::tensor::encode::move_to(&mut map, 0x1000 + trial.number("address") as u64),
            false => Ok(()),
        });
        let code = if made.is_ok() { "0" } else { "1" };
        assert_eq!(code, trial.code(), "{}: {made:?}", trial.line);
        seen[usize::from(made.is_err())] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}
