//! Page-locked and managed buffers, copies and fills beside the host, streams as futures.

use super::{raw, setup};
use hip_runtime::{
    Advise, Context, Device, DeviceBuffer, Error, Location, ManagedBuffer, PinnedBuffer, Status, Stream,
    kernels,
};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};

const N: usize = 64;

fn stream() -> Stream {
    Stream::non_blocking(0).expect("a stream")
}

kernels! {
    // SAFETY: the kernels use as many values as they are told.
    unsafe mod own = "kernels.ptx" {
        safe fn add_one(data: &mut [u32; n], n: u32);
        fn wait_for(flag: &[u32; 1]);
    }
}

/// `launch!` as programs have it.
use hip_runtime::launch as safely;

#[test]
fn copies_run_beside_the_host() {
    let (_, _context) = setup();
    let (gate, open, stream) = (DeviceBuffer::<u32>::zeroed(1).expect("memory"), stream(), stream());
    let from = PinnedBuffer::from_slice(&[5u32; N]).expect("memory");
    let (mut to, mut data) =
        (PinnedBuffer::zeroed(N).expect("memory"), DeviceBuffer::new(N).expect("memory"));
    launch!(own::wait_for<<<1, 1, 0, &stream>>>(&gate)).expect("a launch");
    stream.copy(&from, &mut data).expect("a copy");
    safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut data, N as u32)).expect("a launch");
    stream.copy(&data, &mut to).expect("a copy");
    assert!(!stream.is_done().expect("a stream"), "the gate is closed, and no call has waited");
    assert_eq!(from.as_slice().expect("values")[0], 5, "the stream only reads it");
    raw::poke(&gate, &[1], Some(&open)).expect("a copy");
    assert_eq!(to.as_slice().expect("values"), [6; N], "the slice waits for what writes it");
    to.as_mut_slice().expect("values")[0] = 9;
    assert_eq!(to.as_slice().expect("values")[..2], [9, 6]);
    let short = DeviceBuffer::<u32>::new(3).expect("memory");
    assert!(matches!(stream.copy(&short, &mut to), Err(Error::PastEnd { .. })));
    assert!(PinnedBuffer::<u64>::zeroed(0).expect("nothing").as_slice().expect("none").is_empty());
}

#[test]
fn fills_of_every_size() {
    let (_, _context) = setup();
    let stream = stream();
    let mut bytes = DeviceBuffer::<u8>::zeroed(5).expect("memory");
    stream.fill(bytes.slice_mut(1..4).expect("a part"), 7).expect("a fill");
    assert_eq!(bytes.to_vec().expect("values"), [0, 7, 7, 7, 0]);
    let mut doubles = DeviceBuffer::<f64>::zeroed(3).expect("memory");
    stream.fill(&mut doubles, 1.25).expect("a fill");
    assert_eq!(doubles.to_vec().expect("values"), [1.25; 3]);
    let mut triples = DeviceBuffer::<[u16; 3]>::zeroed(2).expect("memory");
    stream.fill(&mut triples, [1, 2, 3]).expect("a fill");
    assert_eq!(triples.to_vec().expect("values"), [[1, 2, 3]; 2]);
}

#[test]
fn managed_memory_is_used_by_both_sides() {
    let (_, _context) = setup();
    let stream = stream();
    let mut data = ManagedBuffer::from_slice(&[1u32; N]).expect("memory");
    data.advise(Advise::SetPreferredLocation(Location::Device(0))).expect("advice");
    data.prefetch(Location::Device(0), &stream).expect("a prefetch");
    for round in 0..3 {
        safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut data, N as u32)).expect("a launch");
        let values = data.as_mut_slice().expect("values");
        assert_eq!(values, [2 + 2 * round; N]);
        values.iter_mut().for_each(|value| *value += 1);
    }
}

#[test]
fn shared_memory_outlives_contexts() {
    let context = Context::primary(Device::get(0).expect("a device")).expect("a context");
    let pinned = PinnedBuffer::from_slice(&[3u32; N]).expect("memory");
    drop(context);
    assert_eq!(pinned.as_slice().expect("it keeps its own"), [3; N]);
}

/// Wakes a thread.
struct Unpark(std::thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on this thread; the number of polls.
fn block_on<F: Future>(future: F) -> (F::Output, usize) {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let (mut future, mut polls) = (pin!(future), 0);
    loop {
        polls += 1;
        match future.as_mut().poll(&mut std::task::Context::from_waker(&waker)) {
            Poll::Ready(output) => return (output, polls),
            Poll::Pending => std::thread::park(),
        }
    }
}

#[test]
fn streams_are_futures() {
    let (module, _context) = setup();
    let (gate, open, stream) = (DeviceBuffer::<u32>::zeroed(1).expect("memory"), stream(), stream());
    let mut data = DeviceBuffer::<u32>::zeroed(N).expect("memory");
    launch!(module.wait_for<<<1, 1, 0, &stream>>>(&gate)).expect("a launch");
    let sum = async {
        safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut data, N as u32))?;
        let done = stream.done();
        raw::poke(&gate, &[1], Some(&open))?;
        done.await?;
        data.to_vec()
    };
    let (values, polls) = block_on(sum);
    assert_eq!(values.expect("values"), [1; N]);
    assert!(polls < 10, "{polls} polls: the stream wakes the task");
    launch!(module.trapper<<<1, 1, 0, &stream>>>()).expect("a launch");
    let (end, _) = block_on(stream.done());
    let error = end.expect_err("the trap");
    assert_eq!(error.status(), Status::LaunchFailure, "{error}");
}
