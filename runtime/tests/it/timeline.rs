//! Virtual timeline. Each case is a process: this binary, running one test.

#![expect(clippy::print_stdout, reason = "output of a process for the test that started it")]
use crate::raw;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Event, Function, LaunchConfig, Module, Stream};
use std::path::Path;
use std::process::Command;

mod costs;
mod endless;
mod files;
mod modelled;
mod repeats;
mod spin_wait;

const CHILD: &str = "TIMELINE_OF";
const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry work(.param .u64 out, .param .u32 turns)
{
    .reg .pred %q;
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [turns];
    mov.u32 %r2, %ctaid.x;
    and.b32 %r3, %r2, 3;
    mad.lo.u32 %r3, %r3, %r1, %r1;
    mov.u32 %r4, 0;
LOOP:
    add.u32 %r4, %r4, %r3;
    sub.u32 %r3, %r3, 1;
    setp.ne.u32 %q, %r3, 0;
    @%q bra LOOP;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r4;
    ret;
}
.visible .entry wait(.param .u64 flag)
{
    .reg .pred %q;
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [flag];
LOOP:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %q, %r1, 0;
    @%q bra LOOP;
    ret;
}
// Until so many cycles have gone by.
.visible .entry cycles(.param .u64 many, .param .u64 out)
{
    .reg .pred %q;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [many];
    ld.param.u64 %rd5, [out];
    mov.u64 %rd2, %clock64;
LOOP:
    mov.u64 %rd3, %clock64;
    sub.u64 %rd4, %rd3, %rd2;
    setp.lt.u64 %q, %rd4, %rd1;
    @%q bra LOOP;
    st.global.u64 [%rd5], %rd4;
    ret;
}
// Until so many nanoseconds have.
.visible .entry nanoseconds(.param .u64 many, .param .u64 out)
{
    .reg .pred %q;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [many];
    ld.param.u64 %rd5, [out];
    mov.u64 %rd2, %globaltimer;
LOOP:
    mov.u64 %rd3, %globaltimer;
    sub.u64 %rd4, %rd3, %rd2;
    setp.lt.u64 %q, %rd4, %rd1;
    @%q bra LOOP;
    st.global.u64 [%rd5], %rd3;
    ret;
}
";

fn launch(kernel: &Function, blocks: u32, stream: &Stream, arguments: &[hip_runtime::launch::Argument]) {
    let config = LaunchConfig {
        stream: stream.handle(),
        ..LaunchConfig::new(Dim3::new(blocks, 1, 1), Dim3::new(128, 1, 1))
    };
    raw::run(kernel, &config, arguments).expect("a launch");
}

/// Runs kernels of different lengths in three streams; prints the times of the first stream and of one
/// kernel.
fn work() {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
    let kernel = module.function("work").expect("a kernel");
    let out = DeviceBuffer::<u32>::zeroed(512).expect("memory");
    let streams: Vec<Stream> = (0..3).map(|_| Stream::non_blocking(0).expect("a stream")).collect();
    let marks: Vec<Event> = (0..6).map(|_| Event::new().expect("an event")).collect();
    marks[0].record(&streams[0]).expect("a record");
    for turns in [10u32, 40, 20] {
        for stream in &streams {
            launch(&kernel, 512, stream, &[argument(out.ptr()), argument(turns)]);
        }
        marks[5].record(&streams[2]).expect("a record");
        streams[0].wait(&marks[5]).expect("a wait");
    }
    marks[1].record(&streams[0]).expect("a record");
    context.synchronize().expect("they run");
    for (n, turns) in [(2, 100u32), (3, 200)] {
        marks[n].record(&streams[0]).expect("a record");
        launch(&kernel, 4, &streams[0], &[argument(out.ptr()), argument(turns)]);
        marks[4].record(&streams[0]).expect("a record");
        streams[0].synchronize().expect("it runs");
        println!("alone {turns}: {:?}", marks[4].elapsed_since(&marks[n]).expect("a time"));
    }
    println!("all: {:?}", marks[1].elapsed_since(&marks[0]).expect("a time"));
    assert_eq!(out.to_vec().expect("results")[..4], [20100, 80200, 180_300, 320_400]);
}

/// Runs a kernel that waits for the host while the host queries a time.
fn spin() {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let out = DeviceBuffer::<u32>::zeroed(512).expect("memory");
    let [waits, works, frees] = [0, 1, 2].map(|_| Stream::non_blocking(0).expect("a stream"));
    let [start, end] = [0, 1].map(|_| Event::new().expect("an event"));
    launch(&module.function("wait").expect("a kernel"), 1, &waits, &[argument(flag.ptr())]);
    start.record(&works).expect("a record");
    launch(&module.function("work").expect("a kernel"), 8, &works, &[argument(out.ptr()), argument(5u32)]);
    end.record(&works).expect("a record");
    works.synchronize().expect("it runs");
    println!("beside: {:?}", end.elapsed_since(&start).expect("a time"));
    raw::poke(&flag, &[1], Some(&frees)).expect("a copy");
    frees.synchronize().expect("it runs");
    context.synchronize().expect("all end");
}

/// Runs kernels that depend on time; prints times, and the readings of a clock.
fn coupled() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
    let kernel = |name| module.function(name).expect("a kernel");
    let out = DeviceBuffer::<u64>::zeroed(3).expect("memory");
    let stream = Stream::non_blocking(0).expect("a stream");
    let [start, end] = [0, 1].map(|_| Event::new().expect("an event"));
    let word = |at: u64| argument(out.ptr().address() + 8 * at);
    for (name, many, blocks) in
        [("cycles", 100_000u64, 4), ("cycles", 200_000, 4), ("nanoseconds", 100_000, 2)]
    {
        start.record(&stream).expect("a record");
        launch(&kernel(name), blocks, &stream, &[argument(many), word(u64::from(name != "cycles"))]);
        end.record(&stream).expect("a record");
        stream.synchronize().expect("it runs");
        println!("{name} {many}: {:?}", end.elapsed_since(&start).expect("a time"));
    }
    let results = out.to_vec().expect("results");
    println!("cycles: {}", results[0]);
    launch(&kernel("nanoseconds"), 1, &stream, &[argument(0u64), word(2)]);
    stream.synchronize().expect("it runs");
    assert!(out.to_vec().expect("results")[2] > results[1], "later launches have later times");
}

/// Output and standard error of a program with these settings.
fn run(test: &str, settings: &[(&str, &str)]) -> (String, String) {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    // With one thread (RUST_TEST_THREADS, one processor) the first line would begin with the test's name.
    command
        .args(["--exact", &format!("timeline::{test}"), "--nocapture", "--test-threads=2"])
        .env(CHILD, "1");
    for name in
        ["CLOCK", "TRACE", "RECORD", "REPORT", "JIT", "WORKERS"].map(|name| format!("HIP_SOFT_{name}"))
    {
        command.env_remove(name);
    }
    let output = command.envs(settings.iter().copied()).output().expect("a process");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{out}{errors}");
    let times = out.lines().filter(|line| line.contains(": ") && !line.starts_with("test "));
    (times.collect::<Vec<_>>().join("\n"), errors)
}

/// Virtual times of a test's process, which must be the same with each of the settings.
fn same_output(test: &str, settings: &[(&str, &str)]) -> String {
    let of_setting = |setting| run(test, &[("HIP_SOFT_CLOCK", "virtual"), setting]).0;
    let times: Vec<String> = settings.iter().map(|&setting| of_setting(setting)).collect();
    for (time, setting) in times.iter().zip(settings) {
        assert_eq!(*time, times[0], "{setting:?}");
    }
    times[0].clone()
}

#[test]
fn times_are_the_same_in_every_run() {
    if std::env::var_os(CHILD).is_some() {
        return work();
    }
    let test = "times_are_the_same_in_every_run";
    let settings = [
        ("HIP_SOFT_WORKERS", "1"),
        ("HIP_SOFT_WORKERS", "3"),
        ("HIP_SOFT_JIT", "quick"),
        ("HIP_SOFT_JIT", "vector"),
    ];
    insta::assert_snapshot!("virtual_times", same_output(test, &settings));
}

/// A kernel that spins until a time takes equally long in every run, however fast its iterations are.
#[test]
fn kernels_that_wait_for_a_time_take_that_time() {
    if std::env::var_os(CHILD).is_some() {
        return coupled();
    }
    let test = "kernels_that_wait_for_a_time_take_that_time";
    let settings = [
        ("HIP_SOFT_WORKERS", "1"),
        ("HIP_SOFT_WORKERS", "2"),
        ("HIP_SOFT_WORKERS", "5"),
        ("HIP_SOFT_JIT", "quick"),
        ("HIP_SOFT_JIT", "vector"),
        ("HIP_SOFT_JIT", "scalar"),
    ];
    insta::assert_snapshot!("virtual_coupled", same_output(test, &settings));
}

#[test]
fn a_timeline_is_drawn_and_summed_up() {
    if std::env::var_os(CHILD).is_some() {
        return work();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.json");
    let settings = [
        ("HIP_SOFT_TRACE", file.to_str().expect("a name")),
        ("HIP_SOFT_REPORT", "1"),
        ("CUDA_DEVICE_MAX_CONNECTIONS", "1"),
    ];
    let (_, errors) = run("a_timeline_is_drawn_and_summed_up", &settings);
    let report: Vec<&str> = errors.lines().filter(|line| line.starts_with("hip: ")).collect();
    insta::assert_snapshot!("virtual_report", report.join("\n"));
    let trace = read(&file);
    let events: Vec<serde_json::Value> = serde_json::from_str(&trace).expect("JSON");
    let grids =
        events.iter().filter(|event| event["ph"] == "X" && event["pid"] == 3 && event["name"] == "work");
    assert_eq!(grids.count(), 11);
}

#[test]
fn a_kernel_that_waits_for_the_host_does_not_stop_time() {
    if std::env::var_os(CHILD).is_some() {
        return spin();
    }
    let (printed, _) =
        run("a_kernel_that_waits_for_the_host_does_not_stop_time", &[("HIP_SOFT_CLOCK", "virtual")]);
    assert!(printed.starts_with("beside: "), "{printed}");
}

/// A trace of a killed process consists of whole lines of events, except perhaps the last, and a page shows
/// them.
#[test]
fn a_trace_is_whole_at_any_kill() {
    if std::env::var_os(CHILD).is_some() {
        loop {
            work();
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (mut most, mut state) = (0, 0x2545_f491_u32);
    for round in 0..8 {
        let file = folder.path().join(format!("{round}.json"));
        let mut child = Command::new(std::env::current_exe().expect("this binary"))
            .args(["--exact", "timeline::a_trace_is_whole_at_any_kill", "--nocapture"])
            .env(CHILD, "1")
            .env("HIP_SOFT_TRACE", &file)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process");
        let size = || std::fs::metadata(&file).map_or(0, |file| file.len());
        while size() == 0 {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        std::thread::sleep(std::time::Duration::from_micros(u64::from(state >> 14)));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let trace = read(&file);
        let whole = trace.rfind('\n').map_or("", |at| &trace[..at]);
        let lines = whole.strip_prefix('[').expect("an array").lines().filter(|line| !line.is_empty());
        let events = lines.map(|line| {
            let event = line.strip_suffix(',').expect("a line is an event and a comma");
            serde_json::from_str::<serde_json::Value>(event).unwrap_or_else(|error| panic!("{error}: {line}"))
        });
        let grids = events.filter(|event| event["ph"] == "X" && event["pid"] == 3).count();
        most = most.max(grids);
        timeline::page::page(&trace).expect("a page");
    }
    assert!(most > 0, "some were killed after grids had ended");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn launches_by_kernels_are_on_the_timeline() {
    // Sorting launches a tree of grids, in named streams too.
    let programs = "child::programs_leave_what_an_h200_leaves";
    let said = |workers: &str, jit: &str| {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.args(["--exact", programs, "--nocapture"]).env("CHILD_PROGRAMS", "sort");
        command.envs([("HIP_SOFT_REPORT", "1"), ("HIP_SOFT_WORKERS", workers), ("HIP_SOFT_JIT", jit)]);
        let output = command.output().expect("a process");
        let errors = String::from_utf8(output.stderr).expect("text");
        errors.lines().filter(|line| line.starts_with("hip: ")).collect::<Vec<_>>().join("\n")
    };
    let first = said("1", "quick");
    for (workers, jit) in [("3", "quick"), ("2", "scalar"), ("4", "vector")] {
        assert_eq!(said(workers, jit), first, "{workers} workers, {jit}");
    }
    insta::assert_snapshot!("virtual_children", first);
}

/// Checks that the recording of a program is a script, and that its simulation draws the program's own trace
/// line by line, except for names and managed memory, which a script lacks. Returns the script.
fn check_replay(test: &str, settings: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let [trace, record] = ["trace.json", "record.sim"].map(|name| folder.path().join(name));
    let output = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .envs([("HIP_SOFT_TRACE", &trace), ("HIP_SOFT_RECORD", &record)])
        .envs(settings.iter().copied())
        .output()
        .expect("a process");
    assert!(output.status.success(), "{test}: {}", String::from_utf8_lossy(&output.stderr));
    let script = read(&record);
    let read_again =
        timeline::script::Script::read(&script).unwrap_or_else(|error| panic!("{test}: {error}"));
    let chrome = timeline::chrome::Chrome::new(Vec::new(), &read_again.spec.name, read_again.spec.sms);
    let mut outcome = read_again.run(Some(chrome));
    let chrome = outcome.simulation.sink_mut().take().expect("it was there");
    let again = String::from_utf8(chrome.finish().expect("no file")).expect("text");
    let events = |trace: &str| -> Vec<String> {
        let lines = trace.lines().map(|line| line.trim_end_matches([',', ']']));
        let drawn = lines.filter(|line| line.contains("\"ph\":") && !line.contains("\"ph\":\"M\""));
        drawn.filter(|line| !line.contains("\"pid\":7,")).map(str::to_owned).collect()
    };
    let (own, again) = (events(&read(&trace)), events(&again));
    assert!(own.len() > 20, "{test}: {} events", own.len());
    for (n, (own, again)) in own.iter().zip(&again).enumerate() {
        assert_eq!(own, again, "{test}: event {n}\n{script}");
    }
    assert_eq!(own.len(), again.len(), "{test}\n{script}");
    script
}

#[test]
fn a_recording_has_the_times_of_the_program() {
    if std::env::var_os(CHILD).is_some() {
        return work();
    }
    let _script = check_replay(
        "timeline::a_recording_has_the_times_of_the_program",
        &[("CUDA_DEVICE_MAX_CONNECTIONS", "2")],
    );
}

/// Programs with launches by kernels, green contexts, graphs, several host threads, and managed memory: each
/// of these tests is one.
#[test]
fn recordings_of_other_programs_have_their_times() {
    for (test, setting) in [
        ("child::programs_leave_what_an_h200_leaves", ("CHILD_PROGRAMS", "sort")),
        ("green::kernels_stay_on_their_sms", ("HIP_SOFT_PLACEMENT", "gpcs")),
        ("threads::eight_threads_with_streams_of_their_own", ("CUDA_DEVICE_MAX_CONNECTIONS", "3")),
        ("graph::a_captured_program_has_the_same_effects", ("HIP_SOFT_BINDING", "static")),
        ("stream::threads_that_wait_for_small_kernels_get_theirs_done_once", ("HIP_SOFT_JIT", "quick")),
        ("stream::events_order_streams", ("HIP_LAUNCH_BLOCKING", "1")),
    ] {
        let _script = check_replay(test, &[setting, ("HIP_SOFT_WORKERS", "3")]);
    }
}

/// A full disk and a missing directory are reported once, and the program continues.
#[test]
fn failed_writes_are_reported_once() {
    if std::env::var_os(CHILD).is_some() {
        return work();
    }
    let test = "failed_writes_are_reported_once";
    let (printed, _) = run(test, &[("HIP_SOFT_CLOCK", "virtual")]);
    for place in ["/dev/full", "/dev/null/none"] {
        let settings = [
            ("HIP_SOFT_TRACE", place),
            ("HIP_SOFT_RECORD", place),
            ("HIP_SOFT_REPORT", place),
            ("HIP_SOFT_CLOCK", "virtual"),
        ];
        let (again, errors) = run(test, &settings);
        assert_eq!(again, printed, "{place}");
        for (setting, _) in &settings[..3] {
            assert_eq!(errors.matches(&format!("{setting}: ")).count(), 1, "{place}: {errors}");
        }
    }
}

/// A limit of launches by kernels that the host sets applies to the timeline, too.
#[test]
fn limits_to_launches_by_kernels_are_the_timelines() {
    const TEST: &str = "timeline::limits_to_launches_by_kernels_are_the_timelines";
    if std::env::var_os(CHILD).is_some() {
        let context = Context::new(Device::get(0).expect("a device")).expect("a context");
        hip_runtime::api::context::set_limit(4, 2500).expect("a limit");
        // 2600 launches, none of which starts before the last is made.
        let kernels = testdata::root().join("cuda/cdp/pending.ptx");
        let module = Module::from_bytes(read(&kernels).as_bytes()).expect("the kernels");
        let out = DeviceBuffer::<i32>::zeroed(16).expect("memory");
        launch!(module.run<<<1, 1>>>(out.ptr())).expect("a launch");
        context.synchronize().expect("done");
        assert_eq!(out.to_vec().expect("numbers")[..5], [2500, 2500, 2500, 100, 69]);
        return;
    }
    let script = check_replay(TEST, &[]);
    assert!(script.lines().any(|line| line == "pending 2500"), "{script}");
    let read_again = timeline::script::Script::read(&script).expect("a script");
    let outcome = read_again.run(timeline::Summary::default());
    let launched = &outcome.simulation.sink().launched;
    assert_eq!((launched.grids, launched.refused), (2500, 0));
}
