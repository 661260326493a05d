//! Every program recorded on a GPU, compiled: bit for bit, or within the recorded rule.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use ptx::system::Channel;
use std::collections::BTreeMap;
use testdata::golden::{self, Buffer, Case, Expect};

fn run(case: &Case, variant: &str, mode: Mode) -> Result<(), String> {
    let text = case.ptx(variant);
    let module = Module::parse(&text).map_err(|e| format!("refused: {e}"))?;
    let mut device = Device::new();
    let vars = device.place_variables(&module)?;
    for buffer in &case.buffers {
        device.place(&buffer.name, &buffer.initial());
    }
    for global in &case.globals {
        let bytes = global.initial();
        device.bytes(&format!("module {}", global.name))[..bytes.len()].copy_from_slice(&bytes);
    }
    let mut kernels = BTreeMap::new();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    for launch in &case.launches {
        if !kernels.contains_key(&launch.kernel) {
            kernels.insert(launch.kernel.clone(), kernel(&module, &launch.kernel, mode)?);
        }
        let params = launch.params(|name| device.address(name));
        let geometry = Geometry::new(launch.grid, launch.block);
        let end = device.run(&kernels[&launch.kernel], geometry, &params, launch.shared, &vars);
        let said = device.host.take();
        out.extend(said(Channel::Out));
        err.extend(said(Channel::Err));
        if let Err(fault) = end {
            let want = case.recorded[variant].error_code;
            return match case.expect {
                Expect::Fault if fault.kind.cuda_error() == want => case.check_said(variant, &out, &err),
                _ => Err(fault.to_string()),
            };
        }
    }
    if case.expect == Expect::Fault {
        return Err("ran through".into());
    }
    device.check_guards()?;
    case.check_said(variant, &out, &err)?;
    let mut outputs: Vec<(String, &Buffer)> = case.buffers.iter().map(|b| (b.name.clone(), b)).collect();
    outputs.extend(case.globals.iter().map(|b| (format!("module {}", b.name), b)));
    for (place, buffer) in outputs {
        if let Some((rule, want)) = case.expected(buffer, variant) {
            let got = &device.bytes(&place)[..want.len()];
            rule.check(buffer.elem, got, &want).map_err(|e| format!("`{}`: {e}", buffer.name))?;
        }
    }
    Ok(())
}

fn check(mode: Mode) {
    let mut wrong = Vec::new();
    let mut right = 0;
    for case in golden::cases() {
        for variant in case.variants() {
            match run(&case, variant, mode) {
                Ok(()) => right += 1,
                Err(e) => wrong.push(format!("{} {variant}: {e}", case.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{right} are right, these are not:\n{}", wrong.join("\n"));
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
