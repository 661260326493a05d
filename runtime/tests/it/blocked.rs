//! Host threads that block on full channels: others proceed, the first to wait is served first, a destroyed
//! stream or context ends the wait, and the report mentions it. Each case is a process: this binary, running
//! one test.
#![expect(clippy::print_stdout, reason = "output of a process for the test that started it")]

use crate::front::{CHILD, FLAGS, Program, run_test};
use crate::raw;
use hip_runtime::api::StreamRef;
use hip_runtime::api::memory::{self, Direction};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Status, Stream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// One channel with a quarter of its entries: 253 operations can wait in it.
const SMALL: [(&str, &str); 3] =
    [("CUDA_DEVICE_MAX_CONNECTIONS", "1"), ("CUDA_SCALE_LAUNCH_QUEUES", "0.25x"), ("HIP_SOFT_WORKERS", "1")];

fn run(test: &str, what: &str, settings: &[(&str, &str)]) -> (String, String) {
    let settings: Vec<_> = SMALL.iter().chain(settings).copied().collect();
    run_test(&format!("blocked::{test}"), what, &settings)
}

fn stream() -> Stream {
    Stream::non_blocking(0).expect("a stream")
}

/// Fills a stream's channel behind a kernel that waits for the first flag.
fn fill(program: &Program, stream: &Stream) {
    let [spin, nothing] = ["spin", "nothing"].map(|name| program.kernel(name));
    program.launch(&spin, [1, 1], stream, [FLAGS, 1]);
    (0..253).for_each(|_| program.launch(&nothing, [1, 1], stream, [0, 0]));
}

/// Runs a call on another thread, and returns once that thread stays asleep.
fn begin<'s, T: Send + 's>(
    scope: &'s std::thread::Scope<'s, '_>,
    call: impl FnOnce() -> T + Send + 's,
) -> std::thread::ScopedJoinHandle<'s, T> {
    let (tell, told) = std::sync::mpsc::channel();
    let thread = scope.spawn(move || {
        let own = std::fs::read_link("/proc/thread-self").expect("Linux tells");
        tell.send(own).expect("somebody waits for it");
        call()
    });
    let stat = std::path::Path::new("/proc").join(told.recv().expect("it begins")).join("stat");
    let mut asleep = 0;
    while asleep < 10 {
        std::thread::sleep(Duration::from_millis(10));
        let text = std::fs::read_to_string(&stat).expect("it has not ended");
        let sleeps = text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'));
        asleep = if sleeps { asleep + 1 } else { 0 };
    }
    thread
}

#[test]
fn a_blocked_thread_blocks_no_other() {
    let test = "a_blocked_thread_blocks_no_other";
    if std::env::var_os(CHILD).is_some() {
        let program = Program::new();
        let (full, other) = (stream(), stream());
        fill(&program, &full);
        let back = AtomicBool::new(false);
        std::thread::scope(|scope| {
            begin(scope, || {
                program.context.make_current().expect("it is there");
                program.launch(&program.kernel("nothing"), [1, 1], &full, [0, 0]);
                back.store(true, Ordering::SeqCst);
            });
            assert!(!back.load(Ordering::SeqCst), "it waits");
            // Streams, events, memory and copies of the same context are unaffected.
            let event = hip_runtime::Event::new().expect("an event");
            let memory = memory::alloc(4000).expect("memory");
            assert_eq!(program.words.to_vec().expect("a copy of its own channel")[2], 0);
            assert!(hip_runtime::api::stream::query(other.handle()).is_ok(), "nothing is in it");
            let busy = hip_runtime::api::stream::query(full.handle()).map_err(|e| e.status());
            assert_eq!(busy, Err(Status::NotReady));
            drop(event);
            // Another context has its own channels.
            let second = Program::new();
            second.launch(&second.kernel("tick"), [1, 1], &stream(), [4, 2]);
            second.context.synchronize().expect("it ends");
            assert_eq!(second.words.to_vec().expect("words")[2], 1);
            program.context.make_current().expect("it is there");
            assert!(!back.load(Ordering::SeqCst), "it still waits");
            program.release();
            raw::free(memory).expect("it was there");
        });
        println!("said: {}", back.load(Ordering::SeqCst));
        return;
    }
    let (said, errors) = run(test, "1", &[("AMD_LOG_LEVEL", "2")]);
    assert_eq!(said, "true");
    let expected = "channel 0 is full: 253 operations wait in its ring";
    assert!(errors.contains(expected) && errors.contains("the calling thread waits"), "{errors}");
}

#[test]
fn the_first_to_wait_is_served_first() {
    let test = "the_first_to_wait_is_served_first";
    if std::env::var_os(CHILD).is_some() {
        let program = Program::new();
        let (full, other) = (stream(), stream());
        fill(&program, &full);
        let back = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for at in 0..8 {
                let (program, other, back) = (&program, &other, &back);
                begin(scope, move || {
                    program.context.make_current().expect("it is there");
                    program.launch(&program.kernel("tick"), [1, 1], other, [4 + at, 2]);
                    back.store(true, Ordering::SeqCst);
                });
            }
            assert!(!back.load(Ordering::SeqCst), "all wait");
            program.release_first();
        });
        program.context.synchronize().expect("all end");
        // The kernels ran in the order of their submission.
        println!("said: {:?}", &program.words.to_vec().expect("words")[4..12]);
        return;
    }
    assert_eq!(run(test, "1", &[]).0, "[0, 1, 2, 3, 4, 5, 6, 7]");
}

#[test]
fn a_destroyed_stream_ends_the_wait_for_its_channel() {
    let test = "a_destroyed_stream_ends_the_wait_for_its_channel";
    if std::env::var_os(CHILD).is_some() {
        let program = &Program::new();
        let full = stream();
        fill(program, &full);
        let nothing = program.kernel("nothing");
        let said = std::thread::scope(|scope| {
            let launch = || program.try_launch(&nothing, [1, 1], &full, [0, 0]).map_err(|e| e.status());
            let waits = begin(scope, move || {
                program.context.make_current().expect("it is there");
                launch()
            });
            assert!(!waits.is_finished());
            match full.handle() {
                StreamRef::Id(id) => hip_runtime::api::stream::destroy(id).expect("it was there"),
                _ => unreachable!("it was made"),
            }
            (waits.join().expect("an end"), launch())
        });
        println!("said: {said:?}");
        std::process::exit(0);
    }
    assert_eq!(run(test, "1", &[]).0, "(Err(InvalidHandle), Err(ContextIsDestroyed))");
}

/// Observed on an H200 (driver 580): each call that ends a context waits for running kernels and for all
/// queued work.
#[test]
fn the_end_of_a_context_waits_for_its_work() {
    let test = "the_end_of_a_context_waits_for_its_work";
    if let Ok(what) = std::env::var(CHILD) {
        let device = Device::get(0).expect("a device");
        let context = if what == "destroy" { Context::new(device) } else { Context::primary(device) };
        let program = &Program::in_context(context.expect("a context"));
        let stream = stream();
        program.launch(&program.kernel("spin"), [1, 1], &stream, [FLAGS, 1]);
        let last = Arc::new(AtomicBool::new(false));
        let called = Arc::clone(&last);
        stream.call(move || called.store(true, Ordering::SeqCst)).expect("a call");
        let said = std::thread::scope(|scope| {
            let ends = scope.spawn(|| {
                program.context.make_current().expect("it is there");
                end(&what);
                last.load(Ordering::SeqCst)
            });
            std::thread::sleep(Duration::from_millis(200));
            assert!(!ends.is_finished());
            let released = program.try_release_first();
            assert!(matches!(released, Ok(()) | Err(Error::ContextDestroyed { .. })), "{released:?}");
            ends.join().expect("an end")
        });
        println!("said: {said:?}");
        std::process::exit(0);
    }
    for what in ["destroy", "release", "reset the primary", "reset"] {
        assert_eq!(run(test, what, &[]).0, "true", "{what}");
    }
}

/// Ends the current context by the call that `what` names.
fn end(what: &str) {
    use hip_runtime::api::{context, device};
    match what {
        "destroy" => context::destroy(context::get_current().expect("there is one")).expect("it was there"),
        "release" => raw::release_primary(0).expect("it was retained"),
        "reset the primary" => raw::reset_primary(0).expect("a device"),
        _ => device::reset().expect("a device"),
    }
}

/// On the virtual timeline a thread is blocked if its operations take longer: the trace has spans, the report
/// has sums.
#[test]
fn blocked_threads_are_reported() {
    let test = "blocked_threads_are_reported";
    if std::env::var_os(CHILD).is_some() {
        const BYTES: usize = 1 << 20;
        let program = Program::new();
        let stream = stream();
        let memory = DeviceBuffer::<u8>::zeroed(BYTES).expect("memory");
        let host = raw::device(memory::alloc_host(BYTES as u64, 0).expect("memory"));
        for _ in 0..400 {
            let to = raw::device(memory.ptr().address());
            memory::copy_async(to, host, BYTES as u64, Direction::ToDevice, stream.handle()).expect("a copy");
        }
        program.context.synchronize().expect("all end");
        println!("said: done");
        return;
    }
    let trace = std::env::temp_dir().join(format!("hip-blocked-{}.json", std::process::id()));
    let path = trace.to_str().expect("a path in UTF-8");
    let (_, errors) = run(test, "1", &[("HIP_SOFT_TRACE", path), ("HIP_SOFT_REPORT", "1")]);
    let text = std::fs::read_to_string(&trace).expect("the trace");
    std::fs::remove_file(&trace).expect("it is ours");
    let events: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
    // The compute channel is number 0, the channel of copies to the device the next.
    let of_channel = |e: &&serde_json::Value| e["name"] == "blocked: channel 1 is full";
    let spans: Vec<_> = events.iter().filter(of_channel).collect();
    // Process 1 of the trace has the host threads.
    assert!(spans.iter().all(|e| e["pid"] == 1 && e["dur"].as_f64() > Some(0.0)), "{:?}", spans[0]);
    let reported = errors.lines().find(|line| line.contains("was blocked")).expect("a line of the report");
    assert!(
        reported.contains(&format!("by channel 1, {} times", spans.len())) && spans.len() > 50,
        "{reported}"
    );
}
