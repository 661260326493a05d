//! Every program recorded on a GPU, compiled: equal bit for bit.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use ptx::system::Channel;
use std::collections::{BTreeMap, BTreeSet};
use testdata::golden::{self, Buffer, Case, Expect};

/// Programs and their kernels for which no vector code is made.
const THREAD_BY_THREAD: &[&str] = &[
    // They call functions that are not inlined.
    "lambda_templates run",
    "nqueens rq",
    "programs_clang d_fn",
    "programs_clang d_rec",
    "programs_clang d_virt",
    "programs_warps k_fnptr",
    "programs_warps k_virt",
    "recursion_fnptr fptr",
    "recursion_fnptr rec",
    "virtual_calls area",
];

/// Runs a case; records the kernels that run thread by thread.
fn run(case: &Case, variant: &str, mode: Mode, alone: &mut BTreeSet<String>) -> Result<(), String> {
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
        if kernels[&launch.kernel].compile(launch.block).map_err(|e| e.to_string())?.width() == 1 {
            alone.insert(format!("{} {}", case.name, launch.kernel));
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

/// Runs all cases; returns the kernels that run thread by thread.
fn check(mode: Mode) -> BTreeSet<String> {
    let mut alone = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut right = 0;
    for case in golden::cases() {
        for variant in case.variants() {
            match run(&case, variant, mode, &mut alone) {
                Ok(()) => right += 1,
                Err(e) => wrong.push(format!("{} {variant}: {e}", case.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{right} are right, these are not:\n{}", wrong.join("\n"));
    alone
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
    let alone = check(Mode::Vector);
    let known: BTreeSet<String> = THREAD_BY_THREAD.iter().map(|&name| name.into()).collect();
    assert_eq!(alone, known, "kernels that do not run in strips");
}
