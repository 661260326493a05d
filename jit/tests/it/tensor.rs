//! Tensor-map copies, compiled, compared with an H200's results.

use crate::host::{Device, kernel};
use crate::tensor_map::bytes;
use hip_jit::{Kernel, Mode};
use ptx::Module;
use ptx::exec::Geometry;
use std::collections::BTreeMap;
use std::sync::Arc;
use testdata::tensor::{self, BESIDE, GUARD, Trial};

fn run(trial: &Trial, kernel: &Arc<Kernel>) -> Result<(), String> {
    let mut device = Device::new();
    let tensor = device.place("tensor", &trial.memory()) + GUARD as u64;
    let data = device.place("data", &trial.data());
    let answer = device.place("answer", &[0; 16]);
    let scratch = device.place("scratch", &[0; 256]).next_multiple_of(128);
    let params = trial.params(&bytes(trial, tensor), [tensor, data, answer, scratch]);
    let blocks = trial.blocks();
    let cluster = (blocks > 1).then_some([blocks, 1, 1]);
    let geometry = Geometry { cluster, ..Geometry::new([blocks, 1, 1], [128, 1, 1]) };
    let shared = trial.bytes() as u32 + BESIDE;
    let run = device.run(kernel, geometry, &params, shared, &Arc::from([]));
    device.check_guards()?;
    let run = run.map_err(|fault| fault.kind.cuda_error());
    let done = device.bytes("answer")[0].into();
    let memory = device.bytes("tensor").to_vec();
    trial.check(run, done, &memory, device.bytes("data"))
}

/// Runs every `nth` copy: the interpreter, which does the copying itself, runs all.
fn check(mode: Mode, nth: usize) {
    let module = Module::parse(&tensor::kernels()).unwrap();
    let mut kernels = BTreeMap::new();
    let mut wrong = Vec::new();
    for trial in tensor::trials().iter().step_by(nth) {
        let kernel =
            kernels.entry(trial.kernel()).or_insert_with(|| kernel(&module, &trial.kernel(), mode).unwrap());
        wrong.extend(run(trial, kernel).err());
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn scalar_code_copies_as_the_gpu() {
    check(Mode::Scalar, 2);
}

#[test]
fn strips_copy_as_the_gpu() {
    check(Mode::Vector, 3);
}
