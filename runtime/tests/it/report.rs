//! Reports (`HIP_SOFT_REPORT`). Each case is a process: this binary, running one test. The whole report is
//! the same in every run.

use crate::raw;
use hip_runtime::api::{memory, module};
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Event, Function, LaunchConfig, Module, Stream};
use std::path::Path;
use std::process::Command;

const CHILD: &str = "REPORT_OF";
const TEXT: &str = "
.version 8.0
.target sm_50
.address_size 64
// So many turns of a loop.
.visible .entry work(.param .u32 turns)
{
    .reg .pred %q;
    .reg .b32 %r<2>;
    ld.param.u32 %r1, [turns];
LOOP:
    sub.u32 %r1, %r1, 1;
    setp.ne.u32 %q, %r1, 0;
    @%q bra LOOP;
    ret;
}
.visible .entry short(.param .u32 turns)
{
    ret;
}
";

fn launch(kernel: &Function, blocks: u32, stream: &Stream, turns: u32) {
    let config = LaunchConfig {
        stream: stream.handle(),
        ..LaunchConfig::new(Dim3::new(blocks, 1, 1), Dim3::new(128, 1, 1))
    };
    raw::run(kernel, &config, &[argument(turns)]).expect("a launch");
}

/// Kernels, two streams, and their context.
fn begin() -> (Function, Function, [Stream; 2], Context) {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
    let kernel = |name| module.function(name).expect("a kernel");
    let streams = [0, 1].map(|_| Stream::non_blocking(0).expect("a stream"));
    let kernels = (kernel("work"), kernel("short"));
    // The kernels live as long as the process.
    std::mem::forget(module);
    (kernels.0, kernels.1, streams, context)
}

/// Report of a program, which must be the same with one worker and with several, compiled or interpreted.
fn report(test: &str, settings: &[(&str, &str)]) -> String {
    let said = |more: [(&str, &str); 2]| {
        let output = Command::new(std::env::current_exe().expect("this binary"))
            .args(["--exact", &format!("report::{test}"), "--nocapture"])
            .envs([(CHILD, "1"), ("HIP_SOFT_CLOCK", "virtual"), ("HIP_SOFT_REPORT", "1")])
            .envs(more)
            .envs(settings.iter().copied())
            .output()
            .expect("a process");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{errors}");
        let lines: Vec<&str> = errors.lines().filter(|line| line.starts_with("hip: ")).collect();
        lines.join("\n")
    };
    let first = said([("HIP_SOFT_WORKERS", "1"), ("HIP_SOFT_JIT", "quick")]);
    for more in [
        [("HIP_SOFT_WORKERS", "3"), ("HIP_SOFT_JIT", "auto")],
        [("HIP_SOFT_WORKERS", "2"), ("HIP_SOFT_JIT", "scalar")],
    ] {
        assert_eq!(said(more), first, "{more:?}");
    }
    first
}

/// One channel for two streams: the second waits behind the first one's wait.
#[test]
fn a_false_dependency() {
    if std::env::var_os(CHILD).is_some() {
        let (work, short, [first, second], context) = begin();
        launch(&work, 4, &first, 50_000);
        launch(&short, 1, &first, 1);
        launch(&short, 1, &second, 1);
        return context.synchronize().expect("they run");
    }
    insta::assert_snapshot!(report("a_false_dependency", &[("CUDA_DEVICE_MAX_CONNECTIONS", "1")]));
}

/// Two streams copy through one channel, whose first copy waits for a kernel.
#[test]
fn a_false_dependency_of_copies() {
    if std::env::var_os(CHILD).is_some() {
        let (work, _, [first, second], context) = begin();
        let [one, two] = [0, 1].map(|_| DeviceBuffer::<u32>::zeroed(4096).expect("memory"));
        let data = memory::alloc_host(16384, 0).expect("pinned memory");
        let copy = |to: &DeviceBuffer<u32>, stream: &Stream| {
            let [to, from] = [to.ptr().address(), data].map(raw::device);
            memory::copy_async(to, from, 16384, memory::Direction::ToDevice, stream.handle())
                .expect("a copy");
        };
        launch(&work, 4, &first, 50_000);
        copy(&one, &first);
        copy(&two, &second);
        return context.synchronize().expect("they run");
    }
    let settings = [("CUDA_DEVICE_MAX_COPY_CONNECTIONS", "1")];
    insta::assert_snapshot!(report("a_false_dependency_of_copies", &settings));
}

/// More launches than a quarter of a channel takes.
#[test]
fn a_full_channel() {
    if std::env::var_os(CHILD).is_some() {
        let (work, _, [stream, _], context) = begin();
        for _ in 0..300 {
            launch(&work, 2, &stream, 20_000);
        }
        return context.synchronize().expect("they run");
    }
    insta::assert_snapshot!(report("a_full_channel", &[("CUDA_SCALE_LAUNCH_QUEUES", "0.25x")]));
}

/// Blocks that must be resident together and do not fit: the call is refused, and the report does not mention
/// it.
#[test]
fn a_cooperative_grid_too_large() {
    if std::env::var_os(CHILD).is_some() {
        let (work, short, [stream, _], context) = begin();
        let shape = module::LaunchShape {
            grid: [132 * 16 + 1, 1, 1],
            block: [128, 1, 1],
            shared_bytes: 0,
            cooperative: true,
            cluster: None,
        };
        let refused = raw::launch(work.id(), shape, &[1, 0, 0, 0], stream.handle()).expect_err("too many");
        assert!(refused.to_string().contains("cooperative"), "{refused}");
        launch(&short, 1, &stream, 1);
        return context.synchronize().expect("it runs");
    }
    insta::assert_snapshot!(report("a_cooperative_grid_too_large", &[]));
}

/// A stream waits for an event that was never recorded: as in CUDA, the wait has no effect.
#[test]
fn an_event_never_recorded() {
    if std::env::var_os(CHILD).is_some() {
        let (work, short, [first, second], context) = begin();
        let event = Event::new().expect("an event");
        launch(&work, 4, &first, 5_000);
        second.wait(&event).expect("a wait");
        launch(&short, 1, &second, 1);
        event.synchronize().expect("nothing to wait for");
        return context.synchronize().expect("they run");
    }
    insta::assert_snapshot!(report("an_event_never_recorded", &[]));
}

/// The default stream waits for a blocking stream, and another one for it.
#[test]
fn the_default_stream_in_between() {
    if std::env::var_os(CHILD).is_some() {
        let (work, short, _, context) = begin();
        let streams = [0, 1].map(|_| Stream::new().expect("a stream"));
        launch(&work, 4, &streams[0], 50_000);
        let config = LaunchConfig::new(Dim3::new(1, 1, 1), Dim3::new(32, 1, 1));
        raw::run(&short, &config, &[argument(1u32)]).expect("a launch");
        launch(&short, 1, &streams[1], 1);
        return context.synchronize().expect("they run");
    }
    insta::assert_snapshot!(report("the_default_stream_in_between", &[("CUDA_DEVICE_MAX_CONNECTIONS", "2")]));
}

/// The report as JSON, in a file for each process. A missing directory is reported once, and the program
/// continues.
#[test]
fn a_report_for_programs() {
    if std::env::var_os(CHILD).is_some() {
        let (work, short, [first, second], context) = begin();
        launch(&work, 4, &first, 50_000);
        launch(&short, 1, &first, 1);
        launch(&short, 1, &second, 1);
        return context.synchronize().expect("they run");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let start = |report: &Path| {
        let child = Command::new(std::env::current_exe().expect("this binary"))
            .args(["--exact", "report::a_report_for_programs", "--nocapture"])
            .envs([(CHILD, "1"), ("HIP_SOFT_CLOCK", "virtual"), ("CUDA_DEVICE_MAX_CONNECTIONS", "1")])
            .env("HIP_SOFT_REPORT", report)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("a process");
        let process = child.id();
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{errors}");
        (process, errors)
    };
    let (process, _) = start(&folder.path().join("%p.json"));
    let file = std::fs::read_to_string(folder.path().join(format!("{process}.json"))).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!((report["grids"].as_u64(), report["blocks"].as_u64()), (Some(3), Some(6)), "{file}");
    let held = &report["held_back"][0];
    let names = ["victim", "what", "culprit", "behind"].map(|name| held[name].as_str().unwrap_or_default());
    assert_eq!(names, ["stream 2", "`short`", "stream 1", "`short`"], "{file}");
    assert!(held["ns"].as_f64() > Some(100_000.0) && held["ns"] == held["longest_ns"], "{file}");
    let (_, errors) = start(&folder.path().join("none/there.json"));
    assert_eq!(errors.matches("HIP_SOFT_REPORT: ").count(), 1, "{errors}");
}
