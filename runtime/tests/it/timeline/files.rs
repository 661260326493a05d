//! Files of traces: one for each device, and none of a forked process.

#![expect(unsafe_code, reason = "the system has no other way to fork")]

use super::{CHILD, TEXT, launch, read, run};
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Module, Stream};
use std::collections::BTreeSet;
use std::path::Path;

/// Launches kernels on a device, each in two streams.
fn work(device: i32, launches: u32) {
    let context = Context::new(Device::get(device).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
    let out = DeviceBuffer::<u32>::zeroed(512).expect("memory");
    let streams = [0, 1].map(|_| Stream::non_blocking(0).expect("a stream"));
    for turns in 0..launches {
        let kernel = module.function("work").expect("a kernel");
        for stream in &streams {
            launch(&kernel, 8, stream, &[argument(out.ptr()), argument(turns + 1)]);
        }
    }
    context.synchronize().expect("they run");
}

/// Kernels by number, and calls by thread and time, in a trace that is valid JSON and has no duplicates.
fn drawn(path: &Path) -> (usize, usize) {
    let events: Vec<serde_json::Value> = serde_json::from_str(&read(path)).expect("JSON");
    let spans =
        |process: u64| events.iter().filter(move |event| event["ph"] == "X" && event["pid"] == process);
    let grids: Vec<u64> = spans(3)
        .filter(|event| event["name"] == "work")
        .filter_map(|event| event["args"]["op"].as_u64())
        .collect();
    assert_eq!(grids.iter().collect::<BTreeSet<_>>().len(), grids.len(), "{grids:?}");
    let calls: Vec<String> = spans(1)
        .filter(|event| event["name"] == "launch")
        .map(|event| format!("{} {}", event["tid"], event["ts"]))
        .collect();
    assert_eq!(calls.iter().collect::<BTreeSet<_>>().len(), calls.len(), "{calls:?}");
    let arrows = events.iter().filter(|event| event["ph"] == "f").count();
    let begun = events.iter().filter(|event| event["ph"] == "s").count();
    assert_eq!(arrows, begun, "each leads somewhere");
    let ends = events.iter().filter(|event| event["name"] == "end").count();
    assert_eq!(ends, 1);
    (grids.len(), calls.len())
}

#[test]
fn each_device_has_a_trace_of_its_own() {
    if std::env::var_os(CHILD).is_some() {
        work(0, 3);
        work(1, 5);
        return work(0, 4);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.json");
    let settings = [("HIP_SOFT_TRACE", file.to_str().expect("a name")), ("HIP_SOFT_DEVICE", "h200x2")];
    run("files::each_device_has_a_trace_of_its_own", &settings);
    assert_eq!(drawn(&file), (14, 14));
    assert_eq!(drawn(&folder.path().join("trace.json.1")), (10, 10));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// A forked process has a copy of its parent's unwritten output, and exits like any process.
#[test]
fn a_process_that_was_forked_off_writes_nothing() {
    if std::env::var_os(CHILD).is_some() {
        work(0, 3);
        let mut status = 1;
        // SAFETY: the forked process only exits, which runs its exit handlers. If these should wait for
        // threads that only the parent has, the alarm kills it, which its status shows.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                libc::alarm(30);
                libc::exit(0);
            }
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
        }
        assert_eq!(status, 0);
        return work(0, 4);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.json");
    for jit in ["auto", "interp"] {
        let settings = [("HIP_SOFT_TRACE", file.to_str().expect("a name")), ("HIP_SOFT_JIT", jit)];
        run("files::a_process_that_was_forked_off_writes_nothing", &settings);
        assert_eq!(drawn(&file), (14, 14), "{jit}");
    }
}
