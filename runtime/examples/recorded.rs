//! Runs the programs that were recorded on an H200 (`testdata/gpu/kernels`) on the device that `HIP_BACKEND`
//! chooses, and compares what they compute and print.
//!
//! `cargo run --release -p hip-runtime --example recorded [-- FOLDER [NAME…]]`: each runs in a process
//! of its own, because a fault ends a context.
#![expect(unsafe_code, reason = "the kernels are those of the recordings")]
#![expect(clippy::print_stdout, reason = "the table is its output")]

use hip_runtime::api::module::{self, FunctionAttribute, LaunchShape};
use hip_runtime::api::{self, StreamRef};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, backend};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use testdata::golden::{Case, Expect, GoldenLaunch, cases_in};

/// First argument of the processes that run one program.
const CHILD: &str = "--child";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, folder, variant, result] = arguments.as_slice()
        && first == CHILD
    {
        let outcome = run(&Case::load(Path::new(folder)), variant);
        let text = outcome.err().unwrap_or_default();
        return match std::fs::write(result, text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let folder = arguments.first().map_or_else(|| testdata::root().join("gpu/kernels"), PathBuf::from);
    let names = arguments.get(1..).unwrap_or_default();
    match device() {
        Ok(text) => println!("{text}"),
        Err(error) => {
            println!("no device: {error}");
            return ExitCode::FAILURE;
        }
    }
    let (mut same, mut all) = (0, 0);
    for case in cases_in(&folder).iter().filter(|case| names.is_empty() || names.contains(&case.name)) {
        for variant in case.variants() {
            all += 1;
            match apart(&folder, case, variant) {
                Ok(()) => same += 1,
                Err(why) => println!("{}\t{variant}\t{why}", case.name),
            }
        }
    }
    println!("{same} of {all} recorded programs agree");
    if same == all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The device, and what runs it.
fn device() -> Result<String, Error> {
    let name = api::device::name(0)?;
    let (major, minor) = (api::device::attribute(23, 0)?, api::device::attribute(61, 0)?);
    Ok(format!("{name}, compute capability {major}.{minor}, {:?}", backend()?))
}

/// Runs a program in a process of its own.
fn apart(folder: &Path, case: &Case, variant: &str) -> Result<(), String> {
    let result = std::env::temp_dir().join(format!("recorded-{}-{}", case.name, std::process::id()));
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new(own);
    command.arg(CHILD).arg(folder.join(&case.name)).arg(variant).arg(&result).env("HIP_SOFT_QUIET", "1");
    let done = command.output().map_err(|e| e.to_string())?;
    let why = std::fs::read_to_string(&result);
    let _ = std::fs::remove_file(&result);
    match why {
        Ok(why) if why.is_empty() => case.check_said(variant, &done.stdout, &done.stderr),
        Ok(why) => Err(why),
        Err(_) => Err(format!("{}: {}", done.status, String::from_utf8_lossy(&done.stderr))),
    }
}

/// Runs a program and compares its results, or its fault.
fn run(case: &Case, variant: &str) -> Result<(), String> {
    let ended = compute(case, variant);
    let code = case.recorded[variant].error_code;
    match (ended, case.expect) {
        (Err(Failed::Device(error)), Expect::Fault) if Some(error.status().code()) == code => Ok(()),
        (Ok(()), Expect::Fault) => Err("no fault".to_owned()),
        (Ok(()), Expect::Ok) => Ok(()),
        (Err(Failed::Device(error)), _) => Err(error.to_string()),
        (Err(Failed::Result(why)), _) => Err(why),
    }
}

/// Reason why a program failed.
enum Failed {
    Device(Error),
    Result(String),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed::Device(error)
    }
}

/// `hipLimitStackSize`
const STACK: u32 = 0;

fn compute(case: &Case, variant: &str) -> Result<(), Failed> {
    let context = Context::primary(Device::get(0)?)?;
    if let Some(bytes) = case.stack.filter(|&bytes| bytes > 0) {
        api::context::set_limit(STACK, bytes)?;
    }
    let loaded = Module::from_bytes(case.ptx(variant).as_bytes())?;
    let mut buffers = BTreeMap::new();
    for buffer in &case.buffers {
        buffers.insert(buffer.name.as_str(), DeviceBuffer::from_slice(&buffer.initial())?);
    }
    for global in &case.globals {
        let (address, _) = loaded.global(&global.name)?;
        // SAFETY: no kernel runs yet.
        unsafe { api::memory::write(address, &global.initial(), StreamRef::Legacy) }?;
    }
    for launch in &case.launches {
        let kernel = loaded.function(&launch.kernel)?;
        let parameters = launch.params(|name| buffers[name].ptr().address());
        let &GoldenLaunch { grid, block, shared, cooperative, .. } = launch;
        if shared > 48 << 10 {
            module::set_attribute(kernel.id(), FunctionAttribute::MaxDynamicShared, shared as i32)?;
        }
        let shape = LaunchShape { grid, block, shared_bytes: shared, cooperative, cluster: None };
        // SAFETY: the programs use the buffers of their case, which outlive them.
        unsafe { module::launch(kernel.id(), shape, &parameters, StreamRef::Legacy) }?;
    }
    context.synchronize()?;
    for buffer in case.buffers.iter().chain(&case.globals) {
        let Some((rule, want)) = case.expected(buffer, variant) else { continue };
        let got = match buffers.get(buffer.name.as_str()) {
            Some(memory) => memory.to_vec()?,
            None => {
                let (address, _) = loaded.global(&buffer.name)?;
                let mut bytes = vec![0; want.len()];
                api::memory::read(&mut bytes, address, StreamRef::Legacy)?;
                bytes
            }
        };
        rule.check(buffer.elem, &got, &want)
            .map_err(|why| Failed::Result(format!("`{}`: {why}", buffer.name)))?;
    }
    Ok(())
}
