//! Every program recorded on a GPU, compiled: bit for bit, or within the recorded rule.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::{FaultKind, Geometry};
use std::collections::BTreeMap;
use testdata::golden::{self, Buffer, Case, Expect};

/// CUDA's number of a fault.
fn code(kind: FaultKind) -> Option<u32> {
    match kind {
        FaultKind::IllegalAddress { .. } => Some(700),
        FaultKind::Misaligned { .. } => Some(716),
        FaultKind::Trap | FaultKind::BadFree { .. } => Some(719),
        FaultKind::Assert => Some(710),
        FaultKind::Deadlock | FaultKind::Cancelled => None,
    }
}

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
    for launch in &case.launches {
        if !kernels.contains_key(&launch.kernel) {
            kernels.insert(launch.kernel.clone(), kernel(&module, &launch.kernel, mode)?);
        }
        let params = launch.params(|name| device.address(name));
        let geometry = Geometry { grid: launch.grid, block: launch.block };
        let end = device.run(&kernels[&launch.kernel], geometry, &params, launch.shared, &vars);
        if let Err(fault) = end {
            let want = case.recorded[variant].error_code;
            return match case.expect {
                Expect::Fault if code(fault.kind) == want => Ok(()),
                _ => Err(fault.to_string()),
            };
        }
    }
    if case.expect == Expect::Fault {
        return Err("ran through".into());
    }
    device.check_guards()?;
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

/// Programs that are refused, and the word of the refusal that says why.
const REFUSED: &[(&str, &str)] =
    &[("fault_assert", "__assertfail"), ("printf_basic", "vprintf"), ("virtual_calls", "external function")];

fn check(mode: Mode) {
    let mut wrong = Vec::new();
    let mut right = 0;
    for case in golden::cases() {
        let refusal = REFUSED.iter().find(|(name, _)| *name == case.name);
        for variant in case.variants() {
            match (run(&case, variant, mode), refusal) {
                (Ok(()), None) => right += 1,
                (Err(e), Some((_, why))) if e.starts_with("refused: ") && e.contains(why) => {}
                (Ok(()), Some(_)) => wrong.push(format!("{} {variant}: no longer refused", case.name)),
                (Err(e), _) => wrong.push(format!("{} {variant}: {e}", case.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{right} are right, these are not:\n{}", wrong.join("\n"));
}

#[test]
fn scalar_code_gives_what_the_gpu_gave() {
    check(Mode::Scalar);
}

#[test]
fn strips_give_what_the_gpu_gave() {
    check(Mode::Vector);
}
