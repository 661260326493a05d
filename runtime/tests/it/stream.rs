//! Streams and events: order, independence, endless kernels.

use crate::{poison, raw, setup};
use hip_runtime::api::StreamRef;
use hip_runtime::{DeviceBuffer, Event, Status, Stream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

#[test]
fn events_order_streams() {
    let (module, _context) = setup();
    let n = 5000u32;
    let data = DeviceBuffer::<u32>::zeroed(n as usize).expect("memory");
    let streams = [Stream::non_blocking(0), Stream::non_blocking(-5)].map(|s| s.expect("a stream"));
    let event = Event::new().expect("an event");
    let start = Event::new().expect("an event");
    start.record(&streams[0]).expect("a record");
    for round in 0..20 {
        let (first, second) = (&streams[round % 2], &streams[(round + 1) % 2]);
        launch!(module.add_one<<<n.div_ceil(128), 128, 0, first>>>(data.ptr(), n)).expect("a launch");
        event.record(first).expect("a record");
        second.wait(&event).expect("a wait");
    }
    event.synchronize().expect("all");
    let mut values = vec![0; n as usize];
    data.copy_to_in(&mut values, &streams[0]).expect("values");
    assert_eq!(values, vec![20; n as usize]);
    assert!(event.elapsed_since(&start).expect("a time") > Duration::ZERO);
}

#[test]
fn threads_that_wait_for_small_kernels_get_theirs_done_once() {
    let (module, context) = setup();
    let turns = 100;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                context.make_current().expect("a context");
                let stream = Stream::non_blocking(0).expect("a stream");
                let data = DeviceBuffer::<u32>::zeroed(64).expect("memory");
                for turn in 0..turns {
                    for _ in 0..=turn % 3 {
                        launch!(module.add_one<<<2, 32, 0, &stream>>>(data.ptr(), 64u32)).expect("a launch");
                    }
                    stream.synchronize().expect("no fault");
                }
                let launches = (0..turns).map(|turn| turn % 3 + 1).sum::<u32>();
                assert_eq!(data.to_vec().expect("values"), [launches; 64]);
            });
        }
    });
}

#[test]
fn a_waiting_kernel_stops_no_other_stream() {
    let (module, context) = setup();
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let data = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    // More kernels than workers.
    let waiting: Vec<Stream> = (0..6).map(|_| Stream::non_blocking(0).expect("a stream")).collect();
    for stream in &waiting {
        launch!(module.wait_for<<<4, 32, 0, stream>>>(flag.ptr())).expect("a launch");
    }
    let other = Stream::non_blocking(0).expect("a stream");
    for _ in 0..10 {
        launch!(module.add_one<<<2, 32, 0, &other>>>(data.ptr(), 64u32)).expect("a launch");
    }
    let mut values = vec![0; 64];
    data.copy_to_in(&mut values, &other).expect("values");
    assert_eq!(values, [10; 64]);
    assert!(waiting.iter().all(|s| !s.is_done().expect("an answer")));
    launch!(module.store<<<1, 1, 0, &other>>>(flag.ptr(), 1u32)).expect("a launch");
    context.synchronize().expect("all end");
}

/// Starts an endless kernel, checks that another stream proceeds, and ends the context by a fault.
fn endless(name: &str, blocks: u32) {
    let (module, context) = setup();
    let out = DeviceBuffer::<u64>::zeroed(1).expect("memory");
    let data = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    let (endless, other) = (Stream::non_blocking(0), Stream::non_blocking(0));
    let (endless, other) = (endless.expect("a stream"), other.expect("a stream"));
    let kernel = module.function(name).expect("the kernel");
    launch!(kernel<<<blocks, 64, 0, &endless>>>(out.ptr())).expect("a launch");
    for _ in 0..5 {
        launch!(module.add_one<<<2, 32, 0, &other>>>(data.ptr(), 64u32)).expect("a launch");
    }
    other.synchronize().expect("the other stream goes on");
    assert!(!endless.is_done().expect("an answer"));
    let handle = endless.handle();
    poison();
    drop(context);
    let error = hip_runtime::api::stream::query(handle).expect_err("gone with its context");
    assert_eq!(error.status(), Status::ContextIsDestroyed);
    // Freeing no longer waits.
    drop((out, data));
}

/// Endless kernels: in a loop, in a loop of block barriers, in a loop of warp operations.
const ENDLESS: &[&str] = &["for_ever", "meet_for_ever", "vote_for_ever"];

#[test]
fn an_endless_kernel_stops_no_other_stream_and_ends_with_a_fault() {
    ENDLESS.iter().for_each(|name| endless(name, 64));
}

#[test]
fn endless_kernels_end_however_they_are_run() {
    const TEST: &str = "stream::endless_kernels_end_however_they_are_run";
    if let Some(name) = std::env::var_os("ENDLESS") {
        return endless(name.to_str().expect("a name"), 3);
    }
    let interpreted = ENDLESS.iter().map(|&name| ("interp", name));
    for (way, name) in interpreted.chain([("scalar", "meet_for_ever"), ("quick", "vote_for_ever")]) {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.args(["--exact", TEST]).env("ENDLESS", name).env("HIP_SOFT_JIT", way);
        let output = command.output().expect("a process");
        assert!(output.status.success(), "{name}, {way}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn kernels_use_memory_that_a_later_operation_frees() {
    const TEST: &str = "stream::kernels_use_memory_that_a_later_operation_frees";
    let Some(_) = std::env::var_os("FREED") else {
        for way in ["interp", "scalar", "vector"] {
            let mut command = Command::new(std::env::current_exe().expect("this binary"));
            command.args(["--exact", TEST]).env("FREED", "1").env("HIP_SOFT_JIT", way);
            let output = command.output().expect("a process");
            assert!(output.status.success(), "{way}: {}", String::from_utf8_lossy(&output.stdout));
        }
        return;
    };
    let (module, context) = setup();
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let other = Stream::non_blocking(0).expect("a stream");
    let freed = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let pointer = freed.ptr();
    std::mem::forget(freed);
    launch!(module.wait_for<<<1, 1>>>(flag.ptr())).expect("a launch");
    launch!(module.store<<<1, 1>>>(pointer, 1u32)).expect("a launch");
    raw::free_in(pointer.address(), StreamRef::Legacy).expect("a free");
    launch!(module.store<<<1, 1, 0, &other>>>(flag.ptr(), 1u32)).expect("a launch");
    context.synchronize().expect("no fault");
}

#[test]
fn host_functions_run_in_order() {
    let (module, _context) = setup();
    let (flag, stream) = (DeviceBuffer::<u32>::zeroed(1).expect("memory"), Stream::non_blocking(0));
    let (stream, other) = (stream.expect("a stream"), Stream::non_blocking(0).expect("a stream"));
    let calls = Arc::new(AtomicU32::new(0));
    launch!(module.wait_for<<<1, 1, 0, &stream>>>(flag.ptr())).expect("a launch");
    for n in 0..50 {
        let calls = Arc::clone(&calls);
        let call = move || assert_eq!(calls.fetch_add(1, Ordering::SeqCst), n);
        stream.call(call).expect("a call");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0, "the kernel before them still waits");
    launch!(module.store<<<1, 1, 0, &other>>>(flag.ptr(), 1u32)).expect("a launch");
    stream.synchronize().expect("done");
    assert_eq!(calls.load(Ordering::SeqCst), 50);
}

#[test]
fn a_full_channel_blocks_the_caller() {
    let (module, context) = setup();
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let (stream, other) =
        (Stream::non_blocking(0).expect("a stream"), Stream::non_blocking(0).expect("a stream"));
    launch!(module.wait_for<<<1, 1, 0, &stream>>>(flag.ptr())).expect("a launch");
    let sent = Arc::new(AtomicU32::new(0));
    std::thread::scope(|scope| {
        let (seen, context) = (Arc::clone(&sent), &context);
        let (module, stream, to) = (&module, &stream, data.ptr());
        scope.spawn(move || {
            context.make_current().expect("a context");
            for _ in 0..1500 {
                launch!(module.add_one<<<1, 1, 0, stream>>>(to, 1u32)).expect("a launch");
                seen.fetch_add(1, Ordering::SeqCst);
            }
        });
        // An H200 takes 1021 launches behind a running one.
        while sent.load(Ordering::SeqCst) < 1021 {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(sent.load(Ordering::SeqCst), 1021);
        launch!(module.store<<<1, 1, 0, &other>>>(flag.ptr(), 1u32)).expect("another channel has room");
    });
    context.synchronize().expect("all");
    assert_eq!(data.to_vec().expect("values"), [1500]);
}
