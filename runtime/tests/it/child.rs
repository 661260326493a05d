//! Launches by kernels: programs of `testdata/cuda/cdp`, compared with results of an H200. Those named
//! `legacy_…` use the first version of dynamic parallelism, which an H200 does not load: their results are
//! computed by hand.
//!
//! The execution mode is fixed when a process starts, so the test starts this binary for each mode.

#![expect(clippy::print_stdout, reason = "output of a process for the test that started it")]
use crate::raw;
use hip_runtime::api::StreamRef;
use hip_runtime::api::{green, module::LaunchShape};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Stream, api};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = "CHILD_PROGRAMS";

fn directory() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/cuda/cdp"))
}

/// Programs by name.
fn programs() -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(directory()).expect("the directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "out"))
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path))
        .collect();
    found.sort();
    found
}

/// Settings in the first line of a program's source: `// grid=1 block=32 words=64`.
fn settings(source: &Path) -> BTreeMap<String, u32> {
    let text = std::fs::read_to_string(source).expect("the source");
    let first = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("settings");
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').expect("name=value");
        (name.to_owned(), value.parse().expect("a number"))
    };
    first.split(' ').map(pair).collect()
}

/// Runs a program. Returns the output that `main.cu` would print.
fn output_of(path: &Path) -> Result<String, Error> {
    let source =
        [path.with_extension("cu"), path.with_extension("hip")].into_iter().find(|source| source.exists());
    let settings = settings(&source.expect("the source"));
    let context = Context::new(Device::get(0)?)?;
    if let Some(&launches) = settings.get("pending") {
        api::context::set_limit(4, launches.into())?;
    }
    let module = Module::from_bytes(&std::fs::read(path.with_extension("ptx")).expect("the kernels"))?;
    let out = DeviceBuffer::<i32>::zeroed(settings["words"] as usize)?;
    let kernel = module.function("run")?;
    let shape = LaunchShape {
        grid: [settings["grid"], 1, 1],
        block: [settings["block"], 1, 1],
        shared_bytes: 0,
        cooperative: false,
        cluster: None,
    };
    raw::launch(kernel.id(), shape, &out.ptr().address().to_le_bytes(), StreamRef::Legacy)?;
    let end = context.synchronize().err().map_or(0, |error| error.status() as u32);
    let mut text = format!("launch 0 end {end}\n");
    if end == 0 {
        for row in out.to_vec()?.chunks(16) {
            let words: Vec<String> = row.iter().map(i32::to_string).collect();
            writeln!(text, "{}", words.join(" ")).expect("a string");
        }
    }
    Ok(text)
}

#[test]
fn programs_leave_what_an_h200_leaves() {
    if let Some(wanted) = std::env::var_os(PROGRAM) {
        let wanted = wanted.to_string_lossy().into_owned();
        for (name, path) in programs().into_iter().filter(|(name, _)| wanted == "all" || *name == wanted) {
            println!("\n## {name}\n{}", output_of(&path).unwrap_or_else(|error| format!("{error}\n")));
        }
        return;
    }
    let ways =
        [("interp", "2"), ("quick", "1"), ("scalar", "2"), ("vector", "1"), ("vector", "4"), ("auto", "2")];
    let children: Vec<_> = ways
        .map(|(jit, workers)| {
            let mut command = Command::new(std::env::current_exe().expect("this binary"));
            command.args(["--exact", "child::programs_leave_what_an_h200_leaves", "--nocapture"]);
            command.env(PROGRAM, "all").env("HIP_SOFT_JIT", jit).env("HIP_SOFT_WORKERS", workers);
            let output = command.output().expect("a process");
            (jit, workers, output)
        })
        .into();
    let names = programs();
    assert!(names.len() >= 12, "{names:?}");
    for (jit, workers, output) in children {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let parts: BTreeMap<&str, &str> = said
            .split("\n## ")
            .skip(1)
            .filter_map(|part| {
                part.split_once('\n').map(|(name, text)| (name, text.split("\n\n").next().unwrap_or("")))
            })
            .collect();
        for (name, path) in &names {
            let want = std::fs::read_to_string(path).expect("the recorded answer");
            let have = parts.get(name.as_str()).copied().unwrap_or("nothing");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(have.trim(), want.trim(), "{name} in {jit} code, {workers} workers: {errors}");
        }
    }
}

/// PTX of `children.cu`.
const KERNELS: &str = include_str!("children.ptx");

fn setup() -> (Module, Context) {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    (Module::from_bytes(KERNELS.as_bytes()).expect("the kernels"), context)
}

#[test]
fn children_stay_in_their_parents_green_context() {
    let device = Device::get(0).expect("a device");
    let whole = device.sms().expect("SMs");
    let (groups, _) = green::split(&whole, Some(2), 0, 16).expect("a split");
    let context = Context::green(&groups[1]).expect("a context");
    let _current = Context::primary(device).expect("a context");
    let module = Module::from_bytes(KERNELS.as_bytes()).expect("the kernels");
    let stream = Stream::of(&context).expect("a stream");
    let out = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    launch!(module.places<<<1, 1, 0, &stream>>>(out.ptr())).expect("a launch");
    context.synchronize().expect("done");
    let used = out.to_vec().expect("values");
    assert!(used.iter().all(|&sm| groups[1].sms.contains(sm as u16)), "{used:?} of {:?}", groups[1].sms);
}

#[test]
fn a_parent_lasts_as_long_as_its_children() {
    let (module, context) = setup();
    let out = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    let (stream, other) =
        (Stream::non_blocking(0).expect("a stream"), Stream::non_blocking(0).expect("a stream"));
    launch!(module.spins<<<1, 1, 0, &stream>>>(out.ptr())).expect("a launch");
    // The child waits for a word written from outside, and the stream with it.
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!stream.is_done().expect("an answer"));
    raw::poke(&out, &[7, 0], Some(&other)).expect("a copy");
    context.synchronize().expect("done");
    assert_eq!(out.to_vec().expect("values"), [7, 8], "what follows the parent comes after its children");
}

#[test]
fn endless_children_end_with_a_fault() {
    let (module, context) = setup();
    let out = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    let stream = Stream::non_blocking(0).expect("a stream");
    launch!(module.spins<<<1, 1, 0, &stream>>>(out.ptr())).expect("a launch");
    std::thread::sleep(std::time::Duration::from_millis(20));
    crate::poison();
    drop(context);
    assert!(stream.is_done().is_err(), "gone with its context");
}

#[test]
fn a_fault_is_the_childs() {
    let (module, context) = setup();
    launch!(module.touches<<<1, 1>>>(0u64)).expect("a launch");
    let error = context.synchronize().expect_err("a fault").to_string();
    assert!(
        error.contains("illegal store of 4 bytes") && error.contains("`touch(unsigned int*)`"),
        "{error}"
    );
}

#[test]
fn invalid_streams_are_reported() {
    let (module, context) = setup();
    let out = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    launch!(module.unknown<<<1, 1>>>(out.ptr())).expect("a launch");
    context.synchronize().expect("done");
    assert_eq!(out.to_vec().expect("values"), [400, 0]);
}
