//! Kernels that `kernels!` types: launches in safe code, and what is checked when they run.

use super::setup;
use hip_runtime::api::capture;
use hip_runtime::sys::hipStreamCaptureMode;
use hip_runtime::{Context, Device, DeviceBuffer, Error, Status, Stream, kernels};

kernels! {
    // SAFETY: the kernels use `n` values, a value, and a block's values.
    unsafe mod own = "kernels.ptx" {
        /// Adds one to `n` values.
        safe fn add_one(data: &mut [u32; n], n: u32);
        #[kernel = "store"]
        safe fn set(at: &mut [u32; 1], value: u32);
        safe fn reverse(data: &mut [u32; block.x * 1]);
        #[block(1)]
        fn wait_for(flag: &[u32; 1]);
        fn read_counter(to: *mut u32);
    }
}

/// `launch!` as programs have it.
use hip_runtime::launch as safely;

#[test]
fn launches_are_safe_where_the_declaration_vouches() {
    let (_, _context) = setup();
    let (n, stream) = (100, Stream::non_blocking(0).expect("a stream"));
    let mut data = DeviceBuffer::<u32>::zeroed(n as usize).expect("memory");
    safely!(own::add_one<<<2, 64, 0, &stream>>>(&mut data, n)).expect("a launch");
    safely!(own::add_one<<<1, 64>>>(data.slice_mut(50..).expect("a part"), 50)).expect("a launch");
    safely!(own::set<<<1, 1>>>(&mut data, 7)).expect("a launch");
    let kernel = own::reverse;
    safely!(kernel<<<1, 100, 400>>>(&mut data)).expect("a launch");
    let values = data.to_vec().expect("values");
    assert_eq!((values[99], values[98], values[0], values[49], values[50]), (7, 1, 2, 2, 1));
}

#[test]
fn lengths_are_checked() {
    let (_, _context) = setup();
    let mut data = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    let error = safely!(own::add_one<<<1, 128>>>(&mut data, 65)).expect_err("one more than there is");
    assert_eq!(error.to_string(), "buffer `data` of kernel `add_one` has 64 values, 65 are needed");
    let wide = 65u32;
    let error = safely!(own::reverse<<<1, wide, 260>>>(&mut data)).expect_err("more threads than values");
    assert!(matches!(error, Error::TooFew { needed: 65, given: 64, .. }), "{error}");
    assert_eq!(data.to_vec().expect("values"), [0; 64]);
}

#[test]
fn a_declaration_requires_a_block() {
    let (_, _context) = setup();
    let flag = DeviceBuffer::from_slice(&[1u32]).expect("memory");
    let threads = 2;
    let error = launch!(own::wait_for<<<1, threads>>>(&flag)).expect_err("another block");
    assert_eq!(error.to_string(), "kernel `wait_for` requires blocks of (1, 1, 1), not (2, 1, 1)");
}

#[test]
fn kernels_that_are_not_declared_take_values_of_their_size() {
    let (_, _context) = setup();
    let mut data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(own::read_counter<<<1, 1>>>(data.ptr())).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [7]);
    launch!(own::bounded<<<1, 64>>>(&mut data)).expect("a launch");
    launch!(own::exact<<<1, (32, 2)>>>(data.ptr())).expect("a launch");
    launch!(own::trapper<<<1, 1>>>()).expect("a launch");
    assert_eq!(data.to_vec().expect_err("the trap").status(), Status::LaunchFailure);
}

#[test]
fn each_context_loads_its_own() {
    let device = Device::get(0).expect("a device");
    let (first, second) =
        (Context::new(device).expect("a context"), Context::new(device).expect("a context"));
    let streams = [&first, &second].map(|context| Stream::of(context).expect("a stream"));
    let mut data = [0, 1].map(|_| DeviceBuffer::<u32>::zeroed(1).expect("memory"));
    for (stream, data) in streams.iter().zip(&mut data) {
        // The kernel is that of the stream's context, whichever is current.
        safely!(own::set<<<1, 1, 0, stream>>>(data, 3)).expect("a launch");
    }
    assert!(data.iter().all(|data| data.to_vec().is_ok_and(|values| values == [3])));
}

#[test]
fn graphs_borrow_what_they_use() {
    let (_, _context) = setup();
    let (stream, other) =
        (Stream::non_blocking(0).expect("a stream"), Stream::non_blocking(0).expect("a stream"));
    let mut data = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    let mut outside = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    let refused = stream.record(|_| safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut outside, 64)));
    assert!(refused.is_err(), "it was not lent to the recording");
    let mut graph = stream
        .record(|recording| {
            let mut data = recording.lend_mut(&mut data);
            stream.fill(&mut data, 5)?;
            safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut data, 64))?;
            assert!(safely!(own::add_one<<<1, 64, 0, &other>>>(&mut data, 64)).is_err(), "only in the graph");
            safely!(own::set<<<1, 1, 0, &stream>>>(data.slice_mut(63..)?, 7))
        })
        .expect("a graph");
    assert_eq!(hip_runtime::api::graph::nodes(graph.id()).expect("nodes").len(), 3);
    graph.launch(&stream).expect("a launch");
    graph.launch(&other).expect("a launch");
    std::mem::forget(graph);
    safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut data, 1)).expect("it follows the graph's work");
    let values = data.to_vec().expect("values");
    assert_eq!((values[0], values[1], values[63]), (7, 6, 7));
}

#[test]
fn captures_by_hand_borrow_no_buffers() {
    let (_, _context) = setup();
    let stream = Stream::non_blocking(0).expect("a stream");
    let mut data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let mode = capture::mode(hipStreamCaptureMode::hipStreamCaptureModeRelaxed).expect("a mode");
    capture::begin(stream.handle(), mode).expect("a capture");
    let refused = safely!(own::set<<<1, 1, 0, &stream>>>(&mut data, 3));
    assert!(refused.is_err(), "the graph would outlive the buffer");
    launch!(own::wait_for<<<1, 1, 0, &stream>>>(&data)).expect("its author vouches");
    let graph = capture::end(stream.handle()).expect("a graph");
    assert_eq!(hip_runtime::api::graph::nodes(graph).expect("nodes").len(), 1);
    assert_eq!(data.to_vec().expect("values"), [0]);
}

#[test]
fn edges_of_parallel_recordings_follow_from_memory() {
    use hip_runtime::api::graph;
    let (_, _context) = setup();
    let stream = Stream::non_blocking(0).expect("a stream");
    let mut halves = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    let mut copy = DeviceBuffer::<u32>::zeroed(64).expect("memory");
    let (first, second) = halves.split_at_mut(32).expect("halves");
    let mut recorded = stream
        .record_parallel(|recording| {
            let (mut first, mut second) = (recording.lend_mut(first), recording.lend_mut(second));
            let mut copy = recording.lend_mut(&mut copy);
            safely!(own::add_one<<<1, 32, 0, &stream>>>(&mut first, 32))?;
            safely!(own::add_one<<<1, 32, 0, &stream>>>(&mut second, 32))?;
            stream.copy(&first, copy.slice_mut(..32)?)?;
            stream.copy(&second, copy.slice_mut(32..)?)?;
            safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut copy, 64))
        })
        .expect("a graph");
    assert_eq!(graph::roots(recorded.id()).map(|roots| roots.len()).expect("roots"), 2);
    assert_eq!(graph::edges(recorded.id()).map(|edges| edges.len()).expect("edges"), 4);
    recorded.launch(&stream).and_then(|()| recorded.launch(&stream)).expect("launches");
    drop(recorded);
    assert_eq!(copy.to_vec().expect("values"), [3; 64]);
    // A failure forgets the recording, and the next one begins anew.
    let failed = stream.record_parallel(|_| stream.fill(&mut halves, 1));
    assert!(failed.is_err() && stream.record_parallel(|_| Ok(())).is_ok());
}
